//! A few letters in straight strokes.

use motzkin::glam::Vec2;

/// Letters stand in cells of this width for a height of 6, the gap to the next one included.
const ADVANCE: f32 = 5.4;
const HEIGHT: f32 = 6.0;

/// Lines through the points of a grid 4 wide and 6 high, written as digits `xy`.
fn glyph(letter: char) -> &'static [&'static str] {
    match letter {
        '0' => &["10 01 05 16 36 45 41 30 10"],
        '1' => &["05 26 20", "00 40"],
        '2' => &["05 16 36 45 44 00 40"],
        '3' => &["05 16 36 45 44 33 13", "33 42 41 30 10 01"],
        '4' => &["30 36 02 42"],
        '5' => &["46 06 03 33 42 41 30 00"],
        '6' => &["45 36 16 05 01 10 30 41 42 33 03"],
        '7' => &["06 46 10"],
        '8' => &["13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33"],
        '9' => &["01 10 30 41 45 36 16 05 04 13 43"],
        'A' => &["00 26 40", "12 32"],
        'B' => &["00 06 36 45 44 33 42 41 30 00", "03 33"],
        't' => &["16 11 20 30", "04 34"],
        'x' => &["00 44", "04 40"],
        'y' => &["04 20", "44 20 00"],
        'z' => &["04 44 00 40"],
        _ => &[],
    }
}

/// The strokes of a text of height 1 whose middle is the origin.
pub(super) fn strokes(text: &str) -> Vec<[Vec2; 2]> {
    let count = text.chars().count() as f32;
    let middle = Vec2::new(count * ADVANCE - (ADVANCE - 4.0), HEIGHT) / 2.0;
    let mut out = Vec::new();
    for (i, letter) in text.chars().enumerate() {
        for line in glyph(letter) {
            let points: Vec<Vec2> = line
                .split(' ')
                .map(|point| {
                    let digit = |i: usize| f32::from(point.as_bytes()[i] - b'0');
                    (Vec2::new(digit(0) + i as f32 * ADVANCE, digit(1)) - middle) / HEIGHT
                })
                .collect();
            out.extend(points.windows(2).map(|ends| [ends[0], ends[1]]));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_round_the_middle() {
        for text in ["A", "B", "x", "t0", "t1", "0123456789"] {
            let points: Vec<Vec2> = strokes(text).into_iter().flatten().collect();
            let low = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
            let high = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
            assert!(
                low.y >= -0.5 && high.y <= 0.5 && (low.x + high.x).abs() < 0.2,
                "{text}: {low} {high}"
            );
        }
        assert!(strokes(" ?").is_empty());
    }
}
