//! The formations of both sides, and what a side alone knows of its own.

use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{Block, Cell, Page, PageHead, Panel, RowState, Sheet};
use kernel::{Seat, Side};

use super::{forms, outcome};
use crate::rules::{s2_orders, s7_breaks, s20_victory};
use crate::sight::Sight;
use crate::state::{Body, HqState, State};

/// Formations of both sides, with what is known of each.
pub fn formations(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main: Vec<Block> = outcome::outcome(state).into_iter().collect();
    let sight = Sight::of(state);
    let sheets = Side::BOTH.map(|side| Block::Sheet(of_side(&sight, side)));
    main.push(Panel::new("formations", "Formations", sheets.into()).block());
    let points =
        Sheet::of_sides("Points", &state.scenario.sides, |side| s20_victory::points(state, side).into());
    main.push(Block::Sheet(points));
    let known = Side::BOTH.into_iter().filter(|side| side.is_known_to(seat));
    main.extend(known.map(|side| written_down(state, side)));
    main.extend(forms::instructions(state, seat));
    // Where play stands is in the head of every page.
    let lede = match seat {
        Seat::Side(_) => "What each formation has done, how it stands, and what you alone know of yours.",
        _ => "What each formation has done and how it stands.",
    };
    Page::new(head, &*state.scenario.title, lede, main).aside(vec![Block::SinceLastHere])
}

/// What a side alone knows: the orders of its formations, and how it answers while it does not act. [BCS-TURN-10]
fn written_down(state: &State, side: Side) -> Block {
    let mut body = Vec::new();
    if state.scenario.switches.orders {
        let mut orders = Sheet::new("Orders", &[("Formation", Name), ("Order", Words)]);
        for one in state.formations().filter(|one| one.card.side == side) {
            let order = one.facts.order.as_ref();
            let words = order.map_or_else(
                || "none: it stays".into(),
                |order| s2_orders::words(&state.scenario.board, order),
            );
            orders.row(
                one.card.id.as_str(),
                RowState::Here,
                vec![Cell::new(&*one.card.name), Cell::new(words)],
            );
        }
        body.push(Block::Sheet(orders));
    }
    let standing = &state.facts.standing[side];
    let mut answers = Sheet::new("Instructions", &[("Asked", Name), ("Answer", Words)]);
    let rows = [
        ("defense", "The AR unit", standing.defense.map(|one| one.prose())),
        ("losses", "Who loses a step", standing.losses.map(|one| one.prose())),
        ("retreats", "The path of a retreat", standing.retreats.map(|one| one.prose())),
        ("stopping", "A Stopping Engagement", standing.stopping.map(|one| one.prose())),
        ("jumped", "Where a jumped HQ goes", standing.jumped.map(|one| one.prose())),
        ("first", "Who goes first", standing.first.map(|one| one.prose())),
    ];
    for (id, asked, answer) in rows {
        answers.row(id, RowState::Here, vec![Cell::new(asked), Cell::new(answer.unwrap_or("is asked"))]);
    }
    body.push(Block::Sheet(answers));
    let name = &state.scenario.sides[side].name;
    Panel::new(format!("written-{}", side.number()), format!("What {name} has written down"), body).block()
}

fn of_side(sight: &Sight<'_>, side: Side) -> Sheet {
    let state = sight.state();
    let columns = [
        ("Formation", Name),
        ("HQ", Code),
        ("State", Words),
        ("Fatigue", Words),
        ("Arty", Figure),
        ("Trains", Words),
        ("MSR", Words),
        ("Markers", Words),
    ];
    let mut sheet = Sheet::new(&*state.scenario.sides[side].name, &columns);
    for body in state.formations().filter(|body| body.card.side == side) {
        let (card, facts) = (body.card, body.facts);
        let row = if facts.state == HqState::Done { RowState::Away } else { RowState::Here };
        let hqs: Vec<String> = (0..card.hqs.len()).map(|n| hq(state, body, n)).collect();
        let cells = vec![
            Cell::new(&*card.name),
            Cell::new(hqs.join(", ")),
            Cell::new(facts.state.prose()),
            Cell::new(facts.fatigue.short()),
            Cell::figure(facts.arty_points.into()),
            Cell::new(trains(state, body)),
            Cell::new(route(sight, body)),
            Cell::new(markers(body)),
        ];
        sheet.row(card.id.as_str(), row, cells);
    }
    sheet
}

/// Where an HQ is.
fn hq(state: &State, body: Body<'_>, n: usize) -> String {
    body.facts.hq.get(n).map_or_else(|| "off the map".into(), |at| state.scenario.board.called(at))
}

/// The route that is held, and where it breaks now.
fn route(sight: &Sight<'_>, body: Body<'_>) -> String {
    let held = body.facts.route.as_ref().map(|route| match route.leg() {
        1 => "1 hex to the trains".to_owned(),
        leg => format!("{leg} hexes to the trains"),
    });
    let breaks = s7_breaks::breaks(sight, sight.ground(), body);
    let cut = breaks.map(|breaks| s7_breaks::words(&sight.scenario, &breaks));
    match (held, cut) {
        (Some(held), Some(cut)) => format!("{held}; now {cut}"),
        (Some(held), None) => held,
        (None, Some(cut)) => cut,
        (None, None) => "free, but not traced yet".into(),
    }
}

fn trains(state: &State, body: Body<'_>) -> String {
    match body.facts.trains.on_map() {
        None => "Off-Map".into(),
        Some(trains) => {
            let ghost = if trains.ghost { ", Ghost" } else { "" };
            format!("{}{ghost}", state.scenario.board.called(trains.at))
        }
    }
}

fn markers(body: Body<'_>) -> String {
    let facts = body.facts;
    let mut words = Vec::new();
    if facts.blocked > 0 {
        words.push(format!("MSR Blocked {}", facts.blocked));
    }
    if facts.prepared {
        words.push("Prepared Defense".into());
    }
    if facts.coordination {
        words.push("Coordination".into());
    }
    if words.is_empty() { "–".into() } else { words.join(", ") }
}
