//! The tables of a page: every block that shows rows, in the page's order. Sentences and forms are no tables.

use kernel::SideInfo;
use kernel::view::field::Field;
use kernel::view::{
    Basket, Block, Board, Cell, Chance, ColumnRole, Counter, Day, Force, ForceRow, Headline, ItemState,
    LineKind, OddsTable, OwedItem, Page, Place, Plot, PlotLine, Results, RollRow, RowState, Rung, Sheet,
    StepRow, TallyRow, Text,
};
use tabular::{Grid, Value};

/// Every table of a page. Tables of one name on a page are told apart by the heading they stand under.
pub fn of_page(page: &Page, sides: &[SideInfo]) -> Vec<Grid> {
    let mut paper = Paper { sides, heading: &page.title, grids: Vec::new(), headings: Vec::new() };
    page.main.iter().chain(&page.aside).for_each(|block| paper.block(block));
    let headings = std::mem::take(&mut paper.headings);
    tell_apart(&mut paper.grids, &headings);
    paper.grids
}

/// Every table of several pages, in their order. Tables of one name are told apart by the tab of their page.
pub fn of_pages<'p>(pages: impl IntoIterator<Item = &'p Page>, sides: &[SideInfo]) -> Vec<Grid> {
    let (mut grids, mut tabs) = (Vec::new(), Vec::new());
    for page in pages {
        grids.extend(of_page(page, sides));
        tabs.resize(grids.len(), page.tab);
    }
    tell_apart(&mut grids, &tabs);
    grids
}

/// Adds to each name that stands more than once what stands above its table.
fn tell_apart(grids: &mut [Grid], above: &[&str]) {
    let names: Vec<String> = grids.iter().map(|grid| grid.name.clone()).collect();
    for (grid, above) in grids.iter_mut().zip(above) {
        let is_shared = names.iter().filter(|name| **name == grid.name).count() > 1;
        if is_shared && grid.name != *above {
            grid.name = format!("{}, {above}", grid.name);
        }
    }
}

struct Paper<'p> {
    sides: &'p [SideInfo],
    /// The heading under which the blocks stand: the name of tables without a caption.
    heading: &'p str,
    grids: Vec<Grid>,
    /// The heading of each table.
    headings: Vec<&'p str>,
}

impl<'p> Paper<'p> {
    fn block(&mut self, block: &'p Block) {
        match block {
            Block::Panel(panel) => {
                let above = std::mem::replace(&mut self.heading, &panel.heading);
                panel.body.iter().for_each(|block| self.block(block));
                self.heading = above;
            }
            Block::Sheet(sheet) => self.sheet(sheet),
            Block::Ledger(lines) => {
                let rows = lines.iter().map(|line| {
                    let kind = match line.kind {
                        LineKind::Carried => "carried over",
                        LineKind::Change => "change",
                        LineKind::Sum => "sum",
                        LineKind::After => "after",
                    };
                    vec![self.words(&line.label), line.amount.into(), kind.into()]
                });
                let rows = rows.collect();
                self.table("", ["What", "Amount", "Kind"], rows);
            }
            Block::Odds(odds) => self.odds(odds),
            Block::Bars { caption, bars } => {
                let rows = bars.iter().map(|bar| vec![bar.label.clone().into(), bar.value.into()]).collect();
                self.table(caption, ["What", "Value"], rows);
            }
            Block::Facts(facts) => {
                let fact = |(name, text): &(String, Text)| {
                    let words = text.plain(self.sides).trim().to_owned();
                    vec![name.clone().into(), value(words, ColumnRole::Words)]
                };
                let rows = facts.iter().map(fact).collect();
                self.table("", ["What", "Value"], rows);
            }
            Block::Basket(basket) => self.basket(basket),
            Block::Owed(items) => self.owed(items),
            Block::Steps(steps) => self.steps(steps),
            Block::Timeline(days) => self.timeline(days),
            Block::Field(field) => self.field(field),
            Block::Board(board) => self.board(board),
            Block::Plan(plan) => plan.body.iter().for_each(|block| self.block(block)),
            Block::Headline(figures) => {
                let row = |one: &Headline| vec![self.words(&one.words), one.figure.clone().into()];
                let rows = figures.iter().map(row).collect();
                self.table("", ["What", "Value"], rows);
            }
            Block::Forces(forces) => forces.iter().for_each(|force| self.force(force)),
            Block::Ladder(ladder) => {
                let column =
                    |at: Option<usize>| at.and_then(|at| ladder.columns.get(at)).cloned().unwrap_or_default();
                let row = |rung: &Rung| {
                    vec![self.words(&rung.words), column(rung.from).into(), column(Some(rung.to)).into()]
                };
                let rows = ladder.rungs.iter().map(row).collect();
                self.table(&ladder.caption, ["Why", "From", "To"], rows);
            }
            Block::Results(results) => self.results(results),
            Block::Arrangement(all) => {
                let mut rows = Vec::new();
                all.places.iter().for_each(|place| self.place(place, &mut rows));
                self.table("", ["In", "What", "Note", "Size", "Code"], rows);
            }
            Block::Plot(plot) => self.plot(plot),
            Block::Rolls(rolls) => {
                let row = |row: &RollRow| {
                    let chances = row.chances.iter().map(Chance::told).collect::<Vec<_>>().join(", ");
                    vec![
                        self.words(&row.title),
                        self.words(&row.note),
                        chances.into(),
                        self.words(&row.result),
                    ]
                };
                let rows = rolls.rows.iter().map(row).collect();
                self.table(
                    &rolls.caption,
                    [rolls.head.as_str(), "State", "What could happen", "Result"],
                    rows,
                );
            }
            Block::Tally(rows) => {
                let row = |row: &TallyRow| vec![self.words(&row.title), self.words(&row.state)];
                let rows = rows.iter().map(row).collect();
                self.table("", ["Who", "State"], rows);
            }
            Block::Prose(_)
            | Block::Note(_)
            | Block::Empty(_)
            | Block::Can(_)
            | Block::Form(_)
            | Block::Roll(_)
            | Block::SinceLastHere => {}
        }
    }

    fn words(&self, text: &Text) -> Value {
        text.plain(self.sides).trim().into()
    }

    fn table<const N: usize>(&mut self, caption: &str, head: [&str; N], rows: Vec<Vec<Value>>) {
        if rows.is_empty() {
            return;
        }
        let mut grid = Grid::new(if caption.is_empty() { self.heading } else { caption }, head);
        grid.rows.extend(rows);
        self.headings.push(self.heading);
        self.grids.push(grid);
    }

    /// A sheet; a printed value that has changed and the state of a row stand in columns of their own, where any are.
    fn sheet(&mut self, sheet: &Sheet) {
        let has_changed = |at: usize| sheet.rows.iter().any(|row| was(&row.cells[at]).is_some());
        let changed: Vec<bool> = (0..sheet.columns.len()).map(has_changed).collect();
        let stands = sheet.rows.iter().any(|row| row.state != RowState::Here);
        let mut head = Vec::new();
        for (column, changed) in sheet.columns.iter().zip(&changed) {
            head.push(column.head.clone());
            if *changed {
                head.push(format!("{}, printed", column.head));
            }
        }
        if stands {
            head.push("State".into());
        }
        let caption = if sheet.caption.is_empty() { self.heading } else { &sheet.caption };
        let mut grid = Grid::new(caption, head);
        for row in &sheet.rows {
            let mut cells = Vec::new();
            for ((cell, column), changed) in row.cells.iter().zip(&sheet.columns).zip(&changed) {
                let Value::Text(text) = self.words(&cell.text) else { continue };
                cells.push(value(text, column.role));
                if *changed {
                    cells.push(value(was(cell).unwrap_or_default().to_owned(), column.role));
                }
            }
            if stands {
                cells.push(state(row.state).into());
            }
            grid.rows.push(cells);
        }
        self.headings.push(self.heading);
        self.grids.push(grid);
    }

    /// One row for each place along the foot, one column for each line; what is not known yet stays empty.
    fn plot(&mut self, plot: &Plot) {
        let name = |line: &PlotLine| {
            self.sides.get(usize::from(line.side)).map_or_else(String::new, |side| side.name.clone())
        };
        let head = std::iter::once(String::from("At")).chain(plot.lines.iter().map(name));
        let mut grid = Grid::new(if plot.caption.is_empty() { self.heading } else { &plot.caption }, head);
        for (at, label) in plot.labels.iter().enumerate() {
            let figures = plot.lines.iter().map(|line| match line.values.get(at) {
                Some(value) => (*value).into(),
                None => Value::EMPTY,
            });
            grid.rows.push(std::iter::once(label.clone().into()).chain(figures).collect());
        }
        self.headings.push(self.heading);
        self.grids.push(grid);
    }

    fn odds(&mut self, odds: &OddsTable) {
        let weight =
            |weight: u64| i64::try_from(weight).map_or_else(|_| weight.to_string().into(), Value::Whole);
        let row = |(outcome, n): &(String, u64)| vec![outcome.clone().into(), weight(*n), weight(odds.of)];
        let rows = odds.rows.iter().map(row).collect();
        let head = if odds.head.is_empty() { "Outcome" } else { &odds.head };
        self.table(&odds.caption, [head, "Weight", "Of"], rows);
    }

    /// The counters of a board of hexes, hex by hex; those that wait beside it come first.
    fn board(&mut self, board: &Board) {
        let mut counters: Vec<&Counter> = board.counters.iter().collect();
        counters.sort_by_key(|counter| counter.hex);
        let rows = counters.into_iter().map(|counter| {
            let hex = counter.hex.map_or_else(String::new, |hex| board.label(hex));
            let ground =
                counter.hex.and_then(|hex| board.ground.terrain(hex)).map_or("", |terrain| &terrain.name);
            let place = counter.hex.and_then(|hex| board.ground.place(hex)).map_or("", |place| &place.name);
            let (left, full) = counter.steps;
            vec![
                hex.into(),
                place.into(),
                ground.into(),
                self.words(&Text::empty().side(counter.side)),
                counter.name.clone().into(),
                counter.formation.clone().into(),
                counter.factors.clone().into(),
                i64::from(left).into(),
                i64::from(full).into(),
                counter.state.join("; ").into(),
            ]
        });
        let rows = rows.collect();
        let head =
            ["Hex", "Place", "Ground", "Side", "Counter", "Formation", "Factors", "Steps", "Of", "State"];
        self.table("", head, rows);
    }

    fn force(&mut self, force: &Force) {
        let row = |row: &ForceRow, kind: &str| {
            vec![
                row.place.clone().into(),
                row.name.clone().into(),
                row.was.clone().map_or(Value::EMPTY, |was| value(was, ColumnRole::Figure)),
                value(row.strength.clone(), ColumnRole::Figure),
                self.words(&row.note),
                kind.into(),
            ]
        };
        let own = force.rows.iter().map(|one| row(one, "here"));
        let rows = own.chain(force.more.iter().map(|one| row(one, "could come"))).collect();
        self.table(&force.caption, ["Place", "Name", "Printed", "Strength", "Why", "Kind"], rows);
    }

    /// A place, what stands there, then the places within it.
    fn place(&self, place: &Place, into: &mut Vec<Vec<Value>>) {
        let size = place.span.map_or(Value::EMPTY, |span| i64::from(span.is).into());
        into.push(vec![place.title.clone().into(), "".into(), self.words(&place.note), size, "".into()]);
        into.extend(place.pieces.iter().map(|piece| {
            let size = if piece.size == 0 { Value::EMPTY } else { i64::from(piece.size).into() };
            vec![
                place.title.clone().into(),
                piece.title.clone().into(),
                self.words(&piece.note),
                size,
                piece.code.clone().into(),
            ]
        }));
        place.places.iter().for_each(|place| self.place(place, into));
    }

    fn results(&mut self, results: &Results) {
        let rows = results.groups.iter().flat_map(|group| {
            group.rows.iter().map(|row| {
                let weight = |weight: u64| {
                    i64::try_from(weight).map_or_else(|_| weight.to_string().into(), Value::Whole)
                };
                vec![
                    group.heading.clone().into(),
                    row.throw.clone().into(),
                    row.code.clone().into(),
                    row.words.clone().into(),
                    weight(row.weight),
                    weight(results.of),
                ]
            })
        });
        let rows = rows.collect();
        self.table(&results.caption, ["In the end", "Throw", "Result", "Words", "Weight", "Of"], rows);
    }

    fn basket(&mut self, basket: &Basket) {
        let rows = basket.rows.iter().map(|row| {
            vec![
                row.key.clone().into(),
                row.title.clone().into(),
                self.words(&row.note),
                row.price.into(),
                row.unit.into(),
                row.limits.join("; ").into(),
                row.count.into(),
            ]
        });
        let rows = rows.collect();
        self.table("", ["Key", "Name", "Note", "Price", "Unit", "Limits", "Count"], rows);
    }

    fn owed(&mut self, items: &[OwedItem]) {
        let rows = items.iter().map(|item| {
            let who = match item.who {
                kernel::Seat::Side(side) => self.words(&Text::empty().side(side)),
                other => other.name().into(),
            };
            vec![who, item_state(item.state).into(), self.words(&item.text)]
        });
        let rows = rows.collect();
        self.table("", ["Who", "State", "What"], rows);
    }

    fn steps(&mut self, steps: &[StepRow]) {
        let rows = steps.iter().map(|step| {
            let now = if step.now { "now" } else { "" };
            let (key, title) = (step.key.clone().into(), step.title.clone().into());
            vec![key, title, item_state(step.state).into(), now.into(), self.words(&step.note)]
        });
        let rows = rows.collect();
        self.table("", ["Step", "Title", "State", "Now", "Note"], rows);
    }

    fn timeline(&mut self, days: &[Day]) {
        let slots = days.iter().flat_map(|day| day.slots.iter().map(move |slot| (day, slot)));
        let row = |(day, slot): (&Day, &kernel::view::SlotMark)| {
            vec![day.label.clone().into(), slot.label.clone().into(), item_state(slot.state).into()]
        };
        self.table("", ["Day", "Slot", "State"], slots.map(row).collect());
    }

    /// The points of a board; places in hundredths of an inch.
    fn field(&mut self, field: &Field) {
        let side = |side: Option<u8>| side.map_or(Value::EMPTY, |side| self.words(&Text::empty().side(side)));
        let rows = field.points.iter().map(|point| {
            let (x, y) = (i64::from(point.at.x).into(), i64::from(point.at.y).into());
            let (kind, name) = (point.kind.clone().into(), point.name.clone().into());
            vec![kind, name, side(point.side), x, y, point.note.clone().into()]
        });
        let rows = rows.collect();
        self.table("", ["Kind", "Name", "Side", "East, 1/100 inch", "North, 1/100 inch", "Note"], rows);
    }
}

/// The printed value that a cell shows struck, if it does.
fn was(cell: &Cell) -> Option<&str> {
    cell.was.as_deref().filter(|was| !was.is_empty())
}

/// A cell as a number where it is one. Names and codes stay words: a leading zero belongs to them.
fn value(text: String, role: ColumnRole) -> Value {
    if matches!(role, ColumnRole::Figure | ColumnRole::Words) {
        let plain = text.replacen('−', "-", 1);
        if let Ok(number) = plain.parse::<i64>()
            && number.to_string() == plain
        {
            return Value::Whole(number);
        }
    }
    Value::Text(text)
}

const fn state(state: RowState) -> &'static str {
    match state {
        RowState::Here => "available",
        RowState::Away => "not available",
        RowState::Gone => "gone",
        RowState::Sum => "sum",
    }
}

const fn item_state(state: ItemState) -> &'static str {
    match state {
        ItemState::Done => "done",
        ItemState::Yours => "yours",
        ItemState::Waiting => "waiting",
        ItemState::Later => "later",
        ItemState::Closed => "closed",
    }
}
