//! Values of arrays in an assignment that fits.

use super::{Arrays, Round};
use crate::bitblast::{Blaster, bits_of, default_value, value_of_bits};
use crate::cnf::Instance;
use crate::model::Model;
use maymust_term::{ArrayValue, Op, Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// How often values are passed on along equalities.
const PASSES: usize = 4;

impl Arrays {
    /// Are there fills or copies?
    pub fn has_ranges(&self) -> bool {
        self.has_ranges
    }

    /// Symbols that should equal a term get its value: ranges are too long to be read cell by
    /// cell. Whether all equalities hold is for others to check.
    pub fn equate(&self, terms: &Terms, blaster: &Blaster, instance: &Instance, model: &mut Model) {
        if !self.has_ranges {
            return;
        }
        let holds = |t: &&TermId| instance.value(blaster.lit(terms, **t)) == Some(true);
        let equalities: Vec<(TermId, TermId)> =
            self.equalities.iter().filter(holds).map(|t| (terms.arg(*t, 0), terms.arg(*t, 1))).collect();
        for _ in 0..PASSES {
            let mut given: FxHashSet<Symbol> = FxHashSet::default();
            let mut changed = false;
            for made in [true, false] {
                for &(a, b) in &equalities {
                    for (x, t) in [(a, b), (b, a)] {
                        let Some(symbol) = terms.as_var(x).filter(|s| !given.contains(s)) else { continue };
                        let source = terms.as_var(t);
                        if made == source.is_some() || source.is_some_and(|s| !given.contains(&s)) {
                            continue;
                        }
                        let value = model.eval(terms, t);
                        given.insert(symbol);
                        if model.eval(terms, x) != value {
                            model.set(symbol, value);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}

impl Round<'_> {
    /// The values of array symbols in an assignment that fits.
    pub(super) fn model(&self) -> Vec<(Symbol, Value)> {
        let defaults = self.defaults();
        let mut cells: Vec<_> = self.cells.iter().collect();
        cells.sort();
        let mut values: Vec<(Symbol, Value)> = Vec::new();
        let mut at = 0;
        let mut vars = self.arrays.vars.clone();
        vars.sort();
        for var in vars {
            let sort = self.terms.sort(var);
            let Some((index, element)) = self.terms.array_parts(sort) else { continue };
            let default = defaults.get(&var).cloned();
            let default = default.unwrap_or_else(|| default_value(self.terms, element));
            let mut array = ArrayValue::constant(default);
            while at < cells.len() && cells[at].0.0 < var {
                at += 1;
            }
            while at < cells.len() && cells[at].0.0 == var {
                let ((_, i), (v, cell)) = cells[at];
                let access = &self.arrays.accesses[self.visits[*v].access];
                let bits: Vec<bool> = access.cell(*cell).iter().map(|l| self.value(*l)).collect();
                let width = bits_of(index).unwrap_or(1);
                let index_bits: Vec<bool> = (0..width).map(|b| i >> b & 1 == 1).collect();
                let entry = value_of_bits(index, &index_bits).zip(value_of_bits(element, &bits));
                if let Some((i, e)) = entry {
                    array = array.store(i, e);
                }
                at += 1;
            }
            if let Some(s) = self.terms.as_var(var) {
                values.push((s, Value::Array(array)));
            }
        }
        values
    }

    /// Arrays that are equal nearly everywhere share the element elsewhere.
    fn defaults(&self) -> FxHashMap<TermId, Value> {
        let mut defaults = FxHashMap::default();
        if !self.extensional {
            return defaults;
        }
        let mut classes = Classes::default();
        for &t in &self.arrays.arrays {
            let args = self.terms.args(t);
            match self.terms.op(t) {
                Op::Store | Op::StoreWide { .. } | Op::Fill | Op::Copy => classes.join(t, args[0]),
                Op::Ite => {
                    let holds = self.value(self.blaster.lit(self.terms, args[0]));
                    classes.join(t, args[if holds { 1 } else { 2 }]);
                }
                _ => {}
            }
        }
        for &t in &self.arrays.equalities {
            if self.value(self.blaster.lit(self.terms, t)) {
                classes.join(self.terms.arg(t, 0), self.terms.arg(t, 1));
            }
        }
        let mut of_class: FxHashMap<TermId, Value> = FxHashMap::default();
        for &t in &self.arrays.arrays {
            let value = match self.terms.op(t) {
                Op::ConstArray(_) => {
                    let element = self.terms.arg(t, 0);
                    let word = self.blaster.word(self.terms, element);
                    let bits: Vec<bool> = word.iter().map(|l| self.value(*l)).collect();
                    value_of_bits(self.terms.sort(element), &bits)
                }
                Op::Table(_) => self.terms.as_table(t).map(|t| t.default_value().clone()),
                _ => None,
            };
            if let Some(value) = value {
                of_class.insert(classes.find(t), value);
            }
        }
        for &t in &self.arrays.vars {
            if let Some(value) = of_class.get(&classes.find(t)) {
                defaults.insert(t, value.clone());
            }
        }
        defaults
    }
}

/// Union and find.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<TermId, TermId>,
}

impl Classes {
    fn find(&mut self, t: TermId) -> TermId {
        let mut root = t;
        while let Some(&p) = self.parent.get(&root) {
            root = p;
        }
        let mut at = t;
        while at != root {
            let next = self.parent.insert(at, root).unwrap_or(root);
            at = next;
        }
        root
    }

    fn join(&mut self, a: TermId, b: TermId) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent.insert(a, b);
        }
    }
}
