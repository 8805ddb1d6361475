//! Words that people type, made fit to stand in a log.

use ledger::is_unseen;
use unicode_normalization::char::is_combining_mark;

/// Words as people typed them, without what is no letter of a line: a log is also read in terminals, which obey it, and
/// nobody sees what has no shape. Words of which nothing is seen are empty.
pub fn one_line(words: &str) -> String {
    let lines = words.split(breaks).map(seen);
    let lines: Vec<String> =
        lines.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// What is seen of a line. What shapes its neighbours stays where they need it, once: a joiner between two signs of a
/// script or picture that join, the choice of a picture behind one. A mark stays where it has something to stand on.
fn seen(line: &str) -> String {
    let mut letters = line.chars().filter(|letter| !is_unseen(*letter)).peekable();
    let (mut kept, mut before) = (String::with_capacity(line.len()), ' ');
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let stays = match letter {
            '\u{200c}' | '\u{200d}' => (joins(before) || chooses(before)) && joins(next),
            '\u{fe00}'..='\u{fe0d}' => false,
            _ if chooses(letter) => is_picture(before) || is_key(before) && next == '\u{20e3}',
            mark if is_combining_mark(mark) => !before.is_whitespace(),
            _ => true,
        };
        if stays {
            kept.push(letter);
            before = letter;
        }
    }
    kept
}

/// As [`one_line`], with its lines kept.
pub(crate) fn some_lines(words: &str) -> String {
    let lines: Vec<String> = words.trim().lines().map(one_line).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn breaks(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Signs of which some take another shape beside a joiner, as in Persian words and in pictures of several signs: none of
/// the Latin, Greek and Cyrillic scripts, no blank, no punctuation, and nothing that shapes its neighbours itself.
fn joins(letter: char) -> bool {
    let no_script =
        matches!(letter, '\u{1e00}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{fe0f}');
    letter >= '\u{590}' && !no_script && !letter.is_whitespace()
}

/// Whether the sign before it is shown as a letter or as a picture.
fn chooses(letter: char) -> bool {
    matches!(letter, '\u{fe0e}' | '\u{fe0f}')
}

fn is_picture(letter: char) -> bool {
    matches!(letter, '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2bff}'
        | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// What is drawn on keys, as in 1️⃣.
fn is_key(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '#' | '*')
}

/// Whether words are enough for a reason and not too many.
pub(crate) fn is_reason(words: &str) -> bool {
    (3..=400).contains(&words.chars().count())
}

#[cfg(test)]
mod tests {
    use super::{is_reason, one_line, some_lines};

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
            "\u{2800}",
            "\u{1d159}",
            "\u{fe00}",
            "\u{fe0f}",
            "\u{200c}",
            "\u{200d}",
            "\u{200d}\u{fe0f}\u{200d}",
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
    }

    #[test]
    fn words_of_which_nothing_is_seen_are_empty_and_no_reason() {
        for blank in
            ["\u{2800}", "\u{1d159}", "\u{301}", "\u{20e3}", "\u{fe0f}", "\u{200d}", "\u{3164}", "\u{2003}"]
        {
            for words in
                [blank.repeat(3), format!(" {blank} {blank} {blank}"), format!("{blank}\n").repeat(9)]
            {
                assert_eq!(one_line(&words), "", "{words:?}");
                assert_eq!(some_lines(&words), "", "{words:?}");
                assert!(!is_reason(&one_line(&words)));
            }
        }
        assert_eq!(one_line("\u{301}no \u{301}mark\u{200b}"), "no mark");
    }

    #[test]
    fn what_shapes_its_neighbours_stays_where_they_need_it_and_once() {
        for whole in [
            "نمی\u{200c}خواهم",
            "ශ්\u{200d}රී",
            "👩\u{200d}🚀",
            "🏳\u{fe0f}\u{200d}🌈",
            "❤\u{fe0f} ☎\u{fe0e} 1\u{fe0f}\u{20e3} #\u{fe0f}\u{20e3}",
            "Zoe\u{308} re\u{301}sume\u{301}",
        ] {
            assert_eq!(one_line(whole), whole);
        }
        for (typed, kept) in [
            ("نمی\u{200c}\u{200d}\u{200c}خواهم", "نمی\u{200c}خواهم"),
            ("نمی\u{200c} خواهم\u{200d}", "نمی خواهم"),
            ("❤\u{fe0f}\u{fe0f}\u{fe0e}\u{fe01} 👩\u{200d}\u{200d}🚀\u{200d}", "❤\u{fe0f} 👩\u{200d}🚀"),
            ("é\u{200d}é 1\u{fe0f} a\u{fe0f}\u{20e3} …\u{200d}…", "éé 1 a\u{20e3} ……"),
        ] {
            assert_eq!(one_line(typed), kept);
        }
    }
}
