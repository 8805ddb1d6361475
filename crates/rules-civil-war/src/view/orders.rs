//! The builder of orders of battle: a legal draft stands in the form, and what is wrong with an order is said where it
//! stands while it is written.

use kernel::grammar::{capital, counted, listed, signed};
use kernel::view::ColumnRole::{Code, Figure, Words};
use kernel::view::{Block, Cell, Headline, Page, PageHead, Plan, RowState, Sheet, Text};
use kernel::{RuleId, Seat, Side};
use serde_json::Value;

use super::arranging::{Draft, Pressed, arranged};
use super::on::{On, at};
use super::wall;
use crate::battle::{Battle, Muster};
use crate::command::Command;
use crate::oob::check::Problem;
use crate::oob::draft::draft;
use crate::oob::moves::Thing;
use crate::oob::{Batteries, Division, Oob};
use crate::rules::s4_orders::{found, terms};
use crate::setup::{Leader, Setup};
use crate::state::State;
use crate::words::{Arm, Step, UnitId};
use crate::written::Written;

/// The form in which an order is written.
const WRITE: &str = "submit-oob";

/// The page.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main = Vec::new();
    for on in On::each_here(state, seat) {
        main.extend(builder(on));
        main.extend(on.known().filter_map(|side| wall::standing(on, side)));
        main.extend(on.known().flat_map(|side| wall::commands(on, side)));
    }
    let fought = state.facts.battle.iter().filter(|battle| battle.step == Step::Closed);
    for on in fought.map(|battle| On { state, battle, seat }) {
        main.extend(on.known().filter_map(|side| wall::fought(on, side)));
    }
    if main.is_empty() {
        main.push(Block::Empty(Text::new("No order of battle that you may know of stands here yet.")));
    }
    Page::new(head, "Orders of battle", "The enemy sees nothing of yours before the battle ends.", main)
}

/// The form with its plan, while orders are written.
fn builder(on: On<'_>) -> Option<Block> {
    let side = on.own().filter(|_| on.battle.step == Step::Orders)?;
    let drafted = draft(terms(on.setup(), on.battle, side));
    let own = on.half(side).oob.clone();
    let is_in = own.is_some();
    let begun = own.or_else(|| drafted.clone().ok()).unwrap_or_default();
    let command = Command::SubmitOob { battle: on.battle.id, oob: Written(begun.clone()) };
    let hint = "The same as a text, to be written or pasted. A line for the army, one for each corps and division with its \
                leader and batteries, one for each brigade with the strength points that its stands are of. Where \
                several of you play this side, “Player Anna: corps-1, division-3” says what each runs; everybody at its seat \
                still reads all of it.";
    let form = on.write(WRITE, "Hand in this order of battle", ("oob", "Order of battle", hint), &command);
    let form = form.then("It is locked when both sides have handed in theirs.").planned();
    let form = if is_in { form } else { form.leading() };
    let id = form.id.clone();
    let mut body = Vec::new();
    if is_in {
        let words = "You have handed in this order. It is locked when the enemy has handed in his; until then you may hand in another.";
        body.push(Block::Note(Text::empty().strong(words)));
    } else if let Err(problems) = drafted {
        body.extend(said("No order of this army meets these", &problems, &|_| true));
    } else {
        let words = "The order that is proposed here is legal as it is. Draw a brigade, a division or a leader elsewhere, or press the dots \
                     before it and then its new place. What each change comes to is said at once.";
        body.push(Block::Note(Text::new(words)));
    }
    body.extend(cavalry(on, side));
    // It is moved about where it stands; the text that says the same comes after it.
    let drawn = weighed(on.setup(), on.battle, side, &Pressed::not(begun));
    body.push(Block::Plan(Plan { form: id, body: drawn }));
    body.push(Block::Form(form));
    let title = format!("Order of battle of the {}", on.army(side));
    Some(on.of_side(side, on.panel("build", title, body).rule(RuleId("CWFF-4-1")).yours()))
}

/// Who leads cavalry, and which strength points are meant to be: what stands under him, or under his corps, is cavalry.
/// [CWFF-4A-1] [CWFF-R3]
fn cavalry(on: On<'_>, side: Side) -> Option<Block> {
    let muster = on.battle.muster(side);
    let leaders = muster.leaders.iter().filter(|leader| leader.cavalry).map(|leader| &leader.name);
    let leaders = listed(leaders);
    let meant = listed(muster.sp.iter().filter(|sp| sp.arm == Arm::Cavalry).map(|sp| sp.id));
    if leaders.is_empty() && meant.is_empty() {
        return None;
    }
    let leaders = if leaders.is_empty() {
        "Nobody leads cavalry here".into()
    } else {
        format!("{leaders} leads cavalry")
    };
    let meant = if meant.is_empty() { String::new() } else { format!(" Meant to be cavalry: {meant}.") };
    Some(Block::Note(Text::new(format!("{leaders}.{meant}")).rule(RuleId("CWFF-R3"))))
}

/// What an order of battle of a side comes to, once what is supposed to be pressed is done.
pub(super) fn plan(state: &State, side: Side, battle: &Battle, oob: &Oob, supposed: &Value) -> Vec<Block> {
    let muster = battle.muster(side);
    weighed(&state.setup, battle, side, &Pressed::of(muster, oob.meant(muster), supposed))
}

fn weighed(setup: &Setup, battle: &Battle, side: Side, pressed: &Pressed) -> Vec<Block> {
    let oob = &pressed.oob;
    let found = found(setup, battle, side, oob);
    let muster = battle.muster(side);
    let ratio = battle.ratio();
    let guns = oob.all_batteries();
    let of = |wanted: u32| format!("of {wanted}");
    let wanted = u32::try_from(muster.sp.len()).unwrap_or(0) * u32::from(ratio.batteries);
    let mut all = vec![Block::Headline(vec![
        Headline::new(oob.stands().to_string(), format!("stands {}", of(muster.stands(ratio)))),
        Headline::new(guns.total().to_string(), format!("batteries {}", of(wanted))),
        Headline::new(
            found.problems.len().to_string(),
            Text::new(match found.problems.len() {
                0 => "things in the way: it can be handed in",
                1 => "thing in the way",
                _ => "things in the way",
            }),
        ),
    ])];
    // What has a place below is said there.
    let draft = Draft { setup, battle, side, oob };
    let arranged = arranged(draft, at(battle.id, WRITE), pressed, &found);
    let placed = |problem: &Problem| arranged.is_some() && in_places(oob, muster, &problem.place);
    all.extend(said("In the way", &found.problems, &|problem| !placed(problem)));
    all.extend(said("Against the advice", &found.advice, &|problem| !placed(problem)));
    if !oob.players.is_empty() {
        all.push(Block::Note(Text::new(wall::PARTS_WORK)));
    }
    all.extend(arranged.map(|one| Block::Arrangement(Box::new(one))));
    all.push(Block::Sheet(points(battle, side, oob)));
    all
}

fn in_places(oob: &Oob, muster: &Muster, place: &str) -> bool {
    let corps = oob.corps.iter().any(|corps| corps.id.as_str() == place);
    let division = |division: &Division| {
        division.id.as_str() == place || division.brigades.iter().any(|brigade| brigade.id.as_str() == place)
    };
    let leader = || {
        let known = muster.leaders.iter().find(|leader| leader.id.as_str() == place);
        known.is_some_and(|leader| oob.post(Thing::Leader(leader.id)).is_some())
    };
    corps || oob.divisions.iter().any(division) || leader()
}

/// Problems of some places, each with its rule.
fn said(words: &str, problems: &[Problem], wanted: &dyn Fn(&Problem) -> bool) -> Vec<Block> {
    let say = |problem: &Problem| {
        let text = Text::empty().strong(format!("{words}: ")).say(problem.sentence.clone());
        Block::Note(text.rule(RuleId(problem.rule)))
    };
    problems.iter().filter(|problem| wanted(problem)).map(say).collect()
}

/// Who leads where no counter does. [CWFF-4D-2]
pub(super) const NO_COUNTER: &str = "no counter, Average";

/// What a counter shows.
pub(super) fn shown(leader: &Leader) -> String {
    let stars = counted(leader.stars, "star");
    format!("{stars}, initiative {}, tactical {}", leader.initiative, signed(leader.tactical))
}

/// A command by its name, with what it is where the name does not say so.
pub(super) fn called(what: &str, id: UnitId) -> String {
    let (name, what_low) = (id.as_str().to_lowercase(), what.to_lowercase());
    let says = name.starts_with(&what_low) || name.ends_with(&what_low);
    if says { capital(id.as_str()) } else { format!("{what} {id}") }
}

/// Batteries in words, as they stand at the end of a caption.
pub(super) fn guns(Batteries { foot, horse }: Batteries) -> String {
    match (foot, horse) {
        (0, 0) => String::new(),
        (foot, 0) => format!("; {} on foot", counted_batteries(foot)),
        (0, horse) => format!("; {} of horse", counted_batteries(horse)),
        (foot, horse) => format!("; {} on foot, {horse} of horse", counted_batteries(foot)),
    }
}

fn counted_batteries(n: u16) -> String {
    kernel::grammar::counted_of(u32::from(n), "battery", "batteries")
}

/// Where the stands of each strength point are. [CWFF-4A-1]
pub(super) fn points(battle: &Battle, side: Side, oob: &Oob) -> Sheet {
    let columns = [("Point", Code), ("Experience", Words), ("Stands", Figure), ("In", Words)];
    let mut sheet = Sheet::new("Where each strength point stands", &columns);
    for sp in &battle.muster(side).sp {
        let (mut stands, mut places) = (0, Vec::new());
        for division in &oob.divisions {
            let here: u16 = division
                .brigades
                .iter()
                .flat_map(|brigade| &brigade.of)
                .filter(|share| share.sp == sp.id)
                .map(|share| share.stands)
                .sum();
            if here > 0 {
                stands += here;
                places.push(format!("{} in {}", here, division.id));
            }
        }
        let cells = vec![
            Cell::new(sp.id.as_str()),
            Cell::new(sp.class.word()),
            Cell::figure(stands.into()),
            Cell::new(places.join(", ")),
        ];
        sheet.row(sp.id.as_str(), RowState::Here, cells);
    }
    sheet
}
