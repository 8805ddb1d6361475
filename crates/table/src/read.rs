//! An entry of the ledger read back.

use std::collections::BTreeMap;

use ledger::{Entry, Lineage, Stream};
use serde_json::Value;

use crate::entry::Body;
use crate::entry::act::Kind;
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
            let unreadable =
                |what| Fault::Unreadable { entry: entry.master, what: format!("{}: {what}", part.stream) };
            Body::read(&part.body).map(|body| (part.stream, body)).map_err(unreadable)
        };
        Ok(Self { act: entry.lineage, bodies: entry.parts.iter().map(body).collect::<Result<_, _>>()? })
    }

    /// All events of the entry in the order in which they happened.
    pub fn events(&self) -> Vec<&Value> {
        let order = self.order();
        if order.is_empty() {
            return self.bodies.iter().flat_map(|(_, body)| body.act.events()).collect();
        }
        let mut left: BTreeMap<Stream, std::slice::Iter<'_, Value>> =
            self.bodies.iter().map(|(stream, body)| (*stream, body.act.events().iter())).collect();
        order.iter().filter_map(|stream| left.get_mut(stream)?.next()).collect()
    }

    /// All events of the entry in the order in which they happened, each with the stream that learns it.
    pub fn told(&self) -> Vec<(Stream, Value)> {
        let streams: Vec<Stream> = match self.order() {
            [] => {
                let each = |(stream, body): &(Stream, Body)| vec![*stream; body.act.events().len()];
                self.bodies.iter().flat_map(each).collect()
            }
            order => order.to_vec(),
        };
        streams.into_iter().zip(self.events().into_iter().cloned()).collect()
    }

    fn order(&self) -> &[Stream] {
        self.bodies.iter().map(|(_, body)| body.act.order()).find(|order| !order.is_empty()).unwrap_or(&[])
    }

    /// The part of the first stream.
    pub fn first(&self) -> Option<&Body> {
        self.bodies.first().map(|(_, body)| body)
    }

    /// Why one seat acted for another, or the campaign was ended, where this stream tells it.
    pub fn reason(&self) -> Option<&str> {
        self.bodies.iter().find_map(|(_, body)| body.head.reason.as_deref())
    }

    /// What kind of act it is. Public parts say `command` even where dice were typed in elsewhere, so all are asked.
    pub fn kind(&self) -> Kind {
        let special = self.bodies.iter().map(|(_, body)| body.act.kind()).find(|kind| *kind != Kind::Command);
        special.unwrap_or(Kind::Command)
    }
}
