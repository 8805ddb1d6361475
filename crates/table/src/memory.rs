//! What a table remembers of the log besides the state of the rules: some numbers of its own, and what each feature
//! remembers for itself.

use std::collections::BTreeMap;

use kernel::Game;
use ledger::{Entry, Stream};
use serde::{Deserialize, Serialize};

use crate::campaign::memory::DicePhase;
use crate::commands::memory::Commands;
use crate::correct::memory::Corrections;
use crate::deadline::memory::Time;
use crate::delay::entry::Delay;
use crate::entry::Body;
use crate::entry::act::{Act, Kind};
use crate::levels::memory::Joined;
use crate::messages::memory::Messages;
use crate::pictures::memory::Pictures;
use crate::read::Read;
use crate::rulings::memory::Rulings;

/// What the table remembers of the log besides the state of the rules. Goes into snapshots: whoever changes its shape gives
/// [`SHAPE`] another number, so that no snapshot is read otherwise than it was written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The last number of each stream.
    pub parts: BTreeMap<String, u64>,
    /// The last roll of each stream.
    pub rolls: BTreeMap<String, u64>,
    /// For each side, how many entries have a part both in public and in its own stream.
    pub shared: BTreeMap<u8, u64>,
    pub dice: DicePhase,
    pub commands: Commands,
    #[serde(default, skip_serializing_if = "Corrections::is_none")]
    pub corrections: Corrections,
    #[serde(default, skip_serializing_if = "Rulings::is_none")]
    pub rulings: Rulings,
    #[serde(default, skip_serializing_if = "Messages::is_none")]
    pub messages: Messages,
    /// How far behind spectators see the campaign.
    #[serde(default, skip_serializing_if = "Delay::is_none")]
    pub delay: Delay,
    #[serde(default, skip_serializing_if = "Time::is_none")]
    pub time: Time,
    #[serde(default, skip_serializing_if = "Pictures::is_none")]
    pub pictures: Pictures,
    #[serde(default, skip_serializing_if = "Joined::is_none")]
    pub levels: Joined,
}

/// Counts how often the shape of [`Memory`] has changed.
pub(crate) const SHAPE: u32 = 6;

impl Memory {
    /// Takes an entry in. The state of the rules is folded by the caller.
    pub fn remember(&mut self, entry: &Entry, read: &Read, game: &dyn Game, n_sides: usize) {
        self.count(entry, read);
        self.rulings.remember(read);
        let Some(first) = read.first() else { return };
        self.commands.name(entry, first.head.seat, read);
        self.time.note(read);
        self.levels.came(read.kind(), entry);
        // What parts say together.
        match read.kind() {
            Kind::Command => self.commands.done(entry, read, game),
            Kind::Opened => self.commands.opened(entry, read),
            Kind::Answered => self.commands.answered(entry, read, game),
            Kind::Undone => {
                if let Act::Undone(undone) = &first.act
                    && let Some(taken_back) = self.commands.take_back(undone.act, first.head.seat)
                {
                    self.corrections.taken_back(taken_back);
                }
            }
            Kind::Proposed => self.corrections.proposed(read),
            _ => {}
        }
        for (stream, body) in &read.bodies {
            // Of the dice counts what everyone reads, and nothing that a part for fewer repeats.
            if *stream == Stream::Public || !of_the_dice(read.kind()) {
                self.remember_part(entry, *stream, body, n_sides);
            }
        }
    }

    fn count(&mut self, entry: &Entry, read: &Read) {
        for part in &entry.parts {
            self.parts.insert(part.stream.to_string(), part.number);
        }
        if entry.parts.iter().any(|part| part.stream == Stream::Public) {
            for part in &entry.parts {
                if let Stream::Side(side) = part.stream {
                    *self.shared.entry(side).or_insert(0) += 1;
                }
            }
        }
        for (stream, body) in &read.bodies {
            let last = body.act.rolls().iter().filter_map(|roll| roll.number).max();
            if let Some(last) = last {
                self.rolls.insert(stream.to_string(), last);
            }
        }
    }

    /// What one part says by itself.
    fn remember_part(&mut self, entry: &Entry, stream: Stream, Body { head, act }: &Body, n_sides: usize) {
        match act {
            Act::Began(laid) => self.dice.laid(laid, false),
            Act::LaidOut(laid) => {
                self.dice.laid(laid, true);
                self.levels.laid(laid.above());
            }
            Act::DiceRenewed(_) => self.dice.by_question = true,
            Act::DiceMissing(_) => self.dice.missing = true,
            Act::Contributed(contributed) => self.dice.contributed(head, contributed),
            Act::DiceOpened(_) => self.dice.opened(),
            Act::DiceShown(_) => {
                self.dice.shown(head);
                self.commands.end();
                self.corrections.proposal = None;
            }
            Act::Pledged(pledged) => self.dice.round.pledged(head, pledged),
            Act::Revealed(revealed) => self.dice.round.revealed(head, revealed),
            Act::Renewed(renewed) => self.dice.round.renewed(renewed),
            Act::TableDice(said) => self.dice.throws.said(head.seat, said.table_dice, n_sides),
            Act::Consented(consented) => self.corrections.consented(head, consented),
            Act::Corrected(corrected) => {
                self.commands.corrected(stream, corrected.course.as_ref());
                self.corrections.corrected(entry.master, entry.branch, stream, corrected);
            }
            Act::Delayed(delayed) => self.delay = delayed.delay,
            Act::Timed(timed) => self.time.timed(head, timed),
            Act::Kept(kept) => self.time.kept(head, kept),
            Act::Played(_) => self.time.played(),
            Act::Mapped(mapped) => self.pictures.mapped(entry.master, stream, mapped),
            Act::TableOpened(opened) => {
                self.levels.opened(entry, opened);
                // Nobody takes back what a table below has begun from.
                self.commands.own_steps.clear();
            }
            Act::ClosingSaid(said) => self.levels.said(head, said),
            Act::TableClosed(closed) => {
                self.levels.closed(entry.master, closed);
                self.commands.own_steps.clear();
            }
            Act::HandedUp(handed) => {
                self.levels.handed_up(handed);
                self.commands.end();
                self.corrections.proposal = None;
            }
            Act::Wrote(wrote) => self.messages.wrote(head, stream, wrote),
            // Their parts are taken in together, or not at all: nothing is remembered of who took a file.
            Act::Command(_)
            | Act::Opened(_)
            | Act::Answered(_)
            | Act::Undone(_)
            | Act::Ruled(_)
            | Act::Proposed(_)
            | Act::Taken(_) => {}
        }
    }
}

/// Whether entries of this kind say how the campaign's dice are.
fn of_the_dice(kind: Kind) -> bool {
    match kind {
        Kind::Began
        | Kind::LaidOut
        | Kind::DiceRenewed
        | Kind::DiceMissing
        | Kind::Contributed
        | Kind::DiceOpened
        | Kind::DiceShown
        | Kind::Pledged
        | Kind::Revealed
        | Kind::Renewed
        | Kind::TableDice => true,
        Kind::Command
        | Kind::Opened
        | Kind::Answered
        | Kind::Undone
        | Kind::Ruled
        | Kind::Corrected
        | Kind::Proposed
        | Kind::Consented
        | Kind::Delayed
        | Kind::Timed
        | Kind::Kept
        | Kind::Played
        | Kind::Mapped
        | Kind::Wrote
        | Kind::Taken
        | Kind::TableOpened
        | Kind::ClosingSaid
        | Kind::TableClosed
        | Kind::HandedUp => false,
    }
}
