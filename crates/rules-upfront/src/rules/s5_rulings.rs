//! The rulings as settings, catalogue section 5: shown before the first scenario, locked by the first report.

use kernel::Audience;
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::{Cx, by};
use crate::phase::{Phase, rulings_are_locked};
use crate::setup::{Campaign, Rulings, dead_on_arrival};
use crate::state::{Proposal, State};
use crate::words::{RulingId, RulingWord, Side};

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
pub fn set(cx: &mut Cx<'_>, ruling: RulingId, word: RulingWord) -> Adjudged {
    match cx.check(|why| may_set(cx.state(), cx.seat(), ruling, word, why))? {
        Said::Sets => cx.record(RulingSet { ruling, word }),
        Said::ProposedBy(side) => cx.record(RulingProposed { side, ruling, word }),
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
pub fn may_set(
    state: &State,
    seat: Seat,
    ruling: RulingId,
    word: RulingWord,
    why: &mut Reasons,
) -> Checked<Said> {
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
pub fn take_back(cx: &mut Cx<'_>, ruling: RulingId) -> Adjudged {
    let side = cx.check(|why| may_take_back(cx.state(), cx.seat(), ruling, why))?;
    cx.record(ProposalTakenBack { side, ruling })
}

/// Whether a proposal of this side for a ruling waits.
pub fn may_take_back(state: &State, seat: Seat, ruling: RulingId, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, LOCKED, why)?;
    let waits = state.facts.proposal.iter().any(|proposal| proposal.id == ruling && proposal.side == side);
    why.unless(waits, LOCKED, "proposal", || format!("No proposal of yours for {ruling} waits."))?;
    Ok(side)
}

/// A side proposed a word for a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingProposed {
    /// Who.
    pub side: Side,
    /// The ruling: `R05`.
    pub ruling: RulingId,
    /// The word.
    pub word: RulingWord,
}

impl SectionEvent<State, Campaign> for RulingProposed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { side, ruling, word } = *self;
        state.facts.proposal.retain(|known| known.id != ruling);
        state.facts.proposal.push(Proposal { id: ruling, side, word });
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(format!(" proposed {}: {}", self.ruling, says(self.ruling, self.word))).rule(LOCKED)
    }
}

/// A side took its proposal for a ruling back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposalTakenBack {
    /// Who.
    pub side: Side,
    /// The ruling: `R05`.
    pub ruling: RulingId,
}

impl SectionEvent<State, Campaign> for ProposalTakenBack {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.proposal.retain(|known| known.id != self.ruling || known.side != self.side);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(format!(" took its proposal for {} back.", self.ruling)).rule(LOCKED)
    }
}

/// A ruling was set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingSet {
    /// The ruling: `R05`.
    pub ruling: RulingId,
    /// The word.
    pub word: RulingWord,
}

impl SectionEvent<State, Campaign> for RulingSet {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if let Some(text) = Rulings::text(self.ruling) {
            state.facts.rulings.set(text.key, self.word.as_str());
        }
        state.facts.proposal.retain(|known| known.id != self.ruling);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let says = says(self.ruling, self.word);
        Text::new(format!("Ruling {} was set. {says}", self.ruling)).rule(LOCKED)
    }
}

fn says(ruling: RulingId, word: RulingWord) -> String {
    Rulings::text(ruling)
        .map_or_else(String::new, |text| format!("{}: {}", text.ask, text.says(word.as_str())))
}
