//! Controls do as they show, at every step of a slot.

use kernel::view::{FieldKind, Form};
use kernel::{Acting, Id, Seat, prove};
use rules_battlefront::{Battlefront, Side, State, Step};
use serde_json::{Map, Value, json as j};

use crate::view_support::{command, form, opened, play, play_to, view};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

fn positions() -> Vec<State> {
    let mut states: Vec<State> = [
        Step::Posture,
        Step::PurchasePoints,
        Step::Roster,
        Step::Purchases,
        Step::Removal,
        Step::Fortification,
        Step::ChooseForces,
        Step::DefenderSetsUp,
        Step::AttackerSetsUp,
        Step::Battle,
    ]
    .into_iter()
    .map(|step| {
        let mut state = opened(ROSTOV, Some(ROSTOV_24));
        play_to(&mut state, step);
        state
    })
    .collect();
    states.extend([Step::Repair, Step::Withdrawal].map(|step| {
        let mut state = opened(MIUS, Some(MIUS_NIGHT));
        play_to(&mut state, step);
        state
    }));
    states.push(opened(ROSTOV, None));
    states
}

/// The command a form makes with what is picked beforehand, or with its first open choice; a place lies behind the
/// line of the seat, the Soviet side being the northern one.
fn first_choices(form: &Form, seat: Seat) -> Map<String, Value> {
    let mut command = form.command.clone();
    for field in form.questions() {
        if let FieldKind::One { choices, chosen } = &field.kind {
            let first = choices.iter().position(|choice| choice.closed.is_none());
            let picked = chosen.or(first).unwrap_or(0);
            command.insert(field.key.into(), choices[picked].value.clone());
        } else if let "x" | "y" = field.key {
            let northern = field.key == "y" && seat == Seat::Side(0);
            command.insert(field.key.into(), if northern { j!("55.25") } else { j!("5.25") });
        } else if let FieldKind::Many { choices, least, .. } = &field.kind {
            let open = choices.iter().filter(|choice| choice.closed.is_none());
            let first = open.take(*least).map(|choice| choice.value.clone()).collect();
            let picked = field.beforehand().filter(|_| *least == 0).unwrap_or(Value::Array(first));
            command.insert(field.key.into(), picked);
        } else if let FieldKind::Number { .. } | FieldKind::Words { .. } = &field.kind
            && field.key != "reason"
        {
            command.insert(field.key.into(), field.beforehand().unwrap_or_default());
        }
    }
    command
}

/// A list with one entry: a fortification in hand, else a formation that is chosen.
fn in_hand(state: &State, seat: Seat) -> String {
    let facts = state.side(Side::of(seat).expect("a side sets up"));
    let works = facts
        .works_in_hand
        .iter()
        .map(|tally| Id::from(tally.id))
        .chain(facts.placed.iter().map(|work| (*work).into()));
    let name = works.chain(facts.chosen.iter().copied()).next().expect("something to place");
    format!("{name}: 5.25 {}", if seat == Seat::Side(0) { "55.25" } else { "5.25" })
}

/// Who a form acts for: the seat itself, or the side that an umpire's form names.
fn acting(seat: Seat, made: &mut Map<String, Value>) -> Acting {
    match made.shift_remove("for") {
        None => Acting::own(seat),
        Some(side) => Acting { seat: side.as_str().expect("a seat").parse().expect("a seat"), by: seat },
    }
}

#[test]
fn open_forms_are_accepted_and_closed_ones_refused_in_their_words() {
    let (mut open, mut closed) = (0, 0);
    for state in positions() {
        for seat in [Seat::Side(0), Seat::Side(1), Seat::Umpire] {
            let view = view(&state, seat);
            for form in view.forms() {
                let mut made = first_choices(form, seat);
                if form.id == "lay-out" {
                    made.insert("places".into(), Value::String(in_hand(&state, seat)));
                }
                let acting = acting(seat, &mut made);
                let proven = prove::<Battlefront>(&state, acting, &command(Value::Object(made)));
                match (&proven, &form.closed) {
                    (Ok(()), None) => open += 1,
                    (Err(refusals), Some(shown)) => {
                        assert_eq!(refusals.first().sentence, shown.sentence, "{}", form.id);
                        assert_eq!(refusals.first().rule, shown.rule, "{}", form.id);
                        closed += 1;
                    }
                    _ => panic!(
                        "{} of {seat:?} at {}: {proven:?}, shown {:?}",
                        form.id,
                        state.step(),
                        form.closed
                    ),
                }
            }
        }
    }
    assert!(open > 60 && closed > 60, "{open} open and {closed} closed forms were tried");
}

#[test]
fn the_umpire_closes_a_step_for_a_side_with_a_reason() {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, Step::Roster);
    let seen = view(&state, Seat::Umpire);
    let form = form(&seen, "overview", "for-side-1-done");
    assert_eq!(Value::Object(form.command.clone()), j!({"do": "done", "for": "side-1"}));
    assert_eq!(form.fields.iter().map(|field| field.key).collect::<Vec<_>>(), ["reason"]);
    assert!(form.closed.is_none(), "the rolls that are owed are made: {:?}", form.closed);
    assert!(form.rolls);
    play_to(&mut state, Step::Purchases);
    play(&mut state, Seat::Side(1), j!({"do": "done"}), 1);
    let seen = view(&state, Seat::Umpire);
    let shut = crate::view_support::form(&seen, "overview", "for-side-1-done");
    assert!(shut.closed.is_some(), "the side has closed it already");
}

#[test]
fn a_stepper_buys_and_takes_back() {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, Step::Purchases);
    let at = |state: &State, id: &str| form(&view(state, Seat::Side(1)), "refit", id).clone();
    assert!(at(&state, "less-GI2").closed.is_some());
    let more = at(&state, "more-GI2");
    play(&mut state, Seat::Side(1), Value::Object(more.command), 1);
    let less = at(&state, "less-GI2");
    assert!(less.closed.is_none());
    play(&mut state, Seat::Side(1), Value::Object(less.command), 1);
    assert!(at(&state, "less-GI2").closed.is_some());
    assert_eq!(state.side(rules_battlefront::Side::SECOND).cpp, 17);
}

#[test]
fn a_stepper_prefers_the_purchase_that_can_still_be_taken_back() {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, Step::Purchases);
    for _ in 0..2 {
        play(&mut state, Seat::Side(1), j!({"do": "buy", "group": "GO3"}), 1);
    }
    let bought: Vec<_> =
        state.side(rules_battlefront::Side::SECOND).purchases.iter().map(|bought| bought.id).collect();
    play(&mut state, Seat::Side(1), j!({"do": "number-roll", "purchase": bought[1]}), 1);
    let seen = view(&state, Seat::Side(1));
    assert_eq!(form(&seen, "refit", "less-GO3").command["purchase"], j!(bought[0]));
}

#[test]
fn options_change_with_proposal_consent_and_the_umpires_act() {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    let seen = view(&state, Seat::Umpire);
    let propose = form(&seen, "charts", "propose-night-penalty");
    play(&mut state, Seat::Umpire, Value::Object(first_choices(propose, Seat::Umpire)), 1);
    let seen = view(&state, Seat::Umpire);
    assert!(form(&seen, "overview", "change-setting").closed.is_some(), "nobody has agreed yet");
    for side in [0, 1] {
        let seen = view(&state, Seat::Side(side));
        let consent = form(&seen, "overview", "consent").clone();
        play(&mut state, Seat::Side(side), Value::Object(consent.command), 1);
    }
    let seen = view(&state, Seat::Umpire);
    let change = form(&seen, "overview", "change-setting").clone();
    play(&mut state, Seat::Umpire, Value::Object(change.command), 1);
    assert_eq!(state.options().night_penalty, -6);
    play_to(&mut state, Step::PurchasePoints);
    let seen = view(&state, Seat::Umpire);
    let ids: Vec<_> =
        crate::view_support::page(&seen, "charts").forms().iter().map(|form| form.id.clone()).collect();
    assert_eq!(ids.len(), 1, "one closed control tells why nothing is proposed now: {ids:?}");
}
