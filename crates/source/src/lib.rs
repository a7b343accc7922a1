//! Source files, spans, line markers and diagnostics
