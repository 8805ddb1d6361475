//! From a random word to a face, every face equally likely.

/// The face that `word` shows on a die of `sides` sides, 1 to `sides`, or `None` when the word must
/// be thrown away: words from `floor(2^64 / sides) * sides` up would favour the low faces.
///
/// A die of no sides has no face, so every word gives `None`.
pub fn face_of(word: u64, sides: u16) -> Option<u16> {
    let sides = u64::from(sides);
    // `u64::MAX % sides + 1` words are left over, which is the whole of `sides` when it divides 2^64.
    let left_over = (u64::MAX.checked_rem(sides)? + 1) % sides;
    if word > u64::MAX - left_over {
        return None;
    }
    u16::try_from(word % sides + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::face_of;

    #[test]
    fn a_ten_sided_die_throws_away_the_last_six_words() {
        // 2^64 = 18446744073709551616, so 18446744073709551610 is the first word too many.
        assert_eq!(face_of(18_446_744_073_709_551_609, 10), Some(10));
        for word in 18_446_744_073_709_551_610..=u64::MAX {
            assert_eq!(face_of(word, 10), None);
        }
    }

    #[test]
    fn sides_that_divide_the_words_use_every_word() {
        for sides in [1, 2, 4, 8, 16, 32_768] {
            assert_eq!(face_of(u64::MAX, sides), Some(sides));
            assert_eq!(face_of(0, sides), Some(1));
        }
    }

    #[test]
    fn the_acceptance_border_is_the_largest_multiple_of_the_sides() {
        for sides in 1..=u16::MAX {
            let border = (1_u128 << 64) / u128::from(sides) * u128::from(sides);
            let last = u64::try_from(border - 1).unwrap();
            assert_eq!(face_of(last, sides), Some(sides), "last accepted word for {sides} sides");
            if let Ok(first_refused) = u64::try_from(border) {
                assert_eq!(face_of(first_refused, sides), None, "first refused word for {sides} sides");
            }
        }
    }

    #[test]
    fn the_largest_die_reaches_its_largest_face() {
        assert_eq!(face_of(65_534, u16::MAX), Some(65_535));
        assert_eq!(face_of(65_535, u16::MAX), Some(1));
    }

    #[test]
    fn a_die_without_sides_has_no_face() {
        assert_eq!(face_of(0, 0), None);
    }
}
