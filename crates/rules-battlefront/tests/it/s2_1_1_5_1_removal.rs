//! [BF-2.1.1.5.1] Fortification removal, BF-T7.

use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_1_5_1_removal::{RemovalTried, RemovalsEnded};
use rules_battlefront::setup::charts::Removal;
use rules_battlefront::words::{StandState, Status};
use rules_battlefront::{Event, Facts, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};

fn remove(item: &str) -> serde_json::Value {
    json!({ "do": "remove-fort", "item": item })
}

fn removal() -> Table {
    Table::rostov_24().at(Step::Removal)
}

fn without_sappers(facts: &mut Facts) {
    let sappers = facts.sides[0].elements.iter_mut().find(|element| element.id == id("RI3.1"));
    sappers.expect("on the roster").stands[0].state = StandState::Lost;
}

fn at(n: usize, x: i32, y: i32) -> impl Fn(&mut Facts) {
    move |facts| facts.works[n].at = Point::new(x, y)
}

#[test]
fn six_eliminates_and_five_does_not() {
    // F4, own wire 3.5 inches and more behind the line at 10, 40; sappers at hand.
    for (die, outcome) in [(5, Removal::Eliminated), (4, Removal::NoEffect)] {
        let mut table = removal().with(at(5, 1000, 5000));
        let events = table.plays(RUSSIAN, remove("F4"), &[die]);
        assert_eq!(table.modifiers(), [0, 0, 1]);
        assert_eq!(
            events,
            [Event::RemovalTried(RemovalTried { side: Side::FIRST, item: id("F4"), fpp: 1, outcome })]
        );
        assert_eq!(table.state.side(Side::FIRST).fpp, 1, "spent whatever the result");
        assert_eq!(table.state.facts.works.len(), 6, "nobody sees it yet");
        table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
        let events = table.plays(GERMAN, json!({ "do": "done" }), &[]);
        let removed = if outcome == Removal::Eliminated { vec![id("F4")] } else { Vec::new() };
        assert!(events.contains(&Event::RemovalsEnded(RemovalsEnded {
            removed,
            destroyed: vec![],
            moved: vec![]
        })));
    }
    let mut plain = removal().with(at(5, 1000, 5000)).with(without_sappers);
    plain.plays(RUSSIAN, remove("F4"), &[6]);
    assert_eq!(plain.modifiers(), [0, 0, 0]);
}

#[test]
fn the_odds_are_those_of_the_hand() {
    let chance = |table: Table| table.odds(RUSSIAN, remove("F4")).chance("Eliminated");
    assert_eq!(chance(removal().with(at(5, 1000, 5000)).with(without_sappers)), (1, 2));
    assert_eq!(chance(removal().with(at(5, 1000, 5000))), (3, 5));
    // The Soviet line runs at 32 there.
    assert_eq!(chance(removal().with(at(5, 0, 3600)).with(without_sappers)), (3, 10));
    assert_eq!(chance(removal().with(at(5, 0, 3600))), (2, 5));
}

#[test]
fn wire_and_mines_within_four_inches_of_the_line() {
    // A level line makes the distance plain.
    let level = |option: &str, y: i32| {
        let table = Table::rostov_24_with(option).at(Step::Removal).with(at(5, 1000, y));
        let mut table = table.with(|facts| {
            facts.lines[0].points = vec![Point::new(0, 3200), Point::new(7200, 3200)];
            facts.lines[1].points = vec![Point::new(0, 2000), Point::new(7200, 2000)];
        });
        table.plays(RUSSIAN, remove("F4"), &[1]);
        table.modifiers()[0]
    };
    assert_eq!(level("near_line_strict = false", 3600), -2);
    assert_eq!(level("near_line_strict = false", 3601), 0);
    assert_eq!(level("near_line_strict = true", 3600), 0);
    assert_eq!(level("near_line_strict = true", 3599), -2);
}

#[test]
fn the_enemy_s_line_counts_only_where_the_option_says_so() {
    let near_the_enemy = |option: &str| {
        let table = Table::rostov_24_with(option).at(Step::Removal).with(at(5, 1000, 3800));
        let mut table = table.with(|facts| {
            facts.lines[0].points = vec![Point::new(0, 3000), Point::new(7200, 3000)];
            facts.lines[1].points = vec![Point::new(0, 4000), Point::new(7200, 4000)];
        });
        table.plays(RUSSIAN, remove("F4"), &[1]);
        table.modifiers()[0]
    };
    assert_eq!(near_the_enemy("removal_line = \"own\""), 0);
    assert_eq!(near_the_enemy("removal_line = \"any\""), -2);
}

#[test]
fn a_roadblock_along_the_line() {
    for (inches, y, amount) in [("1.0", 3300, -2), ("1.0", 3301, 0), ("0.5", 3300, 0)] {
        let table = Table::rostov_24_with(&format!("along_mlr_inches = {inches}")).at(Step::Removal);
        let mut table = table.with(at(3, 4000, y)).with(|facts| {
            facts.lines[0].points = vec![Point::new(0, 3200), Point::new(7200, 3200)];
        });
        table.plays(RUSSIAN, remove("F3"), &[1]);
        assert_eq!(table.modifiers(), [0, amount, 1], "{inches} {y}");
    }
}

#[test]
fn three_engineer_squads_not_isolated() {
    let engineers = |change: &dyn Fn(&mut Facts)| {
        let mut table = removal().with(at(5, 1000, 5000)).with(|facts| change(facts));
        table.plays(RUSSIAN, remove("F4"), &[1]);
        table.modifiers()[2]
    };
    assert_eq!(engineers(&|_| {}), 1);
    assert_eq!(engineers(&without_sappers), 0);
    assert_eq!(
        engineers(&|facts| {
            let stand = &mut facts.sides[0].elements.last_mut().expect("the sappers").stands[2];
            (stand.status, stand.at) = (Status::Isolated, Some(Point::new(3000, 1700)));
        }),
        0
    );
}

#[test]
fn one_try_a_refit_or_one_in_the_campaign() {
    let mut table = removal();
    table.plays(RUSSIAN, remove("F4"), &[1]);
    table.refuses(RUSSIAN, remove("F4"), "dup", "BF-2.1.1.5.1-2");
    let before = |facts: &mut Facts| facts.sides[0].tried = vec![id("F4")];
    removal().with(before).plays(RUSSIAN, remove("F4"), &[1]);
    let once = Table::rostov_24_with("removal_once = true").at(Step::Removal).with(before);
    once.refuses(RUSSIAN, remove("F4"), "dup", "BF-2.1.1.5.1-2");
}

#[test]
fn what_a_side_does_not_know_and_what_is_not_there_read_the_same() {
    let table = removal();
    let strip = |refusal: (&'static str, &'static str, String), item: &str| {
        (refusal.0, refusal.1, refusal.2.replace(item, "…"))
    };
    let hidden = strip(table.refusal(RUSSIAN, remove("GH1")), "GH1");
    assert_eq!(hidden, strip(table.refusal(RUSSIAN, remove("F99")), "F99"));
    assert_eq!(hidden.0, "unknown");
}

#[test]
fn only_in_an_area_the_side_controls() {
    let table = removal();
    // F1 lies behind the German line, F2 between the lines.
    table.refuses(RUSSIAN, remove("F1"), "location", "BF-2.1.1.5.1-1");
    table.refuses(GERMAN, remove("F2"), "location", "BF-2.1.1.5.1-1");
    let mut own_pocket = removal().with(at(0, 3150, 1750));
    own_pocket.plays(RUSSIAN, remove("F1"), &[1]);
    removal().with(at(0, 3150, 1750)).refuses(GERMAN, remove("F1"), "location", "BF-2.1.1.5.1-1");
}

#[test]
fn bunkers_and_diggings_are_not_removed() {
    let table = removal().with(|facts| facts.works[5].kind = id("dug-in"));
    table.refuses(RUSSIAN, remove("F4"), "class", "BF-2.1.1.5.1-1");
    removal().with(|facts| facts.sides[0].fpp = 0).refuses(RUSSIAN, remove("F4"), "funds", "BF-2.1.1.5.1-3");
}

#[test]
fn an_own_hidden_work_goes_unseen() {
    let mut table = removal();
    table.plays(RUSSIAN, remove("RH1"), &[10]);
    assert_eq!(table.state.facts.works.len(), 5);
    table.refuses(RUSSIAN, remove("RH1"), "dup", "BF-2.1.1.5.1-2");
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    let events = table.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert!(events.contains(&Event::RemovalsEnded(RemovalsEnded {
        removed: vec![],
        destroyed: vec![],
        moved: vec![]
    })));
}

/// The table of the page: what can be tried with its exact odds, what was tried with what came of it.
fn rows(table: &Table) -> (String, Vec<kernel::view::RollRow>) {
    let view = crate::view_support::view(&table.state, RUSSIAN);
    let page = crate::view_support::page(&view, "refit");
    let found = page.main.iter().find_map(|block| match block {
        kernel::view::Block::Panel(panel) if panel.id == "removal" => Some(panel),
        _ => None,
    });
    let panel = found.expect("the panel of the step");
    let rolls = panel.body.iter().find_map(|block| match block {
        kernel::view::Block::Rolls(rolls) => Some(rolls.clone()),
        _ => None,
    });
    let rolls = rolls.expect("a table of rolls");
    (rolls.lead.plain(&[]), rolls.rows)
}

#[test]
fn attempts_are_a_table_with_the_odds_of_the_rules_and_keep_what_came_of_them() {
    use kernel::view::RollState;
    let mut table = removal().with(at(5, 1000, 5000));
    let (lead, open) = rows(&table);
    assert!(lead.starts_with("One attempt each, 1 point whatever the die shows."), "{lead}");
    assert!(open.iter().all(|row| row.state == RollState::Open && row.one.is_some()));
    for row in open.iter().filter(|row| row.key.starts_with("remove-")) {
        let form = row.one.as_ref().expect("a button");
        let odds = table.odds(RUSSIAN, serde_json::Value::Object(form.command.clone()));
        let (ways, of) = odds.chance("Eliminated");
        let chance = &row.chances[0];
        assert_eq!(u128::from(chance.weight) * of, ways * u128::from(chance.of), "{}", row.key);
        assert!(row.why.plain(&[]).contains("engineers at hand +1"), "{:?}", row.why);
    }
    table.plays(RUSSIAN, remove("F4"), &[5]);
    let (lead, now) = rows(&table);
    assert!(lead.contains("1 fortification point"), "{lead}");
    let made: Vec<_> = now.iter().filter(|row| row.state == RollState::Made).collect();
    let [made] = &made[..] else { panic!("one attempt was made: {now:?}") };
    assert_eq!((made.key.as_str(), now.len()), ("F4", open.len()));
    assert_eq!(
        made.title.plain(&[]),
        open.iter().find(|row| row.key.ends_with("F4")).unwrap().title.plain(&[])
    );
    assert_eq!(made.result.plain(&[]), "removed; it goes when the step ends");
    // What it can no longer pay for stands below the table, with the reason.
    table.plays(RUSSIAN, remove("F3"), &[1]);
    let (_, spent) = rows(&table);
    assert!(spent.iter().all(|row| row.state == RollState::Made), "{spent:?}");
    let words = crate::view_support::words(&table.state, RUSSIAN);
    assert!(words.contains("no effect"), "{words}");
}

#[test]
fn a_wreck_is_out_of_its_minefield_once_that_is_removed() {
    let far = Point::new(7000, 3000);
    let table = || {
        removal().with(|facts| {
            for wreck in &mut facts.wrecks {
                (wreck.in_minefield, wreck.at) = (true, far);
            }
            for (wreck, field) in facts.wrecks.iter_mut().zip(["F2", "F1"]) {
                wreck.at = facts.works.iter().find(|work| work.id == id(field)).expect("a minefield").at;
            }
        })
    };
    let mines = |table: &Table| -> Vec<bool> {
        table.state.facts.wrecks.iter().map(|one| one.in_minefield).collect()
    };
    let after = |face: u16| {
        let mut table = table();
        table.plays(RUSSIAN, remove("F2"), &[face]);
        assert!(mines(&table).iter().all(|inside| *inside), "not before the step ends");
        table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
        table.plays(GERMAN, json!({ "do": "done" }), &[]);
        mines(&table)
    };
    assert!(after(1).iter().all(|inside| *inside), "it is still there");
    let cleared = after(10);
    assert!(!cleared[0] && cleared[1], "the other minefield is still there: {cleared:?}");
}
