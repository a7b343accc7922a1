//! Exact predicate abstraction after Gurfinkel, Wei and Chechik (VMCAI 2008): one computation over predicates holds what
//! may and what must happen.

mod engine;

pub use engine::Exact;
