//! S2e: how many smoke missions a module and how many aircraft a flight has. [BF-2.1.1.4.4.N]

use kernel::view::{Block, Panel, Text};
use kernel::{Id, RuleId};

use crate::command::Command;
use crate::rules::s2_1_1_4_4_n_numbers::{modifiers, owed};
use crate::view::own::{Note, Own, Pick, address, modifier_words};
use crate::view::prose::{capital, cpp_words, signed, unit_name};

/// The panel of an item.
pub fn panel_id(item: Id) -> String {
    address("owed-number", item)
}

pub fn panels(own: &Own<'_>) -> Vec<Panel> {
    owed(own.state, own.side).enumerate().map(|(n, item)| panel(own, n, item)).collect()
}

fn panel(own: &Own<'_>, n: usize, item: Id) -> Panel {
    let flies = own.facts().flights.iter().any(|flight| flight.id == item.into());
    let (what, unit) = if flies { ("aircraft", " aircraft") } else { ("smoke missions", " missions") };
    let name = unit_name(own.campaign(), own.side, item);
    let told = if flies {
        "One d10 decides how many aircraft fly."
    } else {
        "One d10 decides how many smoke missions it may fire."
    };
    let mut intro = Text::new(format!("{told} "));
    intro.0.extend(modifier_words(&modifiers(own.state, own.side, item, 0)).0);

    let most = own.state.options().number_roll_max_cpp.max(0);
    let command = |extra_cpp| Command::NumberRoll { purchase: item, extra_cpp };
    let bonus = own.campaign().charts.numbers.point;
    let pick = |spent: i32| {
        let left = own.facts().cpp - spent;
        let left = Text::new(format!("{} left.", capital(&cpp_words(left.max(0)))));
        match spent {
            0 => Pick::new(command(0), "No point", left),
            n => {
                let label = format!("Spend {}: {} on the die", cpp_words(n), signed(bonus * n));
                Pick::new(
                    command(n),
                    label,
                    left.say(" Spent whatever the die shows.").rule(RuleId("BF-2.1.1.4.4.N-2")),
                )
            }
        }
    };
    let label = "Spend purchase points on the roll?";
    let verb = format!("Roll the number of {what}");
    let mut form = own
        .pick(address("number", item), &verb, "extra-cpp", label, (0..=most).map(pick).collect())
        .rolling();
    form.leads = n == 0;
    let note = Note { chart: own.campaign().charts.numbers.chart.id(), unit };
    for spent in 0..=most {
        let caption =
            if spent == 0 { "Without a point".into() } else { format!("With {}", cpp_words(spent)) };
        if let Some(mut table) = own.odds(&command(spent), &caption, &capital(what), note) {
            table.other = spent > 0;
            form.odds.push(table);
        }
    }
    let first = if n == 0 { "Owed first" } else { "Owed" };
    Panel::new(
        panel_id(item),
        format!("{first}: {what} for {name}"),
        vec![Block::Prose(intro), Block::Form(form)],
    )
    .rule(RuleId("BF-2.1.1.4.4.N-1"))
    .secret(own.side.only())
    .yours()
}
