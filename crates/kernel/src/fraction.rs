//! Whole-number fractions.

/// The greatest number that divides both; the other one where one of them is nothing.
pub fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A fraction in lowest terms.
pub fn lowest_terms(over: u128, under: u128) -> (u128, u128) {
    let shared = gcd(over, under).max(1);
    (over / shared, under / shared)
}

/// A fraction in lowest terms, in words: `13/18`, `2`.
pub fn words(over: u128, under: u128) -> String {
    match lowest_terms(over, under) {
        (over, 1) => over.to_string(),
        (over, under) => format!("{over}/{under}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_divides_like_the_other_number() {
        assert_eq!((gcd(12, 18), gcd(0, 7), gcd(7, 0), gcd(0, 0)), (6, 7, 7, 0));
        assert_eq!([0, 0, 4, 8].into_iter().fold(0, gcd), 4);
    }

    #[test]
    fn fractions_are_shortened() {
        assert_eq!(lowest_terms(26, 36), (13, 18));
        assert_eq!((lowest_terms(0, 36), lowest_terms(0, 0)), ((0, 1), (0, 0)));
        assert_eq!((words(26, 36), words(72, 36), words(0, 36)), ("13/18".into(), "2".into(), "0".into()));
    }
}
