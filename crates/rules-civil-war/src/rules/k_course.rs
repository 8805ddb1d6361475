//! K1 to K3: the course of a turn of the board game, and the battles that are opened in it.

use super::*;
use crate::book::{Initiative, Opening};
use crate::setup::Turn;
use crate::words::Stage;

/// The neutral goes on: a battle that waits for him, or the book.
pub fn next(cx: &mut Cx<'_>, battle: Option<BattleId>) -> Adjudged {
    let Some(battle) = battle else { return book(cx) };
    if cx.setup().options.no_person() {
        cx.check(|why| {
            neutral(cx.state(), cx.seat(), None, "CWFF-1-1", why)?;
            why.unless(false, "CWFF-1-1", "step", || {
                "Without a person as neutral a battle goes on by itself when both sides have done their part."
                    .into()
            })
        })?;
    }
    match cx.state().battle(battle).map(|battle| battle.step) {
        Some(Step::Placing) => placed(cx, battle),
        Some(Step::Marches) => super::s7_marches::settle(cx, battle),
        Some(Step::After) => super::s9_feedback::close(cx, battle),
        _ => cx.check(|why| {
            neutral(cx.state(), cx.seat(), None, "CWFF-1-1", why)?;
            at_step(cx.state(), battle, &[Step::Placing, Step::Marches, Step::After], "CWFF-1-1", why)?;
            Ok(())
        }),
    }
}

/// [CWFF-7A-1] Whoever starts on the table is rated before the marches are rolled.
fn placed(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-7A-1", why)?;
        let fought = at_step(cx.state(), battle, &[Step::Placing], "CWFF-7A-1", why)?;
        let left: usize =
            Side::BOTH.into_iter().map(|side| super::s7_ratings::unrated(fought, side).len()).sum();
        why.unless(left == 0, "CWFF-7A-1", "incomplete", || {
            format!(
                "{} not rolled.",
                if left == 1 { "1 rating is".into() } else { format!("{left} ratings are") }
            )
        })
    })?;
    go(cx, battle, Step::Marches)
}

/// [CWFF-10B-1] [CWFF-10E-2] The book goes on: to the pulses when every counter is rolled for, then to the next turn.
fn book(cx: &mut Cx<'_>) -> Adjudged {
    let (stage, turn) = cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-10E-2", why)?;
        let (state, book) = (cx.state(), &cx.state().facts.book);
        of_a_book(state, "CWFF-10E-2", why)?;
        why.unless(book.stage != Stage::Over, "CWFF-10E-2", "step", || "The last turn is played.".into())?;
        let left = super::s10_promotions::waiting(state).count();
        why.unless(left == 0, "CWFF-10B-1", "incomplete", || {
            let is = if left == 1 { "promotion is" } else { "promotions are" };
            format!("{left} {is} not rolled for.")
        })?;
        let last = book.stage == Stage::Pulses && book.turn.number >= state.setup.last;
        why.unless(!last || state.open_battles().next().is_none(), "CWFF-10E-2", "incomplete", || {
            "The last turn ends when no battle is open.".into()
        })?;
        Ok((book.stage, book.turn))
    })?;
    if stage == Stage::Reinforcement {
        return cx.record(PulsesBegan { turn: turn.number });
    }
    if turn.number >= cx.setup().last {
        cx.record(CampaignEnded {})
    } else {
        cx.record(NextTurn { turn: turn.next() })
    }
}

/// [CWFF-10D-1] \[K2\] The neutral enters the dice of a pulse, as they fell at the board.
pub fn initiative(cx: &mut Cx<'_>, dice: [u8; 2]) -> Adjudged {
    let pulse = cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-10D-1", why)?;
        of_a_book(cx.state(), "CWFF-10D-1", why)?;
        let book = &cx.state().facts.book;
        why.unless(book.stage == Stage::Pulses, "CWFF-10D-1", "step", || {
            "Pulses come after the reinforcement phase.".into()
        })?;
        why.unless(dice.iter().all(|die| (1..=6).contains(die)), "CWFF-10D-1", "range", || {
            "A die shows 1 to 6.".into()
        })?;
        Ok(book.pulse + 1)
    })?;
    cx.record(PulseBegan { pulse, union: dice[0], confederate: dice[1] })
}

fn may_open(state: &State, seat: Seat, opening: &Opening, why: &mut Reasons) -> Checked {
    neutral(state, seat, None, "CWFF-1-1", why)?;
    of_a_book(state, "CWFF-1-1", why)?;
    let (setup, book) = (&state.setup, &state.facts.book);
    why.unless(book.stage == Stage::Pulses, "CWFF-1-1", "step", || {
        "Battles are fought in the pulses.".into()
    })?;
    let side = |id| setup.armies.iter().find(|army| army.id == id).map(|army| army.side);
    let [attacker, defender] = [opening.attacker, opening.defender].map(side);
    why.unless(attacker.is_some(), "CWFF-1-1", "data", || {
        format!("There is no army {}, which is to attack.", opening.attacker)
    })?;
    why.unless(defender.is_some(), "CWFF-1-1", "data", || {
        format!("There is no army {}, which is to defend.", opening.defender)
    })?;
    why.unless(attacker.is_none() || attacker != defender, "CWFF-4-1", "data", || {
        "A battle has an army of each side. Where two armies of one side are in the hex, let the strength points and leaders of \
         one join the other first."
            .into()
    })?;
    for army in [opening.attacker, opening.defender] {
        let strong = book.army(army).is_none_or(|army| !army.sp.is_empty());
        why.unless(strong, "CWFF-4A-1", "data", || {
            format!("The {} has no strength points.", setup.army_named(army))
        })?;
    }
    let hex = setup.hex(opening.hex);
    why.unless(hex.is_some(), "CWFF-2-1", "data", || format!("There is no hex {}.", opening.hex))?;
    let column = opening.column.trim();
    why.unless(!column.is_empty() && column.len() <= 12, "CWFF-9C-1", "data", || {
        "Name the column of the table.".into()
    })?;
    let known = setup.column(column, opening.size).is_some();
    why.unless(known || !setup.options.no_person(), "CWFF-9C-1", "data", || {
        format!("The set-up has no column {column} for a {} battle, and without a person as neutral nobody enters its chance later.", opening.size)
    })?;
    for army in [opening.attacker, opening.defender] {
        why.unless(state.battle_of(army).is_none(), "CWFF-1-1", "dup", || {
            format!("The {} is in a battle.", setup.army_named(army))
        })?;
    }
    // The battle stands in the log under its first turn, whatever the book does meanwhile.
    let named = attacker.is_none() || book.name_of_battle(opening.attacker).is_some();
    why.unless(named, "CWFF-1-1", "cap", || "Too many battles.".into())
}

/// [CWFF-1-1] [CWFF-9C-1] The neutral opens a battle; several may be open at once.
pub fn enter(cx: &mut Cx<'_>, opening: &Opening) -> Adjudged {
    cx.check_all(|why| may_open(cx.state(), cx.seat(), opening, why))?;
    let Some(battle) = cx.state().facts.book.name_of_battle(opening.attacker) else { return Ok(()) };
    let column = opening.column.trim().to_owned();
    cx.record(BattleOpened { battle, opening: Opening { column, ..opening.clone() } })
}

happens! {
    /// The reinforcement phase was over.
    public PulsesBegan { turn: u16 }
    does |_, state| state.facts.book.stage = Stage::Pulses,
    told |this, _| Text::new(format!("The pulses of turn {} began.", this.turn));

    /// A turn began.
    public NextTurn { turn: Turn }
    does |this, state| {
        let book = &mut state.facts.book;
        (book.turn, book.stage, book.pulse, book.initiative) = (this.turn, Stage::Reinforcement, 0, None);
        book.drawn = kernel::PerSide::default();
    },
    told |this, _| Text::new(format!("Turn {}, {} {}, began.", this.turn.number, this.turn.season, this.turn.year));

    /// The last turn was over.
    public CampaignEnded {}
    does |_, state| {
        let book = &mut state.facts.book;
        (book.stage, book.initiative) = (Stage::Over, None);
    },
    told |_, _| Text::new("The last turn was over.");

    /// A pulse began with its dice.
    public PulseBegan { pulse: u16, union: u8, confederate: u8 }
    does |this, state| {
        let dice = kernel::PerSide::new(this.union, this.confederate);
        let book = &mut state.facts.book;
        (book.pulse, book.initiative) = (this.pulse, Some(Initiative { dice, free_used: false }));
    },
    told |this, _| Text::new(format!("Pulse {}: the Union threw {}, the Confederacy {}.", this.pulse, this.union, this.confederate));

    /// A battle was opened.
    public BattleOpened { battle: BattleId, opening: Opening }
    does |this, state| {
        if let Some(input) = state.facts.book.input(&state.setup, &this.opening) {
            state.facts.book.note_battle(this.opening.attacker);
            state.facts.battle.push(Battle::open(this.battle, input));
        }
    },
    told |this, setup| at(this.battle, format!(
        "the {} attacked the {} in {}.", setup.army_named(this.opening.attacker), setup.army_named(this.opening.defender), this.opening.hex
    ));
}
