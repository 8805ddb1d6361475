//! All that a seat looks at in a state. Two looks are compared as they are, and written as text only where they part.

use std::fmt::Debug;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;

use super::play::Play;
use super::report::parting;
use crate::system::System;
use crate::view::{Block, Contents, Paper, View};
use crate::words::Seat;

/// The pages of a seat and what stands around them, and what is open to it.
pub(super) struct Look<S: System> {
    pages: (Contents, View),
    open: Vec<Open<S>>,
}

/// An offer with its commands as far as they are walked, whether these are all, and what the first would come to.
struct Open<S: System> {
    template: S::Template,
    commands: (Vec<S::Command>, bool),
    plan: Vec<Block>,
}

impl<S: System> Look<S> {
    /// The pages.
    pub const fn view(&self) -> &View {
        &self.pages.1
    }

    /// Where the pages part from other ones; nothing where they are the same.
    pub fn pages_part(&self, other: &Self) -> Option<String> {
        let text = |look: &Self| format!("{:?} {}", look.pages.0, written(&look.pages.1));
        (self.pages != other.pages).then(|| parting(&text(self), &text(other)))
    }

    /// Where the offers part from other ones; nothing where they are the same.
    pub fn offers_part(&self, other: &Self) -> Option<String> {
        let is_same = |(one, other): (&Open<S>, &Open<S>)| {
            one.template == other.template && one.commands == other.commands && one.plan == other.plan
        };
        let same = self.open.len() == other.open.len() && self.open.iter().zip(&other.open).all(is_same);
        let text = |look: &Self| {
            let lines = look
                .open
                .iter()
                .map(|open| format!("{:?}: {:?} {:?}", open.template, open.commands, open.plan));
            lines.collect::<Vec<_>>().join("\n")
        };
        (!same).then(|| parting(&text(self), &text(other)))
    }
}

impl<S: System> Play<'_, S> {
    /// What the seat looks at in the present state, looked at once for all laws.
    pub fn look(&mut self, seat: Seat) -> Rc<Look<S>> {
        if let Some(known) = self.looks.get(&seat) {
            return Rc::clone(known);
        }
        let look = Rc::new(self.look_at(&self.state, seat));
        self.looks.insert(seat, Rc::clone(&look));
        look
    }

    /// What the seat looks at in another state.
    pub fn look_at(&self, state: &S::State, seat: Seat) -> Look<S> {
        let open = self.templates(state, seat).into_iter().map(|template| {
            let commands = self.walked(state, seat, &template);
            let first = commands.0.first();
            let plan = first.map(|command| S::plan(state, seat, command, &Value::Null)).unwrap_or_default();
            Open { template, commands, plan }
        });
        Look { open: open.collect(), pages: (S::contents(state, seat), S::view(state, seat)) }
    }
}

/// Where two piles of sheets part; nothing where they are the same.
pub(super) fn papers_part(one: &[Paper], other: &[Paper]) -> Option<String> {
    (one != other).then(|| parting(&written(one), &written(other)))
}

/// As it is sent, for people who look for the fault.
fn written<T: Serialize + Debug + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| format!("{value:?}"))
}
