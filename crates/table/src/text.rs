//! Words that people type, made fit to stand in a log.

/// Words as people typed them, without what is no letter of a line: a log is also read in terminals, which obey it.
pub fn one_line(words: &str) -> String {
    let words: String = words.chars().filter(|letter| !turns_the_line(*letter)).collect();
    words
        .split(char::is_control)
        .map(|words| words.trim_matches(|letter: char| letter.is_whitespace() || is_unseen(letter)))
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// As [`one_line`], with its lines kept.
pub(crate) fn some_lines(words: &str) -> String {
    let lines: Vec<String> = words.trim().lines().map(one_line).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Marks that make what follows them read backwards, other people's words too.
fn turns_the_line(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Letters without a shape or a width.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Whether words are enough for a reason and not too many.
pub(crate) fn is_reason(words: &str) -> bool {
    (3..=400).contains(&words.chars().count())
}
