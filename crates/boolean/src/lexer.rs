//! Tokens of Boolean programs.

use maymust_source::{Diagnostics, Span};

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name or keyword, or the text of `{a quoted name}`.
    Word(String),
    /// A quoted name: never a keyword.
    Quoted(String),
    /// A number.
    Number(String),
    /// An operator or punctuation.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Longer ones first.
const SIGNS: [&str; 27] = [
    "<=>", ":=", "=>", "==", "!=", "&&", "||", "&", "|", "^", "!", "~", "=", "?", ":", "*", "'", "(", ")",
    "[", "]", "<", ">", ",", ";", ".", "-",
];

/// The tokens of a text that starts at a position of the source map; the last is [`Token::End`].
pub fn lex(text: &str, base: u32, diagnostics: &mut Diagnostics) -> Vec<(Token, Span)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let span = |length: usize| Span::new(base + at as u32, base + (at + length) as u32);
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or_else(
                || {
                    diagnostics.error(span(2), "this comment has no end: `*/` is missing");
                    rest.len()
                },
                |end| end + 2,
            )
        } else if c == '{' {
            let end = rest.find(['}', '\n']).filter(|end| rest[*end..].starts_with('}'));
            match end {
                Some(end) => {
                    tokens.push((Token::Quoted(rest[1..end].trim().to_owned()), span(end + 1)));
                    end + 1
                }
                None => {
                    diagnostics.error(
                        span(1),
                        "this quoted name has no end: `}` is missing (blocks are written `begin` … `end`)",
                    );
                    1
                }
            }
        } else if c.is_ascii_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'));
            let end = end.unwrap_or(rest.len());
            tokens.push((Token::Word(rest[..end].to_owned()), span(end)));
            end
        } else if c.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            tokens.push((Token::Number(rest[..end].to_owned()), span(end)));
            end
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            tokens.push((Token::Sign(sign), span(sign.len())));
            sign.len()
        } else {
            diagnostics.error(span(c.len_utf8()), format!("`{c}` has no meaning in a Boolean program"));
            c.len_utf8()
        };
        at += length;
    }
    let end = base + text.len() as u32;
    tokens.push((Token::End, Span::new(end, end)));
    tokens
}
