//! Reading JSON by hand, so that every fault is told with its place and not only the first.

use std::fmt::Display;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::Finding;

/// Collects what is wrong while reading on.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) findings: Vec<Finding>,
}

/// A value and where it stands.
#[derive(Clone)]
pub(super) struct At<'v> {
    pub(super) value: &'v Value,
    pub(super) place: String,
}

/// An object and where it stands.
pub(super) struct Fields<'v> {
    map: &'v Map<String, Value>,
    place: String,
}

impl Reader {
    /// Adds a fault.
    pub(super) fn fault(&mut self, place: &str, sentence: impl Into<String>) {
        self.findings.push(Finding::new(place, sentence));
    }

    /// An object with exactly these keys; a missing or unknown one is reported here, once.
    pub(super) fn object<'v>(&mut self, at: &At<'v>, keys: &[&str]) -> Option<Fields<'v>> {
        let Value::Object(map) = at.value else {
            self.fault(&at.place, "must be an object");
            return None;
        };
        let fields = Fields { map, place: at.place.clone() };
        for key in keys {
            if !map.contains_key(*key) {
                self.fault(&fields.place_of(key), "is missing");
            }
        }
        for key in map.keys() {
            if !keys.contains(&key.as_str()) {
                self.fault(&fields.place_of(key), "is unknown");
            }
        }
        Some(fields)
    }

    /// The elements of a list.
    pub(super) fn list<'v>(&mut self, at: Option<At<'v>>) -> Option<Vec<At<'v>>> {
        let at = at?;
        let Value::Array(values) = at.value else {
            self.fault(&at.place, "must be a list");
            return None;
        };
        let element = |(n, value)| At { value, place: format!("{}[{n}]", at.place) };
        Some(values.iter().enumerate().map(element).collect())
    }

    /// A text.
    pub(super) fn text(&mut self, at: Option<At<'_>>) -> Option<String> {
        let at = at?;
        if at.value.is_string() {
            return at.value.as_str().map(str::to_owned);
        }
        self.fault(&at.place, "must be a text");
        None
    }

    /// A whole number from 0 to `max`.
    pub(super) fn whole(&mut self, at: Option<At<'_>>, max: u64) -> Option<u64> {
        let at = at?;
        let number = at.value.as_u64().filter(|number| *number <= max);
        if number.is_none() {
            self.fault(&at.place, format!("must be a whole number from 0 to {max}"));
        }
        number
    }

    /// A text of a known form.
    pub(super) fn named<T: FromStr>(&mut self, at: Option<At<'_>>) -> Option<T>
    where
        T::Err: Display,
    {
        let place = at.as_ref()?.place.clone();
        match self.text(at)?.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.fault(&place, error.to_string());
                None
            }
        }
    }
}

impl<'v> Fields<'v> {
    /// The value of a key; a missing one has been reported.
    pub(super) fn at(&self, key: &str) -> Option<At<'v>> {
        self.map.get(key).map(|value| At { value, place: self.place_of(key) })
    }

    fn place_of(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }
}

impl At<'_> {
    /// Nothing where JSON says `null`.
    pub(super) fn present(self) -> Option<Self> {
        (!self.value.is_null()).then_some(self)
    }
}
