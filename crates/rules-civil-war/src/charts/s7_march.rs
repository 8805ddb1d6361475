//! CWFF-T5 and CWFF-T6: how marches go, and which of them may meet.

use kernel::{Modifiers, RuleId};

use super::s7_ground::Slows;
use crate::setup::options::Matrix;
use crate::words::Speed;

kernel::chart_rows! {
    /// A row of the march table.
    pub struct March { speed: Speed } says |row| row.speed.word().into();

    /// A row of a table of chances: whether it comes true.
    pub struct Yes { yes: bool } says |row| if row.yes { "yes".into() } else { "no".into() };
}

/// How a march goes and what it is measured by: the die with the modifiers of the ground, less the leader's initiative
/// rating. [CWFF-7B-2] [CWFF-R14]
pub fn modifiers(ground: &[Slows], initiative: i32) -> Modifiers {
    let slowed = |sum: Modifiers, slows: &Slows| sum.plus(slows.die, slows.words, slows.rule);
    ground.iter().fold(Modifiers::none(), slowed).plus(
        -initiative,
        "Initiative of the leader",
        RuleId("CWFF-7B-2"),
    )
}

impl Speed {
    /// The turn on which the force enters. [CWFF-7B-3] [CWFF-7B-4] [CWFF-7B-5]
    pub const fn enters(self) -> u16 {
        match self {
            Self::Swift => 4,
            Self::Deliberate => 9,
            Self::Plodding => 14,
        }
    }

    /// The turn on which both players are told.
    pub const fn told(self) -> u16 {
        self.enters() - 1
    }
}

/// Whether two marches on one flank meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They do.
    Always,
    /// On an even chance.
    Even,
    /// They do not.
    Never,
}

/// [CWFF-T6] [CWFF-7B-6] [CWFF-7B-7] Whether forces on one flank meet.
pub fn meeting(one: Speed, other: Speed, matrix: Matrix) -> Meeting {
    use Speed::{Deliberate, Plodding, Swift};
    match (one, other, matrix) {
        _ if one == other => Meeting::Always,
        (Swift, Deliberate, _) | (Deliberate, Swift, _) => Meeting::Even,
        (Deliberate, Plodding, Matrix::Corrected) | (Plodding, Deliberate, Matrix::Corrected) => {
            Meeting::Even
        }
        (Swift, Plodding, Matrix::Literal) | (Plodding, Swift, Matrix::Literal) => Meeting::Even,
        _ => Meeting::Never,
    }
}
