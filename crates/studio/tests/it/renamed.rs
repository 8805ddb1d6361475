//! A row that gets another id in its form has it wherever else it is named.

use kernel::Rulebook;
use rules_battlefront::{NIGHT_SAMPLE, RULEBOOK, SAMPLE};
use studio::{Draft, Placing, Trial};
use tabular::{Fillable, Value};

use super::{SAMPLES, all, column, draft, instead, parsed, table};

/// The draft after ids of a table were changed in its form.
fn edited(old: &Draft, path: &str, ids: &[(&str, &str)]) -> Trial {
    let table = table(old, path);
    let mut grid = old.grid(&table);
    let id = column(&table, "id");
    for (was, is) in ids {
        let row = grid.rows.iter_mut().find(|row| row[id].words() == *was).expect(was);
        row[id] = Value::from(*is);
    }
    old.try_rows(&RULEBOOK, &table, &grid, &all(&table), Placing::Edited)
}

#[test]
fn sides_of_every_sample_are_renamed_everywhere_and_back() {
    for (name, sample) in SAMPLES.into_iter().chain([("blank", RULEBOOK.blank().unwrap())]) {
        let there = [("russian", "red-army"), ("german", "ostheer")];
        let back = there.map(|(was, is)| (is, was));
        let new = edited(&draft(sample), "sides", &there);
        assert!(new.n_renamed > 5, "{name}: {}", new.n_renamed);
        let new = new.draft.expect(name);
        assert!(RULEBOOK.open(name, &new.text()).is_ok(), "{name}: {}", new.text());
        assert_eq!(edited(&new, "sides", &back).draft.expect(name).text(), sample, "{name}");
    }
}

#[test]
fn stands_groups_and_places_of_the_samples_are_renamed_everywhere_and_back() {
    for (name, sample) in SAMPLES {
        let old = draft(sample);
        let mut n_all = 0;
        for path in ["unit_types", "rg.russian", "rg.german", "map.locations"] {
            let grid = old.grid(&table(&old, path));
            for row in &grid.rows[1..] {
                let id = row[0].words();
                let new = edited(&old, path, &[(&id, "renamed")]);
                n_all += new.n_renamed;
                let new = new.draft.expect(&id);
                assert!(RULEBOOK.open(name, &new.text()).is_ok(), "{name}: {path}: {id}: {}", new.text());
                assert_eq!(edited(&new, path, &[("renamed", &id)]).draft.expect(&id).text(), sample, "{id}");
            }
        }
        assert!(n_all > 20, "{name}: {n_all}");
    }
}

#[test]
fn a_group_of_one_side_is_another_than_one_of_the_same_name_of_the_other() {
    let text = SAMPLE.replace("GI1", "RI1");
    assert!(RULEBOOK.open("", &text).is_ok());
    let new = edited(&draft(&text), "rg.german", &[("RI1", "GI1")]).draft.unwrap();
    assert_eq!(parsed(&new.text()), parsed(SAMPLE));
}

#[test]
fn rows_that_come_go_or_change_places_are_not_renamed() {
    let old = draft(SAMPLE);
    let chart = table(&old, "rg.german");
    let mut grid = old.grid(&chart);
    // The first is taken out, and another gets its name's place at the end.
    let mut first = grid.rows.remove(1);
    first[0] = Value::from("NEW");
    grid.rows.push(first);
    let trial = old.try_rows(&RULEBOOK, &chart, &grid, &all(&chart), Placing::Edited);
    assert_eq!(trial.n_renamed, 0);
    // A spreadsheet says nothing of what a row was called before.
    let mut grid = old.grid(&chart);
    grid.rows[1][0] = Value::from("NEW");
    assert_eq!(instead(&old, &chart, &grid).n_renamed, 0);
}

#[test]
fn what_has_no_cell_and_was_there_before_hinders_no_form() {
    let text = SAMPLE.replacen("drm = { ", "drm = { nobody = 1, ", 1);
    let old = draft(&text);
    let days = table(&old, "days");
    let mut grid = old.grid(&days);
    let fpp = column(&days, "fpp.german");
    grid.rows[1][fpp] = Value::from("3");
    let trial = old.try_rows(&RULEBOOK, &days, &grid, &all(&days), Placing::Edited);
    assert_eq!(trial.faults, []);
    assert!(trial.draft.unwrap().text().contains("nobody = 1"));
    // A new fault of the row hinders it as ever.
    grid.rows[2][column(&days, "date")] = grid.rows[1][column(&days, "date")].clone();
    let trial = old.try_rows(&RULEBOOK, &days, &grid, &all(&days), Placing::Edited);
    assert!(!trial.faults.is_empty() && trial.draft.is_none());
}

#[test]
fn a_faulty_draft_has_its_title_too() {
    assert_eq!(
        draft(NIGHT_SAMPLE).title(&RULEBOOK),
        RULEBOOK.open("", NIGHT_SAMPLE).ok().map(|game| game.title())
    );
    let faulty = draft("[campaign]\ntitle = \"Ten faults\"\nid = 7\n");
    assert_eq!(faulty.title(&RULEBOOK), Some("Ten faults".to_owned()));
    assert_eq!(draft("").title(&RULEBOOK), None);
}
