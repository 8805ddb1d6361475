//! Counts over several commands from fixed positions, as chess programs keep them: the rules' offers, followed through the
//! rules' own judging, against the generator of [`game`], which has a game of its own. Both walk side by side: at every
//! position their commands are the same, word by word. Commands that throw dice, and the end of the activities, count and are
//! not followed.

mod game;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use game::{Fight, Game, Halt as Still, QUARTERS, Stage as At, read};
use kernel::{Acting, Answered, Answers, Asked, Seat, Side, System, Transcript, judge};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Activation, Battle, Fate, Halt, HqSet, HqState, Leaves, Obj, Owed, Stage, Step};
use rules_bcs::words::{Face, PARTS, Place};
use rules_bcs::{BattalionCombat, Command, Facts, Phase, State, Template};

use crate::table::{body, formation, hex, opened, piece, unit, west};

/// The counts as they are committed.
const COUNTS: &str = include_str!("../../perft.md");

/// Where the HQs of Blue's 4th and Red's 276th stand.
const HQS: [&str; 2] = ["1306", "2205"];

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
    let way = |path: &[Place]| path.iter().map(|hex| format!(" {hex}")).collect::<String>();
    match command {
        Command::Objective { at, combat } => format!("{} {at}", if *combat { "combat" } else { "march" }),
        Command::Begin => "begin".into(),
        Command::End => "end".into(),
        Command::Move { unit, path } => format!("move {unit} {}", path.last().expect("a path")),
        Command::Flip { unit } => format!("flip {unit}"),
        Command::Withdraw { unit, path, .. } if path.is_empty() => format!("withdraw {unit} home"),
        Command::Withdraw { unit, path, .. } => format!("withdraw {unit}{}", way(path)),
        Command::Attack { target, shock: false } => format!("attack {target}"),
        Command::Defend { unit, prepared: false } => format!("defend {unit}"),
        Command::Commit { unit, assist: None } => format!("commit {unit}"),
        Command::Commit { unit, assist: Some(assist) } => format!("commit {unit} with {assist}"),
        Command::Fight => "fight".into(),
        Command::TakeStep { unit } => format!("lose {unit}"),
        Command::Retreat { path } => format!("retreat{}", way(path)),
        Command::Advance { unit: Some(unit) } => format!("advance {unit}"),
        Command::Advance { unit: None } => "advance nobody".into(),
        other => format!("{other:?}"),
    }
}

/// Everything that the rules offer to both sides but instructions, and the names of supply routes, which `oracles` holds
/// against slow searches.
fn offered(state: &State) -> BTreeMap<String, (Seat, Command)> {
    let mut all = BTreeMap::new();
    for seat in [Seat::Side(0), Seat::Side(1)] {
        let mut templates = Vec::new();
        BattalionCombat::offers(state, seat, &mut templates);
        templates.retain(|template| !matches!(template, Template::Instruct | Template::NameRoute));
        for template in &templates {
            BattalionCombat::each(state, seat, template, &mut |command| {
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
    let only = |one: Vec<&String>, other: &dyn Fn(&String) -> bool| -> Vec<String> {
        one.into_iter().filter(|words| !other(words)).cloned().collect()
    };
    let more = only(fast.keys().collect(), &|words| slow.contains_key(words));
    let less = only(slow.keys().collect(), &|words| fast.contains_key(words));
    assert!(
        more.is_empty() && less.is_empty(),
        "after {way:?} the rules alone offer {more:?}, the slow generator alone {less:?}"
    );
    *now += fast.len() as u64;
    if later.is_empty() {
        return;
    }
    for (words, (seat, command)) in &fast {
        let Some(next) = &slow[words] else { continue };
        let mut state = state.clone();
        let mut transcript = Transcript::<BattalionCombat>::new();
        judge::<BattalionCombat>(&mut state, Acting::own(*seat), command, &mut Nobody, &mut transcript)
            .unwrap_or_else(|halt| panic!("{words} after {way:?}: {halt:?}"));
        way.push(words.clone());
        count(&state, next, way, later);
        way.pop();
    }
}

/// An activation of the 4th after FULL for both, with this infantry alone. Its HQ and trains have moved and it has no Arty
/// Points: nothing but infantry acts.
fn position(placed: &[(&str, &str)], step: Step, change: impl FnOnce(&mut Facts)) -> State {
    opened(west(), |facts| {
        (facts.phase, facts.go) = (Phase::Activations, Some(Side::FIRST));
        facts.turn = 2;
        let steps: Vec<u8> = west().units.iter().map(|card| card.steps).collect();
        for (piece, steps) in facts.unit.iter_mut().zip(steps) {
            let at = placed.iter().find(|(name, _)| unit(name) == piece.id).map(|(_, at)| hex(at));
            (piece.at, piece.assigned) = (at, None);
            (piece.fate, piece.lost) = if at.is_some() { (Fate::OnMap, 0) } else { (Fate::Dead, steps) };
        }
        for (name, at) in [("B2", HQS[0]), ("R2", HQS[1])] {
            body(facts, name).hq = Some(hex(at)).into();
        }
        facts.formation.iter_mut().for_each(|one| one.arty_points = 0);
        facts.pool.iter_mut().for_each(|(_, pool)| pool.air = 0);
        body(facts, "B2").state = HqState::Used;
        let begun = Activation::begin(formation("B2"), false, false);
        facts.activation = Some(Activation {
            step,
            level: Some(Level::Full),
            hq_moved: HqSet::FIRST,
            trains_moved: true,
            ..begun
        });
        change(facts);
    })
}

fn activation(facts: &mut Facts) -> &mut Activation {
    facts.activation.as_mut().expect("an activation")
}

/// OBJ markers for both.
fn marked(game: &mut Game, at: &[(&str, bool)]) -> Vec<Obj> {
    game.obj = at.iter().map(|(at, combat)| (read(at), *combat)).collect();
    at.iter().map(|(at, combat)| Obj { at: hex(at), combat: *combat, recon: false }).collect()
}

/// Every hex for two OBJ markers, and the activities at once.
fn objectives() -> (State, Game) {
    let placed = [("B2-i1", "1506"), ("R2-i1", "1805")];
    let mut game = Game::new(&placed, HQS);
    game.placing = Some(2);
    (position(&placed, Step::Objectives, |_| {}), game)
}

/// Three battalions on foot before zones, woods, a track and a full hex.
fn moves() -> (State, Game) {
    let placed =
        [("B2-i1", "1606"), ("B2-i2", "1505"), ("B2-i3", "1405"), ("R2-i1", "1706"), ("R2-i2", "1805")];
    let mut game = Game::new(&placed, HQS);
    let obj = marked(&mut game, &[("1605", false)]);
    (position(&placed, Step::Activities, |facts| activation(facts).obj = obj), game)
}

/// Trucks amid their move and men on foot, who flip before and after they move.
fn flips() -> (State, Game) {
    let placed = [("B2-i1", "1606"), ("B2-i2", "1306"), ("R2-i1", "1706"), ("R2-i3", "1505")];
    let mut game = Game::new(&placed, HQS);
    (game.man("B2-i2").trucks, game.man("B2-i2").spent) = (true, 14 * QUARTERS);
    game.mover = Some(game.place("B2-i2"));
    let obj = marked(&mut game, &[("1506", true), ("1404", false)]);
    let state = position(&placed, Step::Activities, |facts| {
        activation(facts).obj = obj;
        activation(facts).moving = Some(unit("B2-i2"));
        let mover = piece(facts, "B2-i2");
        (mover.face, mover.spent) = (Face::Move, 14 * PARTS);
    });
    (state, game)
}

/// Attacks on two hexes by units that can do nothing else, with every defender, leader and helper.
fn attacks() -> (State, Game) {
    let placed = [
        ("B2-i1", "1606"),
        ("B2-i2", "1605"),
        ("B2-i3", "1705"),
        ("R2-i1", "1706"),
        ("R2-i2", "1706"),
        ("R2-i3", "1805"),
    ];
    let mut game = Game::new(&placed, HQS);
    let obj = marked(&mut game, &[("1706", true)]);
    game.men.iter_mut().for_each(|man| man.halt = Still::Stopped);
    let state = position(&placed, Step::Activities, |facts| {
        activation(facts).obj = obj;
        for name in ["B2-i1", "B2-i2", "B2-i3"] {
            piece(facts, name).halt = Halt::Stopped;
        }
    });
    game.men.iter_mut().filter(|man| man.side == Side::SECOND).for_each(|man| man.halt = Still::Not);
    (state, game)
}

/// An attack after its roll: steps to be lost, then who is left retreats.
fn rolled(placed: &[(&str, &str)], steps: u8, assist: Option<&str>) -> (State, Game) {
    let mut game = Game::new(placed, HQS);
    let lead = Some(game.place("B2-i1"));
    let helper = assist.map(|name| game.place(name));
    let (stage, target) = (At::Losses, read("1706"));
    game.fight = Some(Fight { target, stage, lead, assist: helper, steps: steps.into(), leaves: true });
    game.go_on();
    let owed = game.owed.map(|n| game.men[n].name.clone());
    let state = position(placed, Step::Activities, |facts| {
        let stage = if steps > 0 { Stage::Losses } else { Stage::Retreats };
        let battle = Battle {
            stage,
            steps,
            leaves: Leaves::Situational,
            attacker: Some(unit("B2-i1")),
            assist: assist.map(unit),
            defender: Some(unit("R2-i1")),
            ..Battle::declared(hex("1706"), false)
        };
        let now = activation(facts);
        (now.battle, now.attacks) = (Some(battle), 1);
        let why = rules_bcs::charts::s18_retreat::Why::Situational;
        now.owed = owed.filter(|_| steps == 0).map(|name| Owed { unit: unit(&name), why });
    });
    (state, game)
}

/// Two of three battalions lose steps, then all retreat.
fn losses() -> (State, Game) {
    let placed =
        [("B2-i1", "1606"), ("B2-i2", "1605"), ("R2-i1", "1706"), ("R2-i2", "1706"), ("R2-i3", "1706")];
    rolled(&placed, 2, Some("B2-i2"))
}

/// Two battalions retreat past a zone, and whoever attacked may follow.
fn retreats() -> (State, Game) {
    let placed = [
        ("B2-i1", "1606"),
        ("B2-i2", "1807"),
        ("B2-i3", "1506"),
        ("R2-i1", "1706"),
        ("R2-i2", "1706"),
        ("R2-i3", "1905"),
    ];
    rolled(&placed, 0, None)
}

/// A position with its name and how many plies are counted.
type Fixed = (&'static str, fn() -> (State, Game), usize);

const FIXED: [Fixed; 6] = [
    ("objectives", objectives, 2),
    ("moves", moves, 2),
    ("flips", flips, 3),
    ("attacks", attacks, 4),
    ("losses", losses, 4),
    ("retreats", retreats, 4),
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
