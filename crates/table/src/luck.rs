//! How the dice have fallen, from the rolls that a seat can see.

use std::collections::BTreeMap;

use kernel::Seat;
use serde::Serialize;

use crate::desk::Desk;
use crate::entry::lines::RollLine;
use crate::fault::Fault;
use crate::read::Read;
use crate::streams::audience_of;

/// How dice of one size have fallen for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Luck {
    /// Whose act they were thrown in; the clock where the engine threw, or where two parties threw against each other.
    pub seat: Seat,
    /// Whether they were thrown at a real table and typed in.
    pub typed: bool,
    /// How many sides the dice have.
    pub sides: u16,
    /// How often each face came up, from 1 on.
    pub faces: Vec<u64>,
}

impl Luck {
    /// How many dice.
    pub fn n_dice(&self) -> u64 {
        self.faces.iter().sum()
    }

    /// The mean of the faces; 0 without dice.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.faces.iter().zip(1..).map(|(count, face)| count * face).sum();
        sum as f64 / self.n_dice().max(1) as f64
    }

    /// The mean of fair dice.
    pub fn fair_mean(&self) -> f64 {
        (f64::from(self.sides) + 1.0) / 2.0
    }

    /// How far the mean is from that of fair dice, in standard deviations of the mean of as many fair dice.
    pub fn off_by(&self) -> f64 {
        let variance = (f64::from(self.sides).powi(2) - 1.0) / 12.0;
        if variance == 0.0 {
            0.0
        } else {
            (self.mean() - self.fair_mean()) * (self.n_dice() as f64 / variance).sqrt()
        }
    }
}

/// Counts of faces by whose they are, whether they were typed in, and the size of the dice.
#[derive(Default)]
struct Counts(BTreeMap<(Seat, bool, u16), Vec<u64>>);

impl Counts {
    fn add(&mut self, seat: Seat, roll: &RollLine) {
        // Dice in a roll are in the order of its faces; thrown again on ties, they repeat.
        if roll.origin == "ruling" || roll.dice.is_empty() {
            return;
        }
        let seat = if roll.opposed { Seat::Clock } else { seat };
        for (face, sides) in roll.faces.iter().zip(roll.dice.iter().cycle()) {
            let faces = self.0.entry((seat, roll.origin == "table", *sides)).or_default();
            faces.resize(usize::from(*sides), 0);
            if let Some(count) = usize::from(*face).checked_sub(1).and_then(|at| faces.get_mut(at)) {
                *count += 1;
            }
        }
    }
}

impl Desk {
    /// How the dice have fallen in all rolls that `seat` can see, void ones included: they fell all the same.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn luck(&self, campaign: &str, seat: Seat) -> Result<Vec<Luck>, Fault> {
        const PAGE: u32 = 500;
        let (id, end) = {
            let host = self.host_for(campaign, seat).await?;
            if !host.has_seat(seat) {
                return Err(Fault::NoCampaign);
            }
            (host.id.clone(), host.heads.master.number)
        };
        let mut counts = Counts::default();
        let mut from = 1;
        loop {
            let entries = self.store().entries(&id, from, PAGE).await?;
            for entry in entries.iter().filter(|entry| entry.master <= end) {
                for (stream, body) in Read::of(entry)?.bodies {
                    if seat.sees(audience_of(stream)) {
                        body.act.rolls().iter().for_each(|roll| counts.add(body.head.seat, roll));
                    }
                }
            }
            from += entries.len() as u64;
            if entries.len() < PAGE as usize {
                break;
            }
        }
        let luck = |((seat, typed, sides), faces)| Luck { seat, typed, sides, faces };
        Ok(counts.0.into_iter().map(luck).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luck(faces: &[u64]) -> Luck {
        Luck { seat: Seat::Side(0), typed: false, sides: 6, faces: faces.to_vec() }
    }

    #[test]
    fn fair_dice_are_off_by_nothing() {
        let fair = luck(&[7; 6]);
        assert_eq!((fair.n_dice(), fair.mean(), fair.off_by()), (42, 3.5, 0.0));
    }

    #[test]
    fn the_distance_is_told_in_standard_deviations() {
        // 35 sixes: 2.5 above the mean, with a deviation of the mean of sqrt(35 / 12 / 35).
        let sixes = luck(&[0, 0, 0, 0, 0, 35]);
        assert!((sixes.off_by() - 2.5 * 12f64.sqrt()).abs() < 1e-9);
        assert!(luck(&[35, 0, 0, 0, 0, 0]).off_by() < 0.0);
    }

    #[test]
    fn no_dice_have_no_luck() {
        assert_eq!(luck(&[0; 6]).off_by(), 0.0);
    }
}
