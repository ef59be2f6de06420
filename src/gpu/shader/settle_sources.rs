//! The shaders that settle pairs in whole numbers, from short numbers to long ones.

use crate::gpu::shader::bindings;
use crate::gpu::shader::source::{Source, part};

/// What lies in the buffers, the settings of a batch, and whole numbers.
const COMMON: &str = concat!(
    part!("parts/types"),
    part!("parts/shape"),
    part!("parts/code"),
    part!("parts/groups"),
    part!("parts/params"),
    part!("parts/params_binding"),
    part!("parts/whole"),
    part!("parts/whole_input"),
);

/// The verdicts in space, which want whole numbers of some length.
const SPACE: &str = concat!(part!("parts/settle_range"), part!("parts/settle_space"));

/// The verdicts in the plane.
const PLANE: &str =
    concat!(part!("parts/plane_types"), part!("parts/settle_range"), part!("parts/settle_plane"));

/// Coordinates of two words, which numbers of four and of six words are made of.
const LONG: &str = part!("parts/whole_long");

macro_rules! settle {
    ($name:literal, $verdicts:expr, $($numbers:expr),+) => {
        Source {
            name: $name,
            bindings: bindings::SETTLE,
            parts: &[COMMON, $($numbers),+, $verdicts, part!("parts/settle"), part!($name)],
        }
    };
}

/// In space: numbers of one, two, four and six words.
pub const IN_SPACE: [Source; 4] = [
    settle!("settle_1", SPACE, part!("parts/whole_1")),
    settle!("settle_2", SPACE, part!("parts/whole_2")),
    settle!("settle_4", SPACE, LONG, part!("parts/whole_4")),
    settle!("settle_6", SPACE, LONG, part!("parts/whole_6")),
];

/// In the plane: numbers of one, two and four words.
pub const IN_PLANE: [Source; 3] = [
    settle!("plane_settle_1", PLANE, part!("parts/whole_1")),
    settle!("plane_settle_2", PLANE, part!("parts/whole_2")),
    settle!("plane_settle_4", PLANE, LONG, part!("parts/whole_4")),
];
