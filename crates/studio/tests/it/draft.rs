//! What becomes of the file: rows that stay keep their remarks and their inner tables, whatever order they come in.

use rules_battlefront::{RULEBOOK, SAMPLE};
use studio::{Draft, Placing};
use tabular::Value;
use toml_edit::{DocumentMut, Item};

use super::{all, column, draft, instead, parsed, sheet, table};

/// Takes a table out of a file.
pub(super) fn take_out(doc: &mut DocumentMut, path: &str) {
    let (parents, key) = path
        .rsplit_once('.')
        .map_or((Vec::new(), path), |(parents, key)| (parents.split('.').collect(), key));
    let mut item: &mut Item = doc.as_item_mut();
    for parent in parents {
        let (name, index) = parent.split_once('[').map_or((parent, None), |(name, index)| {
            (name, index.trim_end_matches(']').parse::<usize>().ok())
        });
        item = item.get_mut(name).expect(path);
        if let Some(index) = index {
            item = item.get_mut(index).expect(path);
        }
    }
    item.as_table_like_mut().expect(path).remove(key);
}

#[test]
fn rows_are_told_apart_by_their_ids_and_keep_what_has_no_column() {
    let old = draft(SAMPLE);
    let sides = table(&old, "sides");
    let mut grid = old.grid(&sides);
    grid.rows.swap(1, 2);
    let new = instead(&old, &sides, &grid).draft.unwrap().text();
    let (was, is) = (parsed(SAMPLE), parsed(&new));
    assert_eq!(was["sides"][0], is["sides"][1]);
    assert_eq!(was["sides"][1], is["sides"][0]);
    let remark = "# The sides, in the order of their seats. `nation` is what the charts ask for: who repairs, whose aircraft.\n\
                  [[sides]]\nid = \"german\"";
    assert!(new.contains(remark), "{new}");
    assert!(new.contains("armor_withdrawal = true # tank formations"), "{new}");
    let back = draft(&new);
    assert_eq!(instead(&back, &sides, &back.grid(&sides)).draft.unwrap().text(), new);
}

#[test]
fn a_renamed_row_in_its_place_is_the_same_row() {
    let old = draft(SAMPLE);
    let roster = table(&old, "rosters.german");
    let mut grid = old.grid(&roster);
    grid.rows[4][0] = Value::from("G-30");
    let new = instead(&old, &roster, &grid).draft.unwrap().text();
    assert_eq!(new, SAMPLE.replace("id = \"G-31\"", "id = \"G-30\""));
}

#[test]
fn columns_that_do_not_come_keep_what_the_row_has() {
    let old = draft(SAMPLE);
    let works = table(&old, "fpp.german");
    let prices = sheet(&[["Id", "Cost"], ["bunker", "5"], ["wire", "2"]]);
    let columns = studio::guess(&works, &prices);
    assert_eq!(columns, [Some(column(&works, "id")), Some(column(&works, "cost"))]);
    let trial = old.try_rows(&RULEBOOK, &works, &prices, &columns, Placing::Instead);
    assert_eq!(trial.faults, []);
    let new = parsed(&trial.draft.unwrap().text());
    let rows = new["fpp"]["german"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(
        rows[0].to_string(),
        parsed(SAMPLE)["fpp"]["german"][4].to_string().replace("cost = 4", "cost = 5")
    );
    assert_eq!(rows[1]["max_campaign"].as_integer(), Some(12));
}

#[test]
fn rows_after_the_old_ones_leave_them_as_they_are() {
    let old = draft(SAMPLE);
    let works = table(&old, "fpp.german");
    let more = sheet(&[["Fortification", "Price", "Id"], ["trench, 3 inches", "1", "trench"]]);
    let columns = studio::guess(&works, &more);
    let trial = old.try_rows(&RULEBOOK, &works, &more, &columns, Placing::After);
    assert_eq!(trial.faults, []);
    let new = trial.draft.unwrap().text();
    assert!(new.starts_with(SAMPLE.trim_end()), "the old rows stay");
    let added = new[SAMPLE.trim_end().len()..].trim();
    assert_eq!(added, "[[fpp.german]]\nid = \"trench\"\ntype = \"trench, 3 inches\"\ncost = 1");
}

#[test]
fn rows_of_an_inline_array_stay_inline() {
    let old = draft(SAMPLE);
    let bands = table(&old, "tables.cpp.full.rows");
    let mut grid = old.grid(&bands);
    grid.rows[1][column(&bands, "gain")] = Value::from(20);
    grid.rows.insert(2, vec!["".into(), "".into(), 1.into()]);
    grid.rows.remove(2);
    let new = instead(&old, &bands, &grid).draft.unwrap().text();
    assert_eq!(new, SAMPLE.replace("{ min = 11, gain = 18 }", "{ min = 11, gain = 20 }"));
    grid.rows[7] = vec![Value::EMPTY, (-1).into(), 5.into()];
    grid.rows.push(vec![0.into(), 0.into(), 6.into()]);
    let new = instead(&old, &bands, &grid).draft.unwrap().text();
    assert!(new.contains("  { max = -1, gain = 5 },\n  { min = 0, max = 0, gain = 6 },\n]"), "{new}");
}

#[test]
fn an_emptied_table_leaves_the_file() {
    let old = draft(SAMPLE);
    let weather = table(&old, "tables.weather");
    let mut grid = old.grid(&weather);
    grid.rows.truncate(1);
    let new = instead(&old, &weather, &grid).draft.unwrap();
    assert!(!new.text().contains("[[tables.weather]]"), "{}", new.text());
    let again = instead(&new, &weather, &old.grid(&weather)).draft.unwrap();
    assert_eq!(again.grid(&weather), old.grid(&weather));
}

#[test]
fn a_table_that_is_not_there_is_made_by_its_first_value() {
    let old = draft(SAMPLE);
    let path = "tables.repair";
    let repair = table(&old, path);
    let mut grid = old.grid(&repair);
    assert_eq!(grid.rows.len(), 2, "a row of empty fields");
    grid.rows[1][column(&repair, "modifiers.cpp")] = 2.into();
    let new = instead(&old, &repair, &grid).draft.unwrap();
    assert_eq!(parsed(&new.text())["tables"]["repair"].to_string(), "{ modifiers = { cpp = 2 } }");
    let columns = all(&repair);
    let back =
        new.try_rows(&RULEBOOK, &repair, &old.grid(&repair), &columns, Placing::Instead).draft.unwrap();
    assert_eq!(parsed(&back.text())["tables"]["repair"].to_string(), "{}");
}

#[test]
fn a_file_with_ten_faults_of_form_tells_them() {
    let faults = Draft::read("my.toml", "a = \nb = ]\nc = 1").unwrap_err();
    assert!(faults.len() >= 2, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.place.is_some()), "{faults:?}");
}
