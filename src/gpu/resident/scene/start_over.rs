//! What follows where a browser has refused what was taken for submitted.

use crate::gpu::resident::pairs::ResidentPairs;
use crate::gpu::resident::scene::ResidentScene;
use crate::gpu_error::GpuError;

impl ResidentScene {
    /// Lets everything of refused submissions be made and uploaded anew. Where they were refused
    /// for want of memory, nothing beyond so many frames and pairs is planned, and what only waits
    /// makes way. Natively a refusal is known before anything is taken for submitted.
    pub(super) fn start_over(&mut self, frames: usize, list: &mut ResidentPairs, pairs: usize) {
        let is_short = |error: &GpuError| matches!(error, GpuError::OutOfMemory(_));
        let (of_scene, of_list) = (self.doubts.refusal(), list.doubts.refusal());
        if of_scene.is_some() {
            self.frames.start_over();
            self.timer = None;
            self.belt.free_idle();
        }
        if let Some(error) = &of_list {
            list.start_over(is_short(error));
        }
        if [of_scene, of_list].iter().flatten().any(is_short) {
            self.trim(frames, list, pairs);
            self.free_idle();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Frame3, Pair};
    use crate::gpu::device::scopes::Later;
    use crate::gpu::resident::doubts::Doubts;
    use crate::gpu::resident::frames::FrameArrays;
    use crate::gpu::resident::pairs::Asked;
    use crate::gpu::{AdapterChoice, Runner, RunnerOptions, ShapeMix};
    use crate::verdict::RawCode;
    use std::sync::Arc;
    use std::task::Poll;
    use std::time::Duration;

    fn refused() -> (Doubts, GpuError) {
        let (mut doubts, error) = (Doubts::default(), GpuError::OutOfMemory("a test".into()));
        doubts.add(Later::sound());
        doubts.add(Later::refused(error.clone()));
        (doubts, error)
    }

    const ASKED: Asked = Asked { shapes: ShapeMix::Any, moving: false, every: false };

    /// A scene on a device of its own, a list, and a frame that both are about.
    fn begun() -> (ResidentScene, ResidentPairs, Frame3) {
        let runner = Runner::start(&AdapterChoice::Any, RunnerOptions::default());
        let runner = Arc::new(pollster::block_on(runner).expect("a runner"));
        let cube = Frame3::aligned_box(glam::Vec3::ZERO, glam::Vec3::ONE).expect("a cube");
        (ResidentScene::new(runner), ResidentPairs::default(), cube)
    }

    #[test]
    fn what_was_refused_is_made_and_uploaded_anew() {
        let (mut scene, mut list, cube) = begun();
        let (frames, pairs) = ([cube; 2], [Pair::new(0, 1); 100]);
        scene.reserve(frames.len()).expect("memory");
        scene.reserve_pairs(&mut list, pairs.len()).expect("memory");
        let arrays = FrameArrays { frames: &frames, ..FrameArrays::default() };
        let patience = Duration::from_secs(60);
        let ask = |scene: &mut ResidentScene, list: &mut ResidentPairs| {
            let mut pending = scene.submit(&arrays, ASKED, list, &pairs).expect("memory");
            let answer = pending.wait(patience).map_ok(|answer| answer.codes);
            assert_eq!(answer, Poll::Ready(Ok(vec![RawCode::OVERLAPPING; pairs.len()])));
            pending.uploaded()
        };
        let all = ask(&mut scene, &mut list);
        assert_eq!((all > 0, ask(&mut scene, &mut list)), (true, 0));
        for (of_scene, of_list) in [(true, true), (true, false), (false, true)] {
            let before = (scene.frames.frames().cloned(), scene.frames.generation());
            if of_scene {
                scene.doubts = refused().0;
            }
            if of_list {
                list.doubts = refused().0;
            }
            let uploaded = ask(&mut scene, &mut list);
            let parts = [(of_scene, size_of_val(&frames)), (of_list, size_of_val(&pairs))];
            let parts = parts.iter().filter(|(is_new, _)| *is_new).map(|(_, bytes)| *bytes as u64);
            assert_eq!(uploaded, parts.sum::<u64>());
            assert_eq!(scene.frames.frames() != before.0.as_ref(), of_scene);
            assert_eq!(scene.frames.generation() != before.1, of_scene);
            assert_eq!(ask(&mut scene, &mut list), 0, "it is forgotten");
        }
    }

    #[test]
    fn what_builds_on_a_refused_submission_is_not_read() {
        let (mut scene, mut list, cube) = begun();
        let (frames, pairs) = ([cube; 2], [Pair::new(0, 1)]);
        scene.reserve_pairs(&mut list, pairs.len()).expect("memory");
        let arrays = FrameArrays { frames: &frames, ..FrameArrays::default() };
        let mut pending = scene.submit(&arrays, ASKED, &mut list, &pairs).expect("memory");
        let (doubts, error) = refused();
        pending.builds_on(doubts);
        let answer = pending.wait(Duration::from_secs(60)).map_ok(|answer| answer.codes);
        assert_eq!(answer, Poll::Ready(Err(error)));
    }
}
