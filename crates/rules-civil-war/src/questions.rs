//! What the questions of a battle are known by. A face hangs on that alone, so nothing of it is written by anybody for the
//! face's sake: no line and no name of an order of battle, no order in which armies were filled, no battle without a question.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;

use kernel::{Id, Side};

use crate::battle::Battle;
use crate::oob::{Brigade, Division};
use crate::setup::Setup;
use crate::state::State;
use crate::words::{BattleId, LeaderId, UnitId};

/// What a question of a battle is known by: the attacking army by its place in the set-up, which of the army's battles on the
/// table this is, and a mark of its own.
pub(crate) fn known(state: &State, battle: BattleId, mark: impl Display) -> Id {
    let Some(fought) = state.battle(battle) else { return Id::default() };
    let attacks = |one: &Battle| one.muster(one.input.attacker).army;
    let army = attacks(fought);
    let place = state.setup.armies.iter().position(|start| start.id == army).unwrap_or(0);
    // Whatever finds a field is fought out there; a battle of the board asks nothing, and counts for nothing.
    let earlier = state.facts.battle.iter().take_while(|one| one.id != battle);
    let number = 1 + earlier.filter(|one| attacks(one) == army && one.field.is_some()).count();
    Id::new(&format!("a{place}.{number}:{mark}")).unwrap_or_default()
}

/// The place of a leader in the set-up, whichever army he is with and whenever he joined it.
pub(crate) fn leader_place(setup: &Setup, leader: LeaderId) -> Option<usize> {
    setup.leaders.iter().position(|card| card.leader.id == leader)
}

/// The mark of somebody who is rated, which his side and the neutral alone read: of a leader his place, of a brigade its rank
/// among all of its side. A side of so many brigades has the same ratings to give, whatever its brigades are made of.
pub(crate) fn mark_of(setup: &Setup, battle: &Battle, side: Side, of: UnitId) -> String {
    if let Some(place) = leader_place(setup, LeaderId::from(Id::from(of))) {
        return format!("l{place}");
    }
    let rank = in_order(setup, battle, side).iter().position(|one| one.id == of);
    format!("b{}", rank.unwrap_or(0))
}

/// The brigades of a side, in an order that no line and no name of their order of battle changes, nor which of several strength
/// points of a kind their stands come from: by what they hold, then by whose they are. Names part only those that are alike in
/// everything, where they say no more than which of them is called what.
fn in_order<'b>(setup: &Setup, battle: &'b Battle, side: Side) -> Vec<&'b Brigade> {
    let Some(oob) = battle.halves[side].oob.as_ref() else { return Vec::new() };
    let held = |brigades: &[&Brigade]| {
        let mut held = BTreeMap::<_, u32>::new();
        for share in brigades.iter().flat_map(|brigade| &brigade.of) {
            let kind = battle.muster(side).sp(share.sp).map(|sp| (sp.arm, sp.class));
            *held.entry(kind).or_default() += u32::from(share.stands);
        }
        let mut held: Vec<_> = held.into_iter().map(|(kind, stands)| (Reverse(stands), kind)).collect();
        held.sort_unstable();
        held
    };
    let guns = |of: crate::oob::Batteries| (of.foot, of.horse);
    let place = |leader: Option<LeaderId>| leader.and_then(|leader| leader_place(setup, leader));
    let whose = |division: &Division| {
        let corps = oob.corps_of(division).and_then(|corps| corps.leader);
        let all: Vec<&Brigade> = division.brigades.iter().collect();
        (place(division.leader), place(corps), held(&all), guns(division.batteries))
    };
    let mut all: Vec<_> = oob
        .brigades()
        .map(|(division, brigade)| {
            ((held(&[brigade]), guns(brigade.batteries), whose(division), brigade.id), brigade)
        })
        .collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all.into_iter().map(|(_, brigade)| brigade).collect()
}
