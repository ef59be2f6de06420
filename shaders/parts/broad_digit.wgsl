// The digits that the sort goes by, eight bits each, lowest first: six of the code, then four of
// the world.

@group(0) @binding(1) var<uniform> turn: vec4<u32>;
@group(0) @binding(2) var<storage, read> keys: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> boxes: array<Box>;
// The shapes as the turn before left them.
@group(0) @binding(4) var<storage, read> order: array<u32>;

const DIGITS: u32 = 256u;

fn digit(shape: u32) -> u32 {
    if turn.x >= 6u {
        return (bitcast<u32>(boxes[shape].low.w) >> (8u * (turn.x - 6u))) & 255u;
    }
    let key = keys[shape];
    return (select(key.x, key.y, turn.x >= 3u) >> (8u * (turn.x % 3u))) & 255u;
}
