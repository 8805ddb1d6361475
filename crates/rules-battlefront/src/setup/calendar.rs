//! Days, slots and the historical modifiers. [BF-2-1, BF-2-2, BF-2.S-7, BF-T2]

use std::fmt;
use std::str::FromStr;

use kernel::PerSide;
use kernel::reader::Node;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::de::DeValue;

use super::SideNames;
use crate::words::{Side, SlotKind};

/// A date of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Year, four digits.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day of the month, 1 to 31.
    pub day: u8,
}

impl Date {
    /// A date; it is not checked against the calendar.
    pub const fn new(year: u16, month: u8, day: u8) -> Self {
        Self { year, month, day }
    }

    /// "24 Dec", for narrow places.
    pub fn short(self) -> String {
        let words = self.day_and_month();
        let month = words.find(' ').map_or(words.len(), |blank| words.len().min(blank + 4));
        words[..month].to_owned()
    }

    /// "24 December".
    pub fn day_and_month(self) -> String {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        format!("{} {}", self.day, MONTHS[usize::from(self.month.clamp(1, 12)) - 1])
    }

    fn is_real(self) -> bool {
        let leap =
            self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        let days = match self.month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return false,
        };
        (1..=days).contains(&self.day)
    }
}

impl fmt::Display for Date {
    /// `1942-12-24`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no date such as 1942-12-24");
        let mut parts = text.split('-').map(str::parse::<u16>);
        let mut next = || parts.next().and_then(Result::ok).ok_or_else(wrong);
        let (year, month, day) = (next()?, next()?, next()?);
        let small = |number: u16| u8::try_from(number).map_err(|_| wrong());
        let date = Self { year, month: small(month)?, day: small(day)? };
        if date.is_real() && text.len() == 10 { Ok(date) } else { Err(wrong()) }
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A side's entry in the historical chart: a modifier, or `None` for "No CPP's". [BF-2.1.1.1.D]
pub type HistoricalModifier = Option<i32>;

/// One scenario slot of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What part of the day.
    pub kind: SlotKind,
    /// The historical modifier of each side.
    pub drm: PerSide<HistoricalModifier>,
}

/// One campaign day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    /// Its date. A night slot and the night after it carry the same date.
    pub date: Date,
    /// Its slots in order, one to three.
    pub slots: Vec<Slot>,
    /// Fortification purchase points that each side is granted at its opening. [BF-2.1.1.5-2]
    pub grant: PerSide<i32>,
}

const ORDERS: [&[SlotKind]; 6] = {
    use SlotKind::{Afternoon, Full, Morning, Night};
    [
        &[Full],
        &[Morning],
        &[Morning, Afternoon],
        &[Morning, Night],
        &[Morning, Afternoon, Night],
        &[Full, Night],
    ]
};

/// A date field that must stand there, written as a TOML date or as a text.
pub(crate) fn date(node: &Node<'_>, key: &str, rule: &str) -> Option<Date> {
    let Some(value) = node.value(key) else {
        node.fault(key, rule, format!("The field {key:?} is missing: a date such as 1942-12-24."));
        return None;
    };
    let text = match value.get_ref() {
        DeValue::Datetime(date) => date.to_string(),
        DeValue::String(text) => text.to_string(),
        _ => String::new(),
    };
    let date = text.parse::<Date>();
    date.map_err(|_| node.fault(key, rule, format!("The field {key:?} must be a date such as 1942-12-24.")))
        .ok()
}

/// Reads `[[days]]`.
pub(crate) fn read(root: &Node<'_>, sides: &SideNames) -> Vec<Day> {
    let mut days: Vec<Day> = Vec::new();
    let nodes = root.tables("days");
    if nodes.is_empty() {
        root.fault("days", "BF-2-1", "A campaign has at least one day: [[days]] with date, slots and drm.");
    }
    for node in &nodes {
        let when = date(node, "date", "BF-2-1");
        if let (Some(when), Some(last)) = (when, days.last())
            && when <= last.date
        {
            node.fault(
                "date",
                "BF-2-1",
                format!("{when} does not come after {}; days stand in order.", last.date),
            );
        }
        let (kinds, in_order) = slot_kinds(node);
        let drm = historical_modifiers(node, sides, node.texts("slots").len());
        let grant = node.maybe_table("fpp").map_or_else(PerSide::default, |table| {
            let grant = sides.each(|id| table.maybe_number(id, 0..=1000).unwrap_or(0) as i32);
            table.close();
            grant
        });
        node.close();
        // Slots in a wrong order are told once; nothing more is asked of them.
        let kinds = if in_order { kinds.as_slice() } else { &[] };
        let slots = kinds.iter().zip(drm).map(|(kind, drm)| Slot { kind: *kind, drm }).collect();
        days.push(Day { date: when.unwrap_or(Date::new(1, 1, 1)), slots, grant });
    }
    days
}

/// The slots as far as they are known, and whether they are as the rules have it. [BF-R10]
fn slot_kinds(node: &Node<'_>) -> (Vec<SlotKind>, bool) {
    let mut kinds = Vec::new();
    if !node.has("slots") {
        node.fault("slots", "BF-2-1", "A day has one to three slots, such as slots = [\"am\", \"pm\"].");
        return (kinds, false);
    }
    let mut all_known = true;
    let texts = node.texts("slots");
    let n_slots = texts.len();
    for text in texts {
        match SlotKind::read(&text) {
            Some(kind) => kinds.push(kind),
            None => {
                all_known = false;
                let known = SlotKind::all_words();
                node.fault("slots", "BF-2-2", format!("{text:?} is no slot; there are {known}."));
            }
        }
    }
    let in_order = ORDERS.contains(&kinds.as_slice());
    if !(1..=3).contains(&n_slots) {
        node.fault("slots", "BF-2-1", format!("A day has one to three slots, not {n_slots}."));
    } else if all_known && !in_order {
        let order = "full; am; am, pm; am, night; am, pm, night; or full, night";
        node.fault("slots", "BF-2-2", format!("The slots of a day are, in this order: {order}."));
    }
    (kinds, in_order && all_known)
}

/// One row for the day, or a list with one row per slot.
fn historical_modifiers(
    node: &Node<'_>,
    sides: &SideNames,
    n_slots: usize,
) -> Vec<PerSide<HistoricalModifier>> {
    let per_slot = node.value("drm").is_some_and(|value| value.get_ref().is_array());
    let rows: Vec<_> = if per_slot {
        node.tables("drm").iter().map(|row| modifier_row(row, sides)).collect()
    } else if let Some(row) = node.maybe_table("drm") {
        vec![modifier_row(&row, sides); n_slots.max(1)]
    } else {
        if !node.has("drm") {
            let example = "drm = { side = 0, other = \"none\" }";
            node.fault(
                "drm",
                "BF-2.S-7",
                format!("The historical modifiers of this day are missing: {example}."),
            );
        }
        vec![PerSide::new(Some(0), Some(0)); n_slots.max(1)]
    };
    if per_slot && rows.len() != n_slots {
        let sentence = format!("There are {} rows of modifiers for {n_slots} slots.", rows.len());
        node.fault("drm", "BF-2.S-7", sentence);
    }
    rows
}

fn modifier_row(row: &Node<'_>, sides: &SideNames) -> PerSide<HistoricalModifier> {
    let read = sides.each(|id| match row.value(id).map(|value| value.get_ref()) {
        Some(DeValue::Integer(_)) => row.maybe_number(id, -20..=20).map(|drm| drm as i32),
        Some(DeValue::String(word)) if word == "none" => None,
        Some(_) => {
            row.fault(
                id,
                "BF-2.S-7",
                "A historical modifier is a whole number, or \"none\" for no points at all.",
            );
            Some(0)
        }
        None => {
            row.fault(id, "BF-2.S-7", format!("The modifier of {id:?} is missing in this row."));
            Some(0)
        }
    });
    row.close();
    read
}

/// The slot kinds that occur on days with more than one slot, and how many slots such a day has at most.
pub(crate) fn kinds_in_use(days: &[Day]) -> Vec<(SlotKind, usize)> {
    SlotKind::ALL
        .iter()
        .filter_map(|kind| {
            let with = days.iter().filter(|day| day.slots.iter().any(|slot| slot.kind == *kind));
            with.map(|day| day.slots.len()).max().map(|most| (*kind, most))
        })
        .collect()
}

/// The entry of a side, by place.
pub(crate) fn drm_of(slot: &Slot, side: Side) -> HistoricalModifier {
    slot.drm[side]
}
