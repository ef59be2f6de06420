//! The lines of the output.

use super::Field;
use super::fault::{Fault, FaultKind};
use super::solve::Solved;
use motzkin::glam::Vec3;
use motzkin::{Aabb3, ContactInterval, Passage};
use std::fmt::Write;

/// Gathers the lines of a block.
#[derive(Default)]
pub struct Writer {
    text: String,
    faults: bool,
}

impl Writer {
    /// A pair that was answered, as far as its fields can be.
    pub fn answer(&mut self, id: &str, line: u64, want: &[Field], solved: &Solved) {
        let Solved { passage: Passage { verdict, interval }, aabb } = *solved;
        if verdict.meets() && want.contains(&Field::Witness) {
            return self.fault(id, line, &Fault::unsupported("the field `witness` is"));
        }
        if let Some((name, axis)) = aabb.as_ref().and_then(beyond_f32) {
            let message = format!("aabb.{name}[{axis}] is not finite as f32");
            return self.fault(id, line, &Fault::new(FaultKind::NotFinite, message));
        }
        self.push(format_args!(r#"{{"id":{id},"verdict":"{}""#, verdict.name()));
        if let Some(ContactInterval { first, last }) = interval {
            self.push(format_args!(r#","interval":[{:?},{:?}]"#, f64::from(first), f64::from(last)));
        }
        if let Some(Aabb3 { min, max }) = aabb {
            let [min, max] = [min, max].map(|corner| corner.as_dvec3().to_array());
            // Debug prints the shortest digits that give the f64, with a point or an exponent.
            self.push(format_args!(
                r#","aabb":[[{:?},{:?},{:?}],[{:?},{:?},{:?}]]"#,
                min[0], min[1], min[2], max[0], max[1], max[2]
            ));
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
