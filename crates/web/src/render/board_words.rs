//! The board in inches in words: a table of what stands where, the same facts as the drawing.

use kernel::view::{FieldMap, LineStyle, MapPoint, Point, StandMark};
use maud::{Markup, html};

use super::board::ID;
use super::board_points::stacks;
use super::hexes::counters;
use super::reader::Reader;
use super::symbols::side_letter;
use super::words;

/// What the script lays a stand out with: the letter of its side, its symbol, its short name.
fn face(point: &MapPoint) -> Option<String> {
    let (stand, side) = (point.stand.as_ref()?, point.side?);
    Some(format!("{} {} {}", side_letter(side), counters::symbol(stand.symbol), stand.short))
}

/// The same facts as sentences and a table, for those who do not see the drawing.
pub(super) fn in_words(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    let stacks = stacks(map);
    html! {
        div class="words stack-s" {
            details class="unfold" id={ (ID) "-words" } {
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
                                @for (stack, point) in stacks.iter().flat_map(|stack| stack.pieces.iter().map(move |point| (stack, point))) {
                                    tr role="row" data-at={ (point.at.x) " " (point.at.y) } data-piece=[Some(&point.piece).filter(|piece| !piece.is_empty())] data-face=[face(point)] data-changed=[reader.passed.filter(|passed| passed.places.contains(&(point.at.x, point.at.y))).map(|_| "")] {
                                        th scope="row" role="rowheader" { (point.name) }
                                        td role="cell" data-head="What" { span { (point.kind) } }
                                        td role="cell" data-head="Whose" { span { @if let Some(side) = point.side { (words::side(reader, side)) } @else { "–" } } }
                                        td role="cell" data-head="Where" { span { (inches(point.at.x)) ", " (inches(point.at.y)) @if stack.pieces.len() > 1 { " (stack of " (stack.pieces.len()) ")" } } }
                                        td role="cell" data-head="Note" { span {
                                            (point.note)
                                            @let untold = |mark: &&StandMark| !point.note.to_lowercase().contains(mark.words());
                                            @for (n, mark) in point.stand.iter().flat_map(|stand| &stand.marks).filter(untold).enumerate() {
                                                @if n > 0 || !point.note.is_empty() { ", " } (mark.words())
                                            }
                                        } }
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
            (help())
        }
    }
}

/// The keys of the map; read out when it gets the focus.
fn help() -> Markup {
    html! {
        p class="note hb-help" id={ (ID) "-help" } {
            "On the map: arrow keys move the cursor by an inch, with Shift by a tenth; " kbd { "N" } " and " kbd { "P" }
            " go to the next and the last place where something stands; " kbd { "Enter" } " lists what stands there, or sets the place asked for; "
            kbd { "Esc" } " lets go; " kbd { "+" } " " kbd { "−" } " " kbd { "0" } " zoom; " kbd { "R" } " sets an end of the ruler. With a formation of the tray in hand "
            kbd { "Enter" } " sets one end of its line, then the other."
        }
    }
}

/// What a line is, between whose it is and where it runs.
fn style_words(style: LineStyle) -> &'static str {
    match style {
        LineStyle::Front => " line: ",
        LineStyle::Pocket => " pocket: ",
        LineStyle::Way => " way: ",
        LineStyle::Moved => " went back: ",
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
pub(super) fn inches(hundredths: i32) -> String {
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
}
