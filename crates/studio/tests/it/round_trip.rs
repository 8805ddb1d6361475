//! A table's own rows, written back, change nothing.

use rules_battlefront::RULEBOOK;
use studio::guess;
use tabular::Fillable;

use super::{SAMPLES, all, column, draft, instead, parsed, table, with};

#[test]
fn every_table_written_back_changes_no_byte() {
    let blank = RULEBOOK.blank().unwrap();
    for (name, text) in SAMPLES.into_iter().chain([("blank", blank)]) {
        let draft = draft(text);
        assert_eq!(draft.text(), text, "{name}");
        for table in draft.tables(&RULEBOOK) {
            let grid = draft.grid(&table);
            let trial = instead(&draft, &table, &grid);
            assert_eq!(trial.faults, [], "{name} {}", table.path);
            assert_eq!(trial.draft.unwrap().text(), text, "{name} {}", table.path);
        }
    }
}

/// Every value is read from its own words: rows that are not in the file are written anew.
#[test]
fn rows_written_into_an_emptied_table_mean_the_same() {
    for (name, text) in SAMPLES {
        let whole = draft(text);
        let rows_of = |table: &&tabular::SetupTable| {
            table.shape == tabular::TableShape::Rows && whole.grid(table).rows.len() > 1
        };
        for table in whole.tables(&RULEBOOK).iter().filter(rows_of) {
            // The sides hold tables of their own, without which they are other sides.
            if table.path == "sides" {
                continue;
            }
            let grid = whole.grid(table);
            let mut head = grid.clone();
            head.rows.truncate(1);
            // Emptied by hand, for a campaign without this table may be none.
            let mut doc: toml_edit::DocumentMut = text.parse().unwrap();
            super::draft::take_out(&mut doc, &table.path);
            let emptied = draft(&doc.to_string());
            assert_eq!(emptied.grid(table).rows.len(), 1, "{name} {}", table.path);
            let trial = instead(&emptied, table, &grid);
            assert_eq!(trial.faults, [], "{name} {}", table.path);
            let (new, old) = (parsed(&trial.draft.unwrap().text()), parsed(text));
            assert_eq!(shorn(new), shorn(old), "{name} {}", table.path);
        }
    }
}

/// Without what says nothing: empty lists, whole numbers written as decimals, one set of modifiers written as a list.
fn shorn(table: toml::Table) -> toml::Table {
    fn value_of(value: toml::Value) -> Option<toml::Value> {
        Some(match value {
            toml::Value::Array(rows) if rows.is_empty() => return None,
            toml::Value::Array(rows) => toml::Value::Array(rows.into_iter().filter_map(value_of).collect()),
            toml::Value::Table(table) => toml::Value::Table(shorn(table)),
            toml::Value::Integer(number) => toml::Value::Float(number as f64),
            other => other,
        })
    }
    let mut pairs: Vec<_> =
        table.into_iter().filter_map(|(key, one)| value_of(one).map(|one| (key, one))).collect();
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    pairs.into_iter().collect()
}

#[test]
fn the_titles_of_a_written_table_are_known_again() {
    for (_, text) in SAMPLES {
        let draft = draft(text);
        for table in draft.tables(&RULEBOOK) {
            assert_eq!(guess(&table, &draft.grid(&table)), all(&table), "{}", table.path);
        }
    }
}

#[test]
fn one_changed_cell_changes_one_line() {
    let (_, text) = SAMPLES[0];
    let old = draft(text);
    let new = with(&old, "rg.german", 7, "cost", "8").draft.unwrap().text();
    let changed: Vec<(&str, &str)> = text.lines().zip(new.lines()).filter(|(old, new)| old != new).collect();
    assert_eq!(changed, [("cost = 7", "cost = 8")]);
    assert_eq!(text.lines().count(), new.lines().count());
    let new = with(&old, "days", 5, "drm.russian", "-4").draft.unwrap().text();
    assert!(new.contains("drm = { russian = -4, german = 5 }"), "{new}");
    let new = with(&old, "campaign.options", 1, "air_day", "the next day").draft.unwrap().text();
    assert!(new.contains("air_day = \"next\"                   # or \"next\""), "{new}");
}

#[test]
fn a_day_with_several_slots_has_a_modifier_for_each() {
    let (_, text) = SAMPLES[1];
    let old = draft(text);
    let days = table(&old, "days");
    let grid = old.grid(&days);
    let german = column(&days, "drm.german");
    assert_eq!(grid.cell(1, german).words(), "1 / 0");
    assert_eq!(grid.cell(2, german).words(), "0 / -1 / none");
    assert_eq!(grid.cell(3, german).words(), "-1");
    let day_of = |trial: studio::Trial, day: usize| {
        assert_eq!(trial.faults, []);
        parsed(&trial.draft.unwrap().text())["days"][day]["drm"].to_string()
    };
    let one = with(&old, "days", 2, "drm.german", "0 / -1 / 4");
    assert_eq!(
        day_of(one, 1),
        "[{ russian = 0, german = 0 }, { russian = 0, german = -1 }, { russian = 2, german = 4 }]"
    );
    let each = with(&old, "days", 3, "drm.german", "-1 / none");
    assert_eq!(day_of(each, 2), "[{ russian = 1, german = -1 }, { russian = 1, german = \"none\" }]");
    let all = with(&old, "days", 1, "drm.german", "3");
    assert_eq!(day_of(all, 0), "[{ russian = 0, german = 3 }, { russian = 1, german = 3 }]");
}
