//! The concrete machine: executes the program model
