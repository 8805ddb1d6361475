//! Counters as they are printed: edge and corner of their side, the box of their kind, factors, steps, a disc.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::Hex;
use kernel::view::board::{Board, Counter, Ring, Size, Symbol};
use maud::{Markup, PreEscaped, html};

use super::scale::Scale;
use crate::render::symbols::side_letter;

/// The parts of counters, once a page.
const PARTS: &str = include_str!("../../assets/counters.svg");

/// How far a piece in a stack stands from the one above it, in tenths.
const STEP: usize = 34;

/// The most pieces whose edges are seen.
const MOST_EDGES: usize = 4;

/// From how many pieces on a stack shows its number.
const COUNTED: usize = 3;

/// The parts that counters are put together from.
pub(in crate::render) fn parts() -> Markup {
    PreEscaped(PARTS.to_owned())
}

/// All counters that stand on the board, stack by stack.
pub(super) fn counters(scale: &Scale, board: &Board) -> Markup {
    let mut stacks: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
    for counter in &board.counters {
        if let Some(hex) = counter.hex {
            stacks.entry(hex).or_default().push(counter);
        }
    }
    // A brass dot says that something can still be done there.
    let open: BTreeSet<Hex> = board.acts.iter().filter_map(|act| act.from).collect();
    html! {
        g class="hb-counters" {
            @for (hex, pieces) in &stacks {
                @let (x, y) = scale.at(*hex);
                g id={ (board.id) "-s" (board.label(*hex)) } class="hb-stack" transform={ "translate(" (x) " " (y) ")" } {
                    (afar(pieces))
                    g class="hb-pile" {
                        @for (n, counter) in pieces.iter().enumerate() {
                            (piece(counter, pieces.len() - 1 - n))
                        }
                        @if pieces.len() >= COUNTED {
                            g class="hb-number" { circle cx="-17" cy="17" r="7" {} text x="-17" y="20.7" { (pieces.len()) } }
                        }
                    }
                    @if open.contains(hex) { circle class="hb-open" cx="19" cy="-19" r="4.5" {} }
                }
            }
        }
    }
}

/// The same beside words.
pub(super) fn from_afar(pieces: &[&Counter]) -> Markup {
    html! { svg class="hb-small" viewBox="-24 -28 46 50" aria-hidden="true" { (afar(pieces)) } }
}

/// What is seen of a stack from afar: edge and corner of its side, the symbol of its top piece, one figure, and that
/// there is more than one.
fn afar(pieces: &[&Counter]) -> Markup {
    let Some(top) = pieces.last() else { return html! {} };
    let sum = |of: fn(&Counter) -> u32| pieces.iter().map(|piece| of(piece)).sum::<u32>();
    let figure = match sum(|piece| piece.strength.0) {
        0 => sum(|piece| piece.strength.1),
        attack => attack,
    };
    let side = side_letter(top.side);
    html! {
        g class={ "hb-afar side-" (side) @if pieces.len() > 1 { " many" } @if top.spent { " spent" } } {
            @if pieces.len() > 1 { use href={ "#hk-" (side) } x="-15" y="-25" {} }
            use href={ "#hk-" (side) } x="-20" y="-20" {}
            use href=(symbol(top.symbol)) x="-20" y=(if figure > 0 { "-26" } else { "-18" }) {}
            @if figure > 0 { text y="16.5" { (figure) } }
        }
    }
}

/// One piece in its stack, so many below the top. It has no id: a piece that is found again in another stack would make
/// the page's script build that stack as an element of HTML, which an SVG does not draw.
fn piece(counter: &Counter, below: usize) -> Markup {
    let off = STEP * below.min(MOST_EDGES - 1);
    let right = i32::try_from(off).unwrap_or(0) - 200;
    let up = -i32::try_from(off).unwrap_or(0) - 200;
    html! {
        g data-k=(counter.key) class=(class(counter)) transform={ "translate(" (tenths(right)) " " (tenths(up)) ")" } {
            (face(counter))
        }
    }
}

/// A counter by itself, to be set beside words.
pub(super) fn alone(counter: &Counter) -> Markup {
    html! { svg class="hb-alone" viewBox="-2 -2 44 44" aria-hidden="true" { g class=(class(counter)) { (face(counter)) } } }
}

fn class(counter: &Counter) -> String {
    let mut class = format!("hb-k side-{}", side_letter(counter.side));
    for (holds, word) in [(counter.spent, " spent"), (counter.struck, " struck")] {
        class.push_str(if holds { word } else { "" });
    }
    class
}

fn tenths(n: i32) -> String {
    if n % 10 == 0 {
        (n / 10).to_string()
    } else {
        format!("{}{}.{}", if n < 0 { "-" } else { "" }, n.abs() / 10, n.abs() % 10)
    }
}

fn face(counter: &Counter) -> Markup {
    let long = counter.formation.chars().count() > 4;
    let factors = counter.factors.chars().count();
    // The cut corner of the second side takes the place of the size.
    let cut = (side_letter(counter.side) == "b").then_some("-4");
    html! {
        use href={ "#hk-" (side_letter(counter.side)) } {}
        text class=(if long { "hb-f long" } else { "hb-f" }) x=(if counter.disc.is_some() { "11.6" } else { "9.5" }) y="9.4" { (counter.formation) }
        @if let Some(size) = size(counter.size) { use href=(size) x=[cut] {} }
        use href=(symbol(counter.symbol)) {}
        (steps(counter.steps))
        text class=(if factors > 5 { "hb-n long" } else { "hb-n" }) x="21.5" y="36.8" { (counter.factors) }
        @if counter.printed.is_some() {
            @let half = (u32::try_from(factors).unwrap_or(0) * 28).min(140);
            path class="hb-line" d={ "M" (tenths(215 - i32::try_from(half).unwrap_or(0))) " 38.3h" (tenths(i32::try_from(2 * half).unwrap_or(0))) } {}
        }
        @if counter.struck { path class="hb-strike" d="M3 37L37 3" {} }
        @if !counter.sign.is_empty() {
            g class={ "hb-sign-ring" (ring_class(counter.ring)) } {
                @match counter.ring {
                    Ring::Plain => { circle cx="4.6" cy="20" r="5.4" {} }
                    Ring::Black => { circle cx="4.6" cy="20" r="5.8" {} }
                    Ring::Red => { path d="M4.6 12.6l7.2 7.4-7.2 7.4-7.2-7.4z" {} }
                    Ring::White => { path d="M-.8 14.6H10v10.8H-.8z" {} }
                }
                text x="4.6" y="22.9" { (counter.sign) }
            }
        }
        @if let Some(disc) = &counter.disc {
            g class=(if disc.grave { "hb-disc grave" } else { "hb-disc" }) { circle cx="4.6" cy="5" r="6" {} text x="4.6" y="8.3" { (disc.figure) } }
        }
    }
}

fn ring_class(ring: Ring) -> &'static str {
    match ring {
        Ring::Plain => "",
        Ring::Red => " red",
        Ring::Black => " black",
        Ring::White => " white",
    }
}

/// Steps as squares up the right edge: full ones left, hollow ones lost; more than five as figures.
fn steps((left, full): (u8, u8)) -> Markup {
    let squares = |range: std::ops::Range<u8>| -> String {
        range.map(|n| format!("M33.6 {}h3.4v3.4h-3.4z", tenths(206 - 48 * i32::from(n)))).collect()
    };
    html! {
        @if full > 5 {
            text class="hb-steps" x="38" y="17" { (left) }
        } @else if full > 0 {
            @if left > 0 { path class="hb-on" d=(squares(0..left.min(full))) {} }
            @if left < full { path class="hb-off" d=(squares(left..full)) {} }
        }
    }
}

fn size(size: Size) -> Option<&'static str> {
    match size {
        Size::None => None,
        Size::Company => Some("#hk-1"),
        Size::Battalion => Some("#hk-2"),
        Size::Regiment => Some("#hk-3"),
        Size::Brigade => Some("#hk-x"),
        Size::Division => Some("#hk-xx"),
        Size::Corps => Some("#hk-xxx"),
    }
}

pub(in crate::render) fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Plain => "#hk-box",
        Symbol::Infantry => "#hk-infantry",
        Symbol::Armor => "#hk-armor",
        Symbol::Mech => "#hk-mech",
        Symbol::Recon => "#hk-recon",
        Symbol::Cavalry => "#hk-cavalry",
        Symbol::Artillery => "#hk-artillery",
        Symbol::MobileArtillery => "#hk-mobile",
        Symbol::Rocket => "#hk-rocket",
        Symbol::Helicopter => "#hk-helicopter",
        Symbol::Airborne => "#hk-airborne",
        Symbol::Engineer => "#hk-engineer",
        Symbol::AntiTank => "#hk-antitank",
        Symbol::AirDefense => "#hk-airdefense",
        Symbol::Garrison => "#hk-garrison",
        Symbol::Headquarters => "#hk-hq",
        Symbol::Supply => "#hk-supply",
        Symbol::MachineGun => "#hk-mg",
        Symbol::Gun => "#hk-gun",
        Symbol::Truck => "#hk-truck",
    }
}
