//! Between TOML values and cells.

use tabular::Value;

use super::layout::Kind;

/// What stands for -1, which is no value, in lists of figures. [UF-C21]
const NO_VALUE: &str = "NA";

/// A TOML value as a cell; absent when it cannot stand in one.
pub(super) fn cell(value: &toml::Value, kind: Kind) -> Option<Value> {
    let listed = |texts: Vec<String>| {
        let is_whole = texts.iter().all(|text| !text.contains(',') && text.trim() == text);
        is_whole.then(|| Value::Text(texts.join(", ")))
    };
    match kind {
        Kind::Text => value.as_str().filter(|text| text.trim() == *text && !text.is_empty()).map(Value::from),
        Kind::Whole => value.as_integer().map(Value::Whole),
        Kind::Texts => listed(
            value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect::<Option<_>>()?,
        ),
        Kind::Wholes => {
            let word = |number: i64| if number == -1 { NO_VALUE.into() } else { number.to_string() };
            listed(value.as_array()?.iter().map(|one| one.as_integer().map(word)).collect::<Option<_>>()?)
        }
        Kind::Inner => {
            let inner = |(key, value): (&String, &toml::Value)| format!("{key} = {value}");
            Some(value.as_table()?.iter().map(inner).collect::<Vec<_>>().join(", ").into())
        }
    }
}

/// A filled cell as TOML text.
///
/// # Errors
/// What the cell must hold instead.
pub(super) fn toml_text(value: &Value, kind: Kind) -> Result<String, String> {
    let words = value.words();
    let parts = || words.split(',').map(str::trim);
    match kind {
        Kind::Text => Ok(quoted(&words)),
        Kind::Whole => value
            .whole()
            .map(|number| number.to_string())
            .ok_or_else(|| format!("A whole number is wanted here, not {words:?}.")),
        Kind::Texts => Ok(format!("[{}]", parts().map(quoted).collect::<Vec<_>>().join(", "))),
        Kind::Wholes => {
            let figure = |part: &str| match part {
                NO_VALUE => Ok("-1".to_owned()),
                _ => part.parse::<i64>().map(|figure| figure.to_string()),
            };
            match parts().map(figure).collect::<Result<Vec<_>, _>>() {
                Ok(figures) => Ok(format!("[{}]", figures.join(", "))),
                Err(_) => Err(format!(
                    "Whole numbers parted by commas are wanted here, {NO_VALUE} where there is none, not {words:?}."
                )),
            }
        }
        Kind::Inner => match format!("x = {{ {words} }}").parse::<toml::Table>() {
            Ok(table) if table.len() == 1 => Ok(format!("{{ {words} }}")),
            _ => Err(format!("Fields with values are wanted here, such as points = 15, not {words:?}.")),
        },
    }
}

/// A text as TOML writes it.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
