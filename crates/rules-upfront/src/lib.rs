//! The campaign game of Up Front: rosters of men who gain, lose, fall and come back over a list of scenarios.
//!
//! The card battle is played on the table. This system is the book-keeper and referee of the campaign around it: it
//! checks the selection of each force, takes the report of what happened to each man from one side and has it confirmed
//! by the other, asks each owner for the decisions that are really his, and settles the rosters and the points at once.
//!
//! Read in this order: [`words`], [`setup`], [`state`], [`command`], [`report`], [`event`], [`phase`], [`muster`],
//! [`filling`], [`rules`], [`offers`], [`chances`], [`worth`], [`view`], [`grids`].

pub mod chances;
pub mod command;
pub mod event;
pub mod filling;
pub mod grids;
pub mod imagine;
pub mod muster;
pub mod offers;
pub mod phase;
mod plans;
pub mod position;
pub mod report;
pub mod rules;
pub mod setup;
pub mod state;
pub mod view;
pub mod words;
pub mod worth;

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::chance::Work;
use kernel::system::Pick;
use kernel::view::{Contents, Page, PageHead, Text};
use kernel::{
    Adjudged, Adjudication, Audience, Diagnostic, Foretold, Occasion, PlanHead, Refusals, RuleText, Seat,
    SideInfo, System, Typed,
};
use serde_json::Value;
use tabular::{ResultForm, Sample, SetupFiles, SetupPart};

pub use command::Command;
pub use event::Event;
pub use offers::Template;
pub use setup::Campaign;
pub use state::{Facts, State};

use crate::rules as r;

/// The system.
#[derive(Debug)]
pub struct UpFront;

/// The system behind the one face that tables know.
pub const RULEBOOK: Typed<UpFront> = Typed::new();

/// The system's name.
pub const NAME: &str = "up-front-campaign";

/// A campaign of nine original scenarios between Americans and Germans.
pub const NINE_DAYS: &str = include_str!("../scenarios/nine-days.toml");

impl System for UpFront {
    const NAME: &'static str = NAME;
    const TITLE: &'static str = "Up Front campaign";
    const RULES_VERSION: u32 = 3;
    const PAGES: &'static [PageHead] = view::PAGES;

    type Setup = Campaign;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Template = Template;
    type Position = Facts<setup::spelling::RulingsTold>;

    fn load(file: &str, text: &str) -> Result<Arc<Campaign>, Vec<Diagnostic>> {
        Campaign::load(file, text)
    }
    fn title(setup: &Campaign) -> String {
        setup.title.clone()
    }
    fn sides(setup: &Campaign) -> Vec<SideInfo> {
        setup.sides.as_array().to_vec()
    }
    fn open(setup: Arc<Campaign>) -> State {
        State::open(setup)
    }
    fn setup(state: &State) -> &Campaign {
        &state.campaign
    }
    fn position(state: &State) -> Self::Position {
        position::position(state)
    }
    fn open_position(setup: Arc<Campaign>, facts: Self::Position) -> Result<State, Vec<Diagnostic>> {
        position::open_position(setup, facts)
    }

    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        match command {
            Command::SetRuling { ruling, word } => r::s5_rulings::set(cx, *ruling, *word),
            Command::TakeBackProposal { ruling } => r::s5_rulings::take_back(cx, *ruling),
            Command::DrawLot => r::sc_sample_campaign::draw_lot(cx),
            Command::NameAttacker { attacker } => r::sc_sample_campaign::name_attacker(cx, *attacker),
            Command::Select(selection) => r::s42_1_selection::select(cx, selection),
            Command::Note { man, what } => r::s42_43_tally::note(cx, *man, *what),
            Command::Strike { man } => r::s42_43_tally::strike(cx, *man),
            Command::Withdraw(withdrawal) => r::s42_6_withdrawal::withdraw(cx, withdrawal),
            Command::Leave { group, nearest } => r::s42_6_withdrawal::leave(cx, *group, *nearest),
            Command::TakeBackWithdrawal { group } => r::s42_6_withdrawal::take_back(cx, *group),
            Command::TakeBackPursuit => r::s42_7_pursuit::take_back(cx),
            Command::Pursue(pursuit) => r::s42_7_pursuit::pursue(cx, pursuit),
            Command::Report(telling) => r::s4_report::report(cx, telling),
            Command::Confirm { decide } => r::s4_report::confirm(cx, decide.as_ref()),
            Command::Differ(telling) => r::s4_report::differ(cx, telling),
            Command::Uphold { side, reason } => r::s4_report::uphold(cx, *side, reason.as_deref()),
            Command::Decide(decisions) => r::s4_report::decide(cx, decisions),
        }
    }
    fn fold(state: &mut State, event: &Event) {
        event.fold(state);
    }
    fn occasion(state: &State) -> Occasion {
        Occasion::new(format_args!("{}", state.facts.leg + 1))
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
        offers::is_capped(*template)
    }
    fn is_parallel(state: &State) -> bool {
        match phase::Phase::of(state) {
            phase::Phase::Select => phase::rulings_are_locked(state),
            phase => phase == phase::Phase::Decide,
        }
    }
    fn is_over(state: &State) -> bool {
        state.leg().is_none()
    }

    fn contents(state: &State, seat: Seat) -> Contents {
        view::contents(state, seat)
    }
    fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
        view::page(state, seat, id)
    }
    fn narrate(setup: &Campaign, event: &Event) -> Text {
        event.narrate(setup)
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
    fn rules() -> Vec<RuleText> {
        r::RULES.clone()
    }
    fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
        imagine::imagine(state, seat, pick)
    }
}

/// Set-ups are written by hand.
impl SetupFiles for UpFront {
    fn samples() -> &'static [Sample] {
        const { &[Sample::new("nine-days", "nine-days.toml", NINE_DAYS)] }
    }
    fn parts() -> &'static [SetupPart] {
        grids::PARTS
    }
    fn result_form() -> Option<&'static ResultForm> {
        Some(&grids::RESULT)
    }
}
