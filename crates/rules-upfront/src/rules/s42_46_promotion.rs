//! 42.46 Promotion.

use crate::setup::{Campaign, Card, Deck};
use crate::state::Man;
use crate::words::Rank;

/// What ten slashes bring a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing: fewer than ten, or a commissar.
    Nothing,
    /// This rank.
    Rank(Rank),
    /// No rank stands above his. [UF-R12]
    Top,
}

/// [UF-42.46-1, UF-42.46-3] What a man's slashes bring him.
pub fn due(campaign: &Campaign, deck: &Deck, man: &Man, card: &Card) -> Due {
    let rank = man.rank(card);
    let slashes = i32::from(man.surv) + i32::from(man.promo);
    if rank == Rank::Comm || slashes < campaign.tables.marks.survival_plus_promotion_for_rank {
        return Due::Nothing;
    }
    deck.nation.next_rank(rank).map_or(Due::Top, Due::Rank)
}

/// [UF-42.46-2] One rank up; both columns are erased, the surplus is lost.
pub fn promote(man: &mut Man, rank: Rank) {
    man.rank = Some(rank);
    erase(man);
}

/// Erases both columns of slashes.
pub fn erase(man: &mut Man) {
    man.surv = 0;
    man.promo = 0;
}

/// How many cards a side holds: its nation's, with what its squad leader does to it. [UF-42.46-4, UF-42.46-5]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandSize {
    /// While the squad leader is in play and unpinned.
    pub with_leader: i32,
    /// When he is pinned or gone.
    pub without_leader: i32,
    /// The most discards.
    pub discard: i32,
}

/// [UF-42.46-4, UF-42.46-5] The hand of a side led by a man of this rank; two less than the raised figure once a staff
/// sergeant is pinned or gone.
pub fn hand(campaign: &Campaign, deck: &Deck, leader: Option<Rank>) -> HandSize {
    let figures = &campaign.tables.hand;
    let discard = deck.discard;
    match leader {
        Some(Rank::Ssg) => {
            let raised = deck.hand + figures.ssg_leader_bonus;
            HandSize {
                with_leader: raised,
                without_leader: raised + figures.ssg_leader_pinned_or_removed,
                discard,
            }
        }
        Some(_) => {
            let without_leader = deck.hand + figures.other_leader_pinned_or_removed;
            HandSize { with_leader: deck.hand, without_leader, discard }
        }
        None => {
            let without = deck.hand + figures.other_leader_pinned_or_removed;
            HandSize { with_leader: without, without_leader: without, discard }
        }
    }
}
