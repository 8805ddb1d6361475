//! Where the campaign stands, told from the facts: nothing is remembered twice.

use crate::state::State;
use crate::words::{Nature, Side};

/// Place in the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Nobody knows yet who attacks. [UF-R33]
    Attacker,
    /// A side has still to select its force. [UF-42.1-4]
    Select,
    /// The battle is on the table; the facts are awaited.
    Battle,
    /// One side has reported; the other confirms or differs.
    Confirm,
    /// The two versions differ.
    Dispute,
    /// The facts are agreed; a side owes its decisions.
    Decide,
    /// All scenarios are played.
    Over,
}

impl Phase {
    /// Where `state` stands.
    pub fn of(state: &State) -> Self {
        let facts = &state.facts;
        let Some(scenario) = state.scenario() else { return Self::Over };
        if facts.agreed.is_some() {
            return Self::Decide;
        }
        match facts.versions.len() {
            0 => {}
            1 => return Self::Confirm,
            _ => return Self::Dispute,
        }
        if scenario.nature == Nature::Attack && facts.attacker.is_none() {
            return Self::Attacker;
        }
        let selected = facts.side.iter().all(|side| side.force.is_some());
        if selected { Self::Battle } else { Self::Select }
    }

    /// In prose.
    pub const fn prose(self) -> &'static str {
        match self {
            Self::Attacker => "the attacker is not known yet",
            Self::Select => "the forces are to be selected",
            Self::Battle => "the battle is on the table",
            Self::Confirm => "the report waits for the other side",
            Self::Dispute => "the two reports differ",
            Self::Decide => "the facts are agreed, decisions are still to be made",
            Self::Over => "the campaign is over",
        }
    }
}

/// Whether the rulings are locked: by the first report. [UF-E36]
pub fn rulings_are_locked(state: &State) -> bool {
    let facts = &state.facts;
    !facts.played.is_empty() || !facts.versions.is_empty() || facts.agreed.is_some()
}

/// Who has still to select.
pub fn selecting(state: &State) -> impl Iterator<Item = Side> + '_ {
    let open = Phase::of(state) == Phase::Select;
    Side::BOTH.into_iter().filter(move |side| open && state.side(*side).force.is_none())
}
