//! JSON in which no name stands twice. The plain reader keeps the last of two and says nothing.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads a value.
///
/// # Errors
/// What is no JSON, or a name that stands twice in one object, with its line and column.
pub fn read(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str::<Once>(text).map(|once| once.0)
}

/// A value in which no name stands twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Once(pub Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading).map(Self)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Once::deserialize(deserializer).map(|once| once.0)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Once(value)) = seq.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("{name:?} stands twice")));
            }
            let Once(value) = map.next_value()?;
            fields.insert(name, value);
        }
        Ok(Value::Object(fields))
    }
}

/// A value whose things with named fields are objects. The plain reader takes a list for them too, field after field.
pub struct ByName(pub Value);

impl<'de> IntoDeserializer<'de, serde_json::Error> for ByName {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for ByName {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Array(list) => {
                let mut list = SeqDeserializer::new(list.into_iter().map(ByName));
                let read = visitor.visit_seq(&mut list)?;
                list.end()?;
                Ok(read)
            }
            Value::Object(fields) => {
                let fields = fields.into_iter().map(|(name, value)| (Name(name), ByName(value)));
                let mut fields = MapDeserializer::new(fields);
                let read = visitor.visit_map(&mut fields)?;
                fields.end()?;
                Ok(read)
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        if self.0.is_object() {
            self.deserialize_any(visitor)
        } else {
            Err(Error::custom("this is an object with its fields by name"))
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.deserialize_enum(name, words, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier
    }
}

/// A name in an object; where a number is wanted, the number that it writes.
struct Name(String);

impl<'de> IntoDeserializer<'de, serde_json::Error> for Name {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! numbers {
    ($($wanted:ident),*) => {
        $(fn $wanted<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            match (self.0.parse::<u64>(), self.0.parse::<i64>()) {
                (Ok(number), _) => visitor.visit_u64(number),
                (_, Ok(number)) => visitor.visit_i64(number),
                _ => visitor.visit_string(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Name {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_string(self.0)
    }

    numbers! {
        deserialize_u8, deserialize_u16, deserialize_u32, deserialize_u64, deserialize_i8, deserialize_i16, deserialize_i32,
        deserialize_i64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Order {
        words: Option<String>,
        command: Value,
    }

    #[test]
    fn what_has_fields_is_no_list() {
        let read = |text: &str| Vec::<Order>::deserialize(ByName(read(text).unwrap()));
        let order = |words: Option<&str>, command| Order { words: words.map(Into::into), command };
        let text = r#"[{"words": "x", "command": ["a", {"b": 1}]}, {"command": null}]"#;
        let expected = vec![order(Some("x"), serde_json::json!(["a", {"b": 1}])), order(None, Value::Null)];
        assert_eq!(read(text).unwrap(), expected);
        let fault = read(r#"[["x", {}]]"#).unwrap_err().to_string();
        assert_eq!(fault, "this is an object with its fields by name");
    }

    #[test]
    fn names_are_numbers_and_words_where_those_are_wanted() {
        #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Place {
            OnTheHill,
        }
        let read = |text: &str| ByName(super::read(text).unwrap());
        let numbered = BTreeMap::<u64, Vec<i8>>::deserialize(read(r#"{"3": [1], "12": []}"#)).unwrap();
        assert_eq!(numbered, BTreeMap::from([(3, vec![1]), (12, vec![])]));
        assert!(BTreeMap::<u64, i8>::deserialize(read(r#"{"three": 1}"#)).is_err());
        assert!(BTreeMap::<u64, i8>::deserialize(read(r#"{"-3": 1}"#)).is_err());
        let placed = BTreeMap::<Place, i8>::deserialize(read(r#"{"on-the-hill": 1}"#)).unwrap();
        assert_eq!(placed, BTreeMap::from([(Place::OnTheHill, 1)]));
    }

    #[test]
    fn a_value_is_read_as_the_plain_reader_reads_it() {
        let text = r#"{"a": [1, -2, 2.5, "x", null, true], "b": {"a": {}, "b": []}}"#;
        assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        assert!(read("{\"a\": }").is_err());
    }

    #[test]
    fn a_name_that_stands_twice_is_told_with_its_place() {
        for (text, place) in [
            (r#"{"a": 1, "a": 1}"#, "\"a\" stands twice at line 1 column 12"),
            ("{\"men\": {\"9\": 1,\n\"9\": 2}}", "\"9\" stands twice at line 2 column 3"),
            (r#"[{"b": {"c": 1, "d": 2, "c": 3}}]"#, "\"c\" stands twice"),
        ] {
            let fault = read(text).unwrap_err().to_string();
            assert!(fault.starts_with(place), "{fault}");
        }
    }
}
