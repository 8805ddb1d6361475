//! Cells that hold a line of points: `0, 36; 72, 37`.

use toml_edit::{Array, Item, Value};

use super::{Bad, as_it_stands, numbers, quoted};

/// The points of an array of pairs of numbers.
pub(super) fn show(item: &Item) -> Option<String> {
    let pair = |value: &Value| {
        let pair: Vec<String> = value
            .as_array()?
            .iter()
            .map(|number| numbers::decimal_words(&Item::Value(number.clone())))
            .collect::<Option<_>>()?;
        (pair.len() == 2).then(|| pair.join(", "))
    };
    let pairs: Vec<String> = item.as_array()?.iter().map(pair).collect::<Option<_>>()?;
    Some(pairs.join("; "))
}

/// Points parted by strokes or lines, their numbers by commas or spaces; or the array as the file has it.
pub(super) fn read(text: &str) -> Result<Value, Bad> {
    if text.trim_start().starts_with('[') {
        return as_it_stands(text);
    }
    let mut points = Array::new();
    let parts = text.split([';', '\n', '/']).map(str::trim).filter(|part| !part.is_empty());
    for (n, part) in parts.enumerate() {
        let numbers = part.trim_start_matches('(').trim_end_matches(')');
        let numbers = numbers.split([',', ' ', '\t']).filter(|number| !number.is_empty());
        let pair: Result<Vec<Value>, Bad> = numbers.map(numbers::decimal).collect();
        match pair.as_deref() {
            Ok([x, y]) => points.push(Array::from_iter([x.clone(), y.clone()])),
            _ => {
                let sentence = format!(
                    "Point {}, {}, is no pair of numbers; write each as east, north and part them by ; as 0, 36; 72, 37.",
                    n + 1,
                    quoted(part)
                );
                return Err(Bad::new(sentence, None));
            }
        }
    }
    Ok(Value::Array(points))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<String, Option<String>> {
        read(text).map(|value| value.to_string()).map_err(|bad| bad.suggestion)
    }

    #[test]
    fn points_are_read_as_umpires_write_them() {
        for text in ["0, 36; 72, 37.5", "0 36; 72 37.5", "(0, 36) / (72, 37.5)", "0,36\n72,37.5;"] {
            let written = of(text).expect(text);
            let item: Item = Item::Value(written.parse().expect(text));
            assert_eq!(show(&item).as_deref(), Some("0, 36; 72, 37.5"), "{text}: {written}");
        }
        assert_eq!(of("[[0.0, 36], [72.0, 37]]"), Ok("[[0.0, 36], [72.0, 37]]".into()));
        assert_eq!(of(""), Ok("[]".into()));
    }

    #[test]
    fn what_is_no_point_is_told_with_its_number() {
        for (text, told) in [("0, 36; 72", "Point 2"), ("a, b", "Point 1"), ("0, 36; 1, 2, 3", "Point 2")] {
            let bad = read(text).expect_err(text);
            assert!(bad.sentence.contains(told), "{text}: {}", bad.sentence);
        }
    }
}
