//! Parsing of terms and sorts from s-expressions, with an explicit stack.

use super::sexpr::Store;
use crate::arena::Terms;
use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, MAX_WIDTH, Rounding, Sort};
use crate::table::Table;
use crate::value::Value;
use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;
use std::fmt;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Offset in bytes from the start of the text.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

impl ParseError {
    pub(super) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "offset {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for ParseError {}

type Lookup<'a> = &'a mut dyn FnMut(&mut Terms, &str) -> Option<TermId>;

impl Terms {
    /// Reads a term; `lookup` gives the term of a symbol's name.
    ///
    /// # Errors
    /// If the text is no term, or a symbol or operator is not known.
    pub fn parse_term(&mut self, text: &str, lookup: Lookup<'_>) -> Result<TermId, ParseError> {
        let (t, end) = self.parse_term_prefix(text, lookup)?;
        let rest = &text[end..];
        if rest.trim().is_empty() {
            return Ok(t);
        }
        Err(ParseError::new(end + rest.len() - rest.trim_start().len(), "text after the term"))
    }

    /// Reads a term as it is written, by no rules: what [`Terms::print_term`] printed, in this
    /// arena or another, comes back with the same structure and prints the same. Other text may
    /// give a term that is not in normal form.
    ///
    /// # Errors
    /// As [`Terms::parse_term`].
    pub fn parse_term_exact(&mut self, text: &str, lookup: Lookup<'_>) -> Result<TermId, ParseError> {
        let rules = std::mem::replace(&mut self.plain, true);
        let result = self.parse_term(text, lookup);
        self.plain = rules;
        result
    }

    /// As [`Terms::parse_term_exact`], from the start of a text; gives the offset behind the term too.
    ///
    /// # Errors
    /// As [`Terms::parse_term`], but text behind the term is no error.
    pub fn parse_term_prefix_exact(
        &mut self,
        text: &str,
        lookup: Lookup<'_>,
    ) -> Result<(TermId, usize), ParseError> {
        let rules = std::mem::replace(&mut self.plain, true);
        let result = self.parse_term_prefix(text, lookup);
        self.plain = rules;
        result
    }

    /// Reads a term from the start of a text; gives the offset behind it too.
    ///
    /// # Errors
    /// As [`Terms::parse_term`], but text behind the term is no error.
    pub fn parse_term_prefix(
        &mut self,
        text: &str,
        lookup: Lookup<'_>,
    ) -> Result<(TermId, usize), ParseError> {
        let (store, root, end) = Store::read(text)?;
        let mut reader = Reader { terms: self, store, lookup, bound: FxHashMap::default(), in_table: false };
        Ok((reader.term(root)?, end))
    }

    /// Reads a sort.
    ///
    /// # Errors
    /// If the text is no sort.
    pub fn parse_sort(&mut self, text: &str) -> Result<Sort, ParseError> {
        let (sort, end) = self.parse_sort_prefix(text)?;
        if text[end..].trim().is_empty() {
            Ok(sort)
        } else {
            Err(ParseError::new(end, "text after the sort"))
        }
    }

    /// Reads a sort from the start of a text; gives the offset behind it too.
    ///
    /// # Errors
    /// If the text does not start with a sort.
    pub fn parse_sort_prefix(&mut self, text: &str) -> Result<(Sort, usize), ParseError> {
        let (store, root, end) = Store::read(text)?;
        let mut reader = Reader {
            terms: self,
            store,
            lookup: &mut |_, _| None,
            bound: FxHashMap::default(),
            in_table: false,
        };
        Ok((reader.sort(root, 0)?, end))
    }
}

struct Reader<'a> {
    terms: &'a mut Terms,
    store: Store,
    lookup: Lookup<'a>,
    /// Names bound by `let`, innermost last.
    bound: FxHashMap<String, Vec<TermId>>,
    /// Tables do not nest.
    in_table: bool,
}

enum Work {
    /// Read a node and push its term.
    Read(usize),
    /// Apply the head of a list to so many terms.
    Apply(usize, usize),
    /// Bind the names of a `let` to the terms on top.
    Bind(usize),
    /// Forget them.
    Unbind(usize),
}

impl Reader<'_> {
    fn fail<T>(&self, n: usize, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::new(self.store.offset(n), message))
    }

    fn term(&mut self, root: usize) -> Result<TermId, ParseError> {
        let mut work = vec![Work::Read(root)];
        let mut out: Vec<TermId> = Vec::new();
        while let Some(step) = work.pop() {
            match step {
                Work::Read(n) => self.read(n, &mut work, &mut out)?,
                Work::Apply(n, count) => {
                    let args = out.split_off(out.len() - count);
                    out.push(self.apply(n, &args)?);
                }
                Work::Bind(n) => {
                    let names = self.let_names(n)?;
                    let values = out.split_off(out.len() - names.len());
                    for (name, v) in names.into_iter().zip(values) {
                        self.bound.entry(name).or_default().push(v);
                    }
                }
                Work::Unbind(n) => {
                    for name in self.let_names(n)? {
                        self.bound.get_mut(&name).map(Vec::pop);
                    }
                }
            }
        }
        match out[..] {
            [t] => Ok(t),
            _ => self.fail(root, "not a term"),
        }
    }

    fn read(&mut self, n: usize, work: &mut Vec<Work>, out: &mut Vec<TermId>) -> Result<(), ParseError> {
        let Some(list) = self.store.list(n) else {
            out.push(self.leaf(n)?);
            return Ok(());
        };
        let Some(&head) = list.first() else { return self.fail(n, "an empty list") };
        match self.store.atom(head) {
            Some("let") => self.read_let(n, work),
            Some("!") if list.len() > 1 => {
                work.push(Work::Read(list[1]));
                Ok(())
            }
            Some("_") => {
                out.push(self.indexed_constant(n)?);
                Ok(())
            }
            Some("table") if self.in_table => self.fail(n, "a table in a table"),
            Some("table") => {
                self.in_table = true;
                let table = self.table(n);
                self.in_table = false;
                out.push(table?);
                Ok(())
            }
            _ => {
                let args: Vec<usize> = list[self.first_arg(n)..].to_vec();
                work.push(Work::Apply(n, args.len()));
                work.extend(args.into_iter().rev().map(Work::Read));
                Ok(())
            }
        }
    }

    fn read_let(&mut self, n: usize, work: &mut Vec<Work>) -> Result<(), ParseError> {
        let &[_, bindings, body] = self.store.list(n).unwrap_or(&[]) else {
            return self.fail(n, "'let' takes bindings and a term");
        };
        let Some(pairs) = self.store.list(bindings) else {
            return self.fail(bindings, "expected bindings");
        };
        let mut values = Vec::new();
        for &pair in pairs {
            let Some(&[_, value]) = self.store.list(pair) else {
                return self.fail(pair, "expected a name and a term");
            };
            values.push(Work::Read(value));
        }
        work.push(Work::Unbind(n));
        work.push(Work::Read(body));
        work.push(Work::Bind(n));
        work.extend(values.into_iter().rev());
        Ok(())
    }

    fn let_names(&self, n: usize) -> Result<Vec<String>, ParseError> {
        let list = self.store.list(n).unwrap_or(&[]);
        let pairs = list.get(1).and_then(|b| self.store.list(*b)).unwrap_or(&[]);
        let name = |p: &usize| {
            let first = self.store.list(*p).and_then(|l| l.first());
            let name = first.and_then(|f| self.store.symbol(*f));
            name.map(str::to_string).ok_or_else(|| ParseError::new(self.store.offset(*p), "expected a name"))
        };
        pairs.iter().map(name).collect()
    }

    /// The position of the first argument: behind the head and a rounding mode.
    fn first_arg(&self, n: usize) -> usize {
        let list = self.store.list(n).unwrap_or(&[]);
        let second = list.get(1).and_then(|m| self.store.atom(*m));
        let mode = second.and_then(Rounding::from_name).is_some();
        if mode && !self.bound.contains_key(second.unwrap_or("")) { 2 } else { 1 }
    }

    fn leaf(&mut self, n: usize) -> Result<TermId, ParseError> {
        if let Some(word) = self.store.atom(n) {
            match word {
                "true" => return Ok(self.terms.tru()),
                "false" => return Ok(self.terms.fls()),
                _ => {}
            }
            if word.starts_with('#') {
                let word = word.to_string();
                return match self.terms.literal(&word) {
                    Some(t) => Ok(t),
                    None => self.fail(n, format!("bad literal '{word}'")),
                };
            }
            if let Ok(v) = word.parse::<BigUint>() {
                return Ok(self.terms.int(BigInt::from(v)));
            }
        }
        let name = self.store.symbol(n).unwrap_or("").to_string();
        if let Some(&t) = self.bound.get(&name).and_then(|v| v.last()) {
            return Ok(t);
        }
        match (self.lookup)(self.terms, &name) {
            Some(t) => Ok(t),
            None => self.fail(n, format!("unknown symbol '{name}'")),
        }
    }

    fn apply(&mut self, n: usize, args: &[TermId]) -> Result<TermId, ParseError> {
        let list = self.store.list(n).unwrap_or(&[]);
        let head = list[0];
        let mode = if self.first_arg(n) == 2 {
            self.store.atom(list[1]).and_then(Rounding::from_name)
        } else {
            None
        };
        let result = if let Some(name) = self.store.atom(head) {
            let name = name.to_string();
            self.terms.apply_named(&name, &[], mode, args)
        } else if let Some(sort) = self.const_array_sort(head)? {
            match (sort, args) {
                (Sort::Array(a), &[_]) => self.terms.try_app(Op::ConstArray(a), args),
                _ => return self.fail(head, "a constant array takes one element"),
            }
        } else {
            let (name, indices) = self.indexed(head)?;
            self.terms.apply_named(&name, &indices, mode, args)
        };
        result.map_err(|e| ParseError::new(self.store.offset(n), e.message))
    }

    /// `(as const SORT)`
    fn const_array_sort(&mut self, n: usize) -> Result<Option<Sort>, ParseError> {
        let &[a, b, sort] = self.store.list(n).unwrap_or(&[]) else { return Ok(None) };
        if (self.store.atom(a), self.store.atom(b)) != (Some("as"), Some("const")) {
            return Ok(None);
        }
        self.sort(sort, 0).map(Some)
    }

    /// `(_ name numeral…)`
    fn indexed(&self, n: usize) -> Result<(String, Vec<u32>), ParseError> {
        let list = self.store.list(n).unwrap_or(&[]);
        let (Some("_"), Some(name)) =
            (list.first().and_then(|m| self.store.atom(*m)), list.get(1).and_then(|m| self.store.atom(*m)))
        else {
            return self.fail(n, "expected an operator");
        };
        let mut indices = Vec::new();
        for &m in &list[2..] {
            match self.store.atom(m).and_then(|w| w.parse().ok()) {
                Some(i) => indices.push(i),
                None => return self.fail(m, "expected a numeral"),
            }
        }
        Ok((name.to_string(), indices))
    }

    /// `(_ bv5 32)`, `(_ NaN 8 24)`, `(_ +oo 8 24)` and the like.
    fn indexed_constant(&mut self, n: usize) -> Result<TermId, ParseError> {
        let (name, indices) = self.indexed(n)?;
        if let Some(digits) = name.strip_prefix("bv")
            && let (Ok(v), &[w]) = (digits.parse::<BigUint>(), &indices[..])
            && (1..=MAX_WIDTH).contains(&w)
        {
            return Ok(self.terms.bv_value(BvValue::from_biguint(w, &v)));
        }
        let &[exp, sig] = &indices[..] else {
            return self.fail(n, format!("unknown constant '{name}'"));
        };
        let f = FloatFormat { exp, sig };
        if !f.is_valid() {
            return self.fail(n, "bad float format");
        }
        let v = match name.as_str() {
            "NaN" => FloatValue::nan(f),
            "+oo" => FloatValue::infinity(f, false),
            "-oo" => FloatValue::infinity(f, true),
            "+zero" => FloatValue::zero(f, false),
            "-zero" => FloatValue::zero(f, true),
            _ => return self.fail(n, format!("unknown constant '{name}'")),
        };
        Ok(self.terms.fp_value(v))
    }

    /// `(table SORT BASE DEFAULT element…)`
    fn table(&mut self, n: usize) -> Result<TermId, ParseError> {
        let list = self.store.list(n).unwrap_or(&[]).to_vec();
        let [_, sort, base, default, elements @ ..] = &list[..] else {
            return self.fail(n, "a table takes a sort, a base and a default");
        };
        let sort_node = *sort;
        let sort = self.sort(sort_node, 0)?;
        let Some((index, element)) = self.terms.array_parts(sort) else {
            return self.fail(sort_node, "a table takes an array sort");
        };
        let base = self.constant(*base, index)?;
        let default = self.constant(*default, element)?;
        let mut values = Vec::with_capacity(elements.len());
        for &e in elements {
            values.push(self.constant(e, element)?);
        }
        let Value::Bv(base) = base else {
            return self.fail(n, "a table is indexed by bit-vectors");
        };
        if base.width() < 64 && values.len() as u64 > 1 << base.width() {
            return self.fail(n, "a table longer than its index sort");
        }
        Ok(self.terms.table(sort, Table::new(base, default, &values)))
    }

    /// A constant of a sort, which is no array.
    fn constant(&mut self, n: usize, sort: Sort) -> Result<Value, ParseError> {
        let t = self.term(n)?;
        if self.terms.sort(t) != sort || sort.is_array() {
            return self.fail(n, "a constant of the wrong sort");
        }
        match self.terms.constant_value(t) {
            Some(v) => Ok(v),
            None => self.fail(n, "expected a constant"),
        }
    }

    fn sort(&mut self, n: usize, depth: u32) -> Result<Sort, ParseError> {
        if depth > 100 {
            return self.fail(n, "a sort nested too deep");
        }
        if let Some(word) = self.store.atom(n) {
            return match word {
                "Bool" => Ok(Sort::Bool),
                "Int" => Ok(Sort::Int),
                "Float16" => Ok(Sort::Float(FloatFormat::F16)),
                "Float32" => Ok(Sort::Float(FloatFormat::F32)),
                "Float64" => Ok(Sort::Float(FloatFormat::F64)),
                "Float128" => Ok(Sort::Float(FloatFormat::F128)),
                _ => self.fail(n, format!("unknown sort '{word}'")),
            };
        }
        let list = self.store.list(n).unwrap_or(&[]).to_vec();
        if let &[head, index, element] = &list[..]
            && self.store.atom(head) == Some("Array")
        {
            let (i, e) = (self.sort(index, depth + 1)?, self.sort(element, depth + 1)?);
            return Ok(self.terms.array_sort(i, e));
        }
        let (name, indices) = self.indexed(n)?;
        match (name.as_str(), &indices[..]) {
            ("BitVec", &[w]) if (1..=MAX_WIDTH).contains(&w) => Ok(Sort::BitVec(w)),
            ("FloatingPoint", &[exp, sig]) if FloatFormat { exp, sig }.is_valid() => {
                Ok(Sort::Float(FloatFormat { exp, sig }))
            }
            _ => self.fail(n, "unknown sort"),
        }
    }
}
