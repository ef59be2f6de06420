//! The body of a binary file.

use super::number::{Kind, Whole};
use super::{Body, ENDED, What};

/// The bytes of a file.
pub struct Binary<'a> {
    bytes: &'a [u8],
    is_big_endian: bool,
}

impl<'a> Binary<'a> {
    pub fn new(bytes: &'a [u8], is_big_endian: bool) -> Self {
        Self { bytes, is_big_endian }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], What> {
        let (taken, behind) = self.bytes.split_at_checked(length).ok_or(ENDED)?;
        self.bytes = behind;
        Ok(taken)
    }

    /// Returns the bits of the next bytes, eight at the most.
    fn bits(&mut self, width: usize) -> Result<u64, What> {
        let bytes = self.take(width)?.iter();
        let push = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
        Ok(if self.is_big_endian { bytes.fold(0, push) } else { bytes.rev().fold(0, push) })
    }
}

impl Body for Binary<'_> {
    fn start(&mut self, _: usize) -> Result<(), What> {
        Ok(())
    }

    fn coordinate(&mut self, kind: Kind) -> Result<f32, What> {
        Ok(kind.of_bits(self.bits(kind.width())?))
    }

    fn index(&mut self, kind: Whole) -> Result<i64, What> {
        Ok(kind.of_bits(self.bits(kind.width())?))
    }

    fn count(&mut self, count: Whole, of: Kind) -> Result<usize, What> {
        let count = self.index(count)?;
        let left = self.bytes.len();
        if count < 0 {
            return Err(format!("a list of {count} values").into());
        }
        let fits = usize::try_from(count).ok().filter(|count| *count <= left / of.width());
        fits.ok_or_else(|| {
            format!("a list of {count} values does not fit into the {left} bytes left of the file")
                .into()
        })
    }

    fn skip(&mut self, kind: Kind, count: usize) -> Result<(), What> {
        let length = count.checked_mul(kind.width()).ok_or(ENDED)?;
        self.take(length).map(drop)
    }

    fn left(&self) -> usize {
        self.bytes.len()
    }

    fn line(&self) -> Option<usize> {
        None
    }
}
