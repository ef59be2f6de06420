//! Rays past frames, by slabs in rational numbers.

use dashu_ratio::RBig;
use glam::{Vec2, Vec3};
use motzkin::tree::frames::FrameContact;
use motzkin::{ContactInterval, Frame2, Frame3, ShapeKind, ShapeKind2, Verdict};
use motzkin_core::num::{f32_below, f32_to_rational};

type Whole = [RBig; 3];

fn exact(v: Vec3) -> Whole {
    v.to_array().map(f32_to_rational)
}

fn minus([a, b, c]: &Whole, [x, y, z]: &Whole) -> Whole {
    [a - x, b - y, c - z]
}

fn determinant([a, b, c]: &Whole, [d, e, f]: &Whole, [g, h, i]: &Whole) -> RBig {
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

/// A frame: its origin, its edges, how many of them count, and whether it is a simplex.
pub struct Model {
    origin: Whole,
    edges: [Whole; 3],
    count: usize,
    is_simplex: bool,
}

impl Model {
    pub fn of(frame: &Frame3) -> Self {
        let origin = exact(frame.origin());
        let rows = [1, 2, 3].map(|row| exact(frame.row(row)));
        let kind = frame.kind().expect("a shape");
        let edges = match kind {
            ShapeKind::TetraByVertices => rows.map(|vertex| minus(&vertex, &origin)),
            _ => rows,
        };
        Self { origin, edges, count: 3, is_simplex: kind != ShapeKind::Cuboid }
    }

    pub fn in_plane(frame: &Frame2) -> Self {
        let upright = |v: Vec2| exact(v.extend(0.0));
        let origin = upright(frame.origin());
        let rows = [1, 2].map(|row| upright(frame.row(row)));
        let kind = frame.kind().expect("a shape");
        let [a, b] = match kind {
            ShapeKind2::TriangleByVertices => rows.map(|vertex| minus(&vertex, &origin)),
            _ => rows,
        };
        let is_simplex = kind != ShapeKind2::Parallelogram;
        Self { origin, edges: [a, b, exact(Vec3::Z)], count: 2, is_simplex }
    }

    /// Where the ray meets the frame, and whether it meets the interior.
    pub fn contact(&self, from: Vec3, way: Vec3) -> Option<(Verdict, ContactInterval)> {
        let (offset, way) = (minus(&exact(from), &self.origin), exact(way));
        let [a, b, c] = &self.edges;
        let whole = determinant(a, b, c);
        let shares = |v: &Whole| {
            let all = [determinant(v, b, c), determinant(a, v, c), determinant(a, b, v)];
            all.map(|share| share / &whole)[..self.count].to_vec()
        };
        let shares: Vec<(RBig, RBig)> = shares(&offset).into_iter().zip(shares(&way)).collect();
        // What is not negative within the frame: a number at `t = 0`, and how it changes.
        let rest = |(at, slope): (RBig, RBig)| (RBig::ONE - at, -slope);
        let mut limits = shares.clone();
        if self.is_simplex {
            let zero = (RBig::ZERO, RBig::ZERO);
            limits.push(rest(shares.into_iter().fold(zero, |(p, q), (x, y)| (p + x, q + y))));
        } else {
            limits.extend(shares.into_iter().map(rest));
        }
        let (mut first, mut last) = (RBig::ZERO, RBig::ONE);
        for (at, slope) in &limits {
            if *slope == RBig::ZERO {
                if *at < RBig::ZERO {
                    return None;
                }
                continue;
            }
            let root = -at / slope;
            if *slope > RBig::ZERO {
                first = first.max(root);
            } else {
                last = last.min(root);
            }
        }
        if first > last {
            return None;
        }
        let middle = (&first + &last) / RBig::from(2);
        let is_within = limits.iter().all(|(at, slope)| at + slope * &middle > RBig::ZERO);
        let verdict = if is_within { Verdict::Overlapping } else { Verdict::Touching };
        let last = -f32_below(&-last) + 0.0;
        Some((verdict, ContactInterval { first: f32_below(&first), last }))
    }
}

/// Holds what a tree says of a ray against the models of its frames. Returns how many touch and how
/// many overlap.
pub fn check(
    models: &[Model],
    (from, way): (Vec3, Vec3),
    all: &[FrameContact],
    first: Option<FrameContact>,
) -> [usize; 2] {
    let contact = |(frame, model): (u32, &Model)| {
        let (verdict, interval) = model.contact(from, way)?;
        Some(FrameContact { frame, verdict, interval })
    };
    let want: Vec<FrameContact> = (0..).zip(models).filter_map(contact).collect();
    assert_eq!(all, want, "{from:?} {way:?}");
    let signs = |contacts: &[FrameContact]| -> Vec<bool> {
        contacts.iter().map(|contact| contact.interval.first.is_sign_negative()).collect()
    };
    assert_eq!(signs(all), vec![false; want.len()], "{from:?} {way:?}");
    let time = |contact: &FrameContact| (contact.interval.first.to_bits(), contact.frame);
    assert_eq!(first, want.iter().copied().min_by_key(time), "{from:?} {way:?}");
    [Verdict::Touching, Verdict::Overlapping]
        .map(|verdict| want.iter().filter(|contact| contact.verdict == verdict).count())
}
