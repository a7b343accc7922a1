//! SHA-256 (FIPS 180-4), which witnesses name programs by.

const ROUNDS: [u32; 64] = constants();

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const fn constants() -> [u32; 64] {
    let mut out = [0; 64];
    let (mut n, mut prime) = (0, 2u64);
    while n < 64 {
        let mut divisor = 2;
        while divisor * divisor <= prime && !prime.is_multiple_of(divisor) {
            divisor += 1;
        }
        if divisor * divisor > prime {
            // floor(cbrt(p) * 2^32) is the root of p * 2^96.
            out[n] = root(prime, 3) as u32;
            n += 1;
        }
        prime += 1;
    }
    out
}

/// The largest r with r^k <= p * 2^(32 k), by bits; r < 2^40.
const fn root(p: u64, k: u32) -> u64 {
    let (mut r, mut bit) = (0u64, 1u64 << 39);
    while bit > 0 {
        let t = r | bit;
        if at_most(t, p, k) {
            r = t;
        }
        bit >>= 1;
    }
    r
}

/// Is t^k <= p * 2^(32 k)? With t = h * 2^32 + l that is decided in 128 bits after a division.
const fn at_most(t: u64, p: u64, k: u32) -> bool {
    let square = t as u128 * t as u128;
    if k == 2 {
        return square <= (p as u128) << 64;
    }
    // t^3 <= p * 2^96, where t < 2^40: t^2 < 2^80, so the product is compared in two halves.
    let (high, low) = (square >> 64, square & ((1 << 64) - 1));
    let low = low * t as u128;
    let high = high * t as u128 + (low >> 64);
    let rest = low & ((1 << 64) - 1);
    let bound = (p as u128) << 32;
    high < bound || (high == bound && rest == 0)
}

/// The hash of some bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let mut state: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19].map(|p| root(p, 2) as u32);
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend(((bytes.len() as u64) * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut state, block);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32; 8], block: &[u8]) {
    let mut w = [0u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |n, b| n << 8 | u32::from(*b));
    }
    for i in 16..64 {
        let (a, b) = (w[i - 15], w[i - 2]);
        let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
    }
    let mut v = *state;
    for (word, constant) in w.iter().zip(ROUNDS) {
        let [a, b, c, d, e, f, g, h] = v;
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(constant).wrapping_add(*word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        v = [t1.wrapping_add(s0.wrapping_add(majority)), a, b, c, d.wrapping_add(t1), e, f, g];
    }
    state.iter_mut().zip(v).for_each(|(s, v)| *s = s.wrapping_add(v));
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn the_standard_examples() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        let long = "a".repeat(1_000_000);
        assert_eq!(
            sha256(long.as_bytes()),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }
}
