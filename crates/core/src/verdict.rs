//! The answer for a pair of closed, solid shapes, and the codes that carry it on CPU and GPU.

/// How two shapes lie to each other. Exact for the stored `f32` input.
///
/// The papers disagree at contact: the 2019 Fourier-Motzkin code counts touching shapes as apart
/// ([`overlaps`](Self::overlaps)), its separating-axis test and the 2016 simplex article count
/// them as meeting ([`meets`](Self::meets)). Three values serve both conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Verdict {
    /// The closed shapes have no point in common.
    Separate = 0,
    /// The closed shapes share a point, their interiors do not.
    Touching = 1,
    /// The interiors share a point.
    Overlapping = 2,
}

impl Verdict {
    /// Every verdict, in the order of its code.
    pub const ALL: [Self; 3] = [Self::Separate, Self::Touching, Self::Overlapping];

    /// True when the closed shapes share a point: the convention of the 2013 paper's inequalities,
    /// of the 2019 paper's separating axes, and of the simplex paper. Physics that must not miss a
    /// contact asks this.
    pub const fn meets(self) -> bool {
        !matches!(self, Self::Separate)
    }

    /// True when the interiors share a point: the convention of the 2019 paper's elimination, which
    /// wants the lower bound of a variable below the upper one. Packing and placement, where
    /// neighbours may touch, ask this.
    pub const fn overlaps(self) -> bool {
        matches!(self, Self::Overlapping)
    }

    /// The lower-case name that the command line prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Separate => "separate",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
        }
    }
}

impl core::fmt::Display for Verdict {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// What a list of hits makes of pairs that a kernel cannot decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Undecided {
    /// They count as hits, so that no hit is missed.
    #[default]
    Keep,
    /// They do not, so that every listed hit is one.
    Drop,
}

/// What a floating-point kernel says of a pair before it is settled: two bits, the same on CPU
/// and GPU. Codes 0 to 2 are those of [`Verdict`]; a kernel never answers 1 (touching), which no
/// rounding arithmetic can prove, and answers 3 where its error band reaches zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(transparent)]
pub struct RawCode(u8);

impl RawCode {
    /// Certainly separate.
    pub const SEPARATE: Self = Self(Verdict::Separate as u8);
    /// Certainly touching: only the exact stage says so.
    pub const TOUCHING: Self = Self(Verdict::Touching as u8);
    /// Certainly overlapping.
    pub const OVERLAPPING: Self = Self(Verdict::Overlapping as u8);
    /// Too close to call in `f32`, or a frame that the kernel refuses to judge (flat, not finite).
    pub const UNDECIDED: Self = Self(3);

    /// The code in the low two bits of `word`, as packed by the shaders.
    #[inline(always)]
    pub const fn from_low_bits(word: u32) -> Self {
        Self((word & 3) as u8)
    }

    /// The two bits as a number.
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The undecided ones among many codes, ascending. Looks at 256 codes at a time, since few are.
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

    /// True when some code is undecided.
    pub fn some_undecided(codes: &[Self]) -> bool {
        codes.iter().fold(false, |some, code| some | (*code == Self::UNDECIDED))
    }

    /// The verdicts of codes none of which is undecided, in their place. Not generic, nor inlined,
    /// so that it is compiled where the compiler sees that the place is the same: it does not
    /// vectorise otherwise, which takes a fifth of a pair's time in the plane.
    #[inline(never)]
    pub fn settled(codes: Vec<Self>) -> Vec<Verdict> {
        let verdict = |code: Self| match code {
            Self::SEPARATE => Verdict::Separate,
            Self::TOUCHING => Verdict::Touching,
            _ => Verdict::Overlapping,
        };
        codes.into_iter().map(verdict).collect()
    }

    /// The verdict, or `None` while the pair is undecided.
    pub const fn verdict(self) -> Option<Verdict> {
        match self.0 {
            0 => Some(Verdict::Separate),
            1 => Some(Verdict::Touching),
            2 => Some(Verdict::Overlapping),
            _ => None,
        }
    }
}

impl From<Verdict> for RawCode {
    fn from(verdict: Verdict) -> Self {
        Self(verdict as u8)
    }
}
