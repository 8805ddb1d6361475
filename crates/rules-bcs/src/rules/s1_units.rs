//! BCS-UNIT: what a unit may do by what is printed on its visible side.

use crate::charts::s12_combat::Kind;
use crate::setup::Card;
use crate::words::{AvKind, Face};

kernel::words! {
    /// The columns of the capability matrix. [BCS-UNIT-9]
    pub enum Ability {
        /// Be the Attack unit of a Regular Attack, by an Assault Arrow on the visible side. [BCS-UNIT-3]
        Attack = "attack",
        /// Make a Shock Attack.
        Shock = "shock",
        /// Assist.
        Assist = "assist",
        /// Initiate an Engagement.
        Engage = "engage",
        /// Attack by Fire.
        Fire = "fire",
        /// Enter Support.
        Support = "support",
        /// Have an EZOC.
        Ezoc = "ezoc",
        /// Have an AV EZOC and an Engagement Zone by an AV of its own.
        AvEzoc = "av-ezoc",
    }
}

/// What a unit is for the charts with this side up. [BCS-UNIT-4] [BCS-UNIT-7]
pub fn kind(card: &Card, face: Face) -> Kind {
    if face == Face::Move {
        // A Dual unit that prints an AV on its Move-side is Red AV there, without an Arrow.
        let prints = card.dual && card.moving.is_some_and(|side| side.av.is_some());
        return if prints { Kind::Red } else { Kind::Other };
    }
    match (card.dual, card.av, card.arrow) {
        (true, ..) => Kind::Dual,
        (_, Some((_, AvKind::Red)), _) => Kind::Red,
        (_, Some((_, AvKind::Light)), _) => Kind::Light,
        (_, Some((_, AvKind::Limited)), _) => Kind::Limited,
        (_, Some((_, AvKind::StandOff)), _) => Kind::StandOff,
        (_, None, true) => Kind::Infantry,
        (_, None, false) => Kind::Other,
    }
}

/// The AV that counts with this side up.
pub fn av(card: &Card, face: Face) -> Option<u8> {
    match face {
        Face::Deployed => card.av.map(|(av, _)| av),
        Face::Move => card.moving.filter(|_| card.dual).and_then(|side| side.av),
    }
}

/// Whether it is a deployed Stand Off unit.
pub const fn is_stand_off(card: &Card, face: Face) -> bool {
    card.stand_off && matches!(face, Face::Deployed)
}

/// [BCS-UNIT-9] Whether a unit can do something with this side up. A Stand Off unit with an AV of another kind can do what
/// either row allows.
pub fn can(card: &Card, face: Face, ability: Ability) -> bool {
    let shocks = matches!(card.av, Some((_, AvKind::Red)));
    // Every unit on its Deployed-side has an EZOC, whatever is printed there. [BCS-ZONE-1]
    (ability == Ability::Ezoc && face == Face::Deployed)
        || by_kind(kind(card, face), shocks, ability)
        || (is_stand_off(card, face) && by_kind(Kind::StandOff, false, ability))
}

/// A cell of the matrix; a Dual unit shocks by a Red AV alone.
const fn by_kind(kind: Kind, red: bool, ability: Ability) -> bool {
    use Ability as A;
    match kind {
        Kind::Infantry => matches!(ability, A::Attack | A::Assist | A::Ezoc),
        Kind::Dual => match ability {
            A::Attack | A::Assist | A::Engage | A::Ezoc | A::AvEzoc => true,
            A::Shock => red,
            A::Fire | A::Support => false,
        },
        Kind::Red => matches!(ability, A::Shock | A::Assist | A::Engage | A::Support | A::Ezoc | A::AvEzoc),
        Kind::Light => matches!(ability, A::Engage | A::Ezoc),
        Kind::Limited => matches!(ability, A::Assist | A::Engage | A::Support | A::Ezoc | A::AvEzoc),
        Kind::StandOff => matches!(ability, A::Engage | A::Fire | A::Support | A::Ezoc | A::AvEzoc),
        Kind::Other => false,
    }
}

/// [BCS-UNIT-9] Whether a unit can enter Support at all.
pub fn can_enter_support(card: &Card) -> bool {
    can(card, Face::Deployed, Ability::Support)
}
