//! The decision on flank marches, and what became of it as far as the seat may know.

use kernel::grammar::{counted, counted_of};
use kernel::view::ColumnRole::{Figure, Name, Words};
use kernel::view::{Block, Cell, Choice, Form, Page, PageHead, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Seat, Side};
use serde_json::{Value, json};

use super::acts::many;
use super::odds;
use super::on::{On, choice, one};
use crate::battle::fates::{MARCHES, fates};
use crate::command::Command;
use crate::oob::Oob;
use crate::rules::SEALED;
use crate::rules::s5_flanks::{ground_of, starts_worn};
use crate::rules::s8_disclosure::{came_of, marched, words};
use crate::state::State;
use crate::words::{Edge, Flank, Rank, Step};

/// The page.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main = Vec::new();
    for on in On::each_here(state, seat) {
        main.extend(decision(on));
        main.extend(on.known().filter_map(|side| decided(on, side)));
        let person = seat == Seat::Umpire && !state.setup.options.no_person();
        if on.battle.is_disclosed() || person {
            main.push(sealed(on));
        }
        main.extend(on.known().flat_map(|side| odds::marches(on, side)));
    }
    if main.is_empty() {
        main.push(Block::Empty(Text::new("No flank marches that you may know of stand here yet.")));
    }
    Page::new(head, "Flank marches", "Sealed by each side, and opened when the battle is over.", main)
}

fn decision(on: On<'_>) -> Option<Block> {
    let side = on.own().filter(|_| on.battle.step == Step::Flanks)?;
    let oob = on.half(side).oob.as_ref()?;
    let chosen = on.half(side).flanks.clone().unwrap_or_default();
    let name = |id| on.battle.muster(side).leader(id).map_or_else(String::new, |leader| leader.name.clone());
    let leaders: Vec<_> = oob
        .counters()
        .into_iter()
        .filter(|(_, rank)| rank.is_some_and(|rank| rank != Rank::Army))
        .map(|(leader, _)| leader)
        .collect();
    let none = || std::iter::once(choice(Value::Null, "nobody marches there"));
    let around = |flank: Flank| match on.battle.flank_edge(side, flank) {
        Some(edge) => format!("Around your {flank}, at the {edge} edge, led by"),
        None => format!("Around your {flank}, led by"),
    };
    let leader = |key, label: &str, flank: Flank| {
        let now = chosen.of(flank).map(|force| force.leader);
        let at = leaders.iter().position(|leader| Some(*leader) == now).map_or(0, |at| at + 1);
        let choices = none().chain(leaders.iter().map(|id| choice(id, name(*id)))).collect();
        one(key, label, choices, Some(at))
    };
    let brigades = |key, label, flank: Flank| {
        let picked = |id| chosen.of(flank).is_some_and(|force| force.brigades.contains(&id));
        let choices = oob.brigades().map(|(division, brigade)| {
            let words = format!("{}, {} stands, of {}", brigade.id, brigade.stands(), division.id);
            choice(brigade.id, words).picked(picked(brigade.id))
        });
        many(key, label, choices.collect::<Vec<Choice>>())
    };
    let stay = Command::seal(on.battle.id, crate::battle::Flanks::default());
    let half = oob.stands() / 2;
    let form = Form::new(
        on.at("seal-flank"),
        json!({"do": "seal-flank", "battle": on.battle.id}),
        "Seal your flank marches",
    )
    .ask(leader("left", &around(Flank::Left), Flank::Left))
    .ask(brigades("left_brigades", "With these brigades", Flank::Left))
    .ask(leader("right", &around(Flank::Right), Flank::Right))
    .ask(brigades("right_brigades", "With these brigades", Flank::Right))
    .then(format!(
        "At most {half} stands march, half of yours; each force has at least {}.",
        on.battle.ratio().stands
    ));
    let ground = ground_of(on.setup(), on.battle);
    let mut body = Vec::new();
    if let Some(sealed) = &on.half(side).flanks {
        let flanks: Vec<&str> = sealed.each().map(|(flank, _)| flank.word()).collect();
        let what = match flanks.as_slice() {
            [] => "that nobody marches".to_owned(),
            flanks => format!("a march around your {}", kernel::grammar::listed(flanks)),
        };
        let words =
            format!("You have sealed {what}. Until the other side has sealed, you may seal otherwise.");
        body.push(Block::Note(Text::empty().strong(words)));
    }
    if ground.no_flanks {
        let words = "Nobody marches around a flank on this ground. Seal that you stay.";
        body.push(Block::Note(Text::new(words).rule(RuleId("CWFF-7C-2"))));
    }
    let worn = starts_worn(on.setup(), on.battle, side);
    if worn {
        let words =
            "Your army is demoralized and defends: nobody marches around a flank. Seal that you stay.";
        body.push(Block::Note(Text::new(words).rule(RuleId("CWFF-7D-1"))));
    }
    body.push(Block::Can(vec![on.act("stay", "Seal that nobody marches", &stay)]));
    if !worn && !ground.no_flanks {
        body.push(Block::Form(form));
    }
    let panel = on.panel("decide", "Decide on your flanks", body).rule(RuleId("CWFF-5-1")).yours();
    Some(on.of_side(side, panel))
}

/// What a side decided, and what came of it.
fn decided(on: On<'_>, side: Side) -> Option<Block> {
    let half = on.half(side);
    half.oob.as_ref()?;
    let flanks = half.flanks.as_ref();
    let marches: Vec<&str> =
        flanks.iter().flat_map(|flanks| flanks.each()).map(|(flank, _)| flank.word()).collect();
    let decided = match flanks {
        None => "not sealed".to_owned(),
        Some(_) if marches.is_empty() => "none".to_owned(),
        Some(_) => marches.join(" and "),
    };
    let mut facts = vec![("Flank marches".to_owned(), Text::new(decided))];
    for flank in Flank::ALL.iter().filter(|flank| half.entered.contains(flank)) {
        let train = on.battle.train(side, *flank).unwrap_or_default();
        let came = format!(
            "{} and {} came",
            counted(train.stands, "stand"),
            counted_of(train.batteries.total(), "battery", "batteries")
        );
        facts.push((format!("Force on the {flank}"), Text::new(came)));
    }
    let mut body = vec![Block::Facts(facts)];
    let late =
        flanks.iter().flat_map(|flanks| flanks.each()).any(|(flank, _)| !half.entered.contains(&flank));
    let night = on.battle.day > 1 || on.battle.step == Step::Night;
    if late && !on.battle.is_disclosed() {
        let (words, rule) = if night {
            ("What had not come to the table at nightfall never comes.", "CWFF-8A-1")
        } else {
            (
                "It is told of on turn 3, 8 or 13, by its side and edge alone, and enters a turn later, anywhere \
                 in its zone. One that meets the enemy may come in part, or never.",
                "CWFF-7B-3",
            )
        };
        body.push(Block::Note(Text::new(words).rule(RuleId(rule))));
    }
    body.extend(
        half.oob.as_ref().zip(flanks).filter(|_| !marches.is_empty()).map(|(oob, _)| forces(on, side, oob)),
    );
    let title = format!("Flank marches: {}", on.army(side));
    let panel =
        Panel::new(format!("{}-{}", on.at("flanks"), side.number()), title, body).rule(RuleId("CWFF-5-1"));
    Some(on.of_side(side, panel.remark(on.place()).paper()))
}

fn forces(on: On<'_>, side: Side, oob: &Oob) -> Block {
    let columns = [
        ("Flank", Name),
        ("Edge of the table", Words),
        ("Zone", Words),
        ("Leader", Words),
        ("Stands", Figure),
        ("Brigades", Words),
    ];
    let mut sheet = Sheet::new("Forces", &columns);
    for (flank, force) in on.half(side).flanks.iter().flat_map(|flanks| flanks.each()) {
        let (foot, horse) = oob.weigh(on.battle.muster(side), &force.brigades);
        let brigades: Vec<String> = force.brigades.iter().map(ToString::to_string).collect();
        let leader = on.setup().named(force.leader).to_owned();
        let stands = Cell::figure((foot + horse).into());
        let edge = on.battle.flank_edge(side, flank);
        let zone = edge.zip(on.field()).and_then(|(edge, field)| field.entry(edge));
        let cells = vec![
            Cell::new(flank.word()),
            Cell::new(edge.map_or("", Edge::prose)),
            Cell::new(zone.unwrap_or_default()),
            Cell::new(leader),
            stands,
            Cell::new(brigades.join(", ")),
        ];
        sheet.row(flank.word(), RowState::Here, cells);
    }
    Block::Sheet(sheet)
}

/// The meeting answers in words; that to the attacker's left comes first.
fn meetings(answers: &[bool]) -> String {
    let answer = |(flank, meets): (&Flank, &bool)| {
        format!("attacker {flank}: {}", if *meets { "they meet" } else { "they miss each other" })
    };
    Flank::ALL.iter().zip(answers).map(answer).collect::<Vec<_>>().join(", ")
}

/// How the marches went: the neutral's, until everything lies open.
fn sealed(on: On<'_>) -> Block {
    let open = on.battle.is_disclosed();
    // What became of the forces that marched is told as it would have been, had the battle not ended before.
    let mut sealed = if open { marched(on.battle, on.setup()) } else { on.battle.sealed.clone() };
    // With all answers there the neutral reads which force comes when, before the day opens.
    if !open && sealed.marches.len() == MARCHES.len() && sealed.meetings.len() == Flank::ALL.len() {
        sealed.fates = fates(on.battle, &on.setup().options);
    }
    let told = if open && sealed.fates.is_empty() { "nobody marched".into() } else { words(&sealed) };
    let mut facts = vec![("Marches".into(), Text::new(told))];
    if on.setup().options.no_person() && !sealed.fates.is_empty() {
        facts.clear();
    }
    if !open && !sealed.meetings.is_empty() {
        // Four marches and two meetings are asked, whoever marches.
        facts.push(("Where forces meet on an even chance".into(), Text::new(meetings(&sealed.meetings))));
    }
    let mut body = vec![Block::Facts(facts)];
    let mut sheet =
        Sheet::new("What becomes of each force", &[("Side", Name), ("Flank", Words), ("Comes", Words)]);
    for fated in &sealed.fates {
        let entered = on.half(fated.side).entered.contains(&fated.flank);
        let late = open && fated.fate.turn.is_some() && !entered;
        let comes = format!(
            "{}{}",
            came_of(fated.fate, &on.setup().options),
            if late { "; the battle ended before" } else { "" }
        );
        let cells = [on.named(fated.side), fated.flank.word(), &comes].map(Cell::new).to_vec();
        sheet.row(format!("{}-{}", fated.side.number(), fated.flank), RowState::Here, cells);
    }
    if !sheet.rows.is_empty() {
        body.push(Block::Sheet(sheet));
    }
    let title = if open { "How the marches went" } else { "Sealed" };
    let panel = on.panel("sealed", title, body).rule(RuleId("CWFF-7B-1"));
    if open { panel.block() } else { panel.secret(SEALED).block() }
}
