//! A few pairs of each group at a time, until one of them meets.

use super::groups::Groups;
use std::ops::Range;

/// Groups that are open, and how far each is tested.
pub struct Rounds<'a> {
    groups: Groups<'a>,
    open: Vec<Open>,
    step: u32,
}

struct Open {
    group: u32,
    /// The first pair that is not tested.
    next: u32,
}

impl<'a> Rounds<'a> {
    /// Begins with so many pairs of each of some groups. Every round takes twice as many as the one
    /// before: few are tested in vain where a group meets early, and rounds are few where it does not.
    pub fn new(groups: Groups<'a>, first: u32, some: impl Fn(usize) -> bool) -> Self {
        let is_open = |group: &usize| some(*group) && !groups.range(*group).is_empty();
        let open = |group: usize| Open { group: group as u32, next: groups.range(group).start };
        Self { groups, open: (0..groups.len()).filter(is_open).map(open).collect(), step: first }
    }

    /// Returns the pairs of the next round, group after group; none if no group is open.
    pub fn pairs(&self) -> Vec<u32> {
        self.open.iter().flat_map(|open| open.round(self.groups, self.step)).collect()
    }

    /// Ends a round. `meets` is given a group and the places of its pairs among those of the round,
    /// and says whether one of them meets.
    pub fn close(&mut self, mut meets: impl FnMut(u32, Range<usize>) -> bool) {
        let Self { groups, open, step } = self;
        let mut place = 0;
        open.retain_mut(|open| {
            let next = open.round(*groups, *step);
            let places = place..place + next.len();
            place = places.end;
            open.next = next.end;
            !meets(open.group, places) && !open.round(*groups, 1).is_empty()
        });
        *step = step.saturating_mul(2);
    }
}

impl Open {
    /// The pairs of a round of so many.
    fn round(&self, groups: Groups<'_>, step: u32) -> Range<u32> {
        let end = groups.range(self.group as usize).end;
        self.next..end.min(self.next.saturating_add(step))
    }
}
