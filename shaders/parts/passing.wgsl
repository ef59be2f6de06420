// How two moving solids pass along an axis, and when all axes let them meet. Twin:
// crates/core/src/kernel/passing.rs.

// How two solids pass along an axis, times a positive number: they meet at t where neither ahead +
// slope t nor behind - slope t is positive.
struct Passing {
    // The gap at t = 0 with the second solid ahead of the first.
    ahead: f32,
    // The gap with the second behind.
    behind: f32,
    // How fast the second moves ahead.
    slope: f32,
}

// How far the numbers of a Passing may be off.
struct PassErrors {
    // Both gaps, at any t in [0, 1].
    gap: f32,
    // What the inner bounds take for it, which is no less.
    inner: f32,
    slope: f32,
}

// Bounds of both ends of a contact interval, of pairs that are known to meet.
struct Contact {
    // Below and above the first contact.
    first: vec2<f32>,
    // Below and above the last one.
    last: vec2<f32>,
    // Whether every axis could be known: if not, only first.x and last.y are bounds.
    known: bool,
}

// What a quotient is multiplied by to cover that it is rounded. Twice the twin's: a GPU's division
// is off by up to 2.5 ulp.
const OUTWARD: f32 = 16.0 / 16777216.0;

// No axis yet.
fn anytime() -> Contact {
    return Contact(vec2<f32>(0.0), vec2<f32>(1.0), true);
}

// Takes an axis in; true where it bounds the interval, or certainly does not.
fn take_passing(contact: ptr<function, Contact>, passing: Passing, errors: PassErrors) -> bool {
    let ahead = passing.ahead;
    let behind = passing.behind;
    let nearest = max(max(ahead, ahead + passing.slope), max(behind, behind - passing.slope));
    if nearest + errors.inner < 0.0 {
        return true;
    }
    let speed = abs(passing.slope);
    if !(errors.slope + errors.slope < speed) {
        return false;
    }
    let slow = 1.0 / (speed - errors.slope);
    let fast = 1.0 / (speed + errors.slope);
    let back = passing.slope < 0.0;
    let before = select(behind, ahead, back);
    let after = select(ahead, behind, back);
    let enters = quotient(before - errors.gap, before + errors.inner, slow, fast);
    let leaves = quotient(-(after + errors.inner), errors.gap - after, slow, fast);
    (*contact).first = max((*contact).first, enters);
    (*contact).last = min((*contact).last, leaves);
    return true;
}

// True where the inner bounds leave some t: at that, every axis that was taken in has a gap below
// zero by what the inner bounds count.
fn is_within_both(contact: Contact) -> bool {
    return contact.first.y <= contact.last.x;
}

// The bounds within [0, 1]; of the inner ones nothing where some axis cannot be known.
fn clipped_interval(contact: Contact) -> HitInterval {
    let first = min(contact.first, vec2<f32>(1.0));
    let last = max(contact.last, vec2<f32>(0.0));
    if !contact.known {
        return HitInterval(vec2<f32>(first.x, 1.0), vec2<f32>(0.0, last.y));
    }
    return HitInterval(first, last);
}

// Bounds of a numerator, over the slowest and the fastest speed, by their reciprocals.
fn quotient(low: f32, high: f32, slow: f32, fast: f32) -> vec2<f32> {
    let lower = low * select(slow, fast, 0.0 < low);
    let upper = high * select(fast, slow, 0.0 < high);
    return vec2<f32>(lower - abs(lower) * OUTWARD, upper + abs(upper) * OUTWARD);
}
