//! What has changed from one answer to the next.

use super::answer::{SceneHit, SettledHits};
use super::handle::Handle;
use crate::verdict::Verdict;

/// The pairs that have begun to meet, still meet, and have ceased to: what
/// [`SettledHits::changes_since`] returns. Each list ascends by handles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContactChanges {
    /// Pairs that meet now and did not before.
    pub began: Vec<SceneHit<Verdict>>,
    /// Pairs that met before and do now, as they meet now.
    pub stayed: Vec<SceneHit<Verdict>>,
    /// Pairs that met before and do no more, as they met before. Shapes that were removed since are
    /// among them.
    pub ended: Vec<SceneHit<Verdict>>,
}

impl SettledHits {
    /// Compares the pairs that meet with those of an earlier answer of the same scene. A pair is
    /// known by its handles in their order: a list that names `(b, a)` has another pair than one
    /// that names `(a, b)`, or than `collide`. Costs some nanoseconds a hit.
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{CollisionService, Engine, Frame3};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// let [a, b, c] = [scene.insert(cube)?, scene.insert(cube)?, scene.insert(cube)?];
    /// scene.set_pose(c, Quat::IDENTITY, Vec3::X * 1.5)?;
    /// let before = scene.collide().run()?; // a and b meet
    /// scene.set_pose(b, Quat::IDENTITY, Vec3::X * 2.0)?;
    /// let now = scene.collide().run()?; // b and c meet
    /// let changes = now.changes_since(&before);
    /// assert_eq!((changes.began[0].a, changes.began[0].b), (b, c));
    /// assert_eq!((changes.ended[0].a, changes.ended[0].b), (a, b));
    /// assert!(changes.stayed.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn changes_since(&self, earlier: &Self) -> ContactChanges {
        let (now, before) = (ascending(self), ascending(earlier));
        let (mut changes, mut old) = (ContactChanges::default(), before.into_iter().peekable());
        for hit in now {
            while let Some(gone) = old.next_if(|other| names(other) < names(&hit)) {
                changes.ended.push(gone);
            }
            match old.next_if(|other| names(other) == names(&hit)) {
                Some(_) => changes.stayed.push(hit),
                None => changes.began.push(hit),
            }
        }
        changes.ended.extend(old);
        changes
    }
}

fn names(hit: &SceneHit<Verdict>) -> [Handle; 2] {
    [hit.a, hit.b]
}

/// The hits in ascending order, each pair once.
fn ascending(hits: &[SceneHit<Verdict>]) -> Vec<SceneHit<Verdict>> {
    let mut hits = hits.to_vec();
    if !hits.is_sorted_by_key(names) {
        hits.sort_by_key(names);
    }
    hits.dedup_by_key(|hit| names(hit));
    hits
}
