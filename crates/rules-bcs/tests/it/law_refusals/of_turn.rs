//! What bars the commands of the Pre-Turn Phase, of the check lists and of the umpire.

use hexmap::{Crossing, line};
use kernel::{Seat, Side};
use rules_bcs::Choice;
use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s3_second_activation::SecondRecovery;
use rules_bcs::setup::Begins;
use rules_bcs::state::{Body, Fate, HqState, Phase, Step, Unit};
use rules_bcs::words::{Class, Face, FormationId, Place, UnitId};

use super::look::{Can, Judged, Look, need, shows, some};

impl Look<'_> {
    fn open_step(&self, seat: Seat, phase: Phase) -> Judged<Side> {
        let side = self.phase(seat, phase)?;
        need(!self.state.facts.pool[side].closed, "BCS-TURN-2", "closed")?;
        Ok(side)
    }

    fn yours(&self, side: Side, id: UnitId) -> Judged<Unit<'_>> {
        some(self.state.unit(id).filter(|unit| unit.card.side == side), "BCS-ACT-18", "unknown")
    }

    /// In the first turn those are assigned that arrive in it. [BCS-TURN-3]
    fn later(&self, unit: Option<Unit<'_>>) -> Judged {
        let turn = self.state.facts.turn;
        let arrives = unit.is_some_and(|unit| {
            unit.piece.fate == Fate::Due && matches!(unit.card.begins, Begins::Enters(on, ..) if on == turn)
        });
        need(turn > 1 || arrives, "BCS-TURN-3", "first")
    }

    pub fn proceed(&self, seat: Seat) -> Judged {
        need(seat == Seat::Clock, "BCS-ACT-18", "actor")?;
        let phase = self.state.facts.phase;
        let lives = |side| self.state.units().any(|u| u.card.side == side && u.piece.fate != Fate::Dead);
        let alone = !Side::BOTH.into_iter().all(lives);
        let comes = phase != Phase::Over && (alone || matches!(phase, Phase::Sky | Phase::FirstRoll));
        need(comes, "BCS-ACT-18", "phase")
    }

    pub fn replace(&self, seat: Seat, id: UnitId, hq: Option<u8>) -> Judged {
        let side = self.open_step(seat, Phase::Replacements)?;
        let unit = self.yours(side, id)?;
        let pool = &self.state.facts.pool[side];
        let armored = unit.card.av.is_some();
        need(if armored { pool.av } else { pool.others } > 0, "BCS-TURN-12", "points")?;
        need(unit.piece.lost > 0, "BCS-TURN-12", "whole")?;
        let body = some(self.body_of(unit), "BCS-GEN-2", "unknown")?;
        match (unit.piece.fate, unit.piece.at) {
            (Fate::Dead, _) => {
                need(!unit.card.no_rebuild, "BCS-UNIT-10", "rebuild")?;
                return self.has_hq(body, hq);
            }
            (Fate::Support, _) => self.has_hq(body, None)?,
            (Fate::Returns, _) => return Err(("BCS-RET-8", "returns")),
            (Fate::OnMap, Some(at)) => {
                let class = if armored { Class::Tac } else { Class::Leg };
                need(self.is_safe(body, class, at), "BCS-SAFE-5", "path")?;
            }
            _ => return Err(("BCS-TURN-12", "off-map")),
        }
        need(hq.is_none(), "BCS-GEN-2", "hq")
    }

    pub fn assign(&self, seat: Seat, id: UnitId, to: FormationId, hq: Option<u8>) -> Judged {
        let side = self.open_step(seat, Phase::Assignment)?;
        let unit = self.yours(side, id)?;
        need(unit.card.formation.is_none(), "BCS-GEN-6", "independent")?;
        let body = self.own_formation(side, to)?;
        self.later(Some(unit))?;
        need(unit.piece.assigned.is_none(), "BCS-GEN-6", "assigned")?;
        need(!unit.piece.released, "BCS-TURN-4", "released")?;
        need(!matches!(unit.piece.fate, Fate::Dead | Fate::Returns), "BCS-GEN-6", "gone")?;
        if unit.piece.fate == Fate::Pool {
            self.has_hq(body, hq)
        } else {
            need(hq.is_none(), "BCS-GEN-2", "hq")
        }
    }

    pub fn release(&self, seat: Seat, id: UnitId) -> Judged {
        let side = self.open_step(seat, Phase::Assignment)?;
        let unit = self.yours(side, id)?;
        need(unit.card.formation.is_none(), "BCS-GEN-6", "independent")?;
        self.later(None)?;
        need(unit.piece.assigned.is_some(), "BCS-GEN-6", "unassigned")?;
        need(matches!(unit.piece.fate, Fate::OnMap | Fate::Support), "BCS-GEN-6", "gone")
    }

    pub fn assign_arty(&self, seat: Seat, to: FormationId) -> Judged {
        let side = self.open_step(seat, Phase::Assignment)?;
        self.own_formation(side, to)?;
        self.later(None)?;
        let free = self.state.facts.arty[side] > self.state.facts.pool[side].released;
        need(free, "BCS-TURN-4", "arty")
    }

    pub fn release_arty(&self, seat: Seat, of: FormationId) -> Judged {
        let side = self.open_step(seat, Phase::Assignment)?;
        let body = self.own_formation(side, of)?;
        self.later(None)?;
        need(body.facts.arty_points > 0, "BCS-GEN-6", "arty")
    }

    fn supporting(&self, seat: Seat, id: UnitId) -> Judged<(Unit<'_>, Body<'_>)> {
        let side = self.open_step(seat, Phase::Assignment)?;
        let unit = self.yours(side, id)?;
        self.later(Some(unit))?;
        Ok((unit, some(self.body_of(unit), "BCS-GEN-2", "unknown")?))
    }

    pub fn enter_support(&self, seat: Seat, id: UnitId) -> Judged {
        let (unit, body) = self.supporting(seat, id)?;
        let at = some(unit.piece.on_map(), "BCS-SUP-6", "gone")?;
        need(shows(unit, Face::Deployed, Can::Support), "BCS-UNIT-9", "kind")?;
        need(unit.piece.face == Face::Deployed, "BCS-UNIT-9", "face")?;
        need(!unit.piece.screens, "BCS-UNIT-9", "screens")?;
        need(self.commands(body, at), "BCS-SUP-6", "radius")?;
        need(self.is_safe(body, Class::Tac, at), "BCS-SUP-6", "path")
    }

    pub fn exit_support(&self, seat: Seat, id: UnitId, hq: Option<u8>) -> Judged {
        let (unit, body) = self.supporting(seat, id)?;
        need(unit.piece.fate == Fate::Support, "BCS-SUP-6", "support")?;
        self.has_hq(body, hq)
    }

    pub fn order(&self, seat: Seat, id: FormationId, route: &[Place]) -> Judged {
        let side = self.open_step(seat, Phase::Orders)?;
        self.own_formation(side, id)?;
        need(route.len() <= 8, "BCS-TURN-10", "long")?;
        need(route.iter().all(|hex| self.is_hex(*hex)), "BCS-TURN-10", "hex")
    }

    /// Whether a hex lies along the order of a formation. [BCS-TURN-10]
    pub fn ordered(&self, body: Body<'_>, at: Place) -> Judged {
        let order = body.facts.order.as_ref();
        let route = order.map_or_else(Vec::new, |order| order.route.clone());
        // The other HQs go straight to the first waypoint; without an order all stay.
        let others: Vec<Place> =
            order.map_or_else(|| body.facts.hq.hexes().collect(), |order| order.also.clone());
        let board = self.board();
        let mut along: Vec<_> = route.iter().chain(&others).map(|at| board.hex(*at)).collect();
        let legs = route.windows(2).map(|pair| [pair[0], pair[1]]);
        let legs: Vec<_> = legs.chain(others.iter().filter_map(|hq| Some([*hq, *route.get(1)?]))).collect();
        for pair in legs {
            for crossing in line(board.hex(pair[0]), board.hex(pair[1])) {
                match crossing {
                    Crossing::Through(hex) => along.push(hex),
                    Crossing::Along(one, other) => along.extend([one, other]),
                }
            }
        }
        let near = along.into_iter().any(|hex| hex.distance(board.hex(at)) <= 2);
        need(!self.setup().switches.orders || near, "BCS-TURN-10", "route")
    }

    fn planned(&self, body: Body<'_>, prepares: bool, recovers: bool) -> Judged {
        if !self.setup().switches.orders {
            return Ok(());
        }
        let order = body.facts.order.clone().unwrap_or_default();
        need(!prepares || order.prepares, "BCS-TURN-10", "prepare")?;
        need(!recovers || order.recovers, "BCS-TURN-10", "recover")
    }

    pub fn instruct(&self, seat: Seat) -> Judged {
        need(Side::of(seat).is_some(), "BCS-ACT-18", "actor")?;
        need(self.state.facts.phase != Phase::Over, "BCS-ACT-18", "phase")
    }

    pub fn close(&self, seat: Seat) -> Judged {
        let side = some(Side::of(seat), "BCS-ACT-18", "actor")?;
        let phases = [Phase::Replacements, Phase::Assignment, Phase::Orders];
        need(phases.contains(&self.state.facts.phase), "BCS-ACT-18", "phase")?;
        need(!self.state.facts.pool[side].closed, "BCS-TURN-2", "closed")
    }

    pub fn go_first(&self, seat: Seat) -> Judged {
        let side = self.phase(seat, Phase::First)?;
        need(self.state.facts.go == Some(side), "BCS-TURN-5", "actor")
    }

    pub fn activate(&self, seat: Seat, id: FormationId) -> Judged {
        let side = self.phase(seat, Phase::Activations)?;
        need(self.state.facts.go == Some(side), "BCS-TURN-6", "go")?;
        need(self.state.facts.activation.is_none(), "BCS-ACT-18", "step")?;
        let body = self.own_formation(side, id)?;
        need(body.facts.state != HqState::Done, "BCS-TURN-8", "done")
    }

    pub fn prepare(&self, seat: Seat, prepared: bool, recovery: bool) -> Judged {
        let (activation, body) = self.step(seat, Step::Preparation)?;
        let creates = prepared && !body.facts.prepared;
        if creates {
            need(body.facts.arty_points > 0, "BCS-PD-1", "arty-point")?;
            need(body.facts.blocked == 0, "BCS-PD-1", "blocked")?;
            need(!activation.second, "BCS-PD-7", "initial")?;
        }
        need(recovery || !activation.rests, "BCS-ACT-13", "recovery")?;
        self.planned(body, creates, recovery)
    }

    pub fn second(&self, seat: Seat, choice: Choice) -> Judged {
        let (_, body) = self.step(seat, Step::Second)?;
        need(choice == Choice::Skip || body.facts.fatigue != Fatigue::F4, "BCS-ACT-13", "fatigue")?;
        let played = self.setup().switches.second_activation_recovery != SecondRecovery::None;
        need(choice != Choice::Rest || played, "BCS-ACT-14", "switch")?;
        self.planned(body, false, choice == Choice::Rest)?;
        need(choice == Choice::Skip || body.facts.hq.hexes().next().is_some(), "BCS-HQ-6", "hq")
    }

    pub fn rule_mixed(&self, seat: Seat, one: FormationId, other: FormationId, mixed: bool) -> Judged {
        need(seat == Seat::Umpire, "BCS-SNAFU-7", "actor")?;
        need(self.state.facts.phase != Phase::Over, "BCS-ACT-18", "phase")?;
        let side = |id| self.state.formation(id).map(|body| body.card.side);
        let friends = one != other && side(one).is_some() && side(one) == side(other);
        need(friends, "BCS-SNAFU-7", "formation")?;
        let pair = [one.min(other), one.max(other)];
        let known = self.state.facts.ruled_mixed.iter();
        let mut known = known.filter(|it| [it.one.min(it.other), it.one.max(it.other)] == pair);
        need(known.next_back().is_none_or(|it| it.mixed != mixed), "BCS-SNAFU-7", "ruled")
    }
}
