//! What each reason against a result form says, and against the word that settles two forms that differ.

use std::collections::BTreeSet;

use kernel::Id;
use rules_battlefront::facts::{Compared, Difference, Element, Stand};
use rules_battlefront::ids::{FlightId, FormationId, ModuleId, UnitTypeId, WorkId};
use rules_battlefront::measure::Point;
use rules_battlefront::report::{Count, Counts, Report, What};
use rules_battlefront::setup::options::ArtilleryLimit;
use rules_battlefront::setup::{Tracks, WorkKind};
use rules_battlefront::words::{Class, StandState};
use rules_battlefront::{Side, Step};

use super::look::{Look, alive, has_twice, stands};

/// The modules that a form says to have fired, by fire or smoke.
pub fn firing(form: &Report) -> BTreeSet<ModuleId> {
    form.fired.iter().copied().chain(form.smoke.iter().map(|smoke| smoke.module)).collect()
}

/// Lists of names by which a stand has left the field, in the order in which a later one counts.
fn leaving(form: &Report) -> Vec<Vec<Id>> {
    let plain = [&form.losses, &form.abandoned, &form.panicked].into_iter().map(|list| list.0.clone());
    plain.chain(form.exited.iter().map(|exit| exit.units.0.clone())).collect()
}

impl<'s> Look<'s> {
    pub fn told(&self) -> Option<Report> {
        self.facts().report.as_deref().cloned()
    }

    pub fn form(&self) -> Report {
        let mut value = self.value.clone();
        value.as_object_mut().expect("a command").remove("do");
        serde_json::from_value(value).expect("a form")
    }

    /// Stands of a name on the own roster: its own, or those of a formation of this name that live.
    fn of_name(&self, name: Id) -> Option<(&'s Element, Vec<&'s Stand>)> {
        match self.element(name.as_str()) {
            Some(element) => Some((element, alive(element).collect())),
            None => self.stand(name.as_str()).map(|(element, stand)| (element, vec![stand])),
        }
    }

    /// What is told of a stand by its own name, else by its formation's; the last telling.
    fn of_stand<T: Copy>(&self, lists: &[(Vec<Id>, T)], element: &Element, stand: &Stand) -> Option<T> {
        let named =
            |name: Id| lists.iter().rev().find(|(names, _)| names.contains(&name)).map(|(_, what)| *what);
        named(stand.id.into()).or_else(|| named(element.id.into()))
    }

    fn is_vehicle(&self, stand: &Stand) -> bool {
        self.kind(stand.kind).is_some_and(|kind| {
            matches!(kind.class, Class::Armour | Class::Transport) || kind.afv || kind.tracks != Tracks::None
        })
    }

    /// Whether a reason against a form holds; nothing where a form has no such reason.
    pub fn form_holds(&self, form: &Report, code: &str) -> Option<bool> {
        let facts = self.facts();
        let campaign = self.state.campaign();
        let names: Vec<Id> = {
            let plain = leaving(form).into_iter().flatten();
            let marks = [&form.improved, &form.moved, &form.bogged, &form.immobile];
            let marks = marks.into_iter().flat_map(|list| list.0.clone());
            let places = form.places.iter().flat_map(|place| place.units.0.clone());
            let mined = form.mined.iter().flat_map(|mined| mined.units.0.clone());
            let supplies = form.ammunition.iter().flat_map(|supply| supply.units.0.clone());
            plain.chain(marks).chain(places).chain(mined).chain(supplies).collect()
        };
        let formations: Vec<FormationId> =
            form.fought.iter().copied().chain(form.combat.iter().map(|combat| combat.me)).collect();
        let module = |id: &ModuleId| facts.modules.iter().find(|module| module.id == *id);
        let modules: Vec<ModuleId> = firing(form).into_iter().collect();
        let flight = |id: &FlightId| facts.flights.iter().any(|flight| flight.id == *id);
        let fields: Vec<WorkId> = form.mined.iter().filter_map(|mined| mined.field).collect();
        let works: Vec<WorkId> = form.revealed.iter().chain(form.destroyed.iter()).copied().collect();
        let kind = |id: UnitTypeId| campaign.unit_types.iter().find(|kind| kind.id == id);
        let left_lists: Vec<(Vec<Id>, usize)> = leaving(form).into_iter().zip(0..).collect();
        let places: Vec<(Vec<Id>, Point)> = form
            .places
            .iter()
            .map(|place| (place.units.0.clone(), Point { x: place.x, y: place.y }))
            .collect();
        let mined: Vec<(Vec<Id>, ())> = form.mined.iter().map(|mined| (mined.units.0.clone(), ())).collect();
        let fighting = || {
            let there = facts.elements.iter().filter(|element| self.fights(element));
            there.flat_map(|element| alive(element).map(move |stand| (element, stand)))
        };
        // 0 is knocked out, 1 abandoned.
        let left = |element: &Element, stand: &Stand| self.of_stand(&left_lists, element, stand);
        let place = |element: &Element, stand: &Stand| self.of_stand(&places, element, stand).or(stand.at);
        Some(match code {
            "unknown" => {
                names.iter().any(|name| self.of_name(*name).is_none())
                    || formations.iter().any(|me| self.element(me.as_str()).is_none())
                    || modules.iter().any(|id| module(id).is_none())
                    || form.flew.iter().any(|id| !flight(id))
                    || works.iter().chain(&fields).any(|id| self.work(id.as_str()).is_none())
                    || form.enemy.iter().any(|seen| kind(seen.kind).is_none())
            }
            "class" => {
                let abandoned = |(element, stand): (&Element, &Stand)| {
                    left(element, stand) == Some(1) && self.class(stand) != Class::Armour
                };
                let immobile = |(_, stand): (&Element, &Stand)| {
                    form.immobile.contains(&stand.id.into()) && !self.is_vehicle(stand)
                };
                let no_vehicles = facts.elements.iter().any(|element| {
                    let named = self.fights(element) && form.immobile.contains(&element.id.into());
                    named && !alive(element).any(|stand| self.is_vehicle(stand))
                });
                let no_field = |id: &WorkId| {
                    self.work(id.as_str()).is_some_and(|work| {
                        let buyer = campaign.side_of(work.side).expect("a side");
                        let row = self.state.setup_of(buyer).works.iter().find(|row| row.id == work.kind);
                        row.is_none_or(|row| row.kind != WorkKind::Minefield)
                    })
                };
                let enemies = form.enemy.iter().filter(|seen| seen.abandoned != 0);
                let mut enemies = enemies.filter_map(|seen| kind(seen.kind));
                fighting().any(abandoned)
                    || fighting().any(immobile)
                    || no_vehicles
                    || fields.iter().any(no_field)
                    || enemies.any(|kind| kind.class != Class::Armour)
            }
            "not-eligible" => {
                let named =
                    names.iter().filter_map(|name| self.of_name(*name).map(|(element, _)| (name, element)));
                let away = |(name, element): (&Id, &Element)| {
                    let gone = self.element(name.as_str()).is_none()
                        && self
                            .stand(name.as_str())
                            .is_some_and(|(_, stand)| stand.state != StandState::Here);
                    !self.fights(element) || gone
                };
                let chosen = |id: Id| facts.chosen.contains(&id);
                let elements = formations.iter().filter_map(|me| self.element(me.as_str()));
                named.into_iter().any(away)
                    || elements.into_iter().any(|element| !self.fights(element))
                    || modules.iter().any(|id| module(id).is_some() && !chosen((*id).into()))
                    || form.flew.iter().any(|id| flight(id) && !chosen((*id).into()))
            }
            "dup" => {
                let units = |lists: Vec<Vec<Id>>| has_twice(&lists.concat());
                let fallen_and = |(element, stand): (&Element, &Stand)| {
                    let marks = [&form.improved, &form.bogged, &form.immobile];
                    left(element, stand).is_some() && marks.iter().any(|list| list.contains(&stand.id.into()))
                };
                let of_combat: Vec<FormationId> = form.combat.iter().map(|combat| combat.me).collect();
                let of_smoke: Vec<ModuleId> = form.smoke.iter().map(|smoke| smoke.module).collect();
                let of_enemy: Vec<UnitTypeId> =
                    form.enemy.iter().map(|seen| seen.kind).filter(|id| kind(*id).is_some()).collect();
                units(leaving(form))
                    || units(form.places.iter().map(|place| place.units.0.clone()).collect())
                    || units(form.mined.iter().map(|mined| mined.units.0.clone()).collect())
                    || units(form.ammunition.iter().map(|supply| supply.units.0.clone()).collect())
                    || fighting().any(fallen_and)
                    || has_twice(&of_combat)
                    || has_twice(&of_smoke)
                    || has_twice(&of_enemy)
                    || form.revealed.iter().any(|id| self.work(id.as_str()).is_some_and(|work| work.known))
            }
            "range" => {
                let few = |n: i32| (0..=200).contains(&n);
                let off = |(_, at): &(Vec<Id>, Point)| !self.is_on_map(*at);
                let facing = |facing: Option<i32>| facing.is_some_and(|facing| !(0..360).contains(&facing));
                let mut known = form.enemy.iter().filter(|seen| kind(seen.kind).is_some());
                places.iter().any(off)
                    || form.places.iter().any(|place| facing(place.facing))
                    || form.combat.iter().any(|one| ![one.kills, one.won, one.lost].into_iter().all(few))
                    || form.smoke.iter().any(|smoke| !(1..=255).contains(&smoke.missions))
                    || known.any(|seen| {
                        ![seen.lost, seen.abandoned, seen.panicked.unwrap_or(0)].into_iter().all(few)
                    })
                    || form.turns.is_some_and(|turns| self.is_no_last_turn(turns.into()))
            }
            "limit-scenario" => {
                self.state.options().oba_limit == ArtilleryLimit::Day && self.fires_too_much(&firing(form))
            }
            "cap" => form.smoke.iter().any(|smoke| {
                let left = module(&smoke.module).and_then(|module| module.smoke).unwrap_or(0);
                smoke.missions > i32::from(left)
            }),
            "incomplete" => fighting().any(|(element, stand)| {
                let nowhere = place(element, stand).is_none();
                let named =
                    |list: &[Id]| list.contains(&stand.id.into()) || list.contains(&element.id.into());
                let on_map = named(&form.improved)
                    || named(&form.moved)
                    || named(&form.bogged)
                    || self.of_stand(&mined, element, stand).is_some();
                nowhere
                    && match left(element, stand) {
                        Some(0) => self.class(stand) == Class::Armour,
                        Some(1) => true,
                        Some(_) => false,
                        None => on_map,
                    }
            }),
            _ => return None,
        })
    }

    /// Whether a turn that is told cannot have been the last. What the record itself shows needs no telling.
    fn is_no_last_turn(&self, told: i64) -> bool {
        let battle = &self.state.facts.battle;
        let (least, most) = self.last_turns();
        match battle.ended {
            Some(_) if self.ended_on_record() => told != i64::from(battle.last),
            None if told == self.turn() => false,
            _ => !(least..=most).contains(&told),
        }
    }

    /// Whether a reason against a form told by number holds. The stands that are proposed are the rules' own choice, so
    /// that of what they leave only the truth is asked: `false` is sure, `true` is possible.
    pub fn counts_hold(&self, code: &str) -> Option<bool> {
        let mut value = self.value.clone();
        value.as_object_mut().expect("a command").remove("do");
        let counts: Counts = serde_json::from_value(value).expect("numbers");
        let told = self.told().unwrap_or_default();
        let wrong = |code: &str| counts.counts.iter().any(|count| self.row_is(&told, count, code));
        if ["unknown", "range"].iter().any(|code| wrong(code)) {
            return Some(wrong(code));
        }
        let mut form = told.clone();
        for count in &counts.counts {
            lay_over(&mut form, count);
        }
        if let Some(typed) = &counts.enemy {
            form.enemy.0.retain(|seen| typed.iter().all(|other| other.kind != seen.kind));
            form.enemy.0.extend(typed.iter().copied());
        }
        form.fired = counts.fired.clone().unwrap_or(form.fired);
        form.flew = counts.flew.clone().unwrap_or(form.flew);
        form.revealed = counts.revealed.clone().unwrap_or(form.revealed);
        form.destroyed = counts.destroyed.clone().unwrap_or(form.destroyed);
        // A turn that was told before and that the record has overtaken says nothing any more.
        form.turns = counts.turns.or(form.turns.filter(|turns| !self.is_no_last_turn((*turns).into())));
        let fell = counts.counts.iter().any(|count| ending(count.what).is_some());
        let marked = [&form.improved, &form.bogged, &form.immobile].iter().any(|list| !list.0.is_empty());
        match code {
            "dup" if fell && marked => Some(true),
            code => self.form_holds(&form, code),
        }
    }

    /// Whether a row of numbers alone is told to be unknown, or out of range.
    fn row_is(&self, told: &Report, count: &Count, code: &str) -> bool {
        let n = i64::from(count.n.unwrap_or(0));
        let Some(end) = ending(count.what) else {
            let of_formation = matches!(count.what, What::Fought | What::Kills | What::Won | What::Lost);
            let unnamed = if of_formation { count.unit.is_none() } else { count.kind.is_none() };
            return code == "unknown" && unnamed;
        };
        let unit = count.unit.map(|unit| self.element(unit.as_str()));
        let elements = self.facts().elements.iter().filter(|element| self.fights(element));
        let of_unit = elements.filter(|element| count.unit.is_none_or(|unit| unit == element.id));
        let meant: Vec<(&Element, &Stand)> = of_unit
            .flat_map(|element| alive(element).map(move |stand| (element, stand)))
            .filter(|(_, stand)| count.kind.is_none_or(|kind| kind == stand.kind))
            .collect();
        let lists: Vec<(Vec<Id>, usize)> = leaving(told).into_iter().zip(0..).collect();
        let left = |(element, stand): &&(&Element, &Stand)| self.of_stand(&lists, element, stand);
        let can = |(_, stand): &&(&Element, &Stand)| end != 1 || self.class(stand) == Class::Armour;
        let now = meant.iter().filter(|one| left(one) == Some(end)).count();
        let open = meant.iter().filter(|one| left(one).is_none() && one.1.at.is_some()).filter(can).count();
        let wrong = n < 0 || n > i64::try_from(now + open).expect("a roster");
        wrong && (code == "unknown") == matches!(unit, Some(None))
    }

    /// Whether a reason against a word on figures that differ holds.
    pub fn difference_holds(&self, code: &str) -> Option<bool> {
        let open = &self.state.facts.battle.differences;
        let difference = open.iter().find(|known| known.id.as_str() == self.text("field"));
        let own = self.facts().id;
        let winner = match self.name() {
            "theirs-is-right" => Some(self.side().enemy()),
            "settle" => {
                Side::BOTH.into_iter().find(|side| self.state.side(*side).id.as_str() == self.text("side"))
            }
            _ => None,
        };
        Some(match code {
            "unknown" => difference.is_none(),
            "dup" => difference.is_some_and(|known| {
                known.settled.is_some() || (self.name() == "mine-stands" && known.stand_by.contains(&own))
            }),
            "range" if self.name() != "mine-stands" => {
                winner.zip(difference).is_some_and(|(winner, known)| self.has_not_so_many(winner, known))
            }
            _ => return None,
        })
    }

    /// Whether the loser's own forces, of whom the other side's figures are to stand, have fewer stands that can have
    /// ended so.
    fn has_not_so_many(&self, winner: Side, difference: &Difference) -> bool {
        let (Some(kind), loser) = (difference.kind, winner.enemy()) else { return false };
        if self.state.side(loser).id != difference.side {
            return false;
        }
        let told = self.state.side(loser).report.as_deref().cloned().unwrap_or_default();
        let ends: &[usize] = if difference.what == Compared::Panics { &[2] } else { &[0, 1] };
        let look = Look { acting: kernel::Acting::own(loser.seat()), ..*self };
        let lists: Vec<(Vec<Id>, usize)> = leaving(&told).into_iter().zip(0..).collect();
        let meant = stands(self.state.side(loser)).filter(|(element, stand)| {
            look.fights(element) && stand.state == StandState::Here && stand.kind == kind
        });
        let able = meant.filter(|(element, stand)| match look.of_stand(&lists, element, stand) {
            Some(end) => ends.contains(&end),
            None => stand.at.is_some(),
        });
        let wanted: u32 = difference.seen.iter().map(|n| u32::from(*n)).sum();
        usize::try_from(wanted).expect("a few") > able.count()
    }
}

/// How a row says that stands ended: 0 knocked out, 1 abandoned, 2 panicked.
fn ending(what: What) -> Option<usize> {
    [What::KnockedOut, What::Abandoned, What::Panicked].iter().position(|end| *end == what)
}

/// What rows of formations and of enemy types leave in a form.
fn lay_over(form: &mut Report, count: &Count) {
    use rules_battlefront::report::{Combat, Seen};
    let n = count.n.unwrap_or(0);
    match (count.what, count.unit, count.kind) {
        (What::Fought, Some(unit), _) => {
            form.fought.0.retain(|me| *me != unit);
            form.fought.0.extend((n != 0).then_some(unit));
        }
        (What::Kills | What::Won | What::Lost, Some(unit), _) => {
            let before = form.combat.iter().find(|combat| combat.me == unit).copied();
            let mut after = before.unwrap_or(Combat { me: unit, kills: 0, won: 0, lost: 0 });
            match count.what {
                What::Kills => after.kills = n,
                What::Won => after.won = n,
                _ => after.lost = n,
            }
            form.combat.0.retain(|combat| combat.me != unit);
            form.combat.0.extend(([after.kills, after.won, after.lost] != [0; 3]).then_some(after));
        }
        (What::EnemyKnockedOut | What::EnemyAbandoned | What::EnemyPanicked, _, Some(kind)) => {
            let before = form.enemy.iter().find(|seen| seen.kind == kind).copied();
            let none = count.n.is_none() || (count.what != What::EnemyKnockedOut && n == 0);
            if before.is_none() && none {
                return;
            }
            let mut after = before.unwrap_or(Seen { kind, lost: 0, abandoned: 0, panicked: None });
            match count.what {
                What::EnemyKnockedOut => after.lost = n,
                What::EnemyAbandoned => after.abandoned = n,
                _ => after.panicked = count.n,
            }
            form.enemy.0.retain(|seen| seen.kind != kind);
            form.enemy.0.push(after);
        }
        _ => {}
    }
}

/// Whether the sides wait for a word on figures that differ.
pub fn is_open(look: &Look<'_>) -> bool {
    look.state.step() == Step::Battle && !look.state.facts.battle.differences.is_empty()
}
