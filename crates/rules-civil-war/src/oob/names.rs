//! Names in an order of battle, and of what a player may place on the field: brigades, leaders, batteries.

use kernel::Id;

use super::{Batteries, Oob};
use crate::battle::Muster;
use crate::words::{Arm, LeaderId, UnitId};

/// What a name means to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A brigade.
    Brigade,
    /// A leader with a counter.
    Counter(LeaderId),
    /// The Average leader of a division or a corps without a counter. [CWFF-4D-2]
    Command,
    /// A battery, on foot or of horse, by its number.
    Battery(Arm, u16),
}

/// The battery that a name means: `battery-1` on foot, `horse-battery-1` of horse. An order of battle counts batteries, so
/// players number them.
pub fn battery(name: &str) -> Option<(Arm, u16)> {
    let (arm, number) = match name.strip_prefix("horse-battery-") {
        Some(number) => (Arm::Cavalry, number),
        None => (Arm::Infantry, name.strip_prefix("battery-")?),
    };
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some((arm, number))
}

/// What so many batteries are called, those on foot first.
pub fn batteries(of: Batteries) -> impl Iterator<Item = UnitId> {
    let foot = (1..=of.foot).map(|n| format!("battery-{n}"));
    let horse = (1..=of.horse).map(|n| format!("horse-battery-{n}"));
    foot.chain(horse).filter_map(|name| Id::new(&name).ok()).map(UnitId::from)
}

/// The signs that part what players write from one another.
const PARTING: [char; 3] = [';', ':', ','];

/// Why no text that players write could hold a name; nothing where one can. Orders of battle, places and reports are read line
/// by line, and each line by these signs.
pub fn cannot_be_written(name: &str) -> Option<String> {
    let lone_dash = name == "-" || name == "–";
    let parts = name.contains(PARTING) || name.contains(char::is_control) || name.trim() != name;
    (lone_dash || parts).then(|| {
        format!(
            "“{name}” cannot be written in an order of battle: a name holds no semicolon, no colon and no comma, begins and ends \
             with a letter or another sign, and is more than a dash."
        )
    })
}

/// Whether a name means something else where players write: a line of an order or a report, or a battery.
pub fn is_taken(name: &str) -> bool {
    let lines = ["Army", "Attached", "Batteries", "First"];
    let begins = ["Corps ", "Division ", "Leader ", "Player "];
    lines.contains(&name) || begins.iter().any(|word| name.starts_with(word)) || battery(name).is_some()
}

impl Batteries {
    /// How many of an arm.
    pub const fn of(self, arm: Arm) -> u16 {
        match arm {
            Arm::Infantry => self.foot,
            Arm::Cavalry => self.horse,
        }
    }
}

impl Oob {
    /// What a name means in this order of battle; nothing of other names, those of the enemy among them.
    pub fn named(&self, muster: &Muster, unit: UnitId) -> Option<Named> {
        if self.brigade(unit).is_some() {
            return Some(Named::Brigade);
        }
        let leader = LeaderId::from(kernel::Id::from(unit));
        if muster.leader(leader).is_some() {
            return Some(Named::Counter(leader));
        }
        let is_average = self.corps.iter().any(|corps| corps.id == unit && corps.leader.is_none())
            || self.divisions.iter().any(|division| division.id == unit && division.leader.is_none());
        if is_average {
            return Some(Named::Command);
        }
        let (arm, number) = battery(unit.as_str())?;
        (number <= self.all_batteries().of(arm)).then_some(Named::Battery(arm, number))
    }

    /// The brigades of a division or a corps.
    pub fn brigades_of(&self, command: UnitId) -> impl Iterator<Item = UnitId> {
        let of = move |(division, _): &(&super::Division, &super::Brigade)| {
            division.id == command || division.corps == Some(command)
        };
        self.brigades().filter(of).map(|(_, brigade)| brigade.id)
    }
}
