//! The lines of the output.

use super::Field;
use super::fault::{Fault, FaultKind};
use motzkin::glam::{DVec2, DVec3};
use motzkin::{Aabb2, Aabb3, ContactInterval, Detail, Frame, Verdict};
use std::fmt::{self, Write};

/// A point or direction, in as many coordinates as its pair has.
#[derive(Clone, Copy)]
pub struct Point {
    coordinates: [f64; 3],
    dim: usize,
}

impl From<DVec3> for Point {
    fn from(v: DVec3) -> Self {
        Self { coordinates: v.to_array(), dim: 3 }
    }
}

impl From<DVec2> for Point {
    fn from(v: DVec2) -> Self {
        Self { coordinates: v.extend(0.0).to_array(), dim: 2 }
    }
}

impl Point {
    fn coordinates(&self) -> &[f64] {
        &self.coordinates[..self.dim]
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug prints the shortest digits that give the f64, with a point or an exponent.
        for (i, x) in self.coordinates().iter().enumerate() {
            write!(f, "{}{x:?}", if i == 0 { '[' } else { ',' })?;
        }
        f.write_char(']')
    }
}

/// A box of either dimension.
pub trait Corners {
    /// The least and the greatest coordinates.
    fn corners(self) -> [Point; 2];
}

impl Corners for Aabb3 {
    fn corners(self) -> [Point; 2] {
        [self.min, self.max].map(|corner| corner.as_dvec3().into())
    }
}

impl Corners for Aabb2 {
    fn corners(self) -> [Point; 2] {
        [self.min, self.max].map(|corner| corner.as_dvec2().into())
    }
}

/// What was asked of a pair, as far as it has it.
#[derive(Clone, Copy)]
pub struct Answer {
    pub verdict: Verdict,
    pub interval: Option<ContactInterval>,
    pub aabb: Option<[Point; 2]>,
    /// The axis, and the gap or depth along it.
    pub separation: Option<(Point, f64)>,
    pub witness: Option<Point>,
    /// Whether the first shape is a subset of the second, and the second of the first.
    pub subset: Option<[bool; 2]>,
}

impl Answer {
    /// A verdict and nothing else.
    pub const fn bare(verdict: Verdict) -> Self {
        Self { verdict, interval: None, aabb: None, separation: None, witness: None, subset: None }
    }

    /// All that was found out.
    pub fn of<F: Frame<Point: Into<Point>, Bounds: Corners>>(detail: Detail<F>) -> Self {
        let Detail { verdict, interval, aabb, separation, witness, .. } = detail;
        Self {
            verdict,
            interval: interval.map(|interval| interval.value),
            aabb: aabb.map(|aabb| aabb.value.corners()),
            separation: separation.map(|found| (found.axis.into(), found.depth)),
            witness: witness.map(|witness| witness.value.into()),
            subset: None,
        }
    }
}

/// Gathers the lines of a block.
#[derive(Default)]
pub struct Writer {
    text: String,
    faults: bool,
}

impl Writer {
    /// A pair of a line that was answered, as far as its fields can be.
    pub fn answer(&mut self, id: &str, line: u64, want: &[Field], answer: &Answer) {
        match beyond_f32(answer) {
            Some(fault) => self.fault(id, line, &fault),
            None => self.fields(format_args!(r#""id":{id}"#), want, answer),
        }
    }

    /// A pair of the shapes of two lines.
    pub fn pair(&mut self, [a, b]: [&str; 2], want: &[Field], answer: &Answer) {
        match beyond_f32(answer) {
            Some(fault) => self.pair_fault([a, b], &fault),
            None => self.fields(format_args!(r#""a":{a},"b":{b}"#), want, answer),
        }
    }

    /// A pair of the shapes of two lines that has no answer.
    pub fn pair_fault(&mut self, [a, b]: [&str; 2], fault: &Fault) {
        self.faults = true;
        let kind = fault.kind.name();
        let message = serde_json::Value::from(fault.message.as_str());
        self.push(format_args!(r#"{{"a":{a},"b":{b},"error":"{kind}","message":{message}}}"#));
        self.text.push('\n');
    }

    fn fields(&mut self, names: fmt::Arguments<'_>, want: &[Field], answer: &Answer) {
        self.push(format_args!(r#"{{{names},"verdict":"{}""#, answer.verdict.name()));
        if let Some(ContactInterval { first, last }) = answer.interval {
            self.push(format_args!(
                r#","interval":[{:?},{:?}]"#,
                f64::from(first),
                f64::from(last)
            ));
        }
        if let Some([min, max]) = answer.aabb {
            self.push(format_args!(r#","aabb":[{min},{max}]"#));
        }
        if let Some((axis, depth)) = answer.separation {
            if want.contains(&Field::Axis) {
                self.push(format_args!(r#","axis":{axis}"#));
            }
            if want.contains(&Field::Depth) {
                self.push(format_args!(r#","depth":{depth:?}"#));
            }
        }
        if let Some(point) = answer.witness {
            self.push(format_args!(r#","witness":{point}"#));
        }
        if let Some([a_in_b, b_in_a]) = answer.subset {
            self.push(format_args!(r#","a_in_b":{a_in_b},"b_in_a":{b_in_a}"#));
        }
        self.text.push_str("}\n");
    }

    /// A line that has no answer.
    pub fn fault(&mut self, id: &str, line: u64, fault: &Fault) {
        self.faults = true;
        let message = serde_json::Value::from(fault.message.as_str());
        let kind = fault.kind.name();
        self.push(format_args!(
            r#"{{"id":{id},"error":"{kind}","line":{line},"message":{message}}}"#
        ));
        self.text.push('\n');
    }

    /// The lines since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Some line had no answer.
    pub fn faults(&self) -> bool {
        self.faults
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.text.write_fmt(text);
    }
}

/// A face of the box that lies outside the range of f32, which JSON cannot say.
fn beyond_f32(answer: &Answer) -> Option<Fault> {
    let [min, max] = answer.aabb.as_ref()?;
    let first = |corner: &Point| corner.coordinates().iter().position(|x| !x.is_finite());
    let found = first(min).map(|axis| ("min", axis));
    let (name, axis) = found.or_else(|| first(max).map(|axis| ("max", axis)))?;
    let message = format!("aabb.{name}[{axis}] is not finite as f32");
    Some(Fault::new(FaultKind::NotFinite, message))
}
