//! From the typed C tree to the program model.
//!
//! Lowering makes evaluation order explicit (strictly left to right), turns control flow into edges, and puts a
//! check before everything that C leaves undefined. What lives where:
//! - scalars whose address is never taken are variables; everything else is an object in memory;
//! - records are handled by address: a record "value" is the address of an object that holds it;
//! - a record result is written through a hidden first parameter, a record argument is the address of a
//!   copy that the caller makes; variadic arguments are slots of one object passed as a hidden last parameter;
//! - a local object is allocated when its block is entered and dies when it is left, also by `goto`.

mod arbitrary;
mod arguments;
mod arith;
mod builtin;
mod call;
mod check;
mod contract;
mod effects;
mod expr;
mod function;
mod globals;
mod layout;
mod place;
mod scalar;
mod scope;
mod shape;
mod start;
mod stmt;
mod threads;

use std::sync::Arc;

use maymust_program::shape::{ShapeId, Shapes};
use maymust_program::{Memory, ObjectState, ProcId, Program, Reading, SIZE_BITS, VarId, VarKind};
use maymust_sema::{TypeId, Types, hir};
use maymust_source::Span;
use maymust_term::{Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What to make of the typed tree.
#[derive(Clone, Debug)]
pub struct Options {
    /// The function a run starts with.
    pub entry: String,
    /// Command-line arguments of the program, with its own name first.
    pub args: Vec<String>,
    /// Any arguments instead, as for verification.
    pub any_args: bool,
    /// Also a start procedure for every function of the user's files that has a body; see [`Starts`].
    pub each_function: bool,
    /// May functions of the malloc family fail?
    pub malloc_may_fail: bool,
    /// Are the pointers that an entry function is given never null?
    pub nonnull_args: bool,
    /// With 32-bit pointers: so many of their bits number objects, whatever the program's objects are like.
    pub object_bits: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            entry: "main".to_owned(),
            args: vec!["program".to_owned()],
            any_args: false,
            each_function: false,
            malloc_may_fail: false,
            nonnull_args: false,
            object_bits: None,
        }
    }
}

/// Where a global lives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GlobalHome {
    /// A variable.
    Var(VarId),
    /// The object of this number.
    Object(u32),
    /// An object of each thread; the variable, which is thread-local, has its address.
    Thread(VarId),
}

/// The state of lowering a program.
pub(crate) struct Lower<'a> {
    pub hir: &'a hir::Program,
    pub types: &'a Types,
    pub options: &'a Options,
    pub p: Program,
    /// Procedure of each function.
    pub procs: Vec<ProcId>,
    /// Home of each global.
    pub homes: Vec<GlobalHome>,
    /// Object numbers of functions whose address is taken.
    pub code: FxHashMap<hir::FunctionId, u32>,
    /// Variables with the addresses of weak functions that may be missing.
    pub weak: FxHashMap<hir::FunctionId, VarId>,
    /// Numbers of the objects that stand for the labels of functions, where the address of one is taken.
    pub labels: FxHashMap<hir::FunctionId, u32>,
    pub mem: VarId,
    pub size: VarId,
    pub state: VarId,
    /// Counts live heap objects.
    pub heap: VarId,
    /// Globals that the layout has no room for.
    pub too_large: Vec<(Span, u64)>,
    /// May the program start threads?
    pub threads: bool,
    /// How often a variable name was used, to keep names unique.
    names: FxHashMap<String, u32>,
    proc_names: FxHashSet<String>,
    /// Texts of checks: there are few, and many checks.
    messages: FxHashSet<Arc<str>>,
    /// What types look like to people, and the numbers of those so far.
    shapes: Shapes,
    shape_ids: FxHashMap<TypeId, ShapeId>,
    /// What comes from outside may hold pointers: loads look where they come from.
    pub has_heaps: bool,
    /// The heaps of the environment by types: indices.
    pub heaps: FxHashMap<arbitrary::HeapType, usize>,
    /// Addresses that functions load pointers from.
    pub looks: Vec<(TermId, arbitrary::Heaps)>,
}

/// The procedures that runs may start with, with the names of the procedures that they call.
pub type Starts = Vec<(String, ProcId)>;

/// Lowers a typed program. Without the entry function the program has no entry.
pub fn lower(hir: hir::Program, options: &Options) -> Program {
    lower_starts(hir, options).0
}

/// As [`lower`], with all start procedures: that of the entry function, or with [`Options::each_function`] one for every
/// function (then the program's entry is the first).
///
/// The tree of a function is dropped as soon as it is lowered: its memory serves what comes next.
pub fn lower_starts(mut hir: hir::Program, options: &Options) -> (Program, Starts) {
    let blocks: Vec<Vec<hir::Stmt>> = hir.functions.iter_mut().map(take_block).collect();
    let hir = &hir;
    let mut lower = Lower::new(hir, options);
    lower.make_room();
    lower.declare_threads();
    lower.place_globals();
    let is_entry = |f: &hir::Function| match options.each_function {
        true => !f.is_library && !f.is_clause,
        false => f.name == options.entry,
    };
    let entries = hir.functions.iter().enumerate().filter(|(_, f)| f.body.is_some() && is_entry(f));
    let limit = if options.each_function { usize::MAX } else { 1 };
    let entries: Vec<_> = entries.map(|(i, _)| hir::FunctionId(i as u32)).take(limit).collect();
    let argv = if entries.is_empty() { 0 } else { lower.argument_objects(options) };
    lower.begin_heaps();
    for (id, block) in blocks.into_iter().enumerate() {
        function::lower_function(&mut lower, hir::FunctionId(id as u32), &block);
    }
    lower.protect_library();
    let starts = lower.lower_starts(&entries, argv, options);
    lower.finish_heaps();
    lower.note_objects();
    lower.p.shapes = Arc::new(std::mem::take(&mut lower.shapes));
    maymust_program::verify::debug_verify(&lower.p, "lower");
    (lower.p, starts)
}

fn take_block(function: &mut hir::Function) -> Vec<hir::Stmt> {
    function.body.as_mut().map(|body| std::mem::take(&mut body.block)).unwrap_or_default()
}

impl<'a> Lower<'a> {
    fn new(hir: &'a hir::Program, options: &'a Options) -> Self {
        let mut p = Program { layout: layout::layout(hir, options), ..Program::default() };
        let bv = Sort::BitVec;
        let memory = |p: &mut Program, name: &str, index: u32, element: u32| {
            let sort = p.terms.array_sort(bv(index), bv(element));
            p.new_var(name, sort, VarKind::Memory, false, Span::NONE)
        };
        let (pointer, number) = (p.layout.bits(), p.layout.object_bits);
        let mem = memory(&mut p, "$mem", pointer, 8);
        let size = memory(&mut p, "$size", number, SIZE_BITS);
        let state = memory(&mut p, "$state", number, ObjectState::BITS);
        let next = p.new_var("$next", bv(number), VarKind::Memory, false, Span::NONE);
        let heap = p.new_var("$heap", bv(32), VarKind::Global, false, Span::NONE);
        p.memory = Memory {
            bytes: Some(mem),
            size: Some(size),
            state: Some(state),
            next: Some(next),
            heap_objects: Some(heap),
            ..Memory::default()
        };
        Lower {
            hir,
            types: &hir.types,
            options,
            p,
            procs: (0..hir.functions.len() as u32).map(ProcId).collect(),
            homes: Vec::new(),
            code: FxHashMap::default(),
            weak: FxHashMap::default(),
            labels: FxHashMap::default(),
            mem,
            size,
            state,
            heap,
            too_large: Vec::new(),
            threads: hir.starts_threads,
            names: FxHashMap::default(),
            proc_names: FxHashSet::default(),
            messages: FxHashSet::default(),
            shapes: Shapes::default(),
            shape_ids: FxHashMap::default(),
            has_heaps: false,
            heaps: FxHashMap::default(),
            looks: Vec::new(),
        }
    }

    /// Room for what functions of this length usually need. Pages that nothing is written to cost nothing.
    fn make_room(&mut self) {
        const BYTES_PER_TERM: usize = 4;
        const BYTES_PER_CHECK: usize = 12;
        let length = |f: &hir::Function| f.body.as_ref().map_or(0, |b| b.end.hi.saturating_sub(f.span.lo));
        let bytes = self.hir.functions.iter().map(|f| length(f) as usize).sum::<usize>();
        self.p.terms.reserve(bytes / BYTES_PER_TERM);
        self.p.checks.reserve(bytes / BYTES_PER_CHECK);
    }

    /// A new variable with a unique name.
    pub fn new_var(
        &mut self,
        name: String,
        bits: u32,
        kind: VarKind,
        reading: impl Into<Reading>,
        span: Span,
    ) -> VarId {
        let unique = match self.names.get_mut(&name) {
            None => {
                self.names.insert(name.clone(), 1);
                name
            }
            Some(n) => {
                *n += 1;
                format!("{name}#{n}")
            }
        };
        self.p.new_var(&unique, Sort::BitVec(bits), kind, reading, span)
    }

    /// Bits of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        self.p.layout.bits()
    }

    /// A check's text, shared with all equal ones.
    pub fn message(&mut self, text: &str) -> Arc<str> {
        if let Some(message) = self.messages.get(text) {
            return message.clone();
        }
        let message: Arc<str> = text.into();
        self.messages.insert(message.clone());
        message
    }

    /// The address of byte `offset` of a static object.
    pub fn address(&mut self, object: u32, offset: i64) -> TermId {
        let layout = self.p.layout;
        let address = layout.moved(layout.join(object, 0), offset);
        layout.constant(&mut self.p.terms, address)
    }
}
