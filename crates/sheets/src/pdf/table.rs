//! Tables: columns as wide as what stands in them, heads repeated on each page, rows that never break, room to write.

use kernel::view::ColumnRole;

use super::flow::Flow;
use super::page::{HAIR, Kind, Meaning, Op, Pen};
use super::words::{Line, Run, height, widths, wrap};

/// Room beside the words of a cell, and where columns stand narrowly.
const ACROSS: [f32; 2] = [4.2, 2.2];
/// Room above and below them.
const UP: f32 = 2.8;
/// The height of a row to write in, in points: 6.6 millimetres, 5.7 where sheets are set closely, 5.3 where that alone
/// spares a page.
const WRITING: [f32; 3] = [18.72, 16.2, 15.0];
/// The least width of a column to write in: 13 millimetres, and 10.5 where columns stand narrowly.
const WRITTEN: [f32; 2] = [37.0, 25.4];
/// Shares of the printed size of type, largest first; smaller type is never set.
const SHARES: [f32; 5] = [1.0, 0.95, 0.9, 0.85, 0.8];
/// The largest of them where sheets are set closely.
const CLOSE: f32 = 0.85;

/// One column.
pub(super) struct Column {
    pub head: String,
    pub role: ColumnRole,
}

/// One row.
pub(super) struct Row {
    pub cells: Vec<Vec<Run>>,
    /// Whether it sums up those above it.
    pub sum: bool,
}

/// A table to be set.
pub(super) struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// What stands about a table.
#[derive(Clone, Copy, Default)]
pub(super) struct Place<'w> {
    /// The heading above it.
    pub heading: Option<&'w str>,
    /// What it belongs to, told again where it goes on.
    pub name: Option<&'w str>,
    /// The height of what must stand below its last row.
    pub tail: f32,
    /// Tables of the same columns, itself among them, where their columns stand below each other.
    pub kin: &'w [&'w Table],
}

/// The head that stands last, for tables of the same columns below it on the same page.
pub(super) struct Head {
    /// The page it stands on.
    page: usize,
    columns: Vec<String>,
    /// What the rows below it belong to.
    table: Meaning,
    body: Meaning,
}

struct Measured {
    widths: Vec<f32>,
    share: f32,
}

fn scaled(runs: &[Run], share: f32) -> Vec<Run> {
    runs.iter().map(|run| Run { size: run.size * share, ..run.clone() }).collect()
}

fn head_runs(column: &Column, share: f32) -> Vec<Run> {
    vec![Run::new(column.head.clone(), super::fonts::Face::Strong, 8.5 * share)]
}

impl Table {
    /// Least and natural width of each column at a share of the printed size.
    fn columns_at(&self, share: f32, narrow: bool) -> Vec<(f32, f32)> {
        let (across, written) = (ACROSS[usize::from(narrow)], WRITTEN[usize::from(narrow)]);
        let of = |(at, column): (usize, &Column)| {
            let (mut least, mut natural) = widths(&head_runs(column, share));
            // A head of several words may stand in lines.
            natural = natural.min(least * 1.8);
            let (cells_least, cells_natural) = self.cells_at(at, share);
            (least, natural) = (least.max(cells_least), natural.max(cells_natural));
            if column.role == ColumnRole::Pen {
                (least, natural) = (least.max(written), natural.max(written * 1.4));
            }
            // Half a point keeps what just fits from being broken by rounding.
            (least + 2.0 * across + 0.5, natural.max(least) + 2.0 * across + 0.5)
        };
        self.columns.iter().enumerate().map(of).collect()
    }

    /// Least and natural width of the cells of a column.
    fn cells_at(&self, at: usize, share: f32) -> (f32, f32) {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(at));
        let widths = cells.map(|cell| widths(&scaled(cell, share)));
        widths.fold((0.0, 0.0), |(least, natural): (f32, f32), cell| (least.max(cell.0), natural.max(cell.1)))
    }

    /// Whether another one has the same columns.
    pub fn is_kin_of(&self, other: &Self) -> bool {
        let same = |(one, other): (&Column, &Column)| one.head == other.head && one.role == other.role;
        self.columns.len() == other.columns.len() && self.columns.iter().zip(&other.columns).all(same)
    }

    /// Whether it is too wide for so much room, were its type a little smaller.
    pub fn is_wide(&self, room: f32) -> bool {
        self.columns_at(0.9, false).iter().map(|(least, _)| least).sum::<f32>() * 1.1 > room
    }

    /// Whether it finds room in narrow columns and small type.
    pub fn stands_narrowly(&self, room: f32) -> bool {
        let share = SHARES.last().copied().unwrap_or(1.0);
        self.columns_at(share, true).iter().map(|(least, _)| least).sum::<f32>() <= room
    }

    /// Whether something is written in it by hand.
    pub fn is_written_in(&self) -> bool {
        self.columns.iter().any(|column| column.role == ColumnRole::Pen)
    }

    fn measured(&self, room: f32, most: f32, narrow: bool) -> Measured {
        let least = |share: f32| self.columns_at(share, narrow).iter().map(|(least, _)| least).sum::<f32>();
        let fits = |share: &&f32| **share <= most && least(**share) <= room;
        let share = SHARES.iter().find(fits).or(SHARES.last()).copied().unwrap_or(1.0);
        let columns = self.columns_at(share, narrow);
        let (least, natural): (f32, f32) = columns
            .iter()
            .fold((0.0, 0.0), |(least, natural), column| (least + column.0, natural + column.1));
        let widths = if natural <= room {
            let takes = |column: &Column| {
                matches!(column.role, ColumnRole::Name | ColumnRole::Words | ColumnRole::Pen)
            };
            let takers = self.columns.iter().filter(|column| takes(column)).count();
            let extra = if takers == 0 { 0.0 } else { (room - natural) / takers as f32 };
            let wide = |(column, (_, natural)): (&Column, &(f32, f32))| {
                natural + if takes(column) { extra } else { 0.0 }
            };
            self.columns.iter().zip(&columns).map(wide).collect()
        } else if least <= room {
            let part = (room - least) / (natural - least).max(0.01);
            columns.iter().map(|(least, natural)| least + (natural - least) * part).collect()
        } else {
            columns.iter().map(|(one, _)| one * room / least).collect()
        };
        Measured { widths, share }
    }

    /// Sets the table, with its heading on the page of its first rows. No row stands alone on a page where several could
    /// stand together.
    pub fn set(&self, flow: &mut Flow<'_>, place: &Place<'_>) {
        let largest = if flow.close > 0 { CLOSE } else { SHARES[0] };
        let Measured { widths, share } = match place.kin {
            [] => self.measured(flow.width(), largest, flow.is_narrow),
            kin => narrowly(kin, flow.width(), largest),
        };
        let across = ACROSS[usize::from(flow.is_narrow)];
        let cells = |runs: &[Run], width: f32| wrap(&scaled(runs, share), width - 2.0 * across);
        let heads: Vec<Vec<Line>> = self
            .columns
            .iter()
            .zip(&widths)
            .map(|(column, width)| wrap(&head_runs(column, share), width - 2.0 * across))
            .collect();
        let has_heads = self.columns.iter().any(|column| !column.head.is_empty());
        let head_height = if has_heads { tallest(&heads) + 2.0 * UP } else { 0.0 };
        // Below a table of the same columns the head stands already.
        let is_below = |head: &Head| {
            let columns = self.columns.iter().map(|column| &column.head);
            place.kin.len() > 1 && head.page == flow.pages.len() && head.columns.iter().eq(columns)
        };
        let mut headed = flow.head.take().filter(is_below);
        let first_head = if headed.is_some() { 0.0 } else { head_height };
        let writes = self.is_written_in();
        let name = place.name.or(place.heading).filter(|name| *name != flow.title);
        let heading = place.heading.map_or(0.0, |words| flow.heading_height(words));
        let later = flow.whole() - head_height - name.map_or(0.0, |name| flow.goes_on_height(name));
        let mut set: Vec<(Vec<Vec<Line>>, f32, bool)> = Vec::new();
        for row in &self.rows {
            let lines: Vec<Vec<Line>> =
                row.cells.iter().zip(&widths).map(|(cell, width)| cells(cell, *width)).collect();
            let least = if writes && !row.sum { WRITING[flow.close] } else { 0.0 };
            for lines in pieces(lines, later - heading) {
                let high = (tallest(&lines) + 2.0 * UP).max(least);
                set.push((lines, high, row.sum));
            }
        }
        let mut heights: Vec<f32> = set.iter().map(|row| row.1).collect();
        if let Some(last) = heights.last_mut() {
            *last = (*last + place.tail).min(later);
        }
        let mut counts = counts(&heights, flow.room() - heading - first_head, later);
        if counts.first().is_some_and(|first| *first == 0 || (*first == 1 && set.len() > 1)) {
            if flow.room() < flow.whole() - 1.0 {
                flow.turn();
                headed = None;
            }
            let first_head = if headed.is_some() { 0.0 } else { head_height };
            counts = self::counts(&heights, flow.room() - heading - first_head, later);
        }
        if let Some(heading) = place.heading {
            flow.heading(heading, 0.0);
        }
        let mut table =
            Setting { flow, table: self, widths: &widths, heads: &heads, head_height, name, top: 0.0 };
        let (table, body) = table.all(&set, &counts, headed);
        let columns = self.columns.iter().map(|column| column.head.clone()).collect();
        flow.head = Some(Head { page: flow.pages.len(), columns, table, body });
        flow.y += if flow.is_narrow { 4.0 } else { 7.0 };
    }
}

/// The widths of the columns of several tables, where they stand narrowly: what stands in the rows gets its room before
/// the heads do, for rows are many.
fn narrowly(kin: &[&Table], room: f32, most: f32) -> Measured {
    let across = 2.0 * ACROSS[1] + 0.5;
    let at = |share: f32| -> Vec<(f32, f32)> {
        let columns = 0..kin[0].columns.len();
        let of = |at: usize| {
            let least = kin.iter().map(|table| table.columns_at(share, true)[at].0).fold(0.0, f32::max);
            let cells = kin.iter().map(|table| table.cells_at(at, share).1 + across);
            (least, cells.fold(least, f32::max))
        };
        columns.map(of).collect()
    };
    // Rather in smaller type than in two lines.
    let whole = |share: f32| at(share).iter().map(|(_, cells)| cells).sum::<f32>();
    let fits = |share: &&f32| **share <= most && whole(**share) <= room;
    let share = SHARES.iter().find(fits).or(SHARES.last()).copied().unwrap_or(1.0);
    let columns = at(share);
    let whole: f32 = columns.iter().map(|(_, cells)| cells).sum();
    let least: f32 = columns.iter().map(|(least, _)| least).sum();
    let part = ((room - least) / (whole - least).max(0.01)).min(1.0);
    let spare = (room - whole).max(0.0) / columns.len().max(1) as f32;
    let widths = columns.iter().map(|(least, cells)| least + (cells - least) * part + spare).collect();
    Measured { widths, share }
}

/// How many rows stand on each page, when the first has so much room and each later one so much: as many as fit, but
/// never one alone where another can stand with it. The first page may get none.
fn counts(heights: &[f32], first: f32, later: f32) -> Vec<usize> {
    let mut counts = vec![0];
    let mut room = first;
    for high in heights {
        if room < *high {
            counts.push(0);
            room = later;
        }
        room -= high;
        *counts.last_mut().expect("there is a page") += 1;
    }
    for at in (1..counts.len()).rev() {
        let end: usize = counts[..=at].iter().sum();
        if counts[at] != 1 {
            continue;
        }
        // Of two rows before the last one both go along, when nothing of the table stands before them.
        let more = match counts[at - 1] {
            0 | 1 => 0,
            2 if at == 1 => 2,
            2 => 0,
            _ => 1,
        };
        if heights[end - 1 - more..end].iter().sum::<f32>() <= later {
            counts[at] += more;
            counts[at - 1] -= more;
        }
    }
    counts
}

/// A row that is higher than a page in pieces that are not; every other row as it is.
fn pieces(mut cells: Vec<Vec<Line>>, most: f32) -> Vec<Vec<Vec<Line>>> {
    let mut pieces = Vec::new();
    while tallest(&cells) + 2.0 * UP > most {
        let take = |lines: &mut Vec<Line>| {
            let mut high = 2.0 * UP;
            let fits = lines.iter().take_while(|line| {
                high += line.height();
                high <= most
            });
            let n = fits.count().max(1).min(lines.len());
            lines.drain(..n).collect::<Vec<_>>()
        };
        pieces.push(cells.iter_mut().map(take).collect());
    }
    pieces.push(cells);
    pieces
}

fn tallest(cells: &[Vec<Line>]) -> f32 {
    cells.iter().map(|lines| height(lines)).fold(0.0, f32::max)
}

struct Setting<'t, 'f, 'a> {
    flow: &'f mut Flow<'a>,
    table: &'t Table,
    widths: &'t [f32],
    heads: &'t [Vec<Line>],
    head_height: f32,
    /// What is told again where the table goes on.
    name: Option<&'t str>,
    /// Where the table begins on the present page.
    top: f32,
}

impl Setting<'_, '_, '_> {
    /// Sets all rows and tells what they belong to. Those below a head that stands already belong to its table.
    fn all(
        &mut self,
        rows: &[(Vec<Vec<Line>>, f32, bool)],
        counts: &[usize],
        headed: Option<Head>,
    ) -> (Meaning, Meaning) {
        let (table, mut body) = match &headed {
            Some(head) => (head.table, head.body),
            None => (self.flow.node(Kind::Table, self.flow.section), None),
        };
        let mut rest = rows;
        for (page, n) in counts.iter().enumerate() {
            if page > 0 {
                self.flow.turn();
                self.name.into_iter().for_each(|name| self.flow.goes_on(name));
            }
            if page == 0 && headed.is_some() {
                self.begin_below();
            } else {
                self.begin(if page == 0 { table } else { None });
            }
            if page == 0 && headed.is_none() {
                body = self.flow.node(Kind::Body, table);
            }
            let (now, later) = rest.split_at(*n);
            for (cells, high, sum) in now {
                self.row(cells, *high, *sum, body);
            }
            self.rails();
            rest = later;
        }
        (table, body)
    }

    /// The upper edge of rows whose head stands above already.
    fn begin_below(&mut self) {
        self.top = self.flow.y;
        let (left, right) = (self.flow.left(), self.flow.left() + self.widths.iter().sum::<f32>());
        self.flow.page().stroke((left, self.top), (right, self.top), HAIR);
    }

    /// The head, which means something the first time only.
    fn begin(&mut self, table: Meaning) {
        self.top = self.flow.y;
        let (mut left, right) = (self.flow.left(), self.flow.left() + self.widths.iter().sum::<f32>());
        let (top, end) = (self.top, self.top + self.head_height);
        self.flow.page().stroke((left, top), (right, top), HAIR);
        if self.head_height == 0.0 {
            return;
        }
        let row = table.and_then(|table| {
            let head = self.flow.node(Kind::Head, Some(table));
            self.flow.node(Kind::Row, head)
        });
        for ((lines, width), column) in self.heads.iter().zip(self.widths).zip(&self.table.columns) {
            let node = row.and_then(|row| self.flow.node(Kind::ColumnHead, Some(row)));
            let mut y = end - UP - height(lines);
            for line in lines {
                let x = self.aligned(column.role, left, *width, line.width);
                self.flow.page().line(node, line, x, y);
                y += line.height();
            }
            self.edge(if lines.is_empty() { node } else { None }, left, left + width, end, Pen::new(1.4));
            left += width;
        }
        self.flow.y = end;
    }

    fn row(&mut self, cells: &[Vec<Line>], high: f32, sum: bool, body: Meaning) {
        let (mut left, top) = (self.flow.left(), self.flow.y);
        let end = top + high;
        let row = self.flow.node(Kind::Row, body);
        if sum {
            self.flow.page().stroke(
                (left, top),
                (left + self.widths.iter().sum::<f32>(), top),
                Pen::new(1.4),
            );
        }
        for (at, width) in self.widths.iter().enumerate() {
            let column = &self.table.columns[at];
            let lines = cells.get(at).map_or(&[][..], Vec::as_slice);
            let kind = if column.role == ColumnRole::Name { Kind::RowHead } else { Kind::Cell };
            let node = self.flow.node(kind, row);
            let is_empty = lines.iter().all(|line| line.width == 0.0);
            let mut y = top + (high - height(lines)) / 2.0;
            for line in lines.iter() {
                if !is_empty {
                    let x = self.aligned(column.role, left, *width, line.width);
                    self.flow.page().line(node, line, x, y);
                }
                y += line.height();
            }
            self.edge(if is_empty { node } else { None }, left, left + width, end, HAIR);
            left += width;
        }
        self.flow.y = end;
    }

    fn aligned(&self, role: ColumnRole, left: f32, width: f32, words: f32) -> f32 {
        let across = ACROSS[usize::from(self.flow.is_narrow)];
        match role {
            ColumnRole::Figure => left + width - across - words,
            _ => left + across,
        }
    }

    /// The lower edge of a cell. It stands for an empty cell, so that columns are counted right.
    fn edge(&mut self, meaning: Meaning, left: f32, right: f32, y: f32, pen: Pen) {
        self.flow.draw(meaning, Op::Stroke { points: vec![(left, y), (right, y)], closed: false, pen });
    }

    /// The lines between columns on the present page.
    fn rails(&mut self) {
        let (mut x, top, end) = (self.flow.left(), self.top, self.flow.y);
        self.flow.page().stroke((x, top), (x, end), HAIR);
        for width in self.widths {
            x += width;
            self.flow.page().stroke((x, top), (x, end), HAIR);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn no_row_stands_alone_where_two_can_stand_together() {
        for (heights, first, pages) in [
            (vec![10.0; 9], 50.0, vec![5, 4]),
            (vec![10.0; 6], 50.0, vec![4, 2]),
            (vec![10.0; 3], 20.0, vec![0, 3]),
            (vec![10.0; 16], 50.0, vec![5, 9, 2]),
            (vec![10.0; 4], 5.0, vec![0, 4]),
            (vec![60.0, 60.0], 70.0, vec![1, 1]),
            (Vec::new(), 50.0, vec![0]),
        ] {
            assert_eq!(counts(&heights, first, 100.0), pages, "{heights:?} with {first}");
        }
    }
}
