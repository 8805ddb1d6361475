//! Names in the order in which people count: `G-12-2` before `G-12-10`.

use std::cmp::Ordering;

use kernel::Id;

use crate::perimeter::{Standing, Unit, on_the_map};
use crate::state::State;

/// A stretch of a name. A number comes before a word, a smaller number before a greater one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stretch<'n> {
    /// How many digits it has without leading noughts, and these: compares as a number of any length.
    Number(usize, &'n str),
    Word(&'n str),
}

/// What a name is sorted by. Names that differ have keys that differ: the name itself decides at last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Natural<'n>(Vec<Stretch<'n>>, &'n str);

/// The key of a name, its digits read as numbers.
pub fn natural(name: &str) -> Natural<'_> {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let mut stretches = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let number = is_digit(first);
        let end = rest.find(|sign| is_digit(sign) != number).unwrap_or(rest.len());
        let (stretch, after) = rest.split_at(end);
        stretches.push(match number {
            true => {
                let figures = stretch.trim_start_matches('0');
                Stretch::Number(figures.len(), figures)
            }
            false => Stretch::Word(stretch),
        });
        rest = after;
    }
    Natural(stretches, name)
}

/// The living stands on the map, by side and name, as pages list them. The geometry has an order of its own.
pub fn listed_on_the_map(state: &State) -> Vec<Standing<'_>> {
    let mut standing: Vec<Standing<'_>> = on_the_map(state).collect();
    standing.sort_by(|a, b| by_unit(&a.unit, &b.unit));
    standing
}

/// Units by side, and those of a side as people count.
pub fn by_unit(a: &Unit, b: &Unit) -> Ordering {
    a.side.cmp(&b.side).then_with(|| by_name(&a.id, &b.id))
}

/// The order of two ids as people count.
pub fn by_name<I: Into<Id> + Copy>(a: &I, b: &I) -> Ordering {
    let [a, b]: [Id; 2] = [(*a).into(), (*b).into()];
    natural(a.as_str()).cmp(&natural(b.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_as_numbers() {
        let mut names =
            ["G-12-10", "G-2-1", "G-12-2", "G-12-1", "A-1", "G-12", "GI1.10-3", "GI1.9-3", "V10", "V9"];
        names.sort_by(|a, b| natural(a).cmp(&natural(b)));
        let wanted =
            ["A-1", "G-2-1", "G-12", "G-12-1", "G-12-2", "G-12-10", "GI1.9-3", "GI1.10-3", "V9", "V10"];
        assert_eq!(names, wanted);
    }

    #[test]
    fn names_that_differ_are_told_apart() {
        assert!(natural("G-1") < natural("G-01") || natural("G-01") < natural("G-1"));
        assert_ne!(natural("G-1"), natural("G-01"));
        // Longer than any number of the machine.
        assert!(natural("9".repeat(23).as_str()) < natural(&format!("1{}", "0".repeat(23))));
    }
}
