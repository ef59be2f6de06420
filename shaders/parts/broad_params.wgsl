// Bound by every stage of the broad phase but the one that writes it.
@group(0) @binding(0) var<uniform> params: BroadParams;
