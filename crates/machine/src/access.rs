//! When may the checks of one access become one test?
//!
//! The fast test of an access is: the object is in one of some states and the bytes lie within its size. It may stand for
//! a group of checks only if it implies all their conditions. That is found by evaluating the conditions, with the
//! address as an unknown, over objects of every live state with many sizes and offsets; conditions that depend on
//! anything but the address and the object's size and state are never fused.

use maymust_program::{ObjectState, PointerLayout, Program};
use maymust_term::{Op, Sort, TermId, Terms, Value, apply};
use rustc_hash::FxHashMap;

use crate::layout::{Home, Homes};

/// The form of a group of conditions, and the states that pass them.
pub(crate) type Shapes = FxHashMap<Vec<Step>, u16>;

/// A node of a condition: operator and arguments by position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    node: Node,
    args: Vec<u32>,
    root: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    /// The address, of so many bytes.
    Address(u32),
    /// Its offset.
    Offset,
    Constant(TermId),
    Op(Op),
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
        let mask = ObjectState::ALL
            .into_iter()
            .filter(|s| s.is_live())
            .map(|s| s as u8)
            .filter(passes)
            .fold(0, |mask, state| mask | 1 << state);
        if let Ok(mut shapes) = self.shapes.lock() {
            shapes.insert(shape, mask);
        }
        mask
    }

    fn all_pass(&self, program: &Program, shape: &[Step], bytes: u32, state: u8) -> bool {
        let furthest = u32::MAX >> (32 - program.layout.offset_bits);
        let (few, most) = (furthest >> 12, furthest >> 1);
        let sizes = [bytes, bytes.saturating_add(1), bytes.saturating_add(13), few, most, furthest];
        sizes.into_iter().filter(|size| (bytes..=furthest).contains(size)).all(|size| {
            let last = size - bytes;
            [0, 1, 8, last / 2, last].into_iter().filter(|at| *at <= last).all(|offset| {
                let address = program.layout.join(OBJECT, offset);
                self.trial(program, shape, address, size, state) == Some(true)
            })
        })
    }

    /// Do all conditions hold for this object? None if they depend on something else.
    fn trial(&self, program: &Program, shape: &[Step], address: u64, size: u32, state: u8) -> Option<bool> {
        let mut values: Vec<Option<Value>> = Vec::with_capacity(shape.len());
        let mut all = true;
        for step in shape {
            let value = match step.node {
                Node::Address(_) => Some(Value::bv(program.layout.bits(), address)),
                Node::Offset => {
                    let offset = u64::from(program.layout.split(address).1);
                    Some(Value::bv(program.layout.offset_bits, offset))
                }
                Node::Constant(t) => program.terms.constant_value(t),
                Node::Op(Op::Var(_)) => None,
                Node::Op(Op::Select) => {
                    let index = values[step.args[1] as usize].as_ref()?;
                    Some(self.object_field(&shape[step.args[0] as usize], index, size, state)?)
                }
                Node::Op(op) => {
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
        let Node::Op(Op::Var(var)) = array.node else { return None };
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
    let bits = program.layout.offset_bits;
    let low = low_bits(terms, bits, address);
    let mut steps = vec![Step { node: Node::Address(bytes), args: Vec::new(), root: false }];
    let mut numbers: FxHashMap<TermId, u32> = FxHashMap::default();
    numbers.insert(address, 0);
    let mut stack: Vec<TermId> = conditions.iter().rev().copied().collect();
    while let Some(&t) = stack.last() {
        if numbers.contains_key(&t) {
            stack.pop();
            continue;
        }
        let is_offset =
            terms.sort(t) == Sort::BitVec(bits) && !terms.is_const(t) && low_bits(terms, bits, t) == low;
        let args: &[TermId] = if is_offset { &[] } else { terms.args(t) };
        let missing: Vec<TermId> = args.iter().copied().filter(|a| !numbers.contains_key(a)).collect();
        if missing.is_empty() {
            let node = match terms.op(t) {
                _ if is_offset => Node::Offset,
                op if op.is_const() => Node::Constant(t),
                op => Node::Op(op),
            };
            let args = args.iter().map(|a| numbers[a]).collect();
            numbers.insert(t, steps.len() as u32);
            steps.push(Step { node, args, root: conditions.contains(&t) });
            stack.pop();
        }
        stack.extend(missing);
        if steps.len() > MAX || stack.len() > MAX {
            return None;
        }
    }
    Some(steps)
}

/// Addresses that a procedure computes, by their offsets.
#[derive(Debug)]
pub(crate) struct Addresses {
    layout: PointerLayout,
    by_offset: FxHashMap<Sum, TermId>,
}

impl Addresses {
    /// The addresses among these terms.
    pub(crate) fn new(program: &Program, all: impl Iterator<Item = TermId>) -> Addresses {
        let layout = program.layout;
        let wide = all.filter(|t| program.terms.sort(*t) == layout.sort());
        let by_offset = wide.map(|t| (low_bits(&program.terms, layout.offset_bits, t), t)).collect();
        Addresses { layout, by_offset }
    }

    /// The address with this offset.
    pub(crate) fn find(&self, terms: &Terms, low: TermId) -> Option<TermId> {
        let bits = self.layout.offset_bits;
        let is_offset = terms.sort(low) == Sort::BitVec(bits);
        self.by_offset.get(&low_bits(terms, bits, low)).copied().filter(|_| is_offset)
    }
}

/// The low bits of a term as a sum: terms with their factors, sorted, and a constant. Rules of the term arena
/// may have pushed the taking of the low bits inwards; in this form the offset is found again.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Sum {
    parts: Vec<(TermId, u32)>,
    constant: u32,
}

fn low_bits(terms: &Terms, bits: u32, t: TermId) -> Sum {
    let mask = u32::MAX >> (32 - bits);
    let mut sum = Sum::default();
    let mut work = vec![(t, 1u32)];
    let mut budget = 32;
    while let Some((t, factor)) = work.pop() {
        let args = terms.args(t);
        let low = |t: TermId| terms.as_bv(t).and_then(|v| v.to_u128()).map(|v| v as u32);
        if let Some(value) = low(t) {
            sum.constant = sum.constant.wrapping_add(value.wrapping_mul(factor));
            continue;
        }
        budget -= 1;
        let wide = |t: TermId| terms.sort(t).width().is_some_and(|w| w >= bits);
        match terms.op(t) {
            _ if budget < 0 => sum.parts.push((t, factor)),
            Op::BvAdd => work.extend(args.iter().map(|a| (*a, factor))),
            Op::BvSub => work.extend([(args[0], factor), (args[1], factor.wrapping_neg())]),
            Op::BvNeg => work.push((args[0], factor.wrapping_neg())),
            Op::BvMul if low(args[1]).is_some() => {
                work.push((args[0], factor.wrapping_mul(low(args[1]).unwrap_or(0))));
            }
            Op::BvMul if low(args[0]).is_some() => {
                work.push((args[1], factor.wrapping_mul(low(args[0]).unwrap_or(0))));
            }
            Op::BvShl if terms.as_u64(args[1]).is_some_and(|n| n < u64::from(bits)) => {
                work.push((args[0], factor << terms.as_u64(args[1]).unwrap_or(0)));
            }
            Op::Extract { lo: 0, hi } if hi + 1 >= bits => work.push((args[0], factor)),
            Op::ZeroExtend(_) | Op::SignExtend(_) if wide(args[0]) => work.push((args[0], factor)),
            Op::Concat if wide(args[1]) => work.push((args[1], factor)),
            _ => sum.parts.push((t, factor)),
        }
    }
    sum.constant &= mask;
    sum.parts.sort_unstable();
    merge(&mut sum.parts, mask);
    sum
}

/// Adds the factors of equal terms.
fn merge(parts: &mut Vec<(TermId, u32)>, mask: u32) {
    let mut merged: Vec<(TermId, u32)> = Vec::new();
    for (t, factor) in parts.drain(..) {
        match merged.last_mut() {
            Some(last) if last.0 == t => last.1 = last.1.wrapping_add(factor),
            _ => merged.push((t, factor)),
        }
    }
    merged.iter_mut().for_each(|part| part.1 &= mask);
    merged.retain(|part| part.1 != 0);
    *parts = merged;
}
