//! The clock of the game day: who is told and who enters on a turn. [CWFF-8-1]

use kernel::Side;

use super::Battle;
use crate::charts::s8_day::{Day, day};
use crate::words::{Edge, Flank, LeaderId, UnitId};

impl Battle {
    /// The game day of its turn.
    pub const fn game_day(&self) -> Day {
        day(self.input.turn.season)
    }

    /// Forces that are announced on a turn: those that enter on the next one, of the first day. [CWFF-7B-3]
    pub fn announced(&self, turn: u16) -> Vec<(Side, Flank)> {
        self.entering(turn + 1)
    }

    /// Forces that enter on a turn.
    pub fn entering(&self, turn: u16) -> Vec<(Side, Flank)> {
        let due = self.sealed.fates.iter().filter(|fated| self.day == 1 && fated.fate.turn == Some(turn));
        due.map(|fated| (fated.side, fated.flank)).collect()
    }

    /// Forces that must enter now and have not.
    pub fn waits_for(&self) -> Vec<(Side, Flank)> {
        let due = self.entering(self.turn).into_iter();
        due.filter(|(side, flank)| !self.halves[*side].entered.contains(flank)).collect()
    }

    /// The edge of the table at which a flank lies.
    pub fn flank_edge(&self, side: Side, flank: Flank) -> Option<Edge> {
        Some(self.edge_of(side)?.flank(flank))
    }

    /// Counters that are on the table now or were, each with whether. A counter that marches with a force comes with it,
    /// unless all that it leads is held back. [CWFF-9D-1] [CWFF-R31]
    pub fn counters_on_table(&self, side: Side) -> Vec<(LeaderId, bool)> {
        let half = &self.halves[side];
        let (Some(oob), Some(flanks)) = (&half.oob, &half.flanks) else { return Vec::new() };
        let mut all: Vec<(LeaderId, bool)> =
            oob.counters().iter().map(|(leader, _)| (*leader, true)).collect();
        for (flank, force) in flanks.each() {
            let entered = half.entered.contains(&flank);
            // Whoever leads a force goes with that one, wherever his own brigades march.
            let elsewhere = |leader: &LeaderId| {
                *leader != force.leader && flanks.each().any(|(_, other)| other.leader == *leader)
            };
            for leader in crate::oob::flank::company(oob, force) {
                if elsewhere(&leader) {
                    continue;
                }
                let leads = |id: &UnitId| {
                    oob.brigade(*id).is_some_and(|(division, _)| {
                        let corps = oob.corps_of(division).and_then(|corps| corps.leader);
                        division.leader == Some(leader) || corps == Some(leader)
                    })
                };
                let own: Vec<&UnitId> = force.brigades.iter().filter(|id| leads(id)).collect();
                let held = !own.is_empty() && own.iter().all(|id| half.held.contains(id));
                let is_there = entered && (leader == force.leader || !held);
                all.iter_mut().filter(|(id, _)| *id == leader).for_each(|(_, there)| *there = is_there);
            }
        }
        all
    }
}
