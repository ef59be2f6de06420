//! What the batches know of a frame's dimension.

use super::lanes::Lanes;
use super::vector::Vec3;
use crate::geom::{Aabb3, Frame3};
use bytemuck::Pod;
use glam::DVec3;
use std::fmt::Debug;

/// Frames in space or in the plane, as the batches see them.
pub trait Dimension: Pod + Debug + Send + Sync {
    /// One vector for each coordinate.
    type Coordinates<V: Copy>: Copy + AsRef<[V]>;
    /// A point.
    type Point: Copy + Debug + Send + Sync;
    /// A direction in `f32`.
    type Direction: Copy + Debug + Send + Sync;
    /// An axis-aligned box.
    type Aabb: Copy + Debug + Send + Sync;

    /// Returns the shape tag.
    fn tag(&self) -> f32;

    /// Returns the tags of `WIDTH` frames.
    fn tags<'a, V: Lanes>(token: V::Token, frame: impl Fn(usize) -> &'a Self + Copy) -> V;

    /// Returns a coordinate of the origin.
    fn origin(&self, axis: usize) -> f32;

    /// Returns the direction of these coordinates.
    fn direction(coordinate: impl Fn(usize) -> f32) -> Self::Direction;

    /// Returns the point of these coordinates.
    fn point(coordinate: impl Fn(usize) -> f64) -> Self::Point;

    /// Returns the box with these ends on each axis.
    fn aabb(ends: impl Fn(usize) -> [f32; 2]) -> Self::Aabb;
}

impl Dimension for Frame3 {
    type Coordinates<V: Copy> = Vec3<V>;
    type Point = DVec3;
    type Direction = glam::Vec3;
    type Aabb = Aabb3;

    #[inline(always)]
    fn tag(&self) -> f32 {
        self.rows[0][3]
    }
    #[inline(always)]
    fn tags<'a, V: Lanes>(token: V::Token, frame: impl Fn(usize) -> &'a Self + Copy) -> V {
        let [.., tags] = V::transpose(
            token,
            #[inline(always)]
            |lane| &frame(lane).rows[0],
        );
        tags
    }
    #[inline(always)]
    fn origin(&self, axis: usize) -> f32 {
        self.rows[0][axis]
    }
    #[inline(always)]
    fn direction(coordinate: impl Fn(usize) -> f32) -> glam::Vec3 {
        glam::Vec3::new(coordinate(0), coordinate(1), coordinate(2))
    }
    #[inline(always)]
    fn point(coordinate: impl Fn(usize) -> f64) -> DVec3 {
        DVec3::new(coordinate(0), coordinate(1), coordinate(2))
    }
    #[inline(always)]
    fn aabb(ends: impl Fn(usize) -> [f32; 2]) -> Aabb3 {
        let [[a, u], [b, v], [c, w]] = [ends(0), ends(1), ends(2)];
        Aabb3 { min: glam::Vec3::new(a, b, c), max: glam::Vec3::new(u, v, w) }
    }
}
