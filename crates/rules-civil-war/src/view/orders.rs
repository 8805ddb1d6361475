//! The builder of orders of battle: a legal draft stands in the form, and what is wrong with an order is said where it
//! stands while it is written.

use kernel::grammar::{capital, counted, listed, signed};
use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{Block, Cell, Headline, Page, PageHead, Plan, RowState, Sheet, Text};
use kernel::{RuleId, Seat, Side};

use super::on::On;
use super::wall;
use crate::battle::Battle;
use crate::charts::span;
use crate::command::Command;
use crate::oob::check::{Found, Problem};
use crate::oob::draft::draft;
use crate::oob::label::Label;
use crate::oob::{Batteries, Division, Oob};
use crate::rules::s4_orders::{found, terms};
use crate::rules::s5_flanks::starts_worn;
use crate::setup::{Leader, Setup};
use crate::state::State;
use crate::words::{Arm, LeaderId, Rank, Step, UnitId};
use crate::written::Written;

/// The page.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main = Vec::new();
    for on in On::each_here(state, seat) {
        main.extend(builder(on));
        main.extend(on.known().filter_map(|side| wall::standing(on, side)));
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
    let hint = "A line for the army, one for each corps and division with its leader and batteries, one for each brigade \
                with the strength points that its stands are of. Move a line to move a brigade.";
    let form =
        on.write("submit-oob", "Hand in this order of battle", ("oob", "Order of battle", hint), &command);
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
        let words = "What stands here is legal as it is. Change it, and below is said what it comes to.";
        body.push(Block::Note(Text::new(words)));
    }
    body.extend(cavalry(on, side));
    body.push(Block::Form(form));
    body.push(Block::Plan(Plan { form: id, body: weighed(on.setup(), on.battle, side, &begun) }));
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

/// What an order of battle of a side comes to.
pub(super) fn plan(state: &State, side: Side, battle: &Battle, oob: &Oob) -> Vec<Block> {
    weighed(&state.setup, battle, side, &oob.meant(battle.muster(side)))
}

fn weighed(setup: &Setup, battle: &Battle, side: Side, oob: &Oob) -> Vec<Block> {
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
    // What has no place in a table below stands first.
    let placed = |problem: &Problem| in_tables(oob, &problem.place);
    all.extend(said("In the way", &found.problems, &|problem| !placed(problem)));
    all.extend(said("Against the advice", &found.advice, &|problem| !placed(problem)));
    all.extend(tables(setup, battle, side, oob, &found));
    all.push(Block::Sheet(points(battle, side, oob)));
    all
}

fn in_tables(oob: &Oob, place: &str) -> bool {
    let corps = oob.corps.iter().any(|corps| corps.id.as_str() == place);
    let division = |division: &Division| {
        division.id.as_str() == place || division.brigades.iter().any(|brigade| brigade.id.as_str() == place)
    };
    corps || oob.divisions.iter().any(division)
}

/// Problems of some places, each with its rule.
fn said(words: &str, problems: &[Problem], wanted: &dyn Fn(&Problem) -> bool) -> Vec<Block> {
    let say = |problem: &Problem| {
        let text = Text::empty().strong(format!("{words}: ")).say(problem.sentence.clone());
        Block::Note(text.rule(RuleId(problem.rule)))
    };
    problems.iter().filter(|problem| wanted(problem)).map(say).collect()
}

fn both(found: &Found, wanted: &dyn Fn(&Problem) -> bool) -> Vec<Block> {
    let mut all = said("In the way", &found.problems, wanted);
    all.extend(said("Against the advice", &found.advice, wanted));
    all
}

/// Corps by corps, then what stands under the army: each division a table, what is wrong with it beside it.
fn tables(setup: &Setup, battle: &Battle, side: Side, oob: &Oob, found: &Found) -> Vec<Block> {
    let muster = battle.muster(side);
    let name = |leader: Option<LeaderId>| match leader.and_then(|id| muster.leader(id)) {
        Some(leader) => format!("{}, {}", leader.name, shown(leader)),
        None => NO_COUNTER.to_owned(),
    };
    let mut all = Vec::new();
    if let Some(leader) = oob.army_leader.and_then(|id| muster.leader(id)) {
        let words = format!("Army: {}{}", leader.name, guns(oob.batteries));
        all.push(Block::Prose(Text::empty().strong(words)));
    }
    let groups = oob.corps.iter().map(Some).chain([None]);
    for corps in groups {
        let own: Vec<&Division> = oob
            .divisions
            .iter()
            .filter(|one| oob.corps_of(one).map(|of| of.id) == corps.map(|of| of.id))
            .collect();
        if let Some(corps) = corps {
            let stands: u32 = own.iter().map(|division| division.stands()).sum();
            let (least, most) = span(Rank::Corps, battle.ratio());
            let words = format!(" {}: {stands} stands of {least}–{most}.", name(corps.leader));
            all.push(Block::Prose(
                Text::empty().strong(format!("{}.", called("Corps", corps.id))).say(words),
            ));
            all.extend(both(found, &|problem| problem.place == corps.id.as_str()));
        }
        for division in own {
            all.push(Block::Sheet(table(setup, battle, side, oob, division, &name(division.leader))));
            let brigade = |problem: &Problem| {
                division.brigades.iter().any(|brigade| brigade.id.as_str() == problem.place)
            };
            all.extend(both(found, &|problem| problem.place == division.id.as_str() || brigade(problem)));
        }
    }
    all
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

fn table(setup: &Setup, battle: &Battle, side: Side, oob: &Oob, division: &Division, leader: &str) -> Sheet {
    let muster = battle.muster(side);
    let (least, most) = span(Rank::Division, battle.ratio());
    let arm = match oob.arm(division, muster) {
        Arm::Infantry => "",
        Arm::Cavalry => ", cavalry",
    };
    let caption = format!(
        "{}{arm}: {leader}; {} stands of {least}–{most}{}",
        called("Division", division.id),
        division.stands(),
        guns(division.batteries)
    );
    let columns = [
        ("Brigade", Name),
        ("Stands", Figure),
        ("Class", Words),
        ("Label", Code),
        ("Of", Words),
        ("Guns", Words),
    ];
    let mut sheet = Sheet::new(caption, &columns);
    let worn = starts_worn(setup, battle, side);
    for brigade in &division.brigades {
        let class = brigade.class(muster);
        let label = Label::of(&setup.effectiveness, class.unwrap_or_default(), brigade.stands(), worn);
        let of = brigade.of.iter().map(|share| format!("{} {}", share.sp, share.stands));
        let cells = vec![
            Cell::new(brigade.id.as_str()),
            Cell::figure(brigade.stands().into()),
            Cell::new(class.map_or("mixed", |class| class.word())),
            Cell::new(label.to_string()),
            Cell::new(of.collect::<Vec<_>>().join(", ")),
            Cell::new(guns(brigade.batteries).trim_start_matches("; ").to_owned()),
        ];
        sheet.row(format!("{}-{}", division.id, brigade.id), RowState::Here, cells);
    }
    sheet
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
