//! Controls do as they show: an open one is accepted, a closed one refused with the reason beside it.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::play::Play;
use super::report::{Kept, Law, broken, must};
use crate::adjudication::{Acting, prove};
use crate::system::System;
use crate::view::{Board, Contents, FieldKind, Form, Page, ShownRefusal, View};
use crate::words::Seat;

/// How many targets of an act are tried in each position.
const TRIED_TARGETS: usize = 4;

impl<S: System> Play<'_, S> {
    /// Tries the forms that have no question, and those with one question among choices.
    pub fn controls_do_as_they_show(&mut self) -> Kept {
        for seat in self.seats.clone() {
            // A seat that was looked at has its pages already.
            let look = self.looks.get(&seat).cloned();
            let built;
            let view = if let Some(look) = &look {
                look.view()
            } else {
                built = S::view(&self.state, seat);
                &built
            };
            self.pages_are_as_listed(seat, view)?;
            for form in view.forms() {
                self.form(seat, form)?;
            }
            for board in view.pages.iter().flat_map(Page::boards) {
                self.board(seat, board)?;
            }
            addresses(view).or_else(|fault| broken(Law::ControlsDoNotLie, format!("{seat:?}: {fault}")))?;
        }
        Ok(())
    }

    /// What is told without building a page is what the pages tell, and a page built alone is the one built among the
    /// others.
    fn pages_are_as_listed(&self, seat: Seat, view: &View) -> Kept {
        let told = S::contents(&self.state, seat);
        let built = Contents { phases: told.phases.clone(), ..Contents::of(view) };
        must(Law::PagesAgree, told == built, || {
            format!("{seat:?} is told {told:?}, its pages tell {built:?}")
        })?;
        let mut known = S::PAGES.iter();
        must(Law::PagesAgree, told.pages.iter().all(|head| known.any(|page| page == head)), || {
            format!("{seat:?} has {:?}, of the pages {:?} in this order", told.pages, S::PAGES)
        })?;
        // One page after the other, for each costs as much as any look.
        let at = usize::try_from(self.report.commands).unwrap_or(0) % S::PAGES.len().max(1);
        for (n, head) in S::PAGES.iter().enumerate() {
            let among = view.pages.iter().find(|page| page.id == head.id);
            if n == at || among.is_none() {
                let alone = S::page(&self.state, seat, head.id);
                must(Law::PagesAgree, alone.as_ref() == among, || {
                    format!("{seat:?}: the page {} alone is {alone:?}, among the others {among:?}", head.id)
                })?;
            }
        }
        Ok(())
    }

    /// Every act of a board is accepted along the way it shows, on a few of its targets.
    fn board(&mut self, seat: Seat, board: &Board) -> Kept {
        for act in &board.acts {
            let known =
                act.counters.iter().all(|key| board.counter(key).is_some_and(|own| own.hex == act.from));
            must(Law::ControlsDoNotLie, known && act.reach < board.reaches.len(), || {
                format!("{seat:?}: the act {} of {:?} names what is not on the board", act.word, act.counters)
            })?;
            let ends: Vec<_> = board.targets(act).iter().filter(|target| target.ends).collect();
            for target in ends.iter().step_by(ends.len().div_ceil(TRIED_TARGETS).max(1)) {
                if let Some(Value::Object(command)) = board.command(act, &board.way(act, target)) {
                    self.control(seat, act.word, command, None)?;
                }
            }
        }
        Ok(())
    }

    fn form(&mut self, seat: Seat, form: &Form) -> Kept {
        let asked: Vec<_> = form.fields.iter().filter(|field| !form.is_supposed(field)).collect();
        match asked[..] {
            [] => self.control(seat, &form.id, form.command.clone(), form.closed.as_ref()),
            [field] => {
                let choices = match &field.kind {
                    FieldKind::One { choices, .. } => choices,
                    FieldKind::Keys { choices, more, .. } if more.is_empty() => choices,
                    _ => return Ok(()),
                };
                for choice in choices {
                    let mut command = form.command.clone();
                    command.insert(field.key.into(), choice.value.clone());
                    let closed = choice.closed.as_ref().or(form.closed.as_ref());
                    self.control(seat, &form.id, command, closed)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn control(
        &mut self,
        seat: Seat,
        id: &str,
        command: Map<String, Value>,
        closed: Option<&ShownRefusal>,
    ) -> Kept {
        let json = Value::Object(command);
        let command = S::Command::deserialize(&json);
        let Ok(command) = command else {
            // A closed control may lack what an open one would fill in.
            return must(Law::ControlsDoNotLie, closed.is_some(), || {
                format!("{seat:?}: the control {id} makes {json}, which is no command")
            });
        };
        self.report.controls += 1;
        let proven = prove::<S>(&self.state, Acting::own(seat), &command);
        let agrees = match (&proven, closed) {
            (Ok(()), None) => true,
            (Err(refusals), Some(shown)) => ShownRefusal::from(refusals.first()) == *shown,
            _ => false,
        };
        must(Law::ControlsDoNotLie, agrees, || {
            format!("{seat:?}: the control {id} with {json} shows {closed:?}, the rules say {proven:?}")
        })
    }
}

/// Ids of pages are plain and once in a view, and form ids are unique on a page, so that focus and answers find their form again.
fn addresses(view: &View) -> Result<(), String> {
    for (n, page) in view.pages.iter().enumerate() {
        if view.pages[..n].iter().any(|other| other.id == page.id) {
            return Err(format!("two pages have the id {:?}", page.id));
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if page.id.is_empty() || !page.id.chars().all(is_plain) {
            return Err(format!("{:?} is no id of a page", page.id));
        }
        let boards = page.boards().into_iter().map(Board::form);
        let mut ids: Vec<String> = page.forms().iter().map(|form| form.id.clone()).chain(boards).collect();
        ids.sort_unstable();
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two forms of the page {} have the id {:?}", page.id, pair[0]));
        }
    }
    Ok(())
}
