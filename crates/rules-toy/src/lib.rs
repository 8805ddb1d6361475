//! Pickets: a small secret system of two sides, and the model for a new rules crate.
//!
//! At dusk both sides are paid, put out pickets and dig; at night they scout the pickets that are out, and seal
//! whether they hold or raid; all at the same time and unseen. Dawn shows everything, raids are fought, posts are
//! counted.
//!
//! # Writing a sixth system after this one
//!
//! 1. `rules.toml`: one row per section of the source, with its id, function and test module.
//! 2. [`setup`]: what a table starts from, read with [`kernel::Reader`] so that every fault has its place.
//!    Printed charts are data in `charts/`; a set-up may lay its own over them.
//! 3. [`state`]: what is remembered, small and cheap to clone; the set-up is shared in an `Arc`.
//! 4. [`command`] and [`event`]: small copyable values. An event names its side, so that `audience` needs
//!    nothing else. `fold` applies and never chooses.
//! 5. [`rules`]: one file per section. Read each from top to bottom: checks in the catalogue's order, then answers,
//!    then records. Nothing is refused after the first answer or record. A rule that depends on what its seat may not
//!    know neither refuses nor modifies by it: it records an event for those who may know ([`rules::s4_scouts`]).
//! 6. [`command::offers`], `each`, `sample`: what could be done now, from the seat's own knowledge.
//! 7. [`view`], [`narrate`](mod@narrate), [`imagine`](mod@imagine): who sees what. Controls take their reasons from
//!    `prove`, so that a closed control and the server never disagree.
//! 8. [`position`](mod@position): the facts of a state in a documented, versioned form.
//! 9. [`studio`]: the set-up as tables that umpires fill in, and what it foretells.
//! 10. `tests/it`: one module per section, and one call of [`kernel::conformance::run`].
//!
//! Every verb of [`kernel::Adjudication`] is used once: `draw` in [`rules::s1_pay`], `roll` with hits in
//! [`rules::s3_works`], `high_roll` and `ruling` in [`rules::s7_dawn`], `record` and `refuse` everywhere.

pub mod command;
pub mod event;
pub mod imagine;
pub mod narrate;
pub mod position;
pub mod rules;
pub mod setup;
pub mod state;
pub mod studio;
pub mod view;

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::system::Pick;
use kernel::view::{Block, Contents, Page, PageHead, Text};
use kernel::{
    Acting, Adjudged, Adjudication, Audience, Diagnostic, Occasion, RuleText, Sealed, Sealing, Seat,
    SideInfo, System, Typed, is_lawful,
};
use tabular::{SetupFiles, SetupTable};

pub use command::{Command, Template};
pub use event::Event;
pub use position::Position;
pub use setup::Setup;
pub use state::{Phase, State};

/// The system.
#[derive(Debug)]
pub struct Pickets;

/// The system behind the one face that tables know.
pub const RULEBOOK: Typed<Pickets> = Typed::new();

/// A short set-up: two nights, three posts.
pub const FORD: &str = include_str!("../scenarios/ford.toml");

/// A long set-up: five nights, six posts, a pay chart of its own.
pub const RIVER: &str = include_str!("../scenarios/long.toml");

impl System for Pickets {
    const NAME: &'static str = "pickets";
    const TITLE: &'static str = "Pickets";
    const RULES_VERSION: u32 = 2;
    const PAGES: &'static [PageHead] = view::PAGES;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Template = Template;
    type Position = Position;

    fn load(file: &str, text: &str) -> Result<Arc<Setup>, Vec<Diagnostic>> {
        Setup::load(file, text)
    }
    fn warnings(setup: &Setup) -> &[Diagnostic] {
        &setup.warnings
    }
    fn forecast(setup: &Setup) -> Vec<Block> {
        studio::forecast(setup)
    }
    fn title(setup: &Setup) -> String {
        setup.title.clone()
    }
    fn sides(setup: &Setup) -> Vec<SideInfo> {
        setup.sides.clone()
    }
    fn open(setup: Arc<Setup>) -> State {
        State::open(setup)
    }
    fn setup(state: &State) -> &Setup {
        &state.setup
    }
    fn position(state: &State) -> Position {
        position::position(state)
    }
    fn open_position(setup: Arc<Setup>, facts: Position) -> Result<State, Vec<Diagnostic>> {
        position::open_position(setup, facts)
    }

    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        match *command {
            Command::Pay => rules::s1_pay::pay(cx),
            Command::Place { post } => rules::s2_pickets::place(cx, post),
            Command::Dig { post } => rules::s3_works::dig(cx, post),
            Command::Scout { post } => rules::s4_scouts::scout(cx, post),
            Command::Seal { stance, nonce, digest } => rules::s5_stance::seal(cx, stance, nonce, digest),
            Command::Close => rules::s6_close::close(cx),
            Command::Dawn => rules::s7_dawn::dawn(cx),
        }
    }
    fn fold(state: &mut State, event: &Event) {
        event::fold(state, event);
    }
    fn occasion(state: &State) -> Occasion {
        Occasion::new(format_args!("{}.{}", state.round, state.phase.name()))
    }
    fn audience(event: &Event) -> Audience {
        event::audience(event)
    }

    fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
        command::offers(state, seat, into);
    }
    fn each(
        state: &State,
        seat: Seat,
        template: &Template,
        visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
    ) {
        command::each(state, seat, *template, visit);
    }
    fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command {
        command::sample(state, seat, *template, pick)
    }
    fn is_over(state: &State) -> bool {
        state.phase == Phase::Over
    }

    fn contents(state: &State, seat: Seat) -> Contents {
        view::contents(state, seat)
    }
    fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
        view::page(state, seat, id)
    }
    fn begins_stretch(event: &Event) -> bool {
        matches!(event, Event::DuskFell { .. })
    }
    fn ends_stretch(event: &Event) -> bool {
        matches!(event, Event::DuskFell { .. } | Event::Ended)
    }
    fn narrate(setup: &Setup, event: &Event) -> Text {
        narrate::narrate(setup, event)
    }
    /// The chance part of a command alone: what a scout finds depends on the enemy and has no odds.
    fn outcome(setup: &Setup, seat: Seat, events: &[Event]) -> (String, Option<i64>) {
        let seen = events.iter().filter(|event| seat.sees(event::audience(event)));
        let mut telling = seen.filter(|event| !matches!(event, Event::Saw { .. } | Event::Spent { .. }));
        let words: Vec<String> =
            telling.clone().map(|event| narrate::narrate(setup, event).plain(&setup.sides)).collect();
        let value = telling.next_back().and_then(|event| match event {
            Event::Paid { coins, .. } => Some(i64::from(*coins)),
            Event::Dug { works, .. } => Some(i64::from(*works)),
            _ => None,
        });
        (words.join(" "), value)
    }
    fn in_absence(state: &State, seat: Seat) -> Option<Command> {
        let hold = Command::Seal { stance: state::Stance::Hold, nonce: None, digest: None };
        [Command::Close, Command::Pay, hold]
            .into_iter()
            .find(|command| is_lawful::<Self>(state, Acting::own(seat), command))
    }
    fn in_absence_words() -> &'static str {
        "It closes what it can, draws its pay, and holds."
    }
    fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> {
        let (Seat::Side(side @ 0..=1), Command::Seal { stance, .. }) = (seat, command) else { return None };
        let (slot, side) = (event::slot(state.round), state.setup.sides[usize::from(side)].id);
        Some(Sealing { slot, side, payload: stance.name().into() })
    }
    fn seals(setup: &Setup, event: &Event) -> Vec<Sealed> {
        event::seals(setup, event)
    }
    fn rules() -> Vec<RuleText> {
        rules::RULES.to_vec()
    }
    fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
        imagine::imagine(state, seat, pick)
    }
}

impl SetupFiles for Pickets {
    fn tables(_text: &str) -> Vec<SetupTable> {
        studio::tables()
    }

    fn blank() -> Option<&'static str> {
        Some(studio::BLANK)
    }
}
