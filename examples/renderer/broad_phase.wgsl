// Finds the pairs to test: boxes whose axis-aligned boxes meet. A box lies in the cell of its
// centre; cells are so wide that what meets it lies there or in one of the 26 cells around. Every
// bucket of a hash table chains the boxes of the cells that fall into it.

@group(0) @binding(1) var<storage, read> frames: array<Frame>;
// One more than the box that came last into a bucket, 0 for none.
@group(0) @binding(2) var<storage, read_write> heads: array<atomic<u32>>;
// For each box one more than the box that came before it.
@group(0) @binding(3) var<storage, read_write> before: array<u32>;
// How many pairs there are, also where that is more than the room.
@group(0) @binding(4) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(5) var<storage, read_write> pairs: array<Pair>;

struct Span {
    centre: vec3<f32>,
    // Half the extent, and a little more than rounding can take away.
    reach: vec3<f32>,
}

fn span(box: u32) -> Span {
    let rows = frames[box].rows;
    let origin = bitcast<vec3<f32>>(rows[0].xyz);
    let x = bitcast<vec3<f32>>(rows[1].xyz);
    let y = bitcast<vec3<f32>>(rows[2].xyz);
    let z = bitcast<vec3<f32>>(rows[3].xyz);
    let extent = abs(x) + abs(y) + abs(z);
    return Span(origin + 0.5 * (x + y + z), 0.5 * extent + 1e-6 * (abs(origin) + extent));
}

// No two boxes that meet have centres further apart than a cell is wide, 1.8 > sqrt(3).
fn cell_of(box: Span) -> vec3<i32> {
    return vec3<i32>(floor(box.centre / (1.8 * moment.longest)));
}

fn bucket_of(cell: vec3<i32>) -> u32 {
    let mixed = vec3<u32>(cell) * vec3<u32>(73856093u, 19349663u, 83492791u);
    return (mixed.x ^ mixed.y ^ mixed.z) % arrayLength(&heads);
}

@compute @workgroup_size(64)
fn insert(@builtin(global_invocation_id) id: vec3<u32>) {
    let box = id.x;
    if box < moment.boxes {
        before[box] = atomicExchange(&heads[bucket_of(cell_of(span(box)))], box + 1u);
    }
}

@compute @workgroup_size(64)
fn find(@builtin(global_invocation_id) id: vec3<u32>) {
    let box = id.x;
    if box >= moment.boxes {
        return;
    }
    let own = span(box);
    let middle = cell_of(own);
    for (var step = 0; step < 27; step++) {
        let cell = middle + vec3<i32>(step % 3, step / 3 % 3, step / 9) - 1;
        var next = atomicLoad(&heads[bucket_of(cell)]);
        while next != 0u {
            let other = next - 1u;
            next = before[other];
            // Each pair once, from its first box; a bucket also holds boxes of other cells.
            if other <= box {
                continue;
            }
            let their = span(other);
            let apart = abs(own.centre - their.centre) > own.reach + their.reach;
            if any(apart) || any(cell_of(their) != cell) {
                continue;
            }
            let slot = atomicAdd(&count, 1u);
            if slot < arrayLength(&pairs) {
                pairs[slot] = Pair(box, other);
            }
        }
    }
}
