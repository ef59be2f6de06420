// Pairs of mixed kinds. A workgroup looks at the tags of a span of pairs, puts the pairs in order
// by kind, and tests one kind after the other: none of its invocations waits for the branch of
// another. What a pair's code is does not depend on its place.

@group(0) @binding(2) var<storage, read> pairs: array<Pair>;
@group(0) @binding(4) var<storage, read_write> codes: array<u32>;

// Pairs of a span that one invocation looks at.
const PAIRS_PER_LANE: u32 = 8u;
// The kind of a pair that needs no test. Two bits tell the kinds.
const NO_KIND: u32 = 3u;
// Bits of a number of pairs, or of a place: three of them, one a kind, make a word.
const PLACE_BITS: u32 = 10u;
const PLACE_MASK: u32 = 1023u;

var<workgroup> words: array<atomic<u32>, WORDS_PER_SPAN>;
// Pairs by their places in the span, kind by kind, those of one kind in any order.
var<workgroup> order: array<u32, PAIRS_PER_SPAN>;
// The number of pairs of each kind.
var<workgroup> kind_counts: atomic<u32>;

fn set_code(place: u32, code: u32) {
    atomicOr(&words[place / CODES_PER_WORD], code << (2u * (place % CODES_PER_WORD)));
}

// The kind of a pair, whose code is set if it has none.
fn kind_at(first: u32, place: u32) -> u32 {
    if first + place >= params.pair_count {
        return NO_KIND;
    }
    let pair = pairs[first + place];
    if names_frames(pair) {
        if is_left_out(pair) {
            return NO_KIND;
        }
        let forms = vec2<u32>(form_at(pair.a), form_at(pair.b));
        if are_plain(forms) {
            return pair_kind(forms);
        }
    }
    set_code(place, UNDECIDED);
    return NO_KIND;
}

// One of a kind, as it is counted.
fn one_of(kind: u32) -> u32 {
    return select(1u << (PLACE_BITS * kind), 0u, kind == NO_KIND);
}

fn of_kind(numbers: u32, kind: u32) -> u32 {
    return (numbers >> (PLACE_BITS * kind)) & PLACE_MASK;
}

// Tests the pairs of one kind, by the number that test_shapes knows it by: those of a part of the
// order, from this invocation's first on. The loop ends behind its last turn, not before one more,
// which a device without branches would run through with all of its invocations idle.
fn test_kind(first: u32, start: u32, end: u32, shapes: u32) {
    var turn = start;
    loop {
        if turn < end {
            let place = order[turn];
            let pair = pairs[first + place];
            set_code(place, test_frames(frames[pair.a], frames[pair.b], shapes));
        }
        continuing {
            turn += PAIRS_PER_GROUP;
            break if turn >= end;
        }
    }
}

fn test_group(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let block = group.y * groups.x + group.x;
    let first = block * PAIRS_PER_SPAN;
    // Of this invocation's pairs: their kinds, and the number of each.
    var kinds = 0u;
    var counts = 0u;
    for (var i = 0u; i < PAIRS_PER_LANE; i++) {
        let kind = kind_at(first, i * PAIRS_PER_GROUP + lane);
        kinds |= kind << (2u * i);
        counts += one_of(kind);
    }
    // One addition finds the places of all kinds: in which order invocations add does not matter.
    let before = atomicAdd(&kind_counts, counts);
    workgroupBarrier();
    let all_counts = atomicLoad(&kind_counts);
    let second = of_kind(all_counts, 0u);
    let third = second + of_kind(all_counts, 1u);
    let end = third + of_kind(all_counts, 2u);
    var next = before + (second << PLACE_BITS) + (third << (2u * PLACE_BITS));
    for (var i = 0u; i < PAIRS_PER_LANE; i++) {
        let kind = (kinds >> (2u * i)) & 3u;
        if kind != NO_KIND {
            order[of_kind(next, kind)] = i * PAIRS_PER_GROUP + lane;
            next += one_of(kind);
        }
    }
    workgroupBarrier();
    test_kind(first, lane, second, 1u);
    test_kind(first, second + lane, third, 2u);
    test_kind(first, third + lane, end, 3u);
    workgroupBarrier();
    let word = block * WORDS_PER_SPAN + lane;
    if lane < WORDS_PER_SPAN && word * CODES_PER_WORD < params.pair_count {
        codes[word] = atomicLoad(&words[lane]);
    }
}
