//! The log as prose: days as bands, time, what happened, who may know, and each roll unfolding.

use kernel::RollRecord;
use kernel::grammar::counted;
use kernel::view::{Span, Text};
use kernel::{Audience, Seat};
use maud::{Markup, html};

use super::reader::Reader;
use super::roll;
use super::time::{self, machine};
use super::words;

/// One line of the log as one seat may read it.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its address on the log page.
    pub id: String,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// What happened, each sentence with who may know it.
    pub sentences: Vec<(Audience, Text)>,
    /// Who really gave it and why, when one seat acted for another.
    pub by: Option<(Seat, String)>,
    /// The rolls that explain it, each with its number in its stream.
    pub rolls: Vec<(Option<String>, RollRecord)>,
    /// Whether it was taken back afterwards.
    pub taken_back: bool,
    /// Whether a correction put something else in its place.
    pub corrected: bool,
    /// Where the reader can put it right.
    pub correct: Option<String>,
    /// Where the reader sees how everything stood right after it.
    pub then: Option<String>,
}

/// What has happened since the reader was last here.
#[derive(Clone, Debug)]
pub struct Since {
    /// When the reader was last here; `None` on the first visit.
    pub last: Option<i64>,
    /// Now.
    pub now: i64,
    /// What happened since, newest first.
    pub lines: Vec<Line>,
    /// The newest act among them, with what the engine did at once because of it.
    pub newest: Option<Line>,
    /// Whether that act is another seat's.
    pub of_others: bool,
    /// Whether that act opened the dice, or had a part in it.
    pub opens_dice: bool,
    /// Whether there is more than is shown.
    pub more: bool,
    /// The numbers of the first and the last line since an earlier visit.
    pub span: Option<(u64, u64)>,
    /// What others have done since, oldest first, each with its number.
    pub steps: Steps,
}

/// Lines with their numbers, oldest first.
pub type Steps = Vec<(u64, Line)>;

/// The panel "Since you were last here".
pub fn since(reader: &Reader<'_>) -> Markup {
    let Some(since) = reader.since else { return html! {} };
    let heading = if since.last.is_some() { "Since you were last here" } else { "What has happened" };
    html! {
        section class="panel" id="since" aria-labelledby="h-since" {
            header {
                h2 id="h-since" { (heading) }
                span class="note" {
                    @if let Some(last) = since.last { (capital(&reader.zone.short(last, since.now))) " to now" }
                }
            }
            (since_lines(reader))
        }
    }
}

/// The same within a panel that the view has headed itself.
pub fn since_lines(reader: &Reader<'_>) -> Markup {
    let Some(since) = reader.since else { return html! {} };
    html! {
        @if since.lines.is_empty() {
            p class="empty" { "Nothing that your seat can see has happened." }
        } @else {
            (lines(reader, &since.lines, since.now))
            p class="whole note" {
                @if since.more { "There is more. " }
                a href=(reader.link("/log")) { "Read the whole log." }
            }
        }
    }
}

/// Of how many rolls of one act the row of the chart is told at once; of more, it is folded with them.
const MOST_READ: usize = 2;

/// How the act that was just made came out, with what its rolls mean, beside what asked for them.
pub fn came_out(reader: &Reader<'_>, line: &Line) -> Markup {
    html! {
        section class="out stack-s" id="out" aria-labelledby="h-out" {
            div class="row between" {
                p class="lab" id="h-out" { "How it came out" }
                a class="note" href=(reader.link(&format!("/{}", reader.page))) { "Put away" }
            }
            (sentences(reader, line))
            // What the dice mean is told in a line each; taken apart they would push away what is owed.
            @for (number, record) in &line.rolls {
                @if let Some(read) = roll::read_off(record).filter(|_| line.rolls.len() <= MOST_READ) { p class="read-off" { (read) } }
                details class="unfold" {
                    summary { (roll::summary(reader, record)) }
                    (roll::card(reader, record, number.as_deref(), roll::Heading::None))
                }
            }
            p class="note" { a href=(reader.link(&format!("/log#{}", line.id))) { "Its place in the log" } }
        }
    }
}

/// The latest act with dice, for everybody who may know it, whoever threw them. It stays small: what a seat owes stands
/// below it.
pub fn latest(reader: &Reader<'_>, line: &Line) -> Markup {
    let cards = || {
        html! {
            @for (number, record) in &line.rolls {
                (roll::card(reader, record, number.as_deref(), roll::Heading::None))
            }
        }
    };
    html! {
        section class="out stack-s latest" id="latest" aria-labelledby="h-latest" {
            div class="row between" {
                p class="lab" id="h-latest" { "The latest throw" }
                a class="note" href=(reader.link(&format!("/log#{}", line.id))) { "Its place in the log" }
            }
            (sentences(reader, line))
            (given_by(reader, line))
            @match &line.rolls[..] {
                [] => {}
                [(_, record)] => details class="unfold" { summary { (roll::summary(reader, record)) } (cards()) },
                rolls => details class="unfold" { summary { "How these " (rolls.len()) " rolls came about" } div class="stack-s" { (cards()) } },
            }
        }
    }
}

/// Lines with a band before each day; the order is the caller's.
pub fn lines(reader: &Reader<'_>, lines: &[Line], now: i64) -> Markup {
    let mut day = String::new();
    html! {
        ol class="log" {
            @for line in lines {
                @let on = reader.zone.day(line.at);
                @if on != day {
                    li class="day" { (reader.zone.day_words(line.at, now)) }
                    ({ day = on; "" })
                }
                (one(reader, line))
            }
        }
    }
}

/// How many sentences of one act are read in a row; of more, those stand for them that carry strong words, or the first
/// where none does, until the others are unfolded; and of phases that follow one another the last. A fight with its support, losses and retreats is read as a whole.
const MOST_IN_A_ROW: usize = 12;

/// The same for the status line, which has room for two lines.
const MOST_SAID: usize = 3;

/// Whether a sentence has words that carry the whole act.
fn is_strong(text: &Text) -> bool {
    text.0.iter().any(|span| matches!(span, Span::Strong(_)))
}

/// The sentences that stand for all of these where there are more than `most`, and the others.
fn headlines(sentences: &[(Audience, Text)], most: usize) -> (Vec<&Text>, Vec<&Text>) {
    let texts = sentences.iter().map(|(_, text)| text);
    if sentences.len() <= most {
        return (texts.collect(), Vec::new());
    }
    let strong: Vec<&Text> = texts.clone().filter(|text| is_strong(text)).collect();
    if strong.is_empty() {
        return (texts.clone().take(1).collect(), texts.skip(1).collect());
    }
    let lasts = strong.chunk_by(|one, next| goes_on(one, next));
    let shown: Vec<&Text> = lasts.filter_map(|run| run.last().copied()).collect();
    let stands = |text: &&Text| shown.iter().any(|shown| std::ptr::eq(*shown, *text));
    (shown.clone(), texts.filter(|text| !stands(text)).collect())
}

/// Whether a sentence takes up the one before it with other strong words after the same heading, as one phase follows
/// another ("Turn 2: NATO retreat."): then the last of them says where things stand. Results have no such heading.
fn goes_on(one: &Text, next: &Text) -> bool {
    let [Span::Plain(heading), Span::Strong(_), ..] = &one.0[..] else { return false };
    if !heading.ends_with(": ") {
        return false;
    }
    let alike = |(a, b): (&Span, &Span)| a == b || matches!((a, b), (Span::Strong(_), Span::Strong(_)));
    one != next && one.0.len() == next.0.len() && one.0.iter().zip(&next.0).all(alike)
}

/// What happened: a paragraph for all that the same seats may know, with one lock at its end.
fn sentences(reader: &Reader<'_>, line: &Line) -> Markup {
    html! {
        @for part in line.sentences.chunk_by(|(a, _), (b, _)| a == b) {
            @let (shown, rest) = headlines(part, MOST_IN_A_ROW);
            p {
                span class="what" { @for sentence in shown { (words::text(reader, sentence)) " " } }
                @if let [(audience, _), ..] = part { (words::secret(reader, *audience)) }
            }
            @if !rest.is_empty() {
                details class="unfold" {
                    summary { (counted(rest.len(), "thing")) " more" }
                    @for sentence in rest { p { span class="what" { (words::text(reader, sentence)) } } }
                }
            }
        }
    }
}

/// Who really gave an act that another seat is told to have made, and why.
fn given_by(reader: &Reader<'_>, line: &Line) -> Markup {
    html! {
        @if let Some((by, reason)) = &line.by {
            p { span class="quiet" { "Given by " } (words::seat(reader, *by)) @if !reason.is_empty() { span class="quiet" { ": “" (reason) "”" } } }
        }
    }
}

fn one(reader: &Reader<'_>, line: &Line) -> Markup {
    html! {
        li id=(line.id) class=[(line.taken_back || line.corrected).then_some("void")] {
            time datetime=(machine(line.at)) { (reader.zone.clock(line.at)) }
            div {
                (sentences(reader, line))
                (given_by(reader, line))
                @if line.taken_back { p class="quiet" { "Taken back." } }
                @if line.corrected { p class="quiet" { "Corrected later: this is how it stood then. " (words::rule(reader, "HOUSE-CORRECTION")) } }
                @for (number, record) in &line.rolls {
                    details class="unfold" {
                        summary { (roll::summary(reader, record)) }
                        (roll::card(reader, record, number.as_deref(), roll::Heading::None))
                    }
                }
                @if line.correct.is_some() || line.then.is_some() {
                    p class="row" {
                        @if let Some(then) = &line.then { a class="quiet" href=(reader.link(then)) { "As it stood then" } }
                        @if let Some(correct) = &line.correct { a class="quiet" href=(reader.link(correct)) { "Correct this" } }
                    }
                }
            }
        }
    }
}

/// The line as bare words, for the status line.
pub fn plain(reader: &Reader<'_>, line: &Line) -> String {
    let most = if line.sentences.iter().any(|(_, text)| is_strong(text)) { MOST_SAID } else { MOST_IN_A_ROW };
    let (said, _) = headlines(&line.sentences, most);
    said.into_iter().map(|text| unbracketed(text, reader)).collect::<Vec<_>>().join(" ")
}

fn unbracketed(text: &Text, reader: &Reader<'_>) -> String {
    let spans = text.0.iter().filter(|span| !matches!(span, Span::Rule(_))).cloned().collect();
    Text(spans).plain(reader.sides)
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// "Times are yours" or universal, for the foot of a page.
pub fn zone_words(zone: &time::Zone) -> String {
    if zone.name() == "UTC" {
        "Times are UTC.".to_owned()
    } else {
        format!("Times are yours ({}).", zone.name())
    }
}
