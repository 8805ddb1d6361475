//! What bars what a side agrees to, writes down and seals before the battle begins.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Side;
use rules_civil_war::State;
use rules_civil_war::battle::{Battle, Flanks, Segment, Spot};
use rules_civil_war::oob::Oob;
use rules_civil_war::setup::Field;
use rules_civil_war::setup::options::GapField;
use rules_civil_war::words::{BattleId, Class, Crossing, Edge, LeaderId, SpId, Step, Terrain, UnitId};

use super::look::{self, Look, Means};
use super::of_book::twice;

/// The battlefields for the ground of a battle. [CWFF-2-1] [CWFF-R35]
pub fn fitting<'s>(state: &'s State, battle: &Battle) -> impl Iterator<Item = &'s Field> {
    let gap = matches!(battle.input.crossing, Crossing::Gap | Crossing::Road)
        && state.setup.options.gap_field == GapField::Hexside;
    let land = if gap { Terrain::Gap } else { battle.input.terrain };
    state.setup.fields.iter().filter(move |field| field.terrains.contains(&land))
}

impl<'s> Look<'s> {
    pub fn agree(&mut self, battle: BattleId, stands: u16, batteries: u16) {
        self.by_side("CWFF-1-1");
        self.at(battle, &[Step::Agreement], "CWFF-1-1");
        self.when(!(2..=60).contains(&stands) || batteries > 10, "CWFF-4A-3", "range");
    }

    /// How many fields there are to choose from.
    pub fn at_field(&mut self, id: BattleId) -> Option<usize> {
        let battle = self.state.facts.battle.iter().find(|battle| battle.id == id);
        if battle.is_some_and(|battle| battle.step == Step::Agreement) {
            self.when(true, "CWFF-1-1", "consent");
            return None;
        }
        let battle = self.at(id, &[Step::Field], "CWFF-2-1")?;
        let n = fitting(self.state, battle).count();
        self.when(n == 0, "CWFF-2-1", "data");
        Some(n)
    }

    pub fn agree_field(&mut self, battle: BattleId, name: &str) {
        self.by_side("CWFF-R2");
        if self.at_field(battle).is_some() {
            let battle = self.state.battle(battle).expect("a battle");
            let known = fitting(self.state, battle).any(|field| field.name == name);
            self.when(!known, "CWFF-2-1", "data");
        }
    }

    /// Who attacks is known at every step.
    fn defends(&mut self, battle: BattleId, rule: &'static str) -> Option<Side> {
        let side = self.by_side(rule)?;
        let battle = self.state.facts.battle.iter().find(|one| one.id == battle);
        self.when(battle.is_some_and(|one| one.input.attacker == side), rule, "actor");
        Some(side)
    }

    pub fn choose(&mut self, battle: BattleId, edge: Edge) {
        self.defends(battle, "CWFF-3-1");
        let Some(battle) = self.at(battle, &[Step::Edge], "CWFF-3-1") else { return };
        let edges = look::field(self.state, battle).edges;
        self.when(!edges.contains(&edge), "CWFF-3-1", "data");
    }

    /// The ids that an order of battle violates, each once; they have no order among each other.
    pub fn oob(&mut self, battle: BattleId, oob: &Oob) -> BTreeSet<&'static str> {
        let Some(side) = self.by_side("CWFF-4-1") else { return BTreeSet::new() };
        let Some(battle) = self.at(battle, &[Step::Orders], "CWFF-4-1") else { return BTreeSet::new() };
        let broken = violated(battle, side, oob);
        for rule in &broken {
            self.when(true, rule, "oob");
        }
        broken
    }

    pub fn seal(&mut self, id: BattleId, flanks: &Flanks) {
        let Some(side) = self.by_side("CWFF-5-1") else { return };
        let Some(battle) = self.state.facts.battle.iter().find(|one| one.id == id) else {
            return self.when(true, "CWFF-5-1", "data");
        };
        if battle.step < Step::Flanks || battle.field.is_none() {
            return self.when(true, "CWFF-5-1", "step");
        }
        self.when(battle.step > Step::Flanks, "CWFF-5-1", "sealed");
        let oob = look::oob(battle, side);
        let forces: Vec<_> = [&flanks.left, &flanks.right].into_iter().flatten().collect();
        if forces.is_empty() {
            return;
        }
        let brigades: Vec<UnitId> = forces.iter().flat_map(|force| force.brigades.iter().copied()).collect();
        self.when(brigades.iter().any(|id| look::brigade(oob, *id).is_none()), "CWFF-5B-3", "data");
        self.when(look::no_flanks(battle), "CWFF-7C-2", "flank-forbidden");
        let shaken = side != battle.input.attacker && battle.input.sides[side].demoralized;
        self.when(shaken, "CWFF-7D-1", "flank-forbidden");
        self.when(twice(&brigades), "CWFF-5A-2", "dup");
        let full = u32::from(battle.ratio().stands);
        let count = |ids: &[UnitId]| -> u32 {
            ids.iter().filter_map(|id| look::brigade(oob, *id)).map(|(_, one)| look::stands(one)).sum()
        };
        let led =
            |id: LeaderId, most: u32| move |leads: Option<LeaderId>| (leads == Some(id)).then_some(most);
        for force in &forces {
            let corps = oob.corps.iter().find_map(|one| led(force.leader, 6 * full)(one.leader));
            let division = oob.divisions.iter().find_map(|one| led(force.leader, 2 * full)(one.leader));
            let span = corps.or(division).unwrap_or(0);
            self.when(count(&force.brigades) > span || span == 0, "CWFF-5B-2", "flank-leader");
        }
        let leaders: Vec<LeaderId> = forces.iter().map(|force| force.leader).collect();
        self.when(twice(&leaders), "CWFF-5B-2", "flank-leader");
        for force in &forces {
            self.when(count(&force.brigades) < full, "CWFF-5B-1", "flank-limit");
        }
        let all: u32 = oob.divisions.iter().flat_map(|one| &one.brigades).map(look::stands).sum();
        self.when(2 * count(&brigades) > all, "CWFF-5A-1", "flank-limit");
    }

    pub fn sketch(&mut self, battle: BattleId, spots: &[Spot]) {
        let Some(side) = self.by_side("CWFF-6-1") else { return };
        let Some(battle) = self.at(battle, &[Step::Sketch], "CWFF-6-1") else { return };
        let half = &battle.halves[side];
        let oob = look::oob(battle, side);
        let units: Vec<UnitId> = spots.iter().map(|spot| spot.unit).collect();
        self.when(units.iter().any(|unit| look::means(battle, side, *unit).is_none()), "CWFF-6-1", "data");
        self.when(twice(&units), "CWFF-6-1", "dup");
        self.when(half.closed, "CWFF-6-1", "sealed");
        let forces = look::forces(half);
        for spot in spots {
            let in_force = |id: UnitId| forces.iter().any(|(_, force)| force.brigades.contains(&id));
            let marches = match look::means(battle, side, spot.unit) {
                Some(Means::Counter(leader)) => {
                    forces.iter().any(|(_, force)| look::company(oob, force).contains(&leader))
                }
                Some(Means::Command) => {
                    let under = oob
                        .divisions
                        .iter()
                        .filter(|one| one.id == spot.unit || one.corps == Some(spot.unit));
                    under.flat_map(|one| &one.brigades).all(|one| in_force(one.id))
                }
                _ => in_force(spot.unit),
            };
            self.when(marches, "CWFF-6-3", "zone");
            self.when(!look::in_zone(self.state, battle, side, (spot.x, spot.y)), "CWFF-6-2", "zone");
        }
    }

    pub fn dig(&mut self, battle: BattleId, segments: &[Segment]) {
        let side = self.defends(battle, "CWFF-7C-1");
        let Some(battle) = self.at(battle, &[Step::Sketch], "CWFF-7C-1") else { return };
        let Some(side) = side else { return };
        self.when(battle.halves[side].closed, "CWFF-7C-1", "sealed");
        let ends = segments.iter().flat_map(|line| [(line.x1, line.y1), (line.x2, line.y2)]);
        let outside = ends.into_iter().any(|end| !look::on_field_of(self.state, battle, end));
        self.when(outside, "CWFF-7C-1", "zone");
        // A percent of each stand on the table, in inches, to the quarter below.
        let quarters =
            starters(battle, side).map(|(_, stands)| stands).sum::<u32>() * look::works(battle) / 25;
        let length = |line: &Segment| {
            let (dx, dy) = (f64::from(line.x2.0 - line.x1.0), f64::from(line.y2.0 - line.y1.0));
            (dx * dx + dy * dy).sqrt()
        };
        let long: f64 = segments.iter().map(length).sum();
        self.when(long > f64::from(quarters) + 0.01, "CWFF-7C-1", "range");
    }

    /// A side is done with its sketch, the night or the reckoning.
    pub fn close(&mut self, battle: BattleId) {
        let Some(side) = self.by_side("CWFF-6-1") else { return };
        let mut steps = vec![Step::Sketch, Step::Night];
        steps.extend(self.no_person().then_some(Step::After));
        let Some(battle) = self.at(battle, &steps, "CWFF-6-1") else { return };
        let half = &battle.halves[side];
        self.when(half.closed, "CWFF-6-1", "sealed");
        match battle.step {
            Step::Sketch => {
                let placed = |id: UnitId| half.sketch.iter().any(|spot| spot.unit == id);
                self.when(!starters(battle, side).all(|(id, _)| placed(id)), "CWFF-6-1", "incomplete");
            }
            Step::Night => self.when(!half.nightfall_in, "CWFF-8A-3", "incomplete"),
            _ => {
                self.is_reckoned(battle, side);
                self.has_promoted(battle, side);
            }
        }
    }
}

/// Brigades that begin on the table, with their stands.
fn starters(battle: &Battle, side: Side) -> impl Iterator<Item = (UnitId, u32)> {
    let forces = look::forces(&battle.halves[side]);
    let all = look::oob(battle, side).divisions.iter().flat_map(|one| &one.brigades);
    let there = all.filter(move |one| !forces.iter().any(|(_, force)| force.brigades.contains(&one.id)));
    there.map(|one| (one.id, look::stands(one)))
}

/// What an order of battle violates in an army that has strength points enough for its leaders.
fn violated(battle: &Battle, side: Side, oob: &Oob) -> BTreeSet<&'static str> {
    let muster = &battle.input.sides[side];
    let full = u32::from(battle.ratio().stands);
    let mut broken = BTreeSet::new();
    let mut when = |is: bool, rule: &'static str| {
        if is {
            broken.insert(rule);
        }
    };
    let brigades =
        || oob.divisions.iter().flat_map(|one| one.brigades.iter().map(move |brigade| (one, brigade)));
    let class = |id: SpId| muster.sp.iter().find(|sp| sp.id == id).map(|sp| sp.class);

    // Names.
    let ids: Vec<String> = oob
        .corps
        .iter()
        .map(|one| one.id.to_string())
        .chain(oob.divisions.iter().map(|one| one.id.to_string()))
        .chain(brigades().map(|(_, one)| one.id.to_string()))
        .collect();
    when(twice(&ids), "CWFF-4-1");
    when(muster.leaders.iter().any(|leader| ids.contains(&leader.id.to_string())), "CWFF-4-1");
    let known = |corps: UnitId| oob.corps.iter().any(|one| one.id == corps);
    when(oob.divisions.iter().any(|one| one.corps.is_some_and(|corps| !known(corps))), "CWFF-4-1");
    when(
        brigades().any(|(_, one)| look::stands(one) == 0 || one.of.iter().any(|share| share.stands == 0)),
        "CWFF-4-1",
    );

    // Players: each of one name, and of what they run each thing is a corps or a division, and of one of them.
    let players: Vec<String> = oob.players.iter().map(|one| one.name.to_string()).collect();
    let run: Vec<String> =
        oob.players.iter().flat_map(|one| one.runs.iter().map(ToString::to_string)).collect();
    let commands = ids.len() - brigades().count();
    when(twice(&players) || twice(&run), "CWFF-4-1");
    when(run.iter().any(|one| !ids[..commands].contains(one)), "CWFF-4-1");

    // Stands. [CWFF-4A-1] [CWFF-R17]
    let mut given: BTreeMap<SpId, u32> = BTreeMap::new();
    for share in brigades().flat_map(|(_, one)| &one.of) {
        *given.entry(share.sp).or_default() += u32::from(share.stands);
        when(class(share.sp).is_none(), "CWFF-4A-1");
    }
    for crack in [true, false] {
        let own: Vec<u32> = muster
            .sp
            .iter()
            .filter(|sp| (sp.class == Class::Crack) == crack)
            .map(|sp| given.get(&sp.id).copied().unwrap_or(0))
            .collect();
        let lacks = look::carried(muster, usize::from(!crack), full);
        let mut short = own.iter().filter(|stands| **stands != full);
        let fits = match (own.is_empty(), lacks) {
            (true, _) => true,
            (false, 0) => short.next().is_none(),
            (false, lacks) => short.next() == Some(&(full - lacks)) && short.next().is_none(),
        };
        when(!fits, "CWFF-4A-1");
    }

    // Arms and batteries. [CWFF-R3] [CWFF-4A-2] [CWFF-4E-3]
    let leads_horse =
        |id: Option<LeaderId>| muster.leaders.iter().any(|one| Some(one.id) == id && one.cavalry);
    let mounted = |division: &rules_civil_war::oob::Division| {
        let corps = oob.corps.iter().find(|one| Some(one.id) == division.corps);
        leads_horse(division.leader) || leads_horse(corps.and_then(|one| one.leader))
    };
    let mut arms: BTreeMap<SpId, BTreeSet<bool>> = BTreeMap::new();
    for (division, one) in brigades() {
        for share in &one.of {
            arms.entry(share.sp).or_default().insert(mounted(division));
        }
    }
    when(arms.values().any(|arms| arms.len() > 1), "CWFF-R3");
    let horse = arms.values().filter(|arms| arms.iter().eq(&[true])).count();
    let each = u32::from(battle.ratio().batteries);
    let count = |n: usize| u32::try_from(n).expect("a few") * each;
    let wanted = [count(muster.sp.len().saturating_sub(horse)), count(horse)];
    when(look::batteries(oob) != wanted, "CWFF-4A-2");
    when(oob.corps.iter().any(|one| one.batteries.foot + one.batteries.horse > 0), "CWFF-4E-3");

    // Leaders. [CWFF-4B-1] [CWFF-4B-2] [CWFF-R4]
    let placed = look::counters(oob);
    for leader in &muster.leaders {
        when(placed.iter().filter(|id| **id == leader.id).count() != 1, "CWFF-4B-1");
    }
    let stars = |id: LeaderId| muster.leaders.iter().find(|one| one.id == id).map(|one| one.stars);
    when(placed.iter().any(|id| stars(*id).is_none()), "CWFF-4B-1");
    let four = muster.leaders.iter().any(|one| one.stars == 4);
    let unfit =
        |leads: Option<LeaderId>, fits: &dyn Fn(u8) -> bool| leads.and_then(stars).is_some_and(|n| !fits(n));
    when(unfit(oob.army_leader, &|n| n == 4 || (n == 3 && !four)), "CWFF-4B-2");
    when(oob.corps.iter().any(|one| unfit(one.leader, &|n| n == 2 || n == 3)), "CWFF-4B-2");
    when(oob.divisions.iter().any(|one| unfit(one.leader, &|n| n == 1)), "CWFF-4B-2");
    let free = |id: &LeaderId| unfit(Some(*id), &|n| n == 4 && oob.army_leader.is_some());
    when(oob.attached.iter().any(free), "CWFF-4B-2");

    // Spans. [CWFF-4C-1] [CWFF-4C-2] [CWFF-4D-3] [CWFF-R7]
    let lacking = [true, false].iter().any(|crack| {
        muster.sp.iter().any(|sp| (sp.class == Class::Crack) == *crack)
            && look::carried(muster, usize::from(!crack), full) > 0
    });
    let of = |one: &rules_civil_war::oob::Division| one.brigades.iter().map(look::stands).sum::<u32>();
    for division in &oob.divisions {
        let rule = if division.leader.is_some() { "CWFF-4C-1" } else { "CWFF-4D-3" };
        when(!(full..=2 * full).contains(&of(division)), rule);
        when(!lacking && !of(division).is_multiple_of(full), "CWFF-R7");
    }
    for corps in &oob.corps {
        let own: Vec<_> = oob.divisions.iter().filter(|one| one.corps == Some(corps.id)).collect();
        let sum: u32 = own.iter().map(|one| of(one)).sum();
        let rule = if corps.leader.is_some() { "CWFF-4C-2" } else { "CWFF-4D-3" };
        when(!(2 * full..=6 * full).contains(&sum), rule);
        when(corps.leader.is_some() && own.len() < 2, rule);
    }

    // Experience. [CWFF-4F-5]
    for (_, one) in brigades() {
        let classes: BTreeSet<Class> = one.of.iter().filter_map(|share| class(share.sp)).collect();
        let known = one.of.iter().all(|share| class(share.sp).is_some());
        when(known && classes.len() > 1, "CWFF-4F-5");
    }
    broken
}
