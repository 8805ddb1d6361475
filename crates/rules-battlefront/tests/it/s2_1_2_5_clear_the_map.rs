//! [BF-2.1.2.5] Clearing the map: who leaves it, who stays, who comes back.

use kernel::Audience;
use rules_battlefront::facts::{Stand, Starts};
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_2_5_clear_the_map::{MapCleared, PanickedReturned};
use rules_battlefront::words::{Ammunition, StandState, Status};
use rules_battlefront::{Event, Side};

use crate::after_battle::{at_the_wrecks, evening};
use crate::table::{Table, id};

fn stand(table: &Table, side: Side, name: &str) -> Stand {
    table.state.side(side).stand(id(name)).expect("it stands on the roster").1.clone()
}

#[test]
fn stands_within_their_lines_leave_the_map() {
    let (before, (after, events)) = (evening(), at_the_wrecks());
    assert!(events.contains(&Event::MapCleared(MapCleared {})));
    assert_eq!(Event::MapCleared(MapCleared {}).audience(), Audience::Public);
    let squad = stand(&after, Side::FIRST, "R-101-1");
    assert!(
        stand(&before, Side::FIRST, "R-101-1").at.is_some() && squad.at.is_none() && squad.facing.is_none()
    );
    assert!(squad.starts == Starts::default());
    let tank = stand(&after, Side::SECOND, "G-31-1");
    assert!(tank.at.is_none() && !tank.immobile, "an immobile vehicle comes off like any other");
}

#[test]
fn pockets_stay_exactly_where_they_are() {
    let (before, (after, _)) = (evening(), at_the_wrecks());
    let squad = stand(&after, Side::FIRST, "R-102-9");
    assert_eq!((squad.at, squad.facing), (Some(Point::new(3000, 1700)), Some(90)));
    assert_eq!((squad.status, squad.ammunition), (Status::CutOff, Ammunition::Out));
    assert!(!squad.unmoved, "what only the battle needed is forgotten");
    assert_eq!(after.state.facts.pockets, before.state.facts.pockets);
}

#[test]
fn stands_that_panicked_come_back_and_are_no_loss() {
    let (after, events) = at_the_wrecks();
    for (side, stands) in [(Side::FIRST, vec!["R-101-10", "R-103-10"]), (Side::SECOND, vec!["G-12-8"])] {
        let stands: Vec<_> = stands.into_iter().map(id).collect();
        let event = Event::PanickedReturned(PanickedReturned { side, stands: stands.clone() });
        assert!(events.contains(&event), "{event:?} is not among {events:?}");
        assert_eq!(event.audience(), side.only());
        for name in stands {
            assert_eq!(stand(&after, side, name.as_str()).state, StandState::Here);
        }
    }
    let (element, _) = after.state.side(Side::FIRST).stand(id("R-101-10")).expect("a stand");
    assert_eq!((element.losses, element.scenario.panicked), (5, 1), "the record still tells of it");
}
