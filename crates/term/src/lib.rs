//! Hash-consed terms: the one expression language of programs, predicates and conditions
