// Moves the boxes: each flows along a trefoil knot, circles in the knot's tube and tumbles. All of
// it follows from the box's number and the time, so that there is no state but the frames
// themselves.

@group(0) @binding(1) var<storage, read_write> frames: array<Frame>;

const TAU: f32 = 6.2831853;
// How far the boxes spread round the middle of the tube.
const SPREAD: f32 = 0.24;

// A number in [0, 1) for each box and use (the PCG hash of Jarzynski and Olano, 2020).
fn random(box: u32, purpose: u32) -> f32 {
    let state = (box * 16u + purpose) * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return f32(((word >> 22u) ^ word) >> 8u) / 16777216.0;
}

fn knot(at: f32) -> vec3<f32> {
    return vec3<f32>(sin(at) + 2.0 * sin(2.0 * at), cos(at) - 2.0 * cos(2.0 * at), -sin(3.0 * at));
}

fn tangent(at: f32) -> vec3<f32> {
    return vec3<f32>(cos(at) + 4.0 * cos(2.0 * at), 4.0 * sin(2.0 * at) - sin(at), -3.0 * cos(3.0 * at));
}

// A vector turned about a unit axis (Rodrigues).
fn turned(v: vec3<f32>, axis: vec3<f32>, angle: f32) -> vec3<f32> {
    return v * cos(angle) + cross(axis, v) * sin(angle) + axis * (dot(axis, v) * (1.0 - cos(angle)));
}

@compute @workgroup_size(64)
fn simulate(@builtin(global_invocation_id) id: vec3<u32>) {
    let box = id.x;
    if box >= moment.boxes {
        return;
    }
    let t = moment.seconds;
    let out = SPREAD * sqrt(-log(1.0 - random(box, 0u)));
    let along = TAU * random(box, 1u) + t * mix(0.04, 0.12, random(box, 2u));
    let around = TAU * random(box, 3u) + t * (0.2 + 0.1 / (0.1 + out));
    let ahead = normalize(tangent(along));
    let side = normalize(cross(ahead, vec3<f32>(0.0, 0.0, 1.0)));
    let centre = knot(along) + out * (side * cos(around) + cross(side, ahead) * sin(around));

    let height = 2.0 * random(box, 4u) - 1.0;
    let longitude = TAU * random(box, 5u);
    let axis = vec3<f32>(sqrt(1.0 - height * height) * vec2<f32>(cos(longitude), sin(longitude)), height);
    let angle = TAU * random(box, 6u) + t * mix(0.5, 2.5, random(box, 7u));
    // Many small ones and few large ones.
    let size = moment.longest * mix(0.25, 1.0, pow(random(box, 8u), 4.0));
    let shape = vec3<f32>(random(box, 9u), random(box, 10u), random(box, 11u));
    let edges = size * mix(vec3<f32>(0.5), vec3<f32>(1.0), shape);
    let x = turned(vec3<f32>(edges.x, 0.0, 0.0), axis, angle);
    let y = turned(vec3<f32>(0.0, edges.y, 0.0), axis, angle);
    let z = turned(vec3<f32>(0.0, 0.0, edges.z), axis, angle);

    // The tag 0 in the first row's w lane says cuboid; the other w lanes are a velocity, which is
    // not read.
    let origin = vec4<f32>(centre - 0.5 * (x + y + z), 0.0);
    frames[box] = Frame(array<vec4<u32>, 4>(
        bitcast<vec4<u32>>(origin),
        bitcast<vec4<u32>>(vec4<f32>(x, 0.0)),
        bitcast<vec4<u32>>(vec4<f32>(y, 0.0)),
        bitcast<vec4<u32>>(vec4<f32>(z, 0.0)),
    ));
}
