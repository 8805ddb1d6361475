//! The picture under a board in inches, and the umpire's page on which it is laid, set right and shown.

use kernel::Refusals;
use kernel::view::{Point, ShownRefusal};
use maud::{Markup, html};
use table::{Mark, Picture, Placed};

use super::board::WIDTH;
use super::board_words::inches;
use super::frame::head;
use super::reader::Reader;
use super::words;

/// Where its file lies, for this seat.
fn address(reader: &Reader<'_>, picture: &Picture) -> String {
    let ending = picture.media.strip_prefix("image/").unwrap_or("png");
    reader.link(&format!("/picture/{}.{ending}", picture.digest))
}

/// The picture as it lies under the board.
pub(super) fn under(reader: &Reader<'_>, picture: &Picture, size: Point, class: &str) -> Markup {
    let href = address(reader, picture);
    let height = f64::from(WIDTH) * f64::from(size.y) / f64::from(size.x.max(1));
    html! {
        @match &picture.placed {
            Placed::Edges => {
                image class=(class) href=(href) width=(WIDTH) height=(format!("{height:.0}")) preserveAspectRatio="none" {}
            },
            Placed::Marks(marks) => {
                image class=(class) href=(href) width=(picture.width) height=(picture.height) preserveAspectRatio="none"
                    transform=(matrix(marks, size, height)) {}
            },
        }
    }
}

/// From pixels to the units of the drawing: shifted, turned and made larger or smaller alike along both edges, so that
/// both places come to lie where they are.
fn matrix(marks: &[Mark; 2], size: Point, height: f64) -> String {
    let one = &marks[0];
    let unit = f64::from(WIDTH) / f64::from(size.x.max(1));
    let (along, across) = turn(marks);
    let (a, b) = (unit * along, -unit * across);
    let (px, py) = (f64::from(one.right), f64::from(one.down));
    let e = unit * f64::from(one.x) - a * px + b * py;
    let f = height - unit * f64::from(one.y) - b * px - a * py;
    format!("matrix({a:.6} {b:.6} {:.6} {a:.6} {e:.3} {f:.3})", -b)
}

/// The way between the places on the map over that on the picture, as complex numbers: how much larger, in hundredths of
/// an inch a pixel, and how far turned.
fn turn([one, other]: &[Mark; 2]) -> (f64, f64) {
    let (u, v) = (f64::from(other.right) - f64::from(one.right), f64::from(one.down) - f64::from(other.down));
    let (x, y) = (f64::from(other.x) - f64::from(one.x), f64::from(other.y) - f64::from(one.y));
    let square = u * u + v * v;
    ((x * u + y * v) / square, (y * u - x * v) / square)
}

/// How a picture lies that two places set: its scale, and how far it is turned, in whole degrees.
fn lies(marks: &[Mark; 2]) -> (String, i64) {
    let (along, across) = turn(marks);
    let degrees = across.atan2(along).to_degrees().round() as i64;
    let turned = match degrees.abs() {
        0 => "not turned".to_owned(),
        by => format!("turned by {by}°"),
    };
    (format!("{turned}; 100 of its pixels are {:.2} inches", along.hypot(across)), degrees.abs())
}

/// What the umpire's page is drawn from.
pub struct Page<'a> {
    /// The size of the map, where the system has one in inches.
    pub size: Option<Point>,
    /// Whether everybody sees the picture as the umpire does.
    pub shown: bool,
    /// Whether the campaign has ended.
    pub over: bool,
    /// Proves that a form came from a page of this session.
    pub csrf: &'a str,
    /// Which form was refused, and why.
    pub refused: Option<(&'a str, &'a Refusals)>,
    /// What had been entered.
    pub entered: &'a dyn Fn(&str) -> Option<String>,
}

/// The umpire's page.
pub fn page(reader: &Reader<'_>, page: &Page<'_>) -> Markup {
    let lede = html! { p class="lede" { "A picture of the ground lies under the map. It is for looking at: distances, places and ground stay those of the set-up." } };
    html! {
        (head("Picture under the map", lede, html! {}))
        @match page.size {
            None => {
                p class="empty" { "This campaign is not fought on a map in inches, so no picture lies under one." }
                (refusal(reader, page, "lay"))
            }
            Some(_) if page.over => {
                p class="empty" { "The campaign has ended. Its maps stay as they are." }
                (refusal(reader, page, "lay"))
            }
            Some(size) => div class="cols two" {
                div class="stack-l" {
                    @if let Some(picture) = reader.picture { (place(reader, page, picture, size)) }
                    @else { (lay(reader, page)) }
                }
                div class="stack-l" {
                    @if let Some(picture) = reader.picture { (show(reader, page, picture)) (lay(reader, page)) }
                }
            },
        }
    }
}

fn refusal(reader: &Reader<'_>, page: &Page<'_>, form: &str) -> Markup {
    html! {
        @if let Some((_, refusals)) = page.refused.filter(|(refused, _)| *refused == form) {
            div role="alert" { (words::refusal(reader, &format!("r-{form}"), &ShownRefusal::all(refusals))) }
        }
    }
}

fn lay(reader: &Reader<'_>, page: &Page<'_>) -> Markup {
    let heading = if reader.picture.is_some() { "Another picture" } else { "Lay a picture" };
    html! {
        section class="panel" id="lay" aria-labelledby="h-lay" {
            header { h2 id="h-lay" { (heading) } }
            form class="in stack" method="post" enctype="multipart/form-data" action=(reader.link("/picture")) {
                div class="field" {
                    label class="lab" for="picture-file" { "Picture" }
                    span class="hint" id="picture-file-h" {
                        "PNG, JPEG or WebP of at most " (pictures::MOST_BYTES / 1024 / 1024) " megabytes and "
                        (pictures::MOST_PIXELS / 1_000_000) " million pixels. It is drawn again, so that nothing else of the file is kept, such as where a photo was taken."
                    }
                    input type="file" id="picture-file" name="picture" accept="image/png,image/jpeg,image/webp" required aria-describedby="picture-file-h";
                }
                p class="note" { "Nobody else sees it before you show it." }
                div class="row" { button class={ "btn" @if reader.picture.is_none() { " go" } } type="submit" id="b-lay" { "Lay it under the map" } }
                input type="hidden" name="csrf" value=(page.csrf);
            }
            (refusal(reader, page, "lay"))
        }
    }
}

/// The picture large, with the two places that set it to the map's inches.
fn place(reader: &Reader<'_>, page: &Page<'_>, picture: &Picture, size: Point) -> Markup {
    let marks = match &picture.placed {
        Placed::Marks(marks) => Some(marks),
        Placed::Edges => None,
    };
    /// A picture that was photographed askew is turned by less, in degrees.
    const ASKEW: i64 = 10;
    let lies = marks.map(lies);
    let state = match marks {
        Some(_) => "set by two places",
        None => "its edges are the map’s edges",
    };
    let value =
        |name: &str, n: usize, known: Option<String>| (page.entered)(&format!("{name}-{n}")).or(known);
    html! {
        section class="panel yours" id="place" aria-labelledby="h-place" {
            header { h2 id="h-place" { "Where it lies" } span class="note" { (state) } }
            div class="calibrate" data-width=(picture.width) data-height=(picture.height) {
                img src=(address(reader, picture)) width=(picture.width) height=(picture.height) alt="The picture as it was laid";
                svg class="calibrate-over" viewBox={ "0 0 " (picture.width) " " (picture.height) } aria-hidden="true" id="calibrate-over" {}
            }
            @if let Some((words, degrees)) = &lies {
                div class="in" {
                    p id="lies" { "By these places the picture is " (words) "." }
                    @if *degrees >= ASKEW {
                        p class="refusal" id="askew" { strong { "Look again. " } "Is the map meant to be turned so far? Perhaps an inch was counted from above: both are counted from the map’s lower left corner. Or the two places were mixed up." }
                    }
                }
            }
            form class="in stack" method="post" action=(reader.link("/picture/place")) id="f-place" {
                p { "Name two places that you know on the map, far apart. Press each on the picture, or type its pixels; then its inches, from the map’s lower left corner. The map is " (inches(size.x)) " by " (inches(size.y)) " inches." }
                @for n in 1..=2usize {
                    @let mark = marks.and_then(|marks| marks.get(n - 1));
                    fieldset class="field calibrate-mark" {
                        legend class="lab" { (if n == 1 { "First place" } else { "Second place" }) }
                        div class="row" {
                            @for (name, label, known) in [
                                ("right", "Pixels right", mark.map(|mark| mark.right.to_string())),
                                ("down", "Pixels down", mark.map(|mark| mark.down.to_string())),
                                ("x", "Inches from the left", mark.map(|mark| inches(mark.x))),
                                ("y", "Inches from below", mark.map(|mark| inches(mark.y))),
                            ] {
                                @let id = format!("place-{name}-{n}");
                                div {
                                    label class="hint" for=(id) { (label) }
                                    input type="text" inputmode="decimal" id=(id) name={ (name) "-" (n) } maxlength="8" autocomplete="off" required value=[value(name, n, known)];
                                }
                            }
                        }
                    }
                }
                p class="sr" role="status" id="calibrate-voice" {}
                div class="row" { button class="btn go" type="submit" id="b-place" { "Set it by these two places" } }
                input type="hidden" name="csrf" value=(page.csrf);
            }
            (refusal(reader, page, "place"))
            @if marks.is_some() {
                form class="in" method="post" action=(reader.link("/picture/place")) {
                    button class="btn" type="submit" name="edges" value="1" id="b-edges" { "Make its edges the map’s edges" }
                    input type="hidden" name="csrf" value=(page.csrf);
                }
            }
        }
    }
}

fn show(reader: &Reader<'_>, page: &Page<'_>, picture: &Picture) -> Markup {
    html! {
        section class="panel" id="show" aria-labelledby="h-show" {
            header { h2 id="h-show" { "Who sees it" } span class="note" { (if page.shown { "everyone" } else { "you alone, as it lies" }) } }
            div class="in stack-s" {
                p { (picture.width) " by " (picture.height) " pixels. Look at it under the map before you show it." }
                form class="row" method="post" action=(reader.link("/picture/show")) {
                    @if page.shown {
                        button class="btn" type="submit" name="show" value="no" id="b-hide" { "Take it from everyone’s maps" }
                    } @else {
                        button class="btn go" type="submit" name="show" value="yes" id="b-show" { "Show it to everyone" }
                    }
                    input type="hidden" name="csrf" value=(page.csrf);
                }
                @if page.shown { p class="note" { "Whoever has seen it may have kept it. The log keeps it too." } }
            }
            (refusal(reader, page, "show"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(matrix: &str) -> Vec<f64> {
        let inner = matrix.trim_start_matches("matrix(").trim_end_matches(')');
        inner.split(' ').map(|number| number.parse().unwrap()).collect()
    }

    #[test]
    fn inches_counted_from_above_turn_a_picture() {
        let mark = |right, down, x, y| Mark { right, down, x, y };
        let right = [mark(100, 100, 1000, 5000), mark(1400, 1100, 6200, 1000)];
        assert_eq!(lies(&right), ("not turned; 100 of its pixels are 4.00 inches".into(), 0));
        let from_above = [mark(100, 100, 1000, 1000), mark(1400, 1100, 6200, 5000)];
        let (words, degrees) = lies(&from_above);
        assert_eq!(degrees, 75);
        assert!(words.starts_with("turned by 75°"), "{words}");
        let exchanged = [mark(100, 100, 6200, 1000), mark(1400, 1100, 1000, 5000)];
        assert_eq!(lies(&exchanged).1, 180);
    }

    /// Whatever the two places are, both come to lie where they are on the map.
    #[test]
    fn both_places_lie_where_they_are() {
        let size = Point { x: 7200, y: 6000 };
        let mark = |right, down, x, y| Mark { right, down, x, y };
        for marks in [
            [mark(0, 600, 0, 0), mark(720, 0, 7200, 6000)],
            [mark(100, 100, 1200, 4800), mark(900, 640, 6000, 1200)],
            // Turned by a quarter.
            [mark(0, 0, 0, 0), mark(100, 0, 0, 1000)],
        ] {
            let n = numbers(&matrix(&marks, size, 600.0));
            for mark in marks {
                let (u, v) = (f64::from(mark.right), f64::from(mark.down));
                let x = n[0] * u + n[2] * v + n[4];
                let y = n[1] * u + n[3] * v + n[5];
                assert!((x - f64::from(mark.x) / 10.0).abs() < 0.01, "{x} {mark:?}");
                assert!((y - (600.0 - f64::from(mark.y) / 10.0)).abs() < 0.01, "{y} {mark:?}");
            }
        }
    }
}
