//! 42.2 Leaders.

use kernel::{Reasons, RuleId};

use super::s42_1_places::available;
use super::s42_5_transfer;
use crate::command::Fill;
use crate::muster::{Leader, Muster, VACANT, used};
use crate::setup::Rulings;
use crate::setup::rulings::{CommissarRank, LmgLeader, PromotedAsl, SlTransfer};
use crate::state::How;
use crate::words::{ManId, PlaceKind, Rank, Role};

const CHOICE: RuleId = RuleId("UF-42.2-1");
const OUTRANK: RuleId = RuleId("UF-42.2-8");
const EXCHANGE: RuleId = RuleId("UF-42.2-10");
const NEVER_REVIVED: RuleId = RuleId("UF-42.1-9");

/// [UF-42.2-2] The ranks of a squad leader.
pub const fn may_lead(rank: Rank) -> bool {
    matches!(rank, Rank::Ssg | Rank::Sgt | Rank::JrSgt | Rank::Cpl | Rank::Comm)
}

/// [UF-42.2-6] The ranks of an assistant.
pub const fn may_assist(rank: Rank) -> bool {
    matches!(rank, Rank::Cpl | Rank::JrSgt | Rank::Pfc | Rank::Comm)
}

/// [UF-42.2-8, UF-R13] Whether a man of rank `one` outranks a man of rank `other`.
pub fn outranks(rulings: &Rulings, one: Rank, other: Rank) -> bool {
    match (one, other) {
        (Rank::Comm, _) => false,
        (_, Rank::Comm) => rulings.commissar_rank == CommissarRank::Lowest,
        (one, other) => one > other,
    }
}

/// [UF-42.2-1, UF-42.2-9, UF-R47, UF-E15] The squad leader's place: the listed man if he is fit, else any fit man who qualifies.
///
/// A leader's place takes men from the list (UF-R47), so that a man is listed is no E03 here; a later place that asks for him
/// too is told it.
pub fn squad_leader(
    muster: &mut Muster<'_>,
    listed: ManId,
    fill: Option<Fill>,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let fill = fill.unwrap_or(Fill::Use(listed));
    if muster.is_fit(listed) {
        muster.sl = Leader::Man(listed);
        if fill == Fill::Use(listed) {
            return used(How::Listed, listed);
        }
        why.note(RuleId("UF-42.1-4"), "E01", || format!("{} is fit and must lead.", muster.name(listed)));
        match fill {
            Fill::Use(man) => {
                chosen_leader(muster, man, why);
            }
            Fill::Transfer => {
                leader_drawn(muster, Some(listed), why);
            }
            Fill::Replace | Fill::Revive(_) | Fill::Green => not_revived(muster, listed, fill, why),
            Fill::Exchange(_) | Fill::Vacant => {}
        }
        return VACANT;
    }
    if let Fill::Exchange(pair) = fill {
        muster.exchange = Some(pair);
    }
    match fill {
        Fill::Use(man) | Fill::Exchange([man, _]) => {
            let (leads, how) = chosen_leader(muster, man, why);
            muster.sl = leads.map_or(Leader::Vacant, Leader::Man);
            if leads.is_none() {
                refused_leader(muster, man);
            }
            (leads, how)
        }
        Fill::Transfer => {
            muster.sl = Leader::Transfer;
            leader_drawn(muster, None, why)
        }
        Fill::Vacant => {
            muster.sl = Leader::Vacant;
            let drawable = !s42_5_transfer::pool(muster.state, muster.side, Role::Sl).is_empty();
            if let Some(man) = s42_5_transfer::capable_sl(muster.state, muster.side) {
                why.note(CHOICE, "E15", || format!("{} is fit and can lead.", muster.name(man)));
            } else if drawable && muster.rulings().sl_transfer == SlTransfer::Must {
                why.note(RuleId("UF-R56"), "E15", || "A squad leader can be drawn by transfer.".into());
            }
            VACANT
        }
        Fill::Replace | Fill::Revive(_) | Fill::Green => {
            muster.sl = Leader::Vacant;
            not_revived(muster, listed, fill, why);
            VACANT
        }
    }
}

/// [UF-42.5-1, UF-E20, UF-E21] A squad leader's card is drawn only when nobody fit can lead, and when there is one. `owed` is the listed
/// man where he is fit: his place is his.
fn leader_drawn(muster: &Muster<'_>, owed: Option<ManId>, why: &mut Reasons) -> (Option<ManId>, How) {
    let rule = RuleId("UF-42.5-1");
    let found = why.n_found();
    if let Some(man) = owed.or_else(|| s42_5_transfer::capable_sl(muster.state, muster.side)) {
        why.note(rule, "E20", || format!("{} is fit and can lead.", muster.name(man)));
    }
    if s42_5_transfer::pool(muster.state, muster.side, Role::Sl).is_empty() {
        why.note(rule, "E21", || "No dead squad leader card is left to draw.".into());
    }
    if why.n_found() == found { (None, How::Transferred) } else { VACANT }
}

/// [UF-42.5-5] The same of an assistant's card.
fn assistant_drawn(muster: &Muster<'_>, owed: Option<ManId>, why: &mut Reasons) -> (Option<ManId>, How) {
    let rule = RuleId("UF-42.5-5");
    let found = why.n_found();
    if let Some(man) = owed.or_else(|| s42_5_transfer::capable_asl(muster)) {
        why.note(rule, "E20", || format!("{} is fit and can assist.", muster.name(man)));
    }
    if !s42_5_transfer::assistant_can_be_drawn(muster) {
        why.note(rule, "E21", || match s42_5_transfer::pool(muster.state, muster.side, Role::Asl)[..] {
            [] => "No dead assistant card is left to draw.".into(),
            _ => "No dead card is left to draw that could assist this squad leader.".into(),
        });
    }
    if why.n_found() == found { (None, How::Transferred) } else { VACANT }
}

/// [UF-42.1-9, UF-42.41-2] Nobody comes into a leader's place by revival, and nobody who is not dead is revived anywhere.
fn not_revived(muster: &Muster<'_>, listed: ManId, fill: Fill, why: &mut Reasons) {
    why.note(NEVER_REVIVED, "E05", || "A leader's place is never filled by revival.".into());
    let revived = if let Fill::Revive(other) = fill { other } else { listed };
    if muster.man(revived).is_some_and(|(now, _)| !now.dead) {
        why.note(RuleId("UF-42.41-2"), "E06", || format!("{} is not dead.", muster.name(revived)));
    }
}

/// A man who was refused as a leader counts as chosen all the same, so that one fault does not draw others after it.
fn refused_leader(muster: &mut Muster<'_>, man: ManId) {
    if muster.is_fit(man) && !muster.is_chosen(man) {
        muster.choose(man);
    }
}

/// [UF-42.2-2, UF-42.2-3, UF-42.2-4] Rank, KIA value and weapon of a squad leader. [UF-E10, UF-E11, UF-E12]
fn chosen_leader(muster: &Muster<'_>, man: ManId, why: &mut Reasons) -> (Option<ManId>, How) {
    let found = why.n_found();
    if man == ManId::PERSONAL {
        why.note(RuleId("UF-42.9-4"), "E09", || "The personal man does not lead the listed force.".into());
        return VACANT;
    }
    available(muster, man, why);
    let Some((now, card)) = muster.man(man) else { return VACANT };
    let rank = now.rank(card);
    if !may_lead(rank) {
        why.note(RuleId("UF-42.2-2"), "E10", || {
            format!("{} is {rank}, no rank for a leader.", muster.name(man))
        });
    }
    let wanted = muster.campaign().tables.marks.leader_kia;
    if i32::from(now.kia) != wanted {
        why.note(RuleId("UF-42.2-3"), "E11", || {
            format!("{} has the KIA value {}; a leader has {wanted}.", muster.name(man), now.kia)
        });
    }
    let roles = &muster.campaign().tables.roles;
    let how = if roles.squad_leader.has(card.family) {
        How::Chosen
    } else if roles.leader_after_exchange.has(card.family) && may_exchange(muster, card.role) {
        if !muster.exchange.is_some_and(|pair| pair.contains(&man)) {
            why.note(EXCHANGE, "E12", || {
                let weapon = muster.family_name(card.family);
                format!("{} must exchange his {weapon} before he leads.", muster.name(man))
            });
        }
        How::Exchanged
    } else {
        why.note(RuleId("UF-42.2-4"), "E12", || {
            let weapon = muster.family_name(card.family);
            format!("{} is armed with {weapon}, no weapon for a leader.", muster.name(man))
        });
        How::Chosen
    };
    if why.n_found() == found { used(how, man) } else { VACANT }
}

/// [UF-R58] Whether a man with such a card may lead after exchanging weapons.
fn may_exchange(muster: &Muster<'_>, role: Option<Role>) -> bool {
    muster.rulings().lmg_leader == LmgLeader::AnyQualified || role == Some(Role::Asl)
}

/// [UF-42.2-6, UF-42.2-7, UF-42.2-8, UF-R57] The assistant's place: the listed man unless he leads or would outrank the
/// squad leader; else any fit man who qualifies, a transfer, or nobody, and then the place is gone. [UF-R42, UF-42.2-9]
pub fn assistant(
    muster: &mut Muster<'_>,
    listed: ManId,
    fill: Option<Fill>,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let fill = fill.unwrap_or(Fill::Use(listed));
    let Some((now, card)) = muster.man(listed) else { return VACANT };
    if muster.is_fit(listed) && muster.sl != Leader::Man(listed) {
        let rank = now.rank(card);
        let over = outranks_leader(muster, rank);
        let promoted = !may_assist(rank) && muster.rulings().promoted_asl == PromotedAsl::NotOwed;
        if fill == Fill::Use(listed) {
            muster.asl = Leader::Man(listed);
            if over {
                why.note(OUTRANK, "E18", || {
                    format!("{} would outrank the squad leader.", muster.name(listed))
                });
            }
            if promoted {
                why.note(RuleId("UF-R60"), "E13", || format!("{} is {rank} by now.", muster.name(listed)));
            }
            return if over || promoted { VACANT } else { used(How::Listed, listed) };
        }
        if !over && !promoted {
            muster.asl = Leader::Man(listed);
            why.note(RuleId("UF-42.1-4"), "E01", || {
                format!("{} is fit and must be used in his place.", muster.name(listed))
            });
            match fill {
                Fill::Use(man) => {
                    chosen_assistant(muster, man, why);
                }
                Fill::Transfer => {
                    assistant_drawn(muster, Some(listed), why);
                }
                Fill::Replace | Fill::Revive(_) | Fill::Green => not_revived(muster, listed, fill, why),
                Fill::Exchange(_) | Fill::Vacant => {}
            }
            return VACANT;
        }
    }
    match fill {
        Fill::Use(man) => {
            let (assists, how) = chosen_assistant(muster, man, why);
            muster.asl = assists.map_or(Leader::Vacant, Leader::Man);
            if assists.is_none() {
                refused_leader(muster, man);
            }
            (assists, how)
        }
        Fill::Transfer => {
            muster.asl = Leader::Transfer;
            assistant_drawn(muster, None, why)
        }
        Fill::Exchange(_) => {
            muster.asl = Leader::Vacant;
            super::s42_1_places::no_exchange(why)
        }
        Fill::Vacant => {
            muster.asl = Leader::Vacant;
            VACANT
        }
        Fill::Replace | Fill::Revive(_) | Fill::Green => {
            muster.asl = Leader::Vacant;
            not_revived(muster, listed, fill, why);
            VACANT
        }
    }
}

fn chosen_assistant(muster: &Muster<'_>, man: ManId, why: &mut Reasons) -> (Option<ManId>, How) {
    let found = why.n_found();
    if man == ManId::PERSONAL {
        why.note(RuleId("UF-42.9-4"), "E09", || "The personal man does not assist the listed force.".into());
        return VACANT;
    }
    available(muster, man, why);
    let Some((now, card)) = muster.man(man) else { return VACANT };
    if muster.is_chosen(man) || muster.was_named(man) {
        why.note(RuleId("UF-42.1-5"), "E03", || format!("{} is chosen already.", muster.name(man)));
    }
    assistant_qualities(muster, man, now.rank(card), now.kia, why);
    if why.n_found() == found { used(How::Chosen, man) } else { VACANT }
}

/// [UF-42.2-6, UF-42.2-7, UF-42.2-8] Rank, KIA value, and not above the squad leader. [UF-E13, UF-E14, UF-E18]
fn assistant_qualities(muster: &Muster<'_>, man: ManId, rank: Rank, kia: u8, why: &mut Reasons) {
    if !may_assist(rank) {
        why.note(RuleId("UF-42.2-6"), "E13", || {
            format!("{} is {rank}, no rank for an assistant.", muster.name(man))
        });
    }
    let wanted = muster.campaign().tables.marks.leader_kia;
    if i32::from(kia) != wanted {
        why.note(RuleId("UF-42.2-7"), "E14", || {
            format!("{} has the KIA value {kia}; an assistant has {wanted}.", muster.name(man))
        });
    }
    if outranks_leader(muster, rank) {
        why.note(OUTRANK, "E18", || format!("{} would outrank the squad leader.", muster.name(man)));
    }
}

/// Whether a man of this rank outranks the squad leader, or every card that could be drawn for him. Who was refused as squad
/// leader leads nobody: neither E18 nor the assistant's E20 and E21 are judged against him.
pub fn outranks_leader(muster: &Muster<'_>, rank: Rank) -> bool {
    let rank_of = |man: ManId| muster.man(man).map(|(now, card)| now.rank(card));
    match muster.sl {
        Leader::NoPlace | Leader::Vacant => false,
        Leader::Man(sl) => rank_of(sl).is_some_and(|sl| outranks(muster.rulings(), rank, sl)),
        Leader::Transfer => {
            let pool = s42_5_transfer::pool(muster.state, muster.side, Role::Sl);
            !pool.is_empty()
                && pool
                    .iter()
                    .all(|card| rank_of(*card).is_some_and(|sl| outranks(muster.rulings(), rank, sl)))
        }
    }
}

/// [UF-42.2-10] The exchange: a leader with a light machine gun, and another listed man whose weapon is legal for a
/// squad leader. Any other is refused. It is for one scenario and changes no roster. [UF-E22, UF-R48]
pub fn exchange(muster: &Muster<'_>, why: &mut Reasons) {
    let Some([one, other]) = muster.exchange else { return };
    let roles = &muster.campaign().tables.roles;
    let leads = |man: ManId| {
        muster.sl == Leader::Man(man)
            && muster.man(man).is_some_and(|(_, card)| roles.leader_after_exchange.has(card.family))
    };
    let partner = match (leads(one), leads(other)) {
        (true, _) => other,
        (_, true) => one,
        _ => {
            why.note(EXCHANGE, "E22", || "Only a leader with a light machine gun exchanges weapons.".into());
            return;
        }
    };
    let leader = if partner == one { other } else { one };
    if !muster.exchange_partners(leader).any(|man| man == partner) {
        why.note(EXCHANGE, "E22", || {
            format!("{} is not in the force with a weapon that a leader may carry.", muster.name(partner))
        });
    }
}

/// [UF-42.2-2, UF-42.2-8] A bought leader has to qualify like a chosen one. [UF-R45]
pub fn bought(
    muster: &mut Muster<'_>,
    kind: PlaceKind,
    man: ManId,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let (man, how) = match kind {
        PlaceKind::Sl => {
            let (leads, how) = chosen_leader(muster, man, why);
            muster.sl = leads.map_or(Leader::Vacant, Leader::Man);
            (leads, how)
        }
        _ => {
            let (assists, how) = chosen_assistant(muster, man, why);
            muster.asl = assists.map_or(Leader::Vacant, Leader::Man);
            (assists, how)
        }
    };
    (man, if how == How::Chosen { How::Bought } else { how })
}
