//! Which parts of a mesh a question is about.

use std::borrow::Cow;
use std::ops::Range;

/// Numbers of triangles, places along the strip of a mesh, or a list of vertices along a strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names<'a> {
    /// Numbers that follow one another, which need not be listed.
    Range(Range<u32>),
    /// Others.
    List(Cow<'a, [u32]>),
}

impl<'a> Names<'a> {
    /// Names triangles of a mesh of `all` triangles.
    pub fn of(triangles: &'a [u32], all: usize) -> Self {
        match triangles {
            [first, .., last]
                if triangles.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])) =>
            {
                Self::Range(*first..last + 1)
            }
            [only] => Self::Range(*only..only + 1),
            _ if is_whole(triangles, all) => Self::Range(0..all as u32),
            _ => Self::List(triangles.into()),
        }
    }

    pub fn len(&self) -> u32 {
        match self {
            Self::Range(range) => range.end - range.start,
            Self::List(list) => list.len() as u32,
        }
    }

    /// Returns parts of at most `most` names more than the `shared` ones that each part has in
    /// common with the next.
    pub fn parts(&self, most: u32, shared: u32) -> impl Iterator<Item = Names<'_>> {
        let len = self.len();
        let starts = (0..len.saturating_sub(shared)).step_by(most.max(1) as usize);
        starts.map(move |start| {
            let end = start.saturating_add(most.max(1) + shared).min(len);
            match self {
                Self::Range(range) => Names::Range(range.start + start..range.start + end),
                Self::List(list) => Names::List(Cow::Borrowed(&list[start as usize..end as usize])),
            }
        })
    }
}

/// Whether these are all triangles, in any order.
fn is_whole(triangles: &[u32], all: usize) -> bool {
    let mut is_there = vec![false; if triangles.len() == all { all } else { 0 }];
    let mut is_new = |triangle: &u32| {
        is_there.get_mut(*triangle as usize).is_some_and(|there| !std::mem::replace(there, true))
    };
    triangles.len() == all && triangles.iter().all(&mut is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_not_listed() {
        let of = |triangles| Names::of(triangles, 4);
        assert_eq!(of(&[1, 2, 3]), Names::Range(1..4));
        assert_eq!(of(&[2]), Names::Range(2..3));
        assert_eq!(of(&[3, 1, 0, 2]), Names::Range(0..4));
        for listed in [&[3, 1, 0, 0][..], &[0, 2, 3], &[1, 0], &[u32::MAX, 0], &[]] {
            assert_eq!(of(listed), Names::List(listed.into()));
        }
    }

    #[test]
    fn parts_share_what_they_have_to() {
        let list = Names::List(vec![5, 3, 8, 1, 9].into());
        let parts: Vec<_> = list.parts(2, 2).collect();
        let part = |list: &'static [u32]| Names::List(list.into());
        assert_eq!(parts, [part(&[5, 3, 8, 1]), part(&[8, 1, 9])]);
        let parts: Vec<_> = Names::Range(3..8).parts(3, 0).collect();
        assert_eq!(parts, [Names::Range(3..6), Names::Range(6..8)]);
        assert_eq!(Names::Range(3..3).parts(3, 0).count(), 0);
    }
}
