// Workgroups in a row of a dispatch, at most.
override ROW: u32 = 1024u;

// At least one, which writes the header of a list. Twin: grid in src/gpu/shader/bindings.rs.
fn grid(groups: u32) -> array<u32, 3> {
    return array<u32, 3>(clamp(groups, 1u, ROW), max((groups + ROW - 1u) / ROW, 1u), 1u);
}
