//! What the sides have said of dice thrown at a table, as the table remembers it.

use std::collections::BTreeSet;

use kernel::Seat;
use serde::{Deserialize, Serialize};

use super::entry::TableWord;

/// How far the sides are about dice thrown at a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Throws {
    /// Who asked for them, while it stands.
    pub asked: Option<Seat>,
    pub agreed: BTreeSet<u8>,
    /// Whether all sides have agreed.
    pub stands: bool,
}

impl Throws {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub fn said(&mut self, seat: Seat, word: TableWord, n_sides: usize) {
        match word {
            TableWord::Ask => *self = Self { asked: Some(seat), ..Self::default() },
            TableWord::Agree => {}
            TableWord::Withdraw => {
                *self = Self::default();
                return;
            }
        }
        if let Seat::Side(side) = seat {
            self.agreed.insert(side);
        }
        self.stands = self.agreed.len() == n_sides;
    }
}
