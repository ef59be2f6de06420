//! Exact contacts, containment, shared and parallel features: data in whole numbers, then moved by
//! exact maps, which change no verdict.

use super::lattice::Affine;
use super::{Corner, Quad};
use crate::common::scene::{Case, Scene};
use crate::common::seed::rng;

/// The corner of a solid of size 4 at the origin.
const HOME: Corner = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]];
/// The same hung under the plane `z = 4`, which holds a face of the tetrahedron too.
const HUNG: Corner = [[0, 0, 4], [4, 0, 0], [0, 4, 0], [0, 0, -4]];
/// A solid with an edge from (0,4,4) to (4,4,4) in the cuboid and the tetrahedron alike.
const RIDGE: Corner = [[0, 4, 4], [4, 0, 0], [0, -4, 0], [0, 0, -4]];

const fn quad(name: &'static str, a: Corner, b: Corner, verdicts: &'static str) -> Quad {
    Quad { name, a, b, verdicts }
}

/// Verdicts in the order cuboid-cuboid, cuboid-tetrahedron, tetrahedron-cuboid, tetrahedra.
pub const QUADS: &[Quad] = &[
    quad("identical", HOME, HOME, "OOOO"),
    quad("identical, other corner", HOME, [[0, 0, 0], [0, 4, 0], [0, 0, 4], [4, 0, 0]], "OOOO"),
    quad("identical, sheared", RIDGE, RIDGE, "OOOO"),
    quad("face on face, whole", HOME, [[0, 0, 0], [-4, 0, 0], [0, 4, 0], [0, 0, 4]], "TTTT"),
    quad("face on face, in part", HOME, [[-2, 1, 1], [2, 0, 0], [0, 2, 0], [0, 0, 2]], "TTTT"),
    quad("face within face", HUNG, [[1, 1, 4], [1, 0, 0], [0, 1, 0], [1, 1, 3]], "TTTT"),
    quad("face on face, turned by 45 degrees", HUNG, [[1, 1, 4], [1, 1, 0], [-1, 1, 0], [0, 0, 2]], "TTTT"),
    quad("coplanar faces side by side", HOME, [[4, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], "TTTT"),
    quad("coplanar faces, overlapping", HOME, [[1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    quad("coplanar faces apart", HOME, [[5, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], "SSSS"),
    quad("edge on edge, parallel and whole", HOME, [[0, 0, 0], [-4, 0, 0], [0, -4, 0], [0, 0, 4]], "TTTT"),
    quad("edge on edge, parallel in part", HOME, [[0, 0, 3], [-4, 0, 0], [0, -4, 0], [0, 0, 4]], "TTTT"),
    quad("edge beyond edge, parallel", HOME, [[0, 0, 5], [-4, 0, 0], [0, -4, 0], [0, 0, 4]], "SSSS"),
    quad("edge on edge, crossed", RIDGE, [[2, 6, 2], [0, -4, 4], [4, 4, 4], [-4, 4, 4]], "TTTT"),
    quad("edge past edge, crossed", RIDGE, [[2, 7, 2], [0, -4, 4], [4, 4, 4], [-4, 4, 4]], "SSSS"),
    quad("edge through edge, crossed", RIDGE, [[2, 5, 2], [0, -4, 4], [4, 4, 4], [-4, 4, 4]], "OOOO"),
    quad("45-degree edge on a face", HUNG, [[1, 1, 4], [2, 0, 0], [0, 2, 2], [0, -2, 2]], "TTTT"),
    quad("45-degree edge on a face, diagonal", HUNG, [[1, 1, 4], [1, 1, 0], [1, -1, 2], [-1, 1, 2]], "TTTT"),
    quad("45-degree edge over a face", HUNG, [[1, 1, 5], [2, 0, 0], [0, 2, 2], [0, -2, 2]], "SSSS"),
    quad("45-degree edge in a face's rim", HUNG, [[0, 0, 4], [4, 0, 0], [0, 2, 2], [0, -2, 2]], "TTTT"),
    quad("vertex on a face", HUNG, [[1, 1, 4], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "TTTT"),
    quad("vertex on an edge", HUNG, [[2, 0, 4], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "TTTT"),
    quad("vertex on a vertex", HUNG, [[0, 0, 4], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "TTTT"),
    quad("vertex over a face", HUNG, [[1, 1, 5], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "SSSS"),
    quad("vertex through a face", HUNG, [[1, 1, 3], [1, 0, 2], [0, 1, 2], [-1, -1, 2]], "OOOO"),
    quad("vertex on the slanted face", HOME, [[2, 1, 1], [4, 0, 0], [0, 4, 0], [0, 0, 4]], "OOTT"),
    quad("beyond the slanted face", HOME, [[2, 2, 1], [4, 0, 0], [0, 4, 0], [0, 0, 4]], "OOSS"),
    quad("contained", HOME, [[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    quad("contained, touching from within", HOME, [[0, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    quad("contained in a corner", HOME, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    quad("crossing bars", HOME, [[1, -9, 1], [1, 0, 0], [0, 18, 0], [0, 0, 1]], "OOOO"),
    quad("parallel edges, face apart", HOME, [[0, 0, 5], [4, 4, 0], [-4, 4, 0], [0, 0, 4]], "SSSS"),
    quad("parallel edges, turned about z", HOME, [[2, 0, 1], [2, 2, 0], [-2, 2, 0], [0, 0, 1]], "OOOO"),
    quad("parallel edges, corner on a side", HOME, [[-2, 2, 1], [-2, 2, 0], [-2, -2, 0], [0, 0, 1]], "SSSS"),
    quad("left-handed", HOME, [[3, 3, 3], [0, -4, 0], [-4, 0, 0], [0, 0, -4]], "OOOS"),
    quad("thin plates in one plane", HOME, [[4, 4, 4], [4, 0, 0], [0, 4, 0], [0, 0, 1]], "TTSS"),
];

/// The contacts as they stand.
pub fn cases() -> Vec<Case> {
    QUADS.iter().flat_map(|quad| quad.cases(&Affine::IDENTITY, "")).collect()
}

/// The contacts under every kind of exact map: far away, tiny, huge, denormal, sheared, mirrored.
pub fn scenes() -> Vec<Scene> {
    let moved = |name: &str, map: &Affine| {
        Scene::new(name, QUADS.iter().flat_map(|quad| quad.cases(map, "")).collect())
    };
    let mut rng = rng("sheared contacts");
    let mut sheared = Vec::new();
    for quad in QUADS {
        for power in [0, -60, 60] {
            let map = Affine::random(&mut rng, power);
            sheared.extend(quad.cases(&map, &format!(" under {map:?}")));
        }
    }
    vec![
        Scene::new("contacts", cases()),
        moved("contacts a million away", &Affine::shift([1_000_000, -1_000_000, 500_000])),
        moved("contacts at 2^-20", &Affine::power(-20)),
        moved("contacts at 2^20", &Affine::power(20)),
        moved("contacts at 2^-120", &Affine::power(-120)),
        moved("contacts at 2^122", &Affine::power(122)),
        moved("contacts in denormals", &Affine::power(-149)),
        moved("contacts half in denormals", &Affine::power(-128)),
        Scene::new("contacts sheared", sheared),
    ]
}
