//! FEEDBACK from a table of its own: the book takes in what came of a battle that was fought below. \[FEEDBACK\]

use super::*;
use crate::battle::{Fallen, Muster, Returned};
use crate::exact::Exact;
use crate::setup::Sp;
use crate::words::{Class, Fate, SpId};

/// The neutral takes in what a battle below has handed up, or without a person the engine, once both sides have said so at the
/// table. [CWFF-9-1]
pub fn take_in(
    cx: &mut Cx<'_>,
    battle: BattleId,
    (winner, holder): (Side, Option<Side>),
    halves: [&Returned; 2],
) -> Adjudged {
    let each = || Side::BOTH.into_iter().zip(halves);
    cx.check(|why| {
        takes_in(cx, why)?;
        let fought = at_step(cx.state(), battle, &[Step::Away], "CWFF-9-1", why)?;
        let sent = |side| fought.muster(side);
        each().try_for_each(|(side, half)| knows_its_own(sent(side), half, why))?;
        each().try_for_each(|(side, half)| may_promote(sent(side), half, winner == side, why))?;
        each().try_for_each(|(_, half)| falls_once(half, why))?;
        each().try_for_each(|(side, half)| {
            let promoted = promoted(sent(side), half).count();
            why.unless(promoted <= 1, "CWFF-4F-3", "cap", || "One strength point becomes crack.".into())
        })
    })?;
    for (side, half) in each() {
        cx.record(CameBack { battle, side, sp: half.sp.clone(), carried: half.carried })?;
    }
    let demoralized = each().filter(|(_, half)| half.demoralized).map(|(side, _)| side).collect();
    let lost = each().flat_map(|(_, half)| half.lost.iter().copied()).collect();
    let leaders = each().flat_map(|(_, half)| half.leaders.iter().copied()).collect();
    cx.record(TakenIn { battle, winner, holder, demoralized, lost, leaders })
}

/// Who takes it in. What came up holds secrets of both sides, so no side gives this command, nor does whoever sits at the
/// umpire's seat of a campaign without a person as neutral.
fn takes_in(cx: &Cx<'_>, why: &mut Reasons) -> Checked {
    if !cx.setup().options.no_person() {
        return why.umpire(cx.seat(), "CWFF-9-1");
    }
    let engine = kernel::Acting { seat: Seat::Umpire, by: Seat::Clock };
    why.unless(cx.acting() == engine, "CWFF-9-1", "actor", || {
        "No person is the neutral of this campaign: it is taken in when both sides say so, on the page “Other tables”.".into()
    })
}

/// Whether a side knows what it came back with: its own strength points and leaders, none of them worse than it was.
fn knows_its_own(sent: &Muster, half: &Returned, why: &mut Reasons) -> Checked {
    every_point(sent, half, why)?;
    // [CWFF-4F-2] Experience is never lost.
    for now in &half.sp {
        let Some(was) = sent.sp(now.id) else { continue };
        why.unless(now.arm == was.arm && now.class >= was.class, "CWFF-4F-2", "data", || {
            format!("{} was {} and cannot come back as {}.", was.id, was.class, now.class)
        })?;
    }
    // [CWFF-8C-1] Who is demoralized stays so.
    why.unless(half.demoralized || !sent.demoralized, "CWFF-9B-1", "data", || {
        format!("{} was demoralized before.", sent.army)
    })?;
    for fallen in &half.leaders {
        let was_there = sent.leader(fallen.leader).is_some() && fallen.fate != Fate::Active;
        why.unless(was_there, "CWFF-9D-1", "data", || {
            format!("{} did not fall in this battle.", fallen.leader)
        })?;
    }
    Ok(())
}

/// The strength points that became crack.
fn promoted<'h>(sent: &'h Muster, half: &'h Returned) -> impl Iterator<Item = &'h Sp> {
    let were = half.sp.iter().filter(|now| now.class == Class::Crack).filter_map(|now| sent.sp(now.id));
    were.filter(|was| was.class != Class::Crack)
}

/// [CWFF-4F-3] [CWFF-4F-4] Whether a side can have promoted what came back as crack.
fn may_promote(sent: &Muster, half: &Returned, won: bool, why: &mut Reasons) -> Checked {
    let all_green = sent.sp.iter().all(|sp| sp.class == Class::Green);
    for was in promoted(sent, half) {
        let fits = won && (was.class == Class::Veteran || all_green);
        why.unless(fits, "CWFF-4F-3", "not-eligible", || format!("{} cannot become crack.", was.id))?;
    }
    Ok(())
}

/// [CWFF-9D-1] A leader falls once.
fn falls_once(half: &Returned, why: &mut Reasons) -> Checked {
    for (at, fallen) in half.leaders.iter().enumerate() {
        let again = half.leaders[..at].iter().any(|other| other.leader == fallen.leader);
        why.unless(!again, "CWFF-9D-1", "dup", || format!("{} falls once.", fallen.leader))?;
    }
    Ok(())
}

/// [CWFF-9A-3] Each strength point that went down comes back or is lost, once.
fn every_point(sent: &Muster, half: &Returned, why: &mut Reasons) -> Checked {
    let mut named: Vec<SpId> = half.sp.iter().map(|sp| sp.id).chain(half.lost.iter().copied()).collect();
    let mut went: Vec<SpId> = sent.sp.iter().map(|sp| sp.id).collect();
    named.sort_unstable();
    went.sort_unstable();
    why.unless(named == went, "CWFF-9A-3", "data", || {
        format!("Each strength point of {} comes back or is lost, and no other does.", sent.army)
    })
}

happens! {
    /// The strength points of a side came back from a battle, as they are now, with what is carried on.
    secret CameBack { battle: BattleId, side: Side, sp: Vec<Sp>, carried: [Exact; 2] }
    does |this, state| {
        let army = state.battle_mut(this.battle).input.sides[this.side].army;
        state.facts.book.come_back(army, &this.sp, this.carried);
    },
    told |this, _| {
        let sp = kernel::grammar::listed(this.sp.iter().map(|sp| format!("{} ({})", sp.id, sp.class)));
        let sp = if sp.is_empty() { "nothing" } else { &sp };
        let [crack, other] = &this.carried;
        by(this.side, this.battle, format!("got back {sp}; carried: crack {crack}, other {other}."))
    };

    /// The book took in a battle that was fought below: what everybody learns of it.
    public TakenIn {
        battle: BattleId, winner: Side, holder: Option<Side>, demoralized: Vec<Side>, lost: Vec<SpId>, leaders: Vec<Fallen>
    }
    does |this, state| {
        let setup = std::sync::Arc::clone(&state.setup);
        let battle = state.battle_mut(this.battle);
        battle.step = Step::Closed;
        let input = battle.input.clone();
        let fallen: Vec<_> = this.leaders.iter().map(|fallen| (fallen.leader, fallen.fate)).collect();
        for (side, sent) in input.sides.iter() {
            let book = &mut state.facts.book;
            book.lose(sent.army, &this.lost, this.demoralized.contains(&side));
            book.fall(&setup, &fallen);
            for leader in &sent.leaders {
                book.mark(&setup, leader.id, input.turn.number);
            }
        }
        super::k_seconded::forget(state);
    },
    told |this, setup| super::s9_feedback::tells(setup, this.battle, this.winner, &this.lost, &this.demoralized);
}
