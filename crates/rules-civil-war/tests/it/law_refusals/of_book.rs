//! What bars what happens on the board: the course of a turn, entries, promotions, and how a battle comes and goes.

use kernel::{Seat, Side};
use rules_civil_war::Command;
use rules_civil_war::battle::Returned;
use rules_civil_war::book::{Army, Opening};
use rules_civil_war::exact::Exact;
use rules_civil_war::setup::options::FieldPick;
use rules_civil_war::words::{ArmyId, BattleId, Class, CounterId, Fate, LeaderId, SpId, Stage, Step};

use super::look::Look;
use super::of_plans::fitting;
use super::of_reckoning::is_green_of_others;

/// Whether a name holds a sign that parts what players write.
fn parts(sp: SpId) -> bool {
    let name = sp.as_str();
    name.contains([';', ':', ',']) || name.trim() != name || ["-", "–"].contains(&name)
}

/// Both sides say it where no person is the neutral.
pub fn needs_both(command: &Command) -> bool {
    use Command as C;
    matches!(
        command,
        C::NextStep { battle: None }
            | C::Initiative { .. }
            | C::Raise { .. }
            | C::MoveSp { .. }
            | C::MoveLeader { .. }
            | C::Recover { .. }
            | C::Rally { .. }
            | C::EnterBattle { .. }
            | C::CwResult { .. }
            | C::CallOff { .. }
            | C::LoseLeader { .. }
            | C::DriveOff { .. }
            | C::EndBattle { .. }
    )
}

impl<'s> Look<'s> {
    /// What bars a proposal beside what bars the command itself: it waits already, or too many do.
    pub fn proposes(&mut self, command: &Command) {
        let Some(side) = self.side() else { return };
        let waiting = &self.state.facts.proposal;
        match waiting.iter().find(|one| one.says == *command) {
            Some(one) if one.side != side => {}
            Some(_) => self.when(true, "CWFF-1-1", "dup"),
            None => self.when(waiting.len() >= 12, "CWFF-1-1", "cap"),
        }
    }

    fn army(&self, id: ArmyId) -> Option<&'s Army> {
        self.state.facts.book.army.iter().find(|army| army.id == id)
    }

    fn owner(&self, id: ArmyId) -> Option<Side> {
        self.state.setup.armies.iter().find(|army| army.id == id).map(|army| army.side)
    }

    fn fights(&self, id: ArmyId) -> bool {
        let open = self.state.facts.battle.iter().filter(|battle| battle.step != Step::Closed);
        let mut armies = open.flat_map(|battle| battle.input.sides.iter().map(|(_, muster)| muster.army));
        armies.any(|army| army == id)
    }

    fn holder(&self, sp: SpId) -> Option<&'s Army> {
        self.state.facts.book.army.iter().find(|army| army.sp.iter().any(|one| one.id == sp))
    }

    fn book(&mut self, rule: &'static str) -> Stage {
        let stage = self.state.facts.book.stage;
        self.when(stage == Stage::Battle, rule, "step");
        stage
    }

    fn entry(&mut self, rule: &'static str) {
        self.by_neutral(None, rule);
        let stage = self.book(rule);
        self.when(stage == Stage::Over, rule, "step");
    }

    pub fn next_in_book(&mut self) {
        self.by_neutral(None, "CWFF-10E-2");
        let stage = self.book("CWFF-10E-2");
        self.when(stage == Stage::Over, "CWFF-10E-2", "step");
        let book = &self.state.facts.book;
        let now = book.turn.number;
        let waits = book.track.iter().any(|one| one.turn < now && one.rolled < now);
        self.when(stage == Stage::Reinforcement && waits, "CWFF-10B-1", "incomplete");
        let last = stage == Stage::Pulses && now >= self.state.setup.last;
        let open = self.state.facts.battle.iter().any(|battle| battle.step != Step::Closed);
        self.when(last && open, "CWFF-10E-2", "incomplete");
    }

    pub fn initiative(&mut self, dice: [u8; 2]) {
        self.by_neutral(None, "CWFF-10D-1");
        let stage = self.book("CWFF-10D-1");
        self.when(stage != Stage::Pulses, "CWFF-10D-1", "step");
        self.when(dice.iter().any(|die| *die < 1 || *die > 6), "CWFF-10D-1", "range");
    }

    pub fn promotion_roll(&mut self, counter: CounterId) {
        self.by_neutral(None, "CWFF-10B-1");
        let stage = self.book("CWFF-10B-1");
        self.when(stage != Stage::Reinforcement, "CWFF-10B-1", "step");
        let book = &self.state.facts.book;
        let Some(on_track) = book.track.iter().find(|one| one.counter == counter) else {
            return self.when(true, "CWFF-10B-1", "data");
        };
        self.when(on_track.turn >= book.turn.number, "CWFF-R21", "step");
        self.when(on_track.rolled >= book.turn.number, "CWFF-10B-1", "dup");
    }

    /// The die of the side that won the pulse.
    fn won(&mut self) -> Option<(Side, u8)> {
        let side = self.by_side("CWFF-10D-1")?;
        let stage = self.book("CWFF-10D-1");
        let pulse = self.state.facts.book.initiative.filter(|_| stage == Stage::Pulses);
        self.when(pulse.is_none(), "CWFF-10D-1", "step");
        let pulse = pulse?;
        let (own, other) = (pulse.dice[side], pulse.dice[side.enemy()]);
        self.when(own <= other, "CWFF-10D-1", "actor");
        self.when(pulse.free_used, "CWFF-10D-1", "cap");
        Some((side, own))
    }

    pub fn use_free(&mut self) {
        self.won();
    }

    pub fn take_promotion(&mut self, named: Option<CounterId>) {
        let Some((side, die)) = self.won() else { return };
        self.when(die.is_multiple_of(2), "CWFF-10D-1", "not-allowed");
        self.when(named.is_some(), "CWFF-10E-1", "not-allowed");
        let setup = &self.state.setup;
        let own = |id: &CounterId| {
            let counter = setup.counters.iter().find(|one| one.id == *id);
            setup
                .leaders
                .iter()
                .any(|card| card.side == side && counter.is_some_and(|it| it.leader == card.leader.id))
        };
        self.when(!self.state.facts.book.pool.iter().any(own), "CWFF-10E-1", "not-eligible");
    }

    pub fn raise(&mut self, army: ArmyId, sp: SpId) {
        self.entry("CWFF-4F-1");
        self.when(self.owner(army).is_none(), "CWFF-4F-1", "data");
        self.when(self.fights(army), "CWFF-4F-1", "not-allowed");
        self.when(parts(sp), "CWFF-4F-1", "range");
        self.when(self.holder(sp).is_some(), "CWFF-4F-1", "dup");
    }

    /// A person alone puts an army right that does not fight.
    fn put_right(&mut self, army: Option<ArmyId>, rule: &'static str) {
        self.entry(rule);
        let owner = army.and_then(|army| self.owner(army));
        self.when(owner.is_none(), rule, "data");
        let busy = army.is_some_and(|army| self.fights(army));
        self.when(self.no_person() || busy, rule, "not-allowed");
    }

    pub fn strike(&mut self, sp: SpId) {
        self.put_right(self.holder(sp).map(|army| army.id), "CWFF-9A-1");
    }

    pub fn restore(&mut self, army: ArmyId, sp: SpId) {
        self.put_right(Some(army), "CWFF-9A-1");
        self.when(parts(sp), "CWFF-9A-1", "range");
        self.when(self.holder(sp).is_some(), "CWFF-9A-1", "dup");
        let Some(side) = self.owner(army) else { return };
        let state = self.state;
        let began = state.setup.armies.iter().filter(|army| army.side == side).flat_map(|army| &army.sp);
        let fought = state.facts.battle.iter().flat_map(|battle| &battle.input.sides[side].sp);
        self.when(!began.chain(fought).any(|one| one.id == sp), "CWFF-9A-1", "data");
    }

    pub fn carry(&mut self, army: ArmyId, parts: [Exact; 2]) {
        self.put_right(Some(army), "CWFF-9A-3");
        self.when(parts.iter().any(|part| part.whole() > 0), "CWFF-9A-3", "range");
        let has = |crack: bool| {
            self.army(army).is_some_and(|army| army.sp.iter().any(|sp| (sp.class == Class::Crack) == crack))
        };
        let lacks =
            [true, false].into_iter().zip(parts).any(|(crack, part)| part != Exact::NONE && !has(crack));
        self.when(lacks, "CWFF-9A-3", "not-eligible");
    }

    pub fn move_sp(&mut self, sp: SpId, army: ArmyId) {
        self.entry("CWFF-4A-1");
        let (to, from) = (self.owner(army), self.holder(sp).map(|army| army.id));
        self.when(to.is_none() || from.is_none(), "CWFF-4A-1", "data");
        let Some(from) = from else { return };
        let apart = self.owner(from) != to;
        self.when(self.fights(army) || self.fights(from) || apart, "CWFF-4A-1", "not-allowed");
        self.when(from == army, "CWFF-4A-1", "dup");
    }

    fn with(&self, leader: LeaderId) -> Option<ArmyId> {
        self.state.facts.book.army.iter().find(|army| army.leaders.contains(&leader)).map(|army| army.id)
    }

    pub fn move_leader(&mut self, leader: LeaderId, army: ArmyId) {
        self.entry("CWFF-4B-1");
        let card =
            self.state.setup.leaders.iter().find(|card| card.leader.id == leader).map(|card| card.side);
        let to = self.owner(army);
        self.when(to.is_none() || card.is_none(), "CWFF-4B-1", "data");
        let from = self.with(leader);
        let busy = self.fights(army) || from.is_some_and(|from| self.fights(from));
        self.when(busy || card != to, "CWFF-4B-1", "not-allowed");
        self.when(from == Some(army), "CWFF-4B-1", "dup");
    }

    pub fn recover(&mut self, leader: LeaderId) {
        self.entry("CWFF-9D-1");
        let person = self.state.facts.book.leader.iter().find(|one| one.id == leader);
        self.when(person.is_none(), "CWFF-9D-1", "data");
        let well = person.is_some_and(|one| one.fate != Fate::Wounded);
        let busy = self.with(leader).is_some_and(|army| self.fights(army));
        self.when(well || busy, "CWFF-9D-1", "not-allowed");
    }

    pub fn rally(&mut self, army: ArmyId) {
        self.entry("CWFF-9B-1");
        let there = self.army(army);
        self.when(there.is_none(), "CWFF-9B-1", "data");
        let firm = there.is_some_and(|army| !army.demoralized);
        self.when(firm || self.fights(army), "CWFF-9B-1", "not-allowed");
    }

    pub fn enter(&mut self, opening: &Opening) {
        self.by_neutral(None, "CWFF-1-1");
        let stage = self.book("CWFF-1-1");
        self.when(stage != Stage::Pulses, "CWFF-1-1", "step");
        let both = [opening.attacker, opening.defender];
        let sides = both.map(|army| self.owner(army));
        self.when(sides.contains(&None), "CWFF-1-1", "data");
        self.when(sides[0].is_some() && sides[0] == sides[1], "CWFF-4-1", "data");
        let weak = both.iter().any(|id| self.army(*id).is_some_and(|army| army.sp.is_empty()));
        self.when(weak, "CWFF-4A-1", "data");
        let known = self.state.setup.hexes.iter().any(|hex| hex.id == opening.hex);
        self.when(!known, "CWFF-2-1", "data");
        let column = opening.column.trim();
        let row = self.state.setup.crt.iter().any(|row| row.column == column && row.size == opening.size);
        let unread = column.is_empty() || column.len() > 12 || (self.no_person() && !row);
        self.when(unread, "CWFF-9C-1", "data");
        self.when(both.iter().any(|army| self.fights(*army)), "CWFF-1-1", "dup");
    }

    pub fn call_off(&mut self, battle: BattleId) {
        self.by_neutral(None, "CWFF-1-1");
        self.at(battle, &[Step::Agreement, Step::Away], "CWFF-1-1");
    }

    pub fn cw_result(
        &mut self,
        battle: BattleId,
        (winner, crack): (Side, Option<SpId>),
        lost: &[SpId],
        fallen: &[LeaderId],
    ) {
        self.by_neutral(None, "CWFF-1-1");
        let there = self.state.facts.battle.iter().find(|one| one.id == battle);
        let no_field = there.is_some_and(|battle| fitting(self.state, battle).next().is_none());
        let mut steps = vec![Step::Agreement, Step::Away];
        steps.extend(no_field.then_some(Step::Field));
        let Some(battle) = self.at(battle, &steps, "CWFF-1-1") else { return };
        let both = [Side::FIRST, Side::SECOND].map(|side| &battle.input.sides[side]);
        let class =
            |id: SpId| both.iter().flat_map(|muster| &muster.sp).find(|sp| sp.id == id).map(|sp| sp.class);
        self.when(lost.iter().any(|sp| class(*sp).is_none()), "CWFF-4F-2", "data");
        let is_there =
            |id: &LeaderId| both.iter().any(|muster| muster.leaders.iter().any(|one| one.id == *id));
        self.when(!fallen.iter().all(is_there), "CWFF-R21", "data");
        if let Some(crack) = crack {
            self.when(self.no_person(), "CWFF-4F-3", "not-allowed");
            let own = &battle.input.sides[winner];
            let green = own.sp.iter().all(|sp| sp.class == Class::Green);
            let fits = own.sp.iter().any(|sp| {
                sp.id == crack && (sp.class == Class::Veteran || (green && sp.class == Class::Green))
            });
            self.when(is_green_of_others(&own.sp, crack) && !self.no_person(), "CWFF-4F-4", "not-eligible");
            self.when(!fits || lost.contains(&crack), "CWFF-4F-3", "not-eligible");
        }
        self.when(twice(lost), "CWFF-4F-2", "dup");
        self.when(twice(fallen), "CWFF-R21", "dup");
    }

    pub fn take_in(&mut self, battle: BattleId, winner: Side, halves: [&Returned; 2]) {
        // Without a person the engine alone takes it in, and no seat does.
        self.when(self.no_person() || self.seat != Seat::Umpire, "CWFF-9-1", "actor");
        let Some(battle) = self.at(battle, &[Step::Away], "CWFF-9-1") else { return };
        for (side, half) in [Side::FIRST, Side::SECOND].into_iter().zip(halves) {
            let sent = &battle.input.sides[side];
            let mut went: Vec<SpId> = sent.sp.iter().map(|sp| sp.id).collect();
            let mut back: Vec<SpId> =
                half.sp.iter().map(|sp| sp.id).chain(half.lost.iter().copied()).collect();
            went.sort();
            back.sort();
            self.when(went != back, "CWFF-9A-3", "data");
            let was = |id: SpId| sent.sp.iter().find(|sp| sp.id == id);
            let green = sent.sp.iter().all(|sp| sp.class == Class::Green);
            let mut risen = 0;
            for now in &half.sp {
                let Some(was) = was(now.id) else { continue };
                self.when(now.class < was.class || now.arm != was.arm, "CWFF-4F-2", "data");
                if now.class == Class::Crack && was.class != Class::Crack {
                    risen += 1;
                    let fits = was.class == Class::Veteran || green;
                    self.when(side != winner || !fits, "CWFF-4F-3", "not-eligible");
                }
            }
            self.when(sent.demoralized && !half.demoralized, "CWFF-9B-1", "data");
            let leaders: Vec<LeaderId> = half.leaders.iter().map(|one| one.leader).collect();
            let unknown = half.leaders.iter().any(|one| {
                one.fate == Fate::Active || !sent.leaders.iter().any(|sent| sent.id == one.leader)
            });
            self.when(unknown, "CWFF-9D-1", "data");
            self.when(twice(&leaders), "CWFF-9D-1", "dup");
            self.when(risen > 1, "CWFF-4F-3", "cap");
        }
    }

    pub fn decline(&mut self, number: u16) {
        self.by_side("CWFF-1-1");
        self.when(!self.state.facts.proposal.iter().any(|one| one.number == number), "CWFF-1-1", "data");
    }

    pub fn draw_field(&mut self, battle: BattleId) {
        self.by_neutral(None, "CWFF-2-2");
        let Some(n) = self.at_field(battle) else { return };
        let agree = self.state.setup.options.battlefield_pick == FieldPick::Agree;
        self.when(agree && n > 1, "CWFF-R2", "consent");
    }
}

/// Whether something is named twice.
pub fn twice<T: PartialEq>(all: &[T]) -> bool {
    all.iter().enumerate().any(|(at, one)| all[..at].contains(one))
}
