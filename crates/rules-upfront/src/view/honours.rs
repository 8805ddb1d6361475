//! Boards: longest survivors, deeds, the dead; and the strength of both squads over time. [UF-P02, UF-P03, UF-P16]

use kernel::view::{Bar, Block, Cell, ColumnRole, Page, Panel, RowState, Sheet, Text};

use super::Look;
use crate::state::{CareerLine, Strength};
use crate::words::{ManId, Out, Side};

/// What a man has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Deeds {
    fought: u32,
    elan: u32,
    kills: u32,
    routs: u32,
    wounds: u32,
}

pub(super) fn page(look: Look<'_>) -> Page {
    let men = everybody(look);
    let mut main = Vec::new();
    if men.is_empty() {
        main.push(Block::Empty(Text::new("The boards fill with the first settled scenario.")));
    } else {
        main.push(board(look, "Longest survivors", "Scenarios", &men, |deeds| deeds.fought));
        main.push(board(look, "Most Elan gained", "Elan", &men, |deeds| deeds.elan));
        main.push(board(look, "Most enemies killed in close combat", "Enemies", &men, |deeds| deeds.kills));
        main.push(board(look, "Most routs and wounds overcome", "Times", &men, |deeds| {
            deeds.routs + deeds.wounds
        }));
    }
    main.push(fallen(look));
    let strength = look.sides().into_iter().flat_map(|side| strength(look, side)).collect();
    Page {
        id: "honours",
        tab: "Honours",
        title: "Honours and strength".into(),
        lede: Text::new("Who has come through, and how the squads stand."),
        main,
        aside: strength,
    }
}

/// Every living man who has fought, with what he did since he last came new.
fn everybody(look: Look<'_>) -> Vec<(Side, ManId, Deeds)> {
    let state = look.state;
    let mut all = Vec::new();
    for side in look.sides().into_iter().filter(|side| look.sees_roster(*side)) {
        for man in state.side(side).man.iter().filter(|man| !man.dead) {
            let mut deeds = Deeds::default();
            for line in state.side(side).career.iter().filter(|line| line.man == man.id) {
                add(&mut deeds, line);
            }
            if deeds.fought > 0 {
                all.push((side, man.id, deeds));
            }
        }
    }
    all
}

fn add(deeds: &mut Deeds, line: &CareerLine) {
    if line.came.is_some() {
        *deeds = Deeds::default();
    }
    if line.out.is_some_and(Out::took_part) {
        deeds.fought += 1;
    }
    deeds.elan += u32::from(line.gained);
    deeds.kills += u32::from(line.kills);
    deeds.routs += u32::from(line.out == Some(Out::Routed));
    deeds.wounds += u32::from(line.wounded);
}

fn board(
    look: Look<'_>,
    heading: &str,
    unit: &str,
    men: &[(Side, ManId, Deeds)],
    measure: impl Fn(&Deeds) -> u32,
) -> Block {
    let mut ranked: Vec<_> = men.iter().filter(|(_, _, deeds)| measure(deeds) > 0).collect();
    ranked.sort_by_key(|(side, man, deeds)| (std::cmp::Reverse(measure(deeds)), *side, *man));
    let columns = [("Man", ColumnRole::Name), ("Side", ColumnRole::Words), (unit, ColumnRole::Figure)];
    let mut sheet = Sheet::new(heading, &columns);
    for (side, man, deeds) in ranked.into_iter().take(10) {
        let cells = vec![
            Cell::new(crate::rules::name(look.state, *side, *man)),
            Cell::new(Text::empty().side(side.0)),
            Cell::figure(measure(deeds).into()),
        ];
        sheet.row(format!("{}-{}-{man}", unit.to_lowercase(), side.0), RowState::Here, cells);
    }
    let id: String = heading.to_lowercase().replace(' ', "-");
    let body = if sheet.rows.is_empty() {
        vec![Block::Empty(Text::new("Nobody yet."))]
    } else {
        vec![Block::Sheet(sheet)]
    };
    Panel::new(id, heading, body).block()
}

/// The dead, with the scenario and how. That a man was lost is public.
fn fallen(look: Look<'_>) -> Block {
    let state = look.state;
    let mut lines = Vec::new();
    for side in look.sides().into_iter().filter(|side| look.sees_roster(*side)) {
        for line in &state.side(side).career {
            let lost = line.out.filter(|out| out.is_lost() || line.broken);
            let (Some(out), Some(leg)) = (lost, state.campaign.legs.get(usize::from(line.leg))) else {
                continue;
            };
            let end = if line.broken { "broke for good" } else { out.prose() };
            let name = crate::rules::name(state, side, line.man);
            lines.push(Block::Prose(Text::empty().side(side.0).say(format!(" {name} {end}, {}.", leg.id))));
        }
    }
    if lines.is_empty() {
        lines.push(Block::Empty(Text::new("Nobody has been lost.")));
    }
    Panel::new("fallen", "The fallen", lines).block()
}

fn strength(look: Look<'_>, side: Side) -> Vec<Block> {
    if !look.sees_roster(side) {
        return Vec::new();
    }
    let state = look.state;
    let label = |at: usize| match at.checked_sub(1).and_then(|before| state.campaign.legs.get(before)) {
        Some(leg) => leg.id.to_string(),
        None => "start".into(),
    };
    let bars = |caption: &str, measure: &dyn Fn(&Strength) -> i64| {
        let points = state.side(side).strength.iter();
        let bar = |strength: &Strength| Bar {
            label: label(usize::from(strength.id)),
            value: measure(strength),
            side: Some(side.0),
        };
        Block::Bars { caption: caption.into(), bars: points.map(bar).collect() }
    };
    let body = vec![
        bars("Men fit to fight", &|strength| strength.fit.into()),
        bars("Sum of Morale", &|strength| strength.morale.into()),
        bars("Sum of Panic", &|strength| strength.panic.into()),
        bars("Men with KIA 8", &|strength| strength.kia_8.into()),
        bars("Victory points", &|strength| strength.points.into()),
    ];
    let heading = format!("Strength of {}", look.name(side));
    vec![Panel::new(format!("strength-{}", side.0), heading, body).block()]
}
