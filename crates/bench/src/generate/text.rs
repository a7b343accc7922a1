//! What generators write with: indented text, and numbers from a seed.

use std::fmt::Arguments;

/// C text under construction.
#[derive(Clone, Debug, Default)]
pub struct Text {
    out: String,
    depth: usize,
}

impl Text {
    /// A line at the present indentation; an empty one has no spaces.
    pub fn line(&mut self, line: &str) {
        if !line.is_empty() && !line.starts_with('#') {
            self.out += &"    ".repeat(self.depth);
        }
        self.out += line;
        self.out.push('\n');
    }

    /// A formatted line.
    pub fn put(&mut self, line: Arguments<'_>) {
        self.line(&line.to_string());
    }

    /// `line {`, and what follows is indented.
    pub fn open(&mut self, line: Arguments<'_>) {
        self.put(format_args!("{line} {{"));
        self.depth += 1;
    }

    /// The brace that ends a block, and what follows it.
    pub fn close(&mut self, rest: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.put(format_args!("}}{rest}"));
    }

    /// `} else {`.
    pub fn otherwise(&mut self) {
        self.close(" else {");
        self.depth += 1;
    }

    /// The head of a function, with its brace on a line of its own.
    pub fn function(&mut self, head: Arguments<'_>) {
        self.put(format_args!("{head}"));
        self.line("{");
        self.depth += 1;
    }

    /// The end of a function.
    pub fn end(&mut self) {
        self.close("");
        self.line("");
    }

    /// A label, one step to the left.
    pub fn label(&mut self, name: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.put(format_args!("{name}:"));
        self.depth += 1;
    }

    /// The text so far.
    pub fn finish(self) -> String {
        self.out
    }
}

/// Pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        // xorshift*: enough for choosing shapes.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below a bound; zero if the bound is.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { self.next() % bound }
    }

    /// A number of a range, both ends included.
    pub fn range(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many cases of a hundred.
    pub fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }

    /// One of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation() {
        let mut text = Text::default();
        text.function(format_args!("int f(void)"));
        text.open(format_args!("if (x)"));
        text.line("y();");
        text.otherwise();
        text.line("#define X");
        text.line("z();");
        text.close("");
        text.label("out");
        assert_eq!(
            text.finish(),
            "int f(void)\n{\n    if (x) {\n        y();\n    } else {\n#define X\n        z();\n    }\nout:\n"
        );
    }

    #[test]
    fn numbers_stay_in_range() {
        let mut random = Random::new(7);
        assert!((0..1000).all(|_| (3..=5).contains(&random.range(3, 5))));
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
        let heads = (0..1000).filter(|_| random.percent(50)).count();
        assert!((400..600).contains(&heads));
    }
}
