//! The two squads beside each other, as printed and as they stand. [UF-P14]

use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet};

use super::Look;
use crate::setup::Card;
use crate::state::{Man, State};
use crate::words::{Rank, Side};

/// One man of a squad, as he stands or as his card has him.
struct Stands {
    fit: bool,
    morale: u8,
    panic: u8,
    kia: u8,
    rank: Rank,
    points: i32,
}

/// A measure of a squad, under its name.
type Measure = (&'static str, fn(&[Stands]) -> String);

const MEASURES: [Measure; 9] = [
    ("Living men", |men| men.len().to_string()),
    ("Fit to fight", |men| men.iter().filter(|man| man.fit).count().to_string()),
    ("Morale, sum", |men| sum(men, |man| man.morale.into())),
    ("Morale, mean", |men| mean(men, |man| man.morale.into())),
    ("Panic, sum", |men| sum(men, |man| man.panic.into())),
    ("Panic, mean", |men| mean(men, |man| man.panic.into())),
    ("With KIA 8", |men| men.iter().filter(|man| man.kia >= 8).count().to_string()),
    ("Corporals and above", |men| {
        men.iter().filter(|man| man.rank >= Rank::Cpl && man.rank != Rank::Comm).count().to_string()
    }),
    ("Printed prices, sum", |men| sum(men, |man| man.points.into())),
];

/// Both squads at their start and now; what stands on a closed roster is left out.
pub(super) fn panel(look: Look<'_>) -> Option<Block> {
    let seen: Vec<Side> = look.sides().into_iter().filter(|side| look.sees_roster(*side)).collect();
    let heads: Vec<String> = seen
        .iter()
        .flat_map(|side| ["printed", "now"].map(|when| format!("{}, {when}", look.name(*side))))
        .collect();
    let mut columns = vec![("", ColumnRole::Name)];
    columns.extend(heads.iter().map(|head| (head.as_str(), ColumnRole::Figure)));
    let mut sheet = Sheet::new("Both squads, as printed and now", &columns).compact();
    let squads: Vec<[Vec<Stands>; 2]> =
        seen.iter().map(|side| [printed(look.state, *side), now(look.state, *side)]).collect();
    for (n, (name, measure)) in MEASURES.into_iter().enumerate() {
        let cells = squads.iter().flatten().map(|men| Cell::new(measure(men)));
        let cells = std::iter::once(Cell::new(name)).chain(cells).collect();
        sheet.row(format!("compared-{n}"), RowState::Here, cells);
    }
    let panel = Panel::new("compared", "The squads compared", vec![Block::Sheet(sheet)]);
    (!seen.is_empty()).then(|| panel.rule(kernel::RuleId("UF-P14")).block())
}

fn printed(state: &State, side: Side) -> Vec<Stands> {
    let stands = |card: &Card| {
        let Card { morale, panic, kia, rank, points, .. } = *card;
        Stands { fit: true, morale, panic, kia, rank, points }
    };
    state.roster(side).map(|(_, card)| stands(card)).collect()
}

fn now(state: &State, side: Side) -> Vec<Stands> {
    let stands = |(man, card): (&Man, &Card)| Stands {
        fit: state.is_fit(side, man.id),
        morale: man.morale,
        panic: man.panic,
        kia: man.kia,
        rank: man.rank(card),
        points: card.points,
    };
    state.roster(side).filter(|(man, _)| !man.dead).map(stands).collect()
}

fn sum(men: &[Stands], of: impl Fn(&Stands) -> i64) -> String {
    men.iter().map(of).sum::<i64>().to_string()
}

/// With one digit behind the point, rounded down.
fn mean(men: &[Stands], of: impl Fn(&Stands) -> i64) -> String {
    let n = i64::try_from(men.len()).unwrap_or(i64::MAX);
    let tenths = (men.iter().map(of).sum::<i64>() * 10).checked_div(n);
    tenths.map_or_else(|| "–".to_owned(), |tenths| format!("{}.{}", tenths / 10, tenths % 10))
}
