//! FLANK where the engine is the neutral: nothing is thrown before it shows. On a turn on which something can show, an answer
//! is drawn from those that agree with all that has shown so far; what shows on this turn is kept of it, and the rest is
//! forgotten. So what becomes of a force is known to nobody before its notice, and comes as likely as if it had been
//! thrown beforehand. \[FLANK\]

use kernel::{Chart, Id, Side};

use super::fates::{of_place, places};
use super::{Battle, Fated, Notice};
use crate::chances::slowed;
use crate::charts::{March, Yes, s7_march};
use crate::setup::Setup;
use crate::words::{Flank, Role, Speed};

/// What an empty flank is measured by: nobody marches there, and the answer means nothing.
pub const NOBODY: i32 = 2;

/// The most answers of one place of which one is drawn.
pub const MOST_ANSWERS: u64 = 4096;

/// One of the equally likely answers of a place: the marches of the attacker and of the defender, and the meeting.
pub struct Answer {
    /// Its name in the draw: the rows of the tables, with a number where a row has several faces.
    pub name: Id,
    /// What it makes of the forces there.
    pub fates: Vec<Fated>,
}

/// Whether something can show on a turn: a notice, or an entry.
pub fn can_show(turn: u16) -> bool {
    Speed::ALL.iter().any(|speed| speed.told() == turn || speed.enters() == turn)
}

/// The rows of a table with a number for each of their faces, in lowest terms.
fn faces(weights: Vec<u64>) -> Vec<(usize, u64)> {
    let shared = weights.iter().fold(0_u128, |shared, n| kernel::fraction::gcd(shared, (*n).into()));
    let shared = u64::try_from(shared).unwrap_or(1).max(1);
    weights
        .into_iter()
        .enumerate()
        .flat_map(|(row, n)| (0..n / shared).map(move |face| (row, face)))
        .collect()
}

/// How many answers a place has at most.
pub fn n_answers(march: &Chart<March>, half: &Chart<Yes>) -> u64 {
    let ways: u64 = march.weights(0).iter().sum();
    let meetings = u64::try_from(faces(half.weights(0)).len()).unwrap_or(u64::MAX);
    ways.saturating_mul(ways).saturating_mul(meetings)
}

impl Battle {
    /// The initiative of whoever leads a force.
    pub fn initiative(&self, side: Side, flank: Flank) -> Option<i32> {
        let leader = self.halves[side].flanks.as_ref()?.of(flank)?.leader;
        self.muster(side).leader(leader).map(|leader| leader.initiative)
    }

    /// The answers of a place that agree with all that has shown before its turn.
    pub fn answers(&self, setup: &Setup, place: (Flank, Flank)) -> Vec<Answer> {
        let march = |role: Role, flank: Flank| {
            let side = self.input.side(role);
            let initiative = self.initiative(side, flank).unwrap_or(NOBODY);
            let modifiers = s7_march::modifiers(&slowed(setup, self, side), initiative);
            faces(setup.march.weights(modifiers.total()))
        };
        let (attacks, defends) = (march(Role::Attacker, place.0), march(Role::Defender, place.1));
        let meetings = faces(setup.half.weights(0));
        let mut all = Vec::new();
        for a in &attacks {
            for d in &defends {
                for m in &meetings {
                    let speed = |of: &(usize, u64)| Some(setup.march.rows()[of.0].result.speed);
                    let meets = setup.half.rows()[m.0].result.yes;
                    let fates = of_place(self, &setup.options, place, [speed(a), speed(d)], meets);
                    if self.agrees(place, &fates) {
                        let name = format!("{}-{}.{}-{}.{}-{}", a.0, a.1, d.0, d.1, m.0, m.1);
                        all.push(Answer { name: Id::new(&name).unwrap_or_default(), fates });
                    }
                }
            }
        }
        all
    }

    /// Whether what an answer makes of the forces of a place is what has shown of them: who has entered when, and with what
    /// held back; who was told of; and who was not.
    fn agrees(&self, place: (Flank, Flank), fates: &[Fated]) -> bool {
        let here = |fated: &&Fated| {
            let flank = if fated.side == self.input.attacker { place.0 } else { place.1 };
            fated.flank == flank
        };
        Speed::ALL.iter().all(|speed| {
            let on_it = |fated: &&Fated| fated.fate.turn == Some(speed.enters());
            let mut comes = fates.iter().filter(on_it);
            if speed.enters() < self.turn {
                // Whoever came late for the night or the end of the battle is none of those of an open day.
                return comes.eq(self.sealed.fates.iter().filter(here).filter(on_it));
            }
            if speed.told() >= self.turn {
                return true;
            }
            let of_place = |notice: &&Notice| notice.turn == speed.told() && self.is_of(place, notice);
            match (comes.next(), self.notices.iter().find(of_place)) {
                (None, None) => true,
                (Some(fated), Some(notice)) => self.is_told(notice, fated),
                _ => false,
            }
        })
    }

    /// Whether a notice is of a force of a place.
    fn is_of(&self, place: (Flank, Flank), notice: &Notice) -> bool {
        let attacker = self.input.attacker;
        [(attacker, place.0), (attacker.enemy(), place.1)].into_iter().any(|(side, flank)| {
            notice.side.is_none_or(|told| told == side) && notice.edge == self.flank_edge(side, flank)
        })
    }

    /// Whether a notice is of a force.
    fn is_told(&self, notice: &Notice, fated: &Fated) -> bool {
        notice.side.is_none_or(|side| side == fated.side)
            && notice.edge == self.flank_edge(fated.side, fated.flank)
    }
}

/// The places with their number, as the campaign matches flanks.
pub fn places_of(setup: &Setup) -> impl Iterator<Item = (usize, (Flank, Flank))> {
    places(setup.options.flank_match).into_iter().enumerate()
}
