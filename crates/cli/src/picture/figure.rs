//! Figures: translucent faces, lines of even width and letters, to explain shapes rather than to
//! show them.
//!
//! ```no_run
//! use motzkin::{Frame3, glam::Vec3};
//! use motzkin_cli::picture::{Camera, Convex, Figure, Paint, Pen, srgb};
//!
//! let cube = Convex::of_frame(&Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?);
//! let mut figure = Figure::default();
//! for face in &cube.faces {
//!     let corners: Vec<Vec3> = face.iter().map(|corner| corner.as_vec3()).collect();
//!     figure.polygon(&corners, Paint::new(srgb(0x2f6fde), 0.2));
//!     figure.outline(&corners, Pen::new(srgb(0x173f86), 2.0));
//! }
//! let camera = Camera::perspective(Vec3::new(3.0, 2.0, 4.0), Vec3::splat(0.5), 0.5);
//! figure.draw(&camera, 640, 400).save("cube.png")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::letters::strokes;
use super::{Camera, Canvas, layers, srgb};
use motzkin::glam::{Vec2, Vec3};

/// A colour that lets some light through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// Linear RGB; [`srgb`] turns a web colour into one.
    pub colour: Vec3,
    /// 0 for glass, 1 for a wall.
    pub alpha: f32,
}

impl Paint {
    /// This colour with this opacity.
    pub const fn new(colour: Vec3, alpha: f32) -> Self {
        Self { colour, alpha }
    }
}

/// How a line is drawn. Lengths are in thousandths of the picture's height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// The colour and its opacity.
    pub paint: Paint,
    /// The width.
    pub width: f32,
    /// The length of a dash and of the gap after it; none for a line without gaps.
    pub dash: Option<f32>,
}

impl Pen {
    /// An opaque line.
    pub const fn new(colour: Vec3, width: f32) -> Self {
        Self { paint: Paint::new(colour, 1.0), width, dash: None }
    }

    /// The same line in dashes of this length.
    pub const fn dashed(self, dash: f32) -> Self {
        Self { dash: Some(dash), ..self }
    }

    /// The same line, more or less opaque.
    pub const fn with_alpha(self, alpha: f32) -> Self {
        Self { paint: Paint::new(self.paint.colour, alpha), ..self }
    }
}

/// A triangle of a face; flat-shaded, seen from both sides.
pub(super) struct Tile {
    pub corners: [Vec3; 3],
    pub paint: Paint,
    /// Shaded by the way that it faces.
    pub lit: bool,
}

/// A straight line, a dot where its ends are one.
pub(super) struct Line {
    pub ends: [Vec3; 2],
    pub pen: Pen,
    /// Added to the places of the ends, in thousandths of the height, x to the right and y up.
    /// Letters and dots have it, and are hidden by nothing.
    pub shift: Option<[Vec2; 2]>,
}

/// What a figure consists of. The order of the calls does not matter, but for letters and dots,
/// which lie over everything, the later ones over the earlier.
pub struct Figure {
    pub(super) tiles: Vec<Tile>,
    pub(super) lines: Vec<Line>,
    /// Linear RGB at the upper and at the lower edge of the picture.
    pub background: [Vec3; 2],
    /// Direction from the figure towards the light; any length.
    pub light: Vec3,
}

impl Default for Figure {
    fn default() -> Self {
        Self {
            tiles: Vec::new(),
            lines: Vec::new(),
            background: [srgb(0xffffff), srgb(0xeef1f6)],
            light: Vec3::new(-0.45, 1.0, 0.55),
        }
    }
}

impl Figure {
    /// A convex polygon; of fewer than three corners, nothing.
    pub fn polygon(&mut self, corners: &[Vec3], paint: Paint) {
        self.fan(corners, paint, true);
    }

    /// A convex polygon of one even colour, whatever way it faces.
    pub fn even_polygon(&mut self, corners: &[Vec3], paint: Paint) {
        self.fan(corners, paint, false);
    }

    fn fan(&mut self, corners: &[Vec3], paint: Paint, lit: bool) {
        let tile =
            |i: usize| Tile { corners: [corners[0], corners[i - 1], corners[i]], paint, lit };
        self.tiles.extend((2..corners.len()).map(tile));
    }

    /// The closed line through these points.
    pub fn outline(&mut self, corners: &[Vec3], pen: Pen) {
        for (i, &to) in corners.iter().enumerate() {
            let from = corners[i.checked_sub(1).unwrap_or(corners.len() - 1)];
            self.line(from, to, pen);
        }
    }

    /// A line with round ends, as wide far away as nearby.
    pub fn line(&mut self, from: Vec3, to: Vec3, pen: Pen) {
        self.lines.push(Line { ends: [from, to], pen, shift: None });
    }

    /// A round dot of this width, over everything.
    pub fn dot(&mut self, at: Vec3, pen: Pen) {
        self.lines.push(Line { ends: [at; 2], pen, shift: Some([Vec2::ZERO; 2]) });
    }

    /// A line with a cone at its end, which is `head` long in the units of the figure, or as long
    /// as the whole arrow where that is shorter.
    pub fn arrow(&mut self, from: Vec3, to: Vec3, head: f32, pen: Pen) {
        const SIDES: usize = 24;
        let Some(along) = (to - from).try_normalize() else { return };
        let head = head.min(from.distance(to));
        let base = to - along * head;
        let (u, v) = along.any_orthonormal_pair();
        let rim = |i: usize| {
            let (sin, cos) = (i as f32 / SIDES as f32 * std::f32::consts::TAU).sin_cos();
            base + (u * cos + v * sin) * head * 0.34
        };
        for i in 0..SIDES {
            self.polygon(&[to, rim(i), rim(i + 1)], pen.paint);
            self.polygon(&[base, rim(i + 1), rim(i)], pen.paint);
        }
        self.line(from, base, pen);
    }

    /// Letters whose middle is `shift` from the place of `at`, `height` high; both in thousandths
    /// of the picture's height, `shift` with x to the right and y up. A pale rim sets them off.
    /// There are digits, `t`, and the names of axes and frames; any other character is a space.
    pub fn label(&mut self, text: &str, at: Vec3, shift: Vec2, height: f32, colour: Vec3) {
        let lines = strokes(text);
        let place = |point: Vec2| shift + point * height;
        for pen in [
            Pen::new(srgb(0xffffff), 0.42 * height).with_alpha(0.85),
            Pen::new(colour, 0.13 * height),
        ] {
            let drawn =
                lines.iter().map(|ends| Line { ends: [at; 2], pen, shift: Some(ends.map(place)) });
            self.lines.extend(drawn);
        }
    }

    /// Draws the figure; the same bytes every time. Costs some tenths of a second for a million
    /// pixels.
    pub fn draw(&self, camera: &Camera, width: usize, height: usize) -> Canvas {
        layers::draw(self, camera, [width, height])
    }
}
