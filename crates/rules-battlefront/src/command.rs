//! What a seat may ask. The names are the rules catalogue's; `open-slot`, `reveal`, `take-back`, `propose-setting` and
//! `consent` and `roll-all` are the house's, as are `counts` and what follows it in S5.

use kernel::Id;
use kernel::grammar::is_default;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::facts::Hex;
use crate::ids::{
    DifferenceId, FormationId, GroupId, ModuleId, OptionId, SideId, StandId, WorkId, WorkTypeId, WreckId,
};
use crate::measure::{BadInches, Inches, Point};
use crate::report::{Counts, List, Place, Report};
use crate::setup::SettingValue;
use crate::words::{BogOutcome, FirePhase, MineOutcome, Posture, Status};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Open the next slot: weather, grants, the first slot's postures. Given by the clock.
    OpenSlot,
    /// S3a: reveal both postures and find the attacker. Given by the clock.
    Reveal,
    /// S1: attack or defend. [BF-2.1.P-2]
    ChoosePosture {
        /// The choice.
        posture: Posture,
        /// Added by the table: the digest's nonce.
        #[serde(default, skip_serializing_if = "Hex::is_empty")]
        nonce: Hex,
        /// Added by the table: the digest that becomes public when the step closes.
        #[serde(default, skip_serializing_if = "Hex::is_empty")]
        digest: Hex,
    },
    /// S2a: roll for purchase points. [BF-2.1.1.1-1]
    CppRoll,
    /// S2b, C8: try to repair a wreck. [BF-2.1.1.2]
    Repair {
        /// The wreck.
        vehicle: WreckId,
        /// Purchase points spent on it, 0 or 1.
        #[serde(default)]
        cpp: i32,
    },
    /// S2c, C8: roll whether a formation is withdrawn. [BF-2.1.1.2.W]
    WithdrawRoll {
        /// The formation.
        me: FormationId,
    },
    /// S2b to S2e, C8: make every roll that is open in the step, and close it where that is wanted.
    RollAll {
        /// What has a purchase point spent on its roll, once for each point.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spend: Vec<Id>,
        /// Whether the step is closed with it.
        #[serde(default, skip_serializing_if = "is_default")]
        close: bool,
    },
    /// S2d: roll for a change of discipline. [BF-2.1.1.3.1.O]
    DisciplineRoll(DisciplineSubject),
    /// S2d: combine two formations. [BF-2.1.1.3.2]
    Combine {
        /// The one that holds the stands afterwards.
        keep: FormationId,
        /// The one that is struck.
        strike: FormationId,
        /// The command stand that is kept, when there is a choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command_stand: Option<StandId>,
    },
    /// S2e: buy reinforcement groups. [BF-2.1.1.4]
    Buy {
        /// The group.
        group: GroupId,
        /// How many.
        #[serde(default = "one")]
        count: i32,
    },
    /// S2e, S2g: undo a purchase of this step. [HOUSE-TAKE-BACK]
    TakeBack {
        /// The purchase, or the type of a fortification bought in S2g.
        purchase: Id,
    },
    /// S2e: roll for smoke missions or aircraft. [BF-2.1.1.4.4.N]
    NumberRoll {
        /// The module or flight.
        purchase: Id,
        /// Purchase points spent on the roll.
        #[serde(default)]
        extra_cpp: i32,
    },
    /// S2e: buy preregistered points. [BF-2.1.1.4.4]
    BuyPrereg {
        /// The module.
        module: ModuleId,
        /// How many.
        #[serde(default = "one")]
        n: i32,
    },
    /// S2f: try to remove a fortification. [BF-2.1.1.5.1]
    RemoveFort {
        /// The fortification.
        item: WorkId,
    },
    /// S2f: try to destroy an enemy wreck for good. [BF-2.1.1.3.1-3]
    DestroyWreck {
        /// The wreck.
        vehicle: WreckId,
    },
    /// S2f, C11: try to move a wreck out of a defile. [BF-2.1.2.7-3]
    ClearDefile {
        /// The wreck.
        vehicle: WreckId,
    },
    /// S2g: buy fortifications. [BF-2.1.1.5.2]
    BuyFort {
        /// The type on the side's chart.
        #[serde(rename = "type")]
        kind: WorkTypeId,
        /// How many.
        #[serde(default = "one")]
        count: i32,
    },
    /// S3b: choose the forces of the scenario, all of them at once and instead of any earlier choice. [BF-2.1.1.7-1]
    ChooseForces {
        /// Formations, modules and flights of the roster.
        forces: Vec<Id>,
    },
    /// S4: deploy stands at a place, or turn stands in a pocket. [BF-2.1.1.8-1]
    Deploy {
        /// Stands, and formations for all of their stands that are in no pocket.
        units: Vec<Id>,
        /// From the left edge, in inches.
        #[serde(deserialize_with = "from_left")]
        x: Inches,
        /// From the lower edge, in inches.
        #[serde(deserialize_with = "from_below")]
        y: Inches,
        /// Where they face, in degrees clockwise from the upper edge.
        #[serde(default)]
        facing: i32,
    },
    /// S4: give many stands, formations and fortifications in hand their places at once. [BF-2.1.1.8-1]
    LayOut {
        /// What stands where: a list, or a text as people type it. A fortification is named by its type, one that was
        /// placed in this set-up by its id.
        places: List<Place>,
    },
    /// S4: take stands off the map again. [BF-2.1.1.8-1]
    Lift {
        /// Stands and formations.
        units: Vec<Id>,
    },
    /// S4: give a fortification that was bought its place. [BF-2.1.1.5.2-2]
    PlaceFort {
        /// Its type.
        item: WorkTypeId,
        /// From the left edge, in inches.
        #[serde(deserialize_with = "from_left")]
        x: Inches,
        /// From the lower edge, in inches.
        #[serde(deserialize_with = "from_below")]
        y: Inches,
    },
    /// S4: take a fortification placed in this set-up back in hand. [BF-2.1.1.5.2-2]
    LiftFort {
        /// The fortification.
        item: WorkId,
    },
    /// S4: name the place of a preregistered point. [BF-2.1.1.4.4-3]
    PlacePrereg {
        /// The module.
        module: ModuleId,
        /// From the left edge, in inches.
        #[serde(deserialize_with = "from_left")]
        x: Inches,
        /// From the lower edge, in inches.
        #[serde(deserialize_with = "from_below")]
        y: Inches,
    },
    /// C5: put units elsewhere. [BF-2.1.2.4.P-2]
    MoveUnit {
        /// Stands, and formations for all of their stands on the map; `unit` for one alone.
        #[serde(alias = "unit", deserialize_with = "one_or_more")]
        units: Vec<Id>,
        /// Whose they are, where both sides have one of this name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideId>,
        /// From the left edge, in inches.
        #[serde(deserialize_with = "from_left")]
        x: Inches,
        /// From the lower edge, in inches.
        #[serde(deserialize_with = "from_below")]
        y: Inches,
        /// Why.
        reason: String,
    },
    /// C6: overrule how units stand. [BF-2.1.2.4.P-2]
    SetStatus {
        /// Stands, and formations for all of their stands on the map; `unit` for one alone.
        #[serde(alias = "unit", deserialize_with = "one_or_more")]
        units: Vec<Id>,
        /// Whose they are, where both sides have one of this name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideId>,
        /// How they stand.
        status: Status,
        /// Why.
        reason: String,
    },
    /// C6: draw a side's line otherwise. [BF-2.1.2.4.P-2]
    EditMlr {
        /// The side.
        side: SideId,
        /// Its points in order, as a list or as a text: `0, 14; 60, 14`. `none` takes the line away.
        #[serde(deserialize_with = "course")]
        points: Vec<Point>,
        /// Why.
        reason: String,
    },
    /// C7: a stand remains where it is, after all. [BF-2.1.2.4.3-1]
    Remain {
        /// The stand.
        stand: StandId,
    },
    /// C7: a stand tries to escape. [BF-2.1.2.4.3-1]
    Escape {
        /// The stand.
        stand: StandId,
    },
    /// C7: transport of one pocket tries to escape with one die for all. [BF-2.1.2.4.3-2]
    EscapeGroup {
        /// The vehicles.
        stands: Vec<StandId>,
    },
    /// C7: throw for all that try to escape. Given by the clock. [BF-2.1.2.4.3-2]
    ThrowEscapes,
    /// S1 to S4: want a length for the battle, or none. [BF-2.1.2-4]
    AgreeLength {
        /// A number of turns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<i32>,
        /// Or the first turn at whose start a die is rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first_roll: Option<i32>,
    },
    /// S5: note that a turn begins at whose start no die is rolled. [BF-2.1.2-1]
    NextTurn {
        /// The turn.
        t: i32,
    },
    /// S5: roll at the start of a turn whether the battle ends. [BF-2.1.2-3]
    TurnEndRoll {
        /// The turn.
        t: i32,
    },
    /// S5: want the battle to end before the next turn. [BF-2.1.2-2]
    AgreeEnd,
    /// S5: record a shot of a stand that rolls for ammunition. [BF-2.1.1.3.3.1]
    Fire {
        /// The stand.
        stand: StandId,
        /// The phase of the turn.
        phase: FirePhase,
    },
    /// S5: record a mission that places smoke. [BF-2.1.1.4.4.N-4]
    Smoke {
        /// The module.
        module: ModuleId,
        /// How many templates it places.
        templates: i32,
    },
    /// S5: tell how the battle ended for the own forces, instead of any earlier telling. [BF-2.1.2-5]
    Report(#[serde(deserialize_with = "crate::report::read")] Box<Report>),
    /// S5: tell it by number; which stands fell is proposed, and what is not spoken of stays as told. [BF-2.1.2-5]
    Counts(Box<Counts>),
    /// S5: say that the own figures stand where the parts of the form differ. [BF-2.1.2-5]
    MineStands {
        /// The difference.
        field: DifferenceId,
    },
    /// S5: take the other side's figures. [BF-2.1.2-5]
    TheirsIsRight {
        /// The difference.
        field: DifferenceId,
        /// Who of its own fell by those figures beside those it told of; proposed where nobody is named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        stands: Vec<StandId>,
    },
    /// S5: the umpire settles whose figures stand. [BF-2.1.2-5]
    Settle {
        /// The difference.
        field: DifferenceId,
        /// The side whose figures stand.
        side: SideId,
        /// Why.
        reason: String,
    },
    /// C2: enter what mine attacks on a unit came to. [BF-2.1.2.2-1]
    MineResult {
        /// The stand.
        unit: StandId,
        /// What came of it.
        outcome: MineOutcome,
        /// Where it is out of the field, from the left edge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Inches>,
        /// From the lower edge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        y: Option<Inches>,
    },
    /// C3: enter what a bog check came to. [BF-2.1.2.3-1]
    BogResult {
        /// The stand.
        unit: StandId,
        /// What came of it.
        outcome: BogOutcome,
    },
    /// Close the step.
    Done,
    /// Propose a change of an option. [HOUSE-CONSENT]
    ProposeSetting {
        /// The option.
        key: OptionId,
        /// Its new value.
        value: SettingValue,
    },
    /// Agree to the proposed change. [HOUSE-CONSENT]
    Consent {
        /// The option, as proposed.
        key: OptionId,
        /// The value, as proposed.
        value: SettingValue,
    },
    /// Make a change that both sides agree to. [BF-R45]
    ChangeSetting {
        /// The option.
        key: OptionId,
        /// Its new value.
        value: SettingValue,
    },
    /// Declare who has won. [BF-2-4]
    DeclareVictory,
}

/// Whose discipline is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisciplineSubject {
    /// A formation that was in combat.
    Me(FormationId),
    /// A stand that begins the scenario cut off.
    Stand(StandId),
}

fn one() -> i32 {
    1
}

/// A name, or a list of names.
fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Id>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Names {
        One(Id),
        More(Vec<Id>),
    }
    match Names::deserialize(deserializer) {
        Ok(Names::One(id)) => Ok(vec![id]),
        Ok(Names::More(ids)) => Ok(ids),
        Err(_) => Err(de::Error::custom("units are the id of a stand or formation, or a list of ids")),
    }
}

fn from_left<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Inches, D::Error> {
    coordinate(deserializer, "left")
}

fn from_below<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Inches, D::Error> {
    coordinate(deserializer, "lower")
}

fn coordinate<'de, D: Deserializer<'de>>(deserializer: D, edge: &str) -> Result<Inches, D::Error> {
    let form = || {
        format!("the inches from the {edge} edge are a number such as 14.5, with two decimals at the most")
    };
    let wrong = match Inches::read(deserializer).map_err(|_| de::Error::custom(form()))? {
        Ok(inches) => return Ok(inches),
        Err(BadInches::Form) => form(),
        Err(BadInches::Range) => {
            format!("the inches from the {edge} edge are -1000 to 1000; what is more is off every map")
        }
    };
    Err(de::Error::custom(wrong))
}

/// The points of a line: a list of pairs, or a text as people write it into a form.
fn course<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Point>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Course {
        Points(Vec<Point>),
        Text(String),
    }
    const FORM: &str = "a line is a text as \"0, 14; 60, 14\", or a list of pairs of inches";
    let text = match Course::deserialize(deserializer).map_err(|_| de::Error::custom(FORM))? {
        Course::Points(points) => return Ok(points),
        Course::Text(text) => text,
    };
    match text.trim_matches([' ', ';']) {
        "" => {
            return Err(de::Error::custom("a line has points, as \"0, 14; 60, 14\"; \"none\" takes it away"));
        }
        "none" => return Ok(Vec::new()),
        _ => {}
    }
    let pair = |words: &str| {
        let (x, y) = words.split_once(',')?;
        Some(Point { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
    };
    let wrong = |words: &str| de::Error::custom(format!("{words:?} is no point: write \"0, 14; 60, 14\""));
    let words = text.split(';').map(str::trim).filter(|words| !words.is_empty());
    words.map(|words| pair(words).ok_or_else(|| wrong(words))).collect()
}
