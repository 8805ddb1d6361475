//! The rulings as settings, catalogue section 5: shown before the first scenario, locked by the first report.

use kernel::{Adjudged, Id, RuleId, Seat};

use super::Cx;
use crate::event::Event;
use crate::phase::{Phase, rulings_are_locked};
use crate::setup::{Rulings, dead_on_arrival};
use crate::words::Side;

const LOCKED: RuleId = RuleId("UF-E36");

/// [UF-E36] Chooses a word for a ruling: the umpire alone, or both sides with one word.
pub fn set(cx: &mut Cx<'_>, ruling: Id, word: Id) -> Adjudged {
    let by = match cx.seat() {
        Seat::Umpire => None,
        Seat::Side(side @ 0..=1) => Some(Side(side)),
        _ => return cx.refuse(LOCKED, "actor", || "The umpire or the two sides set a ruling.".into()),
    };
    if rulings_are_locked(cx.state()) || Phase::of(cx.state()) == Phase::Over {
        return cx.refuse(LOCKED, "E36", || "The first report has locked the rulings.".into());
    }
    let Some(text) = Rulings::text(ruling) else {
        return cx.refuse(LOCKED, "unknown", || format!("There is no ruling {ruling} with options."));
    };
    let mut changed = cx.state().facts.rulings.clone();
    if !changed.set(text.key, word.as_str()) {
        return cx.refuse(LOCKED, "unknown", || format!("{}: the words are {}.", text.ask, text.all_words()));
    }
    if changed == cx.state().facts.rulings {
        return cx.refuse(LOCKED, "same", || format!("Ruling {ruling} reads so already."));
    }
    for deck in &cx.setup().decks {
        if let Some(card) = dead_on_arrival(deck, &changed).next() {
            return cx.refuse(RuleId("UF-R07"), "R07", || {
                format!(
                    "#{} {} is printed with Panic 0 and would be dead on arrival: strike him from the roster in the \
                     campaign file, or leave this ruling at \"both\".",
                    card.id, card.name
                )
            });
        }
    }
    let proposed = cx.state().facts.proposal.iter().find(|proposal| proposal.id == ruling);
    match (by, proposed) {
        (None, _) => cx.record(Event::RulingSet { ruling, word }),
        (Some(side), Some(proposal)) if proposal.side != side && proposal.word == word => {
            cx.record(Event::RulingSet { ruling, word })
        }
        (Some(side), Some(proposal)) if proposal.side == side && proposal.word == word => {
            cx.refuse(LOCKED, "same", || {
                "You have proposed this already; the other side has to agree.".into()
            })
        }
        (Some(side), _) => cx.record(Event::RulingProposed { side, ruling, word }),
    }
}

/// [UF-E36] Takes the own proposal for a ruling back, as long as it waits.
pub fn take_back(cx: &mut Cx<'_>, ruling: Id) -> Adjudged {
    let side = super::own_side(cx, LOCKED)?;
    if !cx.state().facts.proposal.iter().any(|proposal| proposal.id == ruling && proposal.side == side) {
        return cx.refuse(LOCKED, "proposal", || format!("No proposal of yours for {ruling} waits."));
    }
    cx.record(Event::ProposalTakenBack { side, ruling })
}
