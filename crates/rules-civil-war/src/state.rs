//! What is remembered: the book and the battles that it has opened. The same types are written as the facts of a position.

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults, Side};
use serde::{Deserialize, Serialize};

use crate::battle::{Battle, Input};
use crate::book::Book;
use crate::command::Command;
use crate::rules::k_seconded::needs_both;
use crate::rules::s7_ratings::unrated;
use crate::setup::Setup;
use crate::setup::options::Fought;
use crate::words::{ArmyId, BattleId, Stage, Step};

/// The version of the schema of positions.
pub const SCHEMA: u32 = 1;

/// The facts of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The schema's version: 1.
    pub schema: u32,
    /// The strategic book.
    pub book: Book,
    /// Its battles, in the order in which they were opened.
    #[serde(default)]
    pub battle: Vec<Battle>,
    /// What one side says and the other has not confirmed yet, where no person is the neutral; public.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposal: Vec<Proposal>,
    /// How many there were so far.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub proposals: u16,
}

/// What one side says, until the other says the same or no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Its number.
    pub number: u16,
    /// Who says it.
    pub side: Side,
    /// What.
    pub says: Command,
}

/// What the rules remember.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What the table started from.
    pub setup: Arc<Setup>,
    /// Everything else.
    pub facts: Facts,
}

impl State {
    /// The state before the first command.
    pub fn open(setup: Arc<Setup>) -> Self {
        let mut book = Book::open(&setup);
        let alone = setup.alone.as_ref().and_then(|alone| {
            let input = Input { crossing: alone.crossing, ..book.input(&setup, &alone.opening)? };
            // That it is fought, and to which ratio, was agreed elsewhere.
            let opened = Battle::open(alone.id, input);
            Some(Battle { step: Step::Field, ratio: Some(setup.ratio), ..opened })
        });
        if let Some(battle) = &alone {
            book.note_battle(battle.muster(battle.input.attacker).army);
        }
        let battle = alone.into_iter().collect();
        let facts = Facts { schema: SCHEMA, book, battle, proposal: Vec::new(), proposals: 0 };
        Self { setup, facts }
    }

    /// A battle.
    pub fn battle(&self, id: BattleId) -> Option<&Battle> {
        self.facts.battle.iter().find(|battle| battle.id == id)
    }

    /// A battle, to be changed by an event.
    ///
    /// # Panics
    /// When there is none: an event names a battle that was opened.
    pub fn battle_mut(&mut self, id: BattleId) -> &mut Battle {
        let mut battles = self.facts.battle.iter_mut();
        battles.find(|battle| battle.id == id).expect("an event names a battle that was opened")
    }

    /// Battles that are not closed.
    pub fn open_battles(&self) -> impl Iterator<Item = &Battle> {
        self.facts.battle.iter().filter(|battle| battle.step != Step::Closed)
    }

    /// The battle in which an army stands now.
    pub fn battle_of(&self, army: ArmyId) -> Option<&Battle> {
        self.open_battles().find(|battle| Side::BOTH.iter().any(|side| battle.muster(*side).army == army))
    }
}

/// The state with these facts.
///
/// # Errors
/// Every fact that contradicts the set-up or another fact.
pub fn open_position(setup: Arc<Setup>, facts: Facts) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults::new();
    let book = &facts.book;
    faults.unless(facts.schema == SCHEMA, "schema", HOUSE_FILE, || format!("The schema is {SCHEMA}."));
    faults.within(1..=setup.last, book.turn.number, "book.turn.number", "Turns");
    let armies: Vec<ArmyId> = setup.armies.iter().map(|army| army.id).collect();
    let known: Vec<ArmyId> = book.army.iter().map(|army| army.id).collect();
    faults.unless(armies == known, "book.army", HOUSE_FILE, || {
        "The armies are those of the set-up, in its order.".into()
    });
    let leaders =
        setup.leaders.iter().map(|card| card.leader.id).eq(book.leader.iter().map(|person| person.id));
    faults.unless(leaders, "book.leader", HOUSE_FILE, || {
        "The leaders are those of the set-up, in its order.".into()
    });
    faults.once(book.army.iter().flat_map(|army| army.leaders.iter().copied()), "book.army");
    faults.once(book.army.iter().flat_map(|army| army.sp.iter().map(|sp| sp.id)), "book.army");
    for army in &book.army {
        let path = format!("book.army.{}", army.id);
        let side = setup.armies.iter().find(|start| start.id == army.id).map(|start| start.side);
        for leader in &army.leaders {
            let card = setup.card(*leader);
            faults.unless(card.is_some(), &path, HOUSE_FILE, || format!("There is no leader {leader}."));
            let own = card.is_none_or(|card| side.is_none_or(|side| side == card.side));
            faults.unless(own, &path, "CWFF-4B-1", || format!("{leader} leads for the other side."));
        }
        let parts = army.carried.iter().all(|part| part.whole() == 0);
        faults.unless(parts, &path, "CWFF-9A-3", || {
            "What is carried is less than a strength point; a whole one is struck out.".into()
        });
    }
    for person in &book.leader {
        let his = person
            .counter
            .is_none_or(|counter| setup.card(person.id).is_some_and(|card| card.next.contains(&counter)));
        faults.unless(his, format_args!("book.leader.{}", person.id), "CWFF-10A-1", || {
            format!("{} has no such promotion counter.", person.id)
        });
    }
    let counters = book.track.iter().map(|waiting| waiting.counter).chain(book.pool.iter().copied());
    for counter in counters.clone() {
        faults.unless(setup.counter(counter).is_some(), "book.track", HOUSE_FILE, || {
            format!("There is no promotion counter {counter}.")
        });
    }
    faults.once(counters, "book.track");
    for waiting in &book.track {
        faults.unless(waiting.turn <= book.turn.number, "book.track", "CWFF-10A-1", || {
            format!("{} lies on a turn that has not come.", waiting.counter)
        });
    }
    alone(&setup, &facts, &mut faults);
    proposals(&setup, &facts, &mut faults);
    battles(&setup, &facts, &mut faults);
    faults.finish(State { setup, facts })
}

/// A table of one battle has that one, and no book goes on there.
fn alone(setup: &Setup, facts: &Facts, faults: &mut Faults) {
    let is_alone = facts.book.stage == Stage::Battle;
    faults.unless(is_alone == setup.alone.is_some(), "book.stage", HOUSE_FILE, || {
        "The stage is battle where the set-up is of one battle, and nowhere else.".into()
    });
    let Some(alone) = &setup.alone else { return };
    faults.unless(facts.battle.iter().map(|battle| battle.id).eq([alone.id]), "battle", HOUSE_FILE, || {
        format!("This table has the battle {} and no other.", alone.id)
    });
}

/// Proposals wait only where no person is the neutral.
fn proposals(setup: &Setup, facts: &Facts, faults: &mut Faults) {
    let fits = |one: &Proposal| one.number <= facts.proposals && needs_both(&one.says);
    let fits = facts.proposal.iter().all(fits) && (setup.options.no_person() || facts.proposals == 0);
    faults.unless(fits, "proposal", HOUSE_FILE, || {
        "Proposals wait only in a campaign without a person as neutral, and are counted there.".into()
    });
    faults.once(facts.proposal.iter().map(|one| one.number), "proposal");
}

/// What differs in a battle whose neutral is the engine: nothing is rolled beforehand, and everybody knows who owes ratings.
fn without_a_person(battle: &Battle, path: &str, faults: &mut Faults) {
    let nothing = battle.step != Step::Marches && battle.sealed.marches.is_empty();
    faults.unless(nothing && battle.sealed.meetings.is_empty(), path, "CWFF-7B-1", || {
        "With the engine as neutral no march is rolled beforehand.".into()
    });
    let rolled = matches!(battle.step, Step::Placing | Step::Day);
    let owes = |side: Side| rolled && !unrated(battle, side).is_empty();
    faults.unless(
        Side::BOTH.into_iter().all(|side| battle.halves[side].rates == owes(side)),
        path,
        "CWFF-7A-1",
        || "Whoever has ratings to roll is noted so.".into(),
    );
}

fn battles(setup: &Setup, facts: &Facts, faults: &mut Faults) {
    faults.once(facts.battle.iter().map(|battle| battle.id), "battle");
    for battle in &facts.battle {
        let path = format!("battle.{}", battle.id);
        let field = battle.field.as_ref().is_none_or(|name| setup.field(name).is_some());
        faults.unless(field, &path, "CWFF-2-1", || "There is no such battlefield.".into());
        if setup.options.no_person() {
            without_a_person(battle, &path, faults);
        }
        // What was fought on the board, or at a table of its own, has none of this.
        let below = setup.options.battles == Fought::Tables && battle.field.is_none();
        let on_board = battle.step == Step::Closed && (battle.ratio.is_none() || below);
        faults.unless(
            setup.options.battles == Fought::Tables || battle.step != Step::Away,
            &path,
            HOUSE_FILE,
            || "Battles are fought here, by the options of this campaign.".into(),
        );
        let settled = on_board || battle.step <= Step::Edge || battle.edge.is_some();
        faults.unless(settled, &path, "CWFF-3-1", || "The defender has chosen his side by now.".into());
        faults.unless(
            on_board || battle.step <= Step::Field || battle.field.is_some(),
            &path,
            "CWFF-2-1",
            || "The battlefield is known by now.".into(),
        );
        let orders = on_board || battle.step <= Step::Orders || battle.halves.both(|half| half.oob.is_some());
        faults.unless(orders, &path, "CWFF-4-1", || "Both orders of battle are there by now.".into());
        let open = battle.step != Step::Closed;
        let army = |side: Side| facts.book.army(battle.muster(side).army).is_some();
        faults.unless(!open || Side::BOTH.into_iter().all(army), &path, HOUSE_FILE, || {
            "There is no such army.".into()
        });
    }
}
