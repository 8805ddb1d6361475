//! What bars what is done on the day of battle: placing, ratings, marches, arrivals, rolls, nights and leaving the field.

use kernel::Side;
use rules_civil_war::battle::{Battle, Split, Spot};
use rules_civil_war::setup::options::NightLine;
use rules_civil_war::words::{Arm, BattleId, Flank, LeaderId, Role, Step, UnitId, Use};

use super::look::{self, Look, Means};
use super::of_book::twice;

impl Look<'_> {
    pub fn next_in_battle(&mut self, battle: BattleId) {
        const STEPS: [Step; 3] = [Step::Placing, Step::Marches, Step::After];
        if self.no_person() {
            self.by_neutral(None, "CWFF-1-1");
            return self.when(true, "CWFF-1-1", "step");
        }
        let step = self.state.facts.battle.iter().find(|one| one.id == battle).map(|one| one.step);
        let rule = match step {
            Some(Step::Placing) => "CWFF-7A-1",
            Some(Step::Marches) => return self.settle(battle),
            Some(Step::After) => "CWFF-9-1",
            _ => "CWFF-1-1",
        };
        self.by_neutral(None, rule);
        let Some(battle) = self.at(battle, &STEPS, rule) else { return };
        if battle.step == Step::Placing {
            let left =
                [Side::FIRST, Side::SECOND].iter().any(|side| !look::unrated(battle, *side).is_empty());
            self.when(left, "CWFF-7A-1", "incomplete");
        } else {
            self.is_reckoned(battle, Side::FIRST);
            self.is_reckoned(battle, Side::SECOND);
            self.has_promoted(battle, Side::FIRST);
            self.has_promoted(battle, Side::SECOND);
        }
    }

    /// The marches are kept from the sides.
    fn at_marches(&mut self, battle: BattleId) -> Option<&Battle> {
        self.when(self.side().is_some(), "CWFF-7B-1", "secret");
        if self.side().is_none() {
            self.by_neutral(None, "CWFF-7B-1");
        }
        self.at(battle, &[Step::Marches], "CWFF-7B-1").map(|_| ())?;
        self.state.battle(battle)
    }

    fn settle(&mut self, battle: BattleId) {
        let Some(battle) = self.at_marches(battle) else { return };
        let left = battle.sealed.marches.len() < 4 || battle.sealed.meetings.len() < 2;
        self.when(left, "CWFF-7B-1", "incomplete");
    }

    pub fn march(&mut self, battle: BattleId, role: Role, flank: Flank) {
        let Some(battle) = self.at_marches(battle) else { return };
        let rolled = battle.sealed.marches.iter().any(|one| (one.role, one.flank) == (role, flank));
        self.when(rolled, "CWFF-7B-2", "dup");
    }

    pub fn meeting(&mut self, battle: BattleId, flank: Flank) {
        let Some(battle) = self.at_marches(battle) else { return };
        let next = [Some(Flank::Left), Some(Flank::Right), None][battle.sealed.meetings.len()];
        self.when(next != Some(flank), "CWFF-7B-6", "dup");
    }

    pub fn all_marches(&mut self, battle: BattleId) {
        let Some(battle) = self.at_marches(battle) else { return };
        let all = battle.sealed.marches.len() == 4 && battle.sealed.meetings.len() == 2;
        self.when(all, "CWFF-7B-2", "dup");
    }

    pub fn reveal(&mut self, battle: BattleId, side: Side, units: &[UnitId]) {
        self.by_neutral(Some(side), "CWFF-7-1");
        let steps = [Step::Placing, Step::Day, Step::Night];
        let Some(battle) = self.at(battle, &steps, "CWFF-7-1") else { return };
        self.when(units.is_empty(), "CWFF-7-1", "data");
        let seen = |unit: &UnitId| {
            look::means(battle, side, *unit) != Some(Means::Command)
                && look::stands_there(battle, side, *unit)
        };
        self.when(!units.iter().all(seen), "CWFF-7-1", "not-eligible");
        let shown = &battle.halves[side].shown;
        self.when(units.iter().any(|unit| shown.contains(unit)), "CWFF-7-1", "dup");
    }

    pub fn rate(&mut self, battle: BattleId, side: Side, of: Option<UnitId>) {
        self.by_neutral(Some(side), "CWFF-7A-1");
        let Some(battle) = self.at(battle, &[Step::Placing, Step::Day], "CWFF-7A-1") else { return };
        let due = look::unrated(battle, side);
        let Some(of) = of else { return self.when(due.is_empty(), "CWFF-7A-1", "dup") };
        let oob = look::oob(battle, side);
        let leader = battle.input.sides[side].leaders.iter().any(|one| one.id.as_str() == of.as_str());
        if !leader && look::brigade(oob, of).is_none() {
            let led =
                oob.corps.iter().any(|one| one.id == of) || oob.divisions.iter().any(|one| one.id == of);
            self.when(led, "CWFF-4D-2", "not-eligible");
            return self.when(!led, "CWFF-7A-1", "data");
        }
        let rated = battle.halves[side].rated.iter().any(|one| one.of == of);
        self.when(rated, "CWFF-7A-1", "dup");
        self.when(!rated && !due.contains(&of), "CWFF-7B-11", "not-eligible");
    }

    pub fn advance(&mut self, battle: BattleId) {
        self.by_neutral(None, "CWFF-8-1");
        let Some(battle) = self.at(battle, &[Step::Day], "CWFF-8-1") else { return };
        for (_, half) in battle.halves.iter() {
            let waits =
                half.due.iter().any(|due| due.flank.is_some_and(|flank| !half.entered.contains(&flank)));
            self.when(waits, "CWFF-7B-3", "incomplete");
        }
        for side in [Side::FIRST, Side::SECOND] {
            self.when(!look::unrated(battle, side).is_empty(), "CWFF-7B-11", "incomplete");
        }
    }

    /// The weight that is still to be held back of a force that is due.
    fn due(&mut self, battle: BattleId, flank: Flank) -> Option<(Side, u32)> {
        let side = self.by_side("CWFF-7B-3")?;
        let battle = self.at(battle, &[Step::Day], "CWFF-7B-3")?;
        let due = battle.halves[side].due.iter().find(|due| due.flank == Some(flank));
        self.when(due.is_none(), "CWFF-7B-3", "step");
        due.map(|due| (side, due.held))
    }

    pub fn arrive(&mut self, battle: BattleId, flank: Flank) {
        if let Some((_, held)) = self.due(battle, flank) {
            self.when(held > 0, "CWFF-7B-8", "incomplete");
        }
    }

    pub fn hold_back(&mut self, id: BattleId, flank: Flank, brigades: &[UnitId], split: Option<Split>) {
        let Some((side, held)) = self.due(id, flank) else { return };
        let battle = self.state.battle(id).expect("a battle");
        let oob = look::oob(battle, side);
        let forces = look::forces(&battle.halves[side]);
        let (_, force) = forces.iter().find(|(of, _)| *of == flank).expect("a force");
        let all: Vec<UnitId> = brigades.iter().copied().chain(split.map(|one| one.brigade)).collect();
        let half = &battle.halves[side];
        let said = half.held.iter().chain(half.split.iter().map(|one| &one.brigade));
        let said = held == 0 && said.into_iter().any(|id| force.brigades.contains(id));
        self.when(said, "CWFF-7B-8", "dup");
        self.when(held == 0 && !said, "CWFF-7B-8", "not-allowed");
        let stranger = all.iter().any(|id| !force.brigades.contains(id));
        self.when(stranger, "CWFF-R16", "data");
        if stranger {
            return;
        }
        self.when(twice(&all), "CWFF-R16", "dup");
        let of = |id: UnitId| {
            let (division, one) = look::brigade(oob, id).expect("a brigade");
            (look::stands(one), if look::is_mounted(battle, side, division) { 2 } else { 1 })
        };
        let mut weight: u32 = brigades.iter().map(|id| of(*id)).map(|(stands, each)| stands * each).sum();
        if let Some(split) = split {
            let (stands, each) = of(split.brigade);
            let part = u32::from(split.stands);
            self.when(part == 0 || part >= stands, "CWFF-R16", "range");
            weight += part * each;
        }
        let fits = |weight: u32, all: &[UnitId]| {
            let lightest = all.iter().map(|id| of(*id).1).min();
            weight >= held && lightest.is_none_or(|lightest| weight < held + lightest)
        };
        self.when(!fits(weight, &all), "CWFF-R16", "range");
        // A brigade that stays could be held back whole, with fewer stands of the one that is parted.
        let Some(split) = split else { return };
        let (whole, each) = (weight - u32::from(split.stands) * of(split.brigade).1, of(split.brigade).1);
        let taken = u32::from(split.stands) * each;
        let stays = |id: &&UnitId| !all.contains(id) && of(**id).0 * of(**id).1 <= taken;
        for id in force.brigades.iter().filter(stays) {
            let with = whole + of(*id).0 * of(*id).1;
            let fewer =
                (1..u32::from(split.stands)).any(|n| fits(with + n * each, &[&all[..], &[*id]].concat()));
            let none = fits(with, &[brigades, &[*id]].concat());
            self.when(fewer || none, "CWFF-R16", "range");
        }
    }

    pub fn poltroon(&mut self, id: BattleId, (brigade, named): (UnitId, Option<Side>), on: Use) {
        if self.side().is_none() {
            self.by_neutral(None, "CWFF-7A-5");
        }
        let other = named.is_some() && self.side().is_some() && named != self.side();
        self.when(other, "CWFF-7A-5", "actor");
        let Some(battle) = self.at(id, &[Step::Day], "CWFF-7A-5") else { return };
        let sides = [Side::FIRST, Side::SECOND];
        let side = match self.side().or(named) {
            Some(side) => Some(side),
            None => {
                let mut own = sides.into_iter().filter(|side| look::on_field(battle, *side, brigade));
                own.next().filter(|_| own.next().is_none())
            }
        };
        let side = side.filter(|side| look::on_field(battle, *side, brigade));
        let Some(side) = side else { return self.when(true, "CWFF-7A-5", "data") };
        let (half, oob) = (&battle.halves[side], look::oob(battle, side));
        let (division, _) = look::brigade(oob, brigade).expect("a brigade");
        let corps = oob.corps.iter().find(|one| Some(one.id) == division.corps);
        let chain = [division.leader, corps.and_then(|one| one.leader)].into_iter().flatten();
        let poltroon = |leader: LeaderId| {
            half.rated.iter().any(|one| one.of.as_str() == leader.as_str() && one.rating.word() == "poltroon")
        };
        let any = chain.chain(oob.attached.iter().copied()).any(poltroon);
        self.when(!any, "CWFF-7A-5", "not-eligible");
        let seen = half.attached.iter().any(|one| one.brigade == Some(brigade) && one.on == Use::Maneuver);
        let again = on == Use::Maneuver && (seen || half.unseen_maneuvers.contains(&brigade));
        self.when(again, "CWFF-7A-5", "dup");
    }

    pub fn reroll(&mut self, id: BattleId, brigade: UnitId, forced: bool) {
        let Some(asks) = self.by_side("CWFF-11D-3") else { return };
        let Some(battle) = self.at(id, &[Step::Day], "CWFF-11D-3") else { return };
        self.when(battle.turn == 0, "CWFF-11D-3", "step");
        let side = if forced { asks.enemy() } else { asks };
        let half = &battle.halves[side];
        // What is seen and neither a leader nor a battery is a brigade.
        let other =
            battle.input.sides[side].leaders.iter().any(|leader| leader.id.as_str() == brigade.as_str())
                || brigade.as_str().contains("battery-");
        let known = if forced {
            half.shown.contains(&brigade) && !other
        } else {
            look::on_field(battle, side, brigade)
        };
        self.when(!known, "CWFF-11D-3", "data");
        let unseen = !forced && half.unseen_rerolled.contains(&brigade);
        self.when(half.rerolled.contains(&brigade) || unseen, "CWFF-R27", "dup");
        let (points, of_enemy) = look::points(battle, side);
        let given = half.rerolled.len() + usize::from(half.unseen_rolls);
        let left = of_enemy == forced && given < points as usize;
        self.when(!left, "CWFF-11D-3", "cap");
    }

    pub fn lose_leader(&mut self, battle: BattleId, side: Side) {
        self.by_neutral(None, "CWFF-R40");
        let Some(battle) = self.at(battle, &[Step::Day, Step::Night], "CWFF-R40") else { return };
        self.when(battle.halves[side].leads.is_none(), "CWFF-R40", "data");
        self.when(battle.halves[side].leader_gone, "CWFF-R40", "dup");
    }

    pub fn concede(&mut self, battle: BattleId) {
        self.by_side("CWFF-8-2");
        self.at(battle, &[Step::Day, Step::Night], "CWFF-8-2");
    }

    pub fn drive_off(&mut self, battle: BattleId) {
        self.by_neutral(None, "CWFF-8-2");
        self.at(battle, &[Step::Day, Step::Night], "CWFF-8-2");
    }

    pub fn withdraw(&mut self, battle: BattleId) {
        self.by_side("CWFF-8B-1");
        self.at(battle, &[Step::Night], "CWFF-8B-1");
    }

    pub fn nightfall(&mut self, battle: BattleId, spots: &[Spot]) {
        let Some(side) = self.by_side("CWFF-8A-3") else { return };
        let Some(battle) = self.at(battle, &[Step::Night], "CWFF-8A-3") else { return };
        let units: Vec<UnitId> = spots.iter().map(|spot| spot.unit).collect();
        self.when(units.iter().any(|unit| look::means(battle, side, *unit).is_none()), "CWFF-8A-3", "data");
        let away = units.iter().any(|unit| !look::stands_there(battle, side, *unit));
        self.when(away, "CWFF-8A-1", "not-eligible");
        self.when(battle.halves[side].nightfall_in || twice(&units), "CWFF-8A-3", "dup");
        let land = look::field(self.state, battle);
        let outside = spots.iter().any(|spot| !look::on_land(land, (spot.x, spot.y)));
        self.when(outside, "CWFF-8A-3", "zone");
    }

    pub fn night_move(&mut self, battle: BattleId, spots: &[Spot]) {
        let Some(side) = self.by_side("CWFF-8A-3") else { return };
        let Some(battle) = self.at(battle, &[Step::Night], "CWFF-8A-3") else { return };
        let (half, enemy) = (&battle.halves[side], &battle.halves[side.enemy()]);
        self.when(!half.nightfall_in || !enemy.nightfall_in, "CWFF-8A-3", "step");
        let from = |unit: UnitId| half.nightfall.iter().find(|spot| spot.unit == unit);
        let unknown = spots.iter().any(|spot| from(spot.unit).is_none());
        self.when(spots.is_empty() || unknown, "CWFF-8A-3", "data");
        self.when(half.closed, "CWFF-8A-3", "sealed");
        let land = look::field(self.state, battle);
        for spot in spots {
            let Some(from) = from(spot.unit) else { continue };
            let nearer = enemy.seen_at.iter().any(|foe| {
                let before = match self.state.setup.options.night_line {
                    NightLine::Unit => apart(from, foe),
                    NightLine::Army => {
                        half.nightfall.iter().map(|own| apart(own, foe)).fold(f64::MAX, f64::min)
                    }
                };
                apart(spot, foe) < before - 1e-9
            });
            self.when(nearer || !look::on_land(land, (spot.x, spot.y)), "CWFF-8A-3", "zone");
            let moves = &self.state.setup.moves;
            let one = match look::means(battle, side, spot.unit) {
                Some(Means::Brigade) => {
                    let (division, _) = look::brigade(look::oob(battle, side), spot.unit).expect("a brigade");
                    if look::is_mounted(battle, side, division) { moves.cavalry } else { moves.infantry }
                }
                Some(Means::Battery(Arm::Infantry, _)) => moves.foot_artillery,
                Some(Means::Battery(Arm::Cavalry, _)) => moves.horse_artillery,
                _ => moves.leader,
            };
            self.when(apart(from, spot) > f64::from(3 * one.0) + 1e-9, "CWFF-8A-3", "range");
        }
    }
}

/// How far two spots lie apart, in quarters of an inch.
fn apart(one: &Spot, other: &Spot) -> f64 {
    f64::from(one.x.0 - other.x.0).hypot(f64::from(one.y.0 - other.y.0))
}
