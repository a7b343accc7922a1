//! Models of the C library, written in C
