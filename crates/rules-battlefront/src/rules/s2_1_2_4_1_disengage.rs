//! [BF-2.1.2.4.1] Disengage: units in contact part before the lines are drawn.

use frontline::Why;
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::Cx;
use super::s2_1_2_4_2_status::change;
use crate::geometry::distance_squared;
use crate::measure::Point;
use crate::perimeter::{Field, Standing, Unit, on_the_map};
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::counted;
use crate::words::Side;

/// [BF-2.1.2.4.1-1] As C5 opens, who can goes straight back until no enemy is nearer than the spacing. Contacts that
/// stay are the umpire's. [BF-2.1.2.4.1-5]
///
/// Interpretation: exactly 5.00 inches part two units. [BF-R41]
pub(crate) fn propose(cx: &mut Cx<'_>) -> Adjudged {
    let (moves, contacts) = proposal(cx.state());
    cx.record(Disengaged { moves, contacts })
}

/// Who moves to where, and which contacts stay. Nobody moves where the sides' edges do not face each other: the umpire
/// parts the units.
fn proposal(state: &State) -> (Vec<(Unit, Point)>, Vec<Contact>) {
    let Some(field) = Field::of(state) else { return (Vec::new(), contacts(state)) };
    let parted = parted(state, &field);
    let unit = |nth: usize| *field.position.id(nth);
    let moves = parted.moves.iter().map(|step| (unit(step.unit), field.back(step.to))).collect();
    (moves, parted.unresolved.iter().map(|pair| contact(pair, &unit)).collect())
}

/// Where both have moved, both go back by equal parts; who holds the flank of a salient stays.
/// [BF-2.1.2.4.1-3, BF-2.1.2.4.1-4]
fn parted(state: &State, field: &Field) -> frontline::Disengagement {
    let fixed: Vec<bool> = on_the_map(state).map(|standing| standing.stand.is_fixed()).collect();
    field.position.disengage(&|unit| fixed[unit], &|_| false)
}

/// Every contact as units stand now, with the reason why it stays.
pub fn contacts(state: &State) -> Vec<Contact> {
    let field = Field::of(state);
    let told: Vec<Contact> = field.as_ref().map_or_else(Vec::new, |field| {
        let unit = |nth: usize| *field.position.id(nth);
        parted(state, field).unresolved.iter().map(|pair| contact(pair, &unit)).collect()
    });
    let otherwise = if field.is_some() { ContactWhy::Put } else { ContactWhy::Askew };
    let contact = |units: [Unit; 2]| {
        let same = |known: &&Contact| units.iter().all(|unit| known.units.contains(unit));
        told.iter().find(same).copied().unwrap_or(Contact { units, why: otherwise })
    };
    pairs(state).into_iter().map(contact).collect()
}

/// Units of both sides that are nearer to each other than the spacing.
fn pairs(state: &State) -> Vec<[Unit; 2]> {
    let spacing = i64::from(state.campaign().perimeter.spacing.0);
    let units: Vec<Standing<'_>> = on_the_map(state).collect();
    let (first, second): (Vec<_>, Vec<_>) =
        units.into_iter().partition(|standing| standing.unit.side.number() == 0);
    let near = |a: &Standing<'_>, b: &Standing<'_>| distance_squared(a.at, b.at) < spacing * spacing;
    let of = |a: &Standing<'_>| {
        let enemies = second.iter().filter(|b| near(a, b));
        enemies.map(|b| [a.unit, b.unit]).collect::<Vec<_>>()
    };
    first.iter().flat_map(of).collect()
}

fn contact(pair: &frontline::Unresolved, unit: &dyn Fn(usize) -> Unit) -> Contact {
    let (why, about) = words(pair.why);
    let (first, second) =
        if about == Some(pair.north) { (pair.north, pair.south) } else { (pair.south, pair.north) };
    Contact { units: [unit(first), unit(second)], why }
}

fn words(why: Why) -> (ContactWhy, Option<usize>) {
    match why {
        Why::BothFixed => (ContactWhy::BothFixed, None),
        Why::Passed => (ContactWhy::Passed, None),
        Why::Edge(unit) => (ContactWhy::Edge, Some(unit)),
        Why::OtherEnemy(unit, _) => (ContactWhy::OtherEnemy, Some(unit)),
        Why::Barred(unit) => (ContactWhy::Barred, Some(unit)),
        Why::Occupied(unit, _) => (ContactWhy::Occupied, Some(unit)),
        Why::Flank(unit) => (ContactWhy::Flank, Some(unit)),
        Why::Rounds => (ContactWhy::Rounds, None),
    }
}

/// Two units that stay in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Contact {
    /// A unit of either side, the unit that the reason is about first.
    pub units: [Unit; 2],
    /// Why.
    pub why: ContactWhy,
}

kernel::words! {
    /// Why two units stay in contact. [BF-2.1.2.4.1-5]
    pub enum ContactWhy {
        /// Neither has to move.
        BothFixed = "both-fixed",
        /// They have passed each other.
        Passed = "passed",
        /// The first has come to the edge of the map.
        Edge = "edge",
        /// The first would come too near to another enemy.
        OtherEnemy = "other-enemy",
        /// Nobody can stand where the first would go.
        Barred = "barred",
        /// Another unit stands where the first would go.
        Occupied = "occupied",
        /// The first holds the flank of a salient.
        Flank = "flank",
        /// Moving back again and again does not part them.
        Rounds = "rounds",
        /// They could still part: the umpire has put one there.
        Put = "put",
        /// The sides' home edges do not face each other.
        Askew = "askew",
    }
}

/// Units in contact parted. C5 goes on with what is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disengaged {
    /// Who moved, and to where.
    pub moves: Vec<(Unit, Point)>,
    /// Contacts that stay, each with the reason.
    pub contacts: Vec<Contact>,
}

impl SectionEvent<State, Campaign> for Disengaged {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { moves, .. } = self;
        moves.iter().for_each(|(unit, to)| put(state, *unit, *to))
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { moves, contacts } = self;
        let n = |side: Side| moves.iter().filter(|(unit, _)| unit.side == side).count();
        let told = Text::new("All stands on the map were shown.");
        let told = match moves.len() {
            0 => told.say(" Nobody moves back."),
            _ => Side::BOTH.into_iter().filter(|side| n(*side) > 0).fold(told, |told, side| {
                let go = if n(side) == 1 { "stand goes back" } else { "stands go back" };
                told.say(format!(" {} ", n(side))).side(side.number()).say(format!(" {go}."))
            }),
        };
        let told = match contacts.len() {
            0 => told,
            n => told.say(format!(" {} in contact.", counted(n as i64, "pair stays", "pairs stay"))),
        };
        told.say(" The map lists them.").rule(RuleId("BF-2.1.2.4.1-1"))
    }
}

/// A unit goes elsewhere.
pub(super) fn put(state: &mut State, unit: Unit, to: Point) {
    let mut left = None;
    change(state, unit, |stand| {
        left = stand.at;
        stand.moved_from = stand.moved_from.or(stand.at).filter(|from| *from != to);
        stand.at = Some(to);
    });
    // A unit that was in a pocket is still in it; C6 draws pockets anew.
    let side = state.setup_of(unit.side).id;
    let pockets = state.facts.pockets.iter_mut().filter(|pocket| pocket.side == side);
    if let Some(place) = pockets.flat_map(|pocket| &mut pocket.units).find(|place| Some(**place) == left) {
        *place = to;
    }
}

/// Why two units stay in contact, in a clause.
pub(crate) fn contact_why(contact: &Contact) -> String {
    let [first, _] = contact.units;
    match contact.why {
        ContactWhy::BothFixed => "neither has to move".into(),
        ContactWhy::Passed => "they have passed each other".into(),
        ContactWhy::Edge => format!("{first} is at the edge of the map"),
        ContactWhy::OtherEnemy => format!("another enemy is in the way of {first}"),
        ContactWhy::Barred => format!("nobody can stand where {first} would go"),
        ContactWhy::Occupied => format!("another unit stands where {first} would go"),
        ContactWhy::Flank => format!("{first} holds the flank of a salient"),
        ContactWhy::Rounds => "moving back does not part them".into(),
        ContactWhy::Put => "the umpire has put them there".into(),
        ContactWhy::Askew => "home edges do not face each other, and the umpire parts units".into(),
    }
}
