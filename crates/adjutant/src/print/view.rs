//! What a seat sees, as plain text.

use std::fmt::Write;

use kernel::view::block::figure_words;
use kernel::view::{
    Block, Chance, ItemState, LineKind, OddsTable, Panel, Place, Plot, RowState, Sheet, Text, View,
};
use kernel::{Audience, Seat, SideInfo};
use table::Look;

use super::form::{basket_row, form};
use super::{board, roll, waiting};

/// A look: standing, what waits, and these pages of it.
pub fn look(look: &Look, view: &View) -> String {
    let mut paper = Paper { sides: &look.sides, text: String::new(), depth: 0 };
    paper.line(&look.title);
    paper.line(&view.standing);
    if !look.dice.keyed {
        paper.line("This copy of the campaign has no dice secret: throws are typed in.");
    } else if look.dice.shown {
        paper.line("The campaign is over, and the secret of its dice may be shown.");
    } else if look.dice.devices.is_some() && !look.dice.open {
        paper.line(
            "The dice are not open yet: each side's device gives words while its page is open. The umpire opens \
             the dice without them with `do --open-dice --reason WHY`.",
        );
    } else if !look.dice.open {
        paper.line(
            "The dice are not open yet. Add words with `do --words`, or open them with `do --open-dice`.",
        );
    }
    for one in &look.waiting {
        paper.line(&waiting(one, &look.sides));
    }
    if look.undo.is_some() {
        paper.line("The latest step can be taken back with `do --undo`.");
    }
    for page in &view.pages {
        paper.gap();
        paper.line(&format!("== {} ({})", page.title, page.id));
        paper.words(&page.lede);
        for block in page.blocks() {
            paper.block(block);
        }
    }
    paper.text
}

/// Blocks alone.
pub fn blocks(blocks: &[Block], sides: &[SideInfo]) -> String {
    let mut paper = Paper { sides, text: String::new(), depth: 0 };
    blocks.iter().for_each(|block| paper.block(block));
    paper.text
}

pub(super) struct Paper<'a> {
    pub(super) sides: &'a [SideInfo],
    text: String,
    depth: usize,
}

impl Paper<'_> {
    pub(super) fn line(&mut self, line: &str) {
        for line in line.lines() {
            writeln!(self.text, "{:indent$}{line}", "", indent = 2 * self.depth).expect("a string takes all");
        }
    }

    fn gap(&mut self) {
        if !self.text.ends_with("\n\n") && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn words(&mut self, words: &Text) {
        let plain = words.plain(self.sides);
        self.line(&plain);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Panel(panel) => self.panel(panel),
            Block::Prose(text) | Block::Note(text) | Block::Empty(text) => self.words(text),
            Block::Owed(items) => {
                for item in items {
                    let (who, text) = (super::seat(item.who, self.sides), item.text.plain(self.sides));
                    let line = format!("{} {who}: {text}", mark(item.state));
                    self.line(&line);
                }
            }
            Block::Steps(steps) => {
                for step in steps {
                    let now = if step.now { "  < now" } else { "" };
                    let note = step.note.plain(self.sides);
                    self.line(
                        format!("{} {} {}  {note}{now}", mark(step.state), step.key, step.title).trim_end(),
                    );
                }
            }
            Block::Can(forms) => forms.iter().for_each(|one| self.form(one)),
            Block::Form(one) => self.form(one),
            Block::Basket(basket) => {
                for row in &basket.rows {
                    let text = basket_row(row, self.sides);
                    self.line(&text);
                }
            }
            Block::Sheet(sheet) => self.sheet(sheet),
            Block::Ledger(lines) => {
                for line in lines {
                    let sign = if line.kind == LineKind::Change && line.amount > 0 { "+" } else { "" };
                    let amount = format!("{sign}{}", figure_words(line.amount));
                    let text = format!("{amount:>6}  {}", line.label.plain(self.sides));
                    self.line(&text);
                }
            }
            Block::Odds(table) => self.odds(table),
            Block::Roll(record) => {
                let text = roll(record);
                self.line(&text);
            }
            Block::Field(field) => {
                self.line(&field.description);
                for point in &field.points {
                    let (x, y) = (inches(point.at.x), inches(point.at.y));
                    self.line(
                        format!("{} {} at {x}, {y}  {}", point.kind, point.name, point.note).trim_end(),
                    );
                }
            }
            Block::Board(board) => board::board(self, board),
            Block::Plan(plan) => plan.body.iter().for_each(|block| self.block(block)),
            Block::Headline(figures) => {
                for one in figures {
                    let words = one.words.plain(self.sides);
                    self.line(&format!("{:>6}  {words}", one.figure));
                }
            }
            Block::Forces(forces) => forces.iter().for_each(|force| board::force(self, force)),
            Block::Ladder(ladder) => board::ladder(self, ladder),
            Block::Results(results) => board::results(self, results),
            Block::Bars { caption, bars } => {
                self.line(caption);
                for bar in bars {
                    self.line(&format!("{:>6}  {}", figure_words(bar.value), bar.label));
                }
            }
            Block::Plot(plot) => self.plot(plot),
            Block::Rolls(rolls) => {
                self.words(&rolls.lead);
                for row in &rolls.rows {
                    let (title, note) = (row.title.plain(self.sides), row.note.plain(self.sides));
                    let chances = row.chances.iter().map(Chance::told).collect::<Vec<_>>().join(", ");
                    let (why, result) = (row.why.plain(self.sides), row.result.plain(self.sides));
                    self.line(format!("{title} ({note}): {chances} {why} {result}").trim_end());
                }
                rolls.forms().into_iter().for_each(|one| self.form(one));
            }
            Block::Tally(rows) => {
                for row in rows {
                    let (title, state) = (row.title.plain(self.sides), row.state.plain(self.sides));
                    self.line(&format!("{title}: {state}"));
                    row.forms.iter().for_each(|one| self.form(one));
                }
            }
            Block::Arrangement(all) => all.places.iter().for_each(|place| self.place(place)),
            Block::Timeline(days) => {
                for day in days {
                    let slots: Vec<String> =
                        day.slots.iter().map(|slot| format!("{} {}", mark(slot.state), slot.label)).collect();
                    self.line(&format!("{}: {}", day.label, slots.join(", ")));
                }
            }
            Block::Facts(facts) => {
                for (name, value) in facts {
                    let value = value.plain(self.sides);
                    self.line(&format!("{name}: {value}"));
                }
            }
            Block::SinceLastHere => {}
        }
    }

    /// A place with what stands there, then the places within it.
    fn place(&mut self, place: &Place) {
        let span =
            place.span.map_or(String::new(), |span| format!(", {} of {}–{}", span.is, span.least, span.most));
        self.line(format!("{}{span}: {}", place.title, place.note.plain(self.sides)).trim_end_matches(": "));
        place.wrong.iter().for_each(|text| self.words(text));
        for piece in &place.pieces {
            let note = piece.note.plain(self.sides);
            self.line(format!("  {}: {note} {}", piece.title, piece.code).trim_end());
            piece.wrong.iter().for_each(|text| self.words(text));
        }
        place.places.iter().for_each(|place| self.place(place));
    }

    fn plot(&mut self, plot: &Plot) {
        self.line(&plot.caption);
        for line in &plot.lines {
            let name = super::seat(Seat::Side(line.side), self.sides);
            let figures = plot.labels.iter().zip(&line.values);
            let figures: Vec<String> =
                figures.map(|(label, value)| format!("{label} {}", figure_words(*value))).collect();
            self.line(&format!("{name}: {}", figures.join(", ")));
        }
    }

    fn panel(&mut self, panel: &Panel) {
        self.gap();
        let rule = panel.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
        let yours = if panel.yours { " (yours)" } else { "" };
        let lock = match panel.secret {
            None | Some(Audience::Public) => "",
            Some(Audience::Side(side)) => {
                &format!(" ({} and the umpire)", super::seat(Seat::Side(side), self.sides))
            }
            Some(Audience::Umpire) => " (the umpire)",
        };
        let remark = panel.remark.plain(self.sides);
        self.line(format!("-- {}{rule}{yours}{lock}  {remark}", panel.heading).trim_end());
        self.depth += 1;
        panel.body.iter().for_each(|block| self.block(block));
        self.depth -= 1;
    }

    fn form(&mut self, one: &kernel::view::Form) {
        let text = form(one, self.sides);
        self.line(&text);
        one.odds.iter().for_each(|table| self.odds(table));
    }

    fn odds(&mut self, table: &OddsTable) {
        self.line(format!("  {}: {}", table.caption, table.head).trim_end_matches([':', ' ']));
        for (outcome, weight) in &table.rows {
            self.line(&format!("    {weight}/{}  {outcome}", table.of));
        }
        self.line(format!("    {}", table.note).trim_end());
    }

    fn sheet(&mut self, sheet: &Sheet) {
        let heads: Vec<String> = sheet.columns.iter().map(|column| column.head.clone()).collect();
        let cells = sheet.rows.iter().map(|row| {
            let mut cells: Vec<String> = row.cells.iter().map(|cell| cell.text.plain(self.sides)).collect();
            cells.push(
                match row.state {
                    RowState::Here | RowState::Sum => "",
                    RowState::Away => "(away)",
                    RowState::Gone => "(gone)",
                }
                .to_owned(),
            );
            cells
        });
        let rows: Vec<Vec<String>> = std::iter::once(heads).chain(cells).collect();
        let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..n_columns).map(width).collect();
        self.line(&sheet.caption);
        for row in rows {
            let line: String =
                row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}  ")).collect();
            self.line(line.trim_end());
        }
    }
}

/// A sign with the same meaning for every kind of list.
fn mark(state: ItemState) -> &'static str {
    match state {
        ItemState::Done => "[x]",
        ItemState::Yours => "[>]",
        ItemState::Waiting => "[.]",
        ItemState::Later => "[ ]",
        ItemState::Closed => "[-]",
    }
}

/// Hundredths of an inch as inches.
fn inches(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}\"", hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100)
}
