//! The arena: symbols, constants, and hash-consed nodes.
//!
//! A node has its operator, sort and up to three arguments inline; longer argument lists lie in
//! one flat vector. Each node carries a 128-bit structural hash that depends on symbol names and
//! structure alone. The same hash orders the arguments of commutative operators, so the
//! canonical form of a term does not depend on the arena or the order of construction.

use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::hash::{self, StableHash};
use crate::index::{Index, Key, Slot};
use crate::known::KnownBits;
use crate::op::{ConstId, Op, Symbol, TermId};
use crate::sort::{ArraySort, FloatFormat, Sort};
use crate::table::Table;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An arena of terms. See the crate documentation.
#[derive(Clone)]
pub struct Terms {
    nodes: Vec<Node>,
    long_args: Vec<TermId>,
    index: Index,
    symbols: Vec<SymbolData>,
    symbol_by_name: FxHashMap<Arc<str>, Symbol>,
    /// Symbols that could not have the name they were declared with.
    renamed: FxHashMap<(Arc<str>, Sort), Symbol>,
    array_sorts: Vec<(Sort, Sort)>,
    constants: Vec<Constant>,
    /// By a hash of width and value; most constants are asked for again and again.
    recent: Vec<Recent>,
    /// How deep constructors are inside each other: bounds rules that push inwards.
    pub(crate) depth: u32,
    /// Apply no rules.
    pub(crate) plain: bool,
}

#[derive(Clone)]
struct SymbolData {
    name: Arc<str>,
    sort: Sort,
    term: Option<TermId>,
    renamed: bool,
}

const INLINE: usize = 3;

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: Sort,
    /// The arguments, or the start of them in `long_args`.
    args: [TermId; INLINE],
    n_args: u32,
    hash: StableHash,
    known: KnownBits,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Bv(BvValue),
    Float(FloatValue),
    Int(BigInt),
    Table(Sort, Table),
}

/// A bit-vector constant that was asked for lately.
#[derive(Clone, Copy)]
struct Recent {
    width: u32,
    term: TermId,
    value: u64,
}

/// So many are remembered.
const RECENT: usize = 256;

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// An empty arena (it has the two truth values).
    pub fn new() -> Self {
        let mut terms = Self {
            nodes: Vec::new(),
            long_args: Vec::new(),
            index: Index::default(),
            symbols: Vec::new(),
            symbol_by_name: FxHashMap::default(),
            renamed: FxHashMap::default(),
            array_sorts: Vec::new(),
            constants: Vec::new(),
            recent: vec![Recent { width: 0, term: TermId(0), value: 0 }; RECENT],
            depth: 0,
            plain: false,
        };
        terms.intern(Op::BoolConst(false), Sort::Bool, &[]);
        terms.intern(Op::BoolConst(true), Sort::Bool, &[]);
        terms
    }

    /// An empty arena whose constructors check sorts and share, but simplify nothing: terms stay
    /// as written. For tests of the rules, and to measure what they gain.
    pub fn without_rules() -> Self {
        Self { plain: true, ..Self::new() }
    }

    /// Makes room for so many more terms: an arena that grows step by step is copied at each.
    pub fn reserve(&mut self, terms: usize) {
        self.nodes.reserve(terms);
        self.index.reserve(terms);
    }

    /// How many terms there are; ids are below this.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there are always the truth values.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    // --- sorts -------------------------------------------------------------------------------

    /// The sort of arrays from `index` to `element`.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        let found = self.array_sorts.iter().position(|p| *p == (index, element));
        let at = found.unwrap_or_else(|| {
            self.array_sorts.push((index, element));
            self.array_sorts.len() - 1
        });
        Sort::Array(ArraySort(at as u32))
    }

    /// Index and element sort of an array sort.
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match sort {
            Sort::Array(ArraySort(i)) => self.array_sorts.get(i as usize).copied(),
            _ => None,
        }
    }

    /// The sort of this arena that equals a sort of another one.
    pub fn import_sort(&mut self, other: &Terms, sort: Sort) -> Sort {
        // Array sorts nest as deep as the user wrote them; parts were interned before.
        match other.array_parts(sort) {
            None => sort,
            Some((i, e)) => {
                let (i, e) = (self.import_sort(other, i), self.import_sort(other, e));
                self.array_sort(i, e)
            }
        }
    }

    // --- symbols -----------------------------------------------------------------------------

    /// Declares a symbol, or finds it if it was declared with this name and sort. A name that
    /// is taken by another sort gets a symbol whose own name has a suffix `!n`.
    pub fn declare(&mut self, name: &str, sort: Sort) -> Symbol {
        if let Some(&s) = self.symbol_by_name.get(name)
            && self.symbols[s.index()].sort == sort
            && !self.symbols[s.index()].renamed
        {
            return s;
        }
        let key: (Arc<str>, Sort) = (name.into(), sort);
        if let Some(&s) = self.renamed.get(&key) {
            return s;
        }
        let mut unique = key.0.clone();
        let mut n = 0;
        while self.symbol_by_name.contains_key(&unique) {
            n += 1;
            unique = format!("{name}!{n}").into();
        }
        let symbol = Symbol::from_index(self.symbols.len());
        if n > 0 {
            self.renamed.insert(key, symbol);
        }
        self.symbol_by_name.insert(unique.clone(), symbol);
        self.symbols.push(SymbolData { name: unique, sort, term: None, renamed: n > 0 });
        symbol
    }

    /// A new symbol, whose name starts with `hint` and is not taken.
    pub fn fresh(&mut self, hint: &str, sort: Sort) -> Symbol {
        let mut n = self.symbols.len();
        while self.symbol_by_name.contains_key(format!("{hint}!{n}").as_str()) {
            n += 1;
        }
        self.declare(&format!("{hint}!{n}"), sort)
    }

    /// Finds a declared symbol.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.symbol_by_name.get(name).copied()
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// The sort of a symbol.
    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.index()].sort
    }

    /// How many symbols there are.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The term of a symbol.
    pub fn var(&mut self, symbol: Symbol) -> TermId {
        let data = &self.symbols[symbol.index()];
        if let Some(t) = data.term {
            return t;
        }
        let t = self.intern(Op::Var(symbol), data.sort, &[]);
        self.symbols[symbol.index()].term = Some(t);
        t
    }

    /// Declares a symbol and gives its term.
    pub fn declare_var(&mut self, name: &str, sort: Sort) -> TermId {
        let s = self.declare(name, sort);
        self.var(s)
    }

    // --- nodes -------------------------------------------------------------------------------

    /// The operator.
    pub fn op(&self, t: TermId) -> Op {
        self.nodes[t.index()].op
    }

    /// The sort.
    pub fn sort(&self, t: TermId) -> Sort {
        self.nodes[t.index()].sort
    }

    /// The arguments.
    pub fn args(&self, t: TermId) -> &[TermId] {
        let node = &self.nodes[t.index()];
        let n = node.n_args as usize;
        if n <= INLINE {
            &node.args[..n]
        } else {
            let start = node.args[0].index();
            &self.long_args[start..start + n]
        }
    }

    /// Argument `i`.
    pub fn arg(&self, t: TermId, i: usize) -> TermId {
        self.args(t)[i]
    }

    /// The bit-vector width; panics on another sort.
    pub fn width(&self, t: TermId) -> u32 {
        match self.sort(t) {
            Sort::BitVec(w) => w,
            s => panic!("{t} is of sort {s:?}, not a bit-vector"),
        }
    }

    /// The bits known of a bit-vector of at most 64 bits.
    pub fn known_bits(&self, t: TermId) -> KnownBits {
        self.nodes[t.index()].known
    }

    /// A structural hash that is the same in every run and arena: symbols count by name and
    /// sort, arguments of commutative operators in any order.
    pub fn stable_hash(&self, t: TermId) -> u128 {
        self.nodes[t.index()].hash.to_u128()
    }

    pub(crate) fn hash_of(&self, t: TermId) -> StableHash {
        self.nodes[t.index()].hash
    }

    pub(crate) fn hash_of_sort(&self, sort: Sort) -> u128 {
        let mut h = hash::Mixer::new(17);
        let mut todo: smallvec::SmallVec<[Sort; 4]> = smallvec::smallvec![sort];
        while let Some(s) = todo.pop() {
            match s {
                Sort::Bool => h.word(1),
                Sort::Int => h.word(2),
                Sort::BitVec(w) => h.word(3 | (w as u64) << 8),
                Sort::Float(FloatFormat { exp, sig }) => {
                    h.word(4 | (exp as u64) << 8 | (sig as u64) << 24);
                }
                Sort::Array(ArraySort(i)) => {
                    h.word(5);
                    let (i, e) = self.array_sorts[i as usize];
                    todo.extend([e, i]);
                }
            }
        }
        h.finish().to_u128()
    }

    /// Is `a` before `b` in the canonical order of arguments? Constants come last.
    pub(crate) fn in_order(&self, a: TermId, b: TermId) -> bool {
        self.order_key(a) <= self.order_key(b)
    }

    pub(crate) fn order_key(&self, t: TermId) -> (bool, StableHash, TermId) {
        let node = &self.nodes[t.index()];
        (node.op.is_const(), node.hash, t)
    }

    /// The node with these parts, as it is: no rule, no check, no reordering.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let known = KnownBits::of_node(self, op, sort, args);
        self.intern_known(op, sort, args, known)
    }

    /// The same, if the known bits were computed already.
    pub(crate) fn intern_known(&mut self, op: Op, sort: Sort, args: &[TermId], known: KnownBits) -> TermId {
        let key = match args {
            [] => Key::of_leaf(self.hash_node(op, sort, args)),
            _ => Key::of_application(hash::tag(op), args),
        };
        let found = self.probe(key, |terms, t| {
            let node = &terms.nodes[t.index()];
            node.op == op && node.sort == sort && terms.args(t) == args
        });
        match found {
            Ok(t) => t,
            Err(slot) => {
                let hash = self.hash_node(op, sort, args);
                self.push_node((slot, key), op, sort, args, hash, known)
            }
        }
    }

    fn hash_node(&self, op: Op, sort: Sort, args: &[TermId]) -> StableHash {
        match op {
            Op::Var(s) => {
                let data = &self.symbols[s.index()];
                hash::of_symbol(&data.name, self.hash_of_sort(sort))
            }
            Op::ConstArray(_) => {
                let sort = self.hash_of_sort(sort) as u64;
                hash::of_application(hash::tag(op) ^ sort, args.iter().map(|a| self.hash_of(*a)))
            }
            _ => hash::of_application(hash::tag(op), args.iter().map(|a| self.hash_of(*a))),
        }
    }

    /// The term with this key that `same` accepts, or the slot for a new one.
    fn probe(&self, key: Key, same: impl Fn(&Self, TermId) -> bool) -> Result<TermId, Slot> {
        self.index.find(key, |t| same(self, t))
    }

    fn push_node(
        &mut self,
        (slot, key): (Slot, Key),
        op: Op,
        sort: Sort,
        args: &[TermId],
        hash: StableHash,
        known: KnownBits,
    ) -> TermId {
        let t = TermId::from_index(self.nodes.len());
        assert!(t.0 < u32::MAX, "more than 2^32 terms");
        let mut inline = [TermId(0); INLINE];
        if args.len() <= INLINE {
            inline[..args.len()].copy_from_slice(args);
        } else {
            inline[0] = TermId::from_index(self.long_args.len());
            self.long_args.extend_from_slice(args);
        }
        let n_args = args.len() as u32;
        self.nodes.push(Node { op, sort, args: inline, n_args, hash, known });
        self.index.insert(slot, key, t);
        t
    }

    // --- constants ---------------------------------------------------------------------------

    /// False.
    pub fn fls(&self) -> TermId {
        TermId(0)
    }

    /// True.
    pub fn tru(&self) -> TermId {
        TermId(1)
    }

    /// A truth value.
    pub fn bool(&self, b: bool) -> TermId {
        TermId(b as u32)
    }

    /// The low `width` bits of `v`.
    pub fn bv(&mut self, width: u32, v: u64) -> TermId {
        let at = (v ^ u64::from(width)).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 40;
        let recent = self.recent[at % RECENT];
        if recent.value == v && recent.width == width {
            return recent.term;
        }
        let term = self.constant(Constant::Bv(BvValue::from_u64(width, v)));
        self.recent[at % RECENT] = Recent { width, term, value: v };
        term
    }

    /// `v` in two's complement.
    pub fn bv_i64(&mut self, width: u32, v: i64) -> TermId {
        if width <= 64 { self.bv(width, v as u64) } else { self.bv_value(BvValue::from_i64(width, v)) }
    }

    /// The low `width` bits of `v`.
    pub fn bv_u128(&mut self, width: u32, v: u128) -> TermId {
        self.bv_value(BvValue::new(width, v))
    }

    /// A bit-vector constant.
    pub fn bv_value(&mut self, v: BvValue) -> TermId {
        self.constant(Constant::Bv(v))
    }

    /// A float constant.
    pub fn fp_value(&mut self, v: FloatValue) -> TermId {
        self.constant(Constant::Float(v))
    }

    /// An integer constant.
    pub fn int(&mut self, v: impl Into<BigInt>) -> TermId {
        self.constant(Constant::Int(v.into()))
    }

    pub(crate) fn constant(&mut self, c: Constant) -> TermId {
        let sort = match &c {
            Constant::Bv(v) => Sort::BitVec(v.width()),
            Constant::Float(v) => Sort::Float(v.format()),
            Constant::Int(_) => Sort::Int,
            Constant::Table(sort, _) => *sort,
        };
        let hash = hash::of_constant(self, &c);
        let key = Key::of_leaf(hash);
        let found = self.probe(key, |terms, t| match terms.op(t) {
            Op::BvConst(i) | Op::FloatConst(i) | Op::IntConst(i) | Op::Table(i) => {
                terms.constants[i.0 as usize] == c
            }
            _ => false,
        });
        let slot = match found {
            Ok(t) => return t,
            Err(slot) => slot,
        };
        let id = ConstId(u32::try_from(self.constants.len()).expect("more than 2^32 constants"));
        let op = match &c {
            Constant::Bv(_) => Op::BvConst(id),
            Constant::Float(_) => Op::FloatConst(id),
            Constant::Int(_) => Op::IntConst(id),
            Constant::Table(..) => Op::Table(id),
        };
        self.constants.push(c);
        let known = KnownBits::of_node(self, op, sort, &[]);
        self.push_node((slot, key), op, sort, &[], hash, known)
    }

    // --- queries -----------------------------------------------------------------------------

    /// The truth value of a constant.
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match t.0 {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    pub fn as_bv(&self, t: TermId) -> Option<&BvValue> {
        match self.op(t) {
            Op::BvConst(c) => match &self.constants[c.0 as usize] {
                Constant::Bv(v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    pub(crate) fn small_constant(&self, c: ConstId) -> u64 {
        match &self.constants[c.0 as usize] {
            Constant::Bv(v) => v.to_u64().unwrap_or(0),
            _ => 0,
        }
    }

    /// The number of a bit-vector constant of at most 64 bits.
    pub fn as_u64(&self, t: TermId) -> Option<u64> {
        self.as_bv(t).filter(|v| v.width() <= 64).and_then(BvValue::to_u64)
    }

    /// The signed number of a bit-vector constant of at most 64 bits.
    pub fn as_i64(&self, t: TermId) -> Option<i64> {
        self.as_bv(t).filter(|v| v.width() <= 64).and_then(BvValue::to_i64)
    }

    /// The value of a float constant.
    pub fn as_float(&self, t: TermId) -> Option<&FloatValue> {
        match self.op(t) {
            Op::FloatConst(c) => match &self.constants[c.0 as usize] {
                Constant::Float(v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub fn as_int(&self, t: TermId) -> Option<&BigInt> {
        match self.op(t) {
            Op::IntConst(c) => match &self.constants[c.0 as usize] {
                Constant::Int(v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    /// The contents of an array literal.
    pub fn as_table(&self, t: TermId) -> Option<&Table> {
        match self.op(t) {
            Op::Table(c) => match &self.constants[c.0 as usize] {
                Constant::Table(_, v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    /// The symbol of a variable term.
    pub fn as_var(&self, t: TermId) -> Option<Symbol> {
        match self.op(t) {
            Op::Var(s) => Some(s),
            _ => None,
        }
    }

    /// Is it a constant (array literals included)?
    pub fn is_const(&self, t: TermId) -> bool {
        self.op(t).is_const()
    }
}

/// Arenas are long: their sizes say enough.
impl std::fmt::Debug for Terms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Terms({} terms, {} symbols)", self.len(), self.symbol_count())
    }
}
