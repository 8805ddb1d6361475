//! Ground in black and white: outlines and hatching that are told apart without grey.

use kernel::view::{Area, AreaLook};

use super::page::{At, Meaning, Op, Page, Pen};

/// Two directions of hatching, each a step across and a step down.
const RISING: (f32, f32) = (1.0, -1.0);
const FALLING: (f32, f32) = (1.0, 1.0);
const LEVEL: (f32, f32) = (1.0, 0.0);
const UPRIGHT: (f32, f32) = (0.0, 1.0);

const THIN: Pen = Pen::new(0.45);

/// Draws one stretch of ground, its outline already in points.
pub(super) fn draw(page: &mut Page, meaning: Meaning, area: &Area, outline: Vec<At>) {
    let mut line = |pen: Pen, closed: bool, points: &[At]| {
        page.draw(meaning, Op::Stroke { points: points.to_vec(), closed, pen });
    };
    match (area.look, area.closed) {
        (AreaLook::Railway, closed) => {
            line(Pen::new(1.0), closed, &outline);
            line(Pen::new(4.6).dashed(0.9, 4.1), closed, &outline);
        }
        (AreaLook::Road, closed) => {
            line(Pen::new(3.4), closed, &outline);
            line(Pen::new(2.2).grey(255), closed, &outline);
        }
        (AreaLook::Path, closed) => line(Pen::new(0.9).dashed(4.0, 2.5), closed, &outline),
        (AreaLook::Water, false) => {
            line(Pen::new(3.4), false, &outline);
            line(Pen::new(2.2).grey(255), false, &outline);
            line(Pen::new(0.5), false, &outline);
        }
        (AreaLook::Gully, false) => line(Pen::new(2.0).dashed(0.8, 1.6), false, &outline),
        (_, false) => line(Pen::new(0.8).dashed(6.0, 2.0), false, &outline),
        (look, true) => {
            let hatching: &[((f32, f32), f32)] = match look {
                AreaLook::Gully => &[(FALLING, 4.5)],
                AreaLook::Woods => &[(RISING, 5.0), (FALLING, 5.0)],
                AreaLook::Rough => &[(RISING, 6.0)],
                AreaLook::Built => &[(LEVEL, 4.0), (UPRIGHT, 4.0)],
                AreaLook::Stone => &[(LEVEL, 2.4), (UPRIGHT, 2.4)],
                AreaLook::Water => &[(LEVEL, 3.0)],
                AreaLook::Hill { .. } | AreaLook::Railway | AreaLook::Road | AreaLook::Path => &[],
                AreaLook::Other => &[],
            };
            for (direction, apart) in hatching {
                let lines = hatch(&outline, *direction, *apart);
                page.draw(meaning, Op::Within { outline: outline.clone(), lines, pen: THIN });
            }
            if let AreaLook::Hill { levels } = look {
                for level in 1..=levels {
                    let points = shrunk(&outline, 1.0 - 0.28 * f32::from(level));
                    page.draw(meaning, Op::Stroke { points, closed: true, pen: Pen::new(0.6) });
                }
            }
            page.draw(meaning, Op::Stroke { points: outline, closed: true, pen: Pen::new(0.8) });
        }
    }
}

/// Parallel lines over the box about an area.
fn hatch(outline: &[At], (across, down): (f32, f32), apart: f32) -> Vec<[At; 2]> {
    let [left, top, right, bottom] = bounds(outline);
    let mut lines = Vec::new();
    let mut add = |from: At, to: At| lines.push([from, to]);
    let (width, high) = (right - left, bottom - top);
    let steps = |length: f32| (1..).map(move |n| n as f32 * apart).take_while(move |at| *at < length);
    match (across != 0.0, down != 0.0) {
        (true, false) => steps(high).for_each(|at| add((left, top + at), (right, top + at))),
        (false, _) => steps(width).for_each(|at| add((left + at, top), (left + at, bottom))),
        _ => steps(width + high).for_each(|at| {
            if down > 0.0 {
                add((left + at - high, top), (left + at, bottom));
            } else {
                add((left + at - high, bottom), (left + at, top));
            }
        }),
    }
    lines
}

/// The box about points: left, top, right, bottom.
pub(super) fn bounds(points: &[At]) -> [f32; 4] {
    let mut bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for (x, y) in points {
        bounds = [bounds[0].min(*x), bounds[1].min(*y), bounds[2].max(*x), bounds[3].max(*y)];
    }
    bounds
}

/// The outline drawn in towards its middle.
fn shrunk(outline: &[At], share: f32) -> Vec<At> {
    let [left, top, right, bottom] = bounds(outline);
    let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    outline.iter().map(|point| (x + (point.0 - x) * share, y + (point.1 - y) * share)).collect()
}
