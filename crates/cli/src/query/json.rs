//! JSON read in its own words: objects as raw fields, numbers as raw text.

use super::fault::excerpt;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// An object's raw values under the names given, in the order of the names.
pub struct Fields<'a, const N: usize> {
    pub values: [Option<&'a RawValue>; N],
    /// A message about the first name that is unknown or comes twice.
    pub fault: Option<String>,
}

/// Reads an object. The error is the parser's.
pub fn fields<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<Fields<'a, N>, String> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let fields =
        parser.deserialize_map(FieldsVisitor { names }).map_err(|error| message_of(&error))?;
    parser.end().map_err(|error| message_of(&error))?;
    Ok(fields)
}

struct FieldsVisitor<'n, const N: usize> {
    names: [&'n str; N],
}

impl<'a, const N: usize> Visitor<'a> for FieldsVisitor<'_, N> {
    type Value = Fields<'a, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Fields { values: [None; N], fault: None };
        while let Some(name) = map.next_key::<String>()? {
            let value: &RawValue = map.next_value()?;
            let slot = self.names.iter().position(|known| *known == name);
            let fault = match slot {
                None => {
                    let known = self.names.join(", ");
                    format!("unknown field `{}`; there are {known}", excerpt(&name))
                }
                Some(slot) if fields.values[slot].is_some() => {
                    format!("field `{name}` comes twice")
                }
                Some(slot) => {
                    fields.values[slot] = Some(value);
                    continue;
                }
            };
            fields.fault.get_or_insert(fault);
        }
        Ok(fields)
    }
}

/// Returns the parser's message. Every text is one line, so the message has the column only.
fn message_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let reason = text.strip_suffix(&place).unwrap_or(&text);
    let mut reason = excerpt_reason(reason);
    if error.is_syntax() || error.is_eof() {
        reason = format!("not JSON: {reason}");
    }
    // What is no object ends before its first column.
    match error.column() {
        0 => reason,
        column => format!("{reason} at column {column}"),
    }
}

/// Messages such as "invalid type: string .." quote the input, however long it is.
fn excerpt_reason(reason: &str) -> String {
    const KEPT: usize = 160;
    match reason.char_indices().nth(KEPT) {
        Some((end, _)) => format!("{}...", &reason[..end]),
        None => reason.to_owned(),
    }
}

/// The elements of an array, or `None` for anything else.
pub fn elements(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// The characters of a string, or `None` for anything else.
pub fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// A number rounded to f32 once, from its own digits; `None` for anything else.
pub fn number(value: &RawValue) -> Option<f32> {
    let text = value.get();
    if text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

/// Reads a whole number of 32 bits: digits, with nothing but zeros behind a point. It is not
/// rounded to one. Zero may have a sign.
pub fn whole(value: &RawValue) -> Option<u32> {
    let are_zeros = |text: &str| text.bytes().all(|byte| byte == b'0');
    let (digits, behind) = value.get().split_once('.').unwrap_or((value.get(), ""));
    let digits = digits.strip_prefix('-').filter(|digits| are_zeros(digits)).unwrap_or(digits);
    digits.parse().ok().filter(|_| are_zeros(behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_not_rounded() -> Result<(), serde_json::Error> {
        for (text, expected) in [
            ("0", Some(0)),
            ("4294967295", Some(u32::MAX)),
            ("4294967296", None),
            ("3.000", Some(3)),
            ("2.00000000000000000000001", None),
            ("0.99999999999999999999999", None),
            ("1e-400", None),
            ("1.0e1", None),
            ("-0.0", Some(0)),
            ("-1", None),
            ("\"7\"", None),
            ("null", None),
        ] {
            assert_eq!(whole(serde_json::from_str(text)?), expected, "{text}");
        }
        Ok(())
    }

    #[test]
    fn numbers_are_rounded_once() -> Result<(), serde_json::Error> {
        // Half an ulp above 1 and a little: through f64 the little is lost, and the tie goes to
        // even.
        let raw: &RawValue = serde_json::from_str("1.00000005960464477539062500001")?;
        assert_eq!(number(raw), Some(1.0 + f32::EPSILON));
        assert_eq!(raw.get().parse::<f64>().map(|x| x as f32), Ok(1.0));
        for text in ["null", "\"1\"", "[1]", "true"] {
            assert_eq!(number(serde_json::from_str(text)?), None, "{text}");
        }
        Ok(())
    }

    #[test]
    fn odd_fields_are_told_and_the_rest_is_kept() -> Result<(), String> {
        let found = fields(r#"{"b": [1], "c": 2, "a": {"x": 1}, "a": 3}"#, ["a", "b"])?;
        assert_eq!(
            found.values.map(|value| value.map(RawValue::get)),
            [Some(r#"{"x": 1}"#), Some("[1]")]
        );
        assert_eq!(found.fault.as_deref(), Some("unknown field `c`; there are a, b"));
        assert_eq!(
            fields(r#"{"a": 1, "a": 2}"#, ["a"])?.fault.as_deref(),
            Some("field `a` comes twice")
        );
        for text in ["", "[]", "1", "{}{}", "{\"a\":", "{\"a\":1,}", "nul"] {
            assert!(fields(text, ["a"]).is_err(), "{text}");
        }
        Ok(())
    }
}
