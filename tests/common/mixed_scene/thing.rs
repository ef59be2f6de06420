//! Shapes as the model has them: what they are made of, where they stand, and what they meet.

use super::super::hull::{moving, oracle};
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Bvh, Filter, Frame3, Pair, PolytopeSet, Pose, SceneShape, TriangleMesh, Verdict};
use motzkin_lab::workload::meshes;
use std::sync::Arc;

/// What a test inserts.
#[derive(Clone)]
pub enum Made {
    Frame(Frame3),
    Hull(Vec<Vec3>, SceneShape),
    /// A convex one, so that what lies within it lies within the hull of its vertices.
    Mesh {
        mesh: Arc<TriangleMesh>,
        solid: bool,
    },
    /// The leaves, and a tree over them.
    Tree(Vec<Frame3>, Arc<Bvh>),
}

impl Made {
    pub fn shape(&self) -> SceneShape {
        match self {
            Self::Frame(frame) => (*frame).into(),
            Self::Hull(_, shape) => shape.clone(),
            Self::Mesh { mesh, solid: false } => SceneShape::mesh(mesh.clone()),
            Self::Mesh { mesh, solid: true } => SceneShape::solid(mesh.clone()),
            Self::Tree(_, tree) => SceneShape::tree(tree.clone()),
        }
    }

    pub fn kind(&self) -> usize {
        match self {
            Self::Frame(_) => 0,
            Self::Hull(..) => 1,
            Self::Mesh { solid: false, .. } => 2,
            Self::Mesh { solid: true, .. } => 3,
            Self::Tree(..) => 4,
        }
    }
}

#[derive(Clone)]
pub struct Thing {
    pub made: Made,
    /// Where it stands, scale included.
    pub pose: Pose,
    pub scale: f32,
    pub velocity: Vec3,
    pub filter: Filter,
    pub id: u32,
}

impl Thing {
    /// The leaves of a tree as things of their own, or the thing itself.
    pub fn leaves(&self) -> Vec<Self> {
        let Made::Tree(leaves, _) = &self.made else { return vec![self.clone()] };
        leaves.iter().map(|&leaf| Self { made: Made::Frame(leaf), ..self.clone() }).collect()
    }

    /// Puts a frame, or the hull of the points, into a set.
    pub fn push(&self, set: &mut PolytopeSet) -> u32 {
        let index = match &self.made {
            Made::Frame(frame) => set.push_frame(&frame.posed(&self.pose).expect("a frame")),
            Made::Hull(points, _) => {
                let of = set.push(points).expect("points");
                set.push_posed(of, &self.pose)
            }
            Made::Tree(..) => unreachable!("leaves are asked about"),
            Made::Mesh { mesh, .. } => {
                let place = |&vertex: &[f32; 3]| Vec3::from(self.pose.place(vertex));
                set.push(&mesh.vertices().iter().map(place).collect::<Vec<_>>())
            }
        };
        let index = index.expect("a polytope");
        set.set_velocity(index, self.velocity).expect("a velocity");
        index
    }

    /// Puts one of the vertices into a set.
    fn push_vertex(&self, set: &mut PolytopeSet) -> Option<u32> {
        let vertex = match &self.made {
            Made::Frame(frame) => set.push(&[frame.posed(&self.pose).expect("a frame").row(0)]),
            Made::Hull(points, _) => {
                let of = set.push(points.get(..1)?).expect("a point");
                set.push_posed(of, &self.pose)
            }
            Made::Tree(..) => unreachable!("leaves are asked about"),
            Made::Mesh { mesh, .. } => set.push(&[self.pose.place(mesh.vertices()[0]).into()]),
        };
        Some(vertex.expect("a point"))
    }

    /// Puts the tetrahedra of a mesh into a set: from the middle to each triangle. Rounding leaves
    /// corners of a face in no plane, so that the hull holds more than the triangles do.
    fn push_tetrahedra(&self, set: &mut PolytopeSet) -> Vec<u32> {
        let Made::Mesh { mesh, .. } = &self.made else { return Vec::new() };
        let count = mesh.vertices().len() as f32;
        let middle = mesh.vertices().iter().map(|&vertex| Vec3::from(vertex) / count).sum::<Vec3>();
        let place = |vertex: [f32; 3]| Vec3::from(self.pose.place(vertex));
        let push = |i| {
            let [a, b, c] = mesh.corners(i).map(place);
            set.push(&[a, b, c, place(middle.into())]).expect("a tetrahedron")
        };
        (0..mesh.len() as u32).map(push).collect()
    }

    /// Puts the triangles of a mesh into a set.
    pub fn push_triangles(&self, set: &mut PolytopeSet) -> Option<Vec<u32>> {
        let Made::Mesh { mesh, .. } = &self.made else { return None };
        let push = |i| {
            let corners = mesh.corners(i).map(|corner| Vec3::from(self.pose.place(corner)));
            let index = set.push(&corners).expect("a triangle");
            set.set_velocity(index, self.velocity).expect("a velocity");
            index
        };
        Some((0..mesh.len() as u32).map(push).collect())
    }
}

/// The exact verdict of two things: of trees the greatest one of two leaves.
pub fn verdict(a: &Thing, b: &Thing, moves: bool) -> Verdict {
    let (p, q) = (a.leaves(), b.leaves());
    let pairs = p.iter().flat_map(|a| q.iter().map(move |b| (a, b)));
    let mut verdicts = pairs.map(|(a, b)| of_leaves(a, b, moves));
    let mut most = Verdict::Separate;
    while let Some(verdict) = verdicts.next().filter(|_| most != Verdict::Overlapping) {
        most = most.max(verdict);
    }
    most
}

/// The exact verdict of two things that are no trees.
fn of_leaves(a: &Thing, b: &Thing, moves: bool) -> Verdict {
    let mut set = PolytopeSet::new();
    let pair = Pair::new(a.push(&mut set), b.push(&mut set));
    let decide = |set: &PolytopeSet, pair: Pair| {
        let bounds = |index: u32| match moves {
            true => set.swept_aabb(index),
            false => set.aabb(index),
        };
        match bounds(pair.a).meets(&bounds(pair.b)) {
            false => Verdict::Separate,
            true if moves => moving::sweep(set, pair).0,
            true => oracle::verdict(set, pair),
        }
    };
    let parts = [a.push_triangles(&mut set), b.push_triangles(&mut set)];
    let verdict = decide(&set, pair);
    if parts.iter().all(Option::is_none) || !verdict.meets() {
        // Of a mesh the hull was asked: what does not meet the hull meets nothing of it.
        return verdict;
    }
    let [p, q] = parts.map(|part| part.unwrap_or_default());
    let (p, q) = match (p.is_empty(), q.is_empty()) {
        (true, _) => (vec![pair.a], q),
        (_, true) => (p, vec![pair.b]),
        _ => (p, q),
    };
    let meets = |&a: &u32| q.iter().any(|&b| decide(&set, Pair::new(a, b)).meets());
    let surfaces = p.iter().any(meets);
    // Where no surfaces meet, one vertex tells whether something lies within a convex solid, and it
    // does so as long as they do not.
    let mut within = |inner: &Thing, outer: &Thing| {
        let Made::Mesh { solid: true, .. } = outer.made else { return false };
        let Some(point) = inner.push_vertex(&mut set) else { return false };
        let parts = outer.push_tetrahedra(&mut set);
        parts.into_iter().any(|part| oracle::verdict(&set, Pair::new(point, part)).meets())
    };
    match surfaces || within(a, b) || within(b, a) {
        true => Verdict::Overlapping,
        false => Verdict::Separate,
    }
}

/// Shapes of small whole numbers, so that contacts are frequent.
pub fn draw(rng: &mut Rng) -> Made {
    let whole = |rng: &mut Rng, reach: i32| rng.i32(-reach..=reach) as f32;
    let point = |rng: &mut Rng| Vec3::new(whole(rng, 2), whole(rng, 2), whole(rng, 2));
    let size = |rng: &mut Rng| Vec3::new(rng.i32(1..3) as f32, rng.i32(1..3) as f32, 1.0);
    let frame = |rng: &mut Rng| loop {
        let low = point(rng);
        let frame = match rng.bool() {
            true => Frame3::aligned_box(low, low + size(rng)),
            false => Frame3::tetra(low, [point(rng), point(rng), point(rng)]),
        };
        if let Ok(frame) = frame {
            return frame;
        }
    };
    match rng.usize(..6) {
        0 => Made::Frame(frame(rng)),
        4 => {
            let leaves: Vec<Frame3> = (0..rng.usize(1..5)).map(|_| frame(rng)).collect();
            let tree = match rng.bool() {
                true => Bvh::over(&leaves),
                // A root of no size that matters, and leaves that lie anywhere.
                false => {
                    let root = Frame3::aligned_box(Vec3::splat(7.0), Vec3::splat(7.5));
                    let leaves = leaves.iter().map(|&leaf| (leaf, Some(0)));
                    Bvh::new([(root.expect("a box"), None)].into_iter().chain(leaves))
                }
            };
            Made::Tree(leaves, Arc::new(tree.expect("a tree")))
        }
        // Some hulls are empty or flat: more of them are drawn.
        1 | 5 => {
            let points: Vec<Vec3> = (0..rng.usize(..7)).map(|_| point(rng)).collect();
            let shape = SceneShape::hull(&points).expect("finite points");
            Made::Hull(points, shape)
        }
        kind => {
            let (low, size) = (point(rng), size(rng) * if rng.bool() { 3.0 } else { 1.0 });
            let mesh = meshes::cuboid(low.to_array(), (low + size).to_array());
            Made::Mesh { mesh: Arc::new(mesh), solid: kind == 3 }
        }
    }
}

pub fn draw_pose(rng: &mut Rng) -> (Quat, Vec3) {
    let mut whole = |reach: i32| rng.i32(-reach..=reach) as f32;
    let way = Vec3::new(whole(2), whole(2), whole(2));
    let turn = match rng.u32(..3) {
        0 => Quat::IDENTITY,
        // A quarter turn, exactly.
        1 => Quat::from_xyzw(0.0, 1.0, 0.0, 1.0),
        _ => Quat::from_xyzw(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5, rng.f32()),
    };
    (turn, way)
}

/// The pose of a shape with a scale: each number of the rotation is multiplied in `f64`.
pub fn posed(turn: Quat, way: Vec3, scale: f32) -> Pose {
    let plain = Pose::new(turn, way).expect("a pose");
    let pose = plain.scaled(scale).expect("a scale");
    let rows = plain.rows().map(|[x, y, z, shift]| {
        let [x, y, z] = [x, y, z].map(|number| number * f64::from(scale));
        [x, y, z, shift]
    });
    assert_eq!((pose.rows(), pose.scale()), (&rows, f64::from(scale)));
    pose
}
