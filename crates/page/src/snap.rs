//! Finds where two shapes touch.

use crate::Answered;
use crate::bench::Bench;
use crate::placed::{GRID, REACH, Table};
use motzkin::Verdict;
use motzkin::glam::Vec3;
use serde::Serialize;

/// How far the second shape is moved in search of a contact.
const WAY: f32 = 16.0;

/// The second shape, moved to a contact.
#[derive(Debug, Serialize)]
pub struct Snapped {
    pub table: Table,
    /// *Touching*; or *separate*, if one step of the grid further the shapes overlap and nothing
    /// lies between, or if no way along an axis leads to a contact.
    pub verdict: &'static str,
    /// The axis along which it was moved, 0 to 2, if it was.
    pub axis: Option<usize>,
}

impl Bench {
    /// Moves the second shape along one axis of the coordinates until it touches the first.
    ///
    /// The first and the last contact of that motion are known to `f32`. A point of
    /// the grid next to one of them is the contact, if any is. Shapes that are turned may touch
    /// between two points of the grid alone; then the last one is taken at which they are separate.
    /// Of several axes that one is taken which needs the shortest way.
    ///
    /// # Errors
    ///
    /// Those of [`ask`](Self::ask).
    pub async fn snap(&self, table: &Table) -> Answered<Snapped> {
        let frames = table.frames(table.time)?;
        let (verdict, axis) = self.axis(&frames).await?;
        let unmoved = |verdict: Verdict| Snapped {
            table: table.clone(),
            verdict: verdict.name(),
            axis: None,
        };
        if verdict == Verdict::Touching {
            return Ok(unmoved(verdict));
        }
        let mut ends = Vec::new();
        for (number, towards) in axis.into_iter().enumerate() {
            let outward = if towards < 0.0 { -1.0 } else { 1.0 };
            let sign = if verdict.meets() { outward } else { -outward };
            ends.extend(self.end(table, number, sign, verdict).await?);
        }
        // What touches comes first, then the shortest way.
        let order = |end: &End| (end.verdict != Verdict::Touching, end.steps);
        let Some(End { axis, table, verdict, .. }) = ends.into_iter().min_by_key(order) else {
            return Ok(unmoved(verdict));
        };
        Ok(Snapped { table, verdict: verdict.name(), axis: Some(axis) })
    }

    /// Where a motion along an axis comes to its first contact, or from within to its last one.
    async fn end(
        &self,
        table: &Table,
        axis: usize,
        sign: f32,
        from: Verdict,
    ) -> Answered<Option<End>> {
        let [a, b] = table.frames(table.time)?;
        let mut velocity = Vec3::ZERO;
        velocity[axis] = sign * WAY;
        let moving = [a.with_velocity(Vec3::ZERO)?, b.with_velocity(velocity)?];
        let (_, Some([first, last])) = self.contact(&moving).await? else { return Ok(None) };
        let time = f64::from(if from.meets() { last } else { first });
        // The time is rounded outward to `f32`: a step of the grid at most.
        let near = (time * f64::from(WAY) / GRID).floor() as i64;
        let (mut best, mut overlapped) = (None, false);
        for steps in (near - 2).max(0)..=near + 3 {
            let Some(table) = moved(table, axis, f64::from(sign) * steps as f64 * GRID) else {
                continue;
            };
            let verdict = self.verdict(&table.frames(table.time)?).await?;
            let end = End { steps, axis, table, verdict };
            match verdict {
                Verdict::Touching => return Ok(Some(end)),
                Verdict::Overlapping => overlapped = true,
                // The last one before the contact, or the first one after it.
                Verdict::Separate if from.meets() && best.is_some() => {}
                Verdict::Separate => best = Some(end),
            }
        }
        // A contact that is over before the next step of the grid is none.
        Ok(best.filter(|_| overlapped))
    }
}

/// A place at the end of a motion.
struct End {
    /// Of the grid.
    steps: i64,
    axis: usize,
    table: Table,
    verdict: Verdict,
}

/// The table with the second shape moved along an axis, unless that is too far.
fn moved(table: &Table, axis: usize, way: f64) -> Option<Table> {
    let mut table = table.clone();
    let place = &mut table.shapes[1].at[axis];
    // A multiple of the grid within reach is an `f32` number, and so is the sum of two.
    *place = ((f64::from(*place) / GRID).round() * GRID + way) as f32;
    (place.abs() <= REACH).then_some(table)
}

#[cfg(test)]
mod tests;
