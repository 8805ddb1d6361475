//! One filling of a printed force for page, forecast and `rest = "as_offered"`.

use std::ops::ControlFlow;

use kernel::{Seat, System, Transcript};
use rules_upfront::command::{Fill, Rest, Selection};
use rules_upfront::filling::{self, Filling, price};
use rules_upfront::muster::Muster;
use rules_upfront::offers::{self, Template};
use rules_upfront::phase::Phase;
use rules_upfront::rules::s42_1_selection::plan;
use rules_upfront::setup::List;
use rules_upfront::setup::rulings::SlTransfer;
use rules_upfront::state::{How, Man};
use rules_upfront::words::{ManId, Side};
use rules_upfront::{Command, State, UpFront};
use serde_json::{Value, json};

use crate::law_random_campaigns::{random_setup, step};
use crate::{ONE, Pick, Table};

fn best(state: &State, side: Side) -> Option<(Vec<ManId>, Filling)> {
    let Some(List::Printed(force)) = state.list(side) else { return None };
    let muster = Muster::new(state, side, &state.campaign.forces[force], None);
    let listed = muster.listed.iter().map(|(_, man)| *man).collect();
    Some((listed, filling::best(&muster, &vec![None; muster.listed.len()])))
}

fn filled(table: &Table, man: u8) -> Option<Fill> {
    let (listed, filling) = best(&table.state, Side::FIRST).expect("a printed force");
    filling.fills[listed.iter().position(|listed| *listed == ManId::new(man)).expect("a listed man")]
}

/// Every text under a key, however deep.
fn texts<'v>(value: &'v Value, key: &str, into: &mut Vec<&'v str>) {
    match value {
        Value::Object(fields) => {
            into.extend(fields.get(key).and_then(Value::as_str));
            fields.values().for_each(|inner| texts(inner, key, into));
        }
        Value::Array(list) => list.iter().for_each(|inner| texts(inner, key, into)),
        _ => {}
    }
}

fn page(state: &State, seat: Seat, id: &str) -> Value {
    let view = UpFront::view(state, seat);
    json!(view.pages.iter().find(|page| page.id == id).expect("a page"))
}

/// What a selection costs, without the personal man.
fn cost(state: &State, side: Side, selection: &Selection) -> i32 {
    let mut faults = kernel::Reasons::whether();
    let plan = plan(state, side, selection, &mut faults);
    assert_eq!(faults.n_found(), 0, "{selection:?}");
    let places = plan.fielding.places.iter().filter(|place| place.how != How::Extra);
    let points = places.map(|place| match (place.how, place.listed, place.man) {
        (How::Transferred, Some(listed), _) => price(state, side, listed, Fill::Transfer),
        (How::Replaced, Some(listed), _) => price(state, side, listed, Fill::Replace),
        (How::Green, Some(listed), _) => price(state, side, listed, Fill::Green),
        (How::Revived, Some(listed), Some(man)) => price(state, side, listed, Fill::Revive(man)),
        _ => 0,
    });
    -points.sum::<i32>()
}

#[test]
fn page_forecast_and_selection_have_one_filling_that_no_other_is_cheaper_than() {
    let mut n_compared = 0;
    for seed in 0..12 {
        let mut pick = Pick::new(seed);
        let campaign = rules_upfront::Campaign::load("random", &random_setup(&mut pick)).expect("a campaign");
        let mut state = State::open(campaign);
        let mut transcript = Transcript::new();
        for _ in 0..4_000 {
            if Phase::of(&state) == Phase::Select {
                for side in Side::BOTH.into_iter().filter(|side| state.side(*side).force.is_none()) {
                    n_compared += usize::from(compare(&state, side));
                }
            }
            if step(&mut state, &mut pick, &mut transcript).is_none() {
                break;
            }
        }
    }
    assert!(n_compared > 100, "{n_compared}");
}

fn compare(state: &State, side: Side) -> bool {
    let Some((listed, filling)) = best(state, side) else { return false };
    let as_offered = Selection { rest: Some(Rest::AsOffered), ..Selection::default() };
    assert_eq!(cost(state, side, &as_offered), filling.points);
    offers::each(state, side.seat(), &Template::Select, &mut |command| {
        let Command::Select(selection) = command else { panic!("a selection") };
        assert!(cost(state, side, &selection) >= filling.points, "{selection:?}");
        ControlFlow::Continue(())
    });
    let seat = side.seat();
    let (force, forecast) = (page(state, seat, "force"), page(state, seat, "forecast"));
    let costs = |page: &Value, start: &str| {
        let text = page.to_string();
        let at = text.find(start).unwrap_or_else(|| panic!("{start} in {text}")) + start.len();
        text[at..].split('.').next().unwrap_or_default().to_owned()
    };
    let points = costs(&force, "he force costs ");
    let foretold = costs(&forecast, "listed men are fit; the force costs ");
    assert_eq!(points, foretold);
    let mut ids = Vec::new();
    texts(&forecast, "id", &mut ids);
    let start = format!("forecast-{}-man-", side.number());
    let rows: Vec<&str> = ids.iter().filter_map(|id| id.strip_prefix(&*start)).collect();
    for (man, fill) in listed.iter().zip(&filling.fills) {
        let differs = *fill != Some(Fill::Use(*man));
        assert_eq!(rows.contains(&&*man.to_string()), differs && fill.is_some(), "{man} {fill:?} {rows:?}");
    }
    let fit = listed.iter().filter(|man| state.is_fit(side, **man)).count();
    assert!(forecast.to_string().contains(&format!("{fit} of {} listed men are fit", listed.len())));
    true
}

#[test]
fn an_optional_assistant_is_never_paid_for() {
    let mut table = Table::between("german", "american");
    // Nobody who could assist is left; a transfer could be drawn.
    let assistants = [2, 3, 11, 12, 13, 15, 24, 25];
    table.kill(0, &assistants);
    let dead_plain = table.state.list(Side::FIRST).is_some();
    assert!(dead_plain);
    assert_eq!(filled(&table, 24), Some(Fill::Vacant));
    table.must(ONE, json!({"do": "select", "rest": "as_offered"}));
    assert!(table.state.side(Side::FIRST).points.iter().all(|line| line.amount > -7));
}

#[test]
fn a_squad_leader_is_not_paid_for_where_the_place_may_stay_empty() {
    let mut table = Table::between("german", "american");
    table.kill(0, &[1, 2, 23, 24]);
    assert_eq!(filled(&table, 23), Some(Fill::Transfer));
    table.state.facts.rulings.sl_transfer = SlTransfer::May;
    assert_eq!(filled(&table, 23), Some(Fill::Vacant));
}

#[test]
fn a_listed_man_is_not_moved_to_lead_when_his_place_would_have_to_be_paid_for() {
    let mut table = Table::between("german", "american");
    // The listed assistant is dead. #12 of the list could assist; #25 too, who is free.
    table.kill(0, &[24]);
    let (_, filling) = best(&table.state, Side::FIRST).expect("a printed force");
    assert_eq!((filling.points, filling.n_empty, filling.n_moved), (0, 0, 0));
    // When nobody else is left and nobody like-armed is free, the place of the assistant stays empty.
    let keep = [23, 12, 5, 7, 9, 10, 17];
    table.kill_all_but(0, &keep);
    let (_, filling) = best(&table.state, Side::FIRST).expect("a printed force");
    assert_eq!((filling.points, filling.n_empty, filling.n_moved), (0, 1, 0));
    assert_eq!(filled(&table, 24), Some(Fill::Vacant));
}

#[test]
fn a_forecast_of_the_scenario_after_the_next_looks_at_who_is_healed_by_then() {
    let mut table = Table::between("german", "american");
    table.select_both();
    table.set(0, 9, |man| *man = Man { wound: Some(1), ..*man });
    let now = &table.state;
    assert!(!now.is_fit(Side::FIRST, ManId::new(9)));
    assert!(filling::ahead(now, 1).is_fit(Side::FIRST, ManId::new(9)));
}
