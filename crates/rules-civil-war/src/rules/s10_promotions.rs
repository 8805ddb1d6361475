//! CWFF-10: promotions.

use super::*;
use crate::book::Waiting;
use crate::words::{CounterId, LeaderId, Stage};

/// [CWFF-10B-1] The counters that are rolled for in this reinforcement phase and are not yet. [CWFF-R21]
pub fn waiting(state: &State) -> impl Iterator<Item = &Waiting> {
    let book = &state.facts.book;
    let now = book.turn.number;
    book.track.iter().filter(move |waiting| {
        book.stage == Stage::Reinforcement && waiting.turn < now && waiting.rolled < now
    })
}

/// A counter as a sentence begins with it.
fn called(cx: &Cx<'_>, counter: CounterId) -> String {
    let promotion = cx.setup().promotion(counter);
    promotion.map_or_else(|| format!("A counter {counter}"), |of| format!("The promotion of {of}"))
}

/// [CWFF-10B-1] [CWFF-10C-1] One roll: less the turns waited, against the tactical rating of the counter in play.
pub fn roll(cx: &mut Cx<'_>, counter: CounterId) -> Adjudged {
    let (leader, waited, tactical, number) = cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-10B-1", why)?;
        let (state, book) = (cx.state(), &cx.state().facts.book);
        of_a_book(state, "CWFF-10B-1", why)?;
        why.unless(book.stage == Stage::Reinforcement, "CWFF-10B-1", "step", || {
            format!("This belongs to {}.", Stage::Reinforcement.prose())
        })?;
        let on_track = book.track.iter().find(|waiting| waiting.counter == counter);
        let on_track = why.need(on_track, "CWFF-10B-1", "data", || {
            format!("{} is not on the track.", called(cx, counter))
        })?;
        let waited = book.turn.number.saturating_sub(on_track.turn);
        why.unless(waited > 0, "CWFF-R21", "step", || "The first roll comes a turn later.".into())?;
        why.unless(on_track.rolled < book.turn.number, "CWFF-10B-1", "dup", || {
            format!("{} was rolled for in this phase.", called(cx, counter))
        })?;
        let card = why.need(state.setup.counter(counter), "CWFF-10B-1", "data", || {
            "There is no such counter.".into()
        })?;
        let tactical = book.in_play(&state.setup, card.leader).map_or(0, |leader| leader.tactical);
        let number = state.setup.counters.iter().position(|one| one.id == counter).unwrap_or(0);
        Ok((card.leader, i32::from(waited), tactical, number))
    })?;
    let turn = cx.state().facts.book.turn.number;
    let die = kernel::Die::D(cx.setup().promotion_die);
    let name = Id::new(&format!("turn-{turn}:{number}")).unwrap_or_default();
    let ask =
        Ask::new(RuleId("CWFF-10B-1"), "Promotion").about(counter).known_as(name).seen_by(Audience::Public);
    let promoted = cx.roll(ask, die)? - waited <= tactical;
    cx.record(PromotionRolled { counter, leader, turn, promoted, waited, tactical })
}

/// [CWFF-10D-1] The side that won the pulse, and its die.
fn has_won(state: &State, seat: Seat, why: &mut Reasons) -> Checked<(Side, u8)> {
    let side = why.side(seat, "CWFF-10D-1")?;
    of_a_book(state, "CWFF-10D-1", why)?;
    let book = &state.facts.book;
    let initiative = book.initiative.filter(|_| book.stage == Stage::Pulses);
    let initiative = why.need(initiative, "CWFF-10D-1", "step", || "No pulse is under way.".into())?;
    let won = initiative.winner().filter(|(winner, _)| *winner == side);
    why.need(won, "CWFF-10D-1", "actor", || "You did not win this pulse.".into())
}

/// [CWFF-10D-1] The winner of a pulse has one free reinforcement.
fn has_free(state: &State, why: &mut Reasons) -> Checked {
    let used = state.facts.book.initiative.is_some_and(|initiative| initiative.free_used);
    why.unless(!used, "CWFF-10D-1", "cap", || "Your free reinforcement is used.".into())
}

/// [CWFF-10D-1] The winner of the pulse uses his free reinforcement on the board.
pub fn use_free(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| {
        let (side, _) = has_won(cx.state(), cx.seat(), why)?;
        has_free(cx.state(), why)?;
        Ok(side)
    })?;
    cx.record(FreeUsed { side })
}

/// The counters of a side in the pool. [CWFF-R39]
pub fn pool(state: &State, side: Side) -> Vec<CounterId> {
    let own = |counter: &&CounterId| {
        let leader = state.setup.counter(**counter).map(|counter| counter.leader);
        leader.and_then(|leader| state.setup.card(leader)).is_some_and(|card| card.side == side)
    };
    state.facts.book.pool.iter().filter(own).copied().collect()
}

/// [CWFF-10D-1] [CWFF-10E-1] With an odd die he draws a promotion instead, at random.
pub fn take(cx: &mut Cx<'_>, named: Option<CounterId>) -> Adjudged {
    let (side, counters) = cx.check(|why| {
        let (side, die) = has_won(cx.state(), cx.seat(), why)?;
        why.unless(!die.is_multiple_of(2), "CWFF-10D-1", "not-allowed", || {
            "You won the pulse with an even die.".into()
        })?;
        why.unless(named.is_none(), "CWFF-10E-1", "not-allowed", || {
            "Promotions are drawn at random; nobody names one.".into()
        })?;
        let counters = pool(cx.state(), side);
        why.unless(!counters.is_empty(), "CWFF-10E-1", "not-eligible", || {
            "You have no promotions in the pool.".into()
        })?;
        has_free(cx.state(), why)?;
        Ok((side, counters))
    })?;
    let book = &cx.state().facts.book;
    // Counted over what was drawn: how many pulses there were is entered by the neutral.
    let nth = usize::from(book.drawn[side]) + 1;
    let name = Id::new(&format!("turn-{}", book.turn.number)).unwrap_or_default();
    let lots: Vec<Id> = counters.iter().map(|counter| Id::from(*counter)).collect();
    let ask = Ask::new(RuleId("CWFF-10E-1"), "Promotion")
        .of(side.number())
        .known_as(name)
        .nth(nth)
        .seen_by(Audience::Public);
    let at = if lots.len() == 1 { 0 } else { cx.lot(ask, &lots)? };
    let Some(counter) = counters.get(at).copied() else { return Ok(()) };
    cx.record(FreeUsed { side })?;
    cx.record(PromotionTaken { side, counter })
}

happens! {
    /// A promotion was rolled for.
    /// Records of earlier rules do not say how long it had waited.
    public PromotionRolled { counter: CounterId, leader: LeaderId, turn: u16, promoted: bool, waited: i32 = 0, tactical: i32 = 0 }
    does |this, state| {
        let book = &mut state.facts.book;
        book.track.iter_mut().filter(|one| one.counter == this.counter).for_each(|one| one.rolled = this.turn);
        if this.promoted {
            book.track.retain(|one| one.counter != this.counter);
            book.pool.push(this.counter);
        }
    },
    told |this, setup| {
        let words = if this.promoted { "goes to the promotion pool" } else { "stays on the track" };
        let (waited, tactical) = (this.waited, kernel::grammar::signed(this.tactical));
        let why = match (waited, this.promoted) {
            (0, _) => String::new(),
            (_, true) => format!(
                ": the die, less {waited} for the {} waited, is no higher than the tactical rating {tactical}",
                if waited == 1 { "turn" } else { "turns" }
            ),
            (_, false) => format!(
                ": the die, less {waited} for the {} waited, is above the tactical rating {tactical}",
                if waited == 1 { "turn" } else { "turns" }
            ),
        };
        Text::new(format!("The promotion of {} {words}{why}.", setup.named(this.leader))).rule(RuleId("CWFF-10C-1"))
    };

    /// A free reinforcement was used.
    public FreeUsed { side: Side }
    does |_, state| if let Some(initiative) = &mut state.facts.book.initiative { initiative.free_used = true },
    told |this, _| Text::empty().side(this.side.number()).say(" used its free reinforcement.");

    /// A promotion was drawn.
    public PromotionTaken { side: Side, counter: CounterId }
    does |this, state| {
        let leader = state.setup.counter(this.counter).map(|counter| counter.leader);
        let book = &mut state.facts.book;
        book.pool.retain(|counter| *counter != this.counter);
        book.drawn[this.side] = book.drawn[this.side].saturating_add(1);
        book.leader.iter_mut().filter(|person| Some(person.id) == leader).for_each(|person| person.counter = Some(this.counter));
    },
    told |this, setup| {
        let promotion = setup.promotion(this.counter).unwrap_or_default();
        Text::empty().side(this.side.number()).say(format!(" promoted {promotion}."))
    };
}
