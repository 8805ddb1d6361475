//! Changes of a file whose bodies are read, and what of them no file can prove.

use rand_pcg::Pcg32;
use serde_json::{Map, Value};

use crate::load::{Fault, below, one_in};

/// A place of a file that can be changed.
#[derive(Clone)]
pub struct Leaf {
    /// The kind of line and the field, without numbers: `command events.coins`.
    pub label: String,
    pub path: String,
    pub value: Value,
}

/// A file with one change.
pub struct Forged {
    pub label: String,
    /// What is counted together.
    pub group: String,
    pub what: String,
    pub file: Value,
    /// The place that was changed.
    path: String,
    /// The kind of the entry that was left out or moved, if one was.
    moved: Option<String>,
}

impl Forged {
    fn has_words_of_devices(&self) -> bool {
        self.file.to_string().contains(r#""kind":"pledged""#)
    }

    /// Whether an answer stands now under the name of whoever gave its act, or of the seat that it was given for. Either may
    /// answer, and nobody signs.
    fn is_by_a_hand_of_its_act(&self) -> bool {
        let answered = self.path.strip_suffix("/by").and_then(|path| self.file.pointer(path));
        let Some(answered) = answered else { return false };
        let mut links = self.file["master"].as_array().into_iter().flatten();
        let at = links.position(|link| link["lineage"] == answered["act"]);
        let begun = at.and_then(|at| entry(&self.file, at)).and_then(|(_, parts)| parts.into_iter().next());
        let given_by = begun.map(|(_, part)| part["body"]["by"].clone());
        answered["by"] == answered["seat"] || given_by.as_ref() == Some(&answered["by"])
    }

    /// Whether the manifest stays as it was forged, where its digests would be computed anew otherwise.
    pub fn keeps_manifest(&self) -> bool {
        self.label.starts_with("file manifest.")
    }
}

/// What no file can prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// Another course that is lawful throughout.
    Course,
    TypedDice,
    Rulings,
    Messages,
    Times,
    Reasons,
    Pictures,
    CutTail,
}

impl Open {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Course => "another lawful course",
            Self::TypedDice => "typed dice",
            Self::Rulings => "rulings",
            Self::Messages => "messages",
            Self::Times => "times",
            Self::Reasons => "reasons",
            Self::Pictures => "pictures",
            Self::CutTail => "cut tail",
        }
    }
}

/// What everybody computes anew.
const COMPUTED: [&str; 7] = ["genesis", "head", "master_head", "hash", "commitment", "nonce", "number"];

/// A file with its bodies read.
pub fn decoded(text: &str) -> Result<Value, Fault> {
    let mut file: Value = serde_json::from_str(text)?;
    each_body(&mut file, |body| {
        *body = body.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    });
    Ok(file)
}

/// The text of a file whose bodies were read.
pub fn encoded(file: &Value) -> String {
    let mut file = file.clone();
    each_body(&mut file, |body| *body = body.to_string().into());
    file.to_string()
}

fn each_body(file: &mut Value, mut with: impl FnMut(&mut Value)) {
    let streams = file["streams"].as_array_mut().into_iter().flatten();
    let parts = streams.filter_map(|stream| stream["parts"].as_array_mut()).flatten();
    parts.for_each(|part| with(&mut part["body"]));
}

/// Every place of a file: each value, each list, and the entries as a whole.
pub fn leaves(file: &Value) -> Vec<Leaf> {
    let mut found = Vec::new();
    let Some(fields) = file.as_object() else { return found };
    for (key, value) in fields.iter().filter(|(key, _)| *key != "streams" && *key != "master") {
        collect(value, format!("/{key}"), format!("file {key}"), &mut found);
    }
    for (n, stream) in file["streams"].as_array().into_iter().flatten().enumerate() {
        for (m, part) in stream["parts"].as_array().into_iter().flatten().enumerate() {
            let kind = part["body"]["kind"].as_str().unwrap_or("unknown");
            for (key, value) in part["body"].as_object().into_iter().flatten() {
                let path = format!("/streams/{n}/parts/{m}/body/{key}");
                collect(value, path, format!("{kind} {key}"), &mut found);
            }
            for (at, roll) in part["body"]["rolls"].as_array().into_iter().flatten().enumerate() {
                if roll["origin"] == "table" {
                    let path = format!("/streams/{n}/parts/{m}/body/rolls/{at}");
                    found.push(Leaf { label: "typed faces".into(), path, value: Value::Null });
                }
            }
        }
    }
    for (n, link) in file["master"].as_array().into_iter().flatten().enumerate() {
        collect(link, format!("/master/{n}"), "order link".into(), &mut found);
        let path = format!("/master/{n}");
        found.push(Leaf { label: format!("whole {}", kind_of(file, n)), path, value: Value::Null });
    }
    found
}

fn collect(value: &Value, path: String, label: String, found: &mut Vec<Leaf>) {
    let key = path.rsplit('/').next().unwrap_or_default();
    if COMPUTED.contains(&key) && !path.contains("/body/") {
        return;
    }
    match value {
        Value::Array(list) => {
            if !list.is_empty() {
                found.push(Leaf { label: format!("{label}[]"), path: path.clone(), value: value.clone() });
            }
            for (n, one) in list.iter().enumerate() {
                collect(one, format!("{path}/{n}"), label.clone(), found);
            }
        }
        Value::Object(fields) => {
            for (key, one) in fields {
                let escaped = key.replace('~', "~0").replace('/', "~1");
                // Names of entries and of questions are no fields.
                let named = key.len() > 20 || key.bytes().all(|byte| byte.is_ascii_digit());
                let label = if named { format!("{label}.*") } else { format!("{label}.{key}") };
                collect(one, format!("{path}/{escaped}"), label, found);
            }
        }
        _ => found.push(Leaf { label, path, value: value.clone() }),
    }
}

/// The kind of an entry: the first of its parts that says more than that it is an act.
fn kind_of(file: &Value, link: usize) -> String {
    let kinds = file["master"][link]["parts"].as_array().into_iter().flatten().filter_map(|name| {
        let stream = file["streams"].as_array()?.iter().find(|stream| stream["name"] == name["stream"])?;
        let at = usize::try_from(name["number"].as_u64()?.checked_sub(1)?).ok()?;
        stream["parts"][at]["body"]["kind"].as_str().map(str::to_owned)
    });
    let mut kinds: Vec<String> = kinds.collect();
    kinds.sort_by_key(|kind| kind == "command");
    kinds.into_iter().next().unwrap_or_default()
}

/// The file with one change; nothing where there is none to make.
pub fn forge(file: &Value, leaf: &Leaf, others: &[&Value], random: &mut Pcg32) -> Option<Forged> {
    let mut forged = file.clone();
    let group = leaf.label.split(' ').next().unwrap_or_default();
    let (group, what, moved) = if group == "whole" {
        let at: usize = leaf.path.rsplit('/').next()?.parse().ok()?;
        let kind = kind_of(file, at);
        let (group, what) = whole(&mut forged, at, random)?;
        (group, what, Some(kind))
    } else {
        let what = match (group, one_in(random, 6)) {
            ("typed", _) => retype(forged.pointer_mut(&leaf.path)?, random)?,
            (_, true) => leave_out(&mut forged, &leaf.path)?,
            (_, false) => change(forged.pointer_mut(&leaf.path)?, others, random)?,
        };
        (group.to_owned(), format!("{}: {what}", leaf.path), None)
    };
    let (label, path) = (leaf.label.clone(), leaf.path.clone());
    (forged != *file).then(|| Forged { label, group, what, file: forged, path, moved })
}

/// A die that was typed in shows one more or one less, and all that follows from it in the record is right.
fn retype(roll: &mut Value, random: &mut Pcg32) -> Option<String> {
    let by = if one_in(random, 2) { 1 } else { -1 };
    let at = below(random, roll["record"]["faces"].as_array()?.len());
    let typed = roll["faces"].as_array()?.len() - roll["record"]["faces"].as_array()?.len() + at;
    for place in [format!("/faces/{typed}"), format!("/record/faces/{at}"), "/record/total".to_owned()] {
        let number = roll.pointer_mut(&place)?;
        *number = number.as_i64()?.checked_add(by)?.into();
    }
    Some(format!("die {at} shows {by} more"))
}

/// Leaves a field out that says something.
fn leave_out(file: &mut Value, path: &str) -> Option<String> {
    let (parent, key) = path.rsplit_once('/')?;
    let fields = file.pointer_mut(parent)?.as_object_mut()?;
    let left_out = fields.remove(&key.replace("~1", "/").replace("~0", "~"))?;
    (!left_out.is_null()).then(|| "left out".into())
}

/// A whole entry left out, written twice, or exchanged with the next one; or the tail cut off.
fn whole(file: &mut Value, at: usize, random: &mut Pcg32) -> Option<(String, String)> {
    let master = file["master"].as_array()?.clone();
    let done = match below(random, 4) {
        0 => {
            take_out(file, at)?;
            "an entry left out"
        }
        1 if at + 1 < master.len() => {
            for after in (at + 1..master.len()).rev() {
                take_out(file, after)?;
            }
            "a tail cut off"
        }
        2 if at + 1 < master.len() => {
            let (one, next) = (entry(file, at)?, entry(file, at + 1)?);
            let tail: Vec<_> = (at + 2..master.len()).map(|n| entry(file, n)).collect::<Option<_>>()?;
            for after in (at..master.len()).rev() {
                take_out(file, after)?;
            }
            for entry in [next, one].into_iter().chain(tail) {
                put(file, entry)?;
            }
            "two entries exchanged"
        }
        3 => {
            let all: Vec<_> = (at..master.len()).map(|n| entry(file, n)).collect::<Option<_>>()?;
            for after in (at..master.len()).rev() {
                take_out(file, after)?;
            }
            put(file, all[0].clone())?;
            for entry in all {
                put(file, entry)?;
            }
            "an entry written twice"
        }
        _ => return None,
    };
    Some((done.to_owned(), format!("entry {}", at + 1)))
}

/// An entry: its link and its parts by stream.
type Entry = (Value, Vec<(usize, Value)>);

fn entry(file: &Value, at: usize) -> Option<Entry> {
    let link = file["master"].get(at)?.clone();
    let streams = file["streams"].as_array()?;
    let part = |name: &Value| {
        let stream = streams.iter().position(|stream| stream["name"] == name["stream"])?;
        let number = usize::try_from(name["number"].as_u64()?.checked_sub(1)?).ok()?;
        Some((stream, streams[stream]["parts"].get(number)?.clone()))
    };
    let parts = link["parts"].as_array()?.iter().map(part).collect::<Option<_>>()?;
    Some((link, parts))
}

/// Takes an entry out; the numbers of what follows in its streams fall.
fn take_out(file: &mut Value, at: usize) -> Option<()> {
    let link = file["master"].as_array_mut()?.remove(at);
    for name in link["parts"].as_array()? {
        let number = name["number"].as_u64()?;
        let stream =
            file["streams"].as_array_mut()?.iter_mut().find(|stream| stream["name"] == name["stream"])?;
        stream["parts"].as_array_mut()?.remove(usize::try_from(number.checked_sub(1)?).ok()?);
        let links = file["master"].as_array_mut()?.iter_mut();
        for other in links.filter_map(|link| link["parts"].as_array_mut()).flatten() {
            if other["stream"] == name["stream"] && other["number"].as_u64()? > number {
                other["number"] = (other["number"].as_u64()? - 1).into();
            }
        }
    }
    Some(())
}

/// Puts an entry at the end.
fn put(file: &mut Value, (mut link, parts): Entry) -> Option<()> {
    let mut names = Vec::new();
    for (stream, part) in parts {
        let stream = &mut file["streams"][stream];
        let list = stream["parts"].as_array_mut()?;
        list.push(part);
        let number = list.len();
        let mut name = Map::new();
        name.insert("stream".into(), stream["name"].clone());
        name.insert("number".into(), number.into());
        names.push(Value::Object(name));
    }
    link["parts"] = names.into();
    file["master"].as_array_mut()?.push(link);
    Some(())
}

/// Changes a value so that it differs: into one that stands at such a place elsewhere, or into one near it.
fn change(value: &mut Value, others: &[&Value], random: &mut Pcg32) -> Option<String> {
    let before = value.clone();
    let other = others[below(random, others.len())];
    if *other != before && one_in(random, 2) {
        *value = other.clone();
        return Some(format!("another of its kind: {other}"));
    }
    match value {
        Value::Bool(is) => *is = !*is,
        Value::Number(number) => {
            let by = if one_in(random, 2) { 1 } else { -1 };
            *value = number.as_i64()?.checked_add(by)?.into();
        }
        Value::String(text) => {
            let letters: Vec<char> = text.chars().collect();
            let mut changed = letters.clone();
            let with = ['0', '1', 'a', 'f', 'x'][below(random, 5)];
            match letters.len() {
                0 => changed.push(with),
                n => changed[below(random, n)] = with,
            }
            *text = changed.into_iter().collect();
        }
        Value::Array(list) => {
            let at = below(random, list.len());
            match below(random, 3) {
                0 => drop(list.remove(at)),
                1 => list.insert(at, list[at].clone()),
                _ => list.swap(0, at),
            }
        }
        Value::Null => *value = 1.into(),
        Value::Object(_) => return None,
    }
    (*value != before).then(|| format!("{before} became {value}"))
}

/// What a change is that no file can prove; nothing for one that has to be found.
pub fn open(forged: &Forged) -> Option<Open> {
    if let Some(kind) = &forged.moved {
        return Some(match (forged.group.as_str(), kind.as_str()) {
            ("a tail cut off", _) => Open::CutTail,
            // What comes last, left out, is a tail cut off as well.
            (_, "wrote") => Open::Messages,
            (_, "ruled") => Open::Rulings,
            (_, "timed") => Open::Times,
            (_, "mapped") => Open::Pictures,
            _ => Open::Course,
        });
    }
    let (kind, field) = forged.label.split_once(' ')?;
    let field = field.strip_suffix("[]").unwrap_or(field);
    let first = field.split('.').next().unwrap_or_default();
    match (kind, first) {
        ("file", "manifest") => match field {
            "manifest.created_at" => Some(Open::Times),
            // The umpire's file holds no secret that the commitment could be held against, and says that it does not
            // prove the dice: the campaign could have had others.
            "manifest.dice_commitment" if forged.file.get("dice_secret").is_none() => Some(Open::Course),
            _ => None,
        },
        ("typed", _) => Some(Open::TypedDice),
        ("file", "setup") => Some(Open::Course),
        // The names of acts are their clients'.
        ("order", _) if field == "link.lineage" => Some(Open::Course),
        (_, "at" | "timing") => Some(Open::Times),
        (_, "reason") => Some(Open::Reasons),
        (_, "message") => Some(Open::Messages),
        (_, "ruling") => Some(Open::Rulings),
        ("mapped", "picture") => Some(Open::Pictures),
        (_, "command" | "kept" | "delay" | "proposal") => Some(Open::Course),
        // The sides could have said so, by such a hand, and what follows is lawful.
        ("table-dice", "table_dice" | "seat" | "by") => Some(Open::Course),
        ("answered", "by") if forged.is_by_a_hand_of_its_act() => Some(Open::Course),
        ("consented", "consent") => Some(Open::Course),
        ("pledged", "pledge") | ("revealed", "words") => Some(Open::Course),
        ("laid-out", "terms" | "position") => Some(Open::Course),
        // As a campaign of an earlier build begins. Nothing rests on the digest where there is no position, and the words of
        // devices are signed for it.
        ("laid-out", "umpires") if forged.what.ends_with("left out") && !forged.has_words_of_devices() => {
            Some(Open::Course)
        }
        ("wrote" | "ruled" | "kept" | "delayed" | "contributed", "by" | "seat") => Some(Open::Course),
        _ => None,
    }
}
