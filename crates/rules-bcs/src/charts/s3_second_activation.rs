//! BCS-ACT-13, BCS-ACT-14: whether a Second Activation follows. BCS-TURN-5: who goes first.

use kernel::RuleId;

use super::common::{FATIGUE, Fatigue};
use crate::rows;
use crate::sheet::{ALWAYS, Amount, Choose, Field, Line, Question, Resolved, Row, Sheet, Table};

rows! {
    /// What is asked at step (i).
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// The formation's fatigue.
        Fatigue = Question::pick("fatigue", "BCS-ACT-13", "Fatigue", FATIGUE);
        /// The number printed on the HQ.
        Number = Question::count("number", "BCS-GEN-4", "Reactivation number", (2, 6));
        /// The activation was the second.
        Second = Question::flag("second", "BCS-ACT-15", "This was a Second Activation");
        /// The activation was a Recovery or a Failure Flip.
        Recovery = Question::flag("recovery", "BCS-ACT-13", "This was a Recovery or Failure Flip");
        /// The player does not want one.
        Skip = Question::flag("skip", "BCS-ACT-13", "The player skips it");
        /// The second is to be a Recovery.
        Rests = Question::flag("rests", "BCS-ACT-13", "The Second Activation is to be a Recovery");
        /// What the table plays by.
        Switch = Question::pick("switch", "BCS-ACT-14", "A Second Activation as a Recovery is", &[("automatic", "automatic"), ("rolled", "rolled for"), ("none", "not played")]);
    }
}

rows! {
    /// The modifiers.
    pub enum Mod, /// The modifiers in printed order.
    LINES: Line {
        /// Fresh.
        Fresh = Line::new("fresh", "BCS-ACT-13", "Fresh", Amount::Fixed(1), &[&[Ask::Fatigue.is(0)]]);
        /// What has to be reached.
        Number = Line::new("number", "BCS-ACT-14", "Reactivation number", Amount::Times(Ask::Number.at(), 1), ALWAYS).of_other();
    }
}

const TO_J: &[(Field, i8)] = &[(Field::Again, 0)];
const TO_B: &[(Field, i8)] = &[(Field::Again, 1)];

/// Step (i).
pub static SHEET: Sheet = Sheet {
    id: "second-activation",
    title: "Second Activation",
    rule: RuleId("BCS-ACT-13"),
    stand_in: false,
    questions: QUESTIONS,
    exclusions: &[],
    bars: &[],
    lines: LINES,
    choose: Choose::First,
    tables: &[
        Table::new(
            "second",
            "BCS-ACT-15",
            "After a Second Activation",
            0,
            &[&[Ask::Second.yes()]],
            &[Row::sure("to Step (j)", TO_J)],
        ),
        Table::new(
            "recovery",
            "BCS-ACT-13",
            "After a Recovery or Failure Flip",
            0,
            &[&[Ask::Recovery.yes()]],
            &[Row::sure("to Step (j)", TO_J)],
        ),
        Table::new(
            "skip",
            "BCS-ACT-13",
            "Intentionally skipped",
            0,
            &[&[Ask::Skip.yes()]],
            &[Row::sure("to Step (j)", TO_J)],
        ),
        Table::new(
            "fatigue-4",
            "BCS-ACT-13",
            "Fatigue 4",
            0,
            &[&[Ask::Fatigue.is(5)]],
            &[Row::sure("to Step (j)", TO_J)],
        ),
        Table::new(
            "rests",
            "BCS-ACT-13",
            "A Recovery follows without a roll",
            0,
            &[&[Ask::Rests.yes(), Ask::Switch.is(0)]],
            &[Row::sure("to Step (b)", TO_B)],
        ),
        Table::new(
            "no-rest",
            "BCS-ACT-14",
            "A Second Activation as a Recovery is not played",
            0,
            &[&[Ask::Rests.yes(), Ask::Switch.is(2)]],
            &[Row::sure("to Step (j)", TO_J)],
        ),
        Table::new(
            "roll",
            "BCS-ACT-14",
            "The roll to reactivate",
            1,
            ALWAYS,
            &[Row::to(-1, "fails, to Step (j)", TO_J), Row::from(0, "reactivated, to Step (b)", TO_B)],
        ),
    ],
    changes: &[],
    gives: &[Field::Again],
};

kernel::words! {
    /// How a Second Activation that is a Recovery comes about. [BCS-ACT-14]
    #[derive(Default)]
    pub enum SecondRecovery {
        /// Without a roll.
        #[default]
        Automatic = "automatic",
        /// By the roll to reactivate.
        Rolled = "rolled",
        /// Not at all.
        None = "none",
    }
}

/// The circumstances of step (i).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// The formation's fatigue.
    pub fatigue: Fatigue,
    /// Its reactivation number, 2 to 6.
    pub number: u8,
    /// The activation was the second.
    pub second: bool,
    /// The activation was a Recovery or a Failure Flip.
    pub recovery: bool,
    /// The player does not want a second one.
    pub skip: bool,
    /// The second is to be a Recovery.
    pub rests: bool,
    /// What the table plays by.
    pub switch: SecondRecovery,
}

/// [BCS-ACT-13] Resolves step (i).
pub fn resolve(of: &Again) -> Resolved {
    let flag = i16::from;
    let (fatigue, switch) = (of.fatigue as i16, of.switch as i16);
    SHEET.resolve(&[
        fatigue,
        of.number.into(),
        flag(of.second),
        flag(of.recovery),
        flag(of.skip),
        flag(of.rests),
        switch,
    ])
}

rows! {
    /// What is asked when both dice lie.
    pub enum First, /// The questions of the first player.
    FIRST: Question {
        /// The first side's die.
        One = Question::count("one", "BCS-TURN-5", "The first side's die", (1, 6));
        /// The second side's die.
        Other = Question::count("other", "BCS-TURN-5", "The second side's die", (1, 6));
        /// What a tie comes to.
        Ties = Question::pick("ties", "BCS-TURN-5", "A tie", &[("again", "is rolled again"), ("first", "is the first side's"), ("second", "is the second side's")]);
    }
}

/// Who chooses the first player, once both dice lie.
pub static FIRST_PLAYER: Sheet = Sheet {
    id: "first-player",
    title: "First player",
    rule: RuleId("BCS-TURN-5"),
    stand_in: true,
    questions: FIRST,
    exclusions: &[],
    bars: &[],
    lines: &[],
    choose: Choose::First,
    tables: &[
        Table::new(
            "one",
            "BCS-TURN-5",
            "The first side threw higher",
            0,
            &[&[First::One.over(First::Other)]],
            &[Row::sure("the first side chooses", &[(Field::Holder, 1)])],
        ),
        Table::new(
            "other",
            "BCS-TURN-5",
            "The second side threw higher",
            0,
            &[&[First::Other.over(First::One)]],
            &[Row::sure("the second side chooses", &[(Field::Holder, 2)])],
        ),
        Table::new(
            "tie-one",
            "BCS-TURN-5",
            "A tie is the first side's",
            0,
            &[&[First::Ties.is(1)]],
            &[Row::sure("the first side chooses", &[(Field::Holder, 1)])],
        ),
        Table::new(
            "tie-other",
            "BCS-TURN-5",
            "A tie is the second side's",
            0,
            &[&[First::Ties.is(2)]],
            &[Row::sure("the second side chooses", &[(Field::Holder, 2)])],
        ),
        Table::new(
            "again",
            "BCS-TURN-5",
            "A tie",
            0,
            ALWAYS,
            &[Row::sure("both roll again", &[(Field::Holder, 0)])],
        ),
    ],
    changes: &[],
    gives: &[Field::Holder],
};

/// [BCS-TURN-5] Who chooses the first player once both dice lie: 0 nobody, 1 the first side, 2 the second.
pub fn first_player(one: u8, other: u8, ties: Ties) -> Resolved {
    FIRST_PLAYER.resolve(&[one.into(), other.into(), ties as i16])
}

kernel::words! {
    /// What a tie for the first player comes to. [BCS-TURN-5]
    #[derive(Default)]
    pub enum Ties {
        /// Both roll again.
        #[default]
        Again = "again",
        /// It is the first side's.
        First = "first",
        /// It is the second side's.
        Second = "second",
    }
}
