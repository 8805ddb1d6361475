//! The campaign rules for Battlefront: WWII, after "Basic Campaign Rules for Battlefront Fire and Fury"
//! (T. Schumacher, 2005): posture, refit, the choice of forces, the set-up, the record and the result of a battle, and
//! the cleanup after it, S1 to C12.
//!
//! Read in this order: [`setup`], [`facts`], [`phase`], [`command`], [`rules`], [`event`], [`offers`], [`view`].
//! The battle itself is fought at a table; its result comes in as a form.

mod absence;
pub mod command;
pub mod event;
pub mod facts;
pub mod geometry;
pub mod ground;
mod identity;
pub mod ids;
mod imagine;
mod income;
pub mod measure;
mod measures;
pub mod offers;
mod outcome;
pub mod perimeter;
pub mod phase;
pub mod plans;
mod position;
pub mod report;
pub mod rules;
pub mod setup;
pub mod state;
mod studio;
pub mod view;
pub mod words;

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::chance::Work;
use kernel::system::{Pick, RuleText, Sealed, Sealing};
use kernel::view::{Block, Contents, Page, PageHead, Paper, Text};
use kernel::{
    Adjudged, Adjudication, Audience, Diagnostic, Foretold, Measure, Occasion, PlanHead, Refusals, Seat,
    SideInfo, System, Typed,
};
use serde_json::Value;
use tabular::{Sample, SetupFiles, SetupTable};

pub use command::{Command, DisciplineSubject};
pub use event::Event;
pub use facts::Facts;
pub use offers::Template;
pub use phase::Step;
pub use setup::Campaign;
pub use state::State;
pub use words::Side;

/// The name in files.
pub const NAME: &str = "battlefront-campaign";

/// The system behind the one face that tables know.
pub const RULEBOOK: Typed<Battlefront> = Typed::new();

/// The sample campaign that ships with the rules.
pub const SAMPLE: &str = include_str!("../scenarios/rostov.toml");

/// The sample campaign after its first battle: the morning of 24 December, postures to be chosen.
pub const SAMPLE_POSITION: &str = include_str!("../scenarios/rostov-24-december.position.toml");

/// A campaign with afternoons and nights.
pub const NIGHT_SAMPLE: &str = include_str!("../scenarios/mius-night.toml");

/// The campaign with nights in its course: a night slot is about to open.
pub const NIGHT_SAMPLE_POSITION: &str = include_str!("../scenarios/mius-1-august-night.position.toml");

/// The system.
#[derive(Clone, Copy, Debug)]
pub struct Battlefront;

impl System for Battlefront {
    const NAME: &'static str = NAME;
    const TITLE: &'static str = "Battlefront campaign";
    const RULES_VERSION: u32 = 11;
    const PAGES: &'static [PageHead] = view::PAGES;
    const MEASURES: &'static [Measure<Self>] = measures::MEASURES;

    type Setup = Campaign;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Template = Template;
    type Position = Facts;

    fn load(file: &str, text: &str) -> Result<Arc<Campaign>, Vec<Diagnostic>> {
        setup::load(file, text)
    }

    fn warnings(setup: &Campaign) -> &[Diagnostic] {
        &setup.warnings
    }

    fn forecast(setup: &Campaign) -> Vec<Block> {
        view::forecast::forecast(setup)
    }

    fn title(setup: &Campaign) -> String {
        setup.title.clone()
    }

    fn sides(setup: &Campaign) -> Vec<SideInfo> {
        setup
            .sides
            .as_array()
            .iter()
            .map(|side| SideInfo::new(side.id.into(), &*side.name).in_hue(side.hue()))
            .collect()
    }

    fn open(setup: Arc<Campaign>) -> State {
        State::open(setup)
    }

    fn setup(state: &State) -> &Campaign {
        state.campaign()
    }

    fn position(state: &State) -> Facts {
        state.facts.clone()
    }

    fn open_position(setup: Arc<Campaign>, position: Facts) -> Result<State, Vec<Diagnostic>> {
        position::open(setup, position)
    }

    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        rules::judge(cx, command)
    }

    fn fold(state: &mut State, event: &Event) {
        event.fold(state);
    }

    fn occasion(state: &State) -> Occasion {
        let facts = &state.facts;
        Occasion::new(format_args!("{}.{}.{}", facts.day, facts.slot, facts.step))
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

    /// Sides act at the same time, each on its own data. The one exception is a posture that may still be replaced
    /// while the other side's first seal would close the step. [BF-2.1.P-2]
    /// In S4 one side sets up, and its close ends the time in which the other may want a length; in S5 the sides keep one
    /// turn record, and wrecks of C2 are numbered as they come.
    fn is_parallel(state: &State) -> bool {
        match state.step() {
            Step::Posture => Side::BOTH.iter().all(|side| !state.side(*side).closed),
            step => !step.is_set_up() && !matches!(step, Step::Battle | Step::Minefields),
        }
    }

    /// Play rests when the result is declared.
    fn is_over(state: &State) -> bool {
        state.step() == Step::Over
    }

    fn contents(state: &State, seat: Seat) -> Contents {
        view::contents(state, seat)
    }
    fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
        view::page(state, seat, id)
    }

    fn papers(state: &State, seat: Seat) -> Vec<Paper> {
        view::papers(state, seat)
    }

    fn begins_stretch(event: &Event) -> bool {
        matches!(event, Event::SlotOpened(_))
    }

    fn ends_stretch(event: &Event) -> bool {
        matches!(event, Event::SlotEnded(_))
    }

    fn narrate(setup: &Campaign, event: &Event) -> Text {
        event.narrate(setup)
    }

    /// What follows from the closing of a step is told when it happens and not before: it may show what the other
    /// side has done in the step.
    fn foreseen(events: &[Event]) -> &[Event] {
        let closes = |event: &Event| matches!(event, Event::StepClosed(_) | Event::ClosedForBoth(_));
        &events[..events.iter().position(closes).unwrap_or(events.len())]
    }

    fn outcome(setup: &Campaign, seat: Seat, events: &[Event]) -> (String, Option<i64>) {
        let foreseen = Self::foreseen(events);
        if foreseen.is_empty() && !events.is_empty() {
            return ("The step is closed".into(), None);
        }
        outcome::outcome(setup, seat, foreseen)
    }

    fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
        plans::plans(state, seat)
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

    fn in_absence(state: &State, seat: Seat) -> Option<Command> {
        absence::in_absence(state, seat)
    }

    fn in_absence_words() -> &'static str {
        "It defends, makes the rolls that keep a step open, puts each fortification in hand at the first place where it may stand, and closes the step: it buys nothing, sends nobody to the battle, and leaves stands in pockets where they are. How a battle went is still owed."
    }

    fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> {
        rules::s2_1_p_posture::sealing(state, seat, command)
    }

    fn seals(setup: &Campaign, event: &Event) -> Vec<Sealed> {
        rules::s2_1_p_posture::seals(setup, event)
    }

    fn rules() -> Vec<RuleText> {
        view::rule_texts::rules().to_vec()
    }

    fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
        imagine::imagine(state, seat, pick)
    }
}

impl SetupFiles for Battlefront {
    fn tables(text: &str) -> Vec<SetupTable> {
        studio::tables(text)
    }

    fn blank() -> Option<&'static str> {
        Some(studio::BLANK)
    }

    fn samples() -> &'static [Sample] {
        const {
            &[
                // On the morning after its first battle: posture and the whole refit lie ahead.
                Sample::new("rostov", "rostov.toml", SAMPLE).from(SAMPLE_POSITION),
                // The same five days from their first morning, before anything has happened.
                Sample::new("five-days", "rostov.toml", SAMPLE),
                // At the first night's repairs.
                Sample::new("mius-night", "mius-night.toml", NIGHT_SAMPLE).from(NIGHT_SAMPLE_POSITION),
            ]
        }
    }
}
