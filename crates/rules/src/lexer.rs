//! The tokens of a rule file.

use maymust_source::{Diagnostics, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    Number(i64),
    Text(String),
    /// `$1`
    Argument(u32),
    /// `$return`
    Return,
    /// Punctuation.
    Mark(&'static str),
    End,
}

/// Longest first.
const MARKS: [&str; 31] = [
    "||", "&&", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "{", "}", "(", ")", ";", ",", "=", "<", ">",
    "+", "-", "*", "!", "~", "&", "|", "^", "[", "]", ":", "?",
];

/// The tokens with their places; the last is [`Token::End`]. What is no token is told and left out.
pub(crate) fn tokens(text: &str, base: u32, diagnostics: &mut Diagnostics) -> Vec<(Token, Span)> {
    let mut lexer = Lexer { text, base, at: 0, diagnostics };
    let mut out = Vec::new();
    loop {
        lexer.skip_blank();
        let start = lexer.at;
        let token = lexer.next();
        let span = lexer.span(start);
        match token {
            Some(Token::End) => {
                out.push((Token::End, span));
                return out;
            }
            Some(token) => out.push((token, span)),
            None => {}
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    base: u32,
    at: usize,
    diagnostics: &'a mut Diagnostics,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.base + start as u32, self.base + self.at.max(start) as u32)
    }

    /// Blanks and comments.
    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(end) => self.at += end + 2,
                    None => {
                        let start = self.at;
                        self.at = self.text.len();
                        let span = Span::new(self.base + start as u32, self.base + start as u32 + 2);
                        self.diagnostics.error(span, "this comment never ends");
                    }
                }
            } else {
                return;
            }
        }
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let end = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        self.at += end;
        word
    }

    /// The next token; none if there is none here.
    fn next(&mut self) -> Option<Token> {
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return Some(Token::End) };
        let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match first {
            '"' => return self.string(),
            '$' => {
                self.at += 1;
                let word = self.take_while(in_word);
                return match word.parse() {
                    _ if word == "return" => Some(Token::Return),
                    Ok(n) if n > 0 => Some(Token::Argument(n)),
                    _ => {
                        self.error(start, format!("`${word}` is neither `$return` nor an argument like `$1`"))
                    }
                };
            }
            '0'..='9' => {
                let word = self.take_while(in_word);
                return match number(&word) {
                    Some(n) => Some(Token::Number(n)),
                    None => self.error(start, format!("`{word}` is not a number of 64 bits")),
                };
            }
            c if in_word(c) => return Some(Token::Word(self.take_while(in_word))),
            _ => {}
        }
        if let Some(mark) = MARKS.into_iter().find(|m| self.rest().starts_with(m)) {
            self.at += mark.len();
            return Some(Token::Mark(mark));
        }
        self.at += first.len_utf8();
        self.error(start, format!("`{first}` has no meaning here"))
    }

    fn string(&mut self) -> Option<Token> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.rest().chars().next().filter(|c| *c != '\n') else {
                return self.error(start, "this text has no closing quote".to_owned());
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Some(Token::Text(text)),
                '\\' => {
                    let escaped = self.rest().chars().next().filter(|c| matches!(c, '"' | '\\'));
                    let Some(c) = escaped else {
                        return self.error(self.at - 1, "only `\\\"` and `\\\\` can be escaped".to_owned());
                    };
                    self.at += 1;
                    text.push(c);
                }
                c => text.push(c),
            }
        }
    }

    fn error(&mut self, start: usize, message: String) -> Option<Token> {
        let span = self.span(start);
        self.diagnostics.error(span, message);
        None
    }
}

fn number(word: &str) -> Option<i64> {
    let (digits, radix) = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None => (word, 10),
    };
    u64::from_str_radix(digits.trim_end_matches(['u', 'U', 'l', 'L']), radix).ok().map(|n| n as i64)
}
