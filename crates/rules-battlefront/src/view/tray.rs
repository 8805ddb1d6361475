//! What a side lays out on the map by hand: its set-up in S4, and where its stands ended in S5. Where a stand may be is
//! told as ground and reasons; the list that comes of it is judged by the rules. [BF-2.1.1.8-1, BF-2.1.1.5.2-2, BF-2.1.2-5]

use kernel::view::{
    Band, Block, Field, FieldKind, Form, NamedBand, Panel, PointLook, StandMark, Text, Tray, TrayGroup,
    TrayMark, TrayPiece, Zone,
};
use kernel::{Id, RuleId};

use super::Eyes;
use super::overview::{at, face, work_look};
use super::own::{Own, json};
use super::prose::{capital, content_words, counted, type_name, work_name};
use super::refit::set_up::{LIST, PLACES};
use crate::command::Command;
use crate::facts::{Element, Stand, Work};
use crate::geometry::{area_behind, drawn_to_the_sides};
use crate::ground::{bands, line};
use crate::ids::{UnitTypeId, WorkTypeId};
use crate::measure::{Inches, Point};
use crate::phase::Step;
use crate::report::{List, Place, Report, name_of};
use crate::rules::s2_1_1_8_deploy::{ahead, sets_up, spotted_in_the_open};
use crate::rules::s2_1_2_report::{is_a_vehicle, taking_part};
use crate::words::{Class, Status};

/// The form of S5 that takes where stands ended.
const ENDS: &str = "end-places";

/// The most characters of the list of S5, and of a list of names beside it.
const MOST_ENDS: usize = 8000;
const MOST_NAMES: usize = 2000;

/// What the side lays out in the present step, if anything.
pub fn tray(own: &Own<'_>) -> Option<Tray> {
    if own.is_closed() {
        return None;
    }
    match own.step() {
        step if step.is_set_up() && sets_up(own.state, step) == Some(own.side) => set_up(own),
        Step::Battle => ends(own),
        _ => None,
    }
}

/// The seat's own eyes, for what its own counters show.
fn eyes<'s>(own: &Own<'s>) -> Eyes<'s> {
    Eyes { state: own.state, seat: kernel::Seat::Side(own.side.number()) }
}

fn set_up(own: &Own<'_>) -> Option<Tray> {
    let facts = own.facts();
    let chosen = facts.chosen.iter().filter_map(|id| facts.element((*id).into()));
    let groups = chosen.map(|element| {
        let stands = element.living().filter(|stand| stand.status == Status::Normal);
        formation(own, element, in_line(own, stands.collect()), |stand| TrayPiece {
            at: stand.at.map(at),
            facing: stand.facing,
            ..piece(own, stand)
        })
    });
    let groups: Vec<TrayGroup> = groups.filter(|group| !group.pieces.is_empty()).chain(works(own)).collect();
    (!groups.is_empty()).then(|| Tray {
        title: "Your tray".into(),
        plural: "stands",
        side: own.side.number(),
        form: LIST.into(),
        key: PLACES,
        whole: false,
        facing: ahead(own.state, own.side),
        groups,
        zones: vec![for_stands(own), for_works(own)],
        bands: behind_the_pieces(own),
        places: named_places(own),
        others: Vec::new(),
        marks: Vec::new(),
    })
}

/// A formation with its stands in the order of its line.
fn formation<'s>(
    own: &Own<'_>,
    element: &Element,
    stands: Vec<&'s Stand>,
    piece: impl Fn(&'s Stand) -> TrayPiece,
) -> TrayGroup {
    let mut content: Vec<(UnitTypeId, u16)> = Vec::new();
    for stand in &stands {
        match content.iter_mut().find(|(kind, _)| *kind == stand.kind) {
            Some((_, n)) => *n += 1,
            None => content.push((stand.kind, 1)),
        }
    }
    let is_command = |kind: UnitTypeId| own.campaign().unit_type(kind).is_some_and(|kind| kind.command);
    content.sort_by_key(|(kind, _)| !is_command(*kind));
    TrayGroup {
        name: format!("{} ({})", capital(own.state.element_name(own.side, element)), element.id),
        note: content_words(own.campaign(), &content),
        in_line: stands.len() > 1,
        pieces: stands.into_iter().map(piece).collect(),
    }
}

/// The stands as they stand in a line: the commander in the middle.
fn in_line<'s>(own: &Own<'_>, stands: Vec<&'s Stand>) -> Vec<&'s Stand> {
    let is_command = |stand: &&Stand| own.campaign().unit_type(stand.kind).is_some_and(|kind| kind.command);
    let (command, mut others): (Vec<&Stand>, Vec<&Stand>) = stands.into_iter().partition(is_command);
    let middle = others.len() / 2;
    others.splice(middle..middle, command);
    others
}

fn piece(own: &Own<'_>, stand: &Stand) -> TrayPiece {
    TrayPiece {
        name: stand.id.to_string(),
        kind: capital(type_name(own.campaign(), stand.kind)),
        look: PointLook::Unit,
        stand: Some(face(&eyes(own), own.side, stand)),
        at: None,
        from: None,
        facing: None,
        turns: true,
        zone: 0,
        marks: Vec::new(),
    }
}

/// Fortifications in hand, one piece for each, and those placed in this set-up.
fn works(own: &Own<'_>) -> Option<TrayGroup> {
    let facts = own.facts();
    let look = |kind: WorkTypeId| work_look(own.setup().work(kind).map(|kind| kind.kind));
    let piece = |name: Id, kind: WorkTypeId| TrayPiece {
        name: name.to_string(),
        kind: capital(&work_name(own.campaign(), own.side, kind)),
        look: look(kind),
        stand: None,
        at: None,
        from: None,
        facing: None,
        turns: false,
        zone: 1,
        marks: Vec::new(),
    };
    let in_hand = facts.works_in_hand.iter();
    let in_hand = in_hand.flat_map(|tally| (0..tally.count).map(|_| piece(tally.id.into(), tally.id)));
    let is_placed = |work: &&Work| facts.placed.contains(&work.id);
    let placed = own.state.facts.works.iter().filter(is_placed);
    let placed = placed.map(|work| TrayPiece { at: Some(at(work.at)), ..piece(work.id.into(), work.kind) });
    let pieces: Vec<TrayPiece> = in_hand.chain(placed).collect();
    let note = format!("{} to place", facts.works_in_hand.iter().map(|tally| tally.count).sum::<u16>());
    (!pieces.is_empty()).then(|| TrayGroup { name: "Fortifications".into(), note, pieces, in_line: false })
}

/// Where stands deploy: up to the own line, outside every pocket. [BF-2.1.1.8-1]
fn for_stands(own: &Own<'_>) -> Zone {
    Zone { not: pockets(own, |_| true), within_not: "in a pocket".into(), ..own_ground(own, "BF-2.1.1.8-1") }
}

/// Where fortifications are placed: the area that the side controls. [BF-2.1.1.5.2-2]
fn for_works(own: &Own<'_>) -> Zone {
    Zone {
        also: pockets(own, |is_own| is_own),
        not: pockets(own, |is_own| !is_own),
        within_not: "in an enemy pocket".into(),
        ..own_ground(own, "BF-2.1.1.5.2-2")
    }
}

fn own_ground(own: &Own<'_>, rule: &'static str) -> Zone {
    let area = area_behind(line(own.state, own.side), &own.campaign().map, own.setup().home_edge);
    Zone {
        bounds: area.into_iter().map(at).collect(),
        also: Vec::new(),
        not: Vec::new(),
        beyond: "beyond your front line".into(),
        within_not: String::new(),
        rule: RuleId(rule),
    }
}

/// The ground of pockets, the side's own or the enemy's.
fn pockets(own: &Own<'_>, which: impl Fn(bool) -> bool) -> Vec<Band> {
    let meant = own.state.facts.pockets.iter().filter(|pocket| which(pocket.side == own.setup().id));
    let band =
        |(from, to, within): (Point, Point, Inches)| Band { from: at(from), to: at(to), within: within.0 };
    meant.flat_map(|pocket| bands(own.state, pocket)).map(band).collect()
}

/// From where the enemy sees what stands in the open, and where fortifications near the own line are easier to remove.
/// [BF-2.1.1.8-3, BF-2.1.1.5.1-4]
fn behind_the_pieces(own: &Own<'_>) -> Vec<NamedBand> {
    let map = &own.campaign().map;
    let band = |name: String, side: crate::words::Side, within: Inches| NamedBand {
        name,
        side: side.number(),
        points: drawn_to_the_sides(line(own.state, side), map, own.state.setup_of(side).home_edge)
            .into_iter()
            .map(at)
            .collect(),
        within: within.0,
    };
    let (seen, near) = (spotted_in_the_open(own.state), own.campaign().charts.removal.within);
    let bands = [
        band(format!("Seen in the open: within {seen} inches of the enemy's line"), own.side.enemy(), seen),
        band(format!("Within {near} inches of your line"), own.side, near),
    ];
    bands.into_iter().filter(|band| band.points.len() > 1).collect()
}

/// S5: where stands ended, with where they began. What is told already stays told. [BF-2.1.2-5]
fn ends(own: &Own<'_>) -> Option<Tray> {
    let told = own.facts().report.as_deref().cloned().unwrap_or_default();
    let ended = |element: &Element, stand: &Stand| -> Option<&Place> {
        let by_itself = told.places.iter().find(|place| place.units.contains(&stand.id.into()));
        by_itself.or_else(|| told.places.iter().find(|place| place.units.contains(&element.id.into())))
    };
    let groups = taking_part(own.state, own.side).flat_map(|element| {
        let place = |stand: &Stand| {
            let end = ended(element, stand);
            TrayPiece {
                at: end.map(|place| Point { x: place.x, y: place.y }).or(stand.place()).map(at),
                from: stand.place().map(at),
                facing: end.and_then(|place| u16::try_from(place.facing?).ok()).or(stand.facing),
                marks: marks(own, stand),
                ..piece(own, stand)
            }
        };
        let here = element.living().filter(|stand| stand.place().is_some());
        let (free, pocketed): (Vec<&Stand>, Vec<&Stand>) =
            here.partition(|stand| stand.status == Status::Normal);
        // Who fought in a pocket does not go along with its formation.
        let apart = formation(own, element, pocketed, place);
        let apart = TrayGroup {
            name: format!("{}, in a pocket", apart.name),
            note: format!("{}. Not laid with the formation: put each elsewhere by itself.", apart.note),
            in_line: false,
            ..apart
        };
        [formation(own, element, free, place), apart]
    });
    let groups: Vec<TrayGroup> = groups.filter(|group| !group.pieces.is_empty()).collect();
    let anywhere = Zone {
        bounds: Vec::new(),
        also: Vec::new(),
        not: Vec::new(),
        beyond: String::new(),
        within_not: String::new(),
        rule: RuleId("BF-2.1.2-5"),
    };
    (!groups.is_empty()).then(|| Tray {
        title: "Where they ended".into(),
        plural: "stands",
        side: own.side.number(),
        form: ENDS.into(),
        key: "places",
        whole: true,
        facing: ahead(own.state, own.side),
        groups,
        zones: vec![anywhere],
        bands: Vec::new(),
        places: named_places(own),
        others: Vec::new(),
        marks: MARKS
            .map(|(key, words, sign, ends)| TrayMark { key, words: words.into(), sign, ends })
            .to_vec(),
    })
}

/// What is told of a stand beside its place: the list of the report, how it is called, its sign, whether it is how the stand
/// ended.
const MARKS: [(&str, &str, StandMark, bool); 6] = [
    ("improved", "Improved position", StandMark::Improved, false),
    ("bogged", "Bogged", StandMark::Bogged, false),
    ("immobile", "Immobile", StandMark::Immobile, false),
    ("losses", "Knocked out", StandMark::KnockedOut, true),
    ("abandoned", "Abandoned", StandMark::Abandoned, true),
    ("panicked", "Panicked off the map", StandMark::Panicked, true),
];

/// Which of them can be so of a stand: only vehicles are immobile, only those of class A abandoned.
fn marks(own: &Own<'_>, stand: &Stand) -> Vec<usize> {
    let fits = |key: &str| match key {
        "immobile" => is_a_vehicle(own.state, stand),
        "abandoned" => own.campaign().unit_type(stand.kind).is_some_and(|kind| kind.class == Class::Armour),
        _ => true,
    };
    (0..MARKS.len()).filter(|nth| fits(MARKS[*nth].0)).collect()
}

/// The lists of a report that the marks stand for.
fn told_of<'r>(told: &'r Report, key: &str) -> &'r List<Id> {
    match key {
        "improved" => &told.improved,
        "bogged" => &told.bogged,
        "immobile" => &told.immobile,
        "losses" => &told.losses,
        "abandoned" => &told.abandoned,
        _ => &told.panicked,
    }
}

/// The places that a list may name.
fn named_places(own: &Own<'_>) -> Vec<(String, kernel::view::Point)> {
    own.campaign().map.locations.iter().map(|place| (place.name.clone(), at(place.at))).collect()
}

/// The form of S5 beside the map: everything that is told so far, with other places.
pub fn end_places(own: &Own<'_>) -> Option<Block> {
    (own.step() == Step::Battle && tray(own).is_some()).then_some(())?;
    let told = own.facts().report.as_deref().cloned().unwrap_or_default();
    let value = places_in_words(&told);
    let ended = told.places.len();
    let marked = MARKS.map(|(key, ..)| {
        let names: Vec<String> = told_of(&told, key).iter().map(Id::to_string).collect();
        Field::new(key, name_of(key), words(names.join(", "), MOST_NAMES)).hint("Names.")
    });
    let command = Command::Report(Box::new(told));
    let refusal = own.refusal(&command);
    let mut form = Form::new(ENDS, json(&command), "Tell where they ended").closed(refusal);
    form.command.retain(|key, _| key != "places" && MARKS.iter().all(|(mark, ..)| key != mark));
    let kind = words(value, MOST_ENDS);
    let how = "Names: east north, facing, as X-1-2: 12 24; X-1-3, X-1-4: 14 24 345. Whoever is not named ended where it began.";
    let form = form.leading().ask(Field::new("places", "Who ended elsewhere", kind).hint(how));
    let form = form.ask(Field::new("", "How they ended", FieldKind::Group(marked.to_vec())));
    let intro = "Drag a stand to where it ended, or press it and say how it ended; or type the lists. What else you told of the \
                 battle stays as it is.";
    let body = vec![Block::Prose(Text::new(intro)), Block::Form(form)];
    let panel = Panel::new("end-positions", "Where your stands ended", body).rule(RuleId("BF-2.1.2-5"));
    let remark = counted(ended as i64, "place told", "places told");
    Some(panel.remark(Text::new(capital(&remark))).secret(own.side.only()).block())
}

/// Words to be typed, with what is told so far.
fn words(value: String, most: usize) -> FieldKind {
    FieldKind::Words { most: most.max(value.chars().count()), value }
}

/// Where units ended, as it is typed.
pub fn places_in_words(told: &Report) -> String {
    let place = |place: &Place| {
        let names: Vec<String> = place.units.iter().map(Id::to_string).collect();
        let facing = place.facing.map(|facing| format!(" {facing}")).unwrap_or_default();
        format!("{}: {} {}{facing}", names.join(", "), place.x, place.y)
    };
    told.places.iter().map(place).collect::<Vec<_>>().join("; ")
}
