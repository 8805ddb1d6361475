//! A draft from a sample has all of it: the parts that the sample names, and every table by rows.

use rules_bcs::{SARN, SARN_WEST};
use rules_central_front::{FULDA, LOCHAU};
use studio::{Draft, Placing};
use tabular::Fillable;

/// A sample with its rules, and what they know of a set-up to the last hexside.
type Known = (&'static dyn Fillable, &'static str, fn(&str) -> String);

/// The samples on hexes.
fn samples() -> [Known; 4] {
    let bcs = |text: &str| format!("{:#?}", rules_bcs::Scenario::load("it.toml", text).expect("a scenario"));
    let front = |text: &str| {
        format!("{:#?}", rules_central_front::Scenario::load("it.toml", text).expect("a scenario"))
    };
    [
        (&rules_bcs::RULEBOOK, SARN, bcs),
        (&rules_bcs::RULEBOOK, SARN_WEST, bcs),
        (&rules_central_front::RULEBOOK, FULDA, front),
        (&rules_central_front::RULEBOOK, LOCHAU, front),
    ]
}

/// What is known of a set-up without the lines on which its warnings stand.
fn apart_from_lines(known: &str) -> String {
    known.lines().filter(|line| !line.trim_start().starts_with("line: ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_sample_is_copied_with_its_map_and_means_the_same() {
    for (rulebook, sample, known) in samples() {
        let draft = Draft::read("sample", sample).unwrap();
        let whole = draft.whole(rulebook);
        assert_eq!(apart_from_lines(&known(&whole.text())), apart_from_lines(&known(sample)));
        assert!(whole.text().contains("[[map.rows]]") && whole.text().contains("[[map.names]]"));
        let findings = whole.inspect(rulebook);
        assert_eq!(findings.faults, []);
        let painting = rulebook.painting(&whole.text()).expect("a map to paint");
        assert!(!painting.hexes.is_empty() && !painting.named.is_empty());
        for table in whole.tables(rulebook) {
            let grid = whole.grid(&table);
            if table.section == "Map" && table.path.starts_with("map.") {
                assert!(grid.rows.len() > 1, "{} has rows", table.path);
            }
            // Nothing is lost where a table is looked at and saved.
            let all: Vec<_> = (0..table.columns.len()).map(Some).collect();
            let trial = whole.try_rows(rulebook, &table, &grid, &all, Placing::Edited);
            assert_eq!(trial.faults, [], "{}", table.path);
            assert_eq!(trial.draft.unwrap().text(), whole.text(), "{}", table.path);
        }
        assert_eq!(whole.whole(rulebook).text(), whole.text(), "what is whole stays as it is");
        assert!(whole.text().starts_with(sample.lines().next().unwrap()), "remarks stay");
    }
}

#[test]
fn what_is_not_there_is_not_put_in() {
    for (rulebook, text) in [
        (&rules_bcs::RULEBOOK as &dyn Fillable, "map = \"nowhere\"\n[map_of]\nid = 1\n"),
        (&rules_bcs::RULEBOOK, rules_bcs::RULEBOOK.blank().unwrap()),
        (&rules_central_front::RULEBOOK, "map = 7\n"),
        (&rules_battlefront::RULEBOOK, rules_battlefront::SAMPLE),
    ] {
        assert_eq!(Draft::read("draft", text).unwrap().whole(rulebook).text(), text);
    }
}

#[test]
fn a_hex_that_is_none_stays_none_in_a_cell() {
    let map = "[map]\nformat = \"adjutant-hexmap/1\"\nrows = [\". .\", \"... \"]\n[map.legend]\n\".\" = \"clear\"\n";
    let whole = Draft::read("draft", map).unwrap().whole(&rules_central_front::RULEBOOK).text();
    assert!(whole.contains("hexes = \"._.\"") && whole.contains("hexes = \"..._\""), "{whole}");
    assert!(whole.contains("kinds = [\"clear\"]"), "{whole}");
}
