//! BCS-TURN: the turn, and whose go it is.

use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Checked, Die, Modifiers, PerSide, Reasons, Seat, Side, Winner};

use super::s10_movement::take;
use super::{
    Cx, about, by, in_phase, of_unit, s2_assignment, s2_orders, s6_hq, s6_jumps, s18_retreat, s20_victory,
};
use crate::charts::s3_second_activation::{Ties, first_player};
use crate::charts::s6_safe_path::{Purpose, class};
use crate::setup::Scenario;
use crate::setup::sky::Weather;
use crate::sheet::Field;
use crate::sight::Sight;
use crate::state::{Fate, HqState, Phase, Piece, Pool, State};
use crate::words::{Face, FormationId, Place, UnitId};

/// [BCS-TURN-2] What the engine does by itself: it rolls for the sky and for the first player, and ends a game in which a side
/// has no combat units. [BCS-VIC-3]
pub fn proceed(cx: &mut Cx<'_>) -> Adjudged {
    let phase = cx.state().facts.phase;
    cx.check(|why| {
        why.engine(cx.seat(), "BCS-ACT-18")?;
        why.unless(comes_by_itself(cx.state()), "BCS-ACT-18", "phase", || {
            "Nothing comes by itself now.".into()
        })
    })?;
    match phase {
        _ if s20_victory::is_alone(cx.state()) => end_turn(cx, true),
        Phase::Sky => sky(cx),
        _ => first_roll(cx),
    }
}

/// Whether the engine has something to do.
pub fn comes_by_itself(state: &State) -> bool {
    match state.facts.phase {
        Phase::Over => false,
        Phase::Sky | Phase::FirstRoll => true,
        _ => s20_victory::is_alone(state),
    }
}

/// [BCS-TURN-2] [BCS-TURN-11] The weather, then both sides roll for Air Points and Replacements.
fn sky(cx: &mut Cx<'_>) -> Adjudged {
    let mut grounded = false;
    if cx.setup().weather.is_some() {
        let ask = Ask::new("BCS-TURN-11".into(), "Weather")
            .known_as(kernel::Id::new("weather").unwrap_or_default());
        let ask = ask.seen_by(Audience::Public);
        let found = cx.draw(ask, |setup| setup.weather.as_ref().expect("a chart"), &Modifiers::none())?;
        grounded = found.grounded;
        cx.record(WeatherRolled { weather: found })?;
    }
    let mut pools = PerSide::<Pool>::default();
    for side in Side::BOTH {
        let ask = |text| Ask::new("BCS-TURN-11".into(), text).of(side.number()).seen_by(Audience::Public);
        if cx.setup().air[side].is_some() && !grounded {
            pools[side].air = cx
                .draw(
                    ask("Air Points"),
                    |setup| setup.air[side].as_ref().expect("a chart"),
                    &Modifiers::none(),
                )?
                .points;
        }
        if cx.setup().replacements[side].is_some() {
            let ask = ask("Replacements").known_as(kernel::Id::new("replacements").unwrap_or_default());
            let found = cx.draw(
                ask,
                |setup| setup.replacements[side].as_ref().expect("a chart"),
                &Modifiers::none(),
            )?;
            (pools[side].av, pools[side].others) = (found.av, found.others);
        }
    }
    for (side, pool) in pools.iter() {
        cx.record(SkyRolled { side, air: pool.air, av: pool.av, others: pool.others })?;
    }
    cx.record(PhaseBegan { phase: Phase::Replacements })
}

/// [BCS-TURN-5] Both roll one die; the higher chooses. What a tie comes to, the scenario says.
fn first_roll(cx: &mut Cx<'_>) -> Adjudged {
    let ask = || Ask::new("BCS-TURN-5".into(), "First player").seen_by(Audience::Public);
    let ties = cx.setup().ties;
    let side = if ties == Ties::Again {
        match cx.high_roll(ask(), 6)? {
            Winner::First => Side::FIRST,
            Winner::Second => Side::SECOND,
        }
    } else {
        let one = cx.roll(ask().of(0), Die::D(6))?;
        let other = cx.roll(ask().of(1), Die::D(6))?;
        let short = |die: i32| u8::try_from(die).unwrap_or(1);
        let resolved = first_player(short(one), short(other), ties);
        let holder = resolved.at(0).map_or(0, |ended| ended.outcome.get(Field::Holder));
        if holder == 2 { Side::SECOND } else { Side::FIRST }
    };
    cx.record(FirstWon { side })
}

/// [BCS-TURN-12] Whether a Replacement can be spent on a unit: steps for AV need a Safe Path by Tac, others by Leg. A
/// destroyed unit returns with an HQ. Gives whether it takes a step for AV, and where a destroyed unit comes to.
pub fn may_replace(
    state: &Sight<'_>,
    seat: Seat,
    id: UnitId,
    hq: Option<u8>,
    why: &mut Reasons,
) -> Checked<(bool, Option<Place>)> {
    let side = in_phase(state, seat, Phase::Replacements, why)?;
    let pool = &state.facts.pool[side];
    why.unless(!pool.closed, "BCS-TURN-2", "closed", || "You have closed this step.".into())?;
    let unit = state.unit(id).filter(|unit| unit.card.side == side);
    let unit = why.need(unit, "BCS-ACT-18", "unknown", || format!("You have no unit {id}."))?;
    let is_av = unit.card.av.is_some();
    let left = if is_av { pool.av } else { pool.others };
    why.unless(left > 0, "BCS-TURN-12", "points", || {
        about(
            state,
            id,
            if is_av { "there is no AV Replacement left." } else { "there is no Replacement left for it." },
        )
    })?;
    why.unless(unit.piece.lost > 0, "BCS-TURN-12", "whole", || about(state, id, "it has lost no step."))?;
    let body = unit.formation().and_then(|id| state.formation(id));
    let body = why.need(body, "BCS-GEN-2", "unknown", || about(state, id, "it has no formation."))?;
    match unit.piece.fate {
        Fate::Dead => {
            why.unless(!unit.card.no_rebuild, "BCS-UNIT-10", "rebuild", || {
                about(state, id, "it cannot be rebuilt.")
            })?;
            let off = || about(state, id, "its HQ is off the map.");
            return Ok((is_av, Some(s6_hq::comes_to(body, hq, off, why)?)));
        }
        // What is in Support is with the HQs. [BCS-SAFE-6]
        Fate::Support => {
            why.need(body.facts.hq.first(), "BCS-HQ-6", "hq", || about(state, id, "its HQ is off the map."))?;
        }
        Fate::Pool | Fate::Due => {
            return why.refuse("BCS-TURN-12", "off-map", || about(state, id, "it is not on the map."));
        }
        Fate::Returns => {
            return why.refuse("BCS-RET-8", "returns", || about(state, id, "it returns first."));
        }
        Fate::OnMap => {
            let purpose = if is_av { Purpose::AvReplacements } else { Purpose::Replacements };
            let by = class(purpose, unit.allowance().class);
            let at = unit.piece.at;
            let safe = at.is_some_and(|at| state.is_safe(body, by, at));
            why.unless(safe, "BCS-SAFE-5", "path", || {
                about(state, id, &format!("it has no Safe Path by {}.", by.prose()))
            })?;
        }
    }
    s6_hq::comes_to_none(hq, why)?;
    Ok((is_av, None))
}

/// [BCS-TURN-12] Spends a Replacement.
pub fn replace(cx: &mut Cx<'_>, unit: UnitId, hq: Option<u8>) -> Adjudged {
    let (av, rebuilt) = cx.check(|why| may_replace(&Sight::of(cx.state()), cx.seat(), unit, hq, why))?;
    let side = cx.state().unit(unit).map_or(Side::FIRST, |unit| unit.card.side);
    cx.record(Replaced { side, unit, av, rebuilt })?;
    rebuilt.map_or(Ok(()), |at| take(cx, unit, &[at]))
}

/// [BCS-TURN-2] Whether a side can close the present step of the Pre-Turn Phase.
pub fn may_close(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(seat, "BCS-ACT-18")?;
    let phase = state.facts.phase;
    why.unless(
        matches!(phase, Phase::Replacements | Phase::Assignment | Phase::Orders),
        "BCS-ACT-18",
        "phase",
        || format!("It is {}: there is nothing to close.", phase.prose()),
    )?;
    why.unless(!state.facts.pool[side].closed, "BCS-TURN-2", "closed", || {
        "You have closed this step.".into()
    })?;
    Ok(side)
}

/// [BCS-TURN-2] Closes a step; when both have, the next begins. The first turn has no Assignment. [BCS-TURN-3]
pub fn close(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| may_close(cx.state(), cx.seat(), why))?;
    let phase = cx.state().facts.phase;
    cx.record(Closed { side, phase })?;
    if !cx.state().facts.pool.both(|pool| pool.closed) {
        return Ok(());
    }
    if phase == Phase::Replacements {
        s6_jumps::bring_back(cx)?;
        s18_retreat::bring_back(cx)?;
    }
    let next = match phase {
        Phase::Replacements if s2_assignment::is_held(cx.state()) => Phase::Assignment,
        Phase::Replacements | Phase::Assignment if cx.setup().switches.orders => Phase::Orders,
        _ => Phase::FirstRoll,
    };
    cx.record(PhaseBegan { phase: next })
}

/// [BCS-TURN-5] Whether a side can choose the first player.
pub fn may_choose(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = in_phase(state, seat, Phase::First, why)?;
    why.unless(state.facts.go == Some(side), "BCS-TURN-5", "actor", || "Your opponent threw higher.".into())?;
    Ok(side)
}

/// [BCS-TURN-5] Chooses the first player.
pub fn go_first(cx: &mut Cx<'_>, first: Side) -> Adjudged {
    let side = cx.check(|why| may_choose(cx.state(), cx.seat(), why))?;
    cx.record(FirstChosen { side, first })?;
    // Whoever has no formation that can be chosen passes by himself. [BCS-TURN-6]
    if can_go(cx.state(), first) { Ok(()) } else { next(cx, first) }
}

/// Whether a side has a formation that can be chosen. [BCS-TURN-8]
pub fn can_go(state: &State, side: Side) -> bool {
    state.formations().any(|body| body.card.side == side && body.facts.state != HqState::Done)
}

/// [BCS-TURN-6] [BCS-ACT-16] The next go: the opponent's, if he has a formation that can be chosen, else one's own. When
/// neither has one, the turn ends. [BCS-TURN-9]
pub fn next(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    next_after(cx, side, None)
}

/// The same after a Second Activation that fails: whose it was is told with the go. [BCS-ACT-14]
pub fn next_after(cx: &mut Cx<'_>, side: Side, failed: Option<FormationId>) -> Adjudged {
    let next = [side.enemy(), side].into_iter().find(|side| can_go(cx.state(), *side));
    if let Some(next) = next {
        return cx.record(GoPassed { side: next, failed });
    }
    let last = cx.state().facts.turn >= cx.setup().turns || s20_victory::is_alone(cx.state());
    end_turn(cx, last)
}

/// The turn ends, and with the last one the game.
fn end_turn(cx: &mut Cx<'_>, last: bool) -> Adjudged {
    let turn = cx.state().facts.turn;
    cx.record(TurnEnded { turn })?;
    if last { s20_victory::end(cx) } else { Ok(()) }
}

kernel::section! { for State, Scenario;
    /// The weather was rolled for.
    public WeatherRolled { weather: Weather }
    does |state| state.facts.weather = Some(weather),
    told |_| Text::new(format!("The weather: {}.", kernel::ChartResult::words(&weather))).rule("BCS-TURN-11".into());

    /// A side rolled for its Air Points and Replacements.
    public SkyRolled { side: Side, air: u8, av: u8, others: u8 }
    does |state| state.facts.pool[side] = Pool { air, av, others, ..Pool::default() },
    told |_| by(side).say(format!(" has {air} Air Points; Replacements: {av} AV, {others} other.")).rule("BCS-TURN-11".into());

    /// A Replacement was spent; a destroyed unit came back with its HQ.
    public Replaced { side: Side, unit: UnitId, av: bool, rebuilt: Option<Place> = None }
    does |state| {
        let pool = &mut state.facts.pool[side];
        let left = if av { &mut pool.av } else { &mut pool.others };
        *left = left.saturating_sub(1);
        let moves = state.unit(unit).is_some_and(|unit| unit.card.moving.is_some());
        let piece = state.piece_mut(unit);
        piece.lost = piece.lost.saturating_sub(1);
        if let Some(at) = rebuilt {
            let face = if moves { Face::Move } else { Face::Deployed };
            *piece = Piece { id: unit, at: Some(at), face, lost: piece.lost, assigned: piece.assigned, ..Piece::default() };
        }
    },
    told |setup| of_unit(setup, unit, if rebuilt.is_some() { " was rebuilt with one step." } else { " was given a step." });

    /// A side closed a step of the Pre-Turn Phase.
    public Closed { side: Side, phase: Phase }
    does |state| state.facts.pool[side].closed = true,
    told |_| by(side).say(format!(" closed: {}.", phase.prose()));

    /// A step of the Pre-Turn Phase began.
    public PhaseBegan { phase: Phase }
    does |state| {
        state.facts.phase = phase;
        state.facts.pool.iter_mut().for_each(|(_, pool)| pool.closed = false);
    },
    told |_| Text::new(format!("Now: {}.", phase.prose()));

    /// A side threw higher.
    public FirstWon { side: Side }
    does |state| (state.facts.phase, state.facts.go) = (Phase::First, Some(side)),
    told |_| by(side).say(" chooses the first player.").rule("BCS-TURN-5".into());

    /// The first player was chosen.
    public FirstChosen { side: Side, first: Side }
    does |state| (state.facts.phase, state.facts.go) = (Phase::Activations, Some(first)),
    told |_| by(side).say(if side == first { " goes first." } else { " lets the opponent go first." });

    /// It is a side's go.
    public GoPassed { side: Side, failed: Option<FormationId> = None }
    does |state| (state.facts.activation, state.facts.go) = (None, Some(side)),
    told |setup| {
        let stays = failed.map(|id| format!("{} is not activated again. ", setup.formation_name(id)));
        Text::new(stays.unwrap_or_default()).say("It is the go of ").side(side.number()).say(".")
    };

    /// A turn ended: every HQ is Unused again.
    public TurnEnded { turn: u8 }
    does |state| {
        (state.facts.activation, state.facts.go) = (None, None);
        (state.facts.turn, state.facts.phase) = (turn + 1, Phase::Sky);
        s2_orders::lay_aside(state, turn);
        state.facts.pool = PerSide::default();
        state.facts.ruled_mixed.clear();
        for formation in &mut state.facts.formation {
            // A formation without an HQ on the map stays Done until one returns. [BCS-HQ-6]
            formation.state = if formation.hq.first().is_some() { HqState::Unused } else { HqState::Done };
        }
        for piece in &mut state.facts.unit {
            (piece.released, piece.entered) = (false, false);
        }
    },
    told |_| Text::new(format!("Turn {turn} ended.")).rule("BCS-TURN-9".into());
}
