//! Reinforcement and fortification charts. [BF-2.S-4, BF-2.S-5]

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use crate::facts::count;
use crate::rules::s2_1_1_4_1_base_force::limits;
use crate::setup::{Group, WorkKind, WorkType};
use crate::view::Eyes;
use crate::view::prose::{capital, content_words, slug};
use crate::view::refit::note_words;
use crate::words::{Class, Side};

/// Both charts of a side, or why they cannot be read.
pub fn of_side(eyes: &Eyes<'_>, side: Side) -> Vec<Block> {
    let name = &eyes.state.setup_of(side).name;
    if !eyes.reads_charts(side) {
        let words = Text::new(format!("The {name} charts are known to that side and the umpire."))
            .rule(RuleId("BF-R43"));
        return vec![
            Panel::new(
                format!("groups-{}", side.number()),
                format!("{name} charts"),
                vec![Block::Empty(words)],
            )
            .block(),
        ];
    }
    let groups = Panel::new(
        format!("groups-{}", side.number()),
        format!("{name} reinforcement groups"),
        vec![groups(eyes, side)],
    )
    .rule(RuleId("BF-2.1.1.4-2"));
    let works = Panel::new(
        format!("goods-{}", side.number()),
        format!("{name} fortifications"),
        vec![works(eyes, side)],
    )
    .rule(RuleId("BF-2.S-5"));
    vec![groups.block(), works.block()]
}

/// The columns of the chart, and for those who may know it how many have been bought.
fn groups(eyes: &Eyes<'_>, side: Side) -> Block {
    let mut columns = vec![
        ("Id", ColumnRole::Code),
        ("Group", ColumnRole::Name),
        ("Class", ColumnRole::Code),
        ("Content", ColumnRole::Words),
        ("Discipline", ColumnRole::Words),
        ("CPP", ColumnRole::Figure),
        ("In a scenario", ColumnRole::Figure),
        ("In the campaign", ColumnRole::Figure),
        ("Notes", ColumnRole::Words),
    ];
    if eyes.own(side).is_some() {
        columns.push(("Counted so far", ColumnRole::Figure));
    }
    let mut sheet = Sheet::new("", &columns);
    for group in &eyes.state.setup_of(side).groups {
        let mut cells = group_row(eyes, group);
        if eyes.own(side).is_some() {
            cells.push(Cell::figure(limits(eyes.state, side, group).campaign.into()));
        }
        sheet.row(format!("g{}-{}", side.number(), slug(group.id.as_str())), RowState::Here, cells);
    }
    if sheet.rows.is_empty() { Block::Empty(Text::new("The chart is empty.")) } else { Block::Sheet(sheet) }
}

fn group_row(eyes: &Eyes<'_>, group: &Group) -> Vec<Cell> {
    let content = match group.class {
        Class::Points => format!("{} FPP", group.fpp),
        _ if group.content.is_empty() => "–".into(),
        _ => content_words(eyes.state.campaign(), &group.content),
    };
    let notes: Vec<_> = group.notes.iter().map(note_words).collect();
    let most = if group.class == Class::Points {
        format!("{} a refit", group.max_scenario)
    } else {
        group.max_scenario.to_string()
    };
    vec![
        Cell::new(group.id.as_str()),
        Cell::new(capital(&group.kind)),
        Cell::new(group.class.to_string()),
        Cell::new(content),
        Cell::new(if group.class.is_formation() { group.discipline.as_str() } else { "–" }),
        Cell::figure(group.cost.into()),
        Cell::new(most),
        Cell::figure(group.max_campaign.into()),
        Cell::new(notes.join(" ")),
    ]
}

fn works(eyes: &Eyes<'_>, side: Side) -> Block {
    let mut columns = vec![
        ("Type", ColumnRole::Name),
        ("Removable", ColumnRole::Words),
        ("FPP", ColumnRole::Figure),
        ("In the campaign", ColumnRole::Figure),
    ];
    let own = eyes.own(side);
    if own.is_some() {
        columns.push(("Bought so far", ColumnRole::Figure));
    }
    let mut sheet = Sheet::new("", &columns);
    for work in &eyes.state.setup_of(side).works {
        let mut cells = work_row(work);
        if let Some(own) = own {
            cells.push(Cell::figure(count(&own.facts().works_bought, work.id).into()));
        }
        sheet.row(format!("k{}-{}", side.number(), slug(work.id.as_str())), RowState::Here, cells);
    }
    if sheet.rows.is_empty() { Block::Empty(Text::new("The chart is empty.")) } else { Block::Sheet(sheet) }
}

fn work_row(work: &WorkType) -> Vec<Cell> {
    let removable = match work.kind {
        WorkKind::Wire => "yes, wire",
        WorkKind::Minefield => "yes, minefield",
        WorkKind::Roadblock => "yes, roadblock",
        WorkKind::Other => "no",
    };
    let most = work.max_campaign.map_or_else(|| "no limit".into(), |most| most.to_string());
    vec![
        Cell::new(capital(&work.name)),
        Cell::new(removable),
        Cell::figure(work.cost.into()),
        Cell::new(most),
    ]
}
