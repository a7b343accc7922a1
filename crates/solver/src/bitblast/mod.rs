//! Bit-blasting: the map from terms to words of literals of the gate graph. It is kept and only
//! grows, so that a formula that grows pays for what is new.
//!
//! Reads from arrays and equalities of arrays become free bits here; [`crate::arrays`] ties them
//! to the meaning of arrays when a model needs it.

pub mod circuits;
mod ops;
mod polynomial;

use crate::gate::{Graph, Lit};
use crate::limits::Reason;
use crate::sat::SatLimits;
use circuits::Word;
use maymust_term::{BvValue, FloatValue, Op, Sort, TermId, Terms, Value};
use polynomial::Equation;

/// Why a term cannot be blasted.
type Unsupported = String;

/// With more gates than this, memory would run out.
const MOST_GATES: usize = 1 << 25;

/// Words of terms.
#[derive(Clone, Default)]
pub struct Blaster {
    /// The gates of all words.
    pub graph: Graph,
    /// Per term, where its word starts in `pool`, plus one; zero if it has none yet.
    starts: Vec<u32>,
    pool: Vec<Lit>,
    stack: Vec<TermId>,
    /// Blasted variables and their first input gate, in the order of these.
    vars: Vec<(u32, TermId)>,
    has_arrays: bool,
    polynomials: polynomial::Polynomials,
}

/// The number of bits of a value of a sort; `None` for integers and arrays.
pub fn bits_of(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(w) => Some(w),
        Sort::Float(f) => Some(f.width()),
        Sort::Int | Sort::Array(_) => None,
    }
}

/// The value of a sort with these bits, lowest first.
pub fn value_of_bits(sort: Sort, bits: &[bool]) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(bits[0]),
        Sort::BitVec(w) => Value::Bv(bv_of_bits(w, bits)),
        Sort::Float(f) => Value::Float(FloatValue::from_bits(f, bv_of_bits(f.width(), bits))),
        Sort::Int | Sort::Array(_) => return None,
    })
}

fn bv_of_bits(width: u32, bits: &[bool]) -> BvValue {
    if width <= 128 {
        let mut v = 0u128;
        for (i, b) in bits.iter().enumerate() {
            v |= (*b as u128) << i;
        }
        return BvValue::new(width, v);
    }
    let bytes: Vec<u8> =
        bits.chunks(8).map(|c| c.iter().enumerate().fold(0, |v, (i, b)| v | (*b as u8) << i)).collect();
    let wide = BvValue::from_le_bytes(&bytes);
    wide.resize_unsigned(width)
}

/// The value that symbols without constraint get.
pub fn default_value(terms: &Terms, sort: Sort) -> Value {
    match sort {
        Sort::Int => Value::Int(0.into()),
        Sort::Array(_) => {
            let element = terms.array_parts(sort).map_or(Sort::Bool, |p| p.1);
            Value::Array(maymust_term::ArrayValue::constant(default_value(terms, element)))
        }
        _ => {
            let width = bits_of(sort).unwrap_or(1) as usize;
            value_of_bits(sort, &vec![false; width]).unwrap_or(Value::Bool(false))
        }
    }
}

impl Blaster {
    /// Nothing blasted yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Has the term a word (or was it visited, if it is an array)?
    pub fn has(&self, t: TermId) -> bool {
        self.starts.get(t.index()).is_some_and(|s| *s != 0)
    }

    /// The word of a blasted term; empty for arrays.
    pub fn word(&self, terms: &Terms, t: TermId) -> &[Lit] {
        let width = bits_of(terms.sort(t)).unwrap_or(0) as usize;
        let start = self.starts[t.index()] as usize - 1;
        &self.pool[start..start + width]
    }

    /// The literal of a blasted boolean term.
    pub fn lit(&self, terms: &Terms, t: TermId) -> Lit {
        self.word(terms, t)[0]
    }

    /// Blasts a term and all it needs.
    ///
    /// # Errors
    /// The term has something without a circuit, needs too many gates, or the limits are reached.
    pub fn blast(&mut self, terms: &Terms, root: TermId, limits: &SatLimits) -> Result<(), Reason> {
        let mut n = 0u32;
        self.stack.clear();
        self.stack.push(root);
        while let Some(&t) = self.stack.last() {
            if self.has(t) {
                self.stack.pop();
                continue;
            }
            let before = self.stack.len();
            for &a in terms.args(t) {
                if !self.has(a) {
                    self.stack.push(a);
                }
            }
            if self.stack.len() > before {
                continue;
            }
            self.stack.pop();
            n += 1;
            if n.is_multiple_of(1024)
                && let Some(reason) = limits.exceeded()
            {
                return Err(reason);
            }
            if self.graph.len() + gates_of(terms, t) > MOST_GATES {
                return Err(Reason::Space);
            }
            let word = self.node(terms, t).map_err(Reason::Unsupported)?;
            self.set(terms.len(), t, &word);
        }
        Ok(())
    }

    fn set(&mut self, n_terms: usize, t: TermId, word: &[Lit]) {
        if self.starts.len() <= t.index() {
            self.starts.resize(n_terms.max(t.index() + 1), 0);
        }
        self.starts[t.index()] = self.pool.len() as u32 + 1;
        self.pool.extend_from_slice(word);
    }

    fn node(&mut self, terms: &Terms, t: TermId) -> Result<Word, Unsupported> {
        let sort = terms.sort(t);
        if sort.is_array() {
            self.has_arrays = true;
            return check_array(terms, sort).map(|()| Word::new());
        }
        let Some(width) = bits_of(sort) else {
            return Err("unbounded integers".into());
        };
        match terms.op(t) {
            Op::Var(_) => {
                self.vars.push((self.graph.len() as u32, t));
                Ok(self.free(sort, width))
            }
            Op::Select => Ok(self.free(sort, width)),
            Op::Load { .. } => Ok(self.graph.input_word(width)),
            Op::Eq if terms.sort(terms.arg(t, 0)).is_array() => Ok(self.graph.input_word(1)),
            Op::Eq => match self.polynomials.equation(terms, t) {
                Some(Equation::Constant(always)) => Ok(vec![Lit::constant(always)]),
                Some(Equation::Same(first)) => Ok(vec![self.lit(terms, first)]),
                None => self.operator(terms, t),
            },
            Op::IntLe | Op::IntLt | Op::IntToBv(_) => Err("unbounded integers".into()),
            _ => self.operator(terms, t),
        }
    }

    /// Was anything with arrays blasted?
    pub fn has_arrays(&self) -> bool {
        self.has_arrays
    }

    /// The variable that an input gate belongs to, and its first input gate.
    pub fn owner(&self, terms: &Terms, input: u32) -> Option<(TermId, u32)> {
        let after = self.vars.partition_point(|v| v.0 <= input);
        let (first, t) = *self.vars.get(after.checked_sub(1)?)?;
        (input < first + bits_of(terms.sort(t))?).then_some((t, first))
    }

    /// Free bits of a sort.
    pub fn free(&mut self, sort: Sort, width: u32) -> Word {
        let raw = self.graph.input_word(width);
        match sort {
            Sort::Float(f) => self.graph.fp_canonical(f, &raw),
            _ => raw,
        }
    }
}

/// About how many gates the term's own circuit has, if that can be very many.
fn gates_of(terms: &Terms, t: TermId) -> usize {
    match terms.op(t) {
        Op::BvMul
        | Op::UMulO
        | Op::SMulO
        | Op::BvUDiv
        | Op::BvURem
        | Op::BvSDiv
        | Op::BvSRem
        | Op::BvSMod
            if !terms.args(t).iter().any(|a| terms.is_const(*a)) =>
        {
            let width = terms.width(terms.arg(t, 0)) as usize;
            4 * width * width
        }
        _ => 0,
    }
}

/// Arrays from one or more bits to bits, of indices that fit a machine word, are supported.
fn check_array(terms: &Terms, sort: Sort) -> Result<(), Unsupported> {
    let Some((index, element)) = terms.array_parts(sort) else {
        return Err("an array sort of another arena".into());
    };
    match (bits_of(index), bits_of(element)) {
        (Some(i), Some(_)) if i <= 128 => Ok(()),
        (Some(_), Some(_)) => Err("array indices of more than 128 bits".into()),
        _ => Err("arrays of arrays or of integers".into()),
    }
}
