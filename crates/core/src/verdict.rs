//! The verdict about a pair of closed, solid shapes, and the codes that carry it on CPU and GPU.

use core::fmt;

/// How two shapes lie to each other. A verdict is exact for the stored `f32` numbers.
///
/// The papers disagree about contact. The 2019 Fourier-Motzkin code counts touching shapes as
/// apart, which [`overlaps`](Self::overlaps) answers. Its separating-axis test and the 2016 simplex
/// article count them as meeting, which [`meets`](Self::meets) answers. Three values serve both
/// conventions.
///
/// # Examples
///
/// ```
/// use motzkin::Verdict;
///
/// assert!(Verdict::Touching.meets());
/// assert!(!Verdict::Touching.overlaps());
/// assert_eq!(Verdict::Touching.to_string(), "touching");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Verdict {
    /// The closed shapes have no point in common. Code 0.
    Separate = 0,
    /// The closed shapes share a point, and their interiors do not. Code 1.
    Touching = 1,
    /// The interiors share a point. Code 2.
    Overlapping = 2,
}

impl Verdict {
    /// Every verdict, in the order of the codes.
    pub const ALL: [Self; 3] = [Self::Separate, Self::Touching, Self::Overlapping];

    /// Returns true if the closed shapes share a point.
    ///
    /// This is the convention of the 2013 paper's inequalities, of the 2019 paper's separating
    /// axes, and of the simplex article. Use it for physics that must not miss a contact.
    pub const fn meets(self) -> bool {
        !matches!(self, Self::Separate)
    }

    /// Returns true if the interiors share a point.
    ///
    /// This is the convention of the 2019 paper's elimination, which asks for a lower bound of a
    /// variable below the upper one. Use it for packing and placement, where neighbours may touch.
    pub const fn overlaps(self) -> bool {
        matches!(self, Self::Overlapping)
    }

    /// Returns the name in lower case, as the command line prints it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Separate => "separate",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether a list of hits keeps pairs that a kernel cannot decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Undecided {
    /// Lists undecided pairs as hits, so that no hit is missing.
    #[default]
    Keep,
    /// Leaves undecided pairs out, so that every listed pair is a hit.
    Drop,
}

/// The code of a pair that a floating-point kernel returns before the pair is settled: one byte on
/// the CPU, two bits on the GPU.
///
/// | code | constant | a kernel returns it |
/// |---|---|---|
/// | 0 | [`SEPARATE`](Self::SEPARATE) | if the pair is certainly separate |
/// | 1 | [`TOUCHING`](Self::TOUCHING) | never: arithmetic that rounds cannot prove a contact |
/// | 2 | [`OVERLAPPING`](Self::OVERLAPPING) | if the pair certainly overlaps |
/// | 3 | [`UNDECIDED`](Self::UNDECIDED) | otherwise |
///
/// Codes 0 to 2 are those of [`Verdict`].
///
/// # Examples
///
/// ```
/// use motzkin::{RawCode, Verdict};
///
/// assert_eq!(RawCode::from_low_bits(0b110), RawCode::OVERLAPPING);
/// assert_eq!(RawCode::OVERLAPPING.verdict(), Some(Verdict::Overlapping));
/// assert_eq!(RawCode::UNDECIDED.verdict(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(transparent)]
pub struct RawCode(u8);

impl RawCode {
    /// Certainly separate.
    pub const SEPARATE: Self = Self(Verdict::Separate as u8);
    /// Certainly touching. Only exact arithmetic returns this code.
    pub const TOUCHING: Self = Self(Verdict::Touching as u8);
    /// Certainly overlapping.
    pub const OVERLAPPING: Self = Self(Verdict::Overlapping as u8);
    /// Too close to decide in `f32`, or a frame that is flat or not finite.
    pub const UNDECIDED: Self = Self(3);

    /// Returns the code in the low two bits of `word`, as the shaders pack it.
    #[inline(always)]
    pub const fn from_low_bits(word: u32) -> Self {
        Self((word & 3) as u8)
    }

    /// Returns the code as a number from 0 to 3.
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// Returns the indices of the undecided codes, ascending. Reads 256 codes at a time, because
    /// few are undecided.
    pub fn undecided_in(codes: &[Self]) -> impl Iterator<Item = u32> {
        codes.chunks(256).enumerate().filter(|(_, chunk)| Self::some_undecided(chunk)).flat_map(
            |(i, chunk)| {
                let open = move |(j, code): (usize, &Self)| {
                    (*code == Self::UNDECIDED).then_some((i * 256 + j) as u32)
                };
                chunk.iter().enumerate().filter_map(open)
            },
        )
    }

    /// Returns the indices of the undecided codes, ascending, as a list. Where many are undecided
    /// it takes an eighth of the time that collecting [`undecided_in`](Self::undecided_in) takes.
    #[inline(never)]
    pub fn list_undecided(codes: &[Self]) -> Vec<u32> {
        const AT_ONCE: usize = 256;
        let mut listed = Vec::new();
        for (block, codes) in codes.chunks(AT_ONCE).enumerate() {
            if !Self::some_undecided(codes) {
                continue;
            }
            let (mut found, mut len) = ([0; AT_ONCE], 0);
            // No branch: codes come in any order. The remainder, which changes nothing, spares a
            // test.
            for (i, code) in codes.iter().enumerate() {
                found[len % AT_ONCE] = (block * AT_ONCE + i) as u32;
                len += usize::from(*code == Self::UNDECIDED);
            }
            listed.extend_from_slice(&found[..len]);
        }
        listed
    }

    /// Returns true if some code is undecided.
    pub fn some_undecided(codes: &[Self]) -> bool {
        codes.iter().fold(false, |some, code| some | (*code == Self::UNDECIDED))
    }

    /// Converts codes into verdicts in the memory of the codes. Returns `None` if a code is
    /// undecided.
    ///
    /// The function is neither generic nor inlined. So the compiler sees that both vectors share
    /// their memory, and vectorises the loop; otherwise it takes a fifth of the time of a pair in
    /// the plane.
    #[inline(never)]
    pub fn settled(codes: Vec<Self>) -> Option<Vec<Verdict>> {
        let verdict = |code: Self| match code {
            Self::SEPARATE => Verdict::Separate,
            Self::TOUCHING => Verdict::Touching,
            _ => Verdict::Overlapping,
        };
        let decided = !Self::some_undecided(&codes);
        decided.then(|| codes.into_iter().map(verdict).collect())
    }

    /// Returns the verdict, or `None` for an undecided pair.
    pub const fn verdict(self) -> Option<Verdict> {
        match self.0 {
            0 => Some(Verdict::Separate),
            1 => Some(Verdict::Touching),
            2 => Some(Verdict::Overlapping),
            _ => None,
        }
    }
}

impl fmt::Display for RawCode {
    /// Writes the name of the verdict, or "undecided".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict().map_or("undecided", Verdict::name))
    }
}

impl From<Verdict> for RawCode {
    fn from(verdict: Verdict) -> Self {
        Self(verdict as u8)
    }
}
