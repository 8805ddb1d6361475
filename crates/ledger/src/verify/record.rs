//! What the bodies say: contributions, rolls, sealed choices.

use std::collections::{BTreeMap, BTreeSet};

use dice::{Contribution, DiceKey, Digest, QuestionKey, WordsForm, seal_digest};
use serde_json::Value;

use super::beginning::{self, Fixed};
use super::body::{self, Origin, Roll};
use super::consent::Consent;
use super::explained;
use super::words::Words;
use crate::bundle::{Bundle, BundlePart, Kind};
use crate::{Finding, Stream, strict};

/// What the bodies hold and what is wrong with it.
#[derive(Default)]
pub(super) struct Record {
    pub(super) faults: Vec<Finding>,
    pub(super) n_keyed: usize,
    pub(super) n_computed: usize,
    /// Keyed rolls of earlier builds, bound to names of acts.
    pub(super) n_by_act: usize,
    pub(super) n_table: usize,
    pub(super) n_rulings: usize,
    pub(super) n_seals: usize,
    pub(super) n_openings: usize,
    /// Whether it says of itself that it began before dice hung on questions alone.
    pub(super) is_old: bool,
    /// Throws typed in without consent after the campaign went on without its secret.
    pub(super) n_without: usize,
    /// Whether a public body was withheld: it may have held words, terms or throws.
    pub(super) is_unsure: bool,
    /// Whether what the umpire alone reads of the beginning was fixed by no digest.
    pub(super) is_unfixed: bool,
    /// Whose words made the dice.
    pub(super) words: Vec<String>,
    /// How often words were begun anew.
    pub(super) n_anew: usize,
    /// Of how many sides the words are missing in dice that the devices of all were to make.
    pub(super) n_held_back: usize,
    /// On which terms dice are typed in; nothing in campaigns that say nothing of it.
    pub(super) typing: Option<&'static str>,
    /// The sides whose words were given by another hand than their own.
    pub(super) by_another: Vec<String>,
    /// The sides whose words were fixed by a digest that does not name the secret.
    pub(super) loose: Vec<(String, WordsForm)>,
}

struct Walk<'b> {
    bundle: &'b Bundle,
    record: Record,
    /// The dice of this campaign, when the file holds the committed secret: as they are, and as they were before it went
    /// over.
    keys: Option<(QuestionKey, DiceKey)>,
    /// Whether its dice answer by the question alone from here on.
    by_question: bool,
    /// The next keyed roll of each stream, 1 where none is named.
    next_roll: BTreeMap<Stream, u64>,
    /// Streams where a body was withheld since the last roll: it may have held rolls.
    unsure: BTreeSet<Stream>,
    /// Digests by slot and side that an opening may refer to.
    seals: BTreeMap<(String, String), Vec<Digest>>,
    contributions: Vec<Contribution>,
    words: Words,
    consent: Consent,
    /// The highest version of the rules so far; by stream where the order between streams is unknown.
    versions: BTreeMap<Option<Stream>, u64>,
}

/// Reads all bodies in recorded order: the master's where the file has it, else stream by stream.
pub(super) fn check(bundle: &Bundle) -> Record {
    let committed = |secret: &&dice::Secret| secret.commitment() == bundle.manifest.dice_commitment;
    let keys = bundle.dice_secret.as_ref().filter(committed).map(|secret| {
        let (campaign, given) = (bundle.manifest.campaign.as_str(), &bundle.contributions);
        let key = QuestionKey::new(secret, campaign, bundle.manifest.setup_digest, given);
        (key, DiceKey::new(secret, campaign, given))
    });
    let mut walk = Walk {
        bundle,
        record: Record::default(),
        keys,
        by_question: false,
        next_roll: BTreeMap::new(),
        unsure: BTreeSet::new(),
        seals: BTreeMap::new(),
        contributions: Vec::new(),
        words: Words::default(),
        consent: Consent::default(),
        versions: BTreeMap::new(),
    };
    let bodies: Vec<(Stream, &BundlePart, Option<Value>)> = recorded_order(bundle)
        .into_iter()
        .map(|(stream, part)| (stream, part, part.body.as_deref().map(parse)))
        .collect();
    match beginning::check(bundle.kind, &bundle.manifest.campaign, &bodies) {
        Fixed::Right => {}
        Fixed::Otherwise => walk.fault("public 1", "fixes another beginning than the umpire reads"),
        Fixed::ByNothing => walk.record.is_unfixed = true,
    }
    if bundle.kind == Kind::Seat {
        // The order between the two streams is unknown: an opening may refer to any seal of its slot.
        let bodies = bodies.iter().filter_map(|(_, _, body)| body.as_ref());
        for seal in bodies.flat_map(|body| list(body, "seals").unwrap_or_default()).filter_map(body::seal) {
            walk.seals.entry((seal.slot, seal.side)).or_default().push(seal.digest);
        }
    }
    for (stream, part, body) in &bodies {
        match body {
            Some(body) => walk.body(*stream, &format!("{stream} {}", part.number), part.hash, body),
            None => {
                walk.words.unsure |= *stream == Stream::Public;
                walk.unsure.insert(*stream);
            }
        }
    }
    if !bodies.iter().any(|(stream, ..)| *stream == Stream::Public) {
        walk.fault("public", "has no entry that begins the campaign");
    }
    let public_is_whole = !bodies.iter().any(|(stream, _, body)| *stream == Stream::Public && body.is_none());
    if public_is_whole && walk.contributions != bundle.contributions {
        walk.fault("contributions", "are not those recorded in the public stream");
    }
    walk.record.n_without = walk.consent.n_without;
    walk.record.is_unsure = walk.words.unsure;
    walk.record.words = walk.words.lines(bundle);
    walk.record.n_anew = walk.words.n_anew();
    walk.record.n_held_back = if walk.consent.by_devices { walk.words.n_held_back() } else { 0 };
    walk.record.typing = walk.consent.typing;
    walk.record.by_another = walk.words.by_another();
    walk.record.loose = walk.words.loose();
    walk.record
}

impl Walk<'_> {
    fn body(&mut self, stream: Stream, place: &str, link: Digest, body: &Value) {
        if !body.is_object() {
            self.fault(place, "its body is not a JSON object");
            return;
        }
        let kind = body::field(body, "kind").and_then(Value::as_str);
        self.by_question |= stream == Stream::Public && matches!(kind, Some("laid-out" | "dice-renewed"));
        let no_terms = kind == Some("laid-out") && body::field(body, "terms").is_none();
        self.record.is_old |= stream == Stream::Public && (kind == Some("began") || no_terms);
        for key in body::unread_head(body) {
            self.fault(place, format!("its {key} cannot be read"));
        }
        self.rules(stream, place, body.get("rules").unwrap_or(&Value::Null));
        if let Some(given) = body::field(body, "contribution") {
            self.contribution(stream, place, given);
        }
        if stream == Stream::Public {
            let untrue = self.consent.body(self.bundle, body, place == "public 1", self.words.unsure);
            untrue.into_iter().for_each(|sentence| self.fault(place, sentence));
            let (faults, added) = self.words.body(self.bundle, body, link, self.consent.by_nobody);
            faults.into_iter().for_each(|sentence| self.fault(place, sentence));
            self.contributions.extend(added);
        }
        for (place, roll) in self.each(place, body, "rolls", "roll") {
            match body::roll(roll) {
                Some(read) => {
                    self.roll(stream, &place, &read, kind);
                    if let Some(record) = body::field(roll, "record") {
                        self.record.faults.extend(explained::faults(&place, &read, record));
                    }
                }
                None => self.fault(&place, "is not written as a roll"),
            }
        }
        for (place, seal) in self.each(place, body, "seals", "seal") {
            match body::seal(seal) {
                Some(seal) => {
                    self.record.n_seals += 1;
                    if self.bundle.kind != Kind::Seat {
                        self.seals.insert((seal.slot, seal.side), vec![seal.digest]);
                    }
                }
                None => self.fault(&place, "is not written as a seal"),
            }
        }
        for (place, opening) in self.each(place, body, "openings", "opening") {
            match body::opening(opening) {
                Some(opening) => self.opening(&place, opening),
                None => self.fault(&place, "is not written as an opening"),
            }
        }
    }

    /// The version of the rules never falls: else an entry could be laid to rules under which it cannot be judged.
    fn rules(&mut self, stream: Stream, place: &str, rules: &Value) {
        let manifest = &self.bundle.manifest;
        let Some((system, version)) = rules.as_str().and_then(body::rules) else {
            return self.fault(place, "its rules are not written as system/version");
        };
        if system != manifest.system {
            return self.fault(place, "its rules are not those of the manifest");
        }
        let began = manifest.rules_version.parse().unwrap_or(0);
        let order = (self.bundle.kind == Kind::Seat).then_some(stream);
        let known = self.versions.get(&order).copied().unwrap_or(began);
        if version < known {
            self.fault(place, format!("is judged by version {version} of the rules, after version {known}"));
        }
        self.versions.insert(order, known.max(version));
    }

    fn contribution(&mut self, stream: Stream, place: &str, given: &Value) {
        let place = format!("{place} contribution");
        match body::contribution(given) {
            None => self.fault(&place, "is not written as a contribution"),
            Some(_) if stream != Stream::Public => self.fault(&place, "belongs in the public stream"),
            Some(given) => {
                self.contributions.push(given);
                if self.record.n_keyed > 0 {
                    self.fault(&place, "came after the first keyed roll");
                }
            }
        }
    }

    fn roll(&mut self, stream: Stream, place: &str, roll: &Roll, kind: Option<&str>) {
        let fits = roll.fits();
        if !fits {
            self.fault(place, "shows faces that its dice cannot show");
        }
        let number = match (roll.origin, roll.number) {
            (Origin::Table | Origin::Ruling, number) => {
                self.record.n_table += usize::from(roll.origin == Origin::Table);
                self.record.n_rulings += usize::from(roll.origin == Origin::Ruling);
                if number.is_some() {
                    self.fault(place, "is no keyed roll and must have no number");
                }
                if roll.origin == Origin::Table
                    && self.consent.is_untold(self.bundle, stream, kind)
                    && !self.words.unsure
                {
                    self.fault(place, "is typed in, and not all sides had agreed to that");
                }
                return;
            }
            (Origin::Server, number) => number,
        };
        if self.consent.has_terms && !self.words.dice_open && !self.words.unsure {
            self.fault(place, "is thrown before the dice were open");
        }
        let Some(number) = number else {
            self.record.n_keyed += 1;
            return self.fault(place, "is a keyed roll without a number");
        };
        self.record.n_keyed += 1;
        let next = self.next_roll.get(&stream).copied().unwrap_or(1);
        let unsure = self.unsure.remove(&stream);
        if number != next && !(unsure && number > next) {
            self.fault(place, format!("has number {number}, and {next} comes next"));
        }
        self.next_roll.insert(stream, number.saturating_add(1));
        self.record.n_by_act += usize::from(!self.by_question);
        if self.by_question && roll.asked.as_ref() != Some(&roll.question) {
            self.fault(place, "its question is not the one that its record tells");
        }
        if let Some((key, before)) = self.keys.as_ref().filter(|_| fits) {
            let stream = stream.to_string();
            let faces = match self.by_question {
                true => answered(key, &stream, roll),
                false => faces(before, &stream, number, roll),
            };
            self.record.n_computed += 1;
            if roll.faces != faces {
                self.fault(place, "its faces are not those that the secret gives");
            }
        }
    }

    fn opening(&mut self, place: &str, opening: body::Opening) {
        self.record.n_openings += 1;
        let body::Opening { slot, side, payload, nonce } = opening;
        let digest = seal_digest(self.bundle.manifest.campaign.as_str(), &slot, &side, &payload, &nonce);
        match self.seals.get(&(slot, side)) {
            None => self.fault(place, "opens what was not sealed"),
            Some(sealed) if !sealed.contains(&digest) => self.fault(place, "is not what was sealed"),
            Some(_) => {}
        }
    }

    /// The elements of a list of a body, each with its place.
    fn each<'v>(&mut self, place: &str, body: &'v Value, key: &str, one: &str) -> Vec<(String, &'v Value)> {
        let Some(values) = list(body, key) else {
            self.fault(&format!("{place} {key}"), "must be a list");
            return Vec::new();
        };
        values.iter().zip(1..).map(|(value, n)| (format!("{place} {one} {n}"), value)).collect()
    }

    fn fault(&mut self, place: &str, sentence: impl Into<String>) {
        self.record.faults.push(Finding::new(place, sentence));
    }
}

/// A list of a body, empty when it is missing or `null`; `None` when it is something else.
fn list<'v>(body: &'v Value, key: &str) -> Option<&'v [Value]> {
    match body::field(body, key) {
        None => Some(&[]),
        Some(value) => value.as_array().map(Vec::as_slice),
    }
}

/// All faces in the order thrown, the ties of an opposed roll included; of a draw by lot the place of who is drawn.
fn answered(key: &QuestionKey, stream: &str, roll: &Roll) -> Vec<u16> {
    if !roll.lots.is_empty() {
        let lots: Vec<&str> = roll.lots.iter().map(String::as_str).collect();
        return key.lot(stream, &roll.question, &lots).into_iter().collect();
    }
    match roll.dice.as_slice() {
        [one, other] if roll.opposed => {
            key.opposed(stream, &roll.question, [*one, *other]).into_iter().flatten().collect()
        }
        dice => key.faces(stream, &roll.question, dice),
    }
}

/// As [`answered`], of a roll of an earlier build.
fn faces(key: &DiceKey, stream: &str, number: u64, roll: &Roll) -> Vec<u16> {
    match roll.dice.as_slice() {
        [one, other] if roll.opposed => {
            key.opposed(stream, number, &roll.question, [*one, *other]).into_iter().flatten().collect()
        }
        dice => key.faces(stream, number, &roll.question, dice),
    }
}

/// The body's JSON; what is none gives `null`, which is no object either.
fn parse(body: &str) -> Value {
    strict::parse(body).unwrap_or(Value::Null)
}

fn recorded_order(bundle: &Bundle) -> Vec<(Stream, &BundlePart)> {
    let parts = bundle.streams.iter().flat_map(|stream| stream.parts.iter().map(|part| (stream.name, part)));
    let Some(master) = &bundle.master else { return parts.collect() };
    let by_name: BTreeMap<(Stream, u64), &BundlePart> =
        parts.map(|(stream, part)| ((stream, part.number), part)).collect();
    let names = master.iter().flat_map(|link| &link.parts);
    names.filter_map(|name| Some((name.stream, *by_name.get(&(name.stream, name.number))?))).collect()
}
