//! C lexer, parser and syntax tree
