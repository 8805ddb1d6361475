//! [BF-2.1.1.8] Deploy forces: the defender first, what is hidden on record.

pub mod laid_out;

use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Id, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, at_step, by, still_open};
use crate::facts::{Element, Stand};
use crate::geometry::{drawn_to_the_sides, is_in, is_within};
use crate::ground::{Ground, ground, line};
use crate::ids::{StandId, UnitTypeId};
use crate::measure::{Inches, Point};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::natural::by_name;
use crate::view::prose::{called, content_words, listed, stands_words, type_name};
use crate::words::{Edge, Side, StandState, Status};

const ZONE: RuleId = RuleId("BF-2.1.1.8-1");
const POCKETS: RuleId = RuleId("BF-2.1.1.8-4");

/// Degrees of a full turn.
const TURN: i32 = 360;

/// The row of the spotting distances for ground without cover, and its distance where the file gives none. [BF-R35]
const OPEN: (&str, Inches) = ("open", Inches::whole(12));

/// [BF-2.1.P-4] The side that sets up in a step; absent in every other step.
pub fn sets_up(state: &State, step: Step) -> Option<Side> {
    let attacker = state.facts.attacker.and_then(|id| state.campaign().side_of(id))?;
    match step {
        Step::DefenderSetsUp => Some(attacker.enemy()),
        Step::AttackerSetsUp => Some(attacker),
        _ => None,
    }
}

/// Whether a side has set up for the battle that goes on.
pub fn has_set_up(state: &State, side: Side) -> bool {
    let own = [Step::DefenderSetsUp, Step::AttackerSetsUp].into_iter();
    own.filter(|step| sets_up(state, *step) == Some(side)).any(|step| state.step() > step)
}

/// The side whose command it is, in its own turn to set up, the defender first. [BF-2.1.P-4]
pub(crate) fn in_own_turn(state: &State, acting: Acting, rule: RuleId, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(acting.seat, rule)?;
    at_step(state, rule, &[Step::DefenderSetsUp, Step::AttackerSetsUp], why)?;
    let own_turn = sets_up(state, state.step()) == Some(side);
    why.unless(own_turn, RuleId("BF-2.1.P-4"), "step", || {
        format!("{} sets up now.", state.setup_of(side.enemy()).name)
    })?;
    still_open(state, acting, side, rule, why)?;
    Ok(side)
}

/// [BF-2.1.1.8-1] Stands of the chosen forces deploy on the own side up to the own line; until the set-up is closed they
/// may deploy anew. Stands in pockets only turn where they stand. [BF-2.1.1.8-4]
pub(crate) fn deploy(cx: &mut Cx<'_>, units: &[Id], at: Point, facing: i32) -> Adjudged {
    let (side, stands, facing, hidden) =
        cx.check(|why| may_deploy(cx.state(), cx.acting(), units, at, facing, why))?;
    cx.record(Deployed { side, stands, at, facing, hidden })
}

/// Whether these deploy there, with the stands that are meant, where they face, and whether they are hidden.
fn may_deploy(
    state: &State,
    acting: Acting,
    units: &[Id],
    at: Point,
    facing: i32,
    why: &mut Reasons,
) -> Checked<(Side, Vec<StandId>, u16, bool)> {
    let side = in_own_turn(state, acting, ZONE, why)?;
    let stands = named(state, side, units, why)?;
    let moved = stands.iter().find(|(_, stand)| is_in_a_pocket(stand) && stand.at != Some(at));
    if let Some((_, stand)) = moved {
        let id = stand.id;
        return why.refuse(POCKETS, "zone", || {
            format!(
                "{id:#} stands in a pocket. It may turn there, and goes nowhere else.",
                id = called(state, side, id)
            )
        });
    }
    let only_turns = stands.iter().all(|(_, stand)| is_in_a_pocket(stand));
    // A place off the map lies on nobody's ground; that it is none is told in its turn.
    let is_a_place = state.campaign().map.holds(at);
    why.unless(
        !is_a_place || only_turns || ground(state, side, at) == Ground::OwnLine,
        ZONE,
        "zone",
        || format!("{at} does not lie on your side up to your front line, outside enemy pockets."),
    )?;
    stands.iter().try_for_each(|(element, stand)| takes_part(state, side, element, stand, why))?;
    once(units, &stands, why)?;
    why.unless(is_a_place, RuleId("BF-0-5"), "range", || format!("{at} is off the map."))?;
    let facing = why.need(
        u16::try_from(facing).ok().filter(|facing| i32::from(*facing) < TURN),
        ZONE,
        "range",
        || format!("A facing is 0 to {} degrees clockwise from the map's upper edge.", TURN - 1),
    )?;
    let hidden = !only_turns && is_hidden(state, side, at);
    let stands = stands.iter().map(|(_, stand)| stand.id).collect();
    Ok((side, stands, facing, hidden))
}

/// Takes stands off the map until the set-up is closed; stands in pockets stay. [BF-2.1.1.8-4]
pub(crate) fn lift(cx: &mut Cx<'_>, units: &[Id]) -> Adjudged {
    let (side, on_map) = cx.check(|why| may_lift(cx.state(), cx.acting(), units, why))?;
    cx.record(Lifted { side, stands: on_map })
}

/// Whether these come off the map, and which of them stand on it.
fn may_lift(state: &State, acting: Acting, units: &[Id], why: &mut Reasons) -> Checked<(Side, Vec<StandId>)> {
    let side = in_own_turn(state, acting, ZONE, why)?;
    let stands = named(state, side, units, why)?;
    if let Some((_, stand)) = stands.iter().find(|(_, stand)| is_in_a_pocket(stand)) {
        let id = stand.id;
        return why.refuse(POCKETS, "zone", || {
            format!("{id:#} stands in a pocket and stays there.", id = called(state, side, id))
        });
    }
    let on_map: Vec<StandId> =
        stands.iter().filter(|(_, stand)| stand.at.is_some()).map(|(_, stand)| stand.id).collect();
    why.unless(!on_map.is_empty(), ZONE, "unavailable", || "None of these stands on the map.".into())?;
    once(units, &stands, why)?;
    Ok((side, on_map))
}

type Named<'s> = Vec<(&'s Element, &'s Stand)>;

/// The stands that are named, by themselves or by their formation.
fn named<'s>(state: &'s State, side: Side, units: &[Id], why: &mut Reasons) -> Checked<Named<'s>> {
    let facts = state.side(side);
    let mut stands = Vec::new();
    for unit in units {
        if let Some(element) = facts.element((*unit).into()) {
            let free = element.living().filter(|stand| !is_in_a_pocket(stand));
            stands.extend(free.map(|stand| (element, stand)));
        } else if let Some(found) = facts.stand((*unit).into()) {
            stands.push(found);
        } else {
            return why.refuse(ZONE, "unknown", || format!("Your roster has no stand or formation {unit}."));
        }
    }
    why.unless(!stands.is_empty(), ZONE, "unavailable", || {
        "Name a stand, or a formation with stands to deploy.".into()
    })?;
    Ok(stands)
}

/// Whether it stands behind the enemy's line, on the map from the battle before.
pub(super) fn is_in_a_pocket(stand: &Stand) -> bool {
    stand.status != Status::Normal
}

/// [BF-2.1.1.3.1-5] Only stands that live and belong to the chosen forces deploy; those in pockets take part unasked.
/// [BF-2.1.1.7-2]
pub fn takes_part(state: &State, side: Side, element: &Element, stand: &Stand, why: &mut Reasons) -> Checked {
    let id = stand.id;
    let chosen = is_in_a_pocket(stand) || state.side(side).chosen.contains(&element.id.into());
    let here = stand.state == StandState::Here;
    why.unless(here && chosen, ZONE, "unavailable", || match stand.state {
        StandState::Here => {
            format!("{id:#} is not among the forces chosen.", id = called(state, side, id))
        }
        StandState::Wreck => format!("{id:#} is a wreck.", id = called(state, side, id)),
        StandState::Panicked => format!("{id:#} has panicked off the map.", id = called(state, side, id)),
        StandState::Lost | StandState::Exited => format!("{id:#} is gone.", id = called(state, side, id)),
    })
}

fn once(units: &[Id], stands: &Named<'_>, why: &mut Reasons) -> Checked {
    let mut ids: Vec<Id> = stands.iter().map(|(_, stand)| stand.id.into()).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let twice = twice.or_else(|| {
        units.iter().enumerate().find(|(n, unit)| units[..*n].contains(unit)).map(|(_, unit)| *unit)
    });
    match twice {
        Some(id) => why.refuse(ZONE, "dup", || format!("{id} is named twice.")),
        None => Ok(()),
    }
}

/// [BF-2.1.1.8-3] Whether a stand there is farther from the enemy's line than it can be spotted.
pub fn is_hidden(state: &State, side: Side, at: Point) -> bool {
    let enemy = side.enemy();
    let home = state.setup_of(enemy).home_edge;
    let front = drawn_to_the_sides(line(state, enemy), &state.campaign().map, home);
    !is_within(&front, at, spotting_distance(state, at))
}

/// How far off a stand at a place is spotted: the least distance of what covers it, halved by some weather. [BF-R35]
pub fn spotting_distance(state: &State, at: Point) -> Inches {
    let campaign = state.campaign();
    let of = |cover: &str| {
        campaign.charts.spotting.iter().find(|(class, _)| class == cover).map(|(_, distance)| *distance)
    };
    let covers = campaign.map.terrain.iter().filter(|terrain| terrain.closed && is_in(&terrain.outline, at));
    let covered = covers.filter_map(|terrain| of(terrain.cover.as_deref()?)).min();
    covered.map_or_else(|| spotted_in_the_open(state), |distance| in_this_weather(state, distance))
}

/// How far off a stand without cover is spotted. [BF-R35]
pub fn spotted_in_the_open(state: &State) -> Inches {
    let spotting = &state.campaign().charts.spotting;
    let open = spotting.iter().find(|(class, _)| class == OPEN.0);
    in_this_weather(state, open.map_or(OPEN.1, |(_, distance)| *distance))
}

fn in_this_weather(state: &State, distance: Inches) -> Inches {
    let halved = state.weather().is_some_and(|weather| weather.spotting_half);
    if halved { Inches(distance.0 / 2) } else { distance }
}

/// The degrees in which the enemy's edge lies: where a stand faces that nobody has turned.
pub fn ahead(state: &State, side: Side) -> u16 {
    match state.setup_of(side).home_edge {
        Edge::South => 0,
        Edge::West => 90,
        Edge::North => 180,
        Edge::East => 270,
    }
}

/// Whether the other side sees a stand of `side`: it stands on the map, is not hidden, and its side has set up.
pub fn is_seen(state: &State, side: Side, stand: &Stand) -> bool {
    stand.place().is_some() && !stand.hidden && !is_in_a_pocket(stand) && has_set_up(state, side)
}

/// The side has set up: what stands in sight is public from now on. [BF-2.1.1.8-1]
pub(crate) fn show(cx: &mut Cx<'_>, step: Step) -> Adjudged {
    let Some(side) = sets_up(cx.state(), step) else { return Ok(()) };
    let stands = cx.state().side(side).elements.iter().flat_map(|element| &element.stands);
    let in_sight = stands.filter(|stand| !stand.hidden && !is_in_a_pocket(stand));
    let seen = in_sight.filter_map(|stand| {
        let (at, facing) = (stand.place()?, stand.facing.unwrap_or_default());
        Some(Seen { id: stand.id, kind: stand.kind, at, facing })
    });
    let mut stands: Vec<Seen> = seen.collect();
    // The order of a roster is its side's to know.
    stands.sort_unstable_by_key(|seen| seen.id);
    if stands.is_empty() { Ok(()) } else { cx.record(SetUpSeen { side, stands }) }
}

/// A stand that the enemy sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The stand.
    pub id: StandId,
    /// Its unit type.
    #[serde(rename = "type")]
    pub kind: UnitTypeId,
    /// Where it stands.
    pub at: Point,
    /// Where it faces, in degrees clockwise from the upper edge.
    pub facing: u16,
}

/// Stands were deployed, or turned in their pocket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployed {
    /// The side.
    pub side: Side,
    /// The stands.
    pub stands: Vec<StandId>,
    /// Where.
    pub at: Point,
    /// Where they face, in degrees clockwise from the upper edge.
    pub facing: u16,
    /// Whether the enemy does not see them there.
    pub hidden: bool,
}

impl SectionEvent<State, Campaign> for Deployed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { stands, .. } = self;
        for id in stands {
            if let Some(stand) = state.facts.side_mut(self.side).stand_mut(*id) {
                (stand.at, stand.facing, stand.hidden) = (Some(self.at), Some(self.facing), self.hidden);
            }
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { at, facing, .. } = self;
        let stands = stands_words(campaign, self.side, &self.stands);
        let sight = if self.hidden { ", out of the enemy's sight" } else { "" };
        let told = format!(" deployed {stands} at {at}, facing {facing}°{sight}.");
        by(self.side).say(told).rule(RuleId("BF-2.1.1.8-1"))
    }
}

/// Stands were taken off the map again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifted {
    /// The side.
    pub side: Side,
    /// The stands.
    pub stands: Vec<StandId>,
}

impl SectionEvent<State, Campaign> for Lifted {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { stands, .. } = self;
        for id in stands {
            if let Some(stand) = state.facts.side_mut(self.side).stand_mut(*id) {
                (stand.at, stand.facing, stand.hidden) = (None, None, false);
            }
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let stands = stands_words(campaign, self.side, &self.stands);
        by(self.side).say(format!(" took {stands} off the map again.")).rule(RuleId("BF-2.1.1.8-1"))
    }
}

/// A side has set up: what the enemy sees of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetUpSeen {
    /// The side.
    pub side: Side,
    /// The stands in sight.
    pub stands: Vec<Seen>,
}

impl OnlyTold<Campaign> for SetUpSeen {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { stands, .. } = self;
        let told = listed(in_sight(campaign, stands));
        by(self.side).say(format!(" has set up. In sight: {told}.")).rule(RuleId("BF-2.1.1.8-1"))
    }
}

/// Stands in sight, those of one formation at one place together: "1 × command, 9 × rifle squad of R-101 at 33, 38". One
/// alone has its own name.
fn in_sight(campaign: &Campaign, stands: &[Seen]) -> Vec<String> {
    let mut stands: Vec<&Seen> = stands.iter().collect();
    stands.sort_by(|a, b| by_name(&a.id, &b.id));
    let formation = |seen: &Seen| seen.id.as_str().rsplit_once('-').map_or("", |(head, _)| head).to_owned();
    let mut told: Vec<Together<'_>> = Vec::new();
    for seen in stands {
        let formation = formation(seen);
        match told.iter_mut().find(|one| one.formation == formation && one.first.at == seen.at) {
            Some(known) => match known.kinds.iter_mut().find(|(kind, _)| *kind == seen.kind) {
                Some((_, count)) => *count += 1,
                None => known.kinds.push((seen.kind, 1)),
            },
            None => told.push(Together { formation, first: seen, kinds: vec![(seen.kind, 1)] }),
        }
    }
    let words = |Together { formation, first, kinds }: Together<'_>| match kinds[..] {
        [(kind, 1)] => format!("{} {} at {}", type_name(campaign, kind), first.id, first.at),
        _ => format!("{} of {formation} at {}", content_words(campaign, &kinds), first.at),
    };
    told.into_iter().map(words).collect()
}

/// Stands of one formation at one place.
struct Together<'a> {
    formation: String,
    first: &'a Seen,
    kinds: Vec<(UnitTypeId, u16)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Point;

    #[test]
    fn stands_of_a_formation_at_one_place_are_told_together() {
        let campaign = crate::setup::load("rostov.toml", crate::SAMPLE).unwrap();
        let seen = |name: &str, kind: &str, x: i32| Seen {
            id: name.parse().unwrap(),
            kind: kind.parse().unwrap(),
            at: Point::new(x, 3800),
            facing: 0,
        };
        let stands = [
            seen("R-101-10", "r-rifle", 3300),
            seen("R-101-2", "r-rifle", 3300),
            seen("R-101-1", "r-cmd", 3300),
            seen("R-101-3", "r-rifle", 3400),
            seen("R-102-1", "r-cmd", 3300),
            seen("R-201-1", "r-t34", 3000),
            seen("R-201-2", "r-t34", 3000),
        ];
        assert_eq!(
            in_sight(&campaign, &stands),
            [
                "1 × Command, 2 × Rifle squad of R-101 at 33, 38",
                "Rifle squad R-101-3 at 34, 38",
                "Command R-102-1 at 33, 38",
                "2 × T-34 of R-201 at 30, 38",
            ]
        );
    }
}
