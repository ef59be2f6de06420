// How and where two frames meet, by float arithmetic, for any caller: nothing here reads a binding.

// What is wanted of two frames that meet (KNOWN_SEPARATION, KNOWN_COMMON), as far as floats can
// tell.
fn bound(first: Frame, second: Frame, wanted: u32) -> HitBounds {
    var out = HitBounds();
    if (wanted & KNOWN_SEPARATION) != 0u {
        let found = bound_separation(first, second);
        if found.known {
            out.axis = found.axis;
            out.depth = found.depth;
            out.depth_slack = found.slack;
            out.known = KNOWN_SEPARATION;
        }
    }
    if (wanted & KNOWN_COMMON) != 0u {
        let found = bound_common(first, second);
        if found.known_point {
            out.point = found.point;
            out.low = found.low;
            out.high = found.high;
            out.box_slack = found.slack;
            out.known |= KNOWN_COMMON;
        }
    }
    return out;
}
