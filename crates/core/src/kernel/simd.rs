//! The instruction sets, found at run time.

use super::lanes::Scan;
#[allow(unused_imports, reason = "which levels are left depends on the target")]
use fearless_simd::{Level, Simd, f32x4, f32x8, f32x16};

/// An instruction set that the kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SimdLevel {
    /// One pair at a time, on any processor.
    Scalar,
    /// x86 SSE2, four pairs at a time.
    Sse2,
    /// x86 AVX2 and FMA, eight pairs at a time.
    Avx2,
    /// x86 AVX-512 (Ice Lake, Zen 4 and later), sixteen pairs at a time.
    Avx512,
    /// Arm NEON, four pairs at a time.
    Neon,
    /// WebAssembly's 128-bit vectors, four pairs at a time. A module has them or has them not: they
    /// are there where it is compiled with `-C target-feature=+simd128`.
    Simd128,
}

impl SimdLevel {
    #[cfg(not(one_level))]
    const ALL: [Self; 6] =
        [Self::Scalar, Self::Sse2, Self::Avx2, Self::Avx512, Self::Neon, Self::Simd128];
    /// A build that is to take little time has no vectors: `RUSTFLAGS='--cfg one_level'`.
    #[cfg(one_level)]
    const ALL: [Self; 1] = [Self::Scalar];

    /// The levels that this processor has, slowest first.
    pub fn available() -> Vec<Self> {
        Self::ALL.into_iter().filter(|level| level.is_available()).collect()
    }

    /// The fastest level that this processor has.
    pub fn best() -> Self {
        Self::available().last().copied().unwrap_or(Self::Scalar)
    }

    /// True when this processor has the instructions.
    pub fn is_available(self) -> bool {
        let level = Level::new();
        match self {
            Self::Scalar => true,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sse2 => level.as_sse2().is_some(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2 => level.as_avx2().is_some(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512 => level.as_avx512().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => level.as_neon().is_some(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => level.as_wasm_simd128().is_some(),
            #[allow(unreachable_patterns, reason = "which levels are left depends on the target")]
            _ => {
                let _ = level;
                false
            }
        }
    }

    /// The lower-case name that the command line prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Sse2 => "sse2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
            Self::Simd128 => "simd128",
        }
    }
}

/// Work that is compiled for every level.
pub(crate) trait Work {
    /// Does the work with vectors of a level; must be inlined.
    fn run<V: Scan>(self, token: V::Token);
}

/// Does the work one pair at a time, whatever the level.
#[cfg(one_level)]
pub(crate) fn at_level(_level: SimdLevel, work: impl Work) {
    work.run::<f32>(());
}

/// Does the work with the instructions of a level, or of [`SimdLevel::Scalar`] if the processor
/// lacks them.
#[cfg(not(one_level))]
pub(crate) fn at_level(level: SimdLevel, work: impl Work) {
    let detected = Level::new();
    match level {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Sse2 => {
            if let Some(sse2) = detected.as_sse2() {
                return sse2.vectorize(
                    #[inline(always)]
                    || work.run::<f32x4<_>>(sse2),
                );
            }
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Avx2 => {
            if let Some(avx2) = detected.as_avx2() {
                return avx2.vectorize(
                    #[inline(always)]
                    || work.run::<f32x8<_>>(avx2),
                );
            }
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Avx512 => {
            if let Some(avx512) = detected.as_avx512() {
                return avx512.vectorize(
                    #[inline(always)]
                    || work.run::<f32x16<_>>(avx512),
                );
            }
        }
        #[cfg(target_arch = "aarch64")]
        SimdLevel::Neon => {
            if let Some(neon) = detected.as_neon() {
                return neon.vectorize(
                    #[inline(always)]
                    || work.run::<f32x4<_>>(neon),
                );
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        SimdLevel::Simd128 => {
            if let Some(simd128) = detected.as_wasm_simd128() {
                return simd128.vectorize(
                    #[inline(always)]
                    || work.run::<f32x4<_>>(simd128),
                );
            }
        }
        _ => {
            let _ = detected;
        }
    }
    work.run::<f32>(());
}
