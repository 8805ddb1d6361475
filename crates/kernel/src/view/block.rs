//! The blocks a page is made of.

use serde::Serialize;

use super::arrangement::Arrangement;
use super::board::Board;
use super::field::Field;
use super::form::Form;
use super::plan::{Force, Headline, Ladder, Plan, Results};
use super::rolls::RollTable;
use super::sheet::Sheet;
use super::text::Text;
use crate::roll::RollRecord;
use crate::words::{Audience, RuleId, Seat};

/// One block of a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// A framed group under a heading.
    Panel(Panel),
    /// A paragraph.
    Prose(Text),
    /// A paragraph in small type: context, reasons.
    Note(Text),
    /// Says why something is empty and what will fill it.
    Empty(Text),
    /// What waits for whom; the reader's own first.
    Owed(Vec<OwedItem>),
    /// The steps of a procedure with their state.
    Steps(Vec<StepRow>),
    /// Things that can be done, one line each; closed ones with their reason.
    Can(Vec<Form>),
    /// One thing to do, drawn large.
    Form(Form),
    /// The rolls of a step, with one press for all of them.
    Rolls(Box<RollTable>),
    /// Goods with prices, limits and steppers.
    Basket(Basket),
    /// A table with typed columns.
    Sheet(Sheet),
    /// Sums: a purse, a tally of points.
    Ledger(Vec<LedgerLine>),
    /// An exact distribution.
    Odds(OddsTable),
    /// One roll taken apart.
    Roll(RollRecord),
    /// A board in inches: ground, lines, points.
    Field(Field),
    /// A board of hexes: ground, counters, and what can be done on it. At most one with acts on a page.
    Board(Board),
    /// What the answers of a form come to.
    Plan(Plan),
    /// Pieces in places, put elsewhere by hand; within the plan of the form whose text it is.
    Arrangement(Box<Arrangement>),
    /// Large figures side by side.
    Headline(Vec<Headline>),
    /// The strengths of those who meet.
    Forces(Vec<Force>),
    /// How a column of a table is reached.
    Ladder(Ladder),
    /// Exactly what can come of a throw.
    Results(Results),
    /// Bars over a common scale.
    Bars {
        /// What is shown.
        caption: String,
        /// One bar each.
        bars: Vec<Bar>,
    },
    /// Figures over time as lines, with the same figures as a table.
    Plot(Plot),
    /// Who is told apart one by one, each with what can be noted about him under the thumb.
    Tally(Vec<TallyRow>),
    /// Days and slots as a strip.
    Timeline(Vec<Day>),
    /// Short facts, each with its value.
    Facts(Vec<(String, Text)>),
    /// Here the page puts what has happened since the reader was last here.
    SinceLastHere,
}

/// A framed group under a heading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Panel {
    /// Stable address on the page.
    pub id: String,
    /// The heading.
    pub heading: String,
    /// The rule it stands for.
    pub rule: Option<RuleId>,
    /// A short remark at the right of the heading; may be empty.
    pub remark: Text,
    /// Who may know what stands in it, when not everyone.
    pub secret: Option<Audience>,
    /// Whether it waits for the reader.
    pub yours: bool,
    /// Whether its body is folded behind its heading until opened.
    pub folded: bool,
    /// Whether it is a sheet for the table: on paper it begins a page of its own.
    pub paper: bool,
    /// Whether it is shown only once a link has led to it, and then until another link leads elsewhere.
    pub on_call: bool,
    /// What it holds.
    pub body: Vec<Block>,
}

impl Panel {
    /// A plain panel.
    pub fn new(id: impl Into<String>, heading: impl Into<String>, body: Vec<Block>) -> Self {
        Self {
            id: id.into(),
            heading: heading.into(),
            rule: None,
            remark: Text::empty(),
            secret: None,
            yours: false,
            folded: false,
            paper: false,
            on_call: false,
            body,
        }
    }

    /// With the rule it stands for.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Shown only once a link has led to it.
    #[must_use]
    pub fn on_call(mut self) -> Self {
        self.on_call = true;
        self
    }

    /// With a remark beside the heading.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<Text>) -> Self {
        self.remark = remark.into();
        self
    }

    /// With a lock.
    #[must_use]
    pub fn secret(mut self, audience: Audience) -> Self {
        self.secret = Some(audience);
        self
    }

    /// Waits for the reader.
    #[must_use]
    pub fn yours(mut self) -> Self {
        self.yours = true;
        self
    }

    /// Folded behind its heading until opened.
    #[must_use]
    pub fn folded(mut self) -> Self {
        self.folded = true;
        self
    }

    /// A sheet for the table.
    #[must_use]
    pub fn paper(mut self) -> Self {
        self.paper = true;
        self
    }

    /// As a block.
    pub fn block(self) -> Block {
        Block::Panel(self)
    }
}

/// How far a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemState {
    /// Finished.
    Done,
    /// Waits for the reader.
    Yours,
    /// Waits for somebody else.
    Waiting,
    /// Its time has not come.
    Later,
    /// Does not happen, for a reason.
    Closed,
}

/// Something owed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OwedItem {
    /// Who owes it.
    pub who: Seat,
    /// How it stands for the reader.
    pub state: ItemState,
    /// What is owed, by when, and what happens if late.
    pub text: Text,
    /// The page and panel where it is done, with the words of the link.
    pub link: Option<(&'static str, String, String)>,
}

/// One step of a procedure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepRow {
    /// The short name: `S2e`.
    pub key: String,
    /// The name.
    pub title: String,
    /// How it stands.
    pub state: ItemState,
    /// Whether this is where play stands now.
    pub now: bool,
    /// One line; may be empty.
    pub note: Text,
}

/// Goods with prices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Basket {
    /// One kind of goods each.
    pub rows: Vec<BasketRow>,
}

/// One kind of goods.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BasketRow {
    /// Stable address on the page.
    pub key: String,
    /// What players call it by, such as its id on the chart: `GO3`; absent where its name is all.
    pub code: Option<String>,
    /// Its name.
    pub title: String,
    /// What it holds and what is special about it.
    pub note: Text,
    /// The price figure.
    pub price: i64,
    /// The unit of the price: `CPP`.
    pub unit: &'static str,
    /// Limits, one line each: "today 1 of 2".
    pub limits: Vec<String>,
    /// How many are in the basket.
    pub count: i64,
    /// One less.
    pub less: Form,
    /// One more.
    pub more: Form,
}

/// A figure in print: the true minus sign.
pub fn figure_words(figure: i64) -> String {
    if figure < 0 { format!("−{}", figure.unsigned_abs()) } else { figure.to_string() }
}

/// A large figure in groups of three, parted by narrow blanks; up to four digits stand together.
pub fn grouped(figure: u128) -> String {
    let digits = figure.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.filter_map(|group| str::from_utf8(group).ok()).collect::<Vec<_>>().join("\u{202f}")
}

/// What a line of a ledger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// An amount carried over.
    Carried,
    /// An amount that comes or goes, shown with its sign.
    Change,
    /// A sum.
    Sum,
    /// What would be left after something not yet done.
    After,
}

/// One line of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LedgerLine {
    /// What for.
    pub label: Text,
    /// How much.
    pub amount: i64,
    /// What it is.
    pub kind: LineKind,
}

impl LedgerLine {
    /// A line.
    pub fn new(label: impl Into<Text>, amount: i64, kind: LineKind) -> Self {
        Self { label: label.into(), amount, kind }
    }
}

/// An exact distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsTable {
    /// Which alternative it is: "With the point".
    pub caption: String,
    /// The head of the outcome column.
    pub head: String,
    /// Outcomes with their weights.
    pub rows: Vec<(String, u64)>,
    /// The sum of all weights.
    pub of: u64,
    /// Mean, chart and assumptions in one line; may be empty.
    pub note: String,
    /// Drawn hatched: the alternative that is not picked beforehand.
    pub other: bool,
}

/// One bar.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// Its length.
    pub value: i64,
    /// The side it belongs to.
    pub side: Option<u8>,
}

/// Figures over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plot {
    /// What is shown.
    pub caption: String,
    /// The places along the foot, in order.
    pub labels: Vec<String>,
    /// The lines.
    pub lines: Vec<PlotLine>,
}

/// One side's figures over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlotLine {
    /// Whose.
    pub side: u8,
    /// One figure per label, as many as are known.
    pub values: Vec<i64>,
}

/// One row of a tally.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TallyRow {
    /// Stable address on the page.
    pub id: String,
    /// Whom it is about.
    pub title: Text,
    /// How he stands.
    pub state: Text,
    /// Whether he is gone for good.
    pub gone: bool,
    /// What can be noted: forms without a question, or that send an answer at once.
    pub forms: Vec<Form>,
}

/// One day of a strip.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Day {
    /// "24 December".
    pub label: String,
    /// Its slots.
    pub slots: Vec<SlotMark>,
}

/// One slot of a day.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SlotMark {
    /// "Full day", "Night".
    pub label: String,
    /// How it stands.
    pub state: ItemState,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_figures_stand_in_groups() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1296), "1296");
        assert_eq!(grouped(12_345), "12\u{202f}345");
        assert_eq!(grouped(100_000_000), "100\u{202f}000\u{202f}000");
    }
}
