//! A hundred single tamperings of a final file, all of them found.

use dice::{DiceKey, FaceStream, Secret};
use ledger::{Export, verify};
use serde_json::{Value, json};

use crate::campaign::{exported, script};

const N_TAMPERINGS: u64 = 100;

/// Numbers that are the same in every run.
pub struct Chance(FaceStream);

impl Chance {
    pub fn new(number: u64) -> Self {
        let key = DiceKey::new(&Secret::new([3; 32]), "tampering", &[]);
        Self(key.stream("public", number, "which one?"))
    }

    /// One of `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.0.next(u16::try_from(n).unwrap())) - 1
    }
}

/// Paths of all values for which `wanted` holds.
fn paths(value: &Value, wanted: fn(&Value) -> bool) -> Vec<String> {
    fn walk(value: &Value, path: &str, wanted: fn(&Value) -> bool, found: &mut Vec<String>) {
        if wanted(value) {
            found.push(path.to_owned());
        }
        match value {
            Value::Array(values) => {
                for (n, value) in values.iter().enumerate() {
                    walk(value, &format!("{path}/{n}"), wanted, found);
                }
            }
            Value::Object(map) => {
                for (key, value) in map {
                    walk(value, &format!("{path}/{key}"), wanted, found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, "", wanted, &mut found);
    found
}

/// Changes one value or one list of the file, and tells which.
pub fn tamper(file: &mut Value, chance: &mut Chance) -> String {
    if chance.below(10) < 6 {
        let scalars = paths(file, |value| value.is_string() || value.is_number() || value.is_boolean());
        let path = &scalars[chance.below(scalars.len())];
        change(file.pointer_mut(path).unwrap(), chance);
        return format!("changed {path}");
    }
    let lists = paths(file, |value| value.as_array().is_some_and(|list| !list.is_empty()));
    let path = &lists[chance.below(lists.len())];
    let list = file.pointer_mut(path).unwrap().as_array_mut().unwrap();
    let one = chance.below(list.len());
    let other = chance.below(list.len());
    match chance.below(4) {
        0 => {
            list.remove(one);
            format!("dropped {path}/{one}")
        }
        1 => {
            list.insert(other, list[one].clone());
            format!("put {path}/{one} also at {other}")
        }
        2 if list[one] != list[other] => {
            list.swap(one, other);
            format!("swapped {path}/{one} and {other}")
        }
        _ => {
            list.truncate(one);
            format!("cut {path} to {one}")
        }
    }
}

fn change(value: &mut Value, chance: &mut Chance) {
    *value = match value {
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = chance.below(letters.len() + 1);
            match letters.get_mut(at) {
                Some(letter) if chance.below(2) == 0 => *letter = if *letter == 'a' { 'b' } else { 'a' },
                Some(letter) if letter.is_ascii_lowercase() => *letter = letter.to_ascii_uppercase(),
                Some(_) => drop(letters.remove(at)),
                None => letters.push('0'),
            }
            json!(letters.into_iter().collect::<String>())
        }
        Value::Number(number) => match (number.as_u64().unwrap(), chance.below(3)) {
            (0, _) | (_, 0) => json!(number.as_u64().unwrap() + 1),
            (number, 1) => json!(number - 1),
            (number, _) => json!(number + 1000),
        },
        Value::Bool(truth) => json!(!*truth),
        other => panic!("{other} is no scalar"),
    };
}

#[tokio::test]
async fn a_hundred_tamperings_are_all_found() {
    let whole: Value = serde_json::from_str(&exported(&script(), Export::Final).await.to_text()).unwrap();
    assert!(verify(&whole.to_string(), None).is_sound());
    for number in 1..=N_TAMPERINGS {
        let mut file = whole.clone();
        let what = tamper(&mut file, &mut Chance::new(number));
        assert_ne!(file, whole, "{what}");
        assert!(!verify(&file.to_string(), None).is_sound(), "not found: {what}");
    }
}

#[tokio::test]
async fn every_single_value_is_covered() {
    let whole: Value = serde_json::from_str(&exported(&script(), Export::Final).await.to_text()).unwrap();
    let scalars = paths(&whole, |value| value.is_string() || value.is_number() || value.is_boolean());
    for (path, number) in scalars.iter().zip(1000..) {
        let mut file = whole.clone();
        change(file.pointer_mut(path).unwrap(), &mut Chance::new(number));
        assert!(!verify(&file.to_string(), None).is_sound(), "not found: {path}");
    }
}
