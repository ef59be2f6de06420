//! The shaders' text, for shaders of one's own: prepend what is needed to them.
//!
//! All of it compiles with naga, wgpu's compiler, and with Tint, that of Chromium.

use crate::gpu::shader::sources;

/// The structs of [`layout`](crate::gpu::layout) in WGSL, but for `Placement` ([`PLACE`]) and those
/// of the plane ([`TEST_IN_PLANE`]); the shapes of frames, the raw codes, and rotations by
/// quaternions, for [`POSE`] and [`PLACE`].
///
/// The text has no binding, no entry point and no `enable`. The code of pair `i` is
/// `(codes[i / CODES_PER_WORD] >> (2u * (i % CODES_PER_WORD))) & 3u`. The whole text:
///
/// ```wgsl
#[doc = include_str!("../../../shaders/parts/types.wgsl")]
#[doc = include_str!("../../../shaders/parts/shape.wgsl")]
#[doc = include_str!("../../../shaders/parts/code.wgsl")]
#[doc = include_str!("../../../shaders/parts/rotation.wgsl")]
/// ```
pub const TYPES: &str = sources::TYPES;

/// Frames from poses: `fn frame_of_box(centre: vec3<f32>, half_extents: vec3<f32>, rotation:
/// vec4<f32>) -> Frame` makes the box that [`Frame3::rotated_box`](crate::Frame3::rotated_box)
/// makes, but for rounding, and `fn frame_of_moving_box` takes a `velocity: vec3<f32>` besides.
/// Wants [`TYPES`].
///
/// The quaternion has its scalar part in `w`. It may have any length. One whose numbers are all
/// zero, or not all finite, is no rotation, and makes a frame of numbers that are not finite: `fn
/// is_rotation(rotation: vec4<f32>) -> bool` tells. The functions round in `f32`: verdicts are
/// exact for the numbers of the frame that they return. Where one, two or four numbers of the
/// quaternion are not 0, and have one magnitude, whatever that is, the rotation does not round: it
/// is one of the 24 of a cube, and boxes that it brings together touch exactly. The whole text:
///
/// ```wgsl
#[doc = include_str!("../../../shaders/parts/pose.wgsl")]
/// ```
pub const POSE: &str = sources::POSE;

/// Frames from shapes that many objects share: `fn placed_frame(shape: Frame, placement: Placement)
/// -> Frame` scales, turns and moves a shape as a
/// [`Placement`](crate::gpu::layout::Placement) says. Wants [`TYPES`]. The whole text:
///
/// ```wgsl
#[doc = include_str!("../../../shaders/parts/place.wgsl")]
/// ```
pub const PLACE: &str = sources::PLACE;

/// The test itself: `fn test(first: Frame, second: Frame) -> u32` answers `SEPARATE`,
/// `OVERLAPPING`, both certain, or `UNDECIDED`. Wants [`TYPES`]; likewise no binding and no entry
/// point.
///
/// WGSL has no namespaces: the text takes about a hundred names of module scope, such as `scaled`
/// and `norm`, and calls functions of the language, such as `all` and `dot`, whose names are thus
/// not free either.
///
/// ```
/// let mine = "
///     @group(0) @binding(0) var<storage, read> frames: array<Frame>;
///     @group(0) @binding(1) var<storage, read_write> codes: array<u32>;
///     @compute @workgroup_size(64)
///     fn against_the_first(@builtin(global_invocation_id) id: vec3<u32>) {
///         if id.x < arrayLength(&frames) {
///             codes[id.x] = test(frames[0], frames[id.x]);
///         }
///     }";
/// let module = [motzkin::gpu::wgsl::TYPES, motzkin::gpu::wgsl::TEST, mine].concat();
/// ```
pub const TEST: &str = sources::TEST;

/// Box and common point of two frames that meet: `fn bound_common(first: Frame, second: Frame) ->
/// Common`. Wants [`TYPES`] and [`TEST`].
///
/// Where `known_point`, `point` lies inside of both frames, seen from the first one's origin, the
/// box from `low` to `high` holds all that they have in common, and none of its faces lies further
/// out than `slack`, and some ulps of the face's coordinate. `known_box` says that the slack is
/// below a hundred thousandth of the pair's size as well, the largest difference between
/// coordinates of their corners. `f32` can prove that of hardly any pair: the slack is about `1e-4`
/// of the size of two turned cuboids and `1e-3` of tetrahedra. Without `known_point` the box is all
/// of space.
pub const BOUND_COMMON: &str = sources::BOUND_COMMON;

/// How far two resting frames are apart or how deep they overlap: `fn bound_separation(first:
/// Frame, second: Frame) -> SeparationBound` answers a unit `axis` from the first towards the
/// second, a `depth` (positive for frames that meet: moving the second by `depth * axis` leaves
/// them separate or touching; negative for frames that are this far apart at the least), the
/// `slack` by which the depth of frames that meet may be less, and whether any of it could be
/// `known`. Wants [`TYPES`] and [`TEST`].
pub const SEPARATION: &str = sources::SEPARATION;

/// The test of moving frames: `fn test_moving(first: Frame, second: Frame) -> u32` answers as
/// `test` does, for `t` in `[0, 1]`. Wants [`TYPES`] and [`TEST`].
pub const TEST_MOVING: &str = sources::TEST_MOVING;

/// How two moving solids pass along an axis: what [`INTERVAL`] and [`INTERVAL_IN_PLANE`] have in
/// common. Wants [`TYPES`].
pub const PASSING: &str = sources::PASSING;

/// When two moving frames meet that are known to: `fn bound_interval(first: Frame, second: Frame)
/// -> HitInterval` answers bounds of the `first` and of the `last` contact for `t` in `[0, 1]`,
/// some `1e-4` apart for bodies that move as far as they are long. Where `f32` cannot tell they are
/// 0 and 1. Wants [`TYPES`], [`TEST`], [`SEPARATION`], [`TEST_MOVING`] and [`PASSING`].
pub const INTERVAL: &str = sources::INTERVAL;

/// The test of frames in the plane: the struct `Frame2`, `fn test2(first: Frame2, second: Frame2)
/// -> u32` for frames at rest and `fn test_moving2` for moving ones. Wants [`TYPES`] and
/// [`TEST`].
pub const TEST_IN_PLANE: &str = sources::TEST_IN_PLANE;

/// How far two resting frames in the plane are apart or how deep they overlap: `fn
/// bound_separation2(first: Frame2, second: Frame2) -> SeparationBound2` answers as
/// `bound_separation` does. Wants [`TYPES`], [`TEST`] and [`TEST_IN_PLANE`].
pub const SEPARATION_IN_PLANE: &str = sources::SEPARATION_IN_PLANE;

/// How and where two frames in the plane meet that are known to: `fn bound2(first: Frame2, second:
/// Frame2, wanted: u32) -> HitBounds` answers what of [`HitBounds`](crate::gpu::layout::HitBounds)
/// `wanted` asks for (`KNOWN_SEPARATION`, `KNOWN_COMMON`), every z zero. `fn bound_common2` answers
/// the point and the box alone, as `bound_common` does. Wants [`TYPES`], [`TEST`],
/// [`TEST_IN_PLANE`] and [`SEPARATION_IN_PLANE`].
pub const BOUND_IN_PLANE: &str = sources::BOUND_IN_PLANE;

/// When two moving frames in the plane meet that are known to: `fn bound_interval2(first: Frame2,
/// second: Frame2) -> HitInterval` answers as `bound_interval` does, of bounds some `2e-5` apart.
/// Wants [`TYPES`], [`TEST`], [`TEST_IN_PLANE`], [`SEPARATION_IN_PLANE`] and [`PASSING`].
pub const INTERVAL_IN_PLANE: &str = sources::INTERVAL_IN_PLANE;
