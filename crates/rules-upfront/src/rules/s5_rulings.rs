//! The rulings as settings, catalogue section 5: shown before the first scenario, locked by the first report.

use kernel::{Adjudged, Checked, Id, Reasons, RuleId, Seat};

use super::Cx;
use crate::event::Event;
use crate::phase::{Phase, rulings_are_locked};
use crate::setup::{Rulings, dead_on_arrival};
use crate::state::State;
use crate::words::Side;

const LOCKED: RuleId = RuleId("UF-E36");

/// What comes of a word that somebody says for a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It is set.
    Sets,
    /// It waits for the other side.
    ProposedBy(Side),
}

/// [UF-E36] Chooses a word for a ruling: the umpire alone, or both sides with one word.
pub fn set(cx: &mut Cx<'_>, ruling: Id, word: Id) -> Adjudged {
    match cx.check(|why| may_set(cx.state(), cx.seat(), ruling, word, why))? {
        Said::Sets => cx.record(Event::RulingSet { ruling, word }),
        Said::ProposedBy(side) => cx.record(Event::RulingProposed { side, ruling, word }),
    }
}

/// Whether this seat may set rulings now, and for which side it speaks; for none as the umpire.
pub fn are_open(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Option<Side>> {
    let by =
        match seat {
            Seat::Umpire => None,
            _ => Some(why.need(Side::of(seat), LOCKED, "actor", || {
                "The umpire or the two sides set a ruling.".into()
            })?),
        };
    let open = !rulings_are_locked(state) && Phase::of(state) != Phase::Over;
    why.unless(open, LOCKED, "E36", || "The first report has locked the rulings.".into())?;
    Ok(by)
}

/// Whether this seat may say this word for a ruling, and what comes of it.
pub fn may_set(state: &State, seat: Seat, ruling: Id, word: Id, why: &mut Reasons) -> Checked<Said> {
    let by = are_open(state, seat, why)?;
    let text = why.need(Rulings::text(ruling), LOCKED, "unknown", || {
        format!("There is no ruling {ruling} with options.")
    })?;
    let mut changed = state.facts.rulings.clone();
    why.unless(changed.set(text.key, word.as_str()), LOCKED, "unknown", || {
        format!("{}: the words are {}.", text.ask, text.all_words())
    })?;
    why.unless(changed != state.facts.rulings, LOCKED, "same", || {
        format!("Ruling {ruling} reads so already.")
    })?;
    for (_, deck) in state.campaign.decks.iter() {
        if let Some(card) = dead_on_arrival(deck, &changed).next() {
            why.refuse(RuleId("UF-R07"), "R07", || {
                format!(
                    "#{} {} is printed with Panic 0 and would be dead on arrival: strike him from the roster in the \
                     campaign file, or leave this ruling at \"both\".",
                    card.id, card.name
                )
            })?;
        }
    }
    let Some(side) = by else { return Ok(Said::Sets) };
    let proposed = state.facts.proposal.iter().find(|proposal| proposal.id == ruling);
    match proposed.filter(|proposal| proposal.word == word) {
        None => Ok(Said::ProposedBy(side)),
        Some(proposal) if proposal.side != side => Ok(Said::Sets),
        Some(_) => why
            .refuse(LOCKED, "same", || "You have proposed this already; the other side has to agree.".into()),
    }
}

/// [UF-E36] Takes the own proposal for a ruling back, as long as it waits.
pub fn take_back(cx: &mut Cx<'_>, ruling: Id) -> Adjudged {
    let side = cx.check(|why| may_take_back(cx.state(), cx.seat(), ruling, why))?;
    cx.record(Event::ProposalTakenBack { side, ruling })
}

/// Whether a proposal of this side for a ruling waits.
pub fn may_take_back(state: &State, seat: Seat, ruling: Id, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, LOCKED, why)?;
    let waits = state.facts.proposal.iter().any(|proposal| proposal.id == ruling && proposal.side == side);
    why.unless(waits, LOCKED, "proposal", || format!("No proposal of yours for {ruling} waits."))?;
    Ok(side)
}
