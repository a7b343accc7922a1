//! Bytes to text and back, for sources that are not UTF-8.
//!
//! A byte that is not part of valid UTF-8 becomes the private-use character `U+10FE00 + byte`. Genuine
//! characters of that range are taken apart into bytes too, so the way back is exact.

use std::borrow::Cow;

const FIRST: u32 = 0x10_FE00;

/// The text of a source file, whatever its bytes are.
pub fn text_of_bytes(bytes: Vec<u8>) -> String {
    // The escape characters are F4 8F B8..BB xx in UTF-8.
    match String::from_utf8(bytes) {
        Ok(text) if !text.as_bytes().contains(&0xF4) => text,
        Ok(text) => escape(text.as_bytes()),
        Err(error) => escape(error.as_bytes()),
    }
}

fn escape(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match byte_of_char(c) {
                None => out.push(c),
                Some(_) => c.encode_utf8(&mut [0; 4]).bytes().for_each(|b| push_byte(&mut out, b)),
            }
        }
        chunk.invalid().iter().for_each(|&b| push_byte(&mut out, b));
    }
    out
}

fn push_byte(out: &mut String, byte: u8) {
    out.extend(char::from_u32(FIRST + u32::from(byte)));
}

/// The byte that an escape character stands for.
pub(crate) fn byte_of_char(c: char) -> Option<u8> {
    (c as u32).checked_sub(FIRST).and_then(|b| u8::try_from(b).ok())
}

/// The bytes of the original file that a piece of text stands for.
pub fn bytes_of_text(text: &str) -> Cow<'_, [u8]> {
    if !text.as_bytes().contains(&0xF4) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        match byte_of_char(c) {
            Some(b) => out.push(b),
            None => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_sequence_comes_back() {
        let mut state = 1u64;
        for round in 0..2000 {
            let len = round % 17;
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    // Favour the bytes that the escape characters consist of.
                    match (state >> 60) & 7 {
                        0 => 0xF4,
                        1 => 0x8F,
                        2 => 0xB8 + ((state >> 40) & 3) as u8,
                        _ => (state >> 33) as u8,
                    }
                })
                .collect();
            let text = text_of_bytes(bytes.clone());
            assert_eq!(&*bytes_of_text(&text), &bytes[..]);
        }
    }

    #[test]
    fn valid_text_is_kept() {
        assert_eq!(text_of_bytes("grün €".into()), "grün €");
    }
}
