//! What the house asks of tables below before anything is written: at a desk, and where a log is judged again.

use kernel::{Below, Game, Refusal, Seat};
use serde_json::Value;

use super::entry::{Closes, Closing, ClosingSaid, HandedUp, TableClosed, TableOpened};
use super::memory::Word;
use crate::entry::act::Act;
use crate::entry::{Body, Head};
use crate::host::Host;
use crate::house;
use crate::read::Read;
use crate::text::is_reason;

/// Whether all parts of an entry say the same of a table below that is closed, but for how they name the entry there.
pub(crate) fn closes_alike(read: &Read) -> bool {
    let said = |body: &Body| match &body.act {
        Act::TableClosed(TableClosed { closed }) => {
            Some((closed.slot.clone(), closed.broken_off, closed.handed.is_some()))
        }
        _ => None,
    };
    let mut all = read.bodies.iter().map(|(_, body)| said(body).map(|closed| (closed, &body.head.reason)));
    let first = all.next().flatten();
    all.all(|other| other == first)
}

impl Host {
    /// The first table that the rules have below this one and nobody has opened yet.
    pub(crate) fn to_open(&self) -> Option<Below> {
        let asked = self.game.levels().below.into_iter();
        asked.into_iter().find(|below| !self.memory.levels.below.contains_key(&below.slot))
    }

    /// Why a command that settles a table below is not taken: the table is open, or it does not add up.
    pub(crate) fn bars(&self, command: &Value) -> Option<Refusal> {
        let settled = self.game.settles(command)?;
        if self.memory.levels.open(&settled.slot).is_some() {
            return Some(house::table_below_is_open(&settled.slot));
        }
        unbalanced(self.game.as_ref(), command)
    }

    /// Whether a table is opened as the rules ask for it.
    pub(crate) fn opens_below(&self, opened: &TableOpened) -> bool {
        self.to_open().is_some_and(|below| below.slot == opened.below.slot)
    }

    /// Whether a table below is closed as it stands.
    pub(crate) fn closes_below(
        &self,
        TableClosed { closed }: &TableClosed,
        by: Seat,
        reason: Option<&str>,
    ) -> bool {
        let has_head = closed.broken_off || closed.handed.is_some();
        let reasoned = reason.is_some_and(is_reason) || !closed.broken_off;
        let open = self.memory.levels.open(&closed.slot).is_some();
        let agreed = by == Seat::Umpire || self.sides_close(closed, reason);
        open && has_head && reasoned && by == self.closer() && agreed
    }

    /// Whether a side's word on closing a table below is one that is taken as things stand.
    pub(crate) fn takes_word(&self, head: &Head, ClosingSaid { said }: &ClosingSaid) -> bool {
        let reason = head.reason.clone();
        let (word, right) = match said.word {
            Closes::TakeIn => (Some(Word { broken_off: None, at: said.at }), reason.is_none()),
            Closes::BreakOff => {
                let right = said.at.is_none() && reason.as_deref().is_some_and(is_reason);
                (Some(Word { broken_off: reason, at: None }), right)
            }
            Closes::No => (None, reason.is_none() && said.at.is_none()),
        };
        right && self.refuses_word(head.seat, &said.slot, word.as_ref()).is_none()
    }

    /// Whether all sides have said that a table below is closed so.
    fn sides_close(&self, closed: &Closing, reason: Option<&str>) -> bool {
        let levels = &self.memory.levels;
        let said = levels.words.get(&closed.slot).and_then(|said| said.values().next());
        let fits = said.filter(|word| match &word.broken_off {
            None => !closed.broken_off,
            Some(known) => closed.broken_off && Some(known.as_str()) == reason,
        });
        fits.is_some_and(|word| levels.said_by_all(&closed.slot, word, self.sides.len(), None))
    }

    /// Whether what came of this table can go up by the hand of whoever closes it above, or it can be broken off with a reason.
    /// A command that waits here does not stand in the way of the sides: that it waits is its own side's to know, and it ends.
    pub(crate) fn hands_up(&self, handed: &HandedUp, reasoned: bool, by: Seat) -> bool {
        let levels = &self.memory.levels;
        let over = self.game.is_over() && (by == Seat::Clock || self.memory.commands.waiting.is_empty());
        let ends = if handed.broken_off { reasoned } else { over };
        levels.above.is_some() && !levels.is_handed_up() && ends
    }

    /// Whether a command is what has to come next: it takes in the table below that was closed.
    pub(crate) fn comes_next(&self, (seat, by): (Seat, Seat), command: Option<&Value>) -> bool {
        let Some(slot) = &self.memory.levels.taking_in else { return true };
        let settled = command.and_then(|command| self.game.settles(command));
        seat == Seat::Umpire && by == self.closer() && settled.is_some_and(|settled| settled.slot == *slot)
    }
}

/// Why what a command settles does not add up.
pub(crate) fn unbalanced(game: &dyn Game, command: &Value) -> Option<Refusal> {
    let settled = game.settles(command)?;
    let below = game.levels().below.into_iter().find(|below| below.slot == settled.slot)?;
    settled.differs(&below).map(|differs| house::does_not_add_up(&differs))
}
