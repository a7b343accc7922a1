//! What literals mean: numbers, characters and strings, by gcc's rules.

use crate::ast::{Encoding, FloatSuffix, IntSuffix};
use crate::lexer::universal_character;
use crate::text::{byte_of_char, bytes_of_text};

/// A decoded preprocessing number.
#[derive(Debug, PartialEq)]
pub(crate) enum Number<'t> {
    /// An integer.
    Int { value: u128, suffix: IntSuffix, decimal: bool },
    /// A floating literal without its suffix.
    Float { text: &'t str, suffix: FloatSuffix, imaginary: bool },
}

/// Decodes a number.
pub(crate) fn number(text: &str) -> Result<Number<'_>, String> {
    let bytes = text.as_bytes();
    // Most numbers are a few decimal digits.
    if bytes.len() <= 18 && bytes[0] != b'0' && bytes.iter().all(u8::is_ascii_digit) {
        let value = bytes.iter().fold(0u64, |v, &b| v * 10 + u64::from(b - b'0'));
        return Ok(Number::Int { value: value.into(), suffix: IntSuffix::default(), decimal: true });
    }
    let (radix, skip) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'b' | b'B', ..] => (2, 2),
        _ => (10, 0),
    };
    let digits = span_of(&bytes[skip..], |b| (b as char).is_digit(radix));
    let after = bytes.get(skip + digits).copied().unwrap_or(0);
    let is_float = match radix {
        16 => matches!(after, b'.' | b'p' | b'P'),
        10 => matches!(after, b'.' | b'e' | b'E'),
        _ => false,
    };
    if is_float {
        return float(text, radix, skip + digits);
    }
    if digits == 0 {
        return Err(format!("invalid suffix '{}' on integer constant", &text[1..]));
    }
    integer(text, radix, skip, digits)
}

fn span_of(bytes: &[u8], pred: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&b| pred(b)).count()
}

fn integer(text: &str, radix: u32, skip: usize, digits: usize) -> Result<Number<'_>, String> {
    let (body, suffix) = (&text[skip..skip + digits], &text[skip + digits..]);
    let octal = radix == 10 && body.len() > 1 && body.starts_with('0');
    // `08f` is caught here; `0i` and `08.5` never come here.
    let base = if octal { 8 } else { radix };
    let mut value = 0u128;
    for c in body.chars() {
        let Some(digit) = c.to_digit(base) else {
            return Err(format!("invalid digit '{c}' in octal constant"));
        };
        value = value * u128::from(base) + u128::from(digit);
        if value > u128::from(u64::MAX) {
            return Err("integer constant is too large for its type".into());
        }
    }
    let decimal = radix == 10 && !body.starts_with('0');
    let Some(suffix) = int_suffix(suffix) else {
        return Err(format!("invalid suffix '{suffix}' on integer constant"));
    };
    Ok(Number::Int { value, suffix, decimal })
}

/// `u`, `l` or `ll`, and `i` or `j`, each at most once, in any order.
fn int_suffix(text: &str) -> Option<IntSuffix> {
    let mut suffix = IntSuffix::default();
    let mut bytes = text.as_bytes();
    while let [first, rest @ ..] = bytes {
        bytes = rest;
        match first {
            b'u' | b'U' if !suffix.unsigned => suffix.unsigned = true,
            b'i' | b'I' | b'j' | b'J' if !suffix.imaginary => suffix.imaginary = true,
            b'l' | b'L' if suffix.longs == 0 => {
                suffix.longs = 1;
                if rest.first() == Some(first) {
                    suffix.longs = 2;
                    bytes = &rest[1..];
                }
            }
            _ => return None,
        }
    }
    Some(suffix)
}

/// A floating literal; `at` is the point or exponent after the first digits.
fn float(text: &str, radix: u32, mut at: usize) -> Result<Number<'_>, String> {
    let bytes = text.as_bytes();
    let mut digits = at - if radix == 16 { 2 } else { 0 };
    if bytes.get(at) == Some(&b'.') {
        let fraction = span_of(&bytes[at + 1..], |b| (b as char).is_digit(radix));
        digits += fraction;
        at += 1 + fraction;
    }
    if digits == 0 {
        return Err("floating constant has no digits".into());
    }
    let marks = if radix == 16 { [b'p', b'P'] } else { [b'e', b'E'] };
    if bytes.get(at).is_some_and(|b| marks.contains(b)) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = span_of(&bytes[at + 1 + sign..], |b| b.is_ascii_digit());
        if exponent == 0 {
            return Err("exponent has no digits".into());
        }
        at += 1 + sign + exponent;
    } else if radix == 16 {
        return Err("hexadecimal floating constants require an exponent".into());
    }
    let (body, rest) = text.split_at(at);
    let (suffix, imaginary) = float_suffix(rest)?;
    Ok(Number::Float { text: body, suffix, imaginary })
}

fn float_suffix(text: &str) -> Result<(FloatSuffix, bool), String> {
    let is_i = |c: char| matches!(c, 'i' | 'I' | 'j' | 'J');
    let (rest, imaginary) = match text.strip_prefix(is_i).or_else(|| text.strip_suffix(is_i)) {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let suffix = match rest {
        "" | "f64" | "F64" | "f32x" | "F32x" | "d" | "D" => FloatSuffix::Double,
        "f" | "F" | "f32" | "F32" => FloatSuffix::Float,
        "l" | "L" | "w" | "W" | "f64x" | "F64x" => FloatSuffix::LongDouble,
        "q" | "Q" | "f128" | "F128" => FloatSuffix::Quad,
        "f16" | "F16" => FloatSuffix::Half,
        "df" | "dd" | "dl" | "DF" | "DD" | "DL" => {
            return Err("decimal floating types are not supported".into());
        }
        _ => return Err(format!("invalid suffix '{text}' on floating constant")),
    };
    Ok((suffix, imaginary))
}

/// Splits a literal into its encoding and what is between the quotes; true if it is raw.
fn parts(text: &str) -> (Encoding, &str, bool) {
    let quote = text.find(['"', '\'']).unwrap_or(0);
    let (prefix, body) = text.split_at(quote);
    let body = body.get(1..body.len().saturating_sub(1)).unwrap_or("");
    let raw = prefix.ends_with('R');
    let encoding = match prefix.trim_end_matches('R') {
        "L" => Encoding::Wide,
        "u8" => Encoding::Utf8,
        "u" => Encoding::Utf16,
        "U" => Encoding::Utf32,
        _ => Encoding::Plain,
    };
    if raw {
        let open = body.find('(').unwrap_or(0);
        return (encoding, body.get(open + 1..body.len() - open - 1).unwrap_or(""), true);
    }
    (encoding, body, false)
}

/// The value of a character constant.
pub(crate) fn character(text: &str) -> Result<(i64, Encoding), String> {
    let (encoding, body, _) = parts(text);
    let mut units = Vec::new();
    escaped_units(body, encoding, &mut units)?;
    let Some(&last) = units.last() else { return Err("empty character constant".into()) };
    let value = match encoding {
        // Each character shifts the ones before it; a single one has type char's sign.
        Encoding::Plain if units.len() == 1 => i64::from(last as u8 as i8),
        Encoding::Plain => i64::from(units.iter().fold(0u32, |v, &u| v << 8 | u & 0xFF) as i32),
        Encoding::Wide => i64::from(last as i32),
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32 => i64::from(last),
    };
    Ok((value, encoding))
}

/// The encoding of adjacent string literals together.
pub(crate) fn string_encoding<'t>(texts: impl Iterator<Item = &'t str>) -> Result<Encoding, String> {
    let mut encoding = Encoding::Plain;
    for text in texts {
        let (own, ..) = parts(text);
        if encoding == Encoding::Plain {
            encoding = own;
        } else if own != Encoding::Plain && own != encoding {
            return Err("string literals of different encodings cannot be joined".into());
        }
    }
    Ok(encoding)
}

/// Appends the code units of one string literal, read in the encoding of the whole.
pub(crate) fn string_units(text: &str, encoding: Encoding, out: &mut Vec<u32>) -> Result<(), String> {
    let (_, body, raw) = parts(text);
    if raw {
        body.chars().for_each(|c| push_char(c, encoding, out));
        return Ok(());
    }
    let simple = !body.as_bytes().iter().any(|&b| b == b'\\' || b == 0xF4);
    if simple && matches!(encoding, Encoding::Plain | Encoding::Utf8) {
        out.extend(body.bytes().map(u32::from));
        return Ok(());
    }
    escaped_units(body, encoding, out)
}

/// The bytes of a string literal for the compiler's own use (labels, constraints), as text.
pub(crate) fn plain_string(text: &str) -> Result<String, String> {
    let mut units = Vec::new();
    string_units(text, Encoding::Plain, &mut units)?;
    let bytes: Vec<u8> = units.iter().map(|&u| u as u8).collect();
    Ok(crate::text::text_of_bytes(bytes))
}

fn unit_mask(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => 0xFF,
        Encoding::Utf16 => 0xFFFF,
        Encoding::Wide | Encoding::Utf32 => u32::MAX,
    }
}

fn push_char(c: char, encoding: Encoding, out: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            out.extend(bytes_of_text(c.encode_utf8(&mut [0; 4])).iter().map(|&b| u32::from(b)));
        }
        _ if byte_of_char(c).is_some() => out.extend(byte_of_char(c).map(u32::from)),
        Encoding::Utf16 => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&u| u32::from(u))),
        Encoding::Wide | Encoding::Utf32 => out.push(c as u32),
    }
}

/// The code units of what is between the quotes.
fn escaped_units(body: &str, encoding: Encoding, out: &mut Vec<u32>) -> Result<(), String> {
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        if c == '\\' {
            let len = escape(rest, encoding, out)?;
            rest = &rest[len..];
        } else {
            push_char(c, encoding, out);
            rest = &rest[c.len_utf8()..];
        }
    }
    Ok(())
}

/// One escape at the start of the text; gives its length.
fn escape(text: &str, encoding: Encoding, out: &mut Vec<u32>) -> Result<usize, String> {
    let mask = unit_mask(encoding);
    let bytes = text.as_bytes();
    let simple = match bytes.get(1) {
        Some(b'n') => b'\n',
        Some(b't') => b'\t',
        Some(b'r') => b'\r',
        Some(b'a') => 7,
        Some(b'b') => 8,
        Some(b'f') => 12,
        Some(b'v') => 11,
        Some(b'e' | b'E') => 27,
        Some(b'0'..=b'7') => {
            let len = span_of(&bytes[1..bytes.len().min(4)], |b| (b'0'..=b'7').contains(&b));
            let value = bytes[1..=len].iter().fold(0u32, |v, &b| v << 3 | u32::from(b - b'0'));
            out.push(value & mask);
            return Ok(1 + len);
        }
        Some(b'x') => {
            let len = span_of(&bytes[2..], |b| b.is_ascii_hexdigit());
            if len == 0 {
                return Err("\\x used with no following hex digits".into());
            }
            let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0);
            out.push(bytes[2..2 + len].iter().fold(0u32, |v, &b| v << 4 | digit(b)) & mask);
            return Ok(2 + len);
        }
        Some(b'u' | b'U') => {
            let Some((c, len)) = universal_character(bytes) else {
                return Err("incomplete or invalid universal character name".into());
            };
            push_char(c, encoding, out);
            return Ok(len);
        }
        // Any other character stands for itself.
        _ => {
            let Some(c) = text[1..].chars().next() else { return Err("incomplete escape sequence".into()) };
            push_char(c, encoding, out);
            return Ok(1 + c.len_utf8());
        }
    };
    out.push(u32::from(simple));
    Ok(2)
}
