//! What the batches know of frames in the plane.

use super::super::dimension::Dimension;
use super::super::lanes::Lanes;
use super::operand;
use crate::geom::{Aabb2, Frame2};
use glam::{DVec2, Vec2};

impl Dimension for Frame2 {
    type Coordinates<V: Copy> = [V; 2];
    type Point = DVec2;
    type Direction = Vec2;
    type Aabb = Aabb2;

    #[inline(always)]
    fn tag(&self) -> f32 {
        self.rows[4][0]
    }
    #[inline(always)]
    fn tags<'a, V: Lanes>(token: V::Token, frame: impl Fn(usize) -> &'a Self + Copy) -> V {
        operand::tags(token, frame)
    }
    #[inline(always)]
    fn origin(&self, axis: usize) -> f32 {
        self.rows[0][axis]
    }
    #[inline(always)]
    fn direction(coordinate: impl Fn(usize) -> f32) -> Vec2 {
        Vec2::new(coordinate(0), coordinate(1))
    }
    #[inline(always)]
    fn point(coordinate: impl Fn(usize) -> f64) -> DVec2 {
        DVec2::new(coordinate(0), coordinate(1))
    }
    #[inline(always)]
    fn aabb(ends: impl Fn(usize) -> [f32; 2]) -> Aabb2 {
        let [[a, u], [b, v]] = [ends(0), ends(1)];
        Aabb2 { min: Vec2::new(a, b), max: Vec2::new(u, v) }
    }
}
