// The stages that write the undecided pairs with their frames, in pair order: one pair an
// invocation.

@group(0) @binding(4) var<storage, read> pairs: array<Pair>;
@group(0) @binding(5) var<storage, read> frames: array<ListedFrame>;

struct UndecidedList {
    header: ListHeader,
    entries: array<ListedRecord>,
}
@group(0) @binding(6) var<storage, read_write> undecided: UndecidedList;

fn frame(index: u32) -> ListedFrame {
    if index < params.frame_count {
        return frames[index];
    }
    return ListedFrame();
}

fn list_group(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let index = (group.y * groups.x + group.x) * PAIRS_PER_GROUP + lane;
    if index == 0u {
        undecided.header = header(0u, blocks.totals.y, params.undecided_capacity);
    }
    if !is_marked(index, UNDECIDED_MASK) {
        return;
    }
    let place = start(index).y + rank(index, UNDECIDED_MASK);
    if place < params.undecided_capacity {
        let pair = pairs[index];
        let missing = u32(pair.a >= params.frame_count) + 2u * u32(pair.b >= params.frame_count);
        undecided.entries[place] =
            ListedRecord(index, pair.a, pair.b, missing, frame(pair.a), frame(pair.b));
    }
}
