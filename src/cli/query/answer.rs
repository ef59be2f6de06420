//! The lines of the output.

use super::Field;
use super::fault::{Fault, FaultKind};
use motzkin::exact::Separation;
use motzkin::glam::{DVec3, Vec3};
use motzkin::service::Detail;
use motzkin::{Aabb3, ContactInterval, Verdict};
use std::fmt::Write;

/// What was asked of a pair, as far as it has it.
#[derive(Clone, Copy)]
pub struct Answer {
    pub verdict: Verdict,
    pub interval: Option<ContactInterval>,
    pub aabb: Option<Aabb3>,
    pub separation: Option<Separation>,
    pub witness: Option<DVec3>,
}

impl Answer {
    /// A verdict and nothing else.
    pub const fn bare(verdict: Verdict) -> Self {
        Self { verdict, interval: None, aabb: None, separation: None, witness: None }
    }
}

impl From<Detail> for Answer {
    fn from(Detail { verdict, interval, aabb, separation, witness, .. }: Detail) -> Self {
        Self { verdict, interval, aabb, separation, witness }
    }
}

/// Gathers the lines of a block.
#[derive(Default)]
pub struct Writer {
    text: String,
    faults: bool,
}

impl Writer {
    /// A pair that was answered, as far as its fields can be.
    pub fn answer(&mut self, id: &str, line: u64, want: &[Field], answer: &Answer) {
        if let Some((name, axis)) = answer.aabb.as_ref().and_then(beyond_f32) {
            let message = format!("aabb.{name}[{axis}] is not finite as f32");
            return self.fault(id, line, &Fault::new(FaultKind::NotFinite, message));
        }
        self.push(format_args!(r#"{{"id":{id},"verdict":"{}""#, answer.verdict.name()));
        // Debug prints the shortest digits that give the f64, with a point or an exponent.
        if let Some(ContactInterval { first, last }) = answer.interval {
            self.push(format_args!(r#","interval":[{:?},{:?}]"#, f64::from(first), f64::from(last)));
        }
        if let Some(Aabb3 { min, max }) = answer.aabb {
            let [min, max] = [min, max].map(|corner| corner.as_dvec3().to_array());
            self.push(format_args!(
                r#","aabb":[[{:?},{:?},{:?}],[{:?},{:?},{:?}]]"#,
                min[0], min[1], min[2], max[0], max[1], max[2]
            ));
        }
        if let Some(Separation { axis, depth, .. }) = answer.separation {
            if want.contains(&Field::Axis) {
                self.push(format_args!(r#","axis":[{:?},{:?},{:?}]"#, axis.x, axis.y, axis.z));
            }
            if want.contains(&Field::Depth) {
                self.push(format_args!(r#","depth":{depth:?}"#));
            }
        }
        if let Some(point) = answer.witness {
            self.push(format_args!(r#","witness":[{:?},{:?},{:?}]"#, point.x, point.y, point.z));
        }
        self.text.push_str("}\n");
    }

    /// A line that has no answer.
    pub fn fault(&mut self, id: &str, line: u64, fault: &Fault) {
        self.faults = true;
        let message = serde_json::Value::from(fault.message.as_str());
        let kind = fault.kind.name();
        self.push(format_args!(r#"{{"id":{id},"error":"{kind}","line":{line},"message":{message}}}"#));
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

/// The first face that lies outside the range of f32, which JSON cannot say.
fn beyond_f32(aabb: &Aabb3) -> Option<(&'static str, usize)> {
    let first = |corner: Vec3| (0..3).find(|&axis| !corner[axis].is_finite());
    first(aabb.min).map(|axis| ("min", axis)).or_else(|| first(aabb.max).map(|axis| ("max", axis)))
}
