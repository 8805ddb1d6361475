//! One formation: what is remembered of it.

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use super::{Hqs, Order};
use crate::charts::Fatigue;
use crate::words::{FormationId, Place};

kernel::words! {
    /// How an HQ lies. [BCS-GEN-4]
    #[derive(Default)]
    pub enum HqState {
        /// Not activated in this turn.
        #[default]
        Unused = "unused" => "Unused",
        /// Activated, or jumped.
        Used = "used" => "Used",
        /// Done for this turn.
        Done = "done" => "Done",
    }
}

/// Where the Combat Trains are. [BCS-GEN-5]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trains {
    /// On the map.
    Normal(Place),
    /// On the map, as Ghost.
    Ghost(Place),
    /// Off-Map.
    #[default]
    OffMap,
}

/// Trains on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Train {
    /// Where.
    pub at: Place,
    /// Whether as Ghost.
    pub ghost: bool,
}

impl Trains {
    /// Where they are on the map.
    pub const fn on_map(self) -> Option<Train> {
        match self {
            Self::Normal(at) => Some(Train { at, ghost: false }),
            Self::Ghost(at) => Some(Train { at, ghost: true }),
            Self::OffMap => None,
        }
    }

    /// As Ghost, where they are on the map. [BCS-HQ-2]
    #[must_use]
    pub const fn as_ghost(self) -> Self {
        match self {
            Self::Normal(at) | Self::Ghost(at) => Self::Ghost(at),
            Self::OffMap => Self::OffMap,
        }
    }

    /// As normal, where they are on the map. [BCS-REC-6]
    #[must_use]
    pub const fn as_normal(self) -> Self {
        match self {
            Self::Normal(at) | Self::Ghost(at) => Self::Normal(at),
            Self::OffMap => Self::OffMap,
        }
    }
}

/// A main supply route. [BCS-MSR-1]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// From an HQ to the trains, both included.
    pub to_trains: Vec<Place>,
    /// From the trains to the source, both included.
    pub to_source: Vec<Place>,
}

impl Route {
    /// Every hex from the HQ to the source, each once.
    pub fn hexes(&self) -> impl Iterator<Item = Place> + '_ {
        self.to_trains.iter().chain(self.to_source.iter().skip(1)).copied()
    }

    /// Road edges between the HQ and the trains.
    pub fn leg(&self) -> usize {
        self.to_trains.len().saturating_sub(1)
    }
}

/// One formation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Its id.
    pub id: FormationId,
    /// Where its HQs are. [BCS-HQ-6]
    #[serde(default, skip_serializing_if = "is_default")]
    pub hq: Hqs,
    /// How its HQs lie: they flip together. [BCS-GEN-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub state: HqState,
    /// Its trains.
    #[serde(default, skip_serializing_if = "is_default")]
    pub trains: Trains,
    /// Its fatigue.
    pub fatigue: Fatigue,
    /// Arty Points that are assigned to it. [BCS-PD-9]
    #[serde(default, skip_serializing_if = "is_default")]
    pub arty_points: u8,
    /// Its MSR Blocked level, 0 to 2.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocked: u8,
    /// It has Prepared Defense. [BCS-PD-10]
    #[serde(default, skip_serializing_if = "is_default")]
    pub prepared: bool,
    /// It has a Coordination marker. [BCS-SNAFU-7]
    #[serde(default, skip_serializing_if = "is_default")]
    pub coordination: bool,
    /// What it is ordered to do in this turn. Its side's secret until the game ends. [BCS-TURN-10]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The supply route that it holds. [BCS-MSR-8]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<Route>,
}
