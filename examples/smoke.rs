use glam::Vec3;
use motzkin::{
    exact::decide,
    geom::*,
    kernel::{SimdLevel, Zipped, raw_codes},
};
use std::time::Instant;
fn main() {
    let mut r = fastrand::Rng::with_seed(7);
    let mut v = |s: f32| Vec3::new(r.f32() - 0.5, r.f32() - 0.5, r.f32() - 0.5) * 2.0 * s;
    let n = 200_000;
    for kind in ["cc", "ct", "tt"] {
        let mut a = vec![];
        let mut b = vec![];
        for i in 0..n {
            let f = |v: &mut dyn FnMut(f32) -> Vec3, t: bool| {
                let o = v(100.0);
                let e = [v(100.0), v(100.0), v(100.0)];
                if t { Frame3::tetra(o, e).unwrap() } else { Frame3::cuboid(o, e).unwrap() }
            };
            let (ta, tb) = match kind {
                "cc" => (false, false),
                "ct" => (i % 2 == 0, i % 2 == 1),
                _ => (true, true),
            };
            a.push(f(&mut v, ta));
            b.push(f(&mut v, tb));
        }
        let src = Zipped { a: &a, b: &b };
        let exact: Vec<u32> = (0..n).map(|i| decide(&a[i], &b[i]).unwrap().verdict as u32).collect();
        for level in SimdLevel::available() {
            let codes = raw_codes(&src, level, false);
            let t = Instant::now();
            let mut reps = 0;
            while t.elapsed().as_millis() < 300 {
                std::hint::black_box(raw_codes(&src, level, false));
                reps += 1;
            }
            let ns = t.elapsed().as_nanos() as f64 / (reps * n) as f64;
            let und = codes.iter().filter(|c| c.bits() == 3).count();
            let wrong = codes.iter().zip(&exact).filter(|(c, e)| c.bits() != 3 && c.bits() != **e).count();
            let hits = exact.iter().filter(|e| **e == 2).count();
            println!("{kind} {level:?} {ns:.1} ns/pair undecided {und} wrong {wrong} hits {hits}");
        }
    }
}
