// Draws boxes straight from the frame buffer: all of them as instances whose vertex attributes are
// the frame's rows, then those that collide once more, in red, as instances whose attribute is a
// hit.

@group(0) @binding(1) var<storage, read> frames: array<Frame>;

struct Corner {
    // Both draws must place a box on the very same depths.
    @invariant @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) @interpolate(flat) colour: vec3<f32>,
}

// Two triangles a face, six faces, counter-clockwise from outside.
fn corner(rows: array<vec4<f32>, 4>, vertex: u32, colour: vec3<f32>) -> Corner {
    let face = vertex / 6u;
    let axis = face >> 1u;
    let far = face & 1u;
    let u = rows[1u + (axis + 2u - far) % 3u].xyz;
    let v = rows[1u + (axis + 1u + far) % 3u].xyz;
    let along = rows[1u + axis].xyz * f32(far);
    // The bits of 0b110010 and 0b101100 make a square: (0,0) (1,0) (0,1), (0,1) (1,0) (1,1).
    let at = vec2<f32>((vec2<u32>(0x32u, 0x2cu) >> vec2<u32>(vertex % 6u)) & vec2<u32>(1u));
    let world = rows[0].xyz + along + u * at.x + v * at.y;
    return Corner(moment.view_projection * vec4<f32>(world, 1.0), world, cross(u, v), colour);
}

@vertex
fn any_box(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
    @location(0) origin: vec4<f32>,
    @location(1) x: vec4<f32>,
    @location(2) y: vec4<f32>,
    @location(3) z: vec4<f32>,
) -> Corner {
    let shade = f32((instance * 2654435769u) >> 24u) / 255.0;
    let colour = mix(vec3<f32>(0.16, 0.18, 0.22), vec3<f32>(0.55, 0.58, 0.62), shade);
    return corner(array<vec4<f32>, 4>(origin, x, y, z), vertex, colour);
}

// Vertices 0 to 35 are the first box of the hit, 36 to 71 the second.
@vertex
fn hit_box(@builtin(vertex_index) vertex: u32, @location(0) hit: vec3<u32>) -> Corner {
    let rows = frames[select(hit.y, hit.z, vertex >= 36u)].rows;
    let box = array<vec4<f32>, 4>(
        bitcast<vec4<f32>>(rows[0]),
        bitcast<vec4<f32>>(rows[1]),
        bitcast<vec4<f32>>(rows[2]),
        bitcast<vec4<f32>>(rows[3]),
    );
    return corner(box, vertex % 36u, vec3<f32>(0.85, 0.04, 0.02));
}

const HAZE: vec3<f32> = vec3<f32>(0.011, 0.013, 0.018);

@fragment
fn lit(seen: Corner) -> @location(0) vec4<f32> {
    let normal = normalize(seen.normal);
    let sun = max(dot(normal, moment.light), 0.0);
    let sky = mix(vec3<f32>(0.10, 0.09, 0.10), vec3<f32>(0.32, 0.36, 0.42), 0.5 + 0.5 * normal.z);
    let colour = seen.colour * (sky + 1.5 * sun * vec3<f32>(1.0, 0.95, 0.88));
    let clear = exp(-pow(distance(seen.world, moment.eye) / 8.0, 3.0));
    return vec4<f32>(mix(HAZE, colour, clear), 1.0);
}
