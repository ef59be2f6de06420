//! Plots as SVG documents: axes with ticks, grid lines, marks and labels.

use std::fmt::{Arguments, Write};

/// How a text looks: the size of its letters and its colour.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    size: f64,
    colour: &'static str,
}

impl Style {
    /// The title of a document.
    pub const TITLE: Self = Self { size: 20.0, colour: "#141c28" };
    /// The title of one diagram.
    pub const HEADING: Self = Self { size: 15.0, colour: "#141c28" };
    /// Names of marks, of bars and of axes.
    pub const LABEL: Self = Self { size: 13.0, colour: "#35404f" };
    /// Numbers along an axis.
    pub const TICK: Self = Self { size: 13.0, colour: "#5a6675" };
    /// Numbers inside a diagram.
    pub const SMALL: Self = Self { size: 11.0, colour: "#35404f" };

    /// The width of a text in pixels. Fonts differ, so this is an upper estimate.
    pub fn width(self, text: &str) -> f64 {
        0.58 * self.size * text.chars().count() as f64
    }
}

/// Which point of a text lies at the place that is given.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// How a sample is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A filled circle.
    Dot,
    /// A circle.
    Ring,
    /// A filled square.
    Square,
}

/// The colour of grid lines.
const GRID: &str = "#dde3ec";

/// Half the width of a mark.
const MARK: f64 = 5.0;

/// The most ticks of an axis of counts.
const MOST_TICKS: f64 = 10.0;

/// An SVG document under construction.
pub struct Svg {
    text: String,
}

impl Svg {
    /// A white document of this width and height.
    pub fn new([width, height]: [f64; 2]) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" \
             fill=\"#ffffff\"/>\n"
        );
        Self { text }
    }

    /// The finished document.
    pub fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }

    fn add(&mut self, line: Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// A text whose baseline runs through this place.
    pub fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, style: Style, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (Style { size, colour }, text) = (style, escaped(text));
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
             fill=\"{colour}\">{text}</text>"
        ));
    }

    /// A text that runs upwards from this place.
    pub fn upright(&mut self, [x, y]: [f64; 2], style: Style, text: &str) {
        let (Style { size, colour }, text) = (style, escaped(text));
        self.add(format_args!(
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" font-size=\"{size}\" \
             fill=\"{colour}\">{text}</text>"
        ));
    }

    /// A filled rectangle by its upper left corner and its size.
    pub fn bar(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], colour: &str) {
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{colour}\"/>"
        ));
    }

    /// A mark about this place.
    pub fn mark(&mut self, [x, y]: [f64; 2], mark: Mark, colour: &str) {
        match mark {
            Mark::Dot => self.add(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{MARK}\" fill=\"{colour}\"/>"
            )),
            Mark::Ring => self.add(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{MARK}\" fill=\"none\" \
                 stroke=\"{colour}\" stroke-width=\"2\"/>"
            )),
            Mark::Square => self.bar([x - MARK, y - MARK], [2.0 * MARK; 2], colour),
        }
    }

    /// An entry of a legend at this baseline. Returns where the next entry in the row begins.
    pub fn legend(&mut self, [x, y]: [f64; 2], mark: Mark, colour: &str, name: &str) -> f64 {
        self.mark([x + MARK, y - MARK], mark, colour);
        let start = x + 2.0 * MARK + 6.0;
        self.text([start, y], Anchor::Start, Style::LABEL, name);
        start + Style::LABEL.width(name) + 16.0
    }

    /// A horizontal line with its number on the left for each tick of a vertical axis.
    pub fn rows(&mut self, axis: &Axis, [left, right]: [f64; 2], unit: &str) {
        for tick in axis.ticks() {
            let y = axis.place(tick);
            self.add(format_args!("<path d=\"M{left} {y:.1}H{right}\" stroke=\"{GRID}\"/>"));
            let label = format!("{tick} {unit}");
            self.text([left - 6.0, y + 4.0], Anchor::End, Style::TICK, label.trim_end());
        }
    }

    /// A dashed horizontal line at a value, with its meaning above its right end.
    pub fn limit(&mut self, axis: &Axis, [left, right]: [f64; 2], value: f64, meaning: &str) {
        let y = axis.place(value);
        let colour = Style::TICK.colour;
        self.add(format_args!(
            "<path d=\"M{left} {y:.1}H{right}\" stroke=\"{colour}\" stroke-dasharray=\"6 4\"/>"
        ));
        self.text([right, y - 5.0], Anchor::End, Style::SMALL, meaning);
    }

    /// The number of each tick below a horizontal axis, and what the numbers count.
    pub fn columns(&mut self, axis: &Axis, bottom: f64, name: &str) {
        for tick in axis.ticks() {
            let at = [axis.place(tick), bottom + 18.0];
            self.text(at, Anchor::Middle, Style::TICK, &format!("{tick}"));
        }
        let at = [f64::midpoint(axis.pixels[0], axis.pixels[1]), bottom + 36.0];
        self.text(at, Anchor::Middle, Style::LABEL, name);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Where the values of an axis lie.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    logarithmic: bool,
    /// The values at both ends.
    values: [f64; 2],
    /// Their places in pixels.
    pixels: [f64; 2],
}

impl Axis {
    /// An axis of whole numbers from zero on.
    pub fn counts(most: usize, pixels: [f64; 2]) -> Self {
        Self { logarithmic: false, values: [0.0, most.max(1) as f64], pixels }
    }

    /// A logarithmic axis between two positive numbers.
    pub fn logarithmic(values: [f64; 2], pixels: [f64; 2]) -> Self {
        Self { logarithmic: true, values, pixels }
    }

    /// The place of a value; the nearer end for one beyond the ends.
    pub fn place(&self, value: f64) -> f64 {
        let scaled = |x: f64| if self.logarithmic { x.max(1e-300).log10() } else { x };
        let [low, high] = self.values.map(scaled);
        let share = (scaled(value).clamp(low, high) - low) / (high - low);
        self.pixels[0] + share * (self.pixels[1] - self.pixels[0])
    }

    /// The values that have a tick: powers of ten, or multiples of one of 1, 2, 5, 10, 20...
    pub fn ticks(&self) -> Vec<f64> {
        let [low, high] = self.values;
        if self.logarithmic {
            // Rounding of a logarithm must not lose a power at an end.
            let decades = (low.log10() - 1e-9).ceil() as i32..=(high.log10() + 1e-9).floor() as i32;
            return decades.map(|decade| 10.0_f64.powi(decade)).collect();
        }
        let mut steps = (0..).flat_map(|decade| [1.0, 2.0, 5.0].map(|x| x * 10.0_f64.powi(decade)));
        let step = steps.find(|step| (high - low) / step <= MOST_TICKS).unwrap_or(high);
        (0..).map(|i| low + f64::from(i) * step).take_while(|tick| *tick <= high).collect()
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// The texts of a document with the boxes that they take at the most: left, top, right and
    /// bottom.
    fn boxes(svg: &str) -> Vec<(String, [f64; 4])> {
        let attribute = |tag: &str, name: &str| -> Option<String> {
            tag.split_once(&format!(" {name}=\""))?.1.split('"').next().map(str::to_owned)
        };
        let number = |tag: &str, name: &str| attribute(tag, name)?.parse::<f64>().ok();
        let read = |part: &str| -> Option<(String, [f64; 4])> {
            let (tag, rest) = part.split_once('>')?;
            let text = rest.split('<').next()?;
            let size = number(tag, "font-size")?;
            let width = Style { size, colour: "" }.width(text);
            if let Some(place) = attribute(tag, "transform") {
                let (x, y) =
                    place.strip_prefix("translate(")?.split(')').next()?.split_once(' ')?;
                let (x, y): (f64, f64) = (x.parse().ok()?, y.parse().ok()?);
                return Some((text.to_owned(), [x - 0.75 * size, y - width, x, y]));
            }
            let (x, y) = (number(tag, "x")?, number(tag, "y")?);
            let left = match attribute(tag, "text-anchor")?.as_str() {
                "start" => x,
                "middle" => x - width / 2.0,
                _ => x - width,
            };
            Some((text.to_owned(), [left, y - 0.75 * size, left + width, y]))
        };
        let parts: Vec<&str> = svg.split("<text").skip(1).collect();
        let found: Vec<_> = parts.iter().filter_map(|part| read(part)).collect();
        assert_eq!(found.len(), parts.len(), "a text without a place");
        found
    }

    /// Every text lies within the document, and none on another.
    pub fn assert_readable(svg: &str) {
        let view = svg.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next());
        let view: Vec<f64> =
            view.unwrap_or_default().split(' ').filter_map(|x| x.parse().ok()).collect();
        let [_, _, width, height] = view[..] else { panic!("no view box in {svg}") };
        let texts = boxes(svg);
        for (i, (text, [left, top, right, bottom])) in texts.iter().enumerate() {
            let inside = *left >= 0.0 && *top >= 0.0 && *right <= width && *bottom <= height;
            assert!(inside, "{text:?} is cut off at the edge: {left} {top} {right} {bottom}");
            for (other, [l, t, r, b]) in &texts[..i] {
                let apart = r <= left || right <= l || b <= top || bottom <= t;
                assert!(apart, "{text:?} lies on {other:?}");
            }
        }
    }

    #[test]
    fn ticks_of_counts_are_distinct_whole_numbers() {
        for most in [0, 1, 2, 3, 7, 10, 11, 23, 100, 101, 4999, 123_456] {
            let axis = Axis::counts(most, [0.0, 1.0]);
            let ticks = axis.ticks();
            assert!((2..=11).contains(&ticks.len()), "{most}: {ticks:?}");
            assert!(ticks.iter().all(|tick| tick.fract() == 0.0), "{most}: {ticks:?}");
            assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{most}: {ticks:?}");
            assert!(ticks.iter().all(|&tick| tick <= most.max(1) as f64), "{most}: {ticks:?}");
        }
    }

    #[test]
    fn logarithmic_axes_have_a_tick_at_each_power_of_ten() {
        let axis = Axis::logarithmic([1e-3, 1e4], [700.0, 0.0]);
        assert_eq!(axis.ticks(), [1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e4]);
        let places = [0.001, 0.02, 20.0, 1e9, 0.0].map(|ms| axis.place(ms));
        assert!((places[1] - places[2] - 300.0).abs() < 1e-9, "{places:?}");
        assert_eq!([places[0], places[3], places[4]], [700.0, 0.0, 700.0]);
        assert_eq!(Axis::logarithmic([3.0, 1300.0], [0.0, 1.0]).ticks(), [10.0, 100.0, 1000.0]);
    }

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::new([200.0, 50.0]);
        svg.text([10.0, 20.0], Anchor::Start, Style::LABEL, "a < b & c");
        let svg = svg.finish();
        assert!(svg.contains(">a &lt; b &amp; c</text>"), "{svg}");
    }
}
