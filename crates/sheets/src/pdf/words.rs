//! Words in lines: what stands in a cell or a paragraph, broken at the width there is.

use kernel::SideInfo;
use kernel::view::text::Span;
use kernel::view::{Mark, Text};

use super::fonts::{Face, width, width_of};

/// The size of text, and of what stands below it in small print, in points.
pub(super) const TEXT: f32 = 9.5;
pub(super) const SMALL: f32 = 8.0;

/// Longer words are broken, in points: a third of the width of a sheet.
const LONGEST: f32 = 120.0;

/// Words in one face and size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub words: String,
    pub face: Face,
    pub size: f32,
    /// Whether they are struck through.
    pub struck: bool,
    /// How a value that has changed is marked: as on the screen.
    pub mark: Mark,
}

impl Run {
    pub fn new(words: impl Into<String>, face: Face, size: f32) -> Self {
        Self { words: words.into(), face, size, struck: false, mark: Mark::Plain }
    }

    pub fn plain(words: impl Into<String>) -> Self {
        Self::new(words, Face::Plain, TEXT)
    }

    pub fn strong(words: impl Into<String>) -> Self {
        Self::new(words, Face::Strong, TEXT)
    }

    pub fn small(words: impl Into<String>) -> Self {
        Self::new(words, Face::Plain, SMALL)
    }

    pub fn struck(mut self) -> Self {
        self.struck = true;
        self
    }

    pub fn marked(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }

    pub fn width(&self) -> f32 {
        width(&self.words, self.face, self.size)
    }
}

/// The runs of a sentence, at a share of the printed sizes. Rule ids stand in brackets; locks fall away, for the sheet
/// says itself who may know it.
pub(super) fn runs(text: &Text, sides: &[SideInfo], face: Face, share: f32) -> Vec<Run> {
    let run = |span: &Span| {
        let only = |span: &Span| Text(vec![span.clone()]).plain(sides);
        let (face, size) = match span {
            Span::Strong(_) => (Face::Strong, TEXT),
            Span::Quiet(_) => (Face::Plain, SMALL),
            Span::Rule(_) => (Face::Plain, SMALL),
            _ => (face, TEXT),
        };
        Run::new(only(span), face, size * share)
    };
    text.0.iter().map(run).filter(|run| !run.words.is_empty()).collect()
}

/// One line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    pub runs: Vec<Run>,
    pub width: f32,
}

impl Line {
    /// How far the next line stands below.
    pub fn height(&self) -> f32 {
        self.runs.iter().map(|run| run.size).fold(0.0, f32::max).max(SMALL * 0.8) * 1.3
    }
}

/// The height of lines together.
pub(super) fn height(lines: &[Line]) -> f32 {
    lines.iter().map(Line::height).sum()
}

struct Letter {
    letter: char,
    run: usize,
    width: f32,
}

fn letters(runs: &[Run]) -> Vec<Letter> {
    let of = |(at, run): (usize, &Run)| {
        let (face, size) = (run.face, run.size);
        let letter = move |letter| Letter {
            letter,
            run: at,
            width: if letter == '\n' { 0.0 } else { width_of(letter, face, size) },
        };
        run.words.chars().map(letter).collect::<Vec<_>>()
    };
    runs.iter().enumerate().flat_map(of).collect()
}

/// Whether a line may end after a letter. Hyphens part words and never ids.
fn may_end(letters: &[Letter], at: usize) -> bool {
    let is = |at: Option<usize>, what: fn(char) -> bool| {
        at.and_then(|at| letters.get(at)).is_some_and(|letter| what(letter.letter))
    };
    match letters[at].letter {
        ' ' | '\n' => true,
        '☐' | '☑' | super::CROSSED | super::STROKED => true,
        '-' | '–' | '/' => {
            let before = is(at.checked_sub(1), char::is_alphabetic);
            before && (at + 1..at + 4).all(|at| is(Some(at), char::is_lowercase))
        }
        _ => false,
    }
}

/// Breaks runs into lines of at most a width. A word that is wider than a line is broken where the line ends.
pub(super) fn wrap(runs: &[Run], most: f32) -> Vec<Line> {
    let letters = letters(runs);
    let mut lines = Vec::new();
    let mut start = 0;
    while start < letters.len() {
        let (mut at, mut wide, mut last) = (start, 0.0, None);
        let end = loop {
            let Some(letter) = letters.get(at) else { break at };
            if letter.letter == '\n' {
                break at + 1;
            }
            wide += letter.width;
            if wide > most + 0.01 && letter.letter != ' ' && at > start {
                break last.unwrap_or(at);
            }
            if may_end(&letters, at) {
                last = Some(at + 1);
            }
            at += 1;
        };
        lines.push(line(runs, &letters[start..end]));
        start = end;
        while end > 0
            && letters[end - 1].letter != '\n'
            && letters.get(start).is_some_and(|letter| letter.letter == ' ')
        {
            start += 1;
        }
    }
    lines
}

fn line(runs: &[Run], letters: &[Letter]) -> Line {
    let end = letters.iter().rposition(|letter| !letter.letter.is_whitespace()).map_or(0, |at| at + 1);
    let mut line = Line::default();
    let mut last = None;
    for letter in &letters[..end] {
        if last != Some(letter.run) {
            line.runs.push(Run { words: String::new(), ..runs[letter.run].clone() });
            last = Some(letter.run);
        }
        if let Some(run) = line.runs.last_mut() {
            run.words.push(letter.letter);
        }
        line.width += letter.width;
    }
    if line.runs.is_empty() {
        line.runs
            .extend(letters.first().map(|letter| Run { words: String::new(), ..runs[letter.run].clone() }));
    }
    line
}

/// The width of the longest word, and that of the longest line without any break but the given ones.
pub(super) fn widths(runs: &[Run]) -> (f32, f32) {
    let letters = letters(runs);
    let (mut word, mut least, mut line, mut natural) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for (at, letter) in letters.iter().enumerate() {
        line = if letter.letter == '\n' { 0.0 } else { line + letter.width };
        if letter.letter != ' ' && letter.letter != '\n' {
            word += letter.width;
            least = least.max(word);
            natural = natural.max(line);
        }
        if may_end(&letters, at) {
            word = 0.0;
        }
    }
    (least.min(LONGEST), natural)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| line.runs.iter().map(|run| run.words.as_str()).collect()).collect()
    }

    #[test]
    fn lines_break_at_blanks_and_lose_nothing() {
        let runs =
            [Run::plain("The second "), Run::strong("company"), Run::plain(", of the third battalion")];
        let lines = wrap(&runs, 60.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.width <= 60.0));
        assert_eq!(told(&lines).join(" "), "The second company, of the third battalion");
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken_and_an_id_is_not() {
        let lines = wrap(&[Run::plain("Donaudampfschifffahrtsgesellschaft")], 40.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.width <= 40.0));
        assert_eq!(told(&lines).concat(), "Donaudampfschifffahrtsgesellschaft");
        assert_eq!(told(&wrap(&[Run::plain("G-101-4 R-102")], 45.0)), ["G-101-4", "R-102"]);
    }

    #[test]
    fn given_breaks_are_kept() {
        assert_eq!(told(&wrap(&[Run::plain("one\n\ntwo")], 500.0)), ["one", "", "two"]);
    }
}
