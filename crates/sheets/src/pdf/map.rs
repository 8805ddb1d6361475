//! A board in inches as a drawing: ground, lines of both sides, points with numbers, and a list of what the numbers are.

use kernel::view::{Area, ColumnRole, FieldMap, LineStyle, MapLine, MapPoint, Point, PointLook};

use super::flow::Flow;
use super::fonts::{Face, width};
use super::ground::{self, bounds};
use super::labels::{Labels, Placed, SIGN, stacks};
use super::page::{At, Kind, Meaning, Op, Page, Pen};
use super::table::{Column, Place, Row, Table};
use super::words::Run;

/// Room for figures along the left and lower edge.
const EDGE: f32 = 16.0;
/// Inches between the lines of the grid, in hundredths.
const GRID: i32 = 600;
/// The size of names and of figures on the map.
const NAME: f32 = 8.0;
const FIGURE: f32 = 7.0;

struct Drawing<'p> {
    page: &'p mut Page,
    figure: Meaning,
    /// Left, top, right, bottom of the board.
    area: [f32; 4],
    /// Points for a hundredth of an inch.
    scale: f32,
    labels: Labels,
    /// Words with their places, drawn last.
    words: Vec<(Placed, Run)>,
}

/// Points that lie together, with the number of the first; the others follow it.
type Numbered<'p> = (usize, Vec<&'p MapPoint>);

/// So much smaller than on a page of its own a map may stand below something else.
const SMALLER: f32 = 0.8;

/// How high the smallest map is that stands below something else, with its legend.
pub(super) fn least(flow: &Flow<'_>, field: &FieldMap) -> f32 {
    if field.size.x <= 0 || field.size.y <= 0 {
        return 0.0;
    }
    let (full, legend) = full(flow, field);
    field.size.y as f32 * full * SMALLER + EDGE + legend
}

/// The scale of a map that fills a page, and how high its legend is.
fn full(flow: &Flow<'_>, field: &FieldMap) -> (f32, f32) {
    let (wide, high) = (field.size.x as f32, field.size.y as f32);
    let legend = 14.0 * (kinds(&field.areas).len() as f32 / 3.0).ceil() + 18.0;
    let most = flow.whole() - EDGE - legend;
    (((flow.width() - EDGE) / wide).min(most / high), legend)
}

/// Sets a board, with the list of its points below it.
pub(super) fn set(flow: &mut Flow<'_>, field: &FieldMap) {
    if field.size.x <= 0 || field.size.y <= 0 {
        return;
    }
    let (wide, high) = (field.size.x as f32, field.size.y as f32);
    let (full, legend) = full(flow, field);
    let here = full.min((flow.room() - EDGE - legend) / high);
    let scale = if here >= full * SMALLER { here } else { full };
    flow.need(high * scale + EDGE + legend - 0.5);
    let (left, top) = (flow.left() + EDGE, flow.y);
    let area = [left, top, left + wide * scale, top + high * scale];
    let figure = flow.node(Kind::Figure(field.description.clone()), flow.section);
    let names: Vec<String> = flow.stamp.sides.iter().map(|side| side.name.clone()).collect();
    let (named, others): (Vec<_>, Vec<_>) = field.points.iter().partition(is_named);
    let mut n = 1;
    let numbered: Vec<Numbered<'_>> = stacks(others, scale)
        .into_iter()
        .map(|stack| {
            n += stack.len();
            (n - stack.len(), stack)
        })
        .collect();
    let labels = Labels::new(area);
    let mut drawing = Drawing { page: flow.page(), figure, area, scale, labels, words: Vec::new() };
    let unnamed = drawing.all(field, &named, &numbered, &names);
    flow.y = area[3] + EDGE;
    self::legend(flow, field, &names);
    points(flow, &numbered, &unnamed, &names);
}

impl Drawing<'_> {
    fn at(&self, point: Point) -> At {
        (self.area[0] + point.x as f32 * self.scale, self.area[3] - point.y as f32 * self.scale)
    }

    fn many(&self, points: &[Point]) -> Vec<At> {
        points.iter().map(|point| self.at(*point)).collect()
    }

    /// Draws everything, and tells the places whose names found no room.
    fn all<'p>(
        &mut self,
        field: &FieldMap,
        named: &[&'p MapPoint],
        numbered: &[Numbered<'_>],
        sides: &[String],
    ) -> Vec<&'p MapPoint> {
        self.grid(field.size);
        for area in &field.areas {
            let outline = self.many(&area.outline);
            ground::draw(self.page, self.figure, area, outline);
        }
        for line in &field.lines {
            self.line(line);
        }
        let [left, top, right, bottom] = self.area;
        let points = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        self.page.draw(self.figure, Op::Stroke { points, closed: true, pen: Pen::new(1.0) });
        for point in &field.points {
            let at = self.at(point.at);
            self.labels.keep_off(at);
        }
        let mut unnamed = named.to_vec();
        unnamed.retain(|point| !self.label(&point.name, self.at(point.at), Face::Strong, NAME));
        for (first, stack) in numbered {
            self.label(&numbers(*first, stack.len()), self.at(stack[0].at), Face::Plain, FIGURE);
        }
        for area in field.areas.iter().filter(|area| !area.name.is_empty()) {
            let [left, top, right, bottom] = bounds(&self.many(&area.outline));
            self.label(&area.name, ((left + right) / 2.0, (top + bottom) / 2.0), Face::Plain, FIGURE);
        }
        for line in field.lines.iter().filter(|line| line.style == LineStyle::Front) {
            if let (Some(last), Some(side)) = (line.points.last(), sides.get(usize::from(line.side))) {
                let at = self.at(*last);
                let inward = (at.0.clamp(self.area[0] + 70.0, self.area[2] - 4.0) - 34.0, at.1);
                self.label(&format!("{side} line"), inward, Face::Strong, NAME);
            }
        }
        // What lies above covers what leads to words, and words are never crossed out.
        let words = std::mem::take(&mut self.words);
        for [from, to] in words.iter().filter_map(|(placed, _)| placed.lead) {
            self.page
                .draw(self.figure, Op::Stroke { points: vec![from, to], closed: false, pen: Pen::new(0.5) });
        }
        field.points.iter().for_each(|point| self.sign(point));
        for (placed, run) in words {
            let [left, top, right, bottom] = placed.boxed;
            let points = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
            self.page.draw(self.figure, Op::Fill { points, grey: 255 });
            let at = (left + 1.0, top + (bottom - top) * 0.8);
            self.page.draw(self.figure, Op::Words { at, run });
        }
        unnamed
    }

    fn grid(&mut self, size: Point) {
        let [left, top, right, bottom] = self.area;
        for n in (GRID..size.x).step_by(GRID as usize) {
            let x = left + n as f32 * self.scale;
            self.page.stroke((x, top), (x, bottom), Pen::new(0.25).grey(110));
            self.figure_at(&(n / 100).to_string(), (x, bottom + 3.0), 0.5);
        }
        for n in (GRID..size.y).step_by(GRID as usize) {
            let y = bottom - n as f32 * self.scale;
            self.page.stroke((left, y), (right, y), Pen::new(0.25).grey(110));
            self.figure_at(&(n / 100).to_string(), (left - 3.0, y - FIGURE * 0.6), 1.0);
        }
    }

    /// A figure of the grid; `part` of its width lies left of the place.
    fn figure_at(&mut self, words: &str, (x, top): At, part: f32) {
        let x = x - width(words, Face::Plain, FIGURE) * part;
        let run = Run::new(words, Face::Plain, FIGURE);
        self.page.draw(self.figure, Op::Words { at: (x, top + FIGURE * 0.8), run });
    }

    fn line(&mut self, line: &MapLine) {
        let points = self.many(&line.points);
        let pen =
            |solid: Pen, dash: (f32, f32)| if line.side == 0 { solid } else { solid.dashed(dash.0, dash.1) };
        let (pen, closed) = match line.style {
            LineStyle::Front => (pen(Pen::new(2.4), (9.0, 3.5)), false),
            LineStyle::Pocket => (pen(Pen::new(1.3), (4.0, 2.0)), true),
            LineStyle::Way | LineStyle::Moved => (Pen::new(1.0).dashed(1.2, 2.0), false),
        };
        self.page.draw(self.figure, Op::Stroke { points, closed, pen });
    }

    /// The sign of a point: by what it is, filled for the first side and open for the others.
    fn sign(&mut self, point: &MapPoint) {
        let (x, y) = self.at(point.at);
        let filled = point.side == Some(0);
        let pen = Pen::new(0.9);
        let figure = self.figure;
        let mut area = |points: Vec<At>| {
            self.page.draw(figure, Op::Fill { points: points.clone(), grey: if filled { 0 } else { 255 } });
            self.page.draw(figure, Op::Stroke { points, closed: true, pen });
        };
        let r = SIGN;
        match point.look {
            PointLook::Place => area(vec![(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]),
            PointLook::Entry => area(vec![(x, y - r), (x + r, y + r), (x - r, y + r)]),
            PointLook::Works | PointLook::Obstacle | PointLook::Mines => {
                area(vec![(x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y)])
            }
            PointLook::Wreck => {
                for (from, to) in [((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))] {
                    self.page.draw(
                        figure,
                        Op::Stroke { points: vec![from, to], closed: false, pen: Pen::new(1.2) },
                    );
                }
            }
            PointLook::Unit | PointLook::Other => {
                self.page.draw(figure, Op::Disc { at: (x, y), radius: r, filled, pen })
            }
        }
    }

    /// Words beside a place, on white, where they cover no sign and no other words; says whether there was room.
    fn label(&mut self, words: &str, at: At, face: Face, size: f32) -> bool {
        let high = size * 1.05;
        let Some(placed) = self.labels.place((width(words, face, size) + 2.0, high), at) else {
            return false;
        };
        self.words.push((placed, Run::new(words, face, size)));
        true
    }
}

/// The numbers of a stack: `8`, `1–7`.
fn numbers(first: usize, n: usize) -> String {
    if n == 1 { first.to_string() } else { format!("{first}–{}", first + n - 1) }
}

fn is_named(point: &&MapPoint) -> bool {
    matches!(point.look, PointLook::Place | PointLook::Entry)
}

/// The kinds of ground there are, each once.
fn kinds(areas: &[Area]) -> Vec<&Area> {
    let mut kinds: Vec<&Area> = Vec::new();
    for area in areas.iter().filter(|area| !area.kind.is_empty()) {
        if !kinds.iter().any(|known| known.kind == area.kind) {
            kinds.push(area);
        }
    }
    kinds
}

/// What the hatchings mean, three to a row, and how the sides are told apart.
fn legend(flow: &mut Flow<'_>, field: &FieldMap, sides: &[String]) {
    let node = flow.node(Kind::Paragraph, flow.section);
    let (left, column, top) = (flow.left() + EDGE, (flow.width() - EDGE) / 3.0, flow.y);
    for (n, area) in kinds(&field.areas).into_iter().enumerate() {
        let (x, y) = (left + column * (n % 3) as f32, top + 14.0 * (n / 3) as f32);
        let outline = match area.closed {
            true => vec![(x, y), (x + 22.0, y), (x + 22.0, y + 9.0), (x, y + 9.0)],
            false => vec![(x, y + 4.5), (x + 22.0, y + 4.5)],
        };
        ground::draw(flow.page(), None, area, outline);
        let run = Run::new(&area.kind, Face::Plain, NAME);
        flow.draw(node, Op::Words { at: (x + 27.0, y + 7.5), run });
        flow.y = y + 15.0;
    }
    if let [first, second] = sides {
        let words = format!(
            "Filled signs and the full line: {first}. Open signs and the broken line: {second}. Grid of 6 inches."
        );
        let y = flow.y + 8.0;
        flow.draw(node, Op::Words { at: (left, y), run: Run::new(words, Face::Plain, NAME) });
        flow.y += 14.0;
    }
}

/// The list of what the numbers stand for, and of places that are not named on the map.
fn points(flow: &mut Flow<'_>, numbered: &[Numbered<'_>], unnamed: &[&MapPoint], sides: &[String]) {
    let column = |head: &str, role| Column { head: head.into(), role };
    let columns = vec![
        column("No.", ColumnRole::Figure),
        column("What", ColumnRole::Name),
        column("Side", ColumnRole::Words),
        column("Across", ColumnRole::Figure),
        column("Up", ColumnRole::Figure),
        column("Note", ColumnRole::Words),
    ];
    let row = |number: String, point: &MapPoint| {
        let side = point.side.and_then(|side| sides.get(usize::from(side)));
        let cells = [
            number,
            point.name.clone(),
            side.cloned().unwrap_or_default(),
            inches(point.at.x),
            inches(point.at.y),
            point.note.clone(),
        ];
        Row { cells: cells.into_iter().map(|words| vec![Run::plain(words)]).collect(), sum: false }
    };
    let mut rows: Vec<Row> = unnamed.iter().map(|point| row(String::new(), point)).collect();
    for (first, stack) in numbered {
        rows.extend(stack.iter().enumerate().map(|(n, point)| row((first + n).to_string(), point)));
    }
    if !rows.is_empty() {
        Table { columns, rows }.set(flow, &Place { heading: Some("On the map"), ..Place::default() });
    }
}

/// Hundredths of an inch in print.
fn inches(hundredths: i32) -> String {
    format!("{}.{:02}", hundredths / 100, (hundredths % 100).abs())
}
