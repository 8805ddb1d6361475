//! Rosters in the paper's order: a side's own, both for the umpire, none for anyone else. [BF-2.1.1.3-1, BF-2.S-9]

pub mod elements;
pub mod support;

use kernel::view::{Block, Page, PageHead, Panel, Text};
use kernel::{Audience, RuleId};

use super::Eyes;
use super::own::Own;

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("rosters", "Rosters");

/// The rosters page of a seat.
pub fn page(eyes: &Eyes<'_>) -> Page {
    let mut main: Vec<Block> = eyes.all_own().flat_map(|own| of_side(eyes, &own)).collect();
    if main.is_empty() {
        main.push(Block::Empty(
            Text::new("Rosters are known to their side and the umpire.").rule(RuleId("BF-2.1.1.3-1")),
        ));
    }
    let lede = match eyes.side() {
        Some(_) => Text::new("Formations, artillery, aircraft and fortifications of your side."),
        None if eyes.is_umpire() => {
            Text::new("Formations, artillery, aircraft and fortifications of both sides.")
        }
        None => Text::new("What each side has in the field is its own secret."),
    };
    Page { id: HEAD.id, tab: HEAD.tab, title: "Rosters".into(), lede, main, aside: Vec::new() }
}

fn of_side(eyes: &Eyes<'_>, own: &Own<'_>) -> Vec<Block> {
    let secret: Audience = own.side.only();
    let side = own.side.number();
    let name = &own.setup().name;
    let heading = |what: &str| match eyes.is_umpire() {
        true => format!("{name}: {what}"),
        false => super::prose::capital(what),
    };
    let mut panels = vec![
        Panel::new(format!("formations-{side}"), heading("formations"), elements::formations(own))
            .rule(RuleId("BF-2.1.1.3-1")),
    ];
    if let Some(apart) = elements::apart(own) {
        panels.push(Panel::new(format!("stands-{side}"), heading("stands not as they came"), vec![apart]));
    }
    panels.push(Panel::new(
        format!("support-{side}"),
        heading("artillery and aircraft"),
        support::support(own),
    ));
    panels.push(
        Panel::new(format!("works-{side}"), heading("fortifications"), support::works(own))
            .rule(RuleId("BF-2.1.1.5.2-1")),
    );
    panels.push(
        Panel::new(format!("record-{side}"), heading("purchases of this refit"), support::record(own))
            .rule(RuleId("BF-2.1.1.4-4")),
    );
    panels.push(Panel::new(format!("to-come-{side}"), heading("still to come"), support::scheduled(own)));
    panels.into_iter().map(|panel| panel.secret(secret).block()).collect()
}
