//! Where variables and constants live: slots of frames, slots of globals, memory.

use maymust_program::{Cell, ProcId, Program, VarId, VarKind};
use maymust_term::{FloatFormat, Op, Sort, TermId};
use rustc_hash::FxHashMap;

/// How a value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rep {
    /// One register.
    One,
    /// Two registers.
    Two,
    /// A big value.
    Big,
}

/// Where a value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) rep: Rep,
    pub(crate) index: u32,
}

/// How values of a sort are kept.
pub(crate) fn rep_of(sort: Sort) -> Rep {
    let by_width = |w: u32| match w {
        0..=64 => Rep::One,
        65..=128 => Rep::Two,
        _ => Rep::Big,
    };
    match sort {
        Sort::Bool => Rep::One,
        Sort::BitVec(w) => by_width(w),
        Sort::Float(FloatFormat { exp, sig }) => by_width(exp + sig),
        _ => Rep::Big,
    }
}

/// How a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// In the frames of its procedure.
    Frame(ProcId, Place),
    /// Among the globals.
    Global(Place),
    /// The byte memory or a region of bytes.
    Bytes,
    /// A region of cells of so many bits.
    Cells(u32),
    /// One cell at an address.
    Scalar(u32, u64),
    /// The array of sizes.
    Size,
    /// The array of states.
    State,
    /// The number of the next object.
    Next,
    /// Not a variable of the program.
    Unknown,
}

/// Frame slots of a procedure.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameLayout {
    /// Registers of variables.
    pub(crate) var_regs: u32,
    /// Big values of variables.
    pub(crate) var_bigs: u32,
    /// Constants, in registers after those of the variables.
    pub(crate) consts: Vec<u64>,
    /// Where a constant is.
    pub(crate) const_place: FxHashMap<TermId, Place>,
}

/// The homes of all variables.
#[derive(Debug)]
pub(crate) struct Homes {
    homes: Vec<Home>,
    /// Registers and big values of globals.
    pub(crate) global_regs: u32,
    pub(crate) global_bigs: u32,
    /// Registers and big values per procedure.
    frame_sizes: Vec<(u32, u32)>,
    /// What is known of the checks of accesses.
    pub(crate) shapes: std::sync::Mutex<crate::access::Shapes>,
}

fn take(sort: Sort, regs: &mut u32, bigs: &mut u32) -> Place {
    let rep = rep_of(sort);
    let counter = if rep == Rep::Big { bigs } else { regs };
    let index = *counter;
    *counter += if rep == Rep::Two { 2 } else { 1 };
    Place { rep, index }
}

impl Homes {
    pub(crate) fn new(program: &Program) -> Homes {
        let homes = vec![Home::Unknown; program.vars.len()];
        let mut all = Homes {
            homes,
            global_regs: 0,
            global_bigs: 0,
            frame_sizes: Vec::new(),
            shapes: Default::default(),
        };
        for (i, data) in program.vars.iter().enumerate() {
            if matches!(data.kind, VarKind::Global | VarKind::ThreadLocal) {
                let sort = program.terms.symbol_sort(VarId::from_index(i));
                all.homes[i] = Home::Global(take(sort, &mut all.global_regs, &mut all.global_bigs));
            }
        }
        for (i, proc) in program.procs.iter().enumerate() {
            let (mut regs, mut bigs) = (0, 0);
            for &var in proc.params.iter().chain(&proc.result).chain(&proc.locals) {
                let place = take(program.terms.symbol_sort(var), &mut regs, &mut bigs);
                all.set(var, Home::Frame(ProcId(i as u32), place));
            }
            all.frame_sizes.push((regs, bigs));
        }
        all.place_memory(program);
        all
    }

    fn set(&mut self, var: VarId, home: Home) {
        if let Some(slot) = self.homes.get_mut(var.index()) {
            *slot = home;
        }
    }

    fn place_memory(&mut self, program: &Program) {
        let memory = &program.memory;
        let plain = [
            (memory.bytes, Home::Bytes),
            (memory.size, Home::Size),
            (memory.state, Home::State),
            (memory.next, Home::Next),
        ];
        for (var, home) in plain {
            if let Some(var) = var {
                self.set(var, home);
            }
        }
        for region in &memory.regions {
            let home = match region.cell {
                Cell::Bytes => Home::Bytes,
                Cell::Cells { bits } => Home::Cells(bits),
                Cell::Scalar { bits, address } => Home::Scalar(bits, address),
            };
            self.set(region.var, home);
        }
    }

    /// The home of a variable.
    pub(crate) fn of(&self, var: VarId) -> Home {
        self.homes.get(var.index()).copied().unwrap_or(Home::Unknown)
    }

    /// The frame slots of a procedure: its variables, and the constants among these terms. Also the sums.
    pub(crate) fn frame(
        &self,
        program: &Program,
        proc: ProcId,
        roots: &[TermId],
    ) -> (FrameLayout, Sums, Loads) {
        let (var_regs, var_bigs) = self.frame_sizes[proc.index()];
        let mut layout = FrameLayout { var_regs, var_bigs, ..FrameLayout::default() };
        let (sums, loads) = Self::survey(program, roots, &mut layout);
        (layout, sums, loads)
    }

    /// Registers and big values of a procedure's variables.
    pub(crate) fn frame_size(&self, proc: ProcId) -> (u32, u32) {
        self.frame_sizes[proc.index()]
    }
}

/// More constants than this are made where they are used.
const MAX_CONSTS: usize = 96;

/// Sums, differences and products by operator and operands.
pub(crate) type Sums = FxHashMap<(Op, TermId, TermId), TermId>;

/// Loads from the byte memory by address and bytes.
pub(crate) type Loads = FxHashMap<(TermId, u32), TermId>;

impl Homes {
    fn survey(program: &Program, roots: &[TermId], layout: &mut FrameLayout) -> (Sums, Loads) {
        let terms = &program.terms;
        let (mut sums, mut loads) = (Sums::default(), Loads::default());
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<TermId> = roots.iter().rev().copied().collect();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            if layout.consts.len() < MAX_CONSTS
                && let Some(words) = constant_words(program, t)
            {
                let index = layout.var_regs + layout.consts.len() as u32;
                let rep = if words.len() == 1 { Rep::One } else { Rep::Two };
                layout.const_place.insert(t, Place { rep, index });
                layout.consts.extend(words);
            }
            let args = terms.args(t);
            if let (Op::BvAdd | Op::BvSub | Op::BvMul, [a, b]) = (terms.op(t), args) {
                sums.insert((terms.op(t), *a, *b), t);
            }
            // Only where there is one byte memory does the address alone name the load.
            if let (Op::Load { bytes }, Some(memory)) = (terms.op(t), program.memory.bytes)
                && terms.as_var(args[0]) == Some(memory)
            {
                loads.insert((args[1], bytes), t);
            }
            stack.extend(args.iter().rev());
        }
        (sums, loads)
    }
}

/// The registers of a constant of up to 128 bits.
pub(crate) fn constant_words(program: &Program, t: TermId) -> Option<Vec<u64>> {
    let terms = &program.terms;
    if let Some(b) = terms.as_bool(t) {
        return Some(vec![u64::from(b)]);
    }
    let bits = terms.as_bv(t).or_else(|| terms.as_float(t).map(|f| f.bits()))?;
    let value = bits.to_u128().filter(|_| bits.width() <= 128)?;
    if bits.width() <= 64 { Some(vec![value as u64]) } else { Some(vec![value as u64, (value >> 64) as u64]) }
}
