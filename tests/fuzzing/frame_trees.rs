//! Trees of frames of any bits that are asked what meets a frame, a box, or a frame on its way:
//! against every frame in turn, by the oracles.

use crate::common::oracle::fault_of_range;
use crate::common::{hull, moving, oracle, plane as planar};
use crate::{driver, frames, plane};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::Vec3;
use motzkin::tree::frames::{FrameContact, FrameHit, FrameTree, FrameTreeError};
use motzkin::{Aabb, Frame2, Frame3, Pair, PolytopeSet, Verdict};
use motzkin_core::Frame;

/// A frame that the oracles judge.
trait Judged: Frame {
    /// Whether it is a frame, its velocity included.
    fn is_valid(&self) -> bool;
    /// The verdict at rest.
    fn at_rest(&self, other: &Self) -> Verdict;
    /// The verdict and the contacts with a frame at rest while this one moves.
    fn on_its_way(&self, other: &Self) -> (Verdict, Option<[RBig; 2]>);
    /// A corner by any number, rounded.
    fn corner(&self, number: usize) -> Vec3;
    /// This frame on its way to another one, or so many times as far.
    fn towards(&self, other: &Self, times: f32) -> Self;
}

impl Judged for Frame3 {
    fn is_valid(&self) -> bool {
        frames::is_valid(self) && self.velocity().is_finite()
    }
    fn at_rest(&self, other: &Self) -> Verdict {
        oracle::verdict(self, other)
    }
    fn on_its_way(&self, other: &Self) -> (Verdict, Option<[RBig; 2]>) {
        let truth = moving::judge(self, &other.resting());
        (truth.verdict, truth.interval)
    }
    fn corner(&self, number: usize) -> Vec3 {
        let corners = self.corners();
        corners[number % corners.len()].as_vec3()
    }
    fn towards(&self, other: &Self, times: f32) -> Self {
        self.with_velocity((other.origin() - self.origin()) * times).unwrap_or(*self)
    }
}

impl Judged for Frame2 {
    fn is_valid(&self) -> bool {
        plane::is_valid(self)
    }
    fn at_rest(&self, other: &Self) -> Verdict {
        planar::oracle::judge(&self.resting(), &other.resting()).verdict
    }
    fn on_its_way(&self, other: &Self) -> (Verdict, Option<[RBig; 2]>) {
        let truth = planar::oracle::judge(self, &other.resting());
        (truth.verdict, truth.interval)
    }
    fn corner(&self, number: usize) -> Vec3 {
        let corners = self.corners();
        corners[number % corners.len()].as_vec2().extend(0.0)
    }
    fn towards(&self, other: &Self, times: f32) -> Self {
        self.with_velocity((other.origin() - self.origin()) * times).unwrap_or(*self)
    }
}

/// What meets, by the verdicts of all frames.
fn hits(verdicts: impl Iterator<Item = Verdict>) -> Vec<FrameHit> {
    let hit = |(frame, verdict)| FrameHit { frame, verdict };
    (0..).zip(verdicts).map(hit).filter(|hit| hit.verdict.meets()).collect()
}

/// A box between corners of frames, flat now and then, or of any bits.
fn ends<F: Judged>(rng: &mut Rng, frames: &[F]) -> [[f32; 2]; 3] {
    let corner = |rng: &mut Rng| frames[rng.usize(..frames.len())].corner(rng.usize(..8));
    let [from, to] = [0; 2].map(|_| corner(rng));
    [0, 1, 2].map(|axis| {
        if axis >= F::DIMENSION {
            return [0.0; 2];
        }
        let (p, q) = match rng.u32(..16) {
            0..4 => (from[axis], from[axis]),
            4 => (from[axis], from[axis].next_up()),
            5 => (from[axis], f32::from_bits(rng.u32(..))),
            _ => (from[axis], to[axis]),
        };
        if p <= q { [p, q] } else { [q, p] }
    })
}

/// Holds what lies in a box to the hulls of its corners and of each frame.
fn hold_box<F: Judged>(rng: &mut Rng, tree: &FrameTree<F>, frames: &[F]) {
    let ends = ends(rng, frames);
    let told = tree.in_box(&F::Aabb::from_ends(|axis| ends[axis]));
    let is_finite = ends.as_flattened().iter().all(|end| end.is_finite());
    assert_eq!(told.is_ok(), is_finite, "{told:?}: {ends:?}");
    let Ok(found) = told else { return };
    let corner = |bits: usize| Vec3::from([0, 1, 2].map(|axis| ends[axis][bits >> axis & 1]));
    let mut set = PolytopeSet::new();
    let asked = set.push(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).expect("finite points");
    let verdicts = frames.iter().map(|frame| {
        let other = frame.resting().push_to(&mut set).expect("a valid frame");
        hull::oracle::verdict(&set, Pair::new(asked, other))
    });
    assert_eq!(found, hits(verdicts), "{ends:?}: {frames:?}");
}

/// Holds the contacts of a moving frame to those with each frame, and the first to the first.
fn hold_way<F: Judged>(tree: &FrameTree<F>, own: &F, frames: &[F]) {
    let (all, first) = (tree.contacts(own), tree.first_contact(own));
    let told = [all.is_ok(), first.is_ok()];
    assert_eq!(told, [own.is_valid(); 2], "{all:?} {first:?}: {own:?}");
    let (Ok(all), Ok(first)) = (all, first) else { return };
    let mut want = Vec::new();
    for (frame, other) in (0..).zip(frames) {
        let (verdict, interval) = own.on_its_way(other);
        if let Some([from, to]) = interval {
            want.push((frame, verdict, [from, to]));
        }
    }
    let names = |contact: &FrameContact| (contact.frame, contact.verdict);
    let wanted = want.iter().map(|(frame, verdict, _)| (*frame, *verdict));
    assert!(all.iter().map(names).eq(wanted), "{all:?}: {own:?} {frames:?}");
    for (contact, (.., [from, to])) in all.iter().zip(&want) {
        let ends = [contact.interval.first, contact.interval.last];
        assert_eq!(fault_of_range(ends, [from, to]), None, "{own:?}: {frames:?}");
    }
    let is_positive = |contact: &FrameContact| {
        [contact.interval.first, contact.interval.last].iter().all(|time| time.is_sign_positive())
    };
    assert!(all.iter().all(is_positive), "{all:?}: {own:?} {frames:?}");
    let time = |contact: &FrameContact| (contact.interval.first.to_bits(), contact.frame);
    assert_eq!(first, all.iter().copied().min_by_key(time), "{own:?}: {frames:?}");
}

/// A case. One in so many also asks about a frame on its way.
fn hold<F: Judged>(rng: &mut Rng, draw: fn(&mut Rng) -> Vec<F>, moving: u32) {
    let drawn = draw(rng);
    let named = match FrameTree::new(&drawn) {
        Ok(_) => None,
        Err(FrameTreeError::Frame { frame, .. }) => Some(frame),
        Err(error) => panic!("{error}: {drawn:?}"),
    };
    let is_frame = |frame: &F| frame.resting().is_valid();
    assert_eq!(named, drawn.iter().position(|frame| !is_frame(frame)), "{drawn:?}");
    let mut frames = drawn.clone();
    frames.retain(is_frame);
    let mut tree = FrameTree::new(&frames).expect("valid frames");
    let mut others = draw(rng);
    others.retain(is_frame);
    if !others.is_empty() && rng.bool() {
        let before: Vec<F> = others.iter().cycle().take(frames.len()).copied().collect();
        tree = FrameTree::new(&before).expect("valid frames");
        tree.update(&frames).expect("as many valid frames");
    }
    // What is refused changes nothing.
    let told = tree.update(&drawn);
    assert_eq!(told.is_ok(), drawn.len() == frames.len(), "{told:?}: {drawn:?}");
    if let Some((_, fewer)) = frames.split_first() {
        assert!(tree.update(fewer).is_err(), "{frames:?}");
    }
    assert_eq!(tree.frames(), frames.iter().map(F::resting).collect::<Vec<F>>());

    for _ in 0..2 {
        let own = drawn[rng.usize(..drawn.len())];
        let told = tree.meeting(&own);
        assert_eq!(told.is_ok(), own.is_valid(), "{told:?}: {own:?}");
        let Ok(found) = told else { continue };
        let verdicts = frames.iter().map(|other| own.at_rest(other));
        assert_eq!(found, hits(verdicts), "{own:?}: {frames:?}");
    }
    if frames.is_empty() {
        return;
    }
    if rng.bool() {
        hold_box(rng, &tree, &frames);
    }
    if rng.u32(..moving) == 0 {
        let own = drawn[rng.usize(..drawn.len())];
        let other = frames[rng.usize(..frames.len())];
        let times = [0.5, 1.0, 2.0][rng.usize(..3)];
        let own = if rng.bool() { own.towards(&other, times) } else { own };
        hold_way(&tree, &own, &frames);
    }
}

#[test]
fn questions_in_space() {
    driver::run("frame-trees", |rng| hold::<Frame3>(rng, |rng| frames::draw(rng, 5), 4));
}

#[test]
fn questions_in_the_plane() {
    driver::run("frame-trees-in-plane", |rng| {
        hold::<Frame2>(rng, |rng| plane::draw(rng, 6, true), 1)
    });
}
