//! One cell: how a value of the file is written into it, and how what stands in it is read.

mod counts;
mod dates;
mod numbers;
mod points;

use kernel::Id;
use tabular::{CellKind, NO_VALUE};
use toml_edit::{Array, Datetime, Item, Value};

use crate::near::nearest;

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bad {
    /// What is wrong and what would be right.
    pub(crate) sentence: String,
    /// The cell's words as they were probably meant.
    pub(crate) suggestion: Option<String>,
}

impl Bad {
    pub(crate) fn new(sentence: impl Into<String>, suggestion: Option<String>) -> Self {
        let mut sentence = sentence.into();
        if let Some(meant) = &suggestion {
            sentence.push_str(&format!(" {} was probably meant.", quoted(meant)));
        }
        Self { sentence, suggestion }
    }
}

/// Words of a cell as a sentence names them, cut when they are long.
pub(crate) fn quoted(words: &str) -> String {
    const MOST: usize = 40;
    let cut: String = words.chars().take(MOST).collect();
    if cut.len() < words.len() { format!("“{cut}…”") } else { format!("“{cut}”") }
}

/// A value as the file has it, on one line.
fn raw(item: &Item) -> String {
    plain(item).map_or_else(|| item.to_string().trim().to_owned(), |value| value.to_string())
}

/// A value without its spaces and remarks.
pub(crate) fn plain(item: &Item) -> Option<toml::Value> {
    let value = item.clone().into_value().ok()?;
    let mut table: toml::Table = format!("value = {}", value.to_string().trim()).parse().ok()?;
    table.remove("value")
}

/// What stands in the cell of a value.
pub(crate) fn show(item: &Item, kind: &CellKind) -> String {
    let shown = match kind {
        CellKind::Id | CellKind::Text | CellKind::Choice(_) => item.as_str().map(str::to_owned),
        CellKind::Date => match item.as_datetime() {
            Some(date) => Some(date.to_string()),
            None => item.as_str().map(str::to_owned),
        },
        CellKind::Whole { .. } => item.as_integer().map(|number| number.to_string()),
        CellKind::NumberOr(_) => match item.as_integer() {
            Some(number) => Some(number.to_string()),
            None => item.as_str().map(str::to_owned),
        },
        CellKind::Decimal => numbers::decimal_words(item),
        CellKind::Flag => item.as_bool().map(|flag| if flag { "yes".into() } else { "no".into() }),
        CellKind::Counts(_) => counts::show(item),
        // A list of one may stand as its one text.
        CellKind::List => match item.as_str() {
            Some(one) => list_words(&Array::from_iter([one])),
            None => item.as_array().and_then(list_words),
        },
        CellKind::Points => points::show(item),
        CellKind::Raw => None,
    };
    shown.unwrap_or_else(|| raw(item))
}

/// Reads what stands in a cell that is not empty.
pub(crate) fn read(text: &str, kind: &CellKind) -> Result<Value, Bad> {
    if text == NO_VALUE {
        let sentence = "This cell holds a formula without a value: open the file in a spreadsheet and save it, or put the \
                        value here.";
        return Err(Bad::new(sentence, None));
    }
    if is_failure(text) {
        let sentence = format!("The formula of this cell fails ({text}); put its value here instead.");
        return Err(Bad::new(sentence, None));
    }
    match kind {
        CellKind::Id => id(text),
        CellKind::Text => Ok(text.into()),
        CellKind::Whole { least, most } => numbers::whole(text, *least, *most).map(Value::from),
        CellKind::Decimal => numbers::decimal(text),
        CellKind::Flag => flag(text),
        CellKind::Date => date(text),
        CellKind::Choice(words) => choice(text, words).map(Value::from),
        CellKind::NumberOr(words) => numbers::number_or(text, words),
        CellKind::Counts(units) => counts::read(text, units),
        CellKind::List => Ok(Value::Array(parts(text).into_iter().collect::<Array>())),
        CellKind::Points => points::read(text),
        CellKind::Raw => as_it_stands(text),
    }
}

/// Whether a spreadsheet shows this where a formula has no value.
fn is_failure(text: &str) -> bool {
    ["#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#DATA!"].contains(&text)
}

fn id(text: &str) -> Result<Value, Bad> {
    let hyphened = text.split_whitespace().collect::<Vec<_>>().join("-");
    match Id::new(text) {
        Ok(_) if hyphened == text => Ok(text.into()),
        Ok(_) => Err(Bad::new(format!("{} has spaces; an id has none.", quoted(text)), Some(hyphened))),
        Err(bad) => Err(Bad::new(format!("{} is no id: {bad}.", quoted(text)), None)),
    }
}

fn flag(text: &str) -> Result<Value, Bad> {
    const YES: [&str; 6] = ["yes", "true", "y", "x", "1", "✓"];
    const NO: [&str; 5] = ["no", "false", "n", "0", "-"];
    let word = text.to_lowercase();
    if YES.contains(&&*word) {
        return Ok(true.into());
    }
    if NO.contains(&&*word) {
        return Ok(false.into());
    }
    let meant = nearest(text, [("yes", "yes"), ("yes", "true"), ("no", "no"), ("no", "false")]);
    Err(Bad::new(format!("{} is neither yes nor no.", quoted(text)), meant.map(str::to_owned)))
}

fn date(text: &str) -> Result<Value, Bad> {
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_plain && let Ok(date) = text.parse::<Datetime>() {
        return Ok(date.into());
    }
    let meant = dates::meant(text).into_iter().filter(|date| date.parse::<Datetime>().is_ok());
    Err(match &meant.collect::<Vec<_>>()[..] {
        [one] => {
            let sentence = format!("{} is no date; write it as 1942-12-24.", quoted(text));
            Bad::new(sentence, Some(one.clone()))
        }
        [one, other] => {
            let sentence = format!("{} may be {one} or {other}; write the one that is meant.", quoted(text));
            Bad::new(sentence, None)
        }
        _ => Bad::new(format!("{} is no date; write it as 1942-12-24.", quoted(text)), None),
    })
}

/// The word of the file that is meant: the word itself, or its words on the page.
pub(crate) fn choice(text: &str, words: &[(String, String)]) -> Result<String, Bad> {
    use tabular::bare;
    if let Some((word, _)) = words.iter().find(|(word, _)| word == text) {
        return Ok(word.clone());
    }
    let mut alike = words
        .iter()
        .filter(|(word, label)| bare(word) == bare(text) || bare(label) == bare(text))
        .filter(|_| !bare(text).is_empty());
    let (first, second) = (alike.next(), alike.next());
    if let (Some((word, _)), None) = (first, second) {
        return Ok(word.clone());
    }
    if let Some((word, _)) = first {
        let sentence = format!("{} can be more than one thing here.", quoted(text));
        return Err(Bad::new(sentence, Some(word.clone())));
    }
    let known = words.iter().flat_map(|(word, label)| [(word, word.as_str()), (word, label.as_str())]);
    let meant = nearest(text, known).cloned();
    Err(Bad::new(format!("{} is none of the choices: {}.", quoted(text), listed(words)), meant))
}

/// The words of a choice for a sentence, the first dozen of them.
fn listed(words: &[(String, String)]) -> String {
    const MOST: usize = 12;
    if words.is_empty() {
        return "there are none yet".into();
    }
    let mut listed = words.iter().take(MOST).map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(", ");
    if words.len() > MOST {
        listed.push_str(&format!(" and {} more", words.len() - MOST));
    }
    listed
}

/// The words of a list; one that holds a comma or a quotation mark stands in quotation marks.
fn list_words(array: &Array) -> Option<String> {
    let word = |value: &Value| {
        let text = value.as_str()?;
        let needs = text.contains([',', '"', '\n']) || text.trim() != text || text.is_empty();
        Some(if needs { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() })
    };
    Some(array.iter().map(word).collect::<Option<Vec<_>>>()?.join(", "))
}

/// The parts of a list as [`list_words`] writes it.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut part, mut is_open, mut was_quoted) = (Vec::new(), String::new(), false, false);
    let mut close = |part: &mut String, was_quoted: &mut bool| {
        let words = std::mem::take(part);
        let words = if *was_quoted { words } else { words.trim().to_owned() };
        if *was_quoted || !words.is_empty() {
            parts.push(words);
        }
        *was_quoted = false;
    };
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if is_open && signs.peek() == Some(&'"') => {
                part.push('"');
                signs.next();
            }
            '"' if is_open => is_open = false,
            '"' if part.trim().is_empty() && !was_quoted => {
                part.clear();
                (is_open, was_quoted) = (true, true);
            }
            ',' | '\n' if !is_open => close(&mut part, &mut was_quoted),
            sign if was_quoted && !is_open && sign.is_whitespace() => {}
            sign => part.push(sign),
        }
    }
    close(&mut part, &mut was_quoted);
    parts
}

fn as_it_stands(text: &str) -> Result<Value, Bad> {
    text.parse::<Value>().map(|value| value.decorated("", "")).map_err(|_| {
        let bare_word = toml_edit::value(text).to_string();
        let meant = text.chars().all(|c| c.is_alphanumeric() || " -_".contains(c)).then_some(bare_word);
        let sentence = "This is no value as the file has them: 12, \"words\", [[0.0, 36.0], [72.0, 37.0]].";
        Bad::new(sentence, meant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, kind: &CellKind) -> Result<String, Option<String>> {
        read(text, kind).map(|value| value.to_string().trim().to_owned()).map_err(|bad| bad.suggestion)
    }

    fn words(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(word, label)| ((*word).into(), (*label).into())).collect()
    }

    #[test]
    fn choices_are_known_by_both_words_and_meant_by_a_near_one() {
        let kind = CellKind::Choice(words(&[("end", "At the end"), ("any-slot", "After any slot")]));
        assert_eq!(of("end", &kind), Ok("\"end\"".into()));
        assert_eq!(of("at the END", &kind), Ok("\"end\"".into()));
        assert_eq!(of("anyslot", &kind), Ok("\"any-slot\"".into()));
        assert_eq!(of("any-slt", &kind), Err(Some("any-slot".into())));
        assert_eq!(of("never", &kind), Err(None));
    }

    #[test]
    fn dates_are_written_in_one_way_and_others_are_understood() {
        assert_eq!(of("1942-12-24", &CellKind::Date), Ok("1942-12-24".into()));
        assert_eq!(of("24.12.1942", &CellKind::Date), Err(Some("1942-12-24".into())));
        assert_eq!(of("24 Dec 1942", &CellKind::Date), Err(Some("1942-12-24".into())));
        assert_eq!(of("1942-13-40", &CellKind::Date), Err(None));
        assert_eq!(of("Christmas", &CellKind::Date), Err(None));
    }

    #[test]
    fn lists_go_out_and_come_back_whatever_stands_in_them() {
        let all = ["plain", "a, b", "say \"no\"", "", " spaced "];
        let array: Array = all.into_iter().collect();
        let text = list_words(&array).unwrap();
        assert_eq!(parts(&text), all);
        assert_eq!(parts("a,, b ,"), ["a", "b"]);
        assert_eq!(parts("\"open, "), ["open, "]);
    }

    #[test]
    fn flags_and_raw_values_are_read() {
        assert_eq!(of("TRUE", &CellKind::Flag), Ok("true".into()));
        assert_eq!(of("yse", &CellKind::Flag), Err(Some("yes".into())));
        assert_eq!(of("[[0.0, 1]]", &CellKind::Raw), Ok("[[0.0, 1]]".into()));
        assert_eq!(of("1\n[x]", &CellKind::Raw), Err(None));
        assert_eq!(of("two words", &CellKind::Raw), Err(Some("\"two words\"".into())));
        assert_eq!(of("RI 1", &CellKind::Id), Err(Some("RI-1".into())));
    }
}
