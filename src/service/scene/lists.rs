//! A scene's pair lists.

use super::error::PairListError;
use super::pair_list::{PairList, Rows, ScenePair};
use super::space::{Scene, most_of};

impl Scene {
    /// Makes a list of pairs of frames, by handles or, for speed, by the slots of
    /// [`Pair`](crate::Pair)s. It may name frames twice, and a frame with itself. Shapes of other
    /// kinds stand in no list: [`collide`](Self::collide) finds their pairs.
    ///
    /// # Errors
    ///
    /// Returns a [`PairListError`]:
    ///
    /// - that names the first pair with a stale handle, a slot that does not exist, or a shape that
    ///   is no frame;
    /// - [`OverBudget`](PairListError::OverBudget) where the GPU memory of the service has no room;
    /// - [`TooLong`](PairListError::TooLong) for more pairs than a list takes.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Frame3, Verdict};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// let (a, b) = (scene.insert(cube)?, scene.insert(cube)?);
    /// let pairs = scene.pair_list(&[(a, b)])?;
    /// assert_eq!(pairs.len(), 1);
    /// assert_eq!(scene.verdicts(&pairs)?[0], Verdict::Overlapping);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pair_list<P: ScenePair>(&self, pairs: &[P]) -> Result<PairList, PairListError> {
        let mut list = PairList::new(self.id);
        self.set_pairs(&mut list, 0, pairs)?;
        Ok(list)
    }

    /// Gives a list new contents. Tests submitted before keep the old ones.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`pair_list`](Self::pair_list), and
    /// [`Foreign`](PairListError::Foreign) for a list of another scene. The list stays as it was.
    pub fn replace<P: ScenePair>(
        &self,
        list: &mut PairList,
        pairs: &[P],
    ) -> Result<(), PairListError> {
        self.set_pairs(list, 0, pairs)
    }

    /// Appends pairs to a list; only they are uploaded. Costs time in proportion to these pairs,
    /// and a copy of the list where a ticket or a raw answer holds it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`replace`](Self::replace).
    pub fn append<P: ScenePair>(
        &self,
        list: &mut PairList,
        pairs: &[P],
    ) -> Result<(), PairListError> {
        let kept = list.len();
        self.set_pairs(list, kept, pairs)
    }

    fn set_pairs<P: ScenePair>(
        &self,
        list: &mut PairList,
        kept: usize,
        pairs: &[P],
    ) -> Result<(), PairListError> {
        if list.scene != self.id {
            return Err(PairListError::Foreign);
        }
        // The next submission leaves a lost device where the CPU takes over.
        let cpu = self.in_place_of_lost();
        let backend = cpu.as_ref().map_or(&*self.backend, |(cpu, _)| &**cpu);
        let state = &mut *self.state.write();
        let rows = Rows { slots: &state.slots, bodies: &state.bodies };
        let new = list.checked(rows, kept, pairs, most_of(backend.most_pairs()))?;
        backend.reserve_pairs(&mut list.on_device(), kept + new.pairs.len())?;
        list.put(&mut state.slots, kept, new);
        Ok(())
    }
}
