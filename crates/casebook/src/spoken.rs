//! A view read aloud: every text on its pages, one line each.

use kernel::SideInfo;
use kernel::view::board::Target;
use kernel::view::{
    Basket, Block, Board, FieldKind, Force, Form, OddsTable, OwedItem, Panel, Place, Sheet, ShownRefusal,
    StepRow, Text, View,
};

/// Every text of a view, one line each: a sheet's row is one line, its cells parted by ` | `.
pub fn spoken(view: &View, sides: &[SideInfo]) -> Vec<String> {
    let mut speech = Speech { sides, lines: vec![view.standing.clone()] };
    for page in &view.pages {
        speech.say(page.tab);
        speech.say(&page.title);
        speech.text(&page.lede);
        page.main.iter().chain(&page.aside).for_each(|block| speech.block(block));
    }
    speech.lines.retain(|line| !line.is_empty());
    speech.lines
}

struct Speech<'s> {
    sides: &'s [SideInfo],
    lines: Vec<String>,
}

impl Speech<'_> {
    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn plain(&self, text: &Text) -> String {
        text.plain(self.sides)
    }

    fn text(&mut self, text: &Text) {
        let line = self.plain(text);
        self.say(line);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Panel(panel) => self.panel(panel),
            Block::Prose(text) | Block::Note(text) | Block::Empty(text) => self.text(text),
            Block::Owed(items) => items.iter().for_each(|item| self.owed(item)),
            Block::Steps(steps) => steps.iter().for_each(|step| self.step(step)),
            Block::Can(forms) => forms.iter().for_each(|form| self.form(form)),
            Block::Form(form) => self.form(form),
            Block::Basket(basket) => self.basket(basket),
            Block::Sheet(sheet) => self.sheet(sheet),
            Block::Ledger(lines) => {
                for line in lines {
                    let label = self.plain(&line.label);
                    self.say(format!("{label}: {}", line.amount));
                }
            }
            Block::Odds(table) => self.odds(table),
            Block::Roll(roll) => {
                self.say(format!("{}: {:?}, total {}", roll.asked.text, roll.faces, roll.total));
                for modifier in &roll.modifiers {
                    self.say(format!("{} {:+} [{}]", modifier.label, modifier.amount, modifier.rule));
                }
                if let Some(chart) = &roll.chart {
                    self.say(format!("{}: {}", chart.title, chart.bands[chart.hit].result));
                }
            }
            Block::Field(field) => {
                self.say(&field.description);
                field.areas.iter().for_each(|area| self.say(format!("{}: {}", area.name, area.kind)));
                for point in &field.points {
                    self.say(format!("{} ({}) {}", point.name, point.kind, point.note));
                }
            }
            Block::Board(board) => self.board(board),
            Block::Plan(plan) => plan.body.iter().for_each(|block| self.block(block)),
            Block::Headline(figures) => {
                for one in figures {
                    let words = self.plain(&one.words);
                    self.say(format!("{} {words}", one.figure));
                }
            }
            Block::Forces(forces) => forces.iter().for_each(|force| self.force(force)),
            Block::Ladder(ladder) => {
                self.say(&ladder.caption);
                for rung in &ladder.rungs {
                    let words = self.plain(&rung.words);
                    self.say(format!("{words}: {}", ladder.columns.get(rung.to).map_or("", String::as_str)));
                }
            }
            Block::Results(results) => {
                self.say(&results.caption);
                for group in &results.groups {
                    self.say(&group.heading);
                    for row in &group.rows {
                        self.say(format!(
                            "{} {} {}: {}/{}",
                            row.throw, row.code, row.words, row.weight, results.of
                        ));
                    }
                }
                results.means.iter().for_each(|(what, mean)| self.say(format!("{what}: {mean}")));
            }
            Block::Bars { caption, bars } => {
                self.say(caption);
                bars.iter().for_each(|bar| self.say(format!("{}: {}", bar.label, bar.value)));
            }
            Block::Plot(plot) => {
                self.say(&plot.caption);
                for line in &plot.lines {
                    let figures = plot.labels.iter().zip(&line.values);
                    let figures: Vec<String> =
                        figures.map(|(label, value)| format!("{label} {value}")).collect();
                    self.say(format!("{}: {}", line.side, figures.join(", ")));
                }
            }
            Block::Rolls(rolls) => {
                self.say(&rolls.caption);
                self.text(&rolls.lead);
                for row in &rolls.rows {
                    for words in [&row.title, &row.note, &row.why, &row.result] {
                        self.text(words);
                    }
                    row.chances.iter().for_each(|chance| self.say(chance.told()));
                }
                rolls.forms().into_iter().for_each(|form| self.form(form));
            }
            Block::Tally(rows) => {
                for row in rows {
                    let (title, state) = (self.plain(&row.title), self.plain(&row.state));
                    self.say(format!("{title}: {state}"));
                    row.forms.iter().for_each(|form| self.form(form));
                }
            }
            Block::Arrangement(all) => {
                self.text(&all.told);
                all.places.iter().for_each(|place| self.place(place));
                all.back.iter().chain(&all.more).for_each(|press| self.say(&press.words));
            }
            Block::Timeline(days) => {
                for day in days {
                    let slots: Vec<&str> = day.slots.iter().map(|slot| slot.label.as_str()).collect();
                    self.say(format!("{}: {}", day.label, slots.join(", ")));
                }
            }
            Block::Facts(facts) => {
                for (name, text) in facts {
                    let text = self.plain(text);
                    self.say(format!("{name}: {text}"));
                }
            }
            Block::SinceLastHere => {}
        }
    }

    /// A place with what stands there, then the places within it.
    fn place(&mut self, place: &Place) {
        let note = self.plain(&place.note);
        let span = place
            .span
            .map_or(String::new(), |span| format!(", {} of {} to {}", span.is, span.least, span.most));
        self.say(format!("{}{span}: {note}", place.title));
        place.wrong.iter().for_each(|text| self.text(text));
        for piece in &place.pieces {
            let note = self.plain(&piece.note);
            self.say(format!("{} {}: {note}", piece.title, piece.code));
            piece.wrong.iter().for_each(|text| self.text(text));
            piece.more.iter().for_each(|press| self.say(&press.words));
        }
        place.places.iter().for_each(|place| self.place(place));
        place.more.iter().chain(&place.here).for_each(|press| self.say(&press.words));
    }

    /// Counters and what can be ordered; the ground stays as the set-up has it.
    fn board(&mut self, board: &Board) {
        self.say(&board.description);
        for counter in &board.counters {
            let at = counter.hex.map_or_else(|| "beside the board".to_owned(), |hex| board.label(hex));
            self.say(format!("{at}: {} {} {}", counter.name, counter.factors, counter.told().join(", ")));
        }
        for overlay in &board.overlays {
            self.say(format!("{}: {}", overlay.name, board.extent(overlay)));
        }
        for (hex, side) in &board.held {
            self.say(format!("{}: held by {side}", board.label(*hex)));
        }
        for attack in &board.attacks {
            self.say(format!("{}: {}", board.label(attack.target), attack.kind));
        }
        for report in &board.reports {
            let words = self.plain(&report.words);
            self.say(format!("{}: {words}", board.label(report.hex)));
        }
        for act in &board.acts {
            let open = |target: &&Target| target.ends;
            let ends = board.targets(act).iter().filter(open);
            let ends: Vec<String> =
                ends.map(|end| format!("{} {}", board.label(end.hex), end.cost)).collect();
            self.say(format!("{} {}: {}", act.counters.join(" "), act.word, ends.join(", ")));
        }
    }

    fn force(&mut self, force: &Force) {
        self.say(&force.caption);
        for row in force.rows.iter().chain(&force.more) {
            let note = self.plain(&row.note);
            self.say(format!("{} {}: {} {note}", row.place, row.name, row.strength));
        }
        self.say(format!("Total: {}", force.total));
    }

    fn panel(&mut self, panel: &Panel) {
        self.say(&panel.heading);
        self.text(&panel.remark);
        panel.body.iter().for_each(|block| self.block(block));
    }

    fn owed(&mut self, item: &OwedItem) {
        self.text(&item.text);
        if let Some((_, _, words)) = &item.link {
            self.say(words);
        }
    }

    fn step(&mut self, step: &StepRow) {
        let note = self.plain(&step.note);
        self.say(format!("{} {} {note}", step.key, step.title).trim_end());
    }

    fn form(&mut self, form: &Form) {
        self.say(&form.verb);
        self.text(&form.consequence);
        self.closed(form.closed.as_ref());
        for field in form.questions() {
            self.say(&field.label);
            self.say(&field.hint);
            if let FieldKind::Words { value, .. } = &field.kind
                && !value.is_empty()
            {
                self.say(value);
            }
            if let FieldKind::One { choices, .. }
            | FieldKind::Many { choices, .. }
            | FieldKind::Keys { choices, .. } = &field.kind
            {
                for choice in choices {
                    self.text(&choice.label);
                    self.text(&choice.note);
                    self.closed(choice.closed.as_ref());
                }
            }
        }
        form.odds.iter().for_each(|table| self.odds(table));
    }

    fn closed(&mut self, refusal: Option<&ShownRefusal>) {
        if let Some(refusal) = refusal {
            self.say(format!("{} [{}]", refusal.sentence, refusal.rule));
        }
    }

    fn basket(&mut self, basket: &Basket) {
        for row in &basket.rows {
            let note = self.plain(&row.note);
            self.say(format!(
                "{} {}: {} {}, {} in the basket",
                row.key, row.title, row.price, row.unit, row.count
            ));
            self.say(note);
            row.limits.iter().for_each(|limit| self.say(limit));
            self.form(&row.less);
            self.form(&row.more);
        }
    }

    fn sheet(&mut self, sheet: &Sheet) {
        self.say(&sheet.caption);
        let heads: Vec<&str> = sheet.columns.iter().map(|column| column.head.as_str()).collect();
        self.say(heads.join(" | "));
        for row in &sheet.rows {
            let cells: Vec<String> = row.cells.iter().map(|cell| self.plain(&cell.text)).collect();
            self.say(cells.join(" | "));
        }
    }

    fn odds(&mut self, table: &OddsTable) {
        self.say(&table.caption);
        for (label, weight) in &table.rows {
            self.say(format!("{label}: {weight} of {}", table.of));
        }
        self.say(&table.note);
    }
}
