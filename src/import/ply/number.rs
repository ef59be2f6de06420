//! The types of numbers in a PLY file.

/// A type of numbers.
#[derive(Clone, Copy)]
pub enum Kind {
    Whole(Whole),
    Float,
    Double,
}

/// A type of whole numbers.
#[derive(Clone, Copy)]
pub struct Whole {
    /// 8, 16 or 32.
    bits: u32,
    is_signed: bool,
}

impl Kind {
    /// Returns the type that a header calls by this name.
    pub fn named(name: &str) -> Option<Self> {
        let whole = |bits, is_signed| Self::Whole(Whole { bits, is_signed });
        Some(match name {
            "char" | "int8" => whole(8, true),
            "uchar" | "uint8" => whole(8, false),
            "short" | "int16" => whole(16, true),
            "ushort" | "uint16" => whole(16, false),
            "int" | "int32" => whole(32, true),
            "uint" | "uint32" => whole(32, false),
            "float" | "float32" => Self::Float,
            "double" | "float64" => Self::Double,
            _ => return None,
        })
    }

    /// Returns the whole numbers of the type, if it has no others.
    pub fn whole(self) -> Option<Whole> {
        match self {
            Self::Whole(whole) => Some(whole),
            Self::Float | Self::Double => None,
        }
    }

    /// Returns how many bytes a number takes in a binary file.
    pub fn width(self) -> usize {
        match self {
            Self::Whole(whole) => whole.width(),
            Self::Float => 4,
            Self::Double => 8,
        }
    }

    /// Returns the number that a word of a text stands for, as an `f32`. A number that is too large
    /// for one is infinite.
    pub fn of_word(self, word: &str) -> Option<f32> {
        match self {
            Self::Whole(whole) => whole.of_word(word).map(|number| number as f32),
            Self::Float => word.parse().ok(),
            Self::Double => word.parse::<f64>().ok().map(|number| number as f32),
        }
    }

    /// Returns the number of these bits, the lowest of which count, as an `f32`.
    pub fn of_bits(self, bits: u64) -> f32 {
        match self {
            Self::Whole(whole) => whole.of_bits(bits) as f32,
            Self::Float => f32::from_bits(bits as u32),
            Self::Double => f64::from_bits(bits) as f32,
        }
    }
}

impl Whole {
    /// Returns how many bytes a number takes in a binary file.
    pub fn width(self) -> usize {
        self.bits as usize / 8
    }

    /// Returns the number that a word of a text stands for, if the type has it.
    pub fn of_word(self, word: &str) -> Option<i64> {
        word.parse().ok().filter(|number: &i64| self.of_bits(*number as u64) == *number)
    }

    /// Returns the number of these bits, the lowest of which count, and the highest of those is the
    /// sign of a type that has one.
    pub fn of_bits(self, bits: u64) -> i64 {
        let others = 64 - self.bits;
        let high = bits << others;
        if self.is_signed { high as i64 >> others } else { (high >> others) as i64 }
    }
}
