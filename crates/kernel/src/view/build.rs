//! Short ways to make what pages are made of: everything that is left out here stands at its plain value.

use std::sync::Arc;

use hexmap::{Hex, Numbering};
use serde_json::{Map, Value};

use super::board::{Act, Board, Counter, Ground, Place, Ring, Sends, Size, Symbol, Target, Terrain};
use super::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, ItemState, OddsTable, OwedItem, Page, PageHead,
    RowState, Sheet, ShownRefusal, StepRow, Text,
};
use crate::adjudication::{Acting, is_lawful, prove};
use crate::chart::{Chart, ChartResult};
use crate::grammar::{PerSide, Side, capital};
use crate::odds::Odds;
use crate::roll::Modifiers;
use crate::system::{SideInfo, System};
use crate::words::Seat;

impl Page {
    /// A page with a main column.
    pub fn new(head: PageHead, title: impl Into<String>, lede: impl Into<Text>, main: Vec<Block>) -> Self {
        Self { main, ..head.page(title, lede) }
    }

    /// With a side column.
    #[must_use]
    pub fn aside(mut self, aside: Vec<Block>) -> Self {
        self.aside = aside;
        self
    }
}

impl Block {
    /// What a command comes to for the seat that gives it, as exact chances; nothing where there are none. For commands
    /// that tell their seat nothing hidden.
    pub fn odds_of<S: System>(state: &S::State, seat: Seat, command: &S::Command) -> Vec<Self> {
        let Ok(odds) = Odds::of::<S>(state, Acting::own(seat), command) else { return Vec::new() };
        let rows = odds.outcomes.into_iter();
        let rows = rows.map(|one| (one.label, u64::try_from(one.weight).unwrap_or(u64::MAX)));
        vec![Self::Odds(OddsTable::of_rows("What it comes to", "Outcome", rows))]
    }

    /// The steps of a sequence of play by their names: play stands at one of them, or at none.
    pub fn sequence(steps: &[(&str, bool)]) -> Self {
        let step = |(n, &(name, now)): (usize, &(&str, bool))| StepRow {
            key: (n + 1).to_string(),
            title: capital(name),
            state: if now { ItemState::Waiting } else { ItemState::Later },
            now,
            note: Text::empty(),
        };
        Self::Steps(steps.iter().enumerate().map(step).collect())
    }
}

impl OwedItem {
    /// What each of these sides owes as `reader` sees it: the reader's own first, with a link to where it is done.
    pub fn of_sides(
        reader: Seat,
        sides: impl Iterator<Item = Side>,
        link: (&'static str, &str, &str),
        text: impl Fn(Side) -> Text,
    ) -> Vec<Self> {
        let (page, panel, words) = link;
        let item = |side: Side| {
            let own = side.seat() == reader;
            let state = if own { ItemState::Yours } else { ItemState::Waiting };
            let link = own.then(|| (page, panel.into(), words.into()));
            Self { who: side.seat(), state, text: text(side), link }
        };
        let mut items: Vec<Self> = sides.map(item).collect();
        items.sort_by_key(|item| item.who != reader);
        items
    }
}

impl Sheet {
    /// A figure for each of the sides, beside their names.
    pub fn of_sides(title: &str, sides: &PerSide<SideInfo>, figure: impl Fn(Side) -> i64) -> Self {
        let mut sheet = Self::new(title, &[("Side", ColumnRole::Name), (title, ColumnRole::Figure)]);
        for (side, info) in sides.iter() {
            let cells = vec![Cell::new(&*info.name), Cell::figure(figure(side))];
            sheet.row(info.id.as_str(), RowState::Here, cells);
        }
        sheet
    }
}

impl OddsTable {
    /// Outcomes with their weights; outcomes of one name that follow each other are one.
    pub fn of_rows(
        caption: impl Into<String>,
        head: impl Into<String>,
        rows: impl IntoIterator<Item = (String, u64)>,
    ) -> Self {
        let mut told: Vec<(String, u64)> = Vec::new();
        for (words, weight) in rows {
            match told.last_mut() {
                Some(last) if last.0 == words => last.1 += weight,
                _ => told.push((words, weight)),
            }
        }
        let of = told.iter().map(|row| row.1).sum();
        Self { caption: caption.into(), head: head.into(), rows: told, of, note: String::new(), other: false }
    }

    /// What a throw on a chart with these modifiers comes to.
    pub fn of_chart<R: ChartResult>(
        caption: impl Into<String>,
        chart: &Chart<R>,
        modifiers: &Modifiers,
    ) -> Self {
        let weights = chart.weights(modifiers.total());
        let rows = chart.rows().iter().map(|row| row.result.words()).zip(weights);
        let labels = modifiers.iter().filter(|modifier| modifier.amount != 0).map(|modifier| modifier.label);
        let note = labels.collect::<Vec<_>>().join(", ");
        Self { note, ..Self::of_rows(caption, chart.title(), rows) }
    }
}

impl ShownRefusal {
    /// Why a seat cannot give a command now, as the rules say it: for a control that is closed.
    pub fn of<S: System>(state: &S::State, seat: Seat, command: &S::Command) -> Option<Self> {
        prove::<S>(state, Acting::own(seat), command).err().map(|refusals| Self::from(&refusals))
    }
}

impl Form {
    /// A control for one command, named by its kind and closed while the rules refuse it.
    pub fn of<S: System>(state: &S::State, seat: Seat, verb: &str, command: &S::Command) -> Self {
        let written = value(command);
        let kind = written["do"].as_str().unwrap_or_default().to_owned();
        Self::new(kind, written, verb).closed(ShownRefusal::of::<S>(state, seat, command))
    }

    /// A control for like commands that differ in the field `key`, each an answer with its words. An answer is closed while
    /// the rules refuse its command; the control, for the first answer's reason, while they refuse all.
    pub fn pick<'w, S: System>(
        state: &S::State,
        seat: Seat,
        verb: &str,
        (key, label): (&'static str, &str),
        answers: impl IntoIterator<Item = (S::Command, &'w str)>,
    ) -> Self {
        let (mut choices, mut fixed) = (Vec::new(), Map::new());
        for (command, words) in answers {
            if let Value::Object(mut written) = value(&command) {
                let answer = written.remove(key).unwrap_or_default();
                choices.push(Choice::new(answer, words).closed(ShownRefusal::of::<S>(state, seat, &command)));
                fixed = written;
            }
        }
        let all_closed = choices.iter().all(|choice| choice.closed.is_some());
        let reason = choices.first().filter(|_| all_closed).and_then(|choice| choice.closed.clone());
        let kind = fixed.get("do").and_then(Value::as_str).unwrap_or_default().to_owned();
        let question = Field::new(key, label, FieldKind::One { choices, chosen: None });
        Self::new(kind, Value::Object(fixed), verb).ask(question).closed(reason)
    }

    /// With the answer of its last question that is picked beforehand.
    #[must_use]
    pub fn picked(mut self, answer: Option<usize>) -> Self {
        if let Some(FieldKind::One { chosen, .. }) = self.fields.last_mut().map(|field| &mut field.kind) {
            *chosen = answer;
        }
        self
    }
}

fn value(command: &impl serde::Serialize) -> Value {
    serde_json::to_value(command).expect("commands are plain values with text keys")
}

impl Board {
    /// A board with nothing on it.
    pub fn new(
        id: impl Into<String>,
        description: impl Into<String>,
        ground: impl Into<Arc<Ground>>,
    ) -> Self {
        Self {
            id: id.into(),
            description: description.into(),
            ground: ground.into(),
            held: Vec::new(),
            counters: Vec::new(),
            overlays: Vec::new(),
            attacks: Vec::new(),
            reports: Vec::new(),
            traces: Vec::new(),
            sums: Vec::new(),
            owed: Vec::new(),
            asked: Text::empty(),
            reaches: Vec::new(),
            acts: Vec::new(),
            calls: Vec::new(),
            adds: Vec::new(),
        }
    }

    /// Adds what a counter can do in a hex, while the rules take the command: a whole command, so that the target only
    /// says that it is meant. `cost` is counted in `budget`; an act without a cost rolls no dice.
    pub fn offer<S: System>(
        &mut self,
        (state, seat): (&S::State, Seat),
        (counter, hex): (&Counter, Hex),
        (word, verb): (&'static str, &str),
        (cost, budget): (&str, (&'static str, String)),
        command: &S::Command,
    ) {
        let Value::Object(written) = value(command) else { return };
        if !is_lawful::<S>(state, Acting::own(seat), command) {
            return;
        }
        let free = cost.is_empty();
        self.acts.push(Act {
            word,
            verb: verb.into(),
            counters: vec![counter.key.clone()],
            from: counter.hex,
            budget: if free { ("", String::new()) } else { budget },
            reach: self.reaches.len(),
            command: written,
            sends: Sends::Nothing,
            panel: None,
            rolls: !free,
        });
        self.reaches.push(vec![Target::new(hex, cost, None)]);
    }
}

impl Counter {
    /// A counter of a company at full strength, with nothing special about it.
    pub fn new(
        key: impl Into<String>,
        name: impl Into<String>,
        side: impl Into<u8>,
        hex: Option<Hex>,
    ) -> Self {
        Self {
            key: key.into(),
            name: name.into(),
            code: String::new(),
            side: side.into(),
            hex,
            formation: String::new(),
            size: Size::Company,
            symbol: Symbol::Infantry,
            factors: String::new(),
            strength: (0, 0),
            printed: None,
            steps: (1, 1),
            disc: None,
            sign: String::new(),
            ring: Ring::Plain,
            struck: false,
            spent: false,
            state: Vec::new(),
        }
    }
}

impl Ground {
    /// Ground around places, with a margin beyond the outermost: one kind of terrain everywhere but where `mark` says
    /// otherwise. Nothing without a place.
    pub fn around(
        numbering: Numbering,
        margin: i16,
        places: Vec<Place>,
        terrain: Vec<Terrain>,
        mark: impl Fn(Hex) -> char,
    ) -> Option<Self> {
        let spots = || places.iter().map(|place| numbering.column_row(place.hex));
        let (columns, rows) = (spots().map(|spot| spot.0).max()?, spots().map(|spot| spot.1).max()?);
        let row = |row| (1..=columns + margin).map(|column| mark(numbering.hex(column, row))).collect();
        Some(Self {
            numbering,
            first: (1, 1),
            rows: (1..=rows + margin).map(row).collect(),
            terrain,
            sides: Vec::new(),
            roads: Vec::new(),
            places,
        })
    }
}

impl Terrain {
    /// A kind of ground that looks like one thing, or like nothing.
    pub fn new(
        mark: char,
        name: impl Into<String>,
        looks: &[super::board::Look],
        effect: impl Into<Text>,
    ) -> Self {
        Self { mark, name: name.into(), looks: looks.to_vec(), effect: effect.into() }
    }
}
