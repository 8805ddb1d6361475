//! S2c and C8b: which tank formations leave the campaign. [BF-2.1.1.2.W]

use kernel::view::{Block, Chance, Panel, RollRow, RollState, Text, Way};
use kernel::{ChartResult, RuleId};

use super::rolls;
use crate::command::Command;
use crate::ids::FormationId;
use crate::rules::s2_1_1_2_w_armour_withdrawal::{Rolled, rows};
use crate::setup::charts::Withdrawal;
use crate::view::own::{Own, address};
use crate::view::prose::{capital, counted, unit_name};

pub fn panel(own: &Own<'_>) -> Panel {
    let rows: Vec<RollRow> = rows(own.state, own.side).map(|(me, rolled)| row(own, me, rolled)).collect();
    let n = rows.iter().filter(|row| row.state == RollState::Open).count();
    let what = "Each formation of tanks alone that lost one in the last battle, is still in play and not isolated, rolls once.";
    let body = if rows.is_empty() {
        vec![Block::Note(Text::new(what)), Block::Empty(Text::new("No formation of yours has to roll."))]
    } else {
        let due = capital(&counted(n as i64, "roll is", "rolls are"));
        let lead = Text::new(format!("{due} due. "))
            .strong("Withdrawn, a formation leaves the campaign for good and stays counted.");
        let table = rolls::table(own, "Formation", "withdrawal rolls", lead, rows, Vec::new());
        vec![table, Block::Note(Text::new(what))]
    };
    let panel = Panel::new("withdrawal", "Armour withdrawal", body)
        .rule(RuleId("BF-2.1.1.2.W-2"))
        .secret(own.side.only());
    if n > 0 { panel.yours() } else { panel }
}

fn row(own: &Own<'_>, me: FormationId, rolled: Rolled) -> RollRow {
    let chart = &own.campaign().charts.withdrawal;
    let name = unit_name(own.campaign(), own.side, me);
    let weights = chart.weights(0);
    let of: u64 = weights.iter().sum();
    let leaves = chart.rows().iter().zip(&weights).filter(|(row, _)| row.result == Withdrawal::Withdraws);
    let weight = leaves.map(|(_, weight)| *weight).sum();
    let chance = Chance { way: Way::Worse, words: Withdrawal::Withdraws.words(), weight, of };
    let open = rolled == Rolled::NotYet;
    let one = open.then(|| {
        let verb = format!("Roll for {name}");
        own.form(address("withdraw", me), &Command::WithdrawRoll { me }, verb).rolling()
    });
    RollRow {
        key: rolls::key(me),
        title: Text::new(capital(&name)),
        note: Text::empty(),
        chances: if open { vec![chance] } else { Vec::new() },
        why: Text::empty(),
        die: chart.die(),
        state: if open { RollState::Open } else { RollState::Made },
        result: Text::new(match rolled {
            Rolled::NotYet => "",
            Rolled::Stays => "stays in the campaign",
            Rolled::Leaves => "withdrawn",
        }),
        one,
        pointed: None,
    }
}
