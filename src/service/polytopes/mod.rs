//! Convex polytopes: verdicts, subsets, points, distances. Verdicts of batches on any engine, the
//! rest on the CPU.

mod judge;
mod moving;

use super::batch::{BatchError, Verdicts, check_indices, check_size};
use super::collision_service::CollisionService;
use crate::error::PolytopeError;
use crate::exact;
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::kernel::hull::{self, Nearest};
use crate::reference::simplex;
use crate::verdict::Verdict;
use dashu_ratio::RBig;
use glam::{DVec3, Vec3};
use rayon::prelude::*;

impl CollisionService {
    /// The exact verdict of every pair of polytopes, in order: *overlapping* where their relative
    /// interiors meet, so that two crossing segments overlap, and a point on a face touches. Frames
    /// take part as polytopes ([`PolytopeSet::push_frame`]).
    ///
    /// Costs some tenths of a microsecond a pair and thread of the CPU, growing with the number of
    /// vertices, where a certificate is found (a rounding error away from contact); some ten to a
    /// hundred microseconds, with hundreds of vertices a millisecond, for each pair that touches,
    /// and for flat polytopes that lie in one plane other than `z = 0`. A GPU's certificates reach
    /// to some `1e-5` of the pair's size from contact; the CPU's kernel is asked beyond, then the
    /// exact stage. Blocks until the verdicts are there.
    ///
    /// # Errors
    ///
    /// A pair that names no polytope, found before anything is computed; a GPU that fails on the
    /// way.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Pair, PolytopeSet, Verdict, glam::{Affine3A, Vec3}};
    ///
    /// let mut set = PolytopeSet::new();
    /// let gem = set.push(&[Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z])?;
    /// let above = set.push_instance(gem, Affine3A::from_translation(Vec3::Z * 2.0))?;
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let verdicts = service.polytope_verdicts(&set, &[Pair::new(gem, above)])?;
    /// assert_eq!(*verdicts, [Verdict::Touching]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn polytope_verdicts(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Verdicts, BatchError> {
        self.block_on(self.polytope_verdicts_async(set, pairs))
    }

    /// [`polytope_verdicts`](Self::polytope_verdicts) as a future. What runs on the CPU runs when
    /// the future is polled.
    pub async fn polytope_verdicts_async(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Verdicts, BatchError> {
        check_size(pairs.len())?;
        check_indices(set.polytopes(), pairs)?;
        let raw = self.polytope_codes(set, pairs).await?;
        Ok(self.cpu().install(|| self.settle_polytopes(raw, set, pairs)))
    }

    /// The exact verdict of one pair, on the CPU whatever the engine: a batch of one is not worth a
    /// GPU's round trip. Costs and errors are those of
    /// [`polytope_verdicts`](Self::polytope_verdicts).
    pub fn polytope_verdict(&self, set: &PolytopeSet, pair: Pair) -> Result<Verdict, BatchError> {
        check_indices(set.polytopes(), &[pair])?;
        Ok(self.cpu().install(|| self.judged_here(set, &[pair]))[0])
    }

    /// For every pair whether the first polytope is a subset of the second, as closed sets: when
    /// each of its vertices lies in the other. The empty set is a subset of everything. Costs a
    /// verdict for each vertex; errors are those of [`polytope_verdicts`](Self::polytope_verdicts).
    pub fn polytope_subsets(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<bool>, BatchError> {
        check_size(pairs.len())?;
        check_indices(set.polytopes(), pairs)?;
        let holds = |pair: &Pair| -> Result<bool, PolytopeError> {
            let [a, b] = [pair.a, pair.b].map(|index| set.polytopes()[index as usize]);
            let vertex = |i: u32| Polytope { start: b.count + i, count: 1, ..a };
            let mut polytopes = vec![Polytope { start: 0, ..b }];
            polytopes.extend((0..a.count).map(vertex));
            let vertices =
                [set.vertices_of(pair.b as usize), set.vertices_of(pair.a as usize)].concat();
            let probes = PolytopeSet::from_parts(vertices, polytopes)?;
            let pairs: Vec<Pair> = (1..=a.count).map(|i| Pair::new(0, i)).collect();
            Ok(self.all_meet(&probes, &pairs))
        };
        let found: Result<_, _> = self.cpu().install(|| pairs.par_iter().map(holds).collect());
        // What was taken out of a valid set is valid, but for what no index could name.
        found.map_err(|_| BatchError::TooLarge(set.vertices().len()))
    }

    /// Where each point lies: *overlapping* within the polytope's relative interior, *touching* on
    /// its relative boundary, *separate* elsewhere; [`Verdict::meets`] is membership.
    ///
    /// # Errors
    ///
    /// No such polytope; a point that is not finite, named as vertex of the polytope number of its
    /// place plus one.
    pub fn points_in_polytope(
        &self,
        set: &PolytopeSet,
        polytope: u32,
        points: &[Vec3],
    ) -> Result<Vec<Verdict>, PolytopeError> {
        let number = polytope as usize;
        let no_such = PolytopeError::NoSuch { polytope: number, polytopes: set.len() };
        let found = *set.polytopes().get(number).ok_or(no_such)?;
        let mut vertices = set.vertices_of(number).to_vec();
        let first = vertices.len();
        vertices.extend(points.iter().map(Vec3::to_array));
        let too_large = PolytopeError::TooLarge { polytope: number, vertices: vertices.len() };
        let end = u32::try_from(vertices.len()).map_err(|_| too_large)?;
        let mut polytopes = vec![Polytope { start: 0, ..found }];
        polytopes.extend((first as u32..end).map(|vertex| Polytope::of_range(vertex, 1)));
        let probes = PolytopeSet::from_parts(vertices, polytopes)?;
        let pairs: Vec<Pair> = (1..probes.len() as u32).map(|i| Pair::new(0, i)).collect();
        Ok(self.cpu().install(|| self.judged_here(&probes, &pairs)).into_vec())
    }

    /// The distance of each pair that is separate and has no empty polytope, with the nearest
    /// points and a separating plane; `None` for the others. In `f64`: bounds from below and from
    /// above come with it ([`Nearest::at_least`], [`Nearest::distance`]). Costs a few microseconds
    /// a pair beside the verdict; errors are those of
    /// [`polytope_verdicts`](Self::polytope_verdicts).
    pub fn polytope_distances(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<Option<Nearest>>, BatchError> {
        check_size(pairs.len())?;
        check_indices(set.polytopes(), pairs)?;
        let verdicts = self.cpu().install(|| self.judged_here(set, pairs));
        let one = |(pair, verdict): (&Pair, &Verdict)| {
            let vertices = |index: u32| set.polytopes()[index as usize].count;
            let apart = *verdict == Verdict::Separate && vertices(pair.a).min(vertices(pair.b)) > 0;
            apart.then(|| hull::nearest(set, *pair))
        };
        Ok(self.cpu().install(|| pairs.par_iter().zip(&verdicts[..]).map(one).collect()))
    }

    /// The least 1-norm of what the 2016 article's system leaves over, for each pair of which
    /// neither polytope is empty: zero exactly where they meet, else not above their distance in
    /// the 1-norm, nor above the square root of 3 times the Euclidean one.
    ///
    /// It adds lengths to pure numbers, so it is never above 2 and depends on the unit of length
    /// and on where the origin is; [`polytope_distances`](Self::polytope_distances) tells more.
    /// Computed in rationals, some hundred microseconds a pair and growing with the vertices, and
    /// rounded down to `f64` once; errors are those of
    /// [`polytope_verdicts`](Self::polytope_verdicts).
    pub fn polytope_one_norm_bounds(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<Option<f64>>, BatchError> {
        check_size(pairs.len())?;
        check_indices(set.polytopes(), pairs)?;
        let one = |pair: &Pair| {
            let [a, b] = [pair.a, pair.b].map(|index| simplex::points::<RBig>(set, index as usize));
            let bound = simplex::one_norm_bound(&a, &b)?;
            let nearest = bound.to_f64().value();
            let above = RBig::try_from(nearest).is_ok_and(|rounded| rounded > bound);
            Some(if above { nearest.next_down() } else { nearest })
        };
        Ok(self.cpu().install(|| pairs.par_iter().map(one).collect()))
    }

    /// A common point of each pair that meets, from the inside of both polytopes where they
    /// overlap; `None` for separate ones. Each coordinate is that of an exact common point, rounded
    /// once to `f64`. Costs what settling a pair does; errors are those of
    /// [`polytope_verdicts`](Self::polytope_verdicts).
    pub fn polytope_witnesses(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<Option<DVec3>>, BatchError> {
        check_size(pairs.len())?;
        check_indices(set.polytopes(), pairs)?;
        let one = |pair: &Pair| exact::hull::witness(set, *pair);
        Ok(self.cpu().install(|| pairs.par_iter().map(one).collect()))
    }
}
