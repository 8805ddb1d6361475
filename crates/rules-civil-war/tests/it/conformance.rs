//! The laws of the kernel, on random play. A few plays run with every test; `ADJUTANT_PLAYS=200` tries more.

use kernel::conformance::{Plan, Report, Start, run_from};
use kernel::{Side, System};
use rules_civil_war::words::Class;
use rules_civil_war::{CivilWar, Command, SUMMER, State};

use crate::table::{NEUTRAL, done, first, rate_all};
use crate::whole_battle::{after, first_of, march, worked};
use crate::{Dice, plays};

fn keeps(text: &str, position: Option<&State>, plan: Plan) -> Report {
    let source = |seed: u64| -> Box<dyn FnMut(u64) -> u64> {
        let mut dice = Dice::new(seed);
        Box::new(move |n| dice.below(n))
    };
    let plan = Plan { first_seed: asked::first_seed(), ..plan };
    let position = position.map(|state| toml::to_string(&CivilWar::position(state)).expect("a position"));
    let start = Start { file: "1862.toml", text, position: position.as_deref() };
    let report = run_from::<CivilWar>(&[start], plan, &source).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(report.other_worlds > report.worlds / 2, "{report:#?}");
    report
}

fn happened(report: &Report, events: &[&str]) {
    for event in events {
        assert!(report.events.contains_key(*event), "{event} never happened: {:#?}", report.events);
    }
}

#[test]
fn the_sample_keeps_every_law() {
    let long = SUMMER.replace("[campaign.options]", "last_turn = 200\n[campaign.options]");
    let plan = Plan { most_commands: 6, probes: 2, worlds: 1, odds: 4, ..Plan::new(plays(1), 300) };
    let report = keeps(&long, None, plan);
    assert!(report.commands >= 300, "{report:#?}");
    happened(&report, &["BattleOpened", "OrdersIn", "FlanksSealed", "Closed", "RatingRolled", "NextTurn"]);
}

#[test]
fn a_short_campaign_ends_and_nobody_has_anything_to_do() {
    let short = SUMMER.replace("[campaign.options]", "last_turn = 8\n[campaign.options]");
    let plan = Plan { most_commands: 6, probes: 2, worlds: 1, odds: 4, ..Plan::new(plays(6), 400) };
    assert!(keeps(&short, None, plan).ended > 0);
}

/// The book without a person as neutral: what one side says, the other confirms.
#[test]
fn a_book_without_a_person_as_neutral_keeps_every_law() {
    let long =
        SUMMER.replace("[campaign.options]", "last_turn = 200\n[campaign.options]\nneutral = \"engine\"");
    let plan = Plan { most_commands: 6, probes: 3, worlds: 1, odds: 4, ..Plan::new(plays(2), 300) };
    let report = keeps(&long, None, plan);
    happened(&report, &["Proposed", "Seconded", "Declined", "BattleOpened", "OrdersIn"]);
}

/// Its battle, from the ratings to the book, with a force that comes and one that meets it.
#[test]
fn a_battle_without_a_person_as_neutral_keeps_every_law() {
    let text = crate::unfolding::with_engine("");
    let plan = |n: u64, steps: u32| Plan {
        most_commands: 6,
        probes: 3,
        worlds: 1,
        odds: 4,
        ..Plan::new(plays(n), steps)
    };
    let report = keeps(&text, Some(&crate::engine::placing()), plan(2, 60));
    happened(&report, &["RatingsIn"]);
    let report = keeps(&text, Some(&crate::engine::told_of()), plan(12, 25));
    happened(&report, &["TurnBegan"]);
    let report = keeps(&text, Some(&crate::engine::due()), plan(4, 25));
    happened(&report, &["Entered"]);
    let report = keeps(&text, Some(&crate::engine::left()), plan(4, 50));
    happened(&report, &["Reported", "TakenBack"]);
    let report = keeps(&text, Some(&crate::engine::night()), plan(8, 30));
    happened(&report, &["NightfallSet"]);
}

/// The book alone, whose battles are fought below: they open, and come back or are entered by hand.
#[test]
fn a_book_whose_battles_have_tables_of_their_own_keeps_every_law() {
    let long =
        SUMMER.replace("[campaign.options]", "last_turn = 200\n[campaign.options]\nbattles = \"tables\"");
    let plan = Plan { most_commands: 6, probes: 3, worlds: 1, odds: 4, ..Plan::new(plays(2), 300) };
    let report = keeps(&long, None, plan);
    happened(&report, &["BattleOpened", "CameBack", "TakenIn", "FoughtOnBoard"]);
    assert!(report.opened_below > 3 && report.settled_below > 2, "{report:#?}");
}

/// The same with the engine as neutral: one that comes back was entered by hand, for what comes up is the engine's to take in.
#[test]
fn a_book_without_a_person_whose_battles_have_tables_of_their_own_keeps_every_law() {
    let own = "last_turn = 200\n[campaign.options]\nbattles = \"tables\"\nneutral = \"engine\"";
    let long = SUMMER.replace("[campaign.options]", own);
    let plan = Plan { most_commands: 6, probes: 3, worlds: 1, odds: 4, ..Plan::new(plays(2), 300) };
    let report = keeps(&long, None, plan);
    happened(&report, &["BattleOpened", "Proposed", "Seconded"]);
    assert!(report.opened_below > 0, "{report:#?}");
}

/// The board goes on in every phase, and what it brings is offered in each.
#[test]
fn an_army_rallies_and_a_leader_is_back_in_every_phase() {
    let mut state = State::open(crate::table::setup());
    state.facts.book.army[0].demoralized = true;
    state.facts.book.leader[0].fate = rules_civil_war::words::Fate::Wounded;
    for _ in 0..2 {
        let all: Vec<Command> = rules_civil_war::offers::every(&state, NEUTRAL).collect();
        let (army, leader) = (state.facts.book.army[0].id, state.facts.book.leader[0].id);
        for wanted in [Command::Rally { army }, Command::Recover { leader }] {
            assert!(all.contains(&wanted), "{:?}: {wanted:?}", state.facts.book.stage);
            done(&mut state.clone(), NEUTRAL, wanted, &[]);
        }
        done(&mut state, NEUTRAL, Command::NextStep { battle: None }, &[]);
    }
}

/// The table of one battle, from the field to what it hands up.
#[test]
fn a_table_of_one_battle_keeps_every_law() {
    let levels = CivilWar::levels(&crate::levels::above());
    let [below] = &levels.below[..] else { panic!("{levels:?}") };
    let plan = Plan { most_commands: 6, probes: 3, worlds: 1, odds: 4, ..Plan::new(plays(2), 220) };
    let report = keeps(&below.setup, Some(&crate::levels::below(&crate::levels::above())), plan);
    happened(&report, &["FieldFound", "OrdersIn", "FlanksSealed", "RatingRolled"]);
}

/// Brigades lost some stands, and a die decides about the parts of strength points.
#[test]
fn a_reckoning_in_which_a_die_decides_keeps_every_law() {
    let text = SUMMER.replace("fraction = \"ledger\"", "fraction = \"dice\"");
    assert_ne!(text, SUMMER);
    let probe = worked();
    let (crack, veteran) =
        (first_of(&probe, Side::SECOND, Class::Crack), first_of(&probe, Side::SECOND, Class::Veteran));
    let state = after(&[(&crack, 3), (&veteran, 7)], &[]);
    let plan = Plan { most_commands: 6, probes: 3, worlds: 2, odds: 20, ..Plan::new(plays(6), 40) };
    let report = keeps(&text, Some(&state), plan);
    happened(&report, &["PartRolled", "ChanceTaken", "TakenBack"]);
}

/// The worked battle in the first turns of its day; a force is due.
fn by_day() -> State {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    for _ in 0..4 {
        done(&mut state, NEUTRAL, rules_civil_war::Command::AdvanceTurn { battle: first() }, &[]);
    }
    state
}

#[test]
fn a_day_with_a_force_that_is_due_keeps_every_law() {
    let plan = Plan { most_commands: 6, probes: 3, worlds: 1, odds: 4, ..Plan::new(plays(8), 60) };
    let report = keeps(SUMMER, Some(&by_day()), plan);
    happened(&report, &["Entered", "PoltroonRolled", "LeftField", "Reported", "TakenBack"]);
}

#[test]
fn a_night_keeps_every_law() {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    let battle = state.facts.battle.first_mut().expect("a battle");
    battle.turn = 30;
    done(&mut state, NEUTRAL, rules_civil_war::Command::AdvanceTurn { battle: first() }, &[]);
    let plan = Plan { most_commands: 6, probes: 3, worlds: 1, odds: 4, ..Plan::new(plays(5), 50) };
    let report = keeps(SUMMER, Some(&state), plan);
    happened(&report, &["NightfallSet", "NightfallSeen", "LeftField"]);
}
