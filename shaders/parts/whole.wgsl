// Whole numbers of several words, three side by side: the coordinates of a vector. In two's
// complement, the least word first; sums and products wrap, as the specification of u32 has it.
// Nothing here rounds, and no driver may turn it into something that does.

// Three numbers of 64 bits.
struct Long {
    low: vec3<u32>,
    high: vec3<u32>,
}

// A sum, and what it carries into the next word.
struct Carried {
    sum: vec3<u32>,
    carry: vec3<u32>,
}

fn carried(a: vec3<u32>, b: vec3<u32>, carry: vec3<u32>) -> Carried {
    let partial = a + b;
    let sum = partial + carry;
    return Carried(sum, vec3<u32>(partial < a) + vec3<u32>(sum < partial));
}

// All ones where a word's highest bit is set: the sign, in every bit.
fn signs(word: vec3<u32>) -> vec3<u32> {
    return vec3<u32>(bitcast<vec3<i32>>(word) >> vec3<u32>(31u));
}

fn difference_of_long(a: Long, b: Long) -> Long {
    let low = carried(a.low, ~b.low, vec3<u32>(1u));
    return Long(low.sum, a.high + ~b.high + low.carry);
}

// The product of two words without signs, in two words: there is no such product in WGSL.
fn wide_product(a: vec3<u32>, b: vec3<u32>) -> Long {
    let half = vec3<u32>(0xffffu);
    let place = vec3<u32>(16u);
    let a_low = a & half;
    let a_high = a >> place;
    let b_low = b & half;
    let b_high = b >> place;
    let low = a_low * b_low;
    // At most (2^16 - 1)^2 + 2^16 - 1, and then as much again: neither sum wraps.
    let middle = a_high * b_low + (low >> place);
    let other = a_low * b_high + (middle & half);
    return Long((other << place) | (low & half), a_high * b_high + (middle >> place) + (other >> place));
}
