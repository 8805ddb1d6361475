//! Tables below a table: what one gives to another, what comes of it, and the law that nothing is lost between them.
//!
//! Rules say what has gone down and what is to come back; see [`System::levels`](crate::System::levels) and the three
//! functions after it. Campaigns and logs are the table's affair.

use std::collections::BTreeMap;

use serde_json::Value;

/// So much of something that is counted, a side's or nobody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// Whose.
    pub side: Option<u8>,
    /// What is counted: `coins`, or the id of a unit.
    pub what: String,
    /// How much of it.
    pub n: u64,
}

impl Stake {
    /// So much of a side's.
    pub fn of(side: impl Into<u8>, what: impl Into<String>, n: impl Into<u64>) -> Self {
        Self { side: Some(side.into()), what: what.into(), n: n.into() }
    }
}

/// A table below, from the act that opens it to the act that settles it.
#[derive(Clone, Debug, PartialEq)]
pub struct Below {
    /// Names it among all that its table ever opens, on the rules' own calendar: `2/ford`. Everybody reads it.
    pub slot: String,
    /// Its system, by its name in files.
    pub system: String,
    /// Its set-up. Title and sides are public, and the sides are those of this table.
    pub setup: String,
    /// The facts of the position that it begins from, where that is not its opening.
    pub position: Option<Value>,
    /// What went down to it.
    pub stakes: Vec<Stake>,
}

/// What is counted at a table, and what has gone down from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Levels {
    /// What is here.
    pub holds: Vec<Stake>,
    /// The tables below, each with what is on the way there and back.
    pub below: Vec<Below>,
}

impl Levels {
    /// The table below of this slot.
    pub fn at(&self, slot: &str) -> Option<&Below> {
        self.below.iter().find(|below| below.slot == slot)
    }
}

/// What a command makes of what went down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The table below that is settled.
    pub slot: String,
    /// What comes back.
    pub back: Vec<Stake>,
    /// What does not.
    pub lost: Vec<Stake>,
}

impl Settled {
    /// What does not add up against what went down: what comes back and what is lost are all of it and no more.
    pub fn differs(&self, below: &Below) -> Option<String> {
        let sums = (sum([&below.stakes]), sum([&self.back, &self.lost]));
        first_other(&sums.0, &sums.1).map(|(account, down, up)| {
            format!("of {account} {down} went down, and {up} come back or are lost")
        })
    }
}

/// What is wrong with what an act did to what is counted: it leads from `was` to `is` and settles `settled`, if anything.
///
/// What goes down leaves this table, what comes back is here again. What is on the way stays as it is until it is
/// settled. An act that opens or settles changes nothing else that is counted.
pub fn moved(was: &Levels, is: &Levels, settled: Option<&Settled>) -> Option<String> {
    let slot = settled.map(|settled| settled.slot.as_str());
    if let Some(settled) = settled {
        let Some(below) = was.at(&settled.slot) else {
            return Some(format!("{} is settled and is no table below", settled.slot));
        };
        if let Some(differs) = settled.differs(below) {
            return Some(format!("{}: {differs}", settled.slot));
        }
        if is.at(&settled.slot).is_some() {
            return Some(format!("{} is settled and still on the way", settled.slot));
        }
    }
    let changed = |below: &&Below| Some(below.slot.as_str()) != slot && is.at(&below.slot) != Some(below);
    if let Some(below) = was.below.iter().find(changed) {
        return Some(format!("{} was not settled and is not what it was", below.slot));
    }
    let down: Vec<&Vec<Stake>> = opened(was, is).map(|below| &below.stakes).collect();
    if down.is_empty() && settled.is_none() {
        return None;
    }
    let nothing = Vec::new();
    let back = settled.map_or(&nothing, |settled| &settled.back);
    let before = sum([&was.holds, back]);
    let after = sum(down.into_iter().chain([&is.holds]));
    first_other(&before, &after).map(|(account, before, after)| {
        format!("of {account} there were {before}, and {after} are here or went down")
    })
}

/// The tables below that an act has opened.
pub fn opened<'l>(was: &'l Levels, is: &'l Levels) -> impl Iterator<Item = &'l Below> {
    is.below.iter().filter(|below| was.at(&below.slot).is_none())
}

type Sums<'s> = BTreeMap<(Option<u8>, &'s str), u64>;

fn sum<'s>(lists: impl IntoIterator<Item = &'s Vec<Stake>>) -> Sums<'s> {
    let mut sums = Sums::new();
    for stake in lists.into_iter().flatten() {
        let sum = sums.entry((stake.side, stake.what.as_str())).or_default();
        *sum = sum.saturating_add(stake.n);
    }
    sums.retain(|_, n| *n > 0);
    sums
}

/// The first account that two sums do not agree on.
fn first_other(one: &Sums<'_>, other: &Sums<'_>) -> Option<(String, u64, u64)> {
    let of = |sums: &Sums<'_>, account| sums.get(account).copied().unwrap_or(0);
    let account = one.keys().chain(other.keys()).find(|account| of(one, account) != of(other, account))?;
    let name = match account {
        (Some(side), what) => format!("side {side}'s {what}"),
        (None, what) => (*what).to_owned(),
    };
    Some((name, of(one, account), of(other, account)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coins(first: u64, second: u64) -> Vec<Stake> {
        vec![Stake::of(0, "coins", first), Stake::of(1, "coins", second)]
    }

    fn below(slot: &str, stakes: Vec<Stake>) -> Below {
        Below { slot: slot.into(), system: "s".into(), setup: String::new(), position: None, stakes }
    }

    fn levels(holds: Vec<Stake>, below: Vec<Below>) -> Levels {
        Levels { holds, below }
    }

    fn settled(back: Vec<Stake>, lost: Vec<Stake>) -> Settled {
        Settled { slot: "1/ford".into(), back, lost }
    }

    #[test]
    fn what_comes_back_and_what_is_lost_is_what_went_down() {
        let ford = below("1/ford", coins(3, 0));
        assert_eq!(settled(coins(1, 0), coins(2, 0)).differs(&ford), None);
        assert_eq!(settled(coins(3, 0), Vec::new()).differs(&ford), None);
        let lost = settled(coins(1, 0), coins(1, 0)).differs(&ford);
        assert_eq!(lost.as_deref(), Some("of side 0's coins 3 went down, and 2 come back or are lost"));
        for made in [settled(coins(3, 1), Vec::new()), settled(coins(4, 0), Vec::new())] {
            assert!(made.differs(&ford).is_some(), "{made:?}");
        }
        let other = Stake { side: None, ..Stake::of(0, "guns", 1_u64) };
        let strange = settled(coins(3, 0), vec![other]).differs(&ford);
        assert_eq!(strange.as_deref(), Some("of guns 0 went down, and 1 come back or are lost"));
    }

    #[test]
    fn what_goes_down_leaves_the_table_above() {
        let was = levels(coins(5, 5), Vec::new());
        let down = || vec![below("1/ford", coins(3, 0))];
        assert_eq!(moved(&was, &levels(coins(2, 5), down()), None), None);
        assert!(moved(&was, &levels(coins(5, 5), down()), None).is_some());
        // Whatever else is counted may change when nothing goes down or comes back.
        assert_eq!(moved(&was, &levels(coins(9, 0), Vec::new()), None), None);
    }

    #[test]
    fn what_is_on_the_way_stays_until_it_is_settled() {
        let was = levels(coins(2, 5), vec![below("1/ford", coins(3, 0)), below("1/mill", coins(0, 1))]);
        let mill = || below("1/mill", coins(0, 1));
        let home = settled(coins(1, 0), coins(2, 0));
        assert_eq!(moved(&was, &levels(coins(3, 5), vec![mill()]), Some(&home)), None);
        assert!(moved(&was, &levels(coins(5, 5), vec![mill()]), Some(&home)).is_some());
        assert!(moved(&was, &levels(coins(3, 5), vec![mill()]), None).is_some());
        assert!(moved(&was, &levels(coins(3, 5), Vec::new()), Some(&home)).is_some());
        let more = below("1/mill", coins(0, 2));
        assert!(moved(&was, &levels(coins(3, 5), vec![more]), Some(&home)).is_some());
        assert!(moved(&was, &was, Some(&home)).is_some());
        let nowhere = Settled { slot: "2/ford".into(), ..home };
        assert!(moved(&was, &was, Some(&nowhere)).is_some());
    }
}
