//! The options of the campaign: each a reading of the rules, with the ruling it stands for.

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use crate::setup::Options;
use crate::view::Eyes;
use crate::view::prose::{option_title, value_words};

/// Every option with the reading chosen; what has been changed by consent is marked.
pub fn panel(eyes: &Eyes<'_>) -> Block {
    let (now, before) = (eyes.state.options(), &eyes.state.campaign().options);
    let columns = [("Option", ColumnRole::Name), ("Reading", ColumnRole::Words), ("Rule", ColumnRole::Words)];
    let mut sheet = Sheet::new("", &columns);
    for (key, rule) in Options::KEYS {
        let words =
            |options: &Options| options.get(key).map(|value| value_words(key, value)).unwrap_or_default();
        let (reading, was) = (words(now), words(before));
        let cell = if reading == was { Cell::new(reading) } else { Cell::changed(reading, was) };
        let rule = Cell::new(Text::empty().rule(RuleId(rule)));
        sheet.row(
            format!("option-{}", key.replace('_', "-")),
            RowState::Here,
            vec![Cell::new(option_title(key)), cell, rule],
        );
    }
    let mut body = vec![Block::Sheet(sheet)];
    if let Some(open) = &eyes.state.facts.proposal {
        let key = open.key.as_str();
        let mut told =
            Text::new(format!("Proposed: {}, {}. ", option_title(key), value_words(key, open.value)));
        for id in &open.agreed {
            if let Some(side) = eyes.state.campaign().side_of(*id) {
                told = told.side(side.number()).say(" agrees. ");
            }
        }
        body.push(Block::Note(told.rule(RuleId("BF-R45"))));
    }
    Panel::new("options", "Options of this campaign", body).rule(RuleId("BF-R45")).block()
}
