//! Close combats as both sides have told them. One that two formations won together counts for both, and for the loser
//! once, so the counts of two true tellings may differ. That one side won some and the other lost none cannot be.
//! [BF-2.1.2-5, BF-2.1.1.3.1.O-7]

use crate::facts::CombatRecord;
use crate::state::State;
use crate::words::Side;

/// Who is said to have won close combats by one side alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldByOne {
    /// The side that would have won.
    pub winner: Side,
    /// Whether the winner tells of it, and the other side of none lost; else it is the other way round.
    pub by_winner: bool,
}

/// Where the confirmed parts of the battle just fought contradict each other.
pub fn told_by_one(state: &State) -> impl Iterator<Item = ToldByOne> {
    let of_both = |winner: Side| [tells(state, winner, won), tells(state, winner.enemy(), lost)];
    let found = Side::BOTH.into_iter().map(move |winner| (winner, of_both(winner)));
    found
        .filter(|(_, [won, lost])| won != lost)
        .map(|(winner, [by_winner, _])| ToldByOne { winner, by_winner })
}

/// Close combats that a formation won.
pub(crate) fn won(record: &mut CombatRecord) -> &mut u8 {
    &mut record.won
}

/// Close combats that a formation lost.
pub(crate) fn lost(record: &mut CombatRecord) -> &mut u8 {
    &mut record.lost
}

/// Whether a side told of any such close combat in the battle just fought.
pub(crate) fn tells(state: &State, side: Side, what: fn(&mut CombatRecord) -> &mut u8) -> bool {
    let records = state.side(side).elements.iter().map(|element| element.scenario);
    records.filter(|record| record.number == state.facts.scenarios).any(|mut record| *what(&mut record) > 0)
}
