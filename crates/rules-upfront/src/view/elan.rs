//! Elan as pages explain it: every point with what it is for and its rule. [UF-42.43]

use kernel::view::Text;

use super::Look;
use crate::report::{ManReport, Report};
use crate::rules::s42_43_elan::{Circumstances, gains};
use crate::words::{ManId, Out, Side};

/// What a man gained by a report, point by point; nothing when he gains nothing. Where the sum is known already, the
/// points are told only if they come to it.
pub(super) fn explained(look: Look<'_>, side: Side, report: &Report, man: ManId, sum: Option<i32>) -> Text {
    let state = look.state;
    let told = report.side(side).man(man).filter(|told| counts(told));
    let Some((told, (_, card))) = told.zip(state.man(side, man)) else { return Text::empty() };
    let won = report.winner == Some(side);
    let at = Circumstances { campaign: &state.campaign, rulings: &state.facts.rulings, card, won };
    let gains = gains(at, told);
    let total: i32 = gains.iter().map(|gain| gain.points).sum();
    let shown = sum.unwrap_or(total);
    if shown == 0 {
        return Text::empty();
    }
    let mut text = Text::empty().strong(format!("+{shown}"));
    if shown != total {
        return text;
    }
    for (n, gain) in gains.iter().enumerate() {
        let comma = if n == 0 { ": " } else { ", " };
        text = text.say(format!("{comma}{} +{}", gain.label, gain.points)).rule(gain.rule);
    }
    text
}

/// [UF-42.43] Only who took part and was neither lost nor routed gains anything.
fn counts(told: &ManReport) -> bool {
    told.out.took_part() && !told.out.is_lost() && told.out != Out::Routed
}
