//! A set-up by list: many stands and fortifications get their places at once. Each is judged as if it were placed by
//! itself, and each that may not stand there is named. [BF-2.1.1.8-1, BF-2.1.1.5.2-2]

use std::collections::{BTreeMap, BTreeSet};

use kernel::grammar::{SectionEvent, allowed, counted_of, why_not};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Id, Reasons};
use serde::{Deserialize, Serialize};

use super::{ZONE, ahead, in_own_turn, may_deploy};
use crate::facts::count;
use crate::ids::{FormationId, StandId, WorkId, WorkTypeId};
use crate::measure::Point;
use crate::report::Place;
use crate::rules::s2_1_1_5_2_fortifications::{PLACING, WorkLifted, WorkPlaced, lies_well, next_id};
use crate::rules::{Cx, by, ids};
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{formation_name, listed, stand_name};
use crate::words::Side;

/// What one entry of the list means.
enum Entry {
    /// Stands, each with its place.
    Stands(Vec<Laid>),
    /// A fortification: which is taken up for it, of which type it is, where it lies.
    Work(Option<WorkId>, WorkTypeId, Point),
}

/// [BF-2.1.1.8-1] Stands and fortifications of a list get their places, all of them or none.
pub(crate) fn lay_out(cx: &mut Cx<'_>, places: &[Place]) -> Adjudged {
    let side = cx.check(|why| in_own_turn(cx.state(), cx.acting(), ZONE, why))?;
    let entries = cx.check_all(|why| may_lay_out(cx.state(), cx.acting(), side, places, why))?;
    let (mut stands, mut works) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry {
            Entry::Stands(laid) => stands.extend(laid),
            Entry::Work(taken_up, kind, at) => works.push((taken_up, kind, at)),
        }
    }
    if !stands.is_empty() {
        cx.record(LaidOut { side, stands })?;
    }
    for (taken_up, kind, at) in works {
        if let Some(item) = taken_up {
            cx.record(WorkLifted { side, item })?;
        }
        let item = next_id(cx.state(), side);
        cx.record(WorkPlaced { side, item, kind, at })?;
    }
    Ok(())
}

/// What the entries mean; each that cannot be placed is told by its name.
fn may_lay_out(
    state: &State,
    acting: Acting,
    side: Side,
    places: &[Place],
    why: &mut Reasons,
) -> Checked<Vec<Entry>> {
    why.unless(!places.is_empty(), ZONE, "unavailable", || {
        "Name what is to be placed, as X-1-2: 12 24; X-1-3: 14 24 345.".into()
    })?;
    let mut hand: BTreeMap<WorkTypeId, u16> =
        state.side(side).works_in_hand.iter().map(|tally| (tally.id, tally.count)).collect();
    let (mut named, mut entries) = (BTreeSet::new(), Vec::new());
    for place in places {
        let Some(entry) = allowed(|why| meant(state, acting, side, place, &hand, why)) else {
            if let Some(refusal) = why_not(|why| meant(state, acting, side, place, &hand, why)) {
                let names = ids(&place.units);
                why.note(refusal.rule, refusal.code, || format!("{names}: {}", refusal.sentence));
            }
            continue;
        };
        let taken: Vec<Id> = match &entry {
            Entry::Stands(laid) => laid.iter().map(|one| one.id.into()).collect(),
            Entry::Work(Some(item), ..) => vec![(*item).into()],
            Entry::Work(None, kind, _) => {
                hand.entry(*kind).and_modify(|left| *left = left.saturating_sub(1));
                Vec::new()
            }
        };
        for id in taken {
            why.note_unless(named.insert(id), ZONE, "dup", || format!("{id} is named twice."));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// What one entry means, and whether it may be so with the fortifications that are still in hand.
fn meant(
    state: &State,
    acting: Acting,
    side: Side,
    place: &Place,
    hand: &BTreeMap<WorkTypeId, u16>,
    why: &mut Reasons,
) -> Checked<Entry> {
    let (facts, at) = (state.side(side), Point { x: place.x, y: place.y });
    let is_of_roster = |id: Id| facts.element(id.into()).is_some() || facts.stand(id.into()).is_some();
    if let [id] = place.units[..]
        && !is_of_roster(id)
        && (facts.placed.contains(&id.into()) || state.setup_of(side).work(id.into()).is_some())
    {
        why.unless(place.facing.is_none(), PLACING, "range", || "A fortification faces nowhere.".into())?;
        let placed = WorkId::from(id);
        let work = state.facts.works.iter().find(|work| work.id == placed && facts.placed.contains(&placed));
        let (taken_up, kind) = work.map_or((None, id.into()), |work| (Some(work.id), work.kind));
        let left = hand.get(&kind).copied().unwrap_or(0);
        why.unless(taken_up.is_some() || left > 0, PLACING, "unknown", || {
            match count(&facts.works_in_hand, kind) {
                0 => format!("You have no {kind} in hand."),
                all => format!("You have only {all} in hand."),
            }
        })?;
        lies_well(state, side, at, why)?;
        return Ok(Entry::Work(taken_up, kind, at));
    }
    let facing = place.facing.unwrap_or_default();
    let (_, stands, _, hidden) = may_deploy(state, acting, &place.units, at, facing, why)?;
    let laid = |id: StandId| {
        let (element, stand) = facts.stand(id).unzip();
        let now = stand.and_then(|stand| stand.facing);
        // A stand is numbered by the formation it came with; a combined one is told by the formation that holds it now.
        let of = element.map(|element| element.id).filter(|of| numbered_by(id) != Some(Id::from(*of)));
        let told = place.facing.and_then(|facing| u16::try_from(facing).ok());
        Laid { id, at, facing: told.or(now).unwrap_or_else(|| ahead(state, side)), hidden, of }
    };
    Ok(Entry::Stands(stands.into_iter().map(laid).collect()))
}

/// A stand with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// The stand.
    pub id: StandId,
    /// Where it stands.
    pub at: Point,
    /// Where it faces, in degrees clockwise from the upper edge.
    pub facing: u16,
    /// Whether the enemy does not see it there.
    pub hidden: bool,
    /// Its formation, where it is another than the one it is numbered by. [BF-2.1.1.3.2-3]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<FormationId>,
}

/// The formation by which a stand is numbered.
fn numbered_by(stand: StandId) -> Option<Id> {
    stand.as_str().rsplit_once('-').and_then(|(head, _)| Id::new(head).ok())
}

/// Stands were deployed, each at its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaidOut {
    /// The side.
    pub side: Side,
    /// The stands.
    pub stands: Vec<Laid>,
}

impl SectionEvent<State, Campaign> for LaidOut {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { stands, .. } = self;
        for laid in stands {
            if let Some(stand) = state.facts.side_mut(self.side).stand_mut(laid.id) {
                (stand.at, stand.facing, stand.hidden) = (Some(laid.at), Some(laid.facing), laid.hidden);
            }
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { stands, side } = self;
        let n_hidden = stands.iter().filter(|laid| laid.hidden).count();
        let sight = match n_hidden {
            0 => String::new(),
            n if n == stands.len() => ", out of the enemy's sight".into(),
            n => format!(", {n} of them out of the enemy's sight"),
        };
        let told = format!(" deployed {}{sight}.", listed(by_formation(campaign, *side, stands)));
        by(self.side).say(told).rule(ZONE)
    }
}

/// "7 stands of 1./Grenadier (G-11) from 55, 23.2 to 69, 27", in the order in which formations come.
fn by_formation(campaign: &Campaign, side: Side, stands: &[Laid]) -> Vec<String> {
    let formation = |laid: &Laid| {
        let of = laid.of.map(Id::from).or_else(|| numbered_by(laid.id));
        of.map_or_else(String::new, |of| formation_name(campaign, side, of))
    };
    let mut told: Vec<(String, Vec<&Laid>)> = Vec::new();
    for laid in stands {
        let name = formation(laid);
        match told.iter_mut().find(|(known, _)| *known == name) {
            Some((_, of)) => of.push(laid),
            None => told.push((name, vec![laid])),
        }
    }
    let words = |(name, of): (String, Vec<&Laid>)| {
        let (first, last) = (of.first()?, of.last()?);
        let count = counted_of(of.len(), "stand", "stands");
        Some(match of.len() {
            1 if first.of.is_some() => format!("{} of {name} at {}", first.id, first.at),
            1 => format!("{} at {}", stand_name(campaign, side, first.id), first.at),
            _ if of.iter().all(|laid| laid.at == first.at) => format!("{count} of {name} at {}", first.at),
            _ => format!("{count} of {name} from {} to {}", first.at, last.at),
        })
    };
    told.into_iter().filter_map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_laid_in_a_line_is_told_by_formation() {
        let laid = |name: &str, x: i32| Laid {
            id: name.parse().unwrap(),
            at: Point::new(x, 2400),
            facing: 0,
            hidden: false,
            of: None,
        };
        let stands = [
            laid("G-11-1", 1200),
            laid("G-12-1", 100),
            laid("G-11-2", 1450),
            laid("G-13-4", 300),
            laid("G-13-5", 300),
        ];
        let campaign = crate::setup::load("rostov.toml", crate::SAMPLE).unwrap();
        assert_eq!(
            by_formation(&campaign, Side::SECOND, &stands),
            [
                "2 stands of 1./Grenadier (G-11) from 12, 24 to 14.5, 24",
                "2./Grenadier G-12-1 at 1, 24",
                "2 stands of G-13 at 3, 24"
            ]
        );
        // What was combined into another is told by the one that holds it.
        let combined =
            [laid("G-11-1", 1200), Laid { of: Some("G-11".parse().unwrap()), ..laid("G-12-4", 1450) }];
        assert_eq!(
            by_formation(&campaign, Side::SECOND, &combined),
            ["2 stands of 1./Grenadier (G-11) from 12, 24 to 14.5, 24"]
        );
        assert_eq!(
            by_formation(&campaign, Side::SECOND, &combined[1..]),
            ["G-12-4 of 1./Grenadier (G-11) at 14.5, 24"]
        );
    }
}
