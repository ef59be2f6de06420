//! Meshes that are made, not read. The same bits on every machine: sums, products, quotients and
//! square roots alone.

use motzkin_core::geom::TriangleMesh;
use std::f64::consts::TAU;

/// A mesh of one grid of points that closes on itself the one way, or both.
fn grid(
    rings: u32,
    around: u32,
    closed: bool,
    point: impl Fn(u32, u32) -> [f64; 3],
) -> TriangleMesh {
    let vertices = (0..rings).flat_map(|i| (0..around).map(move |j| (i, j)));
    let vertices = vertices.map(|(i, j)| point(i, j).map(|x| x as f32)).collect();
    let at = |i: u32, j: u32| i % rings * around + j % around;
    let cells =
        (0..if closed { rings } else { rings - 1 }).flat_map(|i| (0..around).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    checked(vertices, triangles.collect())
}

/// Made of finite numbers and indices of what is there.
fn checked(vertices: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> TriangleMesh {
    TriangleMesh::new(vertices, triangles).unwrap_or_default()
}

/// Cosine and sine of a part of a full turn.
pub(super) fn turn(part: f64) -> [f64; 2] {
    let part = part - part.round();
    // The series converges fast within a sixteenth of a turn; four doublings make the whole of it.
    let x = part * TAU / 16.0;
    let square = x * x;
    let (mut cos, mut sin, mut term) = (1.0, x, x);
    for n in 1..8 {
        let n = f64::from(2 * n);
        term *= -square / (n * (n + 1.0));
        sin += term;
    }
    let mut power = 1.0;
    for n in 1..8 {
        let n = f64::from(2 * n);
        power *= -square / (n * (n - 1.0));
        cos += power;
    }
    for _ in 0..4 {
        (cos, sin) = (cos * cos - sin * sin, 2.0 * cos * sin);
    }
    [cos, sin]
}

/// Creates a torus about the z axis, of `2 * around * across` triangles: a tube of radius `thin`
/// about a circle of radius `wide`. At least 3 of each.
pub fn torus(around: u32, across: u32, wide: f64, thin: f64) -> TriangleMesh {
    let (around, across) = (around.max(3), across.max(3));
    grid(around, across, true, |i, j| {
        let [x, y] = turn(f64::from(i) / f64::from(around));
        let [out, up] = turn(f64::from(j) / f64::from(across));
        let from_axis = wide + thin * out;
        [from_axis * x, from_axis * y, thin * up]
    })
}

/// Creates a sphere about the origin by rings of latitude, of `2 * around * (rings - 1)` triangles.
/// At least 3 around and 2 rings.
pub fn sphere(around: u32, rings: u32, radius: f64) -> TriangleMesh {
    blob(around, rings, radius, 0.0, 0)
}

/// Creates a sphere with bumps of this height, relative to its radius; seeds put them elsewhere. It
/// stays star-shaped for heights below 1.
pub fn blob(around: u32, rings: u32, radius: f64, height: f64, seed: u64) -> TriangleMesh {
    let (around, rings) = (around.max(3), rings.max(2));
    let mut rng = fastrand::Rng::with_seed(seed);
    let waves: Vec<[f64; 4]> =
        (0..6).map(|_| [0; 4].map(|_| rng.f64() * 2.0 - 1.0).map(|x| 1.5 * x)).collect();
    let bumpy = |direction: [f64; 3]| {
        let [x, y, z] = direction;
        let sum: f64 =
            waves.iter().map(|[a, b, c, shift]| turn(a * x + b * y + c * z + shift)[1]).sum();
        let size = radius * (1.0 + height * sum / 6.0);
        direction.map(|x| x * size)
    };
    let ring = |i: u32, j: u32| {
        let [up, out] = turn(f64::from(i + 1) / f64::from(2 * rings));
        let [x, y] = turn(f64::from(j) / f64::from(around));
        bumpy([out * x, out * y, up])
    };
    let open = grid(rings - 1, around, false, ring);
    let (mut vertices, mut triangles) = (open.vertices().to_vec(), open.triangles().to_vec());
    let (top, bottom, last) =
        (vertices.len() as u32, vertices.len() as u32 + 1, (rings - 2) * around);
    vertices.extend([1.0, -1.0].map(|z| bumpy([0.0, 0.0, z]).map(|x| x as f32)));
    for j in 0..around {
        let next = (j + 1) % around;
        triangles.push([top, j, next]);
        triangles.push([bottom, last + next, last + j]);
    }
    checked(vertices, triangles)
}

/// Creates a box between two corners, of twelve triangles that face outwards.
pub fn cuboid(min: [f32; 3], max: [f32; 3]) -> TriangleMesh {
    let ends = [min, max];
    let vertices =
        (0..8).map(|corner| [0, 1, 2].map(|axis| ends[corner >> axis & 1][axis])).collect();
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    checked(vertices, faces.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// Creates a square sheet in the plane `z = 0` about the origin, of `2 * cells * cells` triangles,
/// `size` wide.
pub fn plate(cells: u32, size: f64) -> TriangleMesh {
    let cells = cells.max(1);
    let at = |i: u32| (f64::from(i) / f64::from(cells) - 0.5) * size;
    let points =
        (0..=cells).flat_map(|i| (0..=cells).map(move |j| [at(i) as f32, at(j) as f32, 0.0]));
    let corners = (0..cells).flat_map(|i| (0..cells).map(move |j| i * (cells + 1) + j));
    let triangles = corners.flat_map(|a| {
        let [b, c, d] = [a + cells + 1, a + cells + 2, a + 1];
        [[a, b, c], [a, c, d]]
    });
    checked(points.collect(), triangles.collect())
}

/// Creates a landscape about the origin over a square of the plane `z = 0` that is `size` wide, of
/// `2 * cells * cells` triangles. Heights lie between `-height` and `height`.
pub fn terrain(cells: u32, size: f64, height: f64, seed: u64) -> TriangleMesh {
    let mut rng = fastrand::Rng::with_seed(seed);
    let waves: Vec<[f64; 3]> = (0..6)
        .map(|wave| {
            let steep = f64::from(1 << wave) / size;
            let [along, across, shift] = [0; 3].map(|_| rng.f64() * 2.0 - 1.0);
            [along * steep, across * steep, shift]
        })
        .collect();
    let flat = plate(cells, size);
    let raised = |[x, y, _]: &[f32; 3]| {
        let wave = |[a, b, c]: &[f64; 3]| turn(a * f64::from(*x) + b * f64::from(*y) + c)[1];
        [*x, *y, (height / 6.0 * waves.iter().map(wave).sum::<f64>()) as f32]
    };
    checked(flat.vertices().iter().map(raised).collect(), flat.triangles().to_vec())
}

/// Returns the triangles of a mesh in another order.
pub fn shuffled(mesh: &TriangleMesh, seed: u64) -> TriangleMesh {
    let mut triangles = mesh.triangles().to_vec();
    fastrand::Rng::with_seed(seed).shuffle(&mut triangles);
    checked(mesh.vertices().to_vec(), triangles)
}

/// Creates a needle along z from the origin, four triangles round a tip: `length` long and `width`
/// wide at its foot, which is open.
pub fn needle(length: f32, width: f32) -> TriangleMesh {
    let half = width / 2.0;
    let vertices = vec![
        [half, half, 0.0],
        [-half, half, 0.0],
        [-half, -half, 0.0],
        [half, -half, 0.0],
        [0.0, 0.0, length],
    ];
    checked(vertices, vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
}

#[cfg(test)]
mod tests {
    use super::turn;

    #[test]
    fn turns_are_cosine_and_sine() {
        for i in -40..=40 {
            let part = f64::from(i) / 13.0;
            let [cos, sin] = turn(part);
            let angle = part * std::f64::consts::TAU;
            assert!(
                (cos - angle.cos()).abs() < 1e-13 && (sin - angle.sin()).abs() < 1e-13,
                "{part}"
            );
        }
    }
}
