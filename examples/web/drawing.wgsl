// Draws frames: an instance is a frame, whose rows are the attributes, with the mark of what it met
// in the last place of the first row. Twin: drawing_webgl.js.

struct View {
    // From the room to the screen.
    matrix: mat4x4<f32>,
    eye: vec3<f32>,
    // Half the width of the room.
    half: f32,
}

struct Shown {
    @builtin(position) place: vec4<f32>,
    // In the room.
    @location(0) at: vec3<f32>,
    @location(1) @interpolate(flat) mark: f32,
}

@group(0) @binding(0) var<uniform> view: View;

// The corners of six faces, two triangles each: bit i of a corner says whether edge i leads to it.
const BOX = array<u32, 36>(
    0u, 1u, 3u, 0u, 3u, 2u, 4u, 5u, 7u, 4u, 7u, 6u,
    0u, 1u, 5u, 0u, 5u, 4u, 2u, 3u, 7u, 2u, 7u, 6u,
    0u, 2u, 6u, 0u, 6u, 4u, 1u, 3u, 7u, 1u, 7u, 5u,
);

const TETRAHEDRON = array<u32, 12>(0u, 1u, 2u, 0u, 1u, 4u, 0u, 2u, 4u, 1u, 2u, 4u);

fn shown(corner: u32, row0: vec4<f32>, row1: vec4<f32>, row2: vec4<f32>, row3: vec4<f32>) -> Shown {
    let along = vec3<f32>((vec3<u32>(corner) >> vec3<u32>(0u, 1u, 2u)) & vec3<u32>(1u));
    let at = row0.xyz + along.x * row1.xyz + along.y * row2.xyz + along.z * row3.xyz;
    return Shown(view.matrix * vec4<f32>(at, 1.0), at, row0.w);
}

@vertex
fn box(
    @builtin(vertex_index) vertex: u32,
    @location(0) row0: vec4<f32>,
    @location(1) row1: vec4<f32>,
    @location(2) row2: vec4<f32>,
    @location(3) row3: vec4<f32>,
) -> Shown {
    var corners = BOX;
    return shown(corners[vertex], row0, row1, row2, row3);
}

@vertex
fn tetrahedron(
    @builtin(vertex_index) vertex: u32,
    @location(0) row0: vec4<f32>,
    @location(1) row1: vec4<f32>,
    @location(2) row2: vec4<f32>,
    @location(3) row3: vec4<f32>,
) -> Shown {
    var corners = TETRAHEDRON;
    return shown(corners[vertex], row0, row1, row2, row3);
}

const SKY = vec3<f32>(0.05, 0.075, 0.115);
const LIGHT = vec3<f32>(0.36, 0.85, 0.39);

@fragment
fn shade(shown: Shown) -> @location(0) vec4<f32> {
    // A face is plane: its normal follows from neighbours on the screen.
    let across = normalize(cross(dpdx(shown.at), dpdy(shown.at)));
    let ray = view.eye - shown.at;
    let normal = select(-across, across, dot(across, ray) > 0.0);
    var colour = vec3<f32>(0.36, 0.49, 0.65);
    colour = select(colour, vec3<f32>(0.13, 0.34, 0.39), shown.mark > 0.5);
    colour = select(colour, vec3<f32>(1.0, 0.5, 0.2), shown.mark > 1.5);
    let glow = select(0.0, 0.25, shown.mark > 1.5);
    let lit = colour * (0.3 + glow + 0.7 * max(dot(normal, LIGHT), 0.0));
    let haze = clamp(length(ray) / (6.0 * view.half) - 0.1, 0.0, 0.75);
    return vec4<f32>(mix(lit, SKY, haze), 1.0);
}
