//! The scene itself.

use super::broad::Found;
use super::error::SceneLimit;
use super::shared::Shared;
use super::state::{Changes, Most, State};
use crate::gpu_error::GpuError;
use crate::service::backend::{Capacity, SceneBackend};
use crate::service::collision_service::CollisionService;
#[cfg(feature = "polytopes")]
use crate::tree::bvh::BvhWorld;
use std::sync::Arc;
#[cfg(feature = "meshes")]
use {super::meshes::Meshes, crate::tree::spheres::MeshWorldOptions};

/// Shapes that stay where they are tested: frames, convex hulls, trees of frames and triangle
/// meshes.
///
/// Shapes have stable [`Handle`](super::Handle)s. [`collide`](Self::collide) finds all pairs that
/// meet, whatever the shapes are. Frames lie on the GPU of a GPU engine, else in memory: only what
/// changed is uploaded, and pairs of your own can be tested, too. A test is submitted and its
/// answer taken later, while the next one is prepared.
///
/// ```
/// use motzkin::glam::{Quat, Vec3};
/// use motzkin::{CollisionService, Engine, Frame3};
///
/// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
/// let cube = Frame3::aligned_box(Vec3::splat(-0.5), Vec3::splat(0.5))?;
/// let (a, b) = (scene.insert(cube)?, scene.insert(cube)?);
/// let pairs = scene.pair_list(&[(a, b)])?;
/// for step in 0..3 {
///     scene.set_pose(b, Quat::IDENTITY, Vec3::X * step as f32)?;
///     let hits = scene.submit(&pairs)?.wait()?.settle_hits()?;
///     assert_eq!(hits.len(), if step < 2 { 1 } else { 0 });
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What a submission sees
///
/// The frames, ids, filters and pairs as they are when [`submit`](Self::submit) is called, whatever
/// happens to them before its answer is taken or settled. To that end the scene logs what is
/// overwritten while submissions are open, at most [`SceneOptions::max_open`] of them; each frame
/// changed between two of them costs some 100 bytes on the CPU. Once the older is settled or
/// dropped, the next call that changes or submits something forgets these entries. A submission
/// that stays open while others come and go keeps what it saw itself; the log has at most twice the
/// entries that open submissions need. Their memory is kept for later ones, so a scene has that of
/// its longest log.
///
/// # Limits
///
/// Scenes are not split. Their frames lie in one buffer that a dispatch sees as a whole: on a GPU
/// as many as fit the device's `max_storage_buffer_binding_size`, 2 million for the 128 MiB of
/// WebGPU's defaults, 16 million for the gibibyte that the service asks of a device of its own.
/// What is more is refused, with its cause ([`SceneLimit`]). Of pairs, which go to several
/// dispatches where they have to, a list takes what fits one buffer.
///
/// # Memory
///
/// A hull, a tree or a mesh takes what a frame takes, and some 250 bytes on the CPU. Its points,
/// the frames or the triangles are shared with clones of its [shape](super::SceneShape). The first
/// [`search`](Self::search) adds what a [`BvhWorld`](crate::BvhWorld) keeps of the trees.
///
/// On a GPU, 64 bytes a frame, and beside it 8 for its filter, and 4 for its id once
/// [`resident`](Self::resident) has shown the buffers, for no stage of the scene reads it; 8 bytes
/// and 2 bits a pair of each list, and half a byte more of lists of 65,536 pairs and more, whose
/// hits the device lists; [`memory`](Self::memory) and
/// [`PairList::gpu_bytes`](super::PairList::gpu_bytes) tell, rooms to grow and staging included. On
/// the CPU, 64 bytes a frame, as much again once a pose was set, and 40 bytes of side arrays.
///
/// Where [the service's GPU memory](crate::service::ServiceBuilder::gpu_memory) is bounded, frames
/// are inserted, and lists made, only where it has room for them, ids included, and for all to be
/// uploaded at once: 152 bytes a frame; for a pair 8¼, and of the largest list 8¼ more; from 65,536
/// pairs on 8¾ and 8½; while buffers grow, those of before beside them. What is refused leaves the
/// scene and the list as they were, and what is accepted can be tested; only submissions beside
/// others that are under way may find no room.
pub struct Scene {
    pub(super) id: u64,
    pub(super) state: Arc<Shared>,
    pub(super) service: CollisionService,
    /// What the caller allows: at least one open submission.
    pub(super) options: SceneOptions,
    /// Slots that there may be, by the options and where the frames are tested.
    pub(super) most: Most,
    /// Where the frames are tested.
    pub(super) backend: Box<dyn SceneBackend>,
    /// Why the CPU has taken over for good.
    pub(super) lost: Option<GpuError>,
    pub(super) changes: Changes,
    /// The meshes among the shapes.
    #[cfg(feature = "meshes")]
    pub(super) meshes: Meshes,
    /// The trees among the shapes by their slots, since they were first searched, and the count of
    /// slots at that time.
    #[cfg(feature = "polytopes")]
    pub(super) trees: Option<(BvhWorld, usize)>,
    /// What finds the pairs that no list names.
    pub(super) found: Found,
}

/// The most candidates of a scene where no other limit is set: some gigabytes.
pub(super) const MOST_PAIRS: usize = 1 << 27;

/// Limits of a [`Scene`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneOptions {
    /// Submissions that may be open: tickets, and raw answers that were not settled or dropped. At
    /// least 1 is taken; 3 by default.
    pub max_open: usize,
    /// Shapes that it holds at most, slots that old pair lists still name included; what a 32-bit
    /// index, the GPU's limits and
    /// [`ServiceBuilder::max_frames_per_dispatch`](crate::service::ServiceBuilder::max_frames_per_dispatch)
    /// allow by default.
    pub max_shapes: usize,
    /// Candidates that [`collide`](Scene::collide) holds at most: pairs of shapes whose boxes meet.
    /// More are refused before they are tested; what the GPU's limits allow is less at times.
    /// `2^27` by default, 134 million, which take some gigabytes. Lists of your own are not
    /// bounded.
    pub max_candidates: usize,
    /// The options of the sphere trees of meshes. A step is a call of [`collide`](Scene::collide)
    /// with a candidate that is not two frames. `details` and the calls of a
    /// [`ShapeQuery`](super::ShapeQuery) are none: of them no node grows old.
    #[cfg(feature = "meshes")]
    pub meshes: MeshWorldOptions,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self {
            max_open: 3,
            max_shapes: u32::MAX as usize,
            max_candidates: MOST_PAIRS,
            #[cfg(feature = "meshes")]
            meshes: MeshWorldOptions::default(),
        }
    }
}

impl Scene {
    fn new(service: CollisionService, options: SceneOptions) -> Self {
        let state = State::of_new_scene();
        let backend = service.engine.scene();
        let options = SceneOptions { max_open: options.max_open.max(1), ..options };
        Self {
            id: state.slots.scene,
            state: Arc::new(Shared::new(state)),
            service,
            options,
            most: most_slots(&*backend, options),
            backend,
            lost: None,
            changes: Changes::default(),
            #[cfg(feature = "meshes")]
            meshes: Meshes::new(options.meshes),
            #[cfg(feature = "polytopes")]
            trees: None,
            found: Found::default(),
        }
    }

    /// Sets the occupancy test that opens nodes of the meshes' sphere trees from now on, as
    /// [`MeshWorld::set_occupancy_test`](crate::tree::spheres::MeshWorld::set_occupancy_test) does
    /// for its own. Call it before meshes are inserted: trees that exist stay as they are.
    ///
    /// A test that misses nothing changes no answer. Where the test fails, a question that opens
    /// nodes returns [`SceneError::Meshes`](super::SceneError::Meshes), and a later one asks again.
    #[cfg(feature = "meshes")]
    pub fn set_occupancy_test(
        &mut self,
        test: Option<Box<dyn crate::tree::spheres::OccupancyTest>>,
    ) {
        self.meshes.set_occupancy_test(test);
    }
}

/// What a backend's bound means to users.
pub(super) fn most_of((most, capacity): (usize, Capacity)) -> Most {
    let limit = match capacity {
        Capacity::Index => SceneLimit::Index,
        Capacity::Dispatch => SceneLimit::Dispatch,
        Capacity::Device => SceneLimit::Device,
    };
    Most(most, limit)
}

/// The most slots that the options and a backend allow.
pub(super) fn most_slots(backend: &dyn SceneBackend, options: SceneOptions) -> Most {
    let most = most_of(backend.most_frames());
    if options.max_shapes < most.0 { Most(options.max_shapes, SceneLimit::Options) } else { most }
}

impl CollisionService {
    /// Returns an empty scene of shapes that stay between tests.
    pub fn scene(&self) -> Scene {
        self.scene_with(SceneOptions::default())
    }

    /// Returns an empty scene with the caller's limits.
    pub fn scene_with(&self, options: SceneOptions) -> Scene {
        Scene::new(self.clone(), options)
    }
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scene").field("id", &self.id).finish_non_exhaustive()
    }
}
