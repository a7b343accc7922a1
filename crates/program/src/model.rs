//! The program model: what every engine works on.
//!
//! **A state is a valuation of variables.** Variables are symbols of the term arena: locals, parameters and
//! results of procedures, promoted globals, and memory. A variable of a procedure has one copy per activation.
//!
//! **Memory.** A pointer is an object number and a byte offset, see [`pointer`](crate::pointer). Freshly lowered programs have one
//! byte memory [`Memory::bytes`]`: BVp → BV8`, read and written by the wide term operators `load` and `store_wide`;
//! the partition pass replaces it by one array (or plain variable) per region. Pointers have `p` bits and object
//! numbers `n`, see [`PointerLayout`]: 64 and 32 in LP64, 32 and at most 16 in ILP32.
//! Three more variables describe objects: `size: BVn → BV32`, `state: BVn → BV8` (see [`ObjectState`]) and
//! `next: BVn`, the number that the next allocation gets. At the start they describe [`Program::statics`]:
//! object `i + 1` is `statics[i]`, `next` is `statics.len() + 1`, every other object has size and state 0.
//!
//! **Operations** change the state or end the run; see [`Op`]. A location may have several outgoing edges, then all of them
//! are assumes whose conditions exclude each other and cover everything, unless cut by an assumption of the program.

use maymust_source::Span;
use maymust_term::{Symbol, TermId, Terms};

use crate::environment::Environment;
use crate::id;
use crate::pointer::{ObjectState, PointerLayout};
use crate::shape::Shapes;

/// A program variable: a symbol of the program's term arena.
pub type VarId = Symbol;

id!(
    /// A procedure.
    ProcId, "proc"
);
id!(
    /// A location of a procedure.
    LocId, "loc"
);
id!(
    /// An edge of a procedure.
    EdgeId, "edge"
);
id!(
    /// A check of the program.
    CheckId, "check"
);

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The arena of all terms and symbols of the program.
    pub terms: Terms,
    /// Variables by symbol index: every symbol of the arena that is a program variable.
    pub vars: Vec<VarData>,
    /// Procedures.
    pub procs: Vec<Proc>,
    /// Objects that exist from the start; object number = index + 1.
    pub statics: Vec<StaticObject>,
    /// Checks, referred to by [`Op::Check`].
    pub checks: Vec<CheckData>,
    /// Checks that passes copied, with the checks of the lowered program that they are copies of.
    pub copied_checks: indexmap::IndexMap<CheckId, CheckId>,
    /// Memory variables.
    pub memory: Memory,
    /// Where a run starts: calls the static initialisation, then the entry function, then halts.
    pub entry: Option<ProcId>,
    /// How pointers are divided.
    pub layout: PointerLayout,
    /// The number of the running thread: a thread-local variable of 32 bits that no operation assigns.
    pub thread: Option<VarId>,
    /// Notes on what was assumed or not modelled, with places ("function `f` has no body: …").
    pub assumptions: Vec<(Span, String)>,
    /// What variables and objects look like in the source, for people.
    pub shapes: std::sync::Arc<Shapes>,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarData {
    /// Printed name (as in the arena).
    pub name: String,
    /// What it is.
    pub kind: VarKind,
    /// How its bits are read.
    pub reading: Reading,
    /// Where it is declared.
    pub span: Span,
}

/// How the bits of a variable are read, by people and by rules; the operations of a program say for themselves what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A number without sign.
    Unsigned,
    /// A number with a sign.
    Signed,
    /// A floating-point number.
    Float,
    /// The address of something.
    Pointer,
}

impl From<bool> for Reading {
    fn from(signed: bool) -> Reading {
        if signed { Reading::Signed } else { Reading::Unsigned }
    }
}

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum VarKind {
    /// A global (never address-taken) scalar.
    Global,
    /// As a global, but each thread has its own; zero when a thread starts.
    ThreadLocal,
    /// A local or temporary of a procedure.
    Local(ProcId),
    /// A parameter.
    Param(ProcId),
    /// The result of a procedure.
    Result(ProcId),
    /// A memory region or one of the object arrays.
    Memory,
}

/// The memory variables.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The undivided byte memory; none after partition.
    pub bytes: Option<VarId>,
    /// Regions after partition.
    pub regions: Vec<Region>,
    /// `size: BVn → BV32`
    pub size: Option<VarId>,
    /// `state: BVn → BV8`
    pub state: Option<VarId>,
    /// `next: BVn`
    pub next: Option<VarId>,
    /// The number of live heap objects, a global of BV32.
    pub heap_objects: Option<VarId>,
    /// The environment's heap.
    pub environment: Environment,
    /// After partition: for the addresses in block operations ([`Op::Copy`], [`Op::Fill`], [`Op::Bytes`]), the
    /// regions (indices of `regions`) that they may touch.
    pub targets: indexmap::IndexMap<TermId, Vec<u32>>,
    /// After partition: for the results of [`Op::Allocate`], the regions that the new object lies in.
    pub allocated: indexmap::IndexMap<VarId, Vec<u32>>,
}

/// A region of memory: cells that may alias each other and nothing else.
#[derive(Clone, Debug)]
pub struct Region {
    /// Array variable, or a plain variable if `cell` is [`Cell::Scalar`].
    pub var: VarId,
    /// Its cells.
    pub cell: Cell,
    /// Names of the objects and fields in it, for people.
    pub description: String,
}

/// The cells of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// `BVp → BV8`, accessed by wide loads and stores.
    Bytes,
    /// `BVp → BV(bits)`: every access has this width at addresses that coincide or do not overlap.
    Cells {
        /// Width of a cell.
        bits: u32,
    },
    /// One cell at one constant address: a plain variable.
    Scalar {
        /// Width.
        bits: u32,
        /// The address.
        address: u64,
    },
}

/// An object that exists from the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticObject {
    /// Name for people.
    pub name: String,
    /// Bytes.
    pub size: u32,
    /// Static, Constant, External or Code.
    pub state: ObjectState,
    /// The procedure whose address this is.
    pub proc: Option<ProcId>,
    /// Does a library model keep it for itself?
    pub is_library: bool,
    /// Where.
    pub span: Span,
}

/// A procedure: a control-flow automaton.
#[derive(Clone, Debug)]
pub struct Proc {
    /// Name; static functions of different files may share one, then `#2` etc. is appended.
    pub name: String,
    /// Parameters.
    pub params: Vec<VarId>,
    /// Result.
    pub result: Option<VarId>,
    /// Locals and temporaries, without parameters and result.
    pub locals: Vec<VarId>,
    /// Number of locations.
    pub locs: u32,
    /// Where it starts.
    pub entry: LocId,
    /// Where it ends.
    pub exit: LocId,
    /// Edges, sorted by `from`.
    pub edges: Vec<Edge>,
    /// `out[l]..out[l+1]` are the edges of location l.
    pub out: Vec<u32>,
    /// Has it a body? Without one, calls give any value and change nothing.
    pub has_body: bool,
    /// Was it defined without a prototype and without parameters? Then calls through pointers may pass anything.
    pub any_arguments: bool,
    /// Where it comes from.
    pub origin: ProcOrigin,
    /// Where.
    pub span: Span,
}

/// Where a procedure comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProcOrigin {
    /// A function of the program.
    #[default]
    User,
    /// A function of a library model.
    Library,
    /// Made for rules: the wrapper of the function that moved to this number, or what is checked at the end.
    Rule {
        /// The function that is watched; none for the end of the run.
        watched: Option<ProcId>,
    },
    /// Made for the start of a run: initialisation, arbitrary values, the call of the entry function.
    Start,
}

/// An edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Source.
    pub from: LocId,
    /// Target. After [`Op::Halt`] and a failed check (see [`CheckKind::may_be_passed`]) nothing follows; the target is then only formal.
    pub to: LocId,
    /// What happens.
    pub op: Op,
    /// Where in the source.
    pub span: Span,
}

/// Operations.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// `var := term`. Memory writes are assignments to memory variables whose term is a chain of stores on the variable.
    Assign(VarId, TermId),
    /// Continues only if the condition holds.
    Assume(TermId),
    /// `var :=` any value of its sort, from an input.
    Havoc(VarId, Input),
    /// Fails unless the condition holds.
    Check(CheckId, TermId),
    /// Calls a procedure.
    Call {
        /// Callee.
        proc: ProcId,
        /// Arguments, one per parameter.
        args: Vec<TermId>,
        /// Where the result goes.
        result: Option<VarId>,
    },
    /// Calls through a pointer; resolved into a case split by the call-resolution pass.
    CallPointer {
        /// The pointer.
        pointer: TermId,
        /// Arguments.
        args: Vec<TermId>,
        /// Where the result goes.
        result: Option<VarId>,
        /// The check that fails if the pointer is no function with these parameters.
        check: CheckId,
    },
    /// `result :=` pointer to a new object: number `next`, which is then incremented.
    Allocate {
        /// The pointer.
        result: VarId,
        /// Bytes, BV32.
        size: TermId,
        /// Stack, Heap or External.
        state: ObjectState,
        /// Contents zero (else arbitrary)?
        zeroed: bool,
    },
    /// Ends an object's life: its state becomes `state`. Checks stand before.
    Free {
        /// Pointer to the object (offset 0 where it matters, by the checks).
        pointer: TermId,
        /// Freed or Dead.
        state: ObjectState,
    },
    /// Copies `bytes` bytes, as memmove; the ranges are checked before.
    Copy {
        /// Target address.
        to: TermId,
        /// Source address.
        from: TermId,
        /// Number of bytes, BV32.
        bytes: TermId,
    },
    /// Sets `bytes` bytes to `byte` (BV8).
    Fill {
        /// Target address.
        to: TermId,
        /// The byte.
        byte: TermId,
        /// Number of bytes, BV32.
        bytes: TermId,
    },
    /// Writes constant bytes at an address: an initialised table in one step.
    Bytes {
        /// Target address.
        to: TermId,
        /// The bytes.
        data: std::sync::Arc<[u8]>,
    },
    /// An effect on the outside world that no state depends on.
    Output {
        /// 1 or 2.
        stream: TermId,
        /// The byte, BV8.
        byte: TermId,
    },
    /// Ends the run with a status (BV32).
    Halt(TermId),
    /// Starts a thread, which runs a procedure and ends when that returns. `result :=` its number: threads are numbered in
    /// the order of their starts, the one that runs the entry being 0. See [`threads`](crate::threads).
    Spawn {
        /// What the thread runs.
        proc: ProcId,
        /// Arguments, one per parameter, evaluated by the thread that starts it.
        args: Vec<TermId>,
        /// Where the number goes, BV32.
        result: Option<VarId>,
    },
    /// The thread waits here until the condition holds. To see that it holds and to go on is one step. If no thread can go on the
    /// check fails, which is of kind [`CheckKind::Deadlock`].
    Block {
        /// The check.
        check: CheckId,
        /// What the thread waits for.
        condition: TermId,
    },
    /// Until the matching end no other thread takes a step, but while this one stands before a [`Op::Block`]. Sections nest.
    AtomicBegin,
    /// Ends the innermost atomic section.
    AtomicEnd,
    /// All that happened before a [`Op::Release`] of the same address happens before this; changes no state.
    Acquire(TermId),
    /// See [`Op::Acquire`].
    Release(TermId),
    /// Ends the thread. The run ends with status 0 when the last thread does.
    EndThread,
    /// Something not modelled happens here: nothing can be proved beyond, and no run is trusted beyond. Since it may do anything, it may
    /// also call every procedure whose address is taken.
    Unsupported(std::sync::Arc<str>),
}

/// Where an arbitrary value comes from.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Input {
    /// `__VERIFIER_nondet_…` (the name).
    Nondet(std::sync::Arc<str>),
    /// An uninitialised variable (its name).
    Uninitialised(std::sync::Arc<str>),
    /// The result of a function without body (its name).
    External(std::sync::Arc<str>),
    /// A parameter or global at the entry (its name).
    Entry(std::sync::Arc<str>),
    /// An output of inline assembly.
    Assembly,
    /// A byte of standard input, or −1 at its end.
    Stdin,
}

/// What a check is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum CheckKind {
    /// `assert`, `__builtin_trap`, …
    Assertion,
    /// A call of `reach_error` or `__VERIFIER_error`.
    ErrorCall,
    /// Null pointer dereferenced.
    NullDereference,
    /// Pointer to no object, to code, or write to read-only memory.
    InvalidPointer,
    /// Access outside the object, or pointer arithmetic far outside.
    Bounds,
    /// Access to a freed object or to a local whose life has ended.
    UseAfterFree,
    /// Freed twice.
    DoubleFree,
    /// Freed pointer is not the start of a heap object.
    InvalidFree,
    /// Heap object lost. The condition "no heap object is live" suffices; the machine decides by reachability.
    Leak,
    /// Division by zero.
    DivisionByZero,
    /// Signed overflow.
    SignedOverflow,
    /// Shift amount negative or too large.
    ShiftRange,
    /// `__builtin_unreachable` reached, or the end of a noreturn function.
    Unreachable,
    /// Call through a pointer that is no such function.
    InvalidCall,
    /// A rule about the use of functions is broken.
    Rule,
    /// Two threads access the same memory, one of them writes, and nothing orders the accesses. The check stands where the
    /// program starts, with a condition that holds: only who knows of threads can answer it.
    DataRace,
    /// A function is called without what it requires, or does not keep what it ensures.
    Contract,
    /// All threads wait, each for something that only another could bring about.
    Deadlock,
    /// Every run ends. No operation stands for it: only who knows of runs without an end can answer it.
    Termination,
}

impl CheckKind {
    /// All kinds.
    pub const ALL: [CheckKind; 19] = [
        CheckKind::Assertion,
        CheckKind::ErrorCall,
        CheckKind::NullDereference,
        CheckKind::InvalidPointer,
        CheckKind::Bounds,
        CheckKind::UseAfterFree,
        CheckKind::DoubleFree,
        CheckKind::InvalidFree,
        CheckKind::Leak,
        CheckKind::DivisionByZero,
        CheckKind::SignedOverflow,
        CheckKind::ShiftRange,
        CheckKind::Unreachable,
        CheckKind::InvalidCall,
        CheckKind::Rule,
        CheckKind::Contract,
        CheckKind::DataRace,
        CheckKind::Deadlock,
        CheckKind::Termination,
    ];

    /// What people call an assertion: one that is written as a condition, or as a call that must not happen.
    pub fn is_assertion(self) -> bool {
        matches!(self, CheckKind::Assertion | CheckKind::ErrorCall)
    }

    /// Does such a check guard undefined behaviour, beyond which a run has no meaning?
    pub fn guards_undefined(self) -> bool {
        use CheckKind as Kind;
        match self {
            Kind::NullDereference
            | Kind::InvalidPointer
            | Kind::Bounds
            | Kind::UseAfterFree
            | Kind::DoubleFree
            | Kind::InvalidFree
            | Kind::InvalidCall
            | Kind::DivisionByZero
            | Kind::Unreachable => true,
            Kind::Assertion
            | Kind::ErrorCall
            | Kind::Rule
            | Kind::Contract
            | Kind::Leak
            | Kind::SignedOverflow
            | Kind::ShiftRange
            | Kind::Deadlock
            | Kind::DataRace
            | Kind::Termination => false,
        }
    }

    /// Does a run that fails such a check go on if nobody asks about it? What overflows or is shifted too far has a value.
    pub fn may_be_passed(self) -> bool {
        use CheckKind::{Contract, DataRace, Deadlock, Leak, ShiftRange, SignedOverflow, Termination};
        matches!(self, SignedOverflow | ShiftRange | Leak | DataRace | Deadlock | Termination | Contract)
    }

    /// The name in output and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            CheckKind::Assertion => "assertion",
            CheckKind::ErrorCall => "error-call",
            CheckKind::NullDereference => "null-dereference",
            CheckKind::InvalidPointer => "invalid-pointer",
            CheckKind::Bounds => "bounds",
            CheckKind::UseAfterFree => "use-after-free",
            CheckKind::DoubleFree => "double-free",
            CheckKind::InvalidFree => "invalid-free",
            CheckKind::Leak => "leak",
            CheckKind::DivisionByZero => "division-by-zero",
            CheckKind::SignedOverflow => "signed-overflow",
            CheckKind::ShiftRange => "shift-range",
            CheckKind::Unreachable => "unreachable",
            CheckKind::InvalidCall => "invalid-call",
            CheckKind::Rule => "rule",
            CheckKind::Contract => "contract",
            CheckKind::DataRace => "data-race",
            CheckKind::Deadlock => "deadlock",
            CheckKind::Termination => "termination",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<CheckKind> {
        CheckKind::ALL.into_iter().find(|k| k.name() == name)
    }
}

/// A check.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckData {
    /// Kind.
    pub kind: CheckKind,
    /// What is checked, in words of the source ("assertion `x > 0`", "index of `a`"); equal texts are shared.
    pub message: std::sync::Arc<str>,
    /// The procedure it stands in.
    pub proc: ProcId,
    /// Where.
    pub span: Span,
    /// The access it guards: address and number of bytes. Checks of one access stand in a row and share it.
    pub access: Option<(TermId, u32)>,
}

impl Proc {
    /// Is it a library model or made for the start of a run, and so no place of the program's text?
    pub fn is_library(&self) -> bool {
        match self.origin {
            ProcOrigin::Library | ProcOrigin::Start => true,
            ProcOrigin::User | ProcOrigin::Rule { .. } => false,
        }
    }

    /// The edges out of a location.
    pub fn successors(&self, loc: LocId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        let range = self.out[loc.index()]..self.out[loc.index() + 1];
        range.map(|e| (EdgeId(e), &self.edges[e as usize]))
    }

    /// By location: the edges into it.
    pub fn predecessors(&self) -> Vec<Vec<EdgeId>> {
        let mut into = vec![Vec::new(); self.locs as usize];
        for (i, e) in self.edges.iter().enumerate() {
            into[e.to.index()].push(EdgeId(i as u32));
        }
        into
    }

    /// Sorts the edges by source and rebuilds the index. Call after changing `edges`.
    pub fn index_edges(&mut self) {
        self.edges.sort_by_key(|e| e.from);
        self.out = vec![0; self.locs as usize + 1];
        for e in &self.edges {
            self.out[e.from.index() + 1] += 1;
        }
        for l in 0..self.locs as usize {
            self.out[l + 1] += self.out[l];
        }
    }
}

impl Program {
    /// Declares a variable.
    pub fn new_var(
        &mut self,
        name: &str,
        sort: maymust_term::Sort,
        kind: VarKind,
        reading: impl Into<Reading>,
        span: Span,
    ) -> VarId {
        let var = self.terms.declare(name, sort);
        debug_assert_eq!(
            var.index(),
            self.vars.len(),
            "program variables are the first symbols of the arena"
        );
        self.vars.push(VarData { name: name.to_owned(), kind, reading: reading.into(), span });
        var
    }

    /// Declares a variable under a name that is not taken: `name`, else `name#2`, `name#3` and so on.
    pub fn fresh_var(
        &mut self,
        name: &str,
        sort: maymust_term::Sort,
        kind: VarKind,
        reading: impl Into<Reading>,
        span: Span,
    ) -> VarId {
        let mut unique = name.to_owned();
        let mut n = 1;
        while self.terms.lookup(&unique).is_some() {
            n += 1;
            unique = format!("{name}#{n}");
        }
        self.new_var(&unique, sort, kind, reading, span)
    }

    /// A variable's data.
    pub fn var(&self, var: VarId) -> &VarData {
        &self.vars[var.index()]
    }

    /// The check of the lowered program that a check is, or is a copy of.
    pub fn original_check(&self, check: CheckId) -> CheckId {
        self.copied_checks.get(&check).copied().unwrap_or(check)
    }

    /// A procedure.
    pub fn proc(&self, proc: ProcId) -> &Proc {
        &self.procs[proc.index()]
    }

    /// The name of a procedure for people: a wrapper is called what it wraps.
    pub fn shown_name(&self, proc: ProcId) -> &str {
        match self.proc(proc).origin {
            ProcOrigin::Rule { watched: Some(watched) } => &self.proc(watched).name,
            _ => &self.proc(proc).name,
        }
    }

    /// The procedure of a name.
    pub fn find_proc(&self, name: &str) -> Option<ProcId> {
        self.procs.iter().position(|p| p.name == name).map(|i| ProcId(i as u32))
    }
}
