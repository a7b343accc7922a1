//! Tokens of SMT-LIB with their places.

use super::{Place, SmtError};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A symbol, without bars.
    Symbol(String),
    /// A symbol that stood between bars.
    Quoted(String),
    /// A keyword with its colon.
    Keyword(String),
    /// A decimal natural number.
    Numeral(String),
    /// A decimal fraction.
    Decimal(String),
    /// `#x…` or `#b…`
    Bits(String),
    /// A string, without quotes.
    Text(String),
}

/// Splits a text into tokens.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    place: Place,
}

impl<'a> Lexer<'a> {
    /// From the start of the text.
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0, place: Place { line: 1, column: 1 } }
    }

    /// Where the next character is.
    pub fn place(&self) -> Place {
        self.place
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn skip_blank(&mut self) {
        while let Some(c) = self.peek() {
            if c == ';' {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.bump();
                }
            } else if c.is_whitespace() {
                self.bump();
            } else {
                return;
            }
        }
    }

    /// The next token and its place; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(Token, Place)>, SmtError> {
        self.skip_blank();
        let place = self.place;
        let Some(c) = self.peek() else { return Ok(None) };
        let token = match c {
            '(' | ')' => {
                self.bump();
                if c == '(' { Token::Open } else { Token::Close }
            }
            '|' => Token::Quoted(self.quoted(place)?),
            '"' => Token::Text(self.string(place)?),
            _ => self.word(place)?,
        };
        Ok(Some((token, place)))
    }

    fn quoted(&mut self, place: Place) -> Result<String, SmtError> {
        self.bump();
        let mut name = String::new();
        while let Some(c) = self.bump() {
            match c {
                '|' => return Ok(name),
                '\\' => name.extend(self.bump()),
                _ => name.push(c),
            }
        }
        Err(SmtError::new(place, "a symbol without its closing bar"))
    }

    fn string(&mut self, place: Place) -> Result<String, SmtError> {
        self.bump();
        let mut text = String::new();
        while let Some(c) = self.bump() {
            if c != '"' {
                text.push(c);
            } else if self.peek() == Some('"') {
                self.bump();
                text.push('"');
            } else {
                return Ok(text);
            }
        }
        Err(SmtError::new(place, "a string without its closing quote"))
    }

    fn word(&mut self, place: Place) -> Result<Token, SmtError> {
        let start = self.at;
        while self.peek().is_some_and(|c| !c.is_whitespace() && !"()|\";".contains(c)) {
            self.bump();
        }
        let word = &self.text[start..self.at];
        let digits = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
        let bad = || SmtError::new(place, format!("bad token '{word}'"));
        Ok(match word.chars().next() {
            Some('#') => {
                let radix = match word.get(1..2) {
                    Some("x") => 16,
                    Some("b") => 2,
                    _ => return Err(bad()),
                };
                if word.len() < 3 || !word[2..].chars().all(|c| c.is_digit(radix)) {
                    return Err(bad());
                }
                Token::Bits(word.into())
            }
            Some(':') => Token::Keyword(word.into()),
            Some(c) if c.is_ascii_digit() => match word.split_once('.') {
                None if digits(word) => Token::Numeral(word.into()),
                Some((a, b)) if digits(a) && digits(b) => Token::Decimal(word.into()),
                _ => return Err(bad()),
            },
            _ => Token::Symbol(word.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_places() {
        let mut lexer = Lexer::new("(a ; c\n  |b c| #x1F 1.5 \"q\"\"r\")");
        let mut all = Vec::new();
        while let Some((t, p)) = lexer.next().expect("tokens") {
            all.push((t, p.line, p.column));
        }
        assert_eq!(all[2], (Token::Quoted("b c".into()), 2, 3));
        assert_eq!(all[3], (Token::Bits("#x1F".into()), 2, 9));
        assert_eq!(all[5].0, Token::Text("q\"r".into()));
        assert_eq!(all.len(), 7);
    }

    #[test]
    fn bad_tokens() {
        for text in ["#q1", "#b12", "1a", "|a", "\"a", "#x"] {
            assert!(Lexer::new(text).next().is_err(), "{text}");
        }
    }
}
