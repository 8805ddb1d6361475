//! S2d: combining formations that have lost half. [BF-2.1.1.3.2]

use kernel::grammar::why_not;
use kernel::view::{Block, Form, Panel, Text};
use kernel::{Reasons, RuleId};

use crate::command::Command;
use crate::facts::Element;
use crate::ids::StandId;
use crate::phase::Step;
use crate::rules::s2_1_1_3_2_combining::{can_combine, combined_discipline, command_stands};
use crate::view::own::{Own, Pick};
use crate::view::prose::{counted, slug};
use crate::words::Class;

pub fn panel(own: &Own<'_>) -> Panel {
    let intro = Text::new(
        "Two formations of the same class and type, or any two of infantry, may become one when each has lost half. The one that is struck stays counted.",
    );
    let mut body = vec![Block::Prose(intro)];
    let open = pairs(own);
    if open.is_empty() {
        body.extend(none(own));
    } else {
        body.push(Block::Can(open));
    }
    Panel::new("combining", "Combining", body).rule(RuleId("BF-2.1.1.3.2-1")).secret(own.side.only())
}

fn command(keep: &Element, strike: &Element, command_stand: Option<StandId>) -> Command {
    Command::Combine { keep: keep.id, strike: strike.id, command_stand }
}

/// Whether some two may combine once the rolls of the step are made.
pub(super) fn follows(own: &Own<'_>) -> bool {
    let in_play = || own.facts().elements.iter().filter(|element| element.in_play());
    let may = |one: &Element, other: &Element| {
        can_combine(own.state, own.side, [one, other], &mut Reasons::whether()).is_ok()
    };
    own.step() == Step::Roster && in_play().any(|one| in_play().any(|other| may(one, other)))
}

/// One form for every ordered pair that may combine now.
fn pairs(own: &Own<'_>) -> Vec<Form> {
    let in_play: Vec<&Element> = own.facts().elements.iter().filter(|element| element.in_play()).collect();
    let pairs = in_play.iter().flat_map(|keep| in_play.iter().map(move |strike| (*keep, *strike)));
    pairs
        .filter(|(keep, strike)| keep.id != strike.id)
        .filter_map(|(keep, strike)| pair(own, keep, strike))
        .collect()
}

fn pair(own: &Own<'_>, keep: &Element, strike: &Element) -> Option<Form> {
    let commands = command_stands(own.state, keep, strike);
    let named = if commands.len() > 1 { commands.first().copied() } else { None };
    if own.refusal(&command(keep, strike, named)).is_some() {
        return None;
    }
    let name = |element| own.state.element_name(own.side, element);
    let id = format!("combine-{}-{}", slug(keep.id.as_str()), slug(strike.id.as_str()));
    let verb = format!("Combine {} into {}", name(strike), name(keep));
    let stands = keep.strength().saturating_add(strike.strength()) - (commands.len().max(1) - 1) as u16;
    let told = Text::new(format!(
        "{} holds {} afterwards, {}; {} is struck.",
        name(keep),
        counted(stands.into(), "stand", "stands"),
        combined_discipline(own.state, keep, strike),
        name(strike),
    ));
    let form = if named.is_some() {
        let picks = commands.iter().map(|stand| {
            let (element, _) = own.facts().stand(*stand)?;
            Some(Pick::new(
                command(keep, strike, Some(*stand)),
                stand.as_str(),
                format!("of {}", name(element)),
            ))
        });
        own.pick(id, &verb, "command-stand", "Which command stand is kept?", picks.flatten().collect())
    } else {
        own.form(id, &command(keep, strike, None), verb)
    };
    Some(form.then(told))
}

/// Why nothing can be combined: the reason of the two that come nearest. Rolls that are still owed say nothing of whether they
/// could be combined after them.
fn none(own: &Own<'_>) -> Vec<Block> {
    let mut in_play: Vec<&Element> =
        own.facts().elements.iter().filter(|element| element.in_play()).collect();
    // The classes with two formations or more first, the infantry before all, then the weakest.
    let elements = || own.facts().elements.iter().filter(|element| element.in_play());
    in_play.sort_by_key(|element| {
        let alone = elements().filter(|other| other.class == element.class).count() < 2;
        let strength = element.strength() * 100 / element.full_strength.max(1);
        (alone, element.class != Class::Infantry, element.class, strength)
    });
    let [keep, strike, ..] = in_play[..] else {
        return vec![Block::Empty(Text::new("Two formations in play are needed."))];
    };
    let name = |element| own.state.element_name(own.side, element);
    let verb = format!("Combine {} and {}", name(keep), name(strike));
    let form = own.form("combine", &command(keep, strike, None), verb);
    let never = why_not(|why| can_combine(own.state, own.side, [keep, strike], why));
    let never =
        never.filter(|refusal| form.closed.as_ref().is_some_and(|said| said.sentence != refusal.sentence));
    let note = never.map(|refusal| Block::Note(Text::new(refusal.sentence).rule(refusal.rule)));
    std::iter::once(Block::Can(vec![form])).chain(note).collect()
}
