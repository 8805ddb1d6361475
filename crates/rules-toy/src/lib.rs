//! Pickets: a small secret system of two sides, and the model for a new rules crate (`docs/a-further-system.md`).
//!
//! At dusk both sides are paid, put out pickets and dig; at night they scout the pickets that are out, and seal
//! whether they hold or raid; all at the same time and unseen. Dawn shows everything, raids are fought, posts are
//! counted. `tests/it/facilities.rs` lists what of the kernel it uses.

pub mod command;
pub mod event;
pub mod imagine;
pub mod rules;
pub mod setup;
pub mod state;
pub mod view;

use std::sync::Arc;

use kernel::grammar::{first_lawful, outcome};
use kernel::system::Pick;
use kernel::view::{Block, Text};
use kernel::{Adjudged, Adjudication, Audience, Diagnostic, Occasion, Sealed, Sealing};
use kernel::{Seat, SideInfo, System, Typed};
use serde_json::{Value, json};
use tabular::{Sample, SetupFiles, SetupTable};

pub use command::Command;
pub use event::Event;
pub use setup::Setup;
pub use state::{Phase, Position, State};

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

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Position = Position;

    kernel::offers_of_every_command!(command::every);
    kernel::rules_of_inventory!(include_str!("../rules.toml"));

    kernel::pages! {
        "posts", "Posts" => view::posts;
        "field", "Field" => view::board::page, if |state: &State| view::board::ground(&state.setup).is_some();
        "points", "Points" => view::points;
        standing view::standing, owed view::owed;
    }

    kernel::in_short! {
        fn load(file: &str, text: &str) -> Result<Arc<Setup>, Vec<Diagnostic>> = Setup::load(file, text);
        fn warnings(setup: &Setup) -> &[Diagnostic] = &setup.warnings;
        fn forecast(setup: &Setup) -> Vec<Block> = setup::forecast(setup);
        fn title(setup: &Setup) -> String = setup.title.clone();
        fn sides(setup: &Setup) -> Vec<SideInfo> = setup.sides.as_array().to_vec();
        fn setup(state: &State) -> &Setup = &state.setup;
        fn open(setup: Arc<Setup>) -> State = State::open(setup);
        fn position(state: &State) -> Position = state::position(state);
        fn open_position(setup: Arc<Setup>, facts: Position) -> Result<State, Vec<Diagnostic>> =
            state::open_position(setup, facts);

        fn fold(state: &mut State, event: &Event) -> () = event.fold(state);
        fn audience(event: &Event) -> Audience = event.audience();
        fn occasion(state: &State) -> Occasion = Occasion::new(format_args!("{}.{}", state.round, state.phase));
        fn is_over(state: &State) -> bool = state.phase == Phase::Over;
        fn hands_up(state: &State) -> Option<Value> = (state.phase == Phase::Over).then(|| json!({
            "coins": state.sides.map(|force| force.coins), "points": state.sides.map(|force| force.points),
        }));
        fn begins_stretch(event: &Event) -> bool = matches!(event, Event::DuskFell(_));
        fn ends_stretch(event: &Event) -> bool = matches!(event, Event::DuskFell(_) | Event::Ended(_));
        fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> =
            event::sealing(state, seat, command);
        fn seals(setup: &Setup, event: &Event) -> Vec<Sealed> = event::seals(setup, event);
        fn in_absence(state: &State, seat: Seat) -> Option<Command> =
            first_lawful::<Self>(state, seat, command::ABSENT);
        fn in_absence_words() -> &'static str = "It closes what it can, draws its pay, and holds.";

        fn plan(state: &State, seat: Seat, command: &Command, _supposed: &Value) -> Vec<Block> =
            Block::odds_of::<Self>(state, seat, command);
        fn narrate(setup: &Setup, event: &Event) -> Text = event.narrate(setup);
        fn outcome(setup: &Setup, seat: Seat, events: &[Event]) -> (String, Option<i64>) =
            outcome::<Self>(setup, seat, events, event::counts);
        fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State = imagine::imagine(state, seat, pick);
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
}

impl SetupFiles for Pickets {
    kernel::in_short! {
        fn tables(_text: &str) -> Vec<SetupTable> = setup::tables();
        fn blank() -> Option<&'static str> = Some(include_str!("../scenarios/blank.toml"));
        fn samples() -> &'static [Sample] = const { &[Sample::new("ford", "ford.toml", FORD)] };
    }
}
