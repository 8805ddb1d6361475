//! The income that a set-up foretells: each side, each slot, exact.

use kernel::view::{Block, Cell, ColumnRole, Panel, Plot, PlotLine, RowState, Sheet, Text};
use kernel::{PerSide, RuleId, fraction::lowest_terms};

use super::prose::{capital, signed};
use crate::income::{Mean, Roll, SlotIncome, of, purse};
use crate::setup::Campaign;
use crate::words::{Posture, Side};

/// The blocks of the forecast: what comes in over the days, and a table for each side.
pub(crate) fn forecast(campaign: &Campaign) -> Vec<Block> {
    let incomes = PerSide::each(|side| of(campaign, side));
    let mut blocks = vec![over_the_days(campaign, &incomes)];
    if incomes.as_array().iter().flatten().any(|slot| slot.rolls.len() > 1) {
        let note = "At night an attacker rolls with a penalty. Sums suppose that nobody attacks at night; \
                    both rolls stand in the tables.";
        blocks.push(Block::Note(Text::new(note).rule(RuleId("BF-2.1.1.1.1-2"))));
    }
    blocks.extend(Side::BOTH.map(|side| of_side(campaign, side, &incomes[side])));
    blocks
}

/// With two decimals at most: what the fraction is, the chances beside it say.
fn mean_words(Mean(over, under): Mean) -> String {
    let hundredths = (200 * over + under) / (2 * under);
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match rest {
        0 => whole.to_string(),
        tens if tens % 10 == 0 => format!("{whole}.{}", tens / 10),
        _ => format!("{whole}.{rest:02}"),
    }
}

fn over_the_days(campaign: &Campaign, incomes: &PerSide<Vec<SlotIncome>>) -> Block {
    let n_days = usize::from(campaign.n_days(&campaign.options));
    let mut labels = vec!["Start".to_owned()];
    labels.extend(campaign.days[..n_days].iter().map(|day| day.date.short()));
    let lines = Side::BOTH.map(|side| {
        let mut sum = Mean::whole(campaign.side(side).start_cpp);
        let mut values = vec![sum.rounded()];
        for day in 0..n_days {
            let slots = incomes[side].iter().filter(|slot| slot.day == day);
            sum = slots.fold(sum, |sum, slot| sum.plus(slot.usual().mean()));
            values.push(sum.rounded());
        }
        PlotLine { side: side.number(), values }
    });
    let caption = "Expected purchase points in all, rounded to whole points".to_owned();
    Block::Plot(Plot { caption, labels, lines: lines.into() })
}

const COLUMNS: [(&str, ColumnRole); 8] = [
    ("Day", ColumnRole::Name),
    ("Slot", ColumnRole::Words),
    ("Modifier", ColumnRole::Figure),
    ("Least", ColumnRole::Figure),
    ("Mean", ColumnRole::Figure),
    ("Most", ColumnRole::Figure),
    ("Mean in all", ColumnRole::Figure),
    ("Chances", ColumnRole::Words),
];

fn of_side(campaign: &Campaign, side: Side, incomes: &[SlotIncome]) -> Block {
    let setup = campaign.side(side);
    let mut sheet = Sheet::new(format!("{} income", setup.name), &COLUMNS);
    let mut sum = Mean::whole(setup.start_cpp);
    let word = |words: &str| Cell::new(words.to_owned());
    let start = i64::from(setup.start_cpp);
    let figures = [start, start].map(Cell::figure);
    let [least, most] = figures;
    let opening = vec![
        word("Start"),
        word(""),
        word(""),
        least,
        word(&mean_words(sum)),
        most,
        word(&mean_words(sum)),
        word(""),
    ];
    sheet.row("start", RowState::Here, opening);
    for (at, income) in incomes.iter().enumerate() {
        let date = campaign.days[income.day].date.day_and_month();
        sum = sum.plus(income.usual().mean());
        for (n, (posture, roll)) in income.rolls.iter().enumerate() {
            let slot = match income.rolls.len() {
                1 => capital(income.kind.prose()),
                _ => format!("{}, {}", capital(income.kind.prose()), doing(*posture)),
            };
            let in_all = if n == 0 { mean_words(sum) } else { String::new() };
            let id = format!("{}.{}.{posture}", income.day + 1, income.slot + 1);
            sheet.row(id, RowState::Here, row(&date, &slot, roll, &in_all));
        }
        let is_last = incomes.get(at + 1).is_none_or(|next| next.day != income.day);
        if is_last && income.slot > 0 {
            let day: Vec<&SlotIncome> = incomes.iter().filter(|slot| slot.day == income.day).collect();
            let mean = day.iter().fold(Mean::NOTHING, |sum, slot| sum.plus(slot.usual().mean()));
            let least = day.iter().map(|slot| i64::from(slot.usual().least())).sum();
            let most = day.iter().map(|slot| i64::from(slot.most())).sum();
            let cells = vec![
                word(&date),
                word("The day"),
                word(""),
                Cell::figure(least),
                word(&mean_words(mean)),
                Cell::figure(most),
                word(&mean_words(sum)),
                word(""),
            ];
            sheet.row(format!("{}", income.day + 1), RowState::Sum, cells);
        }
    }
    let least = incomes.iter().fold(setup.start_cpp, |sum, slot| sum.saturating_add(slot.usual().least()));
    let (_, most) = purse(setup.start_cpp, incomes);
    let whole = vec![
        word("In all"),
        word(""),
        word(""),
        Cell::figure(least.into()),
        word(&mean_words(sum)),
        Cell::figure(most.into()),
        word(&mean_words(sum)),
        word(""),
    ];
    sheet.row("all", RowState::Sum, whole);
    let heading = format!("{} income", setup.name);
    Panel::new(format!("income-{}", setup.id), heading, vec![Block::Sheet(sheet)])
        .rule(RuleId("BF-2.1.1.1-1"))
        .block()
}

const fn doing(posture: Posture) -> &'static str {
    match posture {
        Posture::Attack => "attacking",
        Posture::Defend => "defending",
    }
}

fn row(date: &str, slot: &str, roll: &Roll, in_all: &str) -> Vec<Cell> {
    let ways = u128::from(roll.ways());
    let chance = |(points, n): &(i32, u64)| {
        let (over, under) = lowest_terms(u128::from(*n), ways);
        if under == 1 { format!("{points} for certain") } else { format!("{points}: {over}/{under}") }
    };
    let chances = match roll.modifier {
        None => "no roll".to_owned(),
        Some(_) => roll.chances.iter().map(chance).collect::<Vec<_>>().join(", "),
    };
    vec![
        Cell::new(date.to_owned()),
        Cell::new(slot.to_owned()),
        Cell::new(roll.modifier.map_or_else(|| "none".to_owned(), signed)),
        Cell::figure(roll.least().into()),
        Cell::new(mean_words(roll.mean())),
        Cell::figure(roll.most().into()),
        Cell::new(in_all.to_owned()),
        Cell::new(chances),
    ]
}
