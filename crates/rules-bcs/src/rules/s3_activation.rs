//! BCS-ACT: the activation of a formation, step by step.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Checked, Reasons, RuleId, Seat, Side};
use serde::{Deserialize, Serialize};

use super::{
    Cx, at_step, in_phase, not_yours, of_formation, s2_orders, s2_turn, s4_recovery, s7_msr, s8_mixed,
    s8_snafu, s15_support, s16_fatigue, s17_isolation, throw,
};
use crate::charts::s3_second_activation::{Again, SecondRecovery, resolve};
use crate::charts::s8_snafu::Level;
use crate::charts::s15_prepared_defense::{Entry, may_create};
use crate::command::{Choice, Command};
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sheet::Field;
use crate::state::{Activation, Body, HqState, Phase, Route, Stage, State, Step, Trains};
use crate::words::FormationId;

/// [BCS-TURN-6] [BCS-TURN-8] Whether a formation can be activated now.
pub fn may_activate(state: &State, seat: Seat, formation: FormationId, why: &mut Reasons) -> Checked<Side> {
    let side = in_phase(state, seat, Phase::Activations, why)?;
    why.unless(state.facts.go == Some(side), "BCS-TURN-6", "go", || "It is your opponent's go.".into())?;
    why.unless(state.facts.activation.is_none(), "BCS-ACT-18", "step", || {
        "A formation is activated already.".into()
    })?;
    let body = state.formation(formation).filter(|body| body.card.side == side);
    let body = why.need(body, "BCS-ACT-18", "formation", || not_yours(state, formation))?;
    why.unless(body.facts.state != HqState::Done, "BCS-TURN-8", "done", || {
        format!("{} Done for this turn.", body.card.hqs_are())
    })?;
    Ok(side)
}

/// [BCS-ACT-1] (a) Activates a formation, and does what comes by itself in (b). An HQ that is Used already goes to (i).
/// [BCS-TURN-7]
pub fn activate(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    cx.check(|why| may_activate(cx.state(), cx.seat(), formation, why))?;
    let used = cx.state().formation(formation).is_some_and(|body| body.facts.state == HqState::Used);
    cx.record(Activated { formation })?;
    if used {
        cx.record(HqDone { formation })?;
        return cx.record(StepReached { step: Step::Second });
    }
    supply(cx, formation)
}

/// [BCS-ACT-2] [BCS-ACT-3] (b) 1 to 3: the supply route, the trains, the MSR Blocked marker. Whether it is complete is asked
/// once, with the trains where they stand.
fn supply(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    let state = cx.state();
    let Some(at) = state.scenario.formation(formation) else { return Ok(()) };
    let route = s7_msr::best(state, at);
    let off_map = state.facts.formation[at].trains.on_map().is_none();
    let blocked = state.facts.formation[at].blocked;
    let blocked = match (&route, off_map) {
        (Some(_), _) => 0,
        (None, true) => (blocked + 1).min(2),
        (None, false) => blocked,
    };
    let complete = route.is_some();
    cx.record(RouteHeld { formation, route })?;
    cx.record(Supplied { formation, complete, blocked })
}

/// [BCS-ACT-2] Whether (b) can be ended so. Prepared Defense is created before the roll, so whatever it comes to. [BCS-PD-2]
pub fn may_prepare(
    state: &State,
    seat: Seat,
    prepared: bool,
    recovery: bool,
    why: &mut Reasons,
) -> Checked<FormationId> {
    let (activation, body) = at_step(state, seat, Step::Preparation, why)?;
    if prepared && !body.facts.prepared {
        let of = Entry {
            arty_points: body.facts.arty_points,
            blocked: body.facts.blocked,
            initial: !activation.second,
        };
        may_create(&of, why)?;
    }
    why.unless(recovery || !activation.rests, "BCS-ACT-13", "recovery", || {
        "This Second Activation is to be a Recovery: nothing was rolled for it.".into()
    })?;
    s2_orders::may_plan(state, body, prepared && !body.facts.prepared, recovery, why)?;
    Ok(body.card.id)
}

/// [BCS-ACT-2] (b) 4 to 6 and [BCS-ACT-5] (c): Prepared Defense, Coordination markers, then a Recovery or the SNAFU roll.
pub fn prepare(cx: &mut Cx<'_>, prepared: bool, recovery: bool) -> Adjudged {
    let formation = cx.check(|why| may_prepare(cx.state(), cx.seat(), prepared, recovery, why))?;
    let state = cx.state();
    let Some(body) = state.formation(formation) else { return Ok(()) };
    let (had, mixed) = (body.facts.prepared, s8_mixed::mixed_with(state, body));
    if had != prepared {
        cx.record(DefenseSet { formation, prepared })?;
    }
    for other in &mixed {
        cx.record(Mixed { formation, other: *other })?;
    }
    if recovery {
        return s4_recovery::recover(cx, formation);
    }
    let level = s8_snafu::roll(cx, formation, !mixed.is_empty())?;
    let second = cx.state().facts.activation.as_ref().is_some_and(|activation| activation.second);
    match level {
        Level::Fail if !second => cx.record(StepReached { step: Step::Failure }),
        Level::Fail => {
            coordinate(cx, formation)?;
            cx.record(StepReached { step: Step::Activities })
        }
        Level::Partial | Level::Full => {
            coordinate(cx, formation)?;
            cx.record(StepReached { step: Step::Objectives })
        }
    }
}

/// [BCS-ACT-5] If the formation is not mixed, its Coordination marker is removed after the roll.
fn coordinate(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    let body = cx.state().formation(formation);
    let stays = body
        .is_none_or(|body| !body.facts.coordination || !s8_mixed::mixed_with(cx.state(), body).is_empty());
    if stays { Ok(()) } else { cx.record(Coordinated { formation }) }
}

/// Whether a formation can go on so after a FAIL: a Failure Flip is for Initial Activations. [BCS-ACT-17]
pub fn may_fail(state: &State, seat: Seat, flip: bool, why: &mut Reasons) -> Checked<FormationId> {
    let (activation, body) = at_step(state, seat, Step::Failure, why)?;
    why.unless(!flip || !activation.second, "BCS-ACT-17", "second", || {
        "A Failure Flip is made in an Initial Activation.".into()
    })?;
    Ok(body.card.id)
}

/// [BCS-ACT-5] After a FAIL in an Initial Activation: a Failure Flip, which is a Recovery, or a Failure Activation. What was
/// done in (b) stays. [BCS-REC-1]
pub fn fail(cx: &mut Cx<'_>, flip: bool) -> Adjudged {
    let formation = cx.check(|why| may_fail(cx.state(), cx.seat(), flip, why))?;
    if flip {
        return s4_recovery::recover(cx, formation);
    }
    coordinate(cx, formation)?;
    cx.record(StepReached { step: Step::Activities })
}

/// [BCS-ACT-8] Begins the activities.
pub fn begin(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| at_step(cx.state(), cx.seat(), Step::Objectives, why).map(|_| ()))?;
    cx.record(StepReached { step: Step::Activities })
}

/// [BCS-PD-3] The player decides to end Prepared Defense.
pub fn leave_defense(cx: &mut Cx<'_>) -> Adjudged {
    let formation = cx.check(|why| {
        let (_, body) = at_step(cx.state(), cx.seat(), Step::Activities, why)?;
        why.unless(body.facts.prepared, "BCS-PD-3", "none", || {
            format!("{} has no Prepared Defense.", body.card.name)
        })?;
        Ok(body.card.id)
    })?;
    cx.record(DefenseSet { formation, prepared: false })
}

/// Whether the activities can be ended. [BCS-ACT-18]
pub fn may_end(state: &State, seat: Seat, why: &mut Reasons) -> Checked<FormationId> {
    Ok(at_step(state, seat, Step::Activities, why)?.1.card.id)
}

/// [BCS-ACT-11] [BCS-ACT-12] Ends the activities: clean up, fatigue, isolation, then (i); after a Second Activation (j).
/// [BCS-ACT-15]
pub fn end(cx: &mut Cx<'_>) -> Adjudged {
    let formation = cx.check(|why| may_end(cx.state(), cx.seat(), why))?;
    let state = cx.state();
    let Some(body) = state.formation(formation) else { return Ok(()) };
    let (side, second) = (body.card.side, state.facts.activation.as_ref().is_some_and(|one| one.second));
    let (board, ground) = (&state.scenario.board, Ground::of(state));
    let at = state.scenario.formation(formation).unwrap_or(0);
    let route = s7_msr::best_on(state, &ground, at);
    let leg = route.as_ref().map(|route| &route.to_trains[..]);
    let ghosts = body
        .facts
        .trains
        .on_map()
        .is_some_and(|trains| !trains.ghost && !s7_msr::is_optimal(board, body, trains, leg));
    let tiring = s16_fatigue::reasons(state);
    let failed = state.facts.activation.as_ref().is_some_and(|one| one.level == Some(Level::Fail));
    // A Failure Activation does what it lists and nothing else. [BCS-FAIL-1]
    cx.record(CleanedUp { formation, ghosts: ghosts && !failed })?;
    if failed {
        s15_support::gather(cx, formation)?;
    } else {
        s16_fatigue::tire(cx, formation, &tiring)?;
    }
    s17_isolation::isolate(cx, formation)?;
    cx.record(HqDone { formation })?;
    if second { s2_turn::next(cx, side) } else { cx.record(StepReached { step: Step::Second }) }
}

/// [BCS-ACT-13] [BCS-ACT-14] The circumstances of step (i).
pub fn again(state: &State, activation: &Activation, body: Body<'_>, choice: Choice) -> Again {
    Again {
        fatigue: body.facts.fatigue,
        number: number(body),
        second: activation.second,
        recovery: false,
        skip: choice == Choice::Skip,
        rests: choice == Choice::Rest,
        switch: state.scenario.switches.second_activation_recovery,
    }
}

/// [BCS-ACT-14] The Reactivation number of a formation. Ruling: the best of its HQs on the map.
fn number(body: Body<'_>) -> u8 {
    let best = body.hqs().map(|hq| hq.card.reactivation).min();
    best.unwrap_or_else(|| body.card.reactivation())
}

/// [BCS-ACT-13] Whether a choice can be made at step (i).
pub fn may_choose(state: &State, seat: Seat, choice: Choice, why: &mut Reasons) -> Checked<FormationId> {
    let (_, body) = at_step(state, seat, Step::Second, why)?;
    let tired = body.facts.fatigue == crate::charts::Fatigue::F4;
    why.unless(choice == Choice::Skip || !tired, "BCS-ACT-13", "fatigue", || {
        format!("{} is at fatigue 4: no Second Activation.", body.card.name)
    })?;
    let rests = state.scenario.switches.second_activation_recovery != SecondRecovery::None;
    why.unless(choice != Choice::Rest || rests, "BCS-ACT-14", "switch", || {
        "A Second Activation as a Recovery is not played here.".into()
    })?;
    s2_orders::may_plan(state, body, false, choice == Choice::Rest, why)?;
    why.unless(body.facts.hq.first().is_some() || choice == Choice::Skip, "BCS-HQ-6", "hq", || body.no_hq())?;
    Ok(body.card.id)
}

/// [BCS-ACT-13] (i) Whether a Second Activation follows.
pub fn second(cx: &mut Cx<'_>, choice: Choice) -> Adjudged {
    let formation = cx.check(|why| may_choose(cx.state(), cx.seat(), choice, why))?;
    let state = cx.state();
    let (Some(activation), Some(body)) = (&state.facts.activation, state.formation(formation)) else {
        return Ok(());
    };
    let (side, resolved) = (body.card.side, resolve(&again(state, activation, body, choice)));
    let ask = Ask::new(RuleId("BCS-ACT-14"), "Second Activation").seen_by(Audience::Public);
    let again = throw(cx, ask, &resolved)?.get(Field::Again) == 1;
    if !again {
        return s2_turn::next_after(cx, side, (choice != Choice::Skip).then_some(formation));
    }
    cx.record(Reactivated { formation, rests: choice == Choice::Rest })?;
    supply(cx, formation)
}

/// What is done in the go of a side that stays away: its first formation is activated, keeps its Prepared Defense, rolls and
/// does nothing; an attack that is under way is fought.
pub fn least(state: &State, side: Side) -> Option<Command> {
    if state.facts.phase != Phase::Activations || super::to_act(state) != Some(side) {
        return None;
    }
    let Some(activation) = &state.facts.activation else {
        let first =
            state.formations().find(|body| body.card.side == side && body.facts.state != HqState::Done)?;
        return Some(Command::Activate { formation: first.card.id });
    };
    let body = state.formation(activation.formation)?;
    if let Some(owed) = activation.owed {
        let found = super::s18_retreat::paths(state, &Ground::of(state), owed.unit);
        return found.into_iter().next().map(|path| Command::Retreat { path });
    }
    if let Some(battle) = &activation.battle {
        return match battle.stage {
            Stage::Units => {
                let unit = super::s12_attack::leaders(state, body, battle.target, battle.shock).next()?;
                Some(Command::Commit { unit, assist: None })
            }
            Stage::Fire => Some(Command::Fight),
            Stage::Advance => Some(Command::Advance { unit: None }),
            Stage::Defense | Stage::Losses | Stage::Retreats => None,
        };
    }
    Some(match activation.step {
        Step::Preparation => Command::Prepare { prepared: body.facts.prepared, recovery: activation.rests },
        Step::Failure => Command::Fail { flip: false },
        Step::Objectives => Command::Begin,
        Step::Activities => Command::End,
        Step::Second => Command::Second { choice: Choice::Skip },
    })
}

/// A formation holds a supply route, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteHeld {
    /// Which.
    pub formation: FormationId,
    /// Its route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<Route>,
}

impl SectionEvent<State, Scenario> for RouteHeld {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.command_mut(self.formation).route.clone_from(&self.route);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let words = match self.route.as_ref().map(|route| (route.leg(), route.hexes().last())) {
            Some((leg, Some(source))) => {
                format!(
                    ": the MSR is Complete, {leg} hexes to the trains, source {}.",
                    setup.board.called(source)
                )
            }
            _ => ": the MSR is not Complete.".into(),
        };
        of_formation(setup, self.formation, &words).rule(RuleId("BCS-MSR-1"))
    }
}

kernel::section! { for State, Scenario;
    /// A formation was activated.
    public Activated { formation: FormationId }
    does |state| {
        state.command_mut(formation).state = HqState::Used;
        state.facts.activation = Some(Activation::begin(formation, false, false));
    },
    told |setup| of_formation(setup, formation, " is activated.").rule(RuleId("BCS-ACT-1"));

    /// What the supply route did to the trains and the MSR Blocked marker. A new marker ends Prepared Defense. [BCS-ACT-4]
    /// [BCS-PD-8]
    public Supplied { formation: FormationId, complete: bool, blocked: u8 }
    does |state| {
        let command = state.command_mut(formation);
        command.prepared &= blocked <= command.blocked;
        command.blocked = blocked;
        if !complete {
            command.trains = Trains::OffMap;
        }
        if let Some(activation) = &mut state.facts.activation {
            activation.complete = complete;
        }
    },
    told |setup| of_formation(setup, formation, &match (complete, blocked) {
        (true, _) => ": the trains stay.".into(),
        (false, 0) => ": the trains are removed to Off-Map.".into(),
        (false, level) => format!(": MSR Blocked level {level}."),
    }).rule(RuleId("BCS-ACT-2"));

    /// Prepared Defense was created or removed.
    public DefenseSet { formation: FormationId, prepared: bool }
    does |state| state.command_mut(formation).prepared = prepared,
    told |setup| of_formation(setup, formation, if prepared { " takes up Prepared Defense." } else { " leaves Prepared Defense." });

    /// Two formations are mixed: both have a Coordination marker.
    public Mixed { formation: FormationId, other: FormationId }
    does |state| [formation, other].into_iter().for_each(|one| state.command_mut(one).coordination = true),
    told |setup| of_formation(setup, formation, &format!(" is mixed with {}.", setup.formation_name(other))).rule(RuleId("BCS-SNAFU-7"));

    /// A Coordination marker was removed.
    public Coordinated { formation: FormationId }
    does |state| state.command_mut(formation).coordination = false,
    told |setup| of_formation(setup, formation, " is not mixed: its Coordination marker is removed.");

    /// A SNAFU roll.
    public SnafuRolled { formation: FormationId, level: Level }
    does |state| if let Some(activation) = &mut state.facts.activation { activation.level = Some(level) },
    told |setup| of_formation(setup, formation, &format!(": SNAFU, {}.", level.prose())).rule(RuleId("BCS-SNAFU-1"));

    /// The activation came to a step.
    public StepReached { step: Step }
    does |state| reach(state, step),
    told |_| Text::new(format!("Step {}.", step.prose()));

    /// Markers of the activation were removed, OBJ markers too [BCS-OBJ-8]; trains that are not at Optimal Distance became Ghost.
    public CleanedUp { formation: FormationId, ghosts: bool }
    does |state| {
        let command = state.command_mut(formation);
        if ghosts {
            command.trains = command.trains.as_ghost();
        }
        state.facts.traffic.clear();
        state.facts.unit.iter_mut().for_each(crate::state::Piece::rest);
        if let Some(activation) = &mut state.facts.activation {
            activation.obj.clear();
            activation.moving = None;
        }
    },
    told |setup| of_formation(setup, formation, if ghosts { " cleans up; its trains become Ghost." } else { " cleans up." }).rule(RuleId("BCS-ACT-11"));

    /// An HQ is Done.
    public HqDone { formation: FormationId }
    does |state| state.command_mut(formation).state = HqState::Done,
    told |setup| {
        let several = setup.formation(formation).is_some_and(|at| setup.formations[at].hqs.len() > 1);
        of_formation(setup, formation, if several { ": the HQs are Done." } else { ": the HQ is Done." })
    };

    /// A Second Activation began.
    public Reactivated { formation: FormationId, rests: bool }
    does |state| {
        let begun = Activation::begin(formation, true, false);
        state.facts.activation = Some(Activation { rests, ..begun });
    },
    told |setup| of_formation(setup, formation, if rests { " recovers as its Second Activation." } else { " is activated again." }).rule(RuleId("BCS-ACT-13"));
}

/// At the beginning of the activities it is known who is in command. [BCS-CR-2]
fn reach(state: &mut State, step: Step) {
    let Some(formation) = state.facts.activation.as_ref().map(|activation| activation.formation) else {
        return;
    };
    if step == Step::Activities {
        let Some(body) = state.formation(formation) else { return };
        let commanded: Vec<_> = state
            .on_map()
            .filter(|(unit, at)| {
                unit.formation() == Some(formation) && body.commands(&state.scenario.board, *at)
            })
            .map(|(unit, _)| unit.card.id)
            .collect();
        commanded.into_iter().for_each(|unit| state.piece_mut(unit).commanded = true);
    }
    if let Some(activation) = &mut state.facts.activation {
        activation.step = step;
    }
}
