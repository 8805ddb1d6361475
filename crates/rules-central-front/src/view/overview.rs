//! The overview: where the turn stands, what is owed and can be done, the fight, the points.

use kernel::view::{
    Block, Cell, ColumnRole, ItemState, LedgerLine, LineKind, Page, Panel, RowState, Sheet, StepRow, Text,
};
use kernel::{RuleId, Seat};

use super::{acts, plan};
use crate::phase::Phase;
use crate::rules::{s7_designation, s9_results, s12_victory, s13_standing_orders};
use crate::state::{Battle, State, Step};
use crate::words::Side;

/// The page.
pub fn page(state: &State, seat: Seat) -> Page {
    let mut main = Vec::new();
    if let Some(battle) = &state.facts.battle {
        main.push(fight(state, battle, seat));
    }
    if let Some(side) = Side::of(seat) {
        main.extend(acts::panels(state, side));
    }
    main.extend(attacks(state));
    main.push(Block::SinceLastHere);
    let lede = match (state.facts.phase, state.facts.phase.side()) {
        (Phase::Over, _) => Text::new("Play is over."),
        (phase, Some(side)) => Text::empty().side(side.number()).say(format!(" has the {}.", stage(phase))),
        (phase, None) => Text::new(format!("{}.", phase.title())),
    };
    Page {
        id: "overview",
        tab: "Overview",
        title: state.scenario.title.clone(),
        lede,
        main,
        aside: vec![sequence(state), sky(state), score(state)],
    }
}

fn stage(phase: Phase) -> &'static str {
    match phase.stage() {
        crate::phase::Stage::Move => "movement",
        crate::phase::Stage::Combat => "combat",
        _ => "retreat",
    }
}

fn sequence(state: &State) -> Block {
    let now = Phase::TURN.iter().position(|phase| *phase == state.facts.phase);
    let row = |(at, phase): (usize, &Phase)| StepRow {
        key: (at + 1).to_string(),
        title: phase.title().into(),
        state: match now {
            Some(now) if at < now => ItemState::Done,
            Some(now) if at == now => ItemState::Waiting,
            Some(_) => ItemState::Later,
            None => ItemState::Done,
        },
        now: now == Some(at),
        note: Text::empty(),
    };
    let rows = Phase::TURN.iter().enumerate().map(row).collect();
    let heading = format!("Turn {} of {}", state.facts.turn, state.scenario.turns);
    Panel::new("sequence", heading, vec![Block::Steps(rows)]).rule(RuleId("CF-SEQ-1")).block()
}

fn sky(state: &State) -> Block {
    let facts = &state.facts;
    let air = match facts.superior {
        Some(side) => Text::empty().side(side.number()).say(format!(", {} strikes left", facts.strikes)),
        None => Text::new("nobody"),
    };
    let sky = match (facts.phase, facts.fog) {
        (Phase::Weather, _) => "not rolled",
        (_, true) => "fog or overcast",
        (_, false) => "clear",
    };
    let mut rows = vec![("Sky".to_owned(), Text::new(sky)), ("Air superiority".to_owned(), air)];
    if state.scenario.options.chemical {
        let used = facts.first_use.map_or_else(
            || "not used yet".to_owned(),
            |used| format!("first used in turn {}, {}", used.turn, used.phase.title()),
        );
        rows.push(("Chemicals".into(), Text::new(used)));
    }
    Panel::new("sky", "Weather and air", vec![Block::Facts(rows)]).rule(RuleId("CF-AIR-1")).block()
}

fn score(state: &State) -> Block {
    let score = s12_victory::score(state);
    let line = |label: &str, amount: i32| LedgerLine::new(label, amount.into(), LineKind::Change);
    let lines = vec![
        line("Hexes of WP", score.hexes),
        line("WP steps that left", score.exits),
        line("NATO steps eliminated", score.wp_kills),
        line("WP steps eliminated", -score.nato_kills),
        LedgerLine::new("Margin of WP", score.margin().into(), LineKind::Sum),
    ];
    let level = s12_victory::level(state, score.margin());
    let mut hexes = Sheet::new(
        "Hexes that count",
        &[("Hex", ColumnRole::Name), ("Points", ColumnRole::Figure), ("Held by", ColumnRole::Words)],
    )
    .compact();
    for objective in &state.scenario.victory.objectives {
        let held = state.controls(objective.at);
        let by = held.map_or_else(|| Text::new("nobody"), |side| Text::empty().side(side.number()));
        let cells = vec![
            Cell::new(format!("{} {}", objective.at, objective.name)),
            Cell::figure(objective.points.into()),
            Cell::new(by),
        ];
        hexes.row(format!("hex-{}", objective.at), RowState::Here, cells);
    }
    let body = vec![
        Block::Ledger(lines),
        Block::Note(Text::new(format!("As it stands: {level}."))),
        Block::Sheet(hexes),
    ];
    Panel::new("score", "Points", body).rule(RuleId("CF-VIC-2")).block()
}

/// The fight that waits for a choice.
fn fight(state: &State, battle: &Battle, seat: Seat) -> Block {
    let scenario = &state.scenario;
    let names = |ids: &[kernel::Id]| ids.iter().map(|id| scenario.name(*id)).collect::<Vec<_>>().join(", ");
    let mut rows = vec![
        (
            "Attacker".to_owned(),
            Text::empty().side(battle.side.number()).say(format!(": {}", names(&battle.units))),
        ),
        ("Hex".into(), Text::new(scenario.board.called(battle.target))),
    ];
    if !battle.support.is_empty() {
        rows.push(("Support".into(), Text::new(names(&battle.support))));
    }
    if battle.step == Step::Cover {
        let figures = s9_results::figures(state, battle);
        let column = s9_results::final_column(state, &figures, 0);
        let label = &scenario.table.columns[column].label;
        let odds = format!("{} to {}: column {label}", figures.attack, figures.defense);
        rows.push(("Odds without support of the defense".into(), Text::new(odds)));
        if let Some((retreat, steps)) = s13_standing_orders::odds(state) {
            let chance = format!("has to retreat with a chance of {retreat}, loses {steps} steps on average");
            rows.push(("The defender".into(), Text::new(chance)));
        }
    }
    let owing = s9_results::owing(state, battle);
    let what = match battle.step {
        _ if battle.excess.is_some() => "gives up a unit of a hex that holds too many",
        Step::Cover => "declares support of the defense",
        Step::Losses => "takes a step",
        Step::DefenderRetreats | Step::AttackerRetreats => "retreats",
        Step::Advance => "may advance",
    };
    if let Some(side) = owing {
        rows.push(("Now".into(), Text::empty().side(side.number()).say(format!(" {what}"))));
    }
    let heading =
        format!("{} {}", battle.attack.word(), if battle.bombard { "bombardment" } else { "attack" });
    let mut panel = Panel::new("fight", heading, vec![Block::Facts(rows)]).rule(RuleId("CF-CRT-8"));
    panel.yours = owing.map(Side::seat) == Some(seat);
    panel.block()
}

/// What is designated.
fn attacks(state: &State) -> Option<Block> {
    if state.facts.designation.is_empty() {
        return None;
    }
    let side = state.facts.phase.side()?;
    let mut sheet = Sheet::new(
        "Attacks paid for",
        &[
            ("Hex", ColumnRole::Name),
            ("Kind", ColumnRole::Words),
            ("Units", ColumnRole::Words),
            ("Without support", ColumnRole::Words),
            ("Stands", ColumnRole::Words),
        ],
    );
    for one in &state.facts.designation {
        let units: Vec<String> = one.units.iter().map(|id| state.scenario.name(*id)).collect();
        let kind = format!("{}{}", one.attack.word(), if one.bombard { " bombardment" } else { "" });
        let stands = if s7_designation::is_live(state, side, one) { "open" } else { "void" };
        let cells = vec![
            Cell::new(state.scenario.board.called(one.target)),
            Cell::new(kind),
            Cell::new(units.join(", ")),
            Cell::new(plan::in_short(state, side, one).unwrap_or_else(|| "–".into())),
            Cell::new(stands),
        ];
        sheet.row(format!("attack-{}", one.target), RowState::Here, cells);
    }
    Some(
        Panel::new("attacks", "Attacks designated", vec![Block::Sheet(sheet)])
            .rule(RuleId("CF-SEQ-2"))
            .block(),
    )
}
