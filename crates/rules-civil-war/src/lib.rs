//! The Civil War with Fire and Fury: two players of a board game fight its battles with miniatures and carry the result back.
//! The book keeps of the board game what its battles need; a battle keeps every secret and every roll around the table.
//! Figures are moved by people.
//!
//! Read in this order: [`words`], [`exact`], [`setup`], [`charts`], [`oob`], [`battle`], [`book`], [`mod@below`], [`state`], [`command`],
//! [`event`], [`rules`], [`offers`], [`view`].

pub mod battle;
pub mod below;
pub mod book;
mod chances;
pub mod charts;
pub mod command;
pub mod event;
pub mod exact;
pub mod imagine;
pub mod offers;
pub mod oob;
mod plans;
mod questions;
pub mod rules;
pub mod setup;
pub mod sight;
pub mod state;
mod studio;
pub mod view;
pub mod words;
pub mod written;

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::chance::Work;
use kernel::grammar::Kind;
use kernel::system::Pick;
use kernel::view::{Block, Text};
use kernel::{
    Adjudged, Adjudication, Audience, Diagnostic, Foretold, Levels, Measure, Occasion, PlanHead, Refusals,
    Sealed, Sealing, Seat, Settled, SideInfo, System, Typed,
};

use serde_json::Value;

use tabular::{Sample, SetupFiles};

pub use command::Command;
pub use event::Event;
pub use setup::Setup;
pub use state::{Facts, State};

use crate::book::Opening;
use crate::rules as r;
use crate::setup::Ratio;
use crate::words::Stage;

/// The name of the system in files.
pub const NAME_IN_FILES: &str = "civil-war-fire-and-fury";

/// The system.
#[derive(Debug)]
pub struct CivilWar;

/// The system behind the one face that tables know.
pub const RULEBOOK: Typed<CivilWar> = Typed::new();

/// The sample: the summer of 1862.
pub const SUMMER: &str = include_str!("../scenarios/1862.toml");

impl System for CivilWar {
    const NAME: &'static str = NAME_IN_FILES;
    const TITLE: &'static str = "The Civil War with Fire and Fury";
    const RULES_VERSION: u32 = 11;
    const MEASURES: &'static [Measure<Self>] = plans::MEASURES;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Template = Kind<Self>;
    type Position = Facts;

    kernel::pages! {
        "battles", "Battles" => view::battles::page;
        "orders", "Orders of battle" => view::orders::page;
        "flanks", "Flanks" => view::flanks::page;
        "field", "Field" => view::field::page;
        "ratings", "Ratings" => view::ratings::page;
        "book", "Book" => view::book::page;
        "tables", "Tables" => view::charts::page;
        standing view::standing, owed view::owed, inches view::field::inches;
    }

    kernel::rules_of_inventory!(include_str!("../rules.toml"));

    kernel::in_short! {
        fn load(file: &str, text: &str) -> Result<Arc<Setup>, Vec<Diagnostic>> = Setup::load(file, text);
        fn load_kept(file: &str, text: &str) -> Result<Arc<Setup>, Vec<Diagnostic>> = Setup::load_kept(file, text);
        fn warnings(setup: &Setup) -> &[Diagnostic] = &setup.warnings;
        fn title(setup: &Setup) -> String = setup.title.clone();
        fn sides(setup: &Setup) -> Vec<SideInfo> = setup.sides.as_array().to_vec();
        fn called(setup: &Setup, subject: &str) -> Option<String> = setup.rolled_for(subject);
        fn setup(state: &State) -> &Setup = &state.setup;
        fn open(setup: Arc<Setup>) -> State = State::open(setup);
        fn position(state: &State) -> Facts = state.facts.clone();
        fn open_position(setup: Arc<Setup>, facts: Facts) -> Result<State, Vec<Diagnostic>> =
            state::open_position(setup, facts);
        fn fold(state: &mut State, event: &Event) -> () = event.fold(state);
        fn audience(event: &Event) -> Audience = event.audience();
        fn narrate(setup: &Setup, event: &Event) -> Text = event.narrate(setup);
        // Battles go on beside the book and each other, so when a question is put says nothing of it: its name does.
        fn occasion(_state: &State) -> Occasion = Occasion::new(format_args!("war"));
        fn is_over(state: &State) -> bool = match state.facts.book.stage {
            Stage::Over => true,
            Stage::Battle => state.open_battles().next().is_none(),
            Stage::Reinforcement | Stage::Pulses => false,
        };
        fn begins_stretch(event: &Event) -> bool = matches!(event, Event::NextTurn(_));
        fn ends_stretch(event: &Event) -> bool = matches!(event, Event::NextTurn(_) | Event::CampaignEnded(_));
        fn offers(state: &State, seat: Seat, into: &mut Vec<Kind<Self>>) -> () =
            kernel::grammar::offers::<Self>(state, seat, offers::every(state, seat), into);
        fn sample(state: &State, seat: Seat, template: &Kind<Self>, pick: Pick<'_>) -> Command =
            kernel::grammar::sample::<Self>(state, seat, offers::every(state, seat), *template, pick);
        fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> =
            r::s5_flanks::sealing(state, seat, command);
        fn seals(setup: &Setup, event: &Event) -> Vec<Sealed> = r::s5_flanks::seals(setup, event);
        fn outcome(setup: &Setup, seat: Seat, events: &[Event]) -> (String, Option<i64>) =
            kernel::grammar::outcome::<Self>(setup, seat, event::foreseen(events), |_| Some(None));
        fn foreseen(events: &[Event]) -> &[Event] = event::foreseen(events);
        fn is_capped(state: &State, template: &Kind<Self>) -> bool = offers::is_capped(state, *template);
        fn is_parallel(state: &State) -> bool = !state.setup.options.no_person()
            && state.open_battles().all(|battle| offers::is_parallel(battle.step));
        fn plan(state: &State, seat: Seat, command: &Command, supposed: &Value) -> Vec<Block> =
            view::plan(state, seat, command, supposed);
        fn plans(state: &State, seat: Seat) -> Vec<PlanHead> = plans::plans(state, seat);
        fn foretell(
            state: &State,
            seat: Seat,
            plan: &str,
            given: &Value,
            work: &Work<'_>
        ) -> Result<Foretold, Refusals> = plans::foretell(state, seat, plan, given, work);
        fn levels(state: &State) -> Levels = below::levels(state);
        fn hands_up(state: &State) -> Option<Value> = below::hands_up(state);
        fn takes_in(state: &State, slot: &str, handed: &Value) -> Option<Command> =
            below::takes_in(state, slot, handed);
        fn without_umpire(setup: &Setup) -> bool = setup.options.no_person();
        fn settles(state: &State, command: &Command) -> Option<Settled> = below::settles(state, command);
        fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State = imagine::imagine(state, seat, pick);
    }

    fn each(
        state: &State,
        seat: Seat,
        template: &Kind<Self>,
        visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
    ) {
        kernel::grammar::each::<Self>(state, seat, offers::every(state, seat), *template, visit);
    }

    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        match r::k_seconded::said(cx, command)? {
            r::k_seconded::Said::Kept => Ok(()),
            r::k_seconded::Said::Judge => judged(cx, command),
            r::k_seconded::Said::Confirms(number) => {
                judged(cx, command)?;
                r::k_seconded::confirmed(cx, number)
            }
        }
    }
}

/// Judges a command, whoever gives it.
fn judged(cx: &mut Adjudication<'_, CivilWar>, command: &Command) -> Adjudged {
    match command {
        Command::NextStep { battle } => r::k_course::next(cx, *battle),
        Command::PromotionRoll { counter } => r::s10_promotions::roll(cx, *counter),
        Command::Initiative { union, confederate } => r::k_course::initiative(cx, [*union, *confederate]),
        Command::UseFreeReinforcement => r::s10_promotions::use_free(cx),
        Command::TakePromotion { counter } => r::s10_promotions::take(cx, *counter),
        Command::Raise { army, sp, arm } => r::k_entries::raise(cx, *army, *sp, *arm),
        Command::MoveSp { sp, army } => r::k_entries::move_sp(cx, *sp, *army),
        Command::MoveLeader { leader, army } => r::k_entries::move_leader(cx, *leader, *army),
        Command::Recover { leader } => r::k_entries::recover(cx, *leader),
        Command::Rally { army } => r::k_entries::rally(cx, *army),
        Command::Strike { sp } => r::k_put_right::strike(cx, *sp),
        Command::Restore { army, sp, class, arm } => r::k_put_right::restore(cx, *army, *sp, *class, *arm),
        Command::Carry { army, crack, other } => r::k_put_right::carry(cx, *army, *crack, *other),
        Command::EnterBattle { attacker, defender, hex, hexside, column, size } => {
            let (attacker, defender, hex, hexside, size) = (*attacker, *defender, *hex, *hexside, *size);
            let column = column.clone();
            r::k_course::enter(cx, &Opening { attacker, defender, hex, hexside, column, size })
        }
        Command::CwResult { battle, winner, lost, demoralized, crack, killed, wounded } => {
            let fallen = r::s1_agreement::fallen(killed.as_deref(), wounded.as_deref());
            r::s1_agreement::cw_result(cx, *battle, *winner, (lost, demoralized, *crack), &fallen)
        }
        Command::CallOff { battle } => r::s1_agreement::call_off(cx, *battle),
        Command::TakeIn { battle, winner, holder, union, confederate } => {
            r::s9_taking_in::take_in(cx, *battle, (*winner, *holder), [union, confederate])
        }
        Command::Agree { battle, stands, batteries } => {
            let ratio = Ratio { stands: *stands, batteries: *batteries };
            r::s1_agreement::agree(cx, *battle, ratio)
        }
        Command::AgreeField { battle, field } => r::s2_field::agree(cx, *battle, field),
        Command::DrawField { battle } => r::s2_field::draw(cx, *battle),
        Command::ChooseSide { battle, edge } => r::s3_edge::choose(cx, *battle, *edge),
        Command::SubmitOob { battle, oob } => r::s4_orders::submit(cx, *battle, &oob.0),
        Command::SealFlank { battle, nonce, digest, .. } => {
            let flanks = command.flanks().unwrap_or_default();
            r::s5_flanks::seal(cx, *battle, &flanks, (nonce.clone(), digest.clone()))
        }
        Command::Sketch { battle, spots } => r::s6_sketch::sketch(cx, *battle, &spots.0),
        Command::PlaceBreastworks { battle, segments } => r::s6_sketch::dig(cx, *battle, &segments.0),
        Command::Close { battle } => r::s6_sketch::close(cx, *battle),
        Command::Reveal { battle, side, units } => r::s7_ratings::reveal(cx, *battle, *side, units),
        Command::Rate { battle, side, of } => r::s7_ratings::rate(cx, *battle, *side, *of),
        Command::MarchRoll { battle, role, flank } => r::s7_marches::march(cx, *battle, *role, *flank),
        Command::EncounterRoll { battle, flank } => r::s7_marches::meeting(cx, *battle, *flank),
        Command::AllMarches { battle } => r::s7_marches::all(cx, *battle),
        Command::AdvanceTurn { battle } => r::s8_day::advance(cx, *battle),
        Command::HoldBack { battle, flank, brigades, split } => {
            r::s7_arrivals::hold_back(cx, *battle, *flank, brigades, *split)
        }
        Command::Arrive { battle, flank } => r::s7_arrivals::arrive(cx, *battle, *flank),
        Command::PoltroonRoll { battle, brigade, on, side } => {
            r::s11_rerolls::poltroon(cx, *battle, (*brigade, *side), *on)
        }
        Command::ManeuverReroll { battle, brigade } => r::s11_rerolls::reroll(cx, *battle, *brigade, false),
        Command::ForceReroll { battle, brigade } => r::s11_rerolls::reroll(cx, *battle, *brigade, true),
        Command::LoseLeader { battle, side } => r::s11_rerolls::lose_leader(cx, *battle, *side),
        Command::Nightfall { battle, spots } => r::s8_night::nightfall(cx, *battle, &spots.0),
        Command::NightMove { battle, spots } => r::s8_night::night_move(cx, *battle, &spots.0),
        Command::Withdraw { battle } => r::s8_night::withdraw(cx, *battle),
        Command::Concede { battle } => r::s8_day::concede(cx, *battle),
        Command::DriveOff { battle, side } => r::s8_day::drive_off(cx, *battle, *side),
        Command::EndBattle { battle, union, confederate } => {
            r::s9_reckoning::end(cx, *battle, [*union, *confederate])
        }
        Command::Report { battle, report } => r::s9_reckoning::hand_in(cx, *battle, &report.0),
        Command::EnterChance { battle, side, n, of } => {
            r::s9_reckoning::enter_chance(cx, *battle, *side, *n, *of)
        }
        Command::DemoralizationRoll { battle, side } => r::s9_reckoning::roll_chance(cx, *battle, *side),
        Command::PartsRoll { battle, side, account } => r::s9_parts::roll(cx, *battle, *side, *account),
        Command::LeaderLossRoll { battle, leader } => r::s9_reckoning::check_leader(cx, *battle, *leader),
        Command::PromoteCrack { battle, sp } => r::s9_reckoning::promote(cx, *battle, *sp),
        Command::PromoteNobody { battle } => r::s9_reckoning::promote_nobody(cx, *battle),
        Command::Decline { proposal } => r::k_seconded::decline(cx, *proposal),
    }
}

/// Set-ups come as tables.
impl SetupFiles for CivilWar {
    kernel::in_short! {
        fn tables(text: &str) -> Vec<tabular::SetupTable> = studio::tables(text);
        fn blank() -> Option<&'static str> = Some(include_str!("../scenarios/blank.toml"));
        fn samples() -> &'static [Sample] =
            const { &[Sample::new("civil-war-1862", "civil-war-1862.toml", SUMMER)] };
    }
}
