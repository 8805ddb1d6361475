//! What comes next: who fills the next force and at what price; and exact chances to live. [UF-P04, UF-P05]

use kernel::RuleId;
use kernel::view::block::figure_words;
use kernel::view::{Block, Cell, ColumnRole, OddsTable, Page, Panel, RowState, Sheet, Text};

use super::Look;
use super::force::cost;
use crate::command::Fill;
use crate::muster::{Faults, Muster};
use crate::setup::List;
use crate::state::State;
use crate::words::{ManId, Nature, Out, Side};

pub(super) fn page(look: Look<'_>) -> Page {
    let mut main = Vec::new();
    for side in look.sides() {
        if look.sees_roster(side) {
            main.extend(forces(look, side));
        } else {
            main.push(Block::Empty(
                Text::empty().side(side.0).say("'s roster is closed.").rule(RuleId("UF-R50")),
            ));
        }
    }
    let aside =
        look.sides().into_iter().filter(|side| look.sees_roster(*side)).filter_map(|side| lives(look, side));
    Page {
        id: "forecast",
        tab: "Forecast",
        title: "Forecast".into(),
        lede: Text::new("The next force as the rosters stand now, with its cheapest filling."),
        main,
        aside: aside.collect(),
    }
}

/// The forces a side could be asked for next: before the present selection its own part, else both of an attack.
fn forces(look: Look<'_>, side: Side) -> Vec<Block> {
    let state = look.state;
    let selected = state.side(side).force.is_some();
    let at = usize::from(state.facts.leg) + usize::from(selected);
    let Some(leg) = state.campaign.legs.get(at) else {
        return vec![Block::Empty(Text::empty().side(side.0).say(" has no scenario ahead."))];
    };
    let scenario = state.campaign.scenario(leg);
    let parts: Vec<(usize, &str)> = match scenario.nature {
        Nature::Meeting => vec![(side.index(), "")],
        Nature::Attack if !selected && state.facts.attacker.is_some() => vec![(state.part(side), "")],
        Nature::Attack => vec![(0, " as attacker"), (1, " as defender")],
    };
    let panel = |(part, as_what): (usize, &str)| {
        let heading = format!("{} for {} {}{as_what}", look.name(side), leg.id, scenario.title);
        let body = match leg.lists[part][side.index()] {
            List::Printed(force) => forecast(state, side, force),
            List::Own(_) => {
                vec![Block::Prose(Text::new("The owner chooses among his fit men.").rule(RuleId("UF-R45")))]
            }
        };
        Panel::new(format!("forecast-{}-{part}", side.0), heading, body).rule(RuleId("UF-42.1-4")).block()
    };
    parts.into_iter().map(panel).collect()
}

/// The cheapest filling, place by place.
fn forecast(state: &State, side: Side, force: usize) -> Vec<Block> {
    let mut muster = Muster::new(state, side, &state.campaign.forces[force], None);
    let columns =
        [("Listed", ColumnRole::Name), ("Filled by", ColumnRole::Words), ("Points", ColumnRole::Figure)];
    let mut sheet = Sheet::new("The cheapest filling", &columns);
    let name = |man: ManId| crate::rules::name(state, side, man);
    let (mut total, mut n_by_himself) = (0, 0);
    for at in 0..muster.listed.len() {
        let (_, listed) = muster.listed[at];
        let mut options = Vec::new();
        muster.options(at, &mut options);
        let price = |fill: &Fill| cost(state, side, listed, *fill).unwrap_or(0);
        let Some(best) = options.iter().copied().max_by_key(|fill| (price(fill), *fill != Fill::Vacant))
        else {
            continue;
        };
        muster.put(at, Some(best), &mut Faults::counted());
        total += price(&best);
        let (filled, row) = match best {
            Fill::Use(man) if man == listed => {
                n_by_himself += 1;
                continue;
            }
            Fill::Use(man) | Fill::Exchange([man, _]) => (name(man), RowState::Here),
            Fill::Replace => ("himself, replaced".into(), RowState::Away),
            Fill::Green => ("himself, green".into(), RowState::Away),
            Fill::Revive(man) => (format!("{}, revived", name(man)), RowState::Away),
            Fill::Transfer => ("a transfer".into(), RowState::Away),
            Fill::Vacant => ("nobody".into(), RowState::Gone),
        };
        let cells = vec![Cell::new(name(listed)), Cell::new(filled), Cell::figure(price(&best).into())];
        sheet.row(format!("forecast-{}-{listed}", side.0), row, cells);
    }
    let points = match total {
        0 => "no points".to_owned(),
        n => format!("{} points", figure_words(n.into())),
    };
    let words =
        format!("{n_by_himself} of {} listed men are fit; the force costs {points}.", muster.listed.len());
    let mut body = vec![Block::Prose(Text::new(words))];
    if !sheet.rows.is_empty() {
        body.push(Block::Sheet(sheet));
    }
    body
}

/// The exact chance that a man who fights in every remaining scenario lives through them, at the side's own loss rate
/// so far. Each scenario counts alike and by itself: stated beside the result.
fn lives(look: Look<'_>, side: Side) -> Option<Block> {
    let state = look.state;
    let outs = state.side(side).career.iter().filter_map(|line| line.out.map(|out| (out, line.broken)));
    let (mut fought, mut lost) = (0u64, 0u64);
    for (out, broken) in outs.filter(|(out, _)| out.took_part()) {
        fought += 1;
        lost += u64::from(out.is_lost() || broken && out == Out::Routed);
    }
    let left = state.campaign.legs.len().saturating_sub(usize::from(state.facts.leg));
    if fought == 0 || left == 0 {
        return None;
    }
    let shared = gcd(fought, lost);
    let (of_one, lives_one) = (fought / shared, (fought - lost) / shared);
    let mut tables = Vec::new();
    let (mut of, mut lives) = (1u64, 1u64);
    for n in 1..=left {
        let (Some(next_of), Some(next_lives)) = (of.checked_mul(of_one), lives.checked_mul(lives_one)) else {
            break;
        };
        (of, lives) = (next_of, next_lives);
        tables.push(Block::Odds(OddsTable {
            caption: format!("Through {n} {}", if n == 1 { "scenario" } else { "scenarios" }),
            head: "He".into(),
            rows: vec![("lives".into(), lives), ("is lost".into(), of - lives)],
            of,
            note: format!("at {lost} lost of {fought} so far, every scenario alike"),
            other: false,
        }));
    }
    let heading = format!("Chances of one man, {}", look.name(side));
    Some(Panel::new(format!("lives-{}", side.0), heading, tables).block())
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
