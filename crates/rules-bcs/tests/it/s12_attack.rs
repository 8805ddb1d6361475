//! BCS-ATT, BCS-CT: attack sequences step by step.

use rules_bcs::Command;
use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Facts, Fate, Halt, Stage};
use rules_bcs::words::Face;

use crate::table::*;

fn attack(target: &str, shock: bool) -> Command {
    Command::Attack { target: hex(target), shock }
}

fn defend(id: &str, prepared: bool) -> Command {
    Command::Defend { unit: unit(id), prepared }
}

fn commit(id: &str, assist: Option<&str>) -> Command {
    Command::Commit { unit: unit(id), assist: assist.map(unit) }
}

fn advance(id: Option<&str>) -> Command {
    Command::Advance { unit: id.map(unit) }
}

fn suppress(id: &str) -> Command {
    Command::Suppress { spotter: unit(id), air: false }
}

fn stage(state: &rules_bcs::State) -> Stage {
    now(state).battle.expect("an attack").stage
}

/// The 7th before Sarn East, with tanks beside the hex.
fn before_sarn(change: impl FnOnce(&mut Facts)) -> rules_bcs::State {
    acts(BLUE, "B1", Level::Full, &["1813"], |facts| {
        piece(facts, "B1-t1").at = Some(hex("1714"));
        change(facts);
    })
}

#[test]
fn an_attack_goes_step_by_step_and_cannot_be_called_off() {
    let mut state = before_sarn(|_| {});
    assert_eq!(refused(&state, BLUE, Command::Fight), "BCS-ATT-1 none");
    assert_eq!(refused(&state, BLUE, attack("1905", false)), "BCS-OBJ-4 objective");
    assert_eq!(refused(&state, BLUE, attack("1814", false)), "BCS-ATT-2 empty");
    assert_eq!(refused(&state, BLUE, attack("9999", false)), "BCS-OBJ-4 hex");
    assert_eq!(refused(&state, BLUE, attack("2012", false)), "BCS-ATT-2 unit");
    done(&mut state, BLUE, attack("1813", false), &[]);
    // Nothing else is done before it is fought to its end.
    assert_eq!(refused(&state, BLUE, Command::End), "BCS-ATT-1 order");
    assert_eq!(refused(&state, BLUE, attack("1813", false)), "BCS-ATT-1 order");
    assert_eq!(refused(&state, BLUE, commit("B1-m1", None)), "BCS-ATT-1 order");
    assert_eq!(refused(&state, BLUE, defend("R1-g1", false)), "BCS-ATT-1 actor");
    assert_eq!(refused(&state, RED, defend("R1-g2", false)), "BCS-ATT-4 unit");
    assert_eq!(refused(&state, RED, defend("R1-ag", false)), "BCS-ATT-4 unit");
    assert_eq!(refused(&state, RED, defend("R1-g1", true)), "BCS-ATT-5 prepared");
    done(&mut state, RED, defend("R1-g1", false), &[]);
    assert_eq!(refused(&state, RED, commit("B1-m1", None)), "BCS-ATT-1 actor");
    assert_eq!(refused(&state, BLUE, commit("B1-t1", None)), "BCS-UNIT-9 kind");
    assert_eq!(refused(&state, BLUE, commit("B1-m2", None)), "BCS-ATT-2 far");
    assert_eq!(refused(&state, BLUE, commit("B2-i1", None)), "BCS-ACT-18 formation");
    assert_eq!(refused(&state, BLUE, commit("B1-m1", Some("B1-m1"))), "BCS-ATT-3 same");
    assert_eq!(refused(&state, BLUE, commit("B1-m1", Some("B1-m2"))), "BCS-ATT-3 far");
    assert_eq!(refused(&state, BLUE, commit("B1-m1", Some("B1-rec"))), "BCS-UNIT-9 kind");
    done(&mut state, BLUE, commit("B1-m1", Some("B1-t1")), &[]);
    assert_eq!(refused(&state, BLUE, Command::SupportByFire { unit: unit("B1-flak") }), "BCS-BAR-9 regular");
    assert_eq!(refused(&state, RED, Command::Fight), "BCS-ATT-1 actor");
    // AR 3, Dual, Assist against AR 3, Support, urban +2: −1. A total of 11: D1, D: Retreat.
    let (_, rolls) = done(&mut state, BLUE, Command::Fight, &[&[6, 6]]);
    assert_eq!((rolls[0].total, stage(&state)), (11, Stage::Advance));
    let back = at(&state, "R1-g1");
    assert_eq!((back.lost, back.at, back.face), (1, of(&state, "R1").hq.first(), Face::Move));
    assert_eq!(refused(&state, BLUE, advance(Some("B1-flak"))), "BCS-ATT-8 unit");
    assert_eq!(refused(&state, RED, advance(None)), "BCS-ATT-1 actor");
    done(&mut state, BLUE, advance(Some("B1-m1")), &[]);
    assert_eq!(
        (at(&state, "B1-m1").at, state.controls(hex("1813"))),
        (Some(hex("1813")), Some(kernel::Side::FIRST))
    );
    // Those who took part are FINISHED; nobody else.
    assert_eq!([at(&state, "B1-m1").halt, at(&state, "B1-t1").halt], [Halt::Finished; 2]);
    assert_eq!(at(&state, "B1-m2").halt, Halt::Not);
    assert_eq!(
        refused(&state, BLUE, Command::Move { unit: unit("B1-m1"), path: path("1814") }),
        "BCS-STOP-4 stopped"
    );
    // An Attack Sequence raises fatigue on 1 to 3.
    let mut rested = state.clone();
    done(&mut rested, BLUE, Command::End, &[&[4]]);
    assert_eq!(of(&rested, "B1").fatigue, Fatigue::Fresh);
    done(&mut state, BLUE, Command::End, &[&[3]]);
    assert_eq!(of(&state, "B1").fatigue, Fatigue::F0);
}

/// Who leads and who assists are choices; another attack on the hex is another throw.
#[test]
fn an_attack_is_named_by_its_hex_and_its_number_there() {
    let thrown = |leader: &str, assist: Option<&str>, earlier: &[&str]| {
        let mut state = before_sarn(|facts| piece(facts, "B1-m2").at = Some(hex("1714")));
        let activation = state.facts.activation.as_mut().expect("one is active");
        activation.fought = earlier.iter().map(|at| hex(at)).collect();
        done(&mut state, BLUE, attack("1813", false), &[]);
        done(&mut state, RED, defend("R1-g1", false), &[]);
        done(&mut state, BLUE, commit(leader, assist), &[]);
        let (_, rolls) = done(&mut state, BLUE, Command::Fight, &[&[1, 1]]);
        (rolls[0].asked.subject, rolls[0].asked.nth, now(&state).fought.len())
    };
    let first = thrown("B1-m1", None, &[]);
    assert_eq!(first.2, 1);
    assert_eq!(thrown("B1-m2", None, &[]), first);
    assert_eq!(thrown("B1-m1", Some("B1-t1"), &[]), first);
    let elsewhere = thrown("B1-m1", None, &["1905"]);
    assert_eq!((elsewhere.0, elsewhere.1), (first.0, first.1), "what is fought elsewhere is no part of it");
    assert_ne!(thrown("B1-m1", None, &["1813"]).1, first.1);
}

#[test]
fn only_a_full_or_partial_result_attacks_and_nothing_beyond_command() {
    let failed = acts(BLUE, "B1", Level::Fail, &[], |_| {});
    assert_eq!(refused(&failed, BLUE, attack("1813", false)), "BCS-FAIL-2 snafu");
    let far = before_sarn(|facts| body(facts, "B1").hq = Some(hex("0612")).into());
    assert_eq!(refused(&far, BLUE, attack("1813", false)), "BCS-ATT-8 radius");
    let finished = before_sarn(|facts| piece(facts, "B1-m1").halt = Halt::Finished);
    assert_eq!(refused(&finished, BLUE, attack("1813", false)), "BCS-ATT-2 unit");
    // Whoever is STOPPED attacks, and makes no Shock Attack.
    let stopped = before_sarn(|facts| {
        piece(facts, "B1-m1").halt = Halt::Stopped;
        piece(facts, "B1-t1").halt = Halt::Stopped;
    });
    assert_eq!(refused(&stopped, BLUE, attack("1813", true)), "BCS-ATT-2 unit");
    done(&mut stopped.clone(), BLUE, attack("1813", false), &[]);
    let strays = before_sarn(|facts| piece(facts, "B1-t1").commanded = false);
    assert_eq!(refused(&strays, BLUE, attack("1813", true)), "BCS-ATT-2 unit");
    let spent = before_sarn(|facts| {
        piece(facts, "B1-t1").fire_events = 2;
    });
    assert_eq!(refused(&spent, BLUE, attack("1813", true)), "BCS-ATT-2 unit");
}

#[test]
fn a_shock_attack_uses_a_fire_event_is_supported_once_and_does_not_finish() {
    let mut state = before_sarn(|facts| piece(facts, "R1-g1").dropped = true);
    done(&mut state, BLUE, attack("1813", true), &[]);
    done(&mut state, RED, defend("R1-g1", false), &[]);
    // Dual, but on foot.
    assert_eq!(refused(&state, BLUE, commit("B1-m1", None)), "BCS-ATT-2 class");
    assert_eq!(refused(&state, BLUE, commit("B1-t1", Some("B1-m1"))), "BCS-CT-7 shock");
    done(&mut state, BLUE, commit("B1-t1", None), &[]);
    assert_eq!(at(&state, "B1-t1").fire_events, 1);
    let fire = |id: &str| Command::SupportByFire { unit: unit(id) };
    assert_eq!(refused(&state, BLUE, fire("B1-t2")), "BCS-UNIT-9 kind");
    done(&mut state, BLUE, fire("B1-flak"), &[]);
    assert_eq!(refused(&state, BLUE, fire("B1-flak")), "BCS-BAR-9 once");
    assert_eq!(refused(&state, BLUE, suppress("B1-t2")), "BCS-BAR-7 far");
    done(&mut state, BLUE, suppress("B1-m1"), &[]);
    assert_eq!(refused(&state, BLUE, suppress("B1-m1")), "BCS-BAR-6 once");
    // In an Attack Sequence the spotter is not STOPPED.
    assert_eq!(at(&state, "B1-m1").halt, Halt::Not);
    // AR 4, Suppression +1, fire +1, Breakthrough +2 against AR 3, urban +2: +3. A total of 5: A1.
    let (_, rolls) = done(&mut state, BLUE, Command::Fight, &[&[1, 1]]);
    assert_eq!((rolls[0].total, at(&state, "B1-t1").lost), (5, 1));
    assert_eq!((now(&state).battle, at(&state, "B1-t1").halt), (None, Halt::Not));
    // The second one uses the second Fire Event and stops it.
    done(&mut state, BLUE, attack("1813", true), &[]);
    done(&mut state, RED, defend("R1-g1", false), &[]);
    done(&mut state, BLUE, commit("B1-t1", None), &[]);
    assert_eq!(at(&state, "B1-t1").halt, Halt::Stopped);
    let (_, again) = done(&mut state, BLUE, Command::Fight, &[&[2, 2]]);
    assert_ne!(rolls[0].asked, again[0].asked);
    assert_eq!(now(&state).attacks, 2);
}

/// A Shock Attack and a later Regular Attack of the same unit are two questions.
#[test]
fn a_shock_attack_and_a_regular_attack_of_a_unit_ask_under_two_keys() {
    let mut state = before_sarn(|facts| {
        piece(facts, "R1-g1").dropped = true;
        piece(facts, "B1-t1").at = Some(hex("1713"));
        // A friend stands with it, so that it can flip in the EZOC.
        piece(facts, "B1-t2").at = Some(hex("1714"));
        let mech = piece(facts, "B1-m1");
        (mech.at, mech.face) = (Some(hex("1714")), Face::Move);
    });
    let fought = |shock: bool, flips: bool, state: &mut rules_bcs::State| {
        if flips {
            done(state, BLUE, Command::Flip { unit: unit("B1-m1") }, &[]);
        }
        done(state, BLUE, attack("1813", shock), &[]);
        done(state, RED, defend("R1-g1", false), &[]);
        done(state, BLUE, commit("B1-m1", None), &[]);
        // In urban hexes, which are Key Terrain, the defender stays and loses a step for D: Situational.
        done(state, BLUE, Command::Fight, &[&[2, 3]]).1[0].asked.clone()
    };
    let shock = fought(true, false, &mut state);
    let regular = fought(false, true, &mut state);
    assert_ne!(shock, regular);
    assert_eq!(at(&state, "B1-m1").halt, Halt::Finished);
}

#[test]
fn a_barrage_that_destroys_the_last_defender_ends_the_attack() {
    let begin = |change: &dyn Fn(&mut Facts)| {
        let mut state = before_sarn(|facts| {
            piece(facts, "R1-g1").lost = 3;
            change(facts);
        });
        done(&mut state, BLUE, attack("1813", false), &[]);
        done(&mut state, RED, defend("R1-g1", false), &[]);
        done(&mut state, BLUE, commit("B1-m1", None), &[]);
        state
    };
    let barrage = |target: &str| Command::Barrage { target: hex(target), spotter: unit("B1-m1"), air: false };
    let mut state = begin(&|_| {});
    assert_eq!(refused(&state, BLUE, barrage("1812")), "BCS-BAR-6 target");
    // Urban: from 5.
    done(&mut state, BLUE, barrage("1813"), &[&[4]]);
    assert_eq!(stage(&state), Stage::Fire);
    assert_eq!(refused(&state, BLUE, barrage("1813")), "BCS-BAR-6 once");
    let mut state = begin(&|_| {});
    done(&mut state, BLUE, barrage("1813"), &[&[5]]);
    assert_eq!((at(&state, "R1-g1").fate, stage(&state)), (Fate::Dead, Stage::Advance));
    done(&mut state, BLUE, advance(None), &[]);
    assert_eq!((now(&state).battle, at(&state, "B1-m1").halt), (None, Halt::Finished));
    // It counts as an Attack Sequence.
    done(&mut state, BLUE, Command::End, &[&[3]]);
    assert_eq!(of(&state, "B1").fatigue, Fatigue::F0);
    // With another unit in the hex a new AR unit is named, and what was declared stands.
    let mut state = begin(&|facts| piece(facts, "R1-g2").at = Some(hex("1813")));
    done(&mut state, BLUE, barrage("1813"), &[&[5], &[1]]);
    assert_eq!((stage(&state), now(&state).battle.unwrap().defender), (Stage::Defense, None));
    assert_eq!(refused(&state, RED, defend("R1-g1", false)), "BCS-ATT-4 unit");
    done(&mut state, RED, defend("R1-g2", false), &[]);
    assert_eq!(stage(&state), Stage::Fire);
}

#[test]
fn surplus_steps_come_from_units_that_the_defender_chooses() {
    let mut state = before_sarn(|facts| {
        piece(facts, "R1-g1").lost = 3;
        piece(facts, "R1-g2").at = Some(hex("1813"));
        piece(facts, "R1-rec").at = Some(hex("1813"));
    });
    done(&mut state, BLUE, attack("1813", false), &[]);
    done(&mut state, RED, defend("R1-g1", false), &[]);
    done(&mut state, BLUE, commit("B1-m1", Some("B1-t1")), &[]);
    done(&mut state, BLUE, suppress("B1-m1"), &[]);
    // AR 3, Dual, Assist, Suppression +2 against AR 3, Support, urban +2, three units −2: +3.
    let (_, rolls) = done(&mut state, BLUE, Command::Fight, &[&[5, 5]]);
    assert_eq!((rolls[0].total, stage(&state)), (13, Stage::Losses));
    assert_eq!(at(&state, "R1-g1").fate, Fate::Dead);
    let step = |id: &str| Command::TakeStep { unit: unit(id) };
    assert_eq!(refused(&state, BLUE, step("R1-g2")), "BCS-ATT-1 actor");
    assert_eq!(refused(&state, RED, step("R1-g1")), "BCS-CT-20 unit");
    done(&mut state, RED, step("R1-rec"), &[]);
    assert_eq!([at(&state, "R1-rec").lost, at(&state, "R1-g2").lost], [1, 0]);
    // D: Retreat: both go to the HQ.
    let hq = of(&state, "R1").hq.first();
    assert_eq!([at(&state, "R1-rec").at, at(&state, "R1-g2").at], [hq; 2]);
    assert_eq!(stage(&state), Stage::Advance);
}

/// Grenadiers on the hill at 1814, before the 7th at 1714.
fn on_the_hill(id: &str, change: impl FnOnce(&mut Facts)) -> rules_bcs::State {
    let mut state = acts(BLUE, "B1", Level::Full, &["1814"], |facts| {
        piece(facts, id).at = Some(hex("1814"));
        piece(facts, "B1-m1").at = Some(hex("1714"));
        change(facts);
    });
    done(&mut state, BLUE, attack("1814", false), &[]);
    done(&mut state, RED, defend(id, false), &[]);
    done(&mut state, BLUE, commit("B1-m1", None), &[]);
    state
}

#[test]
fn a_situational_result_makes_the_defender_retreat_three_hexes_and_leaves_traffic() {
    let mut state = on_the_hill("R1-g1", |_| {});
    // AR 3, Dual against AR 3, Support, Terrain: −1. A total of 7: A1, D: Situational, Traffic.
    let (_, rolls) = done(&mut state, BLUE, Command::Fight, &[&[4, 4]]);
    assert_eq!((rolls[0].total, at(&state, "B1-m1").lost), (7, 1));
    assert_eq!(refused(&state, BLUE, advance(None)), "BCS-ATT-1 order");
    let end = retreats(&mut state, RED);
    let back = at(&state, "R1-g1");
    assert_eq!((back.lost, back.face, back.at), (0, Face::Move, Some(end)));
    assert_eq!(state.scenario.board.distance(hex("1814"), end), 3);
    assert_eq!((state.facts.traffic.clone(), stage(&state)), (vec![hex("1814")], Stage::Advance));
    done(&mut state, BLUE, advance(Some("B1-m1")), &[]);
    assert_eq!(at(&state, "B1-m1").at, Some(hex("1814")));
}

#[test]
fn a_screen_retreats_three_hexes_without_loss_and_keeps_its_side() {
    for (dice, lost) in [(&[4, 4][..], 0), (&[5, 5], 1)] {
        let mut state = on_the_hill("R1-rec", |facts| piece(facts, "R1-rec").screens = true);
        done(&mut state, BLUE, Command::Fight, &[dice]);
        retreats(&mut state, RED);
        let back = at(&state, "R1-rec");
        assert_eq!((back.face, back.screens, back.lost), (Face::Deployed, false, lost));
        assert!(back.at != of(&state, "R1").hq.first());
    }
}

#[test]
fn in_prepared_defense_or_key_terrain_each_unit_loses_a_step_and_stays() {
    let mut state = on_the_hill("R1-g1", |facts| body(facts, "R1").prepared = true);
    // Declared or not, that is what the roll is made with: here it was not.
    done(&mut state, BLUE, Command::Fight, &[&[4, 4]]);
    assert!(now(&state).owed.is_some());
    let mut state = acts(BLUE, "B1", Level::Full, &["1814"], |facts| {
        piece(facts, "R1-g1").at = Some(hex("1814"));
        piece(facts, "B1-m1").at = Some(hex("1714"));
        body(facts, "R1").prepared = true;
    });
    done(&mut state, BLUE, attack("1814", false), &[]);
    done(&mut state, RED, defend("R1-g1", true), &[]);
    done(&mut state, BLUE, commit("B1-m1", None), &[]);
    // −2 now. A total of 7.
    done(&mut state, BLUE, Command::Fight, &[&[4, 5]]);
    assert_eq!((at(&state, "R1-g1").lost, at(&state, "R1-g1").at), (1, Some(hex("1814"))));
    assert_eq!((now(&state).battle, state.facts.traffic.is_empty()), (None, true));
    // Sarn East is Key Terrain.
    let mut state = before_sarn(|_| {});
    done(&mut state, BLUE, attack("1813", false), &[]);
    done(&mut state, RED, defend("R1-g1", false), &[]);
    done(&mut state, BLUE, commit("B1-m1", None), &[]);
    done(&mut state, BLUE, Command::Fight, &[&[4, 6]]);
    assert_eq!((at(&state, "R1-g1").lost, at(&state, "R1-g1").at), (1, Some(hex("1813"))));
}

#[test]
fn an_attack_unit_that_is_destroyed_makes_nobody_retreat() {
    let mut state = on_the_hill("R1-g1", |facts| piece(facts, "B1-m1").lost = 3);
    done(&mut state, BLUE, Command::Fight, &[&[4, 4]]);
    assert_eq!(at(&state, "B1-m1").fate, Fate::Dead);
    assert_eq!((at(&state, "R1-g1").at, now(&state).battle), (Some(hex("1814")), None));
}

#[test]
fn a_retreat_to_the_hq_needs_a_refuge_else_a_step_is_lost_and_the_rest_returns_next_turn() {
    // HQ two hexes away: no Refuge.
    let mut state = before_sarn(|facts| body(facts, "R1").hq = Some(hex("2012")).into());
    done(&mut state, BLUE, attack("1813", false), &[]);
    done(&mut state, RED, defend("R1-g1", false), &[]);
    done(&mut state, BLUE, commit("B1-m1", Some("B1-t1")), &[]);
    done(&mut state, BLUE, Command::Fight, &[&[6, 6]]);
    let gone = at(&state, "R1-g1");
    assert_eq!((gone.fate, gone.lost, gone.at), (Fate::Returns, 2, None));
}

/// The reinforcement of the 11th before its entry hex, in the second turn.
fn before_the_edge(change: impl FnOnce(&mut Facts)) -> rules_bcs::State {
    acts(RED, "R1", Level::Full, &["3413"], |facts| {
        facts.turn = 2;
        piece(facts, "R-i9").assigned = Some(formation("R1"));
        piece(facts, "B1-rec").at = Some(hex("3413"));
        let body = body(facts, "R1");
        (body.hq, body.trains) = (Some(hex("3011")).into(), rules_bcs::state::Trains::Normal(hex("2612")));
        change(facts);
    })
}

#[test]
fn a_reinforcement_attacks_from_off_the_map_before_it_enters() {
    let mut state = before_the_edge(|_| {});
    done(&mut state, RED, attack("3413", false), &[]);
    done(&mut state, BLUE, defend("B1-rec", false), &[]);
    done(&mut state, RED, commit("R-i9", None), &[]);
    // AR 2, off map +2 against AR 3: +1.
    let (_, rolls) = done(&mut state, RED, Command::Fight, &[&[1, 1]]);
    assert_eq!((rolls[0].total, at(&state, "R-i9").lost, at(&state, "R-i9").fate), (3, 2, Fate::Due));
    // It is FINISHED off the map.
    let enter = Command::Enter { unit: unit("R-i9"), at: hex("3513") };
    assert_eq!(refused(&state, RED, enter), "BCS-STOP-4 finished");
    assert_eq!(refused(&state, RED, attack("3413", false)), "BCS-ATT-2 unit");
    // It makes no Shock Attack from there, and without trains on the map it is delayed.
    let late = before_the_edge(|facts| body(facts, "R1").trains = rules_bcs::state::Trains::OffMap);
    assert_eq!(refused(&late, RED, attack("3413", false)), "BCS-ATT-2 unit");
    let mut wins = before_the_edge(|_| {});
    done(&mut wins, RED, attack("3413", false), &[]);
    done(&mut wins, BLUE, defend("B1-rec", false), &[]);
    done(&mut wins, RED, commit("R-i9", None), &[]);
    done(&mut wins, RED, Command::Fight, &[&[6, 6]]);
    done(&mut wins, RED, advance(Some("R-i9")), &[]);
    let on = at(&wins, "R-i9");
    assert_eq!((on.fate, on.at, on.entered, on.halt), (Fate::OnMap, Some(hex("3413")), true, Halt::Finished));
}
