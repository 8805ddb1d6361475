//! What the questions of a battle are known by. A face hangs on that alone, so nothing of it is written by anybody for the
//! face's sake: no line and no name of an order of battle, no order in which armies were filled, no battle without a question.

use std::cmp::Reverse;
use std::fmt::Display;

use kernel::{Id, Side};

use crate::battle::Battle;
use crate::oob::{Brigade, Division};
use crate::setup::Setup;
use crate::state::State;
use crate::words::{BattleId, LeaderId, SpId, UnitId};

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

/// The mark of somebody who is rated, which his side and the neutral alone read: of a leader his place, of a brigade the strength
/// point that most of its stands come from and its rank among those of the same. So a brigade of another strength point, written
/// otherwise, changes nothing.
pub(crate) fn mark_of(setup: &Setup, battle: &Battle, side: Side, of: UnitId) -> String {
    if let Some(place) = leader_place(setup, LeaderId::from(Id::from(of))) {
        return format!("l{place}");
    }
    let all = in_order(setup, battle, side);
    let main = all.iter().find(|(_, brigade)| brigade.id == of).map_or(0, |(main, _)| *main);
    let rank = all.iter().filter(|(one, _)| *one == main).position(|(_, brigade)| brigade.id == of);
    format!("s{main}-{}", rank.unwrap_or(0))
}

/// The mark of a brigade in questions that everybody reads: its rank among all of its side, which tells of no strength point.
pub(crate) fn rank_of(setup: &Setup, battle: &Battle, side: Side, brigade: UnitId) -> String {
    let rank = in_order(setup, battle, side).iter().position(|(_, one)| one.id == brigade);
    format!("b{}", rank.unwrap_or(0))
}

/// The place of a strength point: that of the set-up; those that were raised stand behind, by what they are.
fn sp_place(setup: &Setup, battle: &Battle, side: Side, id: SpId) -> usize {
    let known = || setup.armies.iter().flat_map(|army| army.sp.iter().map(|sp| sp.id));
    known().position(|sp| sp == id).unwrap_or_else(|| {
        let raised = battle.muster(side).sp.iter().filter(|sp| known().all(|one| one != sp.id));
        let mut raised: Vec<_> = raised.map(|sp| (sp.arm, sp.class, sp.id)).collect();
        raised.sort();
        known().count() + raised.iter().position(|sp| sp.2 == id).unwrap_or(raised.len())
    })
}

/// The brigades of a side, each with the place of the strength point that most of its stands come from, in an order that no line
/// and no name of their order of battle changes: by what they hold, then by whose they are. Names part only those that are
/// alike in everything, where they say no more than which of them is called what.
fn in_order<'b>(setup: &Setup, battle: &'b Battle, side: Side) -> Vec<(usize, &'b Brigade)> {
    let Some(oob) = battle.halves[side].oob.as_ref() else { return Vec::new() };
    let held = |brigades: &[&Brigade]| {
        let mut held = std::collections::BTreeMap::<usize, u32>::new();
        for share in brigades.iter().flat_map(|brigade| &brigade.of) {
            *held.entry(sp_place(setup, battle, side, share.sp)).or_default() += u32::from(share.stands);
        }
        let mut held: Vec<_> = held.into_iter().map(|(place, stands)| (Reverse(stands), place)).collect();
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
            let own = held(&[brigade]);
            let main = own.first().map_or(usize::MAX, |(_, place)| *place);
            ((main, own, guns(brigade.batteries), whose(division), brigade.id), brigade)
        })
        .collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all.into_iter().map(|(key, brigade)| (key.0, brigade)).collect()
}
