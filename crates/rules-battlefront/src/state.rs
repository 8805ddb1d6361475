//! What the rules remember: the set-up, the facts, and the options in force.

use std::sync::Arc;

use kernel::Id;

use crate::facts::{self, Element, Facts, Flight, Line, Module, SideFacts, Stand};
use crate::ids::{FormationId, GroupId, LevelId, PurchaseId};
use crate::phase::Step;
use crate::setup::forces::{Content, numbered, stand_id};
use crate::setup::{Campaign, Date, Day, Group, Options, SideSetup, Slot};
use crate::words::{Class, Origin, Side, SlotKind};

/// The state of a campaign.
#[derive(Clone, Debug)]
pub struct State {
    campaign: Arc<Campaign>,
    /// The facts.
    pub facts: Facts,
    options: Options,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.campaign, &other.campaign) || self.campaign == other.campaign)
            && self.facts == other.facts
    }
}

impl State {
    /// The state before the first slot is opened.
    pub fn open(campaign: Arc<Campaign>) -> Self {
        let facts = opening(&campaign);
        Self::with_facts(campaign, facts)
    }

    /// A state with these facts, which must fit the set-up.
    pub(crate) fn with_facts(campaign: Arc<Campaign>, facts: Facts) -> Self {
        let mut options = campaign.options.clone();
        for setting in &facts.settings {
            // Facts that do not fit are found by the position's check; here they change nothing.
            let _ = options.set(setting.id.as_str(), setting.value);
        }
        Self { campaign, facts, options }
    }

    /// The set-up.
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// The set-up, shared.
    pub fn shared_campaign(&self) -> Arc<Campaign> {
        Arc::clone(&self.campaign)
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// A side's set-up.
    pub fn setup_of(&self, side: Side) -> &SideSetup {
        self.campaign.side(side)
    }

    /// A side's facts.
    pub fn side(&self, side: Side) -> &SideFacts {
        self.facts.side(side)
    }

    /// The present step.
    pub fn step(&self) -> Step {
        self.facts.step
    }

    /// The present day.
    pub fn day(&self) -> &Day {
        &self.campaign.days[usize::from(self.facts.day) - 1]
    }

    /// The present date; a night carries the date of its day.
    pub fn date(&self) -> Date {
        self.day().date
    }

    /// The present slot.
    pub fn slot(&self) -> &Slot {
        &self.day().slots[usize::from(self.facts.slot) - 1]
    }

    /// The kind of the present slot.
    pub fn slot_kind(&self) -> SlotKind {
        self.slot().kind
    }

    /// Whether this is the campaign's first slot.
    pub fn is_first_slot(&self) -> bool {
        self.facts.day == 1 && self.facts.slot == 1
    }

    /// How many days are played.
    pub fn n_days(&self) -> u16 {
        self.campaign.n_days(&self.options)
    }

    /// How many slots of the present day are played.
    pub fn n_slots_today(&self) -> u8 {
        self.campaign.n_slots(&self.options, self.facts.day)
    }

    /// Whether the present day's slots that are played end with a night. [BF-2-3]
    pub fn has_night_today(&self) -> bool {
        let played = &self.day().slots[..usize::from(self.n_slots_today())];
        played.iter().any(|slot| slot.kind == SlotKind::Night)
    }

    /// Whether this is the day's last slot that is played.
    pub fn is_last_slot_of_day(&self) -> bool {
        self.facts.slot >= self.n_slots_today()
    }

    /// Whether this is the campaign's last slot.
    pub fn is_last_slot(&self) -> bool {
        self.facts.day >= self.n_days() && self.is_last_slot_of_day()
    }

    /// Whether postures are open and a battle follows, goes on, or is cleaned up after; C8 may follow a slot without
    /// one.
    pub fn in_battle(&self) -> bool {
        (Step::ChooseForces..=Step::Paperwork).contains(&self.step()) && self.facts.attacker.is_some()
    }

    /// Whether the battle of this slot has been fought and is cleaned up after.
    pub fn is_after_battle(&self) -> bool {
        self.step().is_cleanup() && self.facts.attacker.is_some()
    }

    /// A name for the present slot that is unique in the campaign: `2.1`.
    pub fn slot_name(&self) -> String {
        format!("{}.{}", self.facts.day, self.facts.slot)
    }

    /// The weather of the day, once rolled.
    pub fn weather(&self) -> Option<&crate::setup::charts::Weather> {
        let row = self.facts.weather?;
        let chart = self.campaign.charts.weather.as_ref()?;
        chart.rows().iter().map(|line| &line.result).find(|weather| weather.row == row)
    }

    /// What a formation is called.
    pub fn element_name<'s>(&'s self, side: Side, element: &'s Element) -> &'s str {
        if let Some(name) = &element.name {
            return name;
        }
        let setup = self.setup_of(side);
        let initial =
            setup.roster.iter().find(|entry| entry.id == element.id.into()).map(|entry| entry.name.as_str());
        let scheduled = || {
            let entry = setup.scheduled.iter().find(|entry| entry.ids().any(|id| id == element.id.into()));
            entry.map(|entry| entry.name.as_str())
        };
        let of_group = || element.group.and_then(|group| setup.group(group)).map(|group| group.kind.as_str());
        initial.or_else(scheduled).or_else(of_group).unwrap_or(element.id.as_str())
    }
}

/// A new formation at full strength.
pub(crate) fn new_element(
    id: FormationId,
    group: Option<&Group>,
    class: Class,
    discipline: LevelId,
    content: &Content,
) -> Element {
    let kinds = content.iter().flat_map(|(kind, n)| (0..*n).map(move |_| *kind));
    let stands: Vec<Stand> =
        kinds.zip(1..).map(|(kind, n)| Stand { id: stand_id(id, n), kind, ..Stand::default() }).collect();
    let strength = stands.len() as u16;
    Element {
        id,
        group: group.map(|group| group.id),
        class,
        pure_armour: group.is_some_and(|group| group.pure_armour),
        discipline,
        full_strength: strength,
        baseline: strength,
        stands,
        ..Element::default()
    }
}

/// [BF-2.1.1.3-2, BF-2.1.1.4-6] Puts one of a group on the roster at once, scheduled or bought: a formation, a module or a
/// flight. Points are not for this. A module comes without preregistered points. [BF-2.1.1.4.4-1]
pub(crate) fn join(facts: &mut SideFacts, group: &Group, id: Id, origin: Origin, day: u16) {
    match group.class {
        Class::OffBoard => {
            facts.modules.push(Module { id: id.into(), group: group.id, origin, ..Module::default() })
        }
        Class::Air => {
            facts.flights.push(Flight { id: id.into(), group: group.id, origin, day, ..Flight::default() })
        }
        Class::Points => {}
        class => {
            let element = new_element(id.into(), Some(group), class, group.discipline, &group.content);
            facts.elements.push(Element { origin, ..element });
        }
    }
}

/// The id of the next purchase of a group. Each group counts for itself, so that the name of one that is seen tells
/// nothing of what else was bought.
pub(crate) fn next_purchase(setup: &SideSetup, facts: &SideFacts, group: GroupId) -> PurchaseId {
    let elements = facts.elements.iter().map(|element| Id::from(element.id));
    let modules = facts.modules.iter().map(|module| module.id.into());
    let flights = facts.flights.iter().map(|flight| flight.id.into());
    let bought = facts.purchases.iter().map(|purchase| purchase.id.into());
    let to_come = setup.scheduled.iter().flat_map(|entry| entry.ids());
    let known = elements.chain(modules).chain(flights).chain(bought).chain(to_come);
    let last = known.filter_map(|id| number_of(group, id)).max().unwrap_or(0);
    let ever = u32::from(facts::count(&facts.bought, group));
    numbered(group.into(), last.max(ever).saturating_add(1)).into()
}

/// The number with which an id of this group ends.
fn number_of(group: GroupId, id: Id) -> Option<u32> {
    id.as_str().strip_prefix(group.as_str())?.strip_prefix('.')?.parse().ok()
}

/// The facts before the first slot is opened.
fn opening(campaign: &Campaign) -> Facts {
    let sides = Side::BOTH.map(|side| opening_side(campaign.side(side)));
    let line =
        |side: Side| Line { id: campaign.side(side).id, points: campaign.map.start_lines[side].clone() };
    Facts {
        version: facts::VERSION,
        day: 1,
        slot: 1,
        step: Step::Opening,
        sides: sides.into(),
        lines: Side::BOTH.map(line).into(),
        ..Facts::default()
    }
}

/// [BF-2.1.1.3-2] What a side begins the campaign with: its initial forces and its points.
pub(crate) fn opening_side(setup: &SideSetup) -> SideFacts {
    let mut facts = SideFacts {
        id: setup.id,
        cpp: setup.start_cpp,
        fpp: setup.start_fpp,
        carried: setup.start_cpp,
        ..SideFacts::default()
    };
    for entry in &setup.roster {
        let group = entry.group.and_then(|group| setup.group(group));
        match (entry.class, group) {
            (Class::OffBoard | Class::Air, Some(group)) => {
                join(&mut facts, group, entry.id, Origin::Initial, 1)
            }
            _ => {
                let element =
                    new_element(entry.id.into(), group, entry.class, entry.discipline, &entry.stands);
                facts.elements.push(Element { pure_armour: entry.pure_armour, ..element });
            }
        }
    }
    facts
}
