//! Names as people write them: how they are compared, and which are near to a word that is none of them.

/// How many names are suggested.
const MOST_NEAR: usize = 3;

/// The words of a name, as they are compared: small letters, German ones as they are written without their signs.
pub(super) fn words(name: &str) -> Vec<String> {
    let folded =
        name.to_lowercase().replace('ä', "ae").replace('ö', "oe").replace('ü', "ue").replace('ß', "ss");
    folded.split([' ', ',', ';']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Names that are nearly this one, or of which a word is, the nearest first.
pub(super) fn names<'n>(names: impl Iterator<Item = &'n str>, word: &str) -> Vec<&'n str> {
    let typed: Vec<char> = words(word).concat().chars().collect();
    if typed.len() < 3 {
        return Vec::new();
    }
    let far = |name: &str| {
        let parts = words(name);
        let whole = parts.concat();
        parts.iter().chain([&whole]).map(|word| far(&typed, &word.chars().collect::<Vec<_>>())).min()
    };
    let most = (typed.len() / 3).min(3);
    let mut found: Vec<(usize, &str)> =
        names.filter_map(|name| Some((far(name)?, name))).filter(|(far, _)| *far <= most).collect();
    found.sort_by_key(|(far, _)| *far);
    let mut near: Vec<&str> = Vec::new();
    for (_, name) in found {
        if near.len() < MOST_NEAR && !near.contains(&name) {
            near.push(name);
        }
    }
    near
}

/// How many letters are put in, left out, exchanged or swapped between two words. What begins another word is near it.
fn far(typed: &[char], word: &[char]) -> usize {
    if word.starts_with(typed) {
        return 0;
    }
    let (mut before, mut last): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=word.len()).collect());
    for (i, letter) in typed.iter().enumerate() {
        let mut now = vec![i + 1];
        for (j, other) in word.iter().enumerate() {
            let mut least = (last[j] + usize::from(letter != other)).min(last[j + 1] + 1).min(now[j] + 1);
            if i > 0 && j > 0 && *letter == word[j - 1] && typed[i - 1] == *other {
                least = least.min(before[j - 1] + 1);
            }
            now.push(least);
        }
        before = std::mem::replace(&mut last, now);
    }
    last[word.len()]
}

#[cfg(test)]
mod tests {
    use super::far;

    #[test]
    fn letters_put_in_left_out_exchanged_and_swapped_count_one_each() {
        let far = |typed: &str, word: &str| {
            far(&typed.chars().collect::<Vec<_>>(), &word.chars().collect::<Vec<_>>())
        };
        assert_eq!(far("fulda", "fulda"), 0);
        assert_eq!(far("ful", "fulda"), 0);
        assert_eq!(far("fluda", "fulda"), 1);
        assert_eq!(far("fuldda", "fulda"), 1);
        assert_eq!(far("fuda", "fulda"), 1);
        assert_eq!(far("folda", "fulda"), 1);
        assert_eq!(far("hanau", "fulda"), 5);
    }
}
