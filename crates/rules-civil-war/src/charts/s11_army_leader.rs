//! CWFF-T8 and section 11: what an army leader does on the table. [CWFF-11-1]

use crate::setup::options::NoArmyLeader;
use crate::words::{Inches, Rating};

/// [CWFF-11A-1] [CWFF-11D-1] [CWFF-11D-2] The radius within which corps leaders act as usual; never below nothing.
/// [CWFF-R27]
pub const fn radius(army_command: i32) -> Inches {
    let inches = 30 + 6 * army_command;
    Inches::whole(if inches > 0 { inches } else { 0 })
}

/// [CWFF-11B-1] The tactical radius within which an army leader places artillery.
pub const TACTICAL: Inches = Inches::whole(18);

/// [CWFF-11A-2] [CWFF-R26] The maneuver modifier of a corps leader: outside it is one less, which makes no minus.
pub const fn corps_modifier(modifier: i32, inside: bool) -> i32 {
    if inside || modifier <= 0 { modifier } else { modifier - 1 }
}

/// [CWFF-11C-1] [CWFF-R25] The maneuver modifier of an army leader who is attached.
pub const fn attached(rating: Rating) -> i32 {
    match rating {
        Rating::Excellent => 3,
        Rating::Average => 2,
        Rating::Poltroon => 1,
    }
}

/// [CWFF-11B-1] Whether an army leader places an artillery stand of his army that is so far away.
pub fn places_artillery(distance: Inches) -> bool {
    distance <= TACTICAL
}

/// Where an army leader is, as a corps leader sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// So far away, with his army command rating, attached to a brigade or not.
    At(Inches, i32, bool),
    /// There was none in the order of battle.
    NeverWas,
    /// He fell or left.
    Gone,
}

/// [CWFF-11A-1] [CWFF-11C-2] [CWFF-R40] Whether a corps leader counts as inside.
pub fn inside(over: Over, absent: NoArmyLeader) -> bool {
    match over {
        Over::At(distance, army_command, attached) => !attached && distance <= radius(army_command),
        Over::NeverWas => absent == NoArmyLeader::NoEffect,
        Over::Gone => false,
    }
}

/// [CWFF-11D-3] How many maneuver rolls a turn may be rolled again, and whether the enemy chooses them.
pub const fn rerolls(army_command: i32) -> (u32, bool) {
    (army_command.unsigned_abs(), army_command < 0)
}
