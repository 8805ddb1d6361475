//! The front after a battle, told.

use kernel::RuleId;
use kernel::view::Text;

use super::by;
use crate::event::{Contact, ContactWhy, EscapeModifier, Event};
use crate::measure::Point;
use crate::setup::charts::Escape;
use crate::view::natural::by_unit;
use crate::view::prose::{counted, listed, signed};
use crate::words::{Side, Status};

/// Where a side's line is too near to an enemy, each place once.
fn too_near(told: Text, side: Side, near: &[(Side, Point)]) -> Text {
    let mut points: Vec<String> = Vec::new();
    for (_, point) in near.iter().filter(|(of, _)| *of == side) {
        let point = format!("({point})");
        if !points.contains(&point) {
            points.push(point);
        }
    }
    if points.is_empty() {
        return told;
    }
    told.say(" The line of ")
        .side(side.number())
        .say(format!(" is too near to an enemy at {}.", listed(&points)))
}

/// Disengagement, lines, status, escapes.
pub(super) fn front(event: &Event) -> Option<Text> {
    let referee = RuleId("BF-2.1.2.4.P-2");
    Some(match event {
        Event::Disengaged { moves, contacts } => {
            let mut moves: Vec<_> = moves.iter().collect();
            moves.sort_by(|(a, _), (b, _)| by_unit(a, b));
            let moved: Vec<String> = moves.iter().map(|(unit, to)| format!("{unit} to {to}")).collect();
            let moved = match moved.len() {
                0 => "Nobody moves back.".into(),
                _ => format!("Back go {}.", moved.join("; ")),
            };
            let stays: String = contacts.iter().map(|pair| format!(" {}", contact(pair))).collect();
            Text::new(format!("All stands on the map were shown. {moved}{stays}"))
                .rule(RuleId("BF-2.1.2.4.1-1"))
        }
        Event::UnitMoved { unit, to, reason } => Text::new(format!("The umpire put {unit} of "))
            .side(unit.side.number())
            .say(format!(" at {to}: {reason}"))
            .rule(referee),
        Event::PerimeterDrawn { behind, near, .. } => {
            let of = |wanted: Status| behind.iter().filter(|(_, status)| *status == wanted).count() as i64;
            let told = format!(
                "Both lines were drawn: {} isolated, {} cut off.",
                counted(of(Status::Isolated), "unit", "units"),
                counted(of(Status::CutOff), "unit", "units")
            );
            Side::BOTH
                .into_iter()
                .fold(Text::new(told), |told, side| too_near(told, side, near))
                .rule(RuleId("BF-2.1.2.4.2-1"))
        }
        Event::StatusSet { unit, status, reason } => Text::new(format!("The umpire ruled {unit} of "))
            .side(unit.side.number())
            .say(format!(" {}: {reason}", status.prose()))
            .rule(referee),
        Event::LineEdited { side, points, reason } if points.is_empty() => {
            Text::new("The umpire took the line of ")
                .side(side.number())
                .say(format!(" away: {reason}"))
                .rule(referee)
        }
        Event::LineEdited { side, points, reason } => {
            let points: Vec<String> = points.iter().map(ToString::to_string).collect();
            let course = points.join("; ");
            Text::new("The umpire drew the line of ")
                .side(side.number())
                .say(format!(" otherwise, so that it runs {course}: {reason}"))
                .rule(referee)
        }
        Event::EscapeChosen { side, stands } => {
            by(*side).say(escape_chosen(stands)).rule(RuleId("BF-2.1.2.4.3-1"))
        }
        Event::RemainChosen { side, stand } => {
            by(*side).say(format!(": {stand} remains in place.")).rule(RuleId("BF-2.1.2.4.3-1"))
        }
        Event::EscapeTried { unit, modifiers, outcome, wreck } => {
            let listed: Vec<String> = modifiers.iter().map(modifier).collect();
            let with = if listed.is_empty() { String::new() } else { format!(" ({})", listed.join(", ")) };
            let told = match (outcome, wreck) {
                (Escape::Escapes, _) => "escaped and rejoined its formation".into(),
                (Escape::Abandons, Some(wreck)) => format!("was abandoned where it stood, as {wreck}"),
                (Escape::Abandons, None) => "was abandoned and is lost, as it is not of class A".into(),
                (Escape::Eliminated, _) => "was eliminated".into(),
            };
            whose(unit.side, &format!("{unit}{with} {told}.")).rule(RuleId("BF-T8"))
        }
        _ => return None,
    })
}

fn whose(side: Side, words: &str) -> Text {
    by(side).say(format!(": {words}"))
}

fn escape_chosen(stands: &[kernel::Id]) -> String {
    let names: Vec<String> = stands.iter().map(ToString::to_string).collect();
    match names.len() {
        1 => format!(": {} tries to escape.", names[0]),
        _ => format!(": {} try to escape with one die.", listed(&names)),
    }
}

fn modifier((kind, amount): &(EscapeModifier, i32)) -> String {
    format!("{} {}", kind.label().to_lowercase(), signed(*amount))
}

/// Why two units stay in contact, in a sentence.
pub(crate) fn contact(contact: &Contact) -> String {
    let [first, second] = contact.units;
    let why = match contact.why {
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
    };
    format!("{first} and {second} stay in contact: {why}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_s_line_and_each_place_is_told_once() {
        let at = |x: i32| Point::new(x, 1800);
        let near = [(Side::SECOND, at(4500)), (Side::SECOND, at(4500)), (Side::FIRST, at(100))];
        let told = |side| too_near(Text::empty(), side, &near).plain(&[]);
        assert!(
            told(Side::SECOND).ends_with(" is too near to an enemy at (45, 18)."),
            "{}",
            told(Side::SECOND)
        );
        assert!(told(Side::FIRST).ends_with(" is too near to an enemy at (1, 18)."), "{}", told(Side::FIRST));
        assert_eq!(too_near(Text::empty(), Side::FIRST, &near[..2]), Text::empty());
    }
}
