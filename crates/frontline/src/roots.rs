//! Comparing sums of square roots with whole numbers, exactly.

/// Whether `√a + √b > d` for `a, b >= 0`.
pub(crate) fn exceed(a: i64, b: i64, d: i64) -> bool {
    if d < 0 {
        return true;
    }
    // Both sides squared: a + b + 2√(ab) > d², then what is left squared again.
    let rest = i128::from(d) * i128::from(d) - i128::from(a) - i128::from(b);
    rest < 0 || 4 * i128::from(a) * i128::from(b) > rest * rest
}

/// The least whole number not less than `√n`.
pub(crate) fn root_up(n: i64) -> i64 {
    let n = n.max(0).unsigned_abs();
    let down = n.isqrt();
    (down + u64::from(down * down < n)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_roots_are_compared_at_the_very_boundary() {
        assert!(!exceed(25, 9, 8) && exceed(25, 9, 7) && exceed(26, 9, 8) && exceed(25, 10, 8));
        assert!(!exceed(0, 0, 0) && exceed(0, 1, 0) && exceed(0, 0, -1) && !exceed(0, 16, 4));
        assert!(!exceed(2, 8, 5) && exceed(2, 8, 4));
        // √250000 + √250000 = 1000, and one less under either root is less.
        assert!(!exceed(250_000, 250_000, 1000) && exceed(250_000, 250_001, 1000));
        assert!(!exceed(10_000_000_000, 10_000_000_000, 200_000));
    }

    #[test]
    fn roots_are_rounded_the_way_they_say() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(root_up), [0, 1, 2, 2, 2, 3]);
    }
}
