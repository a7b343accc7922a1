//! Reads behind long chains of writes, constants and choices among them. A formula that is true of a chosen assignment must not be
//! called unsatisfiable; one that asks for another value than the chain gives must not be called satisfiable.
//! `MAYMUST_FUZZ=n` multiplies the number of chains; `MAYMUST_SEED=s` starts elsewhere.

mod common;

use common::{Rng, any_value, seed, times};
use maymust_solver::{Answer, Builtin, Limits, Solver};
use maymust_term::{BvValue, Sort, Symbol, Table, TermId, Terms, Value};
use std::collections::BTreeMap;

struct Chain {
    terms: Terms,
    rng: Rng,
    /// Bits of an index.
    width: u32,
    numbers: Vec<TermId>,
    bytes: Vec<TermId>,
    arrays: Vec<TermId>,
    model: BTreeMap<Symbol, Value>,
}

impl Chain {
    fn new(seed: u64) -> Chain {
        let mut terms = Terms::new();
        let mut rng = Rng::new(seed);
        let width = rng.pick(&[1, 5, 8, 16, 32, 64]);
        let sort = terms.array_sort(Sort::BitVec(width), Sort::BitVec(8));
        let mut model = BTreeMap::new();
        let mut make = |terms: &mut Terms, rng: &mut Rng, name: &str, sort: Sort| {
            let symbol = terms.declare(name, sort);
            model.insert(symbol, any_value(rng, terms, sort));
            terms.var(symbol)
        };
        let numbers =
            (0..4).map(|i| make(&mut terms, &mut rng, &format!("i{i}"), Sort::BitVec(width))).collect();
        let bytes = (0..4).map(|i| make(&mut terms, &mut rng, &format!("b{i}"), Sort::BitVec(8))).collect();
        let arrays: Vec<TermId> =
            (0..2).map(|i| make(&mut terms, &mut rng, &format!("a{i}"), sort)).collect();
        let mut chain = Chain { terms, rng, width, numbers, bytes, arrays, model };
        // Small indices, so that writes and reads meet.
        for i in 0..chain.numbers.len() {
            if let Some(symbol) = chain.terms.as_var(chain.numbers[i]) {
                let small = chain.rng.below(40) as u64 & (u64::MAX >> (64 - width));
                chain.model.insert(symbol, Value::bv(width, small));
            }
        }
        for _ in 0..chain.rng.below(70) {
            chain.write();
        }
        chain
    }

    fn constant(&mut self, most: usize) -> TermId {
        let value = self.rng.below(most) as u64;
        self.terms.bv(self.width, value & (u64::MAX >> (64 - self.width)))
    }

    fn index(&mut self) -> TermId {
        if self.rng.one_in(2) {
            return self.constant(60);
        }
        let of = self.rng.pick(&self.numbers);
        let by = self.constant(4);
        self.terms.bv_add(of, by)
    }

    fn byte(&mut self) -> TermId {
        match self.rng.one_in(3) {
            true => self.rng.pick(&self.bytes),
            false => {
                let value = self.rng.below(256) as u64;
                self.terms.bv(8, value)
            }
        }
    }

    fn condition(&mut self) -> TermId {
        let (a, b) = (self.byte(), self.rng.pick(&self.bytes));
        if self.rng.one_in(2) { self.terms.ult(a, b) } else { self.terms.eq(a, b) }
    }

    fn write(&mut self) {
        let last = self.arrays[self.arrays.len() - 1];
        let at = self.index();
        let new = match self.rng.below(8) {
            0 | 1 => {
                let byte = self.byte();
                self.terms.store(last, at, byte)
            }
            2 => {
                let bytes: Vec<TermId> = (0..1 + self.rng.below(4)).map(|_| self.byte()).collect();
                let value = bytes.into_iter().reduce(|a, b| self.terms.concat(a, b));
                value.map_or(last, |v| self.terms.store_wide(last, at, v))
            }
            3 => {
                let (length, byte) = (self.constant(6), self.byte());
                self.terms.fill(last, at, length, byte)
            }
            4 | 5 => {
                let most = if self.width == 1 { 2 } else { 9 };
                let bytes: Vec<u8> = (0..1 + self.rng.below(most)).map(|_| self.rng.next() as u8).collect();
                let table = Table::from_bytes(BvValue::from_u64(self.width, 0), &bytes);
                let sort = self.terms.sort(last);
                let table = self.terms.table(sort, table);
                let (length, from) = (self.constant(8), self.constant(3));
                self.terms.copy(last, at, length, table, from)
            }
            6 => {
                let (other, length) = (self.rng.pick(&self.arrays), self.constant(8));
                let from = self.index();
                self.terms.copy(last, at, length, other, from)
            }
            _ => {
                let (other, c) = (self.rng.pick(&self.arrays), self.condition());
                self.terms.ite(c, last, other)
            }
        };
        self.arrays.push(new);
    }

    fn read(&mut self) -> TermId {
        let recent = self.rng.below(self.arrays.len().min(4));
        let array = self.arrays[self.arrays.len() - 1 - recent];
        let at = self.index();
        match self.rng.one_in(3) {
            true => self.terms.load(array, at, 4),
            false => self.terms.select(array, at),
        }
    }

    fn value(&mut self, t: TermId) -> TermId {
        let value = self.terms.eval(t, &|s: Symbol| self.model[&s].clone());
        let sort = self.terms.sort(t);
        self.terms.value_of_sort(&value, sort).expect("a value of bits")
    }

    /// Something true of some reads and numbers in the model.
    fn truth(&mut self) -> TermId {
        let (a, b) = (self.read(), self.read());
        if self.terms.width(a) == self.terms.width(b) && self.rng.one_in(2) {
            let same = self.terms.eq(a, b);
            let is_so = self.value(same) == self.terms.tru();
            return if is_so { same } else { self.terms.not(same) };
        }
        let value = self.value(a);
        self.terms.eq(a, value)
    }
}

#[test]
fn reads_behind_long_chains() {
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for i in 0..60 * times() {
        let seed = seed().wrapping_mul(1_000_003) + i;
        let mut chain = Chain::new(seed);
        let mut solver = Builtin::new();
        let limits = Limits { conflicts: Some(20_000), ..Limits::default() };
        for _ in 0..3 {
            let truths: Vec<TermId> = (0..1 + chain.rng.below(6)).map(|_| chain.truth()).collect();
            match solver.check(&mut chain.terms, &truths, &limits) {
                Answer::Sat => sat += 1,
                Answer::Unsat => panic!("seed {seed}: unsatisfiable, though there is a model"),
                Answer::Unknown(_) => unknown += 1,
            }
        }
        // With all inputs given a read has one value; in the arrays that were there first, what it reads is given too.
        let read = chain.read();
        let value = chain.value(read);
        let other = chain.terms.eq(read, value);
        let mut all = vec![chain.terms.not(other)];
        for t in [chain.numbers.clone(), chain.bytes.clone()].concat() {
            let value = chain.value(t);
            all.push(chain.terms.eq(t, value));
        }
        let first = [chain.arrays[0], chain.arrays[1]];
        for array in first {
            for at in 0..96u64 {
                let at = chain.terms.bv(chain.width, at & (u64::MAX >> (64 - chain.width)));
                let cell = chain.terms.select(array, at);
                let value = chain.value(cell);
                all.push(chain.terms.eq(cell, value));
            }
        }
        match solver.check(&mut chain.terms, &all, &limits) {
            Answer::Unsat => unsat += 1,
            Answer::Sat => panic!("seed {seed}: a read with two values"),
            Answer::Unknown(_) => unknown += 1,
        }
    }
    println!("{sat} sat, {unsat} unsat, {unknown} unknown");
    assert!(sat > 5 * unknown && unsat > unknown, "too many unknown: {unknown}");
}

#[test]
fn chains_that_are_equal_or_not() {
    let (mut sat, mut unknown) = (0, 0);
    for i in 0..60 * times() {
        let seed = seed().wrapping_mul(1_000_003) + i;
        let mut chain = Chain::new(seed);
        let mut truths: Vec<TermId> = (0..1 + chain.rng.below(4)).map(|_| chain.truth()).collect();
        let (a, b) = (chain.rng.pick(&chain.arrays), chain.rng.pick(&chain.arrays));
        let same = chain.terms.eq(a, b);
        let is_so = chain.value(same) == chain.terms.tru();
        truths.push(if is_so { same } else { chain.terms.not(same) });
        let limits = Limits { conflicts: Some(2_000), ..Limits::default() };
        match Builtin::new().check(&mut chain.terms, &truths, &limits) {
            Answer::Sat => sat += 1,
            Answer::Unsat => panic!("seed {seed}: unsatisfiable, though there is a model"),
            Answer::Unknown(_) => unknown += 1,
        }
    }
    println!("{sat} sat, {unknown} unknown");
    assert!(sat > unknown, "too many unknown: {unknown}");
}

/// What lemmas bring belongs to the query: asked again with a little more, it is not begun anew.
#[test]
fn lemmas_do_not_crowd_out_their_query() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::BitVec(32), Sort::BitVec(8));
    let var = |terms: &mut Terms, name: String, sort: Sort| terms.declare_var(&name, sort);
    let mut array = var(&mut terms, "a".to_owned(), sort);
    let (mut all, mut places) = (Vec::new(), Vec::new());
    let most = terms.bv(32, 1_000_000);
    for i in 0..30 {
        let index = var(&mut terms, format!("i{i}"), Sort::BitVec(32));
        let value = var(&mut terms, format!("v{i}"), Sort::BitVec(8));
        all.push(terms.ult(index, most));
        array = terms.store(array, index, value);
    }
    for i in 0..10 {
        let place = var(&mut terms, format!("r{i}"), Sort::BitVec(32));
        all.push(terms.ult(place, most));
        let (cell, number) = (terms.select(array, place), terms.bv(8, i + 1));
        all.push(terms.eq(cell, number));
        places.push(place);
    }
    let mut solver = Builtin::new();
    for (i, place) in places.iter().enumerate() {
        let number = terms.bv(32, 1000 + i as u64);
        all.push(terms.eq(*place, number));
        assert_eq!(solver.check(&mut terms, &all, &Limits::none()), Answer::Sat);
    }
    let statistics = solver.statistics();
    assert!(statistics.lemmas > 0);
    assert_eq!(statistics.instances, 1, "{statistics:?}");
}
