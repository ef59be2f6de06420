//! The walk of several pairs at once, one in each lane. It is for hulls of few vertices, whose
//! walks one by one would mostly wait for the step before.
//!
//! All of it is `f32`. Vertices lie in memory as each polytope's blocks do, and are transposed
//! once; every lane goes its own way by selection, until all have ended. What is left undecided
//! goes the way of large hulls.

use super::super::lanes::{Real, Scan};
use super::certificate::{Vector, add, cross, difference, dot, height, sub, turned, volumes};
use super::support::norm;
use crate::geom::{Block, Pair, Placed, PolytopeSet};
use crate::motion::Motion;
use crate::num::band;
use crate::verdict::RawCode;
use std::marker::PhantomData;

/// The most vertices of a hull: all are looked at in each step.
const MOST_VERTICES: usize = 64;

/// A pair that takes so many steps is left to the walk alone.
const MOST_STEPS: usize = 48;

/// Between these sizes of a pair no sum or product leaves the range, and what denormal numbers lose
/// is far below the band, unless a transform makes it large.
const LEAST_SIZE: f64 = 1.0 / 1_048_576.0;
const MOST_SIZE: f64 = 1_048_576.0;

/// A stored hull of this extent or more loses less to denormal numbers than to rounding: each
/// coordinate is off by `2^-150` at most, and the band has `2^-20` of the extent, however it is
/// scaled.
const LEAST_EXTENT: f64 = 1e-30;

/// The extent of a point, which is its own centroid and loses nothing, is less.
const NO_EXTENT: f64 = 1e-300;

/// The widest vector.
const MOST_LANES: usize = 16;

#[inline(always)]
fn largest<V: Real>(a: Vector<V>) -> V {
    a[0].abs().max(a[1].abs()).max(a[2].abs())
}

#[inline(always)]
fn select<V: Scan>(mask: V::Mask, yes: Vector<V>, no: Vector<V>) -> Vector<V> {
    [V::select(mask, yes[0], no[0]), V::select(mask, yes[1], no[1]), V::select(mask, yes[2], no[2])]
}

/// What is worked out of a pair before it is known to be one for this walk.
struct Fit {
    /// The first centre seen from the second, and how far the first polytope moves.
    apart: [f32; 3],
    sweep: [f32; 3],
    /// The radius of the difference about the second centre, rounded up.
    size: f32,
    /// The error of a coordinate that is there before anything is computed in `f32`.
    given: f32,
}

/// A pair that this walk is for.
#[inline(always)]
fn fit<M: Motion>(set: &PolytopeSet, pair: Pair) -> Option<Fit> {
    let counts = [pair.a, pair.b].map(|index| set.polytopes()[index as usize].count as usize);
    let [a, b] = [pair.a, pair.b].map(|index| set.placed(index).0);
    let most = counts[0].max(counts[1]);
    let flat = a.in_plane && b.in_plane;
    let lossy = |p: &Placed| !p.stays && (NO_EXTENT..LEAST_EXTENT).contains(&p.extent);
    if counts[0].min(counts[1]) == 0 || most > MOST_VERTICES || flat || lossy(a) || lossy(b) {
        return None;
    }
    let mut apart =
        [a.centre[0] - b.centre[0], a.centre[1] - b.centre[1], a.centre[2] - b.centre[2]];
    let (mut size, mut sweep) = (norm(apart) + a.spread + b.spread, [0.0_f32; 3]);
    let mut error = (most as f64 + 16.0) * (f64::EPSILON / 2.0) * (a.size + b.size);
    if M::MOVES {
        let [of_a, of_b] = [pair.a, pair.b].map(|index| set.velocities()[index as usize]);
        let mut axis = 0;
        let mut fastest = 0.0_f64;
        while axis < 3 {
            let speed = f64::from(of_a[axis]) - f64::from(of_b[axis]);
            // From half-way, so that the point that the walk begins at is inside.
            apart[axis] += 0.5 * speed;
            sweep[axis] = (0.5 * speed) as f32;
            fastest = fastest.max(speed.abs());
            axis += 1;
        }
        size += 2.0 * fastest;
        error += 4.0 * f64::EPSILON * fastest;
    }
    if !(LEAST_SIZE..MOST_SIZE).contains(&size) {
        return None;
    }
    let up = |x: f64| ((x * (1.0 + 1e-6)) as f32).next_up();
    let apart = [apart[0] as f32, apart[1] as f32, apart[2] as f32];
    Some(Fit { apart, sweep, size: up(size), given: up(error) })
}

/// The vertices of one polytope in each lane, as seen from its centre.
struct Side<V> {
    vertices: Vec<Vector<V>>,
    count: usize,
}

impl<V: Scan> Side<V> {
    #[inline(always)]
    fn load(&mut self, token: V::Token, set: &PolytopeSet, indices: &[u32; MOST_LANES]) {
        let mut scans: [&[Block]; MOST_LANES] = [&[]; MOST_LANES];
        let (mut most, mut blocks, mut stays) = (0, 0, true);
        let mut lane = 0;
        while lane < V::WIDTH {
            let index = indices[lane];
            let (placed, scan) = set.placed(index);
            most = most.max(set.polytopes()[index as usize].count as usize);
            blocks = blocks.max(scan.len());
            stays &= placed.stays;
            scans[lane] = scan;
            lane += 1;
        }
        self.count = most;
        let mut block = 0;
        while block < blocks {
            let mut axis = 0;
            while axis < 3 {
                let mut half = 0;
                while half < 2 {
                    let four = V::transpose(
                        token,
                        #[inline(always)]
                        // Of a hull with fewer vertices the last ones once more.
                        |lane| &scans[lane][block.min(scans[lane].len() - 1)][axis][half],
                    );
                    let first = 8 * block + 4 * half;
                    let mut i = 0;
                    while i < 4 {
                        self.vertices[first + i][axis] = four[i];
                        i += 1;
                    }
                    half += 1;
                }
                axis += 1;
            }
            block += 1;
        }
        if !stays {
            self.turn(token, set, indices);
        }
    }

    /// Applies the linear parts of the transforms.
    #[inline(always)]
    fn turn(&mut self, token: V::Token, set: &PolytopeSet, indices: &[u32; MOST_LANES]) {
        let rows =
            [row(token, set, indices, 0), row(token, set, indices, 1), row(token, set, indices, 2)];
        let mut i = 0;
        while i < self.count {
            self.vertices[i] = turned(&rows, self.vertices[i]);
            i += 1;
        }
    }

    /// The vertex furthest along a direction, and how far that is.
    #[inline(always)]
    fn furthest(&self, n: Vector<V>) -> (Vector<V>, V) {
        let mut point = self.vertices[0];
        let mut most = dot(n, point);
        for vertex in &self.vertices[1..self.count] {
            let height = dot(n, *vertex);
            let further = most.lt(height);
            most = V::select(further, height, most);
            point = select(further, *vertex, point);
        }
        (point, most)
    }
}

/// A row of the linear part of the transform in each lane.
#[inline(always)]
fn row<V: Scan>(
    token: V::Token,
    set: &PolytopeSet,
    indices: &[u32; MOST_LANES],
    row: usize,
) -> Vector<V> {
    let [x, y, z, _] = V::transpose(
        token,
        #[inline(always)]
        |lane| &set.polytopes()[indices[lane] as usize].rows[row],
    );
    [x, y, z]
}

/// Pairs side by side.
struct Group<V, M: Motion> {
    a: Side<V>,
    b: Side<V>,
    apart: Vector<V>,
    sweep: Vector<V>,
    /// Bounds the error of a height, for each unit of the direction's 1-norm,
    height_error: V,
    /// and that of a coordinate of a point.
    point_error: V,
    motion: PhantomData<M>,
}

impl<V: Scan, M: Motion> Group<V, M> {
    /// The point of the difference that lies furthest along a direction, and how far.
    #[inline(always)]
    fn furthest(&self, n: Vector<V>) -> (Vector<V>, V) {
        let zero = n[0].splat(0.0);
        let (p, of_a) = self.a.furthest(n);
        let (q, of_b) = self.b.furthest(sub([zero; 3], n));
        let (point, height) = (difference(self.apart, p, q), height(n, self.apart, of_a, of_b));
        if !M::MOVES {
            return (point, height);
        }
        // Half of the way forward or back from half-way.
        let forward = dot(n, self.sweep);
        let by = select(zero.lt(forward), self.sweep, sub([zero; 3], self.sweep));
        (add(point, by), height + forward.abs())
    }
}

/// Tests the pairs that are fit for it. The codes of the others, and of those that stay undecided,
/// are left as they are.
#[inline(always)]
pub(super) fn test_small<V: Scan, M: Motion>(
    token: V::Token,
    set: &PolytopeSet,
    pairs: &[Pair],
    codes: &mut [RawCode],
) {
    let zero = V::load(token, &[0.0; MOST_LANES]);
    let empty = Side { vertices: vec![[zero; 3]; MOST_VERTICES], count: 0 };
    let mut group = Group::<V, M> {
        b: Side { vertices: empty.vertices.clone(), count: 0 },
        a: empty,
        apart: [zero; 3],
        sweep: [zero; 3],
        height_error: zero,
        point_error: zero,
        motion: PhantomData,
    };
    let mut numbers = [0; MOST_LANES];
    let mut polytopes = [[0_u32; MOST_LANES]; 2];
    // Apart, sweep, size, what is given.
    let mut loaded = [[0.0_f32; MOST_LANES]; 8];
    let (mut taken, mut next) = (0, 0);
    while next < pairs.len() || taken > 0 {
        if next < pairs.len() {
            let pair = pairs[next];
            if let Some(Fit { apart, sweep, size, given }) = fit::<M>(set, pair) {
                let numbers_of =
                    [apart[0], apart[1], apart[2], sweep[0], sweep[1], sweep[2], size, given];
                numbers[taken] = next;
                polytopes[0][taken] = pair.a;
                polytopes[1][taken] = pair.b;
                let mut i = 0;
                while i < 8 {
                    loaded[i][taken] = numbers_of[i];
                    i += 1;
                }
                taken += 1;
            }
            next += 1;
            if taken < V::WIDTH && next < pairs.len() {
                continue;
            }
        }
        if taken == 0 {
            break;
        }
        // Lanes that the last group leaves empty do as the first one does.
        let mut lane = taken;
        while lane < V::WIDTH {
            polytopes[0][lane] = polytopes[0][0];
            polytopes[1][lane] = polytopes[1][0];
            let mut i = 0;
            while i < 8 {
                loaded[i][lane] = loaded[i][0];
                i += 1;
            }
            lane += 1;
        }
        group.a.load(token, set, &polytopes[0]);
        group.b.load(token, set, &polytopes[1]);
        group.apart =
            [V::load(token, &loaded[0]), V::load(token, &loaded[1]), V::load(token, &loaded[2])];
        group.sweep =
            [V::load(token, &loaded[3]), V::load(token, &loaded[4]), V::load(token, &loaded[5])];
        let (size, given) = (V::load(token, &loaded[6]), V::load(token, &loaded[7]));
        group.height_error = size * zero.splat(band::HULL_HEIGHT) + given;
        group.point_error = size * zero.splat(band::HULL_POINT) + given;
        let (separate, overlapping) = walk(&group);
        let mut lane = 0;
        while lane < taken {
            if separate >> lane & 1 == 1 {
                codes[numbers[lane]] = RawCode::SEPARATE;
            } else if overlapping >> lane & 1 == 1 {
                codes[numbers[lane]] = RawCode::OVERLAPPING;
            }
            lane += 1;
        }
        taken = 0;
    }
}

/// Walks in every lane as [`portal`](super::portal) does one by one. Returns which lanes are
/// certainly separate and which certainly overlap.
#[inline(always)]
fn walk<V: Scan, M: Motion>(group: &Group<V, M>) -> (u32, u32) {
    let v0 = group.apart;
    let zero = v0[0].splat(0.0);
    let none = zero.lt(zero);
    let (mut active, mut separate, mut overlapping) = (!none, none, none);
    let mut n = sub([zero; 3], v0);
    let mut points = [v0; 3];
    let first = ask(group, &mut n, &mut active, &mut separate);
    n = cross(first, v0);
    let parallel = largest(n).lt(zero.splat(1e-6) * largest(first) * largest(v0));
    n = select(parallel, across(v0), n);
    let second = ask(group, &mut n, &mut active, &mut separate);
    n = cross(sub(first, v0), sub(second, v0));
    let swapped = zero.lt(dot(n, v0));
    points[0] = select(swapped, second, first);
    points[1] = select(swapped, first, second);
    n = select(swapped, sub([zero; 3], n), n);
    let mut in_portal = none;
    let mut steps = 0;
    while V::any(active) && steps < MOST_STEPS {
        steps += 1;
        let v = ask(group, &mut n, &mut active, &mut separate);
        let [v1, v2, v3] = points;
        let through = cross(v, v0);
        let sides = [dot(v1, through), dot(v2, through), dot(v3, through)];
        let (ahead1, ahead2, ahead3) = (zero.lt(sides[0]), zero.lt(sides[1]), zero.lt(sides[2]));
        // Without a portal, a point that the ray does not pass between takes the place of the one
        // on its side.
        let (early2, early1) = (sides[0].lt(zero), ahead2);
        let stuck = in_portal & !zero.lt(dot(n, sub(v, v1)));
        active = active & !stuck;
        let replaces1 = (in_portal & ((ahead1 & ahead2) | (!ahead1 & !ahead3)))
            | (!in_portal & !early2 & early1);
        let replaces2 = (in_portal & !ahead1 & ahead3) | (!in_portal & early2);
        let replaces3 = !(replaces1 | replaces2);
        let (v1, v2, v3) =
            (select(replaces1, v, v1), select(replaces2, v, v2), select(replaces3, v, v3));
        points = [v1, v2, v3];
        in_portal = in_portal | replaces3;
        // The next direction: out of the portal, or across the edge and the point inside.
        let base = select(in_portal, v1, v0);
        let edge = select(in_portal, sub(v2, v1), sub(v1, v0));
        n = cross(edge, sub(select(in_portal, v3, v2), base));
        let inward = in_portal & dot(n, sub(v1, v0)).lt(zero);
        n = select(inward, sub([zero; 3], n), n);
        let reached = active & in_portal & !dot(n, v1).lt(zero);
        if V::any(reached) {
            overlapping = overlapping | (reached & is_inside(group.point_error, [v0, v1, v2, v3]));
            active = active & !reached;
        }
    }
    (V::bits(separate), V::bits(overlapping))
}

/// The point furthest along a direction, which is scaled. Ends the lanes where that is certainly
/// behind the origin, and those where it is too near to be certain or where there is no direction.
#[inline(always)]
fn ask<V: Scan, M: Motion>(
    group: &Group<V, M>,
    n: &mut Vector<V>,
    active: &mut V::Mask,
    separate: &mut V::Mask,
) -> Vector<V> {
    let zero = n[0].splat(0.0);
    let size = largest(*n);
    let by = size.unit_scale();
    *n = [n[0] * by, n[1] * by, n[2] * by];
    let (point, height) = group.furthest(*n);
    let error = group.height_error * (n[0].abs() + n[1].abs() + n[2].abs());
    *separate = *separate | (*active & height.lt(zero - error));
    *active = *active & error.lt(height) & zero.splat(1e-30).lt(size);
    point
}

/// Some direction at right angles.
#[inline(always)]
fn across<V: Scan>([x, y, z]: Vector<V>) -> Vector<V> {
    let zero = x.splat(0.0);
    select(x.abs().lt(y.abs()), [zero, z, zero - y], [zero - z, zero, x])
}

/// See [`portal`](super::portal).
#[inline(always)]
fn is_inside<V: Scan>(error: V, points: [Vector<V>; 4]) -> V::Mask {
    let zero = error.splat(0.0);
    let [v0, v1, v2, v3] = points;
    let size = largest(v0).max(largest(v1)).max(largest(v2).max(largest(v3)));
    let scale = error * error.splat(band::HULL_DETERMINANT_INPUT)
        + size * error.splat(band::HULL_DETERMINANT);
    let above = size * size * scale;
    let below = zero - above;
    let [p, q, r, s] = volumes(points);
    p.lt(below) & above.lt(q) & r.lt(below) & above.lt(s)
}
