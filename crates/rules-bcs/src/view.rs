//! What a seat may see, built from nothing. Everything is open. [BCS-GEN-7]

use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{Block, Cell, OwedItem, Page, PageHead, Panel, RowState, Sheet};
use kernel::{Seat, Side};

use crate::charts::SHEETS;
use crate::rules::{s2_orders, s20_victory};
use crate::state::{Body, Fate, Halt, HqState, Phase, State, Step, Unit};

/// Where play stands.
pub fn standing(state: &State) -> String {
    let (turn, turns) = (state.facts.turn, state.scenario.turns);
    match (state.facts.phase, &state.facts.activation) {
        (Phase::Over, _) => "Play is over".into(),
        (_, Some(activation)) => {
            let name = state.scenario.formation_name(activation.formation);
            format!("Turn {turn} of {turns} · {name} · {}", activation.step.prose())
        }
        (phase, None) => format!("Turn {turn} of {turns} · {}", phase.prose()),
    }
}

/// Who has to act.
pub fn owed(state: &State, seat: Seat) -> Vec<OwedItem> {
    let facts = &state.facts;
    let acts = |side: &Side| match facts.phase {
        Phase::Replacements | Phase::Assignment | Phase::Orders => !facts.pool[*side].closed,
        Phase::First | Phase::Activations => crate::rules::to_act(state) == Some(*side),
        Phase::Sky | Phase::FirstRoll | Phase::Over => false,
    };
    let sides = Side::BOTH.into_iter().filter(acts);
    let text = |side: Side| kernel::view::Text::empty().side(side.number()).say(" has to act.");
    OwedItem::of_sides(seat, sides, ("formations", "formations", "To the formations"), text)
}

/// Formations of both sides, with what is known of each.
pub fn formations(state: &State, seat: Seat, head: PageHead) -> Page {
    let now = state.facts.activation.as_ref().map(|activation| activation.step);
    let steps: Vec<_> = Step::ALL.iter().map(|step| (step.prose(), now == Some(*step))).collect();
    let mut main = vec![Block::Owed(owed(state, seat)), Block::sequence(&steps)];
    let sheets = Side::BOTH.map(|side| Block::Sheet(of_side(state, side)));
    main.push(Panel::new("formations", "Formations", sheets.into()).block());
    let points =
        Sheet::of_sides("Points", &state.scenario.sides, |side| s20_victory::points(state, side).into());
    main.push(Block::Sheet(points));
    let known = Side::BOTH.into_iter().filter(|side| side.is_known_to(seat));
    main.extend(known.map(|side| written_down(state, side)));
    Page::new(head, &*state.scenario.title, standing(state), main).aside(vec![Block::SinceLastHere])
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

fn of_side(state: &State, side: Side) -> Sheet {
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
        let hq = facts.hq.map_or_else(|| "off the map".into(), |at| state.scenario.board.called(at));
        let cells = vec![
            Cell::new(&*card.name),
            Cell::new(hq),
            Cell::new(facts.state.prose()),
            Cell::new(facts.fatigue.prose()),
            Cell::figure(facts.arty_points.into()),
            Cell::new(trains(state, body)),
            Cell::new(
                facts
                    .route
                    .as_ref()
                    .map_or_else(|| "none".into(), |route| format!("{} hexes to the trains", route.leg())),
            ),
            Cell::new(markers(body)),
        ];
        sheet.row(card.id.as_str(), row, cells);
    }
    sheet
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

/// Units of both sides.
pub fn units(state: &State, _: Seat, head: PageHead) -> Page {
    let main = state.formations().map(|body| {
        let columns = [
            ("Unit", Name),
            ("AR", Figure),
            ("Steps", Code),
            ("Side up", Words),
            ("Hex", Code),
            ("State", Words),
        ];
        let mut sheet = Sheet::new(&*body.card.name, &columns);
        for unit in state.of(body.card.id) {
            let (row, cells) = unit_row(state, unit);
            sheet.row(unit.card.id.as_str(), row, cells);
        }
        Block::Sheet(sheet)
    });
    Page::new(head, "Units", "What every counter shows.", main.collect())
}

fn unit_row(state: &State, unit: Unit<'_>) -> (RowState, Vec<Cell>) {
    let (card, piece) = (unit.card, unit.piece);
    let row = match piece.fate {
        Fate::OnMap => RowState::Here,
        Fate::Support | Fate::Returns | Fate::Pool | Fate::Due => RowState::Away,
        Fate::Dead => RowState::Gone,
    };
    let steps = format!("{} of {}", unit.steps(), card.steps);
    let steps = if piece.lost > 0 { Cell::changed(steps, card.steps.to_string()) } else { Cell::new(steps) };
    let mut words = Vec::new();
    if piece.fate != Fate::OnMap {
        words.push(piece.fate.prose());
    }
    if piece.halt != Halt::Not {
        words.push(piece.halt.prose());
    }
    for (holds, word) in
        [(piece.screens, "screens"), (piece.dropped, "Dropped Support"), (piece.flipped, "flipped")]
    {
        if holds {
            words.push(word);
        }
    }
    let hex = piece.on_map().map_or_else(|| "–".into(), |at| state.scenario.board.called(at));
    let words = if words.is_empty() { "–".into() } else { words.join(", ") };
    let cells = vec![
        Cell::new(&*card.name),
        Cell::figure(card.ar.into()),
        steps,
        Cell::new(piece.face.prose()),
        Cell::new(hex),
        Cell::new(words),
    ];
    (row, cells)
}

/// The charts as the players' own sheets.
pub fn charts(_: &State, _: Seat, head: PageHead) -> Page {
    let panel = |sheet: &&'static crate::sheet::Sheet| {
        let mut body = Vec::new();
        if !sheet.lines.is_empty() {
            let mut lines = Sheet::new("Modifiers", &[("Modifier", Name), ("Rule", Code)]);
            for line in sheet.lines {
                lines.row(line.id, RowState::Here, vec![Cell::new(line.words), Cell::new(line.rule.0)]);
            }
            body.push(Block::Sheet(lines));
        }
        for table in sheet.tables {
            let mut rows = Sheet::new(table.words, &[("Roll", Code), ("Result", Words)]);
            for (n, row) in table.rows.iter().enumerate() {
                rows.row(
                    format!("{}-{n}", table.id),
                    RowState::Here,
                    vec![Cell::new(row.band()), Cell::new(row.words)],
                );
            }
            body.push(Block::Sheet(rows));
        }
        let title = if sheet.stand_in {
            format!("{} (a stand-in of the house)", sheet.title)
        } else {
            sheet.title.into()
        };
        Panel::new(format!("chart-{}", sheet.id), title, body).rule(sheet.rule).block()
    };
    Page::new(head, "Charts", "Charts and tables of the series.", SHEETS.iter().map(panel).collect())
}
