//! Questions to a tree of frames, against every frame in turn.

use crate::common::moving;
use crate::common::scene_model::frame;
use crate::common::seed::{draw_until, goes_on, rng};
use crate::common::{hull, oracle, plane};
use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin::tree::frames::{FrameContact, FrameHit, FrameTree, FrameTreeError};
use motzkin::{Aabb2, Aabb3, Frame2, Frame3, Pair, PolytopeSet, Verdict};
use motzkin_core::num::f32_below;

const COUNT: usize = 150;

fn whole(rng: &mut Rng, reach: i32) -> Vec3 {
    Vec3::new(0.0, 0.0, 0.0).map(|_| rng.i32(-reach..=reach) as f32)
}

fn placed(rng: &mut Rng) -> Frame3 {
    let shift = whole(rng, 7);
    frame(rng).posed(&motzkin::Pose::at(shift).expect("finite")).expect("a frame that is valid")
}

fn frames(rng: &mut Rng) -> Vec<Frame3> {
    (0..COUNT).map(|_| placed(rng)).collect()
}

/// Every frame that meets what `judge` is about.
fn all(judge: impl Fn(usize) -> Verdict) -> Vec<FrameHit> {
    let hit = |frame: usize| FrameHit { frame: frame as u32, verdict: judge(frame) };
    (0..COUNT).map(hit).filter(|hit| hit.verdict.meets()).collect()
}

#[test]
fn what_meets_a_frame_a_box_and_a_point() {
    let mut rng = rng("frame tree");
    let mut frames = frames(&mut rng);
    let mut tree = FrameTree::new(&frames).expect("valid");
    let (mut met, mut inside, mut round) = (0, 0, 0);
    while goes_on(round, 20, met > 20 && inside > 20) {
        let own = placed(&mut rng);
        let want = all(|i| oracle::verdict(&own, &frames[i]));
        assert_eq!(tree.meeting(&own).expect("valid"), want);
        met += want.len();

        // Boxes that may be flat, and points, as hulls of their corners.
        let (low, size) = (whole(&mut rng, 7), whole(&mut rng, 1).abs() * 3.0);
        let high = low + size * (round % 2) as f32;
        let mut set = PolytopeSet::new();
        let corner = |bits: usize| {
            Vec3::from_array([0, 1, 2].map(|i| if bits >> i & 1 == 0 { low[i] } else { high[i] }))
        };
        set.push(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).expect("finite");
        for frame in &frames {
            set.push_frame(frame).expect("valid");
        }
        let want = all(|i| hull::oracle::verdict(&set, Pair::new(0, i as u32 + 1)));
        assert_eq!(tree.in_box(&Aabb3 { min: low, max: high }).expect("finite"), want);
        if low == high {
            assert_eq!(tree.at(low).expect("finite"), want);
        }
        inside += want.len();

        // Some frames move on.
        for _ in 0..10 {
            frames[rng.usize(..COUNT)] = placed(&mut rng);
        }
        tree.update(&frames).expect("as many");
        round += 1;
    }
    assert!(met > 20 && inside > 20, "{met}, {inside}");
}

/// The contacts of a moving frame, and the first of them.
#[test]
fn contacts_of_moving_frames() {
    let draw = |rng: &mut Rng| {
        let frames = frames(rng);
        let moving = (0..12).map(|_| {
            let speed = whole(rng, 9);
            placed(rng).with_velocity(speed).expect("finite")
        });
        let moving: Vec<Frame3> = moving.collect();
        let want: Vec<Vec<FrameContact>> =
            moving.iter().map(|own| contacts(own, &frames)).collect();
        (frames, moving, want)
    };
    let enough = |drawn: &(Vec<Frame3>, Vec<Frame3>, Vec<Vec<FrameContact>>)| {
        drawn.2.iter().filter(|contacts| contacts.len() > 1).count() > 4
    };
    let (frames, moving, want) = draw_until("contacts of frames", draw, enough);
    let tree = FrameTree::new(&frames).expect("valid");
    for (own, want) in moving.iter().zip(want) {
        assert_eq!(tree.contacts(own).expect("valid"), want);
        let time = |contact: &FrameContact| (contact.interval.first.to_bits(), contact.frame);
        let first = want.iter().copied().min_by_key(time);
        assert_eq!(tree.first_contact(own).expect("valid"), first);
    }
}

fn contacts(own: &Frame3, frames: &[Frame3]) -> Vec<FrameContact> {
    let mut out = Vec::new();
    for (number, other) in frames.iter().enumerate() {
        let other = other.with_velocity(Vec3::ZERO).expect("finite");
        let truth = moving::judge(own, &other);
        if let Some([first, last]) = truth.interval {
            let last = -f32_below(&-last);
            let interval = motzkin::ContactInterval { first: f32_below(&first) + 0.0, last };
            out.push(FrameContact { frame: number as u32, verdict: truth.verdict, interval });
        }
    }
    out
}

/// Rays against a plain test of slabs in whole numbers: boxes of even corners, and ways of powers
/// of two, so that every time is exact.
#[test]
fn rays() {
    let mut rng = rng("rays");
    let mut boxes = Vec::new();
    for _ in 0..COUNT {
        let low = whole(&mut rng, 20);
        boxes.push(Aabb3 { min: low, max: low + Vec3::ONE + whole(&mut rng, 3).abs() });
    }
    let frame = |aabb: &Aabb3| Frame3::aligned_box(aabb.min, aabb.max).expect("a box");
    let tree = FrameTree::new(&boxes.iter().map(frame).collect::<Vec<_>>()).expect("valid");
    let (mut asked, mut met) = (0, 0);
    while goes_on(asked, 200, met > 100) {
        asked += 1;
        let (origin, way) = (whole(&mut rng, 20), whole(&mut rng, 1) * 32.0);
        let times = |aabb: &Aabb3| -> Option<[f32; 2]> {
            let (mut first, mut last) = (0.0_f32, 1.0_f32);
            for axis in 0..3 {
                let ends = [aabb.min[axis] - origin[axis], aabb.max[axis] - origin[axis]];
                if way[axis] == 0.0 {
                    if ends[0] > 0.0 || ends[1] < 0.0 {
                        return None;
                    }
                    continue;
                }
                let [p, q] = ends.map(|end| end / way[axis]);
                (first, last) = (first.max(p.min(q)), last.min(p.max(q)));
            }
            (first <= last).then_some([first, last])
        };
        let want: Vec<(u32, [f32; 2])> =
            (0..).zip(&boxes).filter_map(|(i, aabb)| Some((i, times(aabb)?))).collect();
        let told = |contact: &FrameContact| {
            (contact.frame, [contact.interval.first, contact.interval.last])
        };
        let found = tree.on_ray(origin, way).expect("finite");
        assert_eq!(found.iter().map(told).collect::<Vec<_>>(), want, "{origin} {way}");
        let first = want.iter().min_by(|a, b| a.1[0].total_cmp(&b.1[0]).then(a.0.cmp(&b.0)));
        let found = tree.first_on_ray(origin, way).expect("finite");
        assert_eq!(found.as_ref().map(told), first.copied(), "{origin} {way}");
        met += want.len();
    }
    assert!(met > 100, "{met}");
}

#[test]
fn frames_in_the_plane() {
    let mut rng = rng("frame tree in the plane");
    let mut draw = |speed: f32| {
        let kind = plane::KINDS[rng.usize(..plane::KINDS.len())];
        let frame = plane::random_frame(&mut rng, kind, 1.5, 9.0);
        let way = Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * speed;
        frame.with_velocity(way).expect("finite")
    };
    let frames: Vec<Frame2> = (0..COUNT).map(|_| draw(0.0)).collect();
    let tree = FrameTree::new(&frames).expect("valid");
    for _ in 0..10 {
        let own = draw(12.0);
        let found = tree.contacts(&own).expect("valid");
        let truths = frames.iter().map(|frame| plane::oracle::judge(&own, frame));
        let want: Vec<(u32, Verdict)> =
            (0..).zip(truths.map(|truth| truth.verdict)).filter(|hit| hit.1.meets()).collect();
        let told: Vec<_> = found.iter().map(|contact| (contact.frame, contact.verdict)).collect();
        assert_eq!(told, want);
        let first = tree.first_contact(&own).expect("valid");
        let least = found.iter().map(|contact| contact.interval.first).reduce(f32::min);
        assert_eq!(first.map(|contact| contact.interval.first), least);
        let origin = own.row(0);
        assert!(tree.at(origin).expect("finite").iter().all(|hit| {
            tree.in_box(&Aabb2 { min: origin, max: origin }).expect("finite").contains(hit)
        }));
    }
}

/// Beyond the range of `f32`, and what is refused.
#[test]
fn hard_input() {
    let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::X * x + Vec3::ONE).expect("a box");
    let huge =
        Frame3::cuboid(Vec3::splat(-f32::MAX), [Vec3::X, Vec3::Y, Vec3::Z].map(|e| e * f32::MAX));
    let tree = FrameTree::new(&[cube(9.0), huge.expect("valid"), cube(2.0)]).expect("valid");
    let first = tree.first_on_ray(Vec3::ONE, Vec3::X * f32::MAX).expect("finite");
    assert_eq!(first.map(|contact| contact.frame), Some(2));
    let first = tree.first_on_ray(Vec3::splat(1e38), Vec3::splat(-3e38)).expect("finite");
    assert_eq!(first.map(|contact| contact.frame), Some(1));
    assert!(matches!(tree.at(Vec3::NAN), Err(FrameTreeError::Asked(_))));
    let endless = Aabb3 { min: Vec3::ZERO, max: Vec3::INFINITY };
    assert!(matches!(tree.in_box(&endless), Err(FrameTreeError::Asked(_))));
    let about = Vec3::new(9.5, 0.5, 0.5);
    for low in [about, about.with_z(0.75)] {
        let is_empty = tree.in_box(&Aabb3 { min: low, max: about }).expect("finite").is_empty();
        assert_eq!(is_empty, low != about, "a box that begins behind its end has no point");
    }
    let mut tree = FrameTree::new(&[cube(0.0)]).expect("valid");
    assert!(matches!(tree.update(&[]), Err(FrameTreeError::Broad(_))));
    let flat: Frame3 = bytemuck::cast([0.0_f32; 16]);
    let told = FrameTree::new(&[cube(0.0), flat]).map(|_| ());
    assert!(matches!(told, Err(FrameTreeError::Frame { frame: 1, .. })), "{told:?}");
    assert!(matches!(tree.meeting(&flat), Err(FrameTreeError::Asked(_))));
    let none = FrameTree::<Frame3>::new(&[]).expect("empty");
    assert_eq!(none.first_contact(&cube(0.0)), Ok(None));
    assert_eq!(none.at(Vec3::ZERO), Ok(vec![]));
}
