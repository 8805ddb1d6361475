//! What a side lays out on the field by hand, or writes: its sketch, its breastworks, where it stands by night.

use kernel::view::{Form, LineEdit, PointLook, Tray, TrayGroup, TrayPiece};
use kernel::{Id, RuleId, Side};

use super::field::{chains, face, outline, point};
use super::on::On;
use super::orders::called;
use crate::battle::{Segment, Spot};
use crate::command::Command;
use crate::oob::names::batteries;
use crate::rules::s6_sketch;
use crate::words::{Edge, Inches, Role, Step, UnitId};
use crate::written::Written;

pub(super) fn digs(on: On<'_>, side: Side) -> bool {
    let sketches = on.battle.step == Step::Sketch && !on.half(side).closed;
    sketches
        && on.battle.input.role(side) == Role::Defender
        && s6_sketch::inches(on.setup(), on.battle) > Inches(0)
}

/// What a defender who closes his sketch now would go without: a line on the map is a proposal until it is drawn. [CWFF-7C-1]
fn undrawn(on: On<'_>, side: Side) -> Option<String> {
    if !digs(on, side) {
        return None;
    }
    let most = s6_sketch::inches(on.setup(), on.battle);
    let drawn: f64 = on.half(side).works.iter().map(Segment::quarters).sum();
    // The nearest quarter: a line at an angle has a length that is none.
    let left = Inches(most.0.saturating_sub(drawn.round() as i32));
    (left > Inches(0)).then(|| {
        format!(
            "{left} of your {most} of breastworks are not drawn. A line on the map is kept by “Draw these breastworks”; closed \
             now, you go without."
        )
    })
}

/// The line that is proposed to a defender: along the front of his zone, in its middle, all that there is.
fn proposed(on: On<'_>, side: Side) -> Vec<Segment> {
    let zone = on.field().zip(s6_sketch::zone(on.setup(), on.battle, side));
    let line = zone.map(|(field, zone)| {
        let [low, high] = zone.corners(field.size);
        let most = s6_sketch::inches(on.setup(), on.battle).0.min(high.0.0 - low.0.0);
        let y = if on.battle.edge_of(side) == Some(Edge::North) { low.1 } else { high.1 };
        let left = low.0.0 + (high.0.0 - low.0.0 - most) / 2;
        Segment { x1: Inches(left), y1: y, x2: Inches(left + most), y2: y }
    });
    line.into_iter().collect()
}

pub(super) fn edit(on: On<'_>, side: Side) -> Option<LineEdit> {
    let proposal = chains(&proposed(on, side)).pop()?;
    let points = chains(&on.half(side).works).pop().unwrap_or_else(|| proposal.clone());
    Some(LineEdit {
        form: on.at("place-breastworks"),
        key: "segments",
        points,
        proposal,
        from: Vec::new(),
        near: 0,
    })
}

/// The form that the tray fills, its units, and where those are now.
pub(super) fn laid(on: On<'_>) -> Option<(Side, &'static str, Vec<UnitId>, Vec<Spot>)> {
    let side = on.own()?;
    let half = on.half(side);
    if half.closed {
        return None;
    }
    match on.battle.step {
        Step::Sketch => Some((side, "sketch", on.battle.starters(side), half.sketch.clone())),
        Step::Night if !half.nightfall_in => {
            Some((side, "nightfall", on.battle.brigades_there(side).collect(), half.sketch.clone()))
        }
        Step::Night => {
            let units = half.nightfall.iter().map(|spot| spot.unit).collect();
            Some((side, "night-move", units, half.sketch.clone()))
        }
        _ => None,
    }
}

pub(super) fn tray(on: On<'_>) -> Option<Tray> {
    let (side, what, units, spots) = laid(on)?;
    let field = on.field()?;
    let oob = on.half(side).oob.as_ref()?;
    let bounds = match on.battle.step {
        Step::Sketch => outline(s6_sketch::zone(on.setup(), on.battle, side)?, field.size),
        _ => Vec::new(),
    };
    let zone = kernel::view::Zone {
        bounds,
        also: Vec::new(),
        not: Vec::new(),
        beyond: "outside your deployment zone".into(),
        within_not: String::new(),
        rule: RuleId("CWFF-6-2"),
    };
    let piece = |unit: UnitId| TrayPiece {
        name: unit.to_string(),
        kind: "Brigade".into(),
        look: PointLook::Unit,
        stand: Some(face(on, side, unit)),
        at: spots.iter().find(|spot| spot.unit == unit).map(|spot| point((spot.x, spot.y))),
        from: None,
        facing: None,
        turns: false,
        zone: 0,
        marks: Vec::new(),
    };
    let mut groups = Vec::new();
    for division in &oob.divisions {
        let own = division.brigades.iter().map(|brigade| brigade.id).filter(|id| units.contains(id));
        let pieces: Vec<TrayPiece> = own.map(piece).collect();
        if !pieces.is_empty() {
            let note = kernel::grammar::counted(pieces.len(), "brigade");
            let in_line = pieces.len() > 1;
            groups.push(TrayGroup { name: called("Division", division.id), note, pieces, in_line });
        }
    }
    let ahead = if on.battle.edge_of(side) == Some(Edge::North) { 180 } else { 0 };
    (!groups.is_empty()).then(|| Tray {
        title: "Your brigades".into(),
        plural: "brigades",
        side: side.number(),
        form: on.at(what),
        key: "spots",
        whole: what != "night-move",
        facing: ahead,
        groups,
        zones: vec![zone],
        bands: Vec::new(),
        places: Vec::new(),
        others: others(on, side, &units),
        marks: Vec::new(),
    })
}

/// What a side may write down beside the brigades in its tray: its leaders, by whatever they are called, its batteries, and
/// its other brigades, of which the rules say why not: they march around a flank, or have not come. [CWFF-6-1] [CWFF-6-3]
fn others(on: On<'_>, side: Side, laid: &[UnitId]) -> Vec<String> {
    let Some(oob) = &on.half(side).oob else { return Vec::new() };
    let last = |name: &str| name.split_whitespace().last().unwrap_or_default().to_owned();
    let leaders = on.battle.muster(side).leaders.iter();
    let leaders = leaders.flat_map(|one| [one.id.to_string(), one.name.clone(), last(&one.name)]);
    let guns = batteries(oob.all_batteries()).map(|id| id.to_string());
    let elsewhere = oob.brigades().map(|(_, brigade)| brigade.id).filter(|id| !laid.contains(id));
    leaders.chain(guns).chain(elsewhere.map(|id| id.to_string())).collect()
}

/// How places are written, with two units of the side's own.
fn example(units: &[UnitId]) -> String {
    let spots = units.iter().zip(["12 40.5", "18 40"]).map(|(unit, at)| format!("{unit}: {at}"));
    spots.collect::<Vec<_>>().join("; ")
}

/// Who has no place yet, in words; nothing where all have one.
fn missing(units: &[UnitId], spots: &[Spot]) -> Option<String> {
    let left: Vec<&UnitId> =
        units.iter().filter(|unit| !spots.iter().any(|spot| spot.unit == **unit)).collect();
    (!left.is_empty()).then(|| format!("Not on the map yet: {}.", kernel::grammar::listed(&left)))
}

pub(super) fn forms(on: On<'_>) -> Vec<Form> {
    let battle = on.battle.id;
    let Some((side, what, units, spots)) = laid(on) else {
        let closes = on.own().is_some() && on.battle.step == Step::Sketch;
        return if closes {
            vec![on.act("close", "Close your sketch", &Command::Close { battle })]
        } else {
            Vec::new()
        };
    };
    let hint = format!(
        "Each unit with its inches from the left and the lower edge, as “{}”. Leaders stand by their names, batteries as \
         battery-1 on foot and horse-battery-1 of horse, numbered from 1.",
        example(&units)
    );
    let question = ("spots", "Where they stand", &*hint);
    let spots = Written(spots);
    match what {
        "sketch" => {
            // Also where no map is drawn with a script everybody reads whom to place.
            let words = match missing(&units, &spots.0) {
                Some(words) => words,
                None => "All of your brigades are on the map.".into(),
            };
            let keep = on.write(what, "Keep this sketch", question, &Command::Sketch { battle, spots });
            let mut forms = vec![keep.then(words).leading()];
            if digs(on, side) {
                // What the map proposes stands in the form as well, so that the button draws what is seen.
                let drawn = on.half(side).works.clone();
                let segments = Written(if drawn.is_empty() { proposed(on, side) } else { drawn });
                let most = s6_sketch::inches(on.setup(), on.battle);
                let label = format!("Lines of breastworks, {most} in all");
                let hint = "Points from left and below, as “10, 12; 30, 12”, and a stroke between lines: “10, 12; 30, 12 / 40, 10; 50, 10”.";
                let command = Command::PlaceBreastworks { battle, segments };
                forms.push(on.write(
                    "place-breastworks",
                    "Draw these breastworks",
                    ("segments", &label, hint),
                    &command,
                ));
            }
            let close = on.act("close", "Close your sketch", &Command::Close { battle });
            let close = close
                .then(if on.setup().options.by_sight() {
                    "When both have closed theirs, what can be seen is placed."
                } else {
                    "When both have closed theirs, the neutral places what is seen."
                })
                .ending();
            forms.push(match undrawn(on, side) {
                Some(words) => close.leaving(words),
                None => close,
            });
            forms
        }
        "nightfall" => {
            let mut words = "Whoever is not written down is off the field the next day.".to_owned();
            if let Some(left) = missing(&units, &spots.0) {
                words.push_str(&format!(" {left}"));
            }
            let leaders = on.battle.counters_on_table(side).into_iter().filter(|(_, there)| *there);
            let left = leaders.map(|(leader, _)| leader);
            let left =
                left.filter(|leader| !spots.0.iter().any(|spot| Id::from(spot.unit) == Id::from(*leader)));
            let left: Vec<&str> = left.map(|leader| on.setup().named(leader)).collect();
            if !left.is_empty() {
                let names = kernel::grammar::listed(left);
                words.push_str(&format!(" Leaders without a place have no night move: {names}."));
            }
            let command = Command::Nightfall { battle, spots };
            let form = on.write(what, "Write down where you stand at nightfall", question, &command);
            vec![form.then(words).leading()]
        }
        _ => {
            let command = Command::NightMove { battle, spots: Written(Vec::new()) };
            let form = on.write(what, "Move these units by night", question, &command);
            vec![form.then("Three standard moves at most, and not nearer to the enemy than at nightfall.")]
        }
    }
}
