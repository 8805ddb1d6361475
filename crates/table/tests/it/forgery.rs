//! A log as its owner can write it: entries left out, moved, added and changed, every number and every hash computed anew.

use std::collections::BTreeMap;

use ::dice::Digest;
use ledger::bundle::{BundlePart, MasterLink, PartName};
use ledger::{Bundle, Lineage, Stream};
use serde_json::{Value, json};
use table::audit;

use crate::RULEBOOKS;
use crate::audit::found;

/// One entry of a log, to be written otherwise.
#[derive(Clone)]
pub(crate) struct Written {
    lineage: Lineage,
    branch: u32,
    pub(crate) parts: Vec<(Stream, Value)>,
}

impl Written {
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.parts[0].1["kind"] == kind
    }

    /// Whether a part says so.
    pub(crate) fn says(&self, field: &str, value: &Value) -> bool {
        self.parts.iter().any(|(_, body)| body.pointer(field) == Some(value))
    }

    /// The same body for another stream, changed.
    pub(crate) fn also(&mut self, stream: Stream, change: impl Fn(&mut Value)) {
        let mut body = self.parts[0].1.clone();
        change(&mut body);
        self.parts.push((stream, body));
        self.parts.sort_by_key(|(stream, _)| *stream);
    }

    pub(crate) fn name(&self) -> Lineage {
        self.lineage
    }

    pub(crate) fn bears(&mut self, name: Lineage) {
        self.lineage = name;
    }

    /// Moves to the course on which another entry stands.
    pub(crate) fn on_branch_of(&mut self, other: &Self) {
        self.branch = other.branch;
    }

    pub(crate) fn change(&mut self, change: impl Fn(&mut Value)) {
        self.parts.iter_mut().for_each(|(_, body)| change(body));
    }

    /// What the campaign's dice threw here is typed in, with the same faces.
    pub(crate) fn types(&mut self) {
        let rolls =
            self.parts.iter_mut().filter_map(|(_, body)| body.get_mut("rolls")?.as_array_mut()).flatten();
        let mut n_typed = 0;
        for roll in rolls.filter(|roll| roll["origin"] == "server") {
            (roll["number"], roll["origin"]) = (Value::Null, json!("table"));
            roll["record"]["origin"] = json!("table");
            n_typed += 1;
        }
        assert!(n_typed > 0, "nothing is thrown here");
    }
}

/// The entries of a file.
pub(crate) fn entries(bundle: &Bundle) -> Vec<Written> {
    let body = |name: &PartName| {
        let stream = bundle.streams.iter().find(|stream| stream.name == name.stream).unwrap();
        let part = &stream.parts[usize::try_from(name.number).unwrap() - 1];
        (name.stream, serde_json::from_str(part.body.as_ref().unwrap()).unwrap())
    };
    let links = bundle.master.as_ref().unwrap().iter();
    links
        .map(|link| Written {
            lineage: link.lineage,
            branch: link.branch,
            parts: link.parts.iter().map(body).collect(),
        })
        .collect()
}

/// The place of the only entry that is so.
pub(crate) fn place(entries: &[Written], is: impl Fn(&Written) -> bool) -> usize {
    let places: Vec<usize> = (0..entries.len()).filter(|at| is(&entries[*at])).collect();
    assert_eq!(places.len(), 1, "{places:?}");
    places[0]
}

/// A file of these entries.
pub(crate) fn written(bundle: &Bundle, entries: &[Written]) -> Bundle {
    let (mut bundle, nothing) = (bundle.clone(), Digest([0; 32]));
    let (mut links, mut rolls, mut n_parts) = (Vec::new(), BTreeMap::<Stream, u64>::new(), 0);
    bundle.streams.iter_mut().for_each(|stream| stream.parts.clear());
    for Written { lineage, branch, parts } in entries {
        let mut names = Vec::new();
        for (name, body) in parts {
            let mut body = body.clone();
            for roll in body.get_mut("rolls").and_then(Value::as_array_mut).into_iter().flatten() {
                if !roll["number"].is_null() {
                    let last = rolls.entry(*name).or_default();
                    *last += 1;
                    roll["number"] = json!(*last);
                }
            }
            n_parts += 1;
            let nonce = Some(ledger::sha256(&[n_parts]));
            let stream = bundle.streams.iter_mut().find(|stream| stream.name == *name).unwrap();
            let body = Some(body.to_string());
            stream.parts.push(BundlePart { number: 0, nonce, body, commitment: nothing, hash: nothing });
            names.push(PartName { stream: *name, number: stream.parts.len() as u64 });
        }
        links.push(MasterLink { number: 0, lineage: *lineage, branch: *branch, parts: names, hash: nothing });
    }
    bundle.master = Some(links);
    bundle.rechained()
}

/// What is found in a file of these entries.
pub(crate) fn told(bundle: &Bundle, entries: &[Written]) -> String {
    found(&written(bundle, entries)).join("\n")
}

/// The entries of a file in which nothing is found, though they are written anew.
pub(crate) fn honest(bundle: &Bundle) -> Vec<Written> {
    let entries = entries(bundle);
    assert_eq!(told(bundle, &entries), "");
    assert_eq!(audit(&written(bundle, &entries), RULEBOOKS).n_unproved, 0);
    entries
}
