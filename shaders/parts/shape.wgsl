// The shapes that frames have. Twin: crates/core/src/geom/form.rs and shape_kind.rs.

// The bits of the tags of a tetrahedron by its edges, 1.0, and by its vertices, 2.0; a cuboid's is
// 0.0, of either sign.
const TETRA_TAG: u32 = 0x3f800000u;
const TETRA_BY_VERTICES_TAG: u32 = 0x40000000u;

// The forms, in the order of the tags. In the plane a triangle has the tags of a tetrahedron.
const PARALLELOTOPE: u32 = 0u;
const SIMPLEX: u32 = 1u;
// The tag names no shape. No form is larger.
const UNKNOWN: u32 = 0xffffffffu;

fn form_of_tag(tag: u32) -> u32 {
    if (tag & 0x7fffffffu) == 0u {
        return PARALLELOTOPE;
    }
    return select(UNKNOWN, SIMPLEX, (tag == TETRA_TAG) | (tag == TETRA_BY_VERTICES_TAG));
}

// True where the rows behind the origin hold vertices in place of edges.
fn holds_vertices(tag: u32) -> bool {
    return tag == TETRA_BY_VERTICES_TAG;
}

// The least coordinates of a shape of this form by its origin and its edges.
fn lowest_ends(form: u32, origin: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec3<f32> {
    let zero = vec3<f32>();
    if form == SIMPLEX {
        return origin + min(min(a, b), min(c, zero));
    }
    return origin + min(a, zero) + min(b, zero) + min(c, zero);
}

// The number of a pair's kind: 0 for two parallelotopes, 1 for a simplex and a parallelotope, 2 for
// two simplices. The later form comes first. Twin: crates/core/src/geom/pair_kind.rs.
fn pair_kind(forms: vec2<u32>) -> u32 {
    let first = max(forms.x, forms.y);
    return first * (first + 1u) / 2u + min(forms.x, forms.y);
}
