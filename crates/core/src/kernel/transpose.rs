//! Rows of many frames to columns, in registers.
//!
//! Four rows become x, y, z and w by eight shuffles. Wider vectors hold such groups of four side by
//! side, so that the same eight shuffles, within each 128-bit block, serve all of them: lane `i` of
//! block `k` is row `4 k + i`.

use fearless_simd::{Level, Simd, SimdBase, SimdInto, f32x4, f32x8, f32x16};

/// Four lanes.
#[inline(always)]
pub fn transpose4<'a, S: Simd>(
    simd: S,
    row: impl Fn(usize) -> &'a [f32; 4] + Copy,
) -> [f32x4<S>; 4] {
    let (r0, r1) = (f32x4::load_array_ref(simd, row(0)), f32x4::load_array_ref(simd, row(1)));
    let (r2, r3) = (f32x4::load_array_ref(simd, row(2)), f32x4::load_array_ref(simd, row(3)));
    let (xy02, zw02) = (r0.zip_low(r2), r0.zip_high(r2));
    let (xy13, zw13) = (r1.zip_low(r3), r1.zip_high(r3));
    [xy02.zip_low(xy13), xy02.zip_high(xy13), zw02.zip_low(zw13), zw02.zip_high(zw13)]
}

/// Eight lanes.
#[inline(always)]
pub fn transpose8<'a, S: Simd>(
    simd: S,
    row: impl Fn(usize) -> &'a [f32; 4] + Copy,
) -> [f32x8<S>; 4] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Level::Avx2(avx2) = simd.level() {
        let (r0, r1) = (two(simd, row, 0), two(simd, row, 1));
        let (r2, r3) = (two(simd, row, 2), two(simd, row, 3));
        let (x, y, z, w) = x86::blocks_avx2(avx2, r0.into(), r1.into(), r2.into(), r3.into());
        return [x.simd_into(simd), y.simd_into(simd), z.simd_into(simd), w.simd_into(simd)];
    }
    let [x, y, z, w] = transpose4(simd, row);
    let high = transpose4(
        simd,
        #[inline(always)]
        |lane| row(lane + 4),
    );
    [
        simd.combine_f32x4(x, high[0]),
        simd.combine_f32x4(y, high[1]),
        simd.combine_f32x4(z, high[2]),
        simd.combine_f32x4(w, high[3]),
    ]
}

/// Sixteen lanes.
#[inline(always)]
pub fn transpose16<'a, S: Simd>(
    simd: S,
    row: impl Fn(usize) -> &'a [f32; 4] + Copy,
) -> [f32x16<S>; 4] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Level::Avx512(avx512) = simd.level() {
        let (r0, r1) = (four(simd, row, 0), four(simd, row, 1));
        let (r2, r3) = (four(simd, row, 2), four(simd, row, 3));
        let (x, y, z, w) = x86::blocks_avx512(avx512, r0.into(), r1.into(), r2.into(), r3.into());
        return [x.simd_into(simd), y.simd_into(simd), z.simd_into(simd), w.simd_into(simd)];
    }
    let [x, y, z, w] = transpose8(simd, row);
    let high = transpose8(
        simd,
        #[inline(always)]
        |lane| row(lane + 8),
    );
    [
        simd.combine_f32x8(x, high[0]),
        simd.combine_f32x8(y, high[1]),
        simd.combine_f32x8(z, high[2]),
        simd.combine_f32x8(w, high[3]),
    ]
}

/// Rows `i` and `i + 4`.
#[inline(always)]
fn two<'a, S: Simd>(simd: S, row: impl Fn(usize) -> &'a [f32; 4], i: usize) -> f32x8<S> {
    let load = (f32x4::load_array_ref(simd, row(i)), f32x4::load_array_ref(simd, row(i + 4)));
    simd.combine_f32x4(load.0, load.1)
}

/// Rows `i`, `i + 4`, `i + 8` and `i + 12`.
#[inline(always)]
fn four<'a, S: Simd>(simd: S, row: impl Fn(usize) -> &'a [f32; 4] + Copy, i: usize) -> f32x16<S> {
    simd.combine_f32x8(two(simd, row, i), two(simd, row, i + 8))
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
