//! An entry of the ledger read back.

use std::collections::BTreeMap;

use ledger::{Entry, Lineage, Stream};
use serde::Deserialize;
use serde_json::Value;

use crate::body::{Body, Kind};
use crate::fault::Fault;

/// An entry read back: its bodies in stream order.
#[derive(Clone)]
pub(crate) struct Read {
    pub act: Lineage,
    pub bodies: Vec<(Stream, Body)>,
}

impl Read {
    pub fn of(entry: &Entry) -> Result<Self, Fault> {
        let body = |part: &ledger::Part| {
            serde_json::from_str(&part.body).map(|body| (part.stream, body)).map_err(|error| {
                let what = newer(&part.body).unwrap_or_else(|| plain(&error));
                Fault::Unreadable { entry: entry.master, what }
            })
        };
        Ok(Self { act: entry.lineage, bodies: entry.parts.iter().map(body).collect::<Result<_, _>>()? })
    }

    /// All events of the entry in the order in which they happened.
    pub fn events(&self) -> Vec<&Value> {
        let order = self.bodies.iter().map(|(_, body)| &body.order).find(|order| !order.is_empty());
        let Some(order) = order else {
            return self.bodies.iter().flat_map(|(_, body)| &body.events).collect();
        };
        let mut left: BTreeMap<Stream, std::slice::Iter<'_, Value>> =
            self.bodies.iter().map(|(stream, body)| (*stream, body.events.iter())).collect();
        order.iter().filter_map(|stream| left.get_mut(stream)?.next()).collect()
    }

    /// All events of the entry in the order in which they happened, each with the stream that learns it.
    pub fn told(&self) -> Vec<(Stream, Value)> {
        let order = self.bodies.iter().map(|(_, body)| &body.order).find(|order| !order.is_empty());
        let streams: Vec<Stream> = match order {
            Some(order) => order.clone(),
            None => {
                self.bodies.iter().flat_map(|(stream, body)| body.events.iter().map(|_| *stream)).collect()
            }
        };
        streams.into_iter().zip(self.events().into_iter().cloned()).collect()
    }

    /// The part of the first stream.
    pub fn first(&self) -> Option<&Body> {
        self.bodies.first().map(|(_, body)| body)
    }

    /// Why one seat acted for another, or the campaign was ended, where this stream tells it.
    pub fn reason(&self) -> Option<&str> {
        self.bodies.iter().find_map(|(_, body)| body.reason.as_deref())
    }

    /// What kind of act it is. Public parts say `command` even where dice were typed in elsewhere, so all are asked.
    pub fn kind(&self) -> Kind {
        let special = self.bodies.iter().map(|(_, body)| body.kind).find(|kind| *kind != Kind::Command);
        special.unwrap_or(Kind::Command)
    }
}

/// An error without the place in a line that nobody sees.
fn plain(error: &serde_json::Error) -> String {
    let told = error.to_string();
    told.rsplit_once(" at line ").map_or(told.clone(), |(what, _)| what.to_owned())
}

/// What is said of a kind of entry that this program does not know: a newer one wrote it.
fn newer(text: &str) -> Option<String> {
    let body: Value = serde_json::from_str(text).ok()?;
    let kind = body.get("kind")?;
    match Kind::deserialize(kind) {
        Ok(_) => None,
        Err(_) => Some(format!("this program knows no entries of the kind {kind}")),
    }
}
