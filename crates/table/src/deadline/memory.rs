//! Time as the table remembers it: how it is kept, what sides keep for when they do not come, and how far their play is.

use std::collections::BTreeMap;

use kernel::Seat;
use ledger::Stream;
use serde::{Deserialize, Serialize};

use super::entry::{KeptAnew, KeptOrders, Timed, Timing};
use crate::entry::{Body, Head};
use crate::read::Read;
use crate::streams::own_stream;

/// What is remembered of time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Time {
    /// How it is kept.
    #[serde(default, skip_serializing_if = "Timing::is_none")]
    pub timing: Timing,
    /// What each side has kept for the time when it does not come.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kept: BTreeMap<u8, KeptOrders>,
    /// The play of sides that have not come, while it lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
}

impl Time {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Takes into account that an entry, of whatever kind it is, may be an act that the table gave for an absent side.
    pub fn note(&mut self, read: &Read) {
        if let Some(absence) = &mut self.absence {
            absence.note(read);
        }
    }

    pub fn timed(&mut self, head: &Head, timed: &Timed) {
        self.timing = timed.timing.clone();
        self.absence = Absence::begun(head, &timed.timing);
    }

    pub fn kept(&mut self, head: &Head, kept: &KeptAnew) {
        if let Seat::Side(side) = head.seat {
            self.kept.insert(side, kept.kept.clone());
            if let Some(absence) = &mut self.absence {
                absence.kept_anew(head.seat);
            }
        }
    }

    pub fn played(&mut self) {
        self.absence = None;
    }
}

/// The play of absent sides while it lasts, as it stands in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Absence {
    pub step: String,
    /// The sides that are still to be played, this one first.
    pub seats: Vec<Seat>,
    /// How many of the first side's kept orders lie behind, taken or left out.
    pub n_kept: usize,
    /// How many acts were done for it.
    pub n_acts: usize,
}

impl Absence {
    /// What begins with an entry about time, if it says that a deadline has passed.
    fn begun(head: &Head, timing: &Timing) -> Option<Self> {
        let due = timing.due.as_ref()?;
        let begins = head.seat == Seat::Clock && due.passed && !due.absent.is_empty();
        begins.then(|| Self { step: due.step.clone(), seats: due.absent.clone(), n_kept: 0, n_acts: 0 })
    }

    /// Takes an act into account that may have been the table's for one of the sides.
    fn note(&mut self, read: &Read) {
        let own = |(stream, Body { head, act }): &&(Stream, Body)| {
            *stream == own_stream(head.seat) && head.by == Seat::Clock && act.command().is_some()
        };
        let Some((_, Body { head, act })) = read.bodies.iter().find(own) else { return };
        let Some(at) = self.seats.iter().position(|seat| *seat == head.seat) else { return };
        for _ in 0..at {
            self.go_on();
        }
        self.n_acts += 1;
        if act.answers().is_some() {
            // A throw that the side had begun itself; what it has kept is still to come.
            return;
        }
        // What the rules suggest comes when nothing is kept any more.
        self.n_kept = act.kept_nth().map_or(usize::MAX, |nth| nth as usize + 1);
    }

    /// A side's orders are others than before.
    fn kept_anew(&mut self, side: Seat) {
        if self.seats.first() == Some(&side) {
            self.n_kept = 0;
        }
    }

    /// What was tried for the first side is refused. A kept order is left out, as the next one may still stand.
    pub fn is_refused(&mut self, was_kept: bool) {
        if !was_kept {
            self.go_on();
        }
    }

    /// Goes on to the next side.
    pub fn go_on(&mut self) {
        self.seats.remove(0);
        (self.n_kept, self.n_acts) = (0, 0);
    }
}
