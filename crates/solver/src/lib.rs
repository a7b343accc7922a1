//! Decision procedures over terms: bit-blasting, SMT-LIB processes, decision diagrams
