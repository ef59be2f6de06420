//! Bounds of the frames of an object in a pose, which vectors find many at a time.

use crate::Found;
use crate::digest::Digest;
use crate::draw::{self, Numbers, Style};
use glam::Quat;
use motzkin_core::geom::{Frame3, Pose};
use motzkin_core::kernel::{Kdops, Outlines, SimdLevel, hull_of_near, near, sweep};

/// Objects of this many frames: two whole groups and a part of one.
const FRAMES: usize = 37;

/// Objects, and a pose of each.
pub struct Scene(Vec<(Outlines, Pose)>);

impl Scene {
    pub fn new(style: Style) -> Self {
        let (mut frames, mut numbers) = (draw::frames::<Frame3>(style), Numbers::new(4));
        // Of one scale within an object.
        let size = |frame: &Frame3| frame.aabb().max.abs().max_element();
        frames.sort_by(|a, b| size(a).total_cmp(&size(b)));
        let object = |frames: &[Frame3]| {
            let [turn, way] = [(); 2].map(|()| numbers.direction());
            let turn = Quat::from_xyzw(turn.x, turn.y, turn.z, 0.5);
            let pose = Pose::new(turn, way * size(&frames[0])).expect("a pose");
            (Outlines::new(frames.iter().copied()), pose)
        };
        Self(frames.chunks(FRAMES).map(object).collect())
    }

    /// What each kernel computes.
    pub fn found(&self, level: SimdLevel) -> Found {
        let posed = |(outlines, pose): &(Outlines, Pose)| outlines.posed(level, pose);
        let all: Vec<Option<Kdops>> = self.0.iter().map(posed).collect();
        let known: Vec<&Kdops> = all.iter().flatten().collect();
        assert!(known.len() > 1, "too many are not valid in their poses");
        let each = |ask: &dyn Fn(&Kdops) -> u64| -> u64 {
            Digest::of(&known.iter().map(|own| ask(own)).collect::<Vec<_>>())
        };
        let some: Vec<u32> = (0..FRAMES as u32).step_by(3).collect();
        vec![
            ("posed", Digest::of(&all)),
            ("bytes", Digest::of(&self.0.iter().map(|(own, _)| own.bytes()).collect::<Vec<_>>())),
            (
                "widened",
                each(&|own| {
                    let mut own = own.clone();
                    own.widen(level, 0, 1..own.len());
                    Digest::of(&own.get(0))
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
