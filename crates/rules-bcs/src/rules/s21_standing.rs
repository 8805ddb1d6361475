//! How a side answers while it does not act: what it has said beforehand. [BCS-ATT-4] [BCS-CT-20] [BCS-RET-4] [BCS-ZONE-5]
//! [BCS-RET-13] [BCS-TURN-5]
//!
//! | What is asked of the side that does not act | Instruction | Default |
//! |---|---|---|
//! | steps 2 and 3: Prepared Defense and the AR unit | [`DefenseOrder`] | the highest total on the Combat Table |
//! | step 8: who loses a step | [`LossOrder`] | the lowest Action Rating |
//! | the path of a retreat | [`RetreatOrder`] | nearest to the HQ |
//! | whether a Stopping Engagement is required | [`StoppingOrder`] | at no disadvantage |
//! | where an HQ goes that was jumped | [`HqOrder`] | nearest to a source |
//! | the first player, for whoever threw higher | [`FirstOrder`] | the side itself |
//!
//! Support is no choice: the best that is eligible counts. Steps of the Pre-Turn Phase are closed by both sides and wait for
//! nobody's go; for a side that stays away they are closed as they stand.

use std::cmp::Reverse;

use kernel::view::Text;
use kernel::{Adjudged, RuleId, Seat, Side};

use super::s12_attack::{Defended, is_prepared};
use super::{Cx, answers, by, s2_turn, s6_jumps, s11_stopping, s12_combat, s18_retreat};
use crate::event::Event;
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sight::Sight;
use crate::state::{
    Battle, DefenseOrder, FirstOrder, HqOrder, Jumped, LossOrder, Phase, RetreatOrder, Stage, Standing,
    State, StoppingOrder, Unit,
};
use crate::words::{Place, UnitId, hq_at};

kernel::words! {
    /// What was answered.
    pub enum Asked {
        /// Prepared Defense and the AR unit.
        Defense = "defense" => "the AR unit",
        /// A step.
        Losses = "losses" => "who loses a step",
        /// A retreat.
        Retreats = "retreats" => "the path of a retreat",
        /// A Stopping Engagement.
        Stopping = "stopping" => "whether a Stopping Engagement is required",
        /// An HQ that was jumped.
        Jumped = "jumped" => "where the HQ goes",
        /// The first player.
        First = "first" => "who goes first",
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The AR unit, with Prepared Defense or without.
    Defend(UnitId, bool),
    /// Who loses a step.
    TakeStep(UnitId),
    /// A path.
    Retreat(Vec<Place>),
    /// Who requires an engagement, if anybody.
    Require(Option<UnitId>),
    /// A hex.
    RetreatHq(Place),
    /// The first player.
    GoFirst(Side),
}

/// Says beforehand how a side answers; what it left out before is asked again.
pub fn instruct(cx: &mut Cx<'_>, standing: Standing) -> Adjudged {
    let side = cx.check(|why| {
        let side = why.side(cx.seat(), "BCS-ACT-18")?;
        why.unless(cx.state().facts.phase != Phase::Over, "BCS-ACT-18", "phase", || "Play is over.".into())?;
        Ok(side)
    })?;
    cx.record(Instructed { side, standing })
}

/// What is asked now of a side that does not act, or of whoever threw higher.
pub fn asked(state: &State) -> Option<(Side, Asked)> {
    let facts = &state.facts;
    if facts.phase == Phase::First {
        return facts.go.map(|side| (side, Asked::First));
    }
    let side = answers(state).filter(|side| facts.go == Some(side.enemy()))?;
    let activation = facts.activation.as_ref()?;
    let what = if !activation.jumped.is_empty() {
        Asked::Jumped
    } else if activation.owed.is_some() {
        Asked::Retreats
    } else if activation.entered.is_some() {
        Asked::Stopping
    } else {
        match activation.battle.as_ref()?.stage {
            Stage::Defense => Asked::Defense,
            Stage::Losses => Asked::Losses,
            Stage::Units | Stage::Fire | Stage::Retreats | Stage::Advance => return None,
        }
    };
    Some((side, what))
}

/// What a side answers by its instructions to what is asked now.
pub fn answer(state: &State, side: Side, what: Asked, standing: &Standing) -> Option<Answer> {
    let activation = state.facts.activation.as_ref();
    let battle = activation.and_then(|one| one.battle.as_ref());
    match what {
        Asked::First => {
            let own = standing.first? == FirstOrder::Own;
            Some(Answer::GoFirst(if own { side } else { side.enemy() }))
        }
        Asked::Defense => {
            let (unit, prepared) = defender(state, battle?, standing.defense?)?;
            Some(Answer::Defend(unit, prepared))
        }
        Asked::Losses => loser(state, battle?, standing.losses?).map(Answer::TakeStep),
        Asked::Retreats => retreat(state, activation?.owed?.unit, standing.retreats?).map(Answer::Retreat),
        Asked::Stopping => Some(Answer::Require(stopper(state, standing.stopping?))),
        Asked::Jumped => hq(state, side, standing.jumped?).map(Answer::RetreatHq),
    }
}

/// Answers what the instructions of a side answer, until something is asked that they do not.
pub fn settle(cx: &mut Cx<'_>) -> Adjudged {
    loop {
        let state = cx.state();
        let Some((side, what)) = asked(state) else { return Ok(()) };
        let Some(answer) = answer(state, side, what, &state.facts.standing[side]) else { return Ok(()) };
        cx.record(ByInstruction { side, what })?;
        match answer {
            Answer::GoFirst(first) => cx.record(s2_turn::FirstChosen { side, first })?,
            Answer::Defend(unit, prepared) => cx.record(Defended { unit, prepared })?,
            Answer::TakeStep(unit) => s12_combat::lose_step(cx, unit)?,
            Answer::Retreat(path) => s18_retreat::run(cx, &path)?,
            Answer::Require(firer) => s11_stopping::run(cx, firer)?,
            Answer::RetreatHq(at) => s6_jumps::run(cx, at)?,
        }
    }
}

/// The state as it would be if nobody whose word is hidden from a seat had said anything beforehand: what a command leads to
/// is told up to where they are asked.
pub fn unsaid(state: &State, seat: Seat) -> State {
    let mut state = state.clone();
    for side in Side::BOTH.into_iter().filter(|side| !side.is_known_to(seat)) {
        state.facts.standing[side] = Standing::default();
    }
    state
}

/// What is told of a command beforehand: what a side has said in secret shows when it answers.
pub fn foreseen(events: &[Event]) -> &[Event] {
    let answered = events.iter().position(|event| matches!(event, Event::ByInstruction(_)));
    &events[..answered.unwrap_or(events.len())]
}

/// How a side defends that has said nothing: its AR unit, and whether it declares Prepared Defense.
pub fn usual_defense(state: &State, battle: &Battle) -> Option<(UnitId, bool)> {
    defender(state, battle, DefenseOrder::default())
}

/// The AR unit; of equals the first of the file.
fn defender(state: &State, battle: &Battle, order: DefenseOrder) -> Option<(UnitId, bool)> {
    // Once the Attack unit is named Prepared Defense is declared or not.
    let open = battle.attacker.is_none() || battle.prepared;
    let worth = |unit: &Unit<'_>| {
        let (rating, steps) = (i32::from(unit.card.ar), i32::from(unit.steps()));
        match order {
            DefenseOrder::Total => {
                let prepared = open && is_prepared(state, *unit);
                let net = net(state, &Battle { defender: Some(unit.card.id), prepared, ..*battle });
                [net.map_or(0, |net| -net), rating, steps]
            }
            DefenseOrder::Rating => [rating, steps, 0],
            DefenseOrder::Steps => [steps, rating, 0],
        }
    };
    let unit = state.in_hex(battle.target).min_by_key(|unit| Reverse(worth(unit)))?;
    Some((unit.card.id, open && is_prepared(state, unit)))
}

/// What is added to the dice of an attack whose AR unit is named, by the Attack unit, or else by the one that has the most
/// ahead. [BCS-CT-18]
fn net(state: &State, battle: &Battle) -> Option<i32> {
    let activation = state.facts.activation.as_ref()?;
    match battle.attacker {
        Some(_) => s12_combat::before(state, activation, battle).map(|resolved| resolved.net),
        None => s12_combat::best_leader(state, activation, battle)?.1,
    }
}

/// Who loses a step; of equals the first of the file.
fn loser(state: &State, battle: &Battle, order: LossOrder) -> Option<UnitId> {
    let cost = |unit: &Unit<'_>| {
        let (rating, steps) = (unit.card.ar, Reverse(unit.steps()));
        match order {
            LossOrder::KeepRating => (rating, steps, 0),
            LossOrder::KeepUnits => (0, steps, rating),
        }
    };
    state.in_hex(battle.target).min_by_key(cost).map(|unit| unit.card.id)
}

/// The path of a retreat; of equals the first.
fn retreat(state: &State, id: UnitId, order: RetreatOrder) -> Option<Vec<Place>> {
    let board = &state.scenario.board;
    let body = state.unit(id)?.formation().and_then(|id| state.formation(id));
    let worth = |path: &Vec<Place>| {
        let end = path.last().copied();
        let far = end.zip(body).and_then(|(end, body)| body.nearest_hq(board, end)).unwrap_or(0);
        let ground = end.and_then(|end| board.ground(end));
        let open = !ground.is_some_and(|ground| ground.urban || ground.city || ground.terrain);
        match order {
            RetreatOrder::TowardHq => (false, far),
            RetreatOrder::ToCover => (open, far),
        }
    };
    s18_retreat::paths(state, &Ground::of(state), id).into_iter().min_by_key(worth)
}

/// Who requires a Stopping Engagement: the Firer with the greatest advantage.
fn stopper(state: &State, order: StoppingOrder) -> Option<UnitId> {
    let best = s11_stopping::shots(state).into_iter().min_by_key(|(_, net)| Reverse(*net))?;
    let fires = match order {
        StoppingOrder::Never => false,
        StoppingOrder::Always => true,
        StoppingOrder::WhenEven => best.1 >= 0,
    };
    fires.then_some(best.0)
}

/// Where an HQ goes that was jumped; of equals the first hex.
fn hq(state: &State, side: Side, order: HqOrder) -> Option<Place> {
    let board = &state.scenario.board;
    let Jumped { formation, hq, .. } = *state.facts.activation.as_ref()?.jumped.first()?;
    let units: Vec<Place> =
        state.on_map().filter(|(unit, _)| unit.formation() == Some(formation)).map(|(_, at)| at).collect();
    let far = |at: &Place| -> u32 {
        match order {
            HqOrder::TowardSource => {
                let sources = state.scenario.sources[side].iter();
                sources.map(|source| board.distance(*source, *at)).min().unwrap_or(0)
            }
            HqOrder::TowardUnits => units.iter().map(|unit| board.distance(*unit, *at)).sum(),
        }
    };
    s6_jumps::refuges(&Sight::of(state), formation, hq_at(hq)).into_iter().min_by_key(far)
}

/// What is done for a side that stays away: the default answer, or the least that lets the game go on.
pub fn in_absence(state: &State, seat: Seat) -> Option<crate::Command> {
    use crate::Command;
    let side = Side::of(seat)?;
    let closes = match state.facts.phase {
        Phase::Replacements | Phase::Assignment | Phase::Orders => !state.facts.pool[side].closed,
        Phase::Sky | Phase::FirstRoll | Phase::First | Phase::Activations | Phase::Over => false,
    };
    if closes {
        return Some(Command::Close);
    }
    match asked(state) {
        Some((asked, what)) if asked == side => {
            let answer = answer(state, side, what, &Standing::usual())?;
            Some(match answer {
                Answer::GoFirst(side) => Command::GoFirst { side },
                Answer::Defend(unit, prepared) => Command::Defend { unit, prepared },
                Answer::TakeStep(unit) => Command::TakeStep { unit },
                Answer::Retreat(path) => Command::Retreat { path },
                Answer::Require(unit) => Command::Require { unit },
                Answer::RetreatHq(at) => {
                    let first = state.facts.activation.as_ref().and_then(|now| now.jumped.first());
                    Command::RetreatHq { at, hq: first.and_then(|one| one.hq) }
                }
            })
        }
        Some(_) => None,
        None => super::s3_activation::least(state, side),
    }
}

/// A side said beforehand how it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructed {
    /// Which.
    pub side: Side,
    /// Its instructions.
    pub standing: Standing,
}

impl kernel::grammar::SectionEvent<State, Scenario> for Instructed {
    fn audience(&self) -> kernel::Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        state.facts.standing[self.side] = self.standing;
    }
    fn narrate(&self, _: &Scenario) -> Text {
        by(self.side).say(" said beforehand how it answers.")
    }
}

kernel::section! { for State, Scenario;
    /// A side answered by what it had said beforehand.
    public ByInstruction { side: Side, what: Asked }
    told |_| by(side).say(format!(" answers by instruction: {}.", what.prose())).rule(RuleId("BCS-ACT-18"));
}
