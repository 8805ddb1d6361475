//! The result of a scenario as a form of cells, and the command that a filled one gives.

use kernel::System;
use kernel::view::View;
use rules_upfront::grids::aftermath::{command, form};
use rules_upfront::{Command, UpFront};
use serde_json::json;
use tabular::{Grid, Value};

use crate::s42_43_elan::armed;
use crate::{ONE, TWO, Table, told};

fn battle() -> Table {
    let mut table = Table::between("american", "german");
    table.select_both();
    table
}

fn seen(table: &Table) -> View {
    UpFront::view(&table.state, ONE)
}

/// The form that side one gets.
fn blank(table: &Table) -> Vec<Grid> {
    form(&seen(table), table.state.campaign.sides.as_array()).expect("a result is asked for")
}

fn read(table: &Table, grids: &[Grid]) -> Result<Command, String> {
    command("r.xlsx", grids, &seen(table), table.state.campaign.sides.as_array(), false)
        .map_err(|faults| told(&faults))
}

/// The row of a man: side and number in the first two columns.
fn row<'g>(grids: &'g mut [Grid], side: &str, man: i64) -> &'g mut Vec<Value> {
    let is_he =
        |row: &&mut Vec<Value>| row[0].words().eq_ignore_ascii_case(side) && row[1].whole() == Some(man);
    let row = grids[1].rows.iter_mut().find(is_he).expect("he is on the form");
    row.resize(11, Value::EMPTY);
    row
}

#[test]
fn a_form_that_only_names_the_winner_reports_everybody_as_noted() {
    let mut table = battle();
    table.must(ONE, json!({"do": "note", "man": 4, "what": {"out": "routed"}}));
    table.must(ONE, json!({"do": "note", "man": 6, "what": {"hero": 2}}));
    let mut grids = blank(&table);
    assert_eq!(row(&mut grids, "American", 4)[3].words(), "routed");
    assert!(read(&table, &grids).unwrap_err().contains("r.xlsx: Result!B2: A side is wanted here"));
    grids[0].rows[1][1] = "american".into();
    let mut told = table.clone();
    told.gives(ONE, &read(&table, &grids).unwrap()).unwrap();
    let telling = table.telling(
        "american",
        &[
            (0, json!({"id": 4, "out": "routed"})),
            (0, json!({"id": 6, "out": "in_play", "events": [{"hero": 2}]})),
        ],
    );
    let mut by_hand = table.clone();
    by_hand.must(ONE, telling);
    assert_eq!(told.state, by_hand.state);
}

#[test]
fn every_kind_of_deed_and_fate_goes_into_the_command() {
    let mut table = Table::order("american", "german", "[\"W1\"]", &armed(""));
    table.select_both();
    let mut grids = blank(&table);
    grids[0].rows[1][1] = "GERMAN".into();
    grids[0].rows[3][1] = Value::EMPTY;
    let killed = row(&mut grids, "American", 3);
    killed[3] = "KIA".into();
    let hero = row(&mut grids, "American", 4);
    (hero[4], hero[5], hero[7], hero[8]) = ("x".into(), "Yes".into(), Value::Whole(2), "1".into());
    let charge = row(&mut grids, "American", 6);
    (charge[9], charge[10]) = (Value::Whole(1), Value::Whole(3));
    row(&mut grids, "German", 9)[3] = "KIA".into();
    grids[4].rows.iter_mut().skip(1).for_each(|loss| loss[4] = "yes".into());
    grids[2].rows.push(["1", "#8", "tank", "antitank", "destroyed", "panzerfaust"].map(Value::from).into());
    grids[3].rows.push(vec!["german".into(), Value::Whole(7), Value::Whole(3), Value::Whole(1)]);
    let found = serde_json::to_value(read(&table, &grids).unwrap()).unwrap();
    assert_eq!(
        (&found["do"], &found["winner"], &found["fill"]),
        (&json!("report"), &json!("german"), &json!(null))
    );
    let man = |side: &str, id: u8| {
        let men = found[side]["men"].as_array().unwrap();
        men.iter().find(|man| man["id"] == id).unwrap().clone()
    };
    assert_eq!(man("side_1", 3), json!({"id": 3, "out": "killed"}));
    let deeds = json!([{"hero": 2}, {"cc_kill": 1}]);
    assert_eq!(
        man("side_1", 4),
        json!({"id": 4, "out": "in_play", "pinned": true, "wounded": true, "events": deeds})
    );
    assert_eq!(man("side_1", 6)["events"], json!([{"ig_cc": 1}, {"demo_charge_men": 3}]));
    let deeds = json!([
        {"afv": "tank", "means": "antitank", "result": "destroyed", "weapon": "panzerfaust"},
    ]);
    assert_eq!(man("side_1", 8)["events"], deeds);
    let deeds = json!([{"infiltration": {"unpinned_before": 3, "removed_or_pinned": 1}}]);
    assert_eq!(man("side_2", 7)["events"], deeds);
    table.gives(TWO, &read(&table, &grids).unwrap()).unwrap();
}

#[test]
fn every_faulty_cell_is_listed_with_its_address() {
    let table = battle();
    let mut grids = blank(&table);
    grids[0].rows[1][1] = "France".into();
    grids[0].rows[2][0] = "Weather".into();
    grids[0].rows[3][1] = "perhaps".into();
    let men = &mut grids[1].rows;
    men.iter_mut().for_each(|row| row.resize(11, Value::EMPTY));
    men[1][3] = "asleep".into();
    men[2][4] = "maybe".into();
    men[3][7] = "many".into();
    men[4][0] = "".into();
    men[5][1] = Value::Whole(99);
    grids[2].rows.push(["American", "98", "", "spoon", "dented"].map(Value::from).into());
    grids[3].rows.push(["American", "20x", "1"].map(Value::from).into());
    grids[4].rows.push(["German", "boat", "1", "", "no"].map(Value::from).into());
    grids.push(Grid::new("Weather", ["x"]));
    let found = read(&table, &grids).unwrap_err();
    let starts = [
        "Weather!A1: There is no table \"Weather\"",
        "Result!B2: A side is wanted here: american or german.",
        "Result!A3: There is no such line",
        "Result!B4: Say \"as noted\"",
        "Men!D2: \"asleep\" is none of: in play, withdrew, routed",
        "Men!E3: Yes or no is wanted here, not \"maybe\".",
        "Men!H4: A count is wanted here, not \"many\".",
        "Men!A5: A side is wanted here",
        "Men!B6: \"99\" is no man",
        "Vehicles!B2: \"98\" is no man",
        "Vehicles!C2: \"\" is no name here",
        "Vehicles!D2: \"spoon\" is none of: antitank, demo_atmm, close_combat",
        "Vehicles!E2: \"dented\" is none of: destroyed, immobilised",
        "Infiltrations!B2: \"20x\" is no man",
        "Losses!B2: \"boat\" is none of: ig, afv, commander_killed",
    ];
    assert_eq!(found.lines().count(), starts.len(), "{found}");
    for (line, start) in found.lines().zip(starts) {
        assert!(line.starts_with(&format!("r.xlsx: {start}")), "{line} does not start with {start}");
    }
}

#[test]
fn a_deed_of_a_man_without_a_row_and_missing_tables_are_told() {
    let table = battle();
    let mut grids = blank(&table);
    grids[0].rows[1][1] = "none".into();
    grids[3].rows.push(["American", "28", "1", "1"].map(Value::from).into());
    assert!(read(&table, &grids).unwrap_err().contains("Infiltrations!B2: Man 28 of this side is in no row"));
    grids.truncate(1);
    assert!(read(&table, &grids).unwrap_err().contains("The table Men is missing."));
}

#[test]
fn what_contradicts_itself_is_refused_by_the_rules_all_at_once() {
    let mut table = battle();
    let mut grids = blank(&table);
    grids[0].rows[1][1] = "american".into();
    let dead = row(&mut grids, "American", 3);
    (dead[3], dead[4]) = ("killed".into(), "yes".into());
    let again = row(&mut grids, "German", 5).clone();
    grids[1].rows.push(again);
    let codes = table.gives(ONE, &read(&table, &grids).unwrap()).unwrap_err();
    assert_eq!(codes, ["E34", "E34"]);
}

#[test]
fn a_form_is_there_only_while_a_result_is_asked_for() {
    let table = Table::between("american", "german");
    assert_eq!(form(&seen(&table), table.state.campaign.sides.as_array()), None);
}

#[test]
fn guns_and_vehicles_that_the_scenario_brings_stand_on_the_form() {
    let more = "[[scenario]]\nid = \"S\"\ntitle = \"S\"\nnature = \"attack\"\nattacker_force = \"assault\"\n\
        defender_force = \"hold\"\ndefender_aux = [{ kind = \"ig\", label = \"Pak\", effect = 4 }]\n";
    let mut table = Table::order("american", "german", "[\"S\"]\nfirst_attacker = \"american\"", more);
    table.select_both();
    let mut grids = blank(&table);
    let rows: Vec<Vec<String>> =
        grids[4].rows.iter().map(|row| row.iter().map(Value::words).collect()).collect();
    assert_eq!(rows[1], ["german", "ig", "4", "Pak lost", "no"]);
    assert_eq!(rows[2], ["german", "commander_killed", "0", "Pak: commander killed", "no"]);
    grids[0].rows[1][1] = "american".into();
    grids[4].rows[1][4] = "yes".into();
    let Command::Report(telling) = read(&table, &grids).unwrap() else { panic!("a report") };
    assert_eq!(json!(telling.side_2.aux), json!([{"kind": "ig", "effect": 4}]));
}

#[test]
fn what_the_tally_notes_stands_in_its_cells_and_can_be_contradicted_with_a_zero() {
    let mut table = Table::order("american", "german", "[\"W1\"]", &armed(""));
    table.select_both();
    let notes = [
        json!({"hero": 2}),
        json!({"demo_charge_men": 3}),
        json!({"demo_charge_men": 4}),
        json!({"afv": "afv-1", "means": "antitank", "result": "immobilised"}),
        json!({"infiltration": {"unpinned_before": 3, "removed_or_pinned": 1}}),
    ];
    for what in notes {
        table.must(ONE, json!({"do": "note", "man": 6, "what": what}));
    }
    table.must(ONE, json!({"do": "note", "man": 4, "what": {"cc_kill": 1}}));
    table.must(TWO, json!({"do": "note", "man": 9, "what": {"out": "cc_lost"}}));
    let others: Vec<_> = table.state.facts.side[1].force.as_ref().expect("a force").men().collect();
    for man in others.into_iter().filter(|man| man.number() != Some(9)) {
        table.must(TWO, json!({"do": "note", "man": man, "what": {"out": "routed"}}));
    }
    let mut grids = blank(&table);
    grids[0].rows[1][1] = "american".into();
    let noted = row(&mut grids, "American", 6).clone();
    assert_eq!([noted[7].words(), noted[8].words(), noted[10].words()], ["2", "", "3+4"]);
    assert_eq!((grids[2].rows[1][1].words(), grids[3].rows[1][1].words()), ("6".into(), "6".into()));
    let agreed = |grids: &[Grid]| {
        let mut told = table.clone();
        told.gives(ONE, &read(&table, grids).unwrap()).unwrap();
        told.state.facts.versions[0].report.clone()
    };
    let as_printed = agreed(&grids);
    let mut by_hand = table.clone();
    by_hand.must(ONE, json!({"do": "report", "winner": "american", "fill": "as_noted"}));
    assert_eq!(as_printed, by_hand.state.facts.versions[0].report);
    // Nought contradicts the note; nothing at all leaves it.
    let deeds_of_4 =
        |grids: &[Grid]| agreed(grids).side_1.man(rules_upfront::words::ManId::new(4)).unwrap().events.len();
    row(&mut grids, "American", 4)[8] = Value::EMPTY;
    assert_eq!(deeds_of_4(&grids), 1);
    row(&mut grids, "American", 4)[8] = Value::Whole(0);
    assert_eq!(deeds_of_4(&grids), 0);
}

#[test]
fn a_row_whose_number_and_name_disagree_is_a_fault_with_its_cell() {
    let table = battle();
    let mut grids = blank(&table);
    grids[0].rows[1][1] = "american".into();
    let other = row(&mut grids, "American", 6)[2].clone();
    row(&mut grids, "American", 4)[2] = other;
    row(&mut grids, "American", 8)[2] = Value::EMPTY;
    let found = read(&table, &grids).unwrap_err();
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.contains("Men!C") && found.contains("Man 4 of this side is "), "{found}");
}
