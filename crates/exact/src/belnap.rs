//! Sets and relations in Belnap's four-valued logic, as pairs of decision diagrams.
//!
//! Of every element a pair says two things: may it belong to the set (else it surely does not), and must it (then it surely
//! does). The four combinations are [`Truth`]'s values.

use maymust_engine::Approximation;
use maymust_solver::Reason;
use maymust_solver::bdd::{Bdd, Made};

use crate::space::{At, Space};

/// A truth value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Truth {
    /// Surely.
    True,
    /// Surely not.
    False,
    /// The abstraction cannot tell.
    Unknown,
    /// The abstraction says both: of no concrete state.
    Both,
}

impl Truth {
    /// All values.
    pub const ALL: [Truth; 4] = [Truth::True, Truth::False, Truth::Unknown, Truth::Both];

    /// The value of a pair.
    pub fn new(may: bool, must: bool) -> Truth {
        match (may, must) {
            (true, true) => Truth::True,
            (false, false) => Truth::False,
            (true, false) => Truth::Unknown,
            (false, true) => Truth::Both,
        }
    }
}

/// Which halves of the pairs are computed. The other half then says nothing: everything may be, nothing must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// What may happen.
    pub may: bool,
    /// What must.
    pub must: bool,
}

impl From<Approximation> for Sides {
    fn from(approximation: Approximation) -> Sides {
        match approximation {
            Approximation::Over => Sides { may: true, must: false },
            Approximation::Under => Sides { may: false, must: true },
            Approximation::Exact => Sides { may: true, must: true },
        }
    }
}

/// A set.
#[derive(Clone, PartialEq, Eq)]
pub struct Set {
    /// What may belong to it.
    pub may: Bdd,
    /// What must.
    pub must: Bdd,
}

impl Set {
    /// A set about which everything is known.
    pub fn known(set: Bdd) -> Set {
        Set { may: set.clone(), must: set }
    }

    /// Is all known about it?
    pub fn is_known(&self) -> bool {
        self.may == self.must
    }

    /// The value of a set over no bits.
    pub fn truth(&self) -> Truth {
        Truth::new(!self.may.is_false(), self.must.is_true())
    }

    /// Union.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn or(&self, other: &Set) -> Result<Set, Reason> {
        self.both(other, Bdd::or)
    }

    /// Intersection.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn and(&self, other: &Set) -> Result<Set, Reason> {
        self.both(other, Bdd::and)
    }

    /// Complement: what need not belong to the set may belong to it.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn not(&self) -> Result<Set, Reason> {
        Ok(Set { may: self.must.not()?, must: self.may.not()? })
    }

    /// The same operation on both halves; once, if they are equal.
    fn both(&self, other: &Set, op: impl Fn(&Bdd, &Bdd) -> Made) -> Result<Set, Reason> {
        let may = op(&self.may, &other.may)?;
        let is_known = self.is_known() && other.is_known();
        let must = if is_known { may.clone() } else { op(&self.must, &other.must)? };
        Ok(Set { may, must })
    }

    /// The set with its elements at another place.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn moved(&self, space: &mut Space, from: At, to: At) -> Result<Set, Reason> {
        let may = space.moved(&self.may, from, to)?;
        let must = if self.is_known() { may.clone() } else { space.moved(&self.must, from, to)? };
        Ok(Set { may, must })
    }

    /// `∃ at: self ∧ other`
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn product(&self, other: &Set, space: &Space, at: At) -> Result<Set, Reason> {
        self.both(other, |a, b| space.and_exists(a, b, at))
    }
}

/// A relation from states to successors.
#[derive(Clone)]
pub struct Relation {
    /// Steps that there may be.
    pub may: Bdd,
    /// Steps that there must be.
    pub must: Must,
}

/// What must happen.
#[derive(Clone)]
pub enum Must {
    /// Every step that may be is one that every state of its source can do.
    Same,
    /// Whoever runs the program may take any of these choices.
    Choices(Vec<Choice>),
}

/// One way to go on: a function on concrete states, of which the abstraction knows where it may lead.
#[derive(Clone)]
pub struct Choice {
    /// States that surely have it.
    pub sure: Bdd,
    /// Where it may lead: of each concrete state to one of these.
    pub may: Bdd,
}

impl Relation {
    /// The states from which a step leads into a set; the successors are at `to`.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn pre(&self, set: &Set, space: &Space, to: At, sides: Sides) -> Result<Set, Reason> {
        let may = if sides.may { space.and_exists(&self.may, &set.may, to)? } else { space.tru() };
        if !sides.must {
            return Ok(Set { may, must: space.fls() });
        }
        let must = match &self.must {
            Must::Same if sides.may && set.is_known() => may.clone(),
            Must::Same => space.and_exists(&self.may, &set.must, to)?,
            Must::Choices(choices) => {
                let outside = set.must.not()?;
                let mut must = space.fls();
                for choice in choices {
                    let strays = space.and_exists(&choice.may, &outside, to)?;
                    must = must.or(&choice.sure.and(&strays.not()?)?)?;
                }
                // Of states that there are not everything holds: leave them out.
                if sides.may { must.and(&may)? } else { must }
            }
        };
        Ok(Set { may, must })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The set of a table over two bits at a place: bit `i` says whether state `i` belongs to it.
    fn set_of(space: &Space, at: At, table: u32) -> Bdd {
        let mut set = space.fls();
        for state in (0..4).filter(|s| table >> s & 1 == 1) {
            let bits = (0..2).map(|b| (b, state >> b & 1 == 1));
            set = set.or(&space.state(at, bits).expect("room")).expect("room");
        }
        set
    }

    fn table_of(space: &Space, at: At, set: &Bdd) -> u32 {
        let holds = |s: &u32| space.contains(set, at, &[s & 1 == 1, s >> 1 & 1 == 1]);
        (0..4).filter(holds).fold(0, |t, s| t | 1 << s)
    }

    fn space() -> Space {
        let mut space = Space::new(1 << 14);
        space.reserve(2).expect("room");
        space
    }

    /// The truth of each state in a set.
    fn truths(space: &Space, set: &Set) -> Vec<Truth> {
        let (may, must) = (table_of(space, At::Here, &set.may), table_of(space, At::Here, &set.must));
        (0..4).map(|s| Truth::new(may >> s & 1 == 1, must >> s & 1 == 1)).collect()
    }

    /// Is `a` at most as true as `b`? Belnap's truth order: false below unknown and both, these below true.
    fn at_most(a: Truth, b: Truth) -> bool {
        a == b || a == Truth::False || b == Truth::True
    }

    fn join(a: Truth, b: Truth) -> Truth {
        Truth::ALL
            .into_iter()
            .filter(|c| at_most(a, *c) && at_most(b, *c))
            .find(|c| {
                Truth::ALL.iter().filter(|d| at_most(a, **d) && at_most(b, **d)).all(|d| at_most(*c, *d))
            })
            .expect("a lattice")
    }

    fn negation(a: Truth) -> Truth {
        match a {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            other => other,
        }
    }

    #[test]
    fn all_pairs_of_sets_over_two_bits() {
        let mut space = space();
        let tables: Vec<Bdd> = (0..16).map(|t| set_of(&space, At::Here, t)).collect();
        let set = |i: usize| Set { may: tables[i / 16].clone(), must: tables[i % 16].clone() };
        for i in 0..256 {
            let a = set(i);
            let values = truths(&space, &a);
            let not = a.not().expect("room");
            assert_eq!(truths(&space, &not), values.iter().map(|v| negation(*v)).collect::<Vec<_>>());
            let moved = a.moved(&mut space, At::Here, At::Next).expect("room");
            assert!(moved.moved(&mut space, At::Next, At::Here).expect("room") == a);
            for j in 0..256 {
                let b = set(j);
                let pairs = || values.iter().copied().zip(truths(&space, &b));
                let or = truths(&space, &a.or(&b).expect("room"));
                assert_eq!(or, pairs().map(|(x, y)| join(x, y)).collect::<Vec<_>>());
                let and = truths(&space, &a.and(&b).expect("room"));
                let meet = |x, y| negation(join(negation(x), negation(y)));
                assert_eq!(and, pairs().map(|(x, y)| meet(x, y)).collect::<Vec<_>>());
            }
        }
    }

    /// A relation from a table of 16 bits: bit `4 from + to`.
    fn relation_of(space: &Space, table: u32) -> Bdd {
        let mut relation = space.fls();
        for from in 0..4 {
            let source = set_of(space, At::Here, 1 << from);
            let targets = set_of(space, At::Next, table >> (4 * from) & 15);
            relation = relation.or(&source.and(&targets).expect("room")).expect("room");
        }
        relation
    }

    #[test]
    fn pre_images_by_enumeration() {
        let space = space();
        const EXACT: Sides = Sides { may: true, must: true };
        for table in (0..1 << 16).step_by(97) {
            let may = relation_of(&space, table);
            let known = Relation { may: may.clone(), must: Must::Same };
            let one_choice = Choice { sure: set_of(&space, At::Here, 0b1011), may: may.clone() };
            let chosen = Relation { may, must: Must::Choices(vec![one_choice]) };
            for set in 0..16 {
                let successors = |s: u32| table >> (4 * s) & 15;
                let some = (0..4).filter(|s| successors(*s) & set != 0).fold(0, |t, s| t | 1 << s);
                let target = Set::known(set_of(&space, At::Next, set));
                let pre = known.pre(&target, &space, At::Next, EXACT).expect("room");
                assert_eq!((table_of(&space, At::Here, &pre.may), pre.is_known()), (some, true));
                // Wherever a sure choice may lead, it must be in the set; a state without successors is none.
                let all = |s: &u32| 0b1011 >> s & 1 == 1 && successors(*s) & !set == 0 && successors(*s) != 0;
                let must = (0..4).filter(all).fold(0, |t, s| t | 1 << s);
                let pre = chosen.pre(&target, &space, At::Next, EXACT).expect("room");
                assert_eq!(table_of(&space, At::Here, &pre.may), some);
                assert_eq!(table_of(&space, At::Here, &pre.must), must, "{table:016b} {set:04b}");
            }
        }
    }
}
