// How and where two frames in the plane meet, by float arithmetic, for any caller: nothing here
// reads a binding.

// What is wanted of two frames that meet (KNOWN_SEPARATION, KNOWN_COMMON), as far as floats can
// tell. Every z is zero.
fn bound2(first: Frame2, second: Frame2, wanted: u32) -> HitBounds {
    var out = HitBounds();
    if (wanted & KNOWN_SEPARATION) != 0u {
        let found = bound_separation2(first, second);
        if found.known {
            out.axis = vec3<f32>(found.axis, 0.0);
            out.depth = found.depth;
            out.depth_slack = found.slack;
            out.known = KNOWN_SEPARATION;
        }
    }
    if (wanted & KNOWN_COMMON) != 0u {
        let found = bound_common2(first, second);
        if found.known_point {
            out.point = vec3<f32>(found.point, 0.0);
            out.low = vec3<f32>(found.low, 0.0);
            out.high = vec3<f32>(found.high, 0.0);
            out.box_slack = found.slack;
            out.known |= KNOWN_COMMON;
        }
    }
    return out;
}
