//! Where arbitrary values come from: a list, a seed, zeros, a callback; and the record of what was used.

use maymust_program::{Input, VarId};
use maymust_term::{ArrayValue, BvValue, FloatValue, Sort, Terms, Value};

/// A question for an arbitrary value.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What it stands for in the program.
    pub input: &'a Input,
    /// Its sort.
    pub sort: Sort,
    /// The variable that gets it.
    pub var: Option<VarId>,
}

/// A source of arbitrary values.
pub trait Inputs {
    /// The value for a request, of its sort; none ends the run (the list is used up).
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value>;

    /// The contents of a fresh object whose contents are arbitrary; none means zeros.
    fn contents(&mut self, _object: u32, _size: u32) -> Option<Vec<u8>> {
        None
    }

    /// The next byte of standard input; none at its end.
    fn stdin(&mut self) -> Option<u8> {
        None
    }

    /// The thread that takes the next turn: one of those that can go on (sorted), or else the first of them does. By default one after the
    /// other, which is fair.
    fn turn(&mut self, ready: &[u32], last: u32) -> u32 {
        ready.iter().copied().find(|t| *t > last).or(ready.first().copied()).unwrap_or(last)
    }
}

/// Turns of one thread in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turns {
    /// The thread.
    pub thread: u32,
    /// How many.
    pub count: u32,
}

/// What was asked and answered in a run, in order: replays it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// Answers to value requests.
    pub values: Vec<(Input, Value)>,
    /// Contents of fresh objects that were not zeros, by object number.
    pub contents: Vec<(u32, Vec<u8>)>,
    /// Whose turn it was, from when a second thread was started.
    pub schedule: Vec<Turns>,
}

impl Record {
    pub(crate) fn took_turn(&mut self, thread: u32) {
        match self.schedule.last_mut() {
            Some(turns) if turns.thread == thread => turns.count += 1,
            _ => self.schedule.push(Turns { thread, count: 1 }),
        }
    }
}

/// The zero of a sort.
pub fn zero(terms: &Terms, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Int => Value::Int(0.into()),
        Sort::BitVec(w) => Value::Bv(BvValue::zero(w)),
        Sort::Float(f) => Value::Float(FloatValue::zero(f, false)),
        Sort::Array(_) => match terms.array_parts(sort) {
            Some((_, element)) => Value::Array(ArrayValue::constant(zero(terms, element))),
            None => Value::Bool(false),
        },
    }
}

/// Zeros, and no standard input.
#[derive(Clone, Copy, Default, Debug)]
pub struct Zeros;

impl Inputs for Zeros {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        Some(zero(terms, request.sort))
    }
}

/// What a list does after its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterEnd {
    /// Ends the run.
    Stop,
    /// Gives zeros.
    Zero,
}

/// A list of values.
#[derive(Clone, Debug)]
pub struct List {
    values: std::collections::VecDeque<Value>,
    contents: std::collections::VecDeque<(u32, Vec<u8>)>,
    schedule: std::collections::VecDeque<Turns>,
    after: AfterEnd,
}

impl List {
    /// The values in order.
    pub fn new(values: impl IntoIterator<Item = Value>, after: AfterEnd) -> List {
        let (contents, schedule) = Default::default();
        List { values: values.into_iter().collect(), contents, schedule, after }
    }

    /// Replays a record.
    pub fn replay(record: &Record, after: AfterEnd) -> List {
        let values = record.values.iter().map(|(_, v)| v.clone()).collect();
        let contents = record.contents.iter().cloned().collect();
        List { values, contents, schedule: record.schedule.iter().copied().collect(), after }
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.values.pop_front()?;
        byte.as_u64().filter(|b| *b < 256).map(|b| b as u8)
    }
}

impl Inputs for List {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        match self.values.pop_front() {
            Some(value) => Some(fit(value, request.sort).unwrap_or_else(|| zero(terms, request.sort))),
            None if self.after == AfterEnd::Stop => None,
            None => Some(zero(terms, request.sort)),
        }
    }

    fn contents(&mut self, object: u32, _size: u32) -> Option<Vec<u8>> {
        if self.contents.front().is_some_and(|c| c.0 == object) {
            return self.contents.pop_front().map(|c| c.1);
        }
        None
    }

    fn stdin(&mut self) -> Option<u8> {
        self.next_byte()
    }

    fn turn(&mut self, ready: &[u32], last: u32) -> u32 {
        next_turn(&mut self.schedule).unwrap_or_else(|| Zeros.turn(ready, last))
    }
}

fn next_turn(schedule: &mut std::collections::VecDeque<Turns>) -> Option<u32> {
    let turns = schedule.front_mut()?;
    let thread = turns.thread;
    turns.count = turns.count.saturating_sub(1);
    if turns.count == 0 {
        schedule.pop_front();
    }
    Some(thread)
}

/// Values from one source, under a given schedule; after its end turns go round.
#[derive(Clone, Debug)]
pub struct Scheduled<I> {
    /// Values.
    pub values: I,
    schedule: std::collections::VecDeque<Turns>,
}

impl<I> Scheduled<I> {
    /// The turns in order.
    pub fn new(values: I, schedule: &[Turns]) -> Scheduled<I> {
        Scheduled { values, schedule: schedule.iter().filter(|t| t.count > 0).copied().collect() }
    }
}

impl<I: Inputs> Inputs for Scheduled<I> {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        self.values.value(terms, request)
    }

    fn contents(&mut self, object: u32, size: u32) -> Option<Vec<u8>> {
        self.values.contents(object, size)
    }

    fn stdin(&mut self) -> Option<u8> {
        self.values.stdin()
    }

    fn turn(&mut self, ready: &[u32], last: u32) -> u32 {
        next_turn(&mut self.schedule).unwrap_or_else(|| Zeros.turn(ready, last))
    }
}

/// Values from one source, under a pseudo-random schedule.
#[derive(Clone, Debug)]
pub struct Shuffled<I> {
    /// Values.
    pub values: I,
    random: Seeded,
    /// Of so many turns, about one goes to another thread than the last.
    often: u64,
}

impl<I> Shuffled<I> {
    /// From a seed; some seeds switch threads at every turn, others seldom.
    pub fn new(values: I, seed: u64) -> Shuffled<I> {
        let mut random = Seeded::new(seed);
        let often = 1 << (random.next_u64() % 6);
        Shuffled { values, random, often }
    }
}

impl<I: Inputs> Inputs for Shuffled<I> {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        self.values.value(terms, request)
    }

    fn contents(&mut self, object: u32, size: u32) -> Option<Vec<u8>> {
        self.values.contents(object, size)
    }

    fn stdin(&mut self) -> Option<u8> {
        self.values.stdin()
    }

    fn turn(&mut self, ready: &[u32], last: u32) -> u32 {
        if ready.contains(&last) && !self.random.next_u64().is_multiple_of(self.often) {
            return last;
        }
        match ready.len() {
            0 => last,
            n => ready[(self.random.next_u64() % n as u64) as usize],
        }
    }
}

/// A listed number in the sort that is asked for: bit-vectors are cut or filled with zeros.
fn fit(value: Value, sort: Sort) -> Option<Value> {
    match (&value, sort) {
        _ if value.has_sort(sort) => Some(value),
        (Value::Bv(v), Sort::BitVec(w)) => Some(Value::Bv(v.resize_unsigned(w))),
        (Value::Bv(v), Sort::Bool) => Some(Value::Bool(!v.is_zero())),
        _ => None,
    }
}

/// Pseudo-random values from a seed, the same in every run.
#[derive(Clone, Debug)]
pub struct Seeded {
    state: u64,
    /// Are contents of fresh objects random too?
    pub random_contents: bool,
}

impl Seeded {
    /// From a seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded { state: seed ^ 0x5851_f42d_4c95_7f2d, random_contents: false }
    }

    /// The next 64 bits (splitmix).
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A bit-vector, often small or near a border, where programs decide.
    fn bits(&mut self, width: u32) -> BvValue {
        let word = self.next_u64();
        match self.next_u64() % 8 {
            0..=2 => BvValue::from_u64(width, word % 16),
            3 => BvValue::from_i64(width, -((word % 16) as i64)),
            4 => BvValue::min_signed(width).add(&BvValue::from_i64(width, (word % 4) as i64 - 2)),
            5 => BvValue::from_u64(width, word % 1024),
            _ => {
                let bytes: Vec<u8> = (0..width.div_ceil(8)).map(|_| self.next_u64() as u8).collect();
                BvValue::from_le_bytes(&bytes).extract(width - 1, 0)
            }
        }
    }
}

impl Inputs for Seeded {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        Some(match request.sort {
            Sort::Bool => Value::Bool(self.next_u64() & 1 == 1),
            Sort::BitVec(w) => Value::Bv(self.bits(w)),
            Sort::Float(f) => {
                let bits = self.bits(f.width());
                Value::float_bits(f, bits)
            }
            Sort::Int => Value::Int((self.next_u64() as i64 >> (self.next_u64() % 64)).into()),
            Sort::Array(_) => zero(terms, request.sort),
        })
    }

    fn contents(&mut self, _object: u32, size: u32) -> Option<Vec<u8>> {
        const MAX: u32 = 1 << 16;
        (self.random_contents && size <= MAX).then(|| (0..size).map(|_| self.next_u64() as u8).collect())
    }
}

/// A function as a source of values.
pub struct Callback<F>(pub F);

impl<F: FnMut(Request<'_>) -> Option<Value>> Inputs for Callback<F> {
    fn value(&mut self, _terms: &Terms, request: Request<'_>) -> Option<Value> {
        (self.0)(request)
    }
}

/// Standard input from a reader, values from another source.
pub struct WithStdin<'a, I> {
    /// Values.
    pub values: I,
    /// Standard input.
    pub stdin: Box<dyn std::io::BufRead + 'a>,
}

impl<I: Inputs> Inputs for WithStdin<'_, I> {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        self.values.value(terms, request)
    }

    fn contents(&mut self, object: u32, size: u32) -> Option<Vec<u8>> {
        self.values.contents(object, size)
    }

    fn stdin(&mut self) -> Option<u8> {
        let byte = *self.stdin.fill_buf().ok()?.first()?;
        self.stdin.consume(1);
        Some(byte)
    }

    fn turn(&mut self, ready: &[u32], last: u32) -> u32 {
        self.values.turn(ready, last)
    }
}
