//! The shaders: plain WGSL in parts, joined by a table.

use crate::gpu::shader::bindings;
pub use crate::gpu::shader::source::Source;
use crate::gpu::shader::source::part;

/// How work is cut, and the settings of a batch.
const PARAMS: &str =
    concat!(part!("parts/groups"), part!("parts/params"), part!("parts/params_binding"),);

/// Writes the number of pairs for the other stages of a batch.
pub const PREPARE: Source = Source {
    name: "prepare",
    bindings: bindings::PREPARE,
    parts: &[part!("parts/groups"), part!("parts/params"), part!("parts/grid"), part!("prepare")],
};

/// Pairs as they come, a pair an invocation.
const ALIKE: &str = concat!(part!("parts/codes"), part!("parts/alike"), part!("parts/tested"));

/// Pairs of mixed kinds, gathered by kind.
const MIXED: &str = concat!(part!("parts/codes"), part!("parts/mixed"));

macro_rules! verdicts {
    ($name:literal, $pairs:expr, $($test:expr),+) => {
        Source {
            name: $name,
            bindings: bindings::VERDICTS,
            parts: &[TYPES, $($test),+, PARAMS, $pairs, part!($name)],
        }
    };
}

/// The verdicts of pairs of one kind.
pub const VERDICTS: Source = verdicts!("verdicts", ALIKE, TEST);

/// The verdicts of moving pairs of one kind.
pub const MOVING_VERDICTS: Source = verdicts!("moving_verdicts", ALIKE, TEST, TEST_MOVING);

/// The verdicts of pairs in the plane.
pub const PLANE_VERDICTS: Source = verdicts!("plane_verdicts", ALIKE, TEST, TEST_IN_PLANE);

/// The verdicts of moving pairs in the plane.
pub const MOVING_PLANE_VERDICTS: Source =
    verdicts!("moving_plane_verdicts", ALIKE, TEST, TEST_IN_PLANE);

/// The verdicts of pairs of mixed kinds.
pub const MIXED_VERDICTS: Source = verdicts!("mixed_verdicts", MIXED, TEST);

/// The verdicts of moving pairs of mixed kinds.
pub const MIXED_MOVING_VERDICTS: Source =
    verdicts!("mixed_moving_verdicts", MIXED, TEST, TEST_MOVING);

macro_rules! hull_verdicts {
    ($name:literal, $motion:expr) => {
        Source {
            name: $name,
            bindings: bindings::HULL_VERDICTS,
            parts: &[
                TYPES,
                part!("parts/band"),
                part!("parts/vector"),
                part!("parts/hull_types"),
                part!("parts/hull_support"),
                $motion,
                part!("parts/hull_portal"),
                PARAMS,
                part!("parts/tested"),
                part!($name),
            ],
        }
    };
}

/// The verdicts of convex polytopes.
pub const HULL_VERDICTS: Source = hull_verdicts!("hull_verdicts", part!("parts/hull_resting"));

/// The verdicts of moving convex polytopes.
pub const HULL_MOVING_VERDICTS: Source =
    hull_verdicts!("hull_moving_verdicts", part!("parts/hull_moving"));

/// The scan of the counts of listed pairs.
pub const SCAN: Source = Source {
    name: "scan",
    bindings: bindings::SCAN,
    parts: &[part!("parts/code"), PARAMS, part!("parts/listing"), part!("scan")],
};

/// The list of indices.
pub const COMPACT: Source = Source {
    name: "compact",
    bindings: bindings::COMPACT,
    parts: &[part!("parts/code"), PARAMS, part!("parts/listing"), part!("compact")],
};

/// The list of hits.
pub const LIST_HITS: Source = Source {
    name: "list_hits",
    bindings: bindings::LIST_HITS,
    parts: &[TYPES, PARAMS, part!("parts/listing"), part!("parts/header"), part!("list_hits")],
};

/// The list of pairs with their codes.
pub const LIST_FOUND: Source = Source {
    name: "list_found",
    bindings: bindings::LIST_FOUND,
    parts: &[
        TYPES,
        part!("parts/groups"),
        part!("parts/params"),
        part!("parts/params_binding"),
        part!("parts/listing"),
        part!("parts/header"),
        part!("list_found"),
    ],
};

/// The list of undecided pairs with their frames.
pub const LIST_UNDECIDED: Source = Source {
    name: "list_undecided",
    bindings: bindings::LIST_UNDECIDED,
    parts: &[
        TYPES,
        PARAMS,
        part!("parts/listing"),
        part!("parts/header"),
        part!("parts/undecided"),
        part!("list_undecided"),
    ],
};

/// The same of frames in the plane.
pub const LIST_PLANE_UNDECIDED: Source = Source {
    name: "list_plane_undecided",
    bindings: bindings::LIST_UNDECIDED,
    parts: &[
        TYPES,
        part!("parts/plane_types"),
        PARAMS,
        part!("parts/listing"),
        part!("parts/header"),
        part!("parts/undecided"),
        part!("list_plane_undecided"),
    ],
};

/// Any hit: two bits a group of pairs.
pub const ANY_HIT: Source = Source {
    name: "any_hit",
    bindings: bindings::ANY_HIT,
    parts: &[part!("parts/code"), PARAMS, part!("any_hit")],
};

/// Says how many workgroups bound the hits.
pub const PREPARE_BOUNDS: Source = Source {
    name: "prepare_bounds",
    bindings: bindings::PREPARE_BOUNDS,
    parts: &[TYPES, part!("parts/groups"), part!("parts/grid"), part!("prepare_bounds")],
};

/// Bounds how and where the pairs of the hits meet.
pub const BOUND_HITS: Source = Source {
    name: "bound_hits",
    bindings: bindings::BOUND_HITS,
    parts: &[TYPES, TEST, BOUND, PARAMS, part!("parts/bounded"), part!("bound_hits")],
};

/// Bounds how and where the pairs of the hits meet in the plane.
pub const BOUND_PLANE_HITS: Source = Source {
    name: "bound_plane_hits",
    bindings: bindings::BOUND_HITS,
    parts: &[
        TYPES,
        TEST,
        TEST_IN_PLANE,
        SEPARATION_IN_PLANE,
        BOUND_IN_PLANE,
        PARAMS,
        part!("parts/bounded"),
        part!("bound_plane_hits"),
    ],
};

/// Bounds when the moving pairs of the hits meet.
pub const BOUND_INTERVALS: Source = Source {
    name: "bound_intervals",
    bindings: bindings::BOUND_HITS,
    parts: &[
        TYPES,
        TEST,
        SEPARATION,
        TEST_MOVING,
        PASSING,
        INTERVAL,
        PARAMS,
        part!("parts/bounded"),
        part!("bound_intervals"),
    ],
};

/// The same of pairs in the plane.
pub const BOUND_PLANE_INTERVALS: Source = Source {
    name: "bound_plane_intervals",
    bindings: bindings::BOUND_HITS,
    parts: &[
        TYPES,
        TEST,
        TEST_IN_PLANE,
        SEPARATION_IN_PLANE,
        PASSING,
        INTERVAL_IN_PLANE,
        PARAMS,
        part!("parts/bounded"),
        part!("bound_plane_intervals"),
    ],
};

/// Puts frames that travelled side by side into their rows.
pub const SCATTER: Source = Source {
    name: "scatter",
    bindings: bindings::SCATTER,
    parts: &[TYPES, "\n", part!("scatter")],
};

/// Tests a level of a search.
pub const SEARCH_TEST: Source = Source {
    name: "search_test",
    bindings: bindings::SEARCH_TEST,
    parts: &[
        TYPES,
        TEST,
        part!("parts/groups"),
        part!("parts/search"),
        part!("parts/search_nodes"),
        part!("search_test"),
    ],
};

/// Finds what comes of a level its places.
pub const SEARCH_SCAN: Source = Source {
    name: "search_scan",
    bindings: bindings::SEARCH_SCAN,
    parts: &[
        TYPES,
        part!("parts/groups"),
        part!("parts/grid"),
        part!("parts/search"),
        part!("search_scan"),
    ],
};

/// Writes the pairs of the next level, and the hits.
pub const SEARCH_EMIT: Source = Source {
    name: "search_emit",
    bindings: bindings::SEARCH_EMIT,
    parts: &[
        TYPES,
        part!("parts/groups"),
        part!("parts/search"),
        part!("parts/search_nodes"),
        part!("search_emit"),
    ],
};

/// Puts items of structs side by side.
pub const GATHER_ITEMS: Source = Source {
    name: "gather_items",
    bindings: bindings::GATHER_ITEMS,
    parts: &[part!("gather_items")],
};

/// The placing of shapes.
pub const PLACE_FRAMES: Source = Source {
    name: "place_frames",
    bindings: bindings::PLACE_FRAMES,
    parts: &[TYPES, PLACE, part!("place_frames")],
};

/// The arithmetic of the device.
pub const ARITHMETIC: Source =
    Source { name: "arithmetic", bindings: bindings::ARITHMETIC, parts: &[part!("arithmetic")] };

/// Frames from poses: wants the types.
pub(in crate::gpu) const POSE: &str = part!("parts/pose");

/// Frames from placements of shapes: wants the types.
pub(in crate::gpu) const PLACE: &str = part!("parts/place");

/// What lies in the buffers, and what is known of it.
pub(in crate::gpu) const TYPES: &str = concat!(
    part!("parts/types"),
    "\n",
    part!("parts/shape"),
    "\n",
    part!("parts/code"),
    "\n",
    part!("parts/rotation")
);

/// The test of two frames, which wants the types.
pub(in crate::gpu) const TEST: &str = concat!(
    part!("parts/band"),
    "\n",
    part!("parts/frame"),
    "\n",
    part!("parts/vector"),
    "\n",
    part!("parts/operand"),
    "\n",
    part!("parts/cuboid_cuboid"),
    "\n",
    part!("parts/tetra"),
    "\n",
    part!("parts/cuboid_tetra"),
    "\n",
    part!("parts/tetra_tetra"),
    "\n",
    part!("parts/test"),
);

/// What two frames have in common, which wants the types and the test of resting ones.
pub(in crate::gpu) const BOUND_COMMON: &str =
    concat!(part!("parts/clip_rows"), "\n", part!("parts/clip_common"));

/// The best axis of two frames, which wants the types and their test.
pub(in crate::gpu) const SEPARATION: &str = part!("parts/axes");

/// The test of two moving frames, which wants the types and the test of resting ones.
pub(in crate::gpu) const TEST_MOVING: &str = concat!(
    part!("parts/moving_operand"),
    "\n",
    part!("parts/swept_cuboid_cuboid"),
    "\n",
    part!("parts/swept_cuboid_tetra"),
    "\n",
    part!("parts/swept_tetra_tetra"),
    "\n",
    part!("parts/test_moving"),
);

/// How two moving solids pass along an axis, which wants the types.
pub(in crate::gpu) const PASSING: &str = part!("parts/passing");

/// When two moving frames meet, which wants the types, the test of resting ones and that of moving
/// ones, all axes and passing.
pub(in crate::gpu) const INTERVAL: &str = concat!(
    part!("parts/contact_cuboid_cuboid"),
    "\n",
    part!("parts/contact_axes"),
    "\n",
    part!("parts/interval"),
);

/// When two moving frames in the plane meet, which wants the types, the test in space and that in
/// the plane, and passing.
pub(in crate::gpu) const INTERVAL_IN_PLANE: &str =
    concat!(part!("parts/plane_contact"), "\n", part!("parts/plane_interval"));

/// The test of two frames in the plane, resting or moving, which wants the types and the test in
/// space.
pub(in crate::gpu) const TEST_IN_PLANE: &str = concat!(
    part!("parts/plane_types"),
    "\n",
    part!("parts/plane_operand"),
    "\n",
    part!("parts/plane_parallelograms"),
    "\n",
    part!("parts/plane_triangles"),
    "\n",
    part!("parts/plane_triangle_parallelogram"),
    "\n",
    part!("parts/plane_test"),
);

/// How and where two frames meet, which wants the types and the test.
pub(in crate::gpu) const BOUND: &str = concat!(
    part!("parts/axes"),
    "\n",
    part!("parts/clip_rows"),
    "\n",
    part!("parts/clip_common"),
    "\n",
    part!("parts/bound"),
);

/// The best axis of two frames in the plane, which wants the types and both tests.
pub(in crate::gpu) const SEPARATION_IN_PLANE: &str = part!("parts/plane_axes");

/// How and where two frames in the plane meet, which wants that too.
pub(in crate::gpu) const BOUND_IN_PLANE: &str =
    concat!(part!("parts/plane_clip"), "\n", part!("parts/plane_bound"));
