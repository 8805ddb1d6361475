//! S2e: the basket of reinforcement groups. [BF-2.1.1.4]

use kernel::RuleId;
use kernel::view::{Basket, BasketRow, Block, Form, Panel, Text};

use crate::command::Command;
use crate::ids::GroupId;
use crate::rules::s2_1_1_4_1_base_force::limits;
use crate::rules::s2_1_1_4_reinforcements::n_bought_now;
use crate::setup::{Group, Note};
use crate::view::own::{Own, address};
use crate::view::prose::{capital, content_words, group_name};
use crate::words::Class;

pub fn panel(own: &Own<'_>) -> Panel {
    let groups = &own.setup().groups;
    let rows: Vec<BasketRow> = groups.iter().map(|group| row(own, group)).collect();
    let body = if rows.is_empty() {
        vec![Block::Empty(Text::new("Your chart has no groups."))]
    } else {
        vec![Block::Basket(Basket { rows })]
    };
    let remark = format!("{} chart, {} groups", own.setup().name, groups.len());
    Panel::new("purchases", "Reinforcement groups", body)
        .rule(RuleId("BF-2.1.1.4-3"))
        .remark(remark)
        .secret(own.side.only())
}

fn row(own: &Own<'_>, group: &Group) -> BasketRow {
    let limits = limits(own.state, own.side, group);
    let count = n_bought_now(own.state, own.side, group.id);
    // Points are limited when they are bought, everything else when it is fielded: more may be bought than fights.
    let now = match group.class {
        Class::Points => format!("this refit {} of {}", limits.now, limits.most_now),
        _ => format!("roster {}, {} at once", limits.now, limits.most_now),
    };
    let more = Command::Buy { group: group.id, count: 1 };
    let name = capital(group_name(group));
    BasketRow {
        key: group.id.to_string(),
        code: Some(group.id.to_string()),
        title: name.clone(),
        note: note(own, group),
        price: group.cost.into(),
        unit: "CPP",
        limits: vec![now, format!("campaign {} of {}", limits.campaign, limits.most_campaign)],
        count: count.into(),
        less: less(own, group.id),
        more: own.form(address("more", group.id), &more, format!("Buy one {name}")),
    }
}

/// Takes back the latest purchase of the group that can still be taken back.
fn less(own: &Own<'_>, group: GroupId) -> Form {
    let of_group = own.facts().purchases.iter().rev().filter(|purchase| purchase.group == Some(group));
    let commands: Vec<_> =
        of_group.map(|purchase| Command::TakeBack { purchase: purchase.id.into() }).collect();
    let open = commands.iter().find(|command| own.refusal(command).is_none());
    let none = Command::TakeBack { purchase: group.into() };
    let command = open.or(commands.first()).unwrap_or(&none);
    own.form(address("less", group), command, "Take one back")
}

/// What a group holds and what is special about it.
pub fn note(own: &Own<'_>, group: &Group) -> Text {
    let mut words = Vec::new();
    match group.class {
        Class::Points => {
            words.push(format!("Brings {}, kept until spent.", crate::view::prose::fpp_words(group.fpp)))
        }
        Class::OffBoard => words.push(format!(
            "{}. Fires in any slot of its day; leaves the roster when it has fired.",
            group.discipline
        )),
        Class::Air => words.push(format!("{}. Flies on its day or is lost.", group.discipline)),
        _ => words.push(format!("{}. {}.", group.discipline, content_words(own.campaign(), &group.content))),
    }
    words.extend(group.notes.iter().map(note_words));
    Text::new(words.join(" "))
}

/// A note of a chart as a sentence.
pub fn note_words(note: &Note) -> String {
    match note {
        Note::Arrives(days) => {
            format!("On the roster {} later.", crate::view::prose::counted((*days).into(), "day", "days"))
        }
        Note::From(date) => format!("Sold from {} on.", date.day_and_month()),
        Note::Until(date) => format!("Sold until {}.", date.day_and_month()),
        Note::Needs(group) => format!("Needs a {group} on the roster."),
        Note::OncePerRefit => "Once in a refit.".into(),
        Note::Text(words) => words.clone(),
    }
}
