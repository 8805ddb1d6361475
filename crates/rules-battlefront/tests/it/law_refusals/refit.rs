//! What each reason of the refit says, S1 to S2g, and of the night's work.

use std::collections::BTreeSet;

use kernel::Id;
use rules_battlefront::facts::{Element, count};
use rules_battlefront::ids::{GroupId, StandId};
use rules_battlefront::setup::options::{AirDay, DrmDay};
use rules_battlefront::setup::{Group, Note, WorkKind};
use rules_battlefront::words::{Class, SlotKind, StandState, Standing, Status};

use super::look::{Area, Look, alive, is_behind, is_inside, stands};

impl Look<'_> {
    /// What has points spent on it, by name.
    fn spent(&self) -> Vec<String> {
        let names = self.value["spend"].as_array().into_iter().flatten();
        names.filter_map(|name| Some(name.as_str()?.to_owned())).collect()
    }

    /// What can be rolled for in this step, and whether it takes points.
    fn open_rolls(&self) -> Vec<(String, bool)> {
        let (facts, options) = (self.facts(), self.state.options());
        let step = self.step();
        let elements = facts.elements.iter();
        match step.as_str() {
            "S2b" | "C8a" => {
                let charts = &self.state.campaign().charts;
                let (own, date) = (self.setup(), self.state.date());
                let repairs = charts.repair.nations.iter().any(|row| {
                    row.nation == own.nation
                        && row.from.is_none_or(|from| date >= from)
                        && row.until.is_none_or(|until| date <= until)
                });
                let wrecks = self.state.facts.wrecks.iter().filter(|wreck| repairs && wreck.side == own.id);
                let free = wrecks.filter(|wreck| match self.area(wreck.at) {
                    Area::Line => true,
                    Area::OwnPocket => options.repair_in_pocket,
                    _ => false,
                });
                let untried = free.filter(|wreck| {
                    self.stand(wreck.stand.as_str()).is_none_or(|(_, stand)| {
                        stand.state != StandState::Here
                            && !stand.tried_tonight
                            && !(options.repair_once && stand.repair_tries > 0)
                    })
                });
                untried.map(|wreck| (wreck.id.to_string(), true)).collect()
            }
            "S2c" | "C8b" => {
                let owes = elements.filter(|element| {
                    self.may_withdraw(element)
                        && !self.record(element, options.withdraw_scope).withdrawal_rolled
                });
                owes.map(|element| (element.id.to_string(), false)).collect()
            }
            "S2d" if options.discipline_changes && !self.state.is_first_slot() => {
                let morning = matches!(self.state.slot_kind(), SlotKind::Full | SlotKind::Morning);
                let rolled = |element| self.record(element, options.discipline_scope).discipline_rolled;
                let owes = elements.clone().filter(|one| self.changes_discipline(one) && !rolled(one));
                let stands = elements.filter(|element| element.in_play()).flat_map(|element| &element.stands);
                let cut_off = stands.filter(|stand| {
                    stand.state == StandState::Here && stand.status == Status::CutOff && !stand.start_rolled
                });
                let names =
                    owes.map(|one| one.id.to_string()).chain(cut_off.map(|stand| stand.id.to_string()));
                names.filter(|_| morning).map(|name| (name, false)).collect()
            }
            "S2e" => {
                let modules = facts.modules.iter().filter(|one| one.smoke.is_none());
                let modules = modules.map(|one| one.id.to_string());
                let flights = facts.flights.iter().filter(|one| one.aircraft.is_none());
                let flights = flights.map(|one| one.id.to_string());
                modules.chain(flights).map(|name| (name, true)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Look<'_> {
    /// Whether a reason of the refit holds; nothing where the command has no such reason.
    pub fn refit_holds(&self, code: &str) -> Option<bool> {
        let facts = self.facts();
        let charts = &self.state.campaign().charts;
        let cpp = |cost: i64| cost > i64::from(facts.cpp);
        let removal_costs_too_much = || charts.removal.cost > facts.fpp;
        let wreck = self.wreck(self.text("vehicle"));
        let area = wreck.map(|wreck| self.area(wreck.at));
        Some(match (self.name(), code) {
            ("choose-posture", "sealed") => !self.state.is_first_slot() && self.step().starts_with("S2"),
            ("cpp-roll", "not-allowed") => !self.has_income(),
            ("cpp-roll", "dup") => facts.income.is_some(),

            ("repair", "unknown") => wreck.is_none() && self.stand(self.text("vehicle")).is_none(),
            ("repair", "owner") => wreck.is_some_and(|wreck| wreck.side != self.setup().id),
            ("repair", "class") => {
                wreck.is_none() && self.named_class().is_some_and(|class| class != Class::Armour)
            }
            ("repair", "not-eligible") => match wreck {
                Some(wreck) => {
                    let of = self.stand(wreck.stand.as_str());
                    wreck.side == self.setup().id
                        && of.is_some_and(|(_, stand)| stand.state == StandState::Here)
                }
                None => self.named_class() == Some(Class::Armour),
            },
            ("repair", "nation-date") => {
                let (nation, date) = (self.setup().nation, self.state.date());
                let rows = charts.repair.nations.iter().filter(|row| row.nation == nation);
                !rows.into_iter().any(|row| {
                    row.from.is_none_or(|from| date >= from) && row.until.is_none_or(|until| date <= until)
                })
            }
            ("repair", "location") => {
                let own = wreck.is_some_and(|wreck| wreck.side == self.setup().id);
                let in_pocket = area == Some(Area::OwnPocket) && self.state.options().repair_in_pocket;
                own && area != Some(Area::Line) && !in_pocket
            }
            ("repair", "dup") => {
                let of = wreck.filter(|wreck| wreck.side == self.setup().id);
                of.and_then(|wreck| self.stand(wreck.stand.as_str())).is_some_and(|(_, stand)| {
                    stand.tried_tonight || (self.state.options().repair_once && stand.repair_tries > 0)
                })
            }
            ("repair", "range") => !(0..=1).contains(&self.number("cpp", 0)),
            ("repair", "funds") => cpp(self.number("cpp", 0)),

            ("withdraw-roll", "unknown") => self.element(self.text("me")).is_none(),
            ("withdraw-roll", "not-eligible") => {
                self.element(self.text("me")).is_some_and(|element| !self.may_withdraw(element))
            }
            ("withdraw-roll", "dup") => {
                let record = |element| self.record(element, self.state.options().withdraw_scope);
                self.element(self.text("me")).is_some_and(|element| record(element).withdrawal_rolled)
            }

            ("discipline-roll", "option-off") => !self.state.options().discipline_changes,
            ("discipline-roll", "unknown") => match self.value["me"].as_str() {
                Some(me) => self.element(me).is_none(),
                None => self.stand(self.text("stand")).is_none(),
            },
            ("discipline-roll", "not-eligible") => match self.value["me"].as_str() {
                Some(me) => self.element(me).is_some_and(|element| !self.changes_discipline(element)),
                None => self.stand(self.text("stand")).is_some_and(|(element, stand)| {
                    let here = stand.state == StandState::Here && stand.status == Status::CutOff;
                    !(here && element.standing == Standing::InPlay)
                }),
            },
            ("discipline-roll", "dup") => match self.value["me"].as_str() {
                Some(me) => self.element(me).is_some_and(|element| {
                    self.record(element, self.state.options().discipline_scope).discipline_rolled
                }),
                None => self.stand(self.text("stand")).is_some_and(|(_, stand)| stand.start_rolled),
            },

            ("combine", "unknown") => {
                let stand = self.value["command-stand"].as_str();
                let me = ["keep", "strike"].map(|key| self.element(self.text(key)).is_none());
                me.contains(&true) || stand.is_some_and(|stand| self.stand(stand).is_none())
            }
            ("combine", "not-eligible") => self.pair().is_some_and(|[keep, strike]| {
                let named = self.value["command-stand"].as_str();
                let not_of_them =
                    |stand: &str| self.commands([keep, strike]).iter().all(|id| id.as_str() != stand);
                !self.may_combine(keep, strike) || named.is_some_and(not_of_them)
            }),
            ("combine", "cap") => self.pair().is_some_and(|[keep, strike]| {
                let living = alive(keep).chain(alive(strike)).count();
                let left = living.saturating_sub(self.commands([keep, strike]).len().saturating_sub(1));
                let cap = self.state.options().combine_cap;
                cap > 0 && left > usize::try_from(cap).expect("above 0")
            }),
            ("combine", "incomplete") => self
                .pair()
                .is_some_and(|pair| self.value["command-stand"].is_null() && self.commands(pair).len() >= 2),

            ("buy", code) => self.buy_holds(code)?,
            ("take-back", code) => self.take_back_holds(code)?,

            ("number-roll", "unknown") => self.number_rolled().is_none(),
            ("number-roll", "dup") => self.number_rolled() == Some(true),
            ("number-roll", "range") => {
                let most = i64::from(self.state.options().number_roll_max_cpp);
                !(0..=most).contains(&self.number("extra-cpp", 0))
            }
            ("number-roll", "funds") => cpp(self.number("extra-cpp", 0)),

            ("roll-all", "unknown") => {
                let open = self.open_rolls();
                self.spent().iter().any(|name| !open.iter().any(|(roll, takes)| *takes && roll == name))
            }
            ("roll-all", "not-eligible") => self.open_rolls().is_empty(),
            ("roll-all", "range") => {
                let of_a_wreck = ["S2b", "C8a"].contains(&self.step().as_str());
                let most = if of_a_wreck { 1 } else { self.state.options().number_roll_max_cpp };
                let n = |name: &String| self.spent().iter().filter(|other| *other == name).count();
                self.spent().iter().any(|name| n(name) > usize::try_from(most).expect("no less than 0"))
            }
            ("roll-all", "funds") => cpp(self.spent().len() as i64),

            ("buy-prereg", "unknown") => self.points_of_module().is_none(),
            ("buy-prereg", "range") => self.number("n", 1) < 1,
            ("buy-prereg", "cap") => {
                self.points_of_module().is_some_and(|(has, _)| i64::from(has) + self.number("n", 1) > 2)
            }
            ("buy-prereg", "funds") => cpp(self.number("n", 1)),

            // A hidden work that a try of this step has removed is told as tried.
            ("remove-fort", "unknown") => {
                self.work(self.text("item")).is_none() && !self.was_tried(self.text("item"))
            }
            ("remove-fort", "class") => self.work(self.text("item")).is_some_and(|work| {
                let buyer = self.state.campaign().side_of(work.side).expect("a side");
                let row = self.state.setup_of(buyer).works.iter().find(|row| row.id == work.kind);
                row.is_none_or(|row| row.kind == WorkKind::Other)
            }),
            ("remove-fort", "location") => self
                .work(self.text("item"))
                .is_some_and(|work| !matches!(self.area(work.at), Area::Line | Area::OwnPocket)),
            ("remove-fort", "dup") => self.has_been_tried(self.text("item")),
            ("destroy-wreck", "unknown") | ("clear-defile", "unknown") => wreck.is_none(),
            ("destroy-wreck", "not-eligible") => wreck.is_some_and(|wreck| wreck.side == self.setup().id),
            ("destroy-wreck", "location") => wreck.is_some() && area != Some(Area::Line),
            ("destroy-wreck", "dup") => self.has_been_tried(self.text("vehicle")),
            ("clear-defile", "location") => wreck.is_some_and(|wreck| {
                let terrain = self.state.campaign().map.terrain.iter();
                let mut defiles = terrain.filter(|terrain| terrain.defile && terrain.closed);
                area != Some(Area::Line) || !defiles.any(|terrain| is_inside(&terrain.outline, wreck.at))
            }),
            ("clear-defile", "dup") => {
                let vehicle = self.text("vehicle");
                let failed = facts.not_moved.iter().any(|id| id.as_str() == vehicle);
                let once_more = self.step() != "S2f" || self.state.options().defile_retry;
                self.has_been_tried(vehicle) || (failed && !once_more)
            }
            ("remove-fort" | "destroy-wreck" | "clear-defile", "funds") => removal_costs_too_much(),

            ("buy-fort", "unknown") => self.chart_row().is_none(),
            ("buy-fort", "range") => !(1..=1000).contains(&self.number("count", 1)),
            ("buy-fort", "cap") => self.chart_row().is_some_and(|(row, bought)| {
                // The purse of a campaign ends here where its chart sets no limit.
                let most = i64::from(row.max_campaign.unwrap_or(9999));
                i64::from(bought) + self.number("count", 1) > most
            }),
            ("buy-fort", "funds") => self
                .chart_row()
                .is_some_and(|(row, _)| i64::from(row.cost) * self.number("count", 1) > i64::from(facts.fpp)),
            _ => return None,
        })
    }

    /// [BF-2.1.1.1.D-2] Whether the historical chart gives the side points in this slot. [BF-R4]
    pub fn has_income(&self) -> bool {
        let facts = &self.state.facts;
        let slots: Vec<_> = self
            .state
            .campaign()
            .days
            .iter()
            .enumerate()
            .flat_map(|(day, of)| {
                of.slots.iter().enumerate().map(move |(slot, row)| ((day + 1, slot + 1), row))
            })
            .collect();
        let here = (usize::from(facts.day), usize::from(facts.slot));
        let now = slots.iter().position(|(at, _)| *at == here).expect("a slot of the calendar");
        let row = match self.state.options().drm_day {
            DrmDay::Upcoming => now,
            DrmDay::Previous => now.saturating_sub(1),
        };
        slots[row].1.drm[self.side()].is_some()
    }

    /// The class of a stand that is named as a vehicle.
    fn named_class(&self) -> Option<Class> {
        self.stand(self.text("vehicle")).map(|(_, stand)| self.class(stand))
    }

    /// [BF-2.1.1.2.W-2, BF-2.1.1.2.W-5] Whether a formation rolls for withdrawal, this night's roll made or not.
    pub fn may_withdraw(&self, element: &Element) -> bool {
        let afvs = || element.stands.iter().all(|stand| self.kind(stand.kind).is_some_and(|kind| kind.afv));
        let record = self.state.options().withdraw_scope;
        self.setup().armour_withdrawal
            && (element.pure_armour || afvs())
            && self.is_in_play(element)
            && self.status(element) == Status::Normal
            && self.element(element.id.as_str()).is_some_and(|own| self.record(own, record).afv_lost > 0)
    }

    /// [BF-2.1.1.3.1.O-3] Whether a formation rolls for discipline, the roll made or not.
    pub fn changes_discipline(&self, element: &Element) -> bool {
        let own = self.element(element.id.as_str()).expect("of the side");
        self.record(own, self.state.options().discipline_scope).fought && self.is_in_play(element)
    }

    /// [BF-2.1.1.3.1.O-2] Mornings but the first.
    pub fn is_for_discipline(&self) -> bool {
        matches!(self.state.slot_kind(), SlotKind::Full | SlotKind::Morning) && !self.state.is_first_slot()
    }

    /// Whether a roll for discipline is still to be made.
    pub fn owes_discipline(&self) -> bool {
        let scope = self.state.options().discipline_scope;
        let own = self.facts().elements.iter();
        let formations = own.filter(|element| self.changes_discipline(element));
        let mut formations = formations.map(|element| self.record(element, scope));
        let mut cut_off = stands(self.facts()).filter(|(element, stand)| {
            self.is_in_play(element) && stand.state == StandState::Here && stand.status == Status::CutOff
        });
        self.is_for_discipline()
            && self.state.options().discipline_changes
            && (formations.any(|record| !record.discipline_rolled)
                || cut_off.any(|(_, stand)| !stand.start_rolled))
    }

    fn pair(&self) -> Option<[&Element; 2]> {
        Some([self.element(self.text("keep"))?, self.element(self.text("strike"))?])
    }

    fn commands(&self, pair: [&Element; 2]) -> BTreeSet<StandId> {
        let living = pair.into_iter().flat_map(alive);
        let command = living.filter(|stand| self.kind(stand.kind).is_some_and(|kind| kind.command));
        command.map(|stand| stand.id).collect()
    }

    /// [BF-2.1.1.3.2-1, BF-R22]
    fn may_combine(&self, keep: &Element, strike: &Element) -> bool {
        let fit = [keep, strike].into_iter().all(|element| {
            let exited = element.stands.iter().filter(|stand| stand.state == StandState::Exited).count();
            let gone = usize::from(element.full_strength).saturating_sub(alive(element).count() + exited);
            self.is_in_play(element)
                && !alive(element).any(is_behind)
                && gone * 2 >= usize::from(element.full_strength)
        });
        let kind = |element: &Element| element.group.map_or_else(|| element.id.into(), Id::from);
        let infantry = keep.class == Class::Infantry && strike.class == Class::Infantry;
        let alike = keep.class == strike.class && kind(keep) == kind(strike);
        keep.id != strike.id && fit && (infantry || alike)
    }

    fn group(&self) -> Option<&Group> {
        self.setup().groups.iter().find(|group| group.id.as_str() == self.text("group"))
    }

    /// A module is sold in the morning's refit, of which a command of S2e speaks. [BF-2.1.1.4.3-2]
    pub fn buys_artillery_late(&self) -> bool {
        self.state.facts.slot > 1 && self.group().is_some_and(|group| group.class == Class::OffBoard)
    }

    fn buy_holds(&self, code: &str) -> Option<bool> {
        let (state, facts, n) = (self.state, self.facts(), self.number("count", 1));
        if code == "unknown" {
            return Some(self.group().is_none());
        }
        let of_group = |group: &Group| -> Option<bool> {
            let air = group.class == Class::Air;
            let next_day = state.options().air_day == AirDay::Next;
            let now = facts.purchases.iter().filter(|purchase| purchase.group == Some(group.id)).count();
            let now = i64::try_from(now).expect("a few");
            let given = {
                let roster = self.setup().roster.iter().filter(|entry| entry.group == Some(group.id)).count();
                let later = self.setup().scheduled.iter().filter(|entry| entry.group == group.id);
                roster + later.map(|entry| usize::from(entry.count)).sum::<usize>()
            };
            let ever = i64::try_from(given).expect("a few") + i64::from(count(&facts.bought, group.id));
            let date = state.date();
            let had = |other: GroupId| {
                count(&facts.bought, other) > 0
                    || facts.elements.iter().any(|element| element.group == Some(other))
                    || facts.modules.iter().any(|module| module.group == other)
                    || facts.flights.iter().any(|flight| flight.group == other)
            };
            Some(match code {
                "night" => air && !next_day && state.slot_kind() == SlotKind::Night,
                "unavailable" => {
                    let no_day = state.facts.day >= state.n_days();
                    air && if next_day { no_day } else { self.is_grounded() }
                }
                "range" => n < 1,
                "note" => group.notes.iter().any(|note| match note {
                    Note::From(first) => date < *first,
                    Note::Until(last) => date > *last,
                    Note::Needs(other) => !had(*other),
                    Note::OncePerRefit => now + n > 1,
                    Note::Arrives(_) | Note::Text(_) => false,
                }),
                "limit-campaign" => ever + n > i64::from(group.max_campaign),
                "limit-scenario" => group.class == Class::Points && now + n > i64::from(group.max_scenario),
                "funds" => i64::from(group.cost) * n > i64::from(facts.cpp),
                _ => return None,
            })
        };
        const CODES: [&str; 7] =
            ["night", "unavailable", "range", "note", "limit-campaign", "limit-scenario", "funds"];
        match self.group() {
            Some(group) => of_group(group),
            None => CODES.contains(&code).then_some(false),
        }
    }

    /// [BF-2.S-8] Whether the day's weather keeps aircraft on the ground.
    pub fn is_grounded(&self) -> bool {
        self.state.weather().is_some_and(|weather| weather.no_air)
    }

    fn take_back_holds(&self, code: &str) -> Option<bool> {
        let (facts, id) = (self.facts(), self.text("purchase"));
        let works = self.step() == "S2g";
        let purchase = facts.purchases.iter().find(|purchase| purchase.id.as_str() == id).filter(|_| !works);
        Some(match code {
            "unknown" if works => {
                facts.works_fresh.iter().all(|fresh| fresh.id.as_str() != id || fresh.count == 0)
            }
            "unknown" => purchase.is_none(),
            "not-eligible" => purchase.is_some_and(|purchase| {
                let with_points =
                    facts.purchases.iter().any(|other| other.module == Some(Id::from(purchase.id).into()));
                // Somebody's note needs the group, of which nothing would be left.
                let last = purchase.group.filter(|group| {
                    let formations = facts.elements.iter().filter(|one| one.group == Some(*group));
                    let formations = formations.map(|one| Id::from(one.id));
                    let modules = facts.modules.iter().filter(|one| one.group == *group);
                    let modules = modules.map(|one| one.id.into());
                    let flights = facts.flights.iter().filter(|one| one.group == *group);
                    let flights = flights.map(|one| one.id.into());
                    let mut all = formations.chain(modules).chain(flights);
                    count(&facts.bought, *group) <= 1 && all.all(|one| one == purchase.id.into())
                });
                let needed = last.is_some_and(|group| {
                    facts.purchases.iter().filter_map(|other| other.group).any(|other| {
                        let row = self.setup().groups.iter().find(|row| row.id == other);
                        row.is_some_and(|row| row.notes.contains(&Note::Needs(group)))
                    })
                });
                purchase.rolled || with_points || needed
            }),
            _ => return None,
        })
    }

    fn number_rolled(&self) -> Option<bool> {
        let (facts, id) = (self.facts(), self.text("purchase"));
        let modules = facts.modules.iter().map(|module| (module.id.as_str(), module.smoke.is_some()));
        let mut all =
            modules.chain(facts.flights.iter().map(|flight| (flight.id.as_str(), flight.aircraft.is_some())));
        all.find(|(one, _)| *one == id).map(|(_, rolled)| rolled)
    }

    /// Preregistered points of a module, and how many of them have a place.
    pub fn points_of_module(&self) -> Option<(u8, usize)> {
        let module = self.facts().modules.iter().find(|module| module.id.as_str() == self.text("module"))?;
        Some((module.prereg, module.points.len()))
    }

    fn was_tried(&self, id: &str) -> bool {
        self.facts().attempts.iter().any(|attempt| attempt.id.as_str() == id)
    }

    fn has_been_tried(&self, id: &str) -> bool {
        let ever = self.facts().tried.iter().any(|tried| tried.as_str() == id);
        self.was_tried(id) || (self.state.options().removal_once && ever)
    }

    fn chart_row(&self) -> Option<(&rules_battlefront::setup::WorkType, u16)> {
        let row = self.setup().works.iter().find(|row| row.id.as_str() == self.text("type"))?;
        Some((row, count(&self.facts().works_bought, row.id)))
    }
}
