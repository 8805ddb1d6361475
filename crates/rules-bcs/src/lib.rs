//! The Battalion Combat Series: a series of hex wargames in which formations are activated, one after the other, and each
//! stands or falls with its command and its supply route. A hex is a kilometre to a mile wide, a turn a day. [BCS-GEN-1]
//!
//! Read in this order: [`words`], [`sheet`], [`charts`], [`setup`], [`state`], [`command`], [`event`], [`ground`],
//! [`sight`], [`rules`], [`offers`], [`prospect`], [`view`].

mod chain;
pub mod charts;
pub mod command;
pub mod event;
pub mod ground;
pub mod imagine;
pub mod offers;
mod painting;
mod plans;
pub mod position;
pub mod prospect;
pub mod rules;
pub mod setup;
pub mod sheet;
pub mod sight;
pub mod state;
mod studio;
pub mod view;
pub mod words;

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::chance::Work;
use kernel::system::Pick;
use kernel::view::Text;
use kernel::{
    Adjudged, Adjudication, Audience, Diagnostic, Foretold, Occasion, PlanHead, Refusals, Seat, SideInfo,
    System, Typed,
};
use tabular::{Sample, SetupFiles};

pub use command::{Choice, Command};
pub use event::Event;
pub use offers::Template;
pub use setup::Scenario;
pub use state::{Facts, Phase, State};

use crate::rules as r;
use crate::rules::s6_hq;
use crate::state::{Standing, Step};

/// The system.
#[derive(Debug)]
pub struct BattalionCombat;

/// The system behind the one face that tables know.
pub const RULEBOOK: Typed<BattalionCombat> = Typed::new();

/// The sample scenario: six turns at the crossings of the Sarn.
pub const SARN: &str = include_str!("../scenarios/sarn.toml");

/// A small scenario of three turns for learning and for tests: both sides are in contact as it begins.
pub const SARN_WEST: &str = include_str!("../scenarios/sarn-west.toml");

impl System for BattalionCombat {
    const NAME: &'static str = "battalion-combat";
    const TITLE: &'static str = "Battalion Combat Series";
    const RULES_VERSION: u32 = 7;

    type Setup = Scenario;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Template = Template;
    type Position = Facts;

    kernel::pages! {
        "map", "Map" => view::map;
        "activation", "Activation" => view::activation;
        "formations", "Formations" => view::formations;
        "units", "Units" => view::units;
        "charts", "Charts" => view::charts;
        standing view::standing, owed view::owed, phases view::phases;
    }

    kernel::rules_of_inventory!(include_str!("../rules.toml"));

    kernel::in_short! {
        fn load(file: &str, text: &str) -> Result<Arc<Scenario>, Vec<Diagnostic>> = Scenario::load(file, text);
        fn warnings(setup: &Scenario) -> &[Diagnostic] = &setup.warnings;
        fn title(setup: &Scenario) -> String = setup.title.clone();
        fn sides(setup: &Scenario) -> Vec<SideInfo> = setup.sides.as_array().to_vec();
        fn setup(state: &State) -> &Scenario = &state.scenario;
        fn open(setup: Arc<Scenario>) -> State = State::open(setup);
        fn position(state: &State) -> Facts = state.facts.clone();
        fn open_position(setup: Arc<Scenario>, facts: Facts) -> Result<State, Vec<Diagnostic>> =
            position::open_position(setup, facts);
        fn fold(state: &mut State, event: &Event) -> () = event.fold(state);
        fn audience(event: &Event) -> Audience = event.audience();
        fn narrate(setup: &Scenario, event: &Event) -> Text = event.narrate(setup);
        fn is_over(state: &State) -> bool = state.facts.phase == Phase::Over;
        fn plans(state: &State, seat: Seat) -> Vec<PlanHead> = plans::plans(state, seat);
        fn foretell(
            state: &State,
            seat: Seat,
            plan: &str,
            given: &serde_json::Value,
            work: &Work<'_>
        ) -> Result<Foretold, Refusals> = plans::foretell(state, seat, plan, given, work);
        fn begins_stretch(event: &Event) -> bool = matches!(event, Event::FirstChosen(_));
        fn called(setup: &Scenario, subject: &str) -> Option<String> = setup.called(subject);
        fn is_retractable(_setup: &Scenario, event: &Event) -> bool = event::is_retractable(event);
        fn ends_stretch(event: &Event) -> bool = matches!(event, Event::TurnEnded(_));
        fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) -> () = offers::offers(state, seat, into);
        fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command =
            offers::sample(state, seat, template, pick);
        fn is_capped(_state: &State, template: &Template) -> bool = offers::is_capped(template);
        fn is_parallel(state: &State) -> bool =
            matches!(state.facts.phase, Phase::Replacements | Phase::Assignment | Phase::Orders);
        fn unsaid(state: &State, seat: Seat) -> Option<State> = Some(r::s21_standing::unsaid(state, seat));
        fn foreseen(events: &[Event]) -> &[Event] = r::s21_standing::foreseen(events);
        fn outcome(setup: &Scenario, seat: Seat, events: &[Event]) -> (String, Option<i64>) =
            kernel::grammar::outcome::<Self>(setup, seat, r::s21_standing::foreseen(events), |_| Some(None));
        fn in_absence(state: &State, seat: Seat) -> Option<Command> = r::s21_standing::in_absence(state, seat);
        fn in_absence_words() -> &'static str =
            "It closes its steps, answers by the defaults of the instructions, and its formations roll and do nothing.";
        fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State = imagine::imagine(state, seat, pick);
    }

    fn plan(
        state: &State,
        seat: Seat,
        command: &Command,
        supposed: &serde_json::Value,
    ) -> Vec<kernel::view::Block> {
        view::plan::plan(state, seat, command, supposed)
    }

    fn each(
        state: &State,
        seat: Seat,
        template: &Template,
        visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
    ) {
        offers::each(state, seat, template, visit);
    }

    /// Turn and phase; within an activation the formation by its place in the file, which activation it is, and the step.
    fn occasion(state: &State) -> Occasion {
        let (turn, phase) = (state.facts.turn, state.facts.phase);
        let Some(activation) = &state.facts.activation else {
            return Occasion::new(format_args!("{turn}.{phase}"));
        };
        let formation = state.scenario.formation(activation.formation).unwrap_or(0) + 1;
        let step = match activation.step {
            Step::Preparation => 'b',
            Step::Failure => 'c',
            Step::Objectives => 'd',
            Step::Activities => 'e',
            Step::Second => 'i',
        };
        Occasion::new(format_args!("{turn}.f{formation}.{}.{step}", 1 + u8::from(activation.second)))
    }

    /// What a side has said beforehand answers at once.
    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        judge(cx, command)?;
        r::s21_standing::settle(cx)
    }
}

/// Scenarios are filled in by tables, the map with its hexsides and roads among them.
impl SetupFiles for BattalionCombat {
    kernel::in_short! {
        fn tables(text: &str) -> Vec<tabular::SetupTable> = studio::tables(text);
        fn painting(text: &str) -> Option<tabular::Painting> = painting::painting(text);
        fn shipped(field: &str, id: &str) -> Option<&'static str> = studio::shipped(field, id);
        fn blank() -> Option<&'static str> = Some(include_str!("../scenarios/blank.toml"));
    }
    fn samples() -> &'static [Sample] {
        const { &[Sample::new("sarn", "sarn.toml", SARN), Sample::new("sarn-west", "sarn-west.toml", SARN_WEST)] }
    }
}

/// Hands a command to its section.
fn judge(cx: &mut r::Cx<'_>, command: &Command) -> Adjudged {
    match command {
        Command::Proceed => r::s2_turn::proceed(cx),
        Command::Replace { unit, hq } => r::s2_turn::replace(cx, *unit, *hq),
        Command::Assign { unit, formation, hq } => r::s2_assignment::assign(cx, *unit, *formation, *hq),
        Command::Release { unit } => r::s2_assignment::release(cx, *unit),
        Command::AssignArty { formation } => r::s2_assignment::give(cx, *formation),
        Command::ReleaseArty { formation } => r::s2_assignment::take(cx, *formation),
        Command::Enter { unit, at } => r::s2_reinforcements::enter(cx, *unit, *at),
        Command::EnterSupport { unit } => r::s15_support::enter(cx, *unit),
        Command::ExitSupport { unit, hq } => r::s15_support::leave(cx, *unit, *hq),
        Command::Order { formation, route, recovery, prepared } => {
            r::s2_orders::order(cx, *formation, route, *recovery, *prepared)
        }
        Command::Instruct { defense, losses, retreats, stopping, jumped, first } => {
            let (defense, losses, retreats) = (*defense, *losses, *retreats);
            let (stopping, jumped, first) = (*stopping, *jumped, *first);
            r::s21_standing::instruct(cx, Standing { defense, losses, retreats, stopping, jumped, first })
        }
        Command::NameRoute { to_trains, to_source } => r::s7_msr::name(cx, to_trains, to_source),
        Command::Close => r::s2_turn::close(cx),
        Command::GoFirst { side } => r::s2_turn::go_first(cx, *side),
        Command::Activate { formation } => r::s3_activation::activate(cx, *formation),
        Command::Prepare { prepared, recovery } => r::s3_activation::prepare(cx, *prepared, *recovery),
        Command::Fail { flip } => r::s3_activation::fail(cx, *flip),
        Command::Objective { at, combat } => r::s9_objectives::place(cx, *at, *combat),
        Command::RuleMixed { one, other, mixed } => r::s8_mixed::rule(cx, *one, *other, *mixed),
        Command::Begin => r::s3_activation::begin(cx),
        Command::Flip { unit } => r::s10_movement::flip(cx, *unit),
        Command::Move { unit, path } => r::s10_movement::go(cx, *unit, path),
        Command::Recon { unit, at } => r::s9_objectives::recon(cx, *unit, *at),
        Command::Screen { unit } => r::s10_movement::screen(cx, *unit),
        Command::Barrage { target, spotter, air } => r::s14_barrage::barrage(cx, *target, *spotter, *air),
        Command::AttackByFire { unit, target } => r::s14_barrage::attack_by_fire(cx, *unit, *target),
        Command::Engage { unit, target } => r::s13_engagement::engage(cx, *unit, *target),
        Command::Require { unit } => r::s11_stopping::require(cx, *unit),
        Command::Attack { target, shock } => r::s12_attack::declare(cx, *target, *shock),
        Command::Defend { unit, prepared } => r::s12_attack::defend(cx, *unit, *prepared),
        Command::Commit { unit, assist } => r::s12_attack::commit(cx, *unit, *assist),
        Command::Suppress { spotter, air } => r::s12_attack::suppress(cx, *spotter, *air),
        Command::SupportByFire { unit } => r::s12_attack::support(cx, *unit),
        Command::Fight => r::s12_attack::fight(cx),
        Command::TakeStep { unit } => r::s12_combat::take_step(cx, *unit),
        Command::Advance { unit } => r::s12_combat::advance(cx, *unit),
        Command::Withdraw { unit, path, hq } => r::s18_voluntary::withdraw(cx, *unit, path, *hq),
        Command::RetreatHq { at, hq } => r::s6_jumps::retreat(cx, *at, *hq),
        Command::Retreat { path } => r::s18_retreat::retreat(cx, path),
        Command::ReturnSupport { unit } => r::s15_support::give_back(cx, *unit),
        Command::MoveHq { path, hq } => s6_hq::move_hq(cx, path, *hq),
        Command::MoveTrains { path } => s6_hq::move_trains(cx, path),
        Command::FlipTrains => s6_hq::flip_trains(cx),
        Command::ReturnTrains { at } => s6_hq::return_trains(cx, *at),
        Command::LeaveDefense => r::s3_activation::leave_defense(cx),
        Command::End => r::s3_activation::end(cx),
        Command::Second { choice } => r::s3_activation::second(cx, *choice),
    }
}
