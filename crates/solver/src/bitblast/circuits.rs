//! Circuits over words of literals, lowest bit first: arithmetic, shifts, comparisons.

use crate::gate::{Graph, Lit};

/// A word: literals, the lowest bit first.
pub type Word = Vec<Lit>;

/// The word of a constant's bits.
pub fn constant(width: u32, bit: impl Fn(u32) -> bool) -> Word {
    (0..width).map(|i| Lit::constant(bit(i))).collect()
}

/// The word of a number.
pub fn number(width: u32, v: u128) -> Word {
    constant(width, |i| i < 128 && v >> i & 1 == 1)
}

/// The number of a constant word of at most 128 bits.
pub fn as_number(a: &[Lit]) -> Option<u128> {
    let mut v = 0u128;
    for (i, lit) in a.iter().enumerate() {
        if lit.as_const()? {
            if i >= 128 {
                return None;
            }
            v |= 1 << i;
        }
    }
    Some(v)
}

/// Every bit flipped.
pub fn not(a: &[Lit]) -> Word {
    a.iter().map(|l| !*l).collect()
}

/// Zeros on top, up to a width.
pub fn zero_extend(a: &[Lit], width: usize) -> Word {
    let mut w = a.to_vec();
    w.resize(width, Lit::FALSE);
    w
}

/// Copies of the sign on top, up to a width.
pub fn sign_extend(a: &[Lit], width: usize) -> Word {
    let mut w = a.to_vec();
    let sign = w.last().copied().unwrap_or(Lit::FALSE);
    w.resize(width, sign);
    w
}

impl Graph {
    /// A word of free bits.
    pub fn input_word(&mut self, width: u32) -> Word {
        (0..width).map(|_| self.input()).collect()
    }

    /// Bit by bit.
    pub fn zip(&mut self, a: &[Lit], b: &[Lit], f: fn(&mut Graph, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(x, y)| f(self, *x, *y)).collect()
    }

    /// If `c` then `t` else `e`.
    pub fn ite_word(&mut self, c: Lit, t: &[Lit], e: &[Lit]) -> Word {
        match c.as_const() {
            Some(true) => t.to_vec(),
            Some(false) => e.to_vec(),
            None => t.iter().zip(e).map(|(x, y)| self.ite(c, *x, *y)).collect(),
        }
    }

    /// `a` where `c`, else zero.
    pub fn mask_word(&mut self, c: Lit, a: &[Lit]) -> Word {
        a.iter().map(|x| self.and(c, *x)).collect()
    }

    /// Sum and carry.
    pub fn add_carry(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let mut sum = Word::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            let half = self.xor(*x, *y);
            sum.push(self.xor(half, carry));
            carry = self.maj(*x, *y, carry);
        }
        (sum, carry)
    }

    /// Sum.
    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, b, Lit::FALSE).0
    }

    /// Difference.
    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, &not(b), Lit::TRUE).0
    }

    /// Negation.
    pub fn neg(&mut self, a: &[Lit]) -> Word {
        self.increment_if(&not(a), Lit::TRUE)
    }

    /// `a + 1` if `c`, else `a`.
    pub fn increment_if(&mut self, a: &[Lit], c: Lit) -> Word {
        let mut carry = c;
        let mut sum = Word::with_capacity(a.len());
        for x in a {
            sum.push(self.xor(*x, carry));
            carry = self.and(*x, carry);
        }
        sum
    }

    /// `-a` if `c`, else `a`.
    pub fn negate_if(&mut self, a: &[Lit], c: Lit) -> Word {
        let flipped: Word = a.iter().map(|x| self.xor(*x, c)).collect();
        self.increment_if(&flipped, c)
    }

    /// Equality.
    pub fn eq_word(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut bits = Word::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            let same = self.iff(*x, *y);
            if same == Lit::FALSE {
                return same;
            }
            bits.push(same);
        }
        self.and_all(&bits)
    }

    /// Unsigned `a < b`: the borrow of `a - b`.
    pub fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut borrow = Lit::FALSE;
        for (x, y) in a.iter().zip(b) {
            borrow = self.maj(!*x, *y, borrow);
        }
        borrow
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        !self.ult(b, a)
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = (flip_top(a), flip_top(b));
        self.ult(&a, &b)
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        !self.slt(b, a)
    }

    /// Is any bit set?
    pub fn any(&mut self, a: &[Lit]) -> Lit {
        self.or_all(a)
    }

    /// Is it zero?
    pub fn is_zero(&mut self, a: &[Lit]) -> Lit {
        !self.or_all(a)
    }

    /// Shifted left by a word; what falls out is lost.
    pub fn shl(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, by, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    /// Shifted right by a word; `fill` comes in at the top.
    pub fn shift_right(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        for (k, &c) in by.iter().enumerate().take(stages) {
            let step = 1usize << k;
            word = (0..width)
                .map(|i| {
                    let from = if i + step < width { word[i + step] } else { fill };
                    self.ite(c, from, word[i])
                })
                .collect();
        }
        // With a width that is no power of two, the stages shift out all bits by themselves.
        let beyond = self.or_all(by.get(stages..).unwrap_or(&[]));
        let all = vec![fill; width];
        self.ite_word(beyond, &all, &word)
    }

    /// Like [`Graph::shift_right`] with zeros coming in, but the lowest bit of the result is also
    /// set if any set bit was shifted out.
    pub fn shift_right_sticky(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        for (k, &c) in by.iter().enumerate().take(stages) {
            let step = (1usize << k).min(width);
            let lost = self.or_all(&word[..step]);
            let mut shifted: Word = word[step..].to_vec();
            shifted.resize(width, Lit::FALSE);
            shifted[0] = self.or(shifted[0], lost);
            word = self.ite_word(c, &shifted, &word);
        }
        let beyond = self.or_all(by.get(stages..).unwrap_or(&[]));
        let any = self.or_all(a);
        let mut all = vec![Lit::FALSE; width];
        all[0] = any;
        self.ite_word(beyond, &all, &word)
    }

    /// Product modulo two to the width of the arguments.
    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let constants = |w: &[Lit]| w.iter().filter(|l| l.is_const()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        if b.iter().all(|l| l.is_const()) {
            return self.mul_constant(a, b);
        }
        self.mul_rows(a, b)
    }

    /// One row of and gates per bit of `b`, summed by ripple adders.
    fn mul_rows(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let mut sum = self.mask_word(b[0], a);
        for (i, &bit) in b.iter().enumerate().skip(1) {
            if bit == Lit::FALSE {
                continue;
            }
            let row = self.mask_word(bit, &a[..width - i]);
            let high = self.add(&sum[i..], &row);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Shifted sums and differences by the non-adjacent form of the constant.
    fn mul_constant(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let mut sum = vec![Lit::FALSE; width];
        for (i, digit) in non_adjacent(b).into_iter().enumerate() {
            if digit == 0 {
                continue;
            }
            let row = &a[..width - i];
            let high = if digit > 0 { self.add(&sum[i..], row) } else { self.sub(&sum[i..], row) };
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Quotient and remainder by restoring division; by zero: all ones and `a`.
    pub fn udivrem(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        if let Some(k) = power_of_two(b) {
            let quotient = zero_extend(&a[k..], width);
            return (quotient, zero_extend(&a[..k], width));
        }
        let mut rest: Word = Vec::with_capacity(width + 1);
        // above[i]: some bit of b at or above i is set.
        let mut above = vec![Lit::FALSE; width + 1];
        for i in (0..width).rev() {
            above[i] = self.or(above[i + 1], b[i]);
        }
        // As long as the rest is zero only a zero fits.
        let mut quotient = vec![!above[0]; width];
        let significant = width - a.iter().rev().take_while(|l| **l == Lit::FALSE).count();
        for i in (0..significant).rev() {
            rest.insert(0, a[i]);
            // The rest has few bits yet, so only so many bits of the divisor can matter.
            let n = rest.len().min(width);
            let overflow = if rest.len() > width { rest[width] } else { Lit::FALSE };
            let (difference, no_borrow) = self.add_carry(&rest[..n], &not(&b[..n]), Lit::TRUE);
            let fits = self.or(overflow, no_borrow);
            let fits = self.and(fits, !above[n]);
            quotient[i] = fits;
            rest = self.ite_word(fits, &difference, &rest[..n]);
        }
        (quotient, zero_extend(&rest, width))
    }
}

fn flip_top(a: &[Lit]) -> Word {
    let mut w = a.to_vec();
    if let Some(top) = w.last_mut() {
        *top = !*top;
    }
    w
}

/// The position of the only set bit of a constant.
fn power_of_two(b: &[Lit]) -> Option<usize> {
    let mut at = None;
    for (i, lit) in b.iter().enumerate() {
        if lit.as_const()? {
            if at.is_some() {
                return None;
            }
            at = Some(i);
        }
    }
    at
}

/// Digits -1, 0, 1 of a constant, never two neighbours other than zero.
fn non_adjacent(b: &[Lit]) -> Vec<i8> {
    let mut bits: Vec<i8> = b.iter().map(|l| (*l == Lit::TRUE) as i8).collect();
    let mut carry = 0;
    for i in 0..bits.len() {
        let v = bits[i] + carry;
        let next = bits.get(i + 1).copied().unwrap_or(0);
        (bits[i], carry) = match (v, next) {
            (1, 1) => (-1, 1),
            (1, _) => (1, 0),
            (2, _) => (0, 1),
            _ => (0, 0),
        };
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(values: &[bool], w: &[Lit]) -> u128 {
        let bit = |l: &Lit| (values[l.node() as usize] != l.is_negated()) as u128;
        w.iter().enumerate().map(|(i, l)| bit(l) << i).sum()
    }

    /// All pairs of words of up to four bits, with leading zeros in the first and with free and with constant second operands.
    #[test]
    fn words_of_few_bits() {
        for width in 1..=4u32 {
            for second in 0..=1u128 << width {
                for zeros in 0..=width as usize {
                    check_words(width, zeros, second);
                }
            }
        }
    }

    /// The first word begins with so many zeros; the second is that constant, or free if it is too large for one.
    fn check_words(width: u32, zeros: usize, second: u128) {
        let mut g = Graph::new();
        let m = (1u128 << width) - 1;
        let mut a = g.input_word(width);
        a[width as usize - zeros..].fill(Lit::FALSE);
        let free = second > m;
        let b = if free { g.input_word(width) } else { number(width, second) };
        let sum = g.add(&a, &b);
        let difference = g.sub(&a, &b);
        let product = g.mul(&a, &b);
        let (q, r) = g.udivrem(&a, &b);
        let shl = g.shl(&a, &b);
        let lshr = g.shift_right(&a, &b, Lit::FALSE);
        let ashr = g.shift_right(&a, &b, a[width as usize - 1]);
        let sticky = g.shift_right_sticky(&a, &b);
        let neg = g.neg(&a);
        let less = [g.ult(&a, &b), g.ule(&a, &b), g.slt(&a, &b), g.sle(&a, &b), g.eq_word(&a, &b)];
        for bits in 0..1u128 << (2 * width) {
            let values = g.evaluate(|n| bits >> (n - 1) & 1 == 1);
            let (x, y) = (value(&values, &a), value(&values, &b));
            let signed = |v: u128| v as i128 - if v >> (width - 1) == 1 { 1 << width } else { 0 };
            let v = |w: &[Lit]| value(&values, w);
            assert_eq!(v(&sum), (x + y) & m);
            assert_eq!(v(&difference), x.wrapping_sub(y) & m);
            assert_eq!(v(&neg), x.wrapping_neg() & m);
            assert_eq!(v(&product), (x * y) & m, "{x} * {y}");
            assert_eq!(v(&q), x.checked_div(y).unwrap_or(m), "{x} / {y}");
            assert_eq!(v(&r), if y == 0 { x } else { x % y }, "{x} % {y}");
            assert_eq!(v(&shl), x << y & m);
            assert_eq!(v(&lshr), x >> y);
            assert_eq!(v(&ashr), (signed(x) >> y) as u128 & m);
            let lost = (x & ((1 << y) - 1) != 0) as u128;
            assert_eq!(v(&sticky), x >> y | lost);
            let want = [x < y, x <= y, signed(x) < signed(y), signed(x) <= signed(y), x == y];
            for (lit, want) in less.iter().zip(want) {
                assert_eq!(v(&[*lit]) == 1, want);
            }
        }
    }
}
