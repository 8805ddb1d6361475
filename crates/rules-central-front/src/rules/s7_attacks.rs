//! CF-ATK: what the three kinds of attack have in common, and how designated attacks are fought. (A2)

use std::collections::BTreeSet;

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons};
use serde::{Deserialize, Serialize};

use super::s8_support::Fire;
use super::{
    Cx, listed, of_hex, on_board, own_phase, s2_units_and_steps, s7_designation, s8_air, s8_bombardment,
    s8_support, s9_application, s9_results, s11_chemical,
};
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{Battle, Burden, State, Step};
use crate::words::{Attack, FormationId, Place, Side, UnitId};

/// What an attacker asks for when his attack is fought.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The hex.
    pub target: Place,
    /// Who supports.
    pub support: &'a [UnitId],
    /// Whether an air strike supports.
    pub strike: bool,
    /// Whether chemicals are used.
    pub chemical: bool,
    /// The unit bombarded.
    pub chosen: Option<UnitId>,
}

/// Whether two hexes are adjacent with nothing impassable between.
pub fn adjoins(state: &State, from: Place, to: Place) -> bool {
    let board = &state.scenario.board;
    board.step(from, to).is_some_and(|step| !board.map.side(step).wall)
}

/// [CF-ATK-8] Whether a unit attacks across a river, bridge or not.
pub fn across_river(state: &State, from: Place, to: Place) -> bool {
    let board = &state.scenario.board;
    board.step(from, to).is_some_and(|step| board.map.side(step).river)
}

/// The strength of maneuver units against a hex: the sum of rounded strengths. [CF-ATK-1]
pub fn strength(state: &State, units: &[UnitId], target: Place, attack: Attack) -> u32 {
    let of = |id: &UnitId| {
        let unit = state.unit(*id).filter(|unit| unit.card.kind.is_maneuver())?;
        let river = across_river(state, unit.piece.at?, target);
        Some(match attack {
            Attack::March => s2_units_and_steps::march(unit, river),
            Attack::Hasty | Attack::Prepared => s2_units_and_steps::attack(unit, river),
        })
    };
    units.iter().filter_map(of).sum()
}

/// [CF-ATK-6] The strength of everybody in the target hex.
pub fn defense(state: &State, side: Side, target: Place) -> u32 {
    state.of_side_in(side, target).map(s2_units_and_steps::defense).sum()
}

/// The hexes in which participating maneuver units stand.
pub fn hexes(state: &State, units: &[UnitId]) -> BTreeSet<Place> {
    let maneuver = units.iter().filter_map(|id| state.unit(*id)).filter(|unit| unit.card.kind.is_maneuver());
    maneuver.filter_map(|unit| unit.piece.at).collect()
}

/// [CF-ATK-3] [CF-ATK-4] Whether a Prepared attack earns its shift: from three hexes or more, for the Warsaw Pact of
/// one formation.
pub fn from_three_hexes(state: &State, side: Side, units: &[UnitId]) -> bool {
    let codes: BTreeSet<FormationId> = units
        .iter()
        .filter_map(|id| state.unit(*id))
        .filter(|unit| unit.card.kind.is_maneuver() && !unit.card.army_level)
        .map(|unit| unit.card.formation)
        .collect();
    hexes(state, units).len() >= 3 && (side == Side::Nato || codes.len() <= 1)
}

/// A fight before its first event.
pub fn fight(side: Side, attack: Attack, bombard: bool, units: Vec<UnitId>, asked: Asked<'_>) -> Battle {
    Battle {
        side,
        attack,
        bombard,
        target: asked.target,
        units,
        support: asked.support.to_vec(),
        strike: asked.strike,
        smoke: None,
        chemical: asked.chemical,
        chosen: asked.chosen,
        cover: Vec::new(),
        cover_strike: false,
        step: Step::Cover,
        from: Vec::new(),
        attacker: Burden::default(),
        defender: Burden::default(),
        excess: None,
        retreated: Vec::new(),
        advanced: Vec::new(),
    }
}

/// [CF-SEQ-3] Fights a designated attack.
pub fn attack(cx: &mut Cx<'_>, asked: Asked<'_>) -> Adjudged {
    let side = own_phase(cx, Stage::Combat)?;
    let battle = cx.check(|why| can_attack(cx.state(), side, asked, why))?;
    if battle.attack == Attack::Prepared {
        void_hasty(cx, side)?;
    }
    begin(cx, battle)
}

/// Whether a designated attack can be fought now, and with this support; gives the fight.
pub fn can_attack(state: &State, side: Side, asked: Asked<'_>, why: &mut Reasons) -> Checked<Battle> {
    let target = asked.target;
    on_board(state, &[target], why)?;
    let designation = why.need(state.designation(target), "CF-SEQ-2", "target", || {
        of_hex(target, "No attack on this hex is designated.")
    })?;
    why.unless(s7_designation::is_live(state, side, designation), "CF-ATK-7", "void", || {
        of_hex(target, "Nobody is left to make the attack with any strength, or to meet it.")
    })?;
    let live = |attack| {
        let mut all = state.facts.designation.iter();
        all.any(|one| one.attack == attack && s7_designation::is_live(state, side, one))
    };
    why.unless(designation.attack == Attack::Hasty || !live(Attack::Hasty), "CF-SEQ-3", "order", || {
        of_hex(target, "All Hasty attacks come before any Prepared one.")
    })?;
    let units = s7_designation::taking_part(state, side, designation);
    let mut battle = fight(side, designation.attack, designation.bombard, units, asked);
    if battle.bombard {
        s8_bombardment::can_bombard(state, &battle, why)?;
    } else {
        why.unless(asked.chosen.is_none(), "CF-BOM-2", "chosen", || {
            of_hex(target, "Only a bombardment is aimed at one unit.")
        })?;
        s8_support::can_support(state, &battle, why)?;
        s9_results::within_table(state, &battle, why)?;
        battle.from = hexes(state, &battle.units).into_iter().collect();
    }
    s11_chemical::can_use(state, &battle, why)?;
    Ok(battle)
}

/// Before the first Prepared attack, Hasty ones that nobody can make any more are struck out. [CF-SEQ-3] [CF-ATK-7]
fn void_hasty(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let state = cx.state();
    let dead = state.facts.designation.iter().filter(|one| one.attack == Attack::Hasty);
    let dead: Vec<Place> =
        dead.filter(|one| !s7_designation::is_live(state, side, one)).map(|one| one.target).collect();
    for target in dead {
        cx.record(s7_designation::Voided { target })?;
    }
    Ok(())
}

/// Writes the attack down, with all that is spent on it, and lets it run until somebody has to choose. [CF-AP-7]
pub(super) fn begin(cx: &mut Cx<'_>, battle: Battle) -> Adjudged {
    let fire = if battle.bombard { Fire::Bombardment } else { Fire::Support };
    let firing = if battle.bombard { battle.units.clone() } else { battle.support.clone() };
    let (side, smoke) = (battle.side, battle.smoke);
    let strike = battle.strike;
    cx.record(AttackBegan { battle: Box::new(battle) })?;
    for unit in firing {
        s8_support::fire(cx, unit, fire)?;
    }
    if let Some(unit) = smoke {
        s8_support::fire(cx, unit, Fire::Smoke)?;
    }
    if strike {
        s8_air::fly(cx, side)?;
    }
    s11_chemical::release(cx)?;
    s9_application::go_on(cx)
}

/// An attack began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackBegan {
    /// Everything about it.
    pub battle: Box<Battle>,
}

impl SectionEvent<State, Scenario> for AttackBegan {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.acts(self.battle.side);
        let (battle, facts) = (&self.battle, &mut state.facts);
        if battle.attack != Attack::March {
            facts.designation.retain(|designation| designation.target != battle.target);
            facts.attacked.push(battle.target);
        }
        facts.prepared_begun |= battle.attack == Attack::Prepared;
        facts.battle = Some((**battle).clone());
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let battle = &self.battle;
        let who = listed(setup, &battle.units);
        let text = match (battle.bombard, battle.units.is_empty()) {
            (true, true) => Text::new("An air strike ").strong("bombarded"),
            (true, false) => Text::new(format!("{who} ")).strong("bombarded"),
            (false, _) => {
                Text::empty().strong(format!("{} attack", battle.attack.prose())).say(format!(" by {who} on"))
            }
        };
        let mut text = text.say(format!(" {}", setup.board.called(battle.target)));
        if let Some(chosen) = battle.chosen {
            text = text.say(format!(", aimed at {}", setup.name(chosen)));
        }
        if !battle.support.is_empty() {
            text = text.say(format!(", supported by {}", listed(setup, &battle.support)));
        }
        if battle.strike && !battle.bombard {
            text = text.say(", with an air strike");
        }
        if battle.chemical {
            text = text.say(", with chemicals");
        }
        text.say(".")
    }
}
