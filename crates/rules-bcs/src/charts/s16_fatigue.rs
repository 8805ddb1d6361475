//! BCS-FAT: whether fatigue rises.

use kernel::RuleId;

use crate::rows;
use crate::sheet::{ALWAYS, Choose, Exclusion, Field, Question, Resolved, Row, Sheet, Table};

rows! {
    /// What is asked at step (g): what the formation placed, used or conducted.
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// Combat OBJs.
        CombatObj = Question::flag("combat-obj", "BCS-FAT-5", "Combat OBJs");
        /// March OBJs.
        MarchObj = Question::flag("march-obj", "BCS-FAT-2", "March OBJs");
        /// An engagement.
        Engagement = Question::flag("engagement", "BCS-FAT-4", "Engagement");
        /// An Attack by Fire.
        Fire = Question::flag("fire", "BCS-FAT-1", "Attack by Fire");
        /// A Second Activation.
        Second = Question::flag("second", "BCS-FAT-1", "Second Activation");
        /// Its SNAFU Result was FAIL.
        Failed = Question::flag("failed", "BCS-FAIL-3", "The SNAFU Result was FAIL");
        /// An Attack Sequence.
        Attack = Question::flag("attack", "BCS-FAT-1", "Attack Sequence");
        /// A Voluntary Retreat of the HQ.
        HqRetreat = Question::flag("hq-retreat", "BCS-RET-12", "Voluntary HQ Retreat");
    }
}

rows! {
    /// What keeps a reason from counting.
    pub enum Excluded, /// The exclusions.
    EXCLUSIONS: Exclusion {
        /// March OBJs do not count.
        March = Exclusion::new("march", "BCS-FAT-2", "March OBJs do not count.", ALWAYS);
        /// A failed Second Activation does not count.
        Failed = Exclusion::new("failed", "BCS-FAT-2", "A Second Activation that gets a FAIL does not count.", &[&[Ask::Failed.yes()]]);
    }
}

const UP: &[(Field, i8)] = &[(Field::Tired, 1)];
const STAYS: &[(Field, i8)] = &[(Field::Tired, 0)];
const TO_1: &[Row] = &[Row::to(1, "fatigue rises", UP), Row::from(2, "no effect", STAYS)];
const TO_2: &[Row] = &[Row::to(2, "fatigue rises", UP), Row::from(3, "no effect", STAYS)];
const TO_3: &[Row] = &[Row::to(3, "fatigue rises", UP), Row::from(4, "no effect", STAYS)];

/// The Fatigue Increase Table: the reason most likely to increase comes first. [BCS-FAT-1]
pub static SHEET: Sheet = Sheet {
    id: "fatigue",
    title: "Fatigue Increase Table (1.8)",
    rule: RuleId("BCS-FAT-1"),
    stand_in: false,
    questions: QUESTIONS,
    exclusions: EXCLUSIONS,
    bars: &[],
    lines: &[],
    choose: Choose::First,
    tables: &[
        Table::new(
            "hq-retreat",
            "BCS-FAT-1",
            "Voluntary HQ Retreat",
            0,
            &[&[Ask::HqRetreat.yes()]],
            &[Row::sure("Automatic", UP)],
        ),
        Table::new("attack", "BCS-FAT-1", "Attack Sequence", 1, &[&[Ask::Attack.yes()]], TO_3),
        Table::new("engagement", "BCS-FAT-1", "Engagement", 1, &[&[Ask::Engagement.yes()]], TO_2),
        Table::new("fire", "BCS-FAT-1", "Attack by Fire", 1, &[&[Ask::Fire.yes()]], TO_2),
        Table::new("second", "BCS-FAT-1", "Second Activation", 1, &[&[Ask::Second.yes()]], TO_2)
            .unless(&[Excluded::Failed.at()]),
        Table::new("combat-obj", "BCS-FAT-1", "Combat OBJs", 1, &[&[Ask::CombatObj.yes()]], TO_1),
        Table::new(
            "march-obj",
            "BCS-FAT-2",
            "March OBJs",
            0,
            &[&[Ask::MarchObj.yes()]],
            &[Row::sure("not counted", STAYS)],
        )
        .unless(&[Excluded::March.at()]),
        Table::new("none", "BCS-FAT-1", "No reason", 0, ALWAYS, &[Row::sure("no roll", STAYS)]),
    ],
    changes: &[],
    gives: &[Field::Tired],
};

/// What a formation placed, used or conducted in its activation. [BCS-FAT-4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fatiguing {
    /// Combat OBJs.
    pub combat_obj: bool,
    /// March OBJs.
    pub march_obj: bool,
    /// An engagement.
    pub engagement: bool,
    /// An Attack by Fire.
    pub fire: bool,
    /// The activation was the second.
    pub second: bool,
    /// Its SNAFU Result was FAIL.
    pub failed: bool,
    /// An Attack Sequence.
    pub attack: bool,
    /// A Voluntary Retreat of the HQ.
    pub hq_retreat: bool,
}

/// [BCS-FAT-1] Resolves step (g).
pub fn resolve(of: &Fatiguing) -> Resolved {
    let all =
        [of.combat_obj, of.march_obj, of.engagement, of.fire, of.second, of.failed, of.attack, of.hq_retreat];
    SHEET.resolve(&all.map(i16::from))
}
