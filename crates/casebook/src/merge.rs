//! Laying changes over a document.

use serde_json::{Map, Value};

/// Where a TOML date is kept in JSON on its way from file to file.
const DATE: &str = "$date";

/// A TOML value as JSON; dates are wrapped so that [`toml_of`] gives them back.
pub(crate) fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(flag) => flag.into(),
        toml::Value::Datetime(date) => {
            Value::Object(Map::from_iter([(DATE.into(), date.to_string().into())]))
        }
        toml::Value::Array(list) => list.into_iter().map(json).collect(),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, json(value))).collect())
        }
    }
}

/// Dates as the plain texts that positions and commands hold.
pub(crate) fn undated(value: Value) -> Value {
    match value {
        Value::Object(mut map) => match map.get_mut(DATE).map(Value::take) {
            Some(date) => date,
            None => Value::Object(map.into_iter().map(|(key, value)| (key, undated(value))).collect()),
        },
        Value::Array(list) => list.into_iter().map(undated).collect(),
        other => other,
    }
}

/// JSON as TOML; what is null is left out.
pub(crate) fn toml_of(value: &Value) -> Option<toml::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => number.into(),
            None => number.as_f64()?.into(),
        },
        Value::String(text) => text.clone().into(),
        Value::Array(list) => list.iter().filter_map(toml_of).collect::<Vec<_>>().into(),
        Value::Object(map) => match map.get(DATE).and_then(Value::as_str) {
            Some(date) => toml::Value::Datetime(date.parse().ok()?),
            None => map
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), toml_of(value)?)))
                .collect::<toml::Table>()
                .into(),
        },
    })
}

/// Lays `changes` over `base`: tables key by key, lists of tables with an `id` entry by entry, everything else whole.
/// An entry with `remove = true` is taken out; a table with `remove = ["key", …]` loses these keys.
///
/// # Errors
/// What cannot be removed because it is not there, with its path.
pub(crate) fn merge(base: &mut Value, changes: &Value, path: &str, faults: &mut Vec<String>) {
    match (base, changes) {
        (Value::Object(base), Value::Object(changes)) => merge_tables(base, changes, path, faults),
        (Value::Array(base), Value::Array(changes)) if have_ids(base) && have_ids(changes) => {
            merge_lists(base, changes, path, faults);
        }
        (base, changes) => *base = fresh(changes),
    }
}

fn merge_tables(
    base: &mut Map<String, Value>,
    changes: &Map<String, Value>,
    path: &str,
    faults: &mut Vec<String>,
) {
    for (key, change) in changes {
        let at = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match change {
            Value::Array(keys) if key == "remove" => {
                for key in keys {
                    let gone = key.as_str().and_then(|key| base.shift_remove(key));
                    if gone.is_none() {
                        faults.push(format!("{at}: there is no {key} to remove"));
                    }
                }
            }
            _ => match base.get_mut(key) {
                Some(value) => merge(value, change, &at, faults),
                None => {
                    base.insert(key.clone(), fresh(change));
                }
            },
        }
    }
}

fn merge_lists(base: &mut Vec<Value>, changes: &[Value], path: &str, faults: &mut Vec<String>) {
    for change in changes {
        let at = base.iter().position(|entry| entry["id"] == change["id"]);
        let removed = change["remove"] == Value::Bool(true);
        match at {
            Some(at) if removed => {
                base.remove(at);
            }
            Some(at) => merge(&mut base[at], change, &format!("{path}[{}]", change["id"]), faults),
            None if removed => faults.push(format!("{path}: there is no {} to remove", change["id"])),
            None => base.push(fresh(change)),
        }
    }
}

fn have_ids(list: &[Value]) -> bool {
    list.iter().all(|entry| entry.get("id").is_some())
}

/// A change as a document of its own: entries that remove leave nothing.
fn fresh(change: &Value) -> Value {
    match change {
        Value::Array(list) => {
            list.iter().filter(|entry| entry.get("remove") != Some(&Value::Bool(true))).map(fresh).collect()
        }
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, value)| *key != "remove" || !value.is_array());
            Value::Object(kept.map(|(key, value)| (key.clone(), fresh(value))).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn merged(mut base: Value, changes: Value) -> (Value, Vec<String>) {
        let mut faults = Vec::new();
        merge(&mut base, &changes, "", &mut faults);
        (base, faults)
    }

    #[test]
    fn tables_merge_key_by_key_and_plain_lists_are_replaced() {
        let (value, faults) =
            merged(json!({"a": {"x": 1, "y": 2}, "l": [1, 2]}), json!({"a": {"y": 3}, "l": [9]}));
        assert_eq!(value, json!({"a": {"x": 1, "y": 3}, "l": [9]}));
        assert!(faults.is_empty());
    }

    #[test]
    fn lists_with_ids_merge_by_id() {
        let base = json!({"side": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]});
        let changes = json!({"side": [{"id": "b", "n": 3}, {"id": "c"}, {"id": "a", "remove": true}]});
        assert_eq!(merged(base, changes), (json!({"side": [{"id": "b", "n": 3}, {"id": "c"}]}), vec![]));
    }

    #[test]
    fn keys_are_removed_by_name() {
        let (value, faults) = merged(json!({"a": 1, "b": 2}), json!({"remove": ["a", "z"]}));
        assert_eq!(value, json!({"b": 2}));
        assert_eq!(faults, ["remove: there is no \"z\" to remove"]);
    }

    #[test]
    fn dates_pass_from_toml_to_toml() {
        let table: toml::Table = "day = 1942-12-23\nhours = [1.5, 2]".parse().unwrap();
        assert_eq!(toml_of(&json(table.clone().into())), Some(table.into()));
        assert_eq!(
            undated(json("d = 1942-12-23".parse::<toml::Table>().unwrap().into())),
            json!({"d": "1942-12-23"})
        );
    }
}
