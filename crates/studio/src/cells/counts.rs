//! Cells that say how many of what: `1 r-cmd, 9 r-rifle`.

use tabular::bare;
use toml_edit::{InlineTable, Item, Value};

use super::{Bad, quoted};
use crate::near::nearest;

/// The counts of a table of whole numbers.
pub(super) fn show(item: &Item) -> Option<String> {
    let table = item.as_table_like()?;
    let one = |(id, count): (&str, &Item)| {
        let is_plain = !id.is_empty() && !id.contains([',', ';', '+', '\n']) && id.trim() == id;
        count.as_integer().filter(|_| is_plain).map(|count| format!("{count} {id}"))
    };
    Some(table.iter().map(one).collect::<Option<Vec<_>>>()?.join(", "))
}

/// What a word means among the units.
enum Meant<'u> {
    This(&'u str),
    /// None of them, or more than one; perhaps this one.
    Perhaps(Option<&'u str>),
}

/// Known by its id, then by its name or one of several that commas part, then by what follows the first hyphen of its id.
fn unit<'u>(word: &str, units: &'u [(String, String)]) -> Meant<'u> {
    if let Some((id, _)) = units.iter().find(|(id, _)| id == word) {
        return Meant::This(id);
    }
    let wanted = bare(word);
    let one = wanted.strip_suffix('s').filter(|one| !one.is_empty());
    let is = |known: &str| {
        let known = bare(known);
        !wanted.is_empty() && (known == wanted || Some(known.as_str()) == one)
    };
    let named = |(id, name): &&(String, String)| is(id) || name.split(',').any(is);
    let mut alike: Vec<&str> = units.iter().filter(named).map(|(id, _)| id.as_str()).collect();
    if alike.is_empty() {
        alike.extend(units.iter().map(|(id, _)| id.as_str()).filter(|id| is(tail(id))));
    }
    match alike.as_slice() {
        [id] => Meant::This(id),
        [_, _, ..] => Meant::Perhaps(None),
        [] => {
            let known =
                units.iter().flat_map(|unit| [&*unit.0, &unit.1, tail(&unit.0)].map(|name| (&*unit.0, name)));
            // A number in the word that is no part of the id may be the count.
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
            Meant::Perhaps(nearest(word, known).filter(|id| digits(id) == digits(word)))
        }
    }
}

/// The units whose words begin like a word, for the end of a sentence; the first dozen where none does.
fn near_ones(word: &str, units: &[(String, String)]) -> String {
    const ALIKE: usize = 4;
    const MOST: usize = 12;
    let named = |(id, name): &(String, String)| {
        if name.is_empty() || name == id { id.clone() } else { format!("{id} ({name})") }
    };
    let parts = |text: &str| -> Vec<String> {
        let begun = |part: &str| bare(part).chars().take(ALIKE).collect::<String>();
        text.split(|c: char| !c.is_alphanumeric()).map(begun).filter(|part| part.len() >= 3).collect()
    };
    let wanted = parts(word);
    let is_near = |(id, name): &&(String, String)| {
        parts(tail(id)).iter().chain(&parts(name)).any(|part| wanted.contains(part))
    };
    let near: Vec<String> = units.iter().filter(is_near).map(named).collect();
    if !near.is_empty() && near.len() <= MOST {
        return format!("; near it: {}.", near.join(", "));
    }
    let listed = units.iter().take(MOST).map(named).collect::<Vec<_>>().join(", ");
    let rest = units.len().saturating_sub(MOST);
    if rest > 0 {
        format!("; there are: {listed} and {rest} more.")
    } else {
        format!("; there are: {listed}.")
    }
}

fn tail(id: &str) -> &str {
    id.split_once('-').map_or(id, |(_, tail)| tail)
}

/// A count and its word, in either order, with or without a sign of multiplication; one of it where no number stands.
fn count_and_word(part: &str) -> (Result<i64, &str>, &str) {
    let part = part.trim();
    let is_cross = |c: char| c == '×' || c == '*' || c == 'x' || c == '=' || c == ':';
    let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 {
        let rest = part[digits..].trim_start();
        let word = rest
            .strip_prefix(|c: char| is_cross(c))
            .filter(|after| after.starts_with(' ') || !rest.starts_with('x'));
        return (part[..digits].parse().map_err(|_| &part[..digits]), word.unwrap_or(rest).trim());
    }
    let last = part.rsplit([' ', '=', '×', '*', ':']).next().unwrap_or_default();
    let number = last.strip_prefix('x').unwrap_or(last);
    let number = number.strip_prefix('(').and_then(|number| number.strip_suffix(')')).unwrap_or(number);
    match number.parse::<i64>() {
        Ok(count) if last.len() < part.len() => (
            Ok(count),
            // A cross that stands alone belongs to the number, one at the end of a word to the word.
            part[..part.len() - last.len()]
                .trim_end()
                .trim_end_matches(" x")
                .trim_end_matches(|c: char| c == ' ' || c != 'x' && is_cross(c)),
        ),
        _ => (Ok(1), part),
    }
}

/// The units of the army that a cell speaks of: what stands before the hyphen of their ids is the same as in the units that
/// are known in it, or, where none is, as in the first of all, because a system names the side's own first.
fn of_one_army(parts: &[&str], units: &[(String, String)]) -> Vec<(String, String)> {
    let head = |id: &str| id.split_once('-').map(|(head, _)| head.to_owned());
    let known = parts.iter().filter_map(|part| match unit(count_and_word(part).1, units) {
        Meant::This(id) => head(id),
        Meant::Perhaps(_) => None,
    });
    let mut known: Vec<String> = known.collect();
    if known.is_empty() {
        known.extend(units.first().and_then(|(id, _)| head(id)));
    }
    let is_same = |id: &str| known.iter().all(|one| head(id).as_ref() == Some(one));
    units.iter().filter(|(id, _)| !known.is_empty() && is_same(id)).cloned().collect()
}

pub(super) fn read(text: &str, units: &[(String, String)]) -> Result<Value, Bad> {
    const MOST: i64 = 9999;
    let mut counts: Vec<(String, i64)> = Vec::new();
    let (mut sentences, mut meant, mut is_clear) = (Vec::new(), Vec::new(), true);
    let parts: Vec<&str> =
        text.split([',', ';', '+', '\n']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let likely = of_one_army(&parts, units);
    for part in parts.iter().copied() {
        let (count, word) = count_and_word(part);
        let id = match unit(word, units) {
            Meant::This(id) => Some(id),
            Meant::Perhaps(perhaps) => {
                let perhaps = perhaps.or_else(|| match unit(word, &likely) {
                    Meant::This(id) => Some(id),
                    Meant::Perhaps(perhaps) => perhaps,
                });
                let sentence = match perhaps {
                    _ if units.is_empty() => "There are no unit types yet; fill in that table first.".into(),
                    _ if word.is_empty() => format!("{} names no unit type.", quoted(part)),
                    Some(_) => format!("{} is no unit type of this campaign.", quoted(word)),
                    None => {
                        let own = if likely.is_empty() { units } else { &likely };
                        format!("{} is no unit type of this campaign{}", quoted(word), near_ones(word, own))
                    }
                };
                sentences.push(sentence);
                is_clear &= perhaps.is_some();
                perhaps
            }
        };
        let count = count.ok().filter(|count| (1..=MOST).contains(count));
        if count.is_none() {
            sentences.push(format!("{} is no count from 1 to {MOST}.", quoted(part)));
            is_clear = false;
        }
        if let (Some(id), Some(count)) = (id, count) {
            meant.push(format!("{count} {id}"));
            match counts.iter_mut().find(|(known, _)| known == id) {
                Some((_, sum)) => *sum = (*sum + count).min(MOST),
                None => counts.push((id.to_owned(), count)),
            }
        }
    }
    if !sentences.is_empty() {
        return Err(Bad::new(sentences.join(" "), is_clear.then(|| meant.join(", "))));
    }
    let mut table = InlineTable::new();
    for (id, count) in counts {
        table.insert(id, count.into());
    }
    Ok(Value::InlineTable(table))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<String, Option<String>> {
        let units =
            [("r-cmd", "Command"), ("r-rifle", "Rifle squad"), ("r-truck", "Truck"), ("g-truck", "Truck")];
        let units = units.map(|(id, name)| (id.to_owned(), name.to_owned()));
        read(text, &units).map(|value| value.to_string()).map_err(|bad| bad.suggestion)
    }

    #[test]
    fn counts_are_read_as_umpires_write_them() {
        let whole = Ok("{ r-cmd = 1, r-rifle = 9 }".to_owned());
        for text in [
            "1 r-cmd, 9 r-rifle",
            "cmd; 9 x rifle",
            "command + 9 Rifle squads",
            "r-cmd 1, rifle=9",
            "1×cmd\n9*rifle",
            "cmd, rifle x9",
            "cmd (1), r-rifle (9)",
            "cmd x 1; Rifle squad ×9",
        ] {
            assert_eq!(of(text), whole, "{text}");
        }
        assert_eq!(of("1 cmd, 2 cmd"), Ok("{ r-cmd = 3 }".into()));
        assert_eq!(of(" , "), Ok("{}".into()));
    }

    #[test]
    fn a_misspelt_unit_is_meant_and_a_strange_one_is_not() {
        assert_eq!(of("2 r-truk, 1 cmd"), Err(Some("2 r-truck, 1 r-cmd".into())));
        assert_eq!(of("2 truk"), Err(Some("2 r-truck".into())));
        assert_eq!(of("2 truck"), Err(Some("2 r-truck".into())), "two sides have one, its own comes first");
        assert_eq!(
            of("1 g-truck, 2 truck"),
            Err(Some("1 g-truck, 2 g-truck".into())),
            "beside one of the other"
        );
        let named =
            [("r-truck".to_owned(), "Truck, truck".to_owned()), ("g-truck".to_owned(), "g-truck".to_owned())];
        assert_eq!(read("2 trucks", &named).unwrap().to_string(), "{ r-truck = 2 }");
        assert_eq!(of("2 elephants"), Err(None));
        assert_eq!(of("0 cmd"), Err(None));
        assert_eq!(of("99999999999999999999 cmd"), Err(None));
        assert_eq!(of("5"), Err(None));
        for lost in ["rifle9", "-2 r-rifle", "9rifle7"] {
            assert_eq!(of(lost), Err(None), "{lost}: no count is lost in a suggestion");
        }
    }
}
