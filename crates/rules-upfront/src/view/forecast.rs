//! What comes next: who fills the next force and at what price; and exact chances to live. [UF-P04, UF-P05]

use kernel::view::{Block, Cell, ColumnRole, Page, PageHead, Panel, RowState, Sheet, Text};
use kernel::{Reasons, RuleId};

use super::force::points;
use super::{Look, closed, lives};
use crate::command::Fill;
use crate::filling::{self, price};
use crate::muster::Muster;
use crate::rules::s42_9_personal;
use crate::setup::List;
use crate::state::State;
use crate::words::{ManId, Nature, PlaceKind, Side};

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("forecast", "Forecast");

pub(super) fn page(look: Look<'_>) -> Page {
    let mut main = Vec::new();
    for side in look.sides() {
        if look.sees_roster(side) {
            main.extend(forces(look, side));
        } else {
            main.push(closed(side));
        }
    }
    let seen = look.sides().into_iter().filter(|side| look.sees_roster(*side));
    main.extend(seen.filter_map(|side| lives::panel(look, side)));
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Forecast".into(),
        lede: Text::new("The next force as the rosters stand now, with its cheapest filling."),
        main,
        aside: Vec::new(),
    }
}

/// The forces a side could be asked for next: before the present selection its own part, else both of an attack.
fn forces(look: Look<'_>, side: Side) -> Vec<Block> {
    let state = look.state;
    let selected = state.side(side).force.is_some();
    let at = usize::from(state.facts.leg) + usize::from(selected);
    let Some(leg) = state.campaign.legs.get(at) else {
        return vec![Block::Empty(Text::empty().side(side.number()).say(" has no scenario ahead."))];
    };
    let scenario = state.campaign.scenario(leg);
    let parts: Vec<(usize, &str)> = match scenario.nature {
        Nature::Meeting => vec![(side.index(), "")],
        Nature::Attack if !selected && state.facts.attacker.is_some() => vec![(state.part(side), "")],
        Nature::Attack => vec![(0, " as attacker"), (1, " as defender")],
    };
    let ahead = filling::ahead(state, at);
    let panel = |(part, as_what): (usize, &str)| {
        let heading = format!("{} for {} {}{as_what}", look.name(side), leg.id, scenario.title);
        let body = match leg.lists[part][side] {
            List::Printed(force) => forecast(&ahead, side, force),
            List::Own(_) => {
                vec![Block::Prose(Text::new("The owner chooses among his fit men.").rule(RuleId("UF-R45")))]
            }
        };
        Panel::new(format!("forecast-{}-{part}", side.number()), heading, body)
            .rule(RuleId("UF-42.1-4"))
            .block()
    };
    parts.into_iter().map(panel).collect()
}

/// Who may take the leaders' places. [UF-P04]
fn who_can_lead(muster: &Muster<'_>, fills: &[Option<Fill>]) -> Vec<(String, Text)> {
    let mut muster = muster.clone();
    let mut facts = Vec::new();
    for (at, fill) in fills.iter().enumerate() {
        let (kind, _) = muster.listed[at];
        if matches!(kind, PlaceKind::Sl | PlaceKind::Asl) {
            let mut options = Vec::new();
            muster.options(at, &mut options);
            let men = options.iter().filter_map(|fill| match fill {
                Fill::Use(man) => Some(muster.name(*man)),
                Fill::Exchange([man, other]) => {
                    Some(format!("{} with the weapon of {}", muster.name(*man), muster.name(*other)))
                }
                _ => None,
            });
            let men: Vec<String> = men.collect();
            let text = match (men.is_empty(), fill) {
                (false, _) => Text::new(men.join(", ")).rule(RuleId("UF-42.2-1")),
                (true, Some(Fill::Transfer)) => {
                    Text::new("no fit man may lead, hence the transfer").rule(RuleId("UF-42.5-1"))
                }
                (true, _) => Text::new("no fit man may lead"),
            };
            facts.push((format!("Can be {}", kind.prose()), text));
        }
        muster.put(at, *fill, &mut Reasons::whether());
    }
    facts
}

/// The filling that the force page will offer.
fn forecast(state: &State, side: Side, force: usize) -> Vec<Block> {
    let muster = Muster::new(state, side, &state.campaign.forces[force], None);
    let filling = filling::best(&muster, &vec![None; muster.listed.len()]);
    let columns =
        [("Listed", ColumnRole::Name), ("Filled by", ColumnRole::Words), ("Points", ColumnRole::Figure)];
    let mut sheet = Sheet::new("Who does not fill his own place", &columns);
    let name = |man: ManId| crate::rules::name(state, side, man);
    for ((_, listed), best) in muster.listed.iter().copied().zip(&filling.fills) {
        let Some(best) = *best else { continue };
        let points = price(state, side, listed, best);
        let (filled, row) = match best {
            Fill::Use(man) if man == listed => continue,
            Fill::Use(man) | Fill::Exchange([man, _]) => (name(man), RowState::Here),
            Fill::Replace => ("himself, replaced".into(), RowState::Away),
            Fill::Green => ("himself, green".into(), RowState::Away),
            Fill::Revive(man) => (format!("{}, revived", name(man)), RowState::Away),
            Fill::Transfer => ("a transfer".into(), RowState::Away),
            Fill::Vacant => ("nobody".into(), RowState::Gone),
        };
        let cells = vec![Cell::new(name(listed)), Cell::new(filled), Cell::figure(points.into())];
        sheet.row(format!("forecast-{}-man-{listed}", side.number()), row, cells);
    }
    let back = s42_9_personal::price_of_return(state, side);
    if back != 0 {
        let cells =
            vec![Cell::new(name(ManId::PERSONAL)), Cell::new("himself, replaced"), Cell::figure(back.into())];
        sheet.row(format!("forecast-{}-man-P", side.number()), RowState::Away, cells);
    }
    let points = points(filling.points - back);
    let n_fit = muster.listed.iter().filter(|(_, man)| state.is_fit(side, *man)).count();
    let words = format!("{n_fit} of {} listed men are fit; the force costs {points}.", muster.listed.len());
    let mut body = vec![Block::Prose(Text::new(words)), Block::Facts(who_can_lead(&muster, &filling.fills))];
    if !sheet.rows.is_empty() {
        body.push(Block::Sheet(sheet));
    }
    body
}
