//! What is hashed of an answer.

use super::mixed::Met;
use crate::geom::{Aabb2, Aabb3};
use crate::service::{Answer, Hits, Shape};
use crate::tree::bvh::Collisions;
use glam::{DVec2, DVec3};
use motzkin_lab::golden::Digest;

/// Adds all verdicts, then each detail. A value that a pair has not adds nothing: whether it has it
/// follows from its verdict, which was added.
pub fn add_answer<S>(digest: &mut Digest, answer: &Answer<S>)
where
    S: Shape<Point: Coordinates, Bounds: Coordinates>,
{
    answer.verdicts().iter().for_each(|&verdict| digest.verdict(verdict));
    for detail in answer.details() {
        digest.whole(detail.pair.into());
        if let Some(found) = detail.separation {
            digest.verdict(found.verdict);
            add(digest, found.axis);
            digest.number(found.depth);
        }
        if let Some(found) = detail.witness {
            add(digest, found.value);
        }
        if let Some(found) = detail.aabb {
            add(digest, found.value);
        }
        if let Some(found) = detail.interval {
            digest.number(found.value.first.into());
            digest.number(found.value.last.into());
        }
        if let Some(is_subset) = detail.subset {
            digest.whole(is_subset.into());
        }
    }
}

/// Adds the number of pairs that were found, then both indices and the verdict of each.
pub fn add_hits<S: Shape>(digest: &mut Digest, hits: &Hits<S>) {
    digest.whole(hits.len() as u64);
    for hit in hits.iter() {
        digest.whole(hit.a.into());
        digest.whole(hit.b.into());
        digest.verdict(hit.verdict);
    }
}

/// Adds what is met at rest, then what is met in motion: the number of pairs that were found, then
/// both numbers and the verdict of each.
pub fn add_met(digest: &mut Digest, met: &[Met; 2]) {
    for found in met {
        digest.whole(found.len() as u64);
        for (&(a, b), &verdict) in found {
            digest.whole(a.into());
            digest.whole(b.into());
            digest.verdict(verdict);
        }
    }
}

/// Adds the number of collisions, then objects, frames and box of each.
pub fn add_collisions(digest: &mut Digest, found: &Collisions) {
    digest.whole(found.len() as u64);
    for collision in found.iter() {
        let [a, b] = collision.objects;
        let [p, q] = collision.frames;
        [a, b, p, q].into_iter().for_each(|number| digest.whole(number.into()));
        if let Some(aabb) = collision.aabb {
            add(digest, aabb);
        }
    }
}

fn add(digest: &mut Digest, value: impl Coordinates) {
    value.each(|number| digest.number(number));
}

/// A point, a direction or a box: its numbers in their order, of a box the lower corner first.
pub trait Coordinates {
    fn each(self, add: impl FnMut(f64));
}

macro_rules! coordinates {
    ($($value:ty: $numbers:expr;)*) => {$(
        impl Coordinates for $value {
            fn each(self, add: impl FnMut(f64)) {
                let numbers: fn($value) -> _ = $numbers;
                numbers(self).into_iter().for_each(add);
            }
        }
    )*};
}

coordinates! {
    DVec3: |point| point.to_array();
    DVec2: |point| point.to_array();
    Aabb3: |ends| [ends.min, ends.max].map(|end| end.as_dvec3().to_array()).concat();
    Aabb2: |ends| [ends.min, ends.max].map(|end| end.as_dvec2().to_array()).concat();
}
