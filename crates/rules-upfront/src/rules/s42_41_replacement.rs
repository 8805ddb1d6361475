//! 42.41 Replacements.

use std::sync::Arc;

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::{by, printed_name};
use crate::setup::rulings::{KiaAndReplacement, PersonalReturn};
use crate::setup::{Campaign, Card, Deck};
use crate::state::{How, Man, State};
use crate::words::{ManId, Rank, Side};

/// [UF-42.41-3, UF-42.41-4, UF-42.41-5, UF-42.41-6, UF-42.41-7] A man recreated as a replacement: private, the card's Morale and Panic, the lower KIA
/// value, one more mark in REPL, everything else empty. [UF-R21, UF-R37, UF-R54]
pub fn green(campaign: &Campaign, deck: &Deck, card: &Card, man: Man) -> Man {
    let rank = deck.nation.ladder.first().copied().unwrap_or(Rank::Pvt);
    Man {
        rank: Some(rank),
        kia: replacement_kia(campaign, deck, card),
        repl: man.repl.saturating_add(1),
        trans: man.trans,
        ..Man::fresh(card)
    }
}

/// [UF-42.41-6] 7, or 6 with a flamethrower.
pub fn replacement_kia(campaign: &Campaign, deck: &Deck, card: &Card) -> u8 {
    let caps = &deck.nation.caps;
    if campaign.tables.roles.flamethrower.has(card.family) {
        caps.kia_replacement_flame
    } else {
        caps.kia_replacement
    }
}

/// [UF-42.45-4] The KIA ceiling: 8, or 7 with a flamethrower.
pub fn kia_ceiling(campaign: &Campaign, deck: &Deck, card: &Card) -> u8 {
    let caps = &deck.nation.caps;
    if campaign.tables.roles.flamethrower.has(card.family) { caps.kia_max_flame } else { caps.kia_max }
}

/// [UF-42.41-3] What a revival costs. Who was not killed has not paid at his death, so ruling R02 does not touch him.
pub fn price(state: &State, side: Side, man: ManId, how: How) -> i32 {
    let was_dead = state.man(side, man).is_some_and(|(now, _)| now.dead);
    let is_free = state.facts.rulings.personal_return == PersonalReturn::Free;
    match (was_dead, how) {
        (true, _) => price_of_killed(state),
        (false, How::Extra) if is_free => 0,
        _ => state.campaign.tables.points.replacement,
    }
}

/// [UF-42.41-3, UF-R02] What the revival of a killed man costs.
pub fn price_of_killed(state: &State) -> i32 {
    match state.facts.rulings.kia_and_replacement {
        KiaAndReplacement::KiaOnly => 0,
        _ => state.campaign.tables.points.replacement,
    }
}

/// A man was recreated as a replacement. [UF-42.41]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replaced {
    /// Whose.
    pub side: Side,
    /// Who.
    pub man: ManId,
    /// Under which clause.
    pub how: How,
}

impl SectionEvent<State, Campaign> for Replaced {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        // [UF-42.41-3 to UF-42.41-6] A private, the card's values, the lower KIA value, one more in REPL.
        let campaign = Arc::clone(&state.campaign);
        let deck = campaign.deck(self.side);
        let (Some(card), Some(man)) = (deck.card(self.man), state.man_mut(self.side, self.man)) else {
            return;
        };
        *man = green(&campaign, deck, card, *man);
        state.came(self.side, self.man, self.how);
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        let (words, rule) = match self.how {
            How::Green => ("came back out of hospital as a green replacement", "UF-R17"),
            How::Extra => ("came back as a green replacement", "UF-42.9-5"),
            How::Revived => ("was revived as a like-armed replacement", "UF-R17"),
            _ => ("was recreated as a replacement", "UF-42.41-3"),
        };
        by(self.side)
            .say(format!(": {} {words}.", printed_name(setup, self.side, self.man)))
            .rule(RuleId(rule))
    }
}
