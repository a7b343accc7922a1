//! Decision diagrams: boolean functions over numbered variables, a thin wrapper of OxiDD.
//!
//! A space of functions has a limit on nodes; an operation that would exceed it gives
//! [`Reason::Space`], and what was there stays as it was.

use crate::limits::Reason;
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::{AllocResult, OptBool, SatCountCache};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, Manager, ManagerRef,
    Subst,
};
use rustc_hash::FxBuildHasher;

/// What an operation gives.
pub type Made = Result<Bdd, Reason>;

/// A boolean function. Equal functions of one space compare equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bdd(BDDFunction);

fn made(result: AllocResult<BDDFunction>) -> Made {
    result.map(Bdd).map_err(|_| Reason::Space)
}

/// Functions in the place of variables, made once and used often: what was computed for one is found again.
#[derive(Clone)]
pub struct Renaming(Subst<BDDFunction>);

/// A space of functions over the variables 0, 1, ….
pub struct Bdds {
    manager: BDDManagerRef,
    n_vars: u32,
}

impl Bdds {
    /// A space without variables, of at most so many nodes.
    pub fn new(most_nodes: usize) -> Self {
        let cache = (most_nodes / 2).clamp(1 << 10, 1 << 20);
        Bdds { manager: oxidd::bdd::new_manager(most_nodes, cache, 1), n_vars: 0 }
    }

    /// How many variables there are.
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// Adds a variable, below all others in the order; gives its number.
    pub fn add_var(&mut self) -> u32 {
        self.manager.with_manager_exclusive(|m| m.add_vars(1));
        self.n_vars += 1;
        self.n_vars - 1
    }

    /// False.
    pub fn fls(&self) -> Bdd {
        Bdd(self.manager.with_manager_shared(|m| BDDFunction::f(m)))
    }

    /// True.
    pub fn tru(&self) -> Bdd {
        Bdd(self.manager.with_manager_shared(|m| BDDFunction::t(m)))
    }

    /// A variable.
    ///
    /// # Errors
    /// If there is no room, or no such variable.
    pub fn var(&self, var: u32) -> Made {
        if var >= self.n_vars {
            return Err(Reason::Failed(format!("no variable {var}")));
        }
        made(self.manager.with_manager_shared(|m| BDDFunction::var(m, var)))
    }

    /// The conjunction of variables, as quantifiers take it.
    ///
    /// # Errors
    /// If there is no room, or no such variable.
    pub fn cube(&self, vars: &[u32]) -> Made {
        let mut cube = self.tru();
        for v in vars {
            cube = cube.and(&self.var(*v)?)?;
        }
        Ok(cube)
    }

    /// Is there a value of `vars` for which `f` holds?
    ///
    /// # Errors
    /// If there is no room, or no such variable.
    pub fn exists(&self, f: &Bdd, vars: &[u32]) -> Made {
        made(f.0.exists(&self.cube(vars)?.0))
    }

    /// Does `f` hold for all values of `vars`?
    ///
    /// # Errors
    /// If there is no room, or no such variable.
    pub fn forall(&self, f: &Bdd, vars: &[u32]) -> Made {
        made(f.0.forall(&self.cube(vars)?.0))
    }

    /// The relational product: is there a value of `vars` for which both hold?
    ///
    /// # Errors
    /// If there is no room, or no such variable.
    pub fn and_exists(&self, f: &Bdd, g: &Bdd, vars: &[u32]) -> Made {
        made(f.0.apply_exists(BooleanOperator::And, &g.0, &self.cube(vars)?.0))
    }

    /// Replaces variables by functions, all at once.
    ///
    /// # Errors
    /// If there is no room, or no such variable.
    pub fn substitute(&self, f: &Bdd, pairs: &[(u32, Bdd)]) -> Made {
        if let Some((v, _)) = pairs.iter().find(|p| p.0 >= self.n_vars) {
            return Err(Reason::Failed(format!("no variable {v}")));
        }
        let vars: Vec<u32> = pairs.iter().map(|p| p.0).collect();
        let functions: Vec<BDDFunction> = pairs.iter().map(|p| p.1.0.clone()).collect();
        made(f.0.substitute(&Subst::new(vars, functions)))
    }

    /// A renaming for [`Bdds::rename`].
    ///
    /// # Errors
    /// If there is no room, or no such variable.
    pub fn renaming(&self, pairs: &[(u32, u32)]) -> Result<Renaming, Reason> {
        if let Some((v, _)) = pairs.iter().find(|p| p.0 >= self.n_vars) {
            return Err(Reason::Failed(format!("no variable {v}")));
        }
        let mut functions = Vec::new();
        for (_, to) in pairs {
            functions.push(self.var(*to)?.0);
        }
        Ok(Renaming(Subst::new(pairs.iter().map(|p| p.0).collect(), functions)))
    }

    /// Replaces variables by others, all at once.
    ///
    /// # Errors
    /// If there is no room.
    pub fn rename(&self, f: &Bdd, renaming: &Renaming) -> Made {
        made(f.0.substitute(&renaming.0))
    }

    /// [`Bdds::exists`] over the variables of a cube.
    ///
    /// # Errors
    /// If there is no room.
    pub fn exists_cube(&self, f: &Bdd, cube: &Bdd) -> Made {
        made(f.0.exists(&cube.0))
    }

    /// [`Bdds::and_exists`] over the variables of a cube.
    ///
    /// # Errors
    /// If there is no room.
    pub fn and_exists_cube(&self, f: &Bdd, g: &Bdd, cube: &Bdd) -> Made {
        made(f.0.apply_exists(BooleanOperator::And, &g.0, &cube.0))
    }

    /// How many assignments to all variables satisfy `f`; exact up to 2^53.
    pub fn count(&self, f: &Bdd) -> f64 {
        let mut cache: SatCountCache<oxidd::util::num::F64, FxBuildHasher> = SatCountCache::default();
        f.0.sat_count(self.n_vars, &mut cache).0
    }

    /// One satisfying assignment: per variable its value, or `None` if any will do.
    pub fn pick(&self, f: &Bdd) -> Option<Vec<Option<bool>>> {
        let cube = f.0.pick_cube(|_, _, _| false)?;
        let value = |b: OptBool| match b {
            OptBool::None => None,
            OptBool::False => Some(false),
            OptBool::True => Some(true),
        };
        let mut values: Vec<Option<bool>> = cube.into_iter().map(value).collect();
        values.resize(self.n_vars as usize, None);
        Some(values)
    }

    /// How many nodes are in use.
    pub fn n_nodes(&self) -> usize {
        self.manager.with_manager_shared(|m| m.num_inner_nodes())
    }
}

impl Bdd {
    /// Negation.
    ///
    /// # Errors
    /// If there is no room.
    pub fn not(&self) -> Made {
        made(self.0.not())
    }

    /// Conjunction.
    ///
    /// # Errors
    /// If there is no room.
    pub fn and(&self, other: &Bdd) -> Made {
        made(self.0.and(&other.0))
    }

    /// Disjunction.
    ///
    /// # Errors
    /// If there is no room.
    pub fn or(&self, other: &Bdd) -> Made {
        made(self.0.or(&other.0))
    }

    /// Exclusive or.
    ///
    /// # Errors
    /// If there is no room.
    pub fn xor(&self, other: &Bdd) -> Made {
        made(self.0.xor(&other.0))
    }

    /// Equivalence.
    ///
    /// # Errors
    /// If there is no room.
    pub fn iff(&self, other: &Bdd) -> Made {
        made(self.0.equiv(&other.0))
    }

    /// Implication.
    ///
    /// # Errors
    /// If there is no room.
    pub fn implies(&self, other: &Bdd) -> Made {
        made(self.0.imp(&other.0))
    }

    /// If this, then `t`, else `e`.
    ///
    /// # Errors
    /// If there is no room.
    pub fn ite(&self, t: &Bdd, e: &Bdd) -> Made {
        made(self.0.ite(&t.0, &e.0))
    }

    /// Is it false everywhere?
    pub fn is_false(&self) -> bool {
        !self.0.satisfiable()
    }

    /// Is it true everywhere?
    pub fn is_true(&self) -> bool {
        self.0.valid()
    }

    /// The value at an assignment to the variables 0, 1, ….
    pub fn eval(&self, values: &[bool]) -> bool {
        self.0.eval((0..).zip(values.iter().copied()))
    }

    /// How many nodes it has.
    pub fn n_nodes(&self) -> usize {
        self.0.node_count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: u32 = 3;

    /// The function of a truth table; bit `i` is its value at the assignment `i`.
    fn build(space: &Bdds, table: u32) -> Bdd {
        let mut f = space.fls();
        for i in (0..8).filter(|i| table >> i & 1 == 1) {
            let mut term = space.tru();
            for v in 0..N {
                let var = space.var(v).expect("room");
                let literal = if i >> v & 1 == 1 { var } else { var.not().expect("room") };
                term = term.and(&literal).expect("room");
            }
            f = f.or(&term).expect("room");
        }
        f
    }

    fn table(f: &Bdd) -> u32 {
        let value = |i: u32| f.eval(&[i & 1 == 1, i >> 1 & 1 == 1, i >> 2 & 1 == 1]);
        (0..8).filter(|i| value(*i)).fold(0, |t, i| t | 1 << i)
    }

    fn space() -> (Bdds, Vec<Bdd>) {
        let mut space = Bdds::new(1 << 12);
        for _ in 0..N {
            space.add_var();
        }
        let all = (0..256).map(|t| build(&space, t)).collect();
        (space, all)
    }

    #[test]
    fn all_functions_of_three_variables() {
        let (space, all) = space();
        for (t, f) in all.iter().enumerate() {
            let t = t as u32;
            assert_eq!(table(f), t);
            assert_eq!(space.count(f), t.count_ones() as f64);
            assert_eq!((f.is_false(), f.is_true()), (t == 0, t == 255));
            assert_eq!(table(&f.not().expect("room")), !t & 255);
            match space.pick(f) {
                None => assert_eq!(t, 0),
                Some(values) => {
                    let values: Vec<bool> = values.iter().map(|v| v.unwrap_or(true)).collect();
                    assert!(f.eval(&values));
                }
            }
        }
    }

    #[test]
    fn all_pairs() {
        let (space, all) = space();
        for (s, f) in all.iter().enumerate() {
            for (t, g) in all.iter().enumerate() {
                let is = |made: Made, want: usize| assert!(made == Ok(all[want & 255].clone()), "{s} {t}");
                is(f.and(g), s & t);
                is(f.or(g), s | t);
                is(f.xor(g), s ^ t);
                is(f.iff(g), !(s ^ t));
                is(f.implies(g), !s | t);
                let and = f.and(g).expect("room");
                let product = space.and_exists(f, g, &[0, 2]).expect("room");
                assert!(product == space.exists(&and, &[0, 2]).expect("room"));
            }
        }
    }

    /// The table with variable `v` fixed.
    fn fixed(t: u32, v: u32, value: bool) -> u32 {
        let from = |i: u32| if value { i | 1 << v } else { i & !(1 << v) };
        (0..8).filter(|i| t >> from(*i) & 1 == 1).fold(0, |r, i| r | 1 << i)
    }

    #[test]
    fn quantifiers_and_substitution() {
        let (space, all) = space();
        for (t, f) in all.iter().enumerate() {
            for v in 0..N {
                let (low, high) = (fixed(t as u32, v, false), fixed(t as u32, v, true));
                assert_eq!(table(&space.exists(f, &[v]).expect("room")), low | high);
                assert_eq!(table(&space.forall(f, &[v]).expect("room")), low & high);
                for (s, g) in all.iter().enumerate().step_by(7) {
                    let got = space.substitute(f, &[(v, g.clone())]).expect("room");
                    assert_eq!(table(&got), (s as u32 & high) | (!(s as u32) & low));
                }
            }
            // Exchange of two variables at once.
            let swap = [(0, space.var(1).expect("room")), (1, space.var(0).expect("room"))];
            let got = space.substitute(f, &swap).expect("room");
            let swapped = |i: u32| (i & 4) | (i & 1) << 1 | (i >> 1 & 1);
            let want = (0..8).filter(|i| t as u32 >> swapped(*i) & 1 == 1).fold(0, |r, i| r | 1 << i);
            assert_eq!(table(&got), want);
            let renaming = space.renaming(&[(0, 1), (1, 0)]).expect("room");
            assert!(space.rename(f, &renaming) == Ok(got));
            let cube = space.cube(&[0, 2]).expect("room");
            assert!(space.exists_cube(f, &cube) == space.exists(f, &[0, 2]));
        }
    }

    #[test]
    fn too_many_nodes_is_no_answer() {
        let mut space = Bdds::new(60);
        for _ in 0..40 {
            space.add_var();
        }
        // A sum of products whose partners stand far apart needs exponentially many nodes.
        let mut f = Ok(space.fls());
        for i in 0..20 {
            let product = space.var(i).and_then(|a| a.and(&space.var(i + 20)?));
            f = f.and_then(|f| f.or(&product?));
        }
        assert!(f == Err(Reason::Space));
        assert!(space.var(40).is_err());
    }
}
