//! What becomes of each block on paper. Forms and what only a screen can do fall away; whatever shows rows and has no
//! shape of its own here becomes a table, as it does in a spreadsheet.

use kernel::SideInfo;
use kernel::view::{
    Block, Cell, ColumnRole, FieldMap, LineKind, Mark, Page, PageHead, Paper, Part, RowState, Sheet, Slip,
    Text,
};
use tabular::Grid;

use super::code;
use super::flow::Flow;
use super::fonts::Face;
use super::map;
use super::page::Pen;
use super::table::{Column, Place, Row, Table};
use super::words::{Run, TEXT, runs};

/// A paragraph so high, in points, still stands with the last rows of the table above it.
const TAIL: f32 = 60.0;
/// So many slips are tried to fill a page with.
const AHEAD: usize = 8;

/// Something to be set below what stands already.
enum Item<'p> {
    Heading(&'p str),
    Prose(&'p Text, f32),
    Table(Option<String>, Table),
    Field(&'p FieldMap),
}

/// How a sheet is set.
#[derive(Clone, Copy, PartialEq)]
struct Set {
    /// On upright pages though a table is wide.
    is_upright: bool,
    /// How closely its rows stand.
    close: usize,
}

impl Set {
    const AS_PRINTED: Self = Self { is_upright: false, close: 0 };
}

/// Sets a sheet from a page of its own, as it is meant or in the way that spares pages.
pub(super) fn set(flow: &mut Flow<'_>, paper: &Paper) {
    let sides = &flow.stamp.sides;
    let blocks = paper.parts.iter().flat_map(|part| match part {
        Part::Block(block) => std::slice::from_ref(&**block),
        Part::Slip(slip) => &slip.body,
        Part::Code(_) => &[],
    });
    let room = flow.size.points(false).0 - 80.0;
    let items = items(blocks, sides);
    let tables =
        || items.iter().filter_map(|item| if let Item::Table(_, table) = item { Some(table) } else { None });
    let wide = tables().any(|table| table.is_wide(room));
    let has_slips = paper.parts.iter().any(|part| matches!(part, Part::Slip(_)));
    // A form that is filled in by hand stands upright where that spares pages, and more closely.
    let is_written_in = tables().any(Table::is_written_in);
    let is_form = wide && is_written_in && tables().all(|table| table.stands_narrowly(room));
    let tried: &[Set] = match (has_slips, is_form) {
        // Slips stand more closely where that spares pages.
        (true, _) => &[Set::AS_PRINTED, Set { close: 1, ..Set::AS_PRINTED }],
        (false, true) => &[
            Set::AS_PRINTED,
            Set { is_upright: true, close: 0 },
            Set { is_upright: true, close: 1 },
            Set { is_upright: true, close: 2 },
        ],
        (false, false) if is_written_in => {
            &[Set::AS_PRINTED, Set { close: 1, ..Set::AS_PRINTED }, Set { close: 2, ..Set::AS_PRINTED }]
        }
        _ => &[Set::AS_PRINTED],
    };
    let before = [flow.pages.len(), flow.nodes.len(), flow.outline.len()];
    let set = |flow: &mut Flow<'_>, how: Set| {
        flow.pages.truncate(before[0]);
        flow.nodes.truncate(before[1]);
        flow.outline.truncate(before[2]);
        (flow.close, flow.is_narrow) = (how.close, how.is_upright);
        whole(flow, paper, wide && !how.is_upright);
        flow.pages.len()
    };
    let (mut best, mut fewest) = (Set::AS_PRINTED, usize::MAX);
    let mut last = best;
    for how in tried {
        let n_pages = set(flow, *how);
        last = *how;
        if n_pages < fewest {
            (best, fewest) = (*how, n_pages);
        }
    }
    if last != best {
        set(flow, best);
    }
    flow.end();
}

fn whole(flow: &mut Flow<'_>, paper: &Paper, wide: bool) {
    let sides = &flow.stamp.sides;
    flow.begin(paper, wide);
    let mut loose: Vec<&Block> = Vec::new();
    let mut slips: Vec<&Slip> = Vec::new();
    for part in &paper.parts {
        match part {
            Part::Slip(slip) => {
                all(flow, &items(std::mem::take(&mut loose), sides), None);
                slips.push(slip);
            }
            Part::Block(block) => {
                self::slips(flow, paper, std::mem::take(&mut slips));
                loose.push(block);
            }
            Part::Code(entry) => {
                self::slips(flow, paper, std::mem::take(&mut slips));
                all(flow, &items(std::mem::take(&mut loose), sides), None);
                code::beside(flow, paper.seat, entry);
            }
        }
    }
    self::slips(flow, paper, slips);
    all(flow, &items(loose, sides), None);
}

/// Sets items; a heading goes with what follows it. `name` is what they belong to that have no heading of their own.
fn all<'p>(flow: &mut Flow<'_>, items: &[Item<'p>], mut name: Option<&'p str>) {
    let mut heading: Option<&'p str> = None;
    let tables =
        || items.iter().filter_map(|item| if let Item::Table(_, table) = item { Some(table) } else { None });
    let mut items = items.iter().peekable();
    while let Some(item) = items.next() {
        match item {
            Item::Heading(words) => {
                name = Some(words);
                if let Some(words) = heading.replace(words) {
                    flow.heading(words, 0.0);
                }
            }
            Item::Table(caption, table) => {
                // A table that is called like its sheet needs no heading of its own.
                let caption = caption.as_deref().filter(|words| *words != flow.title);
                // Nor does one that is called like the panel it stands in say its name twice.
                heading = heading.filter(|words| Some(*words) != caption);
                if let Some(caption) = caption
                    && let Some(words) = heading.take()
                {
                    flow.heading(words, flow.heading_height(caption) + 60.0);
                }
                // A short paragraph below a table stands with its last rows.
                let tail = match items.peek() {
                    Some(Item::Prose(text, share)) => flow.prose_height(text, *share) + 7.0,
                    _ => 0.0,
                };
                let tail = if tail < TAIL { tail } else { 0.0 };
                let kin: Vec<&Table> =
                    tables().filter(|other| flow.is_narrow && table.is_kin_of(other)).collect();
                let (heading, name) = (caption.or(heading.take()), caption.or(name));
                table.set(flow, &Place { heading, name, tail, kin: &kin });
            }
            Item::Prose(text, share) => {
                if let Some(words) = heading.take() {
                    flow.heading(words, 4.0 * TEXT);
                }
                flow.prose(text, *share);
            }
            Item::Field(field) => {
                if let Some(words) = heading.take() {
                    flow.heading(words, map::least(flow, field));
                }
                map::set(flow, field);
            }
        }
    }
}

/// Sets slips in frames to cut along. None breaks; where one does not fit, a later one may fill the page.
fn slips(flow: &mut Flow<'_>, paper: &Paper, mut slips: Vec<&Slip>) {
    while let Some(first) = slips.first().copied() {
        let before = flow.mark();
        let fits = |at: &usize| {
            let is_whole = framed(flow, paper, slips[*at]);
            if !is_whole {
                flow.go_back(&before);
            }
            is_whole
        };
        match (0..slips.len().min(AHEAD)).find(fits) {
            Some(at) => {
                slips.remove(at);
            }
            None if before.is_below_the_head(flow) => flow.turn(),
            // It is higher than a page.
            None => {
                framed(flow, paper, first);
                slips.remove(0);
            }
        }
    }
}

/// Sets a slip where it is, with its code at the right, and says whether it did not break.
fn framed(flow: &mut Flow<'_>, paper: &Paper, slip: &Slip) -> bool {
    let n_pages = flow.pages.len();
    let (left, right, top) = (flow.left(), flow.right(), flow.y);
    let pad = 7.0;
    let beside = if slip.code.is_some() { code::EDGE + 14.0 } else { 0.0 };
    flow.inset = [pad, pad + beside];
    flow.y += 2.0;
    flow.heading(&slip.heading, 30.0);
    if !slip.lede.is_empty() {
        flow.prose(&slip.lede, 0.9);
    }
    let sides = &flow.stamp.sides;
    all(flow, &items(&slip.body, sides), Some(&slip.heading));
    flow.inset = [0.0; 2];
    let is_whole = flow.pages.len() == n_pages;
    let mut end = flow.y;
    if let Some(entry) = slip.code.as_ref().filter(|_| is_whole) {
        let width = code::EDGE - 2.0;
        let address = flow.stamp.entry_page(paper.seat, entry);
        end = end.max(top + pad + code::below_height(entry, &address, width));
        if end <= flow.bottom() {
            code::below(flow, paper.seat, entry, [right - code::EDGE - pad, top + pad - 2.0, width]);
        }
    }
    if is_whole {
        end += 2.0;
        flow.page().frame([left, top, right, end], Pen::new(0.7).dashed(3.0, 2.0));
        flow.y = end + 10.0;
    }
    is_whole && end <= flow.bottom() + 4.0
}

fn items<'p>(blocks: impl IntoIterator<Item = &'p Block>, sides: &[SideInfo]) -> Vec<Item<'p>> {
    let mut items = Vec::new();
    blocks.into_iter().for_each(|block| item(block, sides, &mut items));
    items
}

fn item<'p>(block: &'p Block, sides: &[SideInfo], into: &mut Vec<Item<'p>>) {
    match block {
        Block::Panel(panel) => {
            let mut body = items(&panel.body, sides);
            if !body.is_empty() {
                into.push(Item::Heading(&panel.heading));
                into.append(&mut body);
            }
        }
        Block::Prose(text) => into.push(Item::Prose(text, 1.0)),
        Block::Note(text) | Block::Empty(text) => into.push(Item::Prose(text, 0.9)),
        Block::Sheet(sheet) if !sheet.rows.is_empty() => {
            into.push(Item::Table(caption(&sheet.caption), of_sheet(sheet, sides)));
        }
        Block::Sheet(_) => {}
        Block::Facts(facts) => {
            let row = |(name, text): &(String, Text)| Row {
                cells: vec![vec![Run::strong(name)], runs(text, sides, Face::Plain, 1.0)],
                sum: false,
            };
            let columns = plain(&[("", ColumnRole::Name), ("", ColumnRole::Words)]);
            into.push(Item::Table(None, Table { columns, rows: facts.iter().map(row).collect() }));
        }
        Block::Ledger(lines) => {
            let columns = plain(&[("What", ColumnRole::Name), ("Amount", ColumnRole::Figure)]);
            let row = |line: &kernel::view::LedgerLine| {
                let amount = match line.kind {
                    LineKind::Change if line.amount > 0 => format!("+{}", line.amount),
                    _ => line.amount.to_string().replacen('-', "−", 1),
                };
                let sum = matches!(line.kind, LineKind::Sum | LineKind::After);
                let face = if sum { Face::Strong } else { Face::Plain };
                Row {
                    cells: vec![runs(&line.label, sides, face, 1.0), vec![Run::new(amount, face, TEXT)]],
                    sum,
                }
            };
            into.push(Item::Table(None, Table { columns, rows: lines.iter().map(row).collect() }));
        }
        Block::Field(field) => into.push(Item::Field(field)),
        Block::Plan(plan) => plan.body.iter().for_each(|block| item(block, sides, into)),
        // As their tables, where they have one; what is only done or heard on a page has none.
        Block::Owed(_)
        | Block::Steps(_)
        | Block::Basket(_)
        | Block::Odds(_)
        | Block::Bars { .. }
        | Block::Timeline(_)
        | Block::Board(_)
        | Block::Headline(_)
        | Block::Arrangement(_)
        | Block::Forces(_)
        | Block::Ladder(_)
        | Block::Results(_)
        | Block::Plot(_)
        | Block::Tally(_)
        | Block::Rolls(_)
        | Block::Can(_)
        | Block::Form(_)
        | Block::Roll(_)
        | Block::SinceLastHere => {
            let page = Page { main: vec![block.clone()], ..PageHead::new("", "").page("", "") };
            let grids = crate::of_view::of_page(&page, sides);
            into.extend(grids.iter().map(|grid| Item::Table(caption(&grid.name), of_grid(grid))));
        }
    }
}

fn caption(words: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.to_owned())
}

fn plain(columns: &[(&str, ColumnRole)]) -> Vec<Column> {
    columns.iter().map(|(head, role)| Column { head: (*head).into(), role: *role }).collect()
}

fn of_grid(grid: &Grid) -> Table {
    let mut rows = grid.rows.iter();
    let columns = rows.next().into_iter().flatten();
    let columns = columns.map(|head| Column { head: head.words(), role: ColumnRole::Words }).collect();
    let row = |row: &Vec<tabular::Value>| Row {
        cells: row.iter().map(|cell| vec![Run::plain(cell.words())]).collect(),
        sum: false,
    };
    Table { columns, rows: rows.map(row).collect() }
}

/// A sheet as a table. A printed value stands struck before the present one; how a row stands is the last column,
/// where not all are present.
fn of_sheet(sheet: &Sheet, sides: &[SideInfo]) -> Table {
    let mut columns: Vec<Column> =
        sheet.columns.iter().map(|column| Column { head: column.head.clone(), role: column.role }).collect();
    let stands = sheet.rows.iter().any(|row| matches!(row.state, RowState::Away | RowState::Gone));
    if stands {
        columns.push(Column { head: "State".into(), role: ColumnRole::Words });
    }
    let row = |row: &kernel::view::SheetRow| {
        let sum = row.state == RowState::Sum;
        let cell = |(cell, column): (&Cell, &kernel::view::Column)| {
            let strong =
                sum || column.role == ColumnRole::Name || !matches!(cell.mark, Mark::Plain | Mark::Struck);
            let face = if strong { Face::Strong } else { Face::Plain };
            let now = runs(&cell.text, sides, face, 1.0).into_iter();
            let gone =
                cell.mark == Mark::Struck || (row.state == RowState::Gone && column.role == ColumnRole::Name);
            let mark = if cell.mark == Mark::Struck { Mark::Plain } else { cell.mark };
            let now = now.map(|run| if gone { run.struck() } else { run.marked(mark) });
            let was = cell.was.as_deref().filter(|was| !was.is_empty());
            // A frame needs room beside the printed value.
            let was = was.map(|was| [Run::plain(was).struck(), Run::plain("   ")]);
            was.into_iter().flatten().chain(now).collect::<Vec<_>>()
        };
        let mut cells: Vec<Vec<Run>> = row.cells.iter().zip(&sheet.columns).map(cell).collect();
        if stands {
            cells.push(vec![Run::small(match row.state {
                RowState::Away => "not available",
                RowState::Gone => "gone",
                RowState::Here | RowState::Sum => "",
            })]);
        }
        Row { cells, sum }
    };
    Table { columns, rows: sheet.rows.iter().map(row).collect() }
}
