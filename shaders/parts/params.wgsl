// What every stage is told. Twin: Params in src/gpu/layout.rs.

struct Params {
    pair_count: u32,
    frame_count: u32,
    // Bit c is set when pairs with code c are listed.
    mask: u32,
    // Indices that the list has room for.
    capacity: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
