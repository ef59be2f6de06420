//! Symmetries of convex hulls. What maps their points may be their transform, too.

use super::bodies::{Body, Kind, hold};
use super::maps::{Map, middle, whole};
use crate::{distances, driver, hulls};
use fastrand::Rng;
use motzkin::PolytopeSet;
use motzkin::glam::{Affine3A, Vec3};

pub struct Hulls;

impl Kind<3> for Hulls {
    type Shapes = PolytopeSet;

    fn shapes(&self, bodies: &[Body<3>]) -> PolytopeSet {
        let mut set = PolytopeSet::new();
        for body in bodies {
            push(&mut set, body);
        }
        set
    }

    /// Points in another order, twice, and between others.
    fn reworded(&self, rng: &mut Rng, body: &Body<3>) -> Body<3> {
        let mut other = body.clone();
        while !body.rows.is_empty() && rng.bool() {
            let [a, b] = [0; 2].map(|_| body.rows[rng.usize(..body.rows.len())]);
            other.rows.push(middle(a, b).unwrap_or(a));
        }
        other.reordered(rng)
    }

    /// What a transform does is not rounded, so that it serves where an image would be.
    fn images(&self, rng: &mut Rng, bodies: &[Body<3>], map: &Map<3>) -> Option<PolytopeSet> {
        let mut set = PolytopeSet::new();
        for body in bodies {
            if let Some(image) = body.mapped(map).filter(|_| rng.bool()) {
                push(&mut set, &image);
                continue;
            }
            let velocity = map.velocity(body.velocity)?;
            let transform = transform(map, body.velocity)?;
            let index = push(&mut set, &Body { velocity, ..body.clone() });
            set.set_transform(index, transform).expect("a map flattens nothing");
        }
        Some(set)
    }
}

fn push(set: &mut PolytopeSet, body: &Body<3>) -> u32 {
    let points: Vec<Vec3> = body.rows.iter().copied().map(Vec3::from).collect();
    let index = set.push(&points).expect("finite points");
    set.set_velocity(index, body.velocity.into()).expect("a finite velocity");
    index
}

/// What a map does to the points of a hull of this velocity.
fn transform(map: &Map<3>, velocity: [f32; 3]) -> Option<Affine3A> {
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| map.edge(axis.to_array()));
    let columns = [x?, y?, z?, map.place([0.0; 3], velocity)?];
    Some(Affine3A::from_cols_array_2d(&columns))
}

/// A few points of small whole numbers, some of them in a plane.
pub fn small(rng: &mut Rng) -> Body<3> {
    let mut rows: Vec<[f32; 3]> = (0..rng.usize(..9)).map(|_| whole(rng, 3)).collect();
    if rng.u32(..4) == 0 {
        let axis = rng.usize(..3);
        rows.iter_mut().for_each(|row| row[axis] = 1.0);
    }
    Body { tag: 0.0, rows, has_edges: false, velocity: whole(rng, 3) }
}

/// Points of any bits.
fn any(rng: &mut Rng) -> Vec<Body<3>> {
    let (mut set, mut pairs) = distances::draw(rng);
    pairs.truncate(3);
    hulls::set_off(rng, &mut set, &pairs);
    let body = |index: u32| {
        let (rows, velocity) = (set.vertices_of(index).to_vec(), set.velocities()[index as usize]);
        Body { tag: 0.0, rows, has_edges: false, velocity }
    };
    pairs.iter().flat_map(|pair| [pair.a, pair.b]).map(body).collect()
}

#[test]
fn what_changes_no_verdict_of_hulls() {
    driver::run("symmetries-of-hulls", |rng| {
        let bodies = match rng.u32(..3) {
            0 => any(rng),
            _ => (0..6).map(|_| small(rng)).collect(),
        };
        hold(rng, &Hulls, &bodies);
    });
}
