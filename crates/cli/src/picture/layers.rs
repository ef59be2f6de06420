//! Everything that covers a sample, sorted by depth and laid over the background.
//!
//! Faces may cut through one another: the order is found at each sample, not for whole faces.

use super::figure::{Figure, Line, Paint, Tile};
use super::raster::clip;
use super::{Camera, Canvas};
use motzkin::glam::{Vec2, Vec3};
use rayon::prelude::*;

/// Samples along each side of a pixel.
const SUPERSAMPLING: usize = 3;

/// Rows of pixels that one thread draws at a time.
const BAND: usize = 8;

/// By how much lines lie before the faces that they are drawn on, as a share of the distance
/// between the camera and its target.
const LINES_AHEAD: f32 = 2e-3;

/// A tile or line in the picture: places in samples, nearness as [`Camera::project`] has it.
enum Shape {
    Triangle([Vec3; 3]),
    /// All points at a distance of at most `radius` from a line.
    Capsule {
        ends: [Vec3; 2],
        radius: f32,
        dash: Option<f32>,
    },
}

struct Patch {
    shape: Shape,
    paint: Paint,
}

/// What covers a sample.
#[derive(Clone, Copy)]
struct Fragment {
    sample: u32,
    nearness: f32,
    patch: u32,
}

/// The picture.
pub(super) fn draw(figure: &Figure, camera: &Camera, [width, height]: [usize; 2]) -> Canvas {
    let size = [width * SUPERSAMPLING, height * SUPERSAMPLING];
    let mut patches: Vec<Patch> = Vec::new();
    for tile in &figure.tiles {
        add_tile(&mut patches, tile, figure.light, camera, size);
    }
    patches.extend(figure.lines.iter().filter_map(|line| placed(line, camera, size)));
    let mut canvas = Canvas::new(width, height);
    let bands = canvas.pixels_mut().par_chunks_mut((width * BAND).max(1));
    bands.enumerate().for_each(|(band, pixels)| {
        let rows = band * BAND..band * BAND + pixels.len() / width;
        let samples = rows.start * SUPERSAMPLING..rows.end * SUPERSAMPLING;
        let colours = band_of(&patches, figure.background, samples, size);
        for (i, pixel) in pixels.iter_mut().enumerate() {
            let (x, y) = (i % width * SUPERSAMPLING, i / width * SUPERSAMPLING);
            let sample =
                |n: usize| colours[(y + n / SUPERSAMPLING) * size[0] + x + n % SUPERSAMPLING];
            let sum: Vec3 = (0..SUPERSAMPLING * SUPERSAMPLING).map(sample).sum();
            let mean = sum / (SUPERSAMPLING * SUPERSAMPLING) as f32;
            *pixel = mean.to_array().map(encode);
        }
    });
    canvas
}

fn encode(x: f32) -> u8 {
    (x.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8
}

/// The colours of some rows of samples.
fn band_of(
    patches: &[Patch],
    background: [Vec3; 2],
    rows: std::ops::Range<usize>,
    [width, height]: [usize; 2],
) -> Vec<Vec3> {
    let mut fragments = Vec::new();
    for (number, patch) in patches.iter().enumerate() {
        patch.cover(&rows, width, |sample, nearness| {
            fragments.push(Fragment { sample, nearness, patch: number as u32 });
        });
    }
    // The farthest first; of those equally far, in the order that they were drawn in.
    fragments.sort_unstable_by(|p, q| {
        let nearness = p.nearness.total_cmp(&q.nearness);
        p.sample.cmp(&q.sample).then(nearness).then(p.patch.cmp(&q.patch))
    });
    let mut colours: Vec<Vec3> = rows
        .flat_map(|row| {
            let colour = background[0].lerp(background[1], (row as f32 + 0.5) / height as f32);
            std::iter::repeat_n(colour, width)
        })
        .collect();
    for Fragment { sample, patch, .. } in fragments {
        let Paint { colour, alpha } = patches[patch as usize].paint;
        let behind = &mut colours[sample as usize];
        *behind = behind.lerp(colour, alpha);
    }
    colours
}

fn add_tile(patches: &mut Vec<Patch>, tile: &Tile, light: Vec3, camera: &Camera, size: [usize; 2]) {
    let [a, b, c] = tile.corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let normal = if normal.dot(camera.ray(a)) > 0.0 { -normal } else { normal };
    // A face that looks away from the light is still well seen: half Lambert.
    let facing = 0.5 + 0.5 * normal.dot(light.normalize_or(Vec3::Y));
    let shade = if tile.lit { 0.62 + 0.42 * facing * facing } else { 1.0 };
    let paint = Paint { colour: tile.paint.colour * shade, ..tile.paint };
    let polygon = clip(&tile.corners.map(|corner| camera.view(corner)), camera.near());
    let corners: Vec<Vec3> = polygon.into_iter().map(|p| camera.project(p, size)).collect();
    for i in 2..corners.len() {
        patches.push(Patch {
            shape: Shape::Triangle([corners[0], corners[i - 1], corners[i]]),
            paint,
        });
    }
}

/// A line in the picture, `None` where it lies behind the camera.
fn placed(line: &Line, camera: &Camera, size: [usize; 2]) -> Option<Patch> {
    let unit = size[1] as f32 / 1000.0;
    let [from, to] = line.ends.map(|end| camera.view(end));
    let near = camera.near();
    let cut = |from: Vec3, to: Vec3| match from.z >= near {
        true => Some(from),
        false if to.z > near => Some(from.lerp(to, (near - from.z) / (to.z - from.z))),
        false => None,
    };
    let views = [cut(from, to)?, cut(to, from)?];
    let ends = views.map(|view| {
        let place = camera.project(view, size);
        let ahead = Vec3::new(view.x, view.y, (view.z - camera.distance() * LINES_AHEAD).max(near));
        Vec3::new(place.x, place.y, camera.project(ahead, size).z)
    });
    let ends = match line.shift {
        None => ends,
        Some(shifts) => [0, 1].map(|i| {
            let shift = shifts[i] * unit;
            Vec3::new(ends[i].x + shift.x, ends[i].y - shift.y, f32::INFINITY)
        }),
    };
    let dash = line.pen.dash.map(|dash| dash * unit);
    let shape = Shape::Capsule { ends, radius: 0.5 * line.pen.width * unit, dash };
    Some(Patch { shape, paint: line.pen.paint })
}

impl Patch {
    /// Names every sample of the rows that the patch covers, and how near it is there.
    fn cover(&self, rows: &std::ops::Range<usize>, width: usize, mut found: impl FnMut(u32, f32)) {
        let (low, high) = self.bounds();
        // Casts saturate, so that places far outside become the picture's edge.
        let first = |x: f32, start: usize| ((x - 0.5).ceil() as usize).max(start);
        let last = |x: f32, end: usize| {
            (((x - 0.5).floor() as i64).saturating_add(1)).clamp(0, end as i64) as usize
        };
        for y in first(low.y, rows.start)..last(high.y, rows.end) {
            for x in first(low.x, 0)..last(high.x, width) {
                if let Some(nearness) = self.nearness(Vec2::new(x as f32 + 0.5, y as f32 + 0.5)) {
                    found(((y - rows.start) * width + x) as u32, nearness);
                }
            }
        }
    }

    fn bounds(&self) -> (Vec2, Vec2) {
        match &self.shape {
            Shape::Triangle([a, b, c]) => {
                (a.min(*b).min(*c).truncate(), a.max(*b).max(*c).truncate())
            }
            Shape::Capsule { ends: [p, q], radius, .. } => {
                (p.min(*q).truncate() - *radius, p.max(*q).truncate() + *radius)
            }
        }
    }

    /// How near the patch is at this place, where it covers it.
    fn nearness(&self, place: Vec2) -> Option<f32> {
        match &self.shape {
            Shape::Triangle([a, b, c]) => {
                let (ab, ac, at) = ((b - a).truncate(), (c - a).truncate(), place - a.truncate());
                let area = ab.perp_dot(ac);
                let (v, w) = (at.perp_dot(ac) / area, ab.perp_dot(at) / area);
                // The shared side of two triangles belongs to one of them, or their paint would
                // double there.
                let inside = area != 0.0 && v >= 0.0 && w > 0.0 && v + w <= 1.0;
                inside.then_some(a.z + v * (b.z - a.z) + w * (c.z - a.z))
            }
            Shape::Capsule { ends: [p, q], radius, dash } => {
                let (along, at) = ((q - p).truncate(), place - p.truncate());
                let length = along.length();
                let share = if length > 0.0 {
                    (at.dot(along) / along.length_squared()).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let gap = dash.is_some_and(|dash| share * length / dash % 2.0 > 1.0);
                let covered = !gap && at.distance_squared(along * share) <= radius * radius;
                covered.then_some(if p.z == q.z { p.z } else { p.z + share * (q.z - p.z) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pen, srgb};
    use super::*;

    fn square(z: f32) -> [Vec3; 4] {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, z))
    }

    fn white() -> Figure {
        Figure { background: [Vec3::ONE; 2], ..Figure::default() }
    }

    fn colour(figure: &Figure, x: usize, y: usize) -> [u8; 3] {
        let camera = Camera::perspective(Vec3::Z * 5.0, Vec3::ZERO, 0.5);
        figure.draw(&camera, 64, 64).pixel(x, y)
    }

    #[test]
    fn the_nearer_face_lies_over_the_farther_one_in_either_order() {
        let (red, blue) = (Paint::new(Vec3::X, 0.5), Paint::new(Vec3::Z, 0.5));
        let drawn = |faces: [(f32, Paint); 2]| {
            let mut figure = white();
            faces.into_iter().for_each(|(z, paint)| figure.even_polygon(&square(z), paint));
            // Half of the second over half of the first over white, in the middle and on the fan's
            // diagonal.
            assert_eq!(colour(&figure, 20, 40), colour(&figure, 32, 31));
            colour(&figure, 20, 40)
        };
        let half = |x: f32| encode(x);
        assert_eq!(drawn([(0.0, red), (1.0, blue)]), [half(0.5), half(0.25), half(0.75)]);
        assert_eq!(drawn([(1.0, blue), (0.0, red)]), [half(0.5), half(0.25), half(0.75)]);
        assert_eq!(drawn([(1.0, red), (0.0, blue)]), [half(0.75), half(0.25), half(0.5)]);
    }

    #[test]
    fn lines_lie_on_faces_and_behind_walls() {
        let mut figure = white();
        figure.even_polygon(&square(0.0), Paint::new(Vec3::Z, 1.0));
        figure.line(Vec3::NEG_X, Vec3::X, Pen::new(Vec3::X, 100.0));
        assert_eq!(colour(&figure, 32, 32), [255, 0, 0]);
        figure.even_polygon(&square(0.5), Paint::new(Vec3::Y, 1.0));
        assert_eq!(colour(&figure, 32, 32), [0, 255, 0]);
        figure.label("1", Vec3::ZERO, Vec2::ZERO, 600.0, srgb(0));
        assert_eq!(colour(&figure, 32, 32), [0, 0, 0]);
    }

    #[test]
    fn dashes_have_gaps_and_what_lies_behind_the_camera_is_cut_off() {
        let mut figure = white();
        figure.line(Vec3::NEG_X, Vec3::X, Pen::new(Vec3::ZERO, 60.0).dashed(60.0));
        let dark = |figure: &Figure| (0..64).filter(|&x| colour(figure, x, 32)[0] < 100).count();
        let dashed = dark(&figure);
        figure.line(Vec3::NEG_X, Vec3::X, Pen::new(Vec3::ZERO, 60.0));
        let whole = dark(&figure);
        assert!(whole > 40 && dashed > whole / 4 && dashed < whole * 3 / 4, "{dashed} of {whole}");
        let mut behind = white();
        behind.line(Vec3::Z * 6.0, Vec3::Z * 9.0, Pen::new(Vec3::ZERO, 50.0));
        behind.polygon(&square(7.0), Paint::new(Vec3::ZERO, 1.0));
        assert_eq!(dark(&behind), 0);
    }
}
