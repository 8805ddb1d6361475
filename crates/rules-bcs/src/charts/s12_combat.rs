//! BCS-CT: the Combat Table and its modifiers.

use kernel::RuleId;

use super::common::{GROUND, Ground};
use crate::rows;
use crate::sheet::{
    ALWAYS, Amount, Change, Choose, Exclusion, Field, Line, Question, Resolved, Row, Sheet, Table, Test,
};

/// The kinds of unit as the table tells them apart. [BCS-UNIT-4]
const UNITS: &[(&str, &str)] = &[
    ("infantry", "Infantry: Arrow and no AV"),
    ("dual", "Dual: Arrow and AV"),
    ("red", "Red AV"),
    ("light", "Light AV"),
    ("limited", "Limited AV"),
    ("stand-off", "Stand Off AV"),
    ("other", "neither Arrow nor AV"),
];

const INFANTRY: i16 = Kind::Infantry as i16;
const DUAL: i16 = Kind::Dual as i16;
const RED: i16 = Kind::Red as i16;
const LIGHT: i16 = Kind::Light as i16;
const LIMITED: i16 = Kind::Limited as i16;
const STAND_OFF: i16 = Kind::StandOff as i16;
const OTHER: i16 = Kind::Other as i16;
const SHOCK: i16 = 1;

rows! {
    /// What is asked of an attack.
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// Regular or Shock.
        Attack = Question::pick("attack", "BCS-ATT-2", "Attack Type", &[("regular", "Regular Attack"), ("shock", "Shock Attack")]);
        /// The Attack unit's Action Rating.
        Rating = Question::count("rating", "BCS-CT-1", "Attack unit's Action Rating", (0, 5));
        /// The Attack unit's steps.
        Strength = Question::count("strength", "BCS-CT-24", "Attack unit's steps", (1, 12));
        /// The Attack unit is Dual.
        Dual = Question::flag("dual", "BCS-CT-2", "Attack unit is Dual");
        /// Its undropped Support.
        Support = Question::pick("support", "BCS-CT-2", "Attacker's undropped Support", &[("none", "none"), ("red", "Red AV"), ("other", "of another kind")]);
        /// Its formation's route is blocked.
        Blocked = Question::flag("blocked", "BCS-CT-3", "Attacking Formation is MSR Blocked marked");
        /// Two Combat OBJ Zones.
        Double = Question::flag("double", "BCS-CT-4", "Target in a Double OBJ Zone");
        /// Its formation has Prepared Defense.
        Prepared = Question::flag("prepared", "BCS-CT-5", "Attacking Formation has Prepared Defense");
        /// A Suppression Mission.
        Suppression = Question::flag("suppression", "BCS-CT-6", "Suppression Mission in this attack");
        /// An Assist unit.
        Assist = Question::flag("assist", "BCS-CT-7", "Assist unit");
        /// Attacks from off the map.
        OffMap = Question::flag("off-map", "BCS-CT-8", "Attack from Off Map (6.3)");
        /// An Attack by Fire in its support.
        Fire = Question::flag("fire", "BCS-CT-9", "Attack by Fire in support");
        /// A Breakthrough unit.
        Breakthrough = Question::flag("breakthrough", "BCS-CT-10", "Attack unit is Breakthrough");
        /// A hard unit with Red AV.
        HardRed = Question::flag("hard-red", "BCS-CT-10", "Attack unit is Hard Red AV");
        /// Crosses Hexside Terrain.
        Hexside = Question::flag("hexside", "BCS-CT-14", "Attack unit must cross Hexside Terrain");
        /// The defending AR unit's Action Rating.
        DRating = Question::count("d-rating", "BCS-CT-1", "Defending AR unit's Action Rating", (0, 5));
        /// What the defending AR unit is.
        DUnit = Question::pick("d-unit", "BCS-CT-15", "Defending AR unit", UNITS);
        /// It is a hard unit.
        DHard = Question::flag("d-hard", "BCS-CT-16", "Defending AR unit is Hard");
        /// It is a deployed Stand Off unit.
        DStandOff = Question::flag("d-stand-off", "BCS-CT-15", "Defending AR unit is a deployed Stand Off unit");
        /// Its undropped Support.
        DSupport = Question::pick("d-support", "BCS-CT-2", "Defender's undropped Support", &[("none", "none"), ("any", "any AV"), ("hard-red", "Hard Red AV")]);
        /// Its formation's route is blocked.
        DBlocked = Question::flag("d-blocked", "BCS-CT-26", "AR unit's Formation is MSR Blocked marked");
        /// Prepared Defense is declared.
        DPrepared = Question::flag("d-prepared", "BCS-CT-11", "Prepared Defense declared");
        /// Combat units in the hex.
        DUnits = Question::count("d-units", "BCS-CT-12", "Combat Units in the defender's hex", (1, 9));
        /// The ground.
        DGround = Question::pick("d-ground", "BCS-CT-15", "Defender's hex", GROUND);
        /// In or behind Key Terrain.
        DKey = Question::flag("d-key", "BCS-CT-22", "Defender is in or behind Key Terrain");
        /// A step from each destroys the hex.
        DLast = Question::flag("d-last", "BCS-CT-23", "Every defending unit has its last step");
    }
}

rows! {
    /// What keeps modifiers from counting.
    pub enum Excluded, /// The exclusions.
    EXCLUSIONS: Exclusion {
        /// Only Red AV supports an attack.
        NotRed = Exclusion::new("not-red", "BCS-CT-2", "Only Red AV Support is appropriate for the attacker.", &[&[Ask::Dual.no(), Ask::Support.is(2)]]);
        /// Not in a Shock Attack.
        InShock = Exclusion::new("in-shock", "BCS-CT-7", "Regular Attack only.", &[&[Ask::Attack.is(SHOCK)]]);
        /// Not in a Regular Attack.
        InRegular = Exclusion::new("in-regular", "BCS-CT-9", "Shock Attack only.", &[&[Ask::Attack.is(0)]]);
        /// Not for a Dual unit.
        IsDual = Exclusion::new("is-dual", "BCS-CT-16", "Not for a Dual unit.", &[&[Ask::DUnit.is(DUAL)]]);
        /// Not for Support.
        IsSupport = Exclusion::new("is-support", "BCS-CT-16", "Not for Support.", &[
            &[Ask::DUnit.is(INFANTRY)],
            &[Ask::DUnit.is(OTHER)],
        ]);
        /// Not in Prepared Defense.
        IsPrepared = Exclusion::new("is-prepared", "BCS-CT-16", "Not with Prepared Defense.", &[&[Ask::DPrepared.yes()]]);
        /// Not for a deployed Stand Off unit.
        IsStandOff = Exclusion::new("is-stand-off", "BCS-CT-17", "Not for a deployed Stand Off unit.", &[
            &[Ask::DUnit.is(STAND_OFF)],
            &[Ask::DStandOff.yes()],
        ]);
    }
}

rows! {
    /// The modifiers of the Combat Table.
    pub enum Mod, /// The modifiers in printed order, the attacker's before the defender's.
    LINES: Line {
        /// The attacker's Action Rating.
        Rating = Line::new("rating", "BCS-CT-1", "Attacker's Action Rating", Amount::Times(Ask::Rating.at(), 1), ALWAYS);
        /// Dual or appropriate Support.
        Support = Line::new("support", "BCS-CT-2", "Attacker: Dual or appropriate Support", Amount::Fixed(1), &[&[Ask::Dual.yes()], &[Ask::Support.least(1)]]).unless(&[Excluded::NotRed.at()]);
        /// Blocked.
        Blocked = Line::new("blocked", "BCS-CT-3", "Attacker: MSR Blocked marked", Amount::Fixed(-1), &[&[Ask::Blocked.yes()]]);
        /// Two OBJ Zones.
        Double = Line::new("double", "BCS-CT-4", "Double OBJ Zone", Amount::Fixed(1), &[&[Ask::Double.yes()]]);
        /// Prepared Defense of the attacker.
        Prepared = Line::new("prepared", "BCS-CT-5", "Attacking Formation has Prep Def", Amount::Fixed(-1), &[&[Ask::Prepared.yes()]]);
        /// Suppression.
        Suppression = Line::new("suppression", "BCS-CT-6", "Suppression Mission: Regular Attack / Shock Attack", Amount::By(Ask::Attack.at(), &[2, 1]), &[&[Ask::Suppression.yes()]]);
        /// Assist.
        Assist = Line::new("assist", "BCS-CT-7", "Assist (Regular Attack ONLY)", Amount::Fixed(1), &[&[Ask::Assist.yes()]]).unless(&[Excluded::InShock.at()]);
        /// From off the map.
        OffMap = Line::new("off-map", "BCS-CT-8", "Attack from Off Map (6.3)", Amount::Fixed(2), &[&[Ask::OffMap.yes()]]);
        /// Attack by Fire.
        Fire = Line::new("fire", "BCS-CT-9", "Shock Attack assist provided by Attack by Fire (5.3)", Amount::Fixed(1), &[&[Ask::Fire.yes()]]).unless(&[Excluded::InRegular.at()]);
        /// Breakthrough.
        Breakthrough = Line::new("breakthrough", "BCS-CT-10", "Shock Attack AV unit is Breakthrough", Amount::Fixed(2), &[&[Ask::Breakthrough.yes()]]).unless(&[Excluded::InRegular.at()]).one_of(1);
        /// Hard Red.
        HardRed = Line::new("hard-red", "BCS-CT-10", "Shock Attack AV unit is Hard Red", Amount::Fixed(1), &[&[Ask::HardRed.yes()]]).unless(&[Excluded::InRegular.at()]).one_of(1);
        /// The defender's Action Rating.
        DRating = Line::new("d-rating", "BCS-CT-1", "Defender's Action Rating", Amount::Times(Ask::DRating.at(), 1), ALWAYS).of_other();
        /// Dual or Support, once. [BCS-CT-25]
        DSupport = Line::new("d-support", "BCS-CT-2", "Defender: Dual or appropriate Support", Amount::Fixed(1), &[&[Ask::DUnit.is(DUAL)], &[Ask::DSupport.least(1)]]).of_other();
        /// Blocked.
        DBlocked = Line::new("d-blocked", "BCS-CT-3", "Defender: MSR Blocked marked", Amount::Fixed(-1), &[&[Ask::DBlocked.yes()]]).of_other();
        /// Prepared Defense.
        DPrepared = Line::new("d-prepared", "BCS-CT-11", "Prepared Defense", Amount::Fixed(1), &[&[Ask::DPrepared.yes()]]).of_other();
        /// Two units.
        Two = Line::new("two", "BCS-CT-12", "Exactly Two Combat Units", Amount::Fixed(1), &[&[Ask::DUnits.is(2)]]).of_other();
        /// More than two.
        More = Line::new("more", "BCS-CT-13", "More than Two Combat Units", Amount::Fixed(-2), &[&[Ask::DUnits.least(3)]]).of_other();
        /// Hexside Terrain.
        Hexside = Line::new("hexside", "BCS-CT-14", "Attack unit must cross Hexside Terrain", Amount::Fixed(1), &[&[Ask::Hexside.yes()]]).of_other();
        /// The ground.
        Ground = Line::new("ground", "BCS-CT-15", "Dual, Infantry, or Real Stand Off in Terrain / City or Urban", Amount::By(Ask::DGround.at(), &[0, 1, 2, 2]), &[
            &[Ask::DGround.least(1), Ask::DUnit.is(DUAL)],
            &[Ask::DGround.least(1), Ask::DUnit.is(INFANTRY)],
            &[Ask::DGround.least(1), Ask::DUnit.is(STAND_OFF)],
            &[Ask::DGround.least(1), Ask::DStandOff.yes()],
        ]).of_other();
        /// Hard Red in the open.
        Tanks = Line::new("tanks", "BCS-CT-16", "Hard Red AV in Open Hex", Amount::Fixed(2), &[
            &[Ask::DGround.is(0), Ask::DHard.yes(), Ask::DUnit.is(RED)],
            &[Ask::DGround.is(0), Ask::DHard.yes(), Ask::DUnit.is(DUAL)],
            &[Ask::DGround.is(0), Ask::DSupport.is(2), Ask::DUnit.is(INFANTRY)],
            &[Ask::DGround.is(0), Ask::DSupport.is(2), Ask::DUnit.is(OTHER)],
        ]).unless(&[Excluded::IsDual.at(), Excluded::IsSupport.at(), Excluded::IsPrepared.at()]).of_other();
        /// AV in an urban hex.
        Urban = Line::new("urban", "BCS-CT-17", "AV Unit in Urban hex", Amount::Fixed(-3), &[
            &[Ask::DGround.is(3), Ask::DUnit.is(DUAL)],
            &[Ask::DGround.is(3), Ask::DUnit.is(RED)],
            &[Ask::DGround.is(3), Ask::DUnit.is(LIGHT)],
            &[Ask::DGround.is(3), Ask::DUnit.is(LIMITED)],
            &[Ask::DGround.is(3), Ask::DUnit.is(STAND_OFF)],
            &[Ask::DGround.is(3), Ask::DSupport.least(1)],
        ]).unless(&[Excluded::IsStandOff.at(), Excluded::IsSupport.at()]).of_other();
    }
}

rows! {
    /// What changes a result of the Combat Table.
    pub enum Changed, /// The changes in order.
    CHANGES: Change {
        /// The loss in brackets counts.
        Bracketed = Change::new("bracketed", "BCS-CT-19", "[A1]: the defender has Prepared Defense.", &[&[Test::Gives(Field::Bracketed, 1), Ask::DPrepared.yes()]], &[(Field::Bracketed, 0), (Field::AttackerSteps, 1)]);
        /// The loss in brackets does not count.
        Unbracketed = Change::new("unbracketed", "BCS-CT-19", "[A1]: no loss without Prepared Defense.", &[&[Test::Gives(Field::Bracketed, 1)]], &[(Field::Bracketed, 0)]);
        /// The Attack unit is destroyed.
        Destroyed = Change::new("destroyed", "BCS-CT-24", "The Attack Unit is destroyed: all Retreat Results are ignored.", &[&[Test::Spends(Field::AttackerSteps, Ask::Strength.at())]], &[(Field::Retreat, 0), (Field::Traffic, 0)]);
        /// Stands in Prepared Defense or Key Terrain.
        Stands = Change::new("stands", "BCS-CT-21", "Prepared Defense, or in or behind Key Terrain: no Retreat, but one Step Loss per defending unit.", &[
            &[Test::Gives(Field::Retreat, 1), Ask::DPrepared.yes()],
            &[Test::Gives(Field::Retreat, 1), Ask::DKey.yes()],
        ], &[(Field::Retreat, 0), (Field::EachLoses, 1)]);
        /// Nobody left the hex.
        NoTraffic = Change::new("no-traffic", "BCS-CT-23", "No Traffic: the defender neither is destroyed nor retreats.", &[
            &[Test::Gives(Field::Traffic, 1), Test::Gives(Field::Retreat, 0), Test::Gives(Field::EachLoses, 0)],
            &[Test::Gives(Field::Traffic, 1), Test::Gives(Field::Retreat, 0), Ask::DLast.no()],
        ], &[(Field::Traffic, 0)]);
    }
}

/// The Combat Table.
pub static SHEET: Sheet = Sheet {
    id: "combat",
    title: "Combat Table (5.1)",
    rule: RuleId("BCS-CT-18"),
    stand_in: false,
    questions: QUESTIONS,
    exclusions: EXCLUSIONS,
    bars: &[],
    lines: LINES,
    choose: Choose::First,
    tables: &[Table::new(
        "combat",
        "BCS-CT-19",
        "Combat Table",
        2,
        ALWAYS,
        &[
            Row::to(4, "A2", &[(Field::AttackerSteps, 2)]),
            Row::span(5, 6, "A1", &[(Field::AttackerSteps, 1)]),
            Row::span(
                7,
                8,
                "A1, D: Situational, Traffic",
                &[(Field::AttackerSteps, 1), (Field::Retreat, 1), (Field::Traffic, 1)],
            ),
            Row::span(
                9,
                10,
                "[A1], D: Situational, Traffic",
                &[(Field::Bracketed, 1), (Field::Retreat, 1), (Field::Traffic, 1)],
            ),
            Row::span(11, 12, "D1, D: Retreat", &[(Field::DefenderSteps, 1), (Field::Retreat, 2)]),
            Row::from(13, "D2, D: Retreat", &[(Field::DefenderSteps, 2), (Field::Retreat, 2)]),
        ],
    )],
    changes: CHANGES,
    gives: &[Field::AttackerSteps, Field::DefenderSteps, Field::Retreat, Field::EachLoses, Field::Traffic],
};

kernel::words! {
    /// What a unit is for the tables. [BCS-UNIT-4]
    #[derive(Default)]
    pub enum Kind {
        /// Arrow and no AV.
        #[default]
        Infantry = "infantry",
        /// Arrow and AV.
        Dual = "dual",
        /// Red AV.
        Red = "red",
        /// Light AV.
        Light = "light",
        /// Limited AV.
        Limited = "limited",
        /// Stand Off AV.
        StandOff = "stand-off",
        /// Neither Arrow nor AV.
        Other = "other",
    }

    /// The attacker's undropped Support.
    #[derive(Default)]
    pub enum Support {
        /// None.
        #[default]
        None = "none",
        /// Red AV.
        Red = "red",
        /// Of another kind.
        Other = "other",
    }

    /// The defender's undropped Support.
    #[derive(Default)]
    pub enum DefenderSupport {
        /// None.
        #[default]
        None = "none",
        /// Any AV.
        Any = "any",
        /// Hard Red AV.
        HardRed = "hard-red",
    }
}

/// The circumstances of an attack, the attacker's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attacker {
    /// A Shock Attack, else a Regular one.
    pub shock: bool,
    /// Action Rating of the Attack unit, 0 to 5.
    pub rating: u8,
    /// Its steps, from 1.
    pub strength: u8,
    /// It is Dual.
    pub dual: bool,
    /// Its undropped Support.
    pub support: Support,
    /// Its formation is MSR Blocked marked.
    pub blocked: bool,
    /// The target is in a Double OBJ Zone.
    pub double: bool,
    /// Its formation has Prepared Defense.
    pub prepared: bool,
    /// A Suppression Mission.
    pub suppression: bool,
    /// An Assist unit.
    pub assist: bool,
    /// It attacks from off the map.
    pub off_map: bool,
    /// An Attack by Fire in its support.
    pub fire: bool,
    /// It is Breakthrough.
    pub breakthrough: bool,
    /// It is Hard Red AV.
    pub hard_red: bool,
    /// It must cross Hexside Terrain.
    pub hexside: bool,
}

/// The circumstances of an attack, the defender's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defender {
    /// Action Rating of the AR unit, 0 to 5.
    pub rating: u8,
    /// What it is.
    pub unit: Kind,
    /// It is Hard.
    pub hard: bool,
    /// It is a deployed Stand Off unit.
    pub stand_off: bool,
    /// Its undropped Support.
    pub support: DefenderSupport,
    /// Its formation is MSR Blocked marked.
    pub blocked: bool,
    /// Prepared Defense is declared.
    pub prepared: bool,
    /// Combat units in the hex, from 1.
    pub units: u8,
    /// The ground of the hex.
    pub ground: Ground,
    /// In or behind Key Terrain.
    pub key: bool,
    /// Every unit in the hex has its last step.
    pub last: bool,
}

/// [BCS-CT-18] Resolves the circumstances of an attack.
pub fn resolve(a: &Attacker, d: &Defender) -> Resolved {
    let flag = i16::from;
    SHEET.resolve(&[
        flag(a.shock),
        a.rating.into(),
        a.strength.into(),
        flag(a.dual),
        a.support as i16,
        flag(a.blocked),
        flag(a.double),
        flag(a.prepared),
        flag(a.suppression),
        flag(a.assist),
        flag(a.off_map),
        flag(a.fire),
        flag(a.breakthrough),
        flag(a.hard_red),
        flag(a.hexside),
        d.rating.into(),
        d.unit as i16,
        flag(d.hard),
        flag(d.stand_off),
        d.support as i16,
        flag(d.blocked),
        flag(d.prepared),
        d.units.into(),
        d.ground as i16,
        flag(d.key),
        flag(d.last),
    ])
}
