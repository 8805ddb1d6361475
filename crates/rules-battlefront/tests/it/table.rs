//! A table for tests: a set-up, a position on it, and commands with the dice they meet.

use kernel::answers::Scripted;
use kernel::roll::Origin;
use kernel::{Acting, Halt, Id, Odds, RollRecord, Seat, System, Transcript, judge, prove};
use rules_battlefront::facts::Facts;
use rules_battlefront::rules::s2_1_1_1_d_historical_modifiers::historical;
use rules_battlefront::words::Posture;
use rules_battlefront::{Battlefront, Command, Event, Side, State, Step};
use serde_json::Value;

use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

pub const RUSSIAN: Seat = Seat::Side(0);
pub const GERMAN: Seat = Seat::Side(1);

pub fn id<I: From<Id>>(text: &str) -> I {
    Id::new(text).expect("a short name").into()
}

/// A running campaign.
pub struct Table {
    pub state: State,
    /// The rolls of the last command.
    pub rolls: Vec<RollRecord>,
}

impl Table {
    /// A set-up, changed by putting the second text of each pair in the place of the first, and a position on it.
    pub fn of(setup: &str, changes: &[(&str, &str)], position: Option<&str>) -> Self {
        let setup = changed(setup, changes);
        let setup =
            Battlefront::load("setup.toml", &setup).unwrap_or_else(|faults| panic!("{}", told(&faults)));
        let state = match position {
            None => Battlefront::open(setup),
            Some(text) => {
                let facts = toml::from_str(text).expect("the position can be read");
                Battlefront::open_position(setup, facts).unwrap_or_else(|faults| panic!("{}", told(&faults)))
            }
        };
        Self { state, rolls: Vec::new() }
    }

    /// Rostov before its first slot.
    pub fn rostov() -> Self {
        Self::of(ROSTOV, &[], None)
    }

    /// Rostov on 24 December.
    pub fn rostov_24() -> Self {
        Self::of(ROSTOV, &[], Some(ROSTOV_24))
    }

    /// Rostov on 24 December with options as given: `"repair_once = true"`.
    pub fn rostov_24_with(option: &str) -> Self {
        let key = option.split(' ').next().unwrap_or_default();
        let line = ROSTOV.lines().find(|line| line.starts_with(key)).expect("the sample names every option");
        Self::of(ROSTOV, &[(line, option)], Some(ROSTOV_24))
    }

    /// The first night on the Mius, at S2b.
    pub fn mius_night() -> Self {
        Self::of(MIUS, &[], Some(MIUS_NIGHT))
    }

    /// The same facts with a change; they must still hold together.
    pub fn with(self, change: impl FnOnce(&mut Facts)) -> Self {
        let mut facts = self.state.facts.clone();
        change(&mut facts);
        let opened = Battlefront::open_position(self.state.shared_campaign(), facts);
        let state = opened.unwrap_or_else(|faults| panic!("{}", told(&faults)));
        Self { state, rolls: Vec::new() }
    }

    /// The same before the withdrawal rolls for the last scenario.
    pub fn before_withdrawal(self) -> Self {
        self.with(|facts| {
            for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
                (element.scenario.withdrawal_rolled, element.day.withdrawal_rolled) = (false, false);
            }
        })
    }

    /// The same slot at another step, both sides having sealed to defend and rolled for points.
    pub fn at(self, step: Step) -> Self {
        let state = self.state.clone();
        let withdraws = [Side::FIRST, Side::SECOND].map(|side| state.setup_of(side).armour_withdrawal);
        self.with(|facts| {
            facts.step = step;
            facts.skipped &= matches!(step, Step::Opening | Step::Posture);
            for side in Side::BOTH {
                let has_points = historical(&state, side).is_some();
                let of_side = &mut facts.sides[side.index()];
                let sealed = toml::from_str("choice = \"defend\"").expect("a sealed posture");
                of_side.posture = (step != Step::Posture && step != Step::Opening).then_some(sealed);
                let rolled = has_points && step > Step::PurchasePoints;
                of_side.income = rolled.then_some(of_side.income.unwrap_or(0));
                let withdrawal = matches!(step, Step::Withdrawal | Step::OvernightWithdrawal);
                of_side.closed =
                    (withdrawal && !withdraws[side.index()]) || (step == Step::PurchasePoints && !has_points);
            }
        })
    }

    /// What the rules say against a command: code and rule. The refusal leaves everything as it was.
    pub fn refusal(&self, seat: Seat, json: Value) -> (&'static str, &'static str, String) {
        let [refusal] = self.refusals(seat, json).try_into().expect("one reason");
        refusal
    }

    /// All that the rules say against a command.
    pub fn refusals(&self, seat: Seat, json: Value) -> Vec<(&'static str, &'static str, String)> {
        let command: Command = serde_json::from_value(json).expect("a command");
        let refusals = prove::<Battlefront>(&self.state, Acting::own(seat), &command)
            .expect_err(&format!("{command:?} should be refused"));
        let mut state = self.state.clone();
        let (mut dice, mut transcript) = (Scripted::default(), Transcript::new());
        let ended = judge::<Battlefront>(&mut state, Acting::own(seat), &command, &mut dice, &mut transcript);
        assert_eq!(ended, Err(Halt::Refused(refusals.clone())));
        assert!(state == self.state && transcript.events.is_empty());
        let each = refusals.all().iter();
        each.map(|refusal| (refusal.code, refusal.rule.0, refusal.sentence.clone())).collect()
    }

    /// Asserts that a command is refused with this code by this rule.
    #[track_caller]
    pub fn refuses(&self, seat: Seat, json: Value, code: &str, rule: &str) {
        let (met, by, sentence) = self.refusal(seat, json);
        assert_eq!((met, by), (code, rule), "{sentence}");
    }

    /// Asserts that the position as it stands is read again as it was.
    #[track_caller]
    pub fn reopens(&self) {
        let again =
            Battlefront::open_position(self.state.shared_campaign(), Battlefront::position(&self.state));
        assert_eq!(again.expect("a position met in play"), self.state);
    }

    /// Plays a command that its seat gives itself; every die is used.
    #[track_caller]
    pub fn plays(&mut self, seat: Seat, json: Value, dice: &[u16]) -> Vec<Event> {
        self.plays_by(Acting::own(seat), json, dice)
    }

    /// Plays a command.
    #[track_caller]
    pub fn plays_by(&mut self, acting: Acting, json: Value, dice: &[u16]) -> Vec<Event> {
        let command: Command = serde_json::from_value(json).expect("a command");
        let mut answers = Scripted::faces(dice.iter().map(std::slice::from_ref), Origin::Table);
        let mut transcript = Transcript::new();
        let ended = judge::<Battlefront>(&mut self.state, acting, &command, &mut answers, &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
        assert_eq!(answers.left(), 0, "dice are left over");
        self.rolls = std::mem::take(&mut transcript.rolls);
        transcript.events
    }

    /// The amounts of the last command's first roll, in the chart's order.
    pub fn modifiers(&self) -> Vec<i32> {
        self.rolls[0].modifiers.iter().map(|modifier| modifier.amount).collect()
    }

    /// The exact odds of a command.
    pub fn odds(&self, seat: Seat, json: Value) -> Odds {
        let command: Command = serde_json::from_value(json).expect("a command");
        Odds::of::<Battlefront>(&self.state, Acting::own(seat), &command).expect("odds")
    }
}

/// A set-up with some texts put in the place of others, each of which must stand in it.
pub fn changed(setup: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(setup.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from:?} does not stand in the set-up");
        text.replacen(from, to, 1)
    })
}

/// What a set-up is refused for.
pub fn faults(setup: &str) -> Vec<kernel::Diagnostic> {
    Battlefront::load("setup.toml", setup).err().unwrap_or_default()
}

pub fn told(faults: &[kernel::Diagnostic]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Both postures, to put into facts.
pub fn postures(facts: &mut Facts, choices: [Posture; 2]) {
    for (side, choice) in facts.sides.iter_mut().zip(choices) {
        let sealed = toml::from_str(&format!("choice = \"{choice}\"")).expect("a sealed posture");
        side.posture = Some(sealed);
    }
}
