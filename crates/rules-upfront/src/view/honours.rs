//! Boards: longest survivors, deeds, the dead; and the strength of both squads over time. [UF-P02, UF-P03, UF-P16]

use kernel::view::{Block, Cell, ColumnRole, Page, PageHead, Panel, Plot, PlotLine, RowState, Sheet, Text};

use super::men::career_id;
use super::{Look, closed, compare};
use crate::state::{CareerLine, Strength};
use crate::words::{ManId, Out, Side};

/// How many men a board names.
const N_ON_A_BOARD: usize = 10;

/// What a man has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Deeds {
    fought: u32,
    elan: u32,
    kills: u32,
    routs: u32,
    wounds: u32,
}

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("honours", "Honours");

pub(super) fn page(look: Look<'_>) -> Page {
    let men = everybody(look);
    let mut main = Vec::new();
    let shut: Vec<Block> =
        look.sides().into_iter().filter(|side| !look.sees_roster(*side)).map(closed).collect();
    let sees_any = shut.len() < 2;
    main.extend(shut);
    if men.is_empty() && sees_any {
        main.push(Block::Empty(Text::new("The boards fill with the first settled scenario.")));
    } else if !men.is_empty() {
        main.push(board(look, "Longest survivors", "Scenarios", &men, |deeds| deeds.fought));
        main.push(board(look, "Most Elan gained", "Elan", &men, |deeds| deeds.elan));
        main.push(board(look, "Most enemies killed in close combat", "Enemies", &men, |deeds| deeds.kills));
        main.push(board(look, "Most routs and wounds overcome", "Times", &men, |deeds| {
            deeds.routs + deeds.wounds
        }));
    }
    main.extend(sees_any.then(|| fallen(look)));
    main.extend(compare::panel(look));
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Honours and strength".into(),
        lede: Text::new("Who has come through, and how the squads stand."),
        main,
        aside: strength(look),
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
    let columns = [("Man", ColumnRole::Name), (unit, ColumnRole::Figure)];
    let mut sheet = Sheet::new(heading, &columns);
    let more = ranked.len().saturating_sub(N_ON_A_BOARD);
    let tenth = ranked.get(N_ON_A_BOARD - 1).map_or(0, |(_, _, deeds)| measure(deeds));
    for (side, man, deeds) in ranked.into_iter().take(N_ON_A_BOARD) {
        let cells = vec![
            Cell::new(Text::empty().side(side.number()).say(" ").link(
                "men",
                career_id(*side, *man),
                look.man(*side, *man),
            )),
            Cell::figure(measure(deeds).into()),
        ];
        sheet.row(format!("{}-{}-{man}", unit.to_lowercase(), side.number()), RowState::Here, cells);
    }
    let id: String = heading.to_lowercase().replace(' ', "-");
    let mut body = if sheet.rows.is_empty() {
        vec![Block::Empty(Text::new("Nobody yet."))]
    } else {
        vec![Block::Sheet(sheet)]
    };
    let men = if more == 1 { "1 more man follows".to_owned() } else { format!("{more} more men follow") };
    let text = format!("The first {N_ON_A_BOARD}; {men}, with {tenth} or fewer.");
    body.extend((more > 0).then(|| Block::Note(Text::new(text))));
    Panel::new(id, heading, body).block()
}

/// The dead of the rosters that the seat sees, with the scenario and how.
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
            lines.push(Block::Prose(
                Text::empty().side(side.number()).say(format!(" {name} {end}, {}.", leg.id)),
            ));
        }
    }
    if lines.is_empty() {
        let all = look.sides().into_iter().all(|side| look.sees_roster(side));
        let words =
            if all { "Nobody has been lost." } else { "Nobody on the roster that you see has been lost." };
        lines.push(Block::Empty(Text::new(words)));
    }
    Panel::new("fallen", "The fallen", lines).block()
}

/// How the squads stood after each scenario, both on one scale.
fn strength(look: Look<'_>) -> Vec<Block> {
    if !look.sides().into_iter().any(|side| look.sees_roster(side)) {
        return Vec::new();
    }
    vec![match plots(look) {
        Some(body) => Panel::new("strength", "Strength after each scenario", body).block(),
        None => {
            Block::Empty(Text::new("The strength of the squads is drawn from the first settled scenario on."))
        }
    }]
}

/// How many men were fit after each scenario, for beside a roster; nothing before one is settled.
pub(super) fn fit(look: Look<'_>) -> Option<Block> {
    let plot = plots(look)?.into_iter().next()?;
    Some(Panel::new("fit", "Men fit to fight", vec![plot]).block())
}

/// The plots of the squads that the seat sees, men fit to fight first.
fn plots(look: Look<'_>) -> Option<Vec<Block>> {
    let state = look.state;
    let seen: Vec<Side> = look.sides().into_iter().filter(|side| look.sees_roster(*side)).collect();
    let n_places = seen.iter().map(|side| state.side(*side).strength.len()).max().unwrap_or(0);
    if n_places < 2 {
        return None;
    }
    let labels: Vec<String> = std::iter::once("start".to_owned())
        .chain(state.campaign.legs.iter().map(|leg| leg.id.to_string()))
        .collect();
    let plot = |caption: &str, measure: &dyn Fn(&Strength) -> i64| {
        let line = |side: &Side| PlotLine {
            side: side.number(),
            values: state.side(*side).strength.iter().map(measure).collect(),
        };
        Block::Plot(Plot {
            caption: caption.into(),
            labels: labels.clone(),
            lines: seen.iter().map(line).collect(),
        })
    };
    Some(vec![
        plot("Men fit to fight", &|strength| strength.fit.into()),
        plot("Victory points", &|strength| strength.points.into()),
        plot("Sum of Morale", &|strength| strength.morale.into()),
        plot("Sum of Panic", &|strength| strength.panic.into()),
        plot("Men with KIA 8", &|strength| strength.kia_8.into()),
    ])
}
