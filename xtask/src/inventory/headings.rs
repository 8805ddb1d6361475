//! Whether every heading of a source leads to the files that carry what stands under it: `sources.toml`.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::rows::{OneOrMany, Row};
use super::sources::Sources;

/// One heading, in the order of the source.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Where it stands.
    pub line: usize,
    /// As printed.
    pub title: String,
    /// The rules under it: ids, or what ids begin with.
    pub rules: Vec<String>,
    /// The files that carry them.
    pub files: Vec<String>,
    /// Why there are none, or what else is to be known.
    pub note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    heading: Vec<Spanned<Written>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    #[serde(default)]
    rules: OneOrMany,
    #[serde(default)]
    files: OneOrMany,
    #[serde(default)]
    note: String,
}

/// Reads all headings.
///
/// # Errors
/// What cannot be read, with its place.
pub fn read(path: &Path, text: &str) -> Result<Vec<Heading>, Vec<String>> {
    let file: File = toml::from_str(text).map_err(|fault| vec![format!("{}: {fault}", path.display())])?;
    let heading = |written: Spanned<Written>| {
        let line = 1 + text.as_bytes()[..written.span().start].iter().filter(|byte| **byte == b'\n').count();
        let Written { title, rules, files, note } = written.into_inner();
        Heading { line, title, rules: rules.into_vec(), files: files.into_vec(), note }
    };
    Ok(file.heading.into_iter().map(heading).collect())
}

/// Every hole, one sentence each.
pub fn holes(path: &Path, headings: &[Heading], rows: &[Row], sources: &Sources) -> Vec<String> {
    let mut holes = Vec::new();
    for heading in headings {
        let mut hole = |sentence: String| {
            holes.push(format!("{}:{}: {}: {sentence}", path.display(), heading.line, heading.title));
        };
        if heading.files.is_empty() && heading.note.trim().is_empty() {
            hole("it leads to no file and has no note that says why".into());
        }
        if !heading.files.is_empty() && heading.rules.is_empty() {
            hole("it leads to files and names no rules".into());
        }
        for rule in heading.rules.iter().filter(|rule| !rows.iter().any(|row| belongs(&row.id, rule))) {
            hole(format!("there is no rule {rule}"));
        }
        let under = || rows.iter().filter(|row| heading.holds(row));
        for file in &heading.files {
            match sources.files.get(file) {
                None => hole(format!("there is no file {file}")),
                Some(_) if !under().any(|row| files_of(row, sources).contains(file)) => {
                    hole(format!("no rule under it has a function in {file}"));
                }
                Some(_) => {}
            }
        }
    }
    for row in rows {
        let over = || headings.iter().filter(|heading| heading.holds(row));
        let leads = |heading: &Heading| {
            let files = files_of(row, sources);
            heading.files.is_empty() || heading.files.iter().any(|file| files.contains(file))
        };
        if over().next().is_none() {
            holes.push(format!("{}: no heading holds {}", path.display(), row.id));
        } else if row.status.is_code() && !over().any(leads) {
            holes.push(format!("{}: no heading leads to a function of {}", path.display(), row.id));
        }
    }
    let named: BTreeSet<&String> = headings.iter().flat_map(|heading| &heading.files).collect();
    for (file, _) in sources.files_of_rules().filter(|(file, _)| !named.contains(file)) {
        holes.push(format!("{}: no heading leads to {file}", path.display()));
    }
    holes
}

impl Heading {
    fn holds(&self, row: &Row) -> bool {
        self.rules.iter().any(|rule| belongs(&row.id, rule))
    }
}

/// The files in which the functions of a row stand.
fn files_of(row: &Row, sources: &Sources) -> BTreeSet<String> {
    let modules: BTreeSet<String> =
        row.functions.iter().flat_map(|at| sources.functions_at(at)).map(|(module, _)| module).collect();
    sources
        .files
        .iter()
        .filter(|(_, module)| modules.contains(*module))
        .map(|(file, _)| file.clone())
        .collect()
}

/// Whether an id is that one, or begins with it: `XX-1-2` with `XX-1`, and `XX-R2` with `XX-R`.
fn belongs(id: &str, to: &str) -> bool {
    let Some(rest) = id.strip_prefix(to) else { return false };
    let numbered = to.ends_with(|letter: char| letter.is_ascii_alphabetic())
        && rest.bytes().all(|byte| byte.is_ascii_digit());
    rest.is_empty() || rest.starts_with('-') || numbered
}

#[cfg(test)]
mod tests {
    use super::super::rows;
    use super::*;

    const SOUND: &str = r#"
[[heading]]
title = "Introduction"
note = "It says what a campaign is."

[[heading]]
title = "1 Repair"
rules = "XX-1"
files = "src/rules/s1_repair.rs"
"#;

    const ROWS: &str = r#"
[[rule]]
id = "XX-1-1"
heading = "Repair"
function = "s1_repair::repair"
"#;

    fn look(text: &str, rows: &str) -> Vec<String> {
        let path = Path::new("s");
        let sources = Sources {
            functions: [("rules::s1_repair".to_owned(), ["repair".to_owned()].into())].into(),
            files: ["s1_repair", "s2_pay"]
                .map(|name| (format!("src/rules/{name}.rs"), format!("rules::{name}")))
                .into(),
            ..Sources::default()
        };
        let rows = rows::read(Path::new("r"), rows).unwrap().rows;
        let mut holes = holes(path, &read(path, text).unwrap(), &rows, &sources);
        assert_eq!(holes.pop().as_deref(), Some("s: no heading leads to src/rules/s2_pay.rs"));
        holes
    }

    #[test]
    fn each_hole_is_found_and_named() {
        assert_eq!(look(SOUND, ROWS), Vec::<String>::new());
        let one = |from: &str, to: &str| look(&SOUND.replace(from, to), ROWS);
        assert_eq!(one("note", "rules = \"XX-1-1\"\nnote"), Vec::<String>::new());
        assert_eq!(
            one("note = \"It says what a campaign is.\"", ""),
            ["s:2: Introduction: it leads to no file and has no note that says why"]
        );
        let unknown = one("\"XX-1\"", "[\"XX-1\", \"XX-2\"]");
        assert_eq!(unknown, ["s:6: 1 Repair: there is no rule XX-2"]);
        let elsewhere = one("src/rules/s1_repair.rs", "src/state.rs");
        assert!(elsewhere.contains(&"s:6: 1 Repair: there is no file src/state.rs".into()), "{elsewhere:?}");
        assert!(elsewhere.contains(&"s: no heading leads to a function of XX-1-1".into()), "{elsewhere:?}");
        let more = look(SOUND, &format!("{ROWS}\n[[rule]]\nid = \"XX-3\"\nheading = \"Pay\"\n"));
        assert_eq!(more, ["s: no heading holds XX-3"]);
    }

    #[test]
    fn an_id_belongs_to_what_it_begins_with() {
        assert!(belongs("XX-1-2", "XX-1") && belongs("XX-R2", "XX-R") && belongs("XX-1", "XX-1"));
        assert!(!belongs("XX-11-2", "XX-1") && !belongs("XX-RN-1", "XX-R") && !belongs("XX-1", "XX-1-2"));
    }
}
