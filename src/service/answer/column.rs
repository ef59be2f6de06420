//! One value of each selected pair that has the value.

/// The values of selected pairs, by their places among the selected pairs. A column in which no pair
/// has a value may be empty.
#[derive(Clone, Debug)]
pub struct Column<T>(Vec<Option<T>>);

impl<T: Copy> Column<T> {
    /// No pair has a value.
    pub const EMPTY: Self = Self(Vec::new());

    /// Returns the value of a pair, if the pair has one.
    pub fn get(&self, place: usize) -> Option<T> {
        self.0.get(place).copied().flatten()
    }

    /// Replaces the values of some of `count` pairs.
    pub fn replace(&mut self, count: usize, places: &[u32], values: Vec<Option<T>>) {
        if places.len() == count {
            self.0 = values;
            return;
        }
        self.0.resize(count, None);
        for (&place, value) in places.iter().zip(values) {
            self.0[place as usize] = value;
        }
    }

    /// Puts the values of `count` more pairs behind those of `before` pairs.
    pub fn append(&mut self, before: usize, more: Self, count: usize) {
        if self.0.is_empty() && more.0.is_empty() {
            return;
        }
        self.0.resize(before, None);
        self.0.extend(more.0);
        self.0.resize(before + count, None);
    }
}

impl<T> From<Vec<Option<T>>> for Column<T> {
    fn from(values: Vec<Option<T>>) -> Self {
        Self(values)
    }
}
