//! The program model: procedures as control-flow automata over terms
