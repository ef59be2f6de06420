//! Rows of many frames to columns, in registers.
//!
//! Four rows become x, y, z and w by eight shuffles. Wider vectors hold such groups of four side by
//! side, so that the same eight shuffles, within each 128-bit block, serve all of them: lane `i` of
//! block `k` is row `4 k + i`.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{Level, SimdInto};
use fearless_simd::{Simd, SimdBase, f32x4, f32x8, f32x16, f64x2, f64x4, f64x8};

/// Four lanes.
#[inline(always)]
pub fn transpose4<S: Simd>(simd: S, rows: [&[f32; 4]; 4]) -> [f32x4<S>; 4] {
    let [r0, r1, r2, r3] = rows;
    let (r0, r1) = (f32x4::load_array_ref(simd, r0), f32x4::load_array_ref(simd, r1));
    let (r2, r3) = (f32x4::load_array_ref(simd, r2), f32x4::load_array_ref(simd, r3));
    let (xy02, zw02) = (r0.zip_low(r2), r0.zip_high(r2));
    let (xy13, zw13) = (r1.zip_low(r3), r1.zip_high(r3));
    [xy02.zip_low(xy13), xy02.zip_high(xy13), zw02.zip_low(zw13), zw02.zip_high(zw13)]
}

/// Eight lanes.
#[inline(always)]
pub fn transpose8<S: Simd>(simd: S, rows: [&[f32; 4]; 8]) -> [f32x8<S>; 4] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Level::Avx2(avx2) = simd.level() {
        let [a, b, c, d, e, f, g, h] = rows;
        let (r0, r1) = (two(simd, a, e), two(simd, b, f));
        let (r2, r3) = (two(simd, c, g), two(simd, d, h));
        let (x, y, z, w) = x86::blocks_avx2(avx2, r0.into(), r1.into(), r2.into(), r3.into());
        return [x.simd_into(simd), y.simd_into(simd), z.simd_into(simd), w.simd_into(simd)];
    }
    let [x, y, z, w] = columns(&rows);
    [
        f32x8::load_array(simd, x),
        f32x8::load_array(simd, y),
        f32x8::load_array(simd, z),
        f32x8::load_array(simd, w),
    ]
}

/// Sixteen lanes.
#[inline(always)]
pub fn transpose16<S: Simd>(simd: S, rows: [&[f32; 4]; 16]) -> [f32x16<S>; 4] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Level::Avx512(avx512) = simd.level() {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = rows;
        let (r0, r1) = (four(simd, [a, e, i, m]), four(simd, [b, f, j, n]));
        let (r2, r3) = (four(simd, [c, g, k, o]), four(simd, [d, h, l, p]));
        let (x, y, z, w) = x86::blocks_avx512(avx512, r0.into(), r1.into(), r2.into(), r3.into());
        return [x.simd_into(simd), y.simd_into(simd), z.simd_into(simd), w.simd_into(simd)];
    }
    let [x, y, z, w] = columns(&rows);
    [
        f32x16::load_array(simd, x),
        f32x16::load_array(simd, y),
        f32x16::load_array(simd, z),
        f32x16::load_array(simd, w),
    ]
}

/// Two lanes of `f64`.
#[inline(always)]
pub fn widened2<S: Simd>(simd: S, rows: [&[f32; 4]; 2]) -> [f64x2<S>; 4] {
    let (r0, r1) = (f32x4::load_array_ref(simd, rows[0]), f32x4::load_array_ref(simd, rows[1]));
    let (x, y) = simd.widen_f32x4(r0.zip_low(r1));
    let (z, w) = simd.widen_f32x4(r0.zip_high(r1));
    [x, y, z, w]
}

/// Four lanes of `f64`.
#[inline(always)]
pub fn widened4<S: Simd>(simd: S, rows: [&[f32; 4]; 4]) -> [f64x4<S>; 4] {
    let [x, y, z, w] = transpose4(simd, rows);
    [widened(simd, x), widened(simd, y), widened(simd, z), widened(simd, w)]
}

/// Eight lanes of `f64`.
#[inline(always)]
pub fn widened8<S: Simd>(simd: S, rows: [&[f32; 4]; 8]) -> [f64x8<S>; 4] {
    let [a, b, c, d, e, f, g, h] = rows;
    let [x0, y0, z0, w0] = widened4(simd, [a, b, c, d]);
    let [x1, y1, z1, w1] = widened4(simd, [e, f, g, h]);
    [
        simd.combine_f64x4(x0, x1),
        simd.combine_f64x4(y0, y1),
        simd.combine_f64x4(z0, z1),
        simd.combine_f64x4(w0, w1),
    ]
}

/// Four numbers as `f64`.
#[inline(always)]
fn widened<S: Simd>(simd: S, numbers: f32x4<S>) -> f64x4<S> {
    let (low, high) = simd.widen_f32x4(numbers);
    simd.combine_f64x2(low, high)
}

/// Two rows, a block each.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn two<S: Simd>(simd: S, low: &[f32; 4], high: &[f32; 4]) -> f32x8<S> {
    let (low, high) = (f32x4::load_array_ref(simd, low), f32x4::load_array_ref(simd, high));
    simd.combine_f32x4(low, high)
}

/// Four rows, a block each.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn four<S: Simd>(simd: S, [a, b, c, d]: [&[f32; 4]; 4]) -> f32x16<S> {
    simd.combine_f32x8(two(simd, a, b), two(simd, c, d))
}

/// The columns, number by number, where no instruction does it. No processor that we know comes
/// here, because vectors of a width are used where there are instructions for them. Out of line,
/// so that the kernels compile faster.
#[inline(never)]
fn columns<const N: usize>(rows: &[&[f32; 4]; N]) -> [[f32; N]; 4] {
    let mut columns = [[0.0; N]; 4];
    for (lane, row) in rows.iter().enumerate() {
        for (column, value) in columns.iter_mut().zip(*row) {
            column[lane] = *value;
        }
    }
    columns
}

/// The eight shuffles as instructions, which the portable vectors have no name for. The `kernel!`
/// macro checks that they are called where the processor has them; nothing here is unsafe.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    #[cfg(target_arch = "x86")]
    use std::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64::*;

    fearless_simd::kernel!(
        #[inline(always)]
        pub fn blocks_avx2(
            avx2: Avx2,
            r0: __m256,
            r1: __m256,
            r2: __m256,
            r3: __m256,
        ) -> (__m256, __m256, __m256, __m256) {
            let (xy01, zw01) = (_mm256_unpacklo_ps(r0, r1), _mm256_unpackhi_ps(r0, r1));
            let (xy23, zw23) = (_mm256_unpacklo_ps(r2, r3), _mm256_unpackhi_ps(r2, r3));
            (
                _mm256_shuffle_ps::<0x44>(xy01, xy23),
                _mm256_shuffle_ps::<0xee>(xy01, xy23),
                _mm256_shuffle_ps::<0x44>(zw01, zw23),
                _mm256_shuffle_ps::<0xee>(zw01, zw23),
            )
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub fn blocks_avx512(
            avx512: Avx512,
            r0: __m512,
            r1: __m512,
            r2: __m512,
            r3: __m512,
        ) -> (__m512, __m512, __m512, __m512) {
            let (xy01, zw01) = (_mm512_unpacklo_ps(r0, r1), _mm512_unpackhi_ps(r0, r1));
            let (xy23, zw23) = (_mm512_unpacklo_ps(r2, r3), _mm512_unpackhi_ps(r2, r3));
            (
                _mm512_shuffle_ps::<0x44>(xy01, xy23),
                _mm512_shuffle_ps::<0xee>(xy01, xy23),
                _mm512_shuffle_ps::<0x44>(zw01, zw23),
                _mm512_shuffle_ps::<0xee>(zw01, zw23),
            )
        }
    );
}
