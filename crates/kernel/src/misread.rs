//! What a reader of JSON says of a command, in the words of somebody at the table.

use crate::grammar::listed;

/// Names that are told as all that there is; of more, only those that look alike.
const MOST_NAMES: usize = 8;

/// The end of a sentence that says what is wrong with a command, without the reader's own terms.
pub(crate) fn misread(fault: &serde_json::Error) -> String {
    in_words(&fault.to_string())
}

fn in_words(said: &str) -> String {
    let after = |head: &str| said.strip_prefix(head);
    if let Some(rest) = after("unknown variant `") {
        let (wrong, known) = wrong_and_known(rest);
        return format!("\"{wrong}\" is no word that fits here{}", instead(wrong, &known));
    }
    if let Some(rest) = after("unknown field `") {
        let (wrong, known) = wrong_and_known(rest);
        return format!("there is no field \"{wrong}\"{}", instead(wrong, &known));
    }
    if let Some(missing) = after("missing field `") {
        return format!("the field \"{}\" is missing", missing.trim_end_matches('`'));
    }
    if let Some(twice) = after("duplicate field `") {
        return format!("the field \"{}\" stands there twice", twice.trim_end_matches('`'));
    }
    if after("data did not match any variant of untagged enum").is_some() {
        return "it has none of the shapes that are read here".to_owned();
    }
    let mistaken = after("invalid type: ").or_else(|| after("invalid value: ")).and_then(mistaken);
    mistaken.or_else(|| too_long_or_short(after("invalid length ")?)).unwrap_or_else(|| said.to_owned())
}

/// What was written, whatever signs it has, and what is known instead.
fn wrong_and_known(rest: &str) -> (&str, Vec<&str>) {
    let ends = ["`, expected ", "`, there are no "];
    let (wrong, known) = ends.iter().find_map(|end| rest.rsplit_once(end)).unwrap_or((rest, ""));
    (wrong, known.split('`').skip(1).step_by(2).collect())
}

/// What could be meant.
fn instead(wrong: &str, known: &[&str]) -> String {
    let quoted = |names: &[&str]| listed(names.iter().map(|name| format!("\"{name}\"")));
    if (1..=MOST_NAMES).contains(&known.len()) {
        return format!("; there is {}", quoted(known));
    }
    let near: Vec<&str> = known.iter().copied().filter(|name| is_near(wrong, name)).collect();
    if near.is_empty() { String::new() } else { format!("; near to it is {}", quoted(&near)) }
}

/// Whether a name is another with a few slips of the hand, or begins it.
fn is_near(wrong: &str, name: &str) -> bool {
    let (wrong, name) = (wrong.to_lowercase(), name.to_lowercase());
    let begins = wrong.len() > 2 && (name.starts_with(&wrong) || wrong.starts_with(&name));
    begins || strsim::damerau_levenshtein(&wrong, &name) <= name.len() / 3
}

/// "invalid length 1, expected an array of length 2"
fn too_long_or_short(rest: &str) -> Option<String> {
    let (found, expected) = rest.split_once(", expected ")?;
    let length = expected.rsplit(' ').find_map(|word| word.parse::<u32>().ok());
    let belongs = length.map_or_else(|| "another length".to_owned(), |length| format!("one of {length}"));
    Some(format!("a list of {found} stands where {belongs} belongs"))
}

/// "invalid type: string \"x\", expected u8", and the same of a value or a length.
fn mistaken(rest: &str) -> Option<String> {
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some(format!("{} stands where {} belongs", thing(found), kind(expected)))
}

/// What was found.
fn thing(found: &str) -> String {
    for (reader, ours) in [
        ("null", "nothing"),
        ("unit value", "nothing"),
        ("sequence", "a list"),
        ("map", "an object"),
        ("newtype variant", "an object"),
        ("struct variant", "an object"),
        ("unit variant", "a word"),
        ("Option value", "a value"),
    ] {
        if found == reader {
            return ours.to_owned();
        }
    }
    let kinds = ["integer ", "floating point ", "boolean ", "string ", "character "];
    let found = kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found);
    unescaped(&found.replace('`', ""))
}

/// What a reader quotes has signs that nobody sees by their numbers; nobody reads those either.
fn unescaped(said: &str) -> String {
    let mut pieces = said.split("\\u{");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |read, piece| read + piece.split_once('}').map_or(piece, |(_, after)| after))
}

/// What belongs there. The names of types say nothing to anybody else.
fn kind(expected: &str) -> String {
    let bits = |letter| expected.strip_prefix(letter).and_then(|bits| bits.parse::<u32>().ok());
    match expected {
        "a string" | "string" | "a borrowed string" | "a str" => return "a text".to_owned(),
        "a boolean" => return "true or false".to_owned(),
        "a sequence" => return "a list".to_owned(),
        "a map" => return "an object with its fields by name".to_owned(),
        "f32" | "f64" => return "a number".to_owned(),
        "usize" => return "a whole number from 0".to_owned(),
        _ => {}
    }
    if let Some(bits @ 1..64) = bits('u') {
        return format!("a whole number from 0 to {}", (1_u64 << bits) - 1);
    }
    if bits('u').is_some() {
        return "a whole number from 0".to_owned();
    }
    if let Some(bits @ 1..64) = bits('i') {
        let most = (1_u64 << (bits - 1)) - 1;
        return format!("a whole number from −{} to {most}", most + 1);
    }
    if bits('i').is_some() {
        return "a whole number".to_owned();
    }
    for (reader, ours) in [
        ("struct ", "an object with its fields by name"),
        ("internally tagged enum ", "an object with its fields by name"),
        ("adjacently tagged enum ", "an object with its fields by name"),
        ("enum ", "a word or an object with one field"),
        ("variant identifier", "a word"),
        ("a variant identifier", "a word"),
        ("tuple ", "a list of a fixed length"),
        ("an array of length ", "a list of a fixed length"),
    ] {
        if expected.starts_with(reader) {
            return ours.to_owned();
        }
    }
    expected.to_owned()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only what goes wrong is looked at")]
    enum Command {
        Pay,
        March { coins: u8, over: Way, sure: bool, to: [i32; 2], name: String },
        Drop { what: Vec<Load>, far: Option<Held> },
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Way {
        Ford,
        Bridge,
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only what goes wrong is looked at")]
    enum Load {
        Crates(u32),
        Named { name: String },
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only what goes wrong is looked at")]
    struct Held {
        hexes: f64,
    }

    fn said(command: &Value) -> String {
        misread(&Command::deserialize(command).unwrap_err())
    }

    fn march(field: &str, value: Value) -> Value {
        let mut command =
            json!({"do": "march", "coins": 1, "over": "ford", "sure": true, "to": [1, 2], "name": "x"});
        command[field] = value;
        command
    }

    #[test]
    fn each_fault_is_told_without_the_terms_of_the_reader() {
        let drop = |what: Value, far: Value| json!({"do": "drop", "what": what, "far": far});
        for (command, words) in [
            (
                json!({"do": "mrach"}),
                r#""mrach" is no word that fits here; there is "pay", "march" and "drop""#,
            ),
            (
                json!({"do": "a`b`, expected `c` at line 3"}),
                r#""a`b`, expected `c` at line 3" is no word that fits here; there is "pay", "march" and "drop""#,
            ),
            (json!({}), r#"the field "do" is missing"#),
            (json!({"do": "march", "coins": 1}), r#"the field "over" is missing"#),
            (json!({"do": 3}), "3 stands where a word belongs"),
            (
                march("over", json!("Ford")),
                r#""Ford" is no word that fits here; there is "ford" and "bridge""#,
            ),
            (march("coins", json!("two")), r#""two" stands where a whole number from 0 to 255 belongs"#),
            (march("coins", json!(300)), "300 stands where a whole number from 0 to 255 belongs"),
            (march("coins", json!(1.5)), "1.5 stands where a whole number from 0 to 255 belongs"),
            (
                march("coins", json!("t\u{202e}wo")),
                r#""two" stands where a whole number from 0 to 255 belongs"#,
            ),
            (march("sure", json!(null)), "nothing stands where true or false belongs"),
            (march("to", json!([1])), "a list of 1 stands where one of 2 belongs"),
            (
                march("to", json!([1, "x"])),
                r#""x" stands where a whole number from −2147483648 to 2147483647 belongs"#,
            ),
            (march("name", json!({})), "an object stands where a text belongs"),
            (
                march("pace", json!(2)),
                r#"there is no field "pace"; there is "coins", "over", "sure", "to" and "name""#,
            ),
            (drop(json!(2), json!(null)), "2 stands where a list belongs"),
            (drop(json!([true]), json!(null)), "it has none of the shapes that are read here"),
            (drop(json!([]), json!({"hexes": "x"})), r#""x" stands where a number belongs"#),
            (drop(json!([]), json!(1)), "1 stands where an object with its fields by name belongs"),
        ] {
            assert_eq!(said(&command), words, "{command}");
        }
    }

    #[test]
    fn of_many_names_those_that_look_alike_are_told() {
        let known = ["march", "march-attack", "pay", "pray", "hold", "seal", "close", "open", "drop"];
        let said = |wrong: &str| {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            in_words(&format!("unknown variant `{wrong}`, expected one of {}", names.join(", ")))
        };
        assert_eq!(said("march_"), r#""march_" is no word that fits here; near to it is "march""#);
        assert_eq!(said("clsoe"), r#""clsoe" is no word that fits here; near to it is "close""#);
        assert_eq!(said("Seal"), r#""Seal" is no word that fits here; near to it is "seal""#);
        assert_eq!(said("bridge"), r#""bridge" is no word that fits here"#);
    }
}
