//! The board in inches as SVG: ground from its words, front lines by side, points; and the same in words below.

use kernel::view::{FieldMap, LineStyle, MapLine, Point};
use maud::{Markup, html};

use super::board_ground as ground;
use super::board_points as points;
use super::reader::Reader;
use super::symbols::side_letter;
use super::words;

/// The width of the drawing in its own units; text sizes are made for it.
pub(super) const WIDTH: i32 = 720;

/// From hundredths of an inch, upwards, to drawing units, downwards.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    size: Point,
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

/// The board with its legend and its words.
pub fn board(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    let scale = Scale { size: map.size };
    let height = scale.height();
    html! {
        div class="board" {
            div class="map" {
                svg viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label=(map.description) {
                    (ground::patterns())
                    rect class="m-clear" width=(WIDTH) height=(height) {}
                    (grid(map, scale))
                    @for area in map.areas.iter().filter(|area| area.closed) { (ground::area(scale, area)) }
                    @for area in map.areas.iter().filter(|area| !area.closed) { (ground::area(scale, area)) }
                    @for line in &map.lines { (front(scale, line)) }
                    @for point in &map.points { (points::mark(scale, point)) }
                    (points::labels(map, scale))
                }
            }
            (legend(reader, map))
            (in_words(reader, map))
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
        g class=(side_class(Some(line.side))) {
            @match line.style {
                LineStyle::Front => {
                    polyline class="m-casing" points=(points) {}
                    polyline class="m-front" points=(points) {}
                    @if side_letter(line.side) == "d" { polyline class="m-front-core" points=(points) {} }
                },
                LineStyle::Pocket => polygon class="m-pocket" points=(points) {},
                LineStyle::Way => polyline class="m-way" points=(points) {},
            }
        }
    }
}

fn legend(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    let mut sides: Vec<u8> =
        map.lines.iter().filter(|line| line.style == LineStyle::Front).map(|line| line.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut kinds: Vec<(Option<u8>, &str)> = map
        .points
        .iter()
        .map(|point| (point.side, point.kind.as_str()))
        .filter(|(_, kind)| !kind.is_empty())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
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
                @for (side, kind) in kinds {
                    li {
                        svg viewBox="-28 -12 56 24" aria-hidden="true" class=(side_class(side)) {
                            path class="m-point" d="M-9 -9H9V9H-9Z" {}
                            path class="m-mark" d=(ground::mark_of(kind)) {}
                        }
                        @if let Some(side) = side { (reader.side_name(side)) " " }
                        (kind)
                    }
                }
            }
        }
    }
}

/// The same facts as sentences and a table, for those who do not see the drawing.
fn in_words(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    html! {
        div class="words" {
            details class="unfold" {
                summary { "The map in words" }
                div class="stack-s" {
                    p class="note" { (map.description) " " (inches(map.size.x)) " by " (inches(map.size.y)) " inches, measured from the lower left corner." }
                    @if !map.areas.is_empty() {
                        ul class="note" {
                            @for area in &map.areas {
                                li { @if !area.name.is_empty() { (area.name) ": " } (area.kind) ", " (extent(&area.outline)) "." }
                            }
                        }
                    }
                    @if !map.points.is_empty() {
                        table class="tbl wide" role="table" {
                            caption class="sr" { "Points on the map" }
                            thead role="rowgroup" {
                                tr role="row" {
                                    @for head in ["Name", "What", "Whose", "Where", "Note"] { th scope="col" role="columnheader" { (head) } }
                                }
                            }
                            tbody role="rowgroup" {
                                @for point in &map.points {
                                    tr role="row" {
                                        th scope="row" role="rowheader" { (point.name) }
                                        td role="cell" data-head="What" { span { (point.kind) } }
                                        td role="cell" data-head="Whose" { span { @if let Some(side) = point.side { (words::side(reader, side)) } @else { "–" } } }
                                        td role="cell" data-head="Where" { span { (inches(point.at.x)) ", " (inches(point.at.y)) } }
                                        td role="cell" data-head="Note" { span { (point.note) } }
                                    }
                                }
                            }
                        }
                    }
                    @for line in &map.lines {
                        p class="note" {
                            (reader.side_name(line.side)) (style_words(line.style))
                            @for (n, point) in line.points.iter().enumerate() {
                                @if n > 0 { " – " } (inches(point.x)) ", " (inches(point.y))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What a line is, between whose it is and where it runs.
fn style_words(style: LineStyle) -> &'static str {
    match style {
        LineStyle::Front => " line: ",
        LineStyle::Pocket => " pocket: ",
        LineStyle::Way => " way: ",
    }
}

fn extent(outline: &[Point]) -> String {
    let xs = || outline.iter().map(|point| point.x);
    let ys = || outline.iter().map(|point| point.y);
    match (xs().min(), xs().max(), ys().min(), ys().max()) {
        (Some(left), Some(right), Some(low), Some(high)) => {
            format!("from {}, {} to {}, {}", inches(left), inches(low), inches(right), inches(high))
        }
        _ => "nowhere".to_owned(),
    }
}

/// Hundredths of an inch in inches: `33`, `33.5`, `33.25`.
fn inches(hundredths: i32) -> String {
    let (whole, rest) = (hundredths / 100, (hundredths % 100).abs());
    match rest {
        0 => whole.to_string(),
        rest if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        rest => format!("{whole}.{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_are_written_as_short_as_they_are() {
        assert_eq!(inches(3300), "33");
        assert_eq!(inches(3350), "33.5");
        assert_eq!(inches(3305), "33.05");
    }

    #[test]
    fn the_lower_left_corner_is_drawn_lower_left() {
        let scale = Scale { size: Point { x: 7200, y: 6000 } };
        assert_eq!(scale.at(Point { x: 0, y: 0 }), (0, 600));
        assert_eq!(scale.at(Point { x: 7200, y: 6000 }), (720, 0));
    }
}
