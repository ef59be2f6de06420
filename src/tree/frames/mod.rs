//! Frames that are asked what meets something: a box, a point, another frame, a frame or point that
//! moves.
//!
//! A [`FrameTree`] is built once over many frames. Every answer is exact, and costs what lies near,
//! not what there is: a tree over boxes finds the candidates, and each of them is tested. Needs the
//! feature `polytopes`: what is asked about is one. Contacts and rays need `motion` as well.
//!
//! ```
//! use motzkin::tree::frames::FrameTree;
//! use motzkin::{Frame3, glam::Vec3};
//!
//! let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::X * x + Vec3::ONE);
//! let tree = FrameTree::new(&[cube(0.0)?, cube(4.0)?, cube(8.0)?])?;
//! // A ray along the row of cubes, from between the first two.
//! let first = tree.first_on_ray(Vec3::new(2.0, 0.5, 0.5), Vec3::X * 8.0)?;
//! let first = first.ok_or("the ray meets a cube")?;
//! assert_eq!((first.frame, first.interval.first), (1, 0.25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "motion")]
mod contacts;
mod probe;
mod ray;
mod tree;

#[cfg(feature = "motion")]
pub use contacts::FrameContact;
pub use tree::{FrameHit, FrameTree, FrameTreeError};
