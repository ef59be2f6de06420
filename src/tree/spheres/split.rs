//! Splits the range of a node by octant: triangles, or runs of triangles.

use super::node::LEAF;
use glam::Vec3A;

/// From this level on, items are split by number: centres that lie so close together would take too
/// many splits.
const DEEPEST_SPLIT: u8 = 48;

/// What is sorted into octants.
#[derive(Clone, Copy)]
pub struct Item {
    pub min: Vec3A,
    pub max: Vec3A,
    /// What is compared with the middle of the node.
    pub centre: Vec3A,
}

/// The box and the number of items of a future child.
#[derive(Clone, Copy)]
pub struct Part {
    pub min: Vec3A,
    pub max: Vec3A,
    pub count: u32,
}

const NOTHING: Part = Part { min: Vec3A::INFINITY, max: Vec3A::NEG_INFINITY, count: 0 };

/// The parts of a range, in the order in which their items stand now.
pub struct Parts {
    pub parts: [Part; 8],
    /// The parts are octants of the box of the node.
    pub are_octants: bool,
}

/// How items are split.
#[derive(Clone, Copy)]
enum Way {
    /// By the centre, compared with a point.
    Octants(Vec3A),
    /// Into parts of so many items, in order.
    Numbers(u32),
}

/// Sorts the items of a node by the octants of its box. If all lie in one octant, by those about
/// the middle of the centres; if all centres are equal, or the node lies deep, by number.
pub fn split(
    items: &mut [u32],
    level: u8,
    middle: Vec3A,
    item: impl Fn(u32) -> Item + Copy,
) -> Parts {
    let count = items.len() as u32;
    let mut codes = Vec::with_capacity(items.len());
    let (mut parts, mut are_octants) = ([NOTHING; 8], true);
    if level < DEEPEST_SPLIT {
        parts = sort(items, Way::Octants(middle), &mut codes, item);
        if is_whole(&parts, count) {
            are_octants = false;
            parts = sort(items, Way::Octants(middle_of_centres(items, item)), &mut codes, item);
        }
    }
    if level >= DEEPEST_SPLIT || is_whole(&parts, count) {
        are_octants = false;
        items.sort_unstable();
        parts = sort(items, Way::Numbers(count.div_ceil(8)), &mut codes, item);
    }
    arrange(items, &codes, &parts);
    Parts { parts, are_octants }
}

/// Finds the octant of each item, and the box and count of each octant.
fn sort(
    items: &[u32],
    way: Way,
    codes: &mut Vec<u8>,
    item: impl Fn(u32) -> Item + Copy,
) -> [Part; 8] {
    let mut parts = [NOTHING; 8];
    codes.clear();
    for (place, &number) in items.iter().enumerate() {
        let Item { min, max, centre } = item(number);
        let octant = match way {
            Way::Octants(middle) => centre.cmpgt(middle).bitmask() as usize,
            Way::Numbers(size) => place / size as usize,
        };
        let part = &mut parts[octant & 7];
        part.count += 1;
        part.min = part.min.min(min);
        part.max = part.max.max(max);
        codes.push(octant as u8);
    }
    parts
}

/// Returns the centre of the box of the centres.
fn middle_of_centres(items: &[u32], item: impl Fn(u32) -> Item + Copy) -> Vec3A {
    let (mut low, mut high) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
    for &number in items {
        let centre = item(number).centre;
        low = low.min(centre);
        high = high.max(centre);
    }
    low * 0.5 + high * 0.5
}

/// Sorts the items of a range by their octants. The triangles of a leaf are in order of their
/// numbers, whatever happened before.
fn arrange(items: &mut [u32], codes: &[u8], parts: &[Part; 8]) {
    let old = items.to_vec();
    let mut next = [0; 8];
    for octant in 1..8 {
        next[octant] = next[octant - 1] + parts[octant - 1].count as usize;
    }
    let starts = next;
    for (number, &octant) in old.into_iter().zip(codes) {
        let place = &mut next[octant as usize];
        items[*place] = number;
        *place += 1;
    }
    for (start, part) in starts.into_iter().zip(parts) {
        if part.count <= LEAF {
            items[start..start + part.count as usize].sort_unstable();
        }
    }
}

/// Returns true if one part has all items.
fn is_whole(parts: &[Part; 8], count: u32) -> bool {
    parts.iter().any(|part| part.count == count)
}
