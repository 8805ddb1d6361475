//! What a seat could believe in: everything it may not know is drawn anew, from what it does know.

use kernel::system::Pick;
use kernel::{Seat, Side};

use crate::battle::fates::{MARCHES, fates};
use crate::battle::{Battle, Fate, Fated, Flanks, Force, Half, Marched, Rated, Report, Sealed, Spot};
use crate::exact::Exact;
use crate::oob::draft::draft;
use crate::rules::s4_orders::terms;
use crate::rules::{s6_sketch, s7_ratings};
use crate::setup::{Setup, Sp};
use crate::state::State;
use crate::words::{Class, Flank, Rating, Speed, Step, UnitId};

/// A state that `seat` could believe in. Hidden facts are built from public ones and the seat's own alone.
pub fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    if matches!(seat, Seat::Umpire) {
        return world;
    }
    let hidden = |side: Side| seat == Seat::Clock || !side.is_known_to(seat);
    for at in 0..world.facts.book.army.len() {
        if hidden(state.setup.armies[at].side) {
            let army = &mut world.facts.book.army[at];
            army.sp = army.sp.iter().map(|sp| drawn(*sp, pick)).collect();
            army.carried = [part(pick), part(pick)];
        }
    }
    for at in 0..world.facts.battle.len() {
        for side in Side::BOTH.into_iter().filter(|side| hidden(*side)) {
            half(&mut world, at, side, pick);
        }
        seal(&mut world, at, seat, pick);
    }
    world
}

fn drawn(sp: Sp, pick: Pick<'_>) -> Sp {
    Sp {
        id: sp.id,
        class: Class::ALL[pick(3) as usize],
        ..Sp { id: sp.id, class: Class::Green, arm: Default::default() }
    }
}

fn part(pick: Pick<'_>) -> Exact {
    Exact::stands(pick(10) as u32, 20)
}

/// The hidden half of a battle.
fn half(world: &mut State, at: usize, side: Side, pick: Pick<'_>) {
    if world.facts.battle[at].is_disclosed() {
        return disclosed(world, at, side, pick);
    }
    let setup = std::sync::Arc::clone(&world.setup);
    let army = world.facts.battle[at].muster(side).army;
    let book = world.facts.book.army.iter().find(|one| one.id == army);
    let same = book.map(|army| (army.sp.clone(), army.carried));
    let battle = &mut world.facts.battle[at];
    let muster = &mut battle.input.sides[side];
    match same.filter(|(sp, _)| {
        battle.step != Step::Closed && sp.iter().map(|sp| sp.id).eq(muster.sp.iter().map(|sp| sp.id))
    }) {
        Some((sp, carried)) => (muster.sp, muster.carried) = (sp, carried),
        None => {
            muster.sp = muster.sp.iter().map(|sp| drawn(*sp, pick)).collect();
            muster.carried = [part(pick), part(pick)];
        }
    }
    let known = &battle.halves[side];
    let public = Half {
        agrees: known.agrees,
        field: known.field.clone(),
        digest: known.digest.clone().filter(|_| battle.step > Step::Flanks),
        closed: known.closed,
        rates: known.rates,
        shown: known.shown.clone(),
        entered: known.entered.clone(),
        left: known.left,
        rerolled: known.rerolled.clone(),
        unseen_rolls: known.unseen_rolls,
        leads: known.leads,
        leader_gone: known.leader_gone,
        poltroons: known.poltroons,
        attached: known.attached.clone(),
        before: known.before,
        points: known.points,
        shaken: known.shaken,
        chance: known.chance,
        checked: known.checked.clone(),
        nightfall_in: known.nightfall_in,
        seen_at: known.seen_at.clone(),
        ..Half::default()
    };
    battle.halves[side] = public;
    invent(&setup, battle, side, pick);
}

/// The half of a battle whose secrets lie open: its report is still its side's own, and so is what became of its army.
fn disclosed(world: &mut State, at: usize, side: Side, pick: Pick<'_>) {
    let battle = &mut world.facts.battle[at];
    battle.input.sides[side].carried = [Exact::NONE; 2];
    let half = &mut battle.halves[side];
    half.parts.clear();
    half.report = (battle.step == Step::Closed || half.closed || pick(2) == 0).then(Report::default);
    half.crack = None;
    half.no_crack = false;
}

/// Orders, flanks, sketch, ratings and report as they could be.
fn invent(setup: &Setup, battle: &mut Battle, side: Side, pick: Pick<'_>) {
    let (step, skipped) = (battle.step, battle.ratio.is_none() || battle.field.is_none());
    if step < Step::Orders || skipped || (step == Step::Orders && pick(2) == 0) {
        return;
    }
    let Ok(oob) = draft(terms(setup, battle, side)) else { return };
    battle.halves[side].oob = Some(oob);
    if step == Step::Orders || (step == Step::Flanks && pick(2) == 0) {
        return;
    }
    battle.halves[side].flanks = Some(marches(battle, side, pick));
    let starters = battle.starters(side);
    let closed = step > Step::Sketch || battle.halves[side].closed;
    if step >= Step::Sketch && (closed || pick(2) == 0) {
        let field = battle.field.as_ref().and_then(|name| setup.field(name));
        if let (Some(field), Some(zone)) = (field, s6_sketch::zone(setup, battle, side)) {
            let shift = pick(20) as i32;
            let spot = |(at, unit)| {
                let (x, y) = zone.point(field.size, (shift + 8 * at, 4 + shift));
                Spot { unit, x, y }
            };
            battle.halves[side].sketch = (0..).zip(starters.iter().copied()).map(spot).collect();
        }
    }
    if step < Step::Placing {
        return;
    }
    let seen: Vec<UnitId> = battle.brigades_seen(side).collect();
    let night = battle.halves[side].nightfall_in || battle.day > 1;
    let half = &mut battle.halves[side];
    half.came = seen;
    half.came.extend(starters.into_iter().filter(|unit| !half.shown.contains(unit)));
    half.nightfall = if night { half.sketch.clone() } else { Vec::new() };
    if step > Step::Placing || (setup.options.no_person() && !battle.halves[side].rates) {
        // Whoever has just come and is not rated yet, everybody knows of.
        if battle.halves[side].rates {
            return;
        }
        for of in s7_ratings::unrated(battle, side) {
            let rating = if pick(3) == 0 { Rating::Excellent } else { Rating::Average };
            battle.halves[side].rated.push(Rated { of, rating });
        }
    }
    if step >= Step::After {
        battle.halves[side].report = (step == Step::Closed || pick(2) == 0).then(Report::default);
    }
}

/// A force around each flank where one has entered, else one or none.
fn marches(battle: &Battle, side: Side, pick: Pick<'_>) -> Flanks {
    let Some(oob) = &battle.halves[side].oob else { return Flanks::default() };
    let led = oob.divisions.iter().filter_map(|division| {
        let leader = division.leader.or_else(|| oob.corps_of(division).and_then(|corps| corps.leader))?;
        Some(Force { leader, brigades: division.brigades.iter().map(|brigade| brigade.id).collect() })
    });
    let mut led = led.collect::<Vec<_>>().into_iter();
    let mut flanks = Flanks::default();
    let entered = battle.halves[side].entered.clone();
    for flank in Flank::ALL {
        let marches = entered.contains(flank) || (entered.is_empty() && pick(4) == 0);
        let force = if marches { led.next() } else { None };
        match flank {
            Flank::Left => flanks.left = force,
            Flank::Right => flanks.right = force,
        }
    }
    flanks
}

/// Where the engine is the neutral, only what has shown is known to anybody: whoever is not of the side knows no weight that was
/// held back, and of who enters now what the notice told.
fn shown(battle: &mut Battle, seat: Seat) {
    let attacker = battle.input.attacker;
    let fates = std::mem::take(&mut battle.sealed.fates).into_iter().map(|fated| {
        if seat != Seat::Clock && fated.side.is_known_to(seat) {
            return fated;
        }
        let fate = Fate { held: 0, ..fated.fate };
        let entered = battle.halves[fated.side].entered.contains(&fated.flank);
        let edge = battle.flank_edge(fated.side, fated.flank);
        let told = battle.notices.iter().any(|notice| notice.side == Some(fated.side) && notice.edge == edge);
        if entered || told || Side::of(seat).is_some() {
            return Fated { fate, ..fated };
        }
        // Of a force that enters now an onlooker knows the edge, where a notice tells no more.
        let flank = Flank::ALL.iter().copied().find(|flank| battle.flank_edge(attacker, *flank) == edge);
        Fated { side: attacker, flank: flank.unwrap_or(fated.flank), fate }
    });
    battle.sealed.fates = fates.collect();
}

/// Marches, meetings and fates as they could be.
fn seal(world: &mut State, at: usize, seat: Seat, pick: Pick<'_>) {
    let setup = std::sync::Arc::clone(&world.setup);
    let battle = &mut world.facts.battle[at];
    if battle.is_disclosed() {
        return;
    }
    if setup.options.no_person() {
        return shown(battle, seat);
    }
    battle.sealed = Sealed::default();
    if battle.step < Step::Marches || battle.ratio.is_none() || battle.field.is_none() {
        return;
    }
    let settled = battle.step > Step::Marches;
    let n = if settled { MARCHES.len() } else { pick(5) as usize };
    for (role, flank) in &MARCHES[..n] {
        let speed = Speed::ALL[pick(3) as usize];
        battle.sealed.marches.push(Marched { role: *role, flank: *flank, speed });
    }
    for _ in 0..(if settled { 2 } else { pick(3) }) {
        battle.sealed.meetings.push(pick(2) == 0);
    }
    if !settled {
        return;
    }
    battle.sealed.fates = fates(battle, &setup.options);
    let ended = battle.step != Step::Day || battle.day > 1;
    for fated in &mut battle.sealed.fates {
        if ended && !battle.halves[fated.side].entered.contains(&fated.flank) {
            fated.fate = Fate::NEVER;
        }
    }
}
