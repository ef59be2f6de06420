// Moving frames as a kernel sees them. Twin: crates/core/src/kernel/moving_operand.rs.

struct MovingOperands {
    // The frames at t = 0.
    pair: Operands,
    // Velocity of the second frame less that of the first.
    v: vec3<f32>,
}

// Moving operands of the size that the bands are made for.
struct Swept {
    pair: Scaled,
    // The second frame's velocity as seen from the first.
    v: vec3<f32>,
    // Norm of v.
    speed: f32,
}

fn load_moving(first: Frame, second: Frame) -> MovingOperands {
    let v = bitcast<vec3<f32>>(velocity(second)) - bitcast<vec3<f32>>(velocity(first));
    return MovingOperands(load(first, second), v);
}

// The bits of a frame's velocity.
fn velocity(frame: Frame) -> vec3<u32> {
    return vec3<u32>(frame.rows[1].w, frame.rows[2].w, frame.rows[3].w);
}

// True when the velocity is as tame as is_tame has it.
fn is_tame_in_motion(frame: Frame) -> bool {
    return is_within(velocity(frame), LEAST_MINUEND);
}

// The same as is_scalable, with the velocity among the pair's numbers.
fn is_scalable_in_motion(moving: MovingOperands) -> bool {
    let pair = moving.pair;
    let a_norms = norms(pair.a);
    let b_norms = norms(pair.b);
    let size = max(max(largest(a_norms), largest(b_norms)), max(norm(pair.d), norm(moving.v)));
    let least = min(a_norms, b_norms) * unit_scale(size);
    return (LEAST_NORM <= size) & (size < MOST_NORM) & (LEAST_EDGE <= min(min(least.x, least.y), least.z));
}

// Scales as scaled does, the velocity among the pair's numbers.
fn swept(moving: MovingOperands) -> Swept {
    let pair = moving.pair;
    let a_norms = norms(pair.a);
    let b_norms = norms(pair.b);
    let apart = norm(pair.d);
    let speed = norm(moving.v);
    let s = unit_scale(max(max(largest(a_norms), largest(b_norms)), max(apart, speed)));
    let scaled = Scaled(pair.a * s, pair.b * s, pair.d * s, a_norms * s, b_norms * s, apart * s);
    return Swept(scaled, moving.v * s, speed * s);
}
