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
    /// Those of a lower tier are tried without the others first.
    tier: Tier,
}

/// How far-fetched a measure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// A number as it is read, or a difference that is compared.
    Plain,
    /// Other readings, and sums of two numbers.
    Linear,
    /// Phases: measures that depend on conditions.
    Phases,
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
pub fn rank(x: &mut Explorer<'_>, transition: &[TermId], measures: &[Measure]) -> Option<Vec<String>> {
    let mut before = 0;
    let mut roots = transition.to_vec();
    roots.extend(measures.iter().map(|m| m.after));
    let mut transition = transition.to_vec();
    transition.extend(remainders(&mut x.terms, &roots));
    let transition = &transition;
    for tier in [Tier::Plain, Tier::Linear, Tier::Phases] {
        let some: Vec<Measure> = measures.iter().filter(|m| m.tier <= tier).cloned().collect();
        if some.len() > before
            && let Some(parts) = rank_by(x, transition, &some)
        {
            return Some(parts);
        }
        before = some.len();
    }
    None
}

/// That a remainder is less than what it is divided by, which circuits do not see at once.
fn remainders(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut facts = Vec::new();
    for t in terms.cone_of(roots) {
        let op = terms.op(t);
        if !matches!(op, Op::BvURem | Op::BvSRem) {
            continue;
        }
        let by = terms.arg(t, 1);
        if terms.is_const(by) {
            continue;
        }
        let zero = terms.bv(terms.width(t), 0);
        let size = |terms: &mut Terms, x: TermId| {
            let minus = terms.bv_sub(zero, x);
            let negative = terms.slt(x, zero);
            terms.ite(negative, minus, x)
        };
        let (small, large) = match op {
            Op::BvURem => (t, by),
            _ => (size(terms, t), size(terms, by)),
        };
        let (less, undefined) = (terms.ult(small, large), terms.eq(by, zero));
        facts.push(terms.or(&[undefined, less]));
    }
    facts
}

fn rank_by(x: &mut Explorer<'_>, transition: &[TermId], measures: &[Measure]) -> Option<Vec<String>> {
    let mut live: Vec<(usize, Measure)> = measures.iter().take(MOST).cloned().enumerate().collect();
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
    while !open.is_empty() {
        let raised: Vec<TermId> = open.iter().map(|(_, _, r)| *r).collect();
        let mut query = transition.to_vec();
        query.push(x.terms.or(&raised));
        match x.check(&query, CONFLICTS / 4) {
            Answer::Unsat => break,
            Answer::Sat => {
                let before = open.len();
                open.retain(|(_, _, r)| x.solver.value(&mut x.terms, *r) != Some(Value::Bool(true)));
                if open.len() == before {
                    return None;
                }
            }
            // One that is too hard must not hide the others.
            Answer::Unknown(_) => {
                let mut shown = Vec::new();
                for (i, m, raised) in open {
                    if std::time::Instant::now() >= x.deadline {
                        return None;
                    }
                    let mut query = transition.to_vec();
                    query.push(raised);
                    if x.check(&query, CONFLICTS / 20).is_unsat() {
                        shown.push((i, m));
                    }
                }
                return Some(shown);
            }
        }
    }
    Some(open.into_iter().map(|(i, m, _)| (i, m)).collect())
}

/// Guesses measures from numbers that move and from what is compared. `now` has the value after the transition of every symbol that stands for
/// a value before it.
pub fn measures(
    terms: &mut Terms,
    slots: &[Slot],
    now: &FxHashMap<Symbol, TermId>,
    guards: &[TermId],
) -> Vec<Measure> {
    let mut g = Guesses { terms, now, list: Vec::new(), seen: FxHashSet::default(), tier: Tier::Plain };
    g.comparisons(guards, false);
    for slot in slots {
        g.number(slot);
    }
    g.tier = Tier::Linear;
    for slot in slots {
        g.readings(slot);
    }
    for (i, a) in slots.iter().enumerate().take(8) {
        for b in slots.iter().skip(i + 1).take(8) {
            g.pair(a, b);
        }
    }
    g.tier = Tier::Phases;
    g.comparisons(guards, true);
    g.turns(guards, slots);
    g.list
}

struct Guesses<'g> {
    terms: &'g mut Terms,
    now: &'g FxHashMap<Symbol, TermId>,
    list: Vec<Measure>,
    seen: FxHashSet<(TermId, TermId)>,
    tier: Tier,
}

impl Guesses<'_> {
    fn add(&mut self, before: TermId, text: String) {
        let after = self.terms.substitute(before, self.now);
        if before != after && self.seen.insert((before, after)) {
            self.list.push(Measure { before, after, text, tier: self.tier });
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
                let exact = self.reading(x, slot.signed);
                self.both(exact, &slot.name);
            }
            _ => {}
        }
    }

    fn reading(&mut self, x: TermId, signed: bool) -> TermId {
        if signed { self.terms.sign_extend(x, 1) } else { self.terms.zero_extend(x, 1) }
    }

    /// Less usual measures of one number.
    fn readings(&mut self, slot: &Slot) {
        let x = slot.before;
        match self.terms.sort(x) {
            Sort::BitVec(w) if w <= 64 => {
                let other = self.reading(x, !slot.signed);
                let name = &slot.name;
                let word = if slot.signed { "unsigned" } else { "signed" };
                self.both(other, &format!("({word}){name}"));
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
            if self.terms.op(t) == Op::Eq && !phases {
                self.round(t);
            }
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
            let (mut x, mut y) = (self.text(a), self.text(b));
            let (p, q) = match self.terms.op(t) {
                Op::Ult => {
                    let unsigned = |t: TermId, s: String| match self.terms.as_u64(t) {
                        Some(n) => format!("{n}u"),
                        None => s,
                    };
                    (x, y) = (unsigned(a, x), unsigned(b, y));
                    (self.terms.zero_extend(a, 2), self.terms.zero_extend(b, 2))
                }
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

    /// How many steps of a constant odd length it is from one number to the other, round the circle.
    fn round(&mut self, t: TermId) {
        for (a, b) in [(0, 1), (1, 0)] {
            let (from, to) = (self.terms.arg(t, a), self.terms.arg(t, b));
            let Sort::BitVec(w @ 1..=64) = self.terms.sort(from) else { return };
            let after = self.terms.substitute(from, self.now);
            let moved = self.terms.bv_sub(after, from);
            let Some(step) = self.terms.as_u64(moved).filter(|k| k % 2 == 1) else { continue };
            // Newton's iteration for the inverse modulo a power of two.
            let inverse = (0..6).fold(1u64, |x, _| x.wrapping_mul(2u64.wrapping_sub(step.wrapping_mul(x))));
            let (way, inverse) =
                (self.terms.bv_sub(to, from), self.terms.bv(w, inverse & (u64::MAX >> (64 - w.min(64)))));
            let steps = self.terms.bv_mul(way, inverse);
            let exact = self.terms.zero_extend(steps, 1);
            let text = format!("steps of {step} from {} to {}", self.text(from), self.text(to));
            self.add(exact, text);
        }
    }

    /// A number that goes one way while a condition holds, and the other way else.
    fn turns(&mut self, guards: &[TermId], slots: &[Slot]) {
        let cone = self.terms.cone_of(guards);
        let conditions: Vec<TermId> = cone
            .into_iter()
            .filter(|t| {
                let op = self.terms.op(*t);
                let is_variable = self.terms.sort(*t) == Sort::Bool && self.terms.as_var(*t).is_some();
                is_variable
                    || matches!(op, Op::Slt | Op::Ult | Op::Eq)
                        && matches!(self.terms.sort(self.terms.arg(*t, 0)), Sort::BitVec(w) if w <= 64)
                        && self.terms.is_small(*t, 12)
            })
            .take(6)
            .collect();
        for condition in conditions {
            for slot in slots.iter().take(4) {
                let Sort::BitVec(w) = self.terms.sort(slot.before) else { continue };
                if w > 64 || slot.float {
                    continue;
                }
                let wide = self.terms.sign_extend(slot.before, 2);
                let minus = self.negated(wide);
                let turned = self.terms.ite(condition, wide, minus);
                let text = format!("({} ? {1} : -{1})", self.text(condition), slot.name);
                self.both(turned, &text);
            }
        }
    }

    fn text(&self, t: TermId) -> String {
        plain(&self.terms.pretty(t))
    }
}

/// Names without what makes them unique in the model: their function, and the number of a copy.
pub fn plain(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || "_$.:!#".contains(c);
    let (mut out, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_name = first.is_alphabetic() || first == '_' || first == '$';
        let end = match is_part(first) && (is_name || first.is_ascii_digit()) {
            true => rest.find(|c: char| !is_part(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        let mut parts = word.split(['.', ':', '!', '#']);
        let named = |p: &&str| !p.is_empty() && !p.starts_with(|c: char| c.is_ascii_digit());
        let name = parts.rfind(named).filter(|_| is_name);
        out.push_str(name.unwrap_or(word));
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_source() {
        assert_eq!(plain("(main::n!12 - f::i#2!7) + 3"), "(n - i) + 3");
        assert_eq!(plain("!main::x"), "!x");
        assert_eq!(plain("main.p.309 != 1.5"), "p != 1.5");
        assert_eq!(plain("!(x <u y)"), "!(x <u y)");
    }

    /// The measures of `x := after`, with whether each is lowered where `x` is `value`.
    fn lowered(after: impl Fn(&mut Terms, TermId) -> TermId, limit: u64, value: u64) -> Vec<String> {
        let terms = &mut Terms::new();
        let symbol = terms.declare("x", Sort::BitVec(8));
        let x = terms.var(symbol);
        let after = after(terms, x);
        let slot = Slot { before: x, after, name: "x".to_owned(), float: false, signed: false };
        let limit = terms.bv(8, limit);
        let guard = terms.eq(x, limit);
        let now: FxHashMap<Symbol, TermId> = [(symbol, after)].into_iter().collect();
        let list = measures(terms, &[slot], &now, &[guard]);
        let point: FxHashMap<Symbol, TermId> = [(symbol, terms.bv(8, value))].into_iter().collect();
        let is_lowered = |m: &Measure, terms: &mut Terms| {
            let less = terms.slt(m.after, m.before);
            terms.substitute(less, &point) == terms.tru()
        };
        list.into_iter().filter(|m| is_lowered(m, terms)).map(|m| m.text).collect()
    }

    #[test]
    fn an_odd_step_goes_round_all_numbers() {
        let step = |terms: &mut Terms, x: TermId| {
            let three = terms.bv(8, 3);
            terms.bv_add(x, three)
        };
        // Also where the number itself wraps around, and its distance to the limit grows.
        for value in [0, 2, 100, 254, 255] {
            let texts = lowered(step, 1, value);
            assert!(texts.iter().any(|t| t.starts_with("steps of 3")), "{value}: {texts:?}");
        }
        assert!(!lowered(step, 1, 1).iter().any(|t| t.starts_with("steps of 3")));
    }

    #[test]
    fn measures_do_not_wrap_around() {
        let step = |terms: &mut Terms, x: TermId| {
            let one = terms.bv(8, 1);
            terms.bv_sub(x, one)
        };
        let most = "max(x, 0)".to_owned();
        assert!(lowered(step, 0, 7).contains(&most));
        // From 0 to 255.
        assert!(!lowered(step, 0, 0).contains(&most));
    }
}
