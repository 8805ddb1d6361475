//! Points on the board and the names of points and ground.

use kernel::view::{FieldMap, MapPoint};
use maud::{Markup, html};

use super::board::{Scale, WIDTH, side_class};
use super::board_ground as ground;
use super::board_labels::{Labels, Spot};
use super::symbols::side_letter;

/// How far a mark reaches from its middle.
const REACH: i32 = 13;

/// A point in its side's corner shape, with what it is inside.
pub(super) fn mark(scale: Scale, point: &MapPoint) -> Markup {
    let (x, y) = place(scale, point);
    let shape = match point.side.map(side_letter) {
        Some("a") => "M-9 -9H9V9H-9Z",
        Some("b") => "M-5 -9H5L9 -5V9H-9V-5Z",
        Some("c") => "M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10Z",
        Some(_) => "M-9 -9H-4V-6H4V-9H9V9H4V6H-4V9H-9Z",
        None => "M0 -13L13 0L0 13L-13 0Z",
    };
    html! {
        g class=(side_class(point.side)) transform={ "translate(" (x) " " (y) ")" } {
            title { (point.name) ", " (point.kind) @if !point.note.is_empty() { ". " (point.note) } }
            path class="m-point" d=(shape) {}
            path class="m-mark" d=(ground::mark_of(&format!("{} {}", point.kind, point.name))) {}
        }
    }
}

/// Where a mark is drawn: whole, also at the edge of the board.
fn place(scale: Scale, point: &MapPoint) -> (i32, i32) {
    let (x, y) = scale.at(point.at);
    (x.clamp(REACH, WIDTH - REACH), y.clamp(REACH, (scale.height() - REACH).max(REACH)))
}

/// The names: places first, then ground that no place has named already, then everything else by its short name.
pub(super) fn labels(map: &FieldMap, scale: Scale) -> Markup {
    let mut labels = Labels::new(scale.height());
    for point in &map.points {
        let (x, y) = place(scale, point);
        labels.keep_clear(x, y, REACH + 1);
    }
    for line in &map.lines {
        let points: Vec<(i32, i32)> = line.points.iter().map(|point| scale.at(*point)).collect();
        labels.keep_clear_along(&points);
    }
    let named = |points: &[&MapPoint], labels: &mut Labels| -> Vec<(String, Spot)> {
        let name = |point: &&MapPoint| {
            let name = short(&point.name).to_owned();
            let spot = labels.place_beside(&name, place(scale, point));
            (name, spot)
        };
        points.iter().filter(|point| !point.name.is_empty()).map(name).collect()
    };
    let (places, things): (Vec<&MapPoint>, Vec<&MapPoint>) =
        map.points.iter().partition(|point| is_place(point));
    let places = named(&places, &mut labels);
    let grounds: Vec<(&str, Spot)> = map
        .areas
        .iter()
        .filter(|area| !area.name.is_empty() && !places.iter().any(|(name, _)| alike(name, &area.name)))
        .map(|area| (area.name.as_str(), labels.place_in(&area.name, ground::middle(scale, area))))
        .collect();
    let things = named(&things, &mut labels);
    html! {
        @for (name, spot) in grounds { (text("ground", name, spot)) }
        @for (name, spot) in &things { (text("thing", name, *spot)) }
        @for (name, spot) in &places { (text("place", name, *spot)) }
    }
}

fn text(class: &str, name: &str, spot: Spot) -> Markup {
    html! { text class=(class) x=(spot.x) y=(spot.y) text-anchor=(spot.anchor) { (name) } }
}

/// What comes before the first comma: the rest stands in the list below the map.
fn short(name: &str) -> &str {
    name.split(',').next().unwrap_or(name).trim()
}

fn is_place(point: &MapPoint) -> bool {
    let kind = point.kind.to_lowercase();
    ["location", "objective", "town", "village", "place"].iter().any(|word| kind.contains(word))
}

/// Whether ground and place bear the same name: "Station" and "Railway station".
fn alike(place: &str, ground: &str) -> bool {
    let (place, ground) = (place.to_lowercase(), ground.to_lowercase());
    place.contains(&ground) || ground.contains(&place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_said_once_and_short() {
        assert_eq!(short("F1, AT minefield, 3x3 inch"), "F1");
        assert!(alike("Railway station", "Station"));
        assert!(!alike("Hill 98", "Hill 112"));
    }
}
