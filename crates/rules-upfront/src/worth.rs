//! What a man is worth by his nation's own price ladder. [UF-P06]

use crate::state::State;
use crate::words::{ManId, Side};

/// The printed prices of cards of his nation with the Morale, Panic and weapon that a man has now, lowest and highest;
/// absent where no card has them. The personal man has no price.
pub fn by_ladder(state: &State, side: Side, man: ManId) -> Option<[i32; 2]> {
    let (now, card) = state.man(side, man).filter(|_| man != ManId::PERSONAL)?;
    let alike =
        state.deck(side).nation.men.iter().filter(|other| {
            (other.morale, other.panic, other.weapon) == (now.morale, now.panic, card.weapon)
        });
    let prices = || alike.clone().map(|other| other.points);
    Some([prices().min()?, prices().max()?])
}

/// Whether a man's Morale or Panic differs from his card.
pub fn is_changed(state: &State, side: Side, man: ManId) -> bool {
    let man = state.man(side, man);
    man.is_some_and(|(now, card)| !now.dead && (now.morale, now.panic) != (card.morale, card.panic))
}
