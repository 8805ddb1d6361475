//! Behaviour of New Central Front, one module per rules file. Only this file touches the kernel's border.

mod chain;
mod conformance;
mod counted_by_hand;
mod events_in_files;
mod examples;
mod games;
mod law_controls;
mod law_random_games;
mod law_refusals;
mod odds_oracle;
mod pages;
mod perft;
mod position;
mod prospect;
mod s10_advance;
mod s10_retreat;
mod s10_retreat_movement;
mod s11_chemical;
mod s11_garrisons;
mod s11_smoke;
mod s12_victory;
mod s13_standing_orders;
mod s2_units_and_steps;
mod s3_stacking;
mod s4_sequence;
mod s5_action_points;
mod s6_movement;
mod s6_supply;
mod s6_zones;
mod s7_attacks;
mod s7_designation;
mod s7_march;
mod s8_air;
mod s8_bombardment;
mod s8_support;
mod s9_application;
mod s9_results;
mod set_up;
mod set_up_files;

use std::sync::{Arc, LazyLock};

use kernel::{Acting, Halt, Origin, Refusals, Scripted, Seat, System, Transcript, judge, prove};
use rules_central_front::state::Piece;
use rules_central_front::words::Place;
use rules_central_front::words::UnitId;
use rules_central_front::{CentralFront, Command, Event, FULDA, Facts, GAP, Scenario, State};
use serde_json::Value;

/// The Warsaw Pact.
pub const WP: Seat = Seat::Side(0);
/// NATO.
pub const NATO: Seat = Seat::Side(1);

/// The small scenario.
pub static SMALL: LazyLock<Arc<Scenario>> = LazyLock::new(|| read("gap.toml", GAP));
/// The sample scenario.
pub static LARGE: LazyLock<Arc<Scenario>> = LazyLock::new(|| read("fulda.toml", FULDA));

/// A scenario without faults.
pub fn read(file: &str, text: &str) -> Arc<Scenario> {
    CentralFront::load(file, text).unwrap_or_else(|faults| {
        panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    })
}

/// The small scenario with a table of the columns 2-1 and 3-1, and what odds below and above them come to.
pub fn strict(below_first: &str, above_last: &str) -> Arc<Scenario> {
    let rows: String = (2..=12).map(|roll| format!("{roll} = [\"A1\", \"D1\"]\n")).collect();
    let crt = format!(
        "[crt]\nformat = \"central-front-crt/1\"\nid = \"strict\"\ntitle = \"Strict\"\ndice = \"2d6\"\nroll_min = 2\n\
         roll_max = 12\ncolumns = [{{ label = \"2-1\", num = 2, den = 1 }}, {{ label = \"3-1\", num = 3, den = 1 }}]\n\
         below_first = \"{below_first}\"\nabove_last = \"{above_last}\"\n[crt.rows]\n{rows}"
    );
    let text = rules_central_front::GAP.replace("crt = \"cf-default-2d6\"\n", "");
    read("gap.toml", &format!("{text}\n{crt}"))
}

/// An id.
pub fn id(text: &str) -> UnitId {
    text.parse().expect("an id")
}

/// A hex by its number.
pub fn hex(text: &str) -> Place {
    text.parse().expect("a hex number")
}

/// A table in a test.
#[derive(Clone)]
pub struct Table {
    /// Its state.
    pub state: State,
}

impl Table {
    /// The small scenario in a phase of its first turn, clear, nobody with the air; `change` lays its facts out.
    pub fn small(phase: &str, change: impl FnOnce(&mut Facts)) -> Self {
        Self::of(&SMALL, phase, change)
    }

    /// As [`Table::small`] with any scenario.
    pub fn of(scenario: &Arc<Scenario>, phase: &str, change: impl FnOnce(&mut Facts)) -> Self {
        let mut facts = CentralFront::position(&State::open(Arc::clone(scenario)));
        facts.phase = serde_json::from_value(Value::String(phase.into())).expect("a phase");
        change(&mut facts);
        let opened = CentralFront::open_position(Arc::clone(scenario), facts);
        let state = opened.unwrap_or_else(|faults| {
            panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        });
        Self { state }
    }

    /// Gives a command with dice, and it has to be accepted.
    #[track_caller]
    pub fn does(&mut self, seat: Seat, command: Value, dice: &[&[u16]]) -> Vec<Event> {
        let command: Command = serde_json::from_value(command).expect("a command that can be read");
        let acting = Acting::own(seat);
        let proven = prove::<CentralFront>(&self.state, acting, &command);
        let mut answers = Scripted::faces(dice.iter().copied(), Origin::Table);
        let mut transcript = Transcript::<CentralFront>::new();
        match judge::<CentralFront>(&mut self.state, acting, &command, &mut answers, &mut transcript) {
            Ok(()) => assert_eq!(proven, Ok(()), "looking refuses what judging accepts"),
            Err(Halt::Refused(refusals)) => panic!("{command:?} is refused: {refusals}"),
            Err(halt) => panic!("{command:?} ends with {halt:?}"),
        }
        assert_eq!(answers.left(), 0, "dice are left over");
        transcript.events
    }

    /// Gives a command that must be refused; `CF-AP-8 again`.
    #[track_caller]
    pub fn refuses(&self, seat: Seat, command: Value) -> String {
        let refusals = self.refusals(seat, command);
        format!("{} {}", refusals.first().rule, refusals.first().code)
    }

    /// As [`Table::refuses`], the sentence.
    #[track_caller]
    pub fn says(&self, seat: Seat, command: Value) -> String {
        self.refusals(seat, command).first().sentence.clone()
    }

    #[track_caller]
    fn refusals(&self, seat: Seat, command: Value) -> Refusals {
        let command: Command = serde_json::from_value(command).expect("a command that can be read");
        let mut copy = self.state.clone();
        let (mut answers, mut transcript) = (Scripted::default(), Transcript::<CentralFront>::new());
        let ended =
            judge::<CentralFront>(&mut copy, Acting::own(seat), &command, &mut answers, &mut transcript);
        let Err(Halt::Refused(refusals)) = ended else {
            panic!("{command:?} should be refused: {ended:?} {:?}", transcript.events)
        };
        assert_eq!(copy, self.state, "a refusal changes nothing");
        refusals
    }

    /// A unit's facts.
    pub fn piece(&self, unit: &str) -> &Piece {
        self.state.unit(id(unit)).expect("a unit of the scenario").piece
    }

    /// A unit's hex in words, or nothing.
    pub fn at(&self, unit: &str) -> String {
        self.piece(unit).at.map_or_else(String::new, |at| at.to_string())
    }
}

/// A unit among facts, to be changed.
pub fn unit<'f>(facts: &'f mut Facts, name: &str) -> &'f mut Piece {
    facts.unit.iter_mut().find(|piece| piece.id == id(name)).expect("a unit of the scenario")
}

/// Puts a unit into a hex.
pub fn put(facts: &mut Facts, name: &str, at: &str) {
    let piece = unit(facts, name);
    (piece.at, piece.fate) = (Some(hex(at)), Default::default());
}

/// Takes every unit off the map that is not named.
pub fn only(facts: &mut Facts, names: &[&str]) {
    for piece in facts.unit.iter_mut().filter(|piece| !names.contains(&piece.id.as_str())) {
        (piece.at, piece.fate) = (None, rules_central_front::state::Fate::Due);
    }
}
