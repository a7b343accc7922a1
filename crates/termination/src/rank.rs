//! Ranking functions: measures that no iteration raises and of which each lowers one.
//!
//! Measures are exact integers (machine integers, wide enough that nothing wraps around), so each has finitely many values:
//! what never rises and sometimes falls cannot fall for ever. Transitions that lower a measure which no transition raises
//! are put aside, and the rest is looked at again: measures that only the rest does not raise come next. What is found that way is a
//! lexicographic ranking function, if in the end nothing is left.

use maymust_solver::Answer;
use maymust_term::{Op, Sort, Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::explore::Explorer;

/// At most so many measures.
const MOST: usize = 120;
/// Conflicts of one query.
const CONFLICTS: u64 = 20_000;
/// Comparisons that measures are made from.
const ATOMS: usize = 30;

/// A measure before and after a transition, and how C says it.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Before.
    pub before: TermId,
    /// After.
    pub after: TermId,
    /// As C, over the variables at the start of the iteration.
    pub text: String,
}

/// A number of the program, before and after a transition.
#[derive(Clone, Debug)]
pub struct Slot {
    /// What stands for it before.
    pub before: TermId,
    /// Its value after.
    pub after: TermId,
    /// Its name.
    pub name: String,
    /// Is it a floating-point number?
    pub float: bool,
    /// Has it a sign?
    pub signed: bool,
}

/// Is there a measure for these transitions, which each are a conjunction? The parts of the lexicographic rank as C.
pub fn rank(x: &mut Explorer<'_>, transition: &[TermId], measures: Vec<Measure>) -> Option<Vec<String>> {
    let mut live: Vec<(usize, Measure)> = measures.into_iter().take(MOST).enumerate().collect();
    let mut rest: Vec<TermId> = transition.to_vec();
    let mut stages: Vec<Vec<(TermId, String)>> = Vec::new();
    loop {
        let level = not_raised(x, &rest, &live)?;
        if level.is_empty() {
            return None;
        }
        live.retain(|(i, _)| !level.iter().any(|(j, _)| i == j));
        let mut kept = Vec::new();
        for (_, m) in &level {
            kept.push((x.terms.eq(m.before, m.after), m.text.clone()));
        }
        rest.extend(kept.iter().map(|(t, _)| *t));
        stages.push(kept);
        match x.check(&rest, CONFLICTS * 2) {
            Answer::Unsat => {
                let limits = x.limits(CONFLICTS);
                let core = x.solver.core(&mut x.terms);
                let equalities: Vec<TermId> = core.into_iter().filter(|t| !transition.contains(t)).collect();
                let core = minimal(x, transition, equalities, &limits);
                let text = |stage: &Vec<(TermId, String)>| {
                    let mut seen = FxHashSet::default();
                    let used = stage.iter().filter(|(t, _)| core.contains(t) && seen.insert(*t));
                    used.map(|(_, text)| text.clone()).collect::<Vec<_>>().join(" + ")
                };
                return Some(stages.iter().map(text).filter(|t| !t.is_empty()).collect());
            }
            Answer::Sat => {}
            Answer::Unknown(_) => return None,
        }
    }
}

/// Leaves out equalities that are not needed.
fn minimal(
    x: &mut Explorer<'_>,
    base: &[TermId],
    mut core: Vec<TermId>,
    limits: &maymust_solver::Limits,
) -> Vec<TermId> {
    let mut at = 0;
    while at < core.len() && core.len() > 1 {
        let mut fewer = core.clone();
        fewer.remove(at);
        let query: Vec<TermId> = base.iter().chain(&fewer).copied().collect();
        if x.solver.check(&mut x.terms, &query, limits).is_unsat() {
            core = fewer;
        } else {
            at += 1;
        }
    }
    core
}

/// The measures that no transition raises; none if the solver gives up.
fn not_raised(
    x: &mut Explorer<'_>,
    transition: &[TermId],
    measures: &[(usize, Measure)],
) -> Option<Vec<(usize, Measure)>> {
    let mut open: Vec<(usize, Measure, TermId)> = Vec::new();
    for (i, m) in measures {
        let raised = x.terms.slt(m.before, m.after);
        open.push((*i, m.clone(), raised));
    }
    let mut tries = 0;
    while !open.is_empty() {
        let raised: Vec<TermId> = open.iter().map(|(_, _, r)| *r).collect();
        let mut query = transition.to_vec();
        query.push(x.terms.or(&raised));
        match x.check(&query, CONFLICTS) {
            Answer::Unsat => break,
            Answer::Sat => {
                let before = open.len();
                open.retain(|(_, _, r)| x.solver.value(&mut x.terms, *r) != Some(Value::Bool(true)));
                if open.len() == before {
                    return None;
                }
            }
            Answer::Unknown(_) => {
                tries += 1;
                if tries > 6 || std::time::Instant::now() >= x.deadline {
                    return None;
                }
                open.truncate(open.len() / 2);
            }
        }
    }
    Some(open.into_iter().map(|(i, m, _)| (i, m)).collect())
}

/// Guesses measures from numbers that move and from what is compared.
pub fn measures(terms: &mut Terms, slots: &[Slot], guards: &[TermId]) -> Vec<Measure> {
    let mut now: FxHashMap<Symbol, TermId> = FxHashMap::default();
    for slot in slots {
        if let Some(symbol) = terms.as_var(slot.before) {
            now.insert(symbol, slot.after);
        }
    }
    let mut g = Guesses { terms, now, list: Vec::new(), seen: FxHashSet::default() };
    g.comparisons(guards, false);
    for slot in slots {
        g.number(slot);
    }
    for (i, a) in slots.iter().enumerate().take(8) {
        for b in slots.iter().skip(i + 1).take(8) {
            g.pair(a, b);
        }
    }
    g.comparisons(guards, true);
    g.list
}

struct Guesses<'g> {
    terms: &'g mut Terms,
    now: FxHashMap<Symbol, TermId>,
    list: Vec<Measure>,
    seen: FxHashSet<(TermId, TermId)>,
}

impl Guesses<'_> {
    fn add(&mut self, before: TermId, text: String) {
        let after = self.terms.substitute(before, &self.now);
        if before != after && self.seen.insert((before, after)) {
            self.list.push(Measure { before, after, text });
        }
    }

    fn negated(&mut self, t: TermId) -> TermId {
        let zero = self.terms.bv(self.terms.width(t), 0);
        self.terms.bv_sub(zero, t)
    }

    /// Both directions of an exact number.
    fn both(&mut self, exact: TermId, text: &str) {
        self.add(exact, text.to_owned());
        let negated = self.negated(exact);
        self.add(negated, format!("-{text}"));
    }

    fn number(&mut self, slot: &Slot) {
        let x = slot.before;
        match self.terms.sort(x) {
            Sort::Bool => {
                let one = self.terms.bool_to_bv(x, 2);
                self.both(one, &slot.name);
            }
            Sort::BitVec(w) if w <= 64 => {
                if slot.float {
                    self.float(x, w, &slot.name);
                }
                let signed = self.terms.sign_extend(x, 1);
                let unsigned = self.terms.zero_extend(x, 1);
                let name = &slot.name;
                let (s, u) = match slot.signed {
                    true => (name.clone(), format!("(unsigned){name}")),
                    false => (format!("(signed){name}"), name.clone()),
                };
                self.both(signed, &s);
                self.both(unsigned, &u);
                // How far it is from zero, and phases: what happens first on one side of zero only.
                let wide = self.terms.sign_extend(x, 2);
                let zero = self.terms.bv(w + 2, 0);
                let minus = self.terms.bv_sub(zero, wide);
                let negative = self.terms.slt(wide, zero);
                let far = self.terms.ite(negative, minus, wide);
                self.add(far, format!("abs({name})"));
                for (part, word) in [(wide, ""), (minus, "-")] {
                    let below = self.terms.slt(part, zero);
                    let clipped = self.terms.ite(below, zero, part);
                    self.add(clipped, format!("max({word}{name}, 0)"));
                }
            }
            _ => {}
        }
    }

    /// The order of floating-point numbers is the order of their bits, once the sign is seen to.
    fn float(&mut self, x: TermId, w: u32, name: &str) {
        let sign = self.terms.extract(x, w - 1, w - 1);
        let one = self.terms.bv(1, 1);
        let negative = self.terms.eq(sign, one);
        let not = self.terms.bv_not(x);
        let top = self.terms.bv_u128(w, 1 << (w - 1));
        let high = self.terms.bv_or(x, top);
        let key = self.terms.ite(negative, not, high);
        let key = self.terms.zero_extend(key, 1);
        self.both(key, name);
    }

    fn pair(&mut self, a: &Slot, b: &Slot) {
        let (Sort::BitVec(v), Sort::BitVec(w)) = (self.terms.sort(a.before), self.terms.sort(b.before))
        else {
            return;
        };
        if v > 64 || w > 64 || a.float || b.float {
            return;
        }
        let wide = v.max(w) + 3;
        let resize = |terms: &mut Terms, s: &Slot| match s.signed {
            true => terms.resize_signed(s.before, wide),
            false => terms.resize_unsigned(s.before, wide),
        };
        let (p, q) = (resize(self.terms, a), resize(self.terms, b));
        let sum = self.terms.bv_add(p, q);
        self.both(sum, &format!("({} + {})", a.name, b.name));
        let difference = self.terms.bv_sub(p, q);
        self.both(difference, &format!("({} - {})", a.name, b.name));
    }

    /// Differences of what is compared, and the comparisons as phases.
    fn comparisons(&mut self, guards: &[TermId], phases: bool) {
        let cone = self.terms.cone_of(guards);
        let compared = cone.into_iter().filter(|t| {
            let is_comparison = matches!(self.terms.op(*t), Op::Slt | Op::Ult | Op::Eq)
                && matches!(self.terms.sort(self.terms.arg(*t, 0)), Sort::BitVec(w) if w <= 64);
            is_comparison && self.terms.is_small(*t, 30)
        });
        let compared: Vec<TermId> = compared.take(ATOMS).collect();
        for t in compared {
            let moves = self.terms.support(t).iter().any(|s| self.now.contains_key(s));
            if !moves {
                continue;
            }
            let (a, b) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
            if phases {
                let holds = self.terms.bool_to_bv(t, 2);
                let text = self.text(t);
                self.both(holds, &text);
                continue;
            }
            let w = self.terms.width(a);
            let (x, y) = (self.text(a), self.text(b));
            let (p, q) = match self.terms.op(t) {
                Op::Ult => (self.terms.zero_extend(a, 2), self.terms.zero_extend(b, 2)),
                _ => (self.terms.sign_extend(a, 2), self.terms.sign_extend(b, 2)),
            };
            let difference = self.terms.bv_sub(q, p);
            self.both(difference, &format!("({y} - {x})"));
            if self.terms.op(t) == Op::Eq && w > 1 {
                // The way round the circle of machine integers.
                for (from, to, text) in [(a, b, format!("{y} - {x}")), (b, a, format!("{x} - {y}"))] {
                    let way = self.terms.bv_sub(to, from);
                    let way = self.terms.zero_extend(way, 1);
                    self.add(way, format!("(unsigned)({text})"));
                }
            }
        }
    }

    fn text(&self, t: TermId) -> String {
        self.terms.pretty(t)
    }
}
