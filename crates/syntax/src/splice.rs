//! Line splices: a backslash at the end of a line joins it with the next.
//!
//! Preprocessed text has almost none, so the lexer works on a text without them and maps positions back.

use std::borrow::Cow;

/// The splices of a text.
pub(crate) struct Splices {
    /// Offset in the clean text, and how many bytes were dropped before it.
    shifts: Vec<(usize, usize)>,
}

/// The length of the splice that the bytes start with: backslash, blanks (as gcc allows), newline.
fn splice_len(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"\\")?;
    let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    (rest.get(blanks) == Some(&b'\n')).then_some(blanks + 2)
}

impl Splices {
    /// Looks for splices.
    pub fn find(text: &str) -> Splices {
        let (mut shifts, mut dropped, mut from) = (Vec::new(), 0, 0);
        let bytes = text.as_bytes();
        while let Some(at) = text[from..].find('\\').map(|at| at + from) {
            from = at + 1;
            if let Some(len) = splice_len(&bytes[at..]) {
                shifts.push((at - dropped, dropped + len));
                dropped += len;
                from = at + len;
            }
        }
        Splices { shifts }
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.shifts.is_empty()
    }

    /// The text without splices.
    pub fn clean<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_empty() { Cow::Borrowed(text) } else { without_splices(text) }
    }

    /// The offset in the original text of an offset in the clean one.
    #[inline]
    pub fn original(&self, offset: usize) -> usize {
        if self.shifts.is_empty() {
            return offset;
        }
        let i = self.shifts.partition_point(|&(at, _)| at <= offset);
        offset + i.checked_sub(1).map_or(0, |i| self.shifts[i].1)
    }

    /// The offset in the clean text of an offset in the original one.
    pub fn cleaned(&self, offset: usize) -> usize {
        let i = self.shifts.partition_point(|&(at, dropped)| at + dropped <= offset);
        offset - i.checked_sub(1).map_or(0, |i| self.shifts[i].1)
    }
}

/// A piece of text with its splices dropped.
pub(crate) fn without_splices(text: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    let mut kept = 0;
    while let Some(at) = text[from..].find('\\').map(|at| at + from) {
        from = at + 1;
        if let Some(len) = splice_len(&text.as_bytes()[at..]) {
            out.push_str(&text[kept..at]);
            from = at + len;
            kept = from;
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back() {
        let text = "ab\\\nc\\ \r\n\\\nd";
        let splices = Splices::find(text);
        let clean = splices.clean(text);
        assert_eq!(clean, "abcd");
        for (i, b) in clean.bytes().enumerate() {
            assert_eq!(text.as_bytes()[splices.original(i)], b);
            assert_eq!(splices.cleaned(splices.original(i)), i);
        }
    }

    #[test]
    fn other_backslashes_stay() {
        let splices = Splices::find("\"\\n\\\\\"\n");
        assert!(splices.is_empty());
        assert_eq!(without_splices("\"\\n\""), "\"\\n\"");
    }
}
