//! Orders of battle: their form, what they come to, what is wrong with one, and a draft of one.
//!
//! This folder knows an army only by what it brings to a battle ([`crate::battle::Muster`]).

pub mod check;
pub mod draft;
pub mod flank;
pub mod label;
pub mod moves;
pub mod names;
pub mod under_strength;

use kernel::grammar::counted;

use crate::battle::Muster;
use crate::setup::{Leader, Ratio};
use crate::words::{Account, Arm, Class, LeaderId, PlayerId, Rank, SpId, UnitId};

kernel::facts! {
    /// Batteries at one place.
    #[derive(Copy)]
    pub struct Batteries {
        /// On foot.
        pub foot: u16 = 0,
        /// Mounted.
        pub horse: u16 = 0,
    }

    /// Stands of one strength point in a brigade.
    #[derive(Copy)]
    pub struct Share {
        /// Of which.
        pub sp: SpId,
        /// How many.
        pub stands: u16,
    }

    /// A brigade.
    pub struct Brigade {
        /// Its id.
        pub id: UnitId,
        /// What its stands come from.
        pub of: Vec<Share>,
        /// Its own batteries.
        pub batteries: Batteries = 0,
    }

    /// A division.
    pub struct Division {
        /// Its id.
        pub id: UnitId,
        /// The counter that leads it; without one an Average leader does. [CWFF-4D-1] [CWFF-4D-2]
        pub leader: Option<LeaderId> = None,
        /// Its corps; without one it stands under the army.
        pub corps: Option<UnitId> = None,
        /// Its brigades.
        pub brigades: Vec<Brigade>,
        /// Batteries of the division.
        pub batteries: Batteries = 0,
    }

    /// A corps.
    pub struct Corps {
        /// Its id.
        pub id: UnitId,
        /// The counter that leads it; without one an Average leader does. [CWFF-4D-2]
        pub leader: Option<LeaderId> = None,
        /// There are no batteries of a corps; whoever writes some is told so. [CWFF-4E-3]
        pub batteries: Batteries = 0,
    }

    /// What one of several players of a side runs of its army.
    pub struct Player {
        /// What they call him.
        pub name: PlayerId,
        /// Corps and divisions; a division of its own in another player's corps is not his who has the corps.
        pub runs: Vec<UnitId>,
    }

    /// An order of battle. [CWFF-4-1]
    pub struct Oob {
        /// The counter that leads the army. [CWFF-R4]
        pub army_leader: Option<LeaderId> = None,
        /// Counters without a command. [CWFF-R4] [CWFF-R5]
        pub attached: Vec<LeaderId>,
        /// Corps.
        pub corps: Vec<Corps>,
        /// Divisions.
        pub divisions: Vec<Division>,
        /// Batteries of the army.
        pub batteries: Batteries = 0,
        /// Who runs what, where a side has several players.
        pub players: Vec<Player> = empty,
    }
}

impl Batteries {
    /// All of them.
    pub const fn total(self) -> u32 {
        self.foot as u32 + self.horse as u32
    }

    /// Those here and those there.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { foot: self.foot.saturating_add(other.foot), horse: self.horse.saturating_add(other.horse) }
    }
}

impl Brigade {
    /// Its stands.
    pub fn stands(&self) -> u16 {
        self.of.iter().fold(0, |sum, share| sum.saturating_add(share.stands))
    }

    /// Its experience, if all its stands have the same. [CWFF-4F-5]
    pub fn class(&self, muster: &Muster) -> Option<Class> {
        let mut classes = self.of.iter().map(|share| muster.sp(share.sp).map(|sp| sp.class));
        let first = classes.next().flatten()?;
        classes.all(|class| class == Some(first)).then_some(first)
    }
}

impl Division {
    /// Its stands.
    pub fn stands(&self) -> u32 {
        self.brigades.iter().map(|brigade| u32::from(brigade.stands())).sum()
    }
}

impl Oob {
    /// All stands.
    pub fn stands(&self) -> u32 {
        self.divisions.iter().map(Division::stands).sum()
    }

    /// How large it is, in words.
    pub fn size(&self) -> String {
        let (stands, divisions) =
            (counted(self.stands(), "stand"), counted(self.divisions.len(), "division"));
        format!("{stands} in {divisions}")
    }

    /// Every brigade with its division.
    pub fn brigades(&self) -> impl Iterator<Item = (&Division, &Brigade)> {
        self.divisions
            .iter()
            .flat_map(|division| division.brigades.iter().map(move |brigade| (division, brigade)))
    }

    /// A brigade with its division.
    pub fn brigade(&self, id: UnitId) -> Option<(&Division, &Brigade)> {
        self.brigades().find(|(_, brigade)| brigade.id == id)
    }

    /// The divisions of a corps.
    pub fn of_corps(&self, corps: UnitId) -> impl Iterator<Item = &Division> {
        self.divisions.iter().filter(move |division| division.corps == Some(corps))
    }

    /// The corps of a division.
    pub fn corps_of(&self, division: &Division) -> Option<&Corps> {
        self.corps.iter().find(|corps| Some(corps.id) == division.corps)
    }

    /// The player who runs a division: whoever it was given to, else whoever runs its corps.
    pub fn run_by(&self, division: &Division) -> Option<PlayerId> {
        let runs = |unit: UnitId| self.players.iter().find(|player| player.runs.contains(&unit));
        let player = runs(division.id).or_else(|| runs(division.corps?));
        player.map(|player| player.name)
    }

    /// Every counter that stands in it, with the rank at which.
    pub fn counters(&self) -> Vec<(LeaderId, Option<Rank>)> {
        let mut all: Vec<(LeaderId, Option<Rank>)> = Vec::new();
        all.extend(self.army_leader.map(|leader| (leader, Some(Rank::Army))));
        all.extend(self.corps.iter().filter_map(|corps| Some((corps.leader?, Some(Rank::Corps)))));
        all.extend(
            self.divisions.iter().filter_map(|division| Some((division.leader?, Some(Rank::Division)))),
        );
        all.extend(self.attached.iter().map(|leader| (*leader, None)));
        all
    }

    /// Batteries at all levels where they may stand.
    pub fn all_batteries(&self) -> Batteries {
        let divisions = self.divisions.iter().map(|division| {
            division.brigades.iter().fold(division.batteries, |sum, brigade| sum.plus(brigade.batteries))
        });
        divisions.fold(self.batteries, Batteries::plus)
    }

    /// What the stands of a division are: cavalry, where a counter that leads cavalry commands it or its corps.
    /// [CWFF-R3]
    pub fn arm(&self, division: &Division, muster: &Muster) -> Arm {
        let corps = self.corps_of(division).and_then(|corps| corps.leader);
        let mounted = division
            .leader
            .into_iter()
            .chain(corps)
            .any(|leader| muster.leader(leader).is_some_and(|leader: &Leader| leader.cavalry));
        if mounted { Arm::Cavalry } else { Arm::Infantry }
    }

    /// Stands and arms of a list of brigades: on foot, mounted.
    pub fn weigh(&self, muster: &Muster, brigades: &[UnitId]) -> (u32, u32) {
        let mut sum = (0, 0);
        for (division, brigade) in self.brigades().filter(|(_, brigade)| brigades.contains(&brigade.id)) {
            match self.arm(division, muster) {
                Arm::Infantry => sum.0 += u32::from(brigade.stands()),
                Arm::Cavalry => sum.1 += u32::from(brigade.stands()),
            }
        }
        sum
    }
}

impl Muster {
    /// The stands that a full order of battle has: all of the strength points, less what is carried. [CWFF-4A-1]
    pub fn stands(&self, ratio: Ratio) -> u32 {
        let full = u32::from(ratio.stands) * u32::try_from(self.sp.len()).unwrap_or(u32::MAX);
        full - Account::ALL.iter().map(|account| self.missing(*account, ratio)).sum::<u32>()
    }

    /// The stands that are missing from one strength point of an account. [CWFF-R17]
    pub fn missing(&self, account: Account, ratio: Ratio) -> u32 {
        let is_there = self.sp.iter().any(|sp| sp.class.account() == account);
        if is_there {
            self.carried[account as usize].in_stands(ratio.stands).min(ratio.stands.into())
        } else {
            0
        }
    }
}
