//! What lies within solids.

use super::state::MeshWorld;
use crate::exact::triangles::Origin;
use crate::tree::spheres::descent::Side;
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::rays::{Crossed, Wants};
use crate::tree::spheres::solid;
use crate::tree::spheres::verdict::{MeshVerdict, QueryBudget};
use std::collections::HashSet;
use std::sync::Arc;

impl MeshWorld {
    /// Returns whether the first object lies within the second, and whether the second lies within
    /// the first. Nothing lies within an object that is not solid, but for an object without
    /// triangles, which lies within every other one.
    ///
    /// The answer is exact. If the surfaces meet, `Some(false)` means that a vertex lies outside.
    /// `None` means that no vertex outside was found among the first 4096 triangles: then the
    /// object may touch the other from within, or cross it. If the surfaces are separate, the
    /// answer is `None` only where a part of the outer object lies inside the inner one and was not
    /// found to bound a hollow, such as the innermost of nested shells that all face outwards.
    ///
    /// The budget does not apply. Costs the triangles along a ray for each part; if the surfaces
    /// meet, those along a ray from each vertex of the first 4096 triangles of the inner object.
    /// That is some ten microseconds a ray.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`verdict`](Self::verdict).
    pub fn inside(&mut self, a: u32, b: u32) -> Result<[Option<bool>; 2], MeshWorldError> {
        let verdict = self.verdict_within(a, b, &QueryBudget::default())?;
        if matches!(verdict, MeshVerdict::Meeting { .. }) {
            let known = |outside: bool| outside.then_some(false);
            return Ok([known(self.has_outside(a, b)?), known(self.has_outside(b, a)?)]);
        }
        Ok([self.all_within(a, b)?, self.all_within(b, a)?])
    }

    /// Returns whether an object lies within another one. Their surfaces are separate.
    fn all_within(&mut self, inner: u32, outer: u32) -> Result<Option<bool>, MeshWorldError> {
        for &part in self.parts_of(inner)?.iter() {
            if !self.is_within(inner, part, outer)? {
                return Ok(Some(false));
            }
        }
        let mut known = Some(true);
        for &part in self.parts_of(outer)?.iter() {
            if self.is_within(outer, part, inner)? {
                match self.beside(outer, part)? {
                    // A hollow of the outer object inside the inner object.
                    Some([0, _] | [_, 0]) => return Ok(Some(false)),
                    // The part bounds no hollow there. It may do so elsewhere, if others cross it.
                    _ => known = None,
                }
            }
        }
        Ok(known)
    }

    /// Returns true if one of the first vertices of an object lies outside the other, or if the
    /// other has no inside.
    fn has_outside(&mut self, inner: u32, outer: u32) -> Result<bool, MeshWorldError> {
        if !self.object(outer)?.solid {
            return Ok(true);
        }
        let [inner, _] = self.sides([self.object(inner)?; 2])?;
        let count = inner.tree.mesh.len().min(4096) as u32;
        let mut seen = HashSet::new();
        let mut corners: Vec<[f32; 3]> = (0..count).flat_map(|part| inner.placed(part)).collect();
        // Triangles share corners.
        corners.retain(|corner| seen.insert(corner.map(f32::to_bits)));
        for corner in corners {
            if self.winding_about(outer, &Origin::stored(corner))? == Some(0) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the verdict of two objects whose surfaces are separate: one may hold a part of the
    /// other.
    pub(super) fn enclosed(&mut self, [a, b]: [u32; 2]) -> Result<MeshVerdict, MeshWorldError> {
        for (inner, outer, of_second) in [(a, b, false), (b, a, true)] {
            if !self.object(outer)?.solid {
                continue;
            }
            for &triangle in self.parts_of(inner)?.iter() {
                if self.is_within(inner, triangle, outer)? {
                    return Ok(MeshVerdict::Enclosed { of_second, triangle });
                }
            }
        }
        Ok(MeshVerdict::Separate)
    }

    /// Returns a triangle of each part of an object.
    fn parts_of(&mut self, object: u32) -> Result<Arc<Vec<u32>>, MeshWorldError> {
        let mesh = self.object(object)?.mesh;
        if let Some(Some(member)) = self.meshes.get_mut(mesh as usize)
            && member.parts.is_none()
        {
            member.parts = Some(Arc::new(solid::parts(&member.tree.mesh)));
        }
        Ok(self.member(mesh)?.parts.clone().unwrap_or_default())
    }

    /// Returns true if a part of one object lies within the other. The part must not meet the
    /// surface of the other. Opens the nodes of the other that a ray passes through.
    fn is_within(&mut self, inner: u32, part: u32, outer: u32) -> Result<bool, MeshWorldError> {
        if !self.object(outer)?.solid {
            return Ok(false);
        }
        let inner = self.object(inner)?;
        let [inner, _] = self.sides([inner; 2])?;
        let origin = Origin::stored(inner.placed(part)[0]);
        let number = self.winding_about(outer, &origin)?;
        Ok(number.is_some_and(|number| number != 0))
    }

    /// Returns the winding number of an object's surface about a point, or `None` if the point lies
    /// on it. Opens the nodes that a ray passes through.
    pub(super) fn winding_about(
        &mut self,
        object: u32,
        origin: &Origin,
    ) -> Result<Option<i64>, MeshWorldError> {
        self.follow(object, |surface| surface.winding(origin))
    }

    /// Returns the winding numbers on both sides of a triangle of an object's surface, or `None`
    /// where the triangle has no sides of its own. Opens the nodes that rays pass through.
    fn beside(&mut self, object: u32, triangle: u32) -> Result<Option<[i64; 2]>, MeshWorldError> {
        self.follow(object, |surface| surface.beside(triangle))
    }

    /// Follows rays, and opens nodes until all that they pass through are open.
    fn follow<T>(
        &mut self,
        object: u32,
        rays: impl Fn(Crossed) -> Result<T, Wants>,
    ) -> Result<T, MeshWorldError> {
        let object = self.object(object)?;
        let (mesh, extent, pose) = (object.mesh, object.extent, object.pose);
        loop {
            let side = Side { tree: &self.member(mesh)?.tree, pose: &pose };
            let wants = match rays(Crossed { side, extent, step: self.stats.steps }) {
                Ok(found) => return Ok(found),
                Err(nodes) => nodes,
            };
            let mut wanted: Vec<(u32, u32)> = wants.into_iter().map(|node| (mesh, node)).collect();
            wanted.sort_unstable();
            self.open_nodes(&wanted)?;
        }
    }
}
