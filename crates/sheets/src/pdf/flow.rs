//! Fills pages from above: the title block of a sheet, headings, paragraphs; breaks where the page ends.

use kernel::view::{Paper, Text};
use kernel::{Audience, Seat};

use super::fonts::Face;
use super::page::{Kind, Meaning, Node, Op, Page, Pen};
use super::table::Head;
use super::words::{Line, Run, TEXT, height, runs, widths, wrap};
use super::{Size, Stamp};

/// The free edge left and right, above and below, in points.
const SIDE: f32 = 36.0;
const ABOVE: f32 = 34.0;
const BELOW: f32 = 48.0;
/// The size of the smallest print.
const FINE: f32 = 8.5;

/// Pages in the making.
pub(super) struct Flow<'a> {
    pub stamp: &'a Stamp,
    pub size: Size,
    pub pages: Vec<Page>,
    pub nodes: Vec<Node>,
    /// The sheets with the pages they begin on.
    pub outline: Vec<(String, usize)>,
    /// Where the next thing goes on the last page.
    pub y: f32,
    /// The first page of the present sheet.
    first: usize,
    /// Whether its pages lie on their side.
    wide: bool,
    /// Its title; its head on later pages, and its foot.
    pub title: String,
    running: String,
    audience: Audience,
    entry: String,
    seals: String,
    /// The node that new ones belong to.
    pub section: Meaning,
    /// What is kept free besides, left and right.
    pub inset: [f32; 2],
    /// How closely rows stand, from 0 to 2, so that more of them stand on a page.
    pub close: usize,
    /// Whether columns stand narrowly, so that a wide table finds room on an upright page.
    pub is_narrow: bool,
    /// The head of the table that was set last.
    pub head: Option<Head>,
}

/// A place to go back to.
pub(super) struct Mark {
    n_pages: usize,
    n_ops: usize,
    n_nodes: usize,
    n_sections: usize,
    y: f32,
}

impl Mark {
    /// Whether anything stands above it on its page but the head.
    pub fn is_below_the_head(&self, flow: &Flow<'_>) -> bool {
        self.y > flow.bottom() - flow.whole()
    }
}

impl<'a> Flow<'a> {
    pub fn new(stamp: &'a Stamp, size: Size) -> Self {
        Self {
            stamp,
            size,
            pages: Vec::new(),
            nodes: Vec::new(),
            outline: Vec::new(),
            y: 0.0,
            first: 0,
            wide: false,
            title: String::new(),
            running: String::new(),
            audience: Audience::Public,
            entry: String::new(),
            seals: String::new(),
            section: None,
            inset: [0.0; 2],
            close: 0,
            is_narrow: false,
            head: None,
        }
    }

    /// A new node below another one.
    pub fn node(&mut self, kind: Kind, below: Meaning) -> Meaning {
        let at = self.nodes.len();
        self.nodes.push(Node { kind, nodes: Vec::new(), leaves: Vec::new() });
        if let Some(below) = below {
            self.nodes[below].nodes.push(at);
        }
        Some(at)
    }

    pub fn page(&mut self) -> &mut Page {
        self.pages.last_mut().expect("a sheet is begun before anything is set")
    }

    pub fn left(&self) -> f32 {
        SIDE + self.inset[0]
    }

    pub fn width(&self) -> f32 {
        self.size.points(self.wide).0 - 2.0 * SIDE - self.inset[0] - self.inset[1]
    }

    pub fn right(&self) -> f32 {
        self.left() + self.width()
    }

    /// Where a page ends.
    pub fn bottom(&self) -> f32 {
        self.size.points(self.wide).1 - BELOW
    }

    /// The height that is left.
    pub fn room(&self) -> f32 {
        self.bottom() - self.y
    }

    /// The height of an empty page below its running head.
    pub fn whole(&self) -> f32 {
        self.bottom() - ABOVE - 24.0
    }

    /// Goes to the next page unless there is room for something so high.
    pub fn need(&mut self, height: f32) {
        if self.room() < height {
            self.turn();
        }
    }

    /// Begins a sheet on a page of its own.
    pub fn begin(&mut self, paper: &Paper, wide: bool) {
        self.wide = wide;
        self.head = None;
        self.first = self.pages.len();
        self.outline.push((paper.title.clone(), self.first));
        self.section = self.node(Kind::Section, None);
        self.audience = paper.audience;
        self.entry = self.stamp.entry(paper.seat);
        self.seals = self.stamp.seals(paper.seat);
        let whose = match paper.seat {
            Seat::Side(_) => name(paper.seat, self.stamp),
            Seat::Spectator => "for everybody".into(),
            Seat::Umpire | Seat::Clock => "umpire".into(),
        };
        let above = format!("{} · {whose}", self.stamp.campaign);
        self.title.clone_from(&paper.title);
        self.running = format!("{above} · {}", paper.title);
        self.pages.push(Page { size: self.size.points(wide), ops: Vec::new() });
        self.title_block(&above, paper);
    }

    fn title_block(&mut self, above: &str, paper: &Paper) {
        let (left, right, section) = (self.left(), self.right(), self.section);
        let standing = [Run::new(&self.stamp.standing, Face::Plain, FINE)];
        let secret =
            [Run::new(secrecy(paper.audience, &whose(paper.audience, self.stamp)), Face::Strong, FINE)];
        // What stands at the right takes no more room than it needs, so that no title breaks beside an empty place.
        let beside = (widths(&standing).1.max(widths(&secret).1) + 0.5).min(self.width() * 0.46);
        let main = self.width() - beside - 12.0;
        let top = wrap(&[Run::new(above, Face::Plain, 9.0)], main);
        let title = wrap(&[Run::new(&paper.title, Face::Head, 18.0)], main);
        let (standing, secret) = (wrap(&standing, beside), wrap(&secret, beside));
        let (of_left, of_right) = (height(&top) + height(&title), height(&standing) + height(&secret));
        let end = ABOVE + of_left.max(of_right);
        let node = self.node(Kind::Paragraph, section);
        let y = self.page().lines(node, &top, left, end - of_left);
        let node = self.node(Kind::Title(paper.title.clone()), section);
        self.page().lines(node, &title, left, y);
        let node = self.node(Kind::Paragraph, section);
        let mut y = end - of_right;
        for line in standing.iter().chain(&secret) {
            self.page().line(node, line, right - line.width, y);
            y += line.height();
        }
        self.page().stroke((left, end + 3.0), (right, end + 3.0), Pen::new(1.5));
        self.y = end + 12.0;
        if !paper.lede.is_empty() {
            self.prose(&paper.lede, 1.0);
            self.y += 3.0;
        }
    }

    /// Goes on with the sheet on a new page.
    pub fn turn(&mut self) {
        let inset = std::mem::take(&mut self.inset);
        let most = self.width();
        let continued =
            |words: &str| wrap(&[Run::new(format!("{words}, continued"), Face::Strong, 9.0)], most);
        let running = on_one_line(&self.running, continued);
        let (left, right) = (self.left(), self.right());
        self.pages.push(Page { size: self.size.points(self.wide), ops: Vec::new() });
        let end = ABOVE + running.height();
        self.page().line(None, &running, left, ABOVE);
        self.page().stroke((left, end + 2.0), (right, end + 2.0), Pen::new(1.0));
        self.y = end + 10.0;
        self.inset = inset;
    }

    /// Where setting stands.
    pub fn mark(&self) -> Mark {
        let section = self.section.map(|at| &self.nodes[at]);
        Mark {
            n_pages: self.pages.len(),
            n_ops: self.pages.last().map_or(0, |page| page.ops.len()),
            n_nodes: self.nodes.len(),
            n_sections: section.map_or(0, |node| node.nodes.len()),
            y: self.y,
        }
    }

    /// Forgets what was set since.
    pub fn go_back(&mut self, mark: &Mark) {
        self.head = None;
        self.pages.truncate(mark.n_pages);
        if let Some(page) = self.pages.last_mut() {
            page.ops.truncate(mark.n_ops);
        }
        self.nodes.truncate(mark.n_nodes);
        if let Some(at) = self.section {
            self.nodes[at].nodes.truncate(mark.n_sections);
        }
        self.y = mark.y;
    }

    /// Writes the feet of the present sheet, whose number of pages is known now.
    pub fn end(&mut self) {
        let (left, right, y) = (self.left(), self.right(), self.bottom() + 8.0);
        let of = self.pages.len() - self.first;
        let third = self.width() / 3.0 - 6.0;
        for (n, page) in self.pages[self.first..].iter_mut().enumerate() {
            page.stroke((left, y - 4.0), (right, y - 4.0), Pen::new(0.6));
            let fine = |words: String, most: f32| {
                wrap(&[Run::new(words, Face::Plain, 8.0)], most).into_iter().next().unwrap_or_default()
            };
            let secret = |whose: &str| {
                let words = secrecy(self.audience, whose);
                wrap(&[Run::new(words, Face::Plain, 8.0)], third)
            };
            page.line(None, &on_one_line(&whose(self.audience, self.stamp), secret), left, y);
            let middle = fine(self.entry.clone(), third);
            page.line(None, &middle, (left + right - middle.width) / 2.0, y);
            let seals = fine(self.seals.clone(), right - left);
            page.line(None, &seals, (left + right - seals.width) / 2.0, y + FINE + 1.5);
            let page_of = fine(format!("Page {} of {of}", n + 1), third);
            page.line(None, &page_of, right - page_of.width, y);
        }
    }

    fn heading_lines(&self, words: &str) -> Vec<Line> {
        let size = if self.is_narrow { 10.0 } else { 11.5 };
        wrap(&[Run::new(words, Face::Head, size)], self.width())
    }

    /// How high a heading stands, with the room about it.
    pub fn heading_height(&self, words: &str) -> f32 {
        let [above, below] = self.about_headings();
        height(&self.heading_lines(words)) + above + below + 1.0
    }

    /// A heading, on the page of what follows it, which is at least so high.
    pub fn heading(&mut self, words: &str, follows: f32) {
        let lines = self.heading_lines(words);
        self.need(self.heading_height(words) + follows);
        let node = self.node(Kind::Heading(words.into()), self.section);
        let [above, below] = self.about_headings();
        let (left, y) = (self.left(), self.y + above);
        self.y = self.page().lines(node, &lines, left, y) + below;
    }

    /// What is free above and below a heading.
    fn about_headings(&self) -> [f32; 2] {
        if self.is_narrow { [3.0, 2.0] } else { [7.0, 4.0] }
    }

    fn goes_on_lines(&self, words: &str) -> Vec<Line> {
        wrap(&[Run::new(format!("{words}, continued"), Face::Strong, 9.5)], self.width())
    }

    /// How high it stands what goes on.
    pub fn goes_on_height(&self, words: &str) -> f32 {
        height(&self.goes_on_lines(words)) + 4.0
    }

    /// Tells at the head of a page what goes on there. Who has the sheet read aloud has heard it.
    pub fn goes_on(&mut self, words: &str) {
        let lines = self.goes_on_lines(words);
        let (left, y) = (self.left(), self.y);
        self.y = self.page().lines(None, &lines, left, y) + 4.0;
    }

    /// The height of a paragraph at a share of the printed size.
    pub fn prose_height(&self, text: &Text, share: f32) -> f32 {
        height(&wrap(&runs(text, &self.stamp.sides, Face::Plain, share), self.width())) + TEXT * 0.5
    }

    /// A paragraph at a share of the printed size; it may break between lines.
    pub fn prose(&mut self, text: &Text, share: f32) {
        let runs = runs(text, &self.stamp.sides, Face::Plain, share);
        let lines = wrap(&runs, self.width());
        let node = self.node(Kind::Paragraph, self.section);
        for line in &lines {
            self.need(line.height());
            let (left, y) = (self.left(), self.y);
            self.page().line(node, line, left, y);
            self.y += line.height();
        }
        self.y += TEXT * 0.5;
    }

    /// Draws on the present page.
    pub fn draw(&mut self, meaning: Meaning, op: Op) {
        self.page().draw(meaning, op);
    }
}

fn name(seat: Seat, stamp: &Stamp) -> String {
    match seat {
        Seat::Side(side) => match stamp.sides.get(usize::from(side)) {
            Some(info) => info.name.clone(),
            None => seat.name(),
        },
        other => other.name(),
    }
}

/// The side whose secret a sheet is, by name.
fn whose(audience: Audience, stamp: &Stamp) -> String {
    match audience {
        Audience::Side(side) => name(Seat::Side(side), stamp),
        Audience::Public | Audience::Umpire => String::new(),
    }
}

fn secrecy(audience: Audience, whose: &str) -> String {
    match audience {
        Audience::Public => "Public".into(),
        Audience::Side(_) => format!("Secret: {whose} and umpire"),
        Audience::Umpire => "Secret: umpire alone".into(),
    }
}

/// One line with a name in it, of which as much is left out at its end as does not fit.
fn on_one_line(name: &str, line: impl Fn(&str) -> Vec<Line>) -> Line {
    let mut lines = line(name);
    let mut kept = name;
    while lines.len() > 1
        && let Some((at, _)) = kept.char_indices().next_back()
    {
        kept = kept[..at].trim_end();
        lines = line(&format!("{kept}…"));
    }
    lines.into_iter().next().unwrap_or_default()
}
