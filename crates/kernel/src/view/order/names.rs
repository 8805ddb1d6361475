//! Names in orders: places and counters by what they are called in prose, and what is near to a word that is none of them.

use hexmap::Hex;

use super::super::board::{Board, Counter};
use super::super::near::{self, words};

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
    let names = board.ground.places.iter().map(|place| place.name.as_str());
    near::names(names.chain(board.counters.iter().map(|counter| counter.name.as_str())), word)
}
