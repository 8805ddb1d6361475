//! Counts over several commands from fixed positions, as chess programs keep them: the rules' offers, followed through
//! the rules' own judging, against the generator of [`game`], which has a game of its own. Both walk side by side: at
//! every position their commands are the same, word by word. Commands that throw dice count and are not followed.

mod game;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use game::{Fight, Game, Stage};
use kernel::{Acting, Answered, Answers, Asked, Seat, System, Transcript, judge};
use rules_central_front::rules::s7_attacks;
use rules_central_front::state::{Battle, Burden, Going, Step};
use rules_central_front::words::{Attack, Side};
use rules_central_front::{CentralFront, Command, Facts, State, Template};

use crate::counted_by_hand::read;
use crate::{Table, hex, id, only, put, unit};

/// The counts as they are committed.
const COUNTS: &str = include_str!("../../perft.md");

/// Nobody answers: judging stops where dice fall.
struct Nobody;

impl Answers for Nobody {
    fn answer(&mut self, _: &Asked<'_>) -> Answered {
        Answered::NotYet
    }
    fn wants_records(&self) -> bool {
        false
    }
}

/// A command as the words of [`game`].
fn words(command: &Command) -> String {
    let names = |units: &[rules_central_front::words::UnitId]| {
        units.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    let path = |path: &[rules_central_front::words::Place]| {
        path.iter().map(|hex| format!(" {hex}")).collect::<Vec<_>>().concat()
    };
    let with = |chemical: bool| if chemical { " with chemicals" } else { "" };
    match command {
        Command::Place { unit, at } => format!("place {unit} {at}"),
        Command::Activate { units } => format!("activate {}", names(units)),
        Command::Move { units, path } => {
            format!("move {} {}", names(units), path.last().expect("a path"))
        }
        Command::Exit { units } => format!("exit {}", names(units)),
        Command::March { units, target, chemical, .. } => {
            format!("march {} {target}{}", names(units), with(*chemical))
        }
        Command::Designate { units, target, attack: Attack::Hasty, .. } => {
            format!("hasty {} {target}", names(units))
        }
        Command::Designate { units, target, .. } => format!("prepared {} {target}", names(units)),
        Command::EndPhase { then: None } => "end".into(),
        Command::CallOff { target } => format!("call-off {target}"),
        Command::Attack { target, chemical, .. } => format!("attack {target}{}", with(*chemical)),
        Command::Retreat { unit, path: way } => format!("retreat {unit}{}", path(way)),
        Command::Remove { unit } => format!("remove {unit}"),
        Command::Advance { unit, path: way } => format!("advance {unit}{}", path(way)),
        Command::EndAdvance => "end-advance".into(),
        other => format!("{other:?}"),
    }
}

/// Everything that the rules offer to both sides, but standing orders, and the ends of a phase that are several ends at
/// once: `s4_sequence` holds them against the single ones.
fn offered(state: &State) -> BTreeMap<String, (Seat, Command)> {
    let mut all = BTreeMap::new();
    for seat in [Seat::Side(0), Seat::Side(1)] {
        let mut templates = Vec::new();
        CentralFront::offers(state, seat, &mut templates);
        for template in templates.iter().filter(|template| **template != Template::Instruct) {
            CentralFront::each(state, seat, template, &mut |command| {
                if matches!(command, Command::EndPhase { then: Some(_) }) {
                    return ControlFlow::Continue(());
                }
                let before = all.insert(words(&command), (seat, command));
                assert!(before.is_none(), "offered twice: {before:?}");
                ControlFlow::Continue(())
            });
        }
    }
    all
}

/// Walks both and counts the commands of each ply.
fn count(state: &State, game: &Game, way: &mut Vec<String>, plies: &mut [u64]) {
    let Some((now, later)) = plies.split_first_mut() else { return };
    let (fast, slow) = (offered(state), game.all());
    let (fast_words, slow_words): (Vec<&String>, Vec<&String>) =
        (fast.keys().collect(), slow.keys().collect());
    assert_eq!(fast_words, slow_words, "rules and slow generator after {way:?}");
    *now += fast.len() as u64;
    if later.is_empty() {
        return;
    }
    for (words, (seat, command)) in &fast {
        let Some(next) = &slow[words] else { continue };
        let mut state = state.clone();
        let mut transcript = Transcript::<CentralFront>::new();
        judge::<CentralFront>(&mut state, Acting::own(*seat), command, &mut Nobody, &mut transcript)
            .unwrap_or_else(|halt| panic!("{words} after {way:?}: {halt:?}"));
        way.push(words.clone());
        count(&state, next, way, later);
        way.pop();
    }
}

/// A position of the small scenario for both, with these units alone.
fn position(phase: &str, side: Side, stage: Stage, placed: &[(&str, &str, u32)]) -> (Facts, Game) {
    let lay = |facts: &mut Facts| {
        let names: Vec<&str> = placed.iter().map(|(name, ..)| *name).collect();
        only(facts, &names);
        for (name, at, ap) in placed.iter().filter(|(_, at, _)| !at.is_empty()) {
            put(facts, name, at);
            unit(facts, name).ap = u8::try_from(*ap).expect("few");
        }
        facts.turn = 2;
    };
    let table = Table::small(phase, lay);
    (CentralFront::position(&table.state), Game::new(side, stage, placed))
}

fn open(facts: Facts) -> State {
    Table::small("weather", |fresh| *fresh = facts).state
}

/// Movement into, out of and between zones, with stacks and a river.
fn zones() -> (State, Game) {
    let placed = [
        ("wp-t1", "0703", 0),
        ("wp-rec", "0703", 3),
        ("wp-m1", "0603", 4),
        ("us-m1", "0504", 0),
        ("us-ca", "0503", 0),
        ("us-cb", "0404", 5),
    ];
    let (facts, game) = position("wp-move-1", Side::Wp, Stage::Move, &placed);
    (open(facts), game)
}

/// Designations on two hexes, joined, called off and fought: a stack in zones with points for one attack, and another
/// unit that may join it.
fn designations() -> (State, Game) {
    let placed = [
        ("wp-t1", "0604", 1),
        ("wp-rec", "0604", 1),
        ("wp-m2", "0505", 3),
        ("us-ca", "0504", 0),
        ("us-m1", "0503", 0),
        ("us-cb", "0705", 0),
    ];
    let (mut facts, mut game) = position("wp-move-1", Side::Wp, Stage::Move, &placed);
    set_out(&mut facts, &mut game, &["wp-t1", "wp-rec"], 8, true);
    (open(facts), game)
}

/// Both games begin while these units move.
fn set_out(facts: &mut Facts, game: &mut Game, names: &[&str], points: u8, moved: bool) {
    for name in names {
        let piece = unit(facts, name);
        (piece.activated, piece.acted, piece.going) = (true, true, Going::Moving);
        (piece.mp, piece.moved) = (points, moved);
    }
    game.set_out(names, points.into(), moved);
}

/// A Hasty attack of these units on 0504, as it begins.
fn hasty(units: Vec<rules_central_front::words::UnitId>) -> Battle {
    let target = hex("0504");
    let asked = s7_attacks::Asked { target, support: &[], strike: false, chemical: false, chosen: None };
    s7_attacks::fight(Side::Wp, Attack::Hasty, false, units, asked)
}

/// A defender who retreats two hexes past zones and into a full hex, an attacker who advances after him.
fn retreats() -> (State, Game) {
    let placed = [
        ("wp-t1", "0604", 0),
        ("wp-rec", "0604", 0),
        ("wp-m1", "0403", 0),
        ("us-m1", "0504", 0),
        ("us-ca", "0504", 4),
        ("us-t1", "0405", 0),
        ("us-m2", "0405", 0),
        ("us-ct", "0405", 0),
    ];
    let (mut facts, mut game) = position("wp-combat-1", Side::Wp, Stage::Combat, &placed);
    let (attackers, defenders) = (["wp-t1", "wp-rec"], ["us-m1", "us-ca"]);
    facts.attacked.push(hex("0504"));
    let fresh = hasty(attackers.map(id).to_vec());
    let owed = defenders.map(id).to_vec();
    facts.battle = Some(Battle {
        step: Step::DefenderRetreats,
        from: vec![hex("0604")],
        defender: Burden { units: owed.clone(), owed, retreat: 2, ..Burden::default() },
        ..fresh
    });
    game.fight = Some(Fight {
        side: Side::Wp,
        target: read("0504"),
        from: vec![read("0604")],
        attackers: attackers.map(|name| game.man(name)).to_vec(),
        owed: [(2, defenders.map(|name| game.man(name)).to_vec()), (0, Vec::new())],
        attacker_next: Vec::new(),
        crowd: None,
        retreated: Vec::new(),
        advanced: Vec::new(),
        advances: false,
    });
    (open(facts), game)
}

/// Both sides retreat, the defender into one open hex that is full: somebody is given up.
fn crowd() -> (State, Game) {
    let placed = [
        ("wp-t1", "0603", 0),
        ("wp-m1", "0604", 0),
        ("wp-m2", "0505", 0),
        ("wp-rec", "0503", 0),
        ("wp-t2", "0403", 0),
        ("wp-asl", "0306", 0),
        ("us-ca", "0504", 5),
        ("us-m1", "0404", 0),
        ("us-t1", "0404", 0),
        ("us-m2", "0404", 0),
    ];
    let (mut facts, mut game) = position("wp-combat-1", Side::Wp, Stage::Combat, &placed);
    facts.attacked.push(hex("0504"));
    let units = vec![id("wp-t1")];
    let fresh = hasty(units.clone());
    let owed = vec![id("us-ca")];
    facts.battle = Some(Battle {
        step: Step::DefenderRetreats,
        from: vec![hex("0603")],
        defender: Burden { units: owed.clone(), owed, retreat: 1, ..Burden::default() },
        attacker: Burden { units, retreat: 2, ..Burden::default() },
        ..fresh
    });
    game.fight = Some(Fight {
        side: Side::Wp,
        target: read("0504"),
        from: vec![read("0603")],
        attackers: vec![game.man("wp-t1")],
        owed: [(1, vec![game.man("us-ca")]), (2, Vec::new())],
        attacker_next: vec![game.man("wp-t1")],
        crowd: None,
        retreated: Vec::new(),
        advanced: Vec::new(),
        advances: false,
    });
    (open(facts), game)
}

/// The west edge: a stack on the road, of which any part goes on, leaves or is stopped on the way.
fn edge() -> (State, Game) {
    let placed = [("wp-rec", "0204", 3), ("wp-m1", "0204", 1), ("us-ca", "0306", 0)];
    let (mut facts, mut game) = position("wp-move-2", Side::Wp, Stage::Move, &placed);
    set_out(&mut facts, &mut game, &["wp-rec", "wp-m1"], 5, false);
    (open(facts), game)
}

/// Both sides bring a unit in; one entry hex is full, one is held.
fn entry() -> (State, Game) {
    let placed = [
        ("wp-t1", "1003", 0),
        ("us-ca", "1005", 0),
        ("us-m1", "0104", 0),
        ("us-m2", "0104", 0),
        ("wp-t2", "", 0),
        ("us-t2", "", 0),
    ];
    let (facts, game) = position("reinforcement", Side::Wp, Stage::Enter, &placed);
    (open(facts), game)
}

/// A position with its name and how many plies are counted.
type Fixed = (&'static str, fn() -> (State, Game), usize);

const FIXED: [Fixed; 6] = [
    ("zones", zones, 3),
    ("designations", designations, 4),
    ("retreats", retreats, 4),
    ("crowd", crowd, 4),
    ("edge", edge, 4),
    ("entry", entry, 2),
];

fn counted(name: &str, lay: fn() -> (State, Game), plies: usize) -> String {
    let (state, game) = lay();
    let mut counts = vec![0; plies];
    count(&state, &game, &mut Vec::new(), &mut counts);
    let mut row = format!("| {name} |");
    for at in 0..4 {
        let cell = counts.get(at).map_or_else(String::new, |count| format!(" {count}"));
        write!(row, "{cell} |").expect("a text takes all");
    }
    row
}

#[test]
fn commands_over_several_plies_are_counted_alike() {
    let rows: Vec<String> = FIXED.iter().map(|(name, lay, plies)| counted(name, *lay, *plies)).collect();
    let committed: Vec<&str> = COUNTS.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows == committed, "perft.md should hold:\n{}", rows.join("\n"));
}
