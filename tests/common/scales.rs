//! Scales of shapes, as tests draw them.

use fastrand::Rng;

/// Mostly none, so that contacts are frequent; some that are exact, and some that round.
pub fn draw_scale(rng: &mut Rng) -> f32 {
    match rng.u32(..12) {
        0 => 2.0,
        1 => 0.5,
        2 => 0.3 + rng.f32(),
        _ => 1.0,
    }
}
