//! What is remembered: the set-up, shared, and the facts of the campaign, which are also its position in files.

mod records;
mod roster;

use std::sync::Arc;

use kernel::Id;
use serde::{Deserialize, Serialize};

pub use records::{CareerLine, Note, PointsKind, PointsLine, Strength};
pub use roster::{AS_PRINTED, Fielding, How, Man, Place};

use crate::command::WonBy;
use crate::report::{Decisions, Kept};
use crate::setup::{Campaign, Card, Deck, Leg, List, Rulings, Scenario};
use crate::words::{GroupId, LegId, ManId, Nature, Out, RulingId, RulingWord, Side};

/// One side's facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SideFacts {
    /// The side's id.
    pub id: Id,
    /// The roster. Men whom a position leaves out stand as printed.
    pub man: Vec<Man>,
    /// Victory points, line by line.
    pub points: Vec<PointsLine>,
    /// The force of the present scenario, once selected.
    pub force: Option<Fielding>,
    /// The running tally of the present scenario.
    pub note: Vec<Note>,
    /// The side's decisions on the agreed facts, once made.
    pub decided: Option<Decisions>,
    /// Men who took part in earlier scenarios of the present Team Game and were not lost. [UF-42.44-7]
    pub team: Vec<ManId>,
    /// Careers, line by line.
    pub career: Vec<CareerLine>,
    /// Strength after each scenario.
    pub strength: Vec<Strength>,
}

impl SideFacts {
    /// Writes a line of a career under the next number.
    pub(crate) fn write(&mut self, line: CareerLine) {
        let id = next_id(self.career.len());
        self.career.push(CareerLine { id, ..line });
    }
}

/// The number of the line behind so many.
pub(crate) fn next_id(n_lines: usize) -> u16 {
    u16::try_from(n_lines + 1).unwrap_or(u16::MAX)
}

/// A ruling that one side has proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The ruling: `R05`.
    pub id: RulingId,
    /// Who proposes.
    pub side: Side,
    /// The word proposed.
    pub word: RulingWord,
}

/// A scenario that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The leg's id.
    pub id: LegId,
    /// The winner, if there was one. [UF-R35]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Who attacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Side>,
    /// Whether it was conceded by withdrawal. [UF-R30]
    #[serde(default)]
    pub conceded: bool,
}

/// A group that has announced its withdrawal: a claim of its own side, which may take it back until a report is
/// agreed. [UF-42.6-4]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its name on the table: `A`.
    pub id: GroupId,
    /// Whose.
    pub side: Side,
    /// Its men.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub men: Vec<ManId>,
    /// Whether it has left for good. [UF-42.6-6]
    #[serde(default)]
    pub gone: bool,
}

/// A side that claims the win and has tried to pursue; it may take that back until a report is agreed. [UF-42.7-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuer {
    /// Which side.
    pub id: Side,
    /// Whether the check succeeded. After one that failed the scenario simply ends. [UF-42.72-2]
    pub on: bool,
    /// By what it says that it has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_by: Option<WonBy>,
}

/// One version of the facts of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// Whose version it is.
    pub id: Side,
    /// The facts.
    pub report: Kept,
}

/// How a third person settled the facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Umpired {
    /// Whose version he upheld; absent when he told the facts himself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upheld: Option<Side>,
    /// Why, in his words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Whom one side names as the attacker. [UF-R33]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    /// Who names.
    pub id: Side,
    /// Whom.
    pub attacker: Side,
}

/// The version of the schema of [`Facts`].
pub const SCHEMA: u32 = 1;

/// The facts of a campaign: its position in files, version 1. What is left out stands as at the start. A position tells
/// of the rulings only what it likes: the others are the set-up's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound(deserialize = "R: Default + Deserialize<'de>"))]
pub struct Facts<R = Rulings> {
    /// The schema's version: 1.
    pub version: u32,
    /// How many legs are settled; the present leg's place in the order.
    pub leg: u8,
    /// The rulings as they are now.
    pub rulings: R,
    /// Rulings proposed by one side.
    pub proposal: Vec<Proposal>,
    /// Who attacks in the present leg, once known.
    pub attacker: Option<Side>,
    /// Whom the sides name as attacker, under ruling R33.
    pub naming: Vec<Naming>,
    /// What was played.
    pub played: Vec<Played>,
    /// Both sides, in the order of the set-up.
    pub side: Vec<SideFacts>,
    /// Groups that have announced their withdrawal; who has one has conceded. [UF-42.6-5]
    pub group: Vec<Group>,
    /// Who has tried to pursue, each side at most once. [UF-42.7-1]
    pub pursuit: Vec<Pursuer>,
    /// Versions of the facts that are not agreed yet: the first report, then the other side's.
    #[serde(rename = "report")]
    pub versions: Vec<Version>,
    /// The agreed facts.
    pub agreed: Option<Kept>,
    /// How the umpire settled them, if he did.
    pub umpired: Option<Umpired>,
    /// The facts of the scenario that was settled last: what came of it is explained from them.
    pub settled: Option<Kept>,
}

impl<R> Facts<R> {
    /// The same facts with their rulings in another form.
    pub fn with_rulings<Q>(self, change: impl FnOnce(&R) -> Q) -> Facts<Q> {
        Facts {
            rulings: change(&self.rulings),
            version: self.version,
            leg: self.leg,
            proposal: self.proposal,
            attacker: self.attacker,
            naming: self.naming,
            played: self.played,
            side: self.side,
            group: self.group,
            pursuit: self.pursuit,
            versions: self.versions,
            agreed: self.agreed,
            umpired: self.umpired,
            settled: self.settled,
        }
    }
}

/// What the rules remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the table started from.
    pub campaign: Arc<Campaign>,
    /// The facts.
    pub facts: Facts,
}

impl State {
    /// The state before the first command.
    pub fn open(campaign: Arc<Campaign>) -> Self {
        let side = |side: Side| {
            let deck = campaign.deck(side);
            SideFacts {
                id: campaign.sides[side].id,
                man: deck.cards().map(Man::fresh).collect(),
                ..SideFacts::default()
            }
        };
        let mut facts = Facts {
            version: SCHEMA,
            rulings: campaign.rulings.clone(),
            side: Side::BOTH.map(side).to_vec(),
            ..Facts::default()
        };
        let is_attack =
            campaign.legs.first().is_some_and(|leg| campaign.scenario(leg).nature == Nature::Attack);
        facts.attacker = campaign.first_attacker.filter(|_| is_attack);
        let mut state = Self { campaign, facts };
        for side in Side::BOTH {
            let strength = state.strength(side);
            state.facts.side[side.index()].strength.push(strength);
        }
        state
    }

    /// One side's facts.
    pub fn side(&self, side: Side) -> &SideFacts {
        &self.facts.side[side.index()]
    }

    /// One side's facts, to change.
    pub(crate) fn side_mut(&mut self, side: Side) -> &mut SideFacts {
        &mut self.facts.side[side.index()]
    }

    /// One side's cards.
    pub fn deck(&self, side: Side) -> &Deck {
        self.campaign.deck(side)
    }

    /// A man with his card.
    pub fn man(&self, side: Side, man: ManId) -> Option<(&Man, &Card)> {
        let deck = self.deck(side);
        let at = deck.index(man)?;
        Some((self.side(side).man.get(at)?, deck.card(man)?))
    }

    /// A man of the roster, to change. Nobody when there is no such man.
    pub(crate) fn man_mut(&mut self, side: Side, man: ManId) -> Option<&mut Man> {
        let at = self.campaign.deck(side).index(man)?;
        self.side_mut(side).man.get_mut(at)
    }

    /// Writes into a man's career how he came into the force.
    pub(crate) fn came(&mut self, side: Side, man: ManId, how: How) {
        let blank = CareerLine::blank(0, self.facts.leg, man);
        self.side_mut(side).write(CareerLine { came: Some(how), ..blank });
    }

    /// The present leg; absent when all are played.
    pub fn leg(&self) -> Option<&Leg> {
        self.campaign.legs.get(usize::from(self.facts.leg))
    }

    /// The present scenario.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.leg().map(|leg| self.campaign.scenario(leg))
    }

    /// The present position in the order.
    pub fn position(&self) -> u8 {
        self.leg().map_or_else(|| self.campaign.n_positions(), |leg| leg.position)
    }

    /// Whether a man could take part now: fit, and not struck from the roster.
    pub fn is_fit(&self, side: Side, man: ManId) -> bool {
        let struck = self.deck(side).struck.contains(&man);
        !struck && self.man(side, man).is_some_and(|(now, _)| now.is_fit(self.position()))
    }

    /// A side's part in the present scenario: 0 attacker or side 1, 1 defender or side 2.
    pub fn part(&self, side: Side) -> usize {
        match self.scenario().map(|scenario| scenario.nature) {
            Some(Nature::Attack) => usize::from(self.facts.attacker != Some(side)),
            _ => side.index(),
        }
    }

    /// What a side brings to the present scenario.
    pub fn list(&self, side: Side) -> Option<List> {
        self.leg().map(|leg| leg.lists[self.part(side)][side])
    }

    /// Whether a side says that it has conceded the present scenario by withdrawing. [UF-42.6-5]
    pub fn has_conceded(&self, side: Side) -> bool {
        self.facts.group.iter().any(|group| group.side == side)
    }

    /// A side's attempt to pursue, by which it says that it has won. [UF-42.7-1]
    pub fn pursuit_of(&self, side: Side) -> Option<Pursuer> {
        self.facts.pursuit.iter().find(|pursuer| pursuer.id == side).copied()
    }

    /// Whether a side's pursuit stands on a withdrawal that the enemy has taken back. [UF-42.7-1]
    pub fn pursues_nobody(&self, side: Side) -> bool {
        let by = self.pursuit_of(side).and_then(|pursuer| pursuer.won_by);
        by == Some(WonBy::Withdrawal) && !self.has_conceded(side.enemy())
    }

    /// Whether a check has failed, so that nothing is left but to report. [UF-42.72-2]
    pub fn pursuit_has_failed(&self) -> bool {
        self.facts.pursuit.iter().any(|pursuer| !pursuer.on)
    }

    /// How the career of a dead man ended: by his last loss, as far as it is known. [UF-42.4-1]
    pub fn end_of(&self, side: Side, man: ManId) -> Out {
        let lines = self.side(side).career.iter().rev();
        let last = lines.filter(|line| line.man == man).find_map(|line| line.out);
        last.filter(|out| out.is_lost()).unwrap_or(Out::Killed)
    }

    /// A side's victory points.
    pub fn points(&self, side: Side) -> i32 {
        self.side(side).points.iter().map(|line| line.amount).sum()
    }

    /// The winner of the scenario played last. [UF-SC-3]
    pub fn last_winner(&self) -> Option<Side> {
        self.facts.played.last().and_then(|played| played.winner)
    }

    /// A side's men with their cards, but for those whom the set-up struck.
    pub fn roster(&self, side: Side) -> impl Iterator<Item = (&Man, &Card)> {
        let struck = &self.deck(side).struck;
        let men = self.side(side).man.iter().zip(self.deck(side).cards());
        men.filter(move |(_, card)| !struck.contains(&card.id))
    }

    /// A side's strength now.
    pub fn strength(&self, side: Side) -> Strength {
        let men = &self.side(side).man;
        let living = || men.iter().filter(|man| !man.dead);
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let position = self.position();
        Strength {
            id: self.facts.leg,
            fit: count(self.roster(side).filter(|(man, _)| man.is_fit(position)).count()),
            morale: living().map(|man| u16::from(man.morale)).sum(),
            panic: living().map(|man| u16::from(man.panic)).sum(),
            kia_8: count(living().filter(|man| man.kia >= 8).count()),
            points: self.points(side),
        }
    }
}
