//! What the rows leave open.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::rows::{Row, Status};
use super::sources::Sources;

/// Every hole, one sentence each, in the order of the file and then of the catalogue.
pub fn holes(rules: &Path, requirements: &[String], rows: &[Row], sources: &Sources) -> Vec<String> {
    let mut holes = Vec::new();
    let known: BTreeSet<&str> = requirements.iter().map(String::as_str).collect();
    if known.len() < requirements.len() {
        holes.push(format!("{}: requirements.txt names an id twice", rules.display()));
    }
    let mut first_lines: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        let mut hole = |sentence: String| {
            holes.push(format!("{}:{}: {}: {sentence}", rules.display(), row.line, row.id));
        };
        if let Some(first) = first_lines.insert(&row.id, row.line) {
            hole(format!("the id stands in line {first} already"));
        }
        if row.heading.trim().is_empty() {
            hole("it has no heading".into());
        }
        let mut covered = BTreeSet::new();
        for id in &row.covers {
            if !known.contains(id.as_str()) {
                hole(format!("{id} is no requirement in scope"));
            }
            if !covered.insert(id) {
                hole(format!("it covers {id} twice"));
            }
        }
        of_code(row, sources, &mut hole);
        if row.status != Status::Done && row.note.trim().is_empty() {
            hole(format!("it is {} and has no note that says why", row.status.name()));
        }
    }
    // A row named after a requirement covers it without saying so.
    let covered: BTreeSet<&str> =
        rows.iter().flat_map(|row| row.covers.iter().chain([&row.id])).map(String::as_str).collect();
    for id in requirements.iter().filter(|id| !sources.has_id(id)) {
        holes.push(format!("{}: no source of src names {id}", rules.display()));
    }
    for id in requirements {
        if !covered.contains(id.as_str()) {
            holes.push(format!("{}: no row covers {id}", rules.display()));
        }
    }
    for module in &sources.rule_modules {
        let belongs = |function: &String| function.rsplit("::").nth(1) == Some(module);
        if !rows.iter().any(|row| row.functions.iter().any(belongs)) {
            holes.push(format!("{}: no row names a function of src/rules/{module}.rs", rules.display()));
        }
    }
    holes
}

/// Whether the functions and tests that a row names are there.
fn of_code(row: &Row, sources: &Sources, hole: &mut dyn FnMut(String)) {
    if row.status.is_code() && row.functions.is_empty() {
        hole(format!("it is {} and names no function", row.status.name()));
    }
    if row.status.is_code() && row.tests.is_empty() {
        hole(format!("it is {} and names no test", row.status.name()));
    }
    for function in row.functions.iter().filter(|function| !sources.has_function(function)) {
        hole(format!("there is no function {function}"));
    }
    let unreached = |function: &&String| sources.has_function(function) && !sources.is_reached(function);
    for function in row.functions.iter().filter(unreached) {
        hole(format!("nothing but tests reaches {function}"));
    }
    for test in row.tests.iter().filter(|test| !sources.has_test(test)) {
        hole(format!("there is no test {test}"));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::rows;
    use super::*;

    const SOUND: &str = r#"
[[rule]]
id = "XX-1"
heading = "Repair"
status = "done"
function = "s1_repair::repair"
test = "s1_repair::a_wreck_is_repaired"
covers = ["XX-1-1", "XX-1-2"]

[[rule]]
id = "XX-2"
heading = "History"
status = "prose"
covers = ["XX-2-1"]
note = "A tale."
"#;

    fn look(text: &str) -> Vec<String> {
        let functions = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let sources = Sources {
            functions: [("s1_repair".to_owned(), functions(&["repair"]))].into(),
            tests: [("s1_repair".to_owned(), functions(&["a_wreck_is_repaired"]))].into(),
            rule_modules: functions(&["s1_repair"]),
            reached: [("s1_repair".to_owned(), "repair".to_owned())].into(),
            text: "[XX-1-1] [XX-1-2] [XX-2-1]".into(),
        };
        let requirements = ["XX-1-1", "XX-1-2", "XX-2-1"].map(str::to_owned);
        holes(Path::new("r"), &requirements, &rows::read(Path::new("r"), text).unwrap(), &sources)
    }

    fn one(from: &str, to: &str) -> String {
        let changed = SOUND.replacen(from, to, 1);
        assert_ne!(changed, SOUND);
        let holes = look(&changed);
        assert_eq!(holes.len(), 1, "{holes:?}");
        holes.into_iter().next().unwrap()
    }

    #[test]
    fn a_sound_inventory_has_no_holes() {
        assert_eq!(look(SOUND), Vec::<String>::new());
        assert_eq!(look(&SOUND.replace("::a_wreck_is_repaired", "")), Vec::<String>::new());
    }

    #[test]
    fn a_row_named_after_a_requirement_covers_it() {
        let named = SOUND.replace("id = \"XX-2\"", "id = \"XX-2-1\"").replace("covers = [\"XX-2-1\"]", "");
        assert_eq!(look(&named), Vec::<String>::new());
    }

    #[test]
    fn each_hole_is_found_and_named() {
        assert_eq!(one("\"XX-1-2\"", ""), "r: no row covers XX-1-2");
        assert_eq!(
            one("\"XX-2-1\"", "\"XX-2-1\", \"XX-2-2\""),
            "r:10: XX-2: XX-2-2 is no requirement in scope"
        );
        assert_eq!(one("\"XX-1-2\"", "\"XX-1-2\", \"XX-1-1\""), "r:2: XX-1: it covers XX-1-1 twice");
        assert_eq!(one("id = \"XX-2\"", "id = \"XX-1\""), "r:10: XX-1: the id stands in line 2 already");
        assert_eq!(one("::a_wreck_is_repaired", "::x"), "r:2: XX-1: there is no test s1_repair::x");
        assert_eq!(
            one("test = \"s1_repair::a_wreck_is_repaired\"", ""),
            "r:2: XX-1: it is done and names no test"
        );
        assert_eq!(one("note = \"A tale.\"", ""), "r:10: XX-2: it is prose and has no note that says why");
        assert_eq!(one("::repair\"", "::mend\""), "r:2: XX-1: there is no function s1_repair::mend");
        let unnamed = look(&SOUND.replace("function = \"s1_repair::repair\"", ""));
        assert_eq!(unnamed[1], "r: no row names a function of src/rules/s1_repair.rs");
    }

    #[test]
    fn what_only_tests_reach_and_what_no_source_names_is_a_hole() {
        let mut sources = Sources::default();
        sources.functions.insert("s1_repair".into(), ["repair".to_owned()].into());
        sources.text = "XX-1-10 XX-2-1".into();
        let rows = rows::read(Path::new("r"), &SOUND.replace("test = ", "test = [] #")).unwrap();
        let holes = holes(Path::new("r"), &["XX-1-1", "XX-2-1"].map(str::to_owned), &rows, &sources);
        assert!(
            holes.contains(&"r:2: XX-1: nothing but tests reaches s1_repair::repair".into()),
            "{holes:?}"
        );
        assert!(holes.contains(&"r: no source of src names XX-1-1".into()), "{holes:?}");
        assert!(!holes.iter().any(|hole| hole.ends_with("names XX-2-1")), "{holes:?}");
    }

    #[test]
    fn an_unknown_status_or_field_is_refused_with_its_line() {
        for (from, to) in [("\"prose\"", "\"maybe\""), ("note", "nota")] {
            let faults = rows::read(Path::new("r"), &SOUND.replace(from, to)).unwrap_err();
            assert!(faults[0].starts_with("r:10: "), "{faults:?}");
        }
    }
}
