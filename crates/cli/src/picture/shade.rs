//! Light and colour: from what is seen to a picture.

use super::raster::{NOTHING, Seen, rasterise};
use super::{Camera, Canvas, Scene, Triangle};
use motzkin::glam::Vec3;
use rayon::prelude::*;

/// Samples along each side of the shadow map.
const SHADOW_SIZE: usize = 3072;

/// How far a surface that faces the light must lie behind the shadow map's to be in shadow, in
/// samples of the map. A slanted one changes its depth faster from sample to sample.
const SHADOW_BIAS: f32 = 2.0;

/// Radius of the glow around shining triangles, as a share of the picture's height.
const GLOW_RADIUS: f32 = 0.012;

/// How much of the light that shining triangles send out glows.
const GLOW: f32 = 0.55;

/// A web colour such as `0xf2a65a` as linear RGB.
pub fn srgb(hex: u32) -> Vec3 {
    let channel = |shift: u32| ((hex >> shift & 0xff) as f32 / 255.0).powf(2.2);
    Vec3::new(channel(16), channel(8), channel(0))
}

/// What the light sees, to look up shadows in.
struct Shadows {
    camera: Camera,
    seen: Seen,
    bias: f32,
}

impl Shadows {
    fn new(triangles: &[Triangle], light: Vec3, centre: Vec3, radius: f32) -> Self {
        let camera = Camera::orthographic(centre + light * radius, centre, radius);
        let seen = rasterise(triangles, &camera, [SHADOW_SIZE; 2]);
        Self { camera, seen, bias: SHADOW_BIAS * 2.0 * radius / SHADOW_SIZE as f32 }
    }

    /// The lit share of four neighbouring samples; `facing` is the cosine between normal and light.
    fn lit(&self, point: Vec3, facing: f32) -> f32 {
        let bias = self.bias / facing.max(0.1);
        let place = self.camera.project(self.camera.view(point), self.seen.size);
        let at = |dx: f32, dy: f32| {
            let [x, y] = [place.x + dx, place.y + dy]
                .map(|v| v.clamp(0.0, SHADOW_SIZE as f32 - 1.0) as usize);
            f32::from(self.seen.nearness[y * SHADOW_SIZE + x] <= place.z + bias)
        };
        (at(-0.5, -0.5) + at(0.5, -0.5) + at(-0.5, 0.5) + at(0.5, 0.5)) / 4.0
    }
}

/// The picture, `samples` by `samples` to a pixel.
pub(super) fn shade(scene: &Scene, camera: &Camera, seen: &Seen, samples: usize) -> Canvas {
    let light = scene.light.normalize_or(Vec3::Y);
    let (centre, radius) = bounds(&scene.triangles);
    let shadows = Shadows::new(&scene.triangles, light, centre, radius.max(f32::MIN_POSITIVE));
    let depths = (camera.view(centre).z - radius, 2.0 * radius);
    let [width, height] = seen.size.map(|side| side / samples);
    let look = Look { scene, camera, seen, shadows, light, depths };
    let pixels: Vec<(Vec3, Vec3)> = (0..width * height)
        .into_par_iter()
        .map(|pixel| {
            let (x, y) = (pixel % width * samples, pixel / width * samples);
            let mut sum = (Vec3::ZERO, Vec3::ZERO);
            for sample in 0..samples * samples {
                let (colour, shine) = look.sample(x + sample % samples, y + sample / samples);
                // Tone-mapped before the average, so that one bright sample cannot fill the pixel.
                sum = (sum.0 + tone(colour), sum.1 + shine);
            }
            let share = 1.0 / (samples * samples) as f32;
            (sum.0 * share, sum.1 * share)
        })
        .collect();
    let shine = pixels.iter().map(|pixel| pixel.1).collect();
    let glow = blur(shine, width, (height as f32 * GLOW_RADIUS) as usize);
    let mut canvas = Canvas::new(width, height);
    let lit = pixels.par_iter().zip(glow);
    canvas.pixels_mut().par_iter_mut().zip(lit).for_each(|(out, (pixel, glow))| {
        // Glow lightens without burning out: what is left to white is shared out.
        let colour = pixel.0 + (Vec3::ONE - pixel.0) * tone(glow * GLOW);
        let encode = |x: f32| (x.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8;
        *out = colour.to_array().map(encode);
    });
    canvas
}

/// What the colour of a sample depends on.
struct Look<'a> {
    scene: &'a Scene,
    camera: &'a Camera,
    seen: &'a Seen,
    shadows: Shadows,
    light: Vec3,
    /// Distance of the nearest point of the scene from the camera's plane, and the scene's depth.
    depths: (f32, f32),
}

impl Look<'_> {
    /// The light that a sample receives, and how much of it the surface sent out by itself.
    fn sample(&self, x: usize, y: usize) -> (Vec3, Vec3) {
        let Seen { size: [width, height], owner, nearness } = self.seen;
        let [top, bottom] = self.scene.background;
        let behind = top.lerp(bottom, (y as f32 + 0.5) / *height as f32);
        let sample = y * width + x;
        if owner[sample] == NOTHING {
            return (behind, Vec3::ZERO);
        }
        let triangle = &self.scene.triangles[owner[sample] as usize];
        let place = Vec3::new(x as f32 + 0.5, y as f32 + 0.5, nearness[sample]);
        let point = self.camera.unproject(place, self.seen.size);
        let [a, b, c] = triangle.corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let normal = if normal.dot(self.camera.ray(point)) > 0.0 { -normal } else { normal };
        let facing = normal.dot(self.light);
        let direct = if facing > 0.0 { facing * self.shadows.lit(point, facing) } else { 0.0 };
        // Cool light from above, a little warm light from below.
        let sky =
            Vec3::new(0.05, 0.045, 0.05).lerp(Vec3::new(0.24, 0.28, 0.36), normal.y * 0.5 + 0.5);
        let sun = Vec3::new(2.3, 2.15, 1.9);
        let shine = triangle.colour * triangle.emission;
        let lit = triangle.colour * (sky + sun * direct) + shine;
        let depth = (self.camera.view(point).z - self.depths.0) / self.depths.1;
        let clear = 1.0 - self.scene.haze * depth.clamp(0.0, 1.0);
        (behind.lerp(lit, clear), shine * clear)
    }
}

/// Centre and radius of a ball round everything.
fn bounds(triangles: &[Triangle]) -> (Vec3, f32) {
    let corners = || triangles.iter().flat_map(|triangle| triangle.corners);
    let low = corners().reduce(Vec3::min).unwrap_or_default();
    let high = corners().reduce(Vec3::max).unwrap_or_default();
    ((low + high) / 2.0, low.distance(high) / 2.0)
}

/// Compresses light of any strength to 0..1, after Narkowicz's fit of the ACES curve.
fn tone(light: Vec3) -> Vec3 {
    let (x, one) = (light * 0.8, Vec3::ONE);
    (x * (x * 2.51 + one * 0.03) / (x * (x * 2.43 + one * 0.59) + one * 0.14)).min(one)
}

/// Three box blurs along both axes, which come close to a Gaussian.
fn blur(mut image: Vec<Vec3>, width: usize, radius: usize) -> Vec<Vec3> {
    let height = image.len() / width.max(1);
    for _ in 0..3 {
        image.par_chunks_mut(width.max(1)).for_each(|row| blur_line(row, radius));
        let mut columns: Vec<Vec3> =
            (0..image.len()).map(|i| image[i % height * width + i / height]).collect();
        columns.par_chunks_mut(height.max(1)).for_each(|column| blur_line(column, radius));
        image = (0..image.len()).map(|i| columns[i % width * height + i / width]).collect();
    }
    image
}

/// The mean of each value's neighbours up to `radius` away; beyond the ends there is nothing.
fn blur_line(line: &mut [Vec3], radius: usize) {
    let source = line.to_vec();
    let mut sum: Vec3 = source.iter().take(radius).sum();
    for (i, out) in line.iter_mut().enumerate() {
        sum += source.get(i + radius).copied().unwrap_or_default();
        *out = (sum / (2 * radius + 1) as f32).max(Vec3::ZERO);
        if i >= radius {
            sum -= source[i - radius];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::draw;
    use motzkin::Frame3;

    #[test]
    fn blurring_keeps_the_light_and_spreads_it() {
        let mut image = vec![Vec3::ZERO; 33 * 21];
        image[10 * 33 + 16] = Vec3::ONE;
        let blurred = blur(image, 33, 2);
        let total: f32 = blurred.iter().map(|v| v.x).sum();
        assert!((total - 1.0).abs() < 1e-4, "{total}");
        assert!(blurred[10 * 33 + 16].x < 0.1 && blurred[12 * 33 + 15].x > 0.0);
        // Equal but for the running sum's rounding.
        assert!(blurred[10 * 33 + 14].distance(blurred[10 * 33 + 18]) < 1e-6);
        assert!(blurred[8 * 33 + 16].distance(blurred[10 * 33 + 18]) < 1e-6);
    }

    #[test]
    fn a_slab_shades_what_lies_beneath() -> Result<(), motzkin::FrameError> {
        let slab = |y: f32, half: f32| {
            Frame3::aligned_box(Vec3::new(-half, y, -half), Vec3::new(half, y + 0.1, half))
        };
        let camera = Camera::perspective(Vec3::new(0.0, 4.0, 8.0), Vec3::ZERO, 0.7);
        let mut scene = Scene { light: Vec3::Y, haze: 0.0, ..Scene::default() };
        scene.add_frame(&slab(0.0, 3.0)?, Vec3::splat(0.5), 0.0);
        let under = |scene: &Scene| draw(scene, &camera, 80, 60).pixel(40, 30)[0];
        let open = under(&scene);
        // High enough not to stand in the camera's way.
        scene.add_frame(&slab(6.0, 1.0)?, Vec3::splat(0.5), 0.0);
        let shaded = under(&scene);
        assert!(shaded < open / 2, "{shaded} of {open}");
        Ok(())
    }

    #[test]
    fn an_empty_scene_shows_the_background() {
        let camera = Camera::perspective(Vec3::Z, Vec3::ZERO, 0.7);
        let picture = draw(&Scene::default(), &camera, 8, 6);
        assert_eq!(picture.size(), [8, 6]);
        assert!(picture.pixel(0, 5)[2] > picture.pixel(0, 0)[2]);
    }
}
