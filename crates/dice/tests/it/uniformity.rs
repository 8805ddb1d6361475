//! A coarse look at the distribution. The proof of evenness is the reduction's own test.

use dice::{DiceKey, Secret};

/// Chi-square over `n_rolls` single dice, in thousandths so that it stays in whole numbers.
fn chi_square_thousandths(sides: u16, n_rolls: u64) -> u64 {
    let key = DiceKey::new(&Secret::new([42; 32]), "uniformity", &[]);
    let mut counts = vec![0_u64; usize::from(sides)];
    for number in 1..=n_rolls {
        let face = key.faces("public", number, "even?", &[sides])[0];
        counts[usize::from(face) - 1] += 1;
    }
    let expected = n_rolls / u64::from(sides);
    counts.iter().map(|count| count.abs_diff(expected).pow(2) * 1000 / expected).sum()
}

#[test]
fn faces_are_even_within_one_in_a_thousand() {
    // Critical values of chi-square at p = 0.001, in thousandths.
    for (sides, critical) in [(2, 10_828), (6, 20_515), (10, 27_877), (20, 43_820), (100, 148_230)] {
        let found = chi_square_thousandths(sides, 12_000);
        assert!(found < critical, "D{sides}: chi-square {found} thousandths is not below {critical}");
        // Suspiciously even would be a fault too.
        assert!(found > 0, "D{sides}: no deviation at all");
    }
}
