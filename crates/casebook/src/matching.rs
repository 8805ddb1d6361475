//! Whether a value holds what an example lists: a table at least the listed fields, everything else exactly.

use serde_json::Value;

/// Says where `actual` lacks what `wanted` lists; `None` when it holds everything.
///
/// Lists whose wanted entries all have an `id` are matched entry by entry; an entry with `absent = true` must not be
/// there. In a table `absent = ["key", …]` names fields that must be missing or null.
pub(crate) fn lacks(actual: &Value, wanted: &Value, path: &str) -> Option<String> {
    match (actual, wanted) {
        (Value::Object(actual), Value::Object(wanted)) => wanted.iter().find_map(|(key, wanted)| {
            let at = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match (actual.get(key), wanted) {
                (None, Value::Array(keys)) if key == "absent" => keys.iter().find_map(|key| {
                    let there = key.as_str().and_then(|key| actual.get(key)).filter(|value| !value.is_null());
                    there.map(|value| format!("{path}.{key} should be absent, but is {value}"))
                }),
                (None, wanted) => Some(format!("{at} is missing; {wanted} was expected")),
                (Some(value), wanted) => lacks(value, wanted, &at),
            }
        }),
        (Value::Array(actual), Value::Array(wanted)) if !wanted.is_empty() && have_ids(wanted) => {
            wanted.iter().find_map(|wanted| lacks_entry(actual, wanted, path))
        }
        (Value::Array(list), Value::Array(wanted)) if list.len() == wanted.len() => {
            let pairs = list.iter().zip(wanted).enumerate();
            pairs.into_iter().find_map(|(n, (actual, wanted))| lacks(actual, wanted, &format!("{path}[{n}]")))
        }
        (actual, wanted) if same(actual, wanted) => None,
        (actual, wanted) => Some(format!("{path} is {actual}; {wanted} was expected")),
    }
}

/// Whether `actual` holds everything that `wanted` lists.
pub(crate) fn holds(actual: &Value, wanted: &Value) -> bool {
    lacks(actual, wanted, "").is_none()
}

fn have_ids(list: &[Value]) -> bool {
    list.iter().all(|entry| entry.get("id").is_some())
}

fn lacks_entry(list: &[Value], wanted: &Value, path: &str) -> Option<String> {
    let id = &wanted["id"];
    let found = list.iter().find(|entry| entry.get("id") == Some(id));
    match (found, wanted.get("absent") == Some(&Value::Bool(true))) {
        (Some(entry), true) => Some(format!("{path}[{id}] should be absent, but is {entry}")),
        (None, true) => None,
        (None, false) => Some(format!("{path}[{id}] is missing")),
        (Some(entry), false) => lacks(entry, wanted, &format!("{path}[{id}]")),
    }
}

fn same(actual: &Value, wanted: &Value) -> bool {
    match (actual, wanted) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => actual == wanted,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_may_hold_more_and_a_plain_list_may_not() {
        assert!(holds(&json!({"a": 1, "b": [1, 2]}), &json!({"b": [1, 2]})));
        assert!(!holds(&json!({"b": [1, 2, 3]}), &json!({"b": [1, 2]})));
        assert!(!holds(&json!({"a": 1}), &json!({"b": 1})));
    }

    #[test]
    fn entries_are_found_by_id_and_may_have_to_be_absent() {
        let actual = json!([{"id": "a", "n": 1}, {"id": "b", "n": 2}]);
        assert!(holds(&actual, &json!([{"id": "b", "n": 2}])));
        assert!(holds(&actual, &json!([{"id": "c", "absent": true}])));
        assert_eq!(
            lacks(&actual, &json!([{"id": "b", "n": 3}]), "x"),
            Some("x[\"b\"].n is 2; 3 was expected".into())
        );
        assert!(!holds(&actual, &json!([{"id": "a", "absent": true}])));
    }

    #[test]
    fn fields_may_have_to_be_absent() {
        assert!(holds(&json!({"a": 1, "b": null}), &json!({"a": 1, "absent": ["b", "c"]})));
        assert!(!holds(&json!({"a": 1}), &json!({"absent": ["a"]})));
    }
}
