//! Which shapes of a scene meet, by the scene and by the reference.

use super::error::GoldenError;
use crate::geom::{Aabb3, Pair, PolytopeSet};
use crate::service::{CollisionService, Engine, SceneShape, SceneShape2, SettledHits};
use crate::tree::bvh::Bvh;
use crate::verdict::Verdict;
use glam::Vec3;
use motzkin_lab::golden::{self, Made, Made2, Placed, Placed2, Style};
use std::collections::BTreeMap;

/// The pairs that meet, ascending, with their verdicts.
pub type Met = BTreeMap<(u32, u32), Verdict>;

/// Returns the pairs that meet of all shapes in space, at rest and in motion.
pub async fn in_space(service: &CollisionService, style: Style) -> Result<[Met; 2], GoldenError> {
    let shapes = golden::mixed(style)?;
    if service.info().engine == Engine::Reference {
        return Parts::of(&shapes)?.collide(service).await;
    }
    let mut scene = service.scene();
    for Placed { made, turn, at, scale, velocity } in shapes {
        let handle = match made {
            Made::Frame(frame) => scene.insert(frame)?,
            Made::Hull(points) => scene.insert(SceneShape::hull(&points)?)?,
            Made::Tree(leaves) => scene.insert(SceneShape::tree(Bvh::over(&leaves)?))?,
            Made::Surface(mesh) => scene.insert(SceneShape::mesh(mesh))?,
            Made::Solid(mesh) => scene.insert(SceneShape::solid(mesh))?,
        };
        scene.set_scaled_pose(handle, turn, at, scale)?;
        scene.set_velocity(handle, velocity)?;
    }
    let rest = met(&scene.collide().await?);
    Ok([rest, met(&scene.collide().moving().await?)])
}

/// Returns the pairs that meet of all shapes in the plane, at rest and in motion.
pub async fn in_plane(service: &CollisionService, style: Style) -> Result<[Met; 2], GoldenError> {
    let shapes = golden::plane_mixed(style);
    if service.info().engine == Engine::Reference {
        return Parts::in_plane(&shapes)?.collide(service).await;
    }
    let mut scene = service.scene_in_plane();
    for Placed2 { made, turn, at, scale, velocity } in shapes {
        let handle = match made {
            Made2::Frame(frame) => scene.insert(frame)?,
            Made2::Hull(points) => scene.insert(SceneShape2::hull(&points)?)?,
        };
        scene.set_scaled_pose(handle, turn, at, scale)?;
        scene.set_velocity(handle, velocity)?;
    }
    let rest = met(&scene.collide().await?);
    Ok([rest, met(&scene.collide().moving().await?)])
}

/// By the numbers of the shapes, which are those of their insertion.
fn met(hits: &SettledHits) -> Met {
    hits.iter().map(|hit| (hit.ids.into(), hit.verdict)).collect()
}

/// The convex parts of shapes: a frame, a hull or a tetrahedron whole, each leaf of a tree, and
/// each triangle of a surface.
#[derive(Default)]
struct Parts {
    set: PolytopeSet,
    shapes: Vec<Parted>,
}

/// A shape as its parts.
struct Parted {
    parts: Vec<u32>,
    /// What meets a mesh overlaps it.
    is_mesh: bool,
}

impl Parts {
    fn of(shapes: &[Placed]) -> Result<Self, GoldenError> {
        let mut all = Self::default();
        for placed in shapes {
            let Placed { made, velocity, .. } = placed;
            let (set, pose) = (&mut all.set, placed.pose()?);
            let place = |corner: [f32; 3]| Vec3::from(pose.place(corner));
            let mut parts = Vec::new();
            match made {
                Made::Frame(frame) => parts.push(set.push_frame(&frame.posed(&pose)?)?),
                Made::Hull(points) => {
                    let points = set.push(points)?;
                    parts.push(set.push_posed(points, &pose)?);
                }
                Made::Tree(leaves) => {
                    for leaf in leaves {
                        parts.push(set.push_frame(&leaf.posed(&pose)?)?);
                    }
                }
                Made::Surface(mesh) => {
                    for triangle in 0..mesh.len() as u32 {
                        parts.push(set.push(&mesh.corners(triangle).map(place))?);
                    }
                }
                Made::Solid(mesh) => {
                    let corners: Vec<Vec3> = mesh.vertices().iter().copied().map(place).collect();
                    parts.push(set.push(&corners)?);
                }
            }
            for &part in &parts {
                set.set_velocity(part, *velocity)?;
            }
            let is_mesh = matches!(made, Made::Surface(_) | Made::Solid(_));
            all.shapes.push(Parted { parts, is_mesh });
        }
        Ok(all)
    }

    fn in_plane(shapes: &[Placed2]) -> Result<Self, GoldenError> {
        let mut all = Self::default();
        for placed in shapes {
            let (set, pose) = (&mut all.set, placed.pose()?);
            let part = match &placed.made {
                Made2::Frame(frame) => set.push_frame2(&frame.posed(&pose)?)?,
                Made2::Hull(points) => {
                    let points = set.push_in_plane(points)?;
                    set.push_posed2(points, &pose)?
                }
            };
            set.set_velocity(part, placed.velocity.extend(0.0))?;
            all.shapes.push(Parted { parts: vec![part], is_mesh: false });
        }
        Ok(all)
    }

    /// Tests every part of a shape with every part of another one, at rest and in motion.
    async fn collide(&self, service: &CollisionService) -> Result<[Met; 2], GoldenError> {
        let rest = self.candidates(|part| self.set.aabb(part));
        let moving = self.candidates(|part| self.set.swept_aabb(part));
        let rest = (service.query(&self.set, &rest).await?.into_verdicts(), rest);
        let query = service.query(&self.set, &moving).moving();
        let moving = (query.await?.into_verdicts(), moving);
        Ok([rest, moving].map(|(verdicts, pairs)| self.met(&pairs, &verdicts)))
    }

    /// The pairs of parts whose boxes meet.
    fn candidates(&self, bounds: impl Fn(u32) -> Aabb3) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (number, shape) in self.shapes.iter().enumerate() {
            let others = self.shapes[number + 1..].iter().flat_map(|other| &other.parts);
            for &other in others {
                let near = |part: &&u32| bounds(**part).meets(&bounds(other));
                pairs.extend(shape.parts.iter().filter(near).map(|&part| Pair::new(part, other)));
            }
        }
        pairs
    }

    /// Takes of two shapes the greatest verdict of two parts.
    fn met(&self, pairs: &[Pair], verdicts: &[Verdict]) -> Met {
        let owners: BTreeMap<u32, u32> = (0..)
            .zip(&self.shapes)
            .flat_map(|(number, shape)| shape.parts.iter().map(move |&part| (part, number)))
            .collect();
        let mut met = Met::new();
        for (pair, verdict) in pairs.iter().zip(verdicts).filter(|(_, verdict)| verdict.meets()) {
            let [a, b] = [pair.a, pair.b].map(|part| owners[&part]);
            let is_mesh = [a, b].iter().any(|&shape| self.shapes[shape as usize].is_mesh);
            let verdict = if is_mesh { Verdict::Overlapping } else { *verdict };
            let most = met.entry((a, b)).or_insert(verdict);
            *most = (*most).max(verdict);
        }
        met
    }
}
