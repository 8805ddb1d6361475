//! Leaving the field: what either side has announced, for everybody to read, and announcing it. [UF-42.6, UF-42.7]

use kernel::RuleId;
use kernel::view::block::figure_words;
use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};
use serde_json::json;

use super::Look;
use crate::command::{Command, Holds, Leading, Played, Pursuit, WonBy};
use crate::offers::{free_groups, pursuit_leaders, withdrawal};
use crate::phase::Phase;
use crate::rules::s42_6_withdrawal::men_who_could_withdraw;
use crate::words::{GroupId, ManId, Side};

/// What both sides have announced in this scenario, with what follows from it; the announcer can take it back here.
pub(super) fn announced(look: Look<'_>) -> Option<Block> {
    let facts = &look.state.facts;
    if !matches!(Phase::of(look.state), Phase::Battle | Phase::Confirm | Phase::Dispute) {
        return None;
    }
    let mut body = Vec::new();
    for group in &facts.group {
        let men = names(look, group.side, &group.men);
        let of = if men.is_empty() { String::new() } else { format!(" ({men})") };
        let text = Text::empty().side(group.side.number()).say(" announced the withdrawal of group ");
        let text = text.strong(group.id.to_string()).say(format!("{of}.")).rule(RuleId("UF-42.6-4"));
        let gone = text.clone().say(" It has left for good.").rule(RuleId("UF-42.72-4"));
        body.push(Block::Prose(if group.gone { gone } else { text }));
        if !group.gone && Phase::of(look.state) == Phase::Battle {
            body.push(Block::Note(owed(look, group.side, group.id)));
        }
    }
    for side in look.sides().into_iter().filter(|side| look.state.has_conceded(*side)) {
        let text = Text::new("So ")
            .side(side.number())
            .say(" concedes the scenario to ")
            .side(side.enemy().number())
            .say(".");
        body.push(Block::Prose(text.rule(RuleId("UF-42.6-5"))));
    }
    for tried in &facts.pursuit {
        let (words, rule) = if tried.on {
            (": it is on, and the win stands whatever comes of it.", "UF-42.74-1")
        } else {
            (": the check failed, so the scenario is over and is reported now.", "UF-42.72-2")
        };
        let text = Text::empty()
            .side(tried.id.number())
            .say(" says that it has won, and tried to pursue")
            .say(words);
        body.push(Block::Prose(text.rule(RuleId(rule))));
        if look.state.pursues_nobody(tried.id) {
            let text = Text::new("The withdrawal that this pursuit was based on was taken back. ")
                .side(tried.id.number())
                .say(" takes the pursuit back too, or tries it again on other grounds.");
            body.push(Block::Prose(text.rule(RuleId("UF-42.7-1"))));
        }
    }
    if body.is_empty() {
        return None;
    }
    let own = "This is the word of the side that announced it. It may take it back until a report is agreed; the other \
               side and the umpire report the facts as they see them.";
    body.push(Block::Note(Text::new(own)));
    Some(Panel::new("announced", "Announced on the table", body).block())
}

/// What a group that has announced its withdrawal has still to do.
fn owed(look: Look<'_>, side: Side, group: GroupId) -> Text {
    let text = Text::new(format!(
        "Owed: group {group} leaves at the start of its own turn, when no enemy group is nearer than Relative Range 4. "
    ));
    let text = if look.own() == Some(side) {
        text.link("result", "leaving", "Tell that it leaves")
    } else {
        Text(text.0.into_iter().chain(Text::empty().side(side.number()).say(" tells it").0).collect())
    };
    text.say(".").rule(RuleId("UF-42.72-4"))
}

/// What a side has announced it may take back until a report is agreed.
pub(super) fn take_back(look: Look<'_>, side: Side) -> Option<Block> {
    let mut forms = Vec::new();
    for group in look.state.facts.group.iter().filter(|group| group.side == side) {
        let command = json!({"do": "take-back-withdrawal", "group": group.id});
        let verb = format!("Take the withdrawal of group {} back", group.id);
        forms.push(
            Form::new(format!("take-back-{}", group.id), command, verb).then("As if it had never been."),
        );
    }
    if look.state.pursuit_of(side).is_some() {
        let command = json!({"do": "take-back-pursuit"});
        let form = Form::new("take-back-pursuit", command, "Take the pursuit back");
        forms.push(form.then("As if it had never been tried."));
    }
    (!forms.is_empty())
        .then(|| Panel::new("take-back", "Announced in error?", vec![Block::Can(forms)]).block())
}

/// Withdrawal and pursuit as a step of their own side.
pub(super) fn panel(look: Look<'_>, side: Side) -> Block {
    let mut forms = vec![withdraw(look, side)];
    let groups = || look.state.facts.group.iter().filter(|group| group.side == side && !group.gone);
    // What is owed comes first.
    forms.splice(0..0, groups().map(|group| leave(look, group.id)));
    forms.extend(pursue(look, side));
    let panel = Panel::new("leaving", "Withdraw or pursue", vec![Block::Can(forms)])
        .rule(RuleId("UF-42.6-4"))
        .remark("only when it happens on the table");
    if groups().next().is_some() { panel.block() } else { panel.folded().block() }
}

fn names(look: Look<'_>, side: Side, men: &[ManId]) -> String {
    men.iter().map(|man| look.man(side, *man)).collect::<Vec<_>>().join(", ")
}

/// A question of which no answer is picked beforehand.
fn one(key: &'static str, label: &str, choices: Vec<Choice>) -> Field {
    Field::new(key, label, FieldKind::One { choices, chosen: None })
}

fn yes_no(key: &'static str, label: &str) -> Field {
    one(key, label, vec![Choice::new(json!(Holds::Yes), "Yes"), Choice::new(json!(Holds::No), "No")])
}

fn leave(look: Look<'_>, group: GroupId) -> Form {
    let near = |nearest: i8, label: &str| {
        Choice::new(json!(nearest), label).closed(look.refusal(&Command::Leave { group, nearest }))
    };
    let choices = vec![near(4, "At Relative Range 4 or farther"), near(5, "At Relative Range 5")];
    let command = json!({"do": "leave", "group": group});
    Form::new(format!("leave-{group}"), command, format!("Group {group} leaves"))
        .then(Text::new("Asked at the start of your own turn.").rule(RuleId("UF-42.72-4")))
        .ask(one("nearest", "How near is the nearest enemy group?", choices))
}

/// Nothing is picked beforehand: an announcement concedes the scenario.
fn withdraw(look: Look<'_>, side: Side) -> Form {
    let groups: Vec<_> = free_groups(look.state, side).collect();
    let able: Vec<ManId> = men_who_could_withdraw(look.state, side).collect();
    let first = able.first().copied().into_iter().collect();
    let refusal =
        look.refusal(&Command::Withdraw(withdrawal(groups.first().copied().unwrap_or_default(), first)));
    let groups = groups.iter().map(|group| Choice::new(json!(group), format!("Group {group}"))).collect();
    let men: Vec<Choice> = able.iter().map(|man| Choice::new(json!(man), look.man(side, *man))).collect();
    let most = men.len().max(1);
    let red = Choice::new(json!(Played::RedRetreat), "A red Movement card in retreat mode");
    let other = Choice::new(json!(Played::Other), "Another card");
    let range = (-4..=1).rev().map(|chit| {
        let label = if chit == 1 { "1 or more".into() } else { figure_words(chit) };
        Choice::new(json!(chit), label)
    });
    let words = Text::new("The announcement concedes the scenario to ")
        .side(side.enemy().number())
        .say(" at once. You may take it back until a report is agreed.")
        .rule(RuleId("UF-42.6-5"));
    // Each further group has a form of its own, so that nothing entered for one stands in that of the next.
    let id = match look.state.facts.group.iter().filter(|group| group.side == side).count() {
        0 => "withdraw".to_owned(),
        n => format!("withdraw-{}", n + 1),
    };
    let form = Form::new(id, json!({"do": "withdraw"}), "Announce a withdrawal")
        .then(words)
        .ask(one("group", "Which group withdraws?", groups))
        .ask(Field::new("men", "The men of this group", FieldKind::Many { choices: men, least: 1, most }))
        .ask(one("range", "Its range chit", range.collect()).hint("A group withdraws at 0 or less."))
        .ask(one("card", "The card played", vec![red, other]))
        .ask(yes_no("encircled", "Is it encircled?"))
        .ask(yes_no("can_move", "Could it move normally?"));
    form.closed(refusal)
}

/// One form for whoever leads by his place or rank, and one for the assistant, who leads only in another's stead.
fn pursue(look: Look<'_>, side: Side) -> Vec<Form> {
    let leaders = pursuit_leaders(look.state, side);
    let (seconds, firsts): (Vec<_>, Vec<_>) =
        leaders.into_iter().partition(|(_, leading)| *leading == Leading::AslInCommand);
    let mut forms = vec![check(look, side, &firsts)];
    if !seconds.is_empty() && forms.iter().all(|form| form.closed.is_none() || firsts.is_empty()) {
        forms.push(check(look, side, &seconds));
    }
    if firsts.is_empty() && !seconds.is_empty() {
        forms.remove(0);
    }
    forms
}

fn check(look: Look<'_>, side: Side, leaders: &[(ManId, Leading)]) -> Form {
    let state = look.state;
    let first = leaders.first().copied();
    let assistant = first.is_some_and(|(_, leading)| leading == Leading::AslInCommand);
    let leading = assistant.then_some(Leading::AslInCommand);
    let won_by = if state.has_conceded(side.enemy()) { WonBy::Withdrawal } else { WonBy::Conditions };
    let (pinned, targets) = (Holds::No, Vec::new());
    let leader = first.map(|(man, _)| man);
    let lawful = Pursuit { won_by, draw_pile: 1, leader, leading, pinned, drawn: 0, targets };
    let refusal = look.refusal(&Command::Pursue(lawful));
    let choice = |(man, leading): &(ManId, Leading)| {
        let morale = state.man(side, *man).map_or(0, |(now, _)| now.morale);
        let what = match leading {
            Leading::Sl => "squad leader",
            Leading::Comm => "commissar",
            Leading::AslInCommand => "assistant",
        };
        Choice::new(json!(man), format!("{}, {what}", look.man(side, *man))).note(format!("Morale {morale}"))
    };
    let by = |by: &WonBy| {
        let words = match by {
            WonBy::Conditions => "The victory conditions are met",
            WonBy::Withdrawal => "The enemy announced a withdrawal",
            WonBy::Broken => "The enemy squad is broken",
        };
        Choice::new(json!(by), words)
    };
    let pile = vec![Choice::new(json!(1), "Yes"), Choice::new(json!(0), "No")];
    let drawn = (0..=6).map(|number| Choice::new(json!(number), number.to_string())).collect();
    let (id, verb, command) = match leading {
        Some(leading) => {
            ("pursue-second", "Pursue under the assistant", json!({"do": "pursue", "leading": leading}))
        }
        None => ("pursue", "Try to pursue", json!({"do": "pursue"})),
    };
    let words = "By this you say that you have won. A failed check ends the scenario. You may take it back until a \
                 report is agreed.";
    let only = if assistant { "Only if the assistant has taken over the squad. " } else { "" };
    Form::new(id, command, verb)
        .then(Text::new(format!("{only}{words}")).rule(RuleId("UF-42.72-2")))
        .ask(one("won_by", "By what have you won?", WonBy::ALL.iter().map(by).collect()))
        .ask(one("draw_pile", "Are cards left in the Draw pile?", pile))
        .ask(one("leader", "Who checks his Morale?", leaders.iter().map(choice).collect()))
        .ask(yes_no("pinned", "Is he pinned?"))
        .ask(one("drawn", "The number drawn, whatever its colour", drawn))
        .closed(refusal)
}
