//! [BF-2.1] Scenarios: steps in order, closed by both sides, none skipped.

pub mod all_at_once;
pub mod parts;

use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Id, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use self::parts::Why;
use super::s2_1_2_8_paperwork::SlotEnded;
use super::{
    Cx, acts_itself, by, has_part, s2_1_1_1_purchase_points as points, s2_1_1_2_armour_repair,
    s2_1_1_2_w_armour_withdrawal as withdrawal, s2_1_1_3_1_o_discipline as discipline,
    s2_1_1_3_2_b_breakpoints, s2_1_1_3_3_ammunition, s2_1_1_4_1_base_force, s2_1_1_4_2_aircraft,
    s2_1_1_4_3_off_board_artillery, s2_1_1_4_4_n_numbers as numbers, s2_1_1_4_4_preregistered_points,
    s2_1_1_5_1_removal, s2_1_1_5_2_fortifications, s2_1_1_8_deploy, s2_1_2_1_markers, s2_1_2_2_mines,
    s2_1_2_3_bogged, s2_1_2_4_1_disengage, s2_1_2_4_2_status, s2_1_2_4_p_perimeter, s2_1_2_4_rally,
    s2_1_2_5_clear_the_map, s2_1_2_6_hidden_fortifications, s2_1_2_8_paperwork, s2_1_2_report,
    s2_1_p_posture, stands_at,
};
use crate::facts::SideFacts;
use crate::ids::{FormationId, StandId};
use crate::phase::{Next, Step, after, occurs};
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{stand_name, step_words, unit_name};
use crate::words::Side;

const RULE: RuleId = RuleId("BF-2.1-1");

/// A mandatory roll that a side has not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenRoll {
    /// The roll for purchase points. [BF-2.1.1.1-1]
    Points,
    /// A formation's withdrawal. [BF-2.1.1.2.W-2]
    Withdrawal(FormationId),
    /// A formation's discipline. [BF-2.1.1.3.1.O-3]
    Discipline(FormationId),
    /// A cut-off stand's discipline. [BF-2.1.1.3.1.O-4]
    StandDiscipline(StandId),
    /// The number of smoke missions or aircraft. [BF-2.1.1.4.4.N-1]
    Number(Id),
}

impl OpenRoll {
    /// The rule that makes it mandatory.
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Points => RuleId("BF-2.1.1.1-1"),
            Self::Withdrawal(_) => RuleId("BF-2.1.1.2.W-2"),
            Self::Discipline(_) => RuleId("BF-2.1.1.3.1.O-3"),
            Self::StandDiscipline(_) => RuleId("BF-2.1.1.3.1.O-4"),
            Self::Number(_) => RuleId("BF-2.1.1.4.4.N-1"),
        }
    }

    /// What is owed, in a sentence.
    pub fn sentence(self, campaign: &Campaign, side: Side) -> String {
        let formation = |me: FormationId| unit_name(campaign, side, me);
        match self {
            Self::Points => "The roll for purchase points is still owed.".into(),
            Self::Withdrawal(me) => format!("The withdrawal roll of {} is still owed.", formation(me)),
            Self::Discipline(me) => format!("The discipline roll of {} is still owed.", formation(me)),
            Self::StandDiscipline(stand) => {
                let stand = stand_name(campaign, side, stand);
                format!("The discipline roll of {stand}, cut off, is still owed.")
            }
            Self::Number(item) => {
                format!("The number roll of {} is still owed.", unit_name(campaign, side, item))
            }
        }
    }
}

/// The mandatory rolls that a side still owes in the present step, in the roster's order.
pub fn open_rolls(state: &State, side: Side) -> Vec<OpenRoll> {
    match state.step() {
        Step::PurchasePoints if points::rolls(state, side) => vec![OpenRoll::Points],
        Step::Withdrawal | Step::OvernightWithdrawal => {
            withdrawal::owed(state, side).map(OpenRoll::Withdrawal).collect()
        }
        Step::Roster => discipline::owed(state, side),
        Step::Purchases => numbers::owed(state, side).map(OpenRoll::Number).collect(),
        _ => Vec::new(),
    }
}

/// [BF-2.1-1] Closing a step. A side cannot close a step in which a mandatory roll of its own is open; when somebody
/// else closes it on the side's behalf, the open rolls are made.
pub(crate) fn done(cx: &mut Cx<'_>) -> Adjudged {
    if s2_1_2_4_p_perimeter::is_closed_by_umpire(cx.state(), cx.acting()) {
        return s2_1_2_4_p_perimeter::close(cx);
    }
    let side = cx.check(|why| may_close(cx.state(), cx.acting(), why))?;
    let open = open_rolls(cx.state(), side);
    if !open.is_empty() {
        cx.for_each_subject(&open, |_, roll| *roll, |cx, roll| make(cx, side, *roll))?;
    }
    close_for(cx, side)
}

/// Whether a side may close the present step, or somebody for it.
fn may_close(state: &State, acting: Acting, why: &mut Reasons) -> Checked<Side> {
    let side = may_close_once_rolled(state, acting, why)?;
    match open_rolls(state, side).first() {
        Some(first) if acts_itself(acting) => {
            why.refuse(first.rule(), "incomplete", || first.sentence(state.campaign(), side))
        }
        _ => Ok(side),
    }
}

/// The same but for the rolls that are still open.
fn may_close_once_rolled(state: &State, acting: Acting, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(acting.seat, RULE)?;
    s2_1_2_4_p_perimeter::left_to_the_umpire(state, acting, why)?;
    let step = state.step();
    why.unless(step.is_for_sides(), RULE, "step", || {
        format!("There is no step to close. Play stands at {}.", stands_at(step))
    })?;
    has_part(state, acting, side, RULE, why)?;
    why.unless(!state.side(side).closed, RULE, "dup", || match acts_itself(acting) {
        true => format!("You have closed {} already.", stands_at(step)),
        false => format!("{} has closed {} already.", state.setup_of(side).name, stands_at(step)),
    })?;
    let chosen = step != Step::Posture || state.side(side).posture.is_some();
    why.unless(chosen, RuleId("BF-2.1.P-2"), "incomplete", || {
        "Attack or defend is still to be chosen.".into()
    })?;
    s2_1_1_5_2_fortifications::all_placed(state, acting, side, why)?;
    s2_1_2_8_paperwork::adds_up(state, side, why)?;
    s2_1_2_report::told(state, acting, side, why)?;
    s2_1_2_2_mines::all_resolved(state, side, why)?;
    s2_1_2_3_bogged::all_resolved(state, side, why)?;
    Ok(side)
}

fn make(cx: &mut Cx<'_>, side: Side, roll: OpenRoll) -> Adjudged {
    match roll {
        OpenRoll::Points => points::roll(cx, side),
        OpenRoll::Withdrawal(me) => withdrawal::roll(cx, side, me),
        OpenRoll::Discipline(me) => discipline::roll(cx, side, me),
        OpenRoll::StandDiscipline(stand) => discipline::roll_stand(cx, side, stand),
        OpenRoll::Number(item) => numbers::roll(cx, side, item, 0),
    }
}

/// Notes that a side has closed the step, and goes on when both have.
pub(crate) fn close_for(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let step = cx.state().step();
    cx.record(StepClosed { side, step })?;
    let both = Side::BOTH.iter().all(|side| cx.state().side(*side).closed);
    // A result that the two sides tell differently waits until every difference is settled.
    if both && step == Step::Battle && s2_1_2_report::compare(cx)? {
        return Ok(());
    }
    // The dice of C7 fall when both have sealed, by the engine, whoever sealed last.
    if both && step != Step::Escape { advance(cx) } else { Ok(()) }
}

/// [BF-2.1-2] Goes on from a step that is over, through steps that do not occur, to the next that waits for somebody.
pub(crate) fn advance(cx: &mut Cx<'_>) -> Adjudged {
    let mut step = cx.state().step();
    finish(cx, step)?;
    loop {
        match after(cx.state(), step) {
            Next::Step(next) if occurs(cx.state(), next) => {
                if open(cx, next)? {
                    return Ok(());
                }
                finish(cx, next)?;
                step = next;
            }
            Next::Step(next) => {
                cx.record(StepPassed { step: next })?;
                if next == Step::Roster {
                    s2_1_1_4_1_base_force::arrivals(cx)?;
                }
                step = next;
            }
            Next::EndOfSlot => return end_of_slot(cx),
            Next::Nothing => return Ok(()),
        }
    }
}

/// Opens a step. False when it is over at once because, by public knowledge, neither side has a part in it.
pub(crate) fn open(cx: &mut Cx<'_>, step: Step) -> Adjudged<bool> {
    cx.record(StepOpened { step })?;
    if step == Step::Roster {
        s2_1_1_4_1_base_force::arrivals(cx)?;
        discipline::settle(cx)?;
    }
    match step {
        Step::Disengage => s2_1_2_4_1_disengage::propose(cx)?,
        Step::Perimeter => s2_1_2_4_2_status::draw(cx)?,
        _ => {}
    }
    if step.is_automatic() {
        return Ok(false);
    }
    let mut waits = false;
    for side in Side::BOTH {
        match parts::no_part(cx.state(), side, step) {
            None => waits = true,
            Some(why) => cx.record(NoPart { side, step, why })?,
        }
    }
    Ok(waits)
}

/// What the closing of a step brings with it.
fn finish(cx: &mut Cx<'_>, step: Step) -> Adjudged {
    match step {
        Step::Posture => s2_1_p_posture::publish_digests(cx),
        Step::Repair | Step::OvernightRepair => s2_1_1_2_armour_repair::clear_the_map(cx),
        Step::Roster => {
            s2_1_1_3_2_b_breakpoints::recompute(cx)?;
            s2_1_1_3_3_ammunition::recover(cx)
        }
        Step::DefenderSetsUp | Step::AttackerSetsUp => s2_1_1_8_deploy::show(cx, step),
        Step::Removal | Step::Wrecks => s2_1_1_5_1_removal::publish(cx),
        Step::ClearMap => s2_1_2_5_clear_the_map::clear(cx),
        Step::HiddenWorks => s2_1_2_6_hidden_fortifications::expose(cx),
        Step::Battle => s2_1_2_report::confirm(cx),
        Step::Markers => s2_1_2_1_markers::remove(cx),
        Step::Rally => s2_1_2_4_rally::rally(cx),
        _ => Ok(()),
    }
}

/// The end of a slot, after its battle or without one. [BF-2.1.2.8-1, BF-2.1.P-6, BF-R9]
pub(crate) fn end_of_slot(cx: &mut Cx<'_>) -> Adjudged {
    for side in Side::BOTH {
        s2_1_1_4_2_aircraft::spend(cx, side)?;
    }
    if cx.state().is_last_slot_of_day() {
        for side in Side::BOTH {
            s2_1_1_4_2_aircraft::lapse(cx, side)?;
            s2_1_1_4_3_off_board_artillery::leave(cx, side)?;
            s2_1_1_4_4_preregistered_points::lapse(cx, side)?;
        }
    }
    cx.record(SlotEnded {})
}

/// A step was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepOpened {
    /// The step.
    pub step: Step,
}

impl SectionEvent<State, Campaign> for StepOpened {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.step = self.step;
        state.facts.sides.iter_mut().for_each(SideFacts::reopen);
        if self.step != Step::Posture {
            state.facts.proposal = None;
            state.facts.skipped = false;
        }
        step_opens(state, self.step);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        burnt_out(self.step, Text::new(format!("Step {}, was opened.", step_words(self.step))))
    }
}

/// A step does not occur in this slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepPassed {
    /// The step.
    pub step: Step,
}

impl OnlyTold<Campaign> for StepPassed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        burnt_out(
            self.step,
            Text::new(format!("Step {}, does not occur in this slot.", step_words(self.step))),
        )
    }
}

/// A side closed the step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepClosed {
    /// The side.
    pub side: Side,
    /// The step.
    pub step: Step,
}

impl SectionEvent<State, Campaign> for StepClosed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.side_mut(self.side).closed = true
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { step, .. } = self;
        by(self.side).say(format!(" closed step {}.", step_words(*step)))
    }
}

/// A side has no part in the step that has opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoPart {
    /// The side.
    pub side: Side,
    /// The step.
    pub step: Step,
    /// Why, as everybody can see it; absent where the step itself says it.
    #[serde(default, skip_serializing_if = "Why::is_plain")]
    pub why: Why,
}

impl SectionEvent<State, Campaign> for NoPart {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { side, .. } = self;
        let side = state.facts.side_mut(*side);
        (side.closed, side.no_part) = (true, true);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { step, .. } = self;
        let told = by(self.side).say(format!(" has no part in step {}", step_words(*step)));
        match self.why.told(campaign, self.side) {
            Some((words, rule)) => told.say(format!(": {words}")).rule(rule),
            None => told.say("."),
        }
    }
}

/// [BF-2.1.2.7-1] At C11 the smoke of wrecks is gone, whether or not one can be moved.
fn burnt_out(step: Step, told: Text) -> Text {
    match step {
        Step::Wrecks => {
            told.say(" Burning wrecks no longer block sight or fire.").rule(RuleId("BF-2.1.2.7-1"))
        }
        _ => told,
    }
}

/// What the opening of a step does to the map. At C5 nobody is hidden any longer [BF-R50]; at C6 improved
/// positions are forgotten [BF-R37]; the choices of C7 are over with it.
fn step_opens(state: &mut State, step: Step) {
    for side in Side::BOTH {
        if step > Step::Escape {
            state.facts.side_mut(side).escapes.clear();
        }
        let stands = s2_1_2_4_2_status::stands_of(state, side).filter(|stand| stand.place().is_some());
        for stand in stands {
            match step {
                Step::Disengage => stand.hidden = false,
                Step::Perimeter => stand.improved = false,
                _ => {}
            }
        }
    }
}
