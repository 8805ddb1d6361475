//! What goes down to tables below: it leaves this one, stays as it is on the way, and comes back or is lost.

use std::sync::Arc;

use super::play::Play;
use super::report::{Kept, Law, broken, must};
use crate::diagnostic::Diagnostic;
use crate::facts;
use crate::levels::{Below, moved, opened};
use crate::system::System;

impl<S: System> Play<'_, S> {
    /// Compares what is counted before and after a command.
    pub fn levels_are_kept(&mut self, before: &S::State, command: &S::Command) -> Kept {
        let law = Law::LevelsConserve;
        let (was, is) = (S::levels(before), S::levels(&self.state));
        let settled = S::settles(before, command);
        if let Some(wrong) = moved(&was, &is, settled.as_ref()) {
            return broken(law, format!("{command:?}: {wrong}"));
        }
        for below in opened(&was, &is) {
            let fresh = self.slots.insert(below.slot.clone());
            must(law, fresh, || format!("{} names a second table of one course", below.slot))?;
            let opens = (below.system == S::NAME).then(|| opens::<S>(below)).transpose();
            opens.or_else(|faults| broken(law, format!("{} does not open: {faults:?}", below.slot)))?;
            self.report.opened_below += 1;
        }
        self.report.settled_below += u64::from(settled.is_some());
        must(law, !S::is_over(&self.state) || is.below.is_empty(), || {
            "play is over, and something is still on the way".into()
        })?;
        let hands_up = S::hands_up(&self.state).is_some();
        must(law, !hands_up || S::is_over(&self.state), || "it hands up what is not over".into())
    }
}

/// Whether a table of the same system begins as it is to begin.
fn opens<S: System>(below: &Below) -> Result<(), Vec<Diagnostic>> {
    let setup = S::load("below", &below.setup)?;
    match &below.position {
        Some(position) => S::open_position(Arc::clone(&setup), facts::read(position.clone())?).map(|_| ()),
        None => Ok(()),
    }
}
