//! 42.1 Who fills a plain place of a listed force: its man, a like-armed one, his revival, nobody.

use kernel::{Reasons, RuleId};

use crate::command::Fill;
use crate::muster::{Leader, Muster, VACANT, used};
use crate::setup::rulings::{CommissarPlace, HospitalGap, LeaderCards, PairedStandIn};
use crate::setup::tables::Family;
use crate::state::How;
use crate::words::{ManId, PlaceKind};

const LISTED: RuleId = RuleId("UF-42.1-4");
const LIKE_ARMED: RuleId = RuleId("UF-42.1-5");
const REVIVED: RuleId = RuleId("UF-42.1-8");
const NO_LEADER: RuleId = RuleId("UF-42.1-9");
const SWAP: RuleId = RuleId("UF-42.1-10");

/// [UF-42.1-4, UF-42.1-5, UF-R47] A plain place: its man if he is fit and does not lead, else a free like-armed man, else his
/// revival; or nobody, where neither is there. [UF-E01, UF-E07]
pub fn plain(
    muster: &mut Muster<'_>,
    listed: ManId,
    fill: Option<Fill>,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let fill = fill.unwrap_or(Fill::Use(listed));
    let Some((now, card)) = muster.man(listed) else { return VACANT };
    let leads = muster.is_chosen(listed);
    let fit = muster.is_fit(listed);
    if let Fill::Use(man) = fill
        && man != listed
        && paired(muster, listed, man, card.family)
    {
        muster.paired = true;
        return used(How::Paired, man);
    }
    if fit && !leads {
        if fill == Fill::Use(listed) {
            return used(How::Listed, listed);
        }
        why.note(LISTED, "E01", || format!("{} is fit and must be used in his place.", muster.name(listed)));
        match fill {
            Fill::Use(man) => {
                stand_in(muster, listed, man, card.family, why);
            }
            Fill::Transfer => no_transfer(why),
            Fill::Replace | Fill::Revive(_) | Fill::Green => living_not_revived(muster, listed, fill, why),
            Fill::Exchange(_) | Fill::Vacant => {}
        }
        return VACANT;
    }
    match fill {
        Fill::Use(man) => stand_in(muster, listed, man, card.family, why),
        Fill::Transfer => {
            no_transfer(why);
            VACANT
        }
        Fill::Replace => revive_listed(muster, listed, now.dead, card.family, why),
        Fill::Revive(other) => revive_other(muster, listed, other, leads, why),
        Fill::Green => green(muster, listed, leads, why),
        Fill::Exchange(_) => no_exchange(why),
        Fill::Vacant => {
            if let Some(free) = muster.free(card.family) {
                why.note(LIKE_ARMED, "E07", || {
                    format!(
                        "{} is free and can take the place of {}.",
                        muster.name(free),
                        muster.name(listed)
                    )
                });
            } else if now.dead && card.role.is_none() {
                why.note(REVIVED, "E07", || {
                    format!("Nobody like-armed is fit: {} must be replaced.", muster.name(listed))
                });
            } else if !leads
                && muster.rulings().hospital_gap == HospitalGap::ReviveLikeArmed
                && let Some(dead) = muster.dead_like_armed(card.family)
            {
                why.note(RuleId("UF-R17"), "E07", || {
                    format!(
                        "{} is dead and like-armed: he is revived for {}.",
                        muster.name(dead),
                        muster.name(listed)
                    )
                });
            }
            VACANT
        }
    }
}

/// [UF-42.41-2, UF-42.1-9] In the place of a fit man nobody is revived: not he, who is alive, and no leader card. Whoever is
/// free could not take the place either, so E04 is none of the reasons. [UF-E05, UF-E06]
fn living_not_revived(muster: &Muster<'_>, listed: ManId, fill: Fill, why: &mut Reasons) {
    let revived = if let Fill::Revive(other) = fill { other } else { listed };
    if revived == listed {
        why.note(RuleId("UF-42.41-2"), "E06", || format!("{} is alive and fit.", muster.name(listed)));
    } else if muster.man(revived).is_some_and(|(now, _)| !now.dead) {
        why.note(RuleId("UF-42.41-2"), "E06", || format!("{} is not dead.", muster.name(revived)));
    }
    if muster.role(revived).is_some() {
        why.note(NO_LEADER, "E05", || {
            format!("{} is a leader card and is never revived.", muster.name(revived))
        });
    }
}

/// [UF-42.5-1] No card is drawn for a plain place: a transfer is for a leader's place that needs one. The catalogue names no
/// other code for a transfer that is not allowed. [UF-E20]
fn no_transfer(why: &mut Reasons) {
    why.note(RuleId("UF-42.5-1"), "E20", || "Transfers fill leaders' places only.".into());
}

/// [UF-R18] Nor for the commissar's own.
fn no_commissar_drawn(why: &mut Reasons) {
    why.note(RuleId("UF-R18"), "E20", || "There is no transfer for the commissar's own place.".into());
}

/// [UF-42.1-9, UF-42.41-2] The commissar is never revived, and alive he could not be.
fn commissar_not_revived(muster: &Muster<'_>, listed: ManId, fill: Fill, why: &mut Reasons) {
    why.note(NO_LEADER, "E05", || format!("{} is a leader card and is never revived.", muster.name(listed)));
    let revived = if let Fill::Revive(other) = fill { other } else { listed };
    if muster.man(revived).is_some_and(|(now, _)| !now.dead) {
        why.note(RuleId("UF-42.41-2"), "E06", || format!("{} is not dead.", muster.name(revived)));
    }
}

/// [UF-42.2-10] An exchange of weapons fills the squad leader's place only.
pub(super) fn no_exchange(why: &mut Reasons) -> (Option<ManId>, How) {
    why.note(RuleId("UF-42.2-10"), "E22", || "Only a squad leader exchanges weapons.".into());
    VACANT
}

/// [UF-42.1-5, UF-42.1-10] A man in another's place: fit, free, like-armed; or the swap of rifle and machine pistol,
/// which its owner may prefer to a revival. [UF-R46, UF-E16, UF-E17]
fn stand_in(
    muster: &Muster<'_>,
    listed: ManId,
    man: ManId,
    family: Family,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let found = why.n_found();
    if man == ManId::PERSONAL {
        why.note(RuleId("UF-42.9-4"), "E09", || "The personal man cannot stand in for anybody.".into());
        return VACANT;
    }
    available(muster, man, why);
    let Some((_, card)) = muster.man(man) else { return VACANT };
    let elsewhere = muster.is_listed(man) && man != listed;
    if muster.is_chosen(man) || muster.was_named(man) || elsewhere {
        why.note(LIKE_ARMED, "E03", || format!("{} is listed or chosen already.", muster.name(man)));
    }
    let leaders_stand = !matches!(muster.sl, Leader::Vacant) && !matches!(muster.asl, Leader::Vacant);
    let in_ranks = muster.rulings().leader_cards == LeaderCards::Yes && leaders_stand;
    if card.role.is_some() && !in_ranks {
        why.note(RuleId("UF-R16"), "E08", || {
            format!("{} is a leader card and no plain man.", muster.name(man))
        });
    }
    let how = if let Some(how) = by_weapon(muster, family, card.family) {
        if how == How::Swap
            && let Some(free) = muster.free(family)
        {
            why.note(SWAP, "E16", || {
                let weapon = muster.family_name(family);
                format!("{} is free and has the own weapon of the place, {weapon}.", muster.name(free))
            });
        }
        how
    } else {
        why.note(LIKE_ARMED, "E17", || {
            let (own, wanted) = (muster.family_name(card.family), muster.family_name(family));
            format!("{} is armed with {own}; the place wants {wanted}.", muster.name(man))
        });
        How::StandIn
    };
    if why.n_found() == found { used(how, man) } else { VACANT }
}

/// [UF-42.1-5, UF-42.1-10] How a man of family `own` comes into a place of another family by his weapon, if he can at all.
pub fn by_weapon(muster: &Muster<'_>, place: Family, own: Family) -> Option<How> {
    let swap = muster.campaign().tables.roles.swap;
    match own == place {
        true => Some(How::StandIn),
        false => (swap.has(own) && swap.has(place)).then_some(How::Swap),
    }
}

/// [UF-E02] A fit man of this roster.
pub(super) fn available(muster: &Muster<'_>, man: ManId, why: &mut Reasons) {
    match muster.man(man) {
        None => why.note(RuleId("UF-42.1-2"), "E02", || format!("There is no man #{man} on this roster.")),
        Some((now, _)) if now.dead => {
            why.note(LIKE_ARMED, "E02", || format!("{} is dead.", muster.name(man)));
        }
        Some((now, _)) if !muster.is_fit(man) => why.note(RuleId("UF-42.4-6"), "E02", || {
            match now.wound.and_then(|back| muster.campaign().position_id(back)) {
                Some(back) => format!("{} is in hospital until {back}.", muster.name(man)),
                None => format!("{} is out for good.", muster.name(man)),
            }
        }),
        Some(_) => {}
    }
}

/// [UF-42.41-2] The listed man's revival: only when he is dead and nobody like-armed is free. Each of the three is told by
/// itself: for a man in hospital a free man is the way, and he is not dead either. [UF-E04, UF-E05, UF-E06]
fn revive_listed(
    muster: &Muster<'_>,
    listed: ManId,
    dead: bool,
    family: Family,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let found = why.n_found();
    if !dead {
        why.note(RuleId("UF-42.41-2"), "E06", || format!("{} is not dead.", muster.name(listed)));
    }
    if muster.role(listed).is_some() {
        why.note(NO_LEADER, "E05", || {
            format!("{} is a leader card and is never revived.", muster.name(listed))
        });
    }
    if let Some(free) = muster.free(family) {
        why.note(RuleId("UF-42.41-2"), "E04", || {
            format!("{} is free and can take the place of {}.", muster.name(free), muster.name(listed))
        });
    }
    if why.n_found() == found { used(How::Replaced, listed) } else { VACANT }
}

/// [UF-R17] The revival of another dead man for one in hospital.
fn revive_other(
    muster: &Muster<'_>,
    listed: ManId,
    other: ManId,
    leads: bool,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let found = why.n_found();
    let ruled = muster.rulings().hospital_gap == HospitalGap::ReviveLikeArmed;
    let rule = RuleId("UF-R17");
    let Some((_, card)) = muster.man(listed) else { return VACANT };
    if !ruled || leads || muster.is_dead(listed) {
        why.note(rule, "E04", || "Another man is not revived for this place.".into());
    }
    if let Some(free) = muster.free(card.family) {
        why.note(RuleId("UF-42.41-2"), "E04", || format!("{} is free and like-armed.", muster.name(free)));
    }
    match muster.man(other) {
        Some((now, _)) if !now.dead => {
            why.note(RuleId("UF-42.41-2"), "E06", || format!("{} is not dead.", muster.name(other)));
        }
        Some((_, dead)) if dead.role.is_some() => {
            why.note(NO_LEADER, "E05", || {
                format!("{} is a leader card and is never revived.", muster.name(other))
            });
        }
        Some((_, dead)) if dead.family != card.family => {
            why.note(LIKE_ARMED, "E17", || format!("{} is armed otherwise.", muster.name(other)));
        }
        Some(_) if muster.is_listed(other) || muster.is_chosen(other) => {
            why.note(LIKE_ARMED, "E03", || format!("{} is listed or chosen already.", muster.name(other)));
        }
        Some(_) if other == ManId::PERSONAL => {
            why.note(RuleId("UF-42.9-4"), "E09", || "The personal man cannot stand in for anybody.".into());
        }
        None => why.note(RuleId("UF-42.1-2"), "E02", || format!("There is no man #{other} on this roster.")),
        Some(_) => {}
    }
    if why.n_found() == found { used(How::Revived, other) } else { VACANT }
}

/// [UF-R17] The green return of a listed man in hospital.
fn green(muster: &Muster<'_>, listed: ManId, leads: bool, why: &mut Reasons) -> (Option<ManId>, How) {
    let found = why.n_found();
    let Some((now, card)) = muster.man(listed) else { return VACANT };
    if muster.rulings().hospital_gap != HospitalGap::GreenReplacement || leads || now.wound.is_none() {
        why.note(RuleId("UF-R17"), "E06", || format!("{} does not come back green.", muster.name(listed)));
    }
    if card.role.is_some() {
        why.note(NO_LEADER, "E05", || {
            format!("{} is a leader card and is never revived.", muster.name(listed))
        });
    }
    if let Some(free) = muster.free(card.family) {
        why.note(RuleId("UF-42.41-2"), "E04", || format!("{} is free and like-armed.", muster.name(free)));
    }
    if why.n_found() == found { used(How::Green, listed) } else { VACANT }
}

/// [UF-R51] Whether a man may take a plain place of this family because the listed assistant is dead and another
/// leader stands for him.
fn paired(muster: &Muster<'_>, place: ManId, man: ManId, family: Family) -> bool {
    if muster.rulings().paired_stand_in != PairedStandIn::Paired || muster.paired {
        return false;
    }
    let Some(pair) = muster.deck().nation.paired else { return false };
    let listed = muster.listed.contains(&(PlaceKind::Asl, pair.listed)) && muster.is_dead(pair.listed);
    let leader = muster.asl.man().and_then(|asl| muster.role(asl));
    let by_leader = leader.is_some_and(|role| pair.roles[role as usize]);
    let is_he = man == pair.man && family == pair.instead_of;
    let exchanges = muster.exchange.is_some_and(|pair| pair.contains(&place));
    is_he
        && !exchanges
        && listed
        && by_leader
        && muster.is_fit(man)
        && !muster.is_listed(man)
        && !muster.is_chosen(man)
}

/// [UF-42.1-6, UF-R55] The commissar's place: he himself unless he is dead, in hospital or leading.
pub fn commissar(
    muster: &mut Muster<'_>,
    listed: ManId,
    fill: Option<Fill>,
    why: &mut Reasons,
) -> (Option<ManId>, How) {
    let fill = fill.unwrap_or(Fill::Use(listed));
    let Some((_, card)) = muster.man(listed) else { return VACANT };
    if muster.is_fit(listed) && !muster.is_chosen(listed) {
        if fill == Fill::Use(listed) {
            return used(How::Listed, listed);
        }
        why.note(LISTED, "E01", || format!("{} is fit and must be used in his place.", muster.name(listed)));
        match fill {
            Fill::Transfer => no_commissar_drawn(why),
            Fill::Replace | Fill::Revive(_) | Fill::Green => commissar_not_revived(muster, listed, fill, why),
            Fill::Use(_) | Fill::Exchange(_) | Fill::Vacant => {}
        }
        return VACANT;
    }
    let rule = RuleId("UF-R55");
    let stays_empty = muster.rulings().commissar_place == CommissarPlace::Empty;
    match fill {
        Fill::Use(man) if stays_empty && man != listed => {
            why.note(rule, "E17", || "Without him the commissar's place stays empty.".into());
            VACANT
        }
        Fill::Use(man) => stand_in(muster, listed, man, card.family, why),
        Fill::Replace | Fill::Revive(_) | Fill::Green => {
            commissar_not_revived(muster, listed, fill, why);
            VACANT
        }
        Fill::Exchange(_) => no_exchange(why),
        Fill::Transfer => {
            no_commissar_drawn(why);
            VACANT
        }
        Fill::Vacant => {
            if !stays_empty && let Some(free) = muster.free(card.family) {
                why.note(rule, "E07", || {
                    format!(
                        "{} is free and can take the place of {}.",
                        muster.name(free),
                        muster.name(listed)
                    )
                });
            }
            VACANT
        }
    }
}
