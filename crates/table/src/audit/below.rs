//! What went down to a table below, and what came of it, where its own file is at hand.

use serde_json::Value;

use super::auditor::{Auditor, Difference};
use crate::levels::entry::TableOpened;

impl Auditor {
    /// Whether a table below began from what went down to it.
    pub(super) fn went_down(&self, TableOpened { below: opening }: &TableOpened) -> Result<(), Difference> {
        let Some(lower) = self.below.get(opening.campaign.as_str()) else { return Ok(()) };
        let levels = self.host.game.levels();
        let Some(below) = levels.at(&opening.slot) else { return Ok(()) };
        // A line of chance stands at the end of every set-up.
        let rest = lower.setup.strip_prefix(below.setup.as_str());
        let salted =
            rest.is_some_and(|rest| rest.trim_start().starts_with("# ") && rest.trim().lines().count() == 1);
        if lower.terms != Some(self.host.terms_below()) {
            return Err(format!(
                "the table {} has other terms of its dice than this one gives it",
                opening.slot
            ));
        }
        if lower.system == below.system && salted && lower.position == below.position {
            Ok(())
        } else {
            Err(format!("the table {} did not begin from what went down to it", opening.slot))
        }
    }

    /// The table below that comes to be taken in, and what it handed up where its own file is at hand.
    fn taking_in(&self) -> Option<(&str, Option<&Value>)> {
        let levels = &self.host.memory.levels;
        let slot = levels.taking_in.as_ref()?;
        let lower = levels.below.get(slot).and_then(|known| self.below.get(known.campaign.as_str()));
        Some((slot, lower.and_then(|lower| lower.handed.as_ref())))
    }

    /// The table below whose result comes to be taken in and stands in no file at hand, so that nobody can tell here whether
    /// it is what that table gave.
    pub(super) fn takes_in_unseen(&self) -> Option<String> {
        self.taking_in().filter(|(_, handed)| handed.is_none()).map(|(slot, _)| slot.to_owned())
    }

    /// Whether the command that takes in a table below takes in what that handed up.
    pub(super) fn takes_in_what_came(&self, command: Option<&Value>) -> Result<(), Difference> {
        let Some((slot, Some(handed))) = self.taking_in() else { return Ok(()) };
        if self.host.game.takes_in(slot, handed).as_ref() == command {
            Ok(())
        } else {
            Err(format!("it takes in something else than the table {slot} handed up"))
        }
    }
}
