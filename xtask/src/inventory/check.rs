//! What the rows leave open.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::rows::{Row, Rows, Status};
use super::sources::Sources;

/// Every hole, one sentence each, in the order of the file and then of the catalogue.
pub fn holes(rules: &Path, requirements: &[String], written: &Rows, sources: &Sources) -> Vec<String> {
    let mut holes = Vec::new();
    let Rows { sections, rows } = written;
    let known: BTreeSet<&str> = requirements.iter().map(String::as_str).collect();
    if known.len() < requirements.len() {
        holes.push(format!("{}: requirements.txt names an id twice", rules.display()));
    }
    for section in sections {
        if !rows.iter().any(|row| row.id.starts_with(&section.id)) {
            holes.push(format!("{}: the section {} has no rule", rules.display(), section.id));
        }
        if section.heading.trim().is_empty() || section.words.trim().is_empty() {
            holes.push(format!("{}: the section {} says nothing", rules.display(), section.id));
        }
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
        if row.covers.iter().any(|id| *id != row.id) {
            hole("it covers more than itself".into());
        }
        of_code(row, sources, &mut hole);
        if row.status != Status::Done && row.note.trim().is_empty() {
            hole(format!("it is {} and has no note that says why", row.status.name()));
        }
    }
    for id in requirements {
        let Some(row) = rows.iter().find(|row| row.id == *id) else {
            holes.push(format!("{}: {id} has no row of its own", rules.display()));
            continue;
        };
        // What no code does stands in no source.
        if row.status.is_code() && !sources.has_id(id) {
            holes.push(format!("{}: no source of src names {id}", rules.display()));
        }
    }
    for (file, module) in sources.files_of_rules() {
        let belongs = |function: &String| sources.functions_at(function).iter().any(|(at, _)| at == module);
        if !rows.iter().any(|row| row.functions.iter().any(belongs)) {
            holes.push(format!("{}: no row names a function of {file}", rules.display()));
        }
    }
    holes
}

/// Whether the functions and tests that a row names are there, each by its full name.
fn of_code(row: &Row, sources: &Sources, hole: &mut dyn FnMut(String)) {
    if row.status.is_code() && row.functions.is_empty() {
        hole(format!("it is {} and names no function", row.status.name()));
    }
    if row.status.is_code() && row.tests.is_empty() {
        hole(format!("it is {} and names no test", row.status.name()));
    }
    for function in &row.functions {
        match sources.functions_at(function).len() {
            0 => hole(format!("there is no function {function}")),
            1 if !sources.is_reached(function) => hole(format!("nothing but tests reaches {function}")),
            1 => {}
            n => hole(format!("{n} files have a function {function}: name the folder as well")),
        }
    }
    for test in &row.tests {
        match sources.examples.get(test) {
            Some(shown) if !shown.contains(&row.id) => hole(format!("{test} does not say that it shows it")),
            Some(_) => {}
            None if !test.contains("::") => hole(format!("{test} is no test by its full name")),
            None if !sources.has_test(test) => hole(format!("there is no test {test}")),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::rows;
    use super::*;

    const SOUND: &str = r#"
[[section]]
id = "XX-1"
heading = "Wrecks"
words = "They are repaired."

[[rule]]
id = "XX-1-1"
heading = "Repair"
status = "done"
function = "s1_repair::repair"
test = ["s1_repair::a_wreck_is_repaired", "examples/1/repair.toml"]

[[rule]]
id = "XX-2-1"
heading = "History"
status = "prose"
note = "A tale."
"#;

    fn sources() -> Sources {
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Sources {
            functions: [("rules::s1_repair".to_owned(), named(&["repair"]))].into(),
            tests: [("it::s1_repair".to_owned(), named(&["a_wreck_is_repaired"]))].into(),
            examples: [("examples/1/repair.toml".to_owned(), named(&["XX-1-1"]))].into(),
            files: [("src/rules/s1_repair.rs".to_owned(), "rules::s1_repair".to_owned())].into(),
            reached: [("rules::s1_repair".to_owned(), "repair".to_owned())].into(),
            text: "[XX-1-1]".into(),
        }
    }

    fn look(text: &str, sources: &Sources) -> Vec<String> {
        let requirements = ["XX-1-1", "XX-2-1"].map(str::to_owned);
        holes(Path::new("r"), &requirements, &rows::read(Path::new("r"), text).unwrap(), sources)
    }

    fn one(from: &str, to: &str) -> String {
        let changed = SOUND.replacen(from, to, 1);
        assert_ne!(changed, SOUND);
        let holes = look(&changed, &sources());
        assert_eq!(holes.len(), 1, "{holes:?}");
        holes.into_iter().next().unwrap()
    }

    #[test]
    fn a_sound_inventory_has_no_holes() {
        assert_eq!(look(SOUND, &sources()), Vec::<String>::new());
        let itself = SOUND.replacen("status", "covers = [\"XX-1-1\"]\nstatus", 1);
        assert_eq!(look(&itself, &sources()), Vec::<String>::new());
    }

    #[test]
    fn each_hole_is_found_and_named() {
        assert_eq!(one("\"They are repaired.\"", "\"\""), "r: the section XX-1 says nothing");
        assert_eq!(one("id = \"XX-1\"", "id = \"XX-3\""), "r: the section XX-3 has no rule");
        assert_eq!(
            one("status = \"done\"", "status = \"done\"\ncovers = [\"XX-1-1\", \"XX-1-2\"]"),
            "r:7: XX-1-1: it covers more than itself"
        );
        assert_eq!(one("::a_wreck_is_repaired", "::x"), "r:7: XX-1-1: there is no test s1_repair::x");
        assert_eq!(one("::a_wreck_is_repaired", ""), "r:7: XX-1-1: s1_repair is no test by its full name");
        assert_eq!(one("note = \"A tale.\"", ""), "r:14: XX-2-1: it is prose and has no note that says why");
        assert_eq!(one("heading = \"History\"", "heading = \"\""), "r:14: XX-2-1: it has no heading");
        let unnamed = look(&SOUND.replace("function = \"s1_repair::repair\"", ""), &sources());
        assert_eq!(
            unnamed,
            [
                "r:7: XX-1-1: it is done and names no function",
                "r: no row names a function of src/rules/s1_repair.rs"
            ]
        );
        let untried = look(&SOUND.replace("test = ", "test = [] #"), &sources());
        assert_eq!(untried, ["r:7: XX-1-1: it is done and names no test"]);
        let moved = look(&SOUND.replace("::repair\"", "::mend\""), &sources());
        assert_eq!(moved[0], "r:7: XX-1-1: there is no function s1_repair::mend");
        let merged = look(&SOUND.replace("\"XX-2-1\"", "\"XX-1-1\""), &sources());
        assert_eq!(
            merged,
            ["r:14: XX-1-1: the id stands in line 7 already", "r: XX-2-1 has no row of its own"]
        );
    }

    #[test]
    fn what_two_files_have_what_only_tests_reach_and_what_no_source_names_is_a_hole() {
        let mut twice = sources();
        twice.functions.insert("view::s1_repair".into(), ["repair".to_owned()].into());
        assert_eq!(
            look(SOUND, &twice),
            ["r:7: XX-1-1: 2 files have a function s1_repair::repair: name the folder as well"]
        );
        assert_eq!(look(&SOUND.replace("s1_repair::repair", "rules::s1_repair::repair"), &twice).len(), 0);
        let idle = Sources { reached: BTreeSet::new(), ..sources() };
        assert_eq!(look(SOUND, &idle), ["r:7: XX-1-1: nothing but tests reaches s1_repair::repair"]);
        let unnamed = Sources { text: "XX-1-10".into(), ..sources() };
        assert_eq!(look(SOUND, &unnamed), ["r: no source of src names XX-1-1"]);
        let mut silent = sources();
        silent.examples.insert("examples/1/repair.toml".into(), BTreeSet::new());
        assert_eq!(
            look(SOUND, &silent),
            ["r:7: XX-1-1: examples/1/repair.toml does not say that it shows it"]
        );
    }

    #[test]
    fn an_unknown_status_or_field_is_refused_with_its_line() {
        for (from, to) in [("\"prose\"", "\"maybe\""), ("note", "nota")] {
            let faults = rows::read(Path::new("r"), &SOUND.replace(from, to)).unwrap_err();
            assert!(faults[0].starts_with("r:14: "), "{faults:?}");
        }
    }
}
