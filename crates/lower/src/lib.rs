//! From the typed C tree to the program model
