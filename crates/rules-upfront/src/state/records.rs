//! What is written down line by line: notes, points, careers, strength.

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use super::How;
use crate::words::{ManId, Out, Rank, Trait};

/// Something noted during play on the running tally. [UF-P15]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Its number within the scenario, from 1.
    pub id: u16,
    /// Whom it is about.
    pub man: ManId,
    /// What happened.
    pub what: crate::report::Noted,
}

/// One line of a side's victory points. [UF-42.8]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsLine {
    /// Its number, from 1.
    pub id: u16,
    /// The leg in which it came.
    pub leg: u8,
    /// What for.
    pub kind: PointsKind,
    /// How many points.
    pub amount: i32,
    /// For whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<ManId>,
}

/// What a line of victory points is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointsKind {
    /// The scenario was won. [UF-42.8-1]
    Won,
    /// An own man was lost. [UF-42.8-4]
    Lost,
    /// A gun was lost. [UF-42.8-2]
    Gun,
    /// A vehicle was lost. [UF-42.8-3]
    Vehicle,
    /// A commander of one was killed. [UF-42.8-4]
    Commander,
    /// A man was replaced. [UF-42.41-3]
    Replaced,
    /// A leader was transferred. [UF-42.8-5]
    Transferred,
}

/// What happened to one man in one scenario, or between two. [UF-P01]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CareerLine {
    /// Its number, from 1.
    pub id: u16,
    /// The leg.
    pub leg: u8,
    /// Who.
    pub man: ManId,
    /// How he left the scenario; absent for a revival or a transfer before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Out>,
    /// How he came into the force, when by revival or transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<How>,
    /// Whether his values fell to nothing after a rout. [UF-42.42-6]
    #[serde(default, skip_serializing_if = "is_default")]
    pub broken: bool,
    /// Whether he ended wounded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounded: bool,
    /// Hero cards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heroes: u8,
    /// Enemies killed in close combat, guns counted as in 42.43.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kills: u8,
    /// Guns killed in close combat with their crews; those enemies stand among the kills too. [UF-42.43-7]
    #[serde(default, skip_serializing_if = "is_default")]
    pub guns: u8,
    /// Vehicles destroyed or immobilised.
    #[serde(default, skip_serializing_if = "is_default")]
    pub vehicles: u8,
    /// Those of the vehicles that were immobilised only. [UF-42.43-13]
    #[serde(default, skip_serializing_if = "is_default")]
    pub immobilised: u8,
    /// Demo charges used against men. [UF-42.43-10]
    #[serde(default, skip_serializing_if = "is_default")]
    pub demo_charges: u8,
    /// Men killed and routed by them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub demo_men: u8,
    /// Fire out of an infiltration that hit. [UF-42.43-12]
    #[serde(default, skip_serializing_if = "is_default")]
    pub infiltrations: u8,
    /// Elan gained.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gained: u16,
    /// Which value fell by rout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowered: Option<Trait>,
    /// Steps of Morale bought.
    #[serde(default, skip_serializing_if = "is_default")]
    pub morale_steps: u8,
    /// Steps of Panic bought.
    #[serde(default, skip_serializing_if = "is_default")]
    pub panic_steps: u8,
    /// Whether his KIA value was restored. [UF-42.45-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub restored: bool,
    /// The rank he rose to. [UF-42.46-2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promoted: Option<Rank>,
}

impl CareerLine {
    /// A line of which nothing is told yet.
    pub fn blank(id: u16, leg: u8, man: ManId) -> Self {
        Self {
            id,
            leg,
            man,
            out: None,
            came: None,
            broken: false,
            wounded: false,
            heroes: 0,
            kills: 0,
            guns: 0,
            vehicles: 0,
            immobilised: 0,
            demo_charges: 0,
            demo_men: 0,
            infiltrations: 0,
            gained: 0,
            lowered: None,
            morale_steps: 0,
            panic_steps: 0,
            restored: false,
            promoted: None,
        }
    }
}

/// The strength of a squad after a scenario. [UF-P03]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Strength {
    /// The number of legs played.
    pub id: u8,
    /// Fit men.
    pub fit: u8,
    /// The sum of Morale of living men.
    pub morale: u16,
    /// The sum of Panic of living men.
    pub panic: u16,
    /// Living men with KIA value 8.
    pub kia_8: u8,
    /// Victory points.
    pub points: i32,
}
