//! Text in columns.

/// Left-aligned columns under a heading, two spaces apart.
pub fn columns<const N: usize>(
    heading: &[String; N],
    rows: impl Iterator<Item = [String; N]>,
) -> String {
    let lines: Vec<[String; N]> = std::iter::once(heading.clone()).chain(rows).collect();
    let width =
        |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |cells: &[String; N]| {
        let cells = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    lines.iter().map(line).collect()
}

/// A whole number with a comma at every thousand.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The first noun for a count of one, else the second.
pub fn noun<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// A count with its noun: `1 pair`, `1,000 pairs`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), noun(count, one, many))
}

/// A share in percent, with three places.
pub fn percent(part: usize, whole: usize) -> String {
    format!("{:.3} %", 100.0 * part as f64 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_columns() {
        let got = [0, 12, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(got, ["0", "12", "999", "1,000", "1,234,567"]);
        let got = [0, 1, 2, 1000].map(|count| counted(count, "torus", "tori"));
        assert_eq!(got, ["0 tori", "1 torus", "2 tori", "1,000 tori"]);
        let text = columns(&["a".into(), "b".into()], [["xyz".into(), "1".into()]].into_iter());
        assert_eq!(text, "a    b\nxyz  1\n");
    }
}
