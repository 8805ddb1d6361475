//! What a battle gives back: the whole of it, worked out from what was reported and rolled, with nothing chosen. \[FEEDBACK\]

use kernel::{PerSide, Side};

use super::{Battle, Fallen};
use crate::exact::Exact;
use crate::setup::options::{Condition, DemoralRound, Fraction, Options, Tie};
use crate::setup::{CrtRow, Sp};
use crate::words::{Account, Class, Fate, LeaderId, SpId};

/// What a battle comes to for one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HalfOutcome {
    /// Strength points that are lost whole.
    pub removed: Vec<SpId>,
    /// What is carried on, in the accounts crack and other.
    pub carried: [Exact; 2],
    /// The strength points that are left, with what they are now.
    pub sp: Vec<Sp>,
    /// Whether the army is demoralized now.
    pub demoralized: bool,
    /// What befell its leaders.
    pub leaders: Vec<(LeaderId, Fate)>,
    /// Counters that fought, whether they came to the table or not. [CWFF-10A-1]
    pub fought: Vec<LeaderId>,
}

kernel::facts! {
    /// What comes back of a side from a battle at a table of its own.
    pub struct Returned {
        /// Strength points that are lost whole.
        pub lost: Vec<SpId>,
        /// Those that are left, with what they are now.
        pub sp: Vec<Sp>,
        /// What is carried on, in the accounts crack and other.
        pub carried: [Exact; 2] = 0,
        /// Whether the army is demoralized now.
        pub demoralized: bool = false,
        /// What befell its leaders.
        pub leaders: Vec<Fallen>,
    }
}

kernel::facts! {
    /// What everybody learns of a side when the book takes a battle back.
    pub struct Came {
        /// Strength points that are lost whole.
        pub lost: Vec<SpId> = none,
        /// Whether the army is demoralized now.
        pub demoralized: bool = false,
        /// What befell its leaders.
        pub leaders: Vec<Fallen> = none,
    }
}

impl HalfOutcome {
    /// What everybody learns of it.
    pub fn open(&self) -> Came {
        let Returned { lost, demoralized, leaders, .. } = self.returned();
        Came { lost, demoralized, leaders }
    }

    /// What of it comes back: who fought is known where the battle was opened.
    pub fn returned(&self) -> Returned {
        let leaders = self.leaders.iter().map(|(leader, fate)| Fallen { leader: *leader, fate: *fate });
        Returned {
            lost: self.removed.clone(),
            sp: self.sp.clone(),
            carried: self.carried,
            demoralized: self.demoralized,
            leaders: leaders.collect(),
        }
    }
}

/// What a battle comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; the other side retreats from the hex. [CWFF-9-1]
    pub winner: Side,
    /// Who holds the field, if anybody does.
    pub holder: Option<Side>,
    /// Both sides.
    pub sides: PerSide<HalfOutcome>,
}

/// Stands lost for good, in the accounts crack and other. [CWFF-9A-2]
pub fn lost(battle: &Battle, side: Side, options: &Options) -> [u32; 2] {
    let half = &battle.halves[side];
    let mut lost = [0; 2];
    let (Some(oob), Some(report)) = (&half.oob, &half.report) else { return lost };
    for line in &report.brigades {
        let class = oob.brigade(line.brigade).and_then(|(_, brigade)| brigade.class(battle.muster(side)));
        lost[class.unwrap_or_default().account() as usize] += line.lost();
    }
    if options.count_batteries {
        lost[Account::Other as usize] += u32::from(report.batteries);
    }
    lost
}

/// [CWFF-R18] Strength points lost in this battle, as demoralization counts them.
pub fn counted(battle: &Battle, side: Side, options: &Options) -> u64 {
    let lost = Exact::stands(lost(battle, side, options).iter().sum(), battle.ratio().stands);
    match options.demoral_round {
        DemoralRound::Floor => lost.whole(),
        DemoralRound::Nearest => lost.nearest(),
    }
}

/// Who holds the field: who has not left it.
pub fn holder(battle: &Battle) -> Option<Side> {
    battle.halves.map(|half| half.left.is_none()).only()
}

/// [CWFF-9-1] [CWFF-9-2] [CWFF-R22] Who won, once the points are there.
pub fn winner(battle: &Battle, options: &Options) -> Option<Side> {
    let points = battle.halves.map(|half| half.points);
    let (one, two) = (points[Side::FIRST]?, points[Side::SECOND]?);
    let defender = battle.input.attacker.enemy();
    Some(match one.cmp(&two) {
        std::cmp::Ordering::Greater => Side::FIRST,
        std::cmp::Ordering::Less => Side::SECOND,
        std::cmp::Ordering::Equal => match options.vp_tie {
            Tie::Holder => holder(battle).unwrap_or(defender),
            Tie::Defender => defender,
        },
    })
}

/// [CWFF-9C-1] [CWFF-R24] The chance of a holder who lost so much: how many faces demoralize, of how many.
pub fn chance(row: &CrtRow, lost: u64, condition: Condition) -> (u16, u16) {
    let holds = |face: &&(u8, bool)| match condition {
        Condition::Exact => u64::from(face.0) == lost,
        Condition::Either => face.0 <= 1,
    };
    let faces: Vec<_> = row.faces.iter().filter(holds).collect();
    let count = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    (count(faces.iter().filter(|face| face.1).count()), count(faces.len()))
}

/// [CWFF-9B-1] [CWFF-9C-1] Whether the chance has to be taken for a side: it holds the field and lost less than 2.
pub fn takes_chance(battle: &Battle, side: Side, options: &Options) -> bool {
    battle.halves[side].left.is_none() && counted(battle, side, options) < 2
}

/// [CWFF-9D-2] Counters who make the loss check: those who never came to the table.
pub fn must_check(battle: &Battle, side: Side) -> Vec<LeaderId> {
    battle.counters_on_table(side).into_iter().filter(|(_, there)| !there).map(|(leader, _)| leader).collect()
}

/// Whether a strength point is lost whole.
pub fn is_lost(battle: &Battle, side: Side, id: SpId, options: &Options) -> bool {
    accounts(battle, side, options).0.contains(&id)
}

/// [CWFF-4F-3] [CWFF-4F-4] [CWFF-R8] [CWFF-9E-1] Whether a strength point of the winner may be promoted to crack: a veteran
/// before the battle, or where all were green any that fought, for a green one that never came stays green; and one that is
/// still there.
pub fn may_promote(battle: &Battle, side: Side, id: SpId, options: &Options) -> bool {
    is_worthy(battle, side, id) && !is_lost(battle, side, id, options)
}

/// Whether the experience of a strength point lets the winner promote it, if it is not lost. [CWFF-4F-3] [CWFF-4F-4] [CWFF-R8]
pub fn is_worthy(battle: &Battle, side: Side, id: SpId) -> bool {
    let muster = battle.muster(side);
    let all_green = muster.sp.iter().all(|sp| sp.class == Class::Green);
    // On the board everybody fights.
    let fought = battle.halves[side].oob.is_none() || battle.was_on_table(side, id);
    let fits = |sp: &Sp| sp.class == Class::Veteran || (all_green && fought && sp.class == Class::Green);
    muster.sp(id).is_some_and(fits)
}

/// [CWFF-4F-3] [CWFF-4F-4] [CWFF-R8] Why a strength point is not [worthy](is_worthy) of the promotion of the winner, with its
/// rule; nothing where it is.
pub fn unworthy(battle: &Battle, side: Side, id: SpId) -> Option<(&'static str, String)> {
    if is_worthy(battle, side, id) {
        return None;
    }
    let muster = battle.muster(side);
    let all_green = muster.sp.iter().all(|sp| sp.class == Class::Green);
    Some(match muster.sp(id).map(|sp| sp.class) {
        None => ("CWFF-4F-3", format!("{id} is not in the army of the winner.")),
        Some(Class::Green) if !all_green => (
            "CWFF-4F-4",
            format!(
                "{id} was green before the battle, and not all of the army was: only who was veteran becomes crack."
            ),
        ),
        Some(Class::Crack) => {
            ("CWFF-4F-3", format!("{id} was crack before the battle, and cannot become crack by it."))
        }
        Some(_) => {
            ("CWFF-4F-3", format!("{id} never came to the table, and cannot become crack by the battle."))
        }
    })
}

/// [CWFF-4F-3] Whether the winner has any strength point that may be promoted.
pub fn may_promote_any(battle: &Battle, side: Side, options: &Options) -> bool {
    battle.muster(side).sp.iter().any(|sp| may_promote(battle, side, sp.id, options))
}

/// The die of every chance that hangs on what a side reported. It is one, so that neither a report nor another denominator of
/// nearly the same chance is another throw, or tells what was reported. Every usual chance is so many of its faces; another is
/// rounded down. It can be thrown as a twelve-sided and a ten-sided die. [CWFF-9C-1] [CWFF-R17]
pub const CHANCE_DIE: u16 = 120;

/// On how many faces of [`CHANCE_DIE`] a chance of n in so many comes true.
pub fn faces((n, of): (u16, u16)) -> u16 {
    let faces = u32::from(n) * u32::from(CHANCE_DIE) / u32::from(of).max(1);
    u16::try_from(faces).map_or(CHANCE_DIE, |faces| faces.min(CHANCE_DIE))
}

/// What a side has lost in an account of it, with what it carried before.
fn sum(battle: &Battle, side: Side, account: Account, options: &Options) -> Exact {
    let at = account as usize;
    battle.muster(side).carried[at] + Exact::stands(lost(battle, side, options)[at], battle.ratio().stands)
}

/// [CWFF-R17] On how many faces of [`CHANCE_DIE`] the part of a strength point that is left over in an account is lost, where a die
/// decides and there is a strength point left to lose.
pub fn part(battle: &Battle, side: Side, account: Account, options: &Options) -> Option<u16> {
    let sum = sum(battle, side, account, options);
    let own = battle.muster(side).sp.iter().filter(|sp| sp.class.account() == account).count();
    let faces = u16::try_from(sum.rest().in_stands(CHANCE_DIE)).unwrap_or(CHANCE_DIE);
    let decides = options.fraction == Fraction::Dice && sum.whole() < own as u64 && faces > 0;
    decides.then_some(faces)
}

/// [CWFF-R17] The accounts of a side in which a die still has to decide of a part of a strength point.
pub fn open_parts<'b>(
    battle: &'b Battle,
    side: Side,
    options: &'b Options,
) -> impl Iterator<Item = Account> + 'b {
    let half = &battle.halves[side];
    let open = move |account: &Account| {
        half.part(*account).is_none() && part(battle, side, *account, options).is_some()
    };
    let reported = half.report.is_some();
    Account::ALL.iter().copied().filter(move |account| reported && open(account))
}

/// [CWFF-9A-3] [CWFF-R17] The strength points that are lost whole, and what is carried on.
fn accounts(battle: &Battle, side: Side, options: &Options) -> (Vec<SpId>, [Exact; 2]) {
    let (muster, half) = (battle.muster(side), &battle.halves[side]);
    let (mut removed, mut carried) = (Vec::new(), [Exact::NONE; 2]);
    let wished = half.report.iter().flat_map(|report| report.remove.iter().copied());
    let order: Vec<SpId> =
        wished.chain(by_losses(battle, side)).chain(muster.sp.iter().map(|sp| sp.id)).collect();
    for account in Account::ALL {
        let at = *account as usize;
        let sum = sum(battle, side, *account, options);
        let (whole, rest) = match options.fraction {
            Fraction::Ledger => (sum.whole(), sum.rest()),
            Fraction::Nearest => (sum.nearest(), Exact::NONE),
            Fraction::Dice => (sum.whole() + u64::from(half.part(*account) == Some(true)), Exact::NONE),
        };
        let mut gone = 0;
        for id in &order {
            let own = muster.sp(*id).is_some_and(|sp| sp.class.account() == *account);
            if gone < whole && own && !removed.contains(id) {
                removed.push(*id);
                gone += 1;
            }
        }
        // What is more than there was to lose is carried, so that nothing disappears.
        carried[at] = rest + Exact::from(whole - gone);
    }
    (removed, carried)
}

/// Strength points that were on the table, those in the brigades with most losses first.
fn by_losses(battle: &Battle, side: Side) -> Vec<SpId> {
    let half = &battle.halves[side];
    let (Some(oob), Some(report)) = (&half.oob, &half.report) else { return Vec::new() };
    let losses = |id: SpId| -> u32 {
        let of = |line: &&super::Losses| {
            oob.brigade(line.brigade)
                .is_some_and(|(_, brigade)| brigade.of.iter().any(|share| share.sp == id))
        };
        report.brigades.iter().filter(of).map(super::Losses::lost).sum()
    };
    let there = battle.muster(side).sp.iter().map(|sp| sp.id).filter(|id| battle.was_on_table(side, *id));
    let mut all: Vec<SpId> = there.collect();
    all.sort_by_key(|id| std::cmp::Reverse(losses(*id)));
    all
}

/// The whole outcome. Asked when everything that it rests on is there.
pub fn outcome(battle: &Battle, options: &Options) -> Outcome {
    let winner = winner(battle, options).unwrap_or(battle.input.attacker.enemy());
    let sides = PerSide::each(|side| half(battle, side, options));
    Outcome { winner, holder: holder(battle), sides }
}

fn half(battle: &Battle, side: Side, options: &Options) -> HalfOutcome {
    let (muster, half) = (battle.muster(side), &battle.halves[side]);
    let (mut removed, mut carried) = accounts(battle, side, options);
    // [CWFF-4F-2] [CWFF-9E-1]
    let fought = |sp: &Sp| Sp { class: sp.class.max(Class::Veteran), ..*sp };
    let now = |sp: &Sp| if battle.was_on_table(side, sp.id) { fought(sp) } else { *sp };
    let mut sp: Vec<Sp> = muster.sp.iter().filter(|sp| !removed.contains(&sp.id)).map(now).collect();
    if let Some(crack) = half.crack {
        removed.extend(promote(&mut sp, crack, &mut carried));
    }
    let mut leaders: Vec<(LeaderId, Fate)> = Vec::new();
    leaders.extend(
        half.report.iter().flat_map(|report| report.leaders.iter().map(|one| (one.leader, one.fate))),
    );
    leaders.extend(half.checked.iter().map(|one| (one.leader, one.fate)));
    leaders.retain(|(_, fate)| *fate != Fate::Active);
    // [CWFF-8C-1] [CWFF-9B-1]
    let demoralized = half.left.is_some() || counted(battle, side, options) >= 2 || half.shaken == Some(true);
    let fought = muster.leaders.iter().map(|leader| leader.id).collect();
    HalfOutcome { removed, carried, sp, demoralized: demoralized || muster.demoralized, leaders, fought }
}

/// [CWFF-4F-3] [CWFF-R17] One strength point becomes crack; if it was the last of its account, what is carried goes with it.
/// Where that makes a whole strength point, another crack one is gone for it, or this one if it is alone: given back.
pub fn promote(sp: &mut Vec<Sp>, crack: SpId, carried: &mut [Exact; 2]) -> Option<SpId> {
    sp.iter_mut().filter(|sp| sp.id == crack).for_each(|sp| sp.class = Class::Crack);
    if sp.iter().any(|sp| sp.class.account() == Account::Other) {
        return None;
    }
    let other = std::mem::take(&mut carried[Account::Other as usize]);
    let sum = carried[Account::Crack as usize] + other;
    carried[Account::Crack as usize] = sum.rest();
    let at = (sum.whole() > 0).then(|| sp.iter().position(|sp| sp.id != crack).unwrap_or(0))?;
    Some(sp.remove(at).id)
}
