//! What is known of pairs of a scene in the plane beside their verdicts.

use super::super::details::SceneDetails;
use super::super::error::SceneError;
use super::super::handle::Handle;
use super::super::known::{Listed, bare, slots};
use super::super::view::View;
use super::scene::Scene2;
use crate::geom::{Frame2, Polytope};
use crate::service::answer::Detail;
use crate::service::details::Detailed;
use motzkin_core::{Motion, Resting};

impl Scene2 {
    /// Asks for the verdicts of these pairs and for what is [wanted](SceneDetails::wanted) of them,
    /// such as the depths of the pairs that [`collide`](Self::collide) has found. The shapes are
    /// taken as they are now, and filters do not count. Pairs have the values that those of
    /// [frames and of hulls](super::super::Scene::details) in space have.
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{CollisionService, Engine, Frame2, Wanted};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene_in_plane();
    /// let square = |x: f32| Frame2::aligned_box(Vec2::X * x, Vec2::new(x + 1.0, 1.0));
    /// let (a, b) = (scene.insert(square(0.0)?)?, scene.insert(square(0.75)?)?);
    /// let found = scene.details(&[(a, b)]).wanted(Wanted::DEPTH).run()?;
    /// assert_eq!(found[0].separation.map(|known| known.depth), Some(0.25));
    /// # Ok(())
    /// # }
    /// ```
    pub fn details<'a>(
        &'a mut self,
        pairs: &'a [(Handle, Handle)],
    ) -> SceneDetails<'a, Resting, Self> {
        SceneDetails::new(self, pairs)
    }
}

impl<M: Motion> SceneDetails<'_, M, Scene2>
where
    Frame2: Detailed<M>,
    Polytope: Detailed<M>,
{
    /// Returns what is known of each pair, in the order of the pairs. The CPU computes it.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::List`] with
    /// [`PairListError::Stale`](super::super::PairListError::Stale), which names the pair, for a
    /// handle of a removed shape. Returns `SceneError::Polytopes` if too many vertices of hulls and
    /// frames in these pairs lie close to each other for one set.
    pub fn run(self) -> Result<Vec<Detail<Frame2>>, SceneError> {
        let Self { scene: Scene2 { state, service, .. }, pairs, wanted, precision, .. } = self;
        let [mut frames, mut convex] = [(); 2].map(|()| Listed::default());
        for (place, &handles) in pairs.iter().enumerate() {
            let pair = slots(&state.slots, place, handles)?;
            let is_frame = |slot: u32| state.bodies.get(slot as usize).is_none();
            let both = is_frame(pair.a) && is_frame(pair.b);
            if both { &mut frames } else { &mut convex }.push(place, pair);
        }
        let view = View::of(state);
        let mut found: Vec<_> = (0..pairs.len() as u32).map(bare).collect();
        frames.ask_frames::<_, M>(service, view, (wanted, precision), &mut found)?;
        convex.ask_polytopes::<_, M>(service, view, wanted, &mut found)?;
        Ok(found)
    }
}
