//! [BF-2.1.1.3.1] Destroying enemy wrecks for good.

use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_1_3_1_casualties::DestructionTried;
use rules_battlefront::rules::s2_1_1_5_1_removal::RemovalsEnded;
use rules_battlefront::setup::charts::Removal;
use rules_battlefront::words::StandState;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};

fn destroy(vehicle: &str) -> serde_json::Value {
    json!({ "do": "destroy-wreck", "vehicle": vehicle })
}

fn removal() -> Table {
    Table::rostov_24().at(Step::Removal)
}

#[test]
fn an_enemy_wreck_behind_the_own_line_is_destroyed_by_the_chart() {
    for (die, outcome) in [(5, Removal::Eliminated), (4, Removal::NoEffect)] {
        let mut table = removal();
        let events = table.plays(GERMAN, destroy("V1"), &[die]);
        assert_eq!(
            events,
            [Event::DestructionTried(DestructionTried {
                side: Side::SECOND,
                vehicle: id("V1"),
                fpp: 1,
                outcome
            })]
        );
        assert_eq!(table.modifiers(), [1], "pioneers are at hand; nothing else counts for wrecks");
        assert_eq!(table.state.side(Side::SECOND).fpp, 2);
        table.refuses(GERMAN, destroy("V1"), "dup", "BF-2.1.1.5.1-2");
        table.plays(GERMAN, json!({ "do": "done" }), &[]);
        let events = table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
        let gone = outcome == Removal::Eliminated;
        let destroyed = if gone { vec![id("V1")] } else { Vec::new() };
        assert!(events.contains(&Event::RemovalsEnded(RemovalsEnded {
            removed: vec![],
            destroyed,
            moved: vec![]
        })));
        let stand = table.state.side(Side::FIRST).stand(id("R-201-2")).expect("on the roster").1;
        assert_eq!(stand.state, if gone { StandState::Lost } else { StandState::Wreck });
    }
}

/// The Soviet side may destroy the German wreck within its line, and move another of the same kind out of the balka.
pub(crate) fn both_rules_open() -> Table {
    removal().with(|facts| {
        let kind = facts.wrecks[3].kind;
        facts.wrecks[3].at = Point::new(1000, 3500);
        let other = &mut facts.wrecks[4];
        (other.at, other.kind, other.in_minefield) = (Point::new(2000, 3500), kind, false);
        let german = facts.sides[1].elements.iter_mut().flat_map(|element| &mut element.stands);
        german.filter(|stand| stand.id == other.stand).for_each(|stand| stand.kind = kind);
    })
}

/// Each rule counts its own attempts. Counted in one list, the order of the two would choose their faces.
#[test]
fn destroying_and_moving_wrecks_of_a_kind_ask_the_same_in_either_order() {
    let commands = [destroy("V4"), json!({ "do": "clear-defile", "vehicle": "V5" })];
    let asked = |order: [usize; 2]| {
        let mut table = both_rules_open();
        let mut keys = order.map(|at| {
            table.plays(RUSSIAN, commands[at].clone(), &[1]);
            let asked = &table.rolls[0].asked;
            (at, asked.known_as, asked.nth)
        });
        keys.sort_unstable();
        keys
    };
    assert_eq!(asked([0, 1]), asked([1, 0]));
    assert_eq!(asked([0, 1]).map(|(_, _, nth)| nth), [1, 1]);
}

#[test]
fn only_an_enemy_s_and_only_behind_the_line() {
    let table = removal();
    table.refuses(GERMAN, destroy("V4"), "not-eligible", "BF-2.1.1.3.1-3");
    table.refuses(GERMAN, destroy("V2"), "location", "BF-2.1.1.3.1-3");
    table.refuses(GERMAN, destroy("V99"), "unknown", "BF-2.1.1.3.1-3");
    let broke = removal().with(|facts| facts.sides[1].fpp = 0);
    broke.refuses(GERMAN, destroy("V1"), "funds", "BF-2.1.1.5.1-3");
    let in_pocket = removal().with(|facts| facts.wrecks[0].at = Point::new(3150, 1750));
    in_pocket.refuses(GERMAN, destroy("V1"), "location", "BF-2.1.1.3.1-3");
}
