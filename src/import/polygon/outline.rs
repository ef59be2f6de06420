//! Outlines of faces, as they are seen along an axis.

use glam::DVec3;

/// Returns the two axes that are seen along the one that a normal is nearest to, in the order that
/// makes an outline go round to the left.
pub fn axes_seen_along(normal: DVec3) -> [usize; 2] {
    let along = normal.abs().max_position();
    let (right, up) = ((along + 1) % 3, (along + 2) % 3);
    if normal[along] < 0.0 { [up, right] } else { [right, up] }
}

/// Returns the places of an outline but for those at which it stays or goes back the way that it
/// came, and for those at which it then does. Two at least are left of two or more. `leave_out` is
/// given a triangle without area for each of the others. The time is linear.
pub fn without_ways_back(
    flat: &[[f64; 2]],
    outline: impl IntoIterator<Item = u32>,
    mut leave_out: impl FnMut([u32; 3]),
) -> Vec<u32> {
    let goes_back = |three: [u32; 3]| {
        let [a, b, c] = three.map(|place| flat[place as usize]);
        let onward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
        onward <= 0.0 && doubled_area([a, b], c) == 0.0
    };
    let mut places: Vec<u32> = Vec::new();
    for next in outline {
        while let [.., before, last] = places[..]
            && goes_back([before, last, next])
        {
            leave_out([before, last, next]);
            places.pop();
        }
        places.push(next);
    }
    // The end meets the beginning.
    let mut begin = 0;
    while let [first, second, _, ..] = places[begin..]
        && let [.., before, last] = places[..]
    {
        if goes_back([before, last, first]) {
            leave_out([before, last, first]);
            places.pop();
        } else if goes_back([last, first, second]) {
            leave_out([last, first, second]);
            begin += 1;
        } else {
            break;
        }
    }
    places.drain(..begin);
    places
}

/// Returns true if an outline turns to the right somewhere.
pub fn turns_back(flat: &[[f64; 2]], outline: &[u32]) -> bool {
    let corner = |at: usize| flat[outline[at % outline.len()] as usize];
    (0..outline.len()).any(|at| doubled_area([corner(at), corner(at + 1)], corner(at + 2)) < 0.0)
}

/// Returns true if no two edges of an outline without ways back meet, but for neighbours in the
/// corner that they share. Edges of which rounding leaves that open do.
pub fn is_simple(flat: &[[f64; 2]]) -> bool {
    let count = flat.len();
    let ends = |edge: usize| [flat[edge], flat[(edge + 1) % count]];
    let range = |edge: usize, axis: usize| {
        let [a, b] = ends(edge).map(|corner| corner[axis]);
        (a.min(b), a.max(b))
    };
    let apart = |edge: usize, other: usize| {
        let after = (other + count - edge) % count;
        after == 1
            || after == count - 1
            || is_on_one_side(ends(edge), ends(other))
            || is_on_one_side(ends(other), ends(edge))
    };
    let mut edges: Vec<usize> = (0..count).collect();
    edges.sort_by(|&a, &b| range(a, 0).0.total_cmp(&range(b, 0).0));
    edges.iter().enumerate().all(|(place, &edge)| {
        let ((_, right), (low, high)) = (range(edge, 0), range(edge, 1));
        let near = edges[place + 1..].iter().take_while(|&&other| range(other, 0).0 <= right);
        near.copied().all(|other| {
            let (lowest, highest) = range(other, 1);
            lowest > high || highest < low || apart(edge, other)
        })
    })
}

/// Returns twice the area of a triangle, or 0 if that may be less than the rounding.
fn doubled_area([a, b]: [[f64; 2]; 2], c: [f64; 2]) -> f64 {
    let [p, q] = [(b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])];
    let area = p - q;
    if area.abs() > 1e-15 * (p.abs() + q.abs()) { area } else { 0.0 }
}

/// Returns true if both ends of an edge lie on one side of the line through another one.
fn is_on_one_side(line: [[f64; 2]; 2], edge: [[f64; 2]; 2]) -> bool {
    let [p, q] = edge.map(|corner| doubled_area(line, corner));
    p > 0.0 && q > 0.0 || p < 0.0 && q < 0.0
}
