//! How the stages bind buffers, and how their workgroups are numbered.

/// How a stage sees a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `var<uniform>`
    Uniform,
    /// `var<uniform>`, at an offset that each recording chooses
    Chosen,
    /// `var<storage, read>`
    Read,
    /// `var<storage, read_write>`
    ReadWrite,
}

/// Group 0 of a stage, binding by binding.
pub type Bindings = &'static [(&'static str, Access)];

/// Group 0 of the verdicts.
pub const VERDICTS: Bindings = &[
    ("params", Access::Uniform),
    ("frames", Access::Read),
    ("pairs", Access::Read),
    ("filters", Access::Read),
    ("codes", Access::ReadWrite),
];

/// Group 0 of the verdicts of polytopes.
pub const HULL_VERDICTS: Bindings = &[
    ("params", Access::Uniform),
    ("hulls", Access::Read),
    ("pairs", Access::Read),
    ("blocks", Access::Read),
    ("codes", Access::ReadWrite),
];

/// Group 0 of the stages that settle.
pub const SETTLE: Bindings = &[
    ("params", Access::Uniform),
    ("frames", Access::Read),
    ("pairs", Access::Read),
    ("codes", Access::ReadWrite),
    ("settled_count", Access::ReadWrite),
];

/// Group 0 of both levels of the scan.
pub const SCAN: Bindings = &[
    ("params", Access::Uniform),
    ("codes", Access::ReadWrite),
    ("prefixes", Access::ReadWrite),
    ("blocks", Access::ReadWrite),
];

/// Group 0 of the list of indices.
pub const COMPACT: Bindings = &[
    ("params", Access::Uniform),
    ("codes", Access::ReadWrite),
    ("prefixes", Access::ReadWrite),
    ("blocks", Access::ReadWrite),
    ("list", Access::ReadWrite),
];

/// Group 0 of the list of hits.
pub const LIST_HITS: Bindings = &[
    ("params", Access::Uniform),
    ("codes", Access::ReadWrite),
    ("prefixes", Access::ReadWrite),
    ("blocks", Access::ReadWrite),
    ("pairs", Access::Read),
    ("ids", Access::Read),
    ("hits", Access::ReadWrite),
];

/// Group 0 of the list of pairs with their codes.
pub const LIST_FOUND: Bindings = &[
    ("params", Access::Uniform),
    ("codes", Access::ReadWrite),
    ("prefixes", Access::ReadWrite),
    ("blocks", Access::ReadWrite),
    ("pairs", Access::Read),
    ("found", Access::ReadWrite),
];

/// Group 0 of the list of undecided pairs.
pub const LIST_UNDECIDED: Bindings = &[
    ("params", Access::Uniform),
    ("codes", Access::ReadWrite),
    ("prefixes", Access::ReadWrite),
    ("blocks", Access::ReadWrite),
    ("pairs", Access::Read),
    ("frames", Access::Read),
    ("undecided", Access::ReadWrite),
];

/// Group 0 of both steps of any hit.
pub const ANY_HIT: Bindings = &[
    ("params", Access::Uniform),
    ("codes", Access::ReadWrite),
    ("starts", Access::Read),
    ("group_count", Access::Read),
    ("bits", Access::ReadWrite),
];

/// Group 0 of the stage that says how many workgroups bound the hits.
pub const PREPARE_BOUNDS: Bindings =
    &[("hits", Access::ReadWrite), ("dispatch", Access::ReadWrite)];

/// Group 0 of the stage that bounds the hits.
pub const BOUND_HITS: Bindings = &[
    ("params", Access::Uniform),
    ("pairs", Access::Read),
    ("frames", Access::Read),
    ("hits", Access::ReadWrite),
    ("bounds", Access::ReadWrite),
];

/// Group 0 of the stage that puts frames into place.
pub const SCATTER: Bindings = &[("updates", Access::Read), ("frames", Access::ReadWrite)];

/// Group 0 of the stage that puts items of structs side by side.
pub const GATHER_ITEMS: Bindings =
    &[("gathering", Access::Uniform), ("structs", Access::Read), ("items", Access::ReadWrite)];

/// Group 0 of the stage that places shapes.
pub const PLACE_FRAMES: Bindings = &[
    ("byte_0", Access::Chosen),
    ("byte_1", Access::Chosen),
    ("byte_2", Access::Chosen),
    ("byte_3", Access::Chosen),
    ("count", Access::Read),
    ("placements", Access::Read),
    ("shapes", Access::Read),
    ("frames", Access::ReadWrite),
];

/// Group 0 of the stage that tests the device's arithmetic.
pub const ARITHMETIC: Bindings = &[("numbers", Access::Read), ("answers", Access::ReadWrite)];

/// Group 0 of the stage that tests a level of a search.
pub const SEARCH_TEST: Bindings = &[
    ("level", Access::Read),
    ("nodes", Access::Read),
    ("pairs", Access::ReadWrite),
    ("counts", Access::ReadWrite),
    ("sums", Access::ReadWrite),
];

/// Group 0 of the stage that finds the outcomes their places.
pub const SEARCH_SCAN: Bindings = &[
    ("level", Access::Read),
    ("sums", Access::ReadWrite),
    ("next", Access::ReadWrite),
    ("dispatch", Access::ReadWrite),
];

/// Group 0 of the stage that writes the next level.
pub const SEARCH_EMIT: Bindings = &[
    ("level", Access::Read),
    ("nodes", Access::Read),
    ("pairs", Access::Read),
    ("counts", Access::Read),
    ("sums", Access::Read),
    ("next", Access::Read),
    ("refined_pairs", Access::ReadWrite),
    ("hits", Access::ReadWrite),
];

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
    ("settled_count", Access::ReadWrite),
];

/// Workgroups in rows of at most `row`, at least one; the shaders number them row by row.
pub(in crate::gpu) const fn grid(groups: u32, row: u32) -> [u32; 2] {
    match groups {
        0 => [1, 1],
        1.. if groups <= row => [groups, 1],
        _ => [row, groups.div_ceil(row)],
    }
}

/// Workgroups as [`grid`] has them, in as many layers as it takes: where there may be more than the
/// square of `row`. The shader numbers them row by row and layer by layer.
pub(in crate::gpu) const fn layers(groups: u32, row: u32) -> [u32; 3] {
    match grid(groups, row) {
        [x, y] if y <= row => [x, y, 1],
        [x, y] => [x, row, y.div_ceil(row)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_hold_all_workgroups() {
        for row in [1024, 65_535] {
            for groups in [0, 1, 1024, 1025, 1 << 20, (1 << 20) + 1, 1 << 24, 1 << 26] {
                let sides = layers(groups, row);
                let all: u64 = sides.iter().map(|&side| u64::from(side)).product();
                assert!(sides.iter().all(|&side| (1..=row).contains(&side)), "{sides:?}");
                assert!(all >= groups.into(), "{groups}: {sides:?}");
                // Their numbers, times the words of each, are those of 32 bits.
                assert!(all < u64::from(groups) + (1 << 20) + (1 << 16), "{groups}: {sides:?}");
            }
        }
    }
}
