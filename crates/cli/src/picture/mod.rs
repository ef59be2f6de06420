//! Pictures, drawn in software: scenes of many solid shapes in light and shadow ([`Scene`],
//! [`draw`]), and figures of a few translucent ones with lines and letters ([`Figure`]).
//!
//! ```no_run
//! use motzkin::{Frame3, glam::Vec3};
//! use motzkin_cli::picture::{Camera, Scene, draw, srgb};
//!
//! let cube = Frame3::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::Z])?;
//! let mut scene = Scene::default();
//! scene.add_frame(&cube, srgb(0xf2a65a), 0.0);
//! let camera = Camera::perspective(Vec3::new(3.0, 2.0, 4.0), Vec3::splat(0.5), 0.6);
//! draw(&scene, &camera, 640, 400).save("cube.png")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod camera;
mod canvas;
mod convex;
mod figure;
mod framing;
mod layers;
mod letters;
mod raster;
mod shade;
mod solids;

pub use camera::Camera;
pub use canvas::Canvas;
pub use convex::Convex;
pub use figure::{Figure, Paint, Pen};
pub use framing::Framing;
pub use shade::srgb;

use motzkin::glam::Vec3;

/// Samples along each side of a pixel.
const SUPERSAMPLING: usize = 2;

/// One flat-shaded triangle. Both sides are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// The corners in the world.
    pub corners: [Vec3; 3],
    /// How it reflects, linear RGB; [`srgb`] turns a web colour into one.
    pub colour: Vec3,
    /// How strongly it shines by itself, in multiples of its colour.
    pub emission: f32,
}

/// Triangles, their light and what is behind them. The y axis points up.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What is drawn.
    pub triangles: Vec<Triangle>,
    /// Linear RGB at the upper and at the lower edge of the picture.
    pub background: [Vec3; 2],
    /// Direction from the scene towards the light; any length.
    pub light: Vec3,
    /// The share of colour that the background takes over at the far end of the scene, 0 to 1.
    pub haze: f32,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            triangles: Vec::new(),
            background: [srgb(0x0b1020), srgb(0x1b2436)],
            light: Vec3::new(-0.5, 1.0, 0.45),
            haze: 0.35,
        }
    }
}

impl Scene {
    /// A camera that sees the whole scene from the direction `towards`, with this vertical angle
    /// of view, in radians, in a picture of this width and height.
    pub fn camera(&self, towards: Vec3, angle: f32, size: [usize; 2]) -> Camera {
        Self::common_camera(std::slice::from_ref(self), towards, angle, size)
    }

    /// A camera that sees each of some scenes as a whole, so that their pictures can be compared.
    pub fn common_camera(scenes: &[Self], towards: Vec3, angle: f32, size: [usize; 2]) -> Camera {
        let triangles = scenes.iter().flat_map(|scene| &scene.triangles);
        let corners: Vec<Vec3> = triangles.flat_map(|triangle| triangle.corners).collect();
        Camera::framing(&corners, towards, angle, size)
    }
}

/// Draws the scene. What lies behind the camera is clipped; an empty scene shows the background.
pub fn draw(scene: &Scene, camera: &Camera, width: usize, height: usize) -> Canvas {
    let size = [width * SUPERSAMPLING, height * SUPERSAMPLING];
    let seen = raster::rasterise(&scene.triangles, camera, size);
    shade::shade(scene, camera, &seen, SUPERSAMPLING)
}
