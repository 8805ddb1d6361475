//! Withdraw now or fight on, by victory points. [UF-P09]

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use super::Look;
use crate::chances::Chance;
use crate::rules::s42_8_victory_points::for_loss;
use crate::rules::s42_41_replacement;
use crate::words::Out;

/// Further losses that a line is drawn for.
const LOSSES: [i32; 8] = [1, 2, 3, 4, 5, 6, 8, 10];

/// What one more lost man of a kind costs his side, as a positive number.
struct Cost {
    head: &'static str,
    each: i32,
}

/// What a side weighs while the battle lasts: a defeat costs the points of a victory twice over, since the other side
/// gains what it loses itself.
pub(super) fn panel(look: Look<'_>) -> Block {
    let state = look.state;
    let win = state.campaign.tables.points.win;
    let costs = costs(look);
    let mut columns = vec![("More men lost", ColumnRole::Name)];
    columns.extend(costs.iter().map(|cost| (cost.head, ColumnRole::Words)));
    let caption = "What so many more losses cost, and how often you must win for fighting on to pay";
    let mut sheet = Sheet::new(caption, &columns);
    for n in LOSSES {
        let cells = costs.iter().map(|cost| Cell::new(weighed(n * cost.each, 2 * win)));
        let cells = std::iter::once(Cell::new(n.to_string())).chain(cells).collect();
        sheet.row(format!("what-if-{n}"), RowState::Here, cells);
    }
    let text = Text::new(format!(
        "To withdraw gives the other side {win} points and costs no more men. To fight on and win gives you {win} \
         instead: {} points lie between them.",
        2 * win
    ));
    let text = text.rule(RuleId("UF-42.6-5")).rule(RuleId("UF-42.8-1"));
    Panel::new("what-if", "Withdraw, or fight on?", vec![Block::Prose(text), Block::Sheet(sheet)])
        .rule(RuleId("UF-P09"))
        .folded()
        .block()
}

/// By the tables and rulings of the campaign: 1, 2 and 8 as printed.
fn costs(look: Look<'_>) -> [Cost; 3] {
    let (campaign, rulings) = (&look.state.campaign, &look.state.facts.rulings);
    let lost = -for_loss(campaign, rulings, Out::Killed);
    let replaced = -s42_41_replacement::price_of_killed(look.state);
    [
        Cost { head: "never listed again", each: lost },
        Cost { head: "replaced later", each: lost + replaced },
        Cost { head: "leaders, transferred later", each: lost - campaign.tables.points.transfer },
    ]
}

/// A cost, and the chance to win above which it is worth its risk.
fn weighed(cost: i32, between: i32) -> String {
    let (Ok(over), Ok(under)) = (u128::try_from(cost), u128::try_from(between)) else {
        return cost.to_string();
    };
    match Chance::new(over, under) {
        _ if over >= under => format!("{cost}: never"),
        Chance { over: 0, .. } => format!("{cost}: any chance"),
        Chance { over, under } => format!("{cost}: {over} in {under}"),
    }
}

#[cfg(test)]
mod tests {
    use super::weighed;

    #[test]
    fn a_risk_is_weighed_against_victory_and_defeat() {
        assert_eq!(weighed(1, 24), "1: 1 in 24");
        assert_eq!(weighed(8, 24), "8: 1 in 3");
        assert_eq!(weighed(24, 24), "24: never");
        assert_eq!(weighed(0, 24), "0: any chance");
    }
}
