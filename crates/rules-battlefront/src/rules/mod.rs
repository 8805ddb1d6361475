//! The rules, one file per section of the source, in its order.

pub mod s2_campaign;
pub mod s2_f_free_to_modify;
pub mod s2_s_setup;

pub mod s2_1_scenarios;

pub mod s2_1_p_posture;

pub mod s2_1_1_1_1_night_attacks;
pub mod s2_1_1_1_d_historical_modifiers;
pub mod s2_1_1_1_purchase_points;
pub mod s2_1_1_2_armour_repair;
pub mod s2_1_1_2_w_armour_withdrawal;
pub mod s2_1_1_3_1_casualties;
pub mod s2_1_1_3_1_o_discipline;
pub mod s2_1_1_3_2_b_breakpoints;
pub mod s2_1_1_3_2_combining;
pub mod s2_1_1_3_3_1_shots;
pub mod s2_1_1_3_3_ammunition;
pub mod s2_1_1_3_campaign_roster;
pub mod s2_1_1_4_1_base_force;
pub mod s2_1_1_4_2_aircraft;
pub mod s2_1_1_4_3_off_board_artillery;
pub mod s2_1_1_4_4_n_numbers;
pub mod s2_1_1_4_4_n_smoke;
pub mod s2_1_1_4_4_preregistered_points;
pub mod s2_1_1_4_reinforcements;
pub mod s2_1_1_5_1_removal;
pub mod s2_1_1_5_2_fortifications;
pub mod s2_1_1_5_fortification_points;
pub mod s2_1_1_6_reveal;
pub mod s2_1_1_7_choose_forces;
pub mod s2_1_1_8_deploy;

pub mod s2_1_2_1_markers;
pub mod s2_1_2_2_mines;
pub mod s2_1_2_3_bogged;
pub mod s2_1_2_4_1_disengage;
pub mod s2_1_2_4_2_status;
pub mod s2_1_2_4_3_escape;
pub mod s2_1_2_4_p_perimeter;
pub mod s2_1_2_4_rally;
pub mod s2_1_2_5_clear_the_map;
pub mod s2_1_2_6_hidden_fortifications;
pub mod s2_1_2_7_wrecks;
pub mod s2_1_2_8_paperwork;
pub mod s2_1_2_report;
pub mod s2_1_2_resolution;

use kernel::view::Text;
use kernel::{Acting, Adjudged, Adjudication, Checked, Id, Reasons, RuleId};

use crate::Battlefront;
use crate::command::Command;
use crate::measure::Point;
use crate::phase::Step;
use crate::rules::s2_1_scenarios::parts::never_has_part;
use crate::state::State;
use crate::view::natural::by_name;
use crate::view::prose::{cpp_words, listed};
use crate::words::Side;

pub(crate) type Cx<'a> = Adjudication<'a, Battlefront>;

/// Which command goes to which rule. Each refuses before it rolls or records, so that a refusal changes nothing. [BF-0-6]
pub(crate) fn judge(cx: &mut Cx<'_>, command: &Command) -> Adjudged {
    match command {
        Command::OpenSlot => s2_s_setup::open_slot(cx),
        Command::Reveal => s2_1_1_6_reveal::reveal(cx),
        Command::ChoosePosture { posture, nonce, digest } => {
            s2_1_p_posture::choose(cx, *posture, *nonce, *digest)
        }
        Command::CppRoll => s2_1_1_1_purchase_points::cpp_roll(cx),
        Command::Repair { vehicle, cpp } => s2_1_1_2_armour_repair::repair(cx, *vehicle, *cpp),
        Command::WithdrawRoll { me } => s2_1_1_2_w_armour_withdrawal::withdraw_roll(cx, *me),
        Command::RollAll { spend, close } => s2_1_scenarios::all_at_once::roll_all(cx, spend, *close),
        Command::DisciplineRoll(subject) => s2_1_1_3_1_o_discipline::discipline_roll(cx, *subject),
        Command::Combine { keep, strike, command_stand } => {
            s2_1_1_3_2_combining::combine(cx, *keep, *strike, *command_stand)
        }
        Command::Buy { group, count } => s2_1_1_4_reinforcements::buy(cx, *group, *count),
        Command::TakeBack { purchase } => s2_1_1_4_reinforcements::take_back(cx, *purchase),
        Command::NumberRoll { purchase, extra_cpp } => {
            s2_1_1_4_4_n_numbers::number_roll(cx, *purchase, *extra_cpp)
        }
        Command::BuyPrereg { module, n } => s2_1_1_4_4_preregistered_points::buy(cx, *module, *n),
        Command::RemoveFort { item } => s2_1_1_5_1_removal::remove(cx, *item),
        Command::DestroyWreck { vehicle } => s2_1_1_3_1_casualties::destroy_wreck(cx, *vehicle),
        Command::ClearDefile { vehicle } => s2_1_2_7_wrecks::clear_defile(cx, *vehicle),
        Command::BuyFort { kind, count } => s2_1_1_5_2_fortifications::buy(cx, *kind, *count),
        Command::ChooseForces { forces } => s2_1_1_7_choose_forces::choose(cx, forces),
        Command::Deploy { units, x, y, facing } => {
            s2_1_1_8_deploy::deploy(cx, units, Point { x: *x, y: *y }, *facing)
        }
        Command::LayOut { places } => s2_1_1_8_deploy::laid_out::lay_out(cx, places),
        Command::Lift { units } => s2_1_1_8_deploy::lift(cx, units),
        Command::PlaceFort { item, x, y } => {
            s2_1_1_5_2_fortifications::place(cx, *item, Point { x: *x, y: *y })
        }
        Command::LiftFort { item } => s2_1_1_5_2_fortifications::lift(cx, *item),
        Command::PlacePrereg { module, x, y } => {
            s2_1_1_4_4_preregistered_points::place(cx, *module, Point { x: *x, y: *y })
        }
        Command::MoveUnit { units, side, x, y, reason } => {
            s2_1_2_4_p_perimeter::move_units(cx, units, *side, Point { x: *x, y: *y }, reason)
        }
        Command::SetStatus { units, side, status, reason } => {
            s2_1_2_4_p_perimeter::set_status(cx, units, *side, *status, reason)
        }
        Command::EditMlr { side, points, reason } => {
            s2_1_2_4_p_perimeter::edit_line(cx, *side, points, reason)
        }
        Command::Remain { stand } => s2_1_2_4_3_escape::remain(cx, *stand),
        Command::Escape { stand } => s2_1_2_4_3_escape::escape(cx, *stand),
        Command::EscapeGroup { stands } => s2_1_2_4_3_escape::escape_group(cx, stands),
        Command::ThrowEscapes => s2_1_2_4_3_escape::throw(cx),
        Command::AgreeLength { turns, first_roll } => {
            s2_1_2_resolution::agree_length(cx, *turns, *first_roll)
        }
        Command::NextTurn { t } => s2_1_2_resolution::next_turn(cx, *t),
        Command::TurnEndRoll { t } => s2_1_2_resolution::turn_end_roll(cx, *t),
        Command::AgreeEnd => s2_1_2_resolution::agree_end(cx),
        Command::Fire { stand, phase } => s2_1_1_3_3_1_shots::fire(cx, *stand, *phase),
        Command::Smoke { module, templates } => s2_1_1_4_4_n_smoke::smoke(cx, *module, *templates),
        Command::Report(report) => s2_1_2_report::report(cx, report),
        Command::Counts(counts) => s2_1_2_report::by_number(cx, counts),
        Command::MineStands { field } => s2_1_2_report::mine_stands(cx, *field),
        Command::TheirsIsRight { field, stands } => s2_1_2_report::theirs_is_right(cx, *field, stands),
        Command::Settle { field, side, reason } => s2_1_2_report::settle(cx, *field, *side, reason),
        Command::MineResult { unit, outcome, x, y } => {
            s2_1_2_2_mines::mine_result(cx, *unit, *outcome, (*x, *y))
        }
        Command::BogResult { unit, outcome } => s2_1_2_3_bogged::bog_result(cx, *unit, *outcome),
        Command::Done => s2_1_scenarios::done(cx),
        Command::ProposeSetting { key, value } => s2_f_free_to_modify::propose(cx, *key, *value),
        Command::Consent { key, value } => s2_f_free_to_modify::consent(cx, *key, *value),
        Command::ChangeSetting { key, value } => s2_f_free_to_modify::change(cx, *key, *value),
        Command::DeclareVictory => s2_campaign::declare_victory(cx),
    }
}

/// The side whose command it is, in one of the steps that the command belongs to, which the side has not closed.
pub(crate) fn in_step(
    state: &State,
    acting: Acting,
    rule: RuleId,
    steps: &[Step],
    why: &mut Reasons,
) -> Checked<Side> {
    let side = why.side(acting.seat, rule)?;
    at_step(state, rule, steps, why)?;
    still_open(state, acting, side, rule, why)?;
    Ok(side)
}

/// One of the steps that a command belongs to.
pub(crate) fn at_step(state: &State, rule: RuleId, steps: &[Step], why: &mut Reasons) -> Checked {
    let now = state.step();
    why.unless(steps.contains(&now), rule, "step", || {
        let belongs = steps.iter().map(|step| stands_at(*step));
        let belongs = belongs.collect::<Vec<_>>().join(", or to ");
        format!("This belongs to {belongs}. Play stands at {}.", stands_at(now))
    })
}

/// The side has not closed the step.
pub(crate) fn still_open(
    state: &State,
    acting: Acting,
    side: Side,
    rule: RuleId,
    why: &mut Reasons,
) -> Checked {
    has_part(state, acting, side, rule, why)?;
    let closed = state.side(side).closed;
    why.unless(!closed, rule, "step", || format!("You have closed {}.", stands_at(state.step())))
}

/// A side has closed nothing that it has no part in, and neither acts in it nor closes it.
pub(crate) fn has_part(
    state: &State,
    acting: Acting,
    side: Side,
    rule: RuleId,
    why: &mut Reasons,
) -> Checked {
    let facts = state.side(side);
    let none = facts.no_part || (facts.closed && never_has_part(state, side, state.step()));
    why.unless(!none, rule, "step", || {
        let step = stands_at(state.step());
        match acts_itself(acting) {
            true => format!("You have no part in {step}."),
            false => format!("{} has no part in {step}.", state.setup_of(side).name),
        }
    })
}

/// Whether nobody acts on the seat's behalf.
pub(crate) fn acts_itself(acting: Acting) -> bool {
    acting.by == acting.seat
}

/// A step in a sentence: "S2e, purchases".
pub(crate) fn stands_at(step: Step) -> String {
    match step {
        Step::Opening | Step::Over => format!("the {}", step.title().to_lowercase()),
        Step::Victory => step.title().to_lowercase(),
        _ => format!("{step}, {}", step.title().to_lowercase()),
    }
}

/// A side at the head of what is told of it.
pub(crate) fn by(side: Side) -> Text {
    Text::empty().side(side.number())
}

/// Names in the order in which people count.
fn ids<I: Into<Id> + Copy>(ids: &[I]) -> String {
    let mut ids: Vec<Id> = ids.iter().map(|id| (*id).into()).collect();
    ids.sort_by(by_name);
    listed(ids.iter().map(Id::to_string).collect::<Vec<_>>())
}

/// ", 1 purchase point spent" where one was.
fn spent(cpp: i32) -> String {
    if cpp > 0 { format!(", {} spent", cpp_words(cpp)) } else { String::new() }
}
