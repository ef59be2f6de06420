//! Hilbert's curve in two and three dimensions: boxes near each other on it are near each other.
//!
//! Against a Morton curve it halves the comparisons of a search: every run of it is one piece.

use crate::geom::Aabb;

/// Moves the bits of a cell apart, so that those of the other axes fit between.
#[inline(always)]
pub fn spread<B: Aabb>(cell: u32) -> u32 {
    if B::AXES == 3 {
        let x = (cell | cell << 16) & 0x0300_00ff;
        let x = (x | x << 8) & 0x0300_f00f;
        let x = (x | x << 4) & 0x030c_30c3;
        (x | x << 2) & 0x0924_9249
    } else {
        let x = (cell | cell << 8) & 0x00ff_00ff;
        let x = (x | x << 4) & 0x0f0f_0f0f;
        let x = (x | x << 2) & 0x3333_3333;
        (x | x << 1) & 0x5555_5555
    }
}

/// A table of Hilbert's curve: for a cell's state and the half on each axis that holds a point, the
/// number of that eighth along the curve in the lower three bits, and its own state above.
///
/// The states and their successors are those of Hamilton, "Compact Hilbert Indices", 2006: a state
/// is the corner at which the curve enters a cell, and the axis along which it passes it.
const fn curve(axes: u32) -> [u8; 256] {
    let mut table = [0; 256];
    let (corners, mut state) = (1 << axes, 0);
    while state < axes * corners {
        let (entry, axis) = (state % corners, state / corners);
        let mut corner = 0;
        while corner < corners {
            let turned = rotated(corner ^ entry, axes - (axis + 1) % axes, axes);
            let number = turned ^ turned >> 1 ^ turned >> 2;
            let first = if number == 0 { 0 } else { (number - 1) / 2 * 2 };
            let next_entry = entry ^ rotated(first ^ first >> 1, (axis + 1) % axes, axes);
            let odd = if number.is_multiple_of(2) && number > 0 { number - 1 } else { number };
            let next_axis = (axis + odd.trailing_ones() % axes + 1) % axes;
            table[(state << 3 | corner) as usize] =
                ((next_axis * corners + next_entry) << 3 | number) as u8;
            corner += 1;
        }
        state += 1;
    }
    table
}

/// Rotates the lower `axes` bits to the left.
const fn rotated(bits: u32, by: u32, axes: u32) -> u32 {
    (bits << by | bits >> (axes - by)) & ((1 << axes) - 1)
}

/// The bits of a code that one look into a table gives: two steps in space, three in the plane.
const BITS: u32 = 6;

/// Joins the steps of a [`curve`]: the same for as many halvings as fit [`BITS`].
const fn joined<const SIZE: usize>(axes: u32) -> [u16; SIZE] {
    let (single, mut table) = (curve(axes), [0; SIZE]);
    let mut entry = 0;
    while entry < SIZE {
        let (mut state, mut code) = (entry >> BITS, 0);
        let mut shift = BITS;
        while shift > 0 {
            shift -= axes;
            let corner = entry >> shift & ((1 << axes) - 1);
            let found = single[state << 3 | corner];
            (state, code) = ((found >> 3) as usize, code << axes | (found & 7) as u16);
        }
        table[entry] = (state as u16) << BITS | code;
        entry += 1;
    }
    table
}

/// Three axes have 24 states, two have 8. The sizes are powers of two: remainders are cheap.
static SPACE: [u16; 32 << BITS] = joined(3);
static PLANE: [u16; 8 << BITS] = joined(2);

/// The place along Hilbert's curve of a cell whose 30 bits are interleaved.
#[inline(always)]
pub fn hilbert<B: Aabb>(morton: u32) -> u32 {
    let table: &[u16] = if B::AXES == 3 { &SPACE } else { &PLANE };
    let (mut state, mut code) = (0, 0);
    for step in (0..30 / BITS).rev() {
        let corners = morton >> (step * BITS) & ((1 << BITS) - 1);
        let found = u32::from(table[(state << BITS | corners) as usize % table.len()]);
        (state, code) = (found >> BITS, code << BITS | found & ((1 << BITS) - 1));
    }
    code
}
