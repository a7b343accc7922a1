//! C types, layouts, constants: the typed tree
