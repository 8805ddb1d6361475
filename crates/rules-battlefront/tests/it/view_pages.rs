//! What the pages say.

use std::collections::BTreeSet;

use kernel::view::{Block, ItemState, LineKind, OwedItem, Page, Panel, View};
use kernel::{Seat, System};
use rules_battlefront::rules::s2_1_scenarios::{StepOpened, StepPassed};
use rules_battlefront::{Battlefront, State, Step};
use serde_json::{Value, json as j};

use crate::view_support::{form, json, opened, page, play, play_to, view, words};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

const SEATS: [Seat; 4] = [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator];

fn at(step: Step) -> State {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, step);
    state
}

fn every_step() -> Vec<State> {
    let mut states: Vec<State> = [
        Step::Posture,
        Step::PurchasePoints,
        Step::Roster,
        Step::Purchases,
        Step::Removal,
        Step::Fortification,
        Step::Reveal,
        Step::ChooseForces,
        Step::DefenderSetsUp,
        Step::AttackerSetsUp,
        Step::Battle,
    ]
    .map(at)
    .into();
    states.push(opened(ROSTOV, None));
    states.extend(after_a_battle());
    states.extend([Step::Repair, Step::Withdrawal, Step::Victory].map(|step| {
        let mut state = opened(MIUS, Some(MIUS_NIGHT));
        if step == Step::Victory {
            state.facts.step = step;
        } else {
            play_to(&mut state, step);
        }
        state
    }));
    states
}

/// The evening after the first battle and the steps that follow.
fn after_a_battle() -> [State; 4] {
    [Step::OvernightRepair, Step::OvernightWithdrawal, Step::Wrecks, Step::Paperwork].map(|step| {
        let mut state = crate::after_battle::evening().state;
        play_to(&mut state, step);
        state
    })
}

fn panels<'v>(blocks: &'v [Block], into: &mut Vec<&'v Panel>) {
    for block in blocks {
        if let Block::Panel(panel) = block {
            into.push(panel);
            panels(&panel.body, into);
        }
    }
}

fn panels_of(page: &Page) -> Vec<&Panel> {
    let mut found = Vec::new();
    panels(&page.main, &mut found);
    panels(&page.aside, &mut found);
    found
}

fn owed(view: &View) -> Vec<&OwedItem> {
    let found =
        panels_of(page(view, "overview")).into_iter().find(|panel| panel.id == "owed").expect("the panel");
    let items =
        found.body.iter().filter_map(|block| if let Block::Owed(items) = block { Some(items) } else { None });
    items.flatten().collect()
}

#[test]
fn what_is_owed_leads_to_a_panel_that_is_there() {
    for state in every_step() {
        for side in [0, 1] {
            let view = view(&state, Seat::Side(side));
            for item in owed(&view) {
                assert_eq!(item.link.is_some(), item.state == ItemState::Yours, "{item:?}");
                let Some((page_id, panel, _)) = &item.link else { continue };
                let ids: Vec<_> =
                    panels_of(page(&view, page_id)).iter().map(|panel| panel.id.clone()).collect();
                assert!(ids.contains(panel), "{panel} is not among {ids:?} at {}", state.step());
            }
        }
    }
}

#[test]
fn own_duties_come_first_and_nothing_is_owed_twice() {
    for state in every_step().iter().filter(|state| state.step().is_for_sides()) {
        for side in [0, 1] {
            let view = view(state, Seat::Side(side));
            let owed = owed(&view);
            assert_eq!(owed.len(), 2);
            assert_eq!(owed[0].who, Seat::Side(side));
        }
    }
}

#[test]
fn panels_and_rows_have_addresses_of_their_own() {
    for state in every_step() {
        for seat in SEATS {
            for page in &view(&state, seat).pages {
                let mut ids = BTreeSet::new();
                for panel in panels_of(page) {
                    assert!(
                        ids.insert(panel.id.clone()),
                        "{} twice on {} at {}",
                        panel.id,
                        page.id,
                        state.step()
                    );
                    for block in &panel.body {
                        if let Block::Sheet(sheet) = block {
                            for row in &sheet.rows {
                                assert!(ids.insert(row.id.clone()), "{} twice on {}", row.id, page.id);
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_rule_on_a_page_has_a_text() {
    let known: BTreeSet<_> = Battlefront::rules().into_iter().map(|rule| rule.id).collect();
    fn rules(value: &Value, into: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(key, value)| match value {
                Value::String(id) if key == "rule" => _ = into.insert(id.clone()),
                other => rules(other, into),
            }),
            Value::Array(list) => list.iter().for_each(|value| rules(value, into)),
            _ => {}
        }
    }
    let mut cited = BTreeSet::new();
    for state in every_step() {
        for seat in SEATS {
            rules(&serde_json::to_value(view(&state, seat)).expect("a view"), &mut cited);
        }
    }
    assert!(cited.len() > 40, "{cited:?}");
    let unknown: Vec<_> = cited.iter().filter(|id| !known.contains(id.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn the_purse_adds_up_at_every_step() {
    for state in every_step() {
        for side in [0, 1] {
            let view = view(&state, Seat::Side(side));
            let purse = panels_of(page(&view, "refit"))
                .into_iter()
                .find(|panel| panel.id == "purse")
                .expect("a purse");
            for block in &purse.body {
                let Block::Ledger(lines) = block else { continue };
                let (sums, parts): (Vec<_>, Vec<_>) =
                    lines.iter().partition(|line| line.kind == LineKind::Sum);
                let total: i64 = parts.iter().map(|line| line.amount).sum();
                assert!(sums.is_empty() || total == sums[0].amount, "{lines:?}");
            }
        }
    }
}

#[test]
fn the_purse_names_each_purchase_and_what_rolls_have_cost() {
    let mut state = at(Step::Purchases);
    play(&mut state, Seat::Side(1), j!({"do": "buy", "group": "GO3"}), 1);
    let bought = state.side(rules_battlefront::Side::SECOND).purchases[0].id;
    play(&mut state, Seat::Side(1), j!({"do": "number-roll", "purchase": bought, "extra-cpp": 1}), 9);
    let told = words(&state, Seat::Side(1));
    assert!(told.contains("Kept from 23 December  5 "), "{told}");
    assert!(told.contains("Gained in this refit  12 "));
    assert!(told.contains("105mm battalion, off board (GO3)  -7 "));
    assert!(told.contains("Spent on rolls  -1 "));
    assert!(told.contains("Purchase points in hand  9 "));
    assert!(told.contains("3 smoke missions"), "9 and 1 are 10: three missions");
}

#[test]
fn the_purse_counts_fortification_points_that_groups_bring() {
    let mut state = at(Step::Purchases);
    let held = state.side(rules_battlefront::Side::FIRST).fpp;
    play(&mut state, Seat::Side(0), j!({"do": "buy", "group": "RP1"}), 1);
    let told = words(&state, Seat::Side(0));
    assert!(told.contains(&format!("Held before  {held} ")), "{told}");
    assert!(told.contains("Bought with purchase points  4 "));
    assert!(told.contains(&format!("Fortification points in hand  {} ", held + 4)));
}

/// The rolls stand before the combining when all are made, as they did before: only the close is put before both.
#[test]
fn the_panel_of_discipline_keeps_its_place_when_all_is_rolled() {
    let mut state = at(Step::Roster);
    let order = |state: &State| {
        let view = view(state, Seat::Side(1));
        let panels = panels_of(page(&view, "refit"));
        let ids = panels.iter().map(|panel| panel.id.clone());
        ids.filter(|id| ["discipline", "combining"].contains(&id.as_str())).collect::<Vec<_>>()
    };
    for element in ["G-11", "G-12", "G-31"] {
        assert_eq!(order(&state), ["discipline", "combining"]);
        play(&mut state, Seat::Side(1), j!({"do": "discipline-roll", "me": element}), 50);
    }
    assert_eq!(order(&state), ["discipline", "combining"]);
}

#[test]
fn a_number_roll_shows_both_alternatives_with_their_exact_chances() {
    let mut state = at(Step::Purchases);
    play(&mut state, Seat::Side(1), j!({"do": "buy", "group": "GO3"}), 1);
    let item = state.side(rules_battlefront::Side::SECOND).purchases[0].id.to_string();
    let view = view(&state, Seat::Side(1));
    let first = panels_of(page(&view, "refit"))[0];
    assert!(first.yours && first.heading.starts_with("Owed first: smoke missions"), "{}", first.heading);
    let roll = form(&view, "refit", &format!("number-{}", item.replace('.', "_")));
    let chances = |n: usize| roll.odds[n].rows.iter().map(|(_, weight)| *weight).collect::<Vec<_>>();
    assert_eq!((chances(0), roll.odds[0].of), (vec![2, 3, 5], 10), "without a point");
    assert_eq!((chances(1), roll.odds[1].of), (vec![3, 3, 4], 10), "with one");
    assert!(roll.odds[0].note.contains("1.7 missions") && roll.odds[1].note.contains("1.9 missions"));
}

#[test]
fn odds_of_points_and_repairs_are_those_of_the_charts() {
    let state = at(Step::PurchasePoints);
    let seen = view(&state, Seat::Side(1));
    let roll = form(&seen, "refit", "cpp-roll");
    assert!(roll.odds[0].note.starts_with("On average 12 points."), "{}", roll.odds[0].note);
    let state = opened(MIUS, Some(MIUS_NIGHT));
    let seen = view(&state, Seat::Side(1));
    let table = page(&seen, "refit").rolls()[0];
    let all = serde_json::to_string(&table.all).expect("a form can be written");
    for (key, plain, with) in [("V2", 2, 5), ("V3", 3, 6)] {
        let row = table.rows.iter().find(|row| row.key == key).expect("the wreck has a row");
        assert_eq!(row.chances[0].told(), format!("Repaired: {plain} of 10"), "{key}");
        assert!(all.contains(&format!("Spend 1 point: {with} of 10")), "{key}: {all}");
    }
}

#[test]
fn modifiers_are_told_one_by_one_with_the_true_minus() {
    let seen = view(&at(Step::Roster), Seat::Side(1));
    let table = page(&seen, "refit").rolls()[0];
    let row = table.rows.iter().find(|row| row.key == "G-12").expect("a roll is owed");
    let told = row.why.plain(&[]);
    assert!(told.contains("50 % casualties −2, stands that panicked off the table −2"), "{told}");
}

#[test]
fn steps_that_do_not_occur_say_why() {
    let told = words(&at(Step::Posture), Seat::Spectator);
    assert!(told.contains(
        "Closed S2b Armour repair: Not due: no night slot today. Done overnight, in C8. [BF-2.1.1.2-2]"
    ));
    let mut first = opened(ROSTOV, None);
    play_to(&mut first, Step::PurchasePoints);
    let told = words(&first, Seat::Side(0));
    assert!(
        told.contains("Closed S1 Posture: The set-up says who attacks first: Soviet. [BF-2.1.P-1]"),
        "{told}"
    );
}

#[test]
fn others_learn_that_a_step_is_closed_and_no_more() {
    let mut state = at(Step::Purchases);
    play(&mut state, Seat::Side(1), j!({"do": "done"}), 1);
    let told = words(&state, Seat::Side(0));
    assert!(told.contains("has closed purchases. What they did is theirs to know."), "{told}");
    assert!(told.contains("Soviet open · German closed"));
    let own = words(&state, Seat::Side(1));
    assert!(own.contains("nothing. You have closed purchases.") && own.contains("Nothing waits for you"));
}

#[test]
fn a_roster_marks_what_has_changed() {
    let state = opened(ROSTOV, Some(ROSTOV_24));
    let told = words(&state, Seat::Side(1));
    assert!(told.contains("G-12 | 2./Grenadier | I | GI1 | Experienced"), "{told}");
    assert!(told.contains("~10~ 5 | 5 | 0 | 5: 3/5/8 of 10"));
    assert!(told.contains("G-31-2 | Panzer company (weak) | Panzer III | wrecked, on the map"));
}

#[test]
fn the_umpire_reads_both_sides_side_by_side() {
    let told = words(&at(Step::Purchases), Seat::Umpire);
    for words in ["## Soviet [side-0]", "## German [side-1]", "Soviet: formations", "German: formations"] {
        assert!(told.contains(words), "{words}");
    }
    assert!(json(&at(Step::Purchases), Seat::Umpire).contains("for-side-0-done"));
}

#[test]
fn the_heads_of_pages_say_where_play_stands() {
    let view = view(&at(Step::Purchases), Seat::Side(1));
    assert_eq!(view.standing, "24 December · full day · S2e purchases");
    assert_eq!(page(&view, "overview").title, "24 December 1942");
    let ids: Vec<_> = view.pages.iter().map(|page| page.id).collect();
    assert_eq!(ids, ["overview", "refit", "map", "rosters", "charts"]);
}

#[test]
fn nobody_is_told_that_both_defend_after_a_battle() {
    for state in after_a_battle() {
        for seat in SEATS {
            let words = words(&state, seat);
            let step = state.step();
            assert!(words.contains(&format!("Soviet attacks · {step}")), "{step} for {seat:?}");
            for wrong in ["oth defend", "without a battle", "to be fought", "no battle"] {
                assert!(!words.contains(wrong), "{wrong:?} at {step} for {seat:?}: {words}");
            }
            assert!(words.contains("Cleanup, 23 December"), "{step} for {seat:?}");
        }
    }
}

#[test]
fn the_smoke_of_wrecks_is_gone_at_c11() {
    let [.., wrecks, _] = after_a_battle();
    assert!(words(&wrecks, Seat::Side(0)).contains("Burning wrecks no longer block sight or fire."));
    let sides = Battlefront::sides(wrecks.campaign());
    for event in [
        rules_battlefront::Event::StepOpened(StepOpened { step: Step::Wrecks }),
        rules_battlefront::Event::StepPassed(StepPassed { step: Step::Wrecks }),
    ] {
        let told = Battlefront::narrate(wrecks.campaign(), &event).plain(&sides);
        assert!(told.contains("Burning wrecks no longer block sight or fire."), "{told}");
    }
}

#[test]
fn the_paperwork_shows_the_roster_to_its_side() {
    let [.., paperwork] = after_a_battle();
    let own = words(&paperwork, Seat::Side(0));
    assert!(own.contains("Your roster after the battle") && own.contains("5 of 10"), "{own}");
    assert!(words(&paperwork, Seat::Umpire).contains("the roster, to be confirmed"));
    assert!(!words(&paperwork, Seat::Spectator).contains("Your roster after the battle"));
}

/// A formation that is laid along a line takes no stand along that fought in a pocket: those are a group of their own.
#[test]
fn stands_in_a_pocket_are_laid_apart_from_their_formation() {
    let mut state = crate::s2_1_2_report::fighting().state;
    let groups = |state: &State| {
        let view = view(state, Seat::Side(0));
        let blocks = panels_of(page(&view, "map")).into_iter().flat_map(|panel| &panel.body);
        let mut trays = blocks.filter_map(|block| match block {
            Block::Field(field) => field.tray.clone(),
            _ => None,
        });
        let tray = trays.next();
        let groups = tray.expect("a tray").groups.into_iter();
        groups.map(|group| (group.name, group.in_line, group.pieces.len())).collect::<Vec<_>>()
    };
    let (name, in_line, n) = groups(&state)[0].clone();
    assert!(in_line && n > 1, "{name}");
    let elements = &mut state.facts.sides[0].elements;
    let stands = elements.iter_mut().flat_map(|element| &mut element.stands);
    let stand = stands.into_iter().find(|stand| stand.at.is_some()).expect("a stand on the map");
    stand.status = rules_battlefront::words::Status::Isolated;
    let after = groups(&state);
    assert_eq!(after[0], (name.clone(), true, n - 1));
    assert_eq!(after[1], (format!("{name}, in a pocket"), false, 1));
}
