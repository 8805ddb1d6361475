//! The terms of the dice, laid out once at the beginning; and dice thrown at a table: whether they were typed in with the
//! consent of all sides, where that was needed.

use std::collections::BTreeSet;

use serde_json::Value;

use super::body::field;
use super::words::name;
use crate::Stream;
use crate::bundle::{Bundle, Kind};

/// What the public stream says of the terms of the dice, and of dice thrown at a table.
#[derive(Default)]
pub(super) struct Consent {
    /// Whether the campaign was laid out so that all sides have to agree.
    needed: bool,
    /// Whether the campaign has begun, by its first public entry.
    begun: bool,
    /// Whether it was laid out with terms of the dice, as since dice open by an entry of their own.
    pub(super) has_terms: bool,
    /// Whether it was laid out so that the devices of all sides give words.
    pub(super) by_devices: bool,
    /// Whether it was laid out so that nobody gives words.
    pub(super) by_nobody: bool,
    /// On which terms dice are typed in.
    pub(super) typing: Option<&'static str>,
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
    /// Reads one public body: its faults. The first one alone begins the campaign, and only what has begun has its dice
    /// renewed: else a second beginning could change the terms. Where a public body is withheld it is `unsure`.
    pub(super) fn body(
        &mut self,
        bundle: &Bundle,
        body: &Value,
        is_first: bool,
        unsure: bool,
    ) -> Vec<&'static str> {
        let mut faults = Vec::new();
        let text = |key: &str| field(body, key).and_then(Value::as_str);
        let kind = text("kind");
        if kind == Some("laid-out")
            && let Some(terms) = field(body, "terms")
        {
            let term = |key: &str| field(terms, key).and_then(Value::as_str);
            self.needed |= term("table") == Some("agreed");
            self.has_terms = true;
            self.by_devices |= term("words") == Some("devices");
            self.by_nobody |= term("words") == Some("nobody");
            self.typing = match term("table") {
                Some("agreed") => Some("where all sides agree"),
                Some("free") => Some("without asking, by the set-up"),
                _ => self.typing,
            };
            let read = matches!(term("table"), Some("free" | "agreed"));
            if !(read && matches!(term("words"), Some("devices" | "nobody"))) {
                faults.push("its terms of the dice cannot be read");
            }
        }
        let begins = matches!(kind, Some("began" | "laid-out"));
        if begins && !is_first {
            faults.push("begins a campaign that had begun");
        }
        if is_first && !begins {
            faults.push("does not begin the campaign");
        }
        if kind == Some("dice-renewed") && !self.begun && !unsure {
            faults.push("renews the dice of a campaign that has not begun");
        }
        self.begun |= begins;
        if self.has_terms && field(body, "contribution").is_some() {
            faults.push("types in words, and its terms know none");
        }
        self.missing |= kind == Some("dice-missing");
        if kind == Some("dice-missing") && bundle.dice_secret.is_some() {
            faults.push("says that the secret is missing, and it is here");
        }
        let Some(word) = field(body, "table_dice") else { return faults };
        let n_sides = bundle.manifest.sides.len().min(256);
        let side = text("seat").filter(|seat| (0..n_sides).any(|side| *seat == name(side)));
        let said = (word.as_str(), side);
        if !matches!(said, (Some("ask" | "withdraw"), _) | (Some("agree"), Some(_))) {
            faults.push("its word on typed dice cannot be read");
            return faults;
        }
        if text("by") != text("seat") {
            faults.push("says for another seat whether dice may be typed in");
            return faults;
        }
        if said.0 != Some("agree") {
            self.agreed.clear();
        }
        if said.0 != Some("withdraw") {
            self.agreed.extend(side.map(str::to_owned));
        }
        self.stands = self.agreed.len() == n_sides;
        self.stood |= self.stands;
        faults
    }

    /// A throw that was typed in by an entry of a kind: whether nothing in the file allowed it. A throw may be finished after
    /// consent was withdrawn, and typed again in a correction; and a side's file does not tell when what stands in its own
    /// stream was typed. There a consent that once stood allows it.
    pub(super) fn is_untold(&mut self, bundle: &Bundle, stream: Stream, kind: Option<&str>) -> bool {
        let unordered = bundle.kind == Kind::Seat && stream != Stream::Public;
        let once = unordered || matches!(kind, Some("answered" | "corrected"));
        let allowed = self.stands || once && self.stood;
        self.n_without += usize::from(self.needed && self.missing && !allowed);
        self.needed && !self.missing && !allowed
    }
}
