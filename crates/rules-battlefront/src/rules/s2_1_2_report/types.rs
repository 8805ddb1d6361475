//! Unit types as people write them: by id, or by the name that stands on rosters.

use kernel::Id;

use crate::report::{Report, Seen, shortened};
use crate::setup::Campaign;

/// The id of a type that is written by its id or by its name, in capitals or not; nothing where no type is called so,
/// or several are.
fn meant(campaign: &Campaign, written: Id) -> Option<Id> {
    if campaign.unit_type(written).is_some() {
        return Some(written);
    }
    let wanted = written.as_str().to_lowercase();
    let is = |name: &str| shortened(name).is_some_and(|name| name.as_str().to_lowercase() == wanted);
    let mut called = campaign.unit_types.iter().filter(|kind| is(kind.id.as_str()) || is(&kind.name));
    called.next().filter(|_| called.next().is_none()).map(|kind| kind.id)
}

/// What was seen, with the ids of types instead of their names. What no type is called stays as it is written.
pub(super) fn with_ids(campaign: &Campaign, seen: Seen) -> Seen {
    Seen { kind: meant(campaign, seen.kind).unwrap_or(seen.kind), ..seen }
}

/// A form with the ids of types instead of their names.
pub(super) fn named(campaign: &Campaign, mut report: Report) -> Report {
    report.enemy = report.enemy.iter().map(|seen| with_ids(campaign, *seen)).collect();
    report
}

/// How a type is written in a typed list: by its name, where that is read as this type again.
pub fn written(campaign: &Campaign, kind: Id) -> String {
    let name = campaign.unit_type(kind).map(|known| known.name.trim());
    let is_read = |name: &&str| {
        !name.contains([':', ';', '\n'])
            && shortened(name).and_then(|name| meant(campaign, name)) == Some(kind)
    };
    name.filter(is_read).map_or_else(|| kind.to_string(), str::to_owned)
}
