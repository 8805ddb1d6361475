//! Small words in sentences.

use std::fmt::Display;

use crate::view::block::figure_words;

/// "1 coin", "3 coins": how many of something whose plural ends in s.
pub fn counted(n: impl TryInto<i64>, one: &str) -> String {
    counted_of(n, one, &format!("{one}s"))
}

/// "1 enemy", "3 enemies": how many of something, with its plural.
pub fn counted_of(n: impl TryInto<i64>, one: &str, many: &str) -> String {
    match n.try_into().unwrap_or(i64::MAX) {
        1 => format!("1 {one}"),
        n => format!("{} {many}", figure_words(n)),
    }
}

/// `+3`, `−2`, `0`: what is added to a die.
pub fn signed(n: impl Into<i64>) -> String {
    match n.into() {
        n if n > 0 => format!("+{n}"),
        n => figure_words(n),
    }
}

/// "A", "A and B", "A, B and C"; nothing of nothing.
pub fn listed(words: impl IntoIterator<Item = impl Display>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match &words[..] {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// With a capital letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// For the middle of a sentence; an abbreviation at the head stays as it is.
pub fn lower(words: &str) -> String {
    let mut letters = words.chars();
    match (letters.next(), words.chars().nth(1)) {
        (Some(first), None | Some(' ')) => first.to_lowercase().chain(letters).collect(),
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_everything_else_is_not() {
        let coins = [0, 1, 2].map(|n| counted(n, "coin"));
        assert_eq!(coins, ["0 coins", "1 coin", "2 coins"]);
        assert_eq!(counted_of(-2, "enemy", "enemies"), "−2 enemies");
        assert_eq!(counted_of(1_usize, "enemy", "enemies"), "1 enemy");
    }

    #[test]
    fn abbreviations_keep_their_capitals_in_the_middle_of_a_sentence() {
        for (words, lowered) in [("Worsens by one", "worsens by one"), ("A step", "a step"), ("A", "a")] {
            assert_eq!(lower(words), lowered);
        }
        for words in ["WP has air superiority", "AR 4", ""] {
            assert_eq!(lower(words), words);
        }
    }

    #[test]
    fn what_is_added_has_its_sign() {
        assert_eq!([3, 0, -2].map(signed), ["+3", "0", "−2"]);
    }

    #[test]
    fn a_list_ends_with_and() {
        assert_eq!(listed(Vec::<u8>::new()), "");
        assert_eq!(listed(["A"]), "A");
        assert_eq!(listed(["A", "B"]), "A and B");
        assert_eq!(listed([1, 2, 3]), "1, 2 and 3");
    }

    #[test]
    fn a_capital_is_one_letter_of_any_alphabet() {
        assert_eq!((capital("élan"), capital("")), ("Élan".into(), String::new()));
    }
}
