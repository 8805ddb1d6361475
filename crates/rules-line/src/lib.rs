//! The line: a small secret system of two sides, and the model of a table above (`docs/decisions/levels.md`).
//!
//! Each turn a side hires men in secret. The umpire has skirmishes fought for posts, each at a table of Pickets of its own,
//! while the line goes on; what came of one is taken in whenever it is over. Several may be fought at once.

pub mod below;
pub mod command;
pub mod event;
pub mod imagine;
pub mod rules;
pub mod setup;
pub mod state;
pub mod view;

use std::sync::Arc;

use kernel::system::Pick;
use kernel::view::Text;
use kernel::{
    Adjudged, Adjudication, Audience, Diagnostic, Levels, Occasion, Seat, Settled, SideInfo, System, Typed,
};
use serde_json::Value;

pub use command::Command;
pub use event::Event;
pub use setup::Setup;
pub use state::{Position, State};

/// The system.
#[derive(Debug)]
pub struct Line;

/// The system behind the one face that tables know.
pub const RULEBOOK: Typed<Line> = Typed::new();

/// A short set-up: three turns, two posts.
pub const HILLS: &str = include_str!("../scenarios/hills.toml");

impl System for Line {
    const NAME: &'static str = "line";
    const TITLE: &'static str = "The Line";
    const RULES_VERSION: u32 = 1;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Position = Position;

    kernel::offers_of_every_command!(command::every);

    kernel::pages! {
        "line", "Line" => view::line;
        standing view::standing, owed view::owed;
    }

    kernel::in_short! {
        fn load(file: &str, text: &str) -> Result<Arc<Setup>, Vec<Diagnostic>> = Setup::load(file, text);
        fn title(setup: &Setup) -> String = setup.title.clone();
        fn sides(setup: &Setup) -> Vec<SideInfo> = setup.sides.as_array().to_vec();
        fn setup(state: &State) -> &Setup = &state.setup;
        fn open(setup: Arc<Setup>) -> State = State::open(setup);
        fn position(state: &State) -> Position = state::position(state);
        fn open_position(setup: Arc<Setup>, facts: Position) -> Result<State, Vec<Diagnostic>> =
            state::open_position(setup, facts);

        fn fold(state: &mut State, event: &Event) -> () = event.fold(state);
        fn audience(event: &Event) -> Audience = event.audience();
        fn occasion(state: &State) -> Occasion = Occasion::new(format_args!("{}", state.turn));
        fn is_over(state: &State) -> bool = state.over;
        fn narrate(setup: &Setup, event: &Event) -> Text = event.narrate(setup);
        fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State = imagine::imagine(state, seat, pick);

        fn levels(state: &State) -> Levels = below::levels(state);
        fn takes_in(state: &State, slot: &str, handed: &Value) -> Option<Command> =
            below::takes_in(state, slot, handed);
        fn without_umpire(setup: &Setup) -> bool = setup.without_umpire;
        fn settles(state: &State, command: &Command) -> Option<Settled> = below::settles(state, command);
    }

    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        match *command {
            Command::Hire => rules::s1_men::hire(cx),
            Command::Fight { post, first, second } => rules::s2_skirmishes::fight(cx, post, [first, second]),
            Command::TakeIn { post, first, second, held } => {
                rules::s2_skirmishes::take_in(cx, post, [first, second], held)
            }
            Command::NextTurn => rules::s3_turns::next(cx),
        }
    }
}
