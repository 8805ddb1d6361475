//! The chances to live, on the forecast page: of each man, of the next force and of the squad. [UF-P05]

use kernel::RuleId;
use kernel::grammar::counted;
use kernel::view::block::grouped;
use kernel::view::{Block, Cell, ColumnRole, OddsTable, Panel, RowState, Sheet, Text};

use super::Look;
use crate::chances::{Chance, Chances, Fate, Fates, MOST_AHEAD, how_many, sum};
use crate::command::Fill;
use crate::filling;
use crate::muster::Muster;
use crate::setup::{Card, List};
use crate::state::{Man, State};
use crate::words::{ManId, Side};

const RULE: RuleId = RuleId("UF-P05");

/// Men who stand alike, with the chances they share.
struct Alike {
    values: (u8, u8),
    wound: Option<u8>,
    men: Vec<ManId>,
    chances: Vec<Chance>,
}

/// The panel of a side; absent when nothing lies ahead. Before a scenario is settled it stands on assumed rates.
pub(super) fn panel(look: Look<'_>, side: Side) -> Option<Block> {
    let state = look.state;
    state.leg()?;
    let so_far = Fates::so_far(state, side);
    let (whose, fates) = match so_far.total() {
        0 => ("At assumed rates, until a scenario is settled", Fates::ASSUMED),
        _ => ("At the side's own rates so far", so_far),
    };
    let alike = everyone(state, side, fates);
    let mut body = vec![Block::Prose(assumed(whose, fates))];
    body.extend(interval(so_far));
    body.push(Block::Sheet(each_man(state, side, &alike)));
    body.extend(next_force(state, side, &alike).map(Block::Odds));
    body.push(Block::Sheet(squad(side, &alike)));
    body.push(Block::Sheet(other_rates(look, side)));
    let heading = format!("Chances to live, {}", look.name(side));
    Some(Panel::new(panel_id(side), heading, body).rule(RULE).folded().block())
}

/// The address of a side's chances on their page.
pub(super) fn panel_id(side: Side) -> String {
    format!("lives-{}", side.number())
}

fn assumed(whose: &str, fates: Fates) -> Text {
    let n = |fate: Fate| fates.count(fate);
    let (routed, wounded) =
        (n(Fate::Routed) + n(Fate::RoutedWounded), n(Fate::Wounded) + n(Fate::RoutedWounded));
    Text::new(format!(
        "{whose}: of {} that a man fought he was lost {}, routed {} and wounded {}. \
         Assumed: every scenario costs alike and by itself; a man fights whenever he is fit; a rout takes Morale \
         before Panic; nobody buys a step or is replaced.",
        counted(fates.total(), "time"),
        times(n(Fate::Lost)),
        times(routed),
        times(wounded)
    ))
}

/// How far the true loss rate may be from the one seen: the Wilson score interval with z = 2, some 95 in 100, from
/// whole numbers: `(k + 2 ± 2 √(k (n − k) / n + 1)) / (n + 4)`.
fn wilson(lost: u64, of: u64) -> Option<[u64; 2]> {
    if of == 0 || lost > of || of > 1_000_000 {
        return None;
    }
    let (k, n) = (u128::from(lost), u128::from(of));
    // All is reckoned in thousandths; the root of what is multiplied by a million is a thousand times the root.
    let root = ((k * (n - k) + n) * 1_000_000 / n).isqrt();
    let (middle, way) = ((k + 2) * 1000, 2 * root);
    let per_mille = |over: u128| u64::try_from(over / (n + 4)).ok();
    Some([per_mille(middle.saturating_sub(way))?, per_mille(middle + way)?.min(1000)])
}

/// The interval of the loss rate, in words; nothing before anybody fought.
fn interval(fates: Fates) -> Option<Block> {
    let [low, high] = wilson(fates.count(Fate::Lost), fates.total())?;
    let tenths = |n: u64| format!("{}.{} %", n / 10, n % 10);
    let words = format!(
        "So few fights say little: with 95 in 100 the true rate of losses lies between {} and {} (Wilson score \
         interval). The chances below take the rate seen as the true one.",
        tenths(low),
        tenths(high)
    );
    Some(Block::Note(Text::new(words)))
}

/// What a fresh man of the side may expect under other rates than its own: those of both sides together, and assumed
/// rates of loss. Routs and wounds stay as assumed before anything is known.
fn other_rates(look: Look<'_>, side: Side) -> Sheet {
    let state = look.state;
    let mut rates = Vec::new();
    let both = look.sides().into_iter().all(|side| look.sees_roster(side));
    let [ours, theirs] = Side::BOTH.map(|side| Fates::so_far(state, side));
    let together = Fates(std::array::from_fn(|n| ours.0[n] + theirs.0[n]));
    if both && together.total() > 0 {
        rates.push(("both sides so far".to_owned(), together));
    }
    for lost in [0, 1, 2, 3, 4, 5, 6, 8, 10] {
        let [_, routed, _, wounded, _] = Fates::ASSUMED.0;
        let unhurt = 20 - lost - 2 * routed - 2 * wounded;
        rates.push((format!("{lost} lost of 20"), Fates([lost, 2 * routed, 0, 2 * wounded, unhurt])));
    }
    let typical = living(state, side).find(|(man, card)| {
        card.role.is_none() && man.wound.is_none() && (man.morale, man.panic) == (card.morale, card.panic)
    });
    let n_ahead = state.campaign.legs.len().saturating_sub(usize::from(state.facts.leg)).min(MOST_AHEAD);
    let heads: Vec<String> = (1..=n_ahead).map(|n| n.to_string()).collect();
    let mut columns = vec![("At a rate of", ColumnRole::Name)];
    columns.extend(heads.iter().map(|head| (head.as_str(), ColumnRole::Figure)));
    let whom = typical.map_or_else(String::new, |(man, _)| crate::rules::name(state, side, man.id));
    let mut sheet =
        Sheet::new(format!("Other rates: {whom} lives through so many scenarios"), &columns).compact();
    let Some((man, card)) = typical else { return sheet };
    for (n, (name, fates)) in rates.into_iter().enumerate() {
        let mut cells = vec![Cell::new(name)];
        let chances = Chances::new(state, side, fates).of(man, card);
        cells.extend(chances.iter().map(|chance| Cell::new(percent(*chance))));
        cells.resize_with(columns.len(), || Cell::new(""));
        sheet.row(format!("rates-{}-{n}", side.number()), RowState::Here, cells);
    }
    sheet
}

fn times(n: u64) -> String {
    match n {
        0 => "never".into(),
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}

/// Every living man, those who stand alike together, the surest first.
fn everyone(state: &State, side: Side, fates: Fates) -> Vec<Alike> {
    let mut chances = Chances::new(state, side, fates);
    let mut alike: Vec<Alike> = Vec::new();
    for (man, card) in living(state, side) {
        let (values, wound) = ((man.morale, man.panic), man.wound.filter(|back| *back > state.position()));
        match alike.iter_mut().find(|known| known.values == values && known.wound == wound) {
            Some(known) => known.men.push(man.id),
            None => {
                let chances = chances.of(man, card);
                alike.push(Alike { values, wound, men: vec![man.id], chances });
            }
        }
    }
    alike.sort_by_key(|group| std::cmp::Reverse(group.chances.last().map(|chance| chance.per_mille())));
    alike
}

fn living(state: &State, side: Side) -> impl Iterator<Item = (&Man, &Card)> {
    state.roster(side).filter(|(man, _)| !man.dead)
}

fn each_man(state: &State, side: Side, alike: &[Alike]) -> Sheet {
    let n_ahead = alike.iter().map(|group| group.chances.len()).max().unwrap_or(0);
    let heads: Vec<String> = (1..=n_ahead).map(|n| n.to_string()).collect();
    let mut columns = vec![("Men", ColumnRole::Name), ("Morale / Panic", ColumnRole::Words)];
    columns.extend(heads.iter().map(|head| (head.as_str(), ColumnRole::Figure)));
    let mut sheet = Sheet::new("A man lives through so many scenarios", &columns).compact();
    for group in alike {
        let men: Vec<String> = group.men.iter().map(|man| crate::rules::name(state, side, *man)).collect();
        let men = men.join(", ");
        let (morale, panic) = group.values;
        let hospital = if group.wound.is_some() { ", in hospital" } else { "" };
        let mut cells = vec![Cell::new(men), Cell::new(format!("{morale} / {panic}{hospital}"))];
        cells.extend(group.chances.iter().map(|chance| Cell::new(percent(*chance))));
        cells.resize_with(columns.len(), || Cell::new(""));
        let row = if group.wound.is_some() { RowState::Away } else { RowState::Here };
        let first = group.men.first().copied().unwrap_or(ManId::PERSONAL);
        sheet.row(format!("chances-{}-{first}", side.number()), row, cells);
    }
    sheet
}

/// The living men with whom a list would be filled, and the personal man beside them.
fn as_offered(state: &State, side: Side, force: usize) -> Vec<ManId> {
    let muster = Muster::new(state, side, &state.campaign.forces[force], None);
    let fills = filling::best(&muster, &vec![None; muster.listed.len()]).fills;
    let man = |fill: Option<Fill>| match fill? {
        Fill::Use(man) | Fill::Exchange([man, _]) => Some(man),
        _ => None,
    };
    let personal = state.is_fit(side, ManId::PERSONAL).then_some(ManId::PERSONAL);
    fills.into_iter().filter_map(man).chain(personal).collect()
}

/// How many of the next force live through it: the selected men, else the living with whom its list would be filled.
fn next_force(state: &State, side: Side, alike: &[Alike]) -> Option<OddsTable> {
    let men: Vec<ManId> = match (&state.side(side).force, state.list(side)) {
        (Some(force), _) => force.men().collect(),
        (None, Some(List::Printed(force))) => as_offered(state, side, force),
        (None, _) => return None,
    };
    let group = |man: &ManId| alike.iter().find(|group| group.men.contains(man));
    let chances: Vec<Chance> = men.iter().filter_map(|man| group(man)?.chances.first().copied()).collect();
    let (weights, of) = how_many(&chances)?;
    let rows = weights.iter().enumerate().rev().filter(|(_, weight)| **weight > 0);
    Some(OddsTable {
        caption: format!("Of the {} men of the next force who live now", chances.len()),
        head: "Living".into(),
        rows: rows.map(|(n, weight)| (n.to_string(), *weight)).collect(),
        of,
        note: String::new(),
        other: false,
    })
}

/// The mean number of men who live, after each number of scenarios.
fn squad(side: Side, alike: &[Alike]) -> Sheet {
    let columns = [
        ("Scenarios", ColumnRole::Name),
        ("Living on average", ColumnRole::Figure),
        ("Exactly", ColumnRole::Words),
    ];
    let n_men: usize = alike.iter().map(|group| group.men.len()).sum();
    let mut sheet = Sheet::new(format!("Of {n_men} living men of the roster"), &columns);
    let n_ahead = alike.iter().map(|group| group.chances.len()).min().unwrap_or(0);
    for n in 0..n_ahead {
        let each = alike.iter().flat_map(|group| group.men.iter().map(move |_| group.chances[n]));
        let Some(mean) = sum(each) else { break };
        let thousandths = mean.per_mille();
        let figure = format!("{}.{}", thousandths / 1000, thousandths % 1000 / 100);
        let cells = vec![Cell::new((n + 1).to_string()), Cell::new(figure), Cell::new(fraction(mean))];
        sheet.row(format!("squad-{}-{}", side.number(), n + 1), RowState::Here, cells);
    }
    sheet
}

/// A fraction as a share of a hundred with one digit behind the point.
fn percent(chance: Chance) -> String {
    let tenths = chance.per_mille();
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn fraction(chance: Chance) -> String {
    match chance.under {
        1 => grouped(chance.over),
        under => format!("{} / {}", grouped(chance.over), grouped(under)),
    }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn the_interval_is_reckoned_from_whole_numbers() {
        // 2 of 8: (4 ± 2 √(12/8 + 1)) / 12, that is 0.0698 to 0.5968.
        assert_eq!(wilson(2, 8), Some([69, 596]));
        // None of 10: (2 ± 2) / 14.
        assert_eq!(wilson(0, 10), Some([0, 285]));
        assert_eq!(wilson(10, 10), Some([714, 1000]));
        assert_eq!(wilson(0, 0), None);
    }
}
