//! Reads a position's facts, tells every one that has the wrong form, and finds a fact's place in the file it came from.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Place};
use crate::reader::HOUSE_FILE;

/// The file's name in the faults of a position, until [`place`] tells where they stand.
pub const POSITION: &str = "position";

/// More faults than this are of one kind, and nobody reads them all.
const MOST_FAULTS: usize = 50;

/// Reads facts from a position.
///
/// # Errors
/// Every fact of the wrong form, with its path. A faulty fact is put aside and the rest is read on.
pub(crate) fn read<T: DeserializeOwned>(mut position: Value) -> Result<T, Vec<Diagnostic>> {
    // Paths are kept only for a position that has a fault.
    if let Ok(facts) = T::deserialize(&position) {
        return Ok(facts);
    }
    let mut faults: Vec<Diagnostic> = Vec::new();
    loop {
        let fault = match serde_path_to_error::deserialize(&position) {
            Ok(facts) if faults.is_empty() => return Ok(facts),
            Ok(_) => return Err(faults),
            Err(fault) => fault,
        };
        let path: Vec<Segment> = fault.path().iter().cloned().collect();
        let written = written(&position, &path);
        // What is missing only since a faulty fact was put aside is no fault of the file.
        let follows = faults
            .iter()
            .any(|told| told.path.strip_prefix(&*written).is_some_and(|rest| rest.starts_with('.')));
        if !follows {
            let sentence = format!("This fact is not as it must be: {}.", fault.inner());
            faults.push(Diagnostic::of_position(&written, HOUSE_FILE, sentence));
        }
        if follows || faults.len() == MOST_FAULTS || !put_aside(&mut position, &path) {
            return Err(faults);
        }
    }
}

/// The path in words that people find: elements of a list by their `id` where they have one.
fn written(position: &Value, path: &[Segment]) -> String {
    let mut here = Some(position);
    let mut words: Vec<String> = Vec::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                here = here.and_then(|value| value.get(index));
                let id = here.and_then(|value| value.get("id")).and_then(Value::as_str);
                words.push(id.map_or_else(|| index.to_string(), str::to_owned));
            }
            Segment::Map { key } => {
                here = here.and_then(|value| value.get(key));
                words.push(key.clone());
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    words.join(".")
}

/// Takes the fact at the end of a path out of the position; `false` if it stays, because only a named fact can go
/// without moving others.
fn put_aside(position: &mut Value, path: &[Segment]) -> bool {
    let mut path = path;
    while let [rest @ .., last] = path {
        let holder = rest.iter().try_fold(&mut *position, |value, segment| match segment {
            Segment::Seq { index } => value.get_mut(index),
            Segment::Map { key } => value.get_mut(key),
            Segment::Enum { .. } | Segment::Unknown => Some(value),
        });
        if let (Segment::Map { key }, Some(Value::Object(facts))) = (last, holder) {
            return facts.shift_remove(key).is_some();
        }
        path = rest;
    }
    false
}

/// Gives each fault of a position the file it came from and its place there; other faults stay as they are.
pub fn place(faults: Vec<Diagnostic>, file: &str, text: &str) -> Vec<Diagnostic> {
    let (root, _) = DeTable::parse_recoverable(text);
    let place = |fault: Diagnostic| {
        if fault.file != POSITION {
            return fault;
        }
        let offset = find(&root, &fault.path);
        Diagnostic { file: file.into(), place: Some(Place::of(text, offset)), ..fault }
    };
    let mut faults: Vec<Diagnostic> = faults.into_iter().map(place).collect();
    faults.sort_by_key(|fault| fault.place.as_ref().map_or((0, 0), |place| (place.line, place.column)));
    faults
}

/// The byte at which the fact of a path stands, or the nearest one around it that the file has.
fn find(root: &Spanned<DeTable<'_>>, path: &str) -> usize {
    let mut at = root.span().start;
    let mut rest = path;
    let mut here = Here::Table(root.get_ref());
    while !rest.is_empty() {
        let step = here.step(rest).or_else(|| here.deep(rest).map(|value| (value, rest.len())));
        let Some((value, taken)) = step else { break };
        at = value.span().start;
        rest = rest[taken..].trim_start_matches('.');
        here = match value.get_ref() {
            DeValue::Table(table) => Here::Table(table),
            DeValue::Array(list) => Here::List(list),
            _ => break,
        };
    }
    at
}

enum Here<'t> {
    Table(&'t DeTable<'t>),
    List(&'t [Spanned<DeValue<'t>>]),
}

impl<'t> Here<'t> {
    /// The value that the path goes on to, and how many bytes of the path name it. Ids may have dots in them.
    fn step(&self, path: &str) -> Option<(&'t Spanned<DeValue<'t>>, usize)> {
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        ends.map(|end| (&path[..end], end)).filter_map(|(word, end)| Some((self.get(word)?, end))).next_back()
    }

    /// The table, however deep, whose id the path ends with.
    fn deep(&self, path: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        let each: Vec<&'t Spanned<DeValue<'t>>> = match self {
            Self::Table(table) => table.values().collect(),
            Self::List(list) => list.iter().collect(),
        };
        each.into_iter().find_map(|value| match value.get_ref() {
            DeValue::Table(table) => {
                let id = table.get("id").and_then(|id| id.get_ref().as_str());
                let is_it = id.is_some_and(|id| {
                    path.strip_suffix(id).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                });
                if is_it { Some(value) } else { Here::Table(table).deep(path) }
            }
            DeValue::Array(list) => Here::List(list).deep(path),
            _ => None,
        })
    }

    fn get(&self, word: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        match self {
            Self::Table(table) => table.get(word),
            Self::List(list) => {
                let is_it = |value: &&Spanned<DeValue<'_>>| {
                    let id = value.get_ref().get("id");
                    id.and_then(|id| id.get_ref().as_str()) == Some(word)
                };
                list.iter().find(is_it).or_else(|| list.get(word.parse::<usize>().ok()?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what is told of faulty ones is looked at")]
    struct Facts {
        #[serde(default)]
        day: u8,
        #[serde(default)]
        units: Vec<Unit>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what is told of faulty ones is looked at")]
    struct Unit {
        id: String,
        #[serde(default)]
        strength: u8,
        #[serde(default)]
        at: [f32; 2],
    }

    const FILE: &str = r#"day = "first"
[[units]]
id = "A.1"
strength = 700
colour = "red"
[[units]]
id = "A.2"
at = [1.0, "north"]
[[units]]
strength = 3
"#;

    fn faults(text: &str) -> Vec<String> {
        let position = toml::from_str(text).unwrap();
        let faults = read::<Facts>(position).unwrap_err();
        place(faults, "it.toml", text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_fact_of_the_wrong_form_is_told_with_its_place() {
        let faults = faults(FILE);
        assert_eq!(faults.len(), 5, "{faults:#?}");
        for (fault, begins) in faults.iter().zip([
            "it.toml:1:7: day:",
            "it.toml:4:12: units.A.1.strength:",
            "it.toml:5:10: units.A.1.colour:",
            "it.toml:8:12: units.A.2.at.1:",
            "it.toml:9:1: units.2:",
        ]) {
            assert!(fault.starts_with(begins), "{fault} does not begin with {begins}");
        }
    }

    #[test]
    fn a_path_leads_to_its_fact_or_to_the_nearest_one_around_it() {
        let text = FILE.replace("first", "1");
        let (root, _) = DeTable::parse_recoverable(&text);
        let line = |path: &str| Place::of(&text, find(&root, path)).line;
        assert_eq!(
            [line("units.A.2"), line("units.A.2.strength"), line("units.stands.A.2"), line("nothing")],
            [6, 6, 6, 1]
        );
    }
}
