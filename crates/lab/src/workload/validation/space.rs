//! Cases in space.

use super::{Contact, Corner, MovingBox, Passing, contact, passing};
use motzkin_core::verdict::Verdict::{Overlapping, Separate, Touching};

/// The corner of a solid of size 4 at the origin.
const HOME: Corner<3, 4> = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]];
/// The same hung under the plane `z = 4`, which holds a face of the tetrahedron too.
const HUNG: Corner<3, 4> = [[0, 0, 4], [4, 0, 0], [0, 4, 0], [0, 0, -4]];
/// A solid with an edge from (0,4,4) to (4,4,4) in the cuboid and the tetrahedron alike.
const RIDGE: Corner<3, 4> = [[0, 4, 4], [4, 0, 0], [0, -4, 0], [0, 0, -4]];

/// Exact contacts, containment, shared and parallel features.
pub const CONTACTS: &[Contact<3, 4>] = &[
    contact("identical", HOME, HOME, "OOOO"),
    contact("identical, other corner", HOME, [[0, 0, 0], [0, 4, 0], [0, 0, 4], [4, 0, 0]], "OOOO"),
    contact("identical, sheared", RIDGE, RIDGE, "OOOO"),
    contact("face on face, whole", HOME, [[0, 0, 0], [-4, 0, 0], [0, 4, 0], [0, 0, 4]], "TTTT"),
    contact("face on face, in part", HOME, [[-2, 1, 1], [2, 0, 0], [0, 2, 0], [0, 0, 2]], "TTTT"),
    contact("face within face", HUNG, [[1, 1, 4], [1, 0, 0], [0, 1, 0], [1, 1, 3]], "TTTT"),
    contact(
        "face on face, turned by 45 degrees",
        HUNG,
        [[1, 1, 4], [1, 1, 0], [-1, 1, 0], [0, 0, 2]],
        "TTTT",
    ),
    contact(
        "coplanar faces side by side",
        HOME,
        [[4, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]],
        "TTTT",
    ),
    contact(
        "coplanar faces, overlapping",
        HOME,
        [[1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "OOOO",
    ),
    contact("coplanar faces apart", HOME, [[5, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], "SSSS"),
    contact(
        "edge on edge, parallel and whole",
        HOME,
        [[0, 0, 0], [-4, 0, 0], [0, -4, 0], [0, 0, 4]],
        "TTTT",
    ),
    contact(
        "edge on edge, parallel in part",
        HOME,
        [[0, 0, 3], [-4, 0, 0], [0, -4, 0], [0, 0, 4]],
        "TTTT",
    ),
    contact(
        "edge beyond edge, parallel",
        HOME,
        [[0, 0, 5], [-4, 0, 0], [0, -4, 0], [0, 0, 4]],
        "SSSS",
    ),
    contact("edge on edge, crossed", RIDGE, [[2, 6, 2], [0, -4, 4], [4, 4, 4], [-4, 4, 4]], "TTTT"),
    contact(
        "edge past edge, crossed",
        RIDGE,
        [[2, 7, 2], [0, -4, 4], [4, 4, 4], [-4, 4, 4]],
        "SSSS",
    ),
    contact(
        "edge through edge, crossed",
        RIDGE,
        [[2, 5, 2], [0, -4, 4], [4, 4, 4], [-4, 4, 4]],
        "OOOO",
    ),
    contact(
        "45-degree edge on a face",
        HUNG,
        [[1, 1, 4], [2, 0, 0], [0, 2, 2], [0, -2, 2]],
        "TTTT",
    ),
    contact(
        "45-degree edge on a face, diagonal",
        HUNG,
        [[1, 1, 4], [1, 1, 0], [1, -1, 2], [-1, 1, 2]],
        "TTTT",
    ),
    contact(
        "45-degree edge over a face",
        HUNG,
        [[1, 1, 5], [2, 0, 0], [0, 2, 2], [0, -2, 2]],
        "SSSS",
    ),
    contact(
        "45-degree edge in a face's rim",
        HUNG,
        [[0, 0, 4], [4, 0, 0], [0, 2, 2], [0, -2, 2]],
        "TTTT",
    ),
    contact("vertex on a face", HUNG, [[1, 1, 4], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "TTTT"),
    contact("vertex on an edge", HUNG, [[2, 0, 4], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "TTTT"),
    contact("vertex on a vertex", HUNG, [[0, 0, 4], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "TTTT"),
    contact("vertex over a face", HUNG, [[1, 1, 5], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "SSSS"),
    contact("vertex through a face", HUNG, [[1, 1, 3], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "OOOO"),
    contact(
        "vertex on the slanted face",
        HOME,
        [[2, 1, 1], [4, 0, 0], [0, 4, 0], [0, 0, 4]],
        "OOTT",
    ),
    contact("beyond the slanted face", HOME, [[2, 2, 1], [4, 0, 0], [0, 4, 0], [0, 0, 4]], "OOSS"),
    contact("contained", HOME, [[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    contact(
        "contained, touching from within",
        HOME,
        [[0, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "OOOO",
    ),
    contact("contained in a corner", HOME, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    contact("crossing bars", HOME, [[1, -9, 1], [1, 0, 0], [0, 18, 0], [0, 0, 1]], "OOOO"),
    contact(
        "parallel edges, face apart",
        HOME,
        [[0, 0, 5], [4, 4, 0], [-4, 4, 0], [0, 0, 4]],
        "SSSS",
    ),
    contact(
        "parallel edges, turned about z",
        HOME,
        [[2, 0, 1], [2, 2, 0], [-2, 2, 0], [0, 0, 1]],
        "OOOO",
    ),
    contact(
        "parallel edges, corner on a side",
        HOME,
        [[-2, 2, 1], [-2, 2, 0], [-2, -2, 0], [0, 0, 1]],
        "SSSS",
    ),
    contact("left-handed", HOME, [[3, 3, 3], [0, -4, 0], [-4, 0, 0], [0, 0, -4]], "OOOS"),
    contact("thin plates in one plane", HOME, [[4, 4, 4], [4, 0, 0], [0, 4, 0], [0, 0, 1]], "TTSS"),
];

/// The fixed solid that others visit.
const HOST: Corner<3, 4> = [[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]];

const fn visit(name: &'static str, b: Corner<3, 4>, verdicts: &'static str) -> Contact<3, 4> {
    contact(name, HOST, b, verdicts)
}

/// The validation idea of the 2013 paper (section 6.1): sixteen cases for each combination of
/// shapes. Its pictures give no numbers; these are ours, a fixed solid and one that visits it.
pub const VISITS: &[Contact<3, 4>] = &[
    visit("far", [[20, 20, 20], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "SSSS"),
    visit("beside", [[7, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "SSSS"),
    visit("above, slanted", [[1, 1, 7], [6, 1, 1], [1, 6, 2], [0, 1, 6]], "SSSS"),
    visit("boxes overlap, solids do not", [[6, 6, 7], [6, 0, -3], [0, 6, -3], [-1, -1, 6]], "SSSS"),
    visit("opposite corner, facing", [[6, 6, 6], [-4, 0, 0], [0, -4, 0], [0, 0, -4]], "OOTS"),
    visit("opposite corner, long", [[6, 6, 6], [-6, 0, 0], [0, -6, 0], [0, 0, -6]], "OOOS"),
    visit("side by side", [[6, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "TTTT"),
    visit("corner to corner", [[0, 0, 0], [-6, 0, 0], [0, -6, 0], [0, 0, -6]], "TTTT"),
    visit("under", [[1, 1, -3], [2, 0, 0], [0, 2, 0], [0, 0, 3]], "TTTT"),
    visit("on the slope", [[2, 2, 2], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "OOTT"),
    visit("over the slope", [[3, 2, 2], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "OOSS"),
    visit("in the middle", [[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    visit("the same", HOST, "OOOO"),
    visit("around", [[-20, -20, -20], [90, 0, 0], [0, 90, 0], [0, 0, 90]], "OOOO"),
    visit("a lance", [[-9, 1, 1], [30, 1, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    visit("sheared into it", [[-1, -1, -1], [5, 3, 1], [1, 5, 3], [3, 1, 5]], "OOOO"),
];

/// Pair (18) of the 2013 paper, in tenths of its unit: each variable has solutions by itself, and
/// yet the tetrahedra are apart.
pub const PAIR_18: Contact<3, 4> = contact(
    "pair (18) of the 2013 paper",
    [[5, 5, 5], [-10, 0, 0], [0, -10, 0], [0, 0, -10]],
    [[-6, -6, -6], [10, 0, 0], [0, 10, 0], [0, 0, 10]],
    "OOOS",
);

const UNIT: [f32; 3] = [1.0; 3];
const REST: [f32; 3] = [0.0; 3];
/// A unit cube at rest in the world's corner.
const CUBE: MovingBox<3> = MovingBox(REST, UNIT, REST);
/// A plate far thinner than a step is long.
const PLATE: MovingBox<3> = MovingBox([5.0, 0.0, 0.0], [1.0 / 1024.0, 1.0, 1.0], REST);
const LEAVES_PLATE: f64 = (5.0 + 1.0 / 1024.0) / 16.0;

const fn unit(place: [f32; 3], velocity: [f32; 3]) -> MovingBox<3> {
    MovingBox(place, UNIT, velocity)
}

/// Boxes that move: through a plate, past edges and corners, along faces, in contact at one end of
/// `t` only.
pub const SWEEPS: &[Passing<3>] = &[
    passing(
        "through a plate",
        PLATE,
        unit(REST, [16.0, 0.0, 0.0]),
        Overlapping,
        Some([0.25, LEAVES_PLATE]),
    ),
    passing("past a plate", PLATE, unit([0.0, 1.5, 0.0], [16.0, 0.0, 0.0]), Separate, None),
    passing(
        "grazing a plate's rim",
        PLATE,
        unit([0.0, 1.0, 0.0], [16.0, 0.0, 0.0]),
        Touching,
        Some([0.25, LEAVES_PLATE]),
    ),
    passing(
        "through a plate that moves on",
        MovingBox([5.0, 0.0, 0.0], [1.0 / 1024.0, 1.0, 1.0], [-8.0, 0.0, 0.0]),
        unit(REST, [8.0, 0.0, 0.0]),
        Overlapping,
        Some([0.25, LEAVES_PLATE]),
    ),
    passing(
        "edge past edge",
        CUBE,
        unit([2.0, 0.0, 0.0], [-2.0, 2.0, 0.0]),
        Touching,
        Some([0.5, 0.5]),
    ),
    passing(
        "corner past corner",
        CUBE,
        unit([2.0, 0.0, 0.5], [-2.0, 2.0, 1.0]),
        Touching,
        Some([0.5, 0.5]),
    ),
    passing("edge beyond edge", CUBE, unit([2.25, 0.0, 0.0], [-2.0, 2.0, 0.0]), Separate, None),
    passing(
        "edge through edge",
        CUBE,
        unit([1.75, 0.0, 0.0], [-2.0, 2.0, 0.0]),
        Overlapping,
        Some([0.375, 0.5]),
    ),
    passing(
        "along a face",
        CUBE,
        unit([-3.0, 0.0, 1.0], [8.0, 0.0, 0.0]),
        Touching,
        Some([0.25, 0.5]),
    ),
    passing(
        "along a face from within",
        CUBE,
        unit([0.5, 0.5, 1.0], [1.0, 1.0, 0.0]),
        Touching,
        Some([0.0, 0.5]),
    ),
    passing(
        "along an edge",
        CUBE,
        unit([1.0, -3.0, 1.0], [0.0, 8.0, 0.0]),
        Touching,
        Some([0.25, 0.5]),
    ),
    passing(
        "at the end only",
        CUBE,
        unit([3.0, 0.0, 0.0], [-2.0, 0.0, 0.0]),
        Touching,
        Some([1.0, 1.0]),
    ),
    passing(
        "an ulp short of the end",
        CUBE,
        unit([3.0, 0.0, 0.0], [-1.999_999_9, 0.0, 0.0]),
        Separate,
        None,
    ),
    passing(
        "at the start only",
        CUBE,
        unit([1.0, 0.0, 0.0], [2.0, 0.0, 0.0]),
        Touching,
        Some([0.0, 0.0]),
    ),
    passing(
        "at the start only, slowly",
        CUBE,
        unit([1.0, 0.0, 0.0], [1e-30, 0.0, 0.0]),
        Touching,
        Some([0.0, 0.0]),
    ),
    passing(
        "starts inside and leaves",
        CUBE,
        unit([0.5, 0.0, 0.0], [2.0, 0.0, 0.0]),
        Overlapping,
        Some([0.0, 0.25]),
    ),
    passing(
        "starts inside and stays",
        CUBE,
        unit([0.5, 0.0, 0.0], [0.25, 0.0, 0.0]),
        Overlapping,
        Some([0.0, 1.0]),
    ),
    passing(
        "starts in contact and enters",
        CUBE,
        unit([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
        Overlapping,
        Some([0.0, 1.0]),
    ),
    passing(
        "starts in contact and passes",
        CUBE,
        unit([1.0, 0.0, 0.0], [-4.0, 0.0, 0.0]),
        Overlapping,
        Some([0.0, 0.5]),
    ),
    passing(
        "ends inside",
        CUBE,
        unit([2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
    passing("would meet later", CUBE, unit([4.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), Separate, None),
    passing("met before", CUBE, unit([2.0, 0.0, 0.0], [4.0, 0.0, 0.0]), Separate, None),
    passing("rests apart", CUBE, unit([2.0, 0.0, 0.0], REST), Separate, None),
    passing("rests in contact", CUBE, unit([1.0, 0.0, 0.0], REST), Touching, Some([0.0, 1.0])),
    passing("rests overlapping", CUBE, unit([0.5, 0.0, 0.0], REST), Overlapping, Some([0.0, 1.0])),
    passing(
        "one velocity, huge, overlapping",
        unit(REST, [1e30, -1e30, 3e38]),
        unit([0.5, 0.5, 0.5], [1e30, -1e30, 3e38]),
        Overlapping,
        Some([0.0, 1.0]),
    ),
    passing(
        "one velocity, huge, in contact",
        unit(REST, [1e30, -1e30, 3e38]),
        unit([1.0, 0.5, 0.5], [1e30, -1e30, 3e38]),
        Touching,
        Some([0.0, 1.0]),
    ),
    passing(
        "huge velocities that differ by an ulp",
        unit(REST, [16_777_216.0, 0.0, 0.0]),
        unit([-2.0, 0.0, 0.0], [16_777_218.0, 0.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
    passing(
        "for a moment only",
        CUBE,
        unit([-131_072.0, 0.0, 0.0], [262_144.0, 0.0, 0.0]),
        Overlapping,
        Some([131_071.0 / 262_144.0, 131_073.0 / 262_144.0]),
    ),
    passing(
        "both move",
        unit(REST, [2.0, 1.0, 0.0]),
        unit([3.0, 1.5, 0.0], [-2.0, 0.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
];
