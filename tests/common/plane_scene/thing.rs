//! Shapes in the plane as the model has them: what they are made of, and where they stand.

use super::super::hull::{moving, oracle as hulls};
use super::super::plane::oracle;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{Affine3A, Mat3, Vec2, Vec3};
use motzkin::{Filter, Frame2, Pair, PolytopeSet, Pose2, SceneShape2, Verdict};

/// What a test inserts.
#[derive(Clone)]
pub enum Made {
    Frame(Frame2),
    Hull(Vec<Vec2>, SceneShape2),
}

#[derive(Clone)]
pub struct Thing {
    pub made: Made,
    pub turn: Vec2,
    pub way: Vec2,
    pub scale: f32,
    pub velocity: Vec2,
    pub filter: Filter,
    pub id: u32,
}

impl Thing {
    pub fn new(made: Made, scale: f32, id: u32) -> Self {
        let (turn, way, velocity) = (Vec2::X, Vec2::ZERO, Vec2::ZERO);
        Self { made, turn, way, scale, velocity, filter: Filter::ALL, id }
    }

    pub fn shape(&self) -> SceneShape2 {
        let shape = match &self.made {
            Made::Frame(frame) => (*frame).into(),
            Made::Hull(_, shape) => shape.clone(),
        };
        shape.with_scale(self.scale).expect("a scale")
    }

    pub fn kind(&self) -> usize {
        usize::from(matches!(self.made, Made::Hull(..)))
    }

    /// The pose without the scale.
    pub fn plain(&self) -> Pose2 {
        Pose2::new(self.turn, self.way).expect("a pose")
    }

    pub fn pose(&self) -> Pose2 {
        let plain = self.plain();
        let pose = plain.scaled(self.scale).expect("a scale");
        let scale = f64::from(self.scale);
        let rows = plain.rows().map(|[x, y, shift]| [x * scale, y * scale, shift]);
        assert_eq!((pose.rows(), pose.scale()), (&rows, scale));
        pose
    }

    /// A frame where it stands, with its velocity if it moves.
    pub fn frame(&self, moves: bool) -> Option<Frame2> {
        let Made::Frame(frame) = &self.made else { return None };
        let velocity = if moves { self.velocity } else { Vec2::ZERO };
        let posed = frame.posed(&self.pose()).expect("a frame");
        Some(posed.with_velocity(velocity).expect("a velocity"))
    }

    /// Puts the shape into a set, with `z = 0`.
    pub fn push(&self, set: &mut PolytopeSet) -> u32 {
        let index = match &self.made {
            Made::Frame(_) => set.push_frame2(&self.frame(false).expect("a frame")),
            Made::Hull(points, _) => {
                let points: Vec<Vec3> = points.iter().map(|point| point.extend(0.0)).collect();
                let of = set.push(&points).expect("points");
                let [x, y] = self.pose().rows().map(|row| row.map(|number| number as f32));
                let linear = Mat3::from_cols(
                    Vec3::new(x[0], y[0], 0.0),
                    Vec3::new(x[1], y[1], 0.0),
                    Vec3::Z,
                );
                let shift = Vec3::new(x[2], y[2], 0.0);
                set.push_instance(of, Affine3A::from_mat3_translation(linear, shift))
            }
        };
        let index = index.expect("a polytope");
        set.set_velocity(index, self.velocity.extend(0.0)).expect("a velocity");
        index
    }
}

/// The exact verdict of two things, and when they first and last meet.
pub fn truth(a: &Thing, b: &Thing, moves: bool) -> (Verdict, Option<[RBig; 2]>) {
    if let (Some(a), Some(b)) = (a.frame(moves), b.frame(moves)) {
        let truth = oracle::judge(&a, &b);
        return (truth.verdict, truth.interval);
    }
    let mut set = PolytopeSet::new();
    let pair = Pair::new(a.push(&mut set), b.push(&mut set));
    match moves {
        true => moving::sweep(&set, pair),
        false => (hulls::verdict(&set, pair), None),
    }
}

/// Shapes of small whole numbers, so that contacts are frequent.
pub fn draw(rng: &mut Rng) -> Made {
    let whole = |rng: &mut Rng, reach: i32| rng.i32(-reach..=reach) as f32;
    let point = |rng: &mut Rng| Vec2::new(whole(rng, 2), whole(rng, 2));
    if rng.u32(..3) == 0 {
        let points: Vec<Vec2> = (0..rng.usize(..6)).map(|_| point(rng)).collect();
        let shape = SceneShape2::hull(&points).expect("finite points");
        return Made::Hull(points, shape);
    }
    loop {
        let (low, p, q) = (point(rng), point(rng), point(rng));
        let frame = match rng.u32(..6) {
            0..=2 => Frame2::aligned_box(low, low + Vec2::new(rng.i32(1..3) as f32, 1.0)),
            3 => Frame2::triangle_by_vertices([low, p, q]),
            4 => Frame2::triangle(low, [p, q]),
            _ => Frame2::parallelogram(low, [p, q]),
        };
        if let Ok(frame) = frame {
            return Made::Frame(frame);
        }
    }
}

pub fn draw_pose(rng: &mut Rng) -> (Vec2, Vec2) {
    let mut whole = |reach: i32| rng.i32(-reach..=reach) as f32;
    let way = Vec2::new(whole(3), whole(3));
    let turn = match rng.u32(..6) {
        0..=2 => Vec2::X,
        // A quarter turn, exactly.
        3 | 4 => Vec2::Y * 3.0,
        _ => Vec2::new(rng.f32() - 0.5, rng.f32() + 0.1),
    };
    (turn, way)
}
