//! How glTF writes values in JSON, where that is not what serde derives.

use crate::import::error::ImportFault;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Returns what a text holds. What is not read may be anything, nested as deep as it likes: it is
/// skipped without recursion.
pub fn parse<'de, T: Deserialize<'de>>(json: &'de [u8]) -> Result<T, ImportFault> {
    serde_json::from_slice(json).map(|Object(found)| found).map_err(|error| broken(&error))
}

/// Returns where the parser stopped, without the names and values that it quotes from the file.
fn broken(error: &serde_json::Error) -> ImportFault {
    let what = if error.is_eof() {
        "the JSON ends too early"
    } else if error.is_data() {
        "the JSON is not what glTF has at this place"
    } else {
        "not JSON"
    };
    ImportFault::broken(format!("line {} column {}: {what}", error.line(), error.column()))
}

/// A text, which stays where it is in the file if nothing in it is escaped.
#[derive(Deserialize)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

/// A number that is whole, not negative, and fits. glTF allows that it is written as a decimal or
/// with an exponent: `100.0` and `1e2` are 100.
#[derive(Clone, Copy, Default)]
pub struct Whole<T>(pub T);

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor(PhantomData)).map(Whole)
    }
}

struct WholeVisitor<T>(PhantomData<T>);

impl<T: TryFrom<u64>> Visitor<'_> for WholeVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number that fits")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        T::try_from(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        // From there on a float may stand for several whole numbers.
        const EXACT: f64 = (1_u64 << 53) as f64;
        if value.fract() == 0.0 && (0.0..EXACT).contains(&value) {
            return self.visit_u64(value as u64);
        }
        Err(E::invalid_value(Unexpected::Float(value), &self))
    }
}

/// An object. Where serde derives what a struct is read from, it takes a list, too, whose values
/// are the fields in their order.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData)).map(Object)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Reads a field that is an object.
pub fn object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Object::deserialize(deserializer).map(|Object(found)| found)
}

/// Reads a field that is a list of objects.
pub fn objects<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let list = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(list.into_iter().map(|Object(found)| found).collect())
}
