//! Sorts and terms from s-expressions, in the scope of declarations and definitions.

use super::SmtError;
use super::lexer::Token;
use super::sexpr::{NodeId, Store};
use maymust_term::{BvValue, FloatFormat, FloatValue, MAX_WIDTH, Op, Rounding, Sort, Symbol, TermId, Terms};
use num_bigint::{BigInt, BigUint, Sign};
use rustc_hash::FxHashMap;

type Read<T> = Result<T, SmtError>;

/// Sorts nest no deeper than this.
const SORT_DEPTH: u32 = 50;

/// What a name means.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A term.
    Term(TermId),
    /// A rounding mode.
    Rounding(Rounding),
    /// A function of some sorts, kept as an array from its arguments' bits.
    Function {
        /// Sorts of the arguments.
        args: Vec<Sort>,
        /// The array.
        array: TermId,
    },
    /// A defined function: parameters and body.
    Macro {
        /// Symbols that stand for the arguments.
        params: Vec<Symbol>,
        /// The body over them.
        body: TermId,
    },
}

/// A sort, or that of rounding modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnySort {
    /// A sort of terms.
    Sort(Sort),
    /// Rounding modes.
    Rounding,
}

/// Names in scope.
#[derive(Default)]
pub struct Scope {
    /// Functions and constants.
    pub names: FxHashMap<String, Meaning>,
    /// Defined sorts.
    pub sorts: FxHashMap<String, Sort>,
}

/// What an expression can be.
#[derive(Clone, Debug)]
enum Item {
    Term(TermId),
    Rounding(Rounding),
    /// A fraction.
    Real(BigInt, BigInt),
}

enum Work {
    Read(NodeId),
    Apply(NodeId, usize),
    Bind(NodeId, usize),
    Unbind(NodeId),
}

/// A reader of one expression.
pub struct Reader<'a> {
    pub terms: &'a mut Terms,
    pub store: &'a Store,
    pub scope: &'a Scope,
    bound: FxHashMap<String, Vec<Item>>,
    /// Terms that were given a name by `:named`.
    pub named: Vec<(String, TermId)>,
}

impl<'a> Reader<'a> {
    /// A reader with nothing bound.
    pub fn new(terms: &'a mut Terms, store: &'a Store, scope: &'a Scope) -> Self {
        Reader { terms, store, scope, bound: FxHashMap::default(), named: Vec::new() }
    }

    /// Binds a name for the time of this reader.
    pub fn bind(&mut self, name: &str, t: TermId) {
        self.bound.entry(name.into()).or_default().push(Item::Term(t));
    }

    fn fail<T>(&self, n: NodeId, message: impl Into<String>) -> Read<T> {
        Err(SmtError::new(self.store.place(n), message))
    }

    // --- sorts -------------------------------------------------------------------------------

    /// A sort of terms.
    pub fn sort(&mut self, n: NodeId) -> Read<Sort> {
        match self.any_sort(n, 0)? {
            AnySort::Sort(s) => Ok(s),
            AnySort::Rounding => self.fail(n, "unsupported: a symbol of sort RoundingMode"),
        }
    }

    /// A sort, or that of rounding modes.
    pub fn any_sort(&mut self, n: NodeId, depth: u32) -> Read<AnySort> {
        if depth > SORT_DEPTH {
            return self.fail(n, "a sort that nests too deep");
        }
        let sort = if let Some(name) = self.store.symbol(n) {
            self.named_sort(name)
        } else {
            self.sort_list(n, depth)?
        };
        match sort {
            Some(sort) => Ok(sort),
            None => self.fail(n, format!("unknown sort {}", self.store.text(n))),
        }
    }

    fn named_sort(&self, name: &str) -> Option<AnySort> {
        if let Some(s) = self.scope.sorts.get(name) {
            return Some(AnySort::Sort(*s));
        }
        Some(AnySort::Sort(match name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Float16" => Sort::Float(FloatFormat::F16),
            "Float32" => Sort::Float(FloatFormat::F32),
            "Float64" => Sort::Float(FloatFormat::F64),
            "Float128" => Sort::Float(FloatFormat::F128),
            "RoundingMode" => return Some(AnySort::Rounding),
            _ => return None,
        }))
    }

    fn sort_list(&mut self, n: NodeId, depth: u32) -> Read<Option<AnySort>> {
        let list = self.store.list(n).unwrap_or(&[]).to_vec();
        let words: Vec<Option<&str>> = list.iter().map(|m| self.store.symbol(*m)).collect();
        let number = |i: usize| list.get(i).and_then(|m| self.store.numeral(*m)).unwrap_or(0);
        let sort = match words[..] {
            [Some("_"), Some("BitVec"), _] => {
                let w = number(2);
                if w == 0 || w > MAX_WIDTH {
                    return self.fail(list[2], format!("bit-vectors have 1 to {MAX_WIDTH} bits"));
                }
                Sort::BitVec(w)
            }
            [Some("_"), Some("FloatingPoint"), _, _] => {
                let format = FloatFormat { exp: number(2), sig: number(3) };
                if !format.is_valid() {
                    return self.fail(n, "unsupported: a float format of this size");
                }
                Sort::Float(format)
            }
            [Some("Array"), _, _] => {
                let (i, e) = (self.any_sort(list[1], depth + 1)?, self.any_sort(list[2], depth + 1)?);
                match (i, e) {
                    (AnySort::Sort(i), AnySort::Sort(e)) => self.terms.array_sort(i, e),
                    _ => return self.fail(n, "unsupported: an array of rounding modes"),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(AnySort::Sort(sort)))
    }

    // --- terms -------------------------------------------------------------------------------

    /// A term.
    pub fn term(&mut self, n: NodeId) -> Read<TermId> {
        match self.item(n)? {
            Item::Term(t) => Ok(t),
            Item::Rounding(_) => self.fail(n, "a rounding mode where a term is needed"),
            Item::Real(..) => self.fail(n, "unsupported: real numbers"),
        }
    }

    /// A boolean term.
    pub fn formula(&mut self, n: NodeId) -> Read<TermId> {
        let t = self.term(n)?;
        if self.terms.sort(t) != Sort::Bool {
            return self.fail(n, "a formula must be of sort Bool");
        }
        Ok(t)
    }

    /// A rounding mode or a term.
    pub fn meaning(&mut self, n: NodeId) -> Read<Meaning> {
        match self.item(n)? {
            Item::Term(t) => Ok(Meaning::Term(t)),
            Item::Rounding(r) => Ok(Meaning::Rounding(r)),
            Item::Real(..) => self.fail(n, "unsupported: real numbers"),
        }
    }

    fn item(&mut self, root: NodeId) -> Read<Item> {
        let mut work = vec![Work::Read(root)];
        let mut out: Vec<Item> = Vec::new();
        while let Some(step) = work.pop() {
            match step {
                Work::Read(n) => self.read(n, &mut work, &mut out)?,
                Work::Apply(n, count) => {
                    let args = out.split_off(out.len() - count);
                    out.push(self.apply(n, &args)?);
                }
                Work::Bind(bindings, count) => {
                    let values = out.split_off(out.len() - count);
                    for (pair, value) in self.pairs(bindings).into_iter().zip(values) {
                        self.bound.entry(pair.0).or_default().push(value);
                    }
                }
                Work::Unbind(bindings) => {
                    for (name, _) in self.pairs(bindings) {
                        self.bound.get_mut(&name).map(Vec::pop);
                    }
                }
            }
        }
        match out.pop() {
            Some(item) => Ok(item),
            None => self.fail(root, "not a term"),
        }
    }

    /// Names and values of a binding list; what is no pair is left out.
    fn pairs(&self, bindings: NodeId) -> Vec<(String, NodeId)> {
        let pair = |p: &NodeId| match self.store.list(*p) {
            Some(&[name, value]) => Some((self.store.symbol(name)?.to_string(), value)),
            _ => None,
        };
        self.store.list(bindings).unwrap_or(&[]).iter().filter_map(pair).collect()
    }

    fn read(&mut self, n: NodeId, work: &mut Vec<Work>, out: &mut Vec<Item>) -> Read<()> {
        let Some(list) = self.store.list(n) else {
            out.push(self.leaf(n)?);
            return Ok(());
        };
        let Some(&head) = list.first() else { return self.fail(n, "an empty list") };
        match self.store.word(head) {
            Some("let") => {
                let &[_, bindings, body] = list else {
                    return self.fail(n, "'let' takes bindings and a term");
                };
                let pairs = self.pairs(bindings);
                if Some(pairs.len()) != self.store.list(bindings).map(<[_]>::len) {
                    return self.fail(bindings, "bindings are pairs of a name and a term");
                }
                work.push(Work::Unbind(bindings));
                work.push(Work::Read(body));
                work.push(Work::Bind(bindings, pairs.len()));
                work.extend(pairs.into_iter().rev().map(|p| Work::Read(p.1)));
            }
            Some("!") if list.len() > 1 => {
                work.push(Work::Apply(n, 1));
                work.push(Work::Read(list[1]));
            }
            Some("_") => out.push(self.indexed_constant(n)?),
            Some("forall" | "exists" | "match") => {
                return self.fail(n, "unsupported: quantifiers and matching");
            }
            _ => {
                work.push(Work::Apply(n, list.len() - 1));
                work.extend(list[1..].iter().rev().map(|m| Work::Read(*m)));
            }
        }
        Ok(())
    }

    fn leaf(&mut self, n: NodeId) -> Read<Item> {
        let bits = match self.store.token(n) {
            Some(Token::Numeral(k)) => {
                let v: BigInt = k.parse().unwrap_or_default();
                return Ok(Item::Term(self.terms.int(v)));
            }
            Some(Token::Decimal(d)) => return Ok(decimal(d)),
            Some(Token::Bits(b)) => b.clone(),
            Some(Token::Symbol(_) | Token::Quoted(_)) => return self.name(n),
            _ => return self.fail(n, "not a term"),
        };
        let (radix, per) = if bits.starts_with("#x") { (16, 4) } else { (2, 1) };
        let width = (bits.len() - 2) as u64 * per;
        let value = BigUint::parse_bytes(&bits.as_bytes()[2..], radix);
        match value {
            Some(v) if width <= MAX_WIDTH as u64 => {
                Ok(Item::Term(self.terms.bv_value(BvValue::from_biguint(width as u32, &v))))
            }
            _ => self.fail(n, "a literal that is too long"),
        }
    }

    fn name(&mut self, n: NodeId) -> Read<Item> {
        let name = self.store.symbol(n).unwrap_or("");
        if let Some(item) = self.bound.get(name).and_then(|v| v.last()) {
            return Ok(item.clone());
        }
        match self.scope.names.get(name) {
            Some(Meaning::Term(t)) => return Ok(Item::Term(*t)),
            Some(Meaning::Rounding(r)) => return Ok(Item::Rounding(*r)),
            Some(Meaning::Macro { params, body }) if params.is_empty() => {
                return Ok(Item::Term(*body));
            }
            Some(_) => return self.fail(n, format!("'{name}' takes arguments")),
            None => {}
        }
        if let Some(r) = Rounding::from_name(name) {
            return Ok(Item::Rounding(r));
        }
        match name {
            "true" => Ok(Item::Term(self.terms.tru())),
            "false" => Ok(Item::Term(self.terms.fls())),
            _ => self.fail(n, format!("unknown symbol '{name}'")),
        }
    }

    /// `(_ bv5 8)`, `(_ +oo 8 24)` and their like.
    fn indexed_constant(&mut self, n: NodeId) -> Read<Item> {
        let list = self.store.list(n).unwrap_or(&[]);
        let name = list.get(1).and_then(|m| self.store.word(*m)).unwrap_or("");
        let number = |i: usize| list.get(i).and_then(|m| self.store.numeral(*m)).unwrap_or(0);
        if let Some(digits) = name.strip_prefix("bv")
            && let Ok(v) = digits.parse::<BigUint>()
            && list.len() == 3
        {
            let w = number(2);
            if w == 0 || w > MAX_WIDTH {
                return self.fail(n, format!("bit-vectors have 1 to {MAX_WIDTH} bits"));
            }
            return Ok(Item::Term(self.terms.bv_value(BvValue::from_biguint(w, &v))));
        }
        let format = FloatFormat { exp: number(2), sig: number(3) };
        let value = match name {
            _ if list.len() != 4 || !format.is_valid() => None,
            "+oo" => Some(FloatValue::infinity(format, false)),
            "-oo" => Some(FloatValue::infinity(format, true)),
            "+zero" => Some(FloatValue::zero(format, false)),
            "-zero" => Some(FloatValue::zero(format, true)),
            "NaN" => Some(FloatValue::nan(format)),
            _ => None,
        };
        match value {
            Some(v) => Ok(Item::Term(self.terms.fp_value(v))),
            None => self.fail(n, format!("unknown constant {}", self.store.text(n))),
        }
    }

    fn apply(&mut self, n: NodeId, args: &[Item]) -> Read<Item> {
        let store = self.store;
        let head = store.list(n).unwrap_or(&[])[0];
        if store.word(head) == Some("!") {
            return self.annotated(n, args);
        }
        let Some(name) = store.symbol(head) else { return self.apply_indexed(n, head, args) };
        let quoted = matches!(store.token(head), Some(Token::Quoted(_)));
        let scope = self.scope;
        match scope.names.get(name) {
            Some(Meaning::Macro { params, body }) => return self.apply_macro(n, params, *body, args),
            Some(Meaning::Function { args: sorts, array }) => {
                return self.apply_function(n, sorts, *array, args);
            }
            Some(_) => return self.fail(head, format!("'{name}' takes no arguments")),
            None if quoted => return self.fail(head, format!("unknown function '{name}'")),
            None => {}
        }
        if let Some(real) = real_arithmetic(self.terms, name, args) {
            return Ok(real);
        }
        self.apply_operator(n, name, &[], args)
    }

    fn terms_of(&self, n: NodeId, args: &[Item]) -> Read<Vec<TermId>> {
        let term = |a: &Item| match a {
            Item::Term(t) => Ok(*t),
            _ => self.fail(n, "an argument that is no term"),
        };
        args.iter().map(term).collect()
    }

    fn apply_operator(&mut self, n: NodeId, name: &str, indices: &[u32], args: &[Item]) -> Read<Item> {
        let (rounding, rest) = match args {
            [Item::Rounding(r), rest @ ..] => (Some(*r), rest),
            _ => (None, args),
        };
        if let (Some(r), "to_fp", &[exp, sig], [x]) = (rounding, name, indices, rest)
            && let Some((p, q)) = self.as_real(x)
        {
            return self.float_of_real(n, FloatFormat { exp, sig }, &p, &q, r);
        }
        let rest = self.terms_of(n, rest)?;
        match self.terms.apply_named(name, indices, rounding, &rest) {
            Ok(t) => Ok(Item::Term(t)),
            Err(e) => self.fail(n, e.to_string()),
        }
    }

    fn as_real(&self, item: &Item) -> Option<(BigInt, BigInt)> {
        match item {
            Item::Real(p, q) => Some((p.clone(), q.clone())),
            Item::Term(t) => Some((self.terms.as_int(*t)?.clone(), 1.into())),
            Item::Rounding(_) => None,
        }
    }

    fn float_of_real(
        &mut self,
        n: NodeId,
        format: FloatFormat,
        p: &BigInt,
        q: &BigInt,
        r: Rounding,
    ) -> Read<Item> {
        if !format.is_valid() {
            return self.fail(n, "unsupported: a float format of this size");
        }
        let value = FloatValue::from_ratio(format, r, p, q.magnitude());
        Ok(Item::Term(self.terms.fp_value(value)))
    }

    /// `((_ name numerals) args)` and `((as const sort) element)`.
    fn apply_indexed(&mut self, n: NodeId, head: NodeId, args: &[Item]) -> Read<Item> {
        let store = self.store;
        let list = store.list(head).unwrap_or(&[]);
        let word = |i: usize| list.get(i).and_then(|m| store.word(*m));
        match (word(0), word(1)) {
            (Some("as"), Some("const")) if list.len() == 3 && args.len() == 1 => {
                let sort = self.sort(list[2])?;
                let elements = self.terms_of(n, args)?;
                let Sort::Array(a) = sort else {
                    return self.fail(head, "a constant array needs an array sort");
                };
                match self.terms.try_app(Op::ConstArray(a), &elements) {
                    Ok(t) => Ok(Item::Term(t)),
                    Err(e) => self.fail(n, e.to_string()),
                }
            }
            (Some("_"), Some(name)) => {
                let indices: Option<Vec<u32>> = list[2..].iter().map(|m| store.numeral(*m)).collect();
                match indices {
                    Some(indices) => self.apply_operator(n, name, &indices, args),
                    None => self.fail(head, "indices are numbers"),
                }
            }
            _ => self.fail(head, "expected an operator"),
        }
    }

    fn apply_macro(&mut self, n: NodeId, params: &[Symbol], body: TermId, args: &[Item]) -> Read<Item> {
        let args = self.terms_of(n, args)?;
        let fits = |(p, a): (&Symbol, &TermId)| self.terms.symbol_sort(*p) == self.terms.sort(*a);
        if args.len() != params.len() || !params.iter().zip(&args).all(fits) {
            return self.fail(n, "arguments do not fit the definition");
        }
        let map: FxHashMap<Symbol, TermId> = params.iter().copied().zip(args).collect();
        Ok(Item::Term(self.terms.substitute(body, &map)))
    }

    /// A function is an array from the bits of its arguments.
    fn apply_function(&mut self, n: NodeId, sorts: &[Sort], array: TermId, args: &[Item]) -> Read<Item> {
        let args = self.terms_of(n, args)?;
        let fits = |(s, a): (&Sort, &TermId)| *s == self.terms.sort(*a);
        if args.len() != sorts.len() || !sorts.iter().zip(&args).all(fits) {
            return self.fail(n, "arguments do not fit the declaration");
        }
        let mut index: Option<TermId> = None;
        for a in args {
            let bits = match self.terms.sort(a) {
                Sort::Bool => self.terms.bool_to_bv(a, 1),
                Sort::Float(_) => self.terms.app(Op::FpToBits, &[a]),
                _ => a,
            };
            index = Some(match index {
                Some(i) => self.terms.app(Op::Concat, &[i, bits]),
                None => bits,
            });
        }
        match index {
            Some(index) => Ok(Item::Term(self.terms.app(Op::Select, &[array, index]))),
            None => self.fail(n, "a function without arguments"),
        }
    }

    /// `(! t :named n)`
    fn annotated(&mut self, n: NodeId, args: &[Item]) -> Read<Item> {
        let list = self.store.list(n).unwrap_or(&[]);
        for pair in list[2..].chunks(2) {
            if self.store.keyword(pair[0]) != Some(":named") {
                continue;
            }
            let name = pair.get(1).and_then(|m| self.store.symbol(*m));
            let (Some(name), [Item::Term(t)]) = (name, args) else {
                return self.fail(n, ":named takes a symbol and names a term");
            };
            self.named.push((name.to_string(), *t));
        }
        match args {
            [item] => Ok(item.clone()),
            _ => self.fail(n, "'!' takes a term"),
        }
    }
}

fn decimal(text: &str) -> Item {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: BigInt = format!("{whole}{fraction}").parse().unwrap_or_default();
    Item::Real(digits, BigInt::from(10).pow(fraction.len() as u32))
}

/// Arithmetic on literal fractions, as float literals are written.
fn real_arithmetic(terms: &Terms, name: &str, args: &[Item]) -> Option<Item> {
    let fraction = |i: &Item| match i {
        Item::Real(p, q) => Some((p.clone(), q.clone())),
        Item::Term(t) => Some((terms.as_int(*t)?.clone(), BigInt::from(1))),
        Item::Rounding(_) => None,
    };
    let any_real = args.iter().any(|a| matches!(a, Item::Real(..)));
    match (name, args) {
        ("-", [Item::Real(p, q)]) => Some(Item::Real(-p, q.clone())),
        ("/", [a, b]) => {
            let ((p, q), (r, s)) = (fraction(a)?, fraction(b)?);
            if r.sign() == Sign::NoSign {
                return None;
            }
            let negative = r.sign() == Sign::Minus;
            let (top, bottom) = (p * s, q * r);
            Some(if negative { Item::Real(-top, -bottom) } else { Item::Real(top, bottom) })
        }
        ("*" | "+", [a, b]) if any_real => {
            let ((p, q), (r, s)) = (fraction(a)?, fraction(b)?);
            let top = if name == "*" { p * r } else { p * &s + r * &q };
            Some(Item::Real(top, q * s))
        }
        _ => None,
    }
}
