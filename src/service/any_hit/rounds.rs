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

/// Consecutive pairs of a group.
pub struct Span {
    /// The group.
    pub group: u32,
    /// The pairs, by their numbers in the batch,
    pub numbers: Range<u32>,
    /// and by their places in the round.
    pub places: Range<usize>,
}

impl<'a> Rounds<'a> {
    /// Begins with so many pairs of each of some groups. Every round takes twice as many as the one
    /// before: few are tested in vain where a group meets early, and rounds are few where it does
    /// not.
    pub fn new(groups: Groups<'a>, first: u32, some: impl Fn(usize) -> bool) -> Self {
        let is_open = |group: &usize| some(*group) && !groups.range(*group).is_empty();
        let open = |group: usize| Open { group: group as u32, next: groups.range(group).start };
        Self { groups, open: (0..groups.len()).filter(is_open).map(open).collect(), step: first }
    }

    /// Begins the next round, and returns its pairs, group after group; none if no group is open.
    pub fn next(&mut self) -> Vec<Span> {
        let Self { groups, open, step } = self;
        let mut place = 0;
        let span = |open: &mut Open| {
            let end = groups.range(open.group as usize).end;
            let numbers = open.next..end.min(open.next.saturating_add(*step));
            open.next = numbers.end;
            let places = place..place + numbers.len();
            place = places.end;
            Span { group: open.group, numbers, places }
        };
        let spans = open.iter_mut().map(span).collect();
        *step = step.saturating_mul(2);
        spans
    }

    /// Ends a round: only these groups are still open, as far as they have more pairs.
    pub fn keep(&mut self, is_open: impl Fn(u32) -> bool) {
        let groups = self.groups;
        self.open.retain(|open| {
            open.next < groups.range(open.group as usize).end && is_open(open.group)
        });
    }
}
