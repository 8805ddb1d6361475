//! Chances before anything is thrown, exact, for the seat that asks: from the tables, from what is public, and from what the
//! seat knows itself.

use kernel::fraction;
use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{Block, Cell, OddsTable, Panel, RowState, Sheet, Text};
use kernel::{Modifiers, RuleId, Side};

use super::on::On;
use crate::battle::outcome::{CHANCE_DIE, chance, faces};
use crate::chances::{self, promoted, slowed, speeds};
use crate::rules::s5_flanks::can_march;
use crate::setup::Setup;
use crate::state::State;
use crate::words::{Fate, LeaderId, Rank, Rating, Speed, Step};

/// So many cases of so many.
fn of(n: u64, all: u64) -> String {
    format!("{n} of {all}")
}

/// When the marches of a side would arrive, leader by leader, and whom they would meet.
pub(super) fn marches(on: On<'_>, side: Side) -> Vec<Block> {
    let open = matches!(on.battle.step, Step::Flanks | Step::Sketch | Step::Placing | Step::Marches);
    let Some(oob) = on.half(side).oob.as_ref().filter(|_| open && on.own() == Some(side)) else {
        return Vec::new();
    };
    if !can_march(on.setup(), on.battle, side) {
        return Vec::new();
    }
    let flanks = on.half(side).flanks.as_ref();
    let leads = |id: LeaderId| flanks.is_none_or(|flanks| flanks.each().any(|(_, force)| force.leader == id));
    let leaders: Vec<LeaderId> = oob
        .counters()
        .into_iter()
        .filter(|(id, rank)| rank.is_some_and(|rank| rank != Rank::Army) && leads(*id))
        .map(|(id, _)| id)
        .collect();
    if leaders.is_empty() {
        return Vec::new();
    }
    let ground = slowed(on.setup(), on.battle, side);
    let columns = [("Leader", Name), ("Turn 4", Code), ("Turn 9", Code), ("Turn 14", Code)];
    let mut arrivals = Sheet::new("When a force comes, if nobody meets it", &columns);
    let columns =
        [("Leader", Name), ("Enemy 1", Code), ("Enemy 2", Code), ("Enemy 3", Code), ("Enemy 4", Code)];
    let mut meetings = Sheet::new("That it meets an enemy force, by the initiative of its leader", &columns);
    for id in leaders {
        let Some(leader) = on.battle.muster(side).leader(id) else { continue };
        let own = speeds(on.setup(), &ground, leader.initiative);
        let all = own.iter().map(|(_, weight)| weight).sum();
        let when = own.iter().map(|(_, weight)| Cell::new(of(*weight, all)));
        let cells = std::iter::once(Cell::new(&*leader.name)).chain(when).collect();
        arrivals.row(format!("comes-{id}"), RowState::Here, cells);
        let met = (1..=4).map(|initiative| {
            let enemy = speeds(on.setup(), &slowed(on.setup(), on.battle, side.enemy()), initiative);
            let (n, all) = meets(on.setup(), &own, &enemy);
            Cell::new(fraction::words(n.into(), all.into()))
        });
        let cells = std::iter::once(Cell::new(&*leader.name)).chain(met).collect();
        meetings.row(format!("meets-{id}"), RowState::Here, cells);
    }
    let words =
        "Told one turn before: turns 3, 8 and 13. Whether the enemy marches there, nobody knows beforehand.";
    let body = vec![
        Block::Sheet(arrivals),
        Block::Sheet(meetings),
        Block::Note(Text::new(words).rule(RuleId("CWFF-7B-3"))),
    ];
    let panel = on.panel("march-odds", "Chances of your marches", body).rule(RuleId("CWFF-T5"));
    vec![on.of_side(side, panel)]
}

/// In how many cases two marches meet. [CWFF-T6] [CWFF-R15]
fn meets(setup: &Setup, own: &[(Speed, u64)], enemy: &[(Speed, u64)]) -> (u64, u64) {
    let (mut n, mut cases) = (0, 0);
    for (one, weight) in own {
        for (other, against) in enemy {
            let (meet, all) = chances::meets(setup, *one, *other);
            cases += weight * against * all;
            n += weight * against * meet;
        }
    }
    (n, cases)
}

/// What leaders and brigades become on the day. [CWFF-T2]
pub(super) fn ratings(state: &State) -> Block {
    let setup = &state.setup;
    let table = OddsTable::of_chart("A brigade", &setup.brigade, &Modifiers::none());
    let rows = table.rows.into_iter().map(|(words, weight)| {
        let excellent = words == "yes";
        (if excellent { Rating::Excellent.prose() } else { Rating::Average.prose() }.to_owned(), weight)
    });
    let brigade = OddsTable::of_rows("A brigade", "On the day", rows);
    let mut sheet = Sheet::new("A leader", &[("Tactical rating", Name), ("On the day", Words)]);
    for (rating, words) in [
        ("+2 and above", "Exceptional"),
        ("+1", "Exceptional on an even chance, else Average"),
        ("0", "Average"),
        ("−1", "Poltroon on an even chance, else Average"),
        ("−2 and below", "Poltroon"),
    ] {
        sheet.row(rating, RowState::Here, vec![Cell::new(rating), Cell::new(words)]);
    }
    let body = vec![Block::Sheet(sheet), Block::Odds(brigade)];
    Panel::new("rating-odds", "Chances of ratings", body).rule(RuleId("CWFF-T2")).folded().block()
}

/// What losses would do to whoever holds the field, and leaders who never come.
pub(super) fn reckoning(on: On<'_>) -> Vec<Block> {
    if on.battle.step < Step::Day || on.battle.step == Step::Closed {
        return Vec::new();
    }
    let mut body = Vec::new();
    if let Some(row) = on.setup().column(&on.battle.input.column, on.battle.input.size) {
        let columns = [("Strength points lost", Name), ("Demoralized", Words)];
        let mut sheet = Sheet::new("An army that holds the field", &columns);
        for lost in 0..2 {
            let n = faces(chance(row, lost, on.setup().options.demoral_condition));
            let words = if n == 0 { "never".to_owned() } else { of(n.into(), CHANCE_DIE.into()) };
            sheet.row(
                format!("lost-{lost}"),
                RowState::Here,
                vec![Cell::new(lost.to_string()), Cell::new(words)],
            );
        }
        sheet.row("lost-more", RowState::Here, vec![Cell::new("2 and more"), Cell::new("always")]);
        body.push(Block::Sheet(sheet));
    }
    body.push(Block::Sheet(leader_losses(on.setup())));
    let panel = on.panel("reckoning-odds", "Chances of the reckoning", body);
    vec![panel.rule(RuleId("CWFF-9C-1")).folded().block()]
}

/// [CWFF-9D-2] The loss check of a leader who never came, by his stars: sums of two dice.
fn leader_losses(setup: &Setup) -> Sheet {
    let columns = [("Stars", Figure), ("Killed", Words), ("Wounded", Words), ("Unhurt", Words)];
    let mut sheet = Sheet::new("A leader who never comes", &columns);
    let sums = || (1..=6).flat_map(|one| (1..=6).map(move |two| one + two));
    for (losses, stars) in setup.losses.iter().zip(1_i64..) {
        let n = |fate: Fate| {
            let n = sums().filter(|sum| losses.fate(*sum) == fate).count();
            Cell::new(of(u64::try_from(n).unwrap_or(0), 36))
        };
        let cells = vec![Cell::figure(stars), n(Fate::Killed), n(Fate::Wounded), n(Fate::Active)];
        sheet.row(format!("stars-{stars}"), RowState::Here, cells);
    }
    sheet
}

/// [CWFF-10B-1] The chance of each promotion on the track, by the turns that it has waited.
pub(super) fn promotions(state: &State) -> Option<Block> {
    let (setup, book) = (&state.setup, &state.facts.book);
    if book.track.is_empty() {
        return None;
    }
    let columns =
        [("Leader", Name), ("After 1 turn", Code), ("2", Code), ("3", Code), ("4", Code), ("By then", Code)];
    let mut sheet = Sheet::new("Promotions by turns waited", &columns);
    let die = u64::from(setup.promotion_die);
    for waiting in &book.track {
        let Some(counter) = setup.counter(waiting.counter) else { continue };
        let tactical = book.in_play(setup, counter.leader).map_or(0, |leader| leader.tactical);
        let faces = |waited: i32| promoted(setup, tactical, waited).0;
        let mut cells = vec![Cell::new(setup.named(counter.leader))];
        cells.extend((1..=4).map(|waited| Cell::new(of(faces(waited), die))));
        let missed: u128 = (1..=4).map(|waited| u128::from(die - faces(waited))).product();
        let all = u128::from(die).pow(4);
        cells.push(Cell::new(fraction::words(all - missed, all)));
        sheet.row(format!("waits-{}", waiting.counter), RowState::Here, cells);
    }
    let words =
        "Each roll is the die less the turns waited, against the tactical rating of the counter in play.";
    let body = vec![Block::Sheet(sheet), Block::Note(Text::new(words).rule(RuleId("CWFF-10C-1")))];
    Some(
        Panel::new("promotion-odds", "Chances of promotions", body)
            .rule(RuleId("CWFF-10B-1"))
            .folded()
            .block(),
    )
}
