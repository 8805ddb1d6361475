//! Ground and the marks of points as they are drawn. Ground of no look of its own is outlined, never left out.

use kernel::view::{Area, AreaLook, Point, PointLook};
use maud::{Markup, html};

use super::board::Scale;

/// The patterns that ground is filled with.
pub(super) fn patterns() -> Markup {
    html! {
        defs {
            pattern id="p-hach" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(20)" {
                path class="m-hach-line" d="M3 2v7M10 6v7" {}
            }
            pattern id="p-crowns" width="22" height="20" patternUnits="userSpaceOnUse" {
                path class="m-crown" d="M3 8a3.5 3.5 0 1 1 7 0M6.5 8v3M14 17a3.5 3.5 0 1 1 7 0M17.5 17v3" {}
            }
            pattern id="p-built" width="16" height="16" patternUnits="userSpaceOnUse" {
                path class="m-block" d="M2 2h6v6h-6zM10 9h5v5h-5z" {}
            }
            pattern id="p-not" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                path class="m-not-line" d="M0 0v9" {}
            }
            pattern id="p-stone" width="13" height="13" patternUnits="userSpaceOnUse" {
                path class="m-block" d="M1 1h9v9h-9z" {}
            }
        }
    }
}

/// One stretch of ground.
pub(super) fn area(scale: Scale, area: &Area) -> Markup {
    let points = scale.points(&area.outline);
    let line = |class: &str| html! { polyline class=(class) points=(points) {} };
    let fill = |class: &str| html! { polygon class=(class) points=(points) {} };
    html! {
        @match (area.look, area.closed) {
            (AreaLook::Railway, _) => { (line("m-rail")) (line("m-ties")) },
            (AreaLook::Road, _) => { (line("m-road")) (line("m-road-core")) },
            (AreaLook::Path, _) => (line("m-path")),
            (AreaLook::Water, true) => (fill("m-water")),
            (AreaLook::Water, false) => (line("m-river")),
            (AreaLook::Gully, true) => { (fill("m-slope")) (fill("m-hach")) },
            (AreaLook::Gully, false) => (line("m-gully")),
            (AreaLook::Hill { levels }, true) => {
                (fill("m-slope"))
                @for level in 1..levels { polygon class="m-crest" points=(scale.points(&shrunk(&area.outline, 100 - 45 * i64::from(level)))) {} }
            },
            (AreaLook::Woods, true) => { (fill("m-woods")) (fill("m-crowns")) },
            (AreaLook::Rough, true) => (fill("m-rough")),
            (AreaLook::Stone, true) => { (fill("m-town")) (fill("m-stone")) },
            (AreaLook::Built, true) => { (fill("m-town")) (fill("m-built")) },
            (AreaLook::Other, true) => (fill("m-other")),
            (AreaLook::Hill { .. } | AreaLook::Woods | AreaLook::Rough, false) => (line("m-other")),
            (AreaLook::Stone | AreaLook::Built | AreaLook::Other, false) => (line("m-other")),
        }
    }
}

/// The outline drawn in towards its middle, to so many hundredths.
fn shrunk(outline: &[Point], percent: i64) -> Vec<Point> {
    let n = i64::try_from(outline.len().max(1)).unwrap_or(1);
    let middle = |sum: i64| sum / n;
    let x = middle(outline.iter().map(|point| i64::from(point.x)).sum());
    let y = middle(outline.iter().map(|point| i64::from(point.y)).sum());
    let inward = |at: i32, middle: i64| (middle + (i64::from(at) - middle) * percent / 100) as i32;
    outline.iter().map(|point| Point { x: inward(point.x, x), y: inward(point.y, y) }).collect()
}

/// The middle of ground, with half of its height and of its width; a line is no wider than its name.
#[derive(Clone, Copy)]
pub(super) struct Middle {
    pub x: i32,
    pub y: i32,
    pub high: i32,
    pub wide: i32,
}

/// Where the name of a stretch of ground goes by preference, and how much room it has there.
pub(super) fn middle(scale: Scale, area: &Area) -> Middle {
    let (xs, ys): (Vec<i32>, Vec<i32>) = area.outline.iter().map(|point| scale.at(*point)).unzip();
    let span = |values: &[i32]| {
        (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (span(&xs), span(&ys));
    let x = (left + right) / 2;
    if area.closed {
        return Middle { x, y: (top + bottom) / 2, high: (bottom - top) / 2, wide: (right - left) / 2 };
    }
    // A line is named beside the middle of its course.
    let (x, y) = area.outline.get(area.outline.len() / 2).map_or((x, 0), |point| scale.at(*point));
    Middle { x, y, high: 8, wide: 0 }
}

/// The mark inside a point.
pub(super) fn mark_of(look: PointLook) -> &'static str {
    match look {
        PointLook::Wreck => "M-5 -5L5 5M5 -5L-5 5",
        PointLook::Obstacle => "M-6 3L-3 -3L0 3L3 -3L6 3",
        PointLook::Mines => "M-4 0h.1M0 0h.1M4 0h.1",
        PointLook::Works => "M-6 4V-1H6V4M-3 -1V-4H3V-1",
        PointLook::Entry => "M-5 0H5M1 -4L5 0L1 4",
        PointLook::Unit => "M-6 -4H6V4H-6Z",
        PointLook::Place => "M-3 6V-6L5 -3L-3 0",
        PointLook::Other => "M-1 0h2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(closed: bool, outline: &[(i32, i32)]) -> Area {
        let outline = outline.iter().map(|(x, y)| Point { x: *x, y: *y }).collect();
        Area { name: "Hill 112".into(), kind: "hill".into(), look: AreaLook::Woods, closed, outline }
    }

    #[test]
    fn ground_is_named_in_its_middle_and_a_line_beside_the_middle_of_its_course() {
        let scale = Scale { size: Point { x: 7200, y: 4800 } };
        let at = |x, y| scale.at(Point { x, y });
        let ((left, low), (right, high)) = (at(600, 600), at(1800, 1200));
        let square = area(true, &[(600, 600), (1800, 600), (1800, 1200), (600, 1200)]);
        let Middle { x, y, high: half, wide } = middle(scale, &square);
        assert_eq!((x, y, half), ((left + right) / 2, (low + high) / 2, (low - high) / 2));
        assert_eq!(wide, (right - left) / 2);
        let road = area(false, &[(0, 0), (3000, 600), (7200, 600)]);
        let (x, y) = at(3000, 600);
        let named = middle(scale, &road);
        assert_eq!((named.x, named.y, named.high), (x, y, 8));
    }
}
