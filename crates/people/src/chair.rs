//! A seat at one campaign.

/// A seat at one campaign, by the names that the address of its page uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chair {
    /// The campaign's id.
    pub campaign: String,
    /// The seat's stable name: `umpire`, `side-0`, `spectator`.
    pub seat: String,
}

impl Chair {
    /// The chair of `seat` at `campaign`.
    pub fn new(campaign: impl Into<String>, seat: impl Into<String>) -> Self {
        Self { campaign: campaign.into(), seat: seat.into() }
    }
}
