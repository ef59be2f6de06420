//! Bounds of the frames of an object in a pose, which vectors find many at a time, and whether the
//! frames are known to be valid there.

use crate::Found;
use crate::digest::Digest;
use crate::draw::{self, Numbers, Style};
use glam::{Quat, Vec3};
use motzkin_core::geom::{Frame3, Pose, Solidity};
use motzkin_core::kernel::{Kdops, Outlines, SimdLevel, hull_of_near, near, sweep};

/// Objects of this many frames: three whole groups and a part of one.
const FRAMES: usize = 53;

/// Frames that are each an object of its own.
const ALONE: usize = 5000;

/// An object, and its pose.
struct Object {
    outlines: Outlines,
    solidity: Solidity,
    pose: Pose,
}

/// Objects, and a pose of each.
pub struct Scene {
    objects: Vec<Object>,
    /// Single frames, in poses to the ends of the range: of some of these it is not known whether
    /// the frame is valid.
    alone: Vec<Object>,
}

impl Object {
    fn new(frames: &[Frame3], pose: Pose) -> Self {
        let outlines = Outlines::new(frames.iter().copied());
        let solidity = frames.iter().map(Solidity::new).fold(Solidity::NOTHING, Solidity::and);
        Self { outlines, solidity, pose }
    }

    fn posed(&self, level: SimdLevel) -> Option<Kdops> {
        self.outlines.posed(level, &self.pose)
    }

    fn is_held(&self) -> bool {
        self.solidity.holds(&self.pose)
    }
}

impl Scene {
    pub fn new(style: Style) -> Self {
        let (mut frames, mut numbers) = (draw::frames::<Frame3>(style), Numbers::new(4));
        // Of one scale within an object.
        let size = |frame: &Frame3| frame.aabb().max.abs().max_element();
        frames.sort_by(|a, b| size(a).total_cmp(&size(b)));
        let mut object = |frames: &[Frame3], [scale, far]: [f32; 2]| {
            let [turn, way] = [(); 2].map(|()| numbers.direction());
            let turn = Quat::from_xyzw(turn.x, turn.y, turn.z, 0.5);
            let way = (way * (size(&frames[0]) * scale * far)).clamp(-Vec3::MAX, Vec3::MAX);
            let pose = Pose::new(turn, way).and_then(|pose| pose.scaled(scale)).expect("a pose");
            Object::new(frames, pose)
        };
        let objects = frames.chunks(FRAMES).map(|frames| object(frames, [1.0; 2])).collect();
        let alone = |(i, frames)| {
            let scale = [-96, -80, -20, 20, 96][i % 5];
            object(frames, [scale, (i % 24) as i32].map(draw::power))
        };
        let singles = frames.chunks(1).step_by(frames.len() / ALONE);
        let alone = singles.enumerate().map(alone).collect();
        Self { objects, alone }
    }

    /// What each kernel computes.
    pub fn found(&self, level: SimdLevel) -> Found {
        let all: Vec<Option<Kdops>> = self.objects.iter().map(|own| own.posed(level)).collect();
        let alone = |own: &Object| own.posed(level).map(|bounds| bounds.get(0));
        let alone: Vec<_> = self.alone.iter().map(alone).collect();
        let held: Vec<bool> = self.objects.iter().chain(&self.alone).map(Object::is_held).collect();
        let known: Vec<&Kdops> = all.iter().flatten().collect();
        assert!(known.len() > 1, "too many are beyond the range in their poses");
        assert!(Kdops::default().is_empty() && known.iter().all(|own| !own.is_empty()));
        let each = |ask: &dyn Fn(&Kdops) -> u64| -> u64 {
            Digest::of(&known.iter().map(|own| ask(own)).collect::<Vec<_>>())
        };
        let some: Vec<u32> = (0..FRAMES as u32).step_by(3).collect();
        vec![
            ("posed", Digest::of(&all)),
            ("alone", Digest::of(&alone)),
            ("held", Digest::of(&held)),
            (
                "bytes",
                Digest::of(
                    &self.objects.iter().map(|own| own.outlines.bytes()).collect::<Vec<_>>(),
                ),
            ),
            (
                "widened",
                each(&|own| {
                    // All that follow; without the first whole group; within a group.
                    let widened = [(0, 1..own.len()), (1, 20..own.len()), (2, 17..31)];
                    let widened = widened.map(|(i, over)| {
                        let mut own = own.clone();
                        own.widen(level, i, over);
                        own.get(i)
                    });
                    Digest::of(&widened)
                }),
            ),
            (
                "near",
                each(&|own| {
                    let mut out = Vec::new();
                    let hull = hull_of_near(level, own, 1..30, &own.get(0), Some(&mut out));
                    near(level, own, 2..31, &own.get(1), &mut out);
                    Digest::of(&(hull, out))
                }),
            ),
            (
                "swept",
                each(&|own| {
                    let (mut columns, mut out) = (Kdops::default(), Vec::new());
                    columns.gather(own, &some[..some.len().min(own.len() / 3)]);
                    let rows = sweep(level, (own, &[0, 1, 2]), (&columns, &some), 9, &mut out);
                    Digest::of(&(columns.len(), rows, out))
                }),
            ),
        ]
    }
}
