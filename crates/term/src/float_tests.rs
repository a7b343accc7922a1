//! The software arithmetic against the host's, which the fast path uses.

use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::sort::{FloatFormat, Rounding};

fn step(x: &mut u64) -> u64 {
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    x.wrapping_mul(0x2545_f491_4f6c_dd1d)
}

#[test]
fn host_and_software_agree() {
    let rounds = std::env::var("MAYMUST_FUZZ").ok().and_then(|n| n.parse().ok());
    let mut seed = 88172645463325252u64;
    let r = Rounding::NearestEven;
    for i in 0..rounds.unwrap_or(30_000u64) {
        for f in [FloatFormat::F32, FloatFormat::F64] {
            let mut operand = || {
                let any = BvValue::from_u64(f.width(), step(&mut seed));
                if i % 3 == 0 {
                    return FloatValue::from_bits(f, any);
                }
                // Exponents near the middle, so that operands meet.
                let fraction = any.extract(f.sig - 2, 0).zero_extend(f.exp + 1);
                let exp = f.bias() as u64 + step(&mut seed) % 64 - 32;
                let exp = BvValue::from_u64(f.width(), exp).shl_by(f.sig - 1);
                let sign = BvValue::from_u64(f.width(), step(&mut seed) >> 63);
                let bits = exp.or(&fraction).or(&sign.shl_by(f.width() - 1));
                FloatValue::from_bits(f, bits)
            };
            let (x, y) = (operand(), operand());
            assert_eq!(x.add(&y, r), x.add_soft(&y, r), "{x:?} + {y:?}");
            assert_eq!(x.sub(&y, r), x.add_soft(&y.neg(), r), "{x:?} - {y:?}");
            assert_eq!(x.mul(&y, r), x.mul_soft(&y, r), "{x:?} * {y:?}");
            assert_eq!(x.div(&y, r), x.div_soft(&y, r), "{x:?} / {y:?}");
        }
    }
}
