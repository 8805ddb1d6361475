//! What a side has done in a battle: what of it is public, and what is its own.

use serde::{Deserialize, Serialize};

use super::{Flanks, Rated, Report, Segment, Spot};
use crate::oob::Oob;
use crate::setup::Ratio;
use crate::words::{Account, Flank, LeaderId, SpId, UnitId, Use};

/// How a side left the field. [CWFF-8-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Left {
    /// The neutral declared it driven off, or it had nothing left there.
    Driven,
    /// It withdrew or conceded.
    Withdrew,
}

kernel::facts! {
    /// What a side has done in a battle.
    pub struct Half {
        /// The ratio that it agrees to. [CWFF-1-1]
        pub agrees: Option<Ratio> = None,
        /// The name of the field that it agrees to. [CWFF-R2]
        pub field: Option<String> = None,
        /// Its order of battle; own.
        pub oob: Option<Oob> = None,
        /// Its sealed flank marches; own.
        pub flanks: Option<Flanks> = None,
        /// What opens the digest of its flank marches; own.
        pub nonce: Option<String> = None,
        /// The digest; public when both have sealed.
        pub digest: Option<String> = None,
        /// Its sketch, in the night where its units have moved to; own.
        pub sketch: Vec<Spot>,
        /// The positions at nightfall; own.
        pub nightfall: Vec<Spot>,
        /// Whether they are written down; public.
        pub nightfall_in: bool = false,
        /// Where its units stand that everybody sees: as they were placed, at nightfall, at dawn. [CWFF-R37]
        pub seen_at: Vec<Spot>,
        /// Its breastworks; own.
        pub works: Vec<Segment>,
        /// Whether it has closed its sketch, or the night.
        pub closed: bool = false,
        /// Its units that everybody sees.
        pub shown: Vec<UnitId>,
        /// Whether it still rolls ratings, where the sides roll themselves; public. [CWFF-7A-1]
        pub rates: bool = none,
        /// Its ratings; own.
        pub rated: Vec<Rated>,
        /// Its forces that enter this turn, with the weight that must be held back; own.
        pub due: Vec<Due>,
        /// The flanks whose force has entered.
        pub entered: Vec<Flank>,
        /// Brigades that were held back by a meeting; own, since the arrival.
        pub held: Vec<UnitId>,
        /// Stands held back of a brigade that was split: its id and how many; own.
        pub split: Vec<Split>,
        /// Brigades that were on the table at any time; own.
        pub came: Vec<UnitId>,
        /// How it left.
        pub left: Option<Left> = None,
        /// Rolls of this turn that were rolled again for it: the brigades.
        pub rerolled: Vec<UnitId>,
        /// How many more there were of brigades that not everybody sees; public.
        pub unseen_rolls: u16 = 0,
        /// Those brigades; own. [CWFF-7-1]
        pub unseen_rerolled: Vec<UnitId> = none,
        /// Who leads its army, as the day opens; public, for his rating is. [CWFF-11D-1]
        pub leads: Option<LeaderId> = None,
        /// Whether he fell or left since; public. [CWFF-R40]
        pub leader_gone: bool = false,
        /// Rolls for attached Poltroons so far.
        pub poltroons: u16 = 0,
        /// Those of this turn; public, and of a brigade that everybody sees with its name. [CWFF-7A-5]
        pub attached: Vec<Attached> = none,
        /// Brigades among the others that maneuvered with one this turn; own.
        pub unseen_maneuvers: Vec<UnitId> = none,
        /// Maneuvers rolled again and uses of Poltroons at each kind in earlier turns; public.
        pub before: [u16; 3] = none,
        /// Victory points.
        pub points: Option<u16> = None,
        /// Its report of losses; own.
        pub report: Option<Report> = None,
        /// What a die said of the part of a strength point that is left over in an account; own. [CWFF-R17]
        pub parts: Vec<Part> = none,
        /// Whether the chance of demoralization came true. [CWFF-9C-1]
        pub shaken: Option<bool> = None,
        /// The chance that the neutral entered: how many faces of how many.
        pub chance: Option<(u16, u16)> = None,
        /// Leaders who made the loss check, with what came of it.
        pub checked: Vec<Checked>,
        /// The strength point that it promotes; own. [CWFF-4F-3]
        pub crack: Option<SpId> = None,
        /// Whether it promotes nobody; own. [CWFF-4F-3]
        pub no_crack: bool = none,
    }

    /// A roll for an attached Poltroon.
    #[derive(Copy)]
    pub struct Attached {
        /// Of which brigade, where everybody sees it.
        pub brigade: Option<UnitId> = None,
        /// At what.
        pub on: Use,
    }

    /// What a die said of a part of a strength point. [CWFF-R17]
    #[derive(Copy)]
    pub struct Part {
        /// In which account.
        pub account: Account,
        /// Whether it is a whole strength point that is lost, or nothing.
        pub lost: bool = false,
    }

    /// A force that enters this turn.
    #[derive(Copy)]
    pub struct Due {
        /// Around which flank.
        pub flank: Option<Flank> = None,
        /// The weight that must be held back of it first.
        pub held: u32 = 0,
    }

    /// Stands of a brigade that a meeting held back.
    #[derive(Copy)]
    pub struct Split {
        /// Of which brigade.
        pub brigade: UnitId,
        /// How many.
        pub stands: u16,
    }

    /// The loss check of a leader.
    #[derive(Copy)]
    pub struct Checked {
        /// Whose.
        pub leader: LeaderId,
        /// What came of it.
        pub fate: crate::words::Fate,
    }
}

impl Half {
    /// How often a Poltroon was rolled for at a kind of use this turn.
    pub fn uses(&self, on: Use) -> usize {
        self.attached.iter().filter(|one| one.on == on).count()
    }

    /// Whether a Poltroon was rolled for at the maneuver of a brigade this turn, where everybody sees it.
    pub fn maneuvered(&self, brigade: UnitId) -> bool {
        self.attached.iter().any(|one| one.brigade == Some(brigade) && one.on == Use::Maneuver)
    }

    /// Whether a die has said what the part of a strength point in an account is. [CWFF-R17]
    pub fn part(&self, account: Account) -> Option<bool> {
        self.parts.iter().find(|part| part.account == account).map(|part| part.lost)
    }

    /// Counts what was rolled this turn among the earlier ones, and forgets it. Whoever opens a turn, what is rolled is no
    /// other question when it is rolled before that or after it.
    pub fn count_turn(&mut self) {
        let now = [self.rerolls(), self.uses(Use::ALL[0]) as u32, self.uses(Use::ALL[1]) as u32];
        for (sum, n) in self.before.iter_mut().zip(now) {
            *sum = sum.saturating_add(u16::try_from(n).unwrap_or(u16::MAX));
        }
        self.unseen_rolls = 0;
        self.rerolled.clear();
        self.unseen_rerolled.clear();
        self.attached.clear();
        self.unseen_maneuvers.clear();
    }

    /// How many maneuvers of it were rolled again this turn. [CWFF-11D-3]
    pub fn rerolls(&self) -> u32 {
        u32::try_from(self.rerolled.len()).unwrap_or(u32::MAX).saturating_add(self.unseen_rolls.into())
    }
}
