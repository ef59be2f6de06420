//! Cutting a polygon along its diagonals.

use super::outline::without_ways_back;
use earcut::Earcut;
use std::collections::BTreeMap;

/// How often a polygon that touches itself is cut at most: from two corners, and either as it is or
/// as a mirror shows it. `earcut` does not always come to the end, and then often does so in
/// another try: of a thousand faces with three holes 7 fail once, and less than one fails four
/// times.
pub const TRIES: u64 = 4;

/// Returns triangles of places in the polygon that fill it, or `None` for one that crosses itself,
/// and rarely for one that touches itself. All its edges, and no others, are edges of one triangle
/// alone.
pub fn cut(flat: &[[f64; 2]]) -> Option<Vec<[u32; 3]>> {
    let count = flat.len();
    let tries = [(0, false), (0, true), (count / 2, false), (count / 2, true)];
    tries.into_iter().find_map(|(begin, is_mirrored)| {
        let mut turned = flat.to_vec();
        turned.rotate_left(begin);
        if is_mirrored {
            turned.reverse();
            turned.iter_mut().for_each(|corner| corner.swap(0, 1));
        }
        let mut triangles = cut_once(&turned)?;
        if is_mirrored {
            triangles.iter_mut().for_each(|triangle| triangle.reverse());
        }
        for place in triangles.as_flattened_mut() {
            let at = *place as usize;
            let at = if is_mirrored { count - 1 - at } else { at };
            *place = ((at + begin) % count) as u32;
        }
        Some(triangles)
    })
}

fn cut_once(flat: &[[f64; 2]]) -> Option<Vec<[u32; 3]>> {
    let mut places: Vec<u32> = Vec::new();
    Earcut::new().earcut_slice(flat, &[] as &[u32], &mut places);
    let (found, _) = places.as_chunks::<3>();
    let mut triangles = found.to_vec();
    let corner = |place: u32| flat[place as usize];
    let doubled_area = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(corner);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    if triangles.iter().copied().map(doubled_area).sum::<f64>() < 0.0 {
        triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    }
    // Where a polygon touches itself, `earcut` leaves out corners on straight lines. Between the
    // lines and the corners on them are triangles without area, which keep the surface closed.
    for pocket in pockets(flat.len() as u32, &triangles) {
        let left = without_ways_back(flat, pocket, |three| triangles.push(three));
        match left[..] {
            [_, _] => {}
            [a, b, c] => triangles.push([a, b, c]),
            _ => return None,
        }
    }
    // If none is turned over, their areas add up to that of the polygon.
    let whole: f64 = (2..flat.len() as u32).map(|place| doubled_area([0, place - 1, place])).sum();
    let all: f64 = triangles.iter().map(|&three| doubled_area(three).abs()).sum();
    (triangles.len() == flat.len() - 2 && all - whole <= 1e-9 * all).then_some(triangles)
}

/// Returns what lies between an outline of so many corners and the sides of triangles: outlines
/// that pass each of their places once.
fn pockets(count: u32, triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    let outline = (0..count).map(|place| [place, (place + 1) % count]);
    let sides = triangles.iter().flat_map(|&[a, b, c]| [[b, a], [c, b], [a, c]]);
    let mut edges: Vec<[u32; 2]> = outline.chain(sides).collect();
    let ends = |[from, to]: [u32; 2]| (from.min(to), from.max(to));
    edges.sort_unstable_by_key(|&edge| (ends(edge), edge));
    // Ways there and back are taken from each other.
    let mut onward: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for between in edges.chunk_by(|&a, &b| ends(a) == ends(b)) {
        let there = between.iter().filter(|[from, to]| from < to).count();
        let back = between.len() - there;
        let [from, to] = between[if there > back { 0 } else { between.len() - 1 }];
        for _ in 0..there.abs_diff(back) {
            onward.entry(from).or_default().push(to);
        }
    }
    // As many edges lead to a place as from it: every way comes back, and does so where it can.
    let (mut way, mut pockets): (Vec<u32>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    while let Some(&from) = way.last().or_else(|| onward.keys().next()) {
        let Some(next) = onward.get_mut(&from) else { break };
        let to = next.swap_remove(next.iter().position(|to| way.contains(to)).unwrap_or(0));
        if next.is_empty() {
            onward.remove(&from);
        }
        if way.is_empty() {
            way.push(from);
        }
        match way.iter().position(|&place| place == to) {
            None => way.push(to),
            Some(begin) => {
                pockets.push(way.split_off(begin));
                if begin > 0 {
                    way.push(to);
                }
            }
        }
    }
    pockets
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pockets share places with each other, and each passes its own once.
    #[test]
    fn pockets_are_told_from_each_other() {
        for (count, triangles, expected) in [
            (3, &[[0, 1, 2]][..], &[][..]),
            (4, &[[0, 1, 3]], &[&[1, 2, 3][..]]),
            (6, &[[0, 2, 4]], &[&[0, 1, 2], &[0, 4, 5], &[2, 3, 4]]),
            (9, &[[0, 3, 6]], &[&[0, 1, 2, 3], &[0, 6, 7, 8], &[3, 4, 5, 6]]),
            (8, &[[0, 1, 4], [0, 4, 5]], &[&[0, 5, 6, 7], &[1, 2, 3, 4]]),
        ] {
            let mut found = pockets(count, triangles);
            for pocket in &mut found {
                let least = (0..pocket.len()).min_by_key(|&at| pocket[at]).expect("a place");
                pocket.rotate_left(least);
            }
            found.sort_unstable();
            assert_eq!(found, expected, "{count}: {triangles:?}");
        }
    }
}
