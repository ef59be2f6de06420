// Coordinates of two words, and their products: what whole numbers of four and of six words have in
// common.

alias Slots = array<Slot, LONG_SLOTS>;
alias Ranks = array<atomic<u32>, LONG_SLOTS>;

fn slot_count() -> u32 {
    return LONG_SLOTS;
}

alias Coordinates = Long;
alias Products = Longer;

// Three numbers of 128 bits.
struct Longer {
    words: array<vec3<u32>, 4>,
}

// Three numbers of 192 bits.
struct Longest {
    words: array<vec3<u32>, 6>,
}

fn coordinates(a: Long) -> Coordinates {
    return a;
}

fn less(a: Coordinates, b: Coordinates) -> Coordinates {
    return difference_of_long(a, b);
}

fn are_zero(a: Coordinates) -> bool {
    return all((a.low | a.high) == vec3<u32>());
}

// As for two words: what a factor below zero counts too much is taken off.
fn product(a: Long, b: Long) -> Longer {
    let p = wide_product(a.low, b.low);
    let q = wide_product(a.low, b.high);
    let r = wide_product(a.high, b.low);
    let s = wide_product(a.high, b.high);
    let none = vec3<u32>();
    let first = carried(p.high, q.low, none);
    let second = carried(first.sum, r.low, none);
    let third = carried(q.high, r.high, first.carry);
    let fourth = carried(third.sum, s.low, second.carry);
    let upper = Long(fourth.sum, s.high + third.carry + fourth.carry);
    let a_sign = signs(a.high);
    let b_sign = signs(b.high);
    let once = difference_of_long(upper, Long(a_sign & b.low, a_sign & b.high));
    let twice = difference_of_long(once, Long(b_sign & a.low, b_sign & a.high));
    return Longer(array<vec3<u32>, 4>(p.low, second.sum, twice.low, twice.high));
}

fn difference_of_longer(a: Longer, b: Longer) -> Longer {
    let first = carried(a.words[0], ~b.words[0], vec3<u32>(1u));
    let second = carried(a.words[1], ~b.words[1], first.carry);
    let third = carried(a.words[2], ~b.words[2], second.carry);
    let fourth = carried(a.words[3], ~b.words[3], third.carry);
    return Longer(array<vec3<u32>, 4>(first.sum, second.sum, third.sum, fourth.sum));
}

fn normal(a: Coordinates, b: Coordinates) -> Products {
    let forth = product(Long(a.low.yzx, a.high.yzx), Long(b.low.zxy, b.high.zxy));
    let back = product(Long(a.low.zxy, a.high.zxy), Long(b.low.yzx, b.high.yzx));
    return difference_of_longer(forth, back);
}

fn is_null(axis: Products) -> bool {
    return all((axis.words[0] | axis.words[1] | axis.words[2] | axis.words[3]) == vec3<u32>());
}

// Four words by one, without signs, in five.
fn row(a: Longer, b: vec3<u32>) -> array<vec3<u32>, 5> {
    let p = wide_product(a.words[0], b);
    let q = wide_product(a.words[1], b);
    let r = wide_product(a.words[2], b);
    let s = wide_product(a.words[3], b);
    let first = carried(p.high, q.low, vec3<u32>());
    let second = carried(q.high, r.low, first.carry);
    let third = carried(r.high, s.low, second.carry);
    return array<vec3<u32>, 5>(p.low, first.sum, second.sum, third.sum, s.high + third.carry);
}

// Products by coordinates. Where only four words of them are read, a compiler leaves out the rest.
fn scaled_products(a: Products, b: Coordinates) -> Longest {
    let p = row(a, b.low);
    let q = row(a, b.high);
    let none = vec3<u32>();
    let first = carried(p[1], q[0], none);
    let second = carried(p[2], q[1], first.carry);
    let third = carried(p[3], q[2], second.carry);
    let fourth = carried(p[4], q[3], third.carry);
    let fifth = carried(q[4], none, fourth.carry);
    // What a factor below zero counts too much: the other one, times 2^64 and 2^128.
    let b_sign = signs(b.high);
    let a_sign = signs(a.words[3]);
    let w2 = carried(second.sum, ~(b_sign & a.words[0]), vec3<u32>(1u));
    let w3 = carried(third.sum, ~(b_sign & a.words[1]), w2.carry);
    let w4 = carried(fourth.sum, ~(b_sign & a.words[2]), w3.carry);
    let w5 = carried(fifth.sum, ~(b_sign & a.words[3]), w4.carry);
    let top = difference_of_long(Long(w4.sum, w5.sum), Long(a_sign & b.low, a_sign & b.high));
    return Longest(array<vec3<u32>, 6>(p[0], first.sum, w2.sum, w3.sum, top.low, top.high));
}
