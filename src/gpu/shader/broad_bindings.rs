//! How the stages of the broad phase bind buffers.

use crate::gpu::shader::bindings::{Access, Bindings};

/// Group 0 of the stage that writes the settings of the others.
pub const PREPARE: Bindings = &[
    ("byte_0", Access::Chosen),
    ("byte_1", Access::Chosen),
    ("byte_2", Access::Chosen),
    ("byte_3", Access::Chosen),
    ("settings", Access::Uniform),
    ("count", Access::Read),
    ("params", Access::ReadWrite),
    ("dispatches", Access::ReadWrite),
];

/// Group 0 of the stage that makes boxes.
pub const BOXES: Bindings = &[
    ("params", Access::Uniform),
    ("shapes", Access::Read),
    ("worlds", Access::Read),
    ("boxes", Access::ReadWrite),
    ("domains", Access::ReadWrite),
];

/// Group 0 of the stage that joins what is known of the shapes.
pub const DOMAIN: Bindings =
    &[("params", Access::Uniform), ("domains", Access::Read), ("domain", Access::ReadWrite)];

/// Group 0 of the stage that finds places along the curve.
pub const CODES: Bindings = &[
    ("params", Access::Uniform),
    ("boxes", Access::Read),
    ("domain", Access::Read),
    ("keys", Access::ReadWrite),
    ("order", Access::ReadWrite),
];

/// Group 0 of the stage that counts digits.
pub const HISTOGRAM: Bindings = &[
    ("params", Access::Uniform),
    ("turn", Access::Uniform),
    ("keys", Access::Read),
    ("boxes", Access::Read),
    ("order", Access::Read),
    ("table", Access::ReadWrite),
];

/// Group 0 of the stage that scans counts.
pub const SCAN: Bindings =
    &[("params", Access::Uniform), ("counts", Access::ReadWrite), ("blocks", Access::ReadWrite)];

/// Group 0 of the stage that sorts by a digit.
pub const SCATTER: Bindings = &[
    ("params", Access::Uniform),
    ("turn", Access::Uniform),
    ("keys", Access::Read),
    ("boxes", Access::Read),
    ("order", Access::Read),
    ("table", Access::Read),
    ("blocks", Access::Read),
    ("sorted", Access::ReadWrite),
];

/// Group 0 of the stage that puts boxes in order.
pub const LEAVES: Bindings = &[
    ("params", Access::Uniform),
    ("order", Access::Read),
    ("boxes", Access::Read),
    ("domain", Access::Read),
    ("nodes", Access::ReadWrite),
];

/// Group 0 of the stage that joins the boxes of a level.
pub const REFIT: Bindings =
    &[("params", Access::Uniform), ("turn", Access::Uniform), ("nodes", Access::ReadWrite)];

/// Group 0 of the stage that counts pairs.
pub const COUNT: Bindings = &[
    ("params", Access::Uniform),
    ("turn", Access::Uniform),
    ("nodes", Access::Read),
    ("order", Access::Read),
    ("domain", Access::Read),
    ("filters", Access::Read),
    ("counts", Access::ReadWrite),
    ("firsts", Access::ReadWrite),
];

/// Group 0 of the stage that writes the header of the list.
pub const HEADER: Bindings = &[
    ("params", Access::Uniform),
    ("blocks", Access::Read),
    ("domain", Access::Read),
    ("header", Access::ReadWrite),
];

/// Group 0 of the stage that lists pairs.
pub const LIST: Bindings = &[
    ("params", Access::Uniform),
    ("turn", Access::Uniform),
    ("nodes", Access::Read),
    ("order", Access::Read),
    ("domain", Access::Read),
    ("filters", Access::Read),
    ("counts", Access::Read),
    ("blocks", Access::Read),
    ("firsts", Access::ReadWrite),
    ("pairs", Access::ReadWrite),
];

/// Group 0 of the stage that does all for few shapes.
pub const FEW: Bindings = &[
    ("params", Access::Uniform),
    ("shapes", Access::Read),
    ("worlds", Access::Read),
    ("filters", Access::Read),
    ("header", Access::ReadWrite),
    ("pairs", Access::ReadWrite),
];
