// Bound by every stage but the one that writes it.
@group(0) @binding(0) var<uniform> params: Params;
