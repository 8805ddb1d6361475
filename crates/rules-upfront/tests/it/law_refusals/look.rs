//! What a test of refusals looks at: a command, who gives it, what is said against it, and the rosters it meets.

use kernel::Seat;
use rules_upfront::State;
use rules_upfront::report::{Deed, ManReport, Noted, Report};
use rules_upfront::setup::scenario::ForceName;
use rules_upfront::setup::{Card, List};
use rules_upfront::state::Man;
use rules_upfront::words::{AuxKind, ManId, Nature, Out, Rank, Role, Side};
use serde_json::Value;

/// A command, and one of the things that are said against it.
#[derive(Clone, Copy)]
pub struct Look<'s> {
    pub state: &'s State,
    pub seat: Seat,
    pub value: &'s Value,
    pub rule: &'s str,
    pub code: &'s str,
    pub sentence: &'s str,
}

impl<'s> Look<'s> {
    pub fn kind(&self) -> &'s str {
        self.value["do"].as_str().unwrap_or_default()
    }

    pub fn text(&self, key: &str) -> &'s str {
        self.value[key].as_str().unwrap_or_default()
    }

    pub fn says(&self, part: &str) -> bool {
        self.sentence.contains(part)
    }

    /// The side whose command it is; of a command that is no side's, nobody asks.
    pub fn side(&self) -> Side {
        Side::of(self.seat).unwrap_or(Side::FIRST)
    }

    pub fn is_side(&self) -> bool {
        matches!(self.seat, Seat::Side(0..=1))
    }

    /// The men of whom the sentence speaks, in its order.
    pub fn men(&self) -> Vec<ManId> {
        let parts = self.sentence.split('#').skip(1);
        let number = parts.filter_map(|part| {
            let end = part.find(|sign: char| !sign.is_ascii_digit() && sign != 'P').unwrap_or(part.len());
            part[..end].parse().ok()
        });
        number.collect()
    }

    /// Whether the first man of whom the sentence speaks is so.
    pub fn he(&self, is: impl FnOnce(ManId) -> bool) -> bool {
        self.men().first().is_some_and(|man| is(*man))
    }

    pub fn man(&self, man: ManId) -> Option<(&'s Man, &'s Card)> {
        self.man_of(self.side(), man)
    }

    pub fn man_of(&self, side: Side, man: ManId) -> Option<(&'s Man, &'s Card)> {
        let men = &self.state.side(side).man;
        let now = men.iter().find(|now| now.id == man)?;
        Some((now, self.state.deck(side).cards().find(|card| card.id == man)?))
    }

    /// Alive, not in hospital, not struck from the roster. [UF-42.1-4, UF-42.4-6]
    pub fn is_fit(&self, side: Side, man: ManId) -> bool {
        let here = self.state.campaign.legs.get(usize::from(self.state.facts.leg)).map(|leg| leg.position);
        let here = here.unwrap_or(u8::MAX);
        let struck = self.state.deck(side).struck.contains(&man);
        let well = |now: &Man| !now.dead && now.wound.is_none_or(|back| back <= here);
        !struck && self.man_of(side, man).is_some_and(|(now, _)| well(now))
    }

    pub fn fit(&self, man: ManId) -> bool {
        self.is_fit(self.side(), man)
    }

    pub fn dead(&self, man: ManId) -> bool {
        self.man(man).is_some_and(|(now, _)| now.dead)
    }

    pub fn rank(&self, man: ManId) -> Option<Rank> {
        self.man(man).map(|(now, card)| now.rank.unwrap_or(card.rank))
    }

    pub fn role(&self, man: ManId) -> Option<Role> {
        self.man(man).and_then(|(_, card)| card.role)
    }

    /// The name of the weapon family of a man. [UF-42.2-5, UF-R15]
    pub fn family(&self, man: ManId) -> Option<&'s str> {
        self.man(man).map(|(_, card)| self.state.campaign.tables.families.name(card.family))
    }

    pub fn ruling(&self, key: &str) -> &'static str {
        self.state.facts.rulings.get(key).expect("a ruling")
    }

    pub fn list(&self) -> Option<List> {
        let leg = self.state.campaign.legs.get(usize::from(self.state.facts.leg))?;
        Some(leg.lists[self.part(self.side())][self.side()])
    }

    /// Which part of a scenario is the side's: the attacker's or the defender's, or its own. [UF-SC-2]
    pub fn part(&self, side: Side) -> usize {
        let attack = self.state.scenario().is_some_and(|scenario| scenario.nature == Nature::Attack);
        if attack { usize::from(self.state.facts.attacker != Some(side)) } else { side.index() }
    }

    /// Guns or vehicles that the scenario brings to a side; unknown where it buys its force.
    pub fn brought(&self, side: Side, kind: AuxKind) -> Option<usize> {
        let scenario = self.state.scenario()?;
        let part = self.part(side);
        let aux = scenario.aux[part].iter().filter(|aux| aux.kind == kind);
        (!matches!(scenario.forces[part], ForceName::Own(_))).then_some(aux.count())
    }

    pub fn force(&self, side: Side) -> Vec<ManId> {
        self.state
            .side(side)
            .force
            .iter()
            .flat_map(|force| force.places.iter().filter_map(|place| place.man))
            .collect()
    }

    /// What the notes of a side say of a man: the last word on how he ended, and his deeds. [UF-42.43-1]
    pub fn noted(&self, side: Side, man: ManId) -> (Out, Vec<Deed>) {
        let (mut out, mut deeds) = (Out::InPlay, Vec::new());
        for note in self.state.side(side).note.iter().filter(|note| note.man == man) {
            match note.what {
                Noted::Out { out: told } => out = told,
                Noted::Deed(deed) => deeds.push(deed),
                Noted::Wounded { .. } | Noted::Pinned { .. } => {}
            }
        }
        let away = self
            .state
            .facts
            .group
            .iter()
            .any(|group| group.gone && group.side == side && group.men.contains(&man));
        if out == Out::InPlay && away {
            out = Out::Withdrawn;
        }
        (out, deeds)
    }

    pub fn phase(&self) -> &'static str {
        phase(self.state)
    }

    /// Whether what is said is so; nothing where the command has no such reason.
    pub fn holds(&self) -> Option<bool> {
        match self.kind() {
            "select" if self.code != "actor" => self.selection_holds(),
            "report" | "differ" | "confirm" | "uphold" | "decide" => self.aftermath_holds(),
            _ => self.battle_holds(),
        }
    }

    pub fn has_conceded(&self, side: Side) -> bool {
        self.state.facts.group.iter().any(|group| group.side == side)
    }

    pub fn has_pursued(&self, side: Side) -> bool {
        self.state.facts.pursuit.iter().any(|pursuer| pursuer.id == side)
    }

    pub fn pursuit_failed(&self) -> bool {
        self.state.facts.pursuit.iter().any(|pursuer| !pursuer.on)
    }

    pub fn name(&self, side: Side) -> &'s str {
        &self.state.campaign.sides[side].name
    }
}

/// The figures that a man's deeds come to.
pub fn sum(deeds: &[Deed], of: impl Fn(&Deed) -> u8) -> usize {
    deeds.iter().map(|deed| usize::from(of(deed))).sum()
}

pub fn told(report: &Report, side: Side, man: ManId) -> Option<&ManReport> {
    report.side(side).men.iter().find(|told| told.id == man)
}

/// Where play stands, from the facts alone.
pub fn phase(state: &State) -> &'static str {
    let facts = &state.facts;
    let Some(scenario) = state.scenario() else { return "over" };
    match facts.versions.len() {
        _ if facts.agreed.is_some() => "decide",
        1 => "confirm",
        2.. => "dispute",
        0 if scenario.nature == Nature::Attack && facts.attacker.is_none() => "attacker",
        0 if facts.side.iter().any(|side| side.force.is_none()) => "select",
        0 => "battle",
    }
}
