//! Text to tokens: one pass over the bytes, no allocation per token.

use maymust_source::{Diagnostic, FileId, Severity, SourceMap, Span};

use crate::splice::Splices;
use crate::text::byte_of_char;
use crate::token::{KEYWORDS, NO_NAME, Tok, Token};
use crate::{Name, Names};

/// How many errors are reported before the front end gives up on a file.
pub(crate) const MAX_ERRORS: usize = 100;

/// What the lexer gives.
pub(crate) struct Lexed {
    /// Ends with [`Tok::Eof`].
    pub tokens: Vec<Token>,
    /// From each position on, the `#pragma pack` value.
    pub packs: Vec<(u32, Option<u32>)>,
    /// What was wrong, or doubtful.
    pub errors: Vec<Diagnostic>,
    /// Are there line splices, so that literals must be cleaned before they are decoded?
    pub spliced: bool,
}

/// Splits a file into tokens and records its line markers.
pub(crate) fn lex(file: FileId, sources: &mut SourceMap, names: &mut Names) -> Lexed {
    let text = sources.text(file);
    let splices = Splices::find(&text);
    let clean = splices.clean(&text);
    let mut lexer = Lexer {
        text: &clean,
        bytes: clean.as_bytes(),
        pos: 0,
        base: sources.base(file),
        splices: &splices,
        original: &text,
        file,
        sources,
        names,
        tokens: Vec::with_capacity(clean.len() / 4 + 1),
        packs: Vec::new(),
        pack: None,
        pack_stack: Vec::new(),
        errors: Vec::new(),
    };
    lexer.run();
    Lexed { tokens: lexer.tokens, packs: lexer.packs, errors: lexer.errors, spliced: !splices.is_empty() }
}

/// The lexer's state; directives are in `directive.rs`.
pub(crate) struct Lexer<'a> {
    pub text: &'a str,
    pub bytes: &'a [u8],
    pub pos: usize,
    base: u32,
    splices: &'a Splices,
    /// The text with its splices, which stay in raw strings.
    original: &'a str,
    pub file: FileId,
    pub sources: &'a mut SourceMap,
    names: &'a mut Names,
    tokens: Vec<Token>,
    pub packs: Vec<(u32, Option<u32>)>,
    pub pack: Option<u32>,
    pub pack_stack: Vec<(String, Option<u32>)>,
    errors: Vec<Diagnostic>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Newline,
    Word,
    Digit,
    Quote,
    Other,
}

const CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = match i as u8 {
            b' ' | b'\t' | b'\r' | 0x0B | 0x0C => Class::Space,
            b'\n' => Class::Newline,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'"' | b'\'' => Class::Quote,
            _ => Class::Other,
        };
        i += 1;
    }
    table
};

/// Can the byte continue an identifier?
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = matches!(CLASS[i], Class::Word | Class::Digit);
        i += 1;
    }
    table
};

impl Lexer<'_> {
    /// The byte `ahead` of here; 0 past the end.
    #[inline]
    pub fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// The global position of an offset in the clean text.
    #[inline]
    pub fn global(&self, offset: usize) -> u32 {
        self.base + self.splices.original(offset) as u32
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.global(start), self.end_of(start))
    }

    /// The global position after the text from `start` to here.
    #[inline]
    fn end_of(&self, start: usize) -> u32 {
        if self.pos > start { self.global(self.pos - 1) + 1 } else { self.global(start) }
    }

    pub fn error(&mut self, start: usize, message: impl Into<String>) {
        self.report(Severity::Error, start, message.into());
    }

    pub fn warning(&mut self, start: usize, message: impl Into<String>) {
        self.report(Severity::Warning, start, message.into());
    }

    fn report(&mut self, severity: Severity, start: usize, message: String) {
        let span = self.span(start);
        self.errors.push(Diagnostic { severity, message, span, notes: Vec::new() });
    }

    #[inline]
    fn push(&mut self, tok: Tok, name: Name, start: usize) {
        let (lo, hi) = (self.global(start), self.end_of(start));
        self.tokens.push(Token { tok, name, lo, hi });
    }

    fn run(&mut self) {
        if self.text.starts_with('\u{FEFF}') {
            self.pos = 3;
        }
        self.line_start();
        while self.pos < self.bytes.len() && self.errors.len() < MAX_ERRORS {
            let start = self.pos;
            match CLASS[self.bytes[start] as usize] {
                Class::Space => self.pos += 1,
                Class::Newline => {
                    self.pos += 1;
                    self.line_start();
                }
                Class::Word => self.word(),
                Class::Digit => self.number(),
                Class::Quote => self.quoted(start),
                Class::Other => self.punctuation(),
            }
        }
        self.pos = self.bytes.len();
        self.push(Tok::Eof, NO_NAME, self.pos);
    }

    /// At the first column: leading space, then perhaps a directive.
    fn line_start(&mut self) {
        while CLASS[self.byte(0) as usize] == Class::Space {
            self.pos += 1;
        }
        if self.byte(0) == b'#' || (self.byte(0) == b'%' && self.byte(1) == b':') {
            self.directive();
        }
    }

    fn word(&mut self) {
        let start = self.pos;
        let mut ascii = true;
        while let Some(&b) = self.bytes.get(self.pos)
            && WORD[b as usize]
        {
            ascii &= b < 0x80;
            self.pos += 1;
        }
        let next = self.byte(0);
        if !ascii || (next == b'\\' && matches!(self.byte(1), b'u' | b'U')) {
            return self.extended_word(start);
        }
        let word = &self.text[start..self.pos];
        if (next == b'"' || next == b'\'') && word.len() <= 3 && self.prefixed(start) {
            return;
        }
        let name = self.names.intern(word);
        self.push_word(name, start);
    }

    #[inline]
    fn push_word(&mut self, name: Name, start: usize) {
        let tok = KEYWORDS.get(name.0 as usize).map_or(Tok::Ident, |k| k.1);
        if tok == Tok::Pragma && self.pragma_operator() {
            return;
        }
        self.push(tok, name, start);
    }

    /// A quote follows a short word: is the word an encoding prefix?
    fn prefixed(&mut self, start: usize) -> bool {
        let quote = self.byte(0);
        match &self.text[start..self.pos] {
            "L" | "u" | "U" => self.quoted(start),
            "u8" if quote == b'"' => self.quoted(start),
            "R" | "LR" | "uR" | "UR" | "u8R" if quote == b'"' => self.raw_string(start),
            _ => return false,
        }
        true
    }

    /// An identifier with characters beyond ASCII or `\u` escapes; both spellings are one name.
    fn extended_word(&mut self, start: usize) {
        self.pos = start;
        let mut name = String::new();
        while self.pos < self.bytes.len() {
            let b = self.byte(0);
            if b == b'\\' {
                let Some((c, len)) = universal_character(&self.bytes[self.pos..]) else { break };
                name.push(c);
                self.pos += len;
            } else if WORD[b as usize] {
                let Some(c) = self.text[self.pos..].chars().next() else { break };
                if byte_of_char(c).is_some() {
                    break;
                }
                name.push(c);
                self.pos += c.len_utf8();
            } else {
                break;
            }
        }
        if self.pos == start {
            return self.stray();
        }
        let name = self.names.intern(&name);
        self.push_word(name, start);
    }

    /// A preprocessing number; the parser finds out which.
    fn number(&mut self) {
        let start = self.pos;
        self.pos += 1;
        while let Some(&b) = self.bytes.get(self.pos) {
            let sign = matches!(b, b'+' | b'-');
            let exponent = sign && matches!(self.bytes[self.pos - 1], b'e' | b'E' | b'p' | b'P');
            if !exponent && b != b'.' && (!WORD[b as usize] || b >= 0x80) {
                break;
            }
            self.pos += 1;
        }
        self.push(Tok::Number, NO_NAME, start);
    }

    /// A character or string literal; here is its quote, `start` is its prefix.
    fn quoted(&mut self, start: usize) {
        let quote = self.byte(0);
        self.pos += 1;
        loop {
            match self.bytes.get(self.pos) {
                Some(&b) if b == quote => break,
                Some(b'\\') => self.pos = (self.pos + 2).min(self.bytes.len()),
                None | Some(b'\n') => {
                    let what = if quote == b'"' { "string literal" } else { "character constant" };
                    return self.error(start, format!("missing terminating {} of {what}", quote as char));
                }
                Some(_) => self.pos += 1,
            }
        }
        self.pos += 1;
        self.push(if quote == b'"' { Tok::Str } else { Tok::Char }, NO_NAME, start);
    }

    /// `R"delimiter( … )delimiter"`
    fn raw_string(&mut self, start: usize) {
        let open = self.splices.original(self.pos) + 1;
        let rest = &self.original[open..];
        let Some(len) = rest.bytes().take(17).position(|b| b == b'(') else {
            self.pos += 1;
            return self.error(start, "invalid delimiter of raw string literal");
        };
        let close = format!("){}\"", &rest[..len]);
        match rest[len..].find(&close) {
            Some(at) => {
                self.pos = self.splices.cleaned(open + len + at + close.len() - 1) + 1;
                self.push(Tok::Str, NO_NAME, start);
            }
            None => {
                self.pos = self.bytes.len();
                self.error(start, "unterminated raw string literal");
            }
        }
    }

    fn punctuation(&mut self) {
        let start = self.pos;
        let (b, c, d) = (self.byte(0), self.byte(1), self.byte(2));
        if b == b'/' && (c == b'/' || c == b'*') {
            return self.comment();
        }
        if b == b'.' && c.is_ascii_digit() {
            return self.number();
        }
        if b == b'\\' && matches!(c, b'u' | b'U') && universal_character(&self.bytes[start..]).is_some() {
            return self.extended_word(start);
        }
        let Some((tok, len)) = punctuator(b, c, d) else { return self.stray() };
        self.pos += len;
        self.push(tok, NO_NAME, start);
    }

    fn comment(&mut self) {
        let start = self.pos;
        if self.byte(1) == b'/' {
            self.skip_line();
            return;
        }
        match self.text[start + 2..].find("*/") {
            Some(at) => self.pos = start + 2 + at + 2,
            None => {
                self.pos = self.bytes.len();
                self.error(start, "unterminated comment");
            }
        }
    }

    /// Goes to the newline that ends this line.
    pub fn skip_line(&mut self) {
        let rest = &self.bytes[self.pos..];
        self.pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn stray(&mut self) {
        let start = self.pos;
        let c = self.text[start..].chars().next().unwrap_or('\0');
        self.pos += c.len_utf8();
        let shown = match byte_of_char(c) {
            Some(b) => format!("\\{b:o}"),
            None if c.is_control() => format!("\\{:o}", c as u32),
            None => c.to_string(),
        };
        self.error(start, format!("stray '{shown}' in program"));
    }
}

/// `\uXXXX` or `\UXXXXXXXX` at the start of the bytes: the character and its length.
pub(crate) fn universal_character(bytes: &[u8]) -> Option<(char, usize)> {
    let digits = match bytes.get(..2)? {
        b"\\u" => 4,
        b"\\U" => 8,
        _ => return None,
    };
    let hex = bytes.get(2..2 + digits)?;
    if !hex.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let value = hex.iter().fold(0u32, |v, &b| v << 4 | (b as char).to_digit(16).unwrap_or(0));
    Some((char::from_u32(value)?, 2 + digits))
}

/// The longest punctuator that starts with these bytes, and its length.
#[rustfmt::skip]
fn punctuator(b: u8, c: u8, d: u8) -> Option<(Tok, usize)> {
    Some(match (b, c, d) {
        (b'(', ..) => (Tok::LParen, 1),
        (b')', ..) => (Tok::RParen, 1),
        (b',', ..) => (Tok::Comma, 1),
        (b';', ..) => (Tok::Semi, 1),
        (b'{', ..) => (Tok::LBrace, 1),
        (b'}', ..) => (Tok::RBrace, 1),
        (b'[', ..) => (Tok::LBracket, 1),
        (b']', ..) => (Tok::RBracket, 1),
        (b'.', b'.', b'.') => (Tok::Ellipsis, 3),
        (b'.', ..) => (Tok::Dot, 1),
        (b'*', b'=', _) => (Tok::StarAssign, 2),
        (b'*', ..) => (Tok::Star, 1),
        (b'-', b'>', _) => (Tok::Arrow, 2),
        (b'-', b'-', _) => (Tok::MinusMinus, 2),
        (b'-', b'=', _) => (Tok::MinusAssign, 2),
        (b'-', ..) => (Tok::Minus, 1),
        (b'+', b'+', _) => (Tok::PlusPlus, 2),
        (b'+', b'=', _) => (Tok::PlusAssign, 2),
        (b'+', ..) => (Tok::Plus, 1),
        (b'=', b'=', _) => (Tok::EqEq, 2),
        (b'=', ..) => (Tok::Assign, 1),
        (b'&', b'&', _) => (Tok::AmpAmp, 2),
        (b'&', b'=', _) => (Tok::AmpAssign, 2),
        (b'&', ..) => (Tok::Amp, 1),
        (b'|', b'|', _) => (Tok::PipePipe, 2),
        (b'|', b'=', _) => (Tok::PipeAssign, 2),
        (b'|', ..) => (Tok::Pipe, 1),
        (b'!', b'=', _) => (Tok::Ne, 2),
        (b'!', ..) => (Tok::Bang, 1),
        (b'<', b'<', b'=') => (Tok::ShlAssign, 3),
        (b'<', b'<', _) => (Tok::Shl, 2),
        (b'<', b'=', _) => (Tok::Le, 2),
        (b'<', b':', _) => (Tok::LBracket, 2),
        (b'<', b'%', _) => (Tok::LBrace, 2),
        (b'<', ..) => (Tok::Lt, 1),
        (b'>', b'>', b'=') => (Tok::ShrAssign, 3),
        (b'>', b'>', _) => (Tok::Shr, 2),
        (b'>', b'=', _) => (Tok::Ge, 2),
        (b'>', ..) => (Tok::Gt, 1),
        (b':', b'>', _) => (Tok::RBracket, 2),
        (b':', ..) => (Tok::Colon, 1),
        (b'%', b'>', _) => (Tok::RBrace, 2),
        (b'%', b'=', _) => (Tok::PercentAssign, 2),
        (b'%', ..) => (Tok::Percent, 1),
        (b'/', b'=', _) => (Tok::SlashAssign, 2),
        (b'/', ..) => (Tok::Slash, 1),
        (b'^', b'=', _) => (Tok::CaretAssign, 2),
        (b'^', ..) => (Tok::Caret, 1),
        (b'?', ..) => (Tok::Question, 1),
        (b'~', ..) => (Tok::Tilde, 1),
        _ => return None,
    })
}
