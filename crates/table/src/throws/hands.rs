//! By whose hand a throw may be made in a campaign.

use super::entry::Typing;
use crate::host::Host;

impl Host {
    /// Whether nobody has to be asked: the campaign was laid out so, began before there was a choice, or has no dice here.
    pub(crate) fn types_freely(&self) -> bool {
        self.secret.is_none() || !self.types_by_consent()
    }

    /// Whether the campaign was laid out so that all sides have to agree.
    pub(crate) fn types_by_consent(&self) -> bool {
        self.memory.dice.terms.is_some_and(|terms| terms.table == Typing::Agreed)
    }

    /// Whether the campaign goes on without the secret of its dice, and nobody has been told yet. Where dice are typed in
    /// freely there is nothing to tell.
    pub(crate) fn goes_on_without_dice(&self) -> bool {
        let dice = &self.memory.dice;
        self.secret.is_none() && self.types_by_consent() && !dice.missing && !dice.shown
    }

    /// Whether a throw may be typed in now.
    pub(crate) fn may_type(&self) -> bool {
        self.types_freely() || self.memory.dice.throws.stands
    }
}
