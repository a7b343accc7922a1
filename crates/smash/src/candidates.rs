//! Candidates for invariants: facts over the variables at a node that all tests satisfied.
//!
//! Intervals with bounds from the program and from the tests, congruences, comparisons and linear relations of two or three
//! variables, conditions of the program and literals of regions, and implications between these. None is believed:
//! [`crate::invariant`] keeps those that are inductive together.

use std::rc::Rc;

use maymust_program::index::IndexVec;
use maymust_program::{VarId, VarKind};
use maymust_term::{BvValue, Op, Sort, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::Core;
use crate::graph::{Graph, Kind};
use crate::ids::{EdgeId, NodeId};
use crate::path::Concrete;

/// What candidates are made of.
pub struct Material {
    /// Terms over variables, by node: what is live there.
    pub items: IndexVec<NodeId, Vec<TermId>>,
    /// Conditions over variables.
    pub atoms: Vec<TermId>,
    /// Constants by width.
    pub constants: FxHashMap<u32, Vec<BvValue>>,
}

const MOST_ITEMS: usize = 22;
const MOST_ATOMS: usize = 80;
const MOST_CONSTANTS: usize = 24;
const MOST_IMPLICATIONS: usize = 160;

impl Core {
    /// Collects what candidates are made of.
    pub fn material(&mut self, graph: &Graph, extra: &[TermId], ghosts: &[VarId]) -> Material {
        let mut roots: Vec<TermId> = extra.to_vec();
        for e in &graph.edges {
            match &e.kind {
                Kind::Block { guard, updates, .. } => {
                    roots.push(*guard);
                    roots.extend(updates.iter().map(|u| u.1));
                }
                Kind::Fail { ways, .. } => roots.extend(ways.iter().map(|w| w.1)),
                Kind::Call(c) | Kind::CallFail(c) => roots.extend(&c.args),
            }
        }
        let known = |core: &Core, t: TermId| {
            core.terms
                .support(t)
                .iter()
                .all(|s| s.index() < core.facts.program.vars.len() || ghosts.contains(s))
        };
        let cone = self.terms.cone_of(&roots);
        let mut constants: FxHashMap<u32, Vec<BvValue>> = FxHashMap::default();
        let mut atoms = Vec::new();
        let mut places = Vec::new();
        for &t in &cone {
            if let Some(v) = self.terms.as_bv(t) {
                let list = constants.entry(v.width()).or_default();
                if list.len() < MOST_CONSTANTS && !list.contains(v) {
                    list.push(v.clone());
                }
                continue;
            }
            let is_atom = matches!(
                self.terms.op(t),
                Op::Eq | Op::Ult | Op::Slt | Op::FpLe | Op::FpLt | Op::FpEq | Op::IntLt
            );
            let is_cell = matches!(self.terms.op(t), Op::Select | Op::Load { .. });
            if is_atom && atoms.len() < MOST_ATOMS && self.terms.size(t) < 40 && known(self, t) {
                atoms.push(t);
            }
            let is_small = matches!(self.terms.sort(t), Sort::BitVec(w) if w <= 64);
            if is_cell && is_small && places.len() < 8 && self.terms.size(t) < 12 && known(self, t) {
                places.push(t);
            }
        }
        for t in extra {
            for c in self.terms.conjuncts(*t) {
                if atoms.len() < 2 * MOST_ATOMS
                    && !atoms.contains(&c)
                    && self.terms.size(c) < 200
                    && known(self, c)
                {
                    atoms.push(c);
                }
            }
        }
        let live = self.live(graph, extra);
        let items = live.iter().map(|vars| self.items_of(vars.clone(), &places, ghosts)).collect();
        Material { items, atoms, constants }
    }

    fn items_of(&mut self, mut vars: Vec<VarId>, places: &[TermId], ghosts: &[VarId]) -> Vec<TermId> {
        let is_scalar = |core: &Core, v: &VarId| match core.terms.symbol_sort(*v) {
            Sort::Bool => true,
            Sort::BitVec(w) => w <= 64,
            _ => false,
        };
        vars.retain(|v| is_scalar(self, v));
        // What people wrote comes before what lowering made.
        let is_temporary = |core: &Core, v: &VarId| core.terms.symbol_name(*v).contains('$');
        vars.sort_by_key(|v| (is_temporary(self, v), *v));
        vars.truncate(MOST_ITEMS);
        vars.extend(ghosts.iter().filter(|g| is_scalar(self, g)));
        let mut items: Vec<TermId> = vars.into_iter().map(|v| self.terms.var(v)).collect();
        items.extend(places);
        items
    }

    /// The variables live at each node.
    fn live(&mut self, graph: &Graph, extra: &[TermId]) -> IndexVec<NodeId, Vec<VarId>> {
        let n_vars = self.facts.program.vars.len();
        let always: Vec<VarId> =
            self.terms.support_of(extra).into_iter().filter(|v| v.index() < n_vars).collect();
        let mut uses: IndexVec<EdgeId, Vec<VarId>> = IndexVec::new();
        let mut defines: IndexVec<EdgeId, FxHashSet<VarId>> = IndexVec::new();
        for e in &graph.edges {
            let mut u: Vec<VarId>;
            let mut d = FxHashSet::default();
            match &e.kind {
                Kind::Block { guard, updates, .. } => {
                    let mut roots = vec![*guard];
                    // A variable that is only carried on is not used for that.
                    roots.extend(updates.iter().map(|x| x.1));
                    u = self.terms.support_of(&roots);
                    d.extend(updates.iter().map(|x| x.0));
                }
                Kind::Fail { ways, .. } => {
                    u = self.terms.support_of(&ways.iter().map(|w| w.1).collect::<Vec<_>>());
                }
                Kind::Call(c) | Kind::CallFail(c) => {
                    u = self.terms.support_of(&c.args);
                    u.extend(&self.facts.modref.reads[c.proc.index()]);
                    if let Kind::Call(_) = e.kind {
                        d.extend(c.result);
                    }
                }
            }
            u.retain(|v| v.index() < n_vars);
            uses.push(u);
            defines.push(d);
        }
        let mut live: IndexVec<NodeId, FxHashSet<VarId>> =
            IndexVec::filled(FxHashSet::default(), graph.locs.len());
        for set in &mut live {
            set.extend(&always);
        }
        live[graph.exit].extend(
            graph.locals.iter().filter(|v| matches!(self.facts.program.var(**v).kind, VarKind::Result(_))),
        );
        let mut work: Vec<NodeId> = graph.locs.ids().collect();
        while let Some(node) = work.pop() {
            let after = live[node].clone();
            for &e in &graph.into[node] {
                let from = graph.edges[e].from;
                let before = live[from].len();
                let mut add: Vec<VarId> = uses[e].clone();
                #[allow(clippy::iter_over_hash_type)]
                for v in &after {
                    if !defines[e].contains(v) {
                        add.push(*v);
                    }
                }
                live[from].extend(add);
                if live[from].len() > before {
                    work.push(from);
                }
            }
        }
        live.iter()
            .map(|set| {
                let mut list: Vec<VarId> = set.iter().copied().collect();
                list.sort_unstable();
                list
            })
            .collect()
    }

    /// Candidates at a node that all samples satisfy.
    pub fn candidates(&mut self, material: &Material, node: NodeId, samples: &[Rc<Concrete>]) -> Vec<TermId> {
        let items = material.items[node].clone();
        let values: Vec<Vec<Value>> = items
            .iter()
            .map(|t| samples.iter().map(|s| self.concrete(*t, s, &FxHashMap::default())).collect())
            .collect();
        let mut out = Vec::new();
        for (i, t) in items.iter().enumerate() {
            self.unary(material, *t, &values[i], &mut out);
        }
        for i in 0..items.len() {
            for j in 0..items.len() {
                if i != j && self.terms.sort(items[i]) == self.terms.sort(items[j]) {
                    self.binary((items[i], &values[i]), (items[j], &values[j]), i < j, &mut out);
                }
            }
        }
        self.ternary(&items, &values, &mut out);
        let wanted: FxHashSet<VarId> = self.terms.support_of(&items).into_iter().collect();
        let mut atoms = Vec::new();
        for a in &material.atoms {
            if self.terms.support(*a).iter().all(|s| wanted.contains(s)) {
                let not = self.terms.not(*a);
                atoms.extend([*a, not]);
            }
        }
        out.extend(&atoms);
        self.filter(&mut out, samples);
        let basic = out.clone();
        self.implications(&atoms, &basic, material, &items, samples, &mut out);
        let mut seen = FxHashSet::default();
        out.retain(|t| self.terms.as_bool(*t).is_none() && seen.insert(*t));
        out
    }

    /// The conditions that regions were split by, and their opposites: few, and often enough.
    pub fn plain_candidates(&mut self, splits: &[TermId], samples: &[Rc<Concrete>]) -> Vec<TermId> {
        let mut out = Vec::new();
        for t in splits {
            for c in self.terms.conjuncts(*t) {
                let not = self.terms.not(c);
                out.extend([c, not]);
            }
        }
        out.sort_unstable();
        out.dedup();
        self.filter(&mut out, samples);
        out
    }

    fn filter(&self, list: &mut Vec<TermId>, samples: &[Rc<Concrete>]) {
        list.retain(|t| samples.iter().all(|s| self.holds(*t, s)));
    }

    pub fn unary(&mut self, material: &Material, t: TermId, values: &[Value], out: &mut Vec<TermId>) {
        match self.terms.sort(t) {
            Sort::Bool => {
                let not = self.terms.not(t);
                out.extend([t, not]);
            }
            Sort::BitVec(width) => {
                let mut bounds: Vec<BvValue> = vec![BvValue::zero(width), BvValue::one(width)];
                for c in material.constants.get(&width).into_iter().flatten() {
                    let one = BvValue::one(width);
                    bounds.extend([c.clone(), c.add(&one), c.sub(&one)]);
                }
                let known: Vec<&BvValue> = values.iter().filter_map(Value::as_bv).collect();
                if let Some(first) = known.first() {
                    let (mut low, mut high) = ((*first).clone(), (*first).clone());
                    for v in &known {
                        if v.to_i128() < low.to_i128() {
                            low = (*v).clone();
                        }
                        if v.to_i128() > high.to_i128() {
                            high = (*v).clone();
                        }
                    }
                    bounds.extend([low, high]);
                    self.congruences(t, width, &known, out);
                }
                bounds.dedup();
                let mut seen = Vec::new();
                for c in bounds {
                    if seen.contains(&c) {
                        continue;
                    }
                    seen.push(c.clone());
                    let c = self.terms.bv_value(c);
                    out.push(self.terms.eq(t, c));
                    out.push(self.terms.sle(t, c));
                    out.push(self.terms.sle(c, t));
                    out.push(self.terms.ule(t, c));
                    out.push(self.terms.ule(c, t));
                    let eq = self.terms.eq(t, c);
                    out.push(self.terms.not(eq));
                }
            }
            _ => {}
        }
    }

    /// Low bits, and remainders of small numbers, that all samples share.
    fn congruences(&mut self, t: TermId, width: u32, known: &[&BvValue], out: &mut Vec<TermId>) {
        if known.len() < 2 || width < 4 {
            return;
        }
        for k in [2u32, 1] {
            let low = known[0].extract(k - 1, 0);
            if known.iter().all(|v| v.extract(k - 1, 0) == low) {
                let part = self.terms.extract(t, k - 1, 0);
                let low = self.terms.bv_value(low);
                out.push(self.terms.eq(part, low));
                break;
            }
        }
        for m in [3u64, 5, 6, 7, 10] {
            let modulus = BvValue::from_u64(width, m);
            let rest = known[0].urem(&modulus);
            if known.iter().all(|v| v.urem(&modulus) == rest) {
                let (modulus, rest) = (self.terms.bv_value(modulus), self.terms.bv_value(rest));
                let part = self.terms.bv_urem(t, modulus);
                out.push(self.terms.eq(part, rest));
            }
        }
    }

    pub fn binary(
        &mut self,
        (a, va): (TermId, &[Value]),
        (b, vb): (TermId, &[Value]),
        first: bool,
        out: &mut Vec<TermId>,
    ) {
        let Sort::BitVec(width) = self.terms.sort(a) else {
            if first {
                out.push(self.terms.eq(a, b));
            }
            return;
        };
        out.push(self.terms.sle(a, b));
        out.push(self.terms.ule(a, b));
        out.push(self.terms.slt(a, b));
        out.push(self.terms.ult(a, b));
        let one = self.terms.bv(width, 1);
        let next = self.terms.bv_add(b, one);
        out.push(self.terms.sle(a, next));
        if first {
            out.push(self.terms.eq(a, b));
            let eq = self.terms.eq(a, b);
            out.push(self.terms.not(eq));
        }
        let pairs: Vec<(&BvValue, &BvValue)> =
            va.iter().zip(vb).filter_map(|(x, y)| Some((x.as_bv()?, y.as_bv()?))).collect();
        let Some((x0, y0)) = pairs.first().copied() else { return };
        let Some((x1, y1)) = pairs.iter().find(|p| p.1 != y0).copied() else { return };
        // a = k·b + c through two samples.
        let (dx, dy) = (x1.sub(x0).to_i128(), y1.sub(y0).to_i128());
        let (Some(dx), Some(dy)) = (dx, dy) else { return };
        if dy == 0 || dx % dy != 0 || (dx / dy).abs() > 64 || dx == 0 {
            return;
        }
        let k = BvValue::from_i128(width, dx / dy);
        let c = x0.sub(&k.mul(y0));
        if pairs.iter().all(|(x, y)| **x == k.mul(y).add(&c)) {
            let (k, c) = (self.terms.bv_value(k), self.terms.bv_value(c));
            let product = self.terms.bv_mul(k, b);
            let sum = self.terms.bv_add(product, c);
            out.push(self.terms.eq(a, sum));
        }
    }

    /// Sums, differences and products of two that are a third.
    fn ternary(&mut self, items: &[TermId], values: &[Vec<Value>], out: &mut Vec<TermId>) {
        const MOST: usize = 9;
        let n = items.len().min(MOST);
        if values.first().is_none_or(|v| v.len() < 3) {
            return;
        }
        let number = |i: usize, s: usize| values[i][s].as_bv();
        for i in 0..n {
            for j in 0..n {
                for k in j..n {
                    if i == j || i == k {
                        continue;
                    }
                    let sort = self.terms.sort(items[i]);
                    if !matches!(sort, Sort::BitVec(_))
                        || self.terms.sort(items[j]) != sort
                        || self.terms.sort(items[k]) != sort
                    {
                        continue;
                    }
                    let fits = |f: &dyn Fn(&BvValue, &BvValue) -> BvValue| {
                        (0..values[i].len()).all(|s| match (number(i, s), number(j, s), number(k, s)) {
                            (Some(a), Some(b), Some(c)) => *a == f(b, c),
                            _ => false,
                        })
                    };
                    if j != k && fits(&|b, c| b.add(c)) {
                        let sum = self.terms.bv_add(items[j], items[k]);
                        out.push(self.terms.eq(items[i], sum));
                    }
                    if fits(&|b, c| b.mul(c)) {
                        let product = self.terms.bv_mul(items[j], items[k]);
                        out.push(self.terms.eq(items[i], product));
                    }
                }
            }
        }
        self.sums(items, values, n, out);
    }

    /// `a + b = c + d` and `a + b = constant` for items that occur in samples with constant differences.
    fn sums(&mut self, items: &[TermId], values: &[Vec<Value>], n: usize, out: &mut Vec<TermId>) {
        for i in 0..n {
            for j in i + 1..n {
                let sort = self.terms.sort(items[i]);
                if !matches!(sort, Sort::BitVec(_)) || self.terms.sort(items[j]) != sort {
                    continue;
                }
                for k in 0..n {
                    if k == i || k == j || self.terms.sort(items[k]) != sort {
                        continue;
                    }
                    // a + b - c is a constant other than zero.
                    let at = |s: usize| {
                        let (a, b, c) = (values[i][s].as_bv()?, values[j][s].as_bv()?, values[k][s].as_bv()?);
                        Some(a.add(b).sub(c))
                    };
                    let Some(first) = at(0) else { continue };
                    if !first.is_zero() && (1..values[i].len()).all(|s| at(s).as_ref() == Some(&first)) {
                        let sum = self.terms.bv_add(items[i], items[j]);
                        let first = self.terms.bv_value(first);
                        let other = self.terms.bv_add(items[k], first);
                        out.push(self.terms.eq(sum, other));
                    }
                }
            }
        }
    }

    /// If a condition of the program holds, so does a fact that does not always hold.
    fn implications(
        &mut self,
        atoms: &[TermId],
        basic: &[TermId],
        material: &Material,
        items: &[TermId],
        samples: &[Rc<Concrete>],
        out: &mut Vec<TermId>,
    ) {
        const MOST_CONDITIONS: usize = 12;
        const MOST_FACTS: usize = 60;
        let basic: FxHashSet<TermId> = basic.iter().copied().collect();
        let mut facts = Vec::new();
        for t in items.iter().take(8) {
            let Sort::BitVec(width) = self.terms.sort(*t) else { continue };
            for c in material.constants.get(&width).into_iter().flatten().take(6) {
                let c = self.terms.bv_value(c.clone());
                facts.push(self.terms.eq(*t, c));
            }
        }
        facts.extend(atoms);
        facts.retain(|f| !basic.contains(f));
        facts.truncate(MOST_FACTS);
        let conditions: Vec<TermId> =
            atoms.iter().filter(|a| !basic.contains(a)).copied().take(MOST_CONDITIONS).collect();
        let mut count = 0;
        let mut found = Vec::new();
        for c in conditions {
            let not = self.terms.not(c);
            for f in &facts {
                let t = self.terms.or(&[not, *f]);
                if *f != c
                    && *f != not
                    && count < MOST_IMPLICATIONS
                    && samples.iter().all(|s| self.holds(t, s))
                {
                    found.push(t);
                    count += 1;
                }
            }
        }
        out.extend(found);
    }
}
