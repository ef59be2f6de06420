//! What may not change a verdict: the order of a pair, of edges and of axes, mirrors, powers of
//! two, a common way or place, and time that runs backwards.

use crate::common::answers::sweeps;
use crate::common::scene_model;
use crate::common::sweep::Sweep;
use crate::frames::{all_pairs, draw};
use crate::{driver, services};
use fastrand::Rng;
use motzkin::bytemuck::cast;
use motzkin::{ContactInterval, Frame3, Pair, ShapeKind, Wanted};

/// A map of frames that changes no verdict, where it is exact.
type Symmetry = Box<dyn Fn(&Frame3) -> Option<Frame3>>;

/// A sum, where it is exact.
fn sum(a: f32, b: f32) -> Option<f32> {
    let sum = a + b;
    let [a, b, whole] = [a, b, sum].map(f64::from);
    (whole - a == b && whole - b == a && sum.is_finite()).then_some(sum)
}

/// Whether a row is a place, not an edge.
fn is_place(frame: &Frame3, row: usize) -> bool {
    row == 0 || frame.kind() == Ok(ShapeKind::TetraByVertices)
}

/// The frame elsewhere.
fn shifted(frame: &Frame3, by: [f32; 3]) -> Option<Frame3> {
    let mut rows = *frame.rows();
    for row in (0..4).filter(|row| is_place(frame, *row)) {
        for axis in 0..3 {
            rows[row][axis] = sum(rows[row][axis], by[axis])?;
        }
    }
    Some(cast(rows))
}

/// Every axis' number from another axis, velocities too.
fn turned(frame: &Frame3, order: [usize; 3], signs: [f32; 3]) -> Frame3 {
    let rows = *frame.rows();
    let mut out = rows;
    for axis in 0..3 {
        let (from, sign) = (order[axis], signs[axis]);
        (0..4).for_each(|row| out[row][axis] = sign * rows[row][from]);
        out[1 + axis][3] = sign * rows[1 + from][3];
    }
    cast(out)
}

/// The same solid with its edges, or all its vertices, in another order.
fn reordered(frame: &Frame3, order: [usize; 4]) -> Frame3 {
    let rows = *frame.rows();
    let mut out = rows;
    let all = frame.kind() == Ok(ShapeKind::TetraByVertices);
    let order: Vec<usize> = match all {
        true => order.into(),
        false => std::iter::once(0).chain(order.into_iter().filter(|row| *row > 0)).collect(),
    };
    for (row, from) in order.into_iter().enumerate() {
        out[row][..3].copy_from_slice(&rows[from][..3]);
    }
    cast(out)
}

/// Whole numbers of rows and velocities times a power of two, where none is rounded.
fn scaled(frame: &Frame3, power: i32) -> Option<Frame3> {
    let mut rows = *frame.rows();
    let tag = rows[0][3];
    for x in rows.as_flattened_mut() {
        let scaled = f64::from(*x) * 2.0_f64.powi(power);
        *x = Some(scaled as f32).filter(|x| f64::from(*x) == scaled && x.is_finite())?;
    }
    rows[0][3] = tag;
    Some(cast(rows))
}

fn with_velocity(frame: &Frame3, by: [f32; 3]) -> Option<Frame3> {
    let mut rows = *frame.rows();
    for axis in 0..3 {
        rows[1 + axis][3] = sum(rows[1 + axis][3], by[axis])?;
    }
    Some(cast(rows))
}

/// From where it ends to where it began.
fn reversed(frame: &Frame3) -> Option<Frame3> {
    let mut back = shifted(frame, frame.velocity().to_array())?;
    let mut rows = *back.rows();
    rows[1..].iter_mut().for_each(|row| row[3] = -row[3]);
    back = cast(rows);
    Some(back)
}

fn symmetries(rng: &mut Rng) -> Vec<(&'static str, Symmetry)> {
    let mut order = [0, 1, 2];
    rng.shuffle(&mut order);
    let mut rows = [0, 1, 2, 3];
    rng.shuffle(&mut rows);
    let signs = [0; 3].map(|_| if rng.bool() { 1.0 } else { -1.0 });
    let power = rng.i32(-140..=120);
    let whole = |rng: &mut Rng, reach: i32| [0; 3].map(|_| rng.i32(-reach..=reach) as f32);
    let reach = 1 << rng.u32(0..22);
    let (by, way) = (whole(rng, reach), whole(rng, 8));
    vec![
        ("axes and mirrors", Box::new(move |frame| Some(turned(frame, order, signs)))),
        ("order of edges", Box::new(move |frame| Some(reordered(frame, rows)))),
        ("a power of two", Box::new(move |frame| scaled(frame, power))),
        ("another place", Box::new(move |frame| shifted(frame, by))),
        ("a common velocity", Box::new(move |frame| with_velocity(frame, way))),
    ]
}

/// Small whole numbers with velocities, or any bits.
fn frames(rng: &mut Rng) -> Vec<Frame3> {
    if rng.u32(..3) == 0 {
        let mut frames = draw(rng, 6);
        frames.retain(|frame| frame.validate().is_ok());
        return frames;
    }
    let drawn = |_| {
        let way = [0; 3].map(|_| rng.i32(-3..=3) as f32);
        scene_model::frame(rng).with_velocity(way.into()).expect("finite")
    };
    (0..6).map(drawn).collect()
}

/// The ends of an interval seen from its other end, each to an ulp of 1.
fn is_reversed(a: Option<ContactInterval>, b: Option<ContactInterval>) -> bool {
    let near = |x: f32, y: f32| (f64::from(x) + f64::from(y) - 1.0).abs() < 2.0_f64.powi(-22);
    match (a, b) {
        (Some(a), Some(b)) => near(a.first, b.last) && near(a.last, b.first),
        (a, b) => a.is_none() && b.is_none(),
    }
}

#[test]
fn what_changes_no_verdict() {
    // The reference is a thousand times slower than the others.
    let services: Vec<_> = services().iter().filter(|(name, _)| name != "reference").collect();
    driver::run("symmetries", |rng| {
        let (name, service) = &services[rng.usize(..services.len())];
        let frames = frames(rng);
        let both = all_pairs(&[0, 1, 2, 3, 4, 5][..frames.len()]);
        let pairs: Vec<Pair> = both.iter().map(|[a, b]| Pair::new(*a, *b)).collect();
        let swapped: Vec<Pair> = pairs.iter().map(|pair| Pair::new(pair.b, pair.a)).collect();
        let at_rest = |frames: &[Frame3], pairs: &[Pair]| {
            service.verdicts(frames, pairs).expect("valid frames").into_vec()
        };
        let sweep = |frames: &[Frame3], pairs: &[Pair]| -> Vec<Sweep> {
            let query = service.query(frames, pairs).moving().wanted(Wanted::INTERVAL);
            sweeps(&query.run().expect("valid frames"))
        };
        let (verdicts, swept) = (at_rest(&frames, &pairs), sweep(&frames, &pairs));
        assert_eq!(at_rest(&frames, &swapped), verdicts, "{name}, swapped: {frames:?}");
        assert_eq!(sweep(&frames, &swapped), swept, "{name}, swapped: {frames:?}");
        for (what, symmetry) in symmetries(rng) {
            let Some(images) = frames.iter().map(symmetry).collect::<Option<Vec<_>>>() else {
                continue;
            };
            assert_eq!(at_rest(&images, &pairs), verdicts, "{name}, {what}: {frames:?} {images:?}");
            assert_eq!(sweep(&images, &pairs), swept, "{name}, {what}: {frames:?} {images:?}");
        }
        let Some(images) = frames.iter().map(reversed).collect::<Option<Vec<_>>>() else { return };
        for (there, back) in swept.iter().zip(sweep(&images, &pairs)) {
            let same = there.verdict == back.verdict && is_reversed(there.interval, back.interval);
            assert!(same, "{name}, backwards: {there:?} {back:?}: {frames:?} {images:?}");
        }
    });
}
