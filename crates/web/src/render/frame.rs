//! What stands around every page: head, mast, tabs, heading, foot, and the line that speaks.

use kernel::view::{Block, OwedItem, Page, PageHead, Panel, Phases};
use maud::{DOCTYPE, Markup, html};

use super::block;
use super::hexes;
use super::lists;
use super::log;
use super::reader::Reader;
use super::symbols::{self, icon};
use super::window::{self, Around};
use super::words;
use crate::assets::address;

/// How the reader wants pages shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Display {
    /// The theme, unless the device decides.
    pub theme: Option<Theme>,
    /// Whether single keys do nothing.
    pub keys_off: bool,
}

/// A theme picked by the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
}

impl Theme {
    /// Its name in cookies and attributes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// What stands in the mast of a page.
#[derive(Clone, Debug, Default)]
pub struct Mast {
    /// The campaign's title, or what the page is about.
    pub title: String,
    /// Where the campaign stands.
    pub standing: String,
    /// The phases of a turn.
    pub phases: Phases,
    /// The seat badge.
    pub badge: Option<Markup>,
}

/// One tab.
#[derive(Clone, Debug)]
pub struct Tab {
    /// Where it leads.
    pub href: String,
    /// Its word.
    pub word: String,
    /// Whether it is this page.
    pub here: bool,
    /// Whether the present step needs it: it stands in the line whatever its place.
    pub needed: bool,
}

/// How many tabs stand in a line; one more opens the rest.
const IN_LINE: usize = 6;

/// Which tabs stand in the line, each with its letter, and which are folded: what is needed stands first in line, then the
/// rest from the left, and none changes its place among those that are seen.
fn folded(tabs: &[Tab]) -> [Vec<(&Tab, Option<char>)>; 2] {
    let needed = |tab: &Tab| tab.needed || tab.here;
    // One tab alone is not folded: what opens it would take its place.
    let all = tabs.len() <= IN_LINE + 1;
    let mut left = IN_LINE.saturating_sub(tabs.iter().filter(|tab| needed(tab)).count());
    let (line, rest): (Vec<_>, Vec<_>) = tabs.iter().zip(shortcuts(tabs)).partition(|(tab, _)| {
        let takes_room = !needed(tab) && left > 0;
        left -= usize::from(takes_room);
        all || needed(tab) || takes_room
    });
    [line, rest]
}

/// A whole document.
pub struct Document<'a> {
    /// The title in the browser's own bar, without the name of the program.
    pub title: &'a str,
    /// How the reader wants it.
    pub display: &'a Display,
    /// The mast.
    pub mast: Mast,
    /// The tabs; none on pages outside a campaign.
    pub tabs: &'a [Tab],
    /// The address of the stream that tells of changes, with the cursor the page was drawn at.
    pub live: Option<(String, String)>,
    /// The address that the page should have from now on, when a form has brought it.
    pub at: Option<String>,
    /// What the status line could say when the page has changed.
    pub news: String,
    /// Where the first thing that waits for the reader is done.
    pub owed: Option<String>,
    /// What it says at once, after a form.
    pub said: String,
    /// The colours of the sides, as classes of the page.
    pub hues: String,
    /// Whether the page is a window that does not scroll: one slim line stands above it.
    pub window: bool,
    /// The body of the page.
    pub main: Markup,
    /// Lines of the foot.
    pub foot: Markup,
}

impl<'a> Document<'a> {
    /// A document outside every campaign: nothing but its body.
    pub fn plain(title: &'a str, display: &'a Display, main: Markup) -> Self {
        Self {
            title,
            display,
            mast: Mast { title: "A table for campaigns".into(), ..Mast::default() },
            tabs: &[],
            live: None,
            at: None,
            news: String::new(),
            owed: None,
            said: String::new(),
            hues: String::new(),
            window: false,
            main,
            foot: html! {},
        }
    }
}

/// Draws a document.
///
/// Forms and redraws of a page wait for each other: a press while the page is being drawn anew is sent afterwards and
/// not lost. The stream waits for nobody.
pub fn document(page: &Document<'_>) -> Markup {
    let cursor = page.live.as_ref().map(|(_, cursor)| cursor);
    html! {
        (DOCTYPE)
        html lang="en" data-theme=[page.display.theme.map(Theme::name)] data-keys=[page.display.keys_off.then_some("off")] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="same-origin";
                meta name="htmx-config" content=r#"{"includeIndicatorCSS":false,"history":false,"morphIgnore":["data-htmx-powered","open","aria-busy","style"]}"#;
                title { (page.title) " · Adjutant" }
                link rel="icon" type="image/svg+xml" href=(address("icon.svg"));
                link rel="preload" as="font" type="font/woff2" crossorigin href=(address("source-sans-3-latin-wght-normal.woff2"));
                link rel="stylesheet" href=(address("adjutant.css"));
                script src=(address("htmx.js")) defer {}
                @for script in ["live.js", "ends.js", "picks.js", "arrange.js", "kept.js", "turned.js", "log.js", "keys.js", "board.js", "display.js"] { script type="module" src=(address(script)) {} }
            }
            body hx-target:inherited="#page" hx-select:inherited="#page" hx-swap:inherited="outerMorph" hx-sync:inherited="this:queue all" {
                (symbols::defs())
                a class="skip" href="#main" { "Skip to the page" }
                div id="page" class=[(!page.hues.is_empty()).then_some(&page.hues)] data-cursor=[cursor] data-at=[&page.at] data-owed=[&page.owed] data-news=(page.news) data-said=[(!page.said.is_empty()).then_some(&page.said)] {
                    (mast(page))
                    @if !page.tabs.is_empty() && !page.window { (tabs(folded(page.tabs))) }
                    main id="main" tabindex="-1" { (page.main) }
                    @if !page.window { footer class="foot" { (page.foot) (keys(page.tabs)) } }
                }
                @if let Some((address, _)) = &page.live { div id="stream" hx-sse:connect=(address) hx-swap="none" hx-sync="this:drop" {} }
                @if page.live.is_some() {
                    p class="said lost" id="lost" role="status" data-words=
                        "The server is out of reach. What you see may be out of date. The page catches up when \
                         the server is back." {}
                }
                div class="said" {
                    (icon("said"))
                    p id="said" role="status" { @if !page.said.is_empty() { span { (page.said) } } }
                    button type="button" id="hush" aria-label="Put this line away" { (icon("no")) }
                }
            }
        }
    }
}

/// How far a turn has gone: a tick for each of its phases, those behind it filled, the present one taller. The standing says
/// the same in words.
fn ticks(phases: &Phases) -> Markup {
    html! {
        @if let Some(at) = phases.at.filter(|_| phases.names.len() > 1) {
            svg class="ticks" role="img" viewBox={ "0 0 " (phases.names.len() * 9) " 16" } width=(phases.names.len() * 9) height="16"
                aria-label={ "Phase " (at + 1) " of " (phases.names.len()) }
            {
                @for (n, name) in phases.names.iter().enumerate() {
                    rect x=(n * 9 + 1) y=(if n == at { 0 } else { 4 }) width="6" height=(if n == at { 16 } else { 8 }) class=[(n == at).then_some("now").or((n < at).then_some("done"))] {
                        title { (name) }
                    }
                }
            }
        }
    }
}

/// How a campaign stands. Where the line is too short, what comes last is the step itself and stays.
fn standing(words: &str) -> Markup {
    match words.rsplit_once(" · ") {
        Some((before, last)) => {
            html! { span class="where-day" { (before) " · " } span class="where-step" { (last) } }
        }
        None => html! { (words) },
    }
}

fn mast(page: &Document<'_>) -> Markup {
    html! {
        header class="mast" {
            div {
                a class="mark" href="/" { (symbols::mark()) span { "Adjutant" } }
                p class="where" {
                    strong { (page.mast.title) }
                    @if !page.mast.standing.is_empty() { " " span { (standing(&page.mast.standing)) } }
                    @if page.window { (ticks(&page.mast.phases)) }
                }
                @if page.window && !page.tabs.is_empty() { (tabs([page.tabs.iter().zip(shortcuts(page.tabs)).collect(), Vec::new()])) }
                @if let Some(badge) = &page.mast.badge { span class="badge" { span class="sr" { "Your seat: " } (badge) } }
                @if page.window { (menu(page)) }
                (display(page.display))
            }
        }
    }
}

/// In a window: every page, for those that find no room in its one line, and what elsewhere stands at the foot.
fn menu(page: &Document<'_>) -> Markup {
    html! {
        details class="display pages" id="pages" {
            summary { (icon("menu")) span class="sr" { "Pages, seals and keys" } }
            div class="menu" {
                nav aria-label="All pages" {
                    ul { @for tab in page.tabs { li { a href=(tab.href) aria-current=[tab.here.then_some("page")] { (tab.word) } } } }
                }
                div class="foot" { (page.foot) (keys(page.tabs)) }
            }
        }
    }
}

fn display(display: &Display) -> Markup {
    let themes = [("", "As this device"), ("light", "Light"), ("dark", "Dark")];
    let chosen = display.theme.map_or("", Theme::name);
    html! {
        details class="display" hx-morph-skip {
            summary { (icon("disp")) span class="word" { "Display" } }
            form class="menu" method="post" action="/display" {
                fieldset {
                    legend { "Light" }
                    @for (value, word) in themes {
                        label { input type="radio" name="theme" value=(value) checked[value == chosen]; (word) }
                    }
                }
                fieldset {
                    legend { "Keyboard" }
                    label { input type="checkbox" name="keys" value="off" checked[display.keys_off]; "No single keys" }
                }
                button class="btn" type="submit" { "Keep" }
            }
        }
    }
}

fn tabs([line, rest]: [Vec<(&Tab, Option<char>)>; 2]) -> Markup {
    let item = |(tab, letter): &(&Tab, Option<char>)| {
        html! {
            li { a href=(tab.href) aria-current=[tab.here.then_some("page")] data-go=[letter] { (tab.word) } }
        }
    };
    html! {
        nav class="tabs" aria-label="Campaign" {
            ul {
                @for tab in &line { (item(tab)) }
                @if !rest.is_empty() {
                    li {
                        details class="display more" id="more-pages" {
                            summary { "More" (icon("unfold")) }
                            ul class="menu" { @for tab in &rest { (item(tab)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The letter that leads to each tab.
fn shortcuts(tabs: &[Tab]) -> Vec<Option<char>> {
    let mut taken = String::new();
    tabs.iter().map(|tab| shortcut(&tab.word, &mut taken)).collect()
}

/// The first letter of the word that no tab before it has taken.
fn shortcut(word: &str, taken: &mut String) -> Option<char> {
    let letter =
        word.to_lowercase().chars().find(|letter| letter.is_ascii_lowercase() && !taken.contains(*letter))?;
    taken.push(letter);
    Some(letter)
}

fn keys(tabs: &[Tab]) -> Markup {
    let led = tabs.iter().zip(shortcuts(tabs)).filter_map(|(tab, letter)| Some((tab, letter?)));
    html! {
        details class="keys" id="keys" hx-morph-skip {
            summary { "Press " kbd { "?" } " for the keys of this page." }
            dl {
                dt { kbd { "." } } dd { "First thing that waits for you" }
                @if !tabs.is_empty() {
                    dt { kbd { "g" } " then a letter" }
                    dd {
                        @for (n, (tab, letter)) in led.enumerate() {
                            @if n > 0 { ", " }
                            span class="whole-words" { kbd { (letter) } " " (tab.word) }
                        }
                    }
                }
                dt { kbd { "j" } " " kbd { "k" } } dd { "Next and previous entry of the log" }
                dt { kbd { "?" } } dd { "This list. Single keys can be switched off under Display." }
            }
        }
    }
}

/// The heading of a page with one sentence below it.
pub fn head(title: &str, lede: Markup, beside: Markup) -> Markup {
    html! {
        div class="page-head row between" {
            div {
                h1 { (title) }
                (lede)
            }
            (beside)
        }
    }
}

/// The tabs of a seat: the view's pages, then the table's own.
pub fn seat_tabs(
    reader: &Reader<'_>,
    pages: &[PageHead],
    own: &[(&str, &str)],
    owed: &[OwedItem],
) -> Vec<Tab> {
    let links = owed.iter().filter(|item| item.who == reader.seat && !reader.over);
    let owed: Vec<&str> = links.filter_map(|item| item.link.as_ref()).map(|(page, ..)| *page).collect();
    let pages = pages.iter().map(|page| (page.id, page.tab));
    pages
        .chain(own.iter().copied())
        .map(|(id, word)| Tab {
            href: reader.link(&format!("/{id}")),
            word: word.to_owned(),
            here: id == reader.page,
            needed: id == "overview" || id == "log" || owed.contains(&id),
        })
        .collect()
}

/// The body of a page of the view.
pub fn page_of_view(reader: &Reader<'_>, standing: &str, page: &Page, around: &Around) -> Markup {
    let reader = &Reader { purse: purse(page), ..*reader };
    if let Some(window) = window::page(reader, standing, page, around) {
        return html! { (hexes::defs(page)) (window) };
    }
    let lede = html! {
        p class="standing" { (standing) }
        @if !page.lede.is_empty() { p class="lede" { (words::text(reader, &page.lede)) } }
    };
    // What would stand beside an empty column stands alone.
    let (main, aside) = match &page.main[..] {
        [] => (&page.aside[..], &[][..]),
        main => (main, &page.aside[..]),
    };
    // How the last act came out pushes nothing away that is owed at the head of the page: it stands behind that.
    let is_owed = |block: &&Block| matches!(block, Block::Panel(panel) if panel.yours) && !reader.over;
    let (first, rest) = main.split_at(main.iter().take_while(is_owed).count());
    html! {
        (hexes::defs(page))
        (head(&page.title, lede, html! { (around.beside) (around.undo) }))
        (around.before)
        @if first.is_empty() { (around.came_out) }
        div class=(if aside.is_empty() { "cols" } else { "cols two" }) {
            div class="stack-l" {
                (block::column(reader, first))
                @if !first.is_empty() { (around.came_out) }
                (block::column(reader, rest))
            }
            @if !aside.is_empty() { div class="stack-l" { (block::column(reader, aside)) } }
        }
        (around.after)
    }
}

/// The panel that holds the purse of a page on which something is bought.
fn purse(page: &Page) -> Option<&Panel> {
    let mut found: Vec<&Panel> = Vec::new();
    page.walk(&mut |block| {
        if let Block::Panel(panel) = block {
            found.push(panel);
        }
    });
    let holds = |kind: fn(&Block) -> bool| found.iter().copied().find(|panel| panel.body.iter().any(kind));
    holds(|block| matches!(block, Block::Basket(_)))?;
    holds(|block| matches!(block, Block::Ledger(_)))
}

/// Where the first thing is done that waits for the reader.
pub fn owed_at(reader: &Reader<'_>, owed: &[OwedItem]) -> Option<String> {
    let (page, panel, _) = lists::own(reader, owed).next()?.link.as_ref()?;
    Some(reader.link(&format!("/{page}#{panel}")))
}

/// What the status line says when the page has changed by itself: the newest line, and what is owed. The line shows two rows,
/// so what waits for the reader comes first.
pub fn news(reader: &Reader<'_>, owed: &[OwedItem], newest: Option<&log::Line>) -> String {
    let newest = newest.map_or_else(String::new, |line| log::plain(reader, line));
    let waits = lists::own(reader, owed).next().is_some();
    let owed = lists::owed_words(owed, reader.seat, reader.over);
    let both = if waits { [owed, newest] } else { [newest, owed] };
    both.join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(word: &str, needed: bool, here: bool) -> Tab {
        Tab { href: String::new(), word: word.into(), here, needed }
    }

    fn words(tabs: &[Tab]) -> [String; 2] {
        folded(tabs).map(|part| part.iter().map(|(tab, _)| tab.word.as_str()).collect::<Vec<_>>().join(""))
    }

    #[test]
    fn what_the_step_needs_stands_in_the_line_at_its_own_place() {
        let mut tabs: Vec<Tab> =
            "ABCDEFGHIJ".chars().map(|letter| tab(&letter.to_string(), letter == 'A', false)).collect();
        assert_eq!(words(&tabs), ["ABCDEF", "GHIJ"]);
        (tabs[7].needed, tabs[9].here) = (true, true);
        assert_eq!(words(&tabs), ["ABCDHJ", "EFGI"]);
        assert_eq!(words(&tabs[..7]), ["ABCDEFG", ""], "one more than the line holds is not folded");
    }
}
