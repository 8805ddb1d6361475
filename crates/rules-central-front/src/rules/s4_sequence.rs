//! CF-SEQ: the turn, and how its phases end.

use kernel::grammar::{OnlyTold, SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Modifiers, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::{
    Cx, by, listed, no_fight, own_side, s5_action_points, s6_supply, s7_designation, s8_air,
    s10_retreat_movement, s12_victory, s13_standing_orders,
};
use crate::phase::{Phase, Stage};
use crate::setup::sky::Sky;
use crate::setup::{Begins, Scenario};
use crate::state::{Fate, State, Unit};
use crate::words::{Place, Side, Then, UnitId};

/// What the engine does by itself now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Roll for the sky and the air.
    Weather,
    /// Nobody can enter any more.
    EndReinforcement,
    /// Recovery.
    Recovery,
    /// A side's order answers.
    Order(Side),
}

/// What the engine does by itself now, if anything.
pub fn task(state: &State) -> Option<Task> {
    match state.facts.phase {
        Phase::Weather => Some(Task::Weather),
        Phase::Reinforcement if !Side::BOTH.iter().any(|side| enters(state, *side).next().is_some()) => {
            Some(Task::EndReinforcement)
        }
        Phase::Recovery => Some(Task::Recovery),
        _ => s13_standing_orders::answering(state).map(Task::Order),
    }
}

/// [CF-SEQ-1] The engine's own steps.
pub fn proceed(cx: &mut Cx<'_>) -> Adjudged {
    if cx.seat() != Seat::Clock {
        return cx.refuse(RuleId("CF-SEQ-8"), "actor", || "This comes by itself.".into());
    }
    match task(cx.state()) {
        Some(Task::Weather) => weather(cx),
        Some(Task::EndReinforcement) => begin(cx, Phase::Recovery),
        Some(Task::Recovery) => {
            let units = s5_action_points::recovery(cx.state());
            cx.record(s5_action_points::Recovered { units })?;
            begin(cx, Phase::WpMove1)
        }
        Some(Task::Order(side)) => s13_standing_orders::answer(cx, side),
        None => cx.refuse(RuleId("CF-SEQ-8"), "phase", || "Nothing comes by itself now.".into()),
    }
}

/// [CF-AIR-1] One die for the sky; on a clear turn a second for the air.
fn weather(cx: &mut Cx<'_>) -> Adjudged {
    let ask = |text, name: &str| {
        let name = kernel::Id::new(name).unwrap_or_default();
        Ask::new(RuleId("CF-AIR-1"), text).known_as(name).seen_by(Audience::Public)
    };
    let sky = cx.draw(ask("Weather", "sky"), |scenario| &scenario.weather, &Modifiers::none())?;
    cx.record(s8_air::SkyRolled { sky })?;
    if sky == Sky::Clear {
        let side =
            cx.draw(ask("Air superiority", "air"), |scenario| &scenario.superiority, &Modifiers::none())?;
        let strikes = cx.setup().strikes[side].count;
        cx.record(s8_air::AirWon { side, strikes })?;
    }
    begin(cx, Phase::Reinforcement)
}

/// Begins a phase; a movement phase with the check of supply. [CF-SPL-1]
fn begin(cx: &mut Cx<'_>, phase: Phase) -> Adjudged {
    let turn = cx.state().facts.turn;
    let turn = if phase == Phase::Weather { turn + 1 } else { turn };
    let unsupplied = match (phase.stage(), phase.side()) {
        (Stage::Move, Some(side)) => Some(s6_supply::unsupplied(cx.state(), side)),
        _ => None,
    };
    cx.record(PhaseBegan { turn, phase, unsupplied })
}

/// [CF-SEQ-9] Ends a phase of the side, when nothing of it is open, and goes on as far as is asked.
pub fn end_phase(cx: &mut Cx<'_>, then: Option<Then>) -> Adjudged {
    let side = own_side(cx)?;
    let phase = cx.state().facts.phase;
    if phase.side() != Some(side) {
        return cx
            .refuse(RuleId("CF-SEQ-8"), "phase", || format!("It is {}: not your phase.", phase.prose()));
    }
    cx.check(|why| no_fight(cx.state(), why))?;
    let open = open(cx.state(), side);
    if !open.is_empty() {
        return cx.refuse(RuleId("CF-SEQ-9"), "open", || {
            let listed: Vec<String> = match phase.stage() {
                Stage::Combat => open.iter().map(|(hex, _)| format!("the attack on {hex}")).collect(),
                _ => open
                    .iter()
                    .filter_map(|(_, unit)| *unit)
                    .map(|unit| format!("the Retreat Movement of {}", cx.setup().name(unit)))
                    .collect(),
            };
            format!("Still open: {}.", listed.join(", "))
        });
    }
    if then == Some(Then::Turn) {
        cx.record(TurnPassed { side })?;
    }
    loop {
        match cx.state().facts.phase.next() {
            Some(next) => begin(cx, next)?,
            None if cx.state().facts.turn < cx.setup().turns => return begin(cx, Phase::Weather),
            None => return s12_victory::end(cx),
        }
        let (state, phase) = (cx.state(), cx.state().facts.phase);
        let Some(side) = phase.side().filter(|side| !is_open(state, *side)) else { return Ok(()) };
        let passes = state.facts.passed.contains(&side);
        if !passes && (then.is_none() || !is_empty(state, side)) {
            return Ok(());
        }
        cx.record(Passed { side, phase, empty: !passes })?;
    }
}

/// Whether everybody can see that a side can do nothing in its phase: there is nobody to move, nothing to fight and no
/// strike to fly, nobody who may withdraw.
pub fn is_empty(state: &State, side: Side) -> bool {
    match state.facts.phase.stage() {
        Stage::Move => !state
            .on_map()
            .any(|unit| unit.card.side == side && holds(|why| s5_action_points::can_activate(unit, why))),
        Stage::Combat => open(state, side).is_empty() && !holds(|why| s8_air::can_fly(state, side, why)),
        Stage::Retreat => s10_retreat_movement::able(state, side).is_empty(),
        Stage::Common => false,
    }
}

/// Whether anything keeps a phase from ending.
pub fn is_open(state: &State, side: Side) -> bool {
    match state.facts.phase.stage() {
        Stage::Retreat => s10_retreat_movement::owing(state, side).next().is_some(),
        _ => !open(state, side).is_empty(),
    }
}

/// What keeps a phase from ending: attacks neither fought, void nor called off; units that must withdraw and can.
pub fn open(state: &State, side: Side) -> Vec<(Place, Option<UnitId>)> {
    match state.facts.phase.stage() {
        Stage::Combat => {
            let live = state.facts.designation.iter().filter(|one| s7_designation::is_live(state, side, one));
            live.map(|designation| (designation.target, None)).collect()
        }
        Stage::Retreat => {
            let must = s10_retreat_movement::owing(state, side);
            must.filter_map(|unit| Some((unit.piece.at?, Some(unit.id())))).collect()
        }
        Stage::Common | Stage::Move => Vec::new(),
    }
}

/// [CF-SPL-4] Whether a unit waits to enter and its turn has come.
pub fn is_due(state: &State, unit: Unit<'_>) -> bool {
    unit.piece.fate == Fate::Due
        && matches!(unit.card.begins, Begins::Enters { turn, .. } if turn <= state.facts.turn)
}

/// [CF-SPL-4] The reinforcements of a side that can enter now, each with the hexes that are free for it.
pub fn enters(state: &State, side: Side) -> impl Iterator<Item = (Unit<'_>, Vec<Place>)> {
    let due = state.units().filter(move |unit| unit.card.side == side && is_due(state, *unit));
    due.map(|unit| (unit, s6_supply::entries(state, unit))).filter(|(_, hexes)| !hexes.is_empty())
}

/// A side passed the rest of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnPassed {
    /// Which.
    pub side: Side,
}

impl SectionEvent<State, Scenario> for TurnPassed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if !state.facts.passed.contains(&self.side) {
            state.facts.passed.push(self.side);
        }
    }
    fn narrate(&self, _: &Scenario) -> Text {
        by(self.side).say(" ").strong("passed the rest of the turn").say(".").rule(RuleId("CF-SEQ-9"))
    }
}

/// A phase passed by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passed {
    /// Whose.
    pub side: Side,
    /// Which.
    pub phase: Phase,
    /// Nothing could be done in it; else its side had passed the turn.
    pub empty: bool,
}

impl OnlyTold<Scenario> for Passed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Scenario) -> Text {
        let why = match self.phase.stage() {
            _ if !self.empty => "its side has passed the turn",
            Stage::Combat => "there is no attack to fight and no strike to fly",
            Stage::Retreat => "nobody can withdraw",
            Stage::Common | Stage::Move => "nobody can be activated",
        };
        // The phase that began just before carries the strong words.
        Text::new(format!("{} passed by itself: {why}.", self.phase.prose()))
    }
}

/// A phase began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseBegan {
    /// The turn.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Units of its side that are out of supply, when it is a movement phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupplied: Option<Vec<UnitId>>,
}

impl SectionEvent<State, Scenario> for PhaseBegan {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let new_turn = self.phase == Phase::Weather;
        let facts = &mut state.facts;
        (facts.turn, facts.phase, facts.prepared_begun) = (self.turn, self.phase, false);
        facts.attacked.clear();
        if new_turn {
            facts.passed.clear();
        }
        facts.fought.clear();
        for piece in &mut facts.unit {
            piece.new_phase();
            piece.acted &= !new_turn;
        }
        if self.phase.stage() != Stage::Combat {
            facts.designation.clear();
        }
        if let (Some(side), Some(unsupplied)) = (self.phase.side(), &self.unsupplied) {
            for (card, piece) in state.scenario.units.iter().zip(&mut facts.unit) {
                if card.side == side {
                    piece.unsupplied = unsupplied.contains(&card.id);
                }
            }
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let text = Text::new(format!("Turn {}: ", self.turn)).strong(self.phase.prose()).say(".");
        match self.unsupplied.as_deref() {
            None | Some([]) => text,
            Some(units) => text.say(format!(" Out of supply: {}.", listed(setup, units))),
        }
    }
}
