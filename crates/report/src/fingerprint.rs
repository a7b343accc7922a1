//! Fingerprints: a finding keeps its own when code elsewhere changes.
//!
//! They are made of what is found, the file and the function, and the text of the line without its blanks; where that is the same
//! several times, of the number of the time. Lines above may come and go.

use std::collections::BTreeMap;

use crate::cause::Cause;
use crate::{Report, place_text};

impl Report<'_> {
    /// One fingerprint for each of these causes.
    pub fn fingerprints(&self, causes: &[Cause<'_>]) -> Vec<String> {
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        let one = |cause: &Cause<'_>| {
            let file = cause.place.as_ref().map_or("?", |p| &p.file);
            let original = cause.place.as_ref().and_then(|p| self.sources.original_line(p));
            let line = original.or_else(|| self.sources.line_text(cause.span)).unwrap_or("");
            let line: String = line.split_whitespace().collect();
            // Without the name of a file there is at least the place.
            let place = if file == "?" { place_text(None) } else { String::new() };
            let key = [cause.code, file, &cause.function, &cause.finding.entry, &line, &place].join("\0");
            let times = seen.entry(key.clone()).or_default();
            *times += 1;
            format!("{:016x}", hash(format!("{key}\0{times}").as_bytes()))
        };
        causes.iter().map(one).collect()
    }
}

/// FNV-1a of 64 bits: short, and the same everywhere and for ever.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(super::hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::hash(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
