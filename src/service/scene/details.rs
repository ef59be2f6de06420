//! What is known of pairs of a scene beside their verdicts.

#[cfg(feature = "meshes")]
use super::error::PairListError;
use super::error::SceneError;
use super::handle::Handle;
use super::known::{Listed, bare, slots};
use super::others::Answerer;
use super::space::Scene;
use super::view::{Seen, View};
use crate::geom::{Frame3, Pair, Polytope};
use crate::service::answer::Detail;
use crate::service::details::{Detailed, Precision};
#[cfg(feature = "meshes")]
use crate::tree::spheres::MeshWorldError;
use crate::wanted::Wanted;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Motion, Resting};
use std::marker::PhantomData;

/// A question about pairs of a scene, whatever their shapes: their verdicts, and values beside
/// them. [`Scene::details`] asks it.
#[derive(Debug)]
#[must_use = "nothing is computed until it is run"]
pub struct SceneDetails<'a, M: Motion = Resting, S = Scene> {
    pub(super) scene: &'a mut S,
    pub(super) pairs: &'a [(Handle, Handle)],
    pub(super) wanted: Wanted,
    pub(super) precision: Precision,
    motion: PhantomData<M>,
}

impl<'a, S> SceneDetails<'a, Resting, S> {
    /// A question about pairs of a scene.
    pub(super) fn new(scene: &'a mut S, pairs: &'a [(Handle, Handle)]) -> Self {
        let (wanted, precision) = (Wanted::NOTHING, Precision::default());
        Self { scene, pairs, wanted, precision, motion: PhantomData }
    }
}

impl Scene {
    /// Asks for the verdicts of these pairs and for what is [wanted](SceneDetails::wanted) of them,
    /// such as the depths of the pairs that [`collide`](Self::collide) has found. The shapes are
    /// taken as they are now, and filters do not count.
    ///
    /// A pair has the values that its kind of pair can have; the others are `None`:
    ///
    /// | value | frames | moving frames | with a hull | moving, a hull | with a tree | with a mesh |
    /// |---|---|---|---|---|---|---|
    /// | `DEPTH`, `GAP` | yes | - | - | - | - | - |
    /// | `WITNESS` | yes | yes | yes | yes | - | - |
    /// | `BOX` | yes | yes | - | - | - | - |
    /// | `INTERVAL` | - | yes | - | yes | moving | - |
    /// | `DISTANCE` | yes | - | yes | - | at rest | at rest |
    /// | `SUBSET` | - | - | yes | - | - | - |
    ///
    /// A tree with a mesh has the values of a mesh. The interval of a tree lasts from the first
    /// contact of any leaf to the last one; the shapes may be apart between.
    ///
    /// Where two meshes meet, [`contact_regions`](Self::contact_regions) tells more.
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Frame3, SceneShape, Wanted};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::new(x + 1.0, 1.0, 1.0));
    /// let (a, b) = (scene.insert(cube(0.0)?)?, scene.insert(cube(0.75)?)?);
    /// let gem = SceneShape::hull(&[Vec3::X * 3.0, Vec3::X * 4.0, Vec3::new(4.0, 1.0, 0.0)])?;
    /// let gem = scene.insert(gem)?;
    ///
    /// let pairs = scene.collide().run()?.pairs();
    /// let found = scene.details(&pairs).wanted(Wanted::DEPTH).run()?;
    /// assert_eq!((pairs[0], found.len()), ((a, b), 1));
    /// assert_eq!(found[0].separation.map(|known| known.depth), Some(0.25));
    ///
    /// let found = scene.details(&[(b, gem)]).wanted(Wanted::DISTANCE).run()?;
    /// assert_eq!(found[0].distance.map(|known| known.distance), Some(1.25));
    /// # Ok(())
    /// # }
    /// ```
    pub fn details<'a>(&'a mut self, pairs: &'a [(Handle, Handle)]) -> SceneDetails<'a> {
        SceneDetails::new(self, pairs)
    }

    /// Returns the regions in which two meshes of the scene meet, as
    /// [`MeshWorld::contact_regions`](crate::tree::spheres::MeshWorld::contact_regions) says.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::List`] with [`PairListError::Stale`] for a handle of a removed shape,
    /// with [`PairListError::NoMesh`] for a shape that is no mesh, or with
    /// [`PairListError::Itself`] if both handles are one; the number of the pair is 0. Returns
    /// [`SceneError::TooManyTrianglePairs`] if more triangles meet than the
    /// [options](crate::tree::spheres::MeshWorldOptions::max_region_pairs) of the scene's meshes
    /// allow. Returns [`SceneError::Meshes`] if an occupancy test fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{CollisionService, Engine, SceneShape, TriangleMesh};
    ///
    /// let corners = vec![[0.0; 3], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 8.0]];
    /// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let tetra = SceneShape::mesh(TriangleMesh::new(corners, faces)?);
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let (below, above) = (scene.insert(tetra.clone())?, scene.insert(tetra)?);
    /// scene.set_pose(above, Quat::IDENTITY, Vec3::new(-1.0, -1.0, 5.0))?;
    /// assert_eq!(scene.contact_regions(below, above)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "meshes")]
    pub fn contact_regions(
        &mut self,
        a: Handle,
        b: Handle,
    ) -> Result<Vec<crate::tree::spheres::ContactRegion>, SceneError> {
        let state = self.state.read();
        let Pair { a: first, b: second } = slots(&state.slots, 0, (a, b))?;
        let view = View::of(&state);
        let object = |slot: u32, handle: Handle| {
            view.object(slot).ok_or(PairListError::NoMesh { pair: 0, handle })
        };
        let objects = [object(first, a)?, object(second, b)?];
        check_two(view, 0, Pair::new(first, second), (a, b))?;
        let (meshes, cpu) = (&mut self.meshes, &self.service.cpu);
        let found = cpu.install(|| meshes.contact_regions(objects));
        // The world's numbers of objects say nothing to the caller.
        found.map_err(|error| match error {
            MeshWorldError::TooManyTrianglePairs { most, .. } => {
                SceneError::TooManyTrianglePairs { a, b, most }
            }
            error => error.into(),
        })
    }
}

#[cfg(feature = "motion")]
impl<'a, S> SceneDetails<'a, Resting, S> {
    /// Lets the shapes move by their velocities while `t` runs over `[0, 1]`, as
    /// [`SceneCollide::moving`](super::SceneCollide::moving) does.
    pub fn moving(self) -> SceneDetails<'a, Moving, S> {
        let Self { scene, pairs, wanted, precision, .. } = self;
        SceneDetails { scene, pairs, wanted, precision, motion: PhantomData }
    }
}

impl<M: Motion, S> SceneDetails<'_, M, S> {
    /// Computes these values beside the verdicts, of the pairs that have them.
    pub fn wanted(mut self, wanted: Wanted) -> Self {
        self.wanted = wanted;
        self
    }

    /// Chooses how closely the wanted values of frames are computed. The verdicts are exact with
    /// any choice.
    pub fn precision(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }
}

impl<M: Motion> SceneDetails<'_, M>
where
    Frame3: Detailed<M>,
    Polytope: Detailed<M>,
{
    /// Returns what is known of each pair, in the order of the pairs. The CPU computes it.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::List`] with [`PairListError::Stale`], which names the pair, for a
    /// handle of a removed shape, or with `PairListError::Itself` for a mesh that is paired with
    /// itself. Returns `SceneError::Meshes` if an occupancy test fails, and `SceneError::Polytopes`
    /// if the hulls have too many vertices for one set.
    pub fn run(self) -> Result<Vec<Detail>, SceneError> {
        let Self { scene, pairs, wanted, precision, .. } = self;
        let state = scene.state.read();
        let (view, service) = (View::of(&state), &scene.service);
        let mut found = Vec::with_capacity(pairs.len());
        let [mut frames, mut convex, mut others] = [(); 3].map(|()| Listed::default());
        for (place, &handles) in pairs.iter().enumerate() {
            let pair = slots(&state.slots, place, handles)?;
            #[cfg(feature = "meshes")]
            check_two(view, place, pair, handles)?;
            let kind = match [pair.a, pair.b].map(|slot| kind(view, slot)) {
                [Kind::Frame, Kind::Frame] => &mut frames,
                [Kind::Other, _] | [_, Kind::Other] => &mut others,
                _ => &mut convex,
            };
            kind.push(place, pair);
            found.push(bare(place as u32));
        }
        frames.ask_frames::<_, M>(service, view, (wanted, precision), &mut found)?;
        convex.ask_polytopes::<_, M>(service, view, wanted, &mut found)?;
        if !others.pairs.is_empty() {
            let mut answerer = Answerer {
                service,
                view,
                #[cfg(feature = "meshes")]
                meshes: &mut scene.meshes,
                #[cfg(feature = "meshes")]
                steps: false,
            };
            let answered = answerer.answer::<M>(&others.pairs)?;
            for (place, (Pair { a, b }, verdict)) in others.places.into_iter().zip(answered) {
                let detail = &mut found[place];
                detail.verdict = verdict;
                if !M::MOVES && wanted.contains(Wanted::DISTANCE) && !verdict.meets() {
                    detail.distance = answerer.distance_in_pool(Pair::new(a, b))?;
                }
                #[cfg(feature = "motion")]
                if M::MOVES
                    && wanted.contains(Wanted::INTERVAL)
                    && verdict.meets()
                    && !view.has_mesh(Pair::new(a, b))
                {
                    detail.interval = answerer.tree_interval(Pair::new(a, b))?;
                }
            }
            #[cfg(feature = "meshes")]
            scene.meshes.fit();
        }
        Ok(found)
    }
}

/// Checks that a pair does not name a mesh twice.
#[cfg(feature = "meshes")]
fn check_two(
    view: View<'_>,
    number: usize,
    pair: Pair,
    handles: (Handle, Handle),
) -> Result<(), PairListError> {
    match pair.a == pair.b && view.has_mesh(pair) {
        true => Err(PairListError::Itself { pair: number, handle: handles.0 }),
        false => Ok(()),
    }
}

/// What a slot holds, as far as it matters here.
enum Kind {
    Frame,
    Hull,
    /// A tree or a mesh.
    Other,
}

fn kind(view: View<'_>, slot: u32) -> Kind {
    if view.has_tree([slot; 2]) || view.has_mesh(Pair::new(slot, slot)) {
        return Kind::Other;
    }
    match view.shape(slot) {
        Seen::Frame(_) => Kind::Frame,
        Seen::Body(_) => Kind::Hull,
    }
}
