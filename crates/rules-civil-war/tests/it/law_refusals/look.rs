//! One position seen without the product's rules: what bars a command in the order of the catalogue, and what the facts say
//! of an army on the field.

use kernel::{Id, Seat, Side};
use rules_civil_war::State;
use rules_civil_war::battle::{Battle, Force, Half, Muster};
use rules_civil_war::oob::{Brigade, Division, Oob};
use rules_civil_war::setup::{Field, Zone};
use rules_civil_war::words::{
    Arm, BattleId, Class, Crossing, Flank, Inches, LeaderId, SpId, Step, Terrain, UnitId,
};

/// The rule and the code by which something is barred.
pub type Bar = (&'static str, &'static str);

/// The codes in the order in which they are told.
const ORDER: [&str; 17] = [
    "actor",
    "secret",
    "step",
    "consent",
    "data",
    "not-allowed",
    "not-eligible",
    "flank-forbidden",
    "dup",
    "sealed",
    "flank-leader",
    "flank-limit",
    "oob",
    "zone",
    "range",
    "cap",
    "incomplete",
];

/// Everything that bars a command.
#[derive(Default)]
pub struct Bars(pub Vec<Bar>);

impl Bars {
    /// A condition that is broken.
    pub fn when(&mut self, broken: bool, rule: &'static str, code: &'static str) {
        assert!(ORDER.contains(&code), "{code}");
        if broken {
            self.0.push((rule, code));
        }
    }

    /// What is told of them: the first code, and of equal codes the one that stands first here.
    pub fn first(&self) -> Option<Bar> {
        let rank = |bar: &&Bar| ORDER.iter().position(|code| *code == bar.1);
        self.0.iter().min_by_key(rank).copied()
    }
}

/// A position, and what bars a command in it.
pub struct Look<'s> {
    pub state: &'s State,
    pub seat: Seat,
    pub bars: Bars,
}

impl<'s> Look<'s> {
    pub fn new(state: &'s State, seat: Seat) -> Self {
        Self { state, seat, bars: Bars::default() }
    }

    pub fn when(&mut self, broken: bool, rule: &'static str, code: &'static str) {
        self.bars.when(broken, rule, code);
    }

    pub fn side(&self) -> Option<Side> {
        match self.seat {
            Seat::Side(0) => Some(Side::FIRST),
            Seat::Side(1) => Some(Side::SECOND),
            _ => None,
        }
    }

    /// A side gives it.
    pub fn by_side(&mut self, rule: &'static str) -> Option<Side> {
        let side = self.side();
        self.when(side.is_none(), rule, "actor");
        side
    }

    pub fn no_person(&self) -> bool {
        self.state.setup.options.no_person()
    }

    /// The neutral gives it; without a person a side, and what is of one side that one.
    pub fn by_neutral(&mut self, of: Option<Side>, rule: &'static str) {
        let fits = match (self.no_person(), self.side()) {
            (false, _) => self.seat == Seat::Umpire,
            (true, None) => false,
            (true, Some(side)) => of.is_none_or(|of| of == side),
        };
        self.when(!fits, rule, "actor");
    }

    /// A battle at one of these steps; nothing else can be said of one that is not.
    pub fn at(&mut self, id: BattleId, steps: &[Step], rule: &'static str) -> Option<&'s Battle> {
        let battle = self.state.facts.battle.iter().find(|battle| battle.id == id);
        self.when(battle.is_none(), rule, "data");
        let battle = battle?;
        let here = steps.contains(&battle.step);
        self.when(!here, rule, "step");
        here.then_some(battle)
    }
}

pub fn oob(battle: &Battle, side: Side) -> &Oob {
    battle.halves[side].oob.as_ref().expect("an order of battle")
}

/// The forces of a side, each with its flank.
pub fn forces(half: &Half) -> Vec<(Flank, &Force)> {
    let Some(flanks) = &half.flanks else { return Vec::new() };
    let left = flanks.left.iter().map(|force| (Flank::Left, force));
    left.chain(flanks.right.iter().map(|force| (Flank::Right, force))).collect()
}

pub fn brigade(oob: &Oob, id: UnitId) -> Option<(&Division, &Brigade)> {
    let mut all =
        oob.divisions.iter().flat_map(|division| division.brigades.iter().map(move |one| (division, one)));
    all.find(|(_, one)| one.id == id)
}

pub fn stands(brigade: &Brigade) -> u32 {
    brigade.of.iter().map(|share| u32::from(share.stands)).sum()
}

/// Cavalry, where a cavalry counter leads the division or its corps. [CWFF-R3]
pub fn is_mounted(battle: &Battle, side: Side, division: &Division) -> bool {
    let corps = oob(battle, side).corps.iter().find(|corps| Some(corps.id) == division.corps);
    let led = [division.leader, corps.and_then(|corps| corps.leader)];
    led.into_iter()
        .flatten()
        .any(|id| battle.input.sides[side].leaders.iter().any(|leader| leader.id == id && leader.cavalry))
}

/// The class of a brigade.
pub fn class(battle: &Battle, side: Side, brigade: &Brigade) -> Option<Class> {
    let sp =
        battle.input.sides[side].sp.iter().find(|sp| Some(sp.id) == brigade.of.first().map(|share| share.sp));
    sp.map(|sp| sp.class)
}

/// Who goes with a force: whoever leads it, and leaders all of whose brigades do.
pub fn company(oob: &Oob, force: &Force) -> Vec<LeaderId> {
    let goes = |division: &&Division| {
        let mut brigades = division.brigades.iter();
        !division.brigades.is_empty() && brigades.all(|brigade| force.brigades.contains(&brigade.id))
    };
    let mut all = vec![force.leader];
    all.extend(oob.divisions.iter().filter(goes).filter_map(|division| division.leader));
    for corps in &oob.corps {
        let own: Vec<&Division> = oob.divisions.iter().filter(|one| one.corps == Some(corps.id)).collect();
        if !own.is_empty() && own.iter().all(goes) {
            all.extend(corps.leader);
        }
    }
    all
}

/// Counters that stand in an order of battle.
pub fn counters(oob: &Oob) -> Vec<LeaderId> {
    let led = oob.corps.iter().map(|corps| corps.leader);
    let led = led.chain(oob.divisions.iter().map(|division| division.leader)).chain([oob.army_leader]);
    led.flatten().chain(oob.attached.iter().copied()).collect()
}

/// Whether a counter came to the table. [CWFF-9D-1] [CWFF-R31]
pub fn has_come(battle: &Battle, side: Side, leader: LeaderId) -> bool {
    let half = &battle.halves[side];
    let Some(oob) = &half.oob else { return false };
    if half.flanks.is_none() || !counters(oob).contains(&leader) {
        return false;
    }
    let all = forces(half);
    let leads = all.iter().find(|(_, force)| force.leader == leader);
    if let Some((flank, _)) = leads {
        return half.entered.contains(flank);
    }
    let Some((flank, force)) = all.iter().find(|(_, force)| company(oob, force).contains(&leader)) else {
        return true;
    };
    let his = |id: &&UnitId| {
        brigade(oob, **id).is_some_and(|(division, _)| {
            let corps = oob.corps.iter().find(|corps| Some(corps.id) == division.corps);
            division.leader == Some(leader) || corps.and_then(|corps| corps.leader) == Some(leader)
        })
    };
    half.entered.contains(flank) && force.brigades.iter().filter(his).any(|id| !half.held.contains(id))
}

/// Whether a brigade stands on the field: it came, and where a night has been counted it was there.
pub fn on_field(battle: &Battle, side: Side, id: UnitId) -> bool {
    let half = &battle.halves[side];
    let counted = !half.nightfall_in && battle.day < 2;
    half.came.contains(&id) && (counted || half.nightfall.iter().any(|spot| spot.unit == id))
}

/// Batteries on foot and of horse of the whole order.
pub fn batteries(oob: &Oob) -> [u32; 2] {
    let own = oob.divisions.iter().flat_map(|division| {
        division.brigades.iter().map(|brigade| brigade.batteries).chain([division.batteries])
    });
    own.chain([oob.batteries])
        .fold([0, 0], |sum, one| [sum[0] + u32::from(one.foot), sum[1] + u32::from(one.horse)])
}

/// Those that are on the table: without those of forces that did not come, or came in part. [CWFF-R16]
pub fn batteries_there(battle: &Battle, side: Side) -> [u32; 2] {
    let half = &battle.halves[side];
    let oob = oob(battle, side);
    let mut there = batteries(oob);
    for (flank, force) in forces(half) {
        let entered = half.entered.contains(&flank);
        for division in &oob.divisions {
            let own: Vec<&Brigade> =
                division.brigades.iter().filter(|one| force.brigades.contains(&one.id)).collect();
            for brigade in own.iter().filter(|one| !entered || half.held.contains(&one.id)) {
                there[0] -= u32::from(brigade.batteries.foot);
                there[1] -= u32::from(brigade.batteries.horse);
            }
            if own.is_empty() || own.len() < division.brigades.len() {
                continue;
            }
            let all: u32 = own.iter().map(|one| stands(one)).sum();
            let come: u32 = own.iter().map(|one| stands_came(half, one, entered)).sum();
            let stay = |n: u16| u32::from(n) - u32::from(n) * come / all.max(1);
            there[0] -= stay(division.batteries.foot);
            there[1] -= stay(division.batteries.horse);
        }
    }
    there
}

fn stands_came(half: &Half, brigade: &Brigade, entered: bool) -> u32 {
    if !entered || half.held.contains(&brigade.id) {
        return 0;
    }
    let split = half.split.iter().find(|split| split.brigade == brigade.id);
    stands(brigade) - split.map_or(0, |split| u32::from(split.stands))
}

/// Stands of a brigade that were on the table.
pub fn on_table(battle: &Battle, side: Side, id: UnitId) -> u32 {
    let half = &battle.halves[side];
    let came = half.came.contains(&id);
    brigade(oob(battle, side), id).map_or(0, |(_, one)| stands_came(half, one, came))
}

/// Whether stands of a strength point were on the table.
pub fn sp_was_there(battle: &Battle, side: Side, sp: SpId) -> bool {
    let brigades = oob(battle, side).divisions.iter().flat_map(|division| &division.brigades);
    let mut own = brigades.filter(|one| one.of.iter().any(|share| share.sp == sp));
    own.any(|one| on_table(battle, side, one.id) > 0)
}

/// What a name means on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    Brigade,
    Counter(LeaderId),
    /// A corps or a division that an Average leader without a counter commands.
    Command,
    Battery(Arm, u32),
}

pub fn means(battle: &Battle, side: Side, unit: UnitId) -> Option<Means> {
    let oob = battle.halves[side].oob.as_ref()?;
    let leader = LeaderId::from(Id::from(unit));
    let led = oob.corps.iter().map(|one| (one.id, one.leader));
    let mut led = led.chain(oob.divisions.iter().map(|one| (one.id, one.leader)));
    if brigade(oob, unit).is_some() {
        Some(Means::Brigade)
    } else if battle.input.sides[side].leaders.iter().any(|one| one.id == leader) {
        Some(Means::Counter(leader))
    } else if led.any(|one| one == (unit, None)) {
        Some(Means::Command)
    } else {
        let [foot, horse] = batteries(oob);
        let name = unit.as_str();
        let number = |all: u32, front: &str| {
            let number: u32 = name.strip_prefix(front)?.parse().ok()?;
            (1..=all).contains(&number).then_some(number)
        };
        let on_foot = number(foot, "battery-").map(|n| Means::Battery(Arm::Infantry, n));
        on_foot.or_else(|| number(horse, "horse-battery-").map(|n| Means::Battery(Arm::Cavalry, n)))
    }
}

/// Whether what a name means stands on the field.
pub fn stands_there(battle: &Battle, side: Side, unit: UnitId) -> bool {
    match means(battle, side, unit) {
        None => false,
        Some(Means::Brigade) => on_field(battle, side, unit),
        Some(Means::Counter(leader)) => has_come(battle, side, leader),
        Some(Means::Command) => {
            let under = |one: &&Division| one.id == unit || one.corps == Some(unit);
            let own = oob(battle, side).divisions.iter().filter(under).flat_map(|one| &one.brigades);
            own.into_iter().any(|one| on_field(battle, side, one.id))
        }
        Some(Means::Battery(arm, number)) => {
            number <= batteries_there(battle, side)[usize::from(arm == Arm::Cavalry)]
        }
    }
}

/// Everybody of a side on the table who is not rated.
pub fn unrated(battle: &Battle, side: Side) -> Vec<UnitId> {
    let half = &battle.halves[side];
    let Some(oob) = &half.oob else { return Vec::new() };
    let leaders = counters(oob).into_iter().filter(|leader| has_come(battle, side, *leader));
    let leaders = leaders.map(|leader| UnitId::from(Id::from(leader)));
    let all = leaders.chain(half.came.iter().copied());
    all.filter(|of| !half.rated.iter().any(|rated| rated.of == *of)).collect()
}

pub fn field<'s>(state: &'s State, battle: &Battle) -> &'s Field {
    let name = battle.field.as_ref().expect("a field");
    state.setup.fields.iter().find(|field| field.name == *name).expect("its land")
}

/// Whether a point lies on the field and in the deployment zone of a side. [CWFF-6-2]
pub fn in_zone(state: &State, battle: &Battle, side: Side, point: (Inches, Inches)) -> bool {
    let field = field(state, battle);
    let chosen = battle.edge.expect("an edge");
    let defends = side != battle.input.attacker;
    let zone = field.edges.iter().position(|edge| (*edge == chosen) == defends).map(|at| &field.deploy[at]);
    zone.is_some_and(|zone| within(zone, field.size, point)) && on_land(field, point)
}

/// Whether a point lies on the field of a battle.
pub fn on_field_of(state: &State, battle: &Battle, point: (Inches, Inches)) -> bool {
    on_land(field(state, battle), point)
}

fn within(zone: &Zone, size: (Inches, Inches), (x, y): (Inches, Inches)) -> bool {
    let [low, high] = zone.corners(size);
    (low.0.0..=high.0.0).contains(&x.0) && (low.1.0..=high.1.0).contains(&y.0)
}

pub fn on_land(field: &Field, (x, y): (Inches, Inches)) -> bool {
    (0..=field.size.0.0).contains(&x.0) && (0..=field.size.1.0).contains(&y.0)
}

/// Whether nobody may march around a flank on this ground. [CWFF-7C-2]
pub fn no_flanks(battle: &Battle) -> bool {
    matches!(battle.input.terrain, Terrain::Swamp | Terrain::Gap)
        || matches!(battle.input.crossing, Crossing::Gap | Crossing::Road)
}

/// Percent of breastworks, land and crossing added up. [CWFF-T7] [CWFF-R1]
pub fn works(battle: &Battle) -> u32 {
    let land = match battle.input.terrain {
        Terrain::Clear => 0,
        Terrain::Forest => 25,
        Terrain::Swamp | Terrain::Gap => 50,
    };
    let crossed = match battle.input.crossing {
        Crossing::Open => 0,
        Crossing::RiverUnnavigable => 25,
        Crossing::RiverNavigable | Crossing::Gap | Crossing::Road => 50,
    };
    (land + crossed).min(100)
}

/// The points of a command rating, and whether the enemy has them. [CWFF-11D-3]
pub fn points(battle: &Battle, side: Side) -> (u32, bool) {
    let half = &battle.halves[side];
    let leader = half.leads.filter(|_| !half.leader_gone);
    let card = leader.and_then(|id| battle.input.sides[side].leaders.iter().find(|one| one.id == id));
    card.map_or((0, false), |card| (card.army_command.unsigned_abs(), card.army_command < 0))
}

/// A part of a strength point as it is written: over and under.
pub fn part(muster: &Muster, account: usize) -> (u64, u64) {
    let written = muster.carried[account].to_string();
    let (over, under) = written.split_once('/').unwrap_or((&written, "1"));
    (over.parse().expect("a number"), under.parse().expect("a number"))
}

/// Whole stands that an account of an army, crack or other, carries. [CWFF-R17]
pub fn carried(muster: &Muster, account: usize, full: u32) -> u32 {
    let (over, under) = part(muster, account);
    u32::try_from(over * u64::from(full) / under).expect("a few").min(full)
}
