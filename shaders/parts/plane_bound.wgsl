// How and where two frames in the plane meet, by float arithmetic, for any caller: nothing here
// reads a binding.

// What is wanted of two frames that meet (TOLD_SEPARATION, TOLD_COMMON), as far as floats can tell.
// Every z is zero.
fn bound2(first: Frame2, second: Frame2, wanted: u32) -> HitBounds {
    var out = HitBounds();
    if (wanted & TOLD_SEPARATION) != 0u {
        let found = bound_separation2(first, second);
        if found.told {
            out.axis = vec3<f32>(found.axis, 0.0);
            out.depth = found.depth;
            out.depth_slack = found.slack;
            out.told = TOLD_SEPARATION;
        }
    }
    if (wanted & TOLD_COMMON) != 0u {
        let found = bound_common2(first, second);
        if found.told_point {
            out.point = vec3<f32>(found.point, 0.0);
            out.low = vec3<f32>(found.low, 0.0);
            out.high = vec3<f32>(found.high, 0.0);
            out.box_slack = found.slack;
            out.told |= TOLD_COMMON;
        }
    }
    return out;
}
