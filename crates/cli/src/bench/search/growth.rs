//! What ten times the tori cost, by ours: for both forms of the search that stop early, over so
//! many tori that the mean is steady.

use super::SEED;
use super::measure::{median_ms, world_of};
use crate::error::CliError;
use motzkin::{CollisionService, Find, SearchOptions};
use motzkin_lab::workload::torus::{Cover, Tori};
use serde::Serialize;
use std::collections::BTreeMap;

/// Tori of the worlds that are compared.
const TORI: [usize; 2] = [100, 1000];

/// One torus against all others.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// How many others it collides with.
    collided: usize,
    ms: f64,
}

/// One form of the search in both worlds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Growth {
    /// Which tori collide, or the first collision alone.
    pub looked_for: &'static str,
    pub tori: [usize; 2],
    pub samples: [usize; 2],
    /// Means in the smaller world and in the larger, timed by turns.
    pub ms: [f64; 2],
    pub collided: [f64; 2],
    /// How many times as long the larger takes.
    pub times: f64,
    /// `times`, divided by the growth of collisions per torus.
    pub times_per_collided: f64,
    /// `times` of tori that collide with equally many others, as in the paper's diagram.
    pub times_for_as_many: Option<f64>,
}

/// Both forms, of the first `most` tori of each world.
pub fn both(most: usize, service: &CollisionService) -> Result<Vec<Growth>, CliError> {
    let forms = [("the tori", Find::Objects), ("the first collision", Find::First)];
    let mut samples = forms.map(|_| [Vec::new(), Vec::new()]);
    let world = |tori| world_of(&Tori::scattered(tori, [10, 10], Cover::Tetras, SEED)?);
    let worlds = [world(TORI[0])?, world(TORI[1])?];
    // By turns, so that a processor that changes its speed meanwhile favours neither.
    for object in 0..most.min(TORI[1]) as u32 {
        for (place, world) in
            worlds.iter().enumerate().filter(|(_, world)| (object as usize) < world.len())
        {
            let search = |find| {
                service
                    .search(world)
                    .options(SearchOptions::one(object).finding(find))
                    .run()
                    .map_err(CliError::scene)
            };
            // Which poses what it comes by, too.
            let found = search(Find::Objects)?;
            for ((_, find), samples) in forms.iter().zip(&mut samples) {
                let first = search(*find)?.first().map(|first| first.objects);
                if first != found.first().map(|first| first.objects) {
                    return Err(CliError::Wrong(format!(
                        "torus {object} collides first with {first:?}"
                    )));
                }
                let ms = median_ms(|| search(*find).map(|_| ()))?;
                samples[place].push(Sample { collided: found.len(), ms });
            }
        }
    }
    Ok(forms.iter().zip(samples).map(|((name, _), samples)| growth(name, &samples)).collect())
}

fn growth(looked_for: &'static str, samples: &[Vec<Sample>; 2]) -> Growth {
    let mean = |value: fn(&Sample) -> f64| {
        [0, 1].map(|i| samples[i].iter().map(value).sum::<f64>() / samples[i].len().max(1) as f64)
    };
    let (ms, collided) = (mean(|sample| sample.ms), mean(|sample| sample.collided as f64));
    let times = |[few, many]: [f64; 2]| many / few.max(1e-9);
    let per = [0, 1].map(|i| ms[i] / collided[i].max(1e-9));
    Growth {
        looked_for,
        tori: TORI,
        samples: [0, 1].map(|i| samples[i].len()),
        ms,
        collided,
        times: times(ms),
        times_per_collided: times(per),
        times_for_as_many: for_as_many(samples).map(times),
    }
}

/// The mean times in both worlds of tori that collide with as many others; each number of them
/// counts as often as the world has it in which it is rarer.
fn for_as_many(samples: &[Vec<Sample>; 2]) -> Option<[f64; 2]> {
    let [few, many] = [0, 1].map(|i| {
        let mut by_count: BTreeMap<usize, (usize, f64)> = BTreeMap::new();
        for sample in &samples[i] {
            let (count, sum) = by_count.entry(sample.collided).or_default();
            (*count, *sum) = (*count + 1, *sum + sample.ms);
        }
        by_count
    });
    let (mut total, mut sums) = (0.0, [0.0; 2]);
    for (collided, few) in few {
        let Some(many) = many.get(&collided) else { continue };
        let weight = few.0.min(many.0) as f64;
        total += weight;
        for (sum, (count, ms)) in sums.iter_mut().zip([few, *many]) {
            *sum += weight * ms / count as f64;
        }
    }
    (total > 0.0).then(|| sums.map(|sum| sum / total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_compares_means_and_what_collides_alike() {
        let of = |list: &[(usize, f64)]| {
            list.iter().map(|&(collided, ms)| Sample { collided, ms }).collect()
        };
        let found = growth("x", &[of(&[(2, 1.0), (2, 3.0), (5, 9.0)]), of(&[(2, 4.0), (8, 20.0)])]);
        assert_eq!((found.samples, found.collided), ([3, 2], [3.0, 5.0]));
        assert_eq!((found.ms, found.times), ([13.0 / 3.0, 12.0], 12.0 / (13.0 / 3.0)));
        assert!((found.times_per_collided - 36.0 / 13.0 * 3.0 / 5.0).abs() < 1e-12);
        // Two others each: 4 in place of 2.
        assert_eq!(found.times_for_as_many, Some(2.0));
        assert_eq!(growth("x", &[of(&[(1, 1.0)]), of(&[(2, 1.0)])]).times_for_as_many, None);
    }

    #[test]
    fn both_forms_are_timed() -> Result<(), Box<dyn std::error::Error>> {
        let found = both(2, &CollisionService::new(motzkin::Engine::Cpu)?)?;
        assert_eq!(found.len(), 2);
        assert!(
            found.iter().all(|form| form.samples == [2, 2] && form.ms.iter().all(|&ms| ms > 0.0))
        );
        assert_eq!(found[0].collided, found[1].collided);
        Ok(())
    }
}
