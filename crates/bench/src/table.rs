//! Tables as Markdown, aligned so that they read well on a terminal too.

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with the names of its columns.
    pub fn new(title: &str, head: &[&str]) -> Table {
        Table {
            title: title.to_owned(),
            head: head.iter().map(|h| (*h).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        row.resize(self.head.len(), String::new());
        self.rows.push(row);
    }

    /// Has it no rows?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// As text: the title, then the table. A column of numbers is aligned to the right.
    pub fn render(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|r| r[column].chars().count());
            cells.chain([self.head[column].chars().count(), 2]).max().unwrap_or(2)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let right: Vec<bool> = (0..self.head.len())
            .map(|c| {
                self.rows
                    .iter()
                    .all(|r| r[c].is_empty() || r[c].starts_with(|x: char| x.is_ascii_digit() || x == '-'))
            })
            .collect();
        let mut out = if self.title.is_empty() { String::new() } else { format!("{}\n\n", self.title) };
        out += &line(&self.head, &widths, &right);
        out += "|";
        for (width, right) in widths.iter().zip(&right) {
            out += &"-".repeat(width + 1);
            out += if *right { ":|" } else { "-|" };
        }
        out.push('\n');
        self.rows.iter().for_each(|row| out += &line(row, &widths, &right));
        out
    }
}

fn line(cells: &[String], widths: &[usize], right: &[bool]) -> String {
    let mut out = String::from("|");
    for ((cell, width), right) in cells.iter().zip(widths).zip(right) {
        out += &if *right { format!(" {cell:>width$} |") } else { format!(" {cell:<width$} |") };
    }
    out.push('\n');
    out
}

/// Seconds, with three digits that matter.
pub fn seconds(s: f64) -> String {
    if s >= 100.0 {
        format!("{s:.0}")
    } else if s >= 10.0 {
        format!("{s:.1}")
    } else {
        format!("{s:.2}")
    }
}

/// A CSV line; cells with commas, quotes or line ends are quoted.
pub fn csv_line(cells: &[String]) -> String {
    let quote = |cell: &String| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    };
    let cells: Vec<String> = cells.iter().map(quote).collect();
    cells.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right() {
        let mut table = Table::new("Title", &["name", "n"]);
        table.row(["long name".to_owned(), "5".to_owned()]);
        table.row(["é".to_owned(), "1234".to_owned()]);
        table.row(["short".to_owned()]);
        let expected = "Title\n\n| name      |    n |\n|-----------|-----:|\n| long name |    5 |\n| é         | 1234 |\n| short     |      |\n";
        assert_eq!(table.render(), expected);
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let cells: Vec<String> = ["a", "b,c", "d\"e"].iter().map(|s| (*s).to_owned()).collect();
        assert_eq!(csv_line(&cells), "a,\"b,c\",\"d\"\"e\"\n");
        assert_eq!([seconds(0.123), seconds(12.34), seconds(123.4)], ["0.12", "12.3", "123"]);
    }
}
