//! Arrays by lemmas on demand.
//!
//! To the SAT solver a read is free bits. When it finds an assignment, reads are sent through
//! the arrays they read from: past stores at other addresses, into the chosen branch of an `ite`,
//! across equalities that hold. Where two meet at one cell with different values, or one meets
//! the store, literal or constant it must agree with, the clause that forbids it is added and the
//! search goes on. Each lemma holds in the theory whatever is asserted. Only reads that the
//! assignment rests on are looked at: see [`relevant`].
//!
//! A wide access travels as one as long as it can, and is taken apart into cells where it partly
//! overlaps a store. With equalities of arrays all accesses are cells from the start, every array
//! remembers its cells, and a false equality has an index where the sides differ.

mod model;
mod path;
mod range;
mod relevant;
mod run;

use self::run::{Run, Wrong};
use crate::bitblast::circuits::{self, Word};
use crate::bitblast::{Blaster, bits_of};
use crate::cnf::Instance;
use crate::gate::{Graph, Lit};
use maymust_term::{Op, Sort, Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// More wrong guesses than this at one read of a literal, and the whole table is encoded.
const GUESSES: u32 = 8;
/// The longest table that is encoded as a whole.
const LONGEST_TABLE: usize = 1 << 13;

/// A read (or the cell that a store writes) of one or more neighbouring cells.
#[derive(Clone)]
struct Access {
    /// Where it starts; nowhere, if it is a part that travels for its whole.
    array: Option<TermId>,
    index: Word,
    value: Word,
    cells: u32,
}

impl Access {
    fn cell(&self, i: u32) -> &[Lit] {
        self.cell_of(&self.value, i)
    }

    /// A cell of another value at the same place.
    fn cell_of<'v>(&self, value: &'v [Lit], i: u32) -> &'v [Lit] {
        let width = value.len() / self.cells as usize;
        &value[i as usize * width..(i as usize + 1) * width]
    }
}

/// Why an access goes from one array to the next.
#[derive(Clone, Copy)]
enum Step {
    /// It starts here, or is the same as its parent.
    Same,
    /// It is this cell of its parent.
    Part(u32),
    /// It misses the store, fill or copy.
    Misses(TermId),
    /// The literal holds.
    Holds(Lit),
}

/// An access that has come to an array.
struct Visit {
    access: usize,
    array: TermId,
    parent: Option<usize>,
    step: Step,
}

/// The arrays of one instance of the SAT solver.
#[derive(Default)]
pub struct Arrays {
    seen: FxHashSet<TermId>,
    accesses: Vec<Access>,
    /// The accesses of terms.
    reads: FxHashMap<TermId, usize>,
    /// Cells written by stores; they matter only with equalities.
    written: Vec<Access>,
    parents: FxHashMap<TermId, Vec<TermId>>,
    equalities: Vec<TermId>,
    with_witness: FxHashSet<TermId>,
    parts: FxHashMap<(usize, u32), usize>,
    /// Reads by array, index and cells.
    known: FxHashMap<(TermId, Word, u32), usize>,
    /// Lemmas about pieces of ways.
    pieces: FxHashSet<Vec<Lit>>,
    /// Writes at constant places on top of an array, …
    runs: FxHashMap<TermId, Option<Rc<Run>>>,
    /// … and how many pieces these have.
    n_pieces: usize,
    /// The literals of: an index and the cells from there are not among these places.
    outside: FxHashMap<(TermId, Word, u32), Lit>,
    /// Wrong guesses at constants of a run, by index.
    wrong: FxHashMap<(TermId, Word), Wrong>,
    guesses: FxHashMap<(usize, TermId), u32>,
    /// Accesses at the index in the source of a copy.
    moved: FxHashMap<(usize, TermId), usize>,
    has_ranges: bool,
    vars: Vec<TermId>,
    arrays: Vec<TermId>,
}

/// What the arrays say to an assignment.
pub enum Verdict {
    /// It fits; the values of array symbols.
    Fits(Vec<(Symbol, Value)>),
    /// It does not; this many lemmas were added.
    Lemmas(usize),
    /// There is too much to look at.
    GaveUp,
}

impl Arrays {
    /// Are there any reads or equalities?
    pub fn is_empty(&self) -> bool {
        self.accesses.is_empty() && self.equalities.is_empty()
    }

    /// Takes up the arrays in new roots, and encodes all bits that must be looked at.
    pub fn take_up(&mut self, terms: &Terms, blaster: &Blaster, instance: &mut Instance, roots: &[TermId]) {
        let mut todo: Vec<TermId> = roots.to_vec();
        while let Some(t) = todo.pop() {
            if self.seen.insert(t) {
                todo.extend(terms.args(t));
                self.take_term(terms, blaster, instance, t);
            }
        }
    }

    fn take_term(&mut self, terms: &Terms, blaster: &Blaster, instance: &mut Instance, t: TermId) {
        let word = |i: usize| blaster.word(terms, terms.arg(t, i)).to_vec();
        let is_array = terms.sort(t).is_array();
        if is_array {
            self.arrays.push(t);
        }
        let mut used: Vec<Word> = Vec::new();
        match terms.op(t) {
            Op::Select | Op::Load { .. } => {
                let cells = if let Op::Load { bytes } = terms.op(t) { bytes } else { 1 };
                let (index, value) = (word(1), blaster.word(terms, t).to_vec());
                used.extend([index.clone(), value.clone()]);
                self.reads.insert(t, self.accesses.len());
                self.known.insert((terms.arg(t, 0), index.clone(), cells), self.accesses.len());
                self.accesses.push(Access { array: Some(terms.arg(t, 0)), index, value, cells });
            }
            Op::Store | Op::StoreWide { .. } => {
                let cells = if let Op::StoreWide { bytes } = terms.op(t) { bytes } else { 1 };
                used.extend([word(1), word(2)]);
                let (index, value) = (word(1), word(2));
                self.written.push(Access { array: Some(t), index, value, cells });
                self.parents.entry(terms.arg(t, 0)).or_default().push(t);
            }
            Op::Ite if is_array => {
                used.push(word(0));
                for i in [1, 2] {
                    self.parents.entry(terms.arg(t, i)).or_default().push(t);
                }
            }
            Op::Fill => {
                self.has_ranges = true;
                used.extend([word(1), word(2), word(3)]);
                self.parents.entry(terms.arg(t, 0)).or_default().push(t);
            }
            Op::Copy => {
                self.has_ranges = true;
                used.extend([word(1), word(2), word(4)]);
                self.parents.entry(terms.arg(t, 0)).or_default().push(t);
            }
            Op::ConstArray(_) => used.push(word(0)),
            Op::Eq if terms.sort(terms.arg(t, 0)).is_array() => {
                used.push(vec![blaster.lit(terms, t)]);
                self.equalities.push(t);
                for i in [0, 1] {
                    self.parents.entry(terms.arg(t, i)).or_default().push(t);
                }
            }
            Op::Var(_) if is_array => self.vars.push(t),
            _ => {}
        }
        instance.encode(&blaster.graph, &used.concat());
    }

    /// Looks at the assignment the instance has just found, in which all of `roots` hold.
    pub fn refine(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        instance: &mut Instance,
        roots: impl Iterator<Item = TermId>,
    ) -> Verdict {
        let extensional = !self.equalities.is_empty();
        let mut round = Round {
            terms,
            blaster,
            instance,
            arrays: self,
            visits: Vec::new(),
            cells: FxHashMap::default(),
            lemmas: Vec::new(),
            todo: roots.collect(),
            needed: FxHashSet::default(),
            extensional,
            gave_up: false,
        };
        round.witnesses();
        if round.lemmas.is_empty() {
            round.run();
        }
        let lemmas = std::mem::take(&mut round.lemmas);
        if lemmas.is_empty() {
            return if round.gave_up { Verdict::GaveUp } else { Verdict::Fits(round.model()) };
        }
        for lemma in &lemmas {
            instance.add_clause(&blaster.graph, lemma);
        }
        Verdict::Lemmas(lemmas.len())
    }

    /// The equalities, for a last look at a complete model.
    pub fn equalities(&self) -> &[TermId] {
        &self.equalities
    }

    /// Both sides of an equality get a read at this index.
    pub fn read_at(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        instance: &mut Instance,
        equality: TermId,
        index: &Value,
    ) {
        let index = word_of_value(index);
        self.read_both(terms, blaster, instance, equality, &index);
    }

    /// Reads of both sides of an equality at one index; gives the values.
    fn read_both(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        instance: &mut Instance,
        equality: TermId,
        index: &[Lit],
    ) -> [Word; 2] {
        [0, 1].map(|i| {
            let array = terms.arg(equality, i);
            let element = terms.array_parts(terms.sort(array)).map_or(Sort::Bool, |p| p.1);
            let value = blaster.free(element, bits_of(element).unwrap_or(1));
            instance.encode(&blaster.graph, &[&value, index].concat());
            let (array, index) = (Some(array), index.to_vec());
            self.accesses.push(Access { array, index, value: value.clone(), cells: 1 });
            value
        })
    }
}

/// The constant word of a value.
fn word_of_value(v: &Value) -> Word {
    match v {
        Value::Bool(b) => vec![Lit::constant(*b)],
        Value::Bv(v) => circuits::constant(v.width(), |i| v.bit(i)),
        Value::Float(v) => circuits::constant(v.bits().width(), |i| v.bits().bit(i)),
        Value::Int(_) | Value::Array(_) => Word::new(),
    }
}

/// One look at an assignment.
struct Round<'a> {
    terms: &'a Terms,
    blaster: &'a mut Blaster,
    instance: &'a mut Instance,
    arrays: &'a mut Arrays,
    visits: Vec<Visit>,
    /// Which visit came first to a cell, and with which of its cells.
    cells: FxHashMap<(TermId, u128), (usize, u32)>,
    lemmas: Vec<Vec<Lit>>,
    /// Terms that are needed, and those of them that are not looked at yet.
    needed: FxHashSet<TermId>,
    todo: Vec<TermId>,
    /// Are there equalities of arrays? Then all accesses are needed.
    extensional: bool,
    gave_up: bool,
}

impl Round<'_> {
    fn value(&self, lit: Lit) -> bool {
        self.instance.value(lit).unwrap_or(false)
    }

    fn number(&self, word: &[Lit]) -> u128 {
        word.iter().enumerate().fold(0, |v, (i, l)| v | (self.value(*l) as u128) << i)
    }

    fn agree(&self, a: &[Lit], b: &[Lit]) -> bool {
        a.iter().zip(b).all(|(x, y)| self.value(*x) == self.value(*y))
    }

    /// An equality that is false for the first time gets an index where the sides differ.
    fn witnesses(&mut self) {
        for i in 0..self.arrays.equalities.len() {
            let t = self.arrays.equalities[i];
            let lit = self.blaster.lit(self.terms, t);
            if self.value(lit) || !self.arrays.with_witness.insert(t) {
                continue;
            }
            let sort = self.terms.sort(self.terms.arg(t, 0));
            let index = self.terms.array_parts(sort).map_or(Sort::Bool, |p| p.0);
            let index = self.blaster.free(index, bits_of(index).unwrap_or(1));
            let [a, b] = self.arrays.read_both(self.terms, self.blaster, self.instance, t, &index);
            let same = self.blaster.graph.eq_word(&a, &b);
            self.lemmas.push(vec![lit, !same]);
        }
    }

    fn run(&mut self) {
        if self.extensional {
            self.start_all();
        } else {
            self.settle();
        }
        let mut next = 0;
        while next < self.visits.len() {
            self.visit(next);
            self.settle();
            next += 1;
        }
    }

    fn start_all(&mut self) {
        self.todo.clear();
        for i in 0..self.arrays.accesses.len() {
            if let Some(array) = self.arrays.accesses[i].array {
                self.start(i, array);
            }
        }
        self.start_written();
    }

    fn start(&mut self, access: usize, array: TermId) {
        if self.extensional {
            self.split(access, array, None);
        } else {
            self.visits.push(Visit { access, array, parent: None, step: Step::Same });
        }
    }

    /// What stores write are accesses too, since other arrays may equal the result.
    fn start_written(&mut self) {
        for i in 0..self.arrays.written.len() {
            let written = self.arrays.written[i].clone();
            for cell in 0..written.cells {
                let key = (usize::MAX - i, cell);
                let access = match self.arrays.parts.get(&key) {
                    Some(&a) => a,
                    None => self.make_part(&written, key, cell),
                };
                // Where an address space is smaller than the store, later cells win.
                let width = written.index.len();
                let overwritten = width < 32 && (written.cells - cell) as u64 > 1 << width;
                if let Some(array) = written.array.filter(|_| !overwritten) {
                    self.visits.push(Visit { access, array, parent: None, step: Step::Same });
                }
            }
        }
    }

    /// Sends the cells of an access on their own.
    fn split(&mut self, access: usize, array: TermId, parent: Option<usize>) {
        let whole = self.arrays.accesses[access].clone();
        if whole.cells == 1 {
            self.visits.push(Visit { access, array, parent, step: Step::Same });
            return;
        }
        for cell in 0..whole.cells {
            let part = match self.arrays.parts.get(&(access, cell)) {
                Some(&a) => a,
                None => self.make_part(&whole, (access, cell), cell),
            };
            // One that starts as a part was never whole.
            let step = if parent.is_some() { Step::Part(cell) } else { Step::Same };
            self.visits.push(Visit { access: part, array, parent, step });
        }
    }

    fn make_part(&mut self, whole: &Access, key: (usize, u32), cell: u32) -> usize {
        let index = self.offset(&whole.index, cell);
        self.instance.encode(&self.blaster.graph, &index);
        let value = whole.cell(cell).to_vec();
        self.arrays.accesses.push(Access { array: None, index, value, cells: 1 });
        self.arrays.parts.insert(key, self.arrays.accesses.len() - 1);
        self.arrays.accesses.len() - 1
    }

    fn offset(&mut self, index: &[Lit], by: u32) -> Word {
        if by == 0 {
            return index.to_vec();
        }
        let by = circuits::number(index.len() as u32, by as u128);
        self.blaster.graph.add(index, &by)
    }

    /// The number of an index word. Gates of a part that was made in this round have no value
    /// yet: it is computed from those that have.
    fn index_of(&self, access: &Access) -> u128 {
        let word = &access.index;
        if word.iter().all(|l| self.instance.value(*l).is_some()) {
            return self.number(word);
        }
        let known = |l: Lit| self.instance.value(l);
        let bits = self.blaster.graph.compute(word, &known);
        bits.iter().enumerate().fold(0, |v, (i, b)| v | (*b as u128) << i)
    }

    fn visit(&mut self, v: usize) {
        let array = self.visits[v].array;
        if self.extensional {
            if !self.register(v) {
                return;
            }
            self.go_up(v);
        }
        if self.pass_run(v) {
            return;
        }
        match self.terms.op(array) {
            Op::Var(_) if !self.extensional => {
                self.register(v);
            }
            Op::Store | Op::StoreWide { .. } => self.meet_store(v),
            Op::Fill | Op::Copy => self.meet_range(v),
            Op::Ite => {
                let args = self.terms.args(array);
                let c = self.blaster.lit(self.terms, args[0]);
                let holds = self.value(c);
                let next = if holds { args[1] } else { args[2] };
                self.need(args[0]);
                self.go(v, next, Step::Holds(c.negate_if(!holds)));
            }
            Op::ConstArray(_) => {
                self.need(self.terms.arg(array, 0));
                let element = self.blaster.word(self.terms, self.terms.arg(array, 0)).to_vec();
                self.meet_constant(v, &element);
            }
            Op::Table(_) => self.meet_table(v),
            _ => {}
        }
    }

    fn go(&mut self, v: usize, array: TermId, step: Step) {
        let access = self.visits[v].access;
        self.visits.push(Visit { access, array, parent: Some(v), step });
    }

    /// Notes the cells of a visit; a cell that is known must have the same value. False if all
    /// was known.
    fn register(&mut self, v: usize) -> bool {
        let (access, array) = (self.visits[v].access, self.visits[v].array);
        let access = self.arrays.accesses[access].clone();
        let base = self.index_of(&access);
        let mask = mask(access.index.len());
        let mut new = false;
        for cell in 0..access.cells {
            let key = (array, base.wrapping_add(cell as u128) & mask);
            let Some(&(first, first_cell)) = self.cells.get(&key) else {
                self.cells.insert(key, (v, cell));
                new = true;
                continue;
            };
            let other = self.arrays.accesses[self.visits[first].access].clone();
            if self.agree(access.cell(cell), other.cell(first_cell)) {
                continue;
            }
            self.conflict(v, &access, cell, first, &other, first_cell);
            if access.cells == other.cells && cell == first_cell {
                break;
            }
        }
        new
    }

    /// Equal indices, equal cells.
    fn conflict(&mut self, v: usize, a: &Access, i: u32, w: usize, b: &Access, j: u32) {
        let (from, other) = (self.carried(v), self.carried(w));
        let lemma = [from.reasons, other.reasons].concat();
        if a.cells == b.cells && i == j {
            return self.equal_if(lemma, &a.index, &b.index, &from.value, &other.value);
        }
        let (x, y) = (self.offset(&a.index, i), self.offset(&b.index, j));
        self.equal_if(lemma, &x, &y, a.cell_of(&from.value, i), b.cell_of(&other.value, j));
    }

    fn equal_if(&mut self, mut lemma: Vec<Lit>, x: &[Lit], y: &[Lit], u: &[Lit], z: &[Lit]) {
        let graph = &mut self.blaster.graph;
        let same_index = graph.eq_word(x, y);
        let same_value = graph.eq_word(u, z);
        lemma.extend([!same_index, same_value]);
        self.lemmas.push(lemma);
    }

    fn store_parts(&self, store: TermId) -> (Word, Word, u32) {
        let word = |i| self.blaster.word(self.terms, self.terms.arg(store, i)).to_vec();
        let cells = if let Op::StoreWide { bytes } = self.terms.op(store) { bytes } else { 1 };
        (word(1), word(2), cells)
    }

    /// The literal of: the access and the store have no cell in common.
    fn misses(&mut self, access: usize, store: TermId) -> Lit {
        let access = self.arrays.accesses[access].clone();
        if matches!(self.terms.op(store), Op::Fill | Op::Copy) {
            return self.misses_range(&access, store);
        }
        let (index, _, cells) = self.store_parts(store);
        let graph = &mut self.blaster.graph;
        if access.cells == 1 && cells == 1 {
            return !graph.eq_word(&access.index, &index);
        }
        if let Some(apart) = self.apart(&access.index, access.cells, &index, cells) {
            return apart;
        }
        let graph = &mut self.blaster.graph;
        let width = index.len() as u32;
        let after = graph.sub(&access.index, &index);
        let n = circuits::number(width, cells as u128);
        let inside = graph.ult(&after, &n);
        if access.cells == 1 {
            return !inside;
        }
        let before = graph.sub(&index, &access.index);
        let n = circuits::number(width, access.cells as u128);
        let around = graph.ult(&before, &n);
        !graph.or(inside, around)
    }

    /// A literal that holds and keeps two ranges of cells apart: the upper halves of their indices differ, and neither
    /// range reaches the next upper half. It takes fewer gates than differences, and mostly it is the reason.
    fn apart(&mut self, x: &[Lit], n: u32, y: &[Lit], m: u32) -> Option<Lit> {
        let half = x.len() / 2;
        let room = u32::BITS - n.max(m).leading_zeros();
        if half <= room as usize {
            return None;
        }
        // Some bit of the lower half above the length of the range is zero.
        let stays = |graph: &mut Graph, word: &[Lit]| {
            let zeros: Vec<Lit> = word[room as usize..half].iter().map(|l| !*l).collect();
            graph.any(&zeros)
        };
        let graph = &mut self.blaster.graph;
        let parts = [!graph.eq_word(&x[half..], &y[half..]), stays(graph, x), stays(graph, y)];
        let known = |l: Lit| self.instance.value(l);
        let holds = self.blaster.graph.compute(&parts, &known).iter().all(|b| *b);
        holds.then(|| self.blaster.graph.and_all(&parts))
    }

    fn meet_store(&mut self, v: usize) {
        let (a, store) = (self.visits[v].access, self.visits[v].array);
        let access = self.arrays.accesses[a].clone();
        let (index, value, cells) = self.store_parts(store);
        self.need(self.terms.arg(store, 1));
        let mask = mask(index.len());
        let (i, j) = (self.index_of(&access), self.number(&index));
        let after = i.wrapping_sub(j) & mask;
        let before = j.wrapping_sub(i) & mask;
        if access.cells == cells && i == j && cells as u128 - 1 <= mask {
            self.need(self.terms.arg(store, 2));
            if !self.agree(&access.value, &value) {
                let from = self.carried(v);
                self.equal_if(from.reasons, &access.index, &index, &from.value, &value);
            }
        } else if after >= cells as u128 && before >= access.cells as u128 {
            self.go(v, self.terms.arg(store, 0), Step::Misses(store));
        } else if access.cells > 1 {
            self.split(a, store, Some(v));
        } else {
            self.need(self.terms.arg(store, 2));
            self.meet_cell(v, &access, &index, &value, cells, after);
        }
    }

    /// A single cell meets a cell of a wide store.
    fn meet_cell(
        &mut self,
        v: usize,
        access: &Access,
        index: &[Lit],
        value: &[Lit],
        cells: u32,
        after: u128,
    ) {
        let mut cell = after as u32;
        // The last of the cells that fall on this address wins.
        while index.len() < 31 && (cell as u64 + (1u64 << index.len())) < cells as u64 {
            cell += 1 << index.len();
        }
        let width = value.len() / cells as usize;
        let stored = value[cell as usize * width..(cell as usize + 1) * width].to_vec();
        if !self.agree(&access.value, &stored) {
            let from = self.carried(v);
            let at = self.offset(index, cell);
            self.equal_if(from.reasons, &access.index, &at, &from.value, &stored);
        }
    }

    fn meet_constant(&mut self, v: usize, element: &[Lit]) {
        let access = self.arrays.accesses[self.visits[v].access].clone();
        let wrong: Vec<u32> = (0..access.cells).filter(|i| !self.agree(access.cell(*i), element)).collect();
        if wrong.is_empty() {
            return;
        }
        let from = self.carried(v);
        for cell in wrong {
            let mut lemma = from.reasons.clone();
            lemma.push(self.blaster.graph.eq_word(access.cell_of(&from.value, cell), element));
            self.lemmas.push(lemma);
        }
    }

    fn meet_table(&mut self, v: usize) {
        let (a, array) = (self.visits[v].access, self.visits[v].array);
        let access = self.arrays.accesses[a].clone();
        if access.cells > 1 {
            return self.split(a, array, Some(v));
        }
        let Some(table) = self.terms.as_table(array) else { return };
        let width = access.index.len() as u32;
        let index = self.index_of(&access);
        let want = word_of_value(&table.select(&maymust_term::BvValue::new(width, index)));
        if self.agree(&access.value, &want) {
            return;
        }
        let from = self.carried(v);
        let mut lemma = from.reasons;
        let guesses = self.arrays.guesses.entry((from.access, array)).or_default();
        *guesses += 1;
        if *guesses > GUESSES && table.len() <= LONGEST_TABLE {
            let all = self.table_circuit(array, &access.index);
            lemma.push(self.blaster.graph.eq_word(&from.value, &all));
            return self.lemmas.push(lemma);
        }
        let graph = &mut self.blaster.graph;
        let base = circuits::constant(width, |i| table.base().bit(i));
        let offset = graph.sub(&access.index, &base);
        let len = circuits::number(width, table.len() as u128);
        // A table as long as the index sort leaves no room for the default.
        let whole = width < 64 && table.len() as u64 >= 1 << width;
        let inside = if whole { Lit::TRUE } else { graph.ult(&offset, &len) };
        let is_inside = whole
            || index.wrapping_sub(table.base().to_u128().unwrap_or(0)) & mask(width as usize)
                < table.len() as u128;
        if is_inside {
            let here = circuits::number(width, index);
            lemma.push(!graph.eq_word(&access.index, &here));
        } else {
            lemma.push(inside);
        }
        lemma.push(graph.eq_word(&from.value, &want));
        self.lemmas.push(lemma);
    }

    /// The element of a table at an index, as a tree of multiplexers.
    fn table_circuit(&mut self, array: TermId, index: &[Lit]) -> Word {
        let Some(table) = self.terms.as_table(array) else { return Word::new() };
        let width = index.len() as u32;
        let base = circuits::constant(width, |i| table.base().bit(i));
        let graph = &mut self.blaster.graph;
        let offset = graph.sub(index, &base);
        let default = word_of_value(table.default_value());
        let mut level: Vec<Word> = table.values().map(|v| word_of_value(&v)).collect();
        let mut bit = 0;
        while level.len() > 1 && bit < offset.len() {
            let c = offset[bit];
            level = level
                .chunks(2)
                .map(|pair| graph.ite_word(c, pair.get(1).unwrap_or(&default), &pair[0]))
                .collect();
            bit += 1;
        }
        let beyond = graph.any(&offset[bit..]);
        match level.first() {
            Some(inside) => graph.ite_word(beyond, &default, inside),
            None => default,
        }
    }

    /// With equalities: from an array to those made from it, and to its equals.
    fn go_up(&mut self, v: usize) {
        let array = self.visits[v].array;
        let parents = self.arrays.parents.get(&array).cloned().unwrap_or_default();
        for p in parents {
            let args = self.terms.args(p);
            match self.terms.op(p) {
                Op::Ite => {
                    let c = self.blaster.lit(self.terms, args[0]);
                    let holds = self.value(c);
                    if args[if holds { 1 } else { 2 }] == array {
                        self.go(v, p, Step::Holds(c.negate_if(!holds)));
                    }
                }
                Op::Eq => {
                    let lit = self.blaster.lit(self.terms, p);
                    let other = if args[0] == array { args[1] } else { args[0] };
                    if self.value(lit) {
                        self.go(v, other, Step::Holds(lit));
                    }
                }
                Op::Fill | Op::Copy => self.go_past_range(v, p),
                _ => self.go_past_store(v, p),
            }
        }
    }

    fn go_past_store(&mut self, v: usize, store: TermId) {
        let access = self.arrays.accesses[self.visits[v].access].clone();
        let (index, _, cells) = self.store_parts(store);
        let after = self.index_of(&access).wrapping_sub(self.number(&index)) & mask(index.len());
        if after >= cells as u128 {
            self.go(v, store, Step::Misses(store));
        }
    }
}

fn mask(width: usize) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}
