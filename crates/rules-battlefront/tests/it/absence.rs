//! What is done for a side that stays away is what everybody reads beforehand.

use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, judge};
use rules_battlefront::rules::s2_1_1_7_choose_forces::ForcesChosen;
use rules_battlefront::rules::s2_1_p_posture::PostureSealed;
use rules_battlefront::words::Posture;
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::json;

use crate::front::{POCKETS, both_close, drawn};
use crate::table::Table;
use crate::view_support::{from, lawful};

/// Plays both sides as if nobody came, and the engine, until play stands at `until` or nothing is done any more.
fn nobody_comes(table: &mut Table, until: Step) -> Vec<Event> {
    let mut told = Vec::new();
    while table.state.step() != until {
        let engine =
            lawful(&table.state, Seat::Clock).into_iter().next().map(|command| (Seat::Clock, command));
        let absent = |seat| Some((seat, Battlefront::in_absence(&table.state, seat)?));
        let next = engine.or_else(|| absent(Seat::Side(0))).or_else(|| absent(Seat::Side(1)));
        let Some((seat, command)) = next else { break };
        let (mut pick, mut transcript) = (from(5), Transcript::new());
        judge::<Battlefront>(
            &mut table.state,
            Acting::own(seat),
            &command,
            &mut Thrown::new(&mut pick),
            &mut transcript,
        )
        .unwrap_or_else(|halt| panic!("{command:?} at {}: {halt:?}", table.state.step()));
        told.extend(transcript.events);
    }
    told
}

#[test]
fn it_buys_nothing_sends_nobody_and_still_owes_how_the_battle_went() {
    let words = Battlefront::in_absence_words();
    for said in ["defends", "buys nothing", "sends nobody", "How a battle went is still owed"] {
        assert!(words.contains(said), "{words}");
    }
    let mut table = Table::rostov();
    table.plays(Seat::Clock, json!({ "do": "open-slot" }), &[3]);
    let told = nobody_comes(&mut table, Step::Over);
    assert_eq!(table.state.step(), Step::Battle, "{told:?}");
    for event in &told {
        assert!(!matches!(event, Event::GroupBought(_) | Event::PreregBought(_) | Event::Deployed(_)));
        assert!(
            !matches!(event, Event::ForcesChosen(ForcesChosen { forces, .. }) if !forces.is_empty()),
            "{event:?}"
        );
    }
    for side in Side::BOTH {
        assert!(table.state.side(side).chosen.is_empty() && table.state.side(side).report.is_none());
    }
}

#[test]
fn it_defends() {
    let mut table = Table::rostov_24();
    assert_eq!(table.state.step(), Step::Posture);
    let told = nobody_comes(&mut table, Step::PurchasePoints);
    for side in Side::BOTH {
        let sealed = |event: &Event| matches!(event, Event::PostureSealed(PostureSealed { side: of, posture: Posture::Defend, .. }) if *of == side);
        assert!(told.iter().any(sealed), "{told:?}");
    }
}

#[test]
fn what_a_side_has_sealed_is_its_own_choice() {
    let mut table = Table::rostov_24();
    let russian = Seat::Side(0);
    table.plays(russian, json!({ "do": "choose-posture", "posture": "attack" }), &[]);
    assert_eq!(Battlefront::in_absence(&table.state, russian), None);
}

#[test]
fn stands_in_pockets_stay_where_they_are() {
    let mut table = drawn(POCKETS);
    both_close(&mut table);
    assert_eq!(table.state.step(), Step::Escape);
    let places = |table: &Table| {
        let elements = Side::BOTH.into_iter().flat_map(|side| &table.state.side(side).elements);
        let stands = elements.flat_map(|element| &element.stands);
        let behind = stands.filter(|stand| stand.status != rules_battlefront::words::Status::Normal);
        behind.map(|stand| (stand.id, stand.at)).collect::<Vec<_>>()
    };
    let before = places(&table);
    assert!(!before.is_empty());
    let told = nobody_comes(&mut table, Step::OvernightRepair);
    let fled = |event: &Event| matches!(event, Event::EscapeChosen(_) | Event::EscapeTried(_));
    assert!(!told.is_empty() && !told.iter().any(fled), "{told:?}");
    assert_ne!(table.state.step(), Step::Escape);
    assert_eq!(places(&table), before);
}
