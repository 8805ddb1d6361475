//! The columns and cells of a results table, and what is odd about them.

use kernel::reader::HOUSE_FILE;
use kernel::{ChartResult, Node};

use super::table::{Beyond, Outcome};

/// The rule of the cells' grammar.
const GRAMMAR: &str = "CF-CRT-2";
/// The rule of what a table must be to load.
pub(super) const LOADER: &str = "CF-CRT-9";
/// The most hexes of a retreat: every path of so many is looked at.
const FARTHEST: u8 = 6;
/// What the dice come to at least and at most, with what March and Prepared attacks change. [CF-ATK-1] [CF-ATK-2]
const ROLLS: std::ops::RangeInclusive<i64> = 1..=13;

/// The head of a column: `3-1`.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) label: String,
    pub(super) num: u32,
    pub(super) den: u32,
}

/// The heads of all columns, with nothing where one cannot be read.
pub(super) fn heads(node: &Node<'_>) -> Vec<Option<Head>> {
    let heads: Vec<Option<Head>> = node.tables("columns").iter().map(head).collect();
    if heads.is_empty() {
        node.fault("columns", LOADER, "The table has no columns.");
    }
    let mut before: Option<&Head> = None;
    for (at, head) in heads.iter().enumerate().filter_map(|(at, head)| Some((at, head.as_ref()?))) {
        let rises = |last: &Head| {
            u64::from(last.num) * u64::from(head.den) < u64::from(head.num) * u64::from(last.den)
        };
        if !before.is_none_or(rises) {
            node.fault_in("columns", at, LOADER, "Columns rise from the worst to the best odds.");
        }
        if heads[..at].iter().flatten().any(|other| other.label == head.label) {
            node.fault_in(
                "columns",
                at,
                LOADER,
                format!("Another column has the head {:?} too.", head.label),
            );
        }
        before = Some(head);
    }
    heads
}

fn head(node: &Node<'_>) -> Option<Head> {
    let (label, num, den) = (node.text("label"), node.number("num", 1..=1000), node.number("den", 1..=1000));
    node.close();
    let (label, num, den) = (label?, u32::try_from(num?).ok()?, u32::try_from(den?).ok()?);
    let figure = |text: &str| text.trim().parse::<u32>().ok();
    let odds = label.split_once(['-', ':']).and_then(|(over, under)| figure(over).zip(figure(under)));
    if let Some((over, under)) = odds
        && u64::from(num) * u64::from(under) != u64::from(den) * u64::from(over)
    {
        let sentence = format!("The head says {over} to {under}, and the column begins at {num} to {den}.");
        node.warn("label", "CF-CRT-5", sentence);
    }
    Some(Head { label, num, den })
}

/// What odds outside the columns come to: the outermost column, unless the file says otherwise. [CF-CRT-6]
pub(super) fn beyond(node: &Node<'_>, key: &str) -> Beyond {
    match node.maybe_text(key).as_deref() {
        Some("refuse") => Beyond::Refuse,
        Some("clamp") | None => Beyond::Clamp,
        Some(_) => {
            node.fault(key, "CF-CRT-6", "Odds beyond the columns are \"clamp\" or \"refuse\".");
            Beyond::Clamp
        }
    }
}

/// The lowest row and the cells of each row from it upwards. Without sound bounds the cells that stand there are judged
/// all the same.
pub(super) fn cells(node: &Node<'_>, heads: &[Option<Head>]) -> Option<(i32, Vec<Vec<Outcome>>)> {
    let (low, high) = (node.number("roll_min", -20..=40), node.number("roll_max", -20..=40));
    let bounds = low.zip(high).filter(|(low, high)| {
        if low > high {
            node.fault("roll_max", LOADER, "The highest row stands below the lowest.");
        }
        low <= high
    });
    let Some(table) = node.maybe_table("rows") else {
        if !node.has("rows") {
            node.fault("rows", LOADER, "The table has no rows.");
        }
        return None;
    };
    let mut rows: Vec<Line> = Vec::new();
    for key in table.keys() {
        let Some(roll) = key.parse().ok().filter(|roll: &i64| roll.to_string() == key) else {
            table.fault(&key, LOADER, "The key of a row is the roll it stands for.");
            continue;
        };
        if bounds.is_some_and(|(low, high)| !(low..=high).contains(&roll)) {
            table.fault(&key, LOADER, "This row lies beyond roll_min and roll_max.");
        }
        rows.push(Line::read(&table, &key, roll));
    }
    lengths(node, &table, &rows, heads.len());
    let (low, high) = bounds?;
    let missing: Vec<String> = (low..=high)
        .filter(|roll| rows.iter().all(|row| row.roll != *roll))
        .map(|roll| roll.to_string())
        .collect();
    match &missing[..] {
        [] => {}
        [one] => node.fault("rows", LOADER, format!("The row for {one} is missing.")),
        several => node.fault("rows", LOADER, format!("The rows for {} are missing.", several.join(", "))),
    }
    rows.sort_by_key(|row| row.roll);
    let whole: Option<Vec<Vec<Outcome>>> =
        rows.into_iter().map(|row| row.cells.filter(|cells| cells.len() == heads.len())).collect();
    let whole = whole.filter(|_| missing.is_empty() && !heads.is_empty())?;
    let labels: Option<Vec<&str>> = heads.iter().map(|head| Some(&*head.as_ref()?.label)).collect();
    odd_bounds(node, low, high);
    not_monotone(&table, &whole, low, &labels?);
    Some((i32::try_from(low).ok()?, whole))
}

/// A row of the file.
struct Line {
    roll: i64,
    /// Nothing when one of them cannot be read.
    cells: Option<Vec<Outcome>>,
    /// How many there are, when the row is a list.
    length: Option<usize>,
}

impl Line {
    fn read(table: &Node<'_>, key: &str, roll: i64) -> Self {
        let length = table.array(key).map(|cells| cells.len());
        let cell = |(at, text): (usize, Option<String>)| match Outcome::read(&text?) {
            Ok(outcome) if outcome.attacker.retreat.max(outcome.defender.retreat) > FARTHEST => {
                table.fault_in(key, at, LOADER, format!("A retreat goes {FARTHEST} hexes at most."));
                None
            }
            Ok(outcome) => Some(outcome),
            Err(part) => {
                let sentence = format!(
                    "{part:?} is no result: a letter A, D or X, then steps, F, R with hexes; or \"-\"."
                );
                table.fault_in(key, at, GRAMMAR, sentence);
                None
            }
        };
        let cells: Vec<Option<Outcome>> = match length {
            Some(_) => table.texts_in_place(key).into_iter().enumerate().map(cell).collect(),
            None => vec![None],
        };
        Self { roll, cells: cells.into_iter().collect(), length }
    }
}

/// Every row has a cell for each column. When all rows agree with one another, it is the columns that are wrong.
fn lengths(node: &Node<'_>, table: &Node<'_>, rows: &[Line], n_columns: usize) {
    let listed: Vec<(i64, usize)> = rows.iter().filter_map(|row| Some((row.roll, row.length?))).collect();
    let (Some((_, first)), true) = (listed.first(), n_columns > 0) else { return };
    if listed.len() > 1 && *first != n_columns && listed.iter().all(|(_, length)| length == first) {
        let sentence = format!("There are {n_columns} columns, and each row has {first} cells.");
        node.fault("columns", LOADER, sentence);
        return;
    }
    for (roll, length) in listed.iter().filter(|(_, length)| *length != n_columns) {
        let sentence = format!("Row {roll} has {length} cells, and there are {n_columns} columns.");
        table.fault(&roll.to_string(), LOADER, sentence);
    }
}

/// Rows that no roll can reach.
fn odd_bounds(node: &Node<'_>, low: i64, high: i64) {
    let (least, most) = (*ROLLS.start(), *ROLLS.end());
    if low < least {
        node.warn(
            "roll_min",
            HOUSE_FILE,
            format!("No modified roll comes below {least}: no row below it is used."),
        );
    }
    if high > most {
        node.warn(
            "roll_max",
            HOUSE_FILE,
            format!("No modified roll comes above {most}: no row above it is used."),
        );
    }
}

/// Warns where a better roll or better odds serve the attacker worse. [CF-CRT-9]
fn not_monotone(table: &Node<'_>, rows: &[Vec<Outcome>], low: i64, labels: &[&str]) {
    let roll = |n: usize| low + i64::try_from(n).unwrap_or(0);
    for (n, pair) in rows.windows(2).enumerate() {
        let falls: Vec<String> = (0..labels.len())
            .filter(|at| worse(&pair[0][*at], &pair[1][*at]))
            .map(|at| format!("{} ({} after {})", labels[at], pair[1][at].words(), pair[0][at].words()))
            .collect();
        if !falls.is_empty() {
            let sentence = format!(
                "A roll of {} serves the attacker worse than {} in column {}.",
                roll(n + 1),
                roll(n),
                falls.join(", ")
            );
            table.warn(&roll(n + 1).to_string(), LOADER, sentence);
        }
    }
    for (n, row) in rows.iter().enumerate() {
        let falls: Vec<String> = (1..row.len())
            .filter(|at| worse(&row[at - 1], &row[*at]))
            .map(|at| {
                format!(
                    "{} than {} ({} after {})",
                    labels[at],
                    labels[at - 1],
                    row[at].words(),
                    row[at - 1].words()
                )
            })
            .collect();
        if !falls.is_empty() {
            let sentence = format!(
                "At a roll of {} better odds serve the attacker worse: {}.",
                roll(n),
                falls.join(", ")
            );
            table.warn(&roll(n).to_string(), LOADER, sentence);
        }
    }
}

fn worse(one: &Outcome, next: &Outcome) -> bool {
    next.attacker.steps > one.attacker.steps
        || next.attacker.retreat > one.attacker.retreat
        || next.defender.steps < one.defender.steps
        || next.defender.retreat < one.defender.retreat
}
