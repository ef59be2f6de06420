//! Cases in the plane.

use super::{Contact, Corner, MovingBox, Passing, contact, passing};
use motzkin_core::verdict::Verdict::{Overlapping, Separate, Touching};

const HOME: Corner<2, 3> = [[0, 0], [4, 0], [0, 4]];

/// Exact contacts, containment, shared and parallel features.
pub const CONTACTS: &[Contact<2, 3>] = &[
    contact("identical", HOME, HOME, "OOOO"),
    contact("identical, other corner", HOME, [[0, 0], [0, 4], [4, 0]], "OOOO"),
    contact("edge on edge, whole", HOME, [[0, 0], [-4, 0], [0, 4]], "TTTT"),
    contact("edge on edge, in part", HOME, [[-2, 1], [2, 0], [0, 2]], "TTTT"),
    contact("edge beyond edge", HOME, [[5, 0], [4, 0], [0, 4]], "SSSS"),
    contact("edge off edge", HOME, [[-3, 1], [2, 0], [0, 2]], "SSSS"),
    contact("vertex on vertex", HOME, [[0, 0], [-4, 0], [0, -4]], "TTTT"),
    contact("vertex off vertex", HOME, [[-1, -1], [-4, 0], [0, -4]], "SSSS"),
    contact("vertex on edge", HOME, [[-2, 2], [-2, 2], [-2, -2]], "SSSS"),
    contact("vertex on edge at 45 degrees", HOME, [[0, 2], [-2, 2], [-2, -2]], "TTTT"),
    contact("vertex within", HOME, [[1, 1], [-4, 1], [1, -4]], "OOOO"),
    contact("contained", HOME, [[1, 1], [1, 0], [0, 1]], "OOOO"),
    contact("contained, sharing an edge", HOME, [[1, 0], [2, 0], [0, 1]], "OOOO"),
    contact("on the slanted side", HOME, [[2, 2], [2, 0], [0, 2]], "OOTT"),
    contact("beyond the slanted side", HOME, [[3, 3], [1, 0], [0, 1]], "OOSS"),
    contact("side by side on one line", HOME, [[4, 0], [4, 0], [0, 4]], "TTTT"),
    contact("left-handed", [[0, 0], [0, 4], [4, 0]], [[4, 1], [0, 2], [2, 0]], "TTSS"),
    contact("crossing bars", [[-9, 0], [22, 0], [0, 1]], [[0, -9], [1, 0], [0, 22]], "OOOO"),
];

const SQUARE: MovingBox<2> = MovingBox([0.0; 2], [1.0; 2], [0.0; 2]);
/// A plate far thinner than a step is long.
const PLATE: MovingBox<2> = MovingBox([5.0, 0.0], [1.0 / 1024.0, 1.0], [0.0; 2]);
const LEAVES_PLATE: f64 = (5.0 + 1.0 / 1024.0) / 16.0;

const fn unit(place: [f32; 2], velocity: [f32; 2]) -> MovingBox<2> {
    MovingBox(place, [1.0; 2], velocity)
}

/// Rectangles that move, as in space.
pub const SWEEPS: &[Passing<2>] = &[
    passing(
        "through a plate",
        PLATE,
        unit([0.0, 0.0], [16.0, 0.0]),
        Overlapping,
        Some([0.25, LEAVES_PLATE]),
    ),
    passing("past a plate", PLATE, unit([0.0, 1.5], [16.0, 0.0]), Separate, None),
    passing(
        "grazing a plate",
        PLATE,
        unit([0.0, 1.0], [16.0, 0.0]),
        Touching,
        Some([0.25, LEAVES_PLATE]),
    ),
    passing(
        "corner past corner",
        SQUARE,
        unit([2.0, 0.0], [-2.0, 2.0]),
        Touching,
        Some([0.5, 0.5]),
    ),
    passing("corner beyond corner", SQUARE, unit([2.25, 0.0], [-2.0, 2.0]), Separate, None),
    passing(
        "corner through corner",
        SQUARE,
        unit([1.75, 0.0], [-2.0, 2.0]),
        Overlapping,
        Some([0.375, 0.5]),
    ),
    passing("along an edge", SQUARE, unit([-3.0, 1.0], [8.0, 0.0]), Touching, Some([0.25, 0.5])),
    passing("at the end only", SQUARE, unit([3.0, 0.0], [-2.0, 0.0]), Touching, Some([1.0, 1.0])),
    passing(
        "an ulp short of the end",
        SQUARE,
        unit([3.0, 0.0], [-1.999_999_9, 0.0]),
        Separate,
        None,
    ),
    passing("at the start only", SQUARE, unit([1.0, 0.0], [2.0, 0.0]), Touching, Some([0.0, 0.0])),
    passing(
        "at the start only, slowly",
        SQUARE,
        unit([1.0, 0.0], [1e-30, 0.0]),
        Touching,
        Some([0.0, 0.0]),
    ),
    passing(
        "starts inside and leaves",
        SQUARE,
        unit([0.5, 0.0], [2.0, 0.0]),
        Overlapping,
        Some([0.0, 0.25]),
    ),
    passing(
        "starts inside and stays",
        SQUARE,
        unit([0.5, 0.0], [0.25, 0.0]),
        Overlapping,
        Some([0.0, 1.0]),
    ),
    passing(
        "starts in contact and passes",
        SQUARE,
        unit([1.0, 0.0], [-4.0, 0.0]),
        Overlapping,
        Some([0.0, 0.5]),
    ),
    passing("would meet later", SQUARE, unit([4.0, 0.0], [-2.0, 0.0]), Separate, None),
    passing("met before", SQUARE, unit([2.0, 0.0], [4.0, 0.0]), Separate, None),
    passing("rests apart", SQUARE, unit([2.0, 0.0], [0.0; 2]), Separate, None),
    passing("rests in contact", SQUARE, unit([1.0, 0.0], [0.0; 2]), Touching, Some([0.0, 1.0])),
    passing(
        "one velocity, huge, in contact",
        unit([0.0; 2], [1e30, 3e38]),
        unit([1.0, 0.5], [1e30, 3e38]),
        Touching,
        Some([0.0, 1.0]),
    ),
    passing(
        "huge velocities that differ by an ulp",
        unit([0.0; 2], [16_777_216.0, 0.0]),
        unit([-2.0, 0.0], [16_777_218.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
    passing(
        "for a moment only",
        SQUARE,
        unit([-131_072.0, 0.0], [262_144.0, 0.0]),
        Overlapping,
        Some([131_071.0 / 262_144.0, 131_073.0 / 262_144.0]),
    ),
    passing(
        "both move",
        unit([0.0; 2], [2.0, 1.0]),
        unit([3.0, 1.5], [-2.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
];
