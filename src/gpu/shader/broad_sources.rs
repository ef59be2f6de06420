//! The shaders of the broad phase, in the order of their dispatches.

use crate::gpu::shader::broad_bindings as bindings;
use crate::gpu::shader::source::{Source, part};

/// The digits of a turn of the sort.
const DIGIT: &str = concat!(
    part!("parts/broad_types"),
    part!("parts/broad_cuts"),
    part!("parts/broad_params"),
    part!("parts/broad_digit"),
);

/// The search of the tree for pairs, which wants what becomes of one.
const FIND: &str = concat!(
    part!("parts/types"),
    part!("parts/code"),
    part!("parts/broad_types"),
    part!("parts/broad_cuts"),
    part!("parts/broad_params"),
    part!("parts/broad_pairs"),
    part!("parts/broad_find"),
);

/// The number of shapes, for the other stages.
pub const PREPARE: Source = Source {
    name: "broad_prepare",
    bindings: bindings::PREPARE,
    parts: &[
        part!("parts/grid"),
        part!("parts/broad_types"),
        part!("parts/broad_cuts"),
        part!("broad_prepare"),
    ],
};

/// The boxes of shapes.
pub const BOXES: Source = Source {
    name: "broad_boxes",
    bindings: bindings::BOXES,
    parts: &[
        part!("parts/types"),
        part!("parts/shape"),
        part!("parts/code"),
        part!("parts/broad_types"),
        part!("parts/broad_params"),
        part!("parts/broad_domain"),
        part!("parts/broad_box"),
        part!("broad_boxes"),
    ],
};

/// What is known of all shapes.
pub const DOMAIN: Source = Source {
    name: "broad_domain",
    bindings: bindings::DOMAIN,
    parts: &[
        part!("parts/broad_types"),
        part!("parts/broad_params"),
        part!("parts/broad_domain"),
        part!("broad_domain"),
    ],
};

/// Places along the curve.
pub const CODES: Source = Source {
    name: "broad_codes",
    bindings: bindings::CODES,
    parts: &[part!("parts/broad_types"), part!("parts/broad_params"), part!("broad_codes")],
};

/// The digits of each block.
pub const HISTOGRAM: Source = Source {
    name: "broad_histogram",
    bindings: bindings::HISTOGRAM,
    parts: &[DIGIT, part!("broad_histogram")],
};

/// The scan of counts.
pub const SCAN: Source = Source {
    name: "broad_scan",
    bindings: bindings::SCAN,
    parts: &[part!("parts/broad_types"), part!("parts/broad_params"), part!("broad_scan")],
};

/// A turn of the sort.
pub const SCATTER: Source = Source {
    name: "broad_scatter",
    bindings: bindings::SCATTER,
    parts: &[DIGIT, part!("broad_scatter")],
};

/// The boxes in their order.
pub const LEAVES: Source = Source {
    name: "broad_leaves",
    bindings: bindings::LEAVES,
    parts: &[part!("parts/broad_types"), part!("parts/broad_params"), part!("broad_leaves")],
};

/// The boxes of a level.
pub const REFIT: Source = Source {
    name: "broad_refit",
    bindings: bindings::REFIT,
    parts: &[
        part!("parts/broad_types"),
        part!("parts/broad_cuts"),
        part!("parts/broad_params"),
        part!("broad_refit"),
    ],
};

/// How many pairs each shape has.
pub const COUNT: Source =
    Source { name: "broad_count", bindings: bindings::COUNT, parts: &[FIND, part!("broad_count")] };

/// The header of the list.
pub const HEADER: Source = Source {
    name: "broad_header",
    bindings: bindings::HEADER,
    parts: &[
        part!("parts/types"),
        part!("parts/broad_types"),
        part!("parts/broad_params"),
        part!("parts/broad_header"),
        part!("broad_header"),
    ],
};

/// The pairs whose boxes meet.
pub const LIST: Source =
    Source { name: "broad_list", bindings: bindings::LIST, parts: &[FIND, part!("broad_list")] };

/// All of it for few shapes.
pub const FEW: Source = Source {
    name: "broad_few",
    bindings: bindings::FEW,
    parts: &[
        part!("parts/types"),
        part!("parts/shape"),
        part!("parts/code"),
        part!("parts/broad_types"),
        part!("parts/broad_params"),
        part!("parts/broad_box"),
        part!("parts/broad_pairs"),
        part!("parts/broad_header"),
        part!("broad_few"),
    ],
};
