//! The form on which a side reports what the battle cost it. \[FEEDBACK\]

use kernel::grammar::{counted, counted_of};
use kernel::{Checked, Reasons, Side};

use super::Battle;
use crate::words::{Fate, LeaderId, SpId, UnitId};

kernel::facts! {
    /// The losses of a brigade, in stands.
    #[derive(Copy)]
    pub struct Losses {
        /// Of which.
        pub brigade: UnitId,
        /// Killed and wounded.
        pub killed: u16 = 0,
        /// Captured.
        pub captured: u16 = 0,
        /// Ran away, and came back.
        pub skedaddled: u16 = 0,
    }

    /// What befell a leader.
    #[derive(Copy)]
    pub struct Fallen {
        /// Whom.
        pub leader: LeaderId,
        /// Killed, wounded for disabled, or captured.
        pub fate: Fate,
    }

    /// What the battle cost a side.
    pub struct Report {
        /// Of its brigades.
        pub brigades: Vec<Losses>,
        /// Batteries wrecked or captured.
        pub batteries: u16 = 0,
        /// Of its leaders with counters.
        pub leaders: Vec<Fallen>,
        /// Which strength points go first, where whole ones are lost.
        pub remove: Vec<SpId>,
    }
}

impl Losses {
    /// Stands that are lost for good. [CWFF-9A-1]
    pub const fn lost(&self) -> u32 {
        self.killed as u32 + self.captured as u32
    }
}

/// "1 is", "2 are".
fn are(n: u32) -> String {
    if n == 1 { "1 is".into() } else { format!("{n} are") }
}

/// [CWFF-9A-1] [CWFF-9D-1] Whether a report can be true.
pub fn check(battle: &Battle, side: Side, report: &Report, why: &mut Reasons) -> Checked {
    names_its_own(battle, side, report, why)?;
    is_possible(battle, side, report, why)
}

/// [CWFF-9A-1] [CWFF-9D-1] [CWFF-R17] Everything that a report names is of its side, was on the table, and is named once.
pub fn names_its_own(battle: &Battle, side: Side, report: &Report, why: &mut Reasons) -> Checked {
    let half = &battle.halves[side];
    let oob =
        why.need(half.oob.as_ref(), "CWFF-9A-1", "data", || "This side has no order of battle.".into())?;
    for line in &report.brigades {
        why.unless(oob.brigade(line.brigade).is_some(), "CWFF-9A-1", "data", || {
            format!("There is no brigade {} in this order of battle.", line.brigade)
        })?;
    }
    let there = battle.counters_on_table(side);
    let counter = |id| there.iter().find(|(leader, _)| *leader == id);
    for fallen in &report.leaders {
        why.unless(counter(fallen.leader).is_some(), "CWFF-9D-1", "data", || {
            format!("{} is no counter of this army.", fallen.leader)
        })?;
    }
    for sp in &report.remove {
        let known = battle.muster(side).sp(*sp).is_some();
        why.unless(known, "CWFF-R17", "data", || format!("{sp} is not in this army."))?;
    }
    let name = |id| battle.muster(side).leader(id).map_or_else(String::new, |leader| leader.name.clone());
    for fallen in &report.leaders {
        let was_there = counter(fallen.leader).is_none_or(|(_, there)| *there);
        why.unless(was_there, "CWFF-9D-1", "not-eligible", || {
            format!("{} was never on the table.", name(fallen.leader))
        })?;
    }
    for sp in &report.remove {
        let known = battle.muster(side).sp(*sp).is_some();
        why.unless(!known || battle.was_on_table(side, *sp), "CWFF-R17", "not-eligible", || {
            format!("No stand of {sp} was on the table.")
        })?;
    }
    for (at, line) in report.brigades.iter().enumerate() {
        let again = report.brigades[..at].iter().any(|earlier| earlier.brigade == line.brigade);
        why.unless(!again, "CWFF-9A-1", "dup", || format!("{} is reported twice.", line.brigade))?;
    }
    for (at, fallen) in report.leaders.iter().enumerate() {
        let again = report.leaders[..at].iter().any(|earlier| earlier.leader == fallen.leader);
        why.unless(!again && fallen.fate != Fate::Active, "CWFF-9D-1", "dup", || {
            format!("{} is reported once, and only if something befell him.", name(fallen.leader))
        })?;
    }
    Ok(())
}

/// [CWFF-9A-1] No more is lost than was on the table.
pub fn is_possible(battle: &Battle, side: Side, report: &Report, why: &mut Reasons) -> Checked {
    let oob = battle.halves[side].oob.as_ref();
    for line in &report.brigades {
        let Some((_, brigade)) = oob.and_then(|oob| oob.brigade(line.brigade)) else { continue };
        let on_table = battle.stands_on_table(side, line.brigade, brigade.stands());
        why.unless(
            line.lost() + u32::from(line.skedaddled) <= on_table.into(),
            "CWFF-9A-1",
            "range",
            || {
                format!(
                    "{} had {} on the table; {} reported lost.",
                    line.brigade,
                    counted(on_table, "stand"),
                    are(line.lost() + u32::from(line.skedaddled))
                )
            },
        )?;
    }
    let batteries = battle.batteries_there(side).total();
    why.unless(u32::from(report.batteries) <= batteries, "CWFF-9A-1", "range", || {
        let had = counted_of(batteries, "battery", "batteries");
        format!("The army had {had} on the table; {} reported lost.", are(report.batteries.into()))
    })?;
    Ok(())
}

impl Battle {
    /// How many stands of a brigade were on the table.
    pub fn stands_on_table(&self, side: Side, brigade: UnitId, stands: u16) -> u16 {
        let half = &self.halves[side];
        if !half.came.contains(&brigade) {
            return 0;
        }
        let split = half.split.iter().find(|split| split.brigade == brigade).map_or(0, |split| split.stands);
        stands.saturating_sub(split)
    }

    /// Whether a stand of a strength point was on the table. [CWFF-9E-1] [CWFF-R38]
    pub fn was_on_table(&self, side: Side, sp: SpId) -> bool {
        let half = &self.halves[side];
        let Some(oob) = &half.oob else { return false };
        let mut brigades =
            oob.brigades().filter(|(_, brigade)| brigade.of.iter().any(|share| share.sp == sp));
        brigades.any(|(_, brigade)| self.stands_on_table(side, brigade.id, brigade.stands()) > 0)
    }
}
