//! The points ledger, line by line, by scenario.

use kernel::RuleId;
use kernel::view::{Block, LedgerLine, LineKind, Page, PageHead, Panel, Text};

use super::Look;
use crate::rules::printed_name;
use crate::rules::s42_8_victory_points;
use crate::rules::sc_sample_campaign::{NextAttacker, attacker_of};
use crate::words::Side;

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("points", "Points");

pub(super) fn page(look: Look<'_>) -> Page {
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Victory points".into(),
        lede: Text::new("Every point with the rule it comes from.").rule(RuleId("UF-42.8-7")),
        main: look.sides().into_iter().map(|side| ledger(look, side)).collect(),
        aside: vec![totals(look), attacker(look)],
    }
}

/// One side's ledger.
pub(super) fn ledger(look: Look<'_>, side: Side) -> Block {
    let state = look.state;
    let mut lines = Vec::new();
    let mut sum: i64 = 0;
    for (at, leg) in state.campaign.legs.iter().enumerate() {
        let played = state.facts.played.get(at);
        let own: Vec<_> = state.side(side).points.iter().filter(|line| usize::from(line.leg) == at).collect();
        if played.is_none() && own.is_empty() {
            continue;
        }
        let title = &state.campaign.scenario(leg).title;
        let end = match played.map(|played| played.winner) {
            Some(Some(winner)) if winner == side => ", won",
            Some(Some(_)) => ", lost",
            Some(None) => ", undecided",
            None => "",
        };
        lines.push(LedgerLine::new(
            Text::empty().strong(format!("{} {title}{end}", leg.id)).quiet(" · balance before it"),
            sum,
            LineKind::Carried,
        ));
        for line in own {
            let (words, rule) = s42_8_victory_points::points(line.kind);
            let whom = line.man.map(|man| format!("{} ", printed_name(&state.campaign, side, man)));
            let label = Text::new(whom.unwrap_or_default() + words).rule(RuleId(rule));
            lines.push(LedgerLine::new(label, line.amount.into(), LineKind::Change));
            sum += i64::from(line.amount);
        }
    }
    lines.push(LedgerLine::new(Text::empty().side(side.number()), sum, LineKind::Sum));
    Panel::new(format!("points-{}", side.number()), look.name(side), vec![Block::Ledger(lines)]).block()
}

/// Both totals.
pub(super) fn totals(look: Look<'_>) -> Block {
    let line = |side: Side| {
        LedgerLine::new(Text::empty().side(side.number()), look.state.points(side).into(), LineKind::Sum)
    };
    Panel::new("totals", "Victory points", vec![Block::Ledger(look.sides().map(line).to_vec())]).block()
}

/// Who would attack next if the campaign stood like this at the end of the present scenario.
fn attacker(look: Look<'_>) -> Block {
    let state = look.state;
    let next = usize::from(state.facts.leg) + 1;
    let Some(leg) = state.campaign.legs.get(next) else {
        return Block::Note(Text::new("No scenario follows the present one."));
    };
    let text = match attacker_of(state, next, state.last_winner()) {
        NextAttacker::None => Text::new(format!("{} is a meeting engagement: nobody attacks.", leg.id)),
        NextAttacker::Side(side) => Text::empty()
            .side(side.number())
            .say(format!(" would attack in {}, as the points stand now.", leg.id))
            .rule(RuleId("UF-SC-2")),
        NextAttacker::Open => {
            Text::new(format!("As the points stand, the winner of this scenario attacks in {}.", leg.id))
                .rule(RuleId("UF-SC-3"))
        }
    };
    Block::Note(text)
}
