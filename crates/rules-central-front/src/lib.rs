//! The New Central Front system: the revision of a series of hex wargames of 1980 with action points for friction and
//! steps for losses.
//!
//! The seats are the Warsaw Pact (0) and NATO (1). Everything is open but the orders that a side leaves for the time it
//! is away. Read in this order: [`words`], [`setup`], [`state`], [`phase`], [`command`], [`event`], [`ground`],
//! [`rules`], [`offers`], [`view`].

mod chain;
pub mod command;
pub mod event;
pub mod ground;
pub mod imagine;
pub mod offers;
mod painting;
pub mod phase;
mod plans;
pub mod position;
pub mod prospect;
pub mod rules;
pub mod setup;
pub mod state;
mod studio;
pub mod view;
pub mod words;

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::chance::Work;
use kernel::system::Pick;
use kernel::view::{Block, Board, Contents, Page, PageHead, Text};
use kernel::{
    Acting, Adjudged, Adjudication, Audience, ChartResult, Diagnostic, Foretold, Measure, Occasion, Odds,
    PlanHead, PlayedOn, Refusals, RuleText, Seat, SideInfo, System, Typed,
};
use tabular::{Sample, SetupFiles};

pub use command::Command;
pub use event::Event;
pub use offers::Template;
use serde_json::Value;
pub use setup::Scenario;
pub use state::{Facts, State};

use crate::rules as r;
use crate::rules::s7_attacks::Asked;
use crate::rules::s9_results::cell;
use crate::state::Standing;

/// The system.
#[derive(Debug)]
pub struct CentralFront;

/// The system behind the one face that tables know.
pub const RULEBOOK: Typed<CentralFront> = Typed::new();

/// The system's name.
pub const NAME: &str = "central-front";

/// The sample scenario: seven turns in the Fulda corridor.
pub const FULDA: &str = include_str!("../scenarios/fulda.toml");

/// A small scenario of three turns for learning and for tests.
pub const GAP: &str = include_str!("../scenarios/gap.toml");

/// A scenario of four turns with a map and a results table of its own, pointy-topped hexes and terrain that the rules do
/// not name: what a designer of scenarios begins with.
pub const LOCHAU: &str = include_str!("../scenarios/lochau.toml");

impl System for CentralFront {
    const NAME: &'static str = NAME;
    const TITLE: &'static str = "New Central Front";
    const RULES_VERSION: u32 = 8;
    const PAGES: &'static [PageHead] = view::PAGES;
    const MEASURES: &'static [Measure<Self>] = plans::MEASURES;

    type Setup = Scenario;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Template = Template;
    type Position = Facts;

    fn load(file: &str, text: &str) -> Result<Arc<Scenario>, Vec<Diagnostic>> {
        Scenario::load(file, text)
    }
    fn warnings(setup: &Scenario) -> &[Diagnostic] {
        &setup.warnings
    }
    fn title(setup: &Scenario) -> String {
        setup.title.clone()
    }
    fn sides(setup: &Scenario) -> Vec<SideInfo> {
        let side = |id: &str, name: &str, side: words::Side| {
            SideInfo::new(id.parse().unwrap_or_default(), name).in_hue(setup.hues[side])
        };
        vec![side("WP", "Warsaw Pact", words::Side::Wp), side("NATO", "NATO", words::Side::Nato)]
    }
    fn open(setup: Arc<Scenario>) -> State {
        State::open(setup)
    }
    fn setup(state: &State) -> &Scenario {
        &state.scenario
    }
    fn position(state: &State) -> Facts {
        state.facts.clone()
    }
    fn open_position(setup: Arc<Scenario>, facts: Facts) -> Result<State, Vec<Diagnostic>> {
        position::open_position(setup, facts)
    }

    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        match command {
            Command::Proceed => r::s4_sequence::proceed(cx),
            Command::Place { unit, at } => r::s6_supply::place(cx, *unit, *at),
            Command::Activate { units } => r::s5_action_points::activate(cx, units),
            Command::Move { units, path } => r::s6_movement::go(cx, units, path),
            // A strike cannot be asked for with a March attack. [CF-AIR-7]
            Command::March { units, target, support, smoke, chemical } => {
                let asked =
                    Asked { target: *target, support, strike: false, chemical: *chemical, chosen: None };
                r::s7_march::march(cx, units, asked, *smoke)
            }
            Command::Designate { units, target, attack, bombard } => {
                r::s7_designation::designate(cx, units, *target, *attack, *bombard)
            }
            Command::Exit { units } => r::s12_victory::exit(cx, units),
            Command::EndPhase { then } => r::s4_sequence::end_phase(cx, *then),
            Command::CallOff { target } => r::s7_designation::call_off(cx, *target),
            Command::Attack { target, support, strike, chemical, chosen } => {
                let (target, strike, chemical, chosen) = (*target, *strike, *chemical, *chosen);
                r::s7_attacks::attack(cx, Asked { target, support, strike, chemical, chosen })
            }
            Command::Strike { target, chosen, chemical } => {
                r::s8_air::strike(cx, *target, *chosen, *chemical)
            }
            Command::Cover { support, strike } => r::s8_support::cover(cx, support, *strike),
            Command::LoseStep { unit } => r::s9_application::lose_step(cx, *unit),
            Command::Retreat { unit, path } => r::s10_retreat::retreat(cx, *unit, path),
            Command::Remove { unit } => r::s9_application::remove(cx, *unit),
            Command::Advance { unit, path } => r::s10_advance::advance(cx, *unit, path),
            Command::EndAdvance => r::s10_advance::end(cx),
            Command::Withdraw { unit, path } => r::s10_retreat_movement::withdraw(cx, *unit, path),
            Command::Instruct { cover, losses, retreats, excess } => {
                let (cover, losses, retreats, excess) = (*cover, *losses, *retreats, *excess);
                let standing = Standing { cover, losses, retreats, excess };
                r::s13_standing_orders::instruct(cx, standing)
            }
        }
    }
    fn fold(state: &mut State, event: &Event) {
        event.fold(state);
    }
    fn occasion(state: &State) -> Occasion {
        Occasion::new(format_args!("{}.{}", state.facts.turn, state.facts.phase.word()))
    }
    fn audience(event: &Event) -> Audience {
        event.audience()
    }

    fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
        offers::offers(state, seat, into);
    }
    fn each(
        state: &State,
        seat: Seat,
        template: &Template,
        visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
    ) {
        offers::each(state, seat, template, visit);
    }
    fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command {
        offers::sample(state, seat, template, pick)
    }
    fn is_capped(_state: &State, template: &Template) -> bool {
        offers::is_capped(template)
    }
    /// One side moves while the other waits: they do not act at the same time.
    fn is_parallel(_state: &State) -> bool {
        false
    }
    fn is_over(state: &State) -> bool {
        state.facts.phase == phase::Phase::Over
    }

    fn contents(state: &State, _: Seat) -> Contents {
        view::contents(state)
    }
    fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
        view::page(state, seat, id)
    }
    fn plan(state: &State, seat: Seat, command: &Command, supposed: &Value) -> Vec<Block> {
        view::plan::plan(state, seat, command, supposed)
    }
    fn is_retractable(_setup: &Scenario, event: &Event) -> bool {
        event::is_retractable(event)
    }
    fn narrate(setup: &Scenario, event: &Event) -> Text {
        event.narrate(setup)
    }
    /// A fight by the cell of the table it came to; anything else as it is told.
    fn outcome(setup: &Scenario, seat: Seat, events: &[Event]) -> (String, Option<i64>) {
        let cell = events.iter().find_map(|event| match event {
            Event::Fought(fought) => {
                let result = cell(fought.attacker, fought.defender);
                Some((result.words(), Some(i64::from(fought.defender.steps))))
            }
            _ => None,
        });
        cell.unwrap_or_else(|| {
            let seen = events.iter().filter(|event| seat.sees(Self::audience(event)));
            let words: Vec<String> =
                seen.map(|event| Self::narrate(setup, event).plain(&Self::sides(setup))).collect();
            (words.join(" "), None)
        })
    }
    fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
        plans::plans(state, seat)
    }
    fn boards_ahead(state: &State, seat: Seat) -> Vec<Board> {
        let ahead = plans::ahead(state, seat).into_iter();
        let pages = ahead.map(|(state, seat)| view::board::page(&state, seat));
        pages.flat_map(|page| page.boards().into_iter().cloned().collect::<Vec<_>>()).collect()
    }
    fn foretell(
        state: &State,
        seat: Seat,
        plan: &str,
        given: &Value,
        work: &Work<'_>,
    ) -> Result<Foretold, Refusals> {
        plans::foretell(state, seat, plan, given, work)
    }
    /// An attack that the defender may answer stops at his answer.
    fn odds(state: &State, acting: Acting, command: &Command) -> Option<Odds> {
        prospect::odds(state, acting, command)
    }
    fn played_on(state: &State, acting: Acting, command: &Command) -> Option<PlayedOn<Self>> {
        prospect::played_on(state, acting, command)
    }
    fn rules() -> Vec<RuleText> {
        r::RULES.clone()
    }
    fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
        imagine::imagine(state, seat, pick)
    }
}

impl SetupFiles for CentralFront {
    kernel::in_short! {
        fn tables(text: &str) -> Vec<tabular::SetupTable> = studio::tables(text);
        fn painting(text: &str) -> Option<tabular::Painting> = painting::painting(text);
        fn shipped(field: &str, id: &str) -> Option<&'static str> = studio::shipped(field, id);
        fn blank() -> Option<&'static str> = Some(include_str!("../scenarios/blank.toml"));
    }
    fn samples() -> &'static [Sample] {
        const { &[Sample::new("fulda", "fulda.toml", FULDA), Sample::new("lochau", "lochau.toml", LOCHAU)] }
    }
}
