//! The code that opens an entry page, with its address in letters.

use std::net::IpAddr;

use kernel::Seat;
use kernel::view::Entry;
use qrcode::{Color, EcLevel, QrCode};

use super::flow::Flow;
use super::fonts::Face;
use super::page::{Kind, Op};
use super::words::{Run, height, wrap};

/// The edge of a code in points: 26 millimetres.
pub(super) const EDGE: f32 = 74.0;
/// Free squares about a code, without which it is not read.
const QUIET: f32 = 4.0;

/// The black squares of a code with its upper left corner at a place, runs of a row together.
fn squares(address: &str, left: f32, top: f32) -> Vec<[f32; 4]> {
    let Ok(code) = QrCode::with_error_correction_level(address, EcLevel::M) else { return Vec::new() };
    let n = code.width();
    let one = EDGE / (n as f32 + 2.0 * QUIET);
    let colors = code.to_colors();
    let mut squares = Vec::new();
    for (row, colors) in colors.chunks(n).enumerate() {
        let mut at = 0;
        while at < n {
            let dark = colors[at..].iter().take_while(|color| **color == Color::Dark).count();
            if dark > 0 {
                let (x, y) = (left + (at as f32 + QUIET) * one, top + (row as f32 + QUIET) * one);
                squares.push([x, y, dark as f32 * one, one]);
            }
            at += dark.max(1);
        }
    }
    squares
}

/// The height of a code with the words beside or below it, when they are so wide.
pub(super) fn below_height(entry: &Entry, address: &str, width: f32) -> f32 {
    EDGE + height(&wrap(&words(entry, address), width))
}

fn words(entry: &Entry, address: &str) -> Vec<Run> {
    let bare = bare(address);
    let mut words =
        vec![Run::new(format!("{}\n", entry.words), Face::Strong, 8.5), Run::new(bare, Face::Plain, 8.0)];
    if is_loopback(bare) {
        words.push(Run::new("\nThis address works on this machine only.", Face::Plain, 8.0));
    }
    words
}

fn bare(address: &str) -> &str {
    address.trim_start_matches("https://").trim_start_matches("http://")
}

/// Whether an address, without its scheme, leads back to the machine that opens it.
fn is_loopback(bare: &str) -> bool {
    let host = bare.split('/').next().unwrap_or(bare);
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|number| number.is_loopback())
}

/// Draws a code with its words below it, in a column so wide.
pub(super) fn below(flow: &mut Flow<'_>, seat: Seat, entry: &Entry, [left, top, width]: [f32; 3]) {
    let address = flow.stamp.entry_page(seat, entry);
    picture(flow, entry, &address, left, top);
    let lines = wrap(&words(entry, &address), width);
    let node = flow.node(Kind::Paragraph, flow.section);
    flow.page().lines(node, &lines, left + 4.0, top + EDGE - 2.0);
}

/// Sets a code with its words at its side.
pub(super) fn beside(flow: &mut Flow<'_>, seat: Seat, entry: &Entry) {
    flow.need(EDGE);
    let (left, top) = (flow.left(), flow.y);
    let address = flow.stamp.entry_page(seat, entry);
    picture(flow, entry, &address, left - 4.0, top);
    let lines = wrap(&words(entry, &address), flow.width() - EDGE - 12.0);
    let node = flow.node(Kind::Paragraph, flow.section);
    let y = top + (EDGE - height(&lines)) / 2.0;
    flow.page().lines(node, &lines, left + EDGE + 4.0, y);
    flow.y = top + EDGE + 4.0;
}

fn picture(flow: &mut Flow<'_>, entry: &Entry, address: &str, left: f32, top: f32) {
    let paragraph = flow.node(Kind::Paragraph, flow.section);
    let link = flow.node(Kind::Link, paragraph);
    let node = flow.node(Kind::Figure(format!("Code: {}. {address}", entry.words)), link);
    flow.draw(node, Op::Blocks(squares(address, left, top)));
    flow.draw(link, Op::Link { area: [left, top, left + EDGE, top + EDGE], address: address.into() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_machine_alone_is_known() {
        for own in ["localhost/c/1", "127.0.0.1:8080/c/1", "[::1]:9/c", "LOCALHOST:8080"] {
            assert!(is_loopback(own), "{own}");
        }
        for other in ["adjutant.example/c/1", "192.168.1.4:8080", "[2001:db8::1]/c", "localhost.example"] {
            assert!(!is_loopback(other), "{other}");
        }
    }
}
