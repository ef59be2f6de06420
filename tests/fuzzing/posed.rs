//! Hulls under transforms and in poses of any bits: what is refused, and every engine against the
//! oracles.

use crate::bits::{Numbers, rows};
use crate::common::cases::power_of_two;
use crate::common::hull::moving::MovingHulls;
use crate::common::hull::{Scene, oracle};
use crate::common::oracle::{cross, denormals, dot};
use crate::{distances, driver, frames, hulls, plane, services};
use dashu_int::IBig;
use fastrand::Rng;
use motzkin::glam::{Affine3A, Quat, Vec2, Vec3};
use motzkin::{Aabb3, Pair, PolytopeError, PolytopeSet, Pose, Pose2, Wanted};

/// A hull before it is in a set.
struct Hull {
    points: Vec<[f32; 3]>,
    /// Those of its transform, the last of which is the translation.
    columns: [[f32; 3]; 4],
}

/// How the hulls of a case are drawn.
struct Kind {
    points: Numbers,
    columns: Numbers,
    /// All lies in the plane `z = 0`, which the transforms keep.
    is_flat: bool,
}

impl Kind {
    fn draw(rng: &mut Rng) -> Self {
        let mut numbers = || match rng.bool() {
            true => Numbers::Whole { power: 0 },
            false => Numbers::draw(rng),
        };
        let (points, columns) = (numbers(), numbers());
        Self { points, columns, is_flat: rng.u32(..4) == 0 }
    }

    /// How many axes there are.
    fn axes(&self) -> usize {
        if self.is_flat { 2 } else { 3 }
    }

    fn hull(&self, rng: &mut Rng) -> Hull {
        let is_whole = matches!(self.points, Numbers::Whole { .. });
        let count = if is_whole && rng.u32(..8) == 0 { 10 } else { rng.usize(..=5) };
        let mut point = || [0; 3].map(|_| self.points.number(rng));
        let mut points: Vec<[f32; 3]> = (0..count).map(|_| point()).collect();
        points.retain(|point| point.iter().all(|x| x.is_finite()));
        let mut columns = self.columns(rng);
        if self.is_flat {
            points.iter_mut().for_each(|point| point[2] = 0.0);
            for column in [0, 1, 3] {
                columns[column][2] = 0.0;
            }
        }
        Hull { points, columns }
    }

    /// Stretches, mirrors, shears, transforms that are nearly flat, and any others.
    fn columns(&self, rng: &mut Rng) -> [[f32; 3]; 4] {
        let mut columns: [[f32; 3]; 4] = rows(rng, self.columns);
        let (column, axis) = (rng.usize(..self.axes()), rng.usize(..self.axes()));
        let kept = columns[column][axis];
        match rng.u32(..6) {
            kind @ 0..2 => {
                let mut order = [0_usize, 1, 2];
                rng.shuffle(&mut order[..self.axes()]);
                for (column, axis) in order.into_iter().enumerate() {
                    let any = columns[column][axis];
                    let power = power_of_two(rng.i32(-3..=3)).copysign(any);
                    columns[column] = [0.0; 3];
                    columns[column][axis] = if kind == 0 { any } else { power };
                }
            }
            2 => {
                columns[..3].copy_from_slice(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
                columns[column][axis] = kept;
            }
            3 => {
                let last = self.axes() - 1;
                let (a, b) = (columns[0], columns[last - 1]);
                columns[last] = [0, 1, 2].map(|axis| a[axis] + b[axis]);
                if rng.u32(..4) > 0 {
                    columns[last][axis] = columns[last][axis].next_up();
                }
            }
            _ => {}
        }
        columns
    }

    /// Gives a hull the transform of another one and some of its points, told by other numbers:
    /// axes change places, and a power of two goes from the points to a column.
    fn share(&self, rng: &mut Rng, hull: &mut Hull, other: &Hull) {
        let shift = hull.columns[3];
        hull.columns = other.columns;
        if rng.u32(..4) == 0 {
            hull.columns[3] = shift;
        }
        hull.points.truncate(2);
        hull.points.extend(other.points.iter().filter(|_| rng.bool()));
        let axis = rng.usize(..self.axes());
        hull.columns.swap(0, axis);
        hull.points.iter_mut().for_each(|point| point.swap(0, axis));
        let (axis, by) = (rng.usize(..3), power_of_two(rng.i32(-30..=30)));
        let is_exact = hull.points.iter().all(|point| point[axis] * by / by == point[axis])
            && hull.columns[axis].iter().all(|x| x / by * by == *x);
        if is_exact {
            hull.points.iter_mut().for_each(|point| point[axis] *= by);
            hull.columns[axis].iter_mut().for_each(|x| *x /= by);
        }
    }

    /// Adds a hull, or the same as another one elsewhere, and returns its index.
    fn put(&self, rng: &mut Rng, set: &mut PolytopeSet, hull: &Hull) -> u32 {
        let of = match rng.u32(..8) {
            0 if !set.is_empty() => rng.u32(..set.len() as u32),
            1 => self.frame(rng, set).unwrap_or_else(|| self.push(set, hull)),
            _ => self.push(set, hull),
        };
        match rng.u32(..8) {
            0 => of,
            1 | 2 => self.pose(rng, set, of).unwrap_or(of),
            kind => transform(set, of, &hull.columns, kind < 5),
        }
    }

    fn push(&self, set: &mut PolytopeSet, hull: &Hull) -> u32 {
        let points: Vec<Vec3> = hull.points.iter().copied().map(Vec3::from).collect();
        let told = match self.is_flat {
            true => set.push_in_plane(&points.iter().map(|p| p.truncate()).collect::<Vec<_>>()),
            false => set.push(&points),
        };
        told.expect("finite points")
    }

    /// Adds a frame, if the numbers drawn make one.
    fn frame(&self, rng: &mut Rng, set: &mut PolytopeSet) -> Option<u32> {
        if self.is_flat {
            let frame = plane::draw(rng, 1, false)[0];
            let told = set.push_frame2(&frame);
            assert_eq!(told.is_ok(), plane::is_valid(&frame), "{told:?}: {frame:?}");
            return told.ok();
        }
        let frame = frames::draw(rng, 1)[0];
        let told = set.push_frame(&frame);
        assert_eq!(told.is_ok(), frames::is_valid(&frame), "{told:?}: {frame:?}");
        told.ok()
    }

    /// Puts a hull in a pose, if the numbers drawn make one, and returns its index.
    fn pose(&self, rng: &mut Rng, set: &mut PolytopeSet, of: u32) -> Option<u32> {
        let turns = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0; 4], [0.0, 0.0, 0.0, 1.0]];
        let mut turn: [f32; 4] = turns[rng.usize(..4)];
        if rng.bool() {
            turn = turn.map(|_| self.columns.number(rng));
        }
        let mut way = [0; 3].map(|_| self.columns.number(rng));
        let scale = match rng.bool() {
            true => power_of_two(rng.i32(-3..=3)),
            false => self.columns.number(rng),
        };
        if self.is_flat {
            turn[2..].fill(0.0);
            way[2] = 0.0;
        }
        let most = power_of_two(96);
        let is_pose = turn.iter().chain(&way).all(|x| x.is_finite())
            && turn != [0.0; 4]
            && (1.0 / most..=most).contains(&scale);
        let (posed, rows) = if self.is_flat {
            let pose = Pose2::new(Vec2::new(turn[0], turn[1]), Vec2::new(way[0], way[1]));
            let pose = pose.and_then(|pose| pose.scaled(scale));
            assert_eq!(pose.is_ok(), is_pose, "{pose:?}: {turn:?} {way:?} {scale:e}");
            let pose = pose.ok()?;
            let [[a, b, x], [c, d, y]] = *pose.rows();
            let rows = [[a, b, 0.0, x], [c, d, 0.0, y], [0.0, 0.0, 1.0, 0.0]];
            (set.push_posed2(of, &pose), rows)
        } else {
            let pose = Pose::new(Quat::from_array(turn), way.into());
            let pose = pose.and_then(|pose| pose.scaled(scale));
            assert_eq!(pose.is_ok(), is_pose, "{pose:?}: {turn:?} {way:?} {scale:e}");
            let pose = pose.ok()?;
            let posed = match rng.bool() {
                true => set.push_posed(of, &pose),
                false => set.set_pose(of, &pose).map(|()| of),
            };
            (posed, *pose.rows())
        };
        let index = posed.expect("a pose flattens nothing");
        let stored = set.polytopes()[index as usize].rows;
        assert_eq!(stored, rows.map(|row| row.map(|x| x as f32)), "{turn:?} {way:?} {scale:e}");
        Some(index)
    }
}

/// What is refused of a transform, in whole numbers.
fn refused(columns: &[[f32; 3]; 4], polytope: usize) -> Option<PolytopeError> {
    let mut places = (0..12).map(|i| (i / 4, i % 4));
    if let Some((row, column)) = places.find(|&(row, column)| !columns[column][row].is_finite()) {
        let value = columns[column][row];
        return Some(PolytopeError::Transform { polytope, row, column, value });
    }
    let [a, b, c, _] = columns.map(|column| column.map(denormals));
    let is_flat = dot(&a, &cross(&b, &c)) == IBig::ZERO;
    is_flat.then_some(PolytopeError::Collapsing { polytope })
}

/// Transforms a hull, or an instance of it, if that is not refused, and returns its index.
fn transform(set: &mut PolytopeSet, of: u32, columns: &[[f32; 3]; 4], in_place: bool) -> u32 {
    let (count, before) = (set.len(), set.polytopes()[of as usize]);
    let transform = Affine3A::from_cols_array_2d(columns);
    let (number, told) = match in_place {
        true => (of as usize, set.set_transform(of, transform).map(|()| of)),
        false => (count, set.push_instance(of, transform)),
    };
    let refused = refused(columns, number);
    // As texts: what is not a number is not even itself.
    let texts = [told.as_ref().err(), refused.as_ref()].map(|error| error.map(ToString::to_string));
    assert_eq!(texts[0], texts[1], "{columns:?}");
    let Ok(index) = told else {
        assert_eq!((set.len(), set.polytopes()[of as usize]), (count, before), "{columns:?}");
        return of;
    };
    let rows = [0, 1, 2].map(|row| columns.map(|column| column[row]));
    assert_eq!(set.polytopes()[index as usize].rows, rows);
    index
}

/// Six pairs of hulls.
fn draw(rng: &mut Rng) -> (PolytopeSet, Vec<Pair>) {
    let (kind, mut set) = (Kind::draw(rng), PolytopeSet::new());
    let (mut drawn, mut indices): (Vec<Hull>, Vec<u32>) = (Vec::new(), Vec::new());
    while indices.len() < 12 {
        let mut hull = kind.hull(rng);
        if let Some(other) = drawn.last().filter(|_| rng.bool()) {
            kind.share(rng, &mut hull, other);
        }
        indices.push(kind.put(rng, &mut set, &hull));
        drawn.push(hull);
    }
    (set, indices.chunks(2).map(|two| Pair::new(two[0], two[1])).collect())
}

/// The first hulls of all pairs, and the second ones, as sets of their own.
fn sides(set: &PolytopeSet, pairs: &[Pair]) -> [PolytopeSet; 2] {
    [0, 1].map(|side: usize| {
        let indices: Vec<u32> = pairs.iter().map(|pair| [pair.a, pair.b][side]).collect();
        let polytopes = indices.iter().map(|&index| set.polytopes()[index as usize]).collect();
        let part = PolytopeSet::from_parts(set.vertices().to_vec(), polytopes);
        let mut part = part.expect("parts of a set");
        for (i, &index) in (0..).zip(&indices) {
            let velocity = set.velocities()[index as usize];
            part.set_velocity(i, velocity.into()).expect("a finite velocity");
        }
        part
    })
}

/// Whether the box of a hull holds it.
fn is_boxed(set: &PolytopeSet, index: u32) -> bool {
    // In units of 2^-298; what is infinite lies beyond all vertices.
    let whole = |x: f32| match x.is_infinite() {
        true => IBig::from(x.signum() as i32) << 1000,
        false => denormals(x) << 149,
    };
    let Aabb3 { min, max } = set.aabb(index);
    let [min, max] = [min, max].map(|corner| corner.to_array().map(whole));
    let is_within = |vertex: &[IBig; 3]| {
        (0..3).all(|axis| min[axis] <= vertex[axis] && vertex[axis] <= max[axis])
    };
    oracle::vertices(set, index).iter().all(is_within)
}

#[test]
fn at_rest() {
    let services = services();
    driver::run("posed-hulls", |rng| {
        let (set, pairs) = draw(rng);
        let [a, b] = sides(&set, &pairs);
        let scene = Scene::new("posed hulls", set, pairs);
        for (i, pair) in scene.pairs.iter().enumerate() {
            let is_boxed = [pair.a, pair.b].map(|index| is_boxed(&scene.set, index));
            assert_eq!(is_boxed, [true; 2], "{}", scene.case(i));
        }
        // It takes a thousand times as long, and so does the oracle of points.
        let by_reference = rng.u32(..32) == 0;
        let asked = rng.usize(..services.len());
        for (at, (name, service)) in services.iter().enumerate() {
            let is_reference = name == "reference";
            if is_reference && !by_reference {
                continue;
            }
            let found = service.verdicts(&scene.set, &scene.pairs).expect("valid pairs");
            scene.demand(name, &found);
            if at != asked {
                continue;
            }
            let found = service.query_between(&a, &b).run().expect("as many hulls");
            scene.demand(&format!("{name}, two sets"), found.verdicts());
            if by_reference {
                distances::ask_points(name, service, &scene);
            }
            if rng.bool() {
                distances::ask_clearances(rng, name, service, &scene);
                continue;
            }
            let subset = if is_reference { Wanted::NOTHING } else { Wanted::SUBSET };
            distances::ask(name, service, &scene, Wanted::DISTANCE | subset);
        }
    });
}

#[test]
fn on_their_way() {
    let services = services();
    driver::run("moving-posed-hulls", |rng| {
        let (mut set, mut pairs) = draw(rng);
        pairs.truncate(3);
        hulls::set_off(rng, &mut set, &pairs);
        let [a, b] = sides(&set, &pairs);
        let scene = MovingHulls::new("moving posed hulls", set, pairs);
        // The reference takes a thousand times as long, and so does the oracle of points.
        let with_slow = rng.u32(..32) == 0;
        let asked = rng.usize(..services.len());
        for (at, (name, service)) in services.iter().enumerate() {
            if name == "reference" && !with_slow {
                continue;
            }
            let point = if with_slow && at == asked { Wanted::WITNESS } else { Wanted::NOTHING };
            hulls::ask(name, service, &scene, Wanted::INTERVAL | point);
            if at != asked {
                continue;
            }
            let query = service.query_between(&a, &b).moving().wanted(Wanted::INTERVAL);
            let answer = query.run().expect("as many hulls");
            hulls::demand(&format!("{name}, two sets"), &scene, &answer);
            if rng.u32(..4) == 0 {
                hulls::ask_clearances(rng, name, service, &scene);
            }
        }
    });
}
