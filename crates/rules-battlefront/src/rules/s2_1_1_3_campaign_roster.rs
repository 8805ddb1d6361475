//! [BF-2.1.1.3] Maintaining the campaign roster.

use kernel::Id;

use crate::facts::Element;
use crate::ids::GroupId;
use crate::state::State;
use crate::words::{Class, Side, Standing};

/// [BF-2.1.1.3-1] The unit type of a formation: its group, or itself when it belongs to none. [BF-R53]
pub fn unit_type(element: &Element) -> Id {
    element.group.map_or_else(|| element.id.into(), Id::from)
}

/// Why a formation cannot be deployed now, if it cannot. What was bought may be, unless it is still to arrive.
/// [BF-2.1.1.4-6, BF-2.1.1.2.W-4, BF-2.1.1.3.2-5, BF-R26]
pub fn unavailable(state: &State, element: &Element) -> Option<String> {
    match element.standing {
        Standing::Withdrawn => {
            Some(format!("{} has been withdrawn for the rest of the campaign.", element.id))
        }
        Standing::Struck => Some(format!("{} was struck when it was combined.", element.id)),
        Standing::InPlay if element.living().next().is_none() => {
            Some(format!("{} has no living stand.", element.id))
        }
        Standing::InPlay if element.available_from > state.facts.day => {
            let days = &state.campaign().days;
            let day = days.get(usize::from(element.available_from) - 1);
            let when = day.map_or_else(|| "after the campaign".into(), |day| day.date.day_and_month());
            Some(format!("{} arrives {when}.", element.id))
        }
        Standing::InPlay => None,
    }
}

/// How many of a group a side could deploy in the present slot. [BF-2.1.1.3-3]
pub fn n_deployable(state: &State, side: Side, group: GroupId) -> u16 {
    let facts = state.side(side);
    let class = state.setup_of(side).group(group).map_or(Class::Infantry, |group| group.class);
    let n = match class {
        Class::OffBoard => facts.modules.iter().filter(|module| module.group == group).count(),
        Class::Air => facts
            .flights
            .iter()
            .filter(|flight| flight.group == group && flight.day == state.facts.day)
            .count(),
        Class::Points => facts.purchases.iter().filter(|purchase| purchase.group == Some(group)).count(),
        _ => {
            let of_group = facts.elements.iter().filter(|element| element.group == Some(group));
            of_group.filter(|element| unavailable(state, element).is_none()).count()
        }
    };
    n as u16
}
