//! Finds the form of a page that makes a command, and fills it in.

use serde_json::{Map, Value, json};

/// A form that a seat is offered, and what goes into its fields.
pub struct Offer {
    pub page: String,
    pub form: String,
    pub rolls: bool,
    /// Texts by the names of the fields, as a browser posts them.
    pub entries: Map<String, Value>,
}

/// The open form of a view that makes a command, on the page that is looked at if it stands there.
pub fn offer(view: &Value, command: &Value, page: &str) -> Option<Offer> {
    let mut found = Vec::new();
    for of in view["pages"].as_array().into_iter().flatten() {
        let mut forms = Vec::new();
        gather(of, &mut forms);
        let makes = |form: &&Value| makes(form, command);
        found.extend(
            forms.into_iter().filter(makes).map(|form| (of["id"].as_str().unwrap_or_default(), form)),
        );
    }
    let fixed = |form: &Value| form["command"].as_object().map_or(0, Map::len);
    let (page, form) = found.into_iter().max_by_key(|(of, form)| (fixed(form), *of == page))?;
    let fields = questions(form);
    let entry = |field: &&Value| {
        let key = field["key"].as_str()?;
        Some((format!("f.{key}"), entered(field, command.get(key)?)))
    };
    Some(Offer {
        page: page.into(),
        form: form["id"].as_str()?.into(),
        rolls: form["rolls"] == json!(true),
        entries: fields.iter().filter_map(entry).collect(),
    })
}

/// Every form that stands somewhere in a view.
fn gather<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("verb") && fields.contains_key("command") {
                found.push(value);
            }
            fields.values().for_each(|inner| gather(inner, found));
        }
        Value::Array(list) => list.iter().for_each(|inner| gather(inner, found)),
        _ => {}
    }
}

fn makes(form: &Value, command: &Value) -> bool {
    let (Some(fixed), Some(wanted)) = (form["command"].as_object(), command.as_object()) else {
        return false;
    };
    let fields = questions(form);
    let asked = |key: &str| fields.iter().find(|field| field["key"] == key);
    // A report of nothing is a report: what is not told of is left empty.
    let is_left_out = |value: &Value| *value == json!({}) || *value == json!([]) || value.is_null();
    form["closed"].is_null()
        && fixed.iter().all(|(key, value)| match wanted.get(key) {
            Some(wanted) => same(value, wanted),
            None => is_left_out(value),
        })
        && wanted.iter().all(|(key, value)| {
            fixed.contains_key(key) || asked(key).is_some_and(|field| can_be(field, value))
        })
}

fn same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        _ => one == other,
    }
}

/// The questions of a form, those within others too.
fn questions(form: &Value) -> Vec<&Value> {
    fn within<'f>(fields: &'f Value, found: &mut Vec<&'f Value>) {
        for field in fields.as_array().into_iter().flatten() {
            found.push(field);
            within(&field["kind"]["group"], found);
            within(&field["kind"]["keys"]["more"], found);
        }
    }
    let mut found = Vec::new();
    within(&form["fields"], &mut found);
    found
}

/// Whether a question has this answer: one of its choices, several of them, or whatever is typed.
fn can_be(field: &Value, value: &Value) -> bool {
    let kind = field["kind"].as_object().and_then(|kind| kind.iter().next());
    let Some((kind, of)) = kind else { return false };
    let open = |value: &Value| {
        let mut choices = of["choices"].as_array().into_iter().flatten();
        choices.any(|choice| same(&choice["value"], value) && choice["closed"].is_null())
    };
    match kind.as_str() {
        "one" | "keys" => open(value),
        "many" => value.as_array().is_some_and(|values| values.iter().all(open)),
        _ => true,
    }
}

/// What is picked or typed for an answer.
fn entered(field: &Value, value: &Value) -> Value {
    let picks = field["kind"].get("many").is_some();
    match value {
        Value::Array(values) if picks => values.iter().map(word).collect::<Vec<_>>().into(),
        Value::Array(values) => line(values).into(),
        other => word(other).into(),
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A list as a person types it: names between commas; entries, or points of a line, between semicolons.
fn line(values: &[Value]) -> String {
    let names = |value: &Value| match value {
        Value::Array(names) => names.iter().map(word).collect::<Vec<_>>().join(", "),
        one => word(one),
    };
    let entry = |value: &Value| match value {
        Value::Object(fields) => {
            let (heads, rest): (Vec<_>, Vec<_>) =
                fields.iter().partition(|(key, _)| ["units", "me", "module"].contains(&key.as_str()));
            let order = |key: &str| {
                ["x", "y", "facing", "kills", "won", "lost"].iter().position(|known| *known == key)
            };
            let mut rest = rest;
            rest.sort_by_key(|(key, _)| order(key));
            let rest: Vec<String> = rest.iter().map(|(_, value)| word(value)).collect();
            let head = heads.first().map(|(_, value)| names(value)).unwrap_or_default();
            if rest.is_empty() { head } else { format!("{head}: {}", rest.join(" ")) }
        }
        other => names(other),
    };
    let between = if values.iter().all(Value::is_string) { ", " } else { "; " };
    values.iter().map(entry).collect::<Vec<_>>().join(between)
}
