//! What meets a box, and what comes first or nearest.

use super::tree::BoxTree;
use super::tree_box::TreeBox;
use std::ops::ControlFlow;

impl<B: TreeBox> BoxTree<B> {
    /// Shows the boxes of a world that meet `own`, by their indices, in an order that is fixed for
    /// the tree. [`ControlFlow::Break`] ends the search.
    ///
    /// A point is a box that begins where it ends, and ends may be infinite. A box without a point,
    /// [`NOTHING`](crate::geom::Aabb::NOTHING), is never shown. Costs some hundred nanoseconds in a
    /// large tree.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    pub fn visit(&self, world: usize, own: &B, mut found: impl FnMut(u32) -> ControlFlow<()>) {
        B::visit(self, world, own, &mut found);
    }

    /// Lists the boxes of a world that meet `own`, ascending. The list replaces what `out` held.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::broad::BoxTree;
    /// use motzkin::{Aabb2, glam::Vec2};
    ///
    /// # fn main() -> Result<(), motzkin::broad::BroadError> {
    /// let square = |x: f32| Aabb2 { min: Vec2::X * x, max: Vec2::X * x + Vec2::ONE };
    /// let tree = BoxTree::build(&[square(2.0), square(0.0), square(0.5)])?;
    /// let mut found = Vec::new();
    /// tree.meeting(0, &Aabb2 { min: Vec2::X, max: Vec2::X }, &mut found);
    /// assert_eq!(found, [1, 2]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn meeting(&self, world: usize, own: &B, out: &mut Vec<u32>) {
        out.clear();
        self.visit(world, own, |index| {
            out.push(index);
            ControlFlow::Continue(())
        });
        out.sort_unstable();
    }

    /// Finds the first contact of a moving box, by a test of what is in the boxes.
    ///
    /// The ends of the moving box run straight from those of `from`, at `t = 0`, to those of `to`,
    /// at `t = 1`. The test is given the index of a box that they meet, and a time before which
    /// they do not. It returns the time of the contact, or `None` without one. Boxes are tested in
    /// the order of those times, until none can have an earlier contact. Returns the index and the
    /// time of the earliest contact, with the least index among equals.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::broad::BoxTree;
    /// use motzkin::{Aabb2, glam::Vec2};
    ///
    /// # fn main() -> Result<(), motzkin::broad::BroadError> {
    /// let square = |x: f32| Aabb2 { min: Vec2::X * x, max: Vec2::X * x + Vec2::ONE };
    /// let tree = BoxTree::build(&[square(9.0), square(5.0)])?;
    /// let first = tree.first_contact(0, &square(0.0), &square(8.0), |_, from| Some(from));
    /// let (index, time) = first.expect("a contact");
    /// assert_eq!(index, 1);
    /// assert!((time - 0.5).abs() < 1e-12);
    /// # Ok(())
    /// # }
    /// ```
    pub fn first_contact(
        &self,
        world: usize,
        from: &B,
        to: &B,
        mut test: impl FnMut(u32, f64) -> Option<f64>,
    ) -> Option<(u32, f64)> {
        B::first_contact(self, world, [from, to], &mut test)
    }

    /// Finds what is nearest to a box, by a test of what is in the boxes.
    ///
    /// The test is given the index of a box, and a number that the square of its distance from
    /// `own` is not below. It returns the square of the distance, or `None` to pass it by. Boxes
    /// are tested in the order of those numbers, until none can be nearer. Returns the index and
    /// the square of the least distance, with the least index among equals.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    pub fn nearest(
        &self,
        world: usize,
        own: &B,
        mut test: impl FnMut(u32, f64) -> Option<f64>,
    ) -> Option<(u32, f64)> {
        B::nearest(self, world, own, &mut test)
    }
}
