//! A sheet with its answers: which modifiers count and why, which table is used, what a throw comes to.

use kernel::{Chart, ChartResult, Die, Modifiers, Row as Band};

use super::{
    Amount, Answers, Bar, Change, Choose, Exclusion, Line, Outcome, Row, Sheet, Table, Test, When, Whose,
};

/// What keeps a line or a table from counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// An exclusion.
    Exclusion(&'static Exclusion),
    /// An earlier line of its group, of which only one counts.
    Line(&'static Line),
}

/// How a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its circumstance does not hold.
    Off,
    /// It counts.
    Counts,
    /// Its circumstance holds, and something keeps it from counting.
    Excluded(By),
}

/// One line as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The line.
    pub line: &'static Line,
    /// What it adds to the net, with the sign that it has there; 0 where it does not count.
    pub amount: i16,
    /// Whether it counts.
    pub standing: Standing,
}

/// Everything that can be said before the dice fall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The sheet.
    pub sheet: &'static Sheet,
    /// The answers.
    pub answers: Answers,
    /// What keeps the roll from being made.
    pub bars: Vec<&'static Bar>,
    /// Each line in printed order.
    pub told: Vec<Told>,
    /// What is added to the dice.
    pub net: i32,
    /// The tables whose condition holds and which nothing excludes.
    pub candidates: Vec<&'static Table>,
    /// The tables whose condition holds and which are excluded, with the first reason.
    pub passed_over: Vec<(&'static Table, &'static Exclusion)>,
    /// The table that is used; none where no roll is made.
    pub table: Option<&'static Table>,
}

/// What a throw came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The row.
    pub row: &'static Row,
    /// What it came to.
    pub outcome: Outcome,
    /// What changed it, in order.
    pub changes: Vec<&'static Change>,
}

/// The row of a table, as the kernel draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(pub &'static Row);

impl ChartResult for Found {
    fn words(&self) -> String {
        self.0.words.into()
    }
}

impl Table {
    /// The table as the kernel draws on it; none where the result is sure.
    pub fn chart(&'static self) -> Option<Chart<Found>> {
        let bands = self.rows.iter().map(|row| Band {
            min: row.min.map(i32::from),
            max: row.max.map(i32::from),
            result: Found(row),
        });
        Chart::new(self.id, self.words, self.die()?, bands.collect()).ok()
    }
}

impl Sheet {
    /// Takes the answers, one for each question in order.
    ///
    /// # Panics
    /// When there are more or fewer answers than questions: how many a sheet has is known where it is asked.
    pub fn resolve(&'static self, answers: &[i16]) -> Resolved {
        assert_eq!(answers.len(), self.questions.len(), "{}: an answer for each question", self.id);
        let answers: Answers = answers.iter().copied().collect();
        let holds = |when| holds(when, &answers, &Outcome::default());
        let excluded = |unless: &[u8]| {
            let exclusions = unless.iter().map(|at| &self.exclusions[usize::from(*at)]);
            exclusions.into_iter().find(|exclusion| holds(exclusion.when))
        };
        let mut told: Vec<Told> = Vec::with_capacity(self.lines.len());
        for line in self.lines {
            let earlier = told.iter().find(|one| {
                line.group > 0 && one.line.group == line.group && one.standing == Standing::Counts
            });
            let standing = match (holds(line.when), excluded(line.unless), earlier) {
                (false, ..) => Standing::Off,
                (true, Some(exclusion), _) => Standing::Excluded(By::Exclusion(exclusion)),
                (true, None, Some(earlier)) => Standing::Excluded(By::Line(earlier.line)),
                (true, None, None) => Standing::Counts,
            };
            let amount = if standing == Standing::Counts { line.on_net(&answers) } else { 0 };
            told.push(Told { line, amount, standing });
        }
        let (mut candidates, mut passed_over) = (Vec::new(), Vec::new());
        for table in self.tables.iter().filter(|table| holds(table.when)) {
            match excluded(table.unless) {
                Some(exclusion) => passed_over.push((table, exclusion)),
                None => candidates.push(table),
            }
        }
        let bars: Vec<&Bar> = self.bars.iter().filter(|bar| holds(bar.when)).collect();
        let table = match self.choose {
            Choose::First => candidates.first().copied(),
            Choose::Least(field) => candidates.iter().copied().min_by(|one, other| {
                let ((a, of_a), (b, of_b)) = (one.ways_of(field), other.ways_of(field));
                (a * of_b).cmp(&(b * of_a))
            }),
        };
        let table = table.filter(|_| bars.is_empty());
        let net = told.iter().map(|one| i32::from(one.amount)).sum();
        Resolved { sheet: self, bars, told, net, candidates, passed_over, table, answers }
    }
}

impl Line {
    /// What it adds to the net where it counts.
    fn on_net(&self, answers: &Answers) -> i16 {
        let answer = |at: u8| answers[usize::from(at)];
        let printed = match self.amount {
            Amount::Fixed(amount) => amount,
            Amount::Times(question, times) => answer(question) * times,
            Amount::By(question, amounts) => {
                usize::try_from(answer(question)).ok().and_then(|at| amounts.get(at).copied()).unwrap_or(0)
            }
        };
        if self.whose == Whose::Other { -printed } else { printed }
    }
}

impl Resolved {
    /// Whether a line counts.
    pub fn counts(&self, at: u8) -> bool {
        self.told[usize::from(at)].standing == Standing::Counts
    }

    /// The modifiers as the kernel writes them down, those that do not count with 0.
    pub fn modifiers(&self) -> Modifiers {
        self.told
            .iter()
            .fold(Modifiers::none(), |list, one| list.plus(one.amount.into(), one.line.words, one.line.rule))
    }

    /// What is thrown; nothing where no roll is made or its result is sure.
    pub fn die(&self) -> Option<Die> {
        self.table.and_then(Table::die)
    }

    /// What a figure on the dice comes to; `None` where no roll is made. A sure result asks for no figure: any is taken.
    pub fn at(&self, figure: i32) -> Option<Ended> {
        let table = self.table?;
        let total = if table.dice == 0 { 0 } else { figure + self.net };
        Some(self.of_row(table.row(total)))
    }

    /// What a row comes to with these answers.
    pub fn of_row(&self, row: &'static Row) -> Ended {
        let (mut outcome, mut changes) = (Outcome::of(row.says), Vec::new());
        for change in self.sheet.changes {
            if holds(change.when, &self.answers, &outcome) {
                change.set.iter().for_each(|(field, value)| outcome.set(*field, *value));
                changes.push(change);
            }
        }
        Ended { row, outcome, changes }
    }
}

/// Whether a condition holds.
fn holds(when: When, answers: &Answers, outcome: &Outcome) -> bool {
    let answer = |at: u8| answers[usize::from(at)];
    let passes = |test: &Test| match *test {
        Test::Is(question, value) => answer(question) == value,
        Test::Not(question, value) => answer(question) != value,
        Test::Least(question, value) => answer(question) >= value,
        Test::Over(one, other) => answer(one) > answer(other),
        Test::Gives(field, value) => outcome.get(field) == value,
        Test::Spends(field, question) => i16::from(outcome.get(field)) >= answer(question),
    };
    when.iter().any(|all| all.iter().all(passes))
}
