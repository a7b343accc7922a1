//! Two instructions in one, where loops spend their time.
//!
//! The first of a pair is replaced; the second stays where it is, for jumps to it and for what is unusual: a fused
//! instruction whose second part would fault or stop does the first part alone and goes on with the second. So no
//! position moves, and faults and stops have one home.

use crate::inst::{AddLoop, FirstReg, Inst, Limited, Reg};

/// Fuses pairs of finished code.
pub(crate) fn fuse(insts: &mut [Inst]) {
    for pc in 1..insts.len() {
        if let Some(inst) = pair(insts[pc - 1], insts[pc]) {
            insts[pc - 1] = inst;
        }
    }
}

fn pair(first: Inst, second: Inst) -> Option<Inst> {
    match (first, second) {
        (Inst::JUle { a, b, to }, _) => limited(a, b, to, second),
        (Inst::AddChecked { s, dst, a, b }, Inst::LoopSlt { s: t, a: x, b: y, to }) if s == t => {
            Some(Inst::AddLoopSlt(add_loop(s, [dst, a, b], [x, y], to)?))
        }
        (Inst::AddChecked { s, dst, a, b }, Inst::LoopSle { s: t, a: x, b: y, to }) if s == t => {
            Some(Inst::AddLoopSle(add_loop(s, [dst, a, b], [x, y], to)?))
        }
        (Inst::MulChecked { s, dst, a, b }, Inst::AddChecked { s: t, dst: to, a: x, b: y }) if s == t => {
            Some(Inst::MulAddChecked { s, product: short([dst, a, b])?, sum: short([to, x, y])? })
        }
        (Inst::Move { dst, a }, Inst::Return) => Some(Inst::MoveReturn { dst, a }),
        _ => None,
    }
}

fn add_loop(s: u8, sum: [Reg; 3], pair: [Reg; 2], to: u32) -> Option<AddLoop> {
    Some(AddLoop { s, sum: short(sum)?, pair: short(pair)?, to })
}

/// An access with the test of its index before it.
fn limited(limit: Reg, tested: Reg, to: u32, access: Inst) -> Option<Inst> {
    let (from, factor, a, b, v) = match access {
        Inst::LoadIndex1 { from, factor, dst, a, b }
        | Inst::LoadIndex4 { from, factor, dst, a, b }
        | Inst::LoadIndex8 { from, factor, dst, a, b } => (from, factor, a, b, dst),
        // Done as a guarded one: where that faults, the store itself follows, which may not be guarded.
        Inst::StoreIndex1 { from, factor, a, b, v }
        | Inst::StoreIndex4 { from, factor, a, b, v }
        | Inst::StoreIndex8 { from, factor, a, b, v } => (from.from(), factor, a, b, v),
        _ => return None,
    };
    // A plain sum can be read either way.
    let (a, b) = if (from, factor) == (0, 1) && a == tested { (b, a) } else { (a, b) };
    let [a, b, limit, v] = short([a, b, limit, v])?;
    let parts = Limited { from, factor, a, b, limit, v, to };
    (u32::from(b) == tested).then_some(match access {
        Inst::LoadIndex1 { .. } => Inst::LimitLoad1(parts),
        Inst::LoadIndex4 { .. } => Inst::LimitLoad4(parts),
        Inst::LoadIndex8 { .. } => Inst::LimitLoad8(parts),
        Inst::StoreIndex1 { .. } => Inst::LimitStore1(parts),
        Inst::StoreIndex4 { .. } => Inst::LimitStore4(parts),
        _ => Inst::LimitStore8(parts),
    })
}

fn short<const N: usize>(regs: [Reg; N]) -> Option<[FirstReg; N]> {
    let mut out = [0; N];
    for (short, reg) in out.iter_mut().zip(regs) {
        *short = FirstReg::try_from(reg).ok()?;
    }
    Some(out)
}
