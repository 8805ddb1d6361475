//! Words of the sides at the start: each fixed by a digest before any is opened, by whose hand, and which made the dice.

use std::collections::{BTreeMap, BTreeSet};

use dice::{Contribution, Digest, OpenedWords, Signature, WordsForm, words_set};
use serde_json::Value;

use super::body::field;
use crate::bundle::Bundle;

/// How far a hand is from the side's own.
const HANDS: [(&str, &str); 4] = [
    ("device", "by its own device"),
    ("program", "by a program"),
    ("umpire", "by another seat's device"),
    ("host", "by the host"),
];
/// How long the sides have to open their words once all digests stand: three days, in milliseconds. Who had less is not
/// called late.
const TIME_TO_OPEN: i64 = 3 * 24 * 3_600_000;
/// The place of another seat's device among them: nobody's hand but the side's own is nearer.
const UMPIRE: usize = 2;

/// What the public stream says of words.
#[derive(Default)]
pub(super) struct Words {
    pledged: BTreeMap<usize, (Digest, usize)>,
    opened: BTreeMap<usize, (Digest, usize)>,
    /// The sides whose bytes were fixed by a digest of earlier builds, and by which.
    loose: BTreeMap<usize, WordsForm>,
    /// The hash of the public link with the last digest, which is signed with them.
    link: Option<Digest>,
    typed: BTreeSet<String>,
    pub(super) dice_open: bool,
    /// Who began the words anew and who had not opened, each time.
    anew: Vec<String>,
    /// How many sides' words the dice were opened without.
    n_held_back: usize,
    /// When the last digest was given, in milliseconds since 1970, UTC.
    since: i64,
    /// Whether a public body was withheld: it may have held any of this.
    pub(super) unsure: bool,
}

impl Words {
    /// Reads one public body with the hash of its link: its faults, and what it adds to the dice. Where `by_nobody`, the terms of the dice know no
    /// words.
    pub(super) fn body(
        &mut self,
        bundle: &Bundle,
        body: &Value,
        link: Digest,
        by_nobody: bool,
    ) -> (Vec<&'static str>, Vec<Contribution>) {
        let mut faults = Vec::new();
        let at = body.get("at").and_then(Value::as_i64).unwrap_or(0);
        let sides = bundle.manifest.sides.len().min(256);
        let text = |key: &str| body.get(key).and_then(Value::as_str).unwrap_or("");
        let side = (0..sides).find(|side| text("seat") == name(*side));
        let hand_of = |given: &Value| {
            let said = given.get("hand").and_then(Value::as_str);
            let hand = HANDS.iter().position(|(hand, _)| said == Some(*hand))?;
            Some(if text("by") == text("seat") { hand } else { hand.max(UMPIRE) })
        };
        let read = |given: &Value, key: &str| {
            let digest: Digest = given.get(key)?.as_str()?.parse().ok()?;
            let signature: Option<Signature> = match given.get("signature").filter(|signed| !signed.is_null())
            {
                Some(signed) if key == "bytes" => Some(signed.as_str()?.parse().ok()?),
                _ => None,
            };
            Some((side?, digest, signature, hand_of(given)?))
        };
        if let Some(given) = field(body, "contribution")
            && let Some(seat) = given.get("seat").and_then(Value::as_str)
        {
            self.typed.insert(seat.to_owned());
        }
        for key in ["pledge", "words"] {
            let Some(given) = field(body, key) else { continue };
            let Some((side, digest, signature, hand)) =
                read(given, if key == "pledge" { "digest" } else { "bytes" })
            else {
                faults.push(if key == "pledge" {
                    "is not written as a digest of words"
                } else {
                    "is not written as words"
                });
                continue;
            };
            if by_nobody {
                faults.push("gives words, and by its terms nobody does");
            }
            if self.dice_open {
                faults.push("holds words that came after the dice were open");
            } else if key == "pledge" {
                if !self.opened.is_empty() {
                    faults.push("gives a digest after words had been opened");
                }
                self.since = at;
                self.link = Some(link);
                self.pledged.insert(side, (digest, hand));
            } else if self.opened.contains_key(&side) && !self.unsure {
                faults.push("opens words that were open");
            } else {
                match self.form(bundle, side, &digest, signature.as_ref()) {
                    Some(WordsForm::Signed) => {}
                    Some(form) => _ = self.loose.insert(side, form),
                    None if self.unsure => {}
                    None => faults.push("opens words that its digest did not fix"),
                }
                if self.pledged.len() < sides && !self.unsure {
                    faults.push("opens words before all digests stood");
                }
                self.opened.insert(side, (digest, hand));
            }
        }
        let mut added = Vec::new();
        match text("kind") {
            "renewed" if !self.dice_open => {
                let late = (0..sides).filter(|side| !self.opened.contains_key(side)).map(name);
                let late = late.collect::<Vec<_>>().join(" and ");
                let by = if text("by") == "umpire" { "the umpire" } else { "the table" };
                self.anew.push(match at.saturating_sub(self.since) < TIME_TO_OPEN {
                    true => format!("by {by}, before the time to open was over"),
                    false => format!("by {by}, not opened by {late}"),
                });
                self.pledged.clear();
                self.opened.clear();
                self.loose.clear();
            }
            "dice-opened" if !self.dice_open => {
                self.dice_open = true;
                self.n_held_back = sides - self.opened.len().min(sides);
                let words = self.opened.iter();
                added.extend(
                    words.map(|(side, (bytes, _))| Contribution {
                        seat: name(*side),
                        text: bytes.to_string(),
                    }),
                );
            }
            _ => {}
        }
        (faults, added)
    }

    /// Whose words made the dice; and where they were begun anew, how often and who had not opened each time.
    pub(super) fn lines(&self, bundle: &Bundle) -> Vec<String> {
        let mut lines = vec![self.line(bundle)];
        if !self.anew.is_empty() {
            lines.push(format!("words begun anew: {}, {}", self.anew.len(), self.anew.join(", then ")));
        }
        lines
    }

    /// By whose hand a side's words were given, the farther one where there were two.
    fn hand(&self, side: usize) -> Option<usize> {
        let (_, opened) = self.opened.get(&side)?;
        let pledged = self.pledged.get(&side).map(|(_, hand)| *hand);
        Some(pledged.map_or(*opened, |pledged| pledged.max(*opened)))
    }

    /// How often words were begun anew. All digests stood then, and devices open by themselves: whether anybody's words were
    /// known stands nowhere but on the host's word.
    pub(super) fn n_anew(&self) -> usize {
        self.anew.len()
    }

    /// Of how many sides the words are missing in the dice.
    pub(super) fn n_held_back(&self) -> usize {
        self.n_held_back
    }

    /// The sides whose words made the dice and were given by another hand than their own.
    pub(super) fn by_another(&self) -> Vec<String> {
        let another = |side: &usize| self.dice_open && self.hand(*side) >= Some(UMPIRE);
        self.opened.keys().copied().filter(another).map(name).collect()
    }

    /// By which form the digest that stands for a side fixed words, if it did.
    fn form(
        &self,
        bundle: &Bundle,
        side: usize,
        bytes: &Digest,
        signature: Option<&Signature>,
    ) -> Option<WordsForm> {
        let pledged = self.pledged.get(&side).map(|(pledged, _)| *pledged)?;
        let stood: Vec<_> = self.pledged.iter().map(|(side, (digest, _))| (name(*side), *digest)).collect();
        let set = words_set(
            &bundle.genesis,
            &self.link?,
            stood.iter().map(|(seat, digest)| (seat.as_str(), *digest)),
        );
        let opened = OpenedWords { seat: &name(side), bytes, signature };
        opened.form(&bundle.genesis, bundle.manifest.campaign.as_str(), &set, pledged)
    }

    /// The sides whose words made the dice and were fixed by a digest of an earlier build, and by which.
    pub(super) fn loose(&self) -> Vec<(String, WordsForm)> {
        self.loose.iter().filter(|_| self.dice_open).map(|(side, form)| (name(*side), *form)).collect()
    }

    fn line(&self, bundle: &Bundle) -> String {
        if !self.dice_open {
            return "words: the dice are not open".to_owned();
        }
        let one = |side: usize| match self.hand(side) {
            Some(hand) => format!("{} {}", name(side), HANDS[hand].1),
            None if self.typed.contains(&name(side)) => format!("{} typed", name(side)),
            None => format!("without {}", name(side)),
        };
        let sides: Vec<String> = (0..bundle.manifest.sides.len().min(256)).map(one).collect();
        format!("words: {}", sides.join(", "))
    }
}

pub(super) fn name(side: usize) -> String {
    format!("side-{side}")
}
