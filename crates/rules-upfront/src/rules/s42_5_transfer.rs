//! 42.5 Transfer.

use std::sync::Arc;

use super::s42_2_leaders::{may_assist, may_lead, outranks, outranks_leader};
use super::{by, printed_name};
use crate::muster::{Leader, Muster};
use crate::setup::{Campaign, Card};
use crate::state::{Fielding, How, Man, State};
use crate::words::{ManId, PlaceKind, Role, Side};
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Audience, RuleId};
use serde::{Deserialize, Serialize};

/// [UF-42.5-1, UF-R19] A fit man who can be squad leader with his own weapon.
pub fn capable_sl(state: &State, side: Side) -> Option<ManId> {
    let tables = &state.campaign.tables;
    let can = |now: &Man, card: &Card| {
        may_lead(now.rank(card))
            && i32::from(now.kia) == tables.marks.leader_kia
            && tables.roles.squad_leader.has(card.family)
    };
    fit(state, side).find(|(now, card)| can(now, card)).map(|(now, _)| now.id)
}

/// [UF-42.5-5, UF-R19] A fit man who can be assistant: not the squad leader, and nobody who would outrank him.
pub fn capable_asl(muster: &Muster<'_>) -> Option<ManId> {
    let wanted = muster.campaign().tables.marks.leader_kia;
    let can = |now: &Man, card: &Card| {
        let rank = now.rank(card);
        may_assist(rank)
            && i32::from(now.kia) == wanted
            && muster.sl != Leader::Man(now.id)
            && !outranks_leader(muster, rank)
    };
    fit(muster.state, muster.side).find(|(now, card)| can(now, card)).map(|(now, _)| now.id)
}

fn fit(state: &State, side: Side) -> impl Iterator<Item = (&Man, &Card)> {
    let men = state.side(side).man.iter().zip(&state.deck(side).nation.men);
    let (position, struck) = (state.position(), &state.deck(side).struck);
    men.filter(move |(now, _)| now.is_fit(position) && !struck.contains(&now.id))
}

/// [UF-42.5-1, UF-42.5-4, UF-R18] The dead cards of a kind, the commissar shuffled among them, in ascending order.
pub fn pool(state: &State, side: Side, role: Role) -> Vec<ManId> {
    let dead = state.side(side).man.iter().zip(state.deck(side).cards()).filter(|(now, _)| now.dead);
    let drawn = dead.filter(|(_, card)| card.role == Some(role) || card.role == Some(Role::Comm));
    drawn.map(|(now, _)| now.id).filter(|man| !state.deck(side).struck.contains(man)).collect()
}

/// [UF-R18] The pool for a place of this force: no card in it makes the force unlawful.
pub fn pool_for(state: &State, side: Side, kind: PlaceKind, fielding: &Fielding) -> Vec<ManId> {
    let rank = |man: ManId| state.man(side, man).map(|(now, card)| now.rank(card));
    let rulings = &state.facts.rulings;
    let over = |one: ManId, other: ManId| match (rank(one), rank(other)) {
        (Some(one), Some(other)) => outranks(rulings, one, other),
        _ => false,
    };
    match kind {
        PlaceKind::Sl => {
            let asl = fielding.leader(PlaceKind::Asl);
            let fits = |card: &ManId| asl.is_none_or(|asl| !over(asl, *card));
            pool(state, side, Role::Sl).into_iter().filter(fits).collect()
        }
        _ => {
            let sl = fielding.leader(PlaceKind::Sl);
            let fits = |card: &ManId| sl.is_none_or(|sl| sl != *card && !over(*card, sl));
            pool(state, side, Role::Asl).into_iter().filter(fits).collect()
        }
    }
}

/// Whether a card can be drawn for the assistant's place, whoever the squad leader is or will be.
pub fn assistant_can_be_drawn(muster: &Muster<'_>) -> bool {
    let pool = pool(muster.state, muster.side, Role::Asl);
    let rank = |man: ManId| muster.man(man).map(|(now, card)| now.rank(card));
    pool.iter().any(|card| {
        // The only card that can lead is drawn for the squad leader.
        let alone =
            muster.sl == Leader::Transfer && self::pool(muster.state, muster.side, Role::Sl) == [*card];
        !alone && rank(*card).is_some_and(|rank| !outranks_leader(muster, rank))
    })
}

/// A leader came by transfer, for what it costs. [UF-42.5-1, UF-42.5-2, UF-42.5-3]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transferred {
    /// Whose.
    pub side: Side,
    /// For which place.
    pub slot: PlaceKind,
    /// Who was drawn.
    pub man: ManId,
    /// From which cards, in ascending order. [UF-R49]
    pub pool: Vec<ManId>,
    /// The place of the card drawn in the pool, from 1.
    pub nth: u8,
}

impl SectionEvent<State, Campaign> for Transferred {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        // [UF-42.5-2] As printed, columns empty; only the counts of REPL stay.
        let campaign = Arc::clone(&state.campaign);
        let (card, man) = (campaign.deck(self.side).card(self.man), state.man_mut(self.side, self.man));
        let (Some(card), Some(man)) = (card, man) else { return };
        let (repl, trans) = (man.repl, man.trans.saturating_add(1));
        *man = Man { repl, trans, ..Man::fresh(card) };
        state.came(self.side, self.man, How::Transferred);
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        let (name, slot) = (printed_name(setup, self.side, self.man), self.slot.prose());
        let cards = self.pool.iter().map(|man| format!("#{man}")).collect::<Vec<_>>().join(", ");
        let drawn = format!(" drew {name} as {slot} (card {} of {cards}).", self.nth);
        by(self.side).say(drawn).rule(RuleId("UF-42.5-1"))
    }
}
