//! The form in which a part stands on the disk and in files: one flat object, JSON without spaces, the fields in the order
//! in which they are declared. Chains and two verifiers rest on every byte of it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kernel::Seat;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Serialize, Serializer};

use super::act::{Act, Kind};
use super::misread::Misread;
use super::{Body, Head};

/// A part as it is written.
#[derive(Serialize)]
struct Written<'a> {
    at: i64,
    kind: Kind,
    seat: Seat,
    by: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    rules: &'a str,
    #[serde(flatten)]
    act: &'a Act,
}

/// Who, when and which kind, as it is read.
#[derive(serde::Deserialize)]
struct Headed {
    at: i64,
    kind: Kind,
    seat: Seat,
    by: Seat,
    #[serde(default)]
    reason: Option<String>,
    rules: String,
}

const HEAD: [&str; 6] = ["at", "kind", "seat", "by", "reason", "rules"];

/// The fields that each kind of act has beside its head, in the order of the kinds.
static FIELDS: LazyLock<Vec<&'static [&'static str]>> =
    LazyLock::new(|| Kind::ALL.iter().map(|kind| kind.fields()).collect());

/// Every field that some act has.
static KNOWN: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| FIELDS.iter().copied().flatten().copied().collect());

impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Head { at, seat, by, reason, rules } = &self.head;
        let (reason, act) = (reason.as_deref(), &self.act);
        Written { at: *at, kind: act.kind(), seat: *seat, by: *by, reason, rules, act }.serialize(serializer)
    }
}

impl Body {
    /// The canonical text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a body is plain values with text keys")
    }

    /// Reads a text back.
    ///
    /// # Errors
    /// One plain sentence: a kind that no act has, a field that no act of its kind has, a field that is missing or is none.
    /// A field that no act of any kind has is passed over: a newer program may know it.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let Headed { at, kind, seat, by, reason, rules } = serde_json::from_str(text)
            .map_err(|fault| no_such_kind(text).unwrap_or_else(|| misread(fault)))?;
        let Names(names) = serde_json::from_str(text).map_err(misread)?;
        let own = FIELDS[kind as usize];
        let foreign = |name: &&String| {
            let name = name.as_str();
            !HEAD.contains(&name) && !own.contains(&name) && KNOWN.contains(name)
        };
        if let Some(name) = names.iter().find(foreign) {
            return Err(Misread::has_none(name));
        }
        let act = Act::read(kind, text).map_err(misread)?;
        Ok(Self { head: Head { at, seat, by, reason, rules }, act })
    }
}

/// What is said of a text that is no part. The place in it helps nobody: a part is one line.
fn misread(fault: serde_json::Error) -> Misread {
    let said = fault.to_string();
    let said = said.rsplit_once(" at line ").map_or(&*said, |(what, _)| what);
    let field = said.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    field.map_or_else(|| Misread(said.to_owned()), Misread::lacks)
}

/// What is said of a kind of entry that this program does not know: a newer one wrote it.
fn no_such_kind(text: &str) -> Option<Misread> {
    let body: serde_json::Value = serde_json::from_str(text).ok()?;
    let kind = body.get("kind")?;
    match Kind::deserialize(kind) {
        Ok(_) => None,
        Err(_) => Some(Misread(format!("this program knows no entries of the kind {kind}"))),
    }
}

/// The names of an object's fields.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Gather;
        impl<'de> Visitor<'de> for Gather {
            type Value = Names;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }
        deserializer.deserialize_map(Gather)
    }
}
