//! What is remembered: the set-up, shared, and the facts of the campaign, which are also its position in files.

use std::sync::Arc;

use kernel::Id;
use serde::{Deserialize, Serialize};

use crate::report::{Decisions, Report};
use crate::setup::{Campaign, Card, Deck, Leg, List, Rulings, Scenario};
use crate::words::{ManId, Nature, Out, PlaceKind, Rank, Side, Trait};

/// A number that a position leaves out: the card's.
pub const AS_PRINTED: u8 = u8::MAX;

/// One man's line of the roster. [catalogue section 1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Man {
    /// His number, or `P`.
    pub id: ManId,
    /// His rank; the card's when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// KIA value of the normal side; the pinned side is always one higher. [UF-42.45-5]
    #[serde(default = "as_printed")]
    pub kia: u8,
    /// Morale.
    #[serde(default = "as_printed")]
    pub morale: u8,
    /// Panic.
    #[serde(default = "as_printed")]
    pub panic: u8,
    /// The check mark in the KIA column.
    #[serde(default)]
    pub dead: bool,
    /// The position of the order at which he is fit again, when wounded. May lie beyond the end. [UF-42.4-7]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound: Option<u8>,
    /// A personal man whose wounded return was declined. [UF-R36]
    #[serde(default)]
    pub sits_out: bool,
    /// Replacements so far.
    #[serde(default)]
    pub repl: u8,
    /// Transfers so far.
    #[serde(default)]
    pub trans: u8,
    /// Elan points in hand.
    #[serde(default)]
    pub elan: u16,
    /// Survival slashes.
    #[serde(default)]
    pub surv: u8,
    /// Promotion slashes.
    #[serde(default)]
    pub promo: u8,
}

fn as_printed() -> u8 {
    AS_PRINTED
}

impl Man {
    /// A man as his card is printed.
    pub fn fresh(card: &Card) -> Self {
        Self {
            id: card.id,
            rank: Some(card.rank),
            kia: card.kia,
            morale: card.morale,
            panic: card.panic,
            dead: false,
            wound: None,
            sits_out: false,
            repl: 0,
            trans: 0,
            elan: 0,
            surv: 0,
            promo: 0,
        }
    }

    /// A killed man: the mark, and every other column erased but the counts of REPL. [UF-42.41-1, UF-RN-2]
    pub fn killed(self, card: &Card) -> Self {
        Self { dead: true, repl: self.repl, trans: self.trans, ..Self::fresh(card) }
    }

    /// His rank now.
    pub fn rank(&self, card: &Card) -> Rank {
        self.rank.unwrap_or(card.rank)
    }

    /// Whether he could take part at this position: alive and not in hospital. [UF-42.4-6]
    pub fn is_fit(&self, position: u8) -> bool {
        !self.dead && self.wound.is_none_or(|back| back <= position)
    }

    /// One of his two values.
    pub fn value(&self, which: Trait) -> u8 {
        match which {
            Trait::Morale => self.morale,
            Trait::Panic => self.panic,
        }
    }

    /// With one of his values set.
    #[must_use]
    pub fn with(mut self, which: Trait, value: u8) -> Self {
        match which {
            Trait::Morale => self.morale = value,
            Trait::Panic => self.panic = value,
        }
        self
    }
}

/// How a place of the force came to be filled. [UF-42.1-4 to UF-42.1-10, UF-42.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By the listed man himself. [UF-42.1-4]
    Listed,
    /// By a like-armed man. [UF-42.1-5]
    StandIn,
    /// By a machine pistol for a rifle, or the reverse. [UF-42.1-10]
    Swap,
    /// By a leader of the owner's choice. [UF-42.2-1]
    Chosen,
    /// By a leader after exchanging weapons. [UF-42.2-10]
    Exchanged,
    /// By the listed man, revived. [UF-42.41-3]
    Replaced,
    /// By another dead man, revived under ruling R17.
    Revived,
    /// By the listed man out of hospital as a green replacement, under ruling R17.
    Green,
    /// By a transfer. [UF-42.5]
    Transferred,
    /// By the man of ruling R51.
    Paired,
    /// Bought. [UF-R45]
    Bought,
    /// The personal man. [UF-42.9-4]
    Extra,
    /// By nobody.
    Vacant,
}

/// One place of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its number in the list, from 1: leaders first.
    pub id: u8,
    /// What it is for.
    pub kind: PlaceKind,
    /// The listed man; absent for the personal man's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<ManId>,
    /// Who fills it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<ManId>,
    /// How.
    pub how: How,
}

/// An accepted selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fielding {
    /// Every place, empty ones included.
    pub places: Vec<Place>,
    /// The two men who exchange weapons for this scenario: the squad leader first. [UF-42.2-10]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<[ManId; 2]>,
    /// The strength of an artillery radio that was bought. [UF-R45]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radio: Option<u8>,
}

impl Fielding {
    /// The men of the force, in the order of their places.
    pub fn men(&self) -> impl Iterator<Item = ManId> {
        self.places.iter().filter_map(|place| place.man)
    }

    /// The place of a man.
    pub fn place_of(&self, man: ManId) -> Option<&Place> {
        self.places.iter().find(|place| place.man == Some(man))
    }

    /// Who leads as squad leader or assistant, or serves as commissar.
    pub fn leader(&self, kind: PlaceKind) -> Option<ManId> {
        self.places.iter().find(|place| place.kind == kind).and_then(|place| place.man)
    }
}

/// Something noted during play on the running tally. [UF-P15]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Its number within the scenario, from 1.
    pub id: u16,
    /// Whom it is about.
    pub man: ManId,
    /// What happened.
    pub what: crate::report::Noted,
}

/// One line of a side's victory points. [UF-42.8]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsLine {
    /// Its number, from 1.
    pub id: u16,
    /// The leg in which it came.
    pub leg: u8,
    /// What for.
    pub kind: PointsKind,
    /// How many points.
    pub amount: i32,
    /// For whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<ManId>,
}

/// What a line of victory points is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointsKind {
    /// The scenario was won. [UF-42.8-1]
    Won,
    /// An own man was lost. [UF-42.8-4]
    Lost,
    /// A gun was lost. [UF-42.8-2]
    Gun,
    /// A vehicle was lost. [UF-42.8-3]
    Vehicle,
    /// A commander of one was killed. [UF-42.8-4]
    Commander,
    /// A man was replaced. [UF-42.41-3]
    Replaced,
    /// A leader was transferred. [UF-42.8-5]
    Transferred,
}

/// What happened to one man in one scenario, or between two. [UF-P01]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CareerLine {
    /// Its number, from 1.
    pub id: u16,
    /// The leg.
    pub leg: u8,
    /// Who.
    pub man: ManId,
    /// How he left the scenario; absent for a revival or a transfer before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Out>,
    /// How he came into the force, when by revival or transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<How>,
    /// Whether his values fell to nothing after a rout. [UF-42.42-6]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
    /// Whether he ended wounded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wounded: bool,
    /// Hero cards.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub heroes: u8,
    /// Enemies killed in close combat, guns counted as in 42.43.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kills: u8,
    /// Vehicles destroyed or immobilised.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub vehicles: u8,
    /// Elan gained.
    #[serde(default, skip_serializing_if = "is_none_of")]
    pub gained: u16,
    /// Which value fell by rout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowered: Option<Trait>,
    /// Steps of Morale bought.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub morale_steps: u8,
    /// Steps of Panic bought.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub panic_steps: u8,
    /// Whether his KIA value was restored. [UF-42.45-2]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restored: bool,
    /// The rank he rose to. [UF-42.46-2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promoted: Option<Rank>,
}

impl CareerLine {
    /// A line of which nothing is told yet.
    pub fn blank(id: u16, leg: u8, man: ManId) -> Self {
        Self {
            id,
            leg,
            man,
            out: None,
            came: None,
            broken: false,
            wounded: false,
            heroes: 0,
            kills: 0,
            vehicles: 0,
            gained: 0,
            lowered: None,
            morale_steps: 0,
            panic_steps: 0,
            restored: false,
            promoted: None,
        }
    }
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

fn is_none_of(count: &u16) -> bool {
    *count == 0
}

/// The strength of a squad after a scenario. [UF-P03]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Strength {
    /// The number of legs played.
    pub id: u8,
    /// Fit men.
    pub fit: u8,
    /// The sum of Morale of living men.
    pub morale: u16,
    /// The sum of Panic of living men.
    pub panic: u16,
    /// Living men with KIA value 8.
    pub kia_8: u8,
    /// Victory points.
    pub points: i32,
}

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

/// A ruling that one side has proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The ruling: `R05`.
    pub id: Id,
    /// Who proposes.
    pub side: Side,
    /// The word proposed.
    pub word: Id,
}

/// A scenario that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The leg's id.
    pub id: Id,
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
    pub id: Id,
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
}

/// One version of the facts of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// Whose version it is.
    pub id: Side,
    /// The facts.
    pub report: Report,
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
    pub agreed: Option<Report>,
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
                id: campaign.sides[side.index()].id,
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
        self.leg().map(|leg| leg.lists[self.part(side)][side.index()])
    }

    /// Whether a side says that it has conceded the present scenario by withdrawing. [UF-42.6-5]
    pub fn has_conceded(&self, side: Side) -> bool {
        self.facts.group.iter().any(|group| group.side == side)
    }

    /// A side's attempt to pursue, by which it says that it has won. [UF-42.7-1]
    pub fn pursuit_of(&self, side: Side) -> Option<Pursuer> {
        self.facts.pursuit.iter().find(|pursuer| pursuer.id == side).copied()
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

    /// A side's strength now.
    pub fn strength(&self, side: Side) -> Strength {
        let men = &self.side(side).man;
        let living = || men.iter().filter(|man| !man.dead);
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        Strength {
            id: self.facts.leg,
            fit: count(men.iter().filter(|man| self.is_fit(side, man.id)).count()),
            morale: living().map(|man| u16::from(man.morale)).sum(),
            panic: living().map(|man| u16::from(man.panic)).sum(),
            kia_8: count(living().filter(|man| man.kia >= 8).count()),
            points: self.points(side),
        }
    }
}
