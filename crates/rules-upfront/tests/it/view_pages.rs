//! What the pages show.

use kernel::view::{Block, FieldKind, Form, Mark, Page, RowState, Sheet, View};
use kernel::{Seat, System};
use rules_upfront::report::Deed;
use rules_upfront::state::State;
use rules_upfront::words::{ManId, Rank, Side};
use rules_upfront::{Command, UpFront};
use serde_json::{Value, json};

use crate::{ONE, TWO, Table};

pub fn page(view: &View, id: &str) -> Page {
    view.pages.iter().find(|page| page.id == id).cloned().expect("a page")
}

pub fn visit(blocks: &[Block], see: &mut dyn FnMut(&Block)) {
    for block in blocks {
        see(block);
        if let Block::Panel(panel) = block {
            visit(&panel.body, see);
        }
    }
}

pub fn sheets(page: &Page) -> Vec<Sheet> {
    let mut found = Vec::new();
    let mut see = |block: &Block| {
        if let Block::Sheet(sheet) = block {
            found.push(sheet.clone());
        }
    };
    visit(&page.main, &mut see);
    visit(&page.aside, &mut see);
    found
}

pub fn forms(page: &Page) -> Vec<Form> {
    let mut found = Vec::new();
    visit(&page.main, &mut |block| match block {
        Block::Form(form) => found.push(form.clone()),
        Block::Can(forms) => found.extend(forms.clone()),
        Block::Tally(rows) => found.extend(rows.iter().flat_map(|row| row.forms.clone())),
        _ => {}
    });
    found
}

/// The command that a form makes when every field keeps what is chosen beforehand.
pub fn as_chosen(form: &Form) -> Value {
    let mut command = form.command.clone();
    for field in form.questions() {
        let value = match &field.kind {
            FieldKind::One { choices, chosen } | FieldKind::Keys { choices, chosen, .. } => {
                choices.get(chosen.unwrap_or(0)).map(|choice| choice.value.clone())
            }
            FieldKind::Many { choices, .. } => {
                let picked = choices.iter().filter(|choice| choice.picked);
                Some(picked.map(|choice| choice.value.clone()).collect())
            }
            FieldKind::Number { value, .. } => Some(json!(value)),
            FieldKind::Words { .. } => Some(json!("")),
            FieldKind::Group(_) => None,
        };
        command.insert(field.key.into(), value.unwrap_or(Value::Null));
    }
    Value::Object(command)
}

pub fn cells(sheet: &Sheet, row: &str) -> Vec<String> {
    let row = sheet.rows.iter().find(|known| known.id == row).expect("a row");
    row.cells.iter().map(|cell| cell.text.plain(&[])).collect()
}

#[test]
fn the_roster_has_the_papers_columns_in_the_papers_order() {
    let table = Table::between("german", "american");
    let roster = &sheets(&page(&UpFront::view(&table.state, ONE), "rosters"))[0];
    let heads: Vec<&str> = roster.columns.iter().map(|column| column.head.as_str()).collect();
    let paper =
        ["# Name / weapon", "Pts", "Rank", "KIA", "Repl", "Morale", "Panic", "Rout", "Elan", "Surv", "Promo"];
    assert_eq!(heads, paper);
    assert_eq!(roster.rows.len(), 27);
    let fresh = ["1 Diettlinger MP squad leader", "51", "SGT", "8", "T", "5", "6", "", "", "", ""];
    assert_eq!(cells(roster, "man-0-1"), fresh);
}

#[test]
fn changed_values_stand_beside_the_struck_printed_ones() {
    let mut table = Table::between("german", "american");
    table.set(0, 17, |man| (man.morale, man.panic, man.elan, man.surv, man.promo) = (6, 6, 2, 2, 7));
    table.set(0, 12, |man| (man.kia, man.rank, man.repl) = (7, Some(Rank::Pvt), 1));
    table.set(0, 4, |man| man.wound = Some(6));
    table.set(0, 5, |man| man.wound = Some(11));
    table.kill(0, &[7]);
    let roster = &sheets(&page(&UpFront::view(&table.state, ONE), "rosters"))[0];
    let row = |man: &str| roster.rows.iter().find(|row| row.id == format!("man-0-{man}")).expect("a row");
    let morale = &row("17").cells[5];
    assert_eq!(
        (morale.mark, morale.was.as_deref(), morale.text.plain(&[])),
        (Mark::Changed, Some("5"), "6".into())
    );
    assert_eq!(cells(roster, "man-0-17")[8..], ["2", "//", "///// // 7"]);
    assert_eq!(
        (row("12").cells[2].was.as_deref(), row("12").cells[3].was.as_deref()),
        (Some("PFC"), Some("8"))
    );
    assert_eq!(cells(roster, "man-0-12")[4], "/");
    assert_eq!(cells(roster, "man-0-4")[3], "Wound V7");
    assert_eq!(cells(roster, "man-0-5")[3], "Wound none");
    assert_eq!(cells(roster, "man-0-7")[3], "✓ killed");
    assert_eq!(
        (row("7").state, row("4").state, row("17").state),
        (RowState::Gone, RowState::Away, RowState::Here)
    );
}

#[test]
fn the_rout_mark_stands_during_the_scenario_and_is_gone_after_it() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let mark = |table: &Table| {
        cells(&sheets(&page(&UpFront::view(&table.state, ONE), "rosters"))[0], "man-0-9")[7].clone()
    };
    assert_eq!(mark(&table), "");
    table.must(ONE, json!({"do": "note", "man": 9, "what": {"out": "routed"}}));
    assert_eq!(mark(&table), "✓");
    table.must(ONE, json!({"do": "report", "winner": "none", "fill": "as_noted"}));
    table.must(TWO, json!({"do": "confirm"}));
    assert_eq!(mark(&table), "");
}

#[test]
fn the_force_form_asks_only_real_choices_and_tells_their_price() {
    let mut table = Table::between("german", "american");
    table.kill(0, &[4, 6, 8, 5, 12]);
    let force = page(&UpFront::view(&table.state, ONE), "force");
    let form = forms(&force).into_iter().find(|form| form.id == "fill").expect("a form");
    // Griess (LMG) has Schussel alone; Shultz (R) is replaced or gives way to one of three pistols.
    assert_eq!(form.fields.iter().map(|field| field.key).collect::<Vec<_>>(), ["fill.5"]);
    let FieldKind::One { choices, .. } = &form.fields[0].kind else { panic!("one of several") };
    let values: Vec<&Value> = choices.iter().map(|choice| &choice.value).collect();
    assert_eq!(values, [&json!({"use": 18}), &json!({"use": 21}), &json!({"use": 22}), &json!("replace")]);
    assert!(choices[3].note.plain(&[]).contains("−1 point"), "{:?}", choices[3].note);
    let command: Command = serde_json::from_value(as_chosen(&form)).expect("a command");
    assert!(table.gives(ONE, &command).is_ok());
    let force = table.state.facts.side[0].force.as_ref().expect("a force");
    let of = |listed: u8| force.places.iter().find(|place| place.listed == Some(ManId::new(listed)));
    assert_eq!(
        of(12).and_then(|place| place.man),
        Some(ManId::new(3)),
        "who has no choice is not asked about"
    );
}

#[test]
fn every_open_form_makes_a_lawful_command_as_it_stands() {
    let mut table = Table::between("german", "american");
    let try_all = |table: &Table| {
        for seat in [ONE, TWO, Seat::Umpire] {
            let view = UpFront::view(&table.state, seat);
            for page in &view.pages {
                for form in forms(page).into_iter().filter(|form| form.closed.is_none()) {
                    let value = as_chosen(&form);
                    let command: Command =
                        serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("{value}: {e}"));
                    // What is asked without a choice beforehand may well be refused as it stands.
                    let open = form.questions().iter().any(|field| {
                        let (FieldKind::One { chosen, .. } | FieldKind::Keys { chosen, .. }) = &field.kind
                        else {
                            return false;
                        };
                        chosen.is_none()
                    });
                    let done = table.clone().gives(seat, &command);
                    assert!(done.is_ok() || open, "{seat:?} {} {value}: {done:?}", form.id);
                }
            }
        }
    };
    try_all(&table);
    table.kill(0, &[23, 5]);
    try_all(&table);
    table.must(ONE, json!({"do": "select", "slots": [{"listed": 23, "fill": {"use": 1}}, {"listed": 5, "fill": {"use": 6}}]}));
    table.must(TWO, json!({"do": "select"}));
    try_all(&table);
    table.must(TWO, json!({"do": "withdraw", "group": "A", "men": [4], "range": 0, "card": "red_retreat", "encircled": "no", "can_move": "yes"}));
    try_all(&table);
    table.set(0, 9, |man| man.elan = 9);
    let telling = table.telling("german", &[]);
    table.must(ONE, telling.clone());
    try_all(&table);
    table.must(TWO, json!({"do": "confirm"}));
    try_all(&table);
    table.must(ONE, json!({"do": "decide"}));
    try_all(&table);
}

fn question<'f>(form: &'f Form, key: &str) -> &'f kernel::view::Field {
    form.questions().into_iter().find(|field| field.key == key).expect("a question")
}

/// The choice of a question that is picked beforehand, and the names of those that need one tap.
fn keys(form: &Form, key: &str) -> (Value, Vec<String>) {
    let FieldKind::Keys { choices, chosen, .. } = &question(form, key).kind else { panic!("keys") };
    let usual = choices.iter().filter(|choice| !choice.seldom).map(|choice| choice.label.plain(&[]));
    (choices[chosen.unwrap_or(0)].value.clone(), usual.collect())
}

#[test]
fn a_ten_man_aftermath_is_one_form_with_one_tap_for_each_man() {
    let mut table = Table::order("american", "german", "[\"V7\"]", "");
    table.select_both();
    let result = page(&UpFront::view(&table.state, ONE), "result");
    let form = forms(&result).into_iter().find(|form| form.id == "report").expect("a form");
    let is_man = |key: &str| {
        key.strip_prefix("side_1.men.").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
    };
    let own = form.questions().iter().filter(|field| is_man(field.key)).count();
    assert_eq!(own, 12, "two leaders and ten men on one screen");
    let (beforehand, one_tap) = keys(&form, "side_1.men.4");
    assert_eq!(beforehand, json!({"out": "in_play", "pinned": false, "wounded": false}));
    assert_eq!(one_tap, ["Fit", "Pinned", "Wounded", "Routed", "Killed"]);
    let mut command = as_chosen(&form);
    command["winner"] = json!("german");
    for man in [3, 19, 16, 4, 5, 7, 9, 11, 21, 23] {
        command[format!("side_1.men.{man}")] = json!({"out": "killed"});
    }
    command["side_1.men.3.hero"] = json!(2);
    table.must(ONE, command);
    let report = &table.state.facts.versions[0].report;
    assert_eq!(report.side(Side::FIRST).men.iter().filter(|man| man.out.is_lost()).count(), 10);
    let events = &report.side(Side::FIRST).man(ManId::new(3)).expect("told").events;
    assert_eq!(serde_json::to_value(events).expect("plain values"), json!([{"hero": 2}]));
}

#[test]
fn the_report_begins_with_what_the_tally_has() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let infiltration = json!({"infiltration": {"unpinned_before": 3, "removed_or_pinned": 1}});
    for what in [
        json!({"hero": 1}),
        json!({"hero": 1}),
        json!({"cc_kill": 1}),
        infiltration.clone(),
        infiltration.clone(),
        json!({"wounded": true}),
    ] {
        table.must(ONE, json!({"do": "note", "man": 17, "what": what}));
    }
    for man in [4, 6] {
        table.must(TWO, json!({"do": "note", "man": man, "what": {"out": "cc_lost"}}));
    }
    for what in [json!({"out": "withdrawn"}), json!({"wounded": true})] {
        table.must(ONE, json!({"do": "note", "man": 9, "what": what}));
    }
    let report = |table: &Table, seat: Seat, id: &str| {
        let page = page(&UpFront::view(&table.state, seat), "result");
        forms(&page).into_iter().find(|form| form.id == id).expect("a form")
    };
    let form = report(&table, TWO, "report");
    assert_eq!(keys(&form, "side_1.men.17").0, json!({"out": "in_play", "pinned": false, "wounded": true}));
    assert_eq!(keys(&form, "side_1.men.17.hero").0, json!(2));
    assert_eq!(keys(&form, "side_1.men.9").0, json!({"out": "withdrawn", "pinned": false, "wounded": true}));
    let mut command = as_chosen(&form);
    command["winner"] = json!("american");
    table.must(TWO, command);
    let told = table.state.facts.versions[0].report.clone();
    let man = told.side(Side::FIRST).man(ManId::new(17)).expect("told").clone();
    let expected = json!([{"hero": 2}, {"cc_kill": 1}, infiltration, infiltration]);
    assert_eq!(serde_json::to_value(&man.events).expect("plain values"), expected);

    // Whoever differs begins with what the other side has told, and so enters the differences alone.
    let mut command = as_chosen(&report(&table, ONE, "differ"));
    command["side_1.men.17.cc_kill"] = json!(2);
    table.must(ONE, command);
    let other = &table.state.facts.versions[1].report;
    let name = |_: Side| String::new();
    let differences = rules_upfront::report::differences(&told, other, &name);
    assert_eq!(differences.iter().map(|found| found.field).collect::<Vec<_>>(), ["deeds"]);
}

#[test]
fn a_tally_key_stands_still_while_it_turns() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let row = |table: &Table| {
        let page = page(&UpFront::view(&table.state, ONE), "result");
        let form = forms(&page).into_iter().find(|form| form.id == "note-9").expect("a form");
        assert!(form.at_once);
        keys(&form, "what").1
    };
    assert_eq!(row(&table), ["Hero", "Kill", "Wound", "Rout", "KIA"]);
    table.must(ONE, json!({"do": "note", "man": 9, "what": {"wounded": true}}));
    assert_eq!(row(&table), ["Hero", "Kill", "Healed", "Rout", "KIA"]);
    table.must(ONE, json!({"do": "note", "man": 9, "what": {"out": "routed"}}));
    assert_eq!(row(&table), ["Hero", "Kill", "Healed", "Back", "KIA"]);
    table.must(ONE, json!({"do": "note", "man": 9, "what": {"out": "killed"}}));
    assert_eq!(row(&table), ["Hero", "Kill", "Wound", "Rout", "Back"]);
    let closed = |table: &Table| {
        let page = page(&UpFront::view(&table.state, ONE), "result");
        let form = forms(&page).into_iter().find(|form| form.id == "note-9").expect("a form");
        let FieldKind::Keys { choices, .. } = &form.fields[0].kind else { panic!("keys") };
        choices.iter().map(|choice| choice.closed.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(closed(&table), [true, true, true, true, false], "one tap raises no dead man");
    table.refuses(ONE, json!({"do": "note", "man": 9, "what": {"out": "routed"}}), &["E34"]);
    table.refuses(ONE, json!({"do": "note", "man": 9, "what": {"hero": 1}}), &["E34"]);
}

#[test]
fn the_decision_form_shows_what_each_choice_does() {
    let mut table = Table::between("german", "american");
    table.select_both();
    table.set(0, 9, |man| (man.morale, man.panic) = (2, 4));
    table.set(0, 17, |man| (man.elan, man.panic) = (4, 6));
    table.agree("german", &[(0, json!({"id": 9, "out": "routed"}))]);
    let form = forms(&page(&UpFront::view(&table.state, ONE), "result"))
        .into_iter()
        .find(|form| form.id == "decide")
        .expect("a form");
    let keys: Vec<&str> = form.fields.iter().map(|field| field.key).collect();
    assert_eq!(keys, ["rout.9", "trade.17"]);
    let notes = |at: usize| match &form.fields[at].kind {
        FieldKind::One { choices, .. } => {
            choices.iter().map(|choice| choice.note.plain(&[])).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    assert_eq!(notes(0), ["Morale 1 Panic 4, 0 Elan", "Morale 2 Panic 3, 0 Elan"]);
    assert_eq!(notes(1), ["", "Morale 6 Panic 6, 2 Elan", "Morale 5 Panic 7, 2 Elan"]);
}

#[test]
fn differences_ledgers_careers_and_boards_fill_with_play() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let first = table.telling("german", &[(0, json!({"id": 17, "out": "in_play", "events": [{"hero": 1}]}))]);
    let mut second = table.telling("american", &[]);
    second["do"] = json!("differ");
    table.must(ONE, first);
    table.must(TWO, second);
    let result = page(&UpFront::view(&table.state, ONE), "result");
    assert_eq!(sheets(&result)[0].rows.len(), 2, "the winner and one man's deeds");
    table.must(TWO, json!({"do": "confirm"}));
    table.must(ONE, json!({"do": "decide"}));
    let view = UpFront::view(&table.state, ONE);
    let mut lines = Vec::new();
    visit(&page(&view, "points").main, &mut |block| {
        if let Block::Ledger(ledger) = block {
            lines.push(ledger.iter().map(|line| line.amount).collect::<Vec<_>>());
        }
    });
    assert_eq!(lines, [vec![0, 12, 12], vec![0, 0]]);
    let text = serde_json::to_string(&page(&view, "men")).expect("plain values");
    assert!(text.contains("Hero cards: 1, gained 6 Elan."), "{text}");
    let boards = sheets(&page(&view, "honours"));
    assert!(cells(&boards[1], "elan-0-17")[0].ends_with("#17 Hauptmann"));
}

#[test]
fn the_sheet_tells_hand_markers_and_the_italian_panic() {
    let mut table =
        Table::order("italian", "russian", "[\"V1\"]", "[rulings]\nR38_italian_vs_russian_panic_bonus = 1");
    table.set(0, 21, |man| man.rank = Some(Rank::Ssg));
    table.select_both();
    let page = page(&UpFront::view(&table.state, ONE), "sheets");
    let text = serde_json::to_string(&page).expect("plain values");
    assert!(
        text.contains("Hand: 5 cards, 3 when the squad leader is pinned or gone; discards: 2."),
        "{text}"
    );
    let force = &sheets(&page)[0];
    assert_eq!(cells(force, "place-0-1")[2..5], ["8 / 9", "4", "5"]);
    assert_eq!(table.man(0, 21).panic, 4, "never on the roster");
}

#[test]
fn the_report_asks_for_men_moved_in_within_a_team_game() {
    let mut table = Table::order("german", "american", "[[\"V1\", \"V2\"]]", "");
    table.select_both();
    table.agree("none", &[(0, json!({"id": 9, "out": "in_play", "wounded": true}))]);
    table.select_both();
    // #9 is in hospital; of the others who fought, those whom this scenario does not list can be moved in.
    let state: &State = &table.state;
    let force = state.side(Side::FIRST).force.clone().expect("a force");
    let team = state.side(Side::FIRST).team.iter().copied();
    let free: Vec<ManId> =
        team.filter(|man| force.place_of(*man).is_none() && state.is_fit(Side::FIRST, *man)).collect();
    assert!(!free.is_empty() && !free.contains(&ManId::new(9)), "{free:?}");
    let form = |table: &Table| {
        let page = page(&UpFront::view(&table.state, ONE), "result");
        forms(&page).into_iter().find(|form| form.id == "report").expect("the form")
    };
    let key = format!("side_1.men.{}", free[0]);
    let plain = as_chosen(&form(&table));
    assert_eq!(plain[&key], Value::Null, "nobody is moved in unless it is said");
    let mut telling = plain.clone();
    telling[&key] = json!({"out": "in_play", "pinned": false, "wounded": false, "moved_in": true});
    telling[&format!("{key}.hero")] = json!(2);
    let mut moved = table.clone();
    moved.must(ONE, telling);
    let told = moved.state.facts.versions[0].report.side_1.man(free[0]).cloned().expect("the man");
    assert!(told.moved_in && told.events == [Deed::Hero { hero: 2 }]);
    assert_eq!(as_chosen(&form(&moved))[&key]["moved_in"], true, "the form keeps it");
    table.must(ONE, plain);
    assert!(table.state.facts.versions[0].report.side_1.man(free[0]).is_none());
}

#[test]
fn the_umpires_version_begins_with_no_loss_that_only_one_side_tells() {
    let mut table = Table::order("german", "american", "[\"W1\"]", &crate::s42_43_elan::armed(""));
    table.select_both();
    let lost = |table: &Table, told: bool, verb: &str| {
        let mut telling = table.telling("none", &[]);
        telling["do"] = json!(verb);
        telling["side_2"]["aux"] = if told { json!([{"kind": "afv", "effect": 4}]) } else { json!([]) };
        telling
    };
    let picked = |table: &Table| {
        let page = page(&UpFront::view(&table.state, Seat::Umpire), "result");
        let form = forms(&page).into_iter().find(|form| form.id == "report").expect("his form");
        let told = as_chosen(&form);
        told["side_2.aux"].as_array().map_or(0, Vec::len)
    };
    let first = lost(&table, true, "report");
    table.must(ONE, first);
    let mut agrees = table.clone();
    let second = lost(&table, false, "differ");
    table.must(TWO, second);
    assert_eq!(picked(&table), 0);
    // Where both tell it and differ about something else, it stands there.
    let mut second = lost(&agrees, true, "differ");
    second["winner"] = json!("german");
    agrees.must(TWO, second);
    assert_eq!(picked(&agrees), 1);
}

#[test]
fn two_pieces_of_one_name_are_told_apart() {
    let mut table = Table::order("german", "american", "[\"W1\"]", &crate::s42_43_elan::armed(""));
    table.select_both();
    let told = json!(UpFront::view(&table.state, ONE)).to_string();
    for piece in
        ["Tank 1 lost", "Tank 2 lost", "Tank 1: commander killed", "Tank 2: commander killed", "Gun lost"]
    {
        assert!(told.contains(piece), "{piece}");
    }
}

#[test]
fn beside_the_roster_stand_the_next_force_the_points_and_how_many_are_fit() {
    let mut table = Table::between("german", "american");
    let panels = |table: &Table| {
        let mut ids = Vec::new();
        visit(&page(&UpFront::view(&table.state, ONE), "rosters").aside, &mut |block| {
            if let Block::Panel(panel) = block
                && !panel.on_call
            {
                ids.push(panel.id.clone());
            }
        });
        ids
    };
    let before = panels(&table);
    assert_eq!(before[..3], ["next-force", "scenario", "points-0"], "{before:?}");
    assert!(!before.contains(&"fit".to_owned()), "nothing is drawn of one point: {before:?}");
    table.select_both();
    table.agree("german", &[]);
    for seat in [ONE, TWO] {
        let _ = table.does(seat, json!({"do": "decide"}));
    }
    assert!(panels(&table).contains(&"fit".to_owned()), "{:?}", panels(&table));

    // A man's career stands there once his name has led to it, of each roster that the seat sees.
    let rosters = page(&UpFront::view(&table.state, ONE), "rosters");
    let mut called = Vec::new();
    visit(&rosters.aside, &mut |block| match block {
        Block::Panel(panel) if panel.on_call => called.push(panel.id.clone()),
        _ => {}
    });
    assert_eq!(called.len(), Side::BOTH.iter().map(|side| table.state.side(*side).man.len()).sum::<usize>());
    let told = json!(rosters.main).to_string();
    assert!(called.iter().all(|id| told.contains(&format!("\"at\":\"{id}\""))), "{called:?}");
}

#[test]
fn a_report_against_the_tally_is_pointed_out() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let men: Vec<ManId> = table.state.facts.side[0].force.as_ref().expect("a force").men().collect();
    let off_tally = |table: &Table| {
        let mut rows = Vec::new();
        visit(&page(&UpFront::view(&table.state, TWO), "result").main, &mut |block| {
            if let Block::Panel(panel) = block
                && panel.id == "off-tally-0"
            {
                visit(&panel.body, &mut |block| {
                    if let Block::Sheet(sheet) = block {
                        rows.extend(sheet.rows.iter().map(|row| row.id.clone()));
                    }
                });
            }
        });
        rows
    };
    table.must(ONE, json!({"do": "note", "man": men[0], "what": {"out": "killed"}}));
    table.must(ONE, json!({"do": "note", "man": men[1], "what": {"out": "routed"}}));
    let as_noted = json!({"id": men[1], "out": "routed"});
    let telling = table.telling("german", &[(0, as_noted)]);
    table.must(ONE, telling);
    assert_eq!(off_tally(&table), [format!("off-tally-0-0-{}", men[0])], "who is told as noted is not named");
    let told = forms(&page(&UpFront::view(&table.state, TWO), "result"));
    let differ = told.iter().find(|form| form.id == "differ").expect("a form");
    let mut hints = Vec::new();
    for group in &differ.fields {
        if let FieldKind::Group(fields) = &group.kind {
            hints.extend(fields.iter().map(|field| field.hint.clone()).filter(|hint| hint.contains("tally")));
        }
    }
    assert_eq!(hints, ["By the tally he was killed."]);
}

#[test]
fn chances_to_live_name_the_men() {
    let table = Table::between("german", "american");
    let found = sheets(&page(&UpFront::view(&table.state, ONE), "forecast"));
    let row = found.iter().flat_map(|sheet| &sheet.rows).find(|row| row.id.starts_with("chances-0-"));
    let men = row.expect("a row").cells[0].text.plain(&[]);
    assert!(men.chars().any(char::is_alphabetic), "{men}");
}
