//! Directives that survive preprocessing: line markers and `#pragma pack`.

use crate::lexer::Lexer;

impl Lexer<'_> {
    /// Here is the `#` that starts a line.
    pub fn directive(&mut self) {
        let start = self.pos;
        self.skip_line();
        let line = &self.text[start..self.pos];
        let line = line.trim_start_matches(['#', '%', ':']).trim();
        let word_len =
            line.bytes().position(|b| !b.is_ascii_alphanumeric() && b != b'_').unwrap_or(line.len());
        let (word, rest) = line.split_at(word_len);
        match word {
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => self.marker(line),
            "line" => self.marker(rest.trim_start()),
            "pragma" => self.pragma(start, rest),
            // With -dD the preprocessor leaves definitions; it has already applied them.
            "" | "ident" | "sccs" | "define" | "undef" | "warning" | "assert" | "unassert" => {}
            _ => {
                let message = format!("directive '#{word}' in preprocessed text");
                self.error(start, message);
            }
        }
    }

    /// `12 "file" flags`: the next line is line 12 of the file.
    fn marker(&mut self, rest: &str) {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(line) = rest[..digits].parse::<u32>() else { return };
        let next = self.global((self.pos + 1).min(self.bytes.len()));
        match quoted_name(rest[digits..].trim_start()) {
            Some(name) => {
                // Flags stand behind the name; 3 marks the system's headers.
                let is_system =
                    rest.rsplit('"').next().is_some_and(|f| f.split_whitespace().any(|f| f == "3"));
                self.sources.add_marker(self.file, next, &name, line, is_system);
            }
            None => self.sources.add_line(self.file, next, line),
        }
    }

    fn pragma(&mut self, start: usize, rest: &str) {
        let Some(args) = rest.trim_start().strip_prefix("pack") else { return };
        let args = args.trim();
        let inner = args.strip_prefix('(').and_then(|a| a.split_once(')')).map(|(inner, _)| inner);
        if !inner.is_some_and(|inner| self.pack(inner)) {
            self.warning(start, "malformed '#pragma pack' ignored");
        }
    }

    /// `push`, `push, 4`, `push, name, 4`, `pop`, `pop, name`, `4`, nothing.
    fn pack(&mut self, args: &str) -> bool {
        let words: Vec<&str> = args.split(',').map(str::trim).collect();
        match words[..] {
            [""] => self.pack = None,
            [n] if n != "push" && n != "pop" => match pack_value(n) {
                Some(value) => self.pack = value,
                None => return false,
            },
            ["push", ref rest @ ..] => return self.pack_push(rest),
            ["pop", ref rest @ ..] => self.pack_pop(rest.first().copied()),
            _ => return false,
        }
        self.note_pack();
        true
    }

    fn pack_push(&mut self, rest: &[&str]) -> bool {
        let (name, value) = match *rest {
            [] => ("", None),
            [n] if pack_value(n).is_some() => ("", pack_value(n)),
            [name] => (name, None),
            [name, n] if pack_value(n).is_some() => (name, pack_value(n)),
            _ => return false,
        };
        self.pack_stack.push((name.to_owned(), self.pack));
        self.pack = value.unwrap_or(self.pack);
        self.note_pack();
        true
    }

    /// Pops one entry, or all down to the named one.
    fn pack_pop(&mut self, name: Option<&str>) {
        let keep = match name {
            Some(name) => self.pack_stack.iter().rposition(|(n, _)| n == name),
            None => self.pack_stack.len().checked_sub(1),
        };
        if let Some(keep) = keep {
            self.pack = self.pack_stack[keep].1;
            self.pack_stack.truncate(keep);
        }
    }

    fn note_pack(&mut self) {
        self.packs.push((self.global(self.pos), self.pack));
    }

    /// After the word `_Pragma`: `("…")` counts as that pragma. False if it looks different.
    pub fn pragma_operator(&mut self) -> bool {
        let after = &self.text[self.pos..];
        let content = || {
            let rest = after.trim_start().strip_prefix('(')?.trim_start().strip_prefix('"')?;
            let (content, rest) = rest.split_once('"')?;
            let rest = rest.trim_start().strip_prefix(')')?;
            Some((content, after.len() - rest.len()))
        };
        let Some((content, len)) = content() else { return false };
        let start = self.pos;
        self.pos += len;
        self.pragma(start, content);
        true
    }
}

/// A valid alignment; 0 means the default.
fn pack_value(word: &str) -> Option<Option<u32>> {
    match word.parse::<u32>().ok()? {
        0 => Some(None),
        n if n <= 16 && n.is_power_of_two() => Some(Some(n)),
        _ => None,
    }
}

/// The file name in quotes, escapes resolved.
fn quoted_name(text: &str) -> Option<std::borrow::Cow<'_, str>> {
    let text = text.strip_prefix('"')?;
    let plain = text.bytes().position(|b| b == b'"' || b == b'\\')?;
    if text.as_bytes()[plain] == b'"' {
        return Some(text[..plain].into());
    }
    let mut name = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return Some(name.into()),
            '\\' => name.push(chars.next()?),
            c => name.push(c),
        }
    }
}
