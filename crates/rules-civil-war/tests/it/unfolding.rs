//! With the engine as neutral nothing is thrown before it shows: what shows comes exactly as likely as if all marches and
//! meetings had been thrown beforehand, and nothing else is remembered of it.

use std::collections::BTreeMap;

use kernel::answers::{Answered, Answers, Asked, Branches, Drawn};
use kernel::fraction::lowest_terms;
use kernel::{Acting, Side, System, Transcript, judge};
use rules_civil_war::battle::fates::{MARCHES, fates};
use rules_civil_war::battle::{Battle, Flanks, Force, Marched, Sealed};
use rules_civil_war::rules::s5_flanks::ground_of;
use rules_civil_war::setup::Setup;
use rules_civil_war::setup::options::Notice;
use rules_civil_war::words::{Edge, Flank, LeaderId, Role, Speed, Step, UnitId};
use rules_civil_war::{CivilWar, Command, Event, SUMMER, State};

use crate::table::{REBEL, UNION, at_flanks, battle, done, first, id};

/// The file of the sample with the engine as neutral, and other options than it has.
pub fn with_engine(more: &str) -> String {
    let more = format!("neutral = \"engine\"\n{more}");
    let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_owned());
    let said: Vec<String> = more.lines().filter_map(key).collect();
    let left = SUMMER.lines().filter(|line| key(line).is_none_or(|key| !said.contains(&key)));
    let text = left.collect::<Vec<_>>().join("\n");
    text.replace("[campaign.options]", &format!("[campaign.options]\n{more}"))
}

/// The set-up of it.
pub fn engine(more: &str) -> std::sync::Arc<Setup> {
    Setup::load("1862.toml", &with_engine(more)).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// A force of so many brigades from one on, led by somebody.
fn force(battle: &Battle, side: Side, leader: &str, (from, n): (usize, usize)) -> Option<Force> {
    let oob = battle.halves[side].oob.as_ref()?;
    let brigades: Vec<UnitId> = oob.brigades().map(|(_, brigade)| brigade.id).skip(from).take(n).collect();
    let leader: LeaderId = id(leader);
    assert!(battle.muster(side).leader(leader).is_some(), "{leader}");
    Some(Force { leader, brigades })
}

/// Who marches: leader, first brigade and how many, around the left and the right of both sides.
type Sent = [[Option<(&'static str, usize, usize)>; 2]; 2];

/// The first day before its first turn.
fn dawn(setup: std::sync::Arc<Setup>, ground: (&str, Option<Edge>), sent: Sent) -> State {
    let mut state = at_flanks(crate::table::setup(), ground.0, ground.1);
    let base = battle(&state).clone();
    let fought = state.facts.battle.first_mut().expect("a battle");
    for (side, [left, right]) in Side::BOTH.into_iter().zip(sent) {
        let make = |of: Option<(&str, usize, usize)>| {
            of.and_then(|(leader, from, n)| force(&base, side, leader, (from, n)))
        };
        fought.halves[side].flanks = Some(Flanks { left: make(left), right: make(right) });
    }
    for side in Side::BOTH {
        fought.halves[side].came = fought.starters(side);
    }
    (fought.step, fought.day) = (Step::Day, 1);
    State { setup, facts: state.facts }
}

/// What everybody and the owners learn of a turn, in words.
fn shows(turn: u16, told: &[String]) -> String {
    told.iter().map(|one| format!("{turn}: {one}\n")).collect()
}

fn notice(setup: &Setup, side: Side, edge: Edge) -> String {
    match setup.options.notice_detail {
        Notice::SideAndFlank => format!("notice {side:?} {edge}"),
        Notice::FlankOnly => format!("notice {edge}"),
    }
}

/// Walks every branch of the draws, but of those of a place where nothing can show only one.
struct Walks<'b> {
    branches: &'b mut Branches,
    idle: [bool; 2],
}

impl Answers for Walks<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        self.branches.answer(asked)
    }

    fn draw(&mut self, asked: &Asked<'_>, weights: &dyn Fn() -> Vec<u64>) -> Drawn {
        let name = asked.known_as.expect("a name").to_string();
        assert!(!asked.lots.is_empty() && name.starts_with("a"), "{name}");
        let place = usize::from(name.ends_with(".1"));
        if self.idle[place] { Drawn::Outcome(0) } else { self.branches.draw(asked, weights) }
    }

    fn may_run_short(&self) -> bool {
        false
    }

    fn wants_records(&self) -> bool {
        false
    }
}

/// Opens a turn in every way; each with its chance, what was told, and the state after whoever is due has come.
fn opened(state: &State, idle: [bool; 2]) -> Vec<((u128, u128), String, State)> {
    let mut branches = Branches::new();
    let mut all = Vec::new();
    loop {
        let mut after = state.clone();
        let mut transcript = Transcript::<CivilWar>::new();
        let mut answers = Walks { branches: &mut branches, idle };
        let command = Command::AdvanceTurn { battle: first() };
        let ended = judge(&mut after, Acting::own(UNION), &command, &mut answers, &mut transcript);
        assert_eq!(ended, Ok(()));
        let turn = battle(&after).turn;
        let mut told: Vec<String> = Vec::new();
        let mut due = Vec::new();
        for event in &transcript.events {
            match event {
                Event::Announced(told_of) => {
                    let edge = told_of.edge;
                    assert_eq!(
                        told_of.side.is_none(),
                        state.setup.options.notice_detail == Notice::FlankOnly
                    );
                    told.push(
                        told_of
                            .side
                            .map_or(format!("notice {edge}"), |side| notice(&state.setup, side, edge)),
                    );
                }
                Event::ForceDue(one) => {
                    told.push(format!("enters {:?} {} {}", one.side, one.flank, one.held));
                    due.push((one.side, one.flank, one.held));
                }
                _ => {}
            }
        }
        told.sort();
        for (side, flank, held) in due {
            let seat = side.seat();
            let measure = state.setup.options.encounter_measure;
            if let Some((brigades, split)) = battle(&after)
                .met(side, flank, held, measure)
                .and_then(|met| met.least())
                .filter(|_| held > 0)
            {
                done(&mut after, seat, Command::HoldBack { battle: first(), flank, brigades, split }, &[]);
            }
            done(&mut after, seat, Command::Arrive { battle: first(), flank }, &[]);
            after.facts.battle.first_mut().expect("a battle").halves[side].rates = false;
        }
        all.push((branches.chance().expect("small numbers"), shows(turn, &told), after));
        if !branches.advance() {
            return all;
        }
    }
}

/// The chance of every history, as it unfolds.
fn unfolded(state: State) -> BTreeMap<String, (u128, u128)> {
    let idle = [Flank::Left, Flank::Right].map(|flank| {
        let (attacker, defender) = (battle(&state).input.attacker, battle(&state).input.attacker.enemy());
        let marches = |side: Side, flank| {
            battle(&state).halves[side].flanks.as_ref().is_some_and(|flanks| flanks.of(flank).is_some())
        };
        let same = state.setup.options.flank_match == rules_civil_war::setup::options::FlankMatch::Label;
        let other = if (flank == Flank::Left) == same { Flank::Left } else { Flank::Right };
        !marches(attacker, flank) && !marches(defender, other)
    });
    let mut all = BTreeMap::from([(String::new(), ((1, 1), state))]);
    for _ in 1..=14 {
        let mut next: BTreeMap<String, ((u128, u128), State)> = BTreeMap::new();
        for (history, ((over, under), state)) in all {
            for ((n, of), told, after) in opened(&state, idle) {
                let (n, of) = lowest_terms(over * n, under * of);
                let entry = next.entry(format!("{history}{told}")).or_insert(((0, 1), after.clone()));
                let ((sum, all), known) = entry;
                // Whoever looks into the table finds what has shown, and nothing else.
                assert_eq!(*known, after, "what is remembered differs by what is to come");
                (*sum, *all) = lowest_terms(*sum * of + n * *all, *all * of);
            }
        }
        all = next;
    }
    all.into_iter().map(|(history, (chance, _))| (history, chance)).collect()
}

/// The chance of every history where all is thrown beforehand: every die written out.
fn beforehand(state: &State) -> BTreeMap<String, (u128, u128)> {
    let mut fought = battle(state).clone();
    let setup = &state.setup;
    let speed = |fought: &Battle, (role, flank): (Role, Flank), face: i32| {
        let side = fought.input.side(role);
        let leader =
            fought.halves[side].flanks.as_ref().and_then(|flanks| flanks.of(flank)).map(|force| force.leader);
        let rating = leader
            .and_then(|leader| fought.muster(side).leader(leader))
            .map_or(2, |leader| leader.initiative);
        let ground = if role == Role::Attacker { ground_of(setup, fought).die } else { 0 };
        match (face + ground).cmp(&rating) {
            std::cmp::Ordering::Greater => Speed::Swift,
            std::cmp::Ordering::Equal => Speed::Deliberate,
            std::cmp::Ordering::Less => Speed::Plodding,
        }
    };
    let mut all: BTreeMap<String, u128> = BTreeMap::new();
    for throw in 0..1024_usize {
        let face = |at: usize| i32::try_from(throw / 4_usize.pow(at as u32) % 4).expect("small") + 1;
        let marches = MARCHES.iter().enumerate().map(|(at, (role, flank))| Marched {
            role: *role,
            flank: *flank,
            speed: speed(&fought, (*role, *flank), face(at)),
        });
        let meetings = vec![throw / 256 % 2 == 0, throw / 512 == 0];
        fought.sealed = Sealed { marches: marches.collect(), meetings, fates: Vec::new() };
        let known = fates(&fought, &setup.options);
        let mut history = String::new();
        for turn in 1..=14 {
            let mut told: Vec<String> = Vec::new();
            for one in &known {
                if one.fate.turn == Some(turn + 1) {
                    let edge = fought.flank_edge(one.side, one.flank).expect("an edge");
                    told.push(notice(setup, one.side, edge));
                }
                if one.fate.turn == Some(turn) {
                    told.push(format!("enters {:?} {} {}", one.side, one.flank, one.fate.held));
                }
            }
            told.sort();
            history.push_str(&shows(turn, &told));
        }
        *all.entry(history).or_default() += 1;
    }
    all.into_iter().map(|(history, n)| (history, lowest_terms(n, 1024))).collect()
}

/// Both ways come to the same; how many histories there are.
fn alike(more: &str, ground: (&str, Option<Edge>), sent: Sent) -> usize {
    let state = dawn(engine(more), ground, sent);
    let (unfolded, beforehand) = (unfolded(state.clone()), beforehand(&state));
    assert_eq!(unfolded, beforehand, "{more} {ground:?} {sent:?}");
    unfolded.len()
}

const OPEN: (&str, Option<Edge>) = ("H-open", None);
const NONE: [Option<(&str, usize, usize)>; 2] = [None, None];

#[test]
fn what_shows_of_one_force_is_as_likely_as_if_it_had_been_thrown_beforehand() {
    for leader in ["sumner", "porter", "hooker", "franklin"] {
        let left = [Some((leader, 0, 4)), None];
        assert!((2..=3).contains(&alike("", OPEN, [left, NONE])), "{leader}");
        alike("", ("H-wood", Some(Edge::North)), [left, NONE]);
    }
    assert_eq!(alike("", OPEN, [NONE, NONE]), 1);
}

#[test]
fn what_shows_of_forces_that_may_meet_is_as_likely_as_if_it_had_been_thrown_beforehand() {
    // Larger, equal and smaller ones; the last brigades of the Confederates are mounted.
    for (union, rebel) in
        [((0, 4), (0, 2)), ((0, 2), (0, 4)), ((0, 2), (3, 2)), ((0, 5), (10, 3)), ((0, 1), (10, 3))]
    {
        for leader in ["stuart", "longstreet"] {
            let sent = [[Some(("sumner", union.0, union.1)), None], [None, Some((leader, rebel.0, rebel.1))]];
            for more in [
                "",
                "encounter_matrix = \"literal\"",
                "encounter_measure = \"raw\"",
                "notice_detail = \"flank-only\"",
            ] {
                assert!(alike(more, OPEN, sent) > 3);
            }
        }
    }
    let by_name = [[Some(("sumner", 0, 4)), None], [Some(("longstreet", 0, 2)), None]];
    alike("flank_match = \"label\"", OPEN, by_name);
}

#[test]
fn what_shows_on_both_flanks_is_as_likely_as_if_it_had_been_thrown_beforehand() {
    let sent = [[Some(("sumner", 0, 4)), None], [Some(("longstreet", 0, 2)), Some(("jackson", 5, 2))]];
    assert!(alike("", OPEN, sent) > 10);
}

#[test]
fn a_force_that_has_not_shown_itself_is_nowhere() {
    let sent = [[Some(("sumner", 0, 4)), None], NONE];
    let mut state = dawn(engine(""), OPEN, sent);
    for turn in 1..=2 {
        done(
            &mut state,
            if turn == 1 { UNION } else { REBEL },
            Command::AdvanceTurn { battle: first() },
            &[],
        );
        assert_eq!(battle(&state).sealed, Sealed::default());
    }
    // Two draws on each turn on which something can show, and none on others.
    let drawn = |state: &State, dice: &[&[u16]]| {
        let mut state = state.clone();
        done(&mut state, REBEL, Command::AdvanceTurn { battle: first() }, dice);
        state
    };
    let third = drawn(&state, &[&[1], &[1]]);
    assert_eq!(battle(&third).sealed, Sealed::default(), "a notice tells, and nothing is kept besides");
    assert_eq!(CivilWar::position(&third).battle[0].sealed, Sealed::default());
}
