//! BCS-CT: the circumstances of an attack, its roll and its results.

use std::cmp::Reverse;

use kernel::grammar::counted;
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Checked, Id, Reasons, RuleId, Seat};

use super::s1_units::{av, is_stand_off, kind};
use super::s10_movement::{release, stops, take};
use super::s12_attack::{self, at_stage, from, is_hard_red, is_prepared, step, with_battle};
use super::s13_engagement::{TrafficPlaced, support};
use super::s17_isolation::lose;
use super::{Cx, about, of_unit, s6_jumps, s9_objectives, s18_retreat, throw};
use crate::charts::s12_combat::{Attacker, Defender, DefenderSupport, Kind, Support, resolve};
use crate::charts::s18_retreat::Why;
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sheet::{Field, Outcome, Resolved};
use crate::sight::Sight;
use crate::state::{Activation, Battle, Fate, Halt, Leaves, Stage, State, Unit};
use crate::words::{AvKind, Place, UnitId};

/// Whether a unit has undropped Support, and of which AV the best is. [BCS-SUP-2] [BCS-SUP-3]
fn supported<'s>(state: &Sight<'s>, unit: Unit<'_>) -> Option<Unit<'s>> {
    support(state.state(), unit).filter(|_| state.is_host(unit.card.id)).map(|(best, _)| best)
}

/// The attacker's circumstances with an Attack unit, and those of the defender with his AR unit. [BCS-CT-1]
pub fn circumstances(
    state: &State,
    activation: &Activation,
    battle: &Battle,
) -> Option<(Attacker, Defender)> {
    let board = &state.scenario.board;
    let (unit, foe) = (state.unit(battle.attacker?)?, state.unit(battle.defender?)?);
    let (body, enemy) =
        (state.formation(activation.formation)?, foe.formation().and_then(|id| state.formation(id)));
    let step = step(state, unit, battle.target)?;
    let boxed = unit.formation().into_iter().flat_map(|formation| state.of(formation));
    let boxed = boxed.filter(|one| one.piece.fate == Fate::Support);
    let red = boxed.into_iter().any(|one| matches!(one.card.av, Some((_, AvKind::Red))));
    let sight = Sight::of(state);
    let own = match supported(&sight, unit) {
        None => Support::None,
        Some(_) if red => Support::Red,
        Some(_) => Support::Other,
    };
    let theirs = match supported(&sight, foe) {
        None => DefenderSupport::None,
        Some(best) if best.card.hard && matches!(best.card.av, Some((_, AvKind::Red))) => {
            DefenderSupport::HardRed
        }
        Some(_) => DefenderSupport::Any,
    };
    let attacker = Attacker {
        shock: battle.shock,
        rating: unit.card.ar,
        strength: unit.steps(),
        dual: is_dual(unit),
        support: own,
        blocked: body.facts.blocked > 0,
        double: s9_objectives::zones(board, activation, battle.target, true) >= 2,
        prepared: body.facts.prepared,
        suppression: battle.suppressed,
        assist: battle.assist.is_some(),
        off_map: unit.piece.on_map().is_none(),
        fire: battle.fire.is_some(),
        breakthrough: unit.card.breakthrough,
        hard_red: is_hard_red(unit),
        hexside: board.is_hexside_terrain(step),
    };
    let units = state.in_hex(battle.target);
    let defender = Defender {
        rating: foe.card.ar,
        unit: if is_dual(foe) { Kind::Dual } else { kind(foe.card, foe.piece.face) },
        hard: foe.card.hard,
        stand_off: is_stand_off(foe.card, foe.piece.face),
        support: theirs,
        blocked: enemy.is_some_and(|enemy| enemy.facts.blocked > 0),
        prepared: battle.prepared,
        units: u8::try_from(units.count()).unwrap_or(u8::MAX).clamp(1, 9),
        ground: board.ground(battle.target).map(|ground| ground.chart()).unwrap_or_default(),
        key: board.is_key(step),
        last: state.in_hex(battle.target).all(|unit| unit.steps() <= 1),
    };
    Some((attacker, defender))
}

/// Whether a unit counts as Dual: one that shows its AV, on its Move-side too. [BCS-UNIT-7]
fn is_dual(unit: Unit<'_>) -> bool {
    unit.card.dual && av(unit.card, unit.piece.face).is_some()
}

/// [BCS-CT-18] What is known of an attack before the dice.
pub fn before(state: &State, activation: &Activation, battle: &Battle) -> Option<Resolved> {
    circumstances(state, activation, battle).map(|(attacker, defender)| resolve(&attacker, &defender))
}

/// The Attack unit that has the most ahead of the defender, and what is added to its dice then; of equals the first of the file.
/// [BCS-ATT-3]
pub fn best_leader(state: &State, activation: &Activation, battle: &Battle) -> Option<(UnitId, Option<i32>)> {
    let body = state.formation(activation.formation)?;
    let led = |unit| {
        let battle = Battle { attacker: Some(unit), ..*battle };
        (unit, before(state, activation, &battle).map(|resolved| resolved.net))
    };
    s12_attack::leaders(state, body, battle.target, battle.shock)
        .map(led)
        .min_by_key(|(_, net)| Reverse(*net))
}

/// [BCS-CT-19] Rolls on the Combat Table and applies the result.
pub(super) fn roll(cx: &mut Cx<'_>) -> Adjudged {
    let state = cx.state();
    let Some(activation) = &state.facts.activation else { return Ok(()) };
    let Some(battle) = activation.battle else { return Ok(()) };
    let Some(resolved) = before(state, activation, &battle) else { return Ok(()) };
    // A hex may be attacked by shock and then once more. Who leads and who assists are choices, and name no die.
    let earlier = activation.fought.iter().filter(|hex| **hex == battle.target).count();
    let nth = earlier + 1;
    let hex = battle.target.to_string().parse::<Id>().unwrap_or_default();
    let ask = Ask::new(RuleId("BCS-CT-18"), "Combat").about(hex).nth(nth).seen_by(Audience::Public);
    let outcome = throw(cx, ask, &resolved)?;
    let Some(fought) = Fought::of(cx.state(), &battle, &outcome) else { return Ok(()) };
    cx.record(fought)?;
    go_on(cx)
}

impl Fought {
    /// What a result of the table means in an attack whose units are named [BCS-CT-19]: nobody loses more steps than he has,
    /// and where none is left nobody leaves. [BCS-CT-20]
    pub(crate) fn of(state: &State, battle: &Battle, outcome: &Outcome) -> Option<Self> {
        let steps = |field| u8::try_from(outcome.get(field)).unwrap_or(0);
        let (attacker, defender) = (battle.attacker?, battle.defender?);
        let own = state.unit(attacker).map_or(0, |unit| unit.steps());
        let theirs = state.in_hex(battle.target).map(|unit| unit.steps()).fold(0, u8::saturating_add);
        let leaves = match (outcome.get(Field::Retreat), outcome.get(Field::EachLoses)) {
            _ if steps(Field::DefenderSteps) >= theirs => Leaves::Nobody,
            (1, _) => Leaves::Situational,
            (2, _) => Leaves::Retreat,
            (_, 1) => Leaves::Screens,
            _ => Leaves::Nobody,
        };
        let each = outcome.get(Field::EachLoses) == 1;
        Some(Self {
            attacker,
            defender,
            lost: steps(Field::AttackerSteps).min(own),
            steps: steps(Field::DefenderSteps).min(theirs),
            each,
            leaves,
            traffic: outcome.get(Field::Traffic) == 1 || leaves == Leaves::Screens,
        })
    }
}

/// Step 8 as far as it goes by itself: losses without a choice, retreats without a choice, the end. [BCS-ATT-1]
pub(super) fn go_on(cx: &mut Cx<'_>) -> Adjudged {
    loop {
        let Some(activation) = &cx.state().facts.activation else { return Ok(()) };
        let Some(battle) = activation.battle else { return Ok(()) };
        if activation.owed.is_some() || !activation.jumped.is_empty() {
            return Ok(());
        }
        let units: Vec<UnitId> = cx.state().in_hex(battle.target).map(|unit| unit.card.id).collect();
        match battle.stage {
            Stage::Defense | Stage::Units | Stage::Fire => return Ok(()),
            Stage::Losses => match units.as_slice() {
                [only] if battle.steps > 0 => cx.record(StepTaken { unit: *only })?,
                [_, _, ..] if battle.steps > 0 => return Ok(()),
                _ if next_to_leave(cx.state(), &battle).is_some() => {
                    cx.record(StageReached { stage: Stage::Retreats })?;
                }
                _ => return held_or_left(cx, &battle),
            },
            Stage::Retreats => match next_to_leave(cx.state(), &battle) {
                Some(unit) => leave(cx, &battle, unit)?,
                None => return held_or_left(cx, &battle),
            },
            Stage::Advance => return held_or_left(cx, &battle),
        }
    }
}

/// Losses and retreats are over: whoever can advance is asked, and where nobody can, the attack is over. [BCS-ATT-1]
/// [BCS-ATT-8]
fn held_or_left(cx: &mut Cx<'_>, battle: &Battle) -> Adjudged {
    let asked = battle.stage == Stage::Advance;
    if !asked && battle.traffic && cx.state().in_hex(battle.target).next().is_none() {
        cx.record(TrafficPlaced { hex: battle.target })?;
    }
    if advancers(cx.state(), battle).next().is_none() {
        return finish(cx);
    }
    if asked { Ok(()) } else { cx.record(StageReached { stage: Stage::Advance }) }
}

/// The attack is over. Whoever was moving goes on where nothing stops him any more. [BCS-ATT-7] [BCS-STOP-7]
fn finish(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(AttackEnded {})?;
    release(cx)
}

/// The next unit that has to leave the hex, the first of the file.
fn next_to_leave(state: &State, battle: &Battle) -> Option<UnitId> {
    let leaves = |unit: &Unit<'_>| match battle.leaves {
        Leaves::Nobody => false,
        Leaves::Screens => unit.piece.screens,
        Leaves::Situational | Leaves::Retreat => true,
    };
    state.in_hex(battle.target).find(leaves).map(|unit| unit.card.id)
}

/// A unit leaves the hex: a Screen and after D: Situational by three hexes, else to its HQ Refuge or off the map. [BCS-RET-2]
/// [BCS-SCR-2]
fn leave(cx: &mut Cx<'_>, battle: &Battle, unit: UnitId) -> Adjudged {
    let screens = cx.state().unit(unit).is_some_and(|unit| unit.piece.screens);
    match battle.leaves {
        _ if screens => s18_retreat::owe(cx, unit, Why::Screen),
        Leaves::Retreat => s18_retreat::to_refuge(cx, unit),
        _ => s18_retreat::owe(cx, unit, Why::Situational),
    }
}

/// [BCS-CT-20] Whether the defender can take a step from a unit.
pub fn may_lose(state: &State, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked {
    let (_, battle, _) = at_stage(state, seat, Stage::Losses, why)?;
    let stands = state.in_hex(battle.target).any(|unit| unit.card.id == id);
    why.unless(stands, "BCS-CT-20", "unit", || {
        format!("The step comes from a combat unit in hex {}.", battle.target)
    })
}

/// [BCS-CT-20] The defender takes a step.
pub fn take_step(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.check(|why| may_lose(cx.state(), cx.seat(), unit, why))?;
    lose_step(cx, unit)
}

/// Takes the step, and goes on.
pub(super) fn lose_step(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.record(StepTaken { unit })?;
    go_on(cx)
}

/// The units that can advance into the hex, if it is free. [BCS-ATT-8]
pub fn advancers<'s>(state: &'s State, battle: &Battle) -> impl Iterator<Item = UnitId> + 's {
    let (battle, sight) = (*battle, Sight::of(state));
    let all = [battle.attacker, battle.assist].into_iter().flatten();
    all.filter(move |id| can_advance(&sight, &battle, *id, &mut Reasons::whether()).is_ok())
}

/// Whether a unit can enter the hex. [BCS-ATT-8]
fn can_advance(state: &Sight<'_>, battle: &Battle, id: UnitId, why: &mut Reasons) -> Checked {
    let took_part = [battle.attacker, battle.assist].contains(&Some(id));
    let unit = state.unit(id).filter(|unit| took_part && unit.piece.fate != Fate::Dead);
    let unit =
        why.need(unit, "BCS-ATT-8", "unit", || "Only the Attack unit or the Assist unit advances.".into())?;
    let held = state.in_hex(battle.target).next().is_some();
    why.unless(!held, "BCS-ATT-8", "held", || format!("Hex {} is not empty.", battle.target))?;
    let ground = state.ground();
    let step = step(state, unit, battle.target);
    let passable = step.is_some_and(|step| ground.is_passable(step, unit.allowance().class));
    why.unless(passable, "BCS-MOVE-2", "prohibited", || about(state, id, "its class cannot go there."))?;
    s6_jumps::may_jump(state, ground, unit, battle.target, why)
}

/// [BCS-ATT-8] Whether a unit can advance; without one, the advance is given up.
pub fn may_advance(state: &Sight<'_>, seat: Seat, unit: Option<UnitId>, why: &mut Reasons) -> Checked {
    let (_, battle, _) = at_stage(state, seat, Stage::Advance, why)?;
    match unit {
        Some(unit) => can_advance(state, battle, unit, why),
        None => Ok(()),
    }
}

/// [BCS-ATT-8] Advances at no cost and whatever the zones, or not; the attack ends. [BCS-ATT-7]
pub fn advance(cx: &mut Cx<'_>, unit: Option<UnitId>) -> Adjudged {
    cx.check(|why| may_advance(&Sight::of(cx.state()), cx.seat(), unit, why))?;
    let state = cx.state();
    let battle = state.facts.activation.as_ref().and_then(|activation| activation.battle);
    if let (Some(id), Some(battle)) = (unit, battle) {
        let (at, ground) = (battle.target, Ground::of(state));
        let halts = state.unit(id).zip(ground.board.cell(at));
        let halts = halts.is_some_and(|(unit, cell)| stops(state, &ground, unit, cell).is_some());
        cx.record(Advanced { unit: id, at, halts })?;
        take(cx, id, &[at])?;
        cx.record(AttackEnded {})?;
        return s6_jumps::jump(cx, id, at);
    }
    finish(cx)
}

/// A barrage in step 5 has struck: without a defender the attack is over, without its AR unit another one is named.
/// [BCS-ATT-6]
pub(super) fn after_barrage(cx: &mut Cx<'_>) -> Adjudged {
    let battle = cx.state().facts.activation.as_ref().and_then(|activation| activation.battle);
    let Some(battle) = battle.filter(|battle| battle.stage == Stage::Fire) else { return Ok(()) };
    let mut units = cx.state().in_hex(battle.target).map(|unit| unit.card.id);
    match units.next() {
        None => {
            drop(units);
            cx.record(StageReached { stage: Stage::Advance })?;
            go_on(cx)
        }
        Some(first) => {
            let stands = std::iter::once(first).chain(units).any(|unit| Some(unit) == battle.defender);
            if stands { Ok(()) } else { cx.record(StageReached { stage: Stage::Defense }) }
        }
    }
}

/// Whether an AR unit would let its side declare Prepared Defense. [BCS-ATT-5]
pub fn can_prepare(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(|unit| is_prepared(state, unit))
}

kernel::section! { for State, Scenario;
    /// An attack was rolled: what each side loses, and who leaves the hex.
    public Fought { attacker: UnitId, defender: UnitId, lost: u8, steps: u8, each: bool, leaves: Leaves, traffic: bool }
    does |state| {
        lose(state, attacker, lost);
        let left = state.unit(defender).map_or(0, |unit| unit.steps());
        lose(state, defender, steps.min(left));
        let mut target = None;
        with_battle(state, |battle| {
            (battle.steps, battle.leaves, battle.traffic) = (steps.saturating_sub(left), leaves, traffic);
            battle.stage = Stage::Losses;
            target = Some(battle.target);
        });
        if let Some(activation) = &mut state.facts.activation {
            activation.fought.extend(target);
        }
        if each && let Some(target) = target {
            let all: Vec<_> = state.in_hex(target).filter(|unit| !unit.piece.screens).map(|unit| unit.card.id).collect();
            all.into_iter().for_each(|unit| lose(state, unit, 1));
        }
    },
    told |setup| {
        let loses = |who: &str, n: u8| (n > 0).then(|| format!("{who} loses {}", counted(n, "step")));
        let both = [loses(setup.name(attacker), lost), loses("the defender", steps)];
        let mut said: Vec<String> = both.into_iter().flatten().collect();
        said.extend(each.then(|| "each defending unit loses a step".to_owned()));
        said.extend(matches!(leaves, Leaves::Situational | Leaves::Retreat).then(|| "the defender retreats".to_owned()));
        let said = if said.is_empty() { "no result".to_owned() } else { said.join("; ") };
        of_unit(setup, attacker, &format!(" attacked {}: {said}.", setup.name(defender))).rule(RuleId("BCS-CT-19"))
    };

    /// A defending unit lost a step.
    public StepTaken { unit: UnitId }
    does |state| {
        lose(state, unit, 1);
        with_battle(state, |battle| battle.steps = battle.steps.saturating_sub(1));
    },
    told |setup| of_unit(setup, unit, " loses a step.").rule(RuleId("BCS-CT-20"));

    /// The attack sequence came to a stage.
    public StageReached { stage: Stage }
    does |state| with_battle(state, |battle| {
        battle.stage = stage;
        if stage == Stage::Defense {
            battle.defender = None;
        }
    }),
    told |_| Text::new(format!("The attack: {}.", stage.prose()));

    /// A unit advanced into the hex that was attacked.
    public Advanced { unit: UnitId, at: Place, halts: bool }
    does |state| {
        let piece = state.piece_mut(unit);
        // Whoever attacked from off the map has entered it as a reinforcement. [BCS-ISO-3]
        piece.entered |= piece.fate == Fate::Due;
        (piece.at, piece.fate, piece.screens) = (Some(at), Fate::OnMap, false);
        if halts {
            piece.stop();
        }
    },
    told |setup| of_unit(setup, unit, &format!(" advances to {}.", setup.board.called(at))).rule(RuleId("BCS-ATT-8"));

    /// The attack sequence is over; after a Regular Attack those who took part are FINISHED.
    public AttackEnded {}
    does |state| {
        let battle = state.facts.activation.as_mut().and_then(|activation| activation.battle.take());
        let Some(battle) = battle.filter(|battle| !battle.shock) else { return };
        for unit in [battle.attacker, battle.assist].into_iter().flatten() {
            let piece = state.piece_mut(unit);
            if piece.fate != Fate::Dead {
                (piece.halt, piece.held) = (Halt::Finished, false);
            }
        }
    },
    told |_| Text::new("The attack sequence is over.").rule(RuleId("BCS-ATT-7"));
}

/// Where the Attack unit attacks from, for a page that draws it.
pub fn origin(state: &State, battle: &Battle) -> Option<Place> {
    state.unit(battle.attacker?).and_then(from)
}
