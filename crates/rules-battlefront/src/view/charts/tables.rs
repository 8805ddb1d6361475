//! The tables that are rolled on, and the historical modifiers.

use kernel::view::{Block, Cell, ColumnRole, LedgerLine, LineKind, Panel, RowState, Sheet, Text};
use kernel::{Chart, ChartResult, Die, RuleId};

use crate::ids::NationId;
use crate::rules::s2_1_2_resolution;
use crate::setup::charts::{Charts, EscapeChart, TurnChart};
use crate::view::Eyes;
use crate::view::prose::{capital, full_date};
use crate::words::{Side, SlotKind};

/// Every table in the order of the rules.
pub fn all(eyes: &Eyes<'_>) -> Vec<Block> {
    let charts = &eyes.state.campaign().charts;
    let mut panels: Vec<Panel> = charts
        .purchase_points
        .iter()
        .map(|(kind, chart)| {
            let id = format!("t1-{}", kind.word());
            let heading = format!("{}, {}, {}", chart.id(), chart.title(), kind.prose());
            let panel = Panel::new(&id, heading, vec![table(&id, chart)]).rule(RuleId("BF-2.1.1.1-3"));
            match kind {
                SlotKind::Night => {
                    let penalty = line("Attack at night", eyes.state.options().night_penalty);
                    with(panel, vec![penalty], "BF-2.1.1.1-3")
                }
                _ => panel,
            }
        })
        .collect();
    panels.extend(armour(charts));
    panels.extend(men(charts));
    panels.push(escape(&charts.escape));
    panels.push(turns(charts.turns));
    panels.extend(charts.weather.as_ref().map(|chart| plain("weather", chart, "BF-2.S-8")));
    panels.into_iter().map(Panel::block).collect()
}

fn armour(charts: &Charts) -> [Panel; 2] {
    let repair = &charts.repair;
    let lines = vec![
        line("Vehicle in a minefield", repair.minefield),
        line(&of_nations("Russian attempt", &repair.russian_nations), repair.russian),
        line("Abandoned, not knocked out", repair.abandoned),
        line("1 purchase point spent", repair.point),
    ];
    let nations = repair.nations.iter().map(|row| {
        let span = match (row.from, row.until) {
            (Some(from), Some(until)) => format!("{} to {}", full_date(from), full_date(until)),
            (Some(from), None) => format!("from {}", full_date(from)),
            (None, Some(until)) => format!("until {}", full_date(until)),
            (None, None) => "always".into(),
        };
        (capital(row.nation.as_str()), Text::new(span))
    });
    let mut panel = with(plain("t3", &repair.chart, "BF-2.1.1.2-6"), lines, "BF-2.1.1.2-6");
    panel.body.push(Block::Facts(nations.collect()));
    panel.body.push(Block::Note(Text::new("Other nations repair no vehicles.").rule(RuleId("BF-2.1.1.2-5"))));
    [panel, plain("t4", &charts.withdrawal, "BF-2.1.1.2.W-3")]
}

fn men(charts: &Charts) -> [Panel; 3] {
    let discipline = &charts.discipline;
    let [quarter, half, most] = discipline.casualties;
    let lines = vec![
        line("25 % casualties", quarter),
        line("50 % casualties", half),
        line("75 % casualties", most),
        line("Each stand that panicked off the table", discipline.panicked),
        line("Each enemy stand knocked out by its fire", discipline.kills),
        line("Each close combat won", discipline.won),
        line("Each close combat lost", discipline.lost),
        line("Each scenario started isolated", discipline.isolated),
        line("Each scenario started cut off", discipline.cut_off),
    ];
    let ladder: Vec<_> = charts.ladder.iter().map(ToString::to_string).collect();
    let mut first = with(plain("t5", &discipline.chart, "BF-2.1.1.3.1.O-5"), lines, "BF-2.1.1.3.1.O-6");
    let note = format!(
        "From the worst to the best: {}. Of casualties only the worst row counts.",
        ladder.join(", ")
    );
    first.body.push(Block::Note(Text::new(note)));

    let numbers = &charts.numbers;
    let mut lines = vec![line("Each additional purchase point", numbers.point)];
    let labels = [
        "American or British aircraft after June 1944",
        "German aircraft before 1942",
        "German aircraft in 1945",
    ];
    lines.extend(numbers.aircraft.iter().zip(labels).map(|(row, label)| line(label, row.amount)));
    let second = with(plain("t6", &numbers.chart, "BF-2.1.1.4.4.N-1"), lines, "BF-2.1.1.4.4.N-2");

    let removal = &charts.removal;
    let near = format!("Wire or minefield within {} inches of the line", removal.within);
    let engineers = format!("{} engineer squads or more at hand", removal.n_engineers);
    let lines = vec![
        line(&near, removal.near_line),
        line("Roadblock along the line", removal.roadblock),
        line(&engineers, removal.engineers),
    ];
    let mut third = with(plain("t7", &removal.chart, "BF-2.1.1.5.1-4"), lines, "BF-2.1.1.5.1-4");
    let price = format!("An attempt costs {}.", crate::view::prose::fpp_words(removal.cost));
    third.body.push(Block::Note(Text::new(price).rule(RuleId("BF-2.1.1.5.1-3"))));
    [first, second, third]
}

/// A modifier of the Russians; where the campaign counts other nations as such, with all of them.
fn of_nations(words: &str, nations: &[NationId]) -> String {
    if matches!(nations, [only] if only.as_str() == "russian") {
        return words.to_owned();
    }
    let names: Vec<String> = nations.iter().map(|nation| capital(nation.as_str())).collect();
    let names = if names.is_empty() { "no nation".to_owned() } else { names.join(", ") };
    format!("{words} ({names})")
}

fn escape(escape: &EscapeChart) -> Panel {
    let near = format!("Within {} inches of friendly lines", escape.within);
    let lines = vec![
        line("Cut off", escape.cut_off),
        line("Morning scenario", escape.morning),
        line("Unarmoured vehicle", escape.unarmoured),
        line("Fully tracked armoured vehicle", escape.fully_tracked),
        line(&near, escape.near_line),
        line(&of_nations("Russian", &escape.russian_nations), escape.russian),
    ];
    with(plain("t8", &escape.chart, "BF-2.1.2.4.3-3"), lines, "BF-2.1.2.4.3-4")
}

/// When a battle ends, unless both sides agreed on its length. [BF-T9]
fn turns(chart: TurnChart) -> Panel {
    let columns = [("Turn", ColumnRole::Code), ("Ends the battle at its start", ColumnRole::Name)];
    let mut sheet = Sheet::new("d10", &columns);
    for turn in chart.first_roll_turn..=chart.last_turn {
        let rolls = Some((chart.first_roll_turn, chart.last_turn));
        let words = match s2_1_2_resolution::highest(rolls, turn) {
            1 => "1".to_owned(),
            10.. => "every roll".to_owned(),
            n => format!("1 to {n}"),
        };
        sheet.row(format!("t9-{turn}"), RowState::Here, vec![Cell::new(turn.to_string()), Cell::new(words)]);
    }
    let before = format!("No roll before turn {}.", chart.first_roll_turn);
    let body = vec![Block::Sheet(sheet), Block::Note(Text::new(before).rule(RuleId("BF-T9")))];
    Panel::new("t9", "BF-T9, End of a battle", body).rule(RuleId("BF-2.1.2-1"))
}

fn line(label: &str, amount: i32) -> LedgerLine {
    LedgerLine::new(label, amount.into(), LineKind::Change)
}

fn with(mut panel: Panel, modifiers: Vec<LedgerLine>, rule: &'static str) -> Panel {
    panel.body.push(Block::Ledger(modifiers));
    panel.rule(RuleId(rule))
}

fn plain<R: ChartResult>(id: &str, chart: &Chart<R>, rule: &'static str) -> Panel {
    Panel::new(id, format!("{}, {}", chart.id(), chart.title()), vec![table(id, chart)]).rule(RuleId(rule))
}

/// Bands, results and how often each comes up without modifiers.
fn table<R: ChartResult>(id: &str, chart: &Chart<R>) -> Block {
    let weights = chart.weights(0);
    let of: u64 = weights.iter().sum();
    let columns =
        [("Final roll", ColumnRole::Code), ("Result", ColumnRole::Name), ("Unmodified", ColumnRole::Figure)];
    let mut sheet = Sheet::new(die_words(chart.die()), &columns);
    for (n, (row, weight)) in chart.rows().iter().zip(weights).enumerate() {
        let cells = vec![
            Cell::new(row.band()),
            Cell::new(row.result.words()),
            Cell::new(format!("{weight} of {of}")),
        ];
        sheet.row(format!("{id}-{n}"), RowState::Here, cells);
    }
    Block::Sheet(sheet)
}

fn die_words(die: Die) -> String {
    match die {
        Die::D(sides) => format!("d{sides}"),
        Die::Sum { n, sides } | Die::Hits { n, sides, .. } => format!("{n}d{sides}"),
        Die::HighRoll { sides } => format!("d{sides} each"),
    }
}

/// The historical modifiers of every slot. [BF-2.1.1.1.D]
pub fn historical(eyes: &Eyes<'_>) -> Block {
    let state = eyes.state;
    let names = Side::BOTH.map(|side| state.setup_of(side).name.as_str());
    let columns =
        [("Slot", ColumnRole::Name), (names[0], ColumnRole::Figure), (names[1], ColumnRole::Figure)];
    let mut sheet = Sheet::new("", &columns);
    for (day, number) in state.campaign().days.iter().zip(1u16..) {
        for (slot, n) in day.slots.iter().zip(1u8..) {
            let word =
                |side: Side| slot.drm[side].map_or_else(|| "no points".into(), crate::view::prose::signed);
            let past = (number, n) < (state.facts.day, state.facts.slot);
            let row = if past { RowState::Away } else { RowState::Here };
            let name = Cell::new(format!("{}, {}", day.date.day_and_month(), slot.kind.prose()));
            let cells = vec![name, Cell::new(word(Side::FIRST)), Cell::new(word(Side::SECOND))];
            sheet.row(format!("drm-{number}-{n}"), row, cells);
        }
    }
    Panel::new("historical", "Historical modifiers", vec![Block::Sheet(sheet)])
        .rule(RuleId("BF-2.1.1.1.D-1"))
        .block()
}
