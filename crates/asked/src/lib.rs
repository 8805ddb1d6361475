//! How much a test tries, and from which seed on: the usual, or what a soak asks for in the environment.

use std::str::FromStr;

/// The number that a soak asks for in `variable`; none where nobody asks, and the test tries what is usual.
///
/// # Panics
/// What is asked is no number of that kind: a soak that tried the usual number instead would say too much.
#[must_use]
pub fn number<N: FromStr>(variable: &str) -> Option<N> {
    let text = std::env::var(variable).ok()?;
    Some(
        text.parse().unwrap_or_else(|_| panic!("{variable} is {text}, which is no number that can be tried")),
    )
}

/// The seed of the first try, 1 unless `ADJUTANT_FIRST` names another: each piece of a soak has seeds of its own.
#[must_use]
pub fn first_seed() -> u64 {
    number("ADJUTANT_FIRST").unwrap_or(1)
}
