//! The page on which a map is painted over a picture of it. What the script needs to know stands in one attribute; the
//! palette is a group of radio buttons, so that keys and screen readers know it.

use hexmap::{Grain, Numbering, Order, Parity};
use maud::{Markup, html};
use serde_json::{Value, json};
use tabular::paint::NO_HEX;
use tabular::{Painting, SetupTable};

use super::Remark;
use super::chart::{Chart, summary};
use super::findings;
use crate::assets::address;
use crate::render::frame::head;
use crate::render::hexes::ground;
use crate::render::symbols::icon;

/// What the page is drawn from.
pub struct Easel<'a> {
    /// The address of the draft.
    pub base: &'a str,
    /// Proves that what is sent came from a page of this session.
    pub csrf: &'a str,
    /// The version of the draft.
    pub version: i64,
    /// What can be painted.
    pub painting: &'a Painting,
    /// How the hexes lie.
    pub numbering: Numbering,
    /// Columns and rows.
    pub size: (usize, usize),
    /// What lies on hexsides, as the cells of their columns.
    pub sides: Vec<String>,
    /// The roads: name, class, hexes.
    pub roads: Vec<[String; 3]>,
    /// What is wrong with what is painted, and where it is mended.
    pub faults: Vec<(String, String)>,
    /// The tables that take it.
    pub tables: Vec<&'a SetupTable>,
}

/// A kind that can be picked: its value, its name, and the classes that draw it.
struct Kind {
    value: String,
    name: String,
    classes: Vec<String>,
    drawn: Drawn,
}

/// As what a kind is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    Ground,
    Line,
    Letters,
    Eraser,
}

impl Easel<'_> {
    /// What the script is told.
    fn data(&self) -> Value {
        let number = self.numbering;
        let grain = if number.grain == Grain::FlatTop { "flat" } else { "pointy" };
        let shifted = if number.shifted == Parity::Even { "even" } else { "odd" };
        let order = if number.order == Order::ColumnRow { "column" } else { "row" };
        let no_hex = self.painting.no_hex();
        let ground = self.painting.ground.iter().map(|ground| {
            json!({ "mark": ground.mark, "name": ground.name, "classes": ground::classes(&ground.looks) })
        });
        let none = no_hex.map(|mark| json!({ "mark": mark, "name": "no hex", "classes": ["paint-none"] }));
        let sides = self.painting.sides.iter().zip(&self.sides).map(|(side, list)| {
            json!({ "name": side.name, "classes": ground::side_lines(side.look), "list": list })
        });
        let roads = self.painting.roads.iter().map(
            |road| json!({ "word": road.word, "name": road.name, "classes": ground::road_lines(road.look) }),
        );
        let rows = self.painting.hexes.iter().map(|row| row.replace(' ', &NO_HEX.to_string()));
        json!({
            "grid": format!("{grain} {shifted} {order} {} 1 1 0 0", number.digits.clamp(1, 4)),
            "width": self.size.0,
            "height": self.size.1,
            "rows": rows.collect::<Vec<_>>(),
            "ground": ground.chain(none).collect::<Vec<_>>(),
            "sides": sides.collect::<Vec<_>>(),
            "classes": roads.collect::<Vec<_>>(),
            "roads": self.roads,
            "names": self.painting.named,
            "faults": self.faults,
        })
    }

    fn groups(&self) -> [(&'static str, Vec<Kind>); 4] {
        let line = |value: String, name: &str, classes: &[&str]| Kind {
            value,
            name: name.to_owned(),
            classes: classes.iter().map(|class| (*class).to_owned()).collect(),
            drawn: Drawn::Line,
        };
        let of_ground = |(n, (name, classes)): (usize, (String, Vec<String>))| Kind {
            value: format!("ground-{n}"),
            name,
            classes,
            drawn: Drawn::Ground,
        };
        let ground = self.painting.ground.iter().map(|one| (one.name.clone(), ground::classes(&one.looks)));
        let none = self.painting.no_hex().map(|_| ("no hex".to_owned(), vec!["paint-none".to_owned()]));
        let ground = ground.chain(none).enumerate().map(of_ground);
        let sides = self.painting.sides.iter().enumerate();
        let sides =
            sides.map(|(n, side)| line(format!("side-{n}"), side.name, ground::side_lines(side.look)));
        let roads = self.painting.roads.iter().enumerate();
        let roads =
            roads.map(|(n, road)| line(format!("road-{n}"), road.name, ground::road_lines(road.look)));
        let one = |value: &str, name: &str, drawn| Kind {
            value: value.into(),
            name: name.into(),
            classes: Vec::new(),
            drawn,
        };
        let eraser = |value: &str, name: &str| std::iter::once(one(value, name, Drawn::Eraser));
        [
            ("Ground", ground.collect()),
            ("Hexsides", sides.chain(eraser("side-x", "Erase hexsides")).collect()),
            ("Roads", roads.chain(eraser("road-x", "Erase roads")).collect()),
            (
                "Names",
                vec![
                    one("name-0", "Name of a hex", Drawn::Letters),
                    one("name-x", "Erase names", Drawn::Eraser),
                ],
            ),
        ]
    }

    /// The page: the map from edge to edge, the palette beside it.
    pub fn draw(&self) -> Markup {
        html! {
            svg class="symbols" aria-hidden="true" focusable="false" { defs { (ground::patterns()) } }
            div class="paintboard wb" id="paint" data-map=(self.data()) data-address={ (self.base) "/paint" }
                data-csrf=(self.csrf) data-version=(self.version)
            {
                section class="wb-map" aria-label="Map" { (tools()) (self.map()) }
                div class="wb-panel" id="sheet" {
                    div class="wb-grip" {
                        button class="btn" type="button" data-sheet="less" aria-label="Show more of the map" aria-controls="sheet" { (icon("down")) }
                        button class="btn" type="button" data-sheet="more" aria-label="Show more of the sheet" aria-controls="sheet" { (icon("up")) }
                    }
                    div class="wb-scroll" {
                        div class="wb-head" { h1 { "Paint the map" } }
                        (without_script())
                        (self.palette())
                        (road())
                        (self.name())
                        section class="paint-part stack-s" aria-labelledby="h-left" id="paint-left" hidden {
                            h2 id="h-left" { "What this browser still has" }
                            p { "You painted here before, and the map of the draft has been changed elsewhere since." }
                            div class="row" {
                                button class="btn small" type="button" id="paint-put" { "Put my map in its place" }
                                button class="btn small" type="button" { "Leave the draft as it is" }
                            }
                        }
                        section class="paint-part" aria-labelledby="h-wrong" id="paint-wrong" hidden {
                            h2 id="h-wrong" { "To be mended" }
                            ul id="paint-faults" {}
                        }
                        (picture())
                        (self.around())
                    }
                }
                div class="wb-foot" {
                    div class="wb-status" { p id="paint-voice" role="status" {} p class="wb-said" { "Pick a kind, then press or drag on the map." } }
                    p class="paint-kept" id="paint-kept" role="status" {}
                }
            }
            script type="module" src=(address("paint.js")) {}
        }
    }

    fn map(&self) -> Markup {
        let (width, height) = self.size;
        html! {
            div class="hb-pan" id="paint-pan" tabindex="0" role="application" aria-roledescription="hex board"
                aria-label={ "The map, " (width) " columns and " (height) " rows of hexes" } aria-describedby="paint-help"
            {
                div class="paint-sheet" id="paint-sheet" {
                    canvas id="paint-picture" aria-hidden="true" hidden {}
                    svg class="hb-map" id="paint-map" viewBox="0 0 100 100" aria-hidden="true" {}
                }
            }
        }
    }

    fn palette(&self) -> Markup {
        html! {
            div class="paint-palette" role="radiogroup" aria-label="What is painted" id="paint-palette" {
                label class="paint-kind" {
                    input type="radio" name="kind" value="move" checked;
                    (swatch(None)) span { "Move the map " kbd { "M" } }
                }
                @for (group, kinds) in self.groups() {
                    fieldset {
                        legend class="lab" { (group) }
                        div class="paint-kinds" {
                            @for (n, kind) in kinds.iter().enumerate() {
                                label class="paint-kind" {
                                    input type="radio" name="kind" value=(kind.value);
                                    (swatch(Some(kind)))
                                    span { (kind.name) @if n < 9 && !kind.value.ends_with("-x") { " " kbd { (n + 1) } } @else if kind.value.ends_with("-x") { " " kbd { "X" } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The hex in hand, and what it is called.
    fn name(&self) -> Markup {
        let table = findings::table(self.base, self.painting.names);
        html! {
            section class="paint-part stack-s" aria-labelledby="h-name" id="paint-name" hidden {
                h2 id="h-name" { "The hex in hand" }
                div class="field" {
                    label class="lab" for="hex-name" id="hex-is" { "Name of the hex" }
                    input type="text" id="hex-name" maxlength="60" autocomplete="off" spellcheck="false" disabled;
                }
                p class="note" { "Press a hex, type its name, then Enter. Without words it has none. Rows from a list are " a href={ (table) "/paste" } { "pasted into the table" } "." }
            }
        }
    }

    fn around(&self) -> Markup {
        html! {
            section class="paint-part" aria-labelledby="h-tables" {
                h2 id="h-tables" { "The same as tables" }
                ul { @for table in &self.tables { li { a href=(findings::table(self.base, &table.path)) { (table.title) } } } }
                p class="note" { "Kinds of ground are added in the table Ground." }
                p { a href={ (self.base) "/paint?size" } id="paint-size" { "Another size of the map" } }
            }
            details class="paint-part keys" id="paint-help" {
                summary { "Keys on the map" }
                dl {
                    dt { "Arrows, " kbd { "Q" } " " kbd { "E" } " " kbd { "A" } " " kbd { "D" } } dd { "Go from hex to hex" }
                    dt { kbd { "Enter" } } dd { "Paint the ground of the hex, or type its name" }
                    dt { kbd { "Shift" } " and a direction" } dd { "Paint the next hex, draw the road on, or paint the hexside there" }
                    dt { kbd { "1" } "–" kbd { "9" } } dd { "Pick a kind of the group; " kbd { "N" } " goes to the next group, " kbd { "X" } " erases, " kbd { "M" } " moves the map" }
                    dt { kbd { "U" } " " kbd { "R" } } dd { "Undo, redo; also Ctrl+Z and Ctrl+Y" }
                    dt { kbd { "+" } " " kbd { "−" } " " kbd { "0" } } dd { "Zoom" }
                }
            }
        }
    }
}

/// What stands there where nothing can be painted.
fn without_script() -> Markup {
    html! {
        noscript {
            p class="paint-part" { "Painting needs the script of this page. The same map is filled in or pasted in its tables:" }
        }
    }
}

/// Zoom, and steps taken back.
fn tools() -> Markup {
    html! {
        div class="hb-tools" {
            div class="row hb-zoom" {
                button class="btn" type="button" data-do="out" aria-label="Zoom out" aria-controls="paint-map" { "−" }
                button class="btn" type="button" data-do="in" aria-label="Zoom in" aria-controls="paint-map" { "+" }
                button class="btn" type="button" data-do="whole" aria-label="Whole map" { (icon("whole")) span class="word" { "Whole map" } }
            }
            div class="row hb-zoom paint-steps" {
                button class="btn" type="button" data-do="undo" id="paint-undo" aria-disabled="true" { "Undo" }
                button class="btn" type="button" data-do="redo" id="paint-redo" aria-disabled="true" { "Redo" }
            }
        }
    }
}

/// What a kind looks like; for the hand that moves the map, nothing.
fn swatch(kind: Option<&Kind>) -> Markup {
    html! {
        svg viewBox="0 0 28 18" aria-hidden="true" {
            @match kind {
                None => path class="paint-hand" d="M14 2v14M4 9h20M11 5l3-3 3 3M11 13l3 3 3-3M7 6L4 9l3 3M21 6l3 3-3 3" {},
                Some(Kind { drawn: Drawn::Eraser, .. }) => path class="paint-eraser" d="M6 13L15 4l7 5-7 6H8z" {},
                Some(Kind { drawn: Drawn::Letters, .. }) => text class="paint-abc" x="14" y="13.5" { "Abc" },
                Some(kind) => {
                    rect class="hb-clear" width="28" height="18" {}
                    @for class in &kind.classes {
                        @if kind.drawn == Drawn::Line { path class=(class) d="M0 9h28" {} }
                        @else { rect class=(class) width="28" height="18" {} }
                    }
                },
            }
        }
    }
}

/// The road in hand: which it is, and its name.
fn road() -> Markup {
    html! {
        section class="paint-part stack-s" aria-labelledby="h-road" id="paint-road" hidden {
            h2 id="h-road" { "The road in hand" }
            div class="field" {
                label class="lab" for="road-pick" { "Road" }
                select id="road-pick" {}
            }
            div class="field" {
                label class="lab" for="road-name" { "Its name" }
                input type="text" id="road-name" maxlength="60" autocomplete="off" spellcheck="false" disabled;
            }
            p class="note" { "Drag from its end and it goes on; drag from anywhere else and another road begins. Back over the last hex takes it off again." }
        }
    }
}

/// The picture under the map: chosen here, set to the grid by two hexes, and kept by this browser alone.
fn picture() -> Markup {
    html! {
        section class="paint-part stack-s" aria-labelledby="h-picture" id="paint-under" {
            h2 id="h-picture" { "Picture of the map" }
            p class="note" { "A scan or a photo of your own map. It stays in this browser: nothing of it is sent to the server." }
            div class="field" {
                label class="lab" for="picture-file" { "Picture" }
                input type="file" id="picture-file" accept="image/png,image/jpeg,image/webp";
            }
            div id="picture-set" class="stack-s" hidden {
                p id="picture-says" { "Name two hexes that lie far apart, then press the centre of each on the picture. Zoom in to meet it." }
                @for n in 1..=3 {
                    fieldset class="paint-place" {
                        legend class="lab" { (match n { 1 => "First hex", 2 => "Second hex", _ => "Third hex, where the print is stretched" }) }
                        div class="row" {
                            div { label class="hint" for={ "place-hex-" (n) } { "Hex" } input type="text" id={ "place-hex-" (n) } inputmode="numeric" maxlength="8" autocomplete="off"; }
                            div { label class="hint" for={ "place-right-" (n) } { "Right" } input type="text" id={ "place-right-" (n) } inputmode="decimal" maxlength="8" autocomplete="off"; }
                            div { label class="hint" for={ "place-down-" (n) } { "Down" } input type="text" id={ "place-down-" (n) } inputmode="decimal" maxlength="8" autocomplete="off"; }
                            label class="btn small" for={ "place-press-" (n) } { input type="radio" name="kind" value={ "place-" (n) } id={ "place-press-" (n) }; " Press it" }
                        }
                    }
                }
                label class="paint-cover" for="paint-cover" { "How strongly the paint covers it " input type="range" id="paint-cover" min="0" max="100" step="10" value="50"; }
                button class="btn small" type="button" id="picture-away" { "Take the picture away" }
            }
        }
    }
}

/// What must be said before there is a map to paint on.
pub fn size(
    base: &str,
    asked: &SetupTable,
    rows: &[Vec<String>],
    remarks: &[Remark],
    why: Option<&str>,
    carried: Markup,
) -> Markup {
    let chart = Chart { base, table: asked, rows, remarks, fresh: None };
    let lede = html! { p class="lede" { "First say how many hexes there are and how they are numbered. What you enter stands in the table " a href=(findings::table(base, &asked.path)) { (asked.title) } "." } };
    html! {
        div class="stack-l narrow" {
            (head("Paint the map", lede, html! {}))
            @if let Some(why) = why { p class="refusal" id="r-studio" role="status" { (why) } }
            (summary("Nothing is saved yet", remarks, asked.columns.len()))
            section class="panel" aria-labelledby="h-size" {
                header { h2 id="h-size" { "The size of the map" } }
                form id="f-size" method="post" action={ (base) "/paint/size" } {
                    (chart.draw())
                    div class="in row" { button class="btn go" type="submit" { "Go on to painting" } }
                    (carried)
                }
            }
        }
    }
}
