//! Exact odds of a sheet, by the kernel's algebra of chance.

use kernel::chance::{Chance, TooMuch};

use super::{Field, Outcome, Resolved};

impl Resolved {
    /// Every outcome with its exact chance; `None` where no roll is made.
    pub fn odds(&self) -> Option<Chance<Outcome>> {
        let Some(die) = self.die() else {
            return self.at(0).map(|ended| Chance::sure(ended.outcome));
        };
        let figures = (die.span().0..).zip(die.ways());
        let outcomes = figures.filter_map(|(figure, ways)| Some((self.at(figure)?.outcome, ways)));
        Some(Chance::weighed(outcomes))
    }
}

/// How much of a field several independent rolls give together, such as the steps that a barrage takes from a stack. A roll
/// that is not made gives nothing.
///
/// # Errors
/// [`TooMuch`] where the exact fractions are too wide.
pub fn steps<'r>(
    rolls: impl IntoIterator<Item = &'r Resolved>,
    field: Field,
) -> Result<Chance<i64>, TooMuch> {
    let mut sum = Chance::sure(0);
    for odds in rolls.into_iter().filter_map(Resolved::odds) {
        let one = odds.map(|outcome| i64::from(outcome.get(field)));
        sum = sum.with(&one, |a, b| a + b)?;
    }
    Ok(sum)
}

/// What of a field each of several independent rolls gives, in their order.
///
/// # Errors
/// [`TooMuch`] where there are too many combinations.
pub fn each_apart<'r>(
    rolls: impl IntoIterator<Item = &'r Resolved>,
    field: Field,
) -> Result<Chance<Vec<i8>>, TooMuch> {
    let mut all = Chance::sure(Vec::new());
    for roll in rolls {
        let odds = roll.odds().unwrap_or_else(|| Chance::sure(Outcome::default()));
        let one = odds.map(|outcome| outcome.get(field));
        all = all.with(&one, |known, more| known.iter().copied().chain([*more]).collect())?;
    }
    Ok(all)
}
