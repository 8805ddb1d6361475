//! What bars the reckoning after a battle: points, reports, chances, checks and promotions.

use kernel::Side;
use rules_civil_war::battle::{Battle, Report};
use rules_civil_war::setup::Sp;
use rules_civil_war::setup::options::{Fraction, Tie};
use rules_civil_war::words::{Account, BattleId, Class, Fate, LeaderId, SpId, Step, UnitId};

use super::look::{self, Look};
use super::of_book::twice;

/// The die that decides of a part of a strength point, and of a chance, has so many faces.
const FACES: u64 = 120;

impl Look<'_> {
    pub fn end(&mut self, battle: BattleId) {
        self.by_neutral(None, "CWFF-8-2");
        let Some(battle) = self.at(battle, &[Step::After], "CWFF-8-2") else { return };
        self.when(battle.halves[Side::FIRST].points.is_some(), "CWFF-9-1", "dup");
    }

    pub fn report(&mut self, battle: BattleId, report: &Report) {
        let Some(side) = self.by_side("CWFF-9A-1") else { return };
        let Some(battle) = self.at(battle, &[Step::After], "CWFF-9A-1") else { return };
        let (half, oob) = (&battle.halves[side], look::oob(battle, side));
        let brigades: Vec<UnitId> = report.brigades.iter().map(|line| line.brigade).collect();
        let unknown = brigades.iter().any(|id| look::brigade(oob, *id).is_none());
        self.when(unknown, "CWFF-9A-1", "data");
        let counters = look::counters(oob);
        let leaders: Vec<LeaderId> = report.leaders.iter().map(|one| one.leader).collect();
        self.when(leaders.iter().any(|id| !counters.contains(id)), "CWFF-9D-1", "data");
        let own = |id: &SpId| battle.input.sides[side].sp.iter().any(|sp| sp.id == *id);
        self.when(!report.remove.iter().all(own), "CWFF-R17", "data");
        let away = leaders.iter().any(|id| counters.contains(id) && !look::has_come(battle, side, *id));
        self.when(away, "CWFF-9D-1", "not-eligible");
        let unseen = report.remove.iter().any(|sp| own(sp) && !look::sp_was_there(battle, side, *sp));
        self.when(unseen, "CWFF-R17", "not-eligible");
        self.when(twice(&brigades), "CWFF-9A-1", "dup");
        let well = report.leaders.iter().any(|one| one.fate == Fate::Active);
        self.when(twice(&leaders) || well, "CWFF-9D-1", "dup");
        let rests = half.shaken.is_some() || half.chance.is_some() || !half.parts.is_empty();
        let sealed = half.closed || rests || half.crack.is_some() || half.no_crack;
        self.when(sealed, "CWFF-9A-1", "sealed");
        for line in &report.brigades {
            let all = u32::from(line.killed) + u32::from(line.captured) + u32::from(line.skedaddled);
            let known = look::brigade(oob, line.brigade).is_some();
            self.when(known && all > look::on_table(battle, side, line.brigade), "CWFF-9A-1", "range");
        }
        let there: u32 = look::batteries_there(battle, side).iter().sum();
        self.when(u32::from(report.batteries) > there, "CWFF-9A-1", "range");
    }

    /// A chance is due to a side that holds the field and lost less than 2 strength points.
    fn chance(&mut self, battle: BattleId, side: Side) -> Option<&Battle> {
        self.by_neutral(Some(side), "CWFF-9C-1");
        let battle = self.at(battle, &[Step::After], "CWFF-9C-1")?;
        let half = &battle.halves[side];
        self.when(half.left.is_some(), "CWFF-9C-1", "not-eligible");
        self.when(half.left.is_none() && lost_sp(battle, side) >= 2, "CWFF-9C-1", "not-eligible");
        self.when(half.shaken.is_some(), "CWFF-9C-1", "dup");
        self.when(half.report.is_none(), "CWFF-9C-1", "incomplete");
        Some(battle)
    }

    fn has_chance(&self, battle: &Battle, side: Side) -> bool {
        let input = &battle.input;
        let row = self.state.setup.crt.iter().any(|row| row.column == input.column && row.size == input.size);
        row || battle.halves[side].chance.is_some()
    }

    pub fn enter_chance(&mut self, id: BattleId, side: Side, (n, of): (u16, u16)) {
        if self.chance(id, side).is_none() {
            return;
        }
        let battle = self.state.battle(id).expect("a battle");
        self.when(self.has_chance(battle, side), "CWFF-9C-1", "dup");
        let (n, of) = (u64::from(n), u64::from(of));
        self.when(n > of || of == 0 || !(n * FACES).is_multiple_of(of.max(1)), "CWFF-9C-1", "range");
    }

    pub fn roll_chance(&mut self, id: BattleId, side: Side) {
        if self.chance(id, side).is_none() {
            return;
        }
        let battle = self.state.battle(id).expect("a battle");
        // Nobody looks for the chance of a side that takes none.
        let due = battle.halves[side].left.is_none() && lost_sp(battle, side) < 2;
        self.when(due && !self.has_chance(battle, side), "CWFF-9C-1", "data");
    }

    pub fn parts(&mut self, id: BattleId, side: Side, account: Account) {
        self.by_neutral(Some(side), "CWFF-R17");
        let Some(battle) = self.at(id, &[Step::After], "CWFF-R17") else { return };
        let half = &battle.halves[side];
        let decides = match (&half.report, self.state.setup.options.fraction) {
            (_, Fraction::Ledger | Fraction::Nearest) => false,
            (None, Fraction::Dice) => true,
            (Some(_), Fraction::Dice) => is_parted(battle, side, account),
        };
        self.when(!decides, "CWFF-R17", "not-eligible");
        self.when(half.parts.iter().any(|part| part.account == account), "CWFF-R17", "dup");
        self.when(half.report.is_none(), "CWFF-R17", "incomplete");
    }

    pub fn check_leader(&mut self, battle: BattleId, leader: LeaderId) {
        self.by_neutral(None, "CWFF-9D-2");
        let Some(battle) = self.at(battle, &[Step::After], "CWFF-9D-2") else { return };
        let own = |side: &Side| battle.input.sides[*side].leaders.iter().any(|one| one.id == leader);
        let Some(side) = [Side::FIRST, Side::SECOND].into_iter().find(own) else {
            return self.when(true, "CWFF-9D-2", "data");
        };
        self.when(look::has_come(battle, side, leader), "CWFF-9D-1", "not-eligible");
        let checked = battle.halves[side].checked.iter().any(|one| one.leader == leader);
        self.when(checked, "CWFF-9D-2", "dup");
    }

    /// The winner of a battle of this table.
    fn wins(&mut self, battle: BattleId) -> Option<Side> {
        let side = self.by_side("CWFF-4F-3")?;
        let battle = self.at(battle, &[Step::After], "CWFF-4F-3")?;
        let won = self.winner(battle);
        self.when(won.is_none(), "CWFF-9-1", "step");
        self.when(won? != side, "CWFF-4F-3", "actor");
        let half = &battle.halves[side];
        self.when(half.crack.is_some() || half.no_crack, "CWFF-4F-3", "dup");
        self.when(half.report.is_none(), "CWFF-4F-3", "incomplete");
        self.when(self.is_open(battle, side), "CWFF-R17", "incomplete");
        Some(side)
    }

    pub fn promote(&mut self, id: BattleId, sp: SpId) {
        if let Some(side) =
            self.state.facts.battle.iter().find(|one| one.id == id).and_then(|one| one.on_board)
        {
            return self.promote_on_board(id, side, sp);
        }
        let Some(side) = self.wins(id) else { return };
        let battle = self.state.battle(id).expect("a battle");
        self.when(is_green_of_others(&battle.input.sides[side].sp, sp), "CWFF-4F-4", "not-eligible");
        self.when(!self.may_rise(battle, side, sp), "CWFF-4F-3", "not-eligible");
    }

    pub fn promote_nobody(&mut self, id: BattleId) {
        let Some(side) = self.wins(id) else { return };
        let battle = self.state.battle(id).expect("a battle");
        let any = battle.input.sides[side].sp.iter().any(|sp| self.may_rise(battle, side, sp.id));
        self.when(!any, "CWFF-4F-3", "not-eligible");
    }

    fn promote_on_board(&mut self, id: BattleId, won: Side, sp: SpId) {
        let Some(side) = self.by_side("CWFF-4F-3") else { return };
        let Some(battle) = self.at(id, &[Step::Closed], "CWFF-4F-3") else { return };
        self.when(side != won, "CWFF-4F-3", "actor");
        if side != won {
            return;
        }
        let book = &self.state.facts.book;
        let id = battle.input.sides[side].army;
        let open = self.state.facts.battle.iter().filter(|one| one.step != Step::Closed);
        let fights = open.flat_map(|one| one.input.sides.iter()).any(|(_, muster)| muster.army == id);
        self.when(fights || book.turn != battle.input.turn, "CWFF-4F-3", "step");
        let now = book
            .army
            .iter()
            .find(|army| army.id == id)
            .is_some_and(|army| army.sp.iter().any(|one| one.id == sp));
        self.when(is_green_of_others(&battle.input.sides[side].sp, sp), "CWFF-4F-4", "not-eligible");
        self.when(!now || !worthy(battle, side, sp), "CWFF-4F-3", "not-eligible");
        self.when(battle.halves[side].crack.is_some(), "CWFF-4F-3", "dup");
    }

    fn winner(&self, battle: &Battle) -> Option<Side> {
        let points = [Side::FIRST, Side::SECOND].map(|side| battle.halves[side].points);
        let (one, two) = (points[0]?, points[1]?);
        let stays = [Side::FIRST, Side::SECOND].map(|side| battle.halves[side].left.is_none());
        let defender = battle.input.attacker.enemy();
        Some(match (one > two, one < two, stays) {
            (true, _, _) => Side::FIRST,
            (_, true, _) => Side::SECOND,
            (_, _, [true, false]) if self.state.setup.options.vp_tie == Tie::Holder => Side::FIRST,
            (_, _, [false, true]) if self.state.setup.options.vp_tie == Tie::Holder => Side::SECOND,
            _ => defender,
        })
    }

    /// Whether a die has still to decide of a part of a strength point.
    fn is_open(&self, battle: &Battle, side: Side) -> bool {
        let half = &battle.halves[side];
        let rolled = |account: Account| half.parts.iter().any(|part| part.account == account);
        self.state.setup.options.fraction == Fraction::Dice
            && half.report.is_some()
            && [Account::Crack, Account::Other]
                .into_iter()
                .any(|it| !rolled(it) && is_parted(battle, side, it))
    }

    /// Whether a strength point could become crack by what is known.
    fn may_rise(&self, battle: &Battle, side: Side, sp: SpId) -> bool {
        let known = battle.halves[side].report.is_some() && !self.is_open(battle, side);
        worthy(battle, side, sp) && !(known && self.lost(battle, side).contains(&sp))
    }

    /// Strength points that are lost whole: those that go first, then those that lost most, then the rest. [CWFF-R17]
    fn lost(&self, battle: &Battle, side: Side) -> Vec<SpId> {
        let (half, muster) = (&battle.halves[side], &battle.input.sides[side]);
        let report = half.report.as_ref().expect("a report");
        let mut order: Vec<SpId> = report.remove.clone();
        let cost = |sp: SpId| -> u32 {
            let has = |id: UnitId| {
                let (_, one) = look::brigade(look::oob(battle, side), id).expect("a brigade");
                one.of.iter().any(|share| share.sp == sp)
            };
            let lines = report.brigades.iter().filter(|line| has(line.brigade));
            lines.map(|line| u32::from(line.killed) + u32::from(line.captured)).sum()
        };
        let mut there: Vec<SpId> =
            muster.sp.iter().map(|sp| sp.id).filter(|sp| look::sp_was_there(battle, side, *sp)).collect();
        there.sort_by_key(|sp| u32::MAX - cost(*sp));
        order.extend(there);
        order.extend(muster.sp.iter().map(|sp| sp.id));
        let mut lost = Vec::new();
        for account in [Account::Crack, Account::Other] {
            let (whole, left) = sum(battle, side, account);
            let more = match self.state.setup.options.fraction {
                Fraction::Ledger => 0,
                Fraction::Nearest => u64::from(2 * left.0 >= left.1),
                Fraction::Dice => {
                    u64::from(half.parts.iter().any(|part| part.account == account && part.lost))
                }
            };
            let mut gone = 0;
            for sp in &order {
                let own = muster.sp.iter().any(|one| one.id == *sp && is_of(one.class, account));
                if own && gone < whole + more && !lost.contains(sp) {
                    lost.push(*sp);
                    gone += 1;
                }
            }
        }
        lost
    }

    /// What is missing of one side before the book takes the battle back.
    pub fn is_reckoned(&mut self, battle: &Battle, side: Side) {
        let half = &battle.halves[side];
        self.when(self.winner(battle).is_none(), "CWFF-9-1", "incomplete");
        self.when(half.report.is_none(), "CWFF-9A-1", "incomplete");
        self.when(self.is_open(battle, side), "CWFF-R17", "incomplete");
        let takes = half.left.is_none() && lost_sp(battle, side) < 2;
        self.when(takes && half.shaken.is_none(), "CWFF-9C-1", "incomplete");
        let checked = |id: LeaderId| half.checked.iter().any(|one| one.leader == id);
        let mut away = look::counters(look::oob(battle, side)).into_iter();
        let left = away.any(|id| !look::has_come(battle, side, id) && !checked(id));
        self.when(left, "CWFF-9D-2", "incomplete");
    }

    /// The winner says what becomes crack, if anything can.
    pub fn has_promoted(&mut self, battle: &Battle, side: Side) {
        let half = &battle.halves[side];
        let said = half.crack.is_some() || half.no_crack;
        let owes = self.winner(battle) == Some(side)
            && half.report.is_some()
            && !said
            && !self.is_open(battle, side);
        let any = || battle.input.sides[side].sp.iter().any(|sp| self.may_rise(battle, side, sp.id));
        let owes = owes && any();
        self.when(owes, "CWFF-4F-3", "incomplete");
    }
}

/// Veteran, or green in an army that is all green and of which a stand was there. [CWFF-4F-3] [CWFF-4F-4]
fn worthy(battle: &Battle, side: Side, id: SpId) -> bool {
    let muster = &battle.input.sides[side];
    let there = battle.halves[side].oob.is_none() || look::sp_was_there(battle, side, id);
    let green = there && muster.sp.iter().all(|sp| sp.class == Class::Green);
    muster
        .sp
        .iter()
        .any(|sp| sp.id == id && (sp.class == Class::Veteran || (green && sp.class == Class::Green)))
}

/// Whether a strength point is green in an army that is not green throughout. [CWFF-4F-4]
pub fn is_green_of_others(all: &[Sp], id: SpId) -> bool {
    let mut green = all.iter().filter(|sp| sp.class == Class::Green);
    green.any(|sp| sp.id == id) && all.iter().any(|sp| sp.class != Class::Green)
}

fn is_of(class: Class, account: Account) -> bool {
    (class == Class::Crack) == (account == Account::Crack)
}

/// Stands lost for good in an account.
fn lost_stands(battle: &Battle, side: Side, account: Account) -> u64 {
    let Some(report) = &battle.halves[side].report else { return 0 };
    let of = |id: UnitId| {
        let (_, one) = look::brigade(look::oob(battle, side), id).expect("a brigade");
        look::class(battle, side, one).is_some_and(|class| is_of(class, account))
    };
    let lines = report.brigades.iter().filter(|line| of(line.brigade));
    lines.map(|line| u64::from(line.killed) + u64::from(line.captured)).sum()
}

/// Whole strength points lost in this battle. [CWFF-R18]
fn lost_sp(battle: &Battle, side: Side) -> u64 {
    let all = lost_stands(battle, side, Account::Crack) + lost_stands(battle, side, Account::Other);
    all / u64::from(battle.ratio().stands)
}

/// What was carried and is lost now: whole strength points, and the part that is left over. [CWFF-9A-3]
fn sum(battle: &Battle, side: Side, account: Account) -> (u64, (u64, u64)) {
    let (over, under) = look::part(&battle.input.sides[side], usize::from(account == Account::Other));
    let each = u64::from(battle.ratio().stands);
    let (over, under) = (over * each + lost_stands(battle, side, account) * under, under * each);
    (over / under, (over % under, under))
}

/// Whether a part is left over of which a die decides: there is a strength point to lose, and a face for it.
fn is_parted(battle: &Battle, side: Side, account: Account) -> bool {
    let (whole, (over, under)) = sum(battle, side, account);
    let own = battle.input.sides[side].sp.iter().filter(|sp| is_of(sp.class, account)).count();
    whole < own as u64 && over * FACES / under > 0
}
