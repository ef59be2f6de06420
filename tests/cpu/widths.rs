//! Whole numbers at the widths at which one arithmetic ends and the next begins, and of the largest
//! magnitudes there are: what would not fit would overflow.

use crate::common::moving;
use crate::common::oracle;
use crate::common::plane;
use crate::common::seed::{rng, seed};
use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin_core::exact::SettledBy;
use motzkin_core::geom::{Frame2, Frame3, ShapeKind, ShapeKind2};
use motzkin_core::{Frame, Moving, Resting};

/// The last width of each arithmetic in space and in the plane, one beyond, and some others.
const WIDTHS: [u32; 14] = [13, 14, 23, 24, 38, 39, 54, 59, 60, 80, 81, 123, 124, 180];

/// Draws numbers of so many bits: from 1, the unit, to all bits of an `f32` at the upper end.
struct Wide<'a> {
    rng: &'a mut Rng,
    width: u32,
}

impl Wide<'_> {
    /// `2^-149` is the least float there is; 180 bits end at `2^31` then.
    fn number(&mut self) -> f32 {
        let unit = 2_f64.powi(-149 + self.rng.i32(0..=1));
        let bits = self.width.min(24);
        let top = 2_f64.powi((self.width - bits) as i32);
        let full = f64::from((1_u32 << bits) - 1);
        let size = match self.rng.u32(0..6) {
            0 => 0.0,
            1 => 1.0,
            2 => 2_f64.powi(self.rng.i32(0..self.width as i32 - 1)),
            3 => f64::from(self.rng.u32(0..1 << bits)) * top,
            _ => full * top,
        };
        (if self.rng.bool() { size * unit } else { -size * unit }) as f32
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.number()))
    }

    /// A frame beside another one: some rows are those of the other, so that pairs touch.
    fn frame(&mut self, other: Option<&Frame3>) -> Frame3 {
        loop {
            let kind = ShapeKind::ALL[self.rng.usize(..ShapeKind::ALL.len())];
            let mut rows = [(); 4].map(|()| self.vector());
            if let Some(other) = other {
                for (row, own) in rows.iter_mut().enumerate() {
                    if self.rng.bool() {
                        *own = other.row(row);
                    }
                }
            }
            let [origin, edges @ ..] = rows;
            let built = Frame3::of_kind(kind, origin, edges);
            if let Ok(frame) = built.and_then(|frame| frame.with_velocity(self.vector())) {
                return frame;
            }
        }
    }

    fn flat_frame(&mut self, other: Option<&Frame2>) -> Frame2 {
        loop {
            let kind = ShapeKind2::ALL[self.rng.usize(..ShapeKind2::ALL.len())];
            let mut rows = [(); 3].map(|()| Vec2::new(self.number(), self.number()));
            if let Some(other) = other {
                if self.rng.bool() {
                    rows[0] = other.origin();
                }
                if self.rng.bool() {
                    rows[1] = other.row(0);
                }
            }
            let [origin, edges @ ..] = rows;
            let velocity = Vec2::new(self.number(), self.number());
            let built = Frame2::of_kind(kind, origin, edges);
            if let Ok(frame) = built.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }
}

#[test]
fn every_width_in_space() {
    let (mut by_long, mut touching) = (0, 0);
    for width in WIDTHS {
        let mut rng = rng(&format!("widths in space, {width}"));
        let mut wide = Wide { rng: &mut rng, width };
        for _ in 0..60 {
            let a = wide.frame(None);
            let b = wide.frame(Some(&a));
            let resting = Frame3::decide::<Resting>(&a, &b).expect("valid frames");
            let truth = oracle::verdict(&a, &b);
            assert_eq!(resting.verdict, truth, "{width}, seed {}: {a:?} {b:?}", seed());
            let found = Frame3::decide::<Moving>(&a, &b).expect("valid frames");
            let moving = moving::judge(&a, &b);
            let case = format!("{width}, moving, seed {}: {a:?} {b:?}", seed());
            assert_eq!(found.verdict, moving.verdict, "{case}");
            let meets = found.verdict.meets();
            let interval = meets.then(|| Frame3::meeting_interval(&a, &b).expect("valid frames"));
            assert_eq!(moving.fault_of_interval(interval), None, "{case}");
            touching += usize::from(truth == motzkin::Verdict::Touching);
            by_long += usize::from(width <= 80 && resting.by == SettledBy::Wide);
        }
    }
    println!("{touching} touch, {by_long} in 256 bits");
    assert!(touching > 20 && by_long > 20, "{touching} touch, {by_long} in 256 bits");
}

#[test]
fn every_width_in_the_plane() {
    let mut by_long = 0;
    for width in WIDTHS {
        let mut rng = rng(&format!("widths in the plane, {width}"));
        let mut wide = Wide { rng: &mut rng, width };
        for _ in 0..200 {
            let a = wide.flat_frame(None);
            let b = wide.flat_frame(Some(&a));
            let still = |frame: &Frame2| frame.with_velocity(Vec2::ZERO).expect("a frame");
            let resting = Frame2::decide::<Resting>(&a, &b).expect("valid frames");
            let truth = plane::oracle::judge(&still(&a), &still(&b)).verdict;
            assert_eq!(resting.verdict, truth, "{width}, seed {}: {a:?} {b:?}", seed());
            let found = Frame2::decide::<Moving>(&a, &b).expect("valid frames");
            let moving = plane::oracle::judge(&a, &b);
            let case = format!("{width}, moving, seed {}: {a:?} {b:?}", seed());
            assert_eq!(found.verdict, moving.verdict, "{case}");
            let meets = found.verdict.meets();
            let interval = meets.then(|| Frame2::meeting_interval(&a, &b).expect("valid frames"));
            assert_eq!(moving.fault_of_interval(interval), None, "{case}");
            by_long += usize::from(width <= 123 && resting.by == SettledBy::Wide);
        }
    }
    println!("{by_long} in 256 bits");
    assert!(by_long > 20, "{by_long} in 256 bits");
}
