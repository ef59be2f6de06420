// What the occupancy tests ask. Twin: src/gpu/occupancy/layout.rs.

// Does something of this pass through the box?
struct Question {
    low: vec3<f32>,
    // The first number of the mesh, or with the highest bit set the place of the first in the list.
    first: u32,
    high: vec3<f32>,
    count: u32,
}

@group(0) @binding(0) var<storage, read> questions: array<Question>;
// Numbers of triangles, or of vertices along a strip.
@group(0) @binding(1) var<storage, read> listed: array<u32>;
// Where the vertices at its corners begin, the coordinates of its vertices, and the numbers of the
// vertices at its corners. It begins with 0 where each corner has a vertex of its own.
@group(0) @binding(2) var<storage, read> mesh: array<u32>;

const LISTED: u32 = 0x80000000u;

fn is_listed(question: Question) -> bool {
    return (question.first & LISTED) != 0u;
}

// The number at a place of the question's.
fn named(question: Question, place: u32) -> u32 {
    if is_listed(question) {
        return listed[(question.first & ~LISTED) + place];
    }
    return question.first + place;
}

fn vertex_of(number: u32) -> vec3<f32> {
    let at = 1u + 3u * number;
    return vec3<f32>(bitcast<f32>(mesh[at]), bitcast<f32>(mesh[at + 1u]), bitcast<f32>(mesh[at + 2u]));
}

// The vertex at a corner of the mesh: three a triangle, or one after the other along its strip.
fn vertex_at(corner: u32) -> vec3<f32> {
    if mesh[0] == 0u {
        return vertex_of(corner);
    }
    return vertex_of(mesh[mesh[0] + corner]);
}

fn corner(triangle: u32, which: u32) -> vec3<f32> {
    return vertex_at(3u * triangle + which);
}
