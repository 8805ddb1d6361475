//! Figures over time: lines with a mark per figure, and the same figures as a table that unfolds.

use kernel::view::Plot;
use kernel::view::block::figure_words;
use maud::{Markup, html};

use super::reader::Reader;
use super::symbols::side_letter;
use super::words;

/// The drawing's size and the frame of its lines, in its own units.
const WIDTH: i64 = 360;
const HEIGHT: i64 = 150;
const LEFT: i64 = 30;
const RIGHT: i64 = 326;
const TOP: i64 = 14;
const FOOT: i64 = 122;
/// As many labels stand along the foot without touching.
const MOST_LABELS: usize = 10;
/// And as many on a phone, where letters are larger.
const MOST_NARROW: usize = 6;

/// Lines over a common scale.
pub fn plot(reader: &Reader<'_>, plot: &Plot) -> Markup {
    let scale = Scale::of(plot);
    let every = plot.labels.len().div_ceil(MOST_LABELS).max(1);
    html! {
        figure class="plot" {
            figcaption class="lab" { (plot.caption) }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(spoken(reader, plot)) {
                @for value in scale.grid() {
                    path class="grid" d={ "M" (LEFT) " " (scale.y(value)) "H" (RIGHT) } {}
                    text class="end" x=(LEFT - 6) y=(scale.y(value) + 4) { (figure_words(value)) }
                }
                @for (n, label) in plot.labels.iter().enumerate().step_by(every) {
                    // On a phone every other one of many labels goes.
                    @let between = plot.labels.len().div_ceil(every) > MOST_NARROW && (n / every) % 2 == 1;
                    text class=(if between { "mid between" } else { "mid" }) x=(scale.x(n)) y=(HEIGHT - 8) { (label) }
                }
                @for line in &plot.lines {
                    g class={ "line " (side_letter(line.side)) } {
                        path d=(path(&scale, &line.values)) {}
                        @for (n, value) in line.values.iter().enumerate() {
                            (mark(line.side, scale.x(n), scale.y(*value)))
                        }
                    }
                }
                @for (at, value) in last_figures(&scale, plot) {
                    text class="last" x=(RIGHT + 8) y=(at) { (figure_words(value)) }
                }
            }
            ul class="legend" {
                @for line in &plot.lines { li { (words::side(reader, line.side)) } }
            }
            details class="unfold" {
                summary { "As figures" span class="sr" { ": " (plot.caption) } }
                (table(reader, plot))
            }
        }
    }
}

fn table(reader: &Reader<'_>, plot: &Plot) -> Markup {
    html! {
        table class="tbl" {
            caption class="sr" { (plot.caption) }
            thead {
                tr {
                    th scope="col" { "After" }
                    @for line in &plot.lines { th scope="col" class="fig" { (words::side(reader, line.side)) } }
                }
            }
            tbody {
                @for (n, label) in plot.labels.iter().enumerate() {
                    tr {
                        th scope="row" { (label) }
                        @for line in &plot.lines {
                            td class="fig" { (line.values.get(n).map_or_else(String::new, |value| figure_words(*value))) }
                        }
                    }
                }
            }
        }
    }
}

/// From where to where each line goes, for those who do not see it.
fn spoken(reader: &Reader<'_>, plot: &Plot) -> String {
    let line = |line: &kernel::view::PlotLine| {
        let (first, last) = (line.values.first()?, line.values.last()?);
        let name = reader.side_name(line.side);
        Some(format!("{name} from {} to {}", figure_words(*first), figure_words(*last)))
    };
    let lines: Vec<String> = plot.lines.iter().filter_map(line).collect();
    format!("{}: {}", plot.caption, lines.join(", "))
}

/// Whole steps that people count in, from a line below every figure to one above, with nothing among them.
struct Scale {
    low: i64,
    high: i64,
    step: i64,
    places: i64,
}

/// As many steps leave room for their figures.
const MOST_STEPS: i64 = 5;

impl Scale {
    fn of(plot: &Plot) -> Self {
        let values = || plot.lines.iter().flat_map(|line| line.values.iter().copied());
        let (low, high) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(0));
        let places = i64::try_from(plot.labels.len()).unwrap_or(1).max(1);
        let span = |step: i64| (low.div_euclid(step), -(-high).div_euclid(step));
        let tens = std::iter::successors(Some(1_i64), |ten| ten.checked_mul(10));
        let mut steps = tens.flat_map(|ten| [1, 2, 5].map(|of| ten.saturating_mul(of)));
        let fits = |step: &i64| {
            let (below, above) = span(*step);
            above.saturating_sub(below) <= MOST_STEPS
        };
        let step = steps.find(fits).unwrap_or(i64::MAX);
        let (below, above) = span(step);
        Self { low: below * step, high: above.max(below + 1) * step, step, places }
    }

    fn grid(&self) -> Vec<i64> {
        (0..=(self.high - self.low) / self.step).map(|n| self.low + n * self.step).collect()
    }

    fn x(&self, place: usize) -> i64 {
        let place = i64::try_from(place).unwrap_or(0);
        LEFT + 8 + (RIGHT - LEFT - 16) * place / (self.places - 1).max(1)
    }

    fn y(&self, value: i64) -> i64 {
        FOOT - (FOOT - TOP) * (value - self.low) / (self.high - self.low)
    }
}

fn path(scale: &Scale, values: &[i64]) -> String {
    let point = |(n, value): (usize, &i64)| {
        let verb = if n == 0 { 'M' } else { 'L' };
        format!("{verb}{} {}", scale.x(n), scale.y(*value))
    };
    values.iter().enumerate().map(point).collect()
}

/// The side's mark: a square, a square with cut corners, a disc, a square on its tip.
fn mark(side: u8, x: i64, y: i64) -> Markup {
    let d = match side % 4 {
        0 => format!("M{} {}h8v8h-8z", x - 4, y - 4),
        1 => format!("M{x} {}l5 9h-10z", y - 5),
        2 => format!("M{} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4),
        _ => format!("M{x} {}l5 5l-5 5l-5 -5z", y - 5),
    };
    html! { path class="dot" d=(d) {} }
}

/// The last figure of each line beside it, far enough from the others to be read.
fn last_figures(scale: &Scale, plot: &Plot) -> Vec<(i64, i64)> {
    let mut last: Vec<i64> = plot.lines.iter().filter_map(|line| line.values.last().copied()).collect();
    last.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
    last.dedup();
    let mut figures: Vec<(i64, i64)> = Vec::new();
    for value in last {
        let at = scale.y(value) + 4;
        let above = figures.last().map_or(at, |(above, _)| above + 13);
        figures.push((at.max(above), value));
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::view::PlotLine;

    fn plot_of(lines: &[&[i64]]) -> Plot {
        let lines = lines.iter().zip(0..).map(|(values, side)| PlotLine { side, values: values.to_vec() });
        Plot { caption: "Men".into(), labels: vec!["start".into(), "V1".into()], lines: lines.collect() }
    }

    #[test]
    fn the_frame_holds_every_figure_and_nothing_in_round_steps() {
        for (lines, grid) in [
            (vec![&[27, -3], &[12, 12]], vec![-10, 0, 10, 20, 30]),
            (vec![&[4, 72], &[38, 47]], vec![0, 20, 40, 60, 80]),
            (vec![&[1, 2]], vec![0, 1, 2]),
            (vec![&[-7, -2]], vec![-8, -6, -4, -2, 0]),
        ] {
            let lines: Vec<&[i64]> = lines.into_iter().map(|line: &[i64; 2]| &line[..]).collect();
            let scale = Scale::of(&plot_of(&lines));
            assert_eq!(scale.grid(), grid);
            assert_eq!((scale.y(scale.high), scale.y(scale.low)), (TOP, FOOT));
            assert_eq!((scale.x(0), scale.x(1)), (LEFT + 8, RIGHT - 8));
        }
    }

    #[test]
    fn figures_at_the_end_do_not_lie_on_each_other() {
        let plot = plot_of(&[&[0, 20], &[0, 20], &[40, 21]]);
        let figures = last_figures(&Scale::of(&plot), &plot);
        assert_eq!(figures.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [21, 20]);
        assert!(figures[1].0 - figures[0].0 >= 13);
    }

    #[test]
    fn a_flat_line_has_a_scale() {
        let scale = Scale::of(&plot_of(&[&[5, 5]]));
        assert_eq!((scale.y(5), scale.grid()), (TOP, vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(Scale::of(&plot_of(&[&[0, 0]])).grid(), [0, 1]);
    }
}
