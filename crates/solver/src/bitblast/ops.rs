//! The word of each operator from the words of its arguments.

use super::circuits::{self, Word};
use super::{Blaster, Unsupported};
use crate::gate::{Graph, Lit};
use maymust_term::{Op, Sort, TermId, Terms};

impl Blaster {
    /// The word of a term whose arguments have words.
    pub(super) fn operator(&mut self, terms: &Terms, t: TermId) -> Result<Word, Unsupported> {
        let op = terms.op(t);
        match op {
            Op::BoolConst(b) => return Ok(vec![Lit::constant(b)]),
            Op::BvConst(_) => {
                let v = terms.as_bv(t).ok_or("a constant of another arena")?;
                return Ok(circuits::constant(v.width(), |i| v.bit(i)));
            }
            Op::FloatConst(_) => {
                let v = terms.as_float(t).ok_or("a constant of another arena")?.bits();
                return Ok(circuits::constant(v.width(), |i| v.bit(i)));
            }
            Op::And | Op::Or => {
                let lits: Word = terms.args(t).iter().map(|a| self.lit(terms, *a)).collect();
                let lit = if op == Op::And { self.graph.and_all(&lits) } else { self.graph.or_all(&lits) };
                return Ok(vec![lit]);
            }
            _ => {}
        }
        let args: Vec<Word> = terms.args(t).iter().map(|a| self.word(terms, *a).to_vec()).collect();
        if let Some(word) = bit_operator(&mut self.graph, op, &args) {
            return Ok(word);
        }
        if let Some(word) = arithmetic(&mut self.graph, op, &args) {
            return Ok(word);
        }
        let format = terms.args(t).first().and_then(|a| match terms.sort(*a) {
            Sort::Float(f) => Some(f),
            _ => None,
        });
        crate::float::blast(&mut self.graph, op, format, &args).ok_or_else(|| format!("operator {op:?}"))
    }
}

fn bit_operator(g: &mut Graph, op: Op, args: &[Word]) -> Option<Word> {
    let a = args.first()?;
    let b = args.get(1).unwrap_or(a);
    let width = a.len();
    Some(match op {
        Op::Not | Op::BvNot => circuits::not(a),
        Op::Eq => vec![g.eq_word(a, b)],
        Op::Ite => g.ite_word(a[0], b, &args[2]),
        Op::BvAnd => g.zip(a, b, Graph::and),
        Op::BvOr => g.zip(a, b, Graph::or),
        Op::BvXor => g.zip(a, b, Graph::xor),
        Op::BvShl => g.shl(a, b),
        Op::BvLShr => g.shift_right(a, b, Lit::FALSE),
        Op::BvAShr => g.shift_right(a, b, a[width - 1]),
        Op::Concat => [&b[..], &a[..]].concat(),
        Op::Extract { hi, lo } => a[lo as usize..=hi as usize].to_vec(),
        Op::ZeroExtend(n) => circuits::zero_extend(a, width + n as usize),
        Op::SignExtend(n) => circuits::sign_extend(a, width + n as usize),
        Op::Ult => vec![g.ult(a, b)],
        Op::Ule => vec![g.ule(a, b)],
        Op::Slt => vec![g.slt(a, b)],
        Op::Sle => vec![g.sle(a, b)],
        _ => return None,
    })
}

fn arithmetic(g: &mut Graph, op: Op, args: &[Word]) -> Option<Word> {
    let a = args.first()?;
    let b = args.get(1).unwrap_or(a);
    let top = a.len() - 1;
    Some(match op {
        Op::BvNeg => g.neg(a),
        Op::BvAdd => g.add(a, b),
        Op::BvSub => g.sub(a, b),
        Op::BvMul => g.mul(a, b),
        Op::BvUDiv => g.udivrem(a, b).0,
        Op::BvURem => g.udivrem(a, b).1,
        Op::BvSDiv => signed_quotient(g, a, b),
        Op::BvSRem => signed_remainder(g, a, b),
        Op::BvSMod => signed_modulus(g, a, b),
        Op::UAddO => vec![g.add_carry(a, b, Lit::FALSE).1],
        Op::SAddO => {
            let sum = g.add(a, b);
            vec![sign_overflow(g, a[top], b[top], sum[top])]
        }
        Op::SSubO => {
            let difference = g.sub(a, b);
            vec![sign_overflow(g, a[top], !b[top], difference[top])]
        }
        Op::UMulO => vec![unsigned_product_overflow(g, a, b)],
        Op::SMulO => vec![signed_product_overflow(g, a, b)],
        _ => return None,
    })
}

/// Two numbers of one sign have a sum of the other.
fn sign_overflow(g: &mut Graph, a: Lit, b: Lit, sum: Lit) -> Lit {
    let same = g.iff(a, b);
    let changed = g.xor(a, sum);
    g.and(same, changed)
}

fn magnitudes(g: &mut Graph, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let top = a.len() - 1;
    (g.negate_if(a, a[top]), g.negate_if(b, b[top]))
}

fn signed_quotient(g: &mut Graph, a: &[Lit], b: &[Lit]) -> Word {
    let top = a.len() - 1;
    let (x, y) = magnitudes(g, a, b);
    let (q, _) = g.udivrem(&x, &y);
    let negative = g.xor(a[top], b[top]);
    g.negate_if(&q, negative)
}

fn signed_remainder(g: &mut Graph, a: &[Lit], b: &[Lit]) -> Word {
    let (x, y) = magnitudes(g, a, b);
    let (_, r) = g.udivrem(&x, &y);
    g.negate_if(&r, a[a.len() - 1])
}

fn signed_modulus(g: &mut Graph, a: &[Lit], b: &[Lit]) -> Word {
    let top = a.len() - 1;
    let r = signed_remainder(g, a, b);
    let nonzero = g.any(&r);
    let differ = g.xor(a[top], b[top]);
    let correct = g.and(nonzero, differ);
    let addend = g.mask_word(correct, b);
    g.add(&r, &addend)
}

/// The product needs more than `width` bits: two set bits at positions that add up to the width
/// or more, or a carry out of one bit more than the width.
fn unsigned_product_overflow(g: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len();
    let mut overflow = Vec::new();
    let mut above = Lit::FALSE;
    for i in 1..width {
        above = g.or(above, a[width - i]);
        overflow.push(g.and(above, b[i]));
    }
    let x = circuits::zero_extend(a, width + 1);
    let y = circuits::zero_extend(b, width + 1);
    overflow.push(g.mul(&x, &y)[width]);
    g.or_all(&overflow)
}

fn signed_product_overflow(g: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len();
    let x = circuits::sign_extend(a, 2 * width);
    let y = circuits::sign_extend(b, 2 * width);
    let product = g.mul(&x, &y);
    let sign = product[width - 1];
    let differs: Word = product[width..].iter().map(|l| g.xor(*l, sign)).collect();
    g.or_all(&differs)
}
