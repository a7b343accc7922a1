//! Charts as SVG: axes with linear or logarithmic scales, curves, points, bars, a legend.

use std::fmt::Write;

/// How values become positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// From the first value to the second.
    Linear(f64, f64),
    /// The same in powers of ten; both positive.
    Log(f64, f64),
}

impl Scale {
    /// Where a value lies, from 0 to 1; values outside are moved to the border.
    fn place(self, value: f64) -> f64 {
        let (from, to, value) = match self {
            Scale::Linear(from, to) => (from, to, value),
            Scale::Log(from, to) => (from.log10(), to.log10(), value.max(f64::MIN_POSITIVE).log10()),
        };
        if to > from { ((value - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Round values to mark.
    fn ticks(self) -> Vec<f64> {
        match self {
            Scale::Linear(from, to) => {
                let step = round_step((to - from).max(1e-9) / 6.0);
                let first = (from / step).ceil() as i64;
                (first..first + 12).map(|k| k as f64 * step).filter(|v| *v <= to + step * 1e-6).collect()
            }
            Scale::Log(from, to) => {
                let (low, high) = (from.log10().ceil() as i32, to.log10().floor() as i32);
                (low..=high.min(low + 20)).map(|e| 10f64.powi(e)).collect()
            }
        }
    }
}

/// 1, 2 or 5 times a power of ten, at least the value.
fn round_step(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].iter().map(|m| m * power).find(|s| *s >= value * 0.999).unwrap_or(power)
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// How.
    pub scale: Scale,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line through the points.
    Line,
    /// Points alone.
    Points,
}

/// Values of one name.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// How it is drawn.
    pub mark: Mark,
    /// The points, each with what is shown when the mouse is over it.
    pub points: Vec<(f64, f64, String)>,
}

/// A chart of curves and points.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Is the diagonal drawn?
    pub diagonal: bool,
    /// The data.
    pub series: Vec<Series>,
}

/// Colours that can be told apart, also by the colour-blind.
const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b4c9a", "#444444"];

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 58.0;

impl Chart {
    /// The chart as a document.
    pub fn render(&self) -> String {
        let mut out = open(&self.title);
        self.axes(&mut out);
        if self.diagonal {
            let (x0, y0, x1, y1) = (LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, TOP);
            let _ = writeln!(
                out,
                r##"<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" stroke="#999" stroke-dasharray="4 3"/>"##
            );
        }
        for (index, series) in self.series.iter().enumerate() {
            self.series(&mut out, series, COLORS[index % COLORS.len()], index);
        }
        let named: Vec<&str> = self.series.iter().map(|s| s.name.as_str()).collect();
        legend(&mut out, &named);
        out + "</svg>\n"
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let px = LEFT + self.x.scale.place(x) * (WIDTH - LEFT - RIGHT);
        let py = HEIGHT - BOTTOM - self.y.scale.place(y) * (HEIGHT - TOP - BOTTOM);
        (px, py)
    }

    fn axes(&self, out: &mut String) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in self.x.scale.ticks() {
            let (px, _) = self.at(tick, 0.0);
            let _ = writeln!(
                out,
                r##"<line x1="{px:.1}" y1="{TOP}" x2="{px:.1}" y2="{bottom}" stroke="#e4e4e4"/>"##
            );
            let _ = writeln!(
                out,
                r#"<text x="{px:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                bottom + 18.0,
                number(tick)
            );
        }
        for tick in self.y.scale.ticks() {
            let (_, py) = self.at(self.x.scale.ticks().first().copied().unwrap_or(0.0), tick);
            let _ = writeln!(
                out,
                r##"<line x1="{LEFT}" y1="{py:.1}" x2="{right}" y2="{py:.1}" stroke="#e4e4e4"/>"##
            );
            let _ = writeln!(
                out,
                r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                LEFT - 8.0,
                py + 4.0,
                number(tick)
            );
        }
        let _ = writeln!(out, r##"<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#333"/>"##);
        let (mx, my) = ((LEFT + right) / 2.0, (TOP + bottom) / 2.0);
        let _ = writeln!(
            out,
            r#"<text x="{mx}" y="{}" text-anchor="middle">{}</text>"#,
            HEIGHT - 14.0,
            escape(&self.x.label)
        );
        let _ = writeln!(
            out,
            r#"<text x="18" y="{my}" text-anchor="middle" transform="rotate(-90 18 {my})">{}</text>"#,
            escape(&self.y.label)
        );
    }

    fn series(&self, out: &mut String, series: &Series, color: &str, index: usize) {
        if series.mark == Mark::Line {
            let places: Vec<String> = series
                .points
                .iter()
                .map(|(x, y, _)| self.at(*x, *y))
                .map(|(px, py)| format!("{px:.1},{py:.1}"))
                .collect();
            let _ = writeln!(
                out,
                r#"<polyline points="{}" fill="none" stroke="{color}" stroke-width="2"/>"#,
                places.join(" ")
            );
        }
        for (x, y, text) in &series.points {
            let (px, py) = self.at(*x, *y);
            let title =
                if text.is_empty() { String::new() } else { format!("<title>{}</title>", escape(text)) };
            let _ = writeln!(out, "{}", marker(index, px, py, color, series.mark, &title));
        }
    }
}

/// Series differ in shape too, for prints without colour.
fn marker(index: usize, x: f64, y: f64, color: &str, mark: Mark, title: &str) -> String {
    let r = if mark == Mark::Line { 2.5 } else { 3.5 };
    let style = format!(r#"fill="{color}" fill-opacity="0.75""#);
    match index % 4 {
        0 => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r}" {style}>{title}</circle>"#),
        1 => format!(
            r#"<rect x="{:.1}" y="{:.1}" width="{2}" height="{2}" {style}>{title}</rect>"#,
            x - r,
            y - r,
            2.0 * r
        ),
        2 => {
            format!(r#"<path d="M{x:.1} {:.1}l{r} {}h-{}z" {style}>{title}</path>"#, y - r, 1.8 * r, 2.0 * r)
        }
        _ => format!(r#"<path d="M{x:.1} {:.1}l{r} {r}l-{r} {r}l-{r} -{r}z" {style}>{title}</path>"#, y - r),
    }
}

/// Bars in groups, each of stacked parts.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What they show.
    pub title: String,
    /// What they measure.
    pub label: String,
    /// The names of the parts, from below.
    pub parts: Vec<String>,
    /// The bars: a name, and the height of each part.
    pub bars: Vec<(String, Vec<f64>)>,
}

impl Bars {
    /// The bars as a document.
    pub fn render(&self) -> String {
        let mut out = open(&self.title);
        let top = self.bars.iter().map(|(_, v)| v.iter().sum::<f64>()).fold(0.0, f64::max);
        let axis = |label: &str, scale| Axis { label: label.to_owned(), scale };
        let top = if top > 0.0 { top * 1.3 } else { 1.0 };
        let frame = Chart {
            title: String::new(),
            x: axis("", Scale::Linear(0.0, 0.0)),
            y: axis(&self.label, Scale::Linear(0.0, top)),
            diagonal: false,
            series: Vec::new(),
        };
        frame.axes(&mut out);
        let _ = writeln!(
            out,
            r##"<rect x="{:.1}" y="{:.1}" width="30" height="20" fill="#fff"/>"##,
            LEFT - 15.0,
            HEIGHT - BOTTOM + 4.0
        );
        let slot = (WIDTH - LEFT - RIGHT) / self.bars.len().max(1) as f64;
        for (index, (name, values)) in self.bars.iter().enumerate() {
            let x = LEFT + slot * (index as f64 + 0.25);
            let mut base = 0.0;
            for (part, value) in values.iter().enumerate() {
                let (_, low) = frame.at(0.0, base);
                let (_, high) = frame.at(0.0, base + value);
                let (w, h, color) = (slot * 0.5, low - high, COLORS[part % COLORS.len()]);
                let _ = writeln!(
                    out,
                    r#"<rect x="{x:.1}" y="{high:.1}" width="{w:.1}" height="{h:.1}" fill="{color}"/>"#
                );
                if h > 16.0 {
                    let (cx, cy) = (x + w / 2.0, high + h / 2.0 + 4.0);
                    let _ = writeln!(
                        out,
                        r##"<text x="{cx:.1}" y="{cy:.1}" text-anchor="middle" fill="#fff">{value:.1}</text>"##
                    );
                }
                base += value;
            }
            let _ = writeln!(
                out,
                r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                x + slot * 0.25,
                HEIGHT - BOTTOM + 18.0,
                escape(name)
            );
        }
        let named: Vec<&str> = self.parts.iter().map(String::as_str).collect();
        legend(&mut out, &named);
        out + "</svg>\n"
    }
}

fn open(title: &str) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">"#
    );
    let _ = writeln!(out, r##"<rect width="100%" height="100%" fill="#fff"/>"##);
    let _ = writeln!(
        out,
        r#"<text x="{LEFT}" y="24" font-size="15" font-weight="bold">{}</text>"#,
        escape(title)
    );
    out
}

/// In the upper left corner of the plot, on a light ground.
fn legend(out: &mut String, names: &[&str]) {
    if names.len() < 2 {
        return;
    }
    let longest = names.iter().map(|n| n.chars().count()).max().unwrap_or(0);
    let (w, h) = (34.0 + 7.0 * longest as f64, 8.0 + 17.0 * names.len() as f64);
    let (x, y) = (LEFT + 10.0, TOP + 8.0);
    let _ = writeln!(
        out,
        r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#fff" fill-opacity="0.85" stroke="#ccc"/>"##
    );
    for (index, name) in names.iter().enumerate() {
        let ly = y + 15.0 + 17.0 * index as f64;
        let color = COLORS[index % COLORS.len()];
        let _ = writeln!(out, "{}", marker(index, x + 13.0, ly - 3.0, color, Mark::Points, ""));
        let _ = writeln!(out, r#"<text x="{}" y="{}">{}</text>"#, x + 26.0, ly + 1.0, escape(name));
    }
}

fn number(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    format!("{rounded}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let axis = |label: &str, scale| Axis { label: label.to_owned(), scale };
        let series = |name: &str, mark| Series {
            name: name.to_owned(),
            mark,
            points: vec![(1.0, 0.01, "a<b".to_owned()), (50.0, 60.0, String::new())],
        };
        Chart {
            title: "A & B".to_owned(),
            x: axis("n", Scale::Linear(0.0, 100.0)),
            y: axis("s", Scale::Log(0.001, 100.0)),
            diagonal: true,
            series: vec![series("one", Mark::Line), series("two", Mark::Points)],
        }
    }

    #[test]
    fn scales() {
        assert_eq!(Scale::Linear(0.0, 10.0).place(5.0), 0.5);
        assert!((Scale::Log(0.01, 100.0).place(1.0) - 0.5).abs() < 1e-9);
        assert_eq!(Scale::Log(0.01, 100.0).place(0.0), 0.0);
        assert_eq!(Scale::Linear(0.0, 100.0).ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Scale::Log(0.02, 20.0).ticks(), [0.1, 1.0, 10.0]);
        assert_eq!(Scale::Linear(3.0, 3.0).place(3.0), 0.0);
    }

    /// Every element is closed, and text is escaped: an XML reader would take it.
    fn is_well_formed(svg: &str) -> bool {
        let mut open: Vec<&str> = Vec::new();
        for part in svg.split('<').skip(1) {
            let Some((tag, _)) = part.split_once('>') else { return false };
            if let Some(name) = tag.strip_prefix('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(tag.split_whitespace().next().unwrap_or(""));
            }
        }
        open.is_empty()
    }

    #[test]
    fn documents_are_well_formed() {
        let svg = chart().render();
        assert!(is_well_formed(&svg), "{svg}");
        assert!(svg.contains("A &amp; B") && svg.contains("<title>a&lt;b</title>"));
        assert_eq!(svg.matches("<polyline").count(), 1);
        let bars = Bars {
            title: "t".to_owned(),
            label: "n".to_owned(),
            parts: vec!["p".to_owned(), "q".to_owned()],
            bars: vec![("x".to_owned(), vec![1.0, 2.0]), ("y".to_owned(), vec![0.0, 0.0])],
        };
        let svg = bars.render();
        assert!(is_well_formed(&svg), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
