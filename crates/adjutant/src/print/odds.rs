//! Exact odds.

use std::fmt::Write;

use kernel::Odds;

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
