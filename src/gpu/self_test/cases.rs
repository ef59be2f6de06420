//! The pairs, in families, with their exact verdicts.

use crate::geom::{Frame3, ShapeKind};
use crate::gpu::self_test::draw::{Draw, Solid, power};
use crate::gpu::self_test::verdicts;
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::stages::verdicts::ShapeMix;
use crate::verdict::Verdict;
use glam::DVec3;

/// The kinds of frames that the shaders test.
const KINDS: [ShapeKind; 3] = [ShapeKind::Cuboid, ShapeKind::Tetra, ShapeKind::TetraByVertices];

/// Pairs that are hard for one reason.
pub struct Family {
    /// The reason.
    pub name: &'static str,
    /// How many in a hundred a sound device decides at least.
    pub least: u32,
    /// `S`, `T` or `O` for each pair: computed exactly, and compared by the tests.
    pub verdicts: &'static str,
    draw: fn(&mut Draw, [ShapeKind; 2]) -> Vec<[Solid; 2]>,
}

/// All of them.
pub const FAMILIES: [Family; 7] = [
    Family { name: "in general position", least: 90, verdicts: verdicts::RANDOM, draw: random },
    Family { name: "near contact", least: 0, verdicts: verdicts::CONTACT, draw: contact },
    Family { name: "touching on a lattice", least: 0, verdicts: verdicts::LATTICE, draw: lattice },
    Family {
        name: "of large and small numbers",
        least: 90,
        verdicts: verdicts::SCALES,
        draw: scales,
    },
    Family { name: "near the ends of f32", least: 0, verdicts: verdicts::ENDS, draw: ends },
    Family { name: "slivers", least: 0, verdicts: verdicts::SLIVERS, draw: slivers },
    Family { name: "a denormal apart", least: 0, verdicts: verdicts::DENORMALS, draw: denormals },
];

impl Family {
    /// The pairs, alike on every machine.
    pub fn pairs(&self) -> Vec<[Frame3; 2]> {
        let mut draw = Draw(self.name.len() as u64);
        let kinds = KINDS.into_iter().flat_map(|a| KINDS.map(|b| [a, b]));
        let solids = kinds.flat_map(|kinds| (self.draw)(&mut draw, kinds));
        solids.map(|pair| pair.map(|solid| solid.frame())).collect()
    }
}

/// A pair of the test.
pub struct Case {
    /// The index of its family.
    pub family: usize,
    /// The frames.
    pub frames: [Frame3; 2],
    /// The exact verdict.
    pub verdict: Verdict,
}

impl Case {
    /// The mix that the pair belongs to.
    pub(super) fn mix(&self) -> ShapeMix {
        let [a, b] = self.frames.each_ref().map(ShaderFrame::form);
        a.zip(b).map_or(ShapeMix::Any, |(a, b)| ShapeMix::of(a, b))
    }
}

/// Every pair of every family.
pub fn cases() -> Vec<Case> {
    let verdict = |letter: u8| match letter {
        b'S' => Verdict::Separate,
        b'T' => Verdict::Touching,
        _ => Verdict::Overlapping,
    };
    let of = |(number, family): (usize, &Family)| {
        let known = family.verdicts.bytes().map(verdict);
        let case = |(frames, verdict)| Case { family: number, frames, verdict };
        family.pairs().into_iter().zip(known).map(case).collect::<Vec<_>>()
    };
    FAMILIES.iter().enumerate().flat_map(of).collect()
}

fn one(draw: &mut Draw, kinds: [ShapeKind; 2]) -> [Solid; 2] {
    let [a, b] = kinds.map(|kind| draw.solid(kind));
    [a, Solid { origin: draw.vector(), ..b }]
}

fn random(draw: &mut Draw, kinds: [ShapeKind; 2]) -> Vec<[Solid; 2]> {
    (0..8).map(|_| one(draw, kinds)).collect()
}

/// The second solid with a corner on a face of the first, and moved off it along the normal.
fn on_a_face([a, b]: [Solid; 2], off: f64) -> [Solid; 2] {
    let across = a.edges[0].cross(a.edges[1]);
    let normal = if across.dot(a.edges[2]) > 0.0 { -across } else { across };
    let place = a.origin + 0.25 * (a.edges[0] + a.edges[1]) + normal * (off / normal.length());
    [a, Solid { origin: place - b.lowest(normal), ..b }]
}

/// An edge of each in the middle of the other's, their other edges turned away, and moved off.
fn on_an_edge([mut a, mut b]: [Solid; 2], off: f64) -> [Solid; 2] {
    let normal = a.edges[0].cross(b.edges[0]);
    let turned = |edge: &mut DVec3, away: bool| {
        if (edge.dot(normal) > 0.0) == away {
            *edge = -*edge;
        }
    };
    a.edges[1..].iter_mut().for_each(|edge| turned(edge, true));
    b.edges[1..].iter_mut().for_each(|edge| turned(edge, false));
    let place = a.origin + 0.5 * a.edges[0] + normal * (off / normal.length());
    [a, Solid { origin: place - 0.5 * b.edges[0], ..b }]
}

/// In contact but for rounding, an ulp off it, within the bands, and at their ends.
fn contact(draw: &mut Draw, kinds: [ShapeKind; 2]) -> Vec<[Solid; 2]> {
    let mut out = Vec::new();
    for touch in [on_a_face, on_an_edge, on_a_face, on_an_edge] {
        let pair = one(draw, kinds);
        out.push(touch(pair, 0.0));
        for exponent in [-23, -15, -12] {
            let off = power(exponent);
            out.extend([off, -off].map(|off| touch(pair, off)));
        }
    }
    out
}

/// Whole numbers on either side of a plane, with a corner, an edge or a face in it.
fn lattice(draw: &mut Draw, kinds: [ShapeKind; 2]) -> Vec<[Solid; 2]> {
    let mut solid = |kind, flat: usize, side: f64| {
        loop {
            let edges: [DVec3; 3] = std::array::from_fn(|i| {
                let rise = if i < flat { 0.0 } else { side * draw.whole(1, 3) };
                let (x, y) = (draw.whole(-3, 3), draw.whole(-3, 3));
                DVec3::new(x + rise, y - x, rise - y)
            });
            let solid = Solid { kind, origin: DVec3::new(3.0, -1.0, 2.0), edges };
            if solid.determinant() != 0.0 {
                return solid;
            }
        }
    };
    let pair = |flat: [usize; 2]| [solid(kinds[0], flat[0], 1.0), solid(kinds[1], flat[1], -1.0)];
    [[0, 0], [0, 1], [1, 1], [2, 2]].map(pair).into()
}

fn scales(draw: &mut Draw, kinds: [ShapeKind; 2]) -> Vec<[Solid; 2]> {
    let pair = |exponent| one(draw, kinds).map(|solid| solid.scaled(exponent));
    [-57, -40, -20, 20, 40, 57].map(pair).into()
}

fn ends(draw: &mut Draw, kinds: [ShapeKind; 2]) -> Vec<[Solid; 2]> {
    let pair = |exponent| one(draw, kinds).map(|solid| solid.scaled(exponent));
    [-120, -90, 90, 120].map(pair).into()
}

fn slivers(draw: &mut Draw, kinds: [ShapeKind; 2]) -> Vec<[Solid; 2]> {
    let mut thin = || {
        one(draw, kinds).map(|solid| {
            let [a, b, c] = solid.edges;
            Solid { edges: [a, b / 256.0, c / 131_072.0], ..solid }
        })
    };
    let off = power(-20);
    vec![
        on_a_face(thin(), off),
        on_a_face(thin(), -off),
        on_an_edge(thin(), off),
        on_an_edge(thin(), -off),
    ]
}

/// A face in the plane `x = 0`, and a corner as good as in it.
fn denormals(draw: &mut Draw, kinds: [ShapeKind; 2]) -> Vec<[Solid; 2]> {
    let pair = |denormals: f64| {
        let [mut a, mut b] = one(draw, kinds);
        a.origin = DVec3::ZERO;
        a.edges = [DVec3::new(0.0, 1.0, 0.25), DVec3::new(0.0, 0.25, 1.0), a.edges[2]];
        a.edges[2].x = -a.edges[2].x.abs() - 0.125;
        b.edges.iter_mut().for_each(|edge| edge.x = edge.x.abs() + 0.125);
        b.origin = DVec3::new(denormals * power(-149), 0.3125, 0.3125);
        [a, b]
    };
    [1.0, -1.0, 1_000_000.0, -1_000_000.0].map(pair).into()
}
