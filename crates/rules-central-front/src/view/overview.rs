//! The overview: where the turn stands, what is owed and can be done, the fight, the points.

use kernel::view::block::figure_words;
use kernel::view::{
    Block, Cell, ColumnRole, Headline, ItemState, LedgerLine, LineKind, Page, PageHead, Panel, RowState,
    Sheet, StepRow, Text,
};
use kernel::{RuleId, Seat};

use super::{acts, fought, orders, plan};
use crate::offers::fights;
use crate::phase::{Phase, Stage};
use crate::rules::{s7_designation, s9_results, s12_victory, s13_standing_orders};
use crate::state::{Battle, Designation, State, Step};
use crate::words::{Attack, Side};

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("overview", "Overview");

/// The page.
pub fn page(state: &State, seat: Seat) -> Page {
    let mut main: Vec<Block> = end(state).into_iter().collect();
    if let Some(battle) = &state.facts.battle {
        main.push(fight(state, battle, seat).block());
    }
    if let Some(side) = Side::of(seat) {
        main.extend(acts::panels(state, side));
    }
    main.extend(attacks(state));
    if seat == Seat::Umpire {
        main.push(orders::of_both(state));
    }
    main.push(Block::SinceLastHere);
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: state.scenario.title.clone(),
        lede: lede(state),
        main,
        aside: vec![sequence(state), sky(state), score(state), objectives(state)],
    }
}

/// How play came out.
fn end(state: &State) -> Option<Block> {
    let margin = s12_victory::score(state).margin();
    let of = Text::new("margin of the Warsaw Pact").rule(RuleId("CF-VIC-2"));
    let figures = vec![
        Headline::new(s12_victory::level(state, margin), "result"),
        Headline::new(figure_words(margin.into()), of),
    ];
    let panel = || Panel::new("end", "How it came out", vec![Block::Headline(figures)]).block();
    (state.facts.phase == Phase::Over).then(panel)
}

/// Whose phase it is.
pub fn lede(state: &State) -> Text {
    match (state.facts.phase, state.facts.phase.side()) {
        (Phase::Over, _) => Text::new("Play is over."),
        (phase, Some(side)) => {
            let battle = state.facts.battle.as_ref();
            let owing =
                battle.and_then(|battle| s9_results::owing(state, battle)).filter(|owing| *owing != side);
            let mut text = Text::empty().side(side.number()).say(format!(" has the {}", stage(phase)));
            for passed in state.facts.passed.iter().filter(|passed| **passed != side) {
                text = text.say("; ").side(passed.number()).say(" has passed the turn");
            }
            match owing {
                Some(owing) => text.say("; ").side(owing.number()).say(" owes an answer."),
                None => text.say("."),
            }
        }
        (phase, None) => Text::new(format!("{}.", phase.prose())),
    }
}

fn stage(phase: Phase) -> &'static str {
    match phase.stage() {
        Stage::Move => "movement",
        Stage::Combat => "combat",
        _ => "retreat",
    }
}

fn sequence(state: &State) -> Block {
    let now = Phase::TURN.iter().position(|phase| *phase == state.facts.phase);
    let row = |(at, phase): (usize, &Phase)| StepRow {
        key: (at + 1).to_string(),
        title: phase.prose().into(),
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
    Panel::new("sequence", heading, vec![Block::Steps(rows)])
        .rule(RuleId("CF-SEQ-1"))
        .remark(state.facts.phase.prose())
        .folded()
        .block()
}

fn sky(state: &State) -> Block {
    let facts = &state.facts;
    let air = match facts.superior {
        Some(side) => Text::empty().side(side.number()).say(format!(
            ", {} {} left",
            facts.strikes,
            if facts.strikes == 1 { "strike" } else { "strikes" }
        )),
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
            |used| format!("first used in turn {}, {}", used.turn, used.phase.prose()),
        );
        rows.push(("Chemicals".into(), Text::new(used)));
    }
    Panel::new("sky", "Weather and air", vec![Block::Facts(rows)]).rule(RuleId("CF-AIR-1")).block()
}

fn score(state: &State) -> Block {
    let score = s12_victory::score(state);
    let line = |label: &str, amount: i32| LedgerLine::new(label, amount.into(), LineKind::Change);
    let mut lines = vec![
        line("Hexes of WP", score.hexes),
        line("WP steps that left", score.exits),
        line("NATO steps eliminated", score.wp_kills),
        line("WP steps eliminated", -score.nato_kills),
    ];
    if score.fractions != 0 {
        lines.push(line("Fractions of both, as one sum", score.fractions));
    }
    lines.push(LedgerLine::new("Margin of WP", score.margin().into(), LineKind::Sum));
    let level = s12_victory::level(state, score.margin());
    let words = if state.facts.phase == Phase::Over { "Result" } else { "As it stands" };
    let body = vec![Block::Ledger(lines), Block::Note(Text::new(format!("{words}: {level}.")))];
    Panel::new("score", "Points", body).rule(RuleId("CF-VIC-2")).block()
}

/// The hexes that count, and who holds them.
fn objectives(state: &State) -> Block {
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
    let all = &state.scenario.victory.objectives;
    let taken = all.iter().filter(|objective| state.controls(objective.at) == Some(Side::Wp)).count();
    Panel::new("objectives", "Hexes that count", vec![Block::Sheet(hexes)])
        .rule(RuleId("CF-VIC-2"))
        .remark(Text::empty().side(Side::Wp.number()).say(format!(" holds {taken} of {}", all.len())))
        .folded()
        .block()
}

/// The fight that waits for a choice.
pub fn fight(state: &State, battle: &Battle, seat: Seat) -> Panel {
    let scenario = &state.scenario;
    let names =
        |ids: &[crate::words::UnitId]| ids.iter().map(|id| scenario.name(*id)).collect::<Vec<_>>().join(", ");
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
            let retreats = match &*retreat {
                "0" => "cannot be made to retreat".to_owned(),
                chance => format!("has to retreat with a chance of {chance}"),
            };
            let chance = format!("{retreats}, loses {}", s13_standing_orders::on_average(&steps));
            rows.push(("The defender".into(), Text::new(chance)));
        }
    }
    rows.extend(fought::open(state).map(|fought| ("Came out".to_owned(), fought::words(state, fought))));
    let owing = s9_results::owing(state, battle);
    if let Some(side) = owing {
        let burden = battle.burden(side);
        let hexes =
            if burden.retreat == 1 { "1 hex".to_owned() } else { format!("{} hexes", burden.retreat) };
        let what = match battle.step {
            _ if battle.excess.is_some() => "gives up a unit of a hex that holds too many".to_owned(),
            Step::Cover => "declares support of the defense".into(),
            Step::Losses if burden.steps > 1 => format!("takes a step, {} in all", burden.steps),
            Step::Losses => "takes a step".into(),
            Step::DefenderRetreats | Step::AttackerRetreats => {
                format!("retreats by {hexes}: {}", names(&burden.owed))
            }
            Step::Advance => "may advance".into(),
        };
        rows.push(("Now".into(), Text::empty().side(side.number()).say(format!(" {what}"))));
    }
    let heading = fought::kind(battle.attack, battle.bombard);
    let mut panel = Panel::new("fight", heading, vec![Block::Facts(rows)]).rule(RuleId("CF-CRT-8"));
    panel.yours = owing.map(Side::seat) == Some(seat);
    panel
}

/// What is designated.
fn attacks(state: &State) -> Option<Block> {
    if state.facts.designation.is_empty() {
        return None;
    }
    let side = state.facts.phase.side()?;
    let mut sheet = Sheet::new(
        "Attacks designated",
        &[
            ("Hex", ColumnRole::Name),
            ("Kind", ColumnRole::Words),
            ("Units", ColumnRole::Words),
            ("Not answered", ColumnRole::Words),
            ("Answered", ColumnRole::Words),
            ("Stands", ColumnRole::Words),
        ],
    );
    for one in &state.facts.designation {
        let units: Vec<String> = one.units.iter().map(|id| state.scenario.name(*id)).collect();
        let kind = format!("{}{}", one.attack.prose(), if one.bombard { " bombardment" } else { "" });
        let hasty = |other: &Designation| other.attack == Attack::Hasty;
        let stands = match (state.facts.phase.stage(), one.attack) {
            _ if !s7_designation::is_live(state, side, one) => "void",
            (Stage::Move, _) => "waits for the combat phase",
            _ if fights::is_refused(state, side, one) => "the table refuses these odds; call it off",
            (_, Attack::Prepared) if state.facts.designation.iter().any(hasty) => "after the Hasty attacks",
            _ => "can be fought",
        };
        let (plain, answered) = plan::in_short(state, side, one).unzip();
        let odds = |words: Option<String>| Cell::new(words.unwrap_or_else(|| "–".into()));
        let cells = vec![
            Cell::new(state.scenario.board.called(one.target)),
            Cell::new(kind),
            Cell::new(units.join(", ")),
            odds(plain),
            odds(answered.flatten()),
            Cell::new(stands),
        ];
        sheet.row(format!("attack-{}", one.target), RowState::Here, cells);
    }
    let note = "Column and chance to clear the hex without support of the attacker; answered by the support of the defense that moves the column.";
    Some(
        Panel::new("attacks", "Attacks designated", vec![Block::Sheet(sheet), Block::Note(Text::new(note))])
            .rule(RuleId("CF-SEQ-2"))
            .block(),
    )
}
