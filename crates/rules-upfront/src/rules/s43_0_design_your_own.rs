//! 43.0 Design your own, as far as the campaign game speaks of it: the bought men are the force list. [UF-R45]

use arrayvec::ArrayVec;
use kernel::{Reasons, RuleId};

use super::{s42_2_leaders, s42_5_transfer};
use crate::command::Selection;
use crate::muster::{Leader, Muster};
use crate::setup::Card;
use crate::setup::rulings::LeaderCards;
use crate::state::{How, Place, State};
use crate::words::{ManId, PlaceKind, Rank, Role, Side, TroopsId};

const RULE: RuleId = RuleId("UF-R45");

/// [UF-R45] The bought force: fit men, at printed prices within the limit, at most one squad leader, one assistant and
/// one commissar; no stand-ins or revivals, transfers as in 42.5. Gives the strength of a bought radio.
pub fn bought(
    state: &State,
    side: Side,
    limit: i32,
    selection: &Selection,
    why: &mut Reasons,
    places: &mut Vec<Place>,
) -> Option<u8> {
    let Some(own) = &selection.own else {
        why.note(RULE, "R45", || "This scenario is designed by the players: name the men you buy.".into());
        return None;
    };
    if selection.named().next().is_some() {
        why.note(RULE, "R45", || {
            "There is no printed list here, so nobody stands in and nobody is revived.".into()
        });
    }
    let mut muster = Muster::with(state, side, ArrayVec::new(), selection.exchanges());
    let mut asked: Vec<PlaceKind> = selection.transfers.iter().map(|transfer| transfer.slot).collect();
    for (kind, man) in [(PlaceKind::Sl, own.sl), (PlaceKind::Asl, own.asl)] {
        let transfer = asked.iter().position(|slot| *slot == kind).map(|at| asked.remove(at)).is_some();
        let filled = match man {
            Some(man) => {
                if transfer {
                    why.note(RuleId("UF-42.5-1"), "E20", || {
                        format!("You name the {} yourself.", kind.prose())
                    });
                }
                Some(s42_2_leaders::bought(&mut muster, kind, man, why))
            }
            None if transfer => Some(transferred(&mut muster, kind, why)),
            None => None,
        };
        if let Some((man, how)) = filled {
            man.into_iter().for_each(|man| muster.choose(man));
            push(places, kind, man, how);
        }
    }
    for slot in asked {
        why.note(RuleId("UF-42.5-1"), "E20", || {
            format!("No transfer fills the place of the {}.", slot.prose())
        });
    }
    if let Some(man) = own.commissar {
        let is_commissar = state.man(side, man).is_some_and(|(_, card)| card.rank == Rank::Comm);
        if !is_commissar {
            why.note(RuleId("UF-R16"), "E10", || format!("{} is no commissar.", muster.name(man)));
        }
        buy(&mut muster, man, why);
        push(places, PlaceKind::Comm, Some(man), How::Bought);
    }
    for man in &own.men {
        ranks(&muster, *man, why);
        buy(&mut muster, *man, why);
        push(places, PlaceKind::Plain, Some(*man), How::Bought);
    }
    s42_2_leaders::exchange(&muster, why);
    if places.is_empty()
        && let Some(card) = cheapest(state, side, limit)
    {
        why.note(RULE, "R45", || {
            format!("You buy nobody; {} is fit and costs {}.", muster.name(card.id), card.points)
        });
    }
    let radio = radio_price(state, side, own.radio, own.troops.as_ref().map(TroopsId::as_str), why);
    let men =
        muster.chosen.iter().filter_map(|man| muster.man(*man)).map(|(_, card)| card.points).sum::<i32>();
    if limit > 0 && men + radio > limit {
        why.note(RULE, "R45", || format!("This force costs {} points; the limit is {limit}.", men + radio));
    }
    own.radio
}

/// [UF-R45] The fit plain man with the lowest printed price within the limit: who could be bought, has to fight.
pub fn cheapest(state: &State, side: Side, limit: i32) -> Option<&Card> {
    let men = state.deck(side).nation.men.iter();
    let can = |card: &&Card| card.role.is_none() && state.is_fit(side, card.id);
    men.filter(can).filter(|card| limit == 0 || card.points <= limit).min_by_key(|card| card.points)
}

fn push(places: &mut Vec<Place>, kind: PlaceKind, man: Option<ManId>, how: How) {
    let id = u8::try_from(places.len() + 1).unwrap_or(u8::MAX);
    places.push(Place { id, kind, listed: man, man, how });
}

fn transferred(muster: &mut Muster<'_>, kind: PlaceKind, why: &mut Reasons) -> (Option<ManId>, How) {
    let (capable, drawable, rule) = match kind {
        PlaceKind::Sl => {
            muster.sl = Leader::Transfer;
            let drawable = !s42_5_transfer::pool(muster.state, muster.side, Role::Sl).is_empty();
            (s42_5_transfer::capable_sl(muster.state, muster.side), drawable, RuleId("UF-42.5-1"))
        }
        _ => {
            let found = (
                s42_5_transfer::capable_asl(muster),
                s42_5_transfer::assistant_can_be_drawn(muster),
                RuleId("UF-42.5-5"),
            );
            muster.asl = Leader::Transfer;
            found
        }
    };
    if let Some(man) = capable {
        why.note(rule, "E20", || format!("{} is fit and qualifies.", muster.name(man)));
    }
    if !drawable {
        why.note(rule, "E21", || "No dead card of this kind is left to draw.".into());
    }
    (None, How::Transferred)
}

/// [UF-42.1-7, UF-R16] Leader cards do not serve in the ranks.
fn ranks(muster: &Muster<'_>, man: ManId, why: &mut Reasons) {
    let Some(role) = muster.role(man) else { return };
    if muster.rulings().leader_cards == LeaderCards::No {
        why.note(RuleId("UF-R16"), "E08", || {
            format!("{} is a leader card and no plain man.", muster.name(man))
        });
    } else if role != Role::Comm && !(muster.sl.is_filled() && muster.asl.is_filled()) {
        why.note(RuleId("UF-R16"), "E08", || {
            format!("{} serves in the ranks only beside a squad leader and an assistant.", muster.name(man))
        });
    }
}

fn buy(muster: &mut Muster<'_>, man: ManId, why: &mut Reasons) {
    if man == ManId::PERSONAL {
        why.note(RuleId("UF-42.9-4"), "E09", || {
            "The personal man is not bought: he comes by himself.".into()
        });
        return;
    }
    super::s42_1_places::available(muster, man, why);
    if muster.is_chosen(man) {
        why.note(RuleId("UF-42.1-5"), "E03", || format!("{} is chosen twice.", muster.name(man)));
    } else {
        muster.choose(man);
    }
}

/// The price of a bought radio, from the nation's table.
fn radio_price(state: &State, side: Side, radio: Option<u8>, troops: Option<&str>, why: &mut Reasons) -> i32 {
    let Some(strength) = radio else { return 0 };
    let rows = &state.deck(side).nation.radio;
    let row = match (troops, &rows[..]) {
        (None, [row]) => Some(row),
        (Some(troops), rows) => rows.iter().find(|row| row.troops == troops),
        (None, _) => None,
    };
    let Some(row) = row else {
        let known = rows.iter().map(|row| row.troops.as_str()).collect::<Vec<_>>().join(", ");
        why.note(RULE, "R45", || format!("Whose radio is it? Troops are: {known}."));
        return 0;
    };
    let price = row.prices.iter().find(|(known, _)| *known == i32::from(strength)).map(|(_, price)| *price);
    price.unwrap_or_else(|| {
        why.note(RULE, "R45", || format!("There is no radio of strength {strength} on this nation's table."));
        0
    })
}
