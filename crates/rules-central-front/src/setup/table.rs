//! The combat results table as data: columns of odds, rows of modified rolls, cells in the grammar of the rules.

use kernel::{Chart, ChartResult, Die, Node, Row};

use super::cells::{Head, LOADER, beyond, cells, heads};
use super::named;

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

/// An end of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where the odds are worst for the attacker.
    First,
    /// Where they are best.
    Last,
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
}

impl Table {
    /// Reads a table; every fault is noted at its place. Rolls beyond its rows are read in the outermost ones. [CF-ATK-14]
    /// [CF-CRT-1] [CF-CRT-4] [CF-CRT-9]
    pub fn read(node: &Node<'_>) -> Option<Self> {
        let (format, id, title) = (node.text("format"), named(node, "id"), named(node, "title"));
        if format.is_some_and(|format| format != "central-front-crt/1") {
            node.fault("format", LOADER, "A table has the format \"central-front-crt/1\".");
        }
        if node.text("dice").is_some_and(|dice| dice != "2d6") {
            node.fault("dice", "CF-CRT-1", "The table is rolled on with 2d6.");
        }
        let stand_in = node.maybe_text("stand_in");
        let heads = heads(node);
        let (below_first, above_last) = (beyond(node, "below_first"), beyond(node, "above_last"));
        let rows = cells(node, &heads);
        node.close();
        let (id, title, (lowest, rows)) = (id?, title?, rows?);
        let column = |(at, head): (usize, Option<Head>)| {
            let (Head { label, num, den }, last) = (head?, rows.len() - 1);
            let row = |(n, row): (usize, &Vec<Outcome>)| {
                let roll = lowest + i32::try_from(n).unwrap_or(0);
                Row { min: (n > 0).then_some(roll), max: (n < last).then_some(roll), result: row[at] }
            };
            let rows = rows.iter().enumerate().map(row).collect();
            let chart = Chart::new(&id, &format!("{title}, column {label}"), DICE, rows).ok()?;
            Some(Column { label, num, den, chart })
        };
        let columns: Option<Vec<Column>> = heads.into_iter().enumerate().map(column).collect();
        Some(Self { id, title, stand_in, columns: columns?, below_first, above_last })
    }

    /// The last column whose ratio is not above `attack` to `defense`, clamped; in whole numbers, without a division.
    /// [CF-CRT-5]
    pub fn column(&self, attack: u32, defense: u32) -> usize {
        let fits = |column: &Column| {
            u64::from(column.num) * u64::from(defense) <= u64::from(attack) * u64::from(column.den)
        };
        self.columns.iter().rposition(fits).unwrap_or(0)
    }

    /// Whether there are odds that it refuses. [CF-CRT-6]
    pub fn refuses_any(&self) -> bool {
        [self.below_first, self.above_last].contains(&Beyond::Refuse)
    }

    /// Which end of a table that refuses odds beyond its columns these odds are beyond. [CF-CRT-6]
    pub fn refuses(&self, attack: u32, defense: u32) -> Option<End> {
        let (attack, defense) = (u64::from(attack), u64::from(defense));
        let below = self
            .columns
            .first()
            .is_some_and(|first| u64::from(first.num) * defense > attack * u64::from(first.den));
        let above = self.columns.last().is_some_and(|last| {
            (u64::from(last.num) + u64::from(last.den)) * defense <= attack * u64::from(last.den)
        });
        let below = (below && self.below_first == Beyond::Refuse).then_some(End::First);
        below.or((above && self.above_last == Beyond::Refuse).then_some(End::Last))
    }

    /// The column after shifts are summed, clamped once. [CF-CRT-6]
    pub fn shifted(&self, column: usize, shift: i32) -> usize {
        let last = i32::try_from(self.columns.len()).unwrap_or(i32::MAX) - 1;
        let column = i32::try_from(column).unwrap_or(0) + shift;
        usize::try_from(column.clamp(0, last.max(0))).unwrap_or(0)
    }
}
