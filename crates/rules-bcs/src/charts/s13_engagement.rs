//! BCS-ENG: the Engagement Table.

use kernel::RuleId;

use super::common::{GROUND, Ground};
use crate::rows;
use crate::sheet::{
    ALWAYS, Amount, Bar, Change, Choose, Exclusion, Field, Line, Question, Resolved, Row, Sheet, Table, Test,
};

rows! {
    /// What is asked of an engagement.
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// The Firer's AV.
        Av = Question::count("av", "BCS-ENG-1", "Firer's AV", (0, 9));
        /// The Firer's Action Rating.
        Rating = Question::count("rating", "BCS-ENG-1", "Firer's Action Rating", (0, 5));
        /// Two Combat OBJ Zones.
        Double = Question::flag("double", "BCS-ENG-2", "Target in a Double OBJ Zone");
        /// The Firer's AV is Limited.
        Limited = Question::flag("limited", "BCS-ENG-2", "Firer is Limited AV");
        /// How far its fire carries.
        Range = Question::count("range", "BCS-ENG-8", "Firer's range", (1, 9));
        /// How far the target is.
        Distance = Question::count("distance", "BCS-ENG-8", "Distance in hexes", (1, 9));
        /// Real AV or Support.
        Target = Question::pick("target", "BCS-ENG-11", "Target is", &[("real", "Real AV"), ("support", "Support")]);
        /// The target's AV, or that of the Support.
        TAv = Question::count("t-av", "BCS-ENG-1", "Target's AV", (0, 9));
        /// The target's Action Rating, or the host's.
        TRating = Question::count("t-rating", "BCS-ENG-1", "Target's Action Rating; the host's for Support", (0, 5));
        /// The target's range.
        TRange = Question::count("t-range", "BCS-ENG-9", "Target's range", (1, 9));
        /// The target is in Prepared Defense.
        TPrepared = Question::flag("t-prepared", "BCS-ENG-3", "Target has Prepared Defense");
        /// Two or more in the Support box.
        TMultiple = Question::flag("t-multiple", "BCS-ENG-3", "Multiple Supports");
        /// The target is a Stand Off unit.
        TStandOff = Question::flag("t-stand-off", "BCS-ENG-3", "Target is a Stand Off unit");
        /// The target is a Screen.
        TScreen = Question::flag("t-screen", "BCS-ENG-5", "Target is a Screen");
        /// The ground of the target.
        TGround = Question::pick("t-ground", "BCS-ENG-10", "Target's hex", GROUND);
        /// The option for long ranges.
        Long = Question::flag("long", "BCS-ENG-13", "The option for long ranges is played");
    }
}

rows! {
    /// What keeps modifiers from counting.
    pub enum Excluded, /// The exclusions.
    EXCLUSIONS: Exclusion {
        /// Not for Support.
        IsSupport = Exclusion::new("is-support", "BCS-ENG-3", "Not for Support.", &[&[Ask::Target.is(1)]]);
    }
}

rows! {
    /// Why there is no shot.
    pub enum Barred, /// The bars.
    BARS: Bar {
        /// Too far.
        Range = Bar::new("range", "BCS-ENG-8", "No shot is possible: the target is out of the Firer's range.", &[&[Ask::Distance.over(Ask::Range)]]);
        /// In Terrain, City or Urban ground.
        Ground = Bar::new("ground", "BCS-ENG-10", "In Terrain, a City or an Urban hex only an adjacent Firer engages.", &[&[Ask::Distance.least(2), Ask::TGround.least(1)]]);
        /// In Prepared Defense.
        Prepared = Bar::new("prepared", "BCS-ENG-10", "In Prepared Defense only an adjacent Firer engages.", &[&[Ask::Distance.least(2), Ask::TPrepared.yes()]]);
    }
}

rows! {
    /// The modifiers of the Engagement Table.
    pub enum Mod, /// The modifiers in printed order, the Firer's before the target's.
    LINES: Line {
        /// The Firer's AV.
        Av = Line::new("av", "BCS-ENG-1", "Firer's AV", Amount::Times(Ask::Av.at(), 1), ALWAYS);
        /// The Firer's Action Rating.
        Rating = Line::new("rating", "BCS-ENG-1", "Firer's Action Rating", Amount::Times(Ask::Rating.at(), 1), ALWAYS);
        /// Two OBJ Zones.
        Double = Line::new("double", "BCS-ENG-2", "Firer: Double OBJ Zone", Amount::Fixed(1), &[&[Ask::Double.yes()]]);
        /// Limited AV.
        Limited = Line::new("limited", "BCS-ENG-2", "Firer: Limited AV", Amount::Fixed(-1), &[&[Ask::Limited.yes()]]);
        /// The target's AV.
        TAv = Line::new("t-av", "BCS-ENG-1", "Target's AV", Amount::Times(Ask::TAv.at(), 1), ALWAYS).of_other();
        /// The target's Action Rating.
        TRating = Line::new("t-rating", "BCS-ENG-1", "Target's Action Rating", Amount::Times(Ask::TRating.at(), 1), ALWAYS).of_other();
        /// Prepared Defense.
        TPrepared = Line::new("t-prepared", "BCS-ENG-3", "Target: Prepared Defense", Amount::Fixed(1), &[&[Ask::TPrepared.yes()]]).of_other().one_of(1);
        /// Multiple Supports.
        TMultiple = Line::new("t-multiple", "BCS-ENG-3", "Target: Multiple Supports (5.2d)", Amount::Fixed(1), &[&[Ask::TMultiple.yes()]]).of_other().one_of(1);
        /// A Stand Off unit.
        TStandOff = Line::new("t-stand-off", "BCS-ENG-3", "Target: non-Support Stand Off unit", Amount::Fixed(1), &[&[Ask::TStandOff.yes()]]).of_other().unless(&[Excluded::IsSupport.at()]);
    }
}

const BOTH: [Test; 2] = [Test::Gives(Field::FirerSteps, 1), Test::Gives(Field::TargetSteps, 1)];

rows! {
    /// What changes a result of the Engagement Table.
    pub enum Changed, /// The changes in order.
    CHANGES: Change {
        /// A Screen retreats.
        Screen = Change::new("screen", "BCS-ENG-5", "A Screen: no losses, the target retreats 3 hexes.", &[&[Ask::TScreen.yes(), Ask::Target.is(0), BOTH[0], BOTH[1]]], &[(Field::FirerSteps, 0), (Field::TargetSteps, 0), (Field::TargetRetreats, 2)]);
        /// Both Loss is nothing at long range.
        Long = Change::new("long", "BCS-ENG-13", "At a distance of two or more \"Both Loss\" has no effect.", &[&[Ask::Long.yes(), Ask::Distance.least(2), BOTH[0], BOTH[1]]], &[(Field::FirerSteps, 0), (Field::TargetSteps, 0)]);
        /// The Firer is out of the target's range.
        Far = Change::new("far", "BCS-ENG-9", "The Firer is out of the target's range: its part of the result is ignored.", &[
            &[Ask::Distance.over(Ask::TRange), Test::Gives(Field::FirerSteps, 1)],
            &[Ask::Distance.over(Ask::TRange), Test::Gives(Field::Traffic, 1)],
        ], &[(Field::FirerSteps, 0), (Field::Traffic, 0)]);
    }
}

/// The Engagement Table.
pub static SHEET: Sheet = Sheet {
    id: "engagement",
    title: "Engagement Table (5.2)",
    rule: RuleId("BCS-ENG-1"),
    stand_in: false,
    questions: QUESTIONS,
    exclusions: EXCLUSIONS,
    bars: BARS,
    lines: LINES,
    choose: Choose::First,
    tables: &[
        Table::new(
            "real",
            "BCS-ENG-4",
            "Target is Real AV",
            2,
            &[&[Ask::Target.is(0)]],
            &[
                Row::to(5, "Firer Loss & Traffic", &[(Field::FirerSteps, 1), (Field::Traffic, 1)]),
                Row::span(6, 8, "Both Loss", &[(Field::FirerSteps, 1), (Field::TargetSteps, 1)]),
                Row::from(9, "Target Loss & Retreat", &[(Field::TargetSteps, 1), (Field::TargetRetreats, 1)]),
            ],
        ),
        Table::new(
            "support",
            "BCS-ENG-6",
            "Target is Support",
            2,
            &[&[Ask::Target.is(1)]],
            &[
                Row::to(3, "Firer Loss & Traffic", &[(Field::FirerSteps, 1), (Field::Traffic, 1)]),
                Row::span(4, 5, "No Result", &[]),
                Row::span(6, 10, "Target Drop", &[(Field::Dropped, 1)]),
                Row::from(11, "Target Loss & Drop", &[(Field::TargetSteps, 1), (Field::Dropped, 1)]),
            ],
        ),
    ],
    changes: CHANGES,
    gives: &[Field::FirerSteps, Field::Traffic, Field::TargetSteps, Field::TargetRetreats, Field::Dropped],
};

/// The circumstances of an engagement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Engagement {
    /// The Firer's AV, 0 to 9.
    pub av: u8,
    /// The Firer's Action Rating, 0 to 5.
    pub rating: u8,
    /// The target is in a Double OBJ Zone.
    pub double: bool,
    /// The Firer's AV is Limited.
    pub limited: bool,
    /// The Firer's range in hexes, from 1.
    pub range: u8,
    /// How far the target is in hexes, from 1.
    pub distance: u8,
    /// The target is Support, else Real AV.
    pub support: bool,
    /// The target's AV; that of the Support.
    pub target_av: u8,
    /// The target's Action Rating; that of the host.
    pub target_rating: u8,
    /// The target's range in hexes, from 1.
    pub target_range: u8,
    /// The target has Prepared Defense.
    pub prepared: bool,
    /// Two or more in the Support box.
    pub multiple: bool,
    /// The target is a Stand Off unit.
    pub stand_off: bool,
    /// The target is a Screen.
    pub screen: bool,
    /// The ground of the target.
    pub ground: Ground,
    /// The option for long ranges is played.
    pub long: bool,
}

/// [BCS-ENG-1] Resolves the circumstances of an engagement.
pub fn resolve(of: &Engagement) -> Resolved {
    let flag = i16::from;
    SHEET.resolve(&[
        of.av.into(),
        of.rating.into(),
        flag(of.double),
        flag(of.limited),
        of.range.into(),
        of.distance.into(),
        flag(of.support),
        of.target_av.into(),
        of.target_rating.into(),
        of.target_range.into(),
        flag(of.prepared),
        flag(of.multiple),
        flag(of.stand_off),
        flag(of.screen),
        of.ground as i16,
        flag(of.long),
    ])
}
