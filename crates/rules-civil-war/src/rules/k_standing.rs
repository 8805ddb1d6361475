//! What a side has written down in secret stands as soon as something else rests on it. The table takes a step back only
//! while nothing has come into the stream of its side since: so whatever closes the step is told there too. \[HOUSE-UNDO\]

use super::*;

/// [CWFF-4-1] [CWFF-9A-1] Says to sides, in the act that rests on what they have written, that it stands.
pub(super) fn stands(cx: &mut Cx<'_>, battle: BattleId, sides: impl IntoIterator<Item = Side>) -> Adjudged {
    sides.into_iter().try_for_each(|side| cx.record(Stands { battle, side }))
}

kernel::section! { for State, Setup;
    /// What a side had written stands.
    secret Stands { battle: BattleId, side: Side }
    told |_| by(side, battle, "can take back nothing that it had written here.");
}
