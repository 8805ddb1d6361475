//! Careers: every man of the roster, scenario by scenario, and what comes next for him. [UF-P01]

use kernel::RuleId;
use kernel::view::{Block, Page, PageHead, Panel, Text};

use super::purchase::between;
use super::{Look, closed};
use crate::event::roster_audience;
use crate::rules::s3_order_of_settlement;
use crate::rules::s42_44_improvement::can_step;
use crate::rules::s42_46_promotion::{self, Due};
use crate::rules::s42_47_rank::with_title;
use crate::setup::Card;
use crate::state::{Man, State};
use crate::words::{ManId, Rank, Side, Trait};
use crate::worth::{by_ladder, is_changed};

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("men", "Men");

pub(super) fn page(look: Look<'_>) -> Page {
    let mut main = Vec::new();
    for side in look.sides() {
        if !look.sees_roster(side) {
            main.push(closed(side));
            continue;
        }
        let mut index = Text::empty().side(side.number()).say(": ");
        let mut careers = Vec::new();
        for (man, card) in look.state.side(side).man.iter().zip(look.state.deck(side).cards()) {
            let career = career(look, side, man, card);
            let comma = if careers.is_empty() { "" } else { ", " };
            index = index.say(comma).link("men", career_id(side, man.id), look.man(side, man.id));
            careers.push(career.block());
        }
        main.push(Block::Prose(index));
        main.extend(careers);
    }
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Careers".into(),
        lede: Text::new("What happened to each man, in the order of the scenarios."),
        main,
        aside: Vec::new(),
    }
}

/// The address of a man's career on its page.
pub(super) fn career_id(side: Side, man: ManId) -> String {
    format!("career-{}-{man}", side.number())
}

/// What has become of a man, scenario by scenario.
pub(super) fn career(look: Look<'_>, side: Side, man: &Man, card: &Card) -> Panel {
    let state = look.state;
    let lines: Vec<_> = state.side(side).career.iter().filter(|line| line.man == man.id).collect();
    let nation = &state.deck(side).nation;
    let value = |now: u8, printed: u8| {
        let text = Text::empty().strong(now.to_string());
        if now == printed { text } else { text.quiet(format!(" (card {printed})")) }
    };
    let end = state.end_of(side, man.id).lost_word();
    let mut stands = Vec::new();
    for (label, text) in [
        ("Morale ", value(man.morale, card.morale)),
        (" · Panic ", value(man.panic, card.panic)),
        (" · KIA ", if man.dead { Text::empty().strong(end) } else { value(man.kia, card.kia) }),
        (" · Elan ", Text::empty().strong(man.elan.to_string())),
        (" · Survival ", Text::empty().strong(man.surv.to_string())),
        (" · Promotion ", Text::empty().strong(man.promo.to_string())),
    ] {
        stands.extend(Text::new(label).0);
        stands.extend(text.0);
    }
    let mut body = vec![Block::Prose(Text(stands))];
    if lines.is_empty() {
        body.push(Block::Note(Text::new("He has fought in no settled scenario yet.")));
    }
    for line in lines {
        let Some(leg) = state.campaign.legs.get(usize::from(line.leg)) else { continue };
        let played = state.facts.played.get(usize::from(line.leg));
        let end = match (line.out, played) {
            (None, _) | (_, None) => "before it",
            (_, Some(played)) if played.winner == Some(side) => "won",
            (_, Some(played)) if played.winner.is_some() => "lost",
            _ => "undecided",
        };
        let title = format!("{} {}", leg.id, state.campaign.scenario(leg).title);
        let text = Text::empty()
            .strong(title)
            .say(format!(", {end}: {}", s3_order_of_settlement::career(&state.campaign, line)));
        body.push(Block::Prose(text));
    }
    if !man.dead {
        body.push(Block::Note(prospects(state, side, man, card)));
    }
    let heading = format!("#{} {}", card.id, card.name);
    let remark = format!("{} · {}", card.weapon, with_title(nation, man.rank(card)));
    let id = career_id(side, man.id);
    let panel = Panel::new(id, heading, body).remark(Text::new(format!("{} · {remark}", look.name(side))));
    match roster_audience(state, side) {
        kernel::Audience::Public => panel,
        closed => panel.secret(closed),
    }
}

/// How far a man is from his next rank and his next step. [UF-P10]
fn prospects(state: &State, side: Side, man: &Man, card: &Card) -> Text {
    let (campaign, deck) = (&state.campaign, state.deck(side));
    let marks = &campaign.tables.marks;
    let slashes = i32::from(man.surv) + i32::from(man.promo);
    let promotion = match (man.rank(card), s42_46_promotion::due(campaign, deck, man, card)) {
        (Rank::Comm, _) => "Commissars are never promoted.".to_owned(),
        (rank, Due::Nothing) if deck.nation.next_rank(rank).is_none() => {
            "He stands at the highest rank.".into()
        }
        (_, Due::Nothing) => {
            let wanted = marks.survival_plus_promotion_for_rank;
            format!("Promotion at {wanted} marks: he has {slashes}, so {} more.", wanted - slashes)
        }
        (_, Due::Rank(rank)) => format!("His promotion to {rank} is due."),
        (_, Due::Top) => "He stands at the highest rank.".into(),
    };
    let price = campaign.tables.elan.price_of_one_step;
    let rich =
        |which: &&Trait| can_step(campaign, &deck.nation.caps, price, (man.morale, man.panic), **which);
    let open: Vec<&str> = Trait::ALL.iter().filter(rich).map(|which| which.title()).collect();
    let step = match (open.is_empty(), price - i32::from(man.elan)) {
        (true, _) => "No value of his can rise.".to_owned(),
        (false, ..=0) => format!("He has the Elan for a step of {}.", open.join(" or ")),
        (false, more) => format!("A step of {} needs {more} more Elan.", open.join(" or ")),
    };
    let text = Text::new(format!("{promotion} {step}")).rule(RuleId("UF-42.46-1"));
    if man.id == ManId::PERSONAL || !is_changed(state, side, man.id) {
        return text;
    }
    let worth = match by_ladder(state, side, man.id) {
        Some(price) => format!(" By his nation's price ladder he is worth {}", between(price)),
        None => " No card of his nation has these values with his weapon".into(),
    };
    text.say(format!("{worth}; his card says {}.", card.points)).rule(RuleId("UF-P06"))
}
