//! Words that people type, made fit to stand in a log.

use ledger::is_unseen;

/// Words as people typed them, without what is no letter of a line: a log is also read in terminals, which obey it, and
/// nobody sees what has no shape.
pub fn one_line(words: &str) -> String {
    let words: String = words.chars().filter(|letter| !is_unseen(*letter)).collect();
    words
        .split(breaks)
        .map(|words| words.trim_matches(|letter: char| letter.is_whitespace() || joins(letter)))
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// As [`one_line`], with its lines kept.
pub(crate) fn some_lines(words: &str) -> String {
    let lines: Vec<String> = words.trim().lines().map(one_line).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn breaks(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// What shapes its neighbours, as in Persian words and in pictures of several signs: within words alone it says anything.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Whether words are enough for a reason and not too many.
pub(crate) fn is_reason(words: &str) -> bool {
    (3..=400).contains(&words.chars().count())
}

#[cfg(test)]
mod tests {
    use super::{one_line, some_lines};

    #[test]
    fn what_nobody_sees_is_taken_out_wherever_it_stands() {
        for unseen in [
            "\u{200b}",
            "\u{ad}",
            "\u{2060}",
            "\u{200e}",
            "\u{61c}",
            "\u{34f}",
            "\u{3164}",
            "\u{feff}",
            "\u{e0041}",
        ] {
            assert_eq!(
                one_line(&format!("{unseen}Hold{unseen} the{unseen} fo{unseen}rd{unseen}")),
                "Hold the ford",
                "{unseen:?}"
            );
            assert_eq!(
                some_lines(&format!("Hold\n{unseen}\nthe fo{unseen}rd")),
                "Hold\n\nthe ford",
                "{unseen:?}"
            );
            assert_eq!(one_line(unseen), "");
        }
        assert_eq!(one_line("Hold\u{2028}the\u{1b}ford\u{200d}"), "Hold the ford");
        assert_eq!(one_line("نمی\u{200c}خواهم"), "نمی\u{200c}خواهم", "a word of Persian");
    }
}
