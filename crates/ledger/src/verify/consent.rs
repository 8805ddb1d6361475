//! Dice thrown at a table: whether they were typed in with the consent of all sides, where that was needed.

use std::collections::BTreeSet;

use serde_json::Value;

use super::body::field;
use crate::bundle::{Bundle, Kind};

/// What the public stream says of dice thrown at a table.
#[derive(Default)]
pub(super) struct Consent {
    /// Whether the campaign was laid out so that all sides have to agree.
    needed: bool,
    agreed: BTreeSet<String>,
    /// Whether all sides agree, and whether they ever did.
    stands: bool,
    stood: bool,
    /// Whether the campaign went on without the secret of its dice.
    missing: bool,
    /// Throws typed in without consent after that.
    pub(super) n_without: usize,
}

impl Consent {
    /// Reads one public body.
    pub(super) fn body(&mut self, bundle: &Bundle, body: &Value) {
        let text = |key: &str| field(body, key).and_then(Value::as_str);
        let terms = field(body, "terms").and_then(|terms| field(terms, "table"));
        self.needed |= text("kind") == Some("laid-out") && terms.and_then(Value::as_str) == Some("agreed");
        self.missing |= text("kind") == Some("dice-missing");
        let Some(word) = text("table_dice") else { return };
        if word != "agree" {
            self.agreed.clear();
        }
        if word != "withdraw"
            && let Some(side) = text("seat").filter(|seat| seat.starts_with("side-"))
        {
            self.agreed.insert(side.to_owned());
        }
        self.stands = self.agreed.len() == bundle.manifest.sides.len();
        self.stood |= self.stands;
    }

    /// A throw that was typed in: whether nothing in the file allowed it. A throw may be finished after consent was
    /// withdrawn, and a side's file does not tell when it was typed; so a consent that once stood allows it.
    pub(super) fn is_untold(&mut self, bundle: &Bundle) -> bool {
        let stands = if bundle.kind == Kind::Seat { self.stood } else { self.stands };
        let without = self.needed && self.missing && !stands;
        self.n_without += usize::from(without);
        self.needed && !self.missing && !self.stood
    }
}
