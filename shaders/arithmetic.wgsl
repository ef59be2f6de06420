// What the device makes of two numbers by each operation that the error bands know.

struct Answers {
    sum: f32,
    difference: f32,
    product: f32,
    quotient: f32,
    root: f32,
    pad_0: u32,
    pad_1: u32,
    pad_2: u32,
}

@group(0) @binding(0) var<storage, read> numbers: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> answers: array<Answers>;

@compute @workgroup_size(64)
fn arithmetic(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= min(arrayLength(&numbers), arrayLength(&answers)) {
        return;
    }
    let a = numbers[id.x].x;
    let b = numbers[id.x].y;
    answers[id.x] = Answers(a + b, a - b, a * b, a / b, sqrt(a), 0u, 0u, 0u);
}
