//! The board in inches as SVG: ground from its words, front lines by side, points; and the same in words below.

use kernel::view::{FieldMap, Form, LineStyle, MapLine, Point, PointLook};
use maud::{Markup, html};

use super::board_ground as ground;
use super::board_layers::Layer;
use super::board_points as points;
use super::board_tools as tools;
use super::board_tray::{self, tray};
use super::board_words::in_words;
use super::hexes;
use super::picture::under;
use super::reader::{Hand, Reader};
use super::symbols::side_letter;
use super::window::{self, Parts, Slots};

/// The width of the drawing in its own units; text sizes are made for it.
pub(super) const WIDTH: i32 = 720;

/// From hundredths of an inch, upwards, to drawing units, downwards.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) size: Point,
}

impl Scale {
    pub(super) fn height(self) -> i32 {
        (i64::from(WIDTH) * i64::from(self.size.y) / i64::from(self.size.x.max(1))) as i32
    }

    pub(super) fn x(self, x: i32) -> i32 {
        (i64::from(x) * i64::from(WIDTH) / i64::from(self.size.x.max(1))) as i32
    }

    pub(super) fn y(self, y: i32) -> i32 {
        self.height() - (i64::from(y) * i64::from(WIDTH) / i64::from(self.size.x.max(1))) as i32
    }

    pub(super) fn at(self, point: Point) -> (i32, i32) {
        (self.x(point.x), self.y(point.y))
    }

    pub(super) fn points(self, points: &[Point]) -> String {
        let words: Vec<String> = points
            .iter()
            .map(|point| {
                let (x, y) = self.at(*point);
                format!("{x},{y}")
            })
            .collect();
        words.join(" ")
    }
}

/// What the parts of the one board of a page are called in its addresses.
pub(super) const ID: &str = "inch";

/// The board with its tools, its legend and its words, among other blocks.
pub fn board(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    html! {
        (rooted(reader, map, "board inchboard", &html! {
            (drawn(reader, map))
            (lead(reader, map, None))
            p class="sr" id={ (ID) "-voice" } role="status" hx-morph-skip {}
            (legend(reader, map))
            (in_words(reader, map))
        }))
    }
}

/// The board that fills its page.
pub(super) fn window(reader: &Reader<'_>, map: &FieldMap, slots: &Slots<'_>) -> Markup {
    let parts = Parts {
        map: drawn(reader, map),
        lead: lead(reader, map, slots.ends),
        after: html! { (legend(reader, map)) (in_words(reader, map)) },
        orders: board_tray::orders(reader, map),
        voice: format!("{ID}-voice"),
    };
    rooted(reader, map, "board inchboard wb", &window::set(slots, &parts))
}

/// The element that the script knows the board by.
fn rooted(reader: &Reader<'_>, map: &FieldMap, class: &str, body: &Markup) -> Markup {
    let size = format!("{} {}", map.size.x, map.size.y);
    html! { div class=(class) id=(ID) data-size=(size) data-across=(WIDTH) data-lines=[course(reader, map)] { (body) } }
}

/// The lines that the reader can draw elsewhere, for the script.
fn course(reader: &Reader<'_>, map: &FieldMap) -> Option<String> {
    let edits: Vec<_> = map
        .lines
        .iter()
        .filter_map(|line| Some((line.side, side_letter(line.side), line.edit.as_ref()?)))
        .collect();
    let acts = matches!(reader.hand, Hand::Acts(_));
    (acts && !edits.is_empty()).then(|| serde_json::to_string(&edits).unwrap_or_default())
}

/// What is done with a press or a drag, and what stands where one pressed.
fn lead(reader: &Reader<'_>, map: &FieldMap, ends: Option<&Form>) -> Markup {
    html! {
        (tray(reader, map, ends))
        @if course(reader, map).is_some() { section class="ib-course stack-s ib-scripted" id={ (ID) "-course" } aria-label="The lines" hx-morph-skip {} }
        p class="ib-deed" id={ (ID) "-deed" } hx-morph-skip {}
        div class="hb-inspector" id={ (ID) "-inspector" } hx-morph-skip {}
    }
}

fn drawn(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    let scale = Scale { size: map.size };
    let height = scale.height();
    let ground = format!("{}{}", Layer::Ground.class(), if reader.picture.is_some() { " over" } else { "" });
    html! {
        (tools::tools(reader, map))
        div class="hb-fan" id={ (ID) "-fan" } aria-hidden="true" hx-morph-skip {}
        div class="map ib-pan" id={ (ID) "-pan" } tabindex="0" role="application" aria-roledescription="map in inches"
            aria-label=(map.description) aria-describedby={ (ID) "-help" }
        {
            svg class="ib-map" viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label=(map.description) {
                (ground::patterns())
                @if map.points.iter().any(|point| point.stand.is_some()) { defs { (hexes::counters::parts()) } }
                rect class="m-clear" width=(WIDTH) height=(height) {}
                @if let Some(picture) = reader.picture { (under(reader, picture, map.size, &Layer::Picture.class())) }
                g class=(ground) {
                    @for area in map.areas.iter().filter(|area| area.closed) { (ground::area(scale, area)) }
                    @for area in map.areas.iter().filter(|area| !area.closed) { (ground::area(scale, area)) }
                }
                (grid(map, scale))
                @if map.tray.is_some() { g id={ (ID) "-zones" } hx-morph-skip {} }
                @for line in &map.lines { (front(scale, line)) }
                @let stacks = points::stacks(map);
                @for (stack, roomy) in stacks.iter().zip(points::roomy(scale, &stacks)) { (points::mark(scale, stack, roomy)) }
                @for line in map.lines.iter().filter(|line| line.style == LineStyle::Moved) { (arrow(scale, line)) }
                @if map.lines.iter().any(|line| line.edit.is_some()) { g id={ (ID) "-lines" } hx-morph-skip {} }
                @if map.tray.is_some() { g id={ (ID) "-laid" } hx-morph-skip {} }
                // Names lie over everything that stands or is laid out, and are in nobody's way.
                g class="ib-names" { (points::labels(map, scale)) }
                g id={ (ID) "-over" } hx-morph-skip {}
            }
        }
    }
}

/// A line every six inches, or every twelve on a large board, with figures on the left and lower edge.
fn grid(map: &FieldMap, scale: Scale) -> Markup {
    let step = if map.size.x > 9600 { 1200 } else { 600 };
    let marks = |most: i32| (1..).map(move |n| n * step).take_while(move |at| *at < most);
    let path: String = marks(map.size.x)
        .map(|x| format!("M{} 0V{}", scale.x(x), scale.height()))
        .chain(marks(map.size.y).map(|y| format!("M0 {}H{WIDTH}", scale.y(y))))
        .collect();
    html! {
        path class="m-grid" d=(path) {}
        @for x in marks(map.size.x) {
            text class="ruler" x=(scale.x(x)) y=(scale.height() - 6) text-anchor="middle" { (x / 100) }
        }
        @for y in marks(map.size.y) {
            text class="ruler" x="6" y=(scale.y(y) + 6) { (y / 100) }
        }
    }
}

pub(super) fn side_class(side: Option<u8>) -> String {
    side.map_or_else(|| "no-side".to_owned(), |side| format!("side-{}", side_letter(side)))
}

fn front(scale: Scale, line: &MapLine) -> Markup {
    let points = scale.points(&line.points);
    html! {
        g class={ (side_class(Some(line.side))) " " (Layer::of_line(line.style).class()) } {
            @match line.style {
                LineStyle::Front => {
                    polyline class="m-casing" points=(points) {}
                    polyline class="m-front" points=(points) {}
                    @if side_letter(line.side) == "d" { polyline class="m-front-core" points=(points) {} }
                },
                LineStyle::Pocket => polygon class="m-pocket" points=(points) {},
                LineStyle::Way | LineStyle::Moved => polyline class="m-way" points=(points) {},
            }
        }
    }
}

/// How far a short way is told beside the stand that has gone it: the way itself may lie under its counter. The arrow has one
/// length on the screen, the inches are the true ones.
fn arrow(scale: Scale, line: &MapLine) -> Markup {
    let (Some(from), Some(to)) = (line.points.first(), line.points.last()) else { return html! {} };
    let (across, up) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    let far = across.hypot(up);
    if far < 1.0 {
        return html! {};
    }
    let (x, y) = scale.at(*to);
    let turn = across.atan2(up).to_degrees();
    let beside = |along: f64| (across / far * along, -up / far * along);
    let (right, below) = beside(22.0);
    html! {
        g class={ "m-gone " (side_class(Some(line.side))) " " (Layer::of_line(line.style).class()) } transform={ "translate(" (x) " " (y) ")" } {
            g class="ib-mark" {
                path class="m-arrow" d="M0 -15V-31M-5 -26L0 -31.5L5 -26" transform={ "rotate(" (format!("{turn:.0}")) ")" } {}
                text x=(format!("{:.0}", right + 8.0)) y=(format!("{:.0}", below + 5.0)) { (format!("{:.2}", far / 100.0)) }
            }
        }
    }
}

fn legend(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    let mut sides: Vec<u8> =
        map.lines.iter().filter(|line| line.style == LineStyle::Front).map(|line| line.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut kinds: Vec<(Option<u8>, &str, PointLook)> = map
        .points
        .iter()
        .map(|point| (point.side, point.kind.as_str(), point.look))
        .filter(|(_, kind, _)| !kind.is_empty())
        .collect();
    kinds.sort_unstable();
    kinds.dedup_by_key(|(side, kind, _)| (*side, *kind));
    html! {
        @if !sides.is_empty() || !kinds.is_empty() {
            ul class="legend" {
                @for side in sides {
                    li {
                        svg viewBox="0 0 56 24" aria-hidden="true" class=(side_class(Some(side))) {
                            path class="m-front" d="M2 12H54" {}
                            @if side_letter(side) == "d" { path class="m-front-core" d="M2 12H54" {} }
                        }
                        (reader.side_name(side)) " line"
                    }
                }
                @for (side, kind, look) in kinds {
                    li {
                        svg viewBox="-28 -12 56 24" aria-hidden="true" class=(side_class(side)) {
                            path class="m-point" d="M-9 -9H9V9H-9Z" {}
                            path class="m-mark" d=(ground::mark_of(look)) {}
                        }
                        @if let Some(side) = side { (reader.side_name(side)) " " }
                        (kind)
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_left_corner_is_drawn_lower_left() {
        let scale = Scale { size: Point { x: 7200, y: 6000 } };
        assert_eq!(scale.at(Point { x: 0, y: 0 }), (0, 600));
        assert_eq!(scale.at(Point { x: 7200, y: 6000 }), (720, 0));
    }
}
