//! Exact odds.

use std::fmt::Write;

use kernel::foretold::{Setting, percent as share};
use kernel::{ChanceTable, Foretold, MeasureHead, Odds, PlanHead};

/// One line per outcome with its fraction in lowest terms and its share in percent.
pub fn odds(odds: &Odds) -> String {
    let mut text = String::new();
    if let Some(supposing) = &odds.supposing {
        writeln!(text, "{supposing}").expect("a string takes all");
    }
    for outcome in &odds.outcomes {
        let (numerator, denominator) = lowest(outcome.weight, odds.of);
        let percent = percent(outcome.weight, odds.of);
        writeln!(text, "{numerator}/{denominator}  {percent}  {}", outcome.label)
            .expect("a string takes all");
    }
    if let Some((numerator, denominator)) = odds.mean() {
        let mean =
            if denominator == 1 { numerator.to_string() } else { format!("{numerator}/{denominator}") };
        writeln!(text, "mean {mean}").expect("a string takes all");
    }
    text
}

/// As many digits of a denominator are read by people.
const MOST_DIGITS: usize = 36;

/// A table of measures: one line per row with its fraction in lowest terms, its share, and that of all above it, then the
/// sentence. Fractions that nobody reads stand as decimals.
pub fn table(table: &ChanceTable) -> String {
    let mut text = String::new();
    let n_digits = table.of.to_string().len();
    let is_long = n_digits > MOST_DIGITS;
    for row in &table.rows {
        let exactly = match is_long {
            true => row.share.clone(),
            false => {
                let (over, under) = row.weight.over(&table.of);
                format!("{over}/{under}")
            }
        };
        let share_of = share(&row.weight, &table.of);
        let more = row
            .or_more
            .as_ref()
            .map(|more| format!("  ({} or more: {})", row.words[0], share(more, &table.of)));
        let more = more.filter(|_| table.figures.iter().all(|figure| figure.values.is_empty()));
        let (words, more) = (row.words.join(", "), more.unwrap_or_default());
        writeln!(text, "{exactly}  {share_of}  {words}{more}").expect("a string takes all");
    }
    if is_long {
        writeln!(
            text,
            "The exact fractions are over a number of {n_digits} digits: --json tells them whole."
        )
        .expect("a string takes all");
    }
    for (figure, mean) in table.figures.iter().zip(&table.means).filter(|(_, mean)| !mean.is_empty()) {
        writeln!(text, "mean {mean}  {}", figure.name).expect("a string takes all");
    }
    writeln!(text, "{}", table.sentence).expect("a string takes all");
    text
}

/// A plan: what is taken as given, then every table.
pub fn foretold(told: &Foretold) -> String {
    let mut text = format!("{}\n{}\n\nTaken as given:\n", told.title, told.sentence);
    for assumption in &told.assumptions {
        let key = assumption.key.as_ref().map(|key| format!(" [{key}]")).unwrap_or_default();
        writeln!(text, "- {}{key}", assumption.words).expect("a string takes all");
    }
    for step in &told.steps {
        let (alone, so_far) = (&step.alone.exact, &step.so_far.exact);
        let [_, first, second] = told.step_heads.map(str::to_lowercase);
        let note = if step.note.is_empty() { String::new() } else { format!(" {},", step.note) };
        writeln!(text, "{}:{note} {first} {alone}, {second} {so_far}", step.label)
            .expect("a string takes all");
    }
    for one in &told.tables {
        let names: Vec<&str> = one.figures.iter().map(|figure| figure.name.as_str()).collect();
        write!(text, "\n{} ({})\n{}", names.join(", "), one.id, table(one)).expect("a string takes all");
    }
    text
}

/// The plans that can be asked about, with their questions, and the measures.
pub fn plans(plans: &[PlanHead], measures: &[MeasureHead]) -> String {
    let mut text = String::new();
    for plan in plans {
        writeln!(text, "--plan {}  {}. {}", plan.id, plan.title, plan.about).expect("a string takes all");
        for question in &plan.questions {
            let keys = |choices: &[(String, String)]| {
                choices.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(", ")
            };
            let setting = match &question.setting {
                Setting::Number { least, most } => format!("{least} to {most}"),
                Setting::Choice(choices) => format!("one of {}", keys(choices)),
                Setting::Several(choices) => format!("any of {}", keys(choices)),
                Setting::Command => "a command as JSON".into(),
                Setting::Commands => "a list of commands as JSON".into(),
            };
            writeln!(
                text,
                "    {}: {}; {setting}; {} if not given",
                question.key, question.label, question.default
            )
            .expect("a string takes all");
        }
    }
    for measure in measures {
        writeln!(text, "--measure {}  {}", measure.id, measure.name).expect("a string takes all");
    }
    if text.is_empty() {
        text.push_str("There is nothing to ask about now.\n");
    }
    text
}

fn lowest(weight: u128, of: u128) -> (u128, u128) {
    let (mut a, mut b) = (weight, of);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (weight / a.max(1), of / a.max(1))
}

/// A share in percent with one decimal, halves up.
fn percent(weight: u128, of: u128) -> String {
    let (whole, rest) = (weight / of.max(1), weight % of.max(1));
    // A thousandth of the denominator is taken when the product would not fit.
    let (rest, of) = match rest.checked_mul(2000) {
        Some(scaled) => (scaled, of),
        None => (rest, of / 2000),
    };
    let tenths = whole * 1000 + (rest / of.max(1)).div_ceil(2);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use adjutant_web::api::shape::Chances;
    use kernel::{Odds, Outcome};

    use super::{lowest, percent};

    #[test]
    fn what_is_supposed_of_an_answer_stands_first() {
        let outcomes = vec![Outcome { label: "-".into(), value: None, weight: 1 }];
        let mut odds = Odds { outcomes, of: 1, supposing: Some("Nobody answers.".into()) };
        assert_eq!(super::odds(&odds), "Nobody answers.\n1/1  100.0 %  -\n");
        assert_eq!(serde_json::json!(Chances::of(&odds))["supposing"], "Nobody answers.");
        odds.supposing = None;
        assert_eq!(super::odds(&odds), "1/1  100.0 %  -\n");
        assert_eq!(serde_json::json!(Chances::of(&odds)).get("supposing"), None);
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(lowest(15, 100), (3, 20));
        assert_eq!(lowest(0, 100), (0, 1));
    }

    #[test]
    fn percents_have_one_decimal() {
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(2, 3), "66.7 %");
        assert_eq!(percent(1, 1), "100.0 %");
        assert_eq!(percent(1, 2000), "0.1 %");
        assert_eq!(percent(u128::MAX / 4, u128::MAX), "25.0 %");
    }
}
