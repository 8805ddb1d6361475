//! The result form by number.

use rules_battlefront::facts::Element;
use rules_battlefront::ids::UnitTypeId;
use rules_battlefront::report::{Combat, Report};
use rules_battlefront::words::StandState;
use serde_json::{Value, json};

use super::{RUSSIAN, Side, fighting, told};
use crate::table::{Table, id};

fn counts(counts: Value) -> Value {
    json!({ "do": "counts", "counts": counts })
}

fn report(table: &Table) -> Report {
    table.state.side(Side::FIRST).report.as_deref().cloned().expect("it is told")
}

fn names<I: ToString>(list: &[I]) -> Vec<String> {
    list.iter().map(I::to_string).collect()
}

#[test]
fn which_stands_fell_is_proposed_and_the_rest_stays_as_told() {
    let mut table = fighting();
    let form = json!({ "places": "R-101: 20 24.5 90", "losses": "R-101-3", "bogged": "R-101-1" });
    table.plays(RUSSIAN, told(form), &[]);
    let numbers = json!([
        { "unit": "R-101", "what": "knocked-out", "n": 3 },
        { "unit": "R-101", "what": "panicked", "n": 1 },
        { "unit": "R-101", "what": "kills", "n": 2 },
        { "unit": "R-201", "what": "abandoned", "n": 1 },
        { "unit": "R-201", "what": "fought", "n": 1 },
    ]);
    table.plays(RUSSIAN, counts(numbers), &[]);
    let first = report(&table);
    assert_eq!(
        (first.places.len(), names(&first.bogged)),
        (1, vec!["R-101-1".into()]),
        "what is not counted stays"
    );
    assert_eq!(first.losses.len(), 3);
    assert!(first.losses.contains(&id("R-101-3")), "who was named fell: {:?}", first.losses);
    assert_eq!((first.panicked.len(), first.abandoned.len()), (1, 1));
    assert_eq!(first.combat.0, [Combat { me: id("R-101"), kills: 2, won: 0, lost: 0 }]);
    assert_eq!(names(&first.fought), ["R-201"]);
    // One number put right leaves the others alone, and names no stand anew.
    table.plays(RUSSIAN, counts(json!([{ "unit": "R-101", "what": "knocked-out", "n": 2 }])), &[]);
    let second = report(&table);
    assert_eq!(second.losses.0, first.losses[..2]);
    assert_eq!((&second.panicked, &second.combat), (&first.panicked, &first.combat));
    table.plays(RUSSIAN, counts(json!([{ "unit": "R-101", "what": "kills", "n": 0 }])), &[]);
    assert!(report(&table).combat.is_empty());
}

#[test]
fn a_formation_named_as_a_whole_is_counted_stand_by_stand() {
    let mut table = fighting();
    table.plays(RUSSIAN, told(json!({ "losses": "R-201", "panicked": "R-201-1" })), &[]);
    let vehicles = table.state.side(Side::FIRST).element(id("R-201")).expect("it is there").living().count();
    let fallen = rules_battlefront::rules::s2_1_2_report::fell(
        &table.state,
        Side::FIRST,
        &report(&table),
        (Some(id("R-201")), None),
        rules_battlefront::rules::s2_1_2_report::End::KnockedOut,
    );
    assert_eq!(fallen, vehicles - 1);
    table.plays(RUSSIAN, counts(json!([{ "unit": "R-201", "what": "knocked-out", "n": 1 }])), &[]);
    assert_eq!((report(&table).losses.len(), names(&report(&table).panicked)), (1, vec!["R-201-1".into()]));
}

#[test]
fn every_number_that_cannot_be_is_told_at_once_and_nothing_changes() {
    let table = fighting();
    let numbers = json!([
        { "unit": "R-900", "what": "knocked-out", "n": 1 },
        { "unit": "R-101", "what": "knocked-out", "n": 99 },
        { "unit": "R-101", "what": "abandoned", "n": 1 },
        { "unit": "R-201", "what": "panicked", "n": -1 },
    ]);
    let refusals = table.refusals(RUSSIAN, counts(numbers));
    let codes: Vec<&str> = refusals.iter().map(|(code, ..)| *code).collect();
    assert_eq!(codes, ["unknown", "range", "range", "range"], "{refusals:?}");
    assert!(refusals.iter().any(|(.., why)| why.contains("R-101") && why.contains("99")), "{refusals:?}");
    table.refuses(
        RUSSIAN,
        counts(json!([{ "unit": "R-101", "what": "won", "n": 201 }])),
        "range",
        "BF-2.1.1.3.1.O-7",
    );
    table.refuses(RUSSIAN, counts(json!([{ "what": "won", "n": 1 }])), "unknown", "BF-2.1.1.3.1.O-7");
    table.refuses(RUSSIAN, counts(json!([{ "what": "enemy-knocked-out", "n": 1 }])), "unknown", "BF-2.1.2-5");
}

#[test]
fn a_typed_form_is_refused_with_all_its_faults_each_with_its_place() {
    let table = fighting();
    let form = json!({
        "places": "R-101-1: 72.01 5; R-101-2: 10 10; R-101-2: 12 10",
        "losses": "R-101-3, R-999",
        "panicked": "R-101-3",
        "abandoned": "R-101-5",
        "combat": "R-201: -1 0 0",
        "enemy": "panzer-iiii: 1",
        "turns": 20,
    });
    let refusals = table.refusals(RUSSIAN, told(form));
    let told: Vec<&str> = refusals.iter().map(|(.., why)| why.as_str()).collect();
    for place in [
        "R-101-1: ",
        "R-101-2 is told to stand in two places",
        "R-999",
        "R-101-3 is told",
        "R-101-5",
        "R-201",
        "panzer-iiii",
        "last turn",
    ] {
        assert!(told.iter().any(|why| why.contains(place)), "{place}: {told:#?}");
    }
    assert_eq!(told.len(), 8, "{told:#?}");
    let order: Vec<usize> = refusals
        .iter()
        .map(|(code, ..)| {
            ["unknown", "class", "not-eligible", "dup", "range"]
                .iter()
                .position(|known| known == code)
                .expect("in order")
        })
        .collect();
    assert!(order.is_sorted(), "{refusals:#?}");
}

/// The first type of the German formation in the battle, by its id and its name.
fn grenadiers(table: &Table) -> (UnitTypeId, String) {
    let element = table.state.side(Side::SECOND).element(id("G-11")).expect("it is there");
    let kind = element.living().last().expect("it has stands").kind;
    let name = table.state.campaign().unit_type(kind).expect("it is of the set-up").name.clone();
    (kind, name)
}

#[test]
fn a_type_is_told_by_its_name_as_by_its_id() {
    let mut table = fighting();
    let (kind, name) = grenadiers(&table);
    for written in [name.clone(), name.to_uppercase(), kind.to_string(), kind.as_str().to_uppercase()] {
        table.plays(RUSSIAN, told(json!({ "enemy": format!("{written}: 2 0 1") })), &[]);
        assert_eq!(report(&table).enemy[0].kind, kind, "{written}");
    }
    table.refuses(RUSSIAN, told(json!({ "enemy": "Tiger X: 1" })), "unknown", "BF-2.1.2-5");
    // Both sides have a type of this name: the enemy's is meant.
    table.plays(RUSSIAN, told(json!({ "enemy": "command: 1" })), &[]);
    assert_eq!(report(&table).enemy[0].kind, id("g-cmd"));
    table.plays(RUSSIAN, told(json!({ "enemy": format!("{name}: 2 0 1") })), &[]);
    let twice = format!("{name}: 1; {kind}: 2");
    table.refuses(RUSSIAN, told(json!({ "enemy": twice })), "dup", "BF-2.1.2-5");
    // On the page it stands by its name, and is read again from there.
    let view = crate::view_support::view(&table.state, RUSSIAN);
    let form = crate::view_support::form(&view, "refit", "report");
    let (command, _) = form.beforehand().expect("every question has an answer");
    assert_eq!(command["enemy"], json!(format!("{name}: 2 0 1")));
    table.plays(RUSSIAN, command, &[]);
    assert_eq!(report(&table).enemy[0].kind, kind);
}

#[test]
fn the_form_by_number_takes_types_that_were_never_seen() {
    let mut table = fighting();
    let (kind, name) = grenadiers(&table);
    let enemy = |text: String| json!({ "do": "counts", "enemy": text });
    table.plays(RUSSIAN, enemy(format!("{name}: 3; T-34: 1 1")), &[]);
    table.plays(RUSSIAN, enemy(format!("{kind}: 2")), &[]);
    let seen = report(&table).enemy;
    let lost = |kind: UnitTypeId| seen.iter().find(|seen| seen.kind == kind).map(|seen| seen.lost);
    assert_eq!((lost(kind), seen.len()), (Some(2), 2), "it replaces what was told of its type alone");
    // What is typed counts beside a row of the same type that says nothing.
    let row = json!({ "type": kind, "what": "enemy-knocked-out" });
    let both = json!({ "do": "counts", "counts": [row], "enemy": format!("{kind}: 3") });
    table.plays(RUSSIAN, both, &[]);
    let lost: Vec<_> =
        report(&table).enemy.iter().filter(|seen| seen.kind == kind).map(|seen| seen.lost).collect();
    assert_eq!(lost, [3]);
    table.refuses(RUSSIAN, enemy(format!("{kind}: 1; {name}: 2")), "dup", "BF-2.1.2-5");
    table.refuses(RUSSIAN, enemy("Tiger X: 1".into()), "unknown", "BF-2.1.2-5");
}

#[test]
fn the_names_of_types_come_from_the_enemys_chart_where_it_may_be_read() {
    let hint = |table: &Table| {
        let view = crate::view_support::view(&table.state, RUSSIAN);
        let form = crate::view_support::form(&view, "refit", "counts");
        form.questions().into_iter().find(|field| field.key == "enemy").expect("it asks").hint.clone()
    };
    let table = fighting();
    let open = hint(&table);
    assert!(open.contains("Their chart has "), "{open}");
    let fewer = fighting().with(|facts| {
        let has_wreck =
            |element: &Element| element.stands.iter().any(|stand| stand.state == StandState::Wreck);
        facts.sides[1].elements.retain(|element| element.id == id("G-11") || has_wreck(element));
    });
    assert_eq!(hint(&fewer), open, "what the enemy has says nothing");
    let own = Table::rostov_24_with(r#"charts = "own""#).with(super::on_the_table);
    assert!(!hint(&own).contains("chart"), "{}", hint(&own));
}

#[test]
fn formations_of_one_name_are_told_apart_by_their_ids() {
    let labels = |table: &Table| {
        let view = crate::view_support::view(&table.state, RUSSIAN);
        let form = crate::view_support::form(&view, "refit", "counts");
        let group = form.fields.iter().find_map(|field| match &field.kind {
            kernel::view::FieldKind::Group(fields) => Some(fields.clone()),
            _ => None,
        });
        group.expect("formations").iter().map(|field| field.label.clone()).collect::<Vec<_>>()
    };
    let plain = fighting();
    assert!(labels(&plain).iter().all(|label| !label.contains("R-")), "{:?}", labels(&plain));
    let twins = fighting().with(|facts| {
        for element in &mut facts.sides[0].elements {
            element.name = Some("alarm company".into());
        }
    });
    assert_eq!(labels(&twins), ["Alarm company R-101", "Alarm company R-102", "Alarm company R-201"]);
}
