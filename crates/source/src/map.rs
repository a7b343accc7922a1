//! The texts of a run and the way from positions back to the user's files.

use crate::Span;

/// One text in a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// Where a position stands for the user: file, line and column, the latter two from 1.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Place {
    /// The file's name as the compiler would print it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// A line marker: from `position` (the start of a line) on, the text is line `line` of `name`.
#[derive(Clone, Debug)]
struct Marker {
    position: u32,
    name: u32,
    line: u32,
    /// Is the file a header of the system?
    is_system: bool,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    text: std::sync::Arc<str>,
    base: u32,
    /// Sorted by position; the lexer adds them in order.
    markers: Vec<Marker>,
    /// Start positions of lines, built on first use of `place`.
    lines: std::sync::OnceLock<Vec<u32>>,
}

impl File {
    fn marker_at(&self, position: u32) -> Option<&Marker> {
        let m = self.markers.partition_point(|m| m.position <= position);
        m.checked_sub(1).map(|m| &self.markers[m])
    }
}

/// All texts of a run. Position 0 belongs to no file.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<File>,
    names: Vec<std::sync::Arc<str>>,
    /// The number of each name; only looked up, never iterated.
    name_ids: std::collections::HashMap<std::sync::Arc<str>, u32>,
    /// What the user wrote, before preprocessing, by the file's name; only looked up, never iterated.
    originals: std::collections::HashMap<String, Original>,
}

/// A text and where its lines start, once somebody asks.
#[derive(Clone, Debug)]
struct Original {
    text: std::sync::Arc<str>,
    starts: std::sync::OnceLock<Vec<u32>>,
}

impl Original {
    fn line(&self, index: usize) -> Option<&str> {
        let starts = self.starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect()
        });
        self.text.get(*starts.get(index)? as usize..)?.lines().next()
    }
}

impl SourceMap {
    /// Adds a text. Positions of its bytes are `base(id) + offset`.
    ///
    /// # Panics
    /// If all texts together exceed 4 GiB.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<std::sync::Arc<str>>) -> FileId {
        let text = text.into();
        let base = self.files.last().map_or(1, |f| f.base + f.text.len() as u32 + 1);
        assert!(u64::from(base) + (text.len() as u64) < u64::from(u32::MAX), "sources exceed 4 GiB");
        self.files.push(File {
            name: name.into(),
            text,
            base,
            markers: Vec::new(),
            lines: Default::default(),
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds what stood in a file before it was preprocessed, so that excerpts show what the user wrote.
    pub fn add_original(&mut self, name: impl Into<String>, text: impl Into<std::sync::Arc<str>>) {
        let starts = std::sync::OnceLock::new();
        self.originals.insert(name.into(), Original { text: text.into(), starts });
    }

    /// The line at a place as the user wrote it, if that is known.
    pub fn original_line(&self, place: &Place) -> Option<&str> {
        self.originals.get(&place.file)?.line(place.line.checked_sub(1)? as usize)
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> std::sync::Arc<str> {
        self.files[file.0 as usize].text.clone()
    }

    /// The position of a file's first byte.
    pub fn base(&self, file: FileId) -> u32 {
        self.files[file.0 as usize].base
    }

    /// The name under which a file was added.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].name
    }

    /// Records that the text at `position` (the first byte of the line after the marker) is line `line` of `name`, which
    /// may be a header of the system.
    pub fn add_marker(&mut self, file: FileId, position: u32, name: &str, line: u32, is_system: bool) {
        let markers = &self.files[file.0 as usize].markers;
        // Going back to the file before the last marker is the commonest case.
        let recent = markers.iter().rev().take(2).map(|m| m.name).find(|&n| &*self.names[n as usize] == name);
        let name = recent.unwrap_or_else(|| self.name_id(name));
        self.files[file.0 as usize].markers.push(Marker { position, name, line, is_system });
    }

    /// Records that the text at `position` is line `line` of the file that the text before it belongs to.
    pub fn add_line(&mut self, file: FileId, position: u32, line: u32) {
        let data = &self.files[file.0 as usize];
        let (name, is_system) = match data.markers.last() {
            Some(marker) => (marker.name, marker.is_system),
            None => (self.name_id(&data.name.clone()), false),
        };
        self.files[file.0 as usize].markers.push(Marker { position, name, line, is_system });
    }

    fn name_id(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.name_ids.get(name) {
            return id;
        }
        let id = self.names.len() as u32;
        let name: std::sync::Arc<str> = name.into();
        self.names.push(name.clone());
        self.name_ids.insert(name, id);
        id
    }

    fn file_at(&self, position: u32) -> Option<&File> {
        let i = self.files.partition_point(|f| f.base <= position);
        i.checked_sub(1).map(|i| &self.files[i])
    }

    /// The user's place of a span's start; `None` for [`Span::NONE`].
    pub fn place(&self, span: Span) -> Option<Place> {
        if span == Span::NONE {
            return None;
        }
        let file = self.file_at(span.lo)?;
        let lines = file.lines.get_or_init(|| line_starts(&file.text, file.base));
        let row = lines.partition_point(|&start| start <= span.lo) - 1;
        let column = span.lo - lines[row] + 1;
        let Some(marker) = file.marker_at(span.lo) else {
            return Some(Place { file: file.name.clone(), line: row as u32 + 1, column });
        };
        let marker_row = lines.partition_point(|&start| start <= marker.position) - 1;
        let line = marker.line.saturating_add(row.saturating_sub(marker_row) as u32);
        Some(Place { file: self.names[marker.name as usize].to_string(), line, column })
    }

    /// Does the span start in a header of the system?
    pub fn is_system(&self, span: Span) -> bool {
        let marker = self.file_at(span.lo).and_then(|f| f.marker_at(span.lo));
        span != Span::NONE && marker.is_some_and(|m| m.is_system)
    }

    /// The stored (possibly preprocessed) line of text that a span starts in, without its newline.
    pub fn line_text(&self, span: Span) -> Option<&str> {
        if span == Span::NONE {
            return None;
        }
        let file = self.file_at(span.lo)?;
        let lines = file.lines.get_or_init(|| line_starts(&file.text, file.base));
        let row = lines.partition_point(|&start| start <= span.lo) - 1;
        let start = (lines[row] - file.base) as usize;
        let end = lines.get(row + 1).map_or(file.text.len(), |&e| (e - file.base) as usize);
        file.text.get(start..end).map(|l| l.trim_end_matches(['\n', '\r']))
    }
}

fn line_starts(text: &str, base: u32) -> Vec<u32> {
    let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
    std::iter::once(base).chain(newlines.map(|(i, _)| base + i as u32 + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(sources: &SourceMap, file: FileId, offset: u32) -> String {
        let lo = sources.base(file) + offset;
        sources
            .place(Span::new(lo, lo))
            .map_or("nowhere".into(), |p| format!("{}:{}:{}", p.file, p.line, p.column))
    }

    #[test]
    fn places_without_markers() {
        let mut sources = SourceMap::default();
        let (a, b) = (sources.add("a.c", "x\nyz\n"), sources.add("b.c", "\n\nw"));
        assert_eq!(at(&sources, a, 0), "a.c:1:1");
        assert_eq!(at(&sources, a, 1), "a.c:1:2");
        assert_eq!(at(&sources, a, 3), "a.c:2:2");
        assert_eq!(at(&sources, a, 5), "a.c:3:1");
        assert_eq!(at(&sources, b, 2), "b.c:3:1");
        assert_eq!(at(&sources, b, 3), "b.c:3:2");
        assert_eq!(sources.place(Span::NONE), None);
    }

    #[test]
    fn markers_rename_and_renumber() {
        let mut sources = SourceMap::default();
        let text = "# 5 \"u.c\"\nx\ny\n# 9 \"h.h\" 1\nz\n# 8 \"u.c\" 2\nw\n";
        let file = sources.add("u.i", text);
        let base = sources.base(file);
        let offset = |c: &str| text.find(&format!("\n{c}\n")).map_or(0, |i| i as u32 + 1);
        sources.add_marker(file, base + offset("x"), "u.c", 5, false);
        sources.add_marker(file, base + offset("z"), "h.h", 9, true);
        sources.add_marker(file, base + offset("w"), "u.c", 8, false);
        assert_eq!(at(&sources, file, 0), "u.i:1:1");
        assert_eq!(at(&sources, file, offset("x")), "u.c:5:1");
        assert_eq!(at(&sources, file, offset("y")), "u.c:6:1");
        assert_eq!(at(&sources, file, offset("z")), "h.h:9:1");
        assert_eq!(at(&sources, file, offset("w")), "u.c:8:1");
        let is_system = |c: &str| sources.is_system(Span::new(base + offset(c), base + offset(c) + 1));
        assert_eq!(["x", "z", "w"].map(is_system), [false, true, false]);
    }

    #[test]
    fn line_without_name_keeps_the_name() {
        let mut sources = SourceMap::default();
        let file = sources.add("u.i", "a\nb\nc\n");
        let base = sources.base(file);
        sources.add_line(file, base + 2, 70);
        assert_eq!(at(&sources, file, 2), "u.i:70:1");
        sources.add_marker(file, base + 4, "v.c", u32::MAX, false);
        assert_eq!(at(&sources, file, 4), format!("v.c:{}:1", u32::MAX));
        assert_eq!(at(&sources, file, 6), format!("v.c:{}:1", u32::MAX));
    }

    #[test]
    fn many_names_are_fast() {
        let mut sources = SourceMap::default();
        let file = sources.add("u.i", "x\n".repeat(100_000));
        let base = sources.base(file);
        for i in 0..100_000u32 {
            sources.add_marker(file, base + i * 2, &format!("{}.h", i % 50_000), i + 1, false);
        }
        assert_eq!(at(&sources, file, 199_998), "49999.h:100000:1");
    }

    #[test]
    fn lines_of_text() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.c", "x\r\ny");
        let base = sources.base(file);
        assert_eq!(sources.line_text(Span::new(base, base)), Some("x"));
        assert_eq!(sources.line_text(Span::new(base + 3, base + 4)), Some("y"));
        assert_eq!(sources.line_text(Span::NONE), None);
    }
}
