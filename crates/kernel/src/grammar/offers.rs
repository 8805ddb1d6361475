//! Offers of systems whose commands can all be written down: the rules themselves are asked which are lawful.

use std::mem::{Discriminant, discriminant};
use std::ops::ControlFlow;

use crate::adjudication::{Acting, is_lawful};
use crate::system::{Pick, System};
use crate::words::Seat;

/// A group of like commands: those of one kind.
pub type Kind<S> = Discriminant<<S as System>::Command>;

fn lawful<'s, S: System>(
    state: &'s S::State,
    seat: Seat,
    all: impl Iterator<Item = S::Command> + Clone + 's,
) -> impl Iterator<Item = S::Command> + Clone + 's {
    all.filter(move |command| is_lawful::<S>(state, Acting::own(seat), command))
}

/// Appends the kinds of which a command is lawful, in the order of `all`.
pub fn offers<S: System>(
    state: &S::State,
    seat: Seat,
    all: impl Iterator<Item = S::Command>,
    into: &mut Vec<Kind<S>>,
) {
    // What another seat was offered stands before it and says nothing of this one.
    let before = into.len();
    for command in all {
        let kind = discriminant(&command);
        if into[before..].last() != Some(&kind) && is_lawful::<S>(state, Acting::own(seat), &command) {
            into.push(kind);
        }
    }
}

/// Visits the lawful commands of a kind.
pub fn each<'s, S: System>(
    state: &'s S::State,
    seat: Seat,
    all: impl Iterator<Item = S::Command> + Clone + 's,
    kind: Kind<S>,
    visit: &mut dyn FnMut(S::Command) -> ControlFlow<()>,
) {
    let of_kind = all.filter(move |command| discriminant(command) == kind);
    let _stopped = lawful::<S>(state, seat, of_kind).try_for_each(visit);
}

/// One lawful command of a kind, each with the same chance.
///
/// # Panics
/// When there is none: a kind is offered only with a lawful command.
pub fn sample<'s, S: System>(
    state: &'s S::State,
    seat: Seat,
    all: impl Iterator<Item = S::Command> + Clone + 's,
    kind: Kind<S>,
    pick: Pick<'_>,
) -> S::Command {
    let of_kind = all.filter(move |command| discriminant(command) == kind);
    let mut lawful = lawful::<S>(state, seat, of_kind);
    let n = lawful.clone().count();
    let picked = pick(n.max(1) as u64) as usize;
    lawful.nth(picked).expect("a kind is offered with a lawful command")
}

/// The first of several commands that is lawful.
pub fn first_lawful<S: System>(
    state: &S::State,
    seat: Seat,
    of: impl IntoIterator<Item = S::Command>,
) -> Option<S::Command> {
    of.into_iter().find(|command| is_lawful::<S>(state, Acting::own(seat), command))
}

/// What events come to where odds are told: the narration of those that count, and the last number that players care for.
/// An event that does not count is nothing.
pub fn outcome<S: System>(
    setup: &S::Setup,
    seat: Seat,
    events: &[S::Event],
    counts: impl Fn(&S::Event) -> Option<Option<i64>>,
) -> (String, Option<i64>) {
    let (mut words, mut number) = (Vec::new(), None);
    for event in events.iter().filter(|event| seat.sees(S::audience(event))) {
        if let Some(counted) = counts(event) {
            words.push(S::narrate(setup, event).plain(&S::sides(setup)));
            number = counted;
        }
    }
    (words.join(" "), number)
}

/// Within `impl System`: offers, each and sample over one function that lists every command there could be in a state,
/// lawful or not. Commands of a kind follow each other, in the order in which they are shown.
#[macro_export]
macro_rules! offers_of_every_command {
    ($all:path) => {
        type Template = $crate::grammar::Kind<Self>;

        fn offers(state: &Self::State, seat: $crate::Seat, into: &mut Vec<Self::Template>) {
            $crate::grammar::offers::<Self>(state, seat, $all(state), into);
        }

        fn each(
            state: &Self::State,
            seat: $crate::Seat,
            template: &Self::Template,
            visit: &mut dyn FnMut(Self::Command) -> std::ops::ControlFlow<()>,
        ) {
            $crate::grammar::each::<Self>(state, seat, $all(state), *template, visit);
        }

        fn sample(
            state: &Self::State,
            seat: $crate::Seat,
            template: &Self::Template,
            pick: $crate::system::Pick<'_>,
        ) -> Self::Command {
            $crate::grammar::sample::<Self>(state, seat, $all(state), *template, pick)
        }
    };
}
