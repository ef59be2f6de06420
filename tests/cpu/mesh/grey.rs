//! The grey test on the CPU against clipping in rationals.

use crate::common::mesh::grey::{cases, errors};
use motzkin::tree::spheres::{CpuOccupancyTest, OccupancyTest};

#[test]
fn nothing_grey_is_missed() {
    let cases = cases(120);
    let mut test = CpuOccupancyTest::default();
    let found = errors(&mut test, &cases);
    assert!(found.grey > 100 && found.white > 100, "{found:?}");
    assert_eq!((found.missed, found.false_grey), (0, 0), "{found:?}");
    assert_eq!(test.queries(), 8 * 120);
}
