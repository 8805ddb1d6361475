//! What bars objectives, barrages, engagements and attacks.

use kernel::Seat;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::setup::Begins;
use rules_bcs::state::{Activation, Body, Fate, Halt, Phase, Stage, Step, Unit};
use rules_bcs::words::{Class, Place, UnitId};

use super::look::{Can, Judged, Look, acts, can, class, is_av, need, some};
use crate::slow::at;

impl Look<'_> {
    pub fn objective(&self, seat: Seat, hex: Place) -> Judged {
        let (activation, body) = self.step(seat, Step::Objectives)?;
        need(self.is_hex(hex), "BCS-OBJ-3", "hex")?;
        let most = match activation.level {
            Some(Level::Full) => 2,
            Some(Level::Partial) => 1,
            _ => 0,
        };
        need(activation.obj.len() < most, "BCS-OBJ-1", "number")?;
        need(self.commands(body, hex), "BCS-OBJ-3", "radius")?;
        self.ordered(body, hex)
    }

    pub fn recon(&self, seat: Seat, id: UnitId, hex: Place) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let (unit, from) = self.own_unit(body, id)?;
        need(acts(activation), "BCS-SNAFU-9", "snafu")?;
        need(unit.card.recon, "BCS-OBJ-6", "recon")?;
        need(!unit.piece.reconned, "BCS-OBJ-6", "once")?;
        need(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "stopped")?;
        need(unit.piece.halt != Halt::Stopped, "BCS-STOP-2", "stopped")?;
        need(self.is_hex(hex), "BCS-OBJ-6", "hex")?;
        need(hex == from || self.beside(from, hex), "BCS-OBJ-6", "far")?;
        self.ordered(body, hex)
    }

    /// A combat unit of the enemy in a Combat OBJ Zone. [BCS-OBJ-4]
    fn targets(&self, activation: &Activation, body: Body<'_>, hex: Place, rule: &'static str) -> Judged {
        need(self.is_hex(hex), "BCS-OBJ-4", "hex")?;
        need(self.in_hex(hex).any(|unit| unit.card.side != body.card.side), rule, "empty")?;
        need(self.objectives(activation, hex, true) > 0, "BCS-OBJ-4", "objective")
    }

    fn has_event(&self, activation: &Activation, unit: Unit<'_>) -> Judged {
        need(acts(activation), "BCS-FAIL-2", "snafu")?;
        need(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished")?;
        need(unit.piece.fire_events < 2, "BCS-STOP-5", "events")
    }

    /// What bars a barrage of either kind, by a unit that spots.
    fn spots(&self, seat: Seat, hex: Place, id: UnitId, air: bool) -> Judged {
        let battle = self.state.facts.activation.as_ref().and_then(|one| one.battle);
        let (activation, body) = if let Some(battle) = battle {
            let (activation, _, body) = self.stage(seat, Stage::Fire)?;
            need(battle.target == hex, "BCS-BAR-6", "target")?;
            (activation, body)
        } else {
            self.step(seat, Step::Activities)?
        };
        let (unit, from) = self.own_unit(body, id)?;
        need(acts(activation), "BCS-FAIL-2", "snafu")?;
        let halves = u8::from(activation.level != Some(Level::Full)) + 1;
        let left = if air {
            self.state.facts.pool[body.card.side].air
        } else {
            (body.facts.arty_points / halves).saturating_sub(activation.arty_used)
        };
        need(left > 0, "BCS-BAR-5", "points")?;
        self.targets(activation, body, hex, "BCS-BAR-4")?;
        need(unit.piece.commanded, "BCS-CR-2", "command")?;
        let sees = self.state.facts.weather.map_or(self.setup().visibility, |sky| sky.visibility);
        need(self.distance(from, hex) <= sees.into(), "BCS-BAR-7", "far")
    }

    pub fn barrage(&self, seat: Seat, hex: Place, id: UnitId, air: bool) -> Judged {
        self.spots(seat, hex, id, air)?;
        let battle = self.state.facts.activation.as_ref().and_then(|one| one.battle);
        need(!battle.is_some_and(|battle| battle.barraged), "BCS-BAR-6", "once")
    }

    pub fn suppress(&self, seat: Seat, id: UnitId, air: bool) -> Judged {
        let (_, battle, _) = self.stage(seat, Stage::Fire)?;
        need(!battle.suppressed, "BCS-BAR-6", "once")?;
        self.spots(seat, battle.target, id, air)
    }

    fn fires(&self, activation: &Activation, body: Body<'_>, id: UnitId, hex: Place) -> Judged {
        let (unit, from) = self.own_unit(body, id)?;
        need(can(unit, Can::Fire), "BCS-UNIT-9", "kind")?;
        self.has_event(activation, unit)?;
        self.targets(activation, body, hex, "BCS-BAR-4")?;
        need(self.distance(from, hex) <= unit.card.range.into(), "BCS-BAR-8", "far")
    }

    pub fn attack_by_fire(&self, seat: Seat, id: UnitId, hex: Place) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        self.fires(activation, body, id, hex)
    }

    pub fn support_by_fire(&self, seat: Seat, id: UnitId) -> Judged {
        let (activation, battle, body) = self.stage(seat, Stage::Fire)?;
        need(battle.shock, "BCS-BAR-9", "regular")?;
        need(battle.fire.is_none(), "BCS-BAR-9", "once")?;
        self.fires(activation, body, id, battle.target)
    }

    pub fn engage(&self, seat: Seat, id: UnitId, foe: UnitId) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        let (unit, from) = self.own_unit(body, id)?;
        need(can(unit, Can::Engage), "BCS-UNIT-9", "kind")?;
        need(!unit.piece.screens, "BCS-UNIT-9", "screens")?;
        self.has_event(activation, unit)?;
        let foe = self.state.unit(foe).filter(|foe| foe.card.side != unit.card.side);
        let foe = some(foe, "BCS-ENG-11", "unknown")?;
        let hex = some(foe.piece.on_map(), "BCS-ENG-11", "gone")?;
        if !is_av(foe) {
            need(!self.in_hex(hex).any(is_av), "BCS-ENG-11", "real")?;
            need(self.hosts(foe), "BCS-ENG-11", "no-av")?;
        }
        self.targets(activation, body, hex, "BCS-ENG-11")?;
        let far = self.distance(from, hex);
        need(far <= unit.card.range.into(), "BCS-ENG-8", "range")?;
        let open = matches!(self.map.marks[&at(hex)], '.' | 'm');
        need(far <= 1 || open, "BCS-ENG-10", "ground")?;
        need(far <= 1 || !self.is_prepared(foe, hex), "BCS-ENG-10", "prepared")
    }

    pub fn require(&self, seat: Seat, firer: Option<UnitId>) -> Judged {
        let side = self.phase(seat, Phase::Activations)?;
        let mover = self.state.facts.activation.as_ref().and_then(|one| one.entered);
        let mover = mover.and_then(|id| self.state.unit(id));
        let mover = mover.and_then(|unit| Some((unit, unit.piece.on_map()?)));
        let (mover, hex) = some(mover, "BCS-ZONE-5", "none")?;
        need(self.answers() == Some(side), "BCS-ZONE-5", "actor")?;
        need(firer.is_none_or(|id| self.firers(mover, hex).contains(&id)), "BCS-ZONE-5", "firer")
    }

    /// Whether a unit stands beside a hex with nothing impassable between, or comes in beside it. [BCS-ATT-9]
    fn faces(&self, unit: Unit<'_>, hex: Place) -> bool {
        let from = match (unit.piece.on_map(), unit.card.begins) {
            (Some(at), _) => at,
            (None, Begins::Enters(_, at, _)) if unit.piece.fate == Fate::Due => at,
            _ => return false,
        };
        self.beside(from, hex) && !self.map.walls.contains(&(at(from), at(hex)))
    }

    fn leads(&self, body: Body<'_>, hex: Place, shock: bool, id: UnitId) -> Judged {
        let due = self.state.unit(id).filter(|unit| unit.formation() == Some(body.card.id));
        let unit = match due.filter(|unit| self.is_here(*unit)) {
            Some(unit) => unit,
            None => self.own_unit(body, id)?.0,
        };
        need(can(unit, if shock { Can::Shock } else { Can::Attack }), "BCS-UNIT-9", "kind")?;
        need(self.faces(unit, hex), "BCS-ATT-2", "far")?;
        need(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished")?;
        if !shock {
            return Ok(());
        }
        need(unit.piece.on_map().is_some(), "BCS-ATT-9", "off-map")?;
        need(class(unit) == Class::Tac, "BCS-ATT-2", "class")?;
        need(unit.piece.halt == Halt::Not, "BCS-STOP-2", "stopped")?;
        need(unit.piece.fire_events < 2, "BCS-STOP-5", "events")?;
        need(unit.piece.commanded, "BCS-CR-2", "command")
    }

    pub fn attack(&self, seat: Seat, hex: Place, shock: bool) -> Judged {
        let (activation, body) = self.step(seat, Step::Activities)?;
        need(acts(activation), "BCS-FAIL-2", "snafu")?;
        self.targets(activation, body, hex, "BCS-ATT-2")?;
        need(self.commands(body, hex), "BCS-ATT-8", "radius")?;
        let led = self.state.units().any(|unit| self.leads(body, hex, shock, unit.card.id).is_ok());
        need(led, "BCS-ATT-2", "unit")
    }

    pub fn defend(&self, seat: Seat, id: UnitId, prepared: bool) -> Judged {
        let (_, battle, _) = self.stage(seat, Stage::Defense)?;
        let unit = self.in_hex(battle.target).find(|unit| unit.card.id == id);
        let unit = some(unit, "BCS-ATT-4", "unit")?;
        let can = self.is_prepared(unit, battle.target);
        need(!prepared || can, "BCS-ATT-5", "prepared")?;
        let stands = battle.attacker.is_none() || prepared == (battle.prepared && can);
        need(stands, "BCS-ATT-1", "declared")
    }

    pub fn commit(&self, seat: Seat, id: UnitId, assist: Option<UnitId>) -> Judged {
        let (_, battle, body) = self.stage(seat, Stage::Units)?;
        self.leads(body, battle.target, battle.shock, id)?;
        let Some(assist) = assist else { return Ok(()) };
        need(!battle.shock, "BCS-CT-7", "shock")?;
        need(assist != id, "BCS-ATT-3", "same")?;
        let (unit, _) = self.own_unit(body, assist)?;
        need(can(unit, Can::Assist), "BCS-UNIT-9", "kind")?;
        need(!unit.piece.screens, "BCS-UNIT-9", "screens")?;
        need(self.faces(unit, battle.target), "BCS-ATT-3", "far")?;
        need(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished")
    }

    pub fn take_step(&self, seat: Seat, id: UnitId) -> Judged {
        let (_, battle, _) = self.stage(seat, Stage::Losses)?;
        need(self.in_hex(battle.target).any(|unit| unit.card.id == id), "BCS-CT-20", "unit")
    }

    pub fn advance(&self, seat: Seat, id: Option<UnitId>) -> Judged {
        let (_, battle, _) = self.stage(seat, Stage::Advance)?;
        let Some(id) = id else { return Ok(()) };
        let took = [battle.attacker, battle.assist].contains(&Some(id));
        let unit = self.state.unit(id).filter(|unit| took && unit.piece.fate != Fate::Dead);
        let unit = some(unit, "BCS-ATT-8", "unit")?;
        need(self.in_hex(battle.target).next().is_none(), "BCS-ATT-8", "held")?;
        let from = unit.piece.on_map().or(match unit.card.begins {
            Begins::Enters(_, at, _) if unit.piece.fate == Fate::Due => Some(at),
            _ => None,
        });
        let cost = from.and_then(|from| self.cost(from, battle.target, class(unit)));
        need(cost.is_some(), "BCS-MOVE-2", "prohibited")?;
        need(self.jumps(unit, battle.target), "BCS-CR-3", "jump")
    }
}
