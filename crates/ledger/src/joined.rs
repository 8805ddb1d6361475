//! Files of tables above and below each other, as one: each is verified by itself, and then where they are joined.
//!
//! Such a file is a JSON object with exactly the fields `format` (`"adjutant-joined-bundle"`), `version` (`1`) and `files`: a
//! list of campaign files, a table above before those below it. A public body of the kind `table-opened` names a table
//! below (`below: {slot, campaign, manifest}`), and the first body there names it (`above: {campaign, slot, opened}`). A
//! body of the kind `table-closed` names the end (`closed: {slot, handed, broken_off}`), which is the body of the kind
//! `handed-up` there. `opened` and `handed` are hashes of links: of the public stream in a public part, of the master chain
//! in the umpire's part of the same entry.
//!
//! Where no person is the umpire the sides close a table below: bodies of the kind `closing-said`, each its side's (`said: {slot,
//! word, at}`, the word `take-in`, `break-off` or `no`, which strikes all that was said of it). A `table-closed` by the clock comes
//! after the same word of every side, with the same reason where it is broken off; `at` is the hash of the last public body below
//! of the kind `command`, `answered`, `undone` or `corrected`, and no such body comes between that and `handed-up`.
//!
//! A table may be corrected after it handed up, together with the one above. Then the umpire's part of the correction above names
//! the one below by its hash in the master chain (`course: {below: {slot: hash}}`), each in its order. A correction that changes
//! what stands at or before an entry by which a table was opened or closed names such a table.

use serde_json::{Map, Value, json};

mod agreed;
mod corrected;
mod told;

use self::told::{Told, is_whole, names, text, told};
use crate::bundle::{Bundle, Kind};
use crate::{Finding, Report, Stream, strict, verify_bundle};

const FORMAT_NAME: &str = "adjutant-joined-bundle";
const VERSION: u64 = 1;

/// Campaign files of tables above and below each other; the first is the one above all others.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The files.
    pub files: Vec<Bundle>,
}

/// What the files are, what they prove together, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedReport {
    /// Of each file by itself.
    pub reports: Vec<Report>,
    /// How they are joined, one line each.
    pub facts: Vec<String>,
    /// What is wrong where they are joined.
    pub faults: Vec<Finding>,
}

impl Joined {
    /// Whether a text says of itself that it is such a file.
    pub fn is_one(text: &str) -> bool {
        let value: Option<Value> = serde_json::from_str(text).ok();
        value.is_some_and(|value| value.get("format").and_then(Value::as_str) == Some(FORMAT_NAME))
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// Everything that is wrong with its shape, with places.
    pub fn parse(text: &str) -> Result<Self, Vec<Finding>> {
        let one = |place: &str, sentence: String| vec![Finding::new(place, sentence)];
        let value = strict::parse(text).map_err(|fault| one("file", fault))?;
        let Value::Object(fields) = &value else { return Err(one("file", "must be an object".into())) };
        head(fields)?;
        let Some(Value::Array(files)) = fields.get("files").filter(|files| !is_empty(files)) else {
            return Err(one("files", "must be a list of campaign files".into()));
        };
        let (mut read, mut faults) = (Vec::new(), Vec::new());
        for (n, file) in files.iter().enumerate() {
            match Bundle::of_value(file) {
                Ok(bundle) => read.push(bundle),
                Err(found) => faults.extend(found.into_iter().map(|fault| within(n, fault))),
            }
        }
        if faults.is_empty() { Ok(Self { files: read }) } else { Err(faults) }
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let files: Vec<Value> = self.files.iter().map(|file| json!(file)).collect();
        let file = json!({"format": FORMAT_NAME, "version": VERSION, "files": files});
        let mut text = serde_json::to_string_pretty(&file).expect("it holds only texts and numbers");
        text.push('\n');
        text
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
}

fn head(fields: &Map<String, Value>) -> Result<(), Vec<Finding>> {
    let mut faults: Vec<Finding> = fields
        .keys()
        .filter(|key| !["format", "version", "files"].contains(&key.as_str()))
        .map(|key| Finding::new(key.as_str(), "is unknown"))
        .collect();
    if fields.get("format").and_then(Value::as_str) != Some(FORMAT_NAME) {
        faults.push(Finding::new("format", format!("must be \"{FORMAT_NAME}\"")));
    }
    match fields.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => {
            let sentence = format!("is {newer}, newer than {VERSION}; use a newer program");
            faults.push(Finding::new("version", sentence));
        }
        _ => faults.push(Finding::new("version", format!("must be {VERSION}"))),
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn within(n: usize, fault: Finding) -> Finding {
    Finding::new(format!("files[{n}].{}", fault.place), fault.sentence)
}

/// Checks each file, and where they are joined.
pub fn verify_joined(joined: &Joined) -> JoinedReport {
    let reports = joined.files.iter().map(|file| verify_bundle(file, None)).collect();
    let mut joints = Joints::default();
    for (n, file) in joined.files.iter().enumerate() {
        let campaign = &file.manifest.campaign;
        let above = joined.files[..n].iter().filter(|other| opens(other, campaign.as_str())).count();
        let twice = joined.files[..n].iter().any(|other| other.manifest.campaign == *campaign);
        joints.unless(!twice, n, "manifest.campaign", "stands in a file before it");
        joints.unless(n == 0 || above == 1, n, "manifest.campaign", "is opened by no file before it");
        let alike = share(file) == share(&joined.files[0]);
        joints.unless(alike, n, "kind", "is of another kind, or for another seat, than the first file");
        joints.of(n, file, &joined.files);
    }
    JoinedReport { reports, facts: joints.facts, faults: joints.faults }
}

/// What kind of file it is and of whose streams: those of a table and of all below it are the same seat's share.
fn share(file: &Bundle) -> (Kind, Vec<Stream>) {
    (file.kind, file.streams.iter().map(|stream| stream.name).collect())
}

fn opens(file: &Bundle, campaign: &str) -> bool {
    told(file, "table-opened").iter().any(|entry| text(&entry.body, "/below/campaign") == Some(campaign))
}

impl JoinedReport {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.reports.iter().all(Report::is_sound)
    }

    /// Everything that is wrong, in each file and between them.
    pub fn all_faults(&self) -> Vec<Finding> {
        let each = self.reports.iter().enumerate();
        let each =
            each.flat_map(|(n, report)| report.faults.iter().map(move |fault| within(n, fault.clone())));
        each.chain(self.faults.iter().cloned()).collect()
    }

    /// The report as printed.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (n, report) in self.reports.iter().enumerate() {
            lines.push(format!("file {} of {}", n + 1, self.reports.len()));
            lines.extend(report.lines());
        }
        lines.extend(self.facts.iter().map(|fact| format!("joined: {fact}")));
        lines.extend(self.faults.iter().map(|fault| format!("fault: {fault}")));
        lines.push(match self.all_faults().len() {
            0 => "result of all: sound".to_owned(),
            1 => "result of all: 1 fault".to_owned(),
            more => format!("result of all: {more} faults"),
        });
        lines.iter().map(|line| crate::printable(line)).collect()
    }
}

/// What is found where files are joined.
#[derive(Default)]
struct Joints {
    facts: Vec<String>,
    faults: Vec<Finding>,
}

impl Joints {
    fn unless(&mut self, holds: bool, file: usize, place: &str, sentence: &str) {
        if !holds {
            self.faults.push(Finding::new(format!("files[{file}].{place}"), sentence));
        }
    }

    /// The tables that a file opens.
    fn of(&mut self, n: usize, file: &Bundle, files: &[Bundle]) {
        let (tables, closed) = (told(file, "table-opened"), told(file, "table-closed"));
        self.once(n, file, &tables, &closed);
        self.reach(n, file, &tables, &closed);
        self.agreed(n, file, &closed);
        for opened in tables {
            let slot = text(&opened.body, "/below/slot").unwrap_or_default();
            let campaign = text(&opened.body, "/below/campaign").unwrap_or_default();
            let place = format!("public {}", opened.number);
            let below =
                files.iter().enumerate().find(|(_, file)| file.manifest.campaign.as_str() == campaign);
            let Some((m, below)) = below else {
                self.facts.push(format!("{slot}: campaign {campaign} is not in this file"));
                continue;
            };
            let manifest = text(&opened.body, "/below/manifest");
            let same = manifest == Some(below.genesis.to_string().as_str());
            self.unless(same, n, &place, "opens a table that begins from another manifest");
            let begins = told(below, "laid-out").into_iter().next();
            let back = begins.is_some_and(|begins| {
                let above = text(&begins.body, "/above/campaign") == Some(file.manifest.campaign.as_str());
                let same = above && text(&begins.body, "/above/slot") == Some(slot);
                same && names(&begins, "/above/opened", &opened)
            });
            self.unless(
                back,
                n,
                &place,
                "opens a table that does not name this entry as the one that opened it",
            );
            let ends = closed.iter().find(|closed| text(&closed.body, "/closed/slot") == Some(slot));
            let handed = told(below, "handed-up");
            self.corrected(slot, (n, file), (m, below), handed.first());
            self.agreed_to(n, (file, below), ends, handed.first());
            self.end(n, (file, slot, campaign), ends, handed.first());
        }
    }

    /// A table is closed once, after it was opened, and what came of a table goes up once.
    fn once(&mut self, n: usize, file: &Bundle, tables: &[Told], closed: &[Told]) {
        for (at, end) in closed.iter().enumerate() {
            let slot = text(&end.body, "/closed/slot");
            let is_it = |told: &Told, path| told.number < end.number && text(&told.body, path) == slot;
            let opened = is_whole(file) && !tables.iter().any(|told| is_it(told, "/below/slot"));
            let place = format!("public {}", end.number);
            self.unless(!opened, n, &place, "closes a table that was not opened");
            let again = closed[..at].iter().any(|told| is_it(told, "/closed/slot"));
            self.unless(!again, n, &place, "closes a table that was closed");
        }
        for handed in told(file, "handed-up").iter().skip(1) {
            self.unless(false, n, &format!("public {}", handed.number), "hands up what came of it once more");
        }
    }

    /// How a table below ended, as both files tell it.
    fn end(
        &mut self,
        n: usize,
        (file, slot, campaign): (&Bundle, &str, &str),
        closed: Option<&Told>,
        handed: Option<&Told>,
    ) {
        let broken_off =
            |told: &Told, path| told.body.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let place = closed.map_or_else(|| "streams".into(), |closed| format!("public {}", closed.number));
        let ended = match (closed, handed) {
            (None, None) => "is open",
            (None, Some(_)) => {
                let sentence = format!("{slot} has handed up what came of it, and is not closed here");
                self.unless(!is_whole(file), n, &place, &sentence);
                "has handed up what came of it"
            }
            (Some(closed), handed) => {
                let is_broken_off = broken_off(closed, "/closed/broken_off");
                let without = closed.body.pointer("/closed/handed").is_none() && is_broken_off;
                let same = handed.is_some_and(|handed| {
                    names(closed, "/closed/handed", handed)
                        && is_broken_off == broken_off(handed, "/broken_off")
                });
                // Only a table that has not handed anything up in its own file is broken off without its word.
                self.unless(
                    (without && handed.is_none()) || same,
                    n,
                    &place,
                    "closes a table that did not hand up what came of it so",
                );
                if is_broken_off { "was broken off" } else { "was taken in" }
            }
        };
        self.facts.push(format!("{slot}: campaign {campaign} {ended}"));
    }
}
