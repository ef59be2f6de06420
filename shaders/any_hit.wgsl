// Reduces the codes of a batch to two bits a group of consecutive pairs, in two steps. Step 0
// clears the words of all groups, a word an invocation. Step 1 takes a word of sixteen codes an
// invocation. Which invocation sets a bit first does not matter: bits are the same in every run.

override STEP: u32 = 0u;

// Read only, but bound so that it may lie in one buffer with the bits.
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;
// The first pair of each group, ascending.
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read> group_count: array<u32>;
// For each 32 groups a word of those of which some pair meets, and a word of those that have an
// undecided pair.
@group(0) @binding(4) var<storage, read_write> bits: array<atomic<u32>>;

const GROUPS_PER_WORD: u32 = 32u;

// How many groups begin at this pair or before it, of which so many are known to.
fn begun(pair: u32, known: u32, groups: u32) -> u32 {
    var low = known;
    var high = groups;
    while low < high {
        let middle = low + (high - low) / 2u;
        if starts[middle] <= pair {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

// Sets bits. Of a large group most are set already.
fn tell(word: u32, found: u32) {
    if (found & ~atomicLoad(&bits[word])) != 0u {
        atomicOr(&bits[word], found);
    }
}

// Tells the groups of a word's sixteen pairs what the codes say.
fn reduce(word: u32) {
    let first = word * CODES_PER_WORD;
    if first >= params.pair_count {
        return;
    }
    let count = min(params.pair_count - first, CODES_PER_WORD);
    // The even bits of the codes that say that a pair meets, which have one bit set, and of those
    // that are undecided, which have both.
    let low = codes[word];
    let high = low >> 1u;
    let used = 0x55555555u >> (32u - 2u * count);
    let meeting = (low ^ high) & used;
    let undecided = low & high & used;
    let groups = min(group_count[0], arrayLength(&starts));
    var group = 0u;
    // What the groups of one word of bits are told.
    var at = 0u;
    var found = vec2<u32>();
    var rest = meeting | undecided;
    while rest != 0u {
        let pair = first + countTrailingZeros(rest) / 2u;
        group = begun(pair, group, groups);
        var end = first + CODES_PER_WORD;
        if group < groups {
            // Behind this pair, whatever the caller's buffer holds.
            end = clamp(starts[group], pair + 1u, end);
        }
        // This pair and those behind it in its group.
        let own = rest & (0x55555555u >> (32u - 2u * (end - first)));
        rest &= ~own;
        // A pair before all groups is in none.
        if group != 0u {
            let place = group - 1u;
            if place / GROUPS_PER_WORD != at {
                tell(2u * at, found.x);
                tell(2u * at + 1u, found.y);
                at = place / GROUPS_PER_WORD;
                found = vec2<u32>();
            }
            let says = vec2<bool>((own & meeting) != 0u, (own & undecided) != 0u);
            found |= vec2<u32>(says) << vec2<u32>(place % GROUPS_PER_WORD);
        }
    }
    tell(2u * at, found.x);
    tell(2u * at + 1u, found.y);
}

@compute @workgroup_size(WORDS_PER_SPAN)
fn any_hit(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let word = (group.y * groups.x + group.x) * WORDS_PER_SPAN + lane;
    if STEP == 1u {
        reduce(word);
    } else if word < 2u * ((arrayLength(&starts) + GROUPS_PER_WORD - 1u) / GROUPS_PER_WORD) {
        atomicStore(&bits[word], 0u);
    }
}
