//! Holds answers to the document: the status is listed with this kind of content, every field that is needed is there,
//! every field that is there is described, and each has its type.

use serde_json::Value;

pub struct Schema(Value);

impl Schema {
    pub fn new() -> Self {
        Self(serde_json::to_value(adjutant_web::api::document()).unwrap())
    }

    /// Each operation: its method, and its path with places in braces.
    pub fn operations(&self) -> Vec<(String, String)> {
        let mut operations = Vec::new();
        for (path, item) in self.0["paths"].as_object().unwrap() {
            for method in item.as_object().unwrap().keys() {
                operations.push((method.to_uppercase(), path.clone()));
            }
        }
        operations
    }

    pub fn holds(&self, method: &str, path: &str, status: u16, kind: &str, body: &Value) {
        let Some((template, _)) = self.operations_at(path, method) else {
            assert!([404, 405].contains(&status), "{method} {path} is not in the document: {status}");
            return;
        };
        let operation = &self.0["paths"][&template][method.to_lowercase()];
        let answer = &operation["responses"][status.to_string()];
        assert!(answer.is_object(), "{method} {template} does not list {status}: {body}");
        if status == 204 {
            return;
        }
        let content = &answer["content"][kind];
        assert!(content.is_object(), "{method} {template} does not list {kind} for {status}");
        if kind.ends_with("json") {
            self.fits(body, &content["schema"], &format!("{method} {template} {status}"));
        }
    }

    fn operations_at(&self, path: &str, method: &str) -> Option<(String, ())> {
        let fits = |template: &str| {
            let (asked, known): (Vec<&str>, Vec<&str>) =
                (path.split('/').collect(), template.split('/').collect());
            asked.len() == known.len()
                && known.iter().zip(&asked).all(|(known, asked)| known.starts_with('{') || known == asked)
        };
        // A word in the path goes before a place.
        let mut found: Vec<(String, String)> = self
            .operations()
            .into_iter()
            .filter(|(known, template)| known == method && fits(template))
            .collect();
        found.sort_by_key(|(_, template)| template.matches('{').count());
        found.into_iter().next().map(|(_, template)| (template, ()))
    }

    fn fits(&self, value: &Value, schema: &Value, at: &str) {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap();
            let known = &self.0["components"]["schemas"][name];
            assert!(known.is_object(), "{at}: the document has no {name}");
            return self.fits(value, known, at);
        }
        if let Some(ways) = schema["oneOf"].as_array() {
            let fits = |way: &Value| {
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.fits(value, way, at))).is_ok()
            };
            assert!(ways.iter().any(fits), "{at}: {value} is none of {schema}");
            return;
        }
        if let Some(words) = schema["enum"].as_array() {
            assert!(words.contains(value), "{at}: {value} is none of {words:?}");
            return;
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let known = match &schema["type"] {
            Value::String(known) => known == kind || (known == "number" && kind == "integer"),
            Value::Array(known) => known.iter().any(|known| known == kind),
            _ => true,
        };
        assert!(known, "{at}: {value} is no {}", schema["type"]);
        if let (Some(items), true) = (value.as_array(), schema["items"].is_object()) {
            items.iter().enumerate().for_each(|(n, item)| {
                self.fits(item, &schema["items"], &format!("{at}[{n}]"));
            });
        }
        if let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
            for (name, field) in fields {
                let schema = known.get(name).unwrap_or_else(|| panic!("{at}: {name} is not described"));
                self.fits(field, schema, &format!("{at}.{name}"));
            }
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(fields.contains_key(name.as_str().unwrap()), "{at}: {name} is missing");
            }
        }
    }
}
