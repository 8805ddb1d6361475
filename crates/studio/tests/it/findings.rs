//! What the system says of a draft, with its place among the tables.

use rules_battlefront::{RULEBOOK, SAMPLE};
use tabular::Fillable;

use super::{SAMPLES, column, draft, table};

#[test]
fn faults_stand_at_their_rows_and_columns() {
    let text = SAMPLE
        .replace("home_edge = \"north\"", "home_edge = \"up\"")
        .replace("id = \"GF1\"\nkind = \"Stuka flight\"", "id = \"GF1\"\nkind = 5")
        .replace("y = 23.5", "y = 99.5");
    let old = draft(&text);
    let findings = old.inspect(&RULEBOOK);
    assert!(findings.forecast.is_empty() && findings.odd.is_empty());
    let spots: Vec<(String, Option<usize>, Option<usize>)> = findings
        .faults
        .iter()
        .map(|one| one.spot.clone().unwrap())
        .map(|one| (one.table, one.row, one.column))
        .collect();
    let of = |path: &str, key: &str| Some(column(&table(&old, path), key));
    assert_eq!(
        spots,
        [
            ("sides".into(), Some(0), of("sides", "home_edge")),
            ("map.locations".into(), Some(0), of("map.locations", "x")),
            ("rg.german".into(), Some(7), of("rg.german", "kind")),
        ]
    );
}

#[test]
fn the_samples_have_nothing_wrong_and_nothing_odd() {
    for (name, text) in SAMPLES {
        let findings = draft(text).inspect(&RULEBOOK);
        assert_eq!((findings.faults, findings.odd), (Vec::new(), Vec::new()), "{name}");
        assert!(!findings.forecast.is_empty(), "{name}");
    }
}

#[test]
fn what_is_odd_stands_at_its_cell() {
    let text = SAMPLES[1].1.replace("notes = [\"arrives+1\", ", "notes = [\"arrives+3\", ");
    let draft = draft(&text);
    let [odd] = draft.inspect(&RULEBOOK).odd.try_into().expect("one thing is odd");
    let spot = odd.spot.expect("it has a place");
    let notes = column(&table(&draft, "rg.russian"), "notes");
    assert_eq!((spot.table.as_str(), spot.row, spot.column), ("rg.russian", Some(2), Some(notes)));
}

#[test]
fn the_charts_of_a_day_with_several_slots_are_missing_at_their_tables() {
    let text =
        RULEBOOK.blank().expect("there is one").replace("slots = [\"full\"]", "slots = [\"am\", \"pm\"]");
    let found = draft(&text).inspect(&RULEBOOK).faults;
    let tables: Vec<_> = found.iter().map(|one| one.spot.as_ref().map(|spot| spot.table.as_str())).collect();
    assert_eq!(tables, [Some("tables.cpp.am.rows"), Some("tables.cpp.pm.rows")]);
}

#[test]
fn a_missing_chart_is_found_where_it_would_stand() {
    let text = SAMPLES[1].1.replace("[tables.cpp.pm]", "[tables.cpp.pn]").replace("pn]", "pm2]");
    let found = draft(&text).inspect(&RULEBOOK).faults;
    let missing = found.iter().find(|one| one.diagnostic.path == "tables.cpp.pm").unwrap();
    let spot = missing.spot.as_ref().unwrap();
    assert_eq!((spot.table.as_str(), spot.row), ("tables.cpp.pm.rows", None));
}
