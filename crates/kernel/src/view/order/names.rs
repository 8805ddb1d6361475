//! Names in orders: places and counters by what they are called in prose, and what is near to a word that is none of them.

use hexmap::Hex;

use super::super::board::{Board, Counter};

/// How many names are suggested.
const MOST_NEAR: usize = 3;

/// The words of a name, as they are compared: small letters, German ones as they are written without their signs.
fn words(name: &str) -> Vec<String> {
    let folded =
        name.to_lowercase().replace('ä', "ae").replace('ö', "oe").replace('ü', "ue").replace('ß', "ss");
    folded.split([' ', ',', ';']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// How many words at the head of what is left are these.
fn heads(rest: &[&str], name: &[String]) -> Option<usize> {
    let same = |(typed, word): (&&str, &String)| words(typed).concat() == *word;
    let stands = !name.is_empty() && rest.len() >= name.len() && rest.iter().zip(name).all(same);
    stands.then_some(name.len())
}

/// The hex of the place whose name stands at the head of what is left, and how many words that takes.
pub(super) fn place(board: &Board, rest: &[&str]) -> Option<(Hex, usize)> {
    let places = board.ground.places.iter();
    let found = places.filter_map(|place| Some((place.hex, heads(rest, &words(&place.name))?)));
    found.max_by_key(|(_, n)| *n)
}

/// The counter whose name, or two or more words in a row of it, stands at the head of what is left, and how many words
/// that takes. Of several that are meant alike those come first that can be ordered.
pub(super) fn counter<'b>(board: &'b Board, rest: &[&str]) -> Result<Option<(&'b Counter, usize)>, String> {
    let mut found: Vec<(&Counter, usize)> = Vec::new();
    for counter in &board.counters {
        let name = words(&counter.name);
        let part =
            |from: usize| (2..=name.len() - from).filter_map(|n| heads(rest, &name[from..from + n])).max();
        let whole = heads(rest, &name).filter(|n| *n > 1 || board.acts.iter().all(|act| act.word != rest[0]));
        let n = whole.or_else(|| (0..name.len()).filter_map(part).max());
        found.extend(n.map(|n| (counter, n)));
    }
    let longest = found.iter().map(|(_, n)| *n).max().unwrap_or_default();
    found.retain(|(_, n)| *n == longest);
    let acts = |counter: &Counter| board.acts.iter().any(|act| act.counters.contains(&counter.key));
    if found.iter().any(|(counter, _)| acts(counter)) {
        found.retain(|(counter, _)| acts(counter));
    }
    match found[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        [(one, n), (other, _), ..] => {
            let others = if found.len() > 2 { " or others" } else { "" };
            let typed = rest[..n].join(" ");
            Err(format!(
                "“{typed}” is {} or {}{others}: write {} or {}.",
                one.name, other.name, one.key, other.key
            ))
        }
    }
}

/// Names of places and counters of which a word is nearly this one, the nearest first.
pub(super) fn near<'b>(board: &'b Board, word: &str) -> Vec<&'b str> {
    let typed: Vec<char> = words(word).concat().chars().collect();
    if typed.len() < 3 {
        return Vec::new();
    }
    let names = board.ground.places.iter().map(|place| place.name.as_str());
    let names = names.chain(board.counters.iter().map(|counter| counter.name.as_str()));
    let far =
        |name: &str| words(name).iter().map(|word| far(&typed, &word.chars().collect::<Vec<_>>())).min();
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
