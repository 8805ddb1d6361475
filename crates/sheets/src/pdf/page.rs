//! Pages before they are written: what is drawn where, and what it means to somebody who has it read aloud.

use kernel::view::Mark;
use krilla::tagging::Identifier;

use super::words::{Line, Run};

/// A place on a page in points, from the upper left corner.
pub(super) type At = (f32, f32);

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    /// Words that begin at a place on the baseline.
    Words { at: At, run: Run },
    /// A line, or the outline of an area.
    Stroke { points: Vec<At>, closed: bool, pen: Pen },
    /// A filled area.
    Fill { points: Vec<At>, grey: u8 },
    /// A disc, filled or not.
    Disc { at: At, radius: f32, filled: bool, pen: Pen },
    /// Lines that are seen within an area alone.
    Within { outline: Vec<At>, lines: Vec<[At; 2]>, pen: Pen },
    /// Black squares: left, top, width, height.
    Blocks(Vec<[f32; 4]>),
    /// A place that opens an address on a screen: left, top, right, bottom.
    Link { area: [f32; 4], address: String },
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pen {
    pub width: f32,
    /// Lengths of dash and gap.
    pub dash: Option<(f32, f32)>,
    /// 0 is black.
    pub grey: u8,
}

/// Hairlines of tables.
pub(super) const HAIR: Pen = Pen::new(0.6);

impl Pen {
    pub const fn new(width: f32) -> Self {
        Self { width, dash: None, grey: 0 }
    }

    pub const fn dashed(self, dash: f32, gap: f32) -> Self {
        Self { dash: Some((dash, gap)), ..self }
    }

    pub const fn grey(self, grey: u8) -> Self {
        Self { grey, ..self }
    }
}

/// What drawn things are.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Section,
    Title(String),
    Heading(String),
    Paragraph,
    Table,
    Head,
    Body,
    Row,
    /// The head of a column.
    ColumnHead,
    /// The head of a row.
    RowHead,
    Cell,
    /// A picture, with words for who does not see it.
    Figure(String),
    Link,
}

/// A node of the tree of meanings. It holds nodes, or what is drawn.
pub(super) struct Node {
    pub kind: Kind,
    pub nodes: Vec<usize>,
    pub leaves: Vec<Identifier>,
}

/// The meaning of something drawn; without one it is ornament.
pub(super) type Meaning = Option<usize>;

/// One page.
#[derive(Default)]
pub(super) struct Page {
    pub size: At,
    pub ops: Vec<(Meaning, Op)>,
}

impl Page {
    pub fn draw(&mut self, meaning: Meaning, op: Op) {
        self.ops.push((meaning, op));
    }

    pub fn stroke(&mut self, from: At, to: At, pen: Pen) {
        self.draw(None, Op::Stroke { points: vec![from, to], closed: false, pen });
    }

    pub fn frame(&mut self, [left, top, right, bottom]: [f32; 4], pen: Pen) {
        let points = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        self.draw(None, Op::Stroke { points, closed: true, pen });
    }

    /// Draws lines below each other, the first with its upper edge at `top`, and tells where they end.
    pub fn lines(&mut self, meaning: Meaning, lines: &[Line], left: f32, mut top: f32) -> f32 {
        for line in lines {
            self.line(meaning, line, left, top);
            top += line.height();
        }
        top
    }

    pub fn line(&mut self, meaning: Meaning, line: &Line, left: f32, top: f32) {
        let baseline = top + line.height() * 0.76;
        let mut x = left;
        for run in &line.runs {
            let width = run.width();
            if run.struck && width > 0.0 {
                let y = baseline - run.size * 0.3;
                self.stroke((x, y), (x + width, y), Pen::new(0.7));
            }
            self.strokes(run, x, baseline);
            if width > 0.0 {
                self.mark(run, [x, x + width], baseline);
            }
            self.draw(meaning, Op::Words { at: (x, baseline), run: run.clone() });
            x += width;
        }
    }

    /// What tells on the screen that a value has changed: a black disc behind it, a double frame or a single one. What is too
    /// wide for a disc gets a black box.
    fn mark(&mut self, run: &Run, [left, right]: [f32; 2], baseline: f32) {
        let (top, bottom) = (baseline - run.size * 0.84, baseline + run.size * 0.18);
        let about = |by: f32| [left - by, top - by * 0.4, right + by, bottom + by * 0.4];
        match run.mark {
            Mark::Plain | Mark::Struck => {}
            Mark::Changed if right - left <= run.size * 1.2 => {
                let at = ((left + right) / 2.0, baseline - run.size * 0.33);
                let radius = run.size * if right - left > run.size * 0.7 { 0.68 } else { 0.58 };
                self.draw(None, Op::Disc { at, radius, filled: true, pen: HAIR });
            }
            Mark::Changed => {
                let [left, top, right, bottom] = about(1.6);
                let points = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
                self.draw(None, Op::Fill { points, grey: 0 });
            }
            Mark::Double => {
                self.frame(about(0.9), HAIR);
                self.frame(about(2.5), HAIR);
            }
            Mark::Framed => self.frame(about(1.8), HAIR),
        }
    }

    /// The strokes through boxes that stand among words.
    fn strokes(&mut self, run: &Run, mut x: f32, baseline: f32) {
        for letter in run.words.chars() {
            let width = super::fonts::width_of(letter, run.face, run.size);
            let (left, right) = (x + width * 0.12, x + width * 0.88);
            let (top, bottom) = (baseline - run.size * 0.66, baseline + run.size * 0.02);
            if matches!(letter, super::CROSSED | super::STROKED) {
                self.stroke((left, bottom), (right, top), Pen::new(0.9));
            }
            if letter == super::CROSSED {
                self.stroke((left, top), (right, bottom), Pen::new(0.9));
            }
            x += width;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(words: &str, mark: Mark) -> Vec<Op> {
        let mut page = Page::default();
        let run = Run::strong(words).marked(mark);
        let line = Line { width: run.width(), runs: vec![run] };
        page.line(None, &line, 100.0, 100.0);
        page.ops.into_iter().map(|(_, op)| op).filter(|op| !matches!(op, Op::Words { .. })).collect()
    }

    #[test]
    fn a_changed_value_bears_its_mark_of_the_screen_behind_the_words() {
        assert!(drawn("4", Mark::Plain).is_empty());
        let [Op::Disc { at, radius, filled: true, .. }] = drawn("4", Mark::Changed)[..] else {
            panic!("a disc")
        };
        let middle = 100.0 + Run::strong("4").width() / 2.0;
        assert!((at.0 - middle).abs() < 0.01 && radius > Run::strong("4").width() / 2.0, "{at:?} {radius}");
        assert!(
            matches!(drawn("Sergeant", Mark::Changed)[..], [Op::Fill { grey: 0, .. }]),
            "too wide for a disc"
        );
        let frames = |ops: &[Op]| {
            ops.iter()
                .filter(|op| matches!(op, Op::Stroke { closed: true, points, .. } if points.len() == 4))
                .count()
        };
        assert_eq!(frames(&drawn("3", Mark::Double)), 2);
        assert_eq!(frames(&drawn("3", Mark::Framed)), 1);
    }
}
