//! The combat results table as data: columns of odds, rows of modified rolls, cells in the grammar of the rules.

use kernel::{Chart, ChartResult, Die, Node, Row};

/// The rule of the cells' grammar.
const GRAMMAR: &str = "CF-CRT-2";
/// The rule of what a table must be to load.
const LOADER: &str = "CF-CRT-9";
/// The most hexes of a retreat: every path of so many is looked at.
const FARTHEST: u8 = 6;
/// The dice thrown on the table. [CF-CRT-1]
pub const DICE: Die = Die::Sum { n: 2, sides: 6 };

/// What a cell says of one side. [CF-CRT-1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Steps lost.
    pub steps: u8,
    /// Whether each unit takes an action point. [CF-CRT-3]
    pub friction: bool,
    /// Hexes to retreat.
    pub retreat: u8,
}

impl Part {
    /// As it stands in a cell after the side's letter.
    fn words(self, letter: char) -> String {
        let mut words = String::from(letter);
        if self.steps > 0 {
            words.push_str(&self.steps.to_string());
        }
        if self.friction {
            words.push('F');
        }
        if self.retreat > 0 {
            words.push_str(&format!("R{}", self.retreat));
        }
        words
    }
}

/// One cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What it says of the attacker.
    pub attacker: Part,
    /// What it says of the defender.
    pub defender: Part,
}

impl ChartResult for Outcome {
    fn words(&self) -> String {
        let none = Part::default();
        match (self.attacker, self.defender) {
            (attacker, defender) if attacker == none && defender == none => "-".into(),
            (attacker, defender) if attacker == defender => attacker.words('X'),
            (attacker, defender) if defender == none => attacker.words('A'),
            (attacker, defender) if attacker == none => defender.words('D'),
            (attacker, defender) => format!("{} {}", attacker.words('A'), defender.words('D')),
        }
    }
}

impl Outcome {
    /// Reads a cell: `-`, or parts with blanks between them. A side named twice adds steps, takes F once and the
    /// greatest retreat. [CF-CRT-2] [CF-CRT-3]
    ///
    /// # Errors
    /// The part that is none.
    pub fn read(cell: &str) -> Result<Self, String> {
        if cell == "-" {
            return Ok(Self::default());
        }
        let mut outcome = Self::default();
        let mut any = false;
        for part in cell.split(' ') {
            let (letter, read) = read_part(part).ok_or_else(|| part.to_owned())?;
            any = true;
            if matches!(letter, 'A' | 'X') {
                outcome.attacker = both(outcome.attacker, read);
            }
            if matches!(letter, 'D' | 'X') {
                outcome.defender = both(outcome.defender, read);
            }
        }
        if any { Ok(outcome) } else { Err(cell.to_owned()) }
    }
}

fn both(one: Part, other: Part) -> Part {
    Part {
        steps: one.steps.saturating_add(other.steps),
        friction: one.friction || other.friction,
        retreat: one.retreat.max(other.retreat),
    }
}

fn read_part(part: &str) -> Option<(char, Part)> {
    let mut rest = part;
    let letter = rest.chars().next().filter(|letter| matches!(letter, 'A' | 'D' | 'X'))?;
    rest = &rest[1..];
    let steps = number(&mut rest);
    let friction = rest.strip_prefix('F').is_some_and(|after| {
        rest = after;
        true
    });
    let retreat = match rest.strip_prefix('R') {
        Some(after) => {
            rest = after;
            Some(number(&mut rest)?)
        }
        None => None,
    };
    let part = Part { steps: steps.unwrap_or(0), friction, retreat: retreat.unwrap_or(0) };
    rest.is_empty().then_some((letter, part))
}

/// One or two digits at the head of a text.
fn number(rest: &mut &str) -> Option<u8> {
    let end = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..end].parse().ok()?;
    *rest = &rest[end..];
    Some(number)
}

/// What odds outside the columns come to. [CF-CRT-6]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The outermost column is used.
    Clamp,
    /// The attack cannot be made.
    Refuse,
}

/// One column of odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its head: `3-1`.
    pub label: String,
    /// Attack strength …
    pub num: u32,
    /// … to defense strength.
    pub den: u32,
    /// Its cells by modified roll.
    pub chart: Chart<Outcome>,
}

/// A combat results table. [CF-CRT-4]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its id: `cf-default-2d6`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Why it stands in for a printed table, when it does.
    pub stand_in: Option<String>,
    /// Columns from the worst to the best odds for the attacker.
    pub columns: Vec<Column>,
    /// Odds below the first column.
    pub below_first: Beyond,
    /// Odds above the last.
    pub above_last: Beyond,
    /// What is odd about it and no fault. [CF-CRT-9]
    pub warnings: Vec<String>,
}

impl Table {
    /// Reads a table; every fault is noted at its place. [CF-CRT-4] [CF-CRT-9]
    pub fn read(node: &Node<'_>) -> Option<Self> {
        let (format, id, title) = (node.text("format"), node.text("id"), node.text("title"));
        if format.is_some_and(|format| format != "central-front-crt/1") {
            node.fault("format", LOADER, "A table has the format \"central-front-crt/1\".");
        }
        if node.text("dice").is_some_and(|dice| dice != "2d6") {
            node.fault("dice", "CF-CRT-1", "The table is rolled on with 2d6.");
        }
        let stand_in = node.maybe_text("stand_in");
        let (low, high) = (node.number("roll_min", -20..=40), node.number("roll_max", -20..=40));
        let heads: Vec<(String, u32, u32)> = node.tables("columns").iter().filter_map(head).collect();
        if heads.is_empty() {
            node.fault("columns", LOADER, "The table has no columns.");
        }
        for (at, pair) in heads.windows(2).enumerate() {
            let [(_, a, b), (_, c, d)] = pair else { continue };
            if u64::from(*a) * u64::from(*d) >= u64::from(*c) * u64::from(*b) {
                node.fault_in("columns", at + 1, LOADER, "Columns rise from the worst to the best odds.");
            }
        }
        let (below_first, above_last) = (beyond(node, "below_first"), beyond(node, "above_last"));
        let rows = match (low, high, node.maybe_table("rows")) {
            (Some(low), Some(high), Some(rows)) if low <= high => cells(&rows, low, high, heads.len()),
            (Some(low), Some(high), None) if low <= high => {
                node.fault("rows", LOADER, "The table has no rows.");
                None
            }
            (Some(low), Some(high), _) if low > high => {
                node.fault("roll_max", LOADER, "The highest row stands below the lowest.");
                None
            }
            _ => None,
        };
        node.close();
        let (id, title, rows) = (id?, title?, rows?);
        let lowest = i32::try_from(low?).ok()?;
        let column = |(at, (label, num, den)): (usize, (String, u32, u32))| {
            let last = rows.len() - 1;
            let row = |(n, row): (usize, &Vec<Outcome>)| {
                let roll = lowest + i32::try_from(n).unwrap_or(0);
                Row { min: (n > 0).then_some(roll), max: (n < last).then_some(roll), result: row[at] }
            };
            let rows = rows.iter().enumerate().map(row).collect();
            let chart = Chart::new(&id, &format!("{title}, column {label}"), DICE, rows).ok()?;
            Some(Column { label, num, den, chart })
        };
        let columns: Option<Vec<Column>> = heads.into_iter().enumerate().map(column).collect();
        let warnings = monotone(&rows);
        Some(Self { id, title, stand_in, columns: columns?, below_first, above_last, warnings })
    }

    /// The last column whose ratio is not above `attack` to `defense`, clamped; in whole numbers, without a division.
    /// [CF-CRT-5]
    pub fn column(&self, attack: u32, defense: u32) -> usize {
        let fits = |column: &Column| {
            u64::from(column.num) * u64::from(defense) <= u64::from(attack) * u64::from(column.den)
        };
        self.columns.iter().rposition(fits).unwrap_or(0)
    }

    /// Whether a table that refuses odds beyond its columns refuses these. [CF-CRT-6]
    pub fn refuses(&self, attack: u32, defense: u32) -> bool {
        let (attack, defense) = (u64::from(attack), u64::from(defense));
        let below = self
            .columns
            .first()
            .is_some_and(|first| u64::from(first.num) * defense > attack * u64::from(first.den));
        let above = self.columns.last().is_some_and(|last| {
            (u64::from(last.num) + u64::from(last.den)) * defense <= attack * u64::from(last.den)
        });
        (below && self.below_first == Beyond::Refuse) || (above && self.above_last == Beyond::Refuse)
    }

    /// The column after shifts are summed, clamped once. [CF-CRT-6]
    pub fn shifted(&self, column: usize, shift: i32) -> usize {
        let last = i32::try_from(self.columns.len()).unwrap_or(i32::MAX) - 1;
        let column = i32::try_from(column).unwrap_or(0) + shift;
        usize::try_from(column.clamp(0, last.max(0))).unwrap_or(0)
    }
}

fn head(node: &Node<'_>) -> Option<(String, u32, u32)> {
    let (label, num, den) = (node.text("label"), node.number("num", 1..=1000), node.number("den", 1..=1000));
    node.close();
    Some((label?, u32::try_from(num?).ok()?, u32::try_from(den?).ok()?))
}

fn beyond(node: &Node<'_>, key: &str) -> Beyond {
    match node.text(key).as_deref() {
        Some("refuse") => Beyond::Refuse,
        Some("clamp") | None => Beyond::Clamp,
        Some(_) => {
            node.fault(key, "CF-CRT-6", "Odds beyond the columns are \"clamp\" or \"refuse\".");
            Beyond::Clamp
        }
    }
}

/// The cells from the lowest to the highest row.
fn cells(node: &Node<'_>, low: i64, high: i64, n_columns: usize) -> Option<Vec<Vec<Outcome>>> {
    let mut rows = Vec::new();
    for roll in low..=high {
        let key = roll.to_string();
        if !node.has(&key) {
            node.fault(&key, LOADER, format!("The row for {roll} is missing."));
            continue;
        }
        let texts = node.texts(&key);
        if texts.len() != n_columns {
            let sentence =
                format!("Row {roll} has {} cells, and there are {n_columns} columns.", texts.len());
            node.fault(&key, LOADER, sentence);
        }
        let mut row = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            match Outcome::read(text) {
                Ok(outcome) => {
                    if outcome.attacker.retreat.max(outcome.defender.retreat) > FARTHEST {
                        let sentence = format!("A retreat goes {FARTHEST} hexes at most.");
                        node.fault_in(&key, at, LOADER, sentence);
                    }
                    row.push(outcome);
                }
                Err(part) => node.fault_in(
                    &key,
                    at,
                    GRAMMAR,
                    format!(
                        "{part:?} is no result: a letter A, D or X, then steps, F, R with hexes; or \"-\"."
                    ),
                ),
            }
        }
        if row.len() == n_columns {
            rows.push(row);
        }
    }
    node.close();
    let n_rows = usize::try_from(high - low + 1).ok()?;
    (rows.len() == n_rows && n_columns > 0).then_some(rows)
}

/// Where a better roll or better odds serve the attacker worse. [CF-CRT-9]
fn monotone(rows: &[Vec<Outcome>]) -> Vec<String> {
    let worse = |one: &Outcome, next: &Outcome| {
        next.attacker.steps > one.attacker.steps
            || next.attacker.retreat > one.attacker.retreat
            || next.defender.steps < one.defender.steps
            || next.defender.retreat < one.defender.retreat
    };
    let mut warnings = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        for at in 0..row.len() {
            let down = rows.get(n + 1).is_some_and(|next| worse(&row[at], &next[at]));
            let across = row.get(at + 1).is_some_and(|next| worse(&row[at], next));
            if down || across {
                warnings.push(format!(
                    "The table is not monotone: after row {} of column {} a better {} serves the attacker worse.",
                    n + 1,
                    at + 1,
                    if down { "roll" } else { "ratio" }
                ));
            }
        }
    }
    warnings
}
