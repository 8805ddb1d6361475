//! What a misspelt word was probably meant to be.

use tabular::bare;

/// Words longer than this are no misspellings of anything.
const LONGEST: usize = 40;

/// How many letters have to be put in, taken out, changed or swapped with their neighbour to make one word of the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    let swapped = if is_swap { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                    changed.min(swapped).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1)
                }
            };
        }
    }
    rows[a.len()][b.len()]
}

/// What `word` probably means: what the nearest of the names stands for. Nothing where names of several things are as near.
/// Short words may differ by one letter, longer ones by two.
pub(crate) fn nearest<'w, T: PartialEq>(
    word: &str,
    among: impl IntoIterator<Item = (T, &'w str)>,
) -> Option<T> {
    let letters = |text: &str| bare(text).chars().collect::<Vec<char>>();
    let wanted = letters(word);
    if wanted.len() < 2 || wanted.len() > LONGEST {
        return None;
    }
    let most = if wanted.len() < 5 { 1 } else { 2 };
    let near = among.into_iter().filter_map(|(meant, known)| {
        let known = letters(known);
        let is_like = known.len() >= 2 && known.len().abs_diff(wanted.len()) <= most;
        let far = if is_like { distance(&wanted, &known) } else { usize::MAX };
        (far <= most).then_some((far, meant))
    });
    let near: Vec<(usize, T)> = near.collect();
    let least = near.iter().map(|(far, _)| *far).min()?;
    let mut nearest = near.into_iter().filter(|(far, _)| *far == least).map(|(_, meant)| meant);
    let first = nearest.next()?;
    nearest.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_is_found_and_a_strange_one_is_not() {
        let levels = ["Raw", "Trained", "Experienced", "Veteran", "Elite"];
        let near = |word: &str| nearest(word, levels.map(|level| (level, level)));
        assert_eq!(near("Trianed"), Some("Trained"));
        assert_eq!(near("veterans"), Some("Veteran"));
        assert_eq!(near("rwa"), Some("Raw"));
        assert_eq!(near("green"), None);
        assert_eq!(near("r"), None);
        assert_eq!(near(&"x".repeat(5000)), None);
    }

    #[test]
    fn of_equally_near_words_none_is_meant() {
        assert_eq!(nearest("truk", [(0, "truck"), (1, "trunk")]), None);
        assert_eq!(nearest("truk", [(0, "truck"), (0, "trunk")]), Some(0), "two names of the same");
        assert_eq!(nearest("GI9", [("GI1", "GI1"), ("GI2", "GI2")]), None);
    }
}
