//! The decision diagrams of an analysis: every bit of an abstract state in five places.
//!
//! A relation speaks of states at several places at once (before and after a step, at the ends of a procedure), so every bit
//! has one variable for each [`At`], next to each other in the order: then the identity of two places is small.

use maymust_solver::Reason;
use maymust_solver::bdd::{Bdd, Bdds, Made, Renaming};

/// Where a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum At {
    /// Before a step.
    Here,
    /// After it.
    Next,
    /// At the exit of the procedure.
    Exit,
    /// At the entry of a procedure that is called.
    CalleeEntry,
    /// At its exit.
    CalleeExit,
}

const PLACES: usize = 5;

/// Decision diagrams over the bits of abstract states.
pub struct Space {
    bdds: Bdds,
    n_bits: usize,
    /// Renamings from one place to another, by `from * PLACES + to`.
    renamings: Vec<Option<Renaming>>,
    /// All variables of a place.
    cubes: Vec<Bdd>,
}

impl Space {
    /// A space of at most so many nodes.
    pub fn new(most_nodes: usize) -> Space {
        let bdds = Bdds::new(most_nodes);
        let cubes = vec![bdds.tru(); PLACES];
        Space { bdds, n_bits: 0, renamings: vec![None; PLACES * PLACES], cubes }
    }

    /// Makes room for states of so many bits.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn reserve(&mut self, n_bits: usize) -> Result<(), Reason> {
        if n_bits <= self.n_bits {
            return Ok(());
        }
        while self.n_bits < n_bits {
            for _ in 0..PLACES {
                self.bdds.add_var();
            }
            self.n_bits += 1;
        }
        self.renamings.fill(None);
        for place in 0..PLACES {
            let vars: Vec<u32> = (0..n_bits).map(|i| (i * PLACES + place) as u32).collect();
            self.cubes[place] = self.bdds.cube(&vars)?;
        }
        Ok(())
    }

    /// How many bits there is room for.
    pub fn n_bits(&self) -> usize {
        self.n_bits
    }

    /// Nodes in use.
    pub fn n_nodes(&self) -> usize {
        self.bdds.n_nodes()
    }

    /// The empty set.
    pub fn fls(&self) -> Bdd {
        self.bdds.fls()
    }

    /// The set of all.
    pub fn tru(&self) -> Bdd {
        self.bdds.tru()
    }

    fn var(&self, at: At, bit: usize) -> u32 {
        (bit * PLACES + at as usize) as u32
    }

    /// The states with a bit set.
    ///
    /// # Errors
    /// If there are too many nodes, or no such bit.
    pub fn bit(&self, at: At, bit: usize) -> Made {
        self.bdds.var(self.var(at, bit))
    }

    /// The states with a bit as given.
    ///
    /// # Errors
    /// If there are too many nodes, or no such bit.
    pub fn literal(&self, at: At, bit: usize, value: bool) -> Made {
        let bit = self.bit(at, bit)?;
        if value { Ok(bit) } else { bit.not() }
    }

    /// The states in which bits are as given.
    ///
    /// # Errors
    /// If there are too many nodes, or no such bit.
    pub fn state(&self, at: At, values: impl DoubleEndedIterator<Item = (usize, bool)>) -> Made {
        let mut all = self.tru();
        // From the last level up, every step adds one node.
        for (bit, value) in values.rev() {
            all = self.literal(at, bit, value)?.and(&all)?;
        }
        Ok(all)
    }

    /// Bits that are the same at two places.
    ///
    /// # Errors
    /// If there are too many nodes, or no such bit.
    pub fn same(&self, a: At, b: At, bits: impl DoubleEndedIterator<Item = usize>) -> Made {
        let mut all = self.tru();
        for bit in bits.rev() {
            all = self.bit(a, bit)?.iff(&self.bit(b, bit)?)?.and(&all)?;
        }
        Ok(all)
    }

    /// A set of states at one place as one of states at another. Nothing in it may speak of the other.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn moved(&mut self, f: &Bdd, from: At, to: At) -> Made {
        if self.n_bits == 0 {
            return Ok(f.clone());
        }
        let at = from as usize * PLACES + to as usize;
        if self.renamings[at].is_none() {
            let pairs: Vec<(u32, u32)> =
                (0..self.n_bits).map(|i| (self.var(from, i), self.var(to, i))).collect();
            self.renamings[at] = Some(self.bdds.renaming(&pairs)?);
        }
        match &self.renamings[at] {
            Some(renaming) => self.bdds.rename(f, renaming),
            None => Ok(f.clone()),
        }
    }

    /// Is there a state at a place?
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn exists(&self, f: &Bdd, at: At) -> Made {
        self.bdds.exists_cube(f, &self.cubes[at as usize])
    }

    /// Is there a value of one bit?
    ///
    /// # Errors
    /// If there are too many nodes, or no such bit.
    pub fn exists_bit(&self, f: &Bdd, at: At, bit: usize) -> Made {
        self.bdds.exists(f, &[self.var(at, bit)])
    }

    /// Is there a state at a place for which both hold?
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn and_exists(&self, f: &Bdd, g: &Bdd, at: At) -> Made {
        self.bdds.and_exists_cube(f, g, &self.cubes[at as usize])
    }

    /// One element: the values of the bits at each place that is asked for; `None` if the set is empty.
    pub fn pick(&self, f: &Bdd, places: &[At]) -> Option<Vec<Vec<bool>>> {
        let values = self.bdds.pick(f)?;
        let value = |at: At, bit: usize| values[self.var(at, bit) as usize].unwrap_or(false);
        Some(places.iter().map(|at| (0..self.n_bits).map(|i| value(*at, i)).collect()).collect())
    }

    /// A cube of a set: places and bits with their values, those that do not matter left out; `None` if the set is empty.
    pub fn cube(&self, f: &Bdd) -> Option<Vec<(At, usize, bool)>> {
        const AT: [At; PLACES] = [At::Here, At::Next, At::Exit, At::CalleeEntry, At::CalleeExit];
        let values = self.bdds.pick(f)?.into_iter().enumerate();
        Some(values.filter_map(|(i, v)| v.map(|v| (AT[i % PLACES], i / PLACES, v))).collect())
    }

    /// Is a state in a set of states at a place (that speaks of no other)?
    pub fn contains(&self, f: &Bdd, at: At, state: &[bool]) -> bool {
        let mut values = vec![false; self.n_bits * PLACES];
        for (bit, value) in state.iter().enumerate().take(self.n_bits) {
            values[self.var(at, bit) as usize] = *value;
        }
        f.eval(&values)
    }

    /// As [`Space::contains`], for states at two places.
    pub fn contains_pair(&self, f: &Bdd, (a, from): (At, &[bool]), (b, to): (At, &[bool])) -> bool {
        let mut values = vec![false; self.n_bits * PLACES];
        for (at, state) in [(a, from), (b, to)] {
            for (bit, value) in state.iter().enumerate().take(self.n_bits) {
                values[self.var(at, bit) as usize] = *value;
            }
        }
        f.eval(&values)
    }
}
