//! Checking a campaign file: everything it can prove, and every fault with its place.

mod beginning;
mod body;
mod chains;
mod consent;
mod explained;
mod noted;
mod record;
mod words;

pub use self::beginning::beginning_digest;
pub use self::noted::short_head;

use dice::WordsForm;

use self::noted::Noted;
use crate::Finding;
use crate::bundle::{Bundle, Kind};

/// How a fact begins for which the dice are proved less than in a campaign of today.
const WEAKER: &str = "weaker: ";
/// How a line begins that says why a noted head proves less.
const WEAKER_HEAD: &str = "weaker: the noted head";

/// What a file is, what it proves, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The kind of file; `None` when its shape is so broken that it was not checked further.
    pub kind: Option<Kind>,
    /// What was found and what it proves, one line each.
    pub facts: Vec<String>,
    /// All that is wrong. A file is sound when this is empty.
    pub faults: Vec<Finding>,
}

/// Checks a file's text. `noted_head` is a hash somebody noted earlier: of a part, of an entry, or of
/// the manifest; the file must contain it.
pub fn verify(text: &str, noted_head: Option<&str>) -> Report {
    match Bundle::parse(text) {
        Ok(bundle) => verify_bundle(&bundle, noted_head),
        Err(faults) => Report { kind: None, facts: Vec::new(), faults },
    }
}

/// As [`verify`], for a file that has been read.
pub fn verify_bundle(bundle: &Bundle, noted_head: Option<&str>) -> Report {
    let mut faults = chains::check(bundle);
    let record = record::check(bundle);
    faults.extend(record.faults);

    let withheld = bundle.streams.iter().flat_map(|stream| &stream.parts).filter(|part| part.body.is_none());
    let (proves, leaves_open) = proof(bundle.kind);
    let title = serde_json::Value::from(bundle.manifest.title.as_str());
    let mut facts = vec![
        format!("file: {}, campaign {}, {title}", bundle.kind, bundle.manifest.campaign),
        format!("holds: {}", contents(bundle)),
        format!("withheld: {} bodies", withheld.count()),
        format!(
            "dice: {} keyed rolls, {} of them computed again; {} rolls from a table, {} rulings",
            record.n_keyed, record.n_computed, record.n_table, record.n_rulings
        ),
        format!("sealed: {} seals, {} openings", record.n_seals, record.n_openings),
    ];
    facts.extend(record.words);
    facts.extend(record.typing.map(|typing| format!("typed dice: {typing}")));
    facts.extend([format!("proves: {proves}"), format!("does not prove: {leaves_open}")]);
    if record.n_by_act > 0 {
        facts.push(format!(
            "{WEAKER}{} keyed rolls are bound to names of acts, which whoever knew the secret could choose",
            record.n_by_act
        ));
    }
    if record.is_old {
        facts.push(format!(
            "{WEAKER}by its own word it began under version {} of its rules and an earlier program; whoever knew the secret \
             could choose its dice",
            bundle.manifest.rules_version
        ));
    }
    if record.n_without > 0 {
        facts.push(format!(
            "{WEAKER}{} throws were typed in without the consent of all sides, since the campaign went on without the secret \
             of its dice",
            record.n_without
        ));
    }
    if record.is_unsure {
        facts.push(format!("{WEAKER}a public body is withheld, and may have told of the dice"));
    }
    if record.is_unfixed {
        facts.push(format!(
            "{WEAKER}no digest fixes what it began from, and whoever knew the dice could choose that"
        ));
    }
    if record.n_anew > 0 {
        facts.push(format!(
            "{WEAKER}whoever knew the secret could choose one of {} rounds of words",
            record.n_anew + 1
        ));
    }
    if record.n_held_back > 0 {
        facts.push(format!(
            "{WEAKER}whoever knew the secret could choose that the dice opened without all words"
        ));
    }
    let another =
        |side: &String| format!("{WEAKER}the words of {side} were given by another hand than its own");
    facts.extend(record.by_another.iter().map(another));
    let loose = |(side, form): &(String, WordsForm)| match form {
        WordsForm::Campaign => {
            format!(
                "{WEAKER}the digest of {side}'s words names no secret, and whoever knew them could choose it"
            )
        }
        _ => format!(
            "{WEAKER}{side}'s words are not signed, and whoever knew them could choose those beside them"
        ),
    };
    facts.extend(record.loose.iter().map(loose));
    if let Some(noted) = noted_head {
        match find_head(bundle, noted) {
            Ok((place, n_digits)) => {
                facts.push(format!("noted head: {place}"));
                facts.extend(n_digits.map(|n| {
                    format!("{WEAKER_HEAD} has {n} digits, and a host could prepare two histories that show them: note 32")
                }));
            }
            Err(sentence) => faults.push(Finding::new("noted head", sentence)),
        }
    }
    Report { kind: Some(bundle.kind), facts, faults }
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// The report as printed, the same lines that every implementation prints.
    pub fn lines(&self) -> Vec<String> {
        self.raw_lines().iter().map(|line| printable(line)).collect()
    }

    /// What the verdict adds where something is proved less.
    fn weaker(&self) -> &'static str {
        let (heads, dice): (Vec<_>, Vec<_>) = self
            .facts
            .iter()
            .filter(|fact| fact.starts_with(WEAKER))
            .partition(|fact| fact.starts_with(WEAKER_HEAD));
        match (dice.is_empty(), heads.is_empty()) {
            (true, true) => "",
            (false, true) => ", with weaker proof of its dice",
            (true, false) => ", with weaker proof of its history",
            (false, false) => ", with weaker proof of its dice and its history",
        }
    }

    fn raw_lines(&self) -> Vec<String> {
        let mut lines = self.facts.clone();
        lines.extend(self.faults.iter().map(|fault| format!("fault: {fault}")));
        lines.push(match self.faults.len() {
            0 => format!("result: sound{}", self.weaker()),
            1 => "result: 1 fault".to_owned(),
            more => format!("result: {more} faults"),
        });
        lines
    }
}

/// A line in which nothing of a file's own words begins another line, turns the line round or is not seen: such letters
/// are written as `\u202e`.
pub fn printable(line: &str) -> String {
    let mut told = String::with_capacity(line.len());
    for letter in line.chars() {
        let begins_a_line = matches!(letter, '\u{2028}' | '\u{2029}');
        // What shapes its neighbours: texts need some of it, and nobody sees it.
        let joins = matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        if letter.is_control() || begins_a_line || joins || is_unseen(letter) {
            letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| told.push_str(&format!("\\u{unit:04x}")));
        } else {
            told.push(letter);
        }
    }
    told
}

/// Whether a letter has no shape of its own: marks that turn what follows them round, other people's words too, and signs
/// that every reader of Unicode leaves out or draws as nothing. Joiners of letters are not among them: words of Persian need them.
#[must_use]
pub const fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// What a file of this kind proves when it is sound, and what it cannot.
fn proof(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Seat => (
            "content and order within these streams; sealed choices opened here are those that were sealed",
            "the dice, what the rules give, other streams, the order between streams; nor that the whole \
             history was not written anew or cut off, unless a head noted earlier is in it",
        ),
        Kind::Umpire => (
            "content and order of all streams; opened choices are those that were sealed",
            "the dice; nor that the whole history was not written anew or cut off, unless a head noted earlier \
             is in it",
        ),
        Kind::Final | Kind::Move => (
            "content and order of all streams; opened choices are those that were sealed; every keyed roll",
            "dice thrown at a table; nor that the whole history was not written anew or cut off, unless a head \
             noted earlier is in it",
        ),
    }
}

fn contents(bundle: &Bundle) -> String {
    let mut counts: Vec<String> =
        bundle.streams.iter().map(|stream| format!("{} {}", stream.name, stream.parts.len())).collect();
    counts.extend(bundle.master.as_ref().map(|master| format!("master {}", master.len())));
    counts.join(", ")
}

/// Where a noted head stands, and how many digits it has where these are too few.
fn find_head(bundle: &Bundle, noted: &str) -> Result<(String, Option<usize>), String> {
    let noted = Noted::read(noted)?;
    if noted.is(&bundle.genesis) {
        return Ok(("the manifest".to_owned(), noted.is_weak()));
    }
    let parts = bundle.streams.iter().flat_map(|stream| {
        stream.parts.iter().map(|part| (part.hash, format!("{} {}", stream.name, part.number)))
    });
    let entries = bundle.master.iter().flatten().map(|link| (link.hash, format!("master {}", link.number)));
    parts
        .chain(entries)
        .find(|(hash, _)| noted.is(hash))
        .map(|(_, place)| (place, noted.is_weak()))
        .ok_or_else(|| "is no link of this file: another history, or one that ends earlier".to_owned())
}
