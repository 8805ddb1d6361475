//! JSON in which no object has a key twice. Readers differ in which of the two they take, so a text with both could tell
//! one thing to a verifier and another to a program.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads a text.
///
/// # Errors
/// A sentence that continues the place of the text: it is no JSON, or an object in it has a key twice.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    let twice = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict(&twice).deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| match twice.take() {
        Some(key) => format!("has the key {} twice in one object", Value::from(key)),
        None => format!("is not JSON (line {})", line(&error)),
    })
}

/// The line of what is no JSON. The reader may have taken the end of that line in before it says so.
fn line(error: &serde_json::Error) -> usize {
    let is_past = error.column() == 0 && !error.is_eof();
    error.line() - usize::from(is_past && error.line() > 1)
}

/// Reads one value, and remembers the key that stands twice.
#[derive(Clone, Copy)]
struct Strict<'t>(&'t RefCell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
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

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let (mut fields, mut twice) = (Map::new(), None);
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value_seed(self)?;
            if fields.insert(key.clone(), value).is_some() {
                twice.get_or_insert(key);
            }
        }
        match twice {
            None => Ok(Value::Object(fields)),
            Some(key) => {
                self.0.replace(Some(key));
                Err(A::Error::custom("a key stands twice"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_key_that_stands_twice_is_named_wherever_it_stands() {
        assert_eq!(parse("{\"a\": [{\"b\": 1}, {\"b\": 2}]}").map(|value| value.to_string()), {
            Ok("{\"a\":[{\"b\":1},{\"b\":2}]}".to_owned())
        });
        let twice = parse("{\"a\": [{\"b\": 1, \"c\": {}, \"\\u0062\": 2}]} and no JSON").unwrap_err();
        assert_eq!(twice, "has the key \"b\" twice in one object");
        assert_eq!(parse("{} {}").unwrap_err(), "is not JSON (line 1)");
        assert_eq!(parse("[\n-\n]").unwrap_err(), "is not JSON (line 2)");
    }
}
