//! Polytopes under transforms.

use super::Style;
use super::numbers::{Numbers, power};
use super::shapes::about;
use glam::{Affine3A, Mat3, Vec3};
use motzkin_core::geom::PolytopeSet;

/// Pairs of [`placed_polytopes`].
const PLACED_PAIRS: usize = 10_007;

impl Numbers {
    /// A transform that turns and stretches, and keeps the plane if there is one.
    fn transform(&mut self, is_flat: bool) -> Affine3A {
        let scale = self.power_of(&[0, 0, 0, -10, 10, -20, -27]);
        let away = self.power_of(&[-60, 0, 0, 5, 20]);
        let mut linear = || self.direction() * scale;
        let [x, y, z] = [linear(), linear(), linear()];
        let shift = self.direction() * away;
        if is_flat {
            let [x, y, shift] = [x, y, shift].map(|v| v.with_z(0.0));
            return Affine3A::from_mat3_translation(Mat3::from_cols(x, y, Vec3::Z), shift);
        }
        Affine3A::from_mat3_translation(Mat3::from_cols(x, y, z), shift)
    }

    /// Few points about a place.
    fn few_points(
        &mut self,
        style: Style,
        at: Option<Vec3>,
        is_flat: bool,
        scale: f32,
    ) -> Vec<Vec3> {
        let most = [2, 5, 8, 8, 12, 70][self.below(6) as usize];
        let origin = at.unwrap_or_else(|| self.vector(style, 1) * scale);
        let others = self.below(most);
        about(origin, is_flat, others, || self.vector(style, 2) * scale)
    }
}

/// Polytopes of few vertices in pairs, with velocities. Many pairs have one transform for both, so
/// that what touches does so still, and computed numbers do not tell. Of others the second lies far
/// away and is moved back, so that its places are known less well. The first is empty, and the
/// first pair is for no kernel.
pub fn placed_polytopes(style: Style) -> PolytopeSet {
    let (mut numbers, mut set) = (Numbers::new(100 + style as u64), PolytopeSet::new());
    for _ in 0..2 {
        set.push(&[]).expect("no points");
    }
    for pair in 0..PLACED_PAIRS {
        let is_flat = pair % 4 == 0;
        let kind = numbers.below(5);
        let is_back = kind == 4 && !is_flat;
        let scale = numbers.power_of(match kind {
            0 if style == Style::Scaled => &[-140, -70, -20, 40, 90, 110],
            0 => &[-126, -125, -10, 0, 10, 90],
            4 => &[-6, -8, -10, -12, -14, -16, -18],
            _ => &[0, 0, 0, -30, 30],
        });
        let first = numbers.few_points(style, None, is_flat, scale);
        let size = first[0].abs().max_element();
        let at = numbers.second(style, |i| first[i as usize % first.len()], size);
        let mut second = numbers.few_points(style, at, is_flat, scale);
        let fast = numbers.power_of(&[0, 0, -10, 10]) * scale;
        let both = numbers.transform(is_flat);
        let mut transforms = match kind {
            1 => [numbers.transform(is_flat), numbers.transform(is_flat)],
            2 | 3 => [both; 2],
            _ => [Affine3A::IDENTITY; 2],
        };
        if is_back {
            let away = power(30);
            for point in &mut second {
                *point = Vec3::new(away, point.y, point.z);
            }
            transforms[1].matrix3.x_axis = numbers.direction().into();
            transforms[1].matrix3.y_axis = numbers.direction().into();
            transforms[1].translation = transforms[1].matrix3.x_axis * -away;
        }
        for (points, transform) in [first, second].into_iter().zip(transforms) {
            let polytope = set.push(&points).expect("finite points");
            let mut way = numbers.place(style) * fast;
            // One that collapses stays as it is.
            if set.set_transform(polytope, transform).is_ok() && !is_back {
                way = transform.transform_vector3(way);
            }
            set.set_velocity(polytope, way).expect("a velocity");
        }
    }
    set
}
