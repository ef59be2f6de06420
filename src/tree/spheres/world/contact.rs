//! The regions in which two objects meet.

use super::state::MeshWorld;
use crate::exact::triangles::Origin;
use crate::tree::spheres::contact::{ContactRegion, Fans, regions};
use crate::tree::spheres::error::MeshWorldError;
use glam::{DVec3, Vec3};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The vertices of a solid within another one, as far as regions reach them: in parts that hang
/// together.
struct Held {
    /// The solid of the vertices, and the one that holds them.
    objects: [u32; 2],
    /// The triangles that meet the other surface, in whichever region. No part goes on beyond them.
    border: HashSet<u32>,
    /// The part that each vertex belongs to.
    part_of: HashMap<u32, usize>,
    /// The places of the vertices of each part.
    parts: Vec<Vec<DVec3>>,
}

impl MeshWorld {
    /// Returns the regions in which the surfaces of two objects meet, in the order of their first
    /// pairs of triangles: with a point, a normal and, of solids, a depth. There is none where a
    /// part of one object lies within the other and no surfaces meet.
    ///
    /// Where a thin part goes right through a solid, no vertex of it lies within. The depths of
    /// both regions are near zero then.
    ///
    /// Which triangles meet is exact, and so is how they hang together. Point, normal and depth are
    /// estimates in `f64`. The budget does not apply. The call is no step: no node is dropped.
    ///
    /// Costs [`meeting_triangles`](Self::meeting_triangles), some microseconds for each pair of
    /// triangles, and of solids a ray for each of their corners. What hangs together within the
    /// other solid is searched once, but each region that reaches it takes the heights of its
    /// vertices: some nanoseconds a vertex, for each normal that is tried. The first call for the
    /// mesh of a solid looks at all of its triangles.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`verdict`](Self::verdict), and
    /// [`MeshWorldError::TooManyTrianglePairs`] if more pairs of triangles meet than the
    /// [options](super::MeshWorldOptions::max_region_pairs) allow.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{DVec3, Vec3};
    /// use motzkin::tree::spheres::MeshWorld;
    /// use motzkin::{Pose, TriangleMesh};
    ///
    /// let corners = vec![[0.0; 3], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 8.0]];
    /// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let mut world = MeshWorld::default();
    /// let tetra = world.insert_mesh(TriangleMesh::new(corners, faces)?);
    /// let below = world.insert_solid(tetra, Pose::IDENTITY)?;
    /// let above = world.insert_solid(tetra, Pose::at(Vec3::new(-1.0, -1.0, 5.0))?)?;
    ///
    /// let found = world.contact_regions(below, above)?;
    /// assert_eq!(found.len(), 1);
    /// assert!((found[0].normal.ok_or("a normal")? - DVec3::Z).length() < 1e-12);
    /// // The tip of the one reaches to a height of 8, and the other begins at 5.
    /// assert!((found[0].depth.ok_or("solids")? - 3.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact_regions(
        &mut self,
        a: u32,
        b: u32,
    ) -> Result<Vec<ContactRegion>, MeshWorldError> {
        // Regions count their pairs in 32 bits.
        let most = self.options.max_region_pairs.min(u32::MAX as usize);
        let pairs = self.meeting_up_to(a, b, most)?;
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let objects = [self.object(a)?, self.object(b)?];
        let solid = objects.iter().all(|object| object.solid);
        let sides = self.sides(objects)?;
        let corners = |side: usize, triangle: u32| {
            sides[side].placed(triangle).map(|corner| Vec3::from(corner).as_dvec3())
        };
        let meshes = [0, 1].map(|side| &*sides[side].tree.mesh);
        let mut found = regions(meshes, corners, &pairs);
        if solid {
            let mut held = [0, 1].map(|side: usize| Held {
                objects: if side == 0 { [a, b] } else { [b, a] },
                border: pairs.iter().map(|pair| pair[side]).collect(),
                part_of: HashMap::new(),
                parts: Vec::new(),
            });
            for region in &mut found {
                let mut parts = [Vec::new(), Vec::new()];
                for side in [0, 1] {
                    let triangles = region.contact.triangles.iter().map(|pair| pair[side]);
                    parts[side] = self.parts_held(&mut held[side], triangles)?;
                }
                region.measure(&[0, 1].map(|side: usize| {
                    parts[side].iter().map(|&part| &held[side].parts[part][..]).collect()
                }));
            }
        }
        Ok(found.into_iter().map(|region| region.contact).collect())
    }

    /// Returns the numbers of the parts that lie within the other solid and hang together with
    /// these triangles, each once.
    fn parts_held(
        &mut self,
        held: &mut Held,
        triangles: impl Iterator<Item = u32>,
    ) -> Result<Vec<usize>, MeshWorldError> {
        let [own, other] = held.objects;
        let object = self.object(own)?;
        let (pose, number) = (object.pose, object.mesh);
        let mesh = self.member(number)?.tree.mesh.clone();
        let fans = self.fans(number)?;
        let place = |vertex: u32| pose.place(mesh.vertices()[vertex as usize]);
        let mut parts = Vec::new();
        for vertex in fans.corners(&mesh, triangles) {
            let winding = self.winding_about(other, &Origin::stored(place(vertex)))?;
            if winding.is_none_or(|number| number == 0) {
                continue;
            }
            if !held.part_of.contains_key(&vertex) {
                let reached = fans.flood(&mesh, vertex, &held.border);
                let part = held.parts.len();
                held.part_of.extend(reached.iter().map(|&vertex| (vertex, part)));
                let point = |vertex: u32| Vec3::from(place(vertex)).as_dvec3();
                held.parts.push(reached.into_iter().map(point).collect());
            }
            parts.push(held.part_of[&vertex]);
        }
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }

    /// Returns the fans of a mesh, which it keeps.
    fn fans(&mut self, mesh: u32) -> Result<Arc<Fans>, MeshWorldError> {
        let member = self.meshes.get_mut(mesh as usize).and_then(Option::as_mut);
        let member = member.ok_or(MeshWorldError::NoSuchMesh(mesh))?;
        let new = || Arc::new(Fans::new(&member.tree.mesh));
        Ok(member.fans.get_or_insert_with(new).clone())
    }
}
