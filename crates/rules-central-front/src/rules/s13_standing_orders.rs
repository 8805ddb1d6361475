//! Standing orders: how a defender who is away answers. They are his secret; what they do is seen by all. Each answer is
//! an event with the odds of its moment.

use kernel::grammar::{OnlyTold, SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Audience, fraction};
use serde::{Deserialize, Serialize};

use super::{
    Cx, by, own_side, s2_units_and_steps, s5_action_points, s8_support, s9_application, s9_results,
    s10_retreat, s11_chemical, s11_smoke,
};
use crate::phase::Phase;
use crate::setup::Scenario;
use crate::state::{Battle, CoverOrder, LossOrder, RetreatOrder, Standing, State, Step, Unit};
use crate::words::{Place, Side, UnitId};

/// Orders how a side answers while it is away.
pub fn instruct(cx: &mut Cx<'_>, standing: Standing) -> Adjudged {
    let side = own_side(cx)?;
    cx.check(|why| {
        why.unless(cx.state().facts.phase != Phase::Over, "CF-SEQ-8", "phase", || "Play is over.".into())
    })?;
    cx.record(Instructed { side, standing })
}

/// The side whose order answers now.
pub fn answering(state: &State) -> Option<Side> {
    let battle = state.facts.battle.as_ref()?;
    let side = s9_results::owing(state, battle)?;
    let orders = state.facts.orders.of(side);
    let answers = match battle.step {
        _ if battle.excess.is_some() => orders.of_excess().is_some(),
        Step::Cover => orders.cover.is_some(),
        Step::Losses => orders.losses.is_some(),
        Step::DefenderRetreats | Step::AttackerRetreats => orders.retreats.is_some(),
        Step::Advance => false,
    };
    answers.then_some(side)
}

/// Answers one choice by order.
pub(super) fn answer(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let Some(battle) = cx.state().facts.battle.clone() else { return Ok(()) };
    let orders = *cx.state().facts.orders.of(side);
    if let Some(hex) = battle.excess {
        let order = orders.of_excess().unwrap_or(LossOrder::KeepDefense);
        let unit = given_up(cx.state(), hex, order);
        by_order(cx, side, Order::Excess, None)?;
        if let Some(unit) = unit {
            s9_application::give_up(cx, unit)?;
        }
        return s9_application::go_on(cx);
    }
    match battle.step {
        Step::Cover => by_cover(cx, side, &battle, orders.cover.unwrap_or(CoverOrder::Never)),
        Step::Losses => {
            let unit = loser(cx.state(), &battle, side, orders.losses.unwrap_or(LossOrder::KeepDefense));
            by_order(cx, side, Order::Losses, None)?;
            if let Some(unit) = unit {
                s9_application::lose(cx, unit)?;
            }
            s9_application::go_on(cx)
        }
        Step::DefenderRetreats | Step::AttackerRetreats => {
            let order = orders.retreats.unwrap_or(RetreatOrder::TowardSupply);
            let Some((unit, way, path)) = retreat(cx.state(), &battle, side, order) else { return Ok(()) };
            by_order(cx, side, Order::Retreats, None)?;
            s10_retreat::run(cx, unit, &path, &way)?;
            s9_application::go_on(cx)
        }
        Step::Advance => Ok(()),
    }
}

fn by_order(cx: &mut Cx<'_>, side: Side, order: Order, odds: Option<(String, String)>) -> Adjudged {
    let (retreat_odds, steps_odds) = odds.unzip();
    cx.record(ByOrder { side, order, retreat_odds, steps_odds })
}

/// The odds that are told are those on which the dice fall: the action points of the support are on its units.
fn by_cover(cx: &mut Cx<'_>, side: Side, battle: &Battle, order: CoverOrder) -> Adjudged {
    let (support, strike) = match order {
        CoverOrder::Never => (Vec::new(), false),
        CoverOrder::WhenItHelps => helping(cx.state(), battle).unwrap_or_default(),
    };
    s8_support::declare(cx, side, &support, strike)?;
    let odds = odds(cx.state());
    by_order(cx, side, Order::Cover, odds)?;
    s9_results::roll(cx)?;
    s9_application::go_on(cx)
}

/// The support that moves the column of the present fight for the fewest action points, which a strike does not cost; a
/// strike only where the same points do not suffice without it.
pub fn helping(state: &State, battle: &Battle) -> Option<(Vec<UnitId>, bool)> {
    let without = s9_results::figures(state, battle).column;
    let single: Vec<Unit<'_>> =
        s8_support::can_be_cover(state, battle).into_iter().filter_map(|id| state.unit(id)).collect();
    let (guns, air): (Vec<Unit<'_>>, Vec<Unit<'_>>) =
        single.into_iter().partition(|unit| unit.card.kind.is_gun());
    let one = guns.iter().chain(&air).map(|unit| vec![*unit]);
    let two = guns.iter().flat_map(|gun| air.iter().map(|air| vec![*gun, *air]));
    let mut choices: Vec<(u8, bool, Vec<UnitId>)> = Vec::new();
    for support in std::iter::once(Vec::new()).chain(one).chain(two) {
        let points = support.iter().map(|unit| s5_action_points::of_fire(unit.card.kind)).sum();
        let ids: Vec<UnitId> = support.iter().map(Unit::id).collect();
        choices.extend([false, true].map(|strike| (points, strike, ids.clone())));
    }
    choices.sort_by_key(|(points, strike, _)| (*points, *strike));
    let helps = |(_, strike, support): &(u8, bool, Vec<UnitId>)| {
        holds(|why| s8_support::can_cover(state, battle, support, *strike, why)) && {
            let after = s8_support::declared(state, battle.side.enemy(), support, *strike);
            let fight = after.facts.battle.as_ref();
            fight.is_some_and(|battle| s9_results::figures(&after, battle).column < without)
        }
    };
    choices.into_iter().find(helps).map(|(_, strike, support)| (support, strike))
}

/// The chance that the defender of the present fight has to retreat and the steps he loses on average of those that he
/// has, over all dice that are thrown: chemicals, smoke and the table. (A8)
pub fn odds(state: &State) -> Option<(String, String)> {
    let battle = state.facts.battle.as_ref()?;
    let (_, has) = s9_results::steps_at_stake(state, battle);
    let (mut retreats, mut steps, mut all) = (0, 0, 0);
    for (cloud, clouds) in s11_chemical::chances(state, battle) {
        for (smoke, smokes) in s11_smoke::chances(state, battle) {
            let throw = s9_results::throw(state, battle, cloud, smoke);
            let chart = &state.scenario.table.columns[throw.column].chart;
            for (row, weight) in chart.rows().iter().zip(chart.weights(throw.modifiers.total())) {
                let weight = u128::from(weight * clouds * smokes);
                all += weight;
                steps += weight * u128::from(row.result.defender.steps.min(has));
                retreats += if row.result.defender.retreat > 0 { weight } else { 0 };
            }
        }
    }
    Some((fraction::words(retreats, all), fraction::words(steps, all)))
}

/// "1 step", "29/36 steps": what a defender loses on average.
pub fn on_average(steps: &str) -> String {
    format!("{steps} {} on average", if steps == "1" { "step" } else { "steps" })
}

/// (A9) The unit whose step costs the least of what is to be kept; the first of equals.
pub fn loser(state: &State, battle: &Battle, side: Side, order: LossOrder) -> Option<UnitId> {
    let cost = |unit: Unit<'_>| {
        let mut piece = unit.piece.clone();
        piece.lost += 1;
        let after = Unit { card: unit.card, piece: &piece };
        let left = if after.steps() == 0 { 0 } else { kept(after, order) };
        kept(unit, order).saturating_sub(left)
    };
    let losers = s9_application::losers(state, battle, side);
    losers.into_iter().min_by_key(|id| state.unit(*id).map(cost))
}

/// [CF-RET-9] The unit of a crowd that is worth the least of what is to be kept; the first of equals.
pub fn given_up(state: &State, hex: Place, order: LossOrder) -> Option<UnitId> {
    let crowd = s9_application::removable(state, hex);
    crowd.into_iter().min_by_key(|id| state.unit(*id).map(|unit| kept(unit, order)))
}

/// What a unit is worth to an order.
fn kept(unit: Unit<'_>, order: LossOrder) -> u32 {
    match order {
        LossOrder::KeepDefense => s2_units_and_steps::defense(unit),
        LossOrder::KeepAttack if unit.card.kind.is_support() => s2_units_and_steps::support(unit),
        LossOrder::KeepAttack => s2_units_and_steps::attack(unit, false),
    }
}

/// The next unit that retreats by order, and along which path.
fn retreat(
    state: &State,
    battle: &Battle,
    side: Side,
    order: RetreatOrder,
) -> Option<(UnitId, s10_retreat::Way, Vec<Place>)> {
    let burden = battle.burden(side);
    let unit = *burden.owed.first()?;
    let way = s10_retreat::way(state, unit, burden.retreat);
    let path = match &way {
        s10_retreat::Way::Lost(_) => Vec::new(),
        s10_retreat::Way::Paths(paths, _) => {
            let worth = |path: &&Vec<Place>| {
                let end = path.last().copied();
                let far = end.map_or(u32::MAX, |end| state.scenario.to_source(side, end));
                let shift = end.and_then(|end| state.scenario.board.terrain(end)).map_or(0, |hex| hex.shift);
                match order {
                    RetreatOrder::TowardSupply => (0, far),
                    RetreatOrder::ToCover => (u8::MAX - shift, far),
                }
            };
            paths.iter().min_by_key(worth)?.clone()
        }
    };
    Some((unit, way, path))
}

/// Which order answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// For defensive support.
    Cover,
    /// For steps.
    Losses,
    /// For retreats.
    Retreats,
    /// For a hex that holds too many after a retreat. [CF-RET-9]
    Excess,
}

/// A side ordered how it answers while away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructed {
    /// Which.
    pub side: Side,
    /// The orders.
    pub standing: Standing,
}

impl SectionEvent<State, Scenario> for Instructed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        *state.facts.orders.of_mut(self.side) = self.standing;
    }
    fn narrate(&self, _: &Scenario) -> Text {
        by(self.side).say(" left standing orders.")
    }
}

/// An answer was given by order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByOrder {
    /// Whose order.
    pub side: Side,
    /// Which.
    pub order: Order,
    /// The chance of that moment that the defender has to retreat, as `13/18`; before the dice only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreat_odds: Option<String>,
    /// The steps he loses on average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps_odds: Option<String>,
}

impl OnlyTold<Scenario> for ByOrder {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Scenario) -> Text {
        let what = match self.order {
            Order::Cover => "support of the defense",
            Order::Losses => "a step",
            Order::Retreats => "a retreat",
            Order::Excess => "who is given up where too many stand",
        };
        let text = by(self.side).say(format!(" answered by standing order: {what}."));
        match (&self.retreat_odds, &self.steps_odds) {
            (Some(retreat), Some(steps)) if retreat == "0" => text.say(format!(
                " Before the dice the defender cannot be made to retreat and loses {}.",
                on_average(steps)
            )),
            (Some(retreat), Some(steps)) => text.say(format!(
                " Before the dice the defender has to retreat with a chance of {retreat} and loses {}.",
                on_average(steps)
            )),
            _ => text,
        }
    }
}
