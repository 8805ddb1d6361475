//! Where no person is the umpire the sides close a table below together: the engine's entry that closes it stands after the same
//! word of every side.

use serde_json::Value;

use super::Joints;
use super::told::{Told, is_whole, read, stream, text, told};
use crate::Stream;
use crate::bundle::Bundle;

/// What a side has said of closing a table, and has not taken back.
type Word = (Value, Value, Option<Value>);

impl Joints {
    /// What the engine closes, all sides have closed.
    pub(super) fn agreed(&mut self, n: usize, file: &Bundle, closed: &[Told]) {
        let words = told(file, "closing-said");
        for end in closed.iter().filter(|end| is_engines(end)) {
            let slot = text(&end.body, "/closed/slot").unwrap_or_default();
            let said = standing(&words, slot, end.number);
            let broken_off = end.body.pointer("/closed/broken_off") == Some(&Value::Bool(true));
            let word = if broken_off { "break-off" } else { "take-in" };
            let first = said.first().map(|(_, word)| word);
            let same =
                said.len() == file.manifest.sides.len() && said.iter().all(|(_, word)| Some(word) == first);
            let fits = first.is_some_and(|(says, _, reason)| {
                says == word && (!broken_off || reason.as_ref() == end.body.get("reason"))
            });
            self.unless(
                !is_whole(file) || same && fits,
                n,
                &format!("public {}", end.number),
                "closes a table to which not all sides have said so",
            );
        }
    }

    /// What was handed up is what the sides have agreed to: nothing was done there after they had said so.
    pub(super) fn agreed_to(
        &mut self,
        n: usize,
        (file, below): (&Bundle, &Bundle),
        closed: Option<&Told>,
        handed: Option<&Told>,
    ) {
        let (Some(closed), Some(handed)) = (closed, handed) else { return };
        let place = format!("public {}", closed.number);
        let alike = is_engines(closed) == is_engines(handed);
        self.unless(alike, n, &place, "closes a table that another seat has handed up");
        let broken_off = closed.body.pointer("/closed/broken_off") == Some(&Value::Bool(true));
        if !is_engines(closed) || broken_off || !is_whole(below) {
            return;
        }
        let slot = text(&closed.body, "/closed/slot").unwrap_or_default();
        let acts = ["command", "answered", "undone", "corrected"];
        let is_act = |body: &Value| text(body, "/kind").is_some_and(|kind| acts.contains(&kind));
        let before = stream(below, Stream::Public).iter().filter(|part| part.number < handed.number);
        let acted = before.rev().find(|part| read(part).is_some_and(|body| is_act(&body)));
        let acted = acted.map(|part| Value::from(part.hash.to_string()));
        let said = standing(&told(file, "closing-said"), slot, closed.number);
        let same = said.iter().all(|(_, (_, at, _))| Some(at) == Some(&acted.clone().unwrap_or_default()));
        self.unless(
            same,
            n,
            &place,
            "closes a table at which something was done after the sides had said so",
        );
    }
}

/// Whether the engine gave an entry in the umpire's place.
fn is_engines(entry: &Told) -> bool {
    text(&entry.body, "/by") == Some("clock")
}

/// What each side has said of closing a table, as it stands before an entry.
fn standing(words: &[Told], slot: &str, before: u64) -> Vec<(String, Word)> {
    let mut said: Vec<(String, Word)> = Vec::new();
    let of = words.iter().filter(|told| told.number < before && text(&told.body, "/said/slot") == Some(slot));
    for told in of {
        let field = |path| told.body.pointer(path).cloned().unwrap_or_default();
        let side = text(&told.body, "/seat").unwrap_or_default().to_owned();
        said.retain(|(known, _)| *known != side);
        match text(&told.body, "/said/word") {
            Some("no") => said.clear(),
            _ => {
                said.push((side, (field("/said/word"), field("/said/at"), told.body.get("reason").cloned())))
            }
        }
    }
    said
}
