//! How a map file says in words how its hexes lie and are numbered.

use crate::{Grain, Numbering, Order, Parity};

/// Why the words of a file are no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutFault {
    /// A part that means nothing.
    #[error("`{part}` is no part of a layout; there are: {known}")]
    Unknown {
        /// What was read.
        part: String,
        /// Every part there is.
        known: String,
    },
    /// Two parts that say different things of the same.
    #[error("`{one}` and `{other}` exclude one another")]
    Contradiction {
        /// The part that stands first.
        one: String,
        /// The other.
        other: String,
    },
}

/// What a part of a layout settles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Grain(Grain),
    Shifted(Grain, Parity),
    Order(Order),
    /// Every numbering counts from one.
    FromOne,
}

const PARTS: [(&str, Says); 9] = [
    ("flat-top", Says::Grain(Grain::FlatTop)),
    ("pointy-top", Says::Grain(Grain::PointyTop)),
    ("columns and rows numbered from 01", Says::FromOne),
    ("even columns sit half a hex lower", Says::Shifted(Grain::FlatTop, Parity::Even)),
    ("odd columns sit half a hex lower", Says::Shifted(Grain::FlatTop, Parity::Odd)),
    ("even rows sit half a hex to the right", Says::Shifted(Grain::PointyTop, Parity::Even)),
    ("odd rows sit half a hex to the right", Says::Shifted(Grain::PointyTop, Parity::Odd)),
    ("hex id CCRR", Says::Order(Order::ColumnRow)),
    ("hex id RRCC", Says::Order(Order::RowColumn)),
];

impl Says {
    fn excludes(self, other: Self) -> bool {
        match (self, other) {
            (Self::Shifted(one, _), Self::Grain(other)) | (Self::Grain(one), Self::Shifted(other, _)) => {
                one != other
            }
            (Self::Grain(_), Self::Grain(_))
            | (Self::Shifted(..), Self::Shifted(..))
            | (Self::Order(_), Self::Order(_)) => self != other,
            _ => false,
        }
    }
}

impl Numbering {
    /// The numbering that a layout describes, in parts with semicolons between them:
    /// `pointy-top; odd rows sit half a hex to the right; hex id RRCC`. What it does not say is as in
    /// [`Numbering::COMMON`].
    ///
    /// # Errors
    /// When a part is unknown or two exclude one another.
    pub fn described(layout: &str) -> Result<Self, LayoutFault> {
        let mut numbering = Self::COMMON;
        let mut met: Vec<(&str, Says)> = Vec::new();
        for part in layout.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((_, says)) = PARTS.iter().find(|(known, _)| *known == part) else {
                let known = PARTS.map(|(part, _)| part).join("; ");
                return Err(LayoutFault::Unknown { part: part.to_owned(), known });
            };
            if let Some((one, _)) = met.iter().find(|(_, other)| says.excludes(*other)) {
                return Err(LayoutFault::Contradiction { one: (*one).to_owned(), other: part.to_owned() });
            }
            met.push((part, *says));
            match *says {
                Says::Grain(grain) => numbering.grain = grain,
                Says::Shifted(grain, parity) => (numbering.grain, numbering.shifted) = (grain, parity),
                Says::Order(order) => numbering.order = order,
                Says::FromOne => {}
            }
        }
        Ok(numbering)
    }
}
