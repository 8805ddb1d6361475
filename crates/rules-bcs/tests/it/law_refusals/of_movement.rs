//! What bars the commands that move, flip, retreat and return.

use kernel::{Seat, Side};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::setup::Begins;
use rules_bcs::state::{Activation, Body, Fate, Halt, Phase, Step, Unit};
use rules_bcs::words::{Class, Face, Place, RoadClass, UnitId};

use super::look::{Bar, Judged, Look, acts, class, flees, is_av, need, points, some};
use crate::slow::at;

/// The rule by which a halted unit does not move.
fn halted(halt: Halt) -> &'static str {
    if halt == Halt::Finished { "BCS-STOP-4" } else { "BCS-STOP-2" }
}

impl Look<'_> {
    fn follows(&self, from: Place, path: &[Place]) -> Judged {
        let whole: Vec<Place> = [from].into_iter().chain(path.iter().copied()).collect();
        let beside = whole.windows(2).all(|pair| self.beside(pair[0], pair[1]));
        need(!path.is_empty() && path.len() <= 200 && beside, "BCS-MOVE-2", "path")
    }

    pub fn flip(&self, seat: Seat, id: UnitId) -> Judged {
        let (_, body) = self.step(seat, Step::Activities)?;
        let (unit, at) = self.own_unit(body, id)?;
        let moving = some(unit.card.moving, "BCS-UNIT-7", "one-side")?;
        need(!unit.piece.flipped, "BCS-MOVE-4", "flipped")?;
        need(unit.piece.halt != Halt::Finished, "BCS-MOVE-4", "finished")?;
        let new = match unit.piece.face {
            Face::Deployed => moving.allowance.class,
            Face::Move => unit.card.deployed.class,
        };
        let friends = self.in_hex(at).count() > 1;
        need(friends || !self.affects(unit.card.side, new, at), "BCS-MOVE-4", "zone")?;
        // Truck for a Truck side, Tac for a Tac side, else as it moves now. [BCS-SAFE-5]
        let by = if new == Class::Leg { class(unit) } else { new };
        need(self.is_safe(body, by, at), "BCS-MOVE-5", "path")
    }

    /// What keeps a unit out of a hex.
    fn barred(&self, activation: &Activation, unit: Unit<'_>, from: Place, to: Place) -> Option<Bar> {
        let side = unit.card.side;
        let enemy = &self.zones(side.enemy()).units;
        if enemy.contains(&at(to)) {
            return Some(("BCS-MOVE-7", "enemy"));
        }
        if !self.jumps(unit, to) {
            return Some(("BCS-CR-3", "jump"));
        }
        if self.cost(from, to, class(unit)).is_none() {
            return Some(("BCS-MOVE-2", "prohibited"));
        }
        let near = self.map.neighbours(at(to)).iter().any(|hex| enemy.contains(hex));
        (near && self.objectives(activation, to, false) == 0).then_some(("BCS-OBJ-5", "objective"))
    }

    /// What of the enemy is answered first in a hex that is entered.
    fn asks(&self, unit: Unit<'_>, hex: Place) -> Option<&'static str> {
        if self.is_bare(unit.card.side, hex) {
            return Some("BCS-HQ-4");
        }
        let asked = is_av(unit) && class(unit) == Class::Tac && !self.firers(unit, hex).is_empty();
        asked.then_some("BCS-ZONE-5")
    }

    /// What stops a unit in a hex.
    fn stops(&self, unit: Unit<'_>, hex: Place) -> Option<&'static str> {
        let (side, class) = (unit.card.side, class(unit));
        if self.affects(side, class, hex) {
            return Some("BCS-ZONE-2");
        }
        self.stops_class(side, class, hex)
    }

    /// What stops a class in a hex beside an EZOC, HQs and trains too.
    fn stops_class(&self, side: Side, class: Class, hex: Place) -> Option<&'static str> {
        if class == Class::Truck && self.zones(side.enemy()).engagement.contains(&at(hex)) {
            return Some("BCS-STOP-1");
        }
        let screens = self
            .state
            .on_map()
            .any(|(one, from)| one.card.side != side && one.piece.screens && self.beside(from, hex));
        if class == Class::Truck && screens && self.setup().switches.screen_zone_stops_truck {
            return Some("BCS-ZONE-6");
        }
        if self.state.facts.traffic.contains(&hex) {
            return Some("BCS-STOP-8");
        }
        let ground = self.board().ground(hex).expect("a hex");
        ground.stops[class as usize].then_some("BCS-MOVE-6")
    }

    pub fn go(&self, seat: Seat, id: UnitId, path: &[Place]) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let (unit, from) = self.own_unit(body, id)?;
        need(acts(activation), "BCS-FAIL-2", "snafu")?;
        need(unit.piece.halt == Halt::Not, halted(unit.piece.halt), "stopped")?;
        need(!unit.piece.arrived, "BCS-MOVE-4", "arrived")?;
        self.follows(from, path)?;
        let mut left = points(activation.level, unit.allowance().ma).saturating_sub(unit.piece.spent);
        let mut here = from;
        for (n, hex) in path.iter().copied().enumerate() {
            if let Some(bar) = self.barred(activation, unit, here, hex) {
                return Err(bar);
            }
            let cost = self.cost(here, hex, class(unit)).expect("it can go there");
            left = some(left.checked_sub(cost), "BCS-MOVE-2", "points")?;
            let last = n + 1 == path.len();
            if let Some(rule) = self.asks(unit, hex).filter(|_| !last) {
                return Err((rule, "asks"));
            }
            if let Some(rule) = self.stops(unit, hex).filter(|_| !last) {
                return Err((rule, "stops"));
            }
            here = hex;
        }
        let others = self.in_hex(here).filter(|one| one.card.id != id).count();
        need(others < 2, "BCS-MOVE-3", "stack")
    }

    pub fn screen(&self, seat: Seat, id: UnitId) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let (unit, hex) = self.own_unit(body, id)?;
        need(acts(activation) || !activation.second, "BCS-ACT-17", "snafu")?;
        need(unit.card.screen, "BCS-SCR-1", "kind")?;
        need(!unit.piece.screens, "BCS-SCR-1", "screens")?;
        need(unit.piece.face == Face::Deployed, "BCS-UNIT-7", "face")?;
        need(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished")?;
        let enemy = &self.zones(unit.card.side.enemy()).units;
        let near = self.map.neighbours(at(hex)).iter().any(|hex| enemy.contains(hex));
        need(!near, "BCS-SCR-1", "adjacent")
    }

    pub fn enter(&self, seat: Seat, id: UnitId, hex: Place) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let unit = some(self.state.unit(id), "BCS-ACT-18", "unknown")?;
        need(unit.formation() == Some(body.card.id), "BCS-ACT-18", "formation")?;
        need(unit.piece.fate == Fate::Due, "BCS-TURN-13", "due")?;
        let Begins::Enters(turn, entry, _) = unit.card.begins else { panic!("it is due") };
        need(turn <= self.state.facts.turn, "BCS-TURN-13", "turn")?;
        need(self.is_here(unit), "BCS-TURN-14", "trains")?;
        need(acts(activation), "BCS-FAIL-2", "snafu")?;
        need(unit.piece.halt == Halt::Not, "BCS-STOP-4", "finished")?;
        let enemy = self.zones(unit.card.side.enemy());
        let free = |hex: Place| {
            let hex = at(hex);
            let sets = [&enemy.units, &enemy.hqs, &enemy.trains, &enemy.ezoc];
            sets.iter().all(|set| !set.contains(&hex))
        };
        let edge = |hex: Place| self.map.neighbours(at(hex)).len() < 6;
        let all = self.map.marks.keys().map(|hex| crate::slow::place(*hex));
        let aside = all.filter(|hex| edge(*hex) && free(*hex) && self.distance(entry, *hex) <= 5);
        let nearest = aside.map(|hex| self.distance(entry, hex)).min();
        let far = self.is_hex(hex).then(|| self.distance(entry, hex));
        let opens = if free(entry) { hex == entry } else { far.is_some() && far == nearest };
        need(opens && edge(hex) && free(hex), "BCS-TURN-13", "hex")?;
        let near = self.map.neighbours(at(hex)).iter().any(|hex| enemy.units.contains(hex));
        need(!near || self.objectives(activation, hex, false) > 0, "BCS-OBJ-5", "objective")?;
        let roads = self.map.neighbours(at(hex));
        let road: Option<RoadClass> =
            roads.into_iter().filter_map(|next| self.map.roads.get(&(at(hex), next)).copied()).min();
        let costs = match road {
            Some(road) => &self.board().road_costs[road as usize],
            None => &self.board().ground(hex).expect("a hex").costs,
        };
        let cost = some(costs.of(class(unit)), "BCS-MOVE-2", "prohibited")?;
        let left = points(activation.level, unit.allowance().ma).saturating_sub(unit.piece.spent);
        need(cost <= left, "BCS-MOVE-2", "points")?;
        need(self.jumps(unit, hex), "BCS-CR-3", "jump")
    }

    pub fn withdraw(&self, seat: Seat, id: UnitId, path: &[Place], hq: Option<u8>) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let (unit, hex) = self.own_unit(body, id)?;
        need(acts(activation), "BCS-SNAFU-9", "snafu")?;
        need(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished")?;
        let enemy = self.zones(unit.card.side.enemy());
        need(enemy.ezoc.contains(&at(hex)), "BCS-RET-11", "zone")?;
        if path.is_empty() {
            let takes = |n: &usize| hq.is_none_or(|hq| usize::from(hq) == n + 1);
            let mut all = (0..body.card.hqs.len()).filter(takes);
            let found = all.any(|n| self.has_refuge(body, flees(unit), hex, n));
            return need(found, "BCS-RET-5", "refuge");
        }
        need(hq.is_none(), "BCS-GEN-2", "hq")?;
        self.one_of_the_best(unit, path)
    }

    fn one_of_the_best(&self, unit: Unit<'_>, path: &[Place]) -> Judged {
        let path: Vec<_> = path.iter().copied().map(at).collect();
        need(self.retreats(unit).contains(&path), "BCS-RET-4", "path")
    }

    pub fn retreat(&self, seat: Seat, path: &[Place]) -> Judged {
        let side = self.phase(seat, Phase::Activations)?;
        let owed = self.state.facts.activation.as_ref().and_then(|one| one.owed);
        let unit = some(owed.and_then(|owed| self.state.unit(owed.unit)), "BCS-RET-1", "none")?;
        need(unit.card.side == side, "BCS-RET-4", "actor")?;
        self.one_of_the_best(unit, path)
    }

    pub fn retreat_hq(&self, seat: Seat, hex: Place, hq: Option<u8>) -> Judged {
        let side = self.phase(seat, Phase::Activations)?;
        let jumped = self.state.facts.activation.as_ref().and_then(|one| one.jumped.first());
        let from = if let Some(jumped) = jumped {
            let body = self.state.formation(jumped.formation).expect("a formation was jumped");
            need(body.card.side == side, "BCS-RET-4", "actor")?;
            need(hq.unwrap_or(1) == jumped.hq.unwrap_or(1), "BCS-HQ-5", "first")?;
            jumped.from
        } else {
            let (activation, body) = self.step(seat, Step::Activities)?;
            let (n, from) = self.one_hq(body, hq.unwrap_or(1))?;
            need(!activation.hq_moved.has(n), "BCS-HQ-1", "once")?;
            from
        };
        let far = self.road_distances(side, from).get(&at(hex)).is_some_and(|n| (3..=10).contains(n));
        need(far && self.is_legal(side, hex, true), "BCS-RET-13", "hex")
    }

    /// What bars the HQ and the trains alike.
    fn tail(&self, body: Body<'_>, from: Place, by: (Class, u32), path: &[Place], tracks: bool) -> Judged {
        self.follows(from, path)?;
        let (side, (class, mut left)) = (body.card.side, by);
        let enemy = self.zones(side.enemy());
        let mut here = from;
        for (n, hex) in path.iter().copied().enumerate() {
            let sets = [&enemy.units, &enemy.hqs, &enemy.trains, &enemy.ezoc];
            let barred = sets.iter().any(|set| set.contains(&at(hex)));
            let cost = some(self.cost(here, hex, class).filter(|_| !barred), "BCS-HQ-1", "barred")?;
            left = some(left.checked_sub(cost), "BCS-MOVE-2", "points")?;
            if let Some(rule) = self.stops_class(side, class, hex).filter(|_| n + 1 < path.len()) {
                return Err((rule, "stops"));
            }
            here = hex;
        }
        need(self.is_legal(side, here, tracks), "BCS-HQ-1", "legal")
    }

    pub fn move_hq(&self, seat: Seat, path: &[Place], hq: Option<u8>) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let (n, from) = self.one_hq(body, hq.unwrap_or(1))?;
        need(!activation.hq_moved.has(n), "BCS-HQ-1", "once")?;
        need(acts(activation), "BCS-FAIL-2", "snafu")?;
        let allowance = body.card.hqs[n].allowance;
        let left = points(activation.level, allowance.ma);
        self.tail(body, from, (allowance.class, left), path, true)?;
        self.ordered(body, path[path.len() - 1])
    }

    pub fn move_trains(&self, seat: Seat, path: &[Place]) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let trains = some(body.facts.trains.on_map(), "BCS-HQ-2", "off-map")?;
        need(!activation.trains_moved, "BCS-HQ-1", "once")?;
        let allowance = body.card.trains.allowance;
        let left = points(Some(Level::Full), allowance.ma);
        self.tail(body, trains.at, (allowance.class, left), path, false)
    }

    pub fn flip_trains(&self, seat: Seat) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let ghost = body.facts.trains.on_map().filter(|trains| trains.ghost);
        let trains = some(ghost, "BCS-ACT-9", "normal")?;
        need(!activation.trains_moved, "BCS-ACT-9", "moved")?;
        need(!activation.trains_returned, "BCS-ACT-9", "returned")?;
        need(self.completes(body, trains.at), "BCS-ACT-9", "route")
    }

    pub fn return_trains(&self, seat: Seat, hex: Place) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        need(acts(activation), "BCS-FAIL-1", "snafu")?;
        need(body.facts.trains.on_map().is_none(), "BCS-ACT-10", "on-map")?;
        need(self.completes(body, hex), "BCS-ACT-10", "route")
    }

    pub fn name_route(&self, seat: Seat, ahead: &[Place], behind: &[Place]) -> Judged {
        let step = self.state.facts.activation.as_ref().map(|one| one.step);
        let step = step.filter(|step| *step == Step::Preparation).unwrap_or(Step::Activities);
        let (_, body) = self.step(seat, step)?;
        let side = body.card.side;
        some(body.facts.hq.hexes().next(), "BCS-HQ-6", "hq")?;
        let trains = some(body.facts.trains.on_map(), "BCS-MSR-1", "off-map")?.at;
        need(self.completes(body, trains), "BCS-MSR-2", "complete")?;
        let hq = ahead.first().copied().filter(|first| body.facts.hq.hexes().any(|hq| hq == *first));
        let ends = hq.is_some()
            && ahead.last() == Some(&trains)
            && behind.first() == Some(&trains)
            && behind.last().is_some_and(|last| self.sources(side).contains(last));
        need(ends, "BCS-MSR-1", "ends")?;
        for (leg, tracks) in [(ahead, true), (behind, false)] {
            let legal = leg
                .windows(2)
                .all(|two| self.beside(two[0], two[1]) && self.edge(side, two[0], two[1], tracks));
            need(legal, "BCS-MSR-2", "legal")?;
            let once = (1..leg.len()).all(|n| !leg[..n].contains(&leg[n]));
            need(once, "BCS-MSR-2", "twice")?;
        }
        let track = |two: &[Place]| self.map.roads[&(at(two[0]), at(two[1]))] == RoadClass::Track;
        let clear = !ahead.windows(2).any(track);
        let length = Some(ahead.len() as u32 - 1);
        let shortest = |tracks| self.way(side, true, ahead[0], &[trains], tracks);
        let short = length == shortest(true) || (clear && length == shortest(false));
        need(short, "BCS-MSR-6", "detour")
    }

    pub fn return_support(&self, seat: Seat, id: UnitId) -> Judged {
        let (_, body) = self.step(seat, Step::Activities)?;
        let (unit, hex) = self.own_unit(body, id)?;
        need(unit.piece.dropped, "BCS-SUP-4", "dropped")?;
        need(self.commands(body, hex), "BCS-SUP-4", "radius")?;
        let near = self
            .state
            .on_map()
            .any(|(one, from)| one.card.side != unit.card.side && is_av(one) && self.beside(from, hex));
        need(!near, "BCS-SUP-4", "adjacent")?;
        need(self.is_safe(body, Class::Tac, hex), "BCS-SUP-4", "path")
    }
}
