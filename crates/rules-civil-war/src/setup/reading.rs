//! What a set-up holds beside texts and whole numbers: lengths, points, lists, parts of a strength point. What is none of
//! them is told in plain words, with what would be one.

use kernel::reader::HOUSE_FILE;
use kernel::{Id, Node};
use serde_json::Value;

use crate::exact::Exact;
use crate::words::Inches;

/// A length, if it stands there.
pub fn inches(node: &Node<'_>, key: &str) -> Option<Inches> {
    let value: Value = node.maybe(key)?;
    let length = value.as_f64().and_then(Inches::exact);
    if length.is_none() {
        let words = format!("The field {key:?} must be inches, exact to a quarter, such as 12 or 7.25.");
        node.fault(key, HOUSE_FILE, words);
    }
    length
}

/// A list of points, if it stands there.
pub fn points(node: &Node<'_>, key: &str) -> Option<Vec<(Inches, Inches)>> {
    let value: Value = node.maybe(key)?;
    let point = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => x.as_f64().and_then(Inches::exact).zip(y.as_f64().and_then(Inches::exact)),
        _ => None,
    };
    let read: Option<Vec<_>> = value.as_array().and_then(|all| all.iter().map(point).collect());
    if read.is_none() {
        let words = "Points are pairs of inches, exact to a quarter, such as [[0, 24], [36.5, 20]].";
        node.fault(key, HOUSE_FILE, words);
    }
    read
}

/// A list of ids, none where it does not stand there.
pub fn ids<T: From<Id>>(node: &Node<'_>, key: &str) -> Vec<T> {
    let read = |text: String| {
        let id = Id::new(&text);
        id.map_err(|bad| node.fault(key, HOUSE_FILE, format!("{text:?} is no id: {bad}."))).ok()
    };
    node.texts(key).into_iter().filter_map(read).map(T::from).collect()
}

/// Sums of two dice, none where they do not stand there.
pub fn sums(node: &Node<'_>, key: &str) -> Vec<i32> {
    let Some(value) = node.maybe::<Value>(key) else { return Vec::new() };
    let sum = |value: &Value| {
        value.as_i64().and_then(|sum| i32::try_from(sum).ok()).filter(|sum| (2..=12).contains(sum))
    };
    let read: Option<Vec<i32>> = value.as_array().and_then(|all| all.iter().map(sum).collect());
    if read.is_none() {
        node.fault(key, HOUSE_FILE, "Sums of two dice are 2 to 12, such as [2, 3].");
    }
    read.unwrap_or_default()
}

/// What is carried in the accounts crack and other: less than a strength point in each, and nothing where it does not stand there.
/// [CWFF-R17]
pub fn carried(node: &Node<'_>, key: &str) -> [Exact; 2] {
    let Some(value) = node.maybe::<Value>(key) else { return [Exact::NONE; 2] };
    let part = |value: &Value| value.as_str().and_then(|text| text.parse::<Exact>().ok());
    let read: Option<Vec<Exact>> = value.as_array().and_then(|all| all.iter().map(part).collect());
    let read = read.and_then(|all| <[Exact; 2]>::try_from(all).ok());
    let read = read.filter(|all| all.iter().all(|part| part.whole() == 0));
    if read.is_none() {
        let words = "What is carried is two parts of a strength point, crack and other, each less than one: [\"3/20\", \"0\"].";
        node.fault(key, "CWFF-R17", words);
    }
    read.unwrap_or([Exact::NONE; 2])
}
