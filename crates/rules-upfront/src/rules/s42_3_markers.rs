//! 42.3 Markers: what lies beside a card on the table.

use kernel::grammar::signed;

use crate::setup::Card;
use crate::state::{Fielding, How, Man, State};
use crate::words::{ManId, PlaceKind, Rank, Side};

/// One marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A black number: the new Morale. [UF-42.3-1]
    Morale(u8),
    /// A red number: the new Panic. [UF-42.3-1]
    Panic(u8),
    /// The KIA value of a replacement. [UF-42.41-7]
    Kia(u8),
    /// A rank that is not the card's. [UF-42.3-2, UF-42.41-7]
    Rank(Rank),
    /// Acts as squad leader or assistant by choice. [UF-42.3-2]
    Acting(PlaceKind),
    /// Carries another man's weapon for this scenario. [UF-42.2-10]
    Carries(ManId),
    /// Close Combat Value to be worked out again: the Morale difference, the weapon or both. [UF-42.3-4, UF-R53]
    CloseCombat(i16),
}

impl Marker {
    /// In words for the force sheet.
    pub fn words(self) -> String {
        match self {
            Self::Morale(value) => format!("black {value}"),
            Self::Panic(value) => format!("red {value}"),
            Self::Kia(value) => format!("KIA {value}"),
            Self::Rank(rank) => rank.to_string(),
            Self::Acting(kind) => kind.to_string(),
            Self::Carries(man) => format!("weapon of #{man}"),
            Self::CloseCombat(0) => "CCV changed (weapon)".into(),
            Self::CloseCombat(by) => format!("CCV changed (Morale {})", signed(by)),
        }
    }
}

/// [UF-42.3-1, UF-42.3-2, UF-42.3-4] The markers of a man as he stands in a force.
pub fn markers(now: &Man, card: &Card, fielding: Option<&Fielding>) -> Vec<Marker> {
    let mut markers = Vec::new();
    if now.morale != card.morale {
        markers.push(Marker::Morale(now.morale));
    }
    if now.panic != card.panic {
        markers.push(Marker::Panic(now.panic));
    }
    if now.kia != card.kia {
        markers.push(Marker::Kia(now.kia));
    }
    if now.rank(card) != card.rank {
        markers.push(Marker::Rank(now.rank(card)));
    }
    if let Some(place) = fielding.and_then(|fielding| fielding.place_of(now.id))
        && matches!(place.kind, PlaceKind::Sl | PlaceKind::Asl)
        && matches!(place.how, How::Chosen | How::Exchanged | How::Transferred | How::Bought)
    {
        markers.push(Marker::Acting(place.kind));
    }
    let carries = fielding.and_then(|fielding| fielding.exchange).and_then(|[one, other]| match now.id {
        id if id == one => Some(other),
        id if id == other => Some(one),
        _ => None,
    });
    markers.extend(carries.map(Marker::Carries));
    if now.morale != card.morale || carries.is_some() {
        markers.push(Marker::CloseCombat(i16::from(now.morale) - i16::from(card.morale)));
    }
    markers
}

/// [UF-42.3-3] The men of a force whose cards are worth filling in on blanks: those with any changed value.
pub fn changed_men(state: &State, side: Side) -> Vec<ManId> {
    let force = state.side(side).force.as_ref();
    let men = state.side(side).man.iter().zip(state.deck(side).cards());
    let living =
        men.filter(|(now, _)| !now.dead && force.is_none_or(|force| force.place_of(now.id).is_some()));
    living.filter(|(now, card)| !markers(now, card, None).is_empty()).map(|(now, _)| now.id).collect()
}
