// Two moving cuboids: twenty-one axes of the swept pair. Twin:
// crates/core/src/kernel/swept_cuboid_cuboid.rs, which says why the velocity v counts as a seventh
// edge.

// The gaps of the swept pair along each axis, twice and times the axis' length.
struct SweptGaps {
    // Along the fifteen axes of the resting pair.
    rest: Gaps,
    // Component i: along a_i x v.
    a_sweeps: vec3<f32>,
    // Component j: along b_j x v.
    b_sweeps: vec3<f32>,
    // The radii that v adds along A's face normals,
    v_on_a: vec3<f32>,
    // along B's,
    v_on_b: vec3<f32>,
    // and, column i, component j, along a_i x b_j.
    v_on_edges: mat3x3<f32>,
}

fn swept_gaps(a: mat3x3<f32>, b: mat3x3<f32>, d: vec3<f32>, v: vec3<f32>) -> SweptGaps {
    let c = centre(a, b, d) + v;
    var rest = gaps_about(a, b, c);
    let v_on_a = abs(v * rest.a_normals);
    let v_on_b = abs(v * rest.b_normals);
    let b_cross_v = mat3x3<f32>(cross(b[0], v), cross(b[1], v), cross(b[2], v));
    let on = mat3x3<f32>(abs(a[0] * b_cross_v), abs(a[1] * b_cross_v), abs(a[2] * b_cross_v));
    rest.a_faces -= v_on_a;
    rest.b_faces -= v_on_b;
    rest.edges -= on;
    let v_cross_c = cross(v, c);
    let by = transpose(on);
    let a_sweeps = abs(v_cross_c * a) - ((v_on_a.yzx + v_on_a.zxy) + (by[0] + by[1] + by[2]));
    let b_sweeps = abs(v_cross_c * b) - ((v_on_b.yzx + v_on_b.zxy) + (on[0] + on[1] + on[2]));
    return SweptGaps(rest, a_sweeps, b_sweeps, v_on_a, v_on_b, on);
}

fn test_swept_cuboid_cuboid(moving: MovingOperands) -> Certain {
    let all_scaled = swept(moving);
    let pair = all_scaled.pair;
    let speed = all_scaled.speed;
    let g = swept_gaps(pair.a, pair.b, pair.d, all_scaled.v);
    let a_norms = pair.a_norms;
    let b_norms = pair.b_norms;
    let reach = (pair.apart + pair.apart + speed)
        + ((a_norms.x + a_norms.y + a_norms.z) + (b_norms.x + b_norms.y + b_norms.z));
    let unit = reach * SWEPT_CUBOID_CUBOID;

    var faces = Margins(false, true);
    var products = Margins(false, true);
    let upper = Upper(
        take3(&faces, g.rest.a_faces, (a_norms.yzx * unit) * a_norms.zxy + FLUSH),
        take3(&faces, g.rest.b_faces, (b_norms.yzx * unit) * b_norms.zxy + FLUSH),
        mat3x3<f32>(
            take3(&products, g.rest.edges[0], (a_norms.x * unit) * b_norms + FLUSH),
            take3(&products, g.rest.edges[1], (a_norms.y * unit) * b_norms + FLUSH),
            take3(&products, g.rest.edges[2], (a_norms.z * unit) * b_norms + FLUSH),
        ),
        take3(&products, g.a_sweeps, (a_norms * unit) * speed + FLUSH),
        take3(&products, g.b_sweeps, (b_norms * unit) * speed + FLUSH),
    );

    let is_solid = solid(g.rest, a_norms, b_norms);
    let separate = (faces.separate | products.separate) & is_solid;
    let faces_overlap = faces.overlapping & is_solid;
    var overlapping = faces_overlap & products.overlapping;
    if faces_overlap & !overlapping & !separate {
        overlapping = parallel_products(upper, g);
    }
    return Certain(separate, overlapping);
}

// The gaps with their errors added.
struct Upper {
    a_faces: vec3<f32>,
    b_faces: vec3<f32>,
    edges: mat3x3<f32>,
    a_sweeps: vec3<f32>,
    b_sweeps: vec3<f32>,
}

// True when no product of an edge with an edge or with v separates or touches, each by the best
// proof: its own gap, or shadows along one of its two edges that meet. See the twin.
fn parallel_products(upper: Upper, g: SweptGaps) -> bool {
    let a = shadows(upper.a_faces, g.v_on_a, g.rest.b_on_a, upper.edges, g.v_on_edges, g.rest.a_on_b, upper.a_sweeps);
    let b = shadows(
        upper.b_faces,
        g.v_on_b,
        transpose(g.rest.a_on_b),
        transpose(upper.edges),
        transpose(g.v_on_edges),
        transpose(g.rest.b_on_a),
        upper.b_sweeps,
    );
    let zero = vec3<f32>();
    return all((upper.a_sweeps < zero) | a)
        & all((upper.b_sweeps < zero) | b)
        & all((upper.edges[0] < zero) | vec3<bool>(a.x) | b)
        & all((upper.edges[1] < zero) | vec3<bool>(a.y) | b)
        & all((upper.edges[2] < zero) | vec3<bool>(a.z) | b);
}

// The shadows along the three edges of one cuboid; the *others* are the edges of the other one.
fn shadows(
    faces: vec3<f32>,
    v_on_faces: vec3<f32>,
    others_on_faces: mat3x3<f32>,
    edges: mat3x3<f32>,
    v_on_edges: mat3x3<f32>,
    others: mat3x3<f32>,
    sweeps: vec3<f32>,
) -> vec3<bool> {
    let on = others_on_faces;
    return vec3<bool>(
        shadow(faces.yz, v_on_faces.yz, on[1], on[2], edges[0], v_on_edges[0], others[0], sweeps.x),
        shadow(faces.zx, v_on_faces.zx, on[2], on[0], edges[1], v_on_edges[1], others[1], sweeps.y),
        shadow(faces.xy, v_on_faces.xy, on[0], on[1], edges[2], v_on_edges[2], others[2], sweeps.z),
    );
}

// True where a shadow along the edge certainly holds the origin.
fn shadow(
    // The faces through the edge.
    faces: vec2<f32>,
    v_on_faces: vec2<f32>,
    others_on_first: vec3<f32>,
    others_on_second: vec3<f32>,
    // The edge x each of the others.
    edges: vec3<f32>,
    v_on_edges: vec3<f32>,
    // The triple product of the edge and the two others that are not this one.
    others: vec3<f32>,
    // The edge x v.
    sweep: f32,
) -> bool {
    let zero = vec3<f32>();
    let alone = all(faces + v_on_faces < zero.xy) & all(edges + v_on_edges < zero);
    let f = faces.x + others_on_first;
    let g = faces.y + others_on_second;
    let h = edges.yzx + others.zxy;
    let k = edges.zxy + others.yzx;
    let five = max(max(max(f, g), max(h, k)), sweep + v_on_edges);
    let four =
        max(max(f + v_on_faces.x, g + v_on_faces.y), max(h + v_on_edges.yzx, k + v_on_edges.zxy));
    return alone | any(five < zero) | any(four < zero);
}
