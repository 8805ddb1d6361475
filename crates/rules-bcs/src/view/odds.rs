//! A throw before it is made: each modifier by name, what keeps one from counting, and the exact chances.

use kernel::RuleId;
use kernel::view::block::figure_words;
use kernel::view::{Block, LedgerLine, LineKind, OddsTable, Panel, Text};

use crate::sheet::{By, Change, Resolved, Standing};

/// The panel of a throw.
pub(super) fn panel(id: &str, heading: &str, resolved: &Resolved) -> Block {
    let mut body = Vec::new();
    let counting = |told: &&crate::sheet::Told| told.standing == Standing::Counts;
    let mut lines: Vec<LedgerLine> = Vec::new();
    for told in resolved.told.iter().filter(counting) {
        let label = Text::new(told.line.words).rule(told.line.rule);
        lines.push(LedgerLine::new(label, told.amount.into(), LineKind::Change));
    }
    lines.push(LedgerLine::new("Added to the dice", resolved.net.into(), LineKind::Sum));
    body.push(Block::Ledger(lines));
    for told in &resolved.told {
        if let Standing::Excluded(by) = told.standing {
            let (words, rule) = match by {
                By::Exclusion(one) => (one.words, one.rule),
                By::Line(one) => (one.words, one.rule),
            };
            let sentence =
                format!("Does not count: {}, because of: {}.", told.line.words, words.trim_end_matches('.'));
            body.push(Block::Note(Text::new(sentence).rule(rule)));
        }
    }
    body.extend(resolved.bars.iter().map(|bar| Block::Note(Text::new(bar.words).rule(bar.rule))));
    for change in changes(resolved) {
        body.push(Block::Note(Text::new(change.words).rule(change.rule)));
    }
    body.extend(odds(resolved).map(Block::Odds));
    let RuleId(rule) = resolved.sheet.rule;
    Panel::new(id, heading, body).rule(RuleId(rule)).remark(figure_words(resolved.net.into())).block()
}

/// What changes a result of the table, if its row comes up.
fn changes(resolved: &Resolved) -> Vec<&'static Change> {
    let mut all: Vec<&'static Change> = Vec::new();
    let figures = resolved.die().map(|die| die.span().0..=die.span().1);
    for change in figures.into_iter().flatten().filter_map(|at| resolved.at(at)).flat_map(|one| one.changes) {
        if !all.iter().any(|known| std::ptr::eq(*known, change)) {
            all.push(change);
        }
    }
    all
}

/// The chance of each row of the table, with what it comes to where something changes it.
pub(super) fn odds(resolved: &Resolved) -> Option<OddsTable> {
    let die = resolved.die()?;
    let throws = (die.span().0..).zip(die.ways());
    let rows = throws.filter_map(|(figure, ways)| {
        let ended = resolved.at(figure)?;
        let words = match ended.changes.as_slice() {
            [] => ended.row.words.to_owned(),
            _ => format!("{}, as {}", ended.row.words, ended.outcome.words(resolved.sheet.gives)),
        };
        Some((words, ways))
    });
    let table = resolved.table?;
    Some(OddsTable::of_rows(table.words, "Result", rows))
}
