//! How pointers are divided: by the data model, and with 32 bits by the sizes of the program's objects.

use maymust_program::{Op, PointerLayout};
use maymust_sema::{Types, hir};

use maymust_source::Span;

use crate::{Lower, Options};

/// The layout for a program. With 32-bit pointers its largest object fits, as far as that leaves numbers for all objects that are
/// there from the start and some more.
pub(crate) fn layout(hir: &hir::Program, options: &Options) -> PointerLayout {
    if hir.types.pointer_size() == PointerLayout::LP64.bytes().into() {
        return PointerLayout::LP64;
    }
    if let Some(object_bits) = options.object_bits {
        return PointerLayout { object_bits, offset_bits: 32 - object_bits };
    }
    let statics = hir.globals.len() + 2 * hir.functions.len() + options.args.len();
    let more = u32::BITS - (8 * statics as u32 + 64).leading_zeros();
    PointerLayout::ilp32(largest(hir, &hir.types), more)
}

impl Lower<'_> {
    /// Notes how many objects there can be, if that is not more than any run makes.
    pub(crate) fn note_objects(&mut self) {
        let edges = self.p.procs.iter().flat_map(|p| &p.edges);
        let allocates = edges.into_iter().any(|e| matches!(e.op, Op::Allocate { .. }));
        if self.p.layout != PointerLayout::LP64 && allocates {
            let most = self.p.layout.objects() - 1;
            self.note(Span::NONE, format!("no run makes more than {most} objects (see --object-bits)"));
        }
    }
}

/// Bytes of the largest object that is declared.
fn largest(hir: &hir::Program, types: &Types) -> u64 {
    let globals = hir.globals.iter().map(|g| g.size.or_else(|| types.size_of(g.ty)));
    let bodies = hir.functions.iter().filter_map(|f| f.body.as_ref());
    let locals = bodies.flat_map(|b| &b.locals).map(|l| types.size_of(l.ty));
    globals.chain(locals).flatten().max().unwrap_or(0)
}
