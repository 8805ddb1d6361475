//! What waits for whom. Of the other side only what is public: whether it has closed the step.

use kernel::Seat;
use kernel::view::{Block, ItemState, OwedItem, Panel, Text};

use crate::phase::Step;
use crate::rules::s2_1_2_4_p_perimeter::{REFEREED, is_the_umpires};
use crate::rules::s2_1_2_report::is_open;
use crate::view::Eyes;
use crate::view::prose::counted;
use crate::view::refit::duty;
use crate::words::Side;

/// The first panel of the overview.
pub fn panel(eyes: &Eyes<'_>) -> Block {
    let items = items(eyes);
    let yours = items.iter().any(|item| item.state == ItemState::Yours);
    let body = if items.is_empty() { vec![Block::Empty(nothing(eyes))] } else { vec![Block::Owed(items)] };
    let panel = Panel::new("owed", "What is owed", body);
    if yours { panel.yours().block() } else { panel.block() }
}

fn nothing(eyes: &Eyes<'_>) -> Text {
    match eyes.state.step() {
        Step::Opening => Text::new("Nothing. The slot opens by itself."),
        Step::Over => Text::new("Nothing. The campaign has been played to its end."),
        _ => Text::new("Nothing."),
    }
}

/// What is owed, as `eyes` may read it.
pub fn items(eyes: &Eyes<'_>) -> Vec<OwedItem> {
    if eyes.state.step() == Step::Victory {
        let own = eyes.is_umpire();
        let state = if own { ItemState::Yours } else { ItemState::Waiting };
        let text =
            Text::new("the result of the campaign, after the last slot.").rule(kernel::RuleId("BF-2-4"));
        let link = own.then(|| ("overview", "can".into(), "Declare it".into()));
        return vec![OwedItem { who: Seat::Umpire, state, text, link }];
    }
    if !eyes.state.step().is_for_sides() {
        return Vec::new();
    }
    if is_open(eyes.state) {
        return differences(eyes);
    }
    let mut items = Vec::new();
    if REFEREED.contains(&eyes.state.step()) {
        items.push(of_referee(eyes));
    }
    if is_the_umpires(eyes.state) {
        items.extend(eyes.side().map(looks));
        return items;
    }
    let mut sides = Side::BOTH;
    sides.sort_by_key(|side| eyes.side() != Some(*side));
    items.extend(sides.into_iter().map(|side| of_side(eyes, side)));
    items
}

/// A side that waits for the umpire owes nothing and has something to look at.
fn looks(side: Side) -> OwedItem {
    let text = Text::new("nothing. Look at what the umpire closes.");
    let link = Some(("refit", "front".into(), "To the front".into()));
    OwedItem { who: Seat::Side(side.number()), state: ItemState::Done, text, link }
}

/// Reports that differ wait for whoever has not said a word about a difference, and for the umpire.
fn differences(eyes: &Eyes<'_>) -> Vec<OwedItem> {
    let open = eyes.state.facts.battle.differences.iter().filter(|known| known.settled.is_none());
    let open: Vec<_> = open.collect();
    let rule = kernel::RuleId("BF-2.1.2-5");
    let n = counted(open.len() as i64, "difference", "differences");
    let link = || Some(("refit", "differences".to_owned(), "Compare the reports".to_owned()));
    let item = |who: Seat, owes: bool, words: String| {
        let mine = eyes.seat == who;
        let state = match (owes, mine) {
            (true, true) => ItemState::Yours,
            (true, false) => ItemState::Waiting,
            (false, _) => ItemState::Done,
        };
        let text = Text::new(words).rule(rule);
        OwedItem { who, state, text, link: (owes && mine).then(link).flatten() }
    };
    let mut sides = Side::BOTH;
    sides.sort_by_key(|side| eyes.side() != Some(*side));
    let mut items: Vec<OwedItem> = Vec::new();
    for side in sides {
        let id = eyes.state.side(side).id;
        let unsaid = open.iter().filter(|known| !known.stand_by.contains(&id)).count();
        let words = match unsaid {
            0 => "has said that its figures stand.".to_owned(),
            n => format!(
                "a word about {} between the reports.",
                counted(n as i64, "difference", "differences")
            ),
        };
        items.push(item(Seat::Side(side.number()), unsaid > 0, words));
    }
    items.push(item(
        Seat::Umpire,
        true,
        format!("settles {n} between the reports if neither side gives way."),
    ));
    items.sort_by_key(|item| item.state != ItemState::Yours);
    items
}

/// What the umpire has to do in C5 and C6.
fn of_referee(eyes: &Eyes<'_>) -> OwedItem {
    let own = eyes.is_umpire();
    let state = if own { ItemState::Yours } else { ItemState::Waiting };
    let step = eyes.state.step().title().to_lowercase();
    let words = match is_the_umpires(eyes.state) {
        true => "may overrule, and closes it for both.",
        false => "may overrule; both sides close it.",
    };
    let text = Text::new(format!("{step}: {words}")).rule(kernel::RuleId("BF-2.1.2.4.P-2"));
    let first = if eyes.state.step() == Step::Disengage { "moves" } else { "behind" };
    let link = own.then(|| ("map", first.into(), "Look it over".into()));
    OwedItem { who: Seat::Umpire, state, text, link }
}

fn of_side(eyes: &Eyes<'_>, side: Side) -> OwedItem {
    let who = Seat::Side(side.number());
    let step = eyes.state.step().title().to_lowercase();
    let closed = eyes.state.side(side).closed;
    let mine = eyes.side() == Some(side);
    if eyes.state.side(side).no_part {
        let text = Text::new(format!("nothing. Has no part in {step}."));
        return OwedItem { who, state: ItemState::Done, text, link: None };
    }
    let (state, text) = match (closed, eyes.own(side)) {
        (true, Some(_)) if mine => (ItemState::Done, Text::new(format!("nothing. You have closed {step}."))),
        (true, Some(_)) => (ItemState::Done, Text::new(format!("nothing. Has closed {step}."))),
        (true, None) if eyes.side().is_some() => (
            ItemState::Done,
            Text::new(format!("has closed {step}. ")).quiet("What they did is theirs to know."),
        ),
        (true, None) => (ItemState::Done, Text::new(format!("has closed {step}."))),
        (false, Some(own)) => {
            let state = if mine { ItemState::Yours } else { ItemState::Waiting };
            (state, duty(&own).what)
        }
        (false, None) => (ItemState::Waiting, Text::new(format!("{step}, open."))),
    };
    let link = match eyes.own(side) {
        Some(own) if mine && !closed => {
            let duty = duty(&own);
            Some(("refit", duty.panel, duty.act))
        }
        _ => None,
    };
    OwedItem { who, state, text, link }
}
