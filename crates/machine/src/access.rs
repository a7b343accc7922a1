//! When may the checks of one access become one test?
//!
//! The fast test of an access is: the object is in one of some states and the bytes lie within its size. It may stand for
//! a group of checks only if it implies all their conditions. That is found by evaluating the conditions, with the
//! address as an unknown, over objects of every live state with many sizes and offsets; conditions that depend on
//! anything but the address and the object's size and state are never fused.

use maymust_program::Program;
use maymust_term::{Op, TermId, Value, apply};
use rustc_hash::FxHashMap;

use crate::layout::{Home, Homes};

/// The form of a group of conditions, and the states that pass them.
pub(crate) type Shapes = FxHashMap<Vec<Step>, u16>;

/// A node of a condition: operator and arguments by position; the address is no operator.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    op: Option<Op>,
    args: Vec<u32>,
    constant: Option<TermId>,
    bytes: u32,
    root: bool,
}

/// The number of the object in the trials.
const OBJECT: u32 = 77;

impl Homes {
    /// States of objects (bits) in which an access within bounds passes all conditions.
    pub(crate) fn states_that_pass(
        &self,
        program: &Program,
        address: TermId,
        bytes: u32,
        conditions: &[TermId],
    ) -> u16 {
        let Some(shape) = shape(program, address, bytes, conditions) else { return 0 };
        if let Ok(shapes) = self.shapes.lock()
            && let Some(mask) = shapes.get(&shape)
        {
            return *mask;
        }
        let passes = |state: &u8| self.all_pass(program, &shape, bytes, *state);
        let mask = (1..=5u8).filter(passes).fold(0, |mask, state| mask | 1 << state);
        if let Ok(mut shapes) = self.shapes.lock() {
            shapes.insert(shape, mask);
        }
        mask
    }

    fn all_pass(&self, program: &Program, shape: &[Step], bytes: u32, state: u8) -> bool {
        let sizes =
            [bytes, bytes.saturating_add(1), bytes.saturating_add(13), 1 << 20, i32::MAX as u32, u32::MAX];
        sizes.into_iter().filter(|size| *size >= bytes).all(|size| {
            let last = size - bytes;
            [0, 1, 8, last / 2, last].into_iter().filter(|at| *at <= last).all(|offset| {
                let address = u64::from(OBJECT) << 32 | u64::from(offset);
                self.trial(program, shape, address, size, state) == Some(true)
            })
        })
    }

    /// Do all conditions hold for this object? None if they depend on something else.
    fn trial(&self, program: &Program, shape: &[Step], address: u64, size: u32, state: u8) -> Option<bool> {
        let mut values: Vec<Option<Value>> = Vec::with_capacity(shape.len());
        let mut all = true;
        for step in shape {
            let value = match step.op {
                None => Some(Value::bv(64, address)),
                Some(Op::Var(_)) => None,
                Some(Op::Select) => {
                    let array = &shape[step.args[0] as usize];
                    let index = values[step.args[1] as usize].as_ref()?;
                    Some(self.object_field(array, index, size, state)?)
                }
                Some(_) if step.constant.is_some() => program.terms.constant_value(step.constant?),
                Some(op) => {
                    let args: Option<Vec<&Value>> =
                        step.args.iter().map(|a| values[*a as usize].as_ref()).collect();
                    Some(apply(op, &args?))
                }
            };
            if step.root {
                all &= value.as_ref()?.as_bool()?;
            }
            values.push(value);
        }
        Some(all)
    }

    fn object_field(&self, array: &Step, index: &Value, size: u32, state: u8) -> Option<Value> {
        let Some(Op::Var(var)) = array.op else { return None };
        let here = index.as_u64() == Some(u64::from(OBJECT));
        match self.of(var) {
            Home::Size if here => Some(Value::bv(32, u64::from(size))),
            Home::State if here => Some(Value::bv(8, u64::from(state))),
            _ => None,
        }
    }
}

/// The conditions as steps, arguments first. None if they are large: then they are no usual checks.
fn shape(program: &Program, address: TermId, bytes: u32, conditions: &[TermId]) -> Option<Vec<Step>> {
    const MAX: usize = 200;
    let terms = &program.terms;
    let mut steps = vec![Step { op: None, args: Vec::new(), constant: None, bytes, root: false }];
    let mut numbers: FxHashMap<TermId, u32> = FxHashMap::default();
    numbers.insert(address, 0);
    let mut stack: Vec<TermId> = conditions.iter().rev().copied().collect();
    while let Some(&t) = stack.last() {
        if numbers.contains_key(&t) {
            stack.pop();
            continue;
        }
        let missing: Vec<TermId> =
            terms.args(t).iter().copied().filter(|a| !numbers.contains_key(a)).collect();
        if missing.is_empty() {
            let args = terms.args(t).iter().map(|a| numbers[a]).collect();
            numbers.insert(t, steps.len() as u32);
            let constant = terms.is_const(t).then_some(t);
            steps.push(Step {
                op: Some(terms.op(t)),
                args,
                constant,
                bytes: 0,
                root: conditions.contains(&t),
            });
            stack.pop();
        }
        stack.extend(missing);
        if steps.len() > MAX || stack.len() > MAX {
            return None;
        }
    }
    Some(steps)
}
