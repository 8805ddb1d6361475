//! Where the commands are given: every step of the book and of a battle, and positions that are moved a little.

use std::sync::Arc;

use kernel::{PerSide, Side};
use rules_civil_war::battle::{Checked, Part};
use rules_civil_war::book::{Initiative, Opening, Waiting};
use rules_civil_war::setup::Setup;
use rules_civil_war::words::{Account, Class, Crossing, Edge, Fate, LeaderId, Rating, Stage, Step, Terrain};
use rules_civil_war::{Command, SUMMER, State};

use crate::Dice;
use crate::law_controls::{by_day, by_night, choosing, late_at_night, sketching};
use crate::table::{NEUTRAL, agreed, at_flanks, at_orders, changed, done, first, opening, pulses, setup};
use crate::unfolding::engine;
use crate::whole_battle::{after, after_in, first_of, worked, worked_in};

fn options(more: &str) -> Arc<Setup> {
    changed("[campaign.options]", &format!("[campaign.options]\n{more}"))
}

/// Losses of the Confederates in the reckoning of the worked battle.
fn reckoning(setup: Arc<Setup>) -> State {
    let state = worked_in(at_flanks(setup, "H-wood", Some(Edge::North)));
    let (crack, veteran) =
        (first_of(&state, Side::SECOND, Class::Crack), first_of(&state, Side::SECOND, Class::Veteran));
    after_in(state, &[(&crack, 3), (&veteran, 7)], &[])
}

pub fn all() -> Vec<State> {
    let on_dice = {
        let text = SUMMER.replace("fraction = \"ledger\"", "fraction = \"dice\"");
        Setup::load("1862.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"))
    };
    let away = agreed(pulses(options("battles = \"tables\"")), "H-open", None);
    let mut opened = pulses(setup());
    done(&mut opened, NEUTRAL, Command::enter(opening("H-open", None)), &[]);
    let mut unknown = pulses(setup());
    let strange = Opening { column: "9:1".into(), ..opening("H-open", None) };
    done(&mut unknown, NEUTRAL, Command::enter(strange), &[]);
    let mut marching = worked();
    crate::table::rate_all(&mut marching, 5);
    done(&mut marching, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    let mut engine_book = State::open(engine(""));
    engine_book.facts.book.stage = Stage::Pulses;
    vec![
        State::open(setup()),
        pulses(setup()),
        opened,
        unknown,
        away,
        agreed(pulses(options("battlefield_pick = \"agree\"")), "H-open", None),
        agreed(pulses(setup()), "H-wood", Some(Edge::North)),
        choosing(),
        at_orders(setup(), "H-open", None),
        at_flanks(setup(), "H-wood", Some(Edge::North)),
        at_flanks(setup(), "H-open", None),
        sketching(),
        worked(),
        marching,
        by_day(),
        by_night(),
        late_at_night(),
        after(&[], &[]),
        reckoning(setup()),
        reckoning(on_dice),
        State::open(engine("")),
        engine_book,
        crate::engine::placing(),
        crate::engine::by_day(),
        crate::engine::due(),
        crate::engine::night(),
        crate::engine::left(),
    ]
}

/// Something is otherwise than it was.
pub fn disturbed(state: &State, dice: &mut Dice) -> State {
    let mut state = state.clone();
    for _ in 0..=dice.below(3) {
        disturb(&mut state, dice);
    }
    state
}

fn disturb(state: &mut State, dice: &mut Dice) {
    let setup = Arc::clone(&state.setup);
    let side = if dice.one_in(2) { Side::FIRST } else { Side::SECOND };
    let book = &mut state.facts.book;
    match dice.below(26) {
        0 => book.army[0].demoralized = !book.army[0].demoralized,
        1 => {
            let at = dice.below(book.leader.len() as u64) as usize;
            book.leader[at].fate = [Fate::Active, Fate::Wounded, Fate::Killed][dice.below(3) as usize];
        }
        2 => {
            let die = |dice: &mut Dice| u8::try_from(1 + dice.below(6)).expect("a die");
            let dice_of = PerSide::new(die(dice), die(dice));
            book.initiative = Some(Initiative { dice: dice_of, free_used: dice.one_in(3) });
        }
        3 => {
            let at = dice.below(setup.counters.len() as u64) as usize;
            let counter = setup.counters[at].id;
            if !book.pool.contains(&counter) && !book.track.iter().any(|one| one.counter == counter) {
                if dice.one_in(2) {
                    book.pool.push(counter);
                } else {
                    let turn = book.turn.number - u16::from(dice.one_in(2)).min(book.turn.number - 1);
                    let rolled = if dice.one_in(3) { book.turn.number } else { 0 };
                    book.track.push(Waiting { counter, turn, rolled });
                }
            }
        }
        4 => book.turn.number = [2, 3, setup.last][dice.below(3) as usize],
        5 => book.army[1].sp.clear(),
        _ => in_battle(state, side, dice),
    }
}

fn in_battle(state: &mut State, side: Side, dice: &mut Dice) {
    let no_person = state.setup.options.no_person();
    let Some(battle) = state.facts.battle.first_mut() else { return };
    let step = battle.step;
    let leaders: Vec<LeaderId> = battle.input.sides[side].leaders.iter().map(|one| one.id).collect();
    let half = &mut battle.halves[side];
    match (step, dice.below(20)) {
        (_, 0) => half.closed = !half.closed,
        (Step::Orders | Step::Flanks, 1) => {
            let input = &mut battle.input.sides[side];
            input.demoralized = !input.demoralized;
        }
        (Step::Flanks, 2) => battle.input.terrain = Terrain::Swamp,
        (Step::Sketch, 3 | 4) => half.sketch.clear(),
        (Step::Day, 1..=4) => half.due.iter_mut().for_each(|due| due.held = 1 + dice.below(9) as u32),
        (Step::Placing | Step::Day, 5) if !no_person => half.rated.clear(),
        (Step::Day | Step::Night, 6) => half.leader_gone = !half.leader_gone,
        (Step::Day, 7) => {
            battle.turn = 0;
            battle.halves.iter_mut().for_each(|(_, half)| half.due.clear());
        }
        (Step::Day, 8..=10) => {
            half.rated.iter_mut().for_each(|one| one.rating = Rating::Poltroon);
        }
        (Step::Day, 11) => half.rerolled.extend(half.came.first().copied()),
        (Step::Day, 12) => half.unseen_maneuvers.extend(half.came.first().copied()),
        (Step::Day, 13 | 14) => half.shown.extend(half.came.iter().take(3).copied()),
        (Step::Night, 7) => half.nightfall_in = false,
        (Step::Night, 8..=12) => {
            let spots: Vec<_> = battle.halves[side.enemy()].nightfall.iter().take(2).copied().collect();
            battle.halves[side.enemy()].seen_at = spots;
        }
        (Step::After, 1) => half.report = None,
        (Step::After, 2) => (half.crack, half.no_crack) = (None, false),
        (Step::After, 3) => half.points = None,
        (Step::After, 4) => half.shaken = None,
        (Step::After, 5) => half.left = None,
        (Step::After, 6) => battle.input.column = "9:1".into(),
        (Step::After, 7) => half.chance = Some((1, 3)),
        (Step::After, 8) => {
            let lost = dice.one_in(2);
            half.parts = vec![Part { account: Account::Crack, lost }];
        }
        (Step::After, 9 | 10) => {
            // A heavy loss on all lines.
            let all = half.report.iter_mut().flat_map(|report| &mut report.brigades);
            all.for_each(|line| line.killed = 8);
        }
        (Step::After, 11) => half.entered.clear(),
        (Step::After, 12 | 13) => {
            let checked = leaders.first().map(|leader| Checked { leader: *leader, fate: Fate::Active });
            half.checked.extend(checked);
        }
        (Step::After, 14) => {
            battle.input.sides[side].sp.iter_mut().for_each(|sp| sp.class = Class::Crack);
        }
        (Step::Agreement, 1..=4) => battle.input.terrain = Terrain::Swamp,
        (Step::Field, 1..=4) => {
            battle.input.crossing = Crossing::Gap;
        }
        _ => {}
    }
}
