//! One value of each selected pair that has the value.

/// The values of selected pairs, by their places among the selected pairs. A column in which no
/// pair has a value may be empty.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn values(column: &Column<u32>, count: usize) -> Vec<Option<u32>> {
        (0..count).map(|place| column.get(place)).collect()
    }

    #[test]
    fn some_values_are_replaced() {
        let mut column = Column::EMPTY;
        assert_eq!(values(&column, 2), [None, None]);
        column.replace(3, &[2], vec![Some(7)]);
        assert_eq!(values(&column, 3), [None, None, Some(7)]);
        column.replace(3, &[0, 1, 2], vec![Some(1), None, None]);
        assert_eq!(values(&column, 3), [Some(1), None, None]);
    }

    #[test]
    fn pairs_without_values_keep_their_places() {
        let mut column = Column::EMPTY;
        column.append(0, Column::EMPTY, 2);
        column.append(2, vec![Some(3)].into(), 1);
        column.append(3, Column::EMPTY, 1);
        column.append(4, vec![Some(5), None].into(), 2);
        assert_eq!(values(&column, 6), [None, None, Some(3), None, Some(5), None]);
        assert_eq!(column.get(6), None);
    }
}
