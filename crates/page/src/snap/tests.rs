//! Contacts that are found, compared with what can be read from corners.

use super::*;
use crate::placed::Kind;
use fastrand::Rng;
use motzkin::Frame3;
use motzkin::glam::Quat;

const KINDS: [Kind; 3] = [Kind::Box, Kind::Sheared, Kind::Tetrahedron];

/// The greatest or the least coordinate of a shape.
fn end_of(frame: &Frame3, axis: usize, greatest: bool) -> f64 {
    let along = frame.corners().into_iter().map(|corner| corner[axis]);
    if greatest { along.fold(f64::MIN, f64::max) } else { along.fold(f64::MAX, f64::min) }
}

#[test]
fn the_shapes_at_the_start_touch_by_a_corner() -> Answered<()> {
    pollster::block_on(async {
        let bench = Bench::open().await?;
        let start = Table::default();
        assert_eq!(bench.ask(&start).await?.verdict, "separate");
        let snapped = bench.snap(&start).await?;
        assert_eq!((snapped.verdict, snapped.axis), ("touching", Some(0)));
        let [a, b] = snapped.table.frames(0.0)?;
        assert_eq!(end_of(&a, 0, true), end_of(&b, 0, false));
        // Once more it stays where it is.
        let again = bench.snap(&snapped.table).await?;
        assert_eq!((again.verdict, again.axis), ("touching", None));
        // From within to the same contact.
        let mut within = snapped.table.clone();
        within.shapes[1].at[0] -= 0.125;
        assert_eq!(bench.ask(&within).await?.verdict, "overlapping");
        assert_eq!(bench.snap(&within).await?.table, snapped.table);
        Ok(())
    })
}

/// Whatever the shapes are: either they touch, or one step of the grid parts separate shapes from
/// shapes that meet.
#[test]
fn a_contact_is_found_to_a_step_of_the_grid() -> Answered<()> {
    let seed = fastrand::u64(..);
    let mut rng = Rng::with_seed(seed);
    pollster::block_on(async {
        let bench = Bench::open().await?;
        let (mut touching, mut parted) = (0, 0);
        while touching < 20 || parted < 20 {
            let mut table = Table { time: rng.f32(), ..Table::default() };
            for shape in &mut table.shapes {
                shape.kind = KINDS[rng.usize(..3)];
                let aligned = rng.bool();
                let mut any = || 2.0 * rng.f32() - 1.0;
                shape.at = [any(), any(), any()];
                shape.velocity = [any(), any(), any()];
                let turn = Quat::from_xyzw(any(), any(), any(), any());
                shape.turn = if aligned { Quat::IDENTITY } else { turn }.to_array();
            }
            let snapped = bench.snap(&table).await?;
            let Some(axis) = snapped.axis else { continue };
            if snapped.verdict == "touching" {
                touching += 1;
                continue;
            }
            parted += 1;
            assert_eq!(snapped.verdict, "separate", "seed {seed}: {table:?}");
            let mut meets = 0;
            for sign in [-1.0, 1.0] {
                let next = moved(&snapped.table, axis, sign * GRID).ok_or("within reach")?;
                meets += usize::from(bench.ask(&next).await?.verdict != "separate");
            }
            assert_eq!(meets, 1, "seed {seed}: {table:?}");
        }
        Ok(())
    })
}
