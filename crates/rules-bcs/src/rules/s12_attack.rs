//! BCS-ATT: the attack sequence, as far as the roll.

use hexmap::Step as Leap;
use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat, Side};

use super::s1_units::{self, Ability, can};
use super::s14_barrage::{FIRE_EVENTS, may_target, use_event};
use super::{Cx, about, at_step, in_phase, of_unit, own_unit, s12_combat};
use crate::charts::s8_snafu::{Action, allows};
use crate::charts::s15_prepared_defense::is_eligible;
use crate::setup::Scenario;
use crate::state::{Activation, Battle, Body, Fate, Halt, Stage, State, Step, Unit};
use crate::words::{Class, Place, UnitId};

/// The activation and its attack sequence at a stage, for the side that decides there. [BCS-ATT-1]
pub fn at_stage<'s>(
    state: &'s State,
    seat: Seat,
    stage: Stage,
    why: &mut Reasons,
) -> Checked<(&'s Activation, &'s Battle, Side)> {
    let side = in_phase(state, seat, crate::state::Phase::Activations, why)?;
    let activation = state.facts.activation.as_ref();
    let activation =
        why.need(activation, "BCS-ACT-18", "step", || "No formation is activated now.".into())?;
    let battle = activation.battle.as_ref();
    let battle = why.need(battle, "BCS-ATT-1", "none", || "No attack sequence is under way.".into())?;
    let free = activation.owed.is_none() && activation.jumped.is_empty();
    why.need((free && battle.stage == stage).then_some(()), "BCS-ATT-1", "order", || {
        format!("This belongs to {}; the attack is at {}.", stage.prose(), battle.stage.prose())
    })?;
    why.need((super::answers(state) == Some(side)).then_some(()), "BCS-ATT-1", "actor", || {
        "Your opponent decides this.".into()
    })?;
    Ok((activation, battle, side))
}

/// Where a unit attacks from: its hex, or the hex by which it enters. [BCS-ATT-9]
pub fn from(unit: Unit<'_>) -> Option<Place> {
    unit.piece.on_map().or(match unit.card.begins {
        crate::setup::Begins::Enters(_, at, _) if unit.piece.fate == Fate::Due => Some(at),
        _ => None,
    })
}

/// The step across which a unit attacks a hex, where it stands beside it and something can cross.
pub fn step(state: &State, unit: Unit<'_>, target: Place) -> Option<Leap> {
    let board = &state.scenario.board;
    let step = board.step(from(unit)?, target)?;
    (!board.map.side(step).wall).then_some(step)
}

/// Whether a unit of the activated formation can be the Attack unit against a hex. [BCS-ATT-2] [BCS-CR-2]
pub fn may_lead(
    state: &State,
    body: Body<'_>,
    target: Place,
    shock: bool,
    id: UnitId,
    why: &mut Reasons,
) -> Checked {
    let unit = attacker(state, body, id, why)?;
    let (card, piece) = (unit.card, unit.piece);
    let ability = if shock { Ability::Shock } else { Ability::Attack };
    why.unless(can(card, piece.face, ability), "BCS-UNIT-9", "kind", || {
        about(state, id, if shock { "it makes no Shock Attack." } else { "it shows no Assault Arrow." })
    })?;
    why.unless(step(state, unit, target).is_some(), "BCS-ATT-2", "far", || {
        about(state, id, &format!("it does not stand beside hex {target}."))
    })?;
    why.unless(piece.halt != Halt::Finished, "BCS-STOP-4", "finished", || {
        about(state, id, "it is FINISHED.")
    })?;
    if !shock {
        return Ok(());
    }
    why.unless(piece.on_map().is_some(), "BCS-ATT-9", "off-map", || {
        about(state, id, "from off the map it makes a Regular Attack.")
    })?;
    why.unless(unit.allowance().class == Class::Tac, "BCS-ATT-2", "class", || {
        about(state, id, "a Shock Attack is made by Tac movement.")
    })?;
    why.unless(piece.halt == Halt::Not, "BCS-STOP-2", "stopped", || {
        about(state, id, "STOPPED it makes no Shock Attack.")
    })?;
    why.unless(piece.fire_events < FIRE_EVENTS, "BCS-STOP-5", "events", || {
        about(state, id, "it has used both Fire Events.")
    })?;
    why.unless(piece.commanded, "BCS-CR-2", "command", || {
        about(state, id, "it was out of Command Radius when the activities began.")
    })
}

/// A unit of the activated formation that stands on the map, or is about to enter it. [BCS-ATT-9]
fn attacker<'s>(state: &'s State, body: Body<'_>, id: UnitId, why: &mut Reasons) -> Checked<Unit<'s>> {
    let due = state.unit(id).filter(|unit| unit.formation() == Some(body.card.id));
    if let Some(unit) = due.filter(|unit| super::s2_reinforcements::is_here(state, *unit)) {
        return Ok(unit);
    }
    Ok(own_unit(state, body, id, why)?.0)
}

/// The units that can be the Attack unit against a hex, in the order of the file.
pub fn leaders<'s>(
    state: &'s State,
    body: Body<'s>,
    target: Place,
    shock: bool,
) -> impl Iterator<Item = UnitId> + 's {
    let all = state.of(body.card.id).map(|unit| unit.card.id);
    all.filter(move |id| may_lead(state, body, target, shock, *id, &mut Reasons::whether()).is_ok())
}

/// Whether a unit can assist: beside the target, of a kind that assists. [BCS-ATT-3]
pub fn may_assist(state: &State, body: Body<'_>, target: Place, id: UnitId, why: &mut Reasons) -> Checked {
    let (unit, _) = own_unit(state, body, id, why)?;
    why.unless(can(unit.card, unit.piece.face, Ability::Assist), "BCS-UNIT-9", "kind", || {
        about(state, id, "it does not assist.")
    })?;
    why.unless(!unit.piece.screens, "BCS-UNIT-9", "screens", || {
        about(state, id, "it screens: a Screen does not assist.")
    })?;
    why.unless(step(state, unit, target).is_some(), "BCS-ATT-3", "far", || {
        about(state, id, &format!("it does not stand beside hex {target}."))
    })?;
    why.unless(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished", || {
        about(state, id, "it is FINISHED.")
    })
}

/// [BCS-ATT-1] Step 1: whether an attack of a type can be declared on a hex.
pub fn may_declare(state: &State, seat: Seat, target: Place, shock: bool, why: &mut Reasons) -> Checked {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let allowed =
        activation.level.is_some_and(|level| allows(level, Action::Combat, !activation.second, false));
    why.unless(allowed, "BCS-FAIL-2", "snafu", || "After a FAIL there is no combat.".into())?;
    may_target(state, activation, body.card.side, target, "BCS-ATT-2", why)?;
    let commanded = body.commands(&state.scenario.board, target);
    why.unless(commanded, "BCS-ATT-8", "radius", || {
        format!("Hex {target} is out of the Command Radius of {}.", body.card.name)
    })?;
    let led = leaders(state, body, target, shock).next().is_some();
    why.unless(led, "BCS-ATT-2", "unit", || {
        let kind = if shock { "Shock" } else { "Regular" };
        format!("No unit of {} can make a {kind} Attack on hex {target}.", body.card.name)
    })
}

/// [BCS-ATT-1] Declares an attack; it cannot be called off. [BCS-ATT-6]
pub fn declare(cx: &mut Cx<'_>, target: Place, shock: bool) -> Adjudged {
    cx.check(|why| may_declare(cx.state(), cx.seat(), target, shock, why))?;
    cx.record(Declared { target, shock })
}

/// Whether a defending unit takes part in the Prepared Defense of its formation. [BCS-PD-11] [BCS-PD-5]
pub fn is_prepared(state: &State, unit: Unit<'_>) -> bool {
    unit.piece.on_map().is_some_and(|at| is_prepared_in(state, unit, at))
}

/// As [`is_prepared`], in a hex that the unit has come to or is about to enter.
pub fn is_prepared_in(state: &State, unit: Unit<'_>, at: Place) -> bool {
    let body = unit.formation().and_then(|formation| state.formation(formation));
    body.is_some_and(|body| {
        let commanded = body.commands(&state.scenario.board, at);
        is_eligible(unit.piece.face == crate::words::Face::Deployed, commanded, body.facts.prepared)
    })
}

/// [BCS-ATT-4] [BCS-ATT-5] Steps 2 and 3: whether the defender can declare so. Who retreated into the hex defends like any
/// other. [BCS-RET-15]
pub fn may_defend(state: &State, seat: Seat, id: UnitId, prepared: bool, why: &mut Reasons) -> Checked {
    let (_, battle, _) = at_stage(state, seat, Stage::Defense, why)?;
    let unit = state.in_hex(battle.target).find(|unit| unit.card.id == id);
    let unit = why.need(unit, "BCS-ATT-4", "unit", || {
        format!("The AR unit is a combat unit in hex {}.", battle.target)
    })?;
    why.unless(!prepared || is_prepared(state, unit), "BCS-ATT-5", "prepared", || {
        about(state, id, "it is not Deployed in Command Radius of a formation with Prepared Defense.")
    })?;
    // A barrage killed the first AR unit: what was declared of Prepared Defense stands.
    why.unless(
        battle.attacker.is_none() || prepared == (battle.prepared && is_prepared(state, unit)),
        "BCS-ATT-1",
        "declared",
        || "Prepared Defense has been declared; only the AR unit is named anew.".into(),
    )
}

/// [BCS-ATT-1] Steps 2 and 3: Prepared Defense and the AR unit.
pub fn defend(cx: &mut Cx<'_>, unit: UnitId, prepared: bool) -> Adjudged {
    cx.check(|why| may_defend(cx.state(), cx.seat(), unit, prepared, why))?;
    cx.record(Defended { unit, prepared })
}

/// [BCS-ATT-3] Step 4: whether these can be Attack and Assist units.
pub fn may_commit(
    state: &State,
    seat: Seat,
    unit: UnitId,
    assist: Option<UnitId>,
    why: &mut Reasons,
) -> Checked {
    let (activation, battle, _) = at_stage(state, seat, Stage::Units, why)?;
    let body = state.formation(activation.formation);
    let body = why.need(body, "BCS-GEN-2", "unknown", || "There is no such formation.".into())?;
    may_lead(state, body, battle.target, battle.shock, unit, why)?;
    let Some(assist) = assist else { return Ok(()) };
    why.unless(!battle.shock, "BCS-CT-7", "shock", || "Only a Regular Attack is assisted.".into())?;
    why.unless(assist != unit, "BCS-ATT-3", "same", || {
        about(state, assist, "the Assist unit is another one.")
    })?;
    may_assist(state, body, battle.target, assist, why)
}

/// [BCS-ATT-1] Step 4: Attack and Assist units. A Shock Attack uses a Fire Event. [BCS-STOP-5]
pub fn commit(cx: &mut Cx<'_>, unit: UnitId, assist: Option<UnitId>) -> Adjudged {
    cx.check(|why| may_commit(cx.state(), cx.seat(), unit, assist, why))?;
    cx.record(Committed { unit, assist })
}

/// [BCS-BAR-9] Step 5: whether a unit can support a Shock Attack by fire.
pub fn may_support(state: &State, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked {
    let (activation, battle, _) = at_stage(state, seat, Stage::Fire, why)?;
    let body = state.formation(activation.formation);
    let body = why.need(body, "BCS-GEN-2", "unknown", || "There is no such formation.".into())?;
    why.unless(battle.shock, "BCS-BAR-9", "regular", || {
        "An Attack by Fire supports a Shock Attack only.".into()
    })?;
    why.unless(battle.fire.is_none(), "BCS-BAR-9", "once", || {
        "An Attack by Fire supports this attack already.".into()
    })?;
    let (unit, at) = own_unit(state, body, id, why)?;
    super::s14_barrage::may_use_fire(state, activation, unit, at, battle.target, why)
}

/// [BCS-BAR-9] Step 5: an Attack by Fire in support of a Shock Attack, for a modifier instead of dice.
pub fn support(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.check(|why| may_support(cx.state(), cx.seat(), unit, why))?;
    cx.record(FireSupported { unit })
}

/// [BCS-CT-6] Step 5: whether a Suppression Mission can be fired.
pub fn may_suppress(state: &State, seat: Seat, spotter: UnitId, air: bool, why: &mut Reasons) -> Checked {
    let (_, battle, _) = at_stage(state, seat, Stage::Fire, why)?;
    why.unless(!battle.suppressed, "BCS-BAR-6", "once", || {
        "A Suppression Mission was fired in this attack.".into()
    })?;
    super::s14_barrage::may_spot(state, seat, battle.target, spotter, air, why)
}

/// [BCS-CT-6] Step 5: fires a Suppression Mission.
pub fn suppress(cx: &mut Cx<'_>, spotter: UnitId, air: bool) -> Adjudged {
    cx.check(|why| may_suppress(cx.state(), cx.seat(), spotter, air, why))?;
    cx.record(Suppressed { spotter, air })
}

/// [BCS-ATT-1] Steps 6 and 7: whether the attack can be rolled.
pub fn may_fight(state: &State, seat: Seat, why: &mut Reasons) -> Checked {
    at_stage(state, seat, Stage::Fire, why).map(|_| ())
}

/// [BCS-ATT-1] Steps 6 and 7: the modifiers and the roll, then its results.
pub fn fight(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| may_fight(cx.state(), cx.seat(), why))?;
    s12_combat::roll(cx)
}

/// The attack of the activation, to be changed.
pub(super) fn with_battle(state: &mut State, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = state.facts.activation.as_mut().and_then(|activation| activation.battle.as_mut()) {
        change(battle);
    }
}

/// Whether a real Red AV unit shocks: Breakthrough or Hard Red. [BCS-CT-10]
pub(super) fn is_hard_red(unit: Unit<'_>) -> bool {
    let red = matches!(unit.card.av, Some((_, crate::words::AvKind::Red)));
    unit.card.hard && red && s1_units::av(unit.card, unit.piece.face).is_some()
}

kernel::section! { for State, Scenario;
    /// An attack was declared.
    public Declared { target: Place, shock: bool }
    does |state| if let Some(activation) = &mut state.facts.activation {
        activation.battle = Some(Battle::declared(target, shock));
        activation.attacks += 1;
    },
    told |setup| {
        let kind = if shock { "Shock" } else { "Regular" };
        Text::new(format!("A {kind} Attack on hex {} is declared.", setup.board.called(target))).rule(RuleId("BCS-ATT-1"))
    };

    /// The defender identified his AR unit.
    public Defended { unit: UnitId, prepared: bool }
    does |state| with_battle(state, |battle| {
        (battle.defender, battle.prepared) = (Some(unit), prepared);
        battle.stage = if battle.attacker.is_some() { Stage::Fire } else { Stage::Units };
    }),
    told |setup| {
        let words = if prepared { " is the AR unit, with Prepared Defense." } else { " is the AR unit." };
        of_unit(setup, unit, words).rule(RuleId("BCS-ATT-4"))
    };

    /// The attacker identified his Attack and Assist units.
    public Committed { unit: UnitId, assist: Option<UnitId> = None }
    does |state| {
        let mut shocks = false;
        with_battle(state, |battle| {
            (battle.attacker, battle.assist, battle.stage) = (Some(unit), assist, Stage::Fire);
            shocks = battle.shock;
        });
        if shocks {
            use_event(state, unit);
        }
        [Some(unit), assist].into_iter().flatten().for_each(|one| state.piece_mut(one).screens = false);
    },
    told |setup| {
        let words = assist.map_or_else(|| " attacks.".into(), |assist| format!(" attacks; {} assists.", setup.name(assist)));
        of_unit(setup, unit, &words).rule(RuleId("BCS-ATT-3"))
    };

    /// An Attack by Fire supports a Shock Attack.
    public FireSupported { unit: UnitId }
    does |state| {
        use_event(state, unit);
        with_battle(state, |battle| battle.fire = Some(unit));
        if let Some(activation) = &mut state.facts.activation {
            activation.fired = true;
        }
    },
    told |setup| of_unit(setup, unit, " supports the Shock Attack by fire.").rule(RuleId("BCS-BAR-9"));

    /// A Suppression Mission was fired.
    public Suppressed { spotter: UnitId, air: bool }
    does |state| {
        super::s14_barrage::spend(state, spotter, air);
        with_battle(state, |battle| battle.suppressed = true);
    },
    told |setup| Text::new(format!("A Suppression Mission, spotted by {}.", setup.name(spotter))).rule(RuleId("BCS-CT-6"));
}
