//! The force: each place explained, with the choices that are real and what each costs; then the forces in play.

use kernel::grammar::capital;
use kernel::view::block::figure_words;
use kernel::view::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Page, PageHead, Panel, RowState, Sheet, Text,
};
use kernel::{Reasons, RuleId};
use serde_json::json;

use super::fillings::Outcomes;
use super::keys::{Table, key};
use super::{Look, purchase, sheet};
use crate::command::{Fill, PersonalFill, Rest};
use crate::filling::{self, price};
use crate::muster::Muster;
use crate::phase::Phase;
use crate::rules::s42_4_roster::weapon_at_start;
use crate::rules::s42_9_personal::{self, Standing};
use crate::rules::s42_41_replacement;
use crate::rules::s42_45_survival::pinned_kia;
use crate::setup::Card;
use crate::setup::List;
use crate::state::{How, Man, State};
use crate::words::{ManId, PlaceKind, Side};

/// A selection is public at once.
const SEEN: &str = "The other side sees your force as soon as you take it.";

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("force", "Force");

pub(super) fn page(look: Look<'_>) -> Page {
    let state = look.state;
    let phase = Phase::of(state);
    let mut main = Vec::new();
    if let Some(side) = look.own()
        && phase == Phase::Select
        && state.side(side).force.is_none()
    {
        main.push(fill(look, side));
    }
    for side in look.sides() {
        let fills = look.own() == Some(side) && phase == Phase::Select;
        match state.side(side).force {
            Some(_) => main.push(sheet::force(look, side)),
            None if fills => {}
            None => {
                let text = match phase {
                    Phase::Over => Text::new("All scenarios are played."),
                    _ => Text::empty().side(side.number()).say(" has not selected its force yet."),
                };
                main.push(Block::Empty(text));
            }
        }
    }
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Force".into(),
        lede: Text::new(
            "A listed man who is fit takes his place; who is not is stood in for as the rules allow.",
        ),
        main,
        aside: Vec::new(),
    }
}

/// One place as the page explains it: who is listed, how he stands, what fills it.
pub(super) struct Explained {
    pub kind: PlaceKind,
    pub listed: ManId,
    pub options: Vec<Fill>,
}

fn fill(look: Look<'_>, side: Side) -> Block {
    let state = look.state;
    let mut form = Form::new("fill", json!({"do": "select"}), "Take this force").leading();
    let mut body = Vec::new();
    match state.list(side) {
        Some(List::Printed(force)) => {
            let places = explain(state, side, force);
            let known = Outcomes::of(state, side, &places);
            let mut sheet = places_sheet(state, side, &places, &known);
            extra_man(state, side, &mut sheet);
            body.push(Block::Sheet(sheet));
            form.command.insert("rest".into(), json!(Rest::AsOffered));
            for (n, place) in places.iter().filter(|place| place.options.len() > 1).enumerate() {
                form = form.ask(question(state, side, &places, place, &known, n));
            }
            let sum = Text::empty().shown("fill", "sum", known.first.sum());
            let mut alone = if known.is_whole() { "" } else { " That is with each first answer." }.to_owned();
            if asks_for_personal(state, side) {
                let price = s42_41_replacement::price(state, side, ManId::PERSONAL, How::Extra);
                alone += &format!(" The return of your personal man comes on top: {}.", points(price));
            }
            form.previews = known.previews(state, side, &places);
            form = form.then(sum.say(format!("{alone} {SEEN}")));
        }
        Some(List::Own(limit)) => {
            let limit = match limit {
                0 => "There is no limit.".into(),
                limit => format!("Everything together costs at most {limit} points."),
            };
            let words = format!("Buy your force from the fit men at the prices of their cards. {limit}");
            body.push(Block::Prose(Text::new(words).rule(RuleId("UF-R45"))));
            form = purchase::ask(state, side, form).then(Text::new(SEEN));
        }
        None => return Block::Empty(Text::new("No scenario is left.")),
    }
    form = personal(state, side, form);
    body.push(Block::Form(form));
    Panel::new("fill", "Fill the force", body).rule(RuleId("UF-42.1-4")).yours().block()
}

/// Every place with its options, as the best filling has the places before it; what that filling takes comes first.
fn explain(state: &State, side: Side, force: usize) -> Vec<Explained> {
    let mut muster = Muster::new(state, side, &state.campaign.forces[force], None);
    let open = muster.clone();
    let best = filling::best(&open, &vec![None; open.listed.len()]);
    let mut places: Vec<Explained> = Vec::new();
    for (at, first) in best.fills.iter().copied().enumerate() {
        let (kind, listed) = muster.listed[at];
        let mut options = Vec::new();
        muster.options(at, &mut options);
        if let Some(first) = first {
            options.sort_by_key(|fill| *fill != first);
            // A man who stands in at an earlier place beforehand can be moved to this one.
            let earlier: Vec<Fill> =
                places.iter().filter_map(|place| moved(state, side, place, listed)).collect();
            muster.put(at, Some(first), &mut Reasons::whether());
            if first != Fill::Use(listed) {
                options.extend(earlier);
            }
        }
        places.push(Explained { kind, listed, options });
    }
    places
}

fn moved(state: &State, side: Side, place: &Explained, listed: ManId) -> Option<Fill> {
    let first = place.options.first().filter(|_| place.options.len() > 1)?;
    let Fill::Use(man) = first else { return None };
    let families = [*man, listed].map(|man| state.deck(side).card(man).map(|card| card.family));
    (place.kind == PlaceKind::Plain && families[0] == families[1]).then_some(Fill::Use(*man))
}

fn places_sheet(state: &State, side: Side, places: &[Explained], known: &Outcomes) -> Sheet {
    let columns = [
        ("Place", ColumnRole::Name),
        ("Listed", ColumnRole::Words),
        ("Filled by", ColumnRole::Words),
        ("Points", ColumnRole::Figure),
    ];
    let mut sheet = Sheet::new("Every place of the list", &columns);
    for (at, place) in places.iter().enumerate() {
        let first = place.options.first().copied();
        let own = first == Some(Fill::Use(place.listed));
        let follows = known.varies(at) && place.options.len() == 1;
        let filled = match first {
            Some(fill) if follows => Text::empty().shown(
                "fill",
                format!("place-{}", place.listed),
                filled_words(state, side, place, fill),
            ),
            Some(_) if own => Text::new("himself").quiet(", as he is fit"),
            // The row follows what is picked below.
            Some(fill) if place.options.len() > 1 => {
                let (label, _) = clause(state, side, place, fill);
                Text::empty()
                    .picked("fill", key(Table::Fill, place.listed), label)
                    .quiet(", your choice below")
            }
            Some(fill) => {
                let (label, clause) = clause(state, side, place, fill);
                let worth = worth(state, side, place.listed, fill);
                let worth = if worth.is_empty() { worth } else { format!("; {worth}") };
                Text::new(label).quiet(format!(", {}{worth}", clause.0)).rule(RuleId(clause.1))
            }
            None => Text::new("nobody"),
        };
        let weapon =
            weapon_at_start(state, side, place.listed).map_or_else(String::new, |weapon| weapon.to_string());
        let listed = Text::new(format!("{} ", crate::rules::name(state, side, place.listed)))
            .strong(weapon)
            .quiet(format!(", {}", why(state, side, place.listed)));
        let row =
            if first.is_none() || first == Some(Fill::Vacant) { RowState::Away } else { RowState::Here };
        let price = first.map_or(0, |fill| price(state, side, place.listed, fill));
        let price = Text::empty().shown("fill", format!("points-{}", place.listed), price_words(price));
        let price = Cell::new(price);
        let cells = vec![Cell::new(capital(place.kind.prose())), Cell::new(listed), Cell::new(filled), price];
        sheet.row(format!("place-{}", place.listed), row, cells);
    }
    sheet
}

/// The row of the personal man, who comes beside the list. [UF-42.9-4]
fn extra_man(state: &State, side: Side, sheet: &mut Sheet) {
    let Some(standing) = s42_9_personal::standing(state, side) else { return };
    let (filled, rule, row) = match standing {
        Standing::Fit => ("himself, beside the list", "UF-42.9-4", RowState::Here),
        Standing::Dead => ("himself, back as a green replacement", "UF-42.9-5", RowState::Here),
        Standing::WoundedChoice => ("nobody or himself, your choice below", "UF-42.9-6", RowState::Away),
        Standing::WoundedAway => ("nobody: he stays away", "UF-42.9-6", RowState::Away),
    };
    let cells = vec![
        Cell::new("Personal man"),
        Cell::new(crate::rules::name(state, side, ManId::PERSONAL)),
        Cell::new(Text::new(filled).rule(RuleId(rule))),
        Cell::new(price_words(s42_9_personal::price_of_return(state, side))),
    ];
    sheet.row("place-P", row, cells);
}

/// Who fills a place, in one run of words.
pub(super) fn filled_words(state: &State, side: Side, place: &Explained, fill: Fill) -> String {
    let (label, (clause, _)) = clause(state, side, place, fill);
    match worth(state, side, place.listed, fill) {
        worth if worth.is_empty() => format!("{label}, {clause}"),
        worth => format!("{label}, {clause}; {worth}"),
    }
}

/// The points of one place; nothing where it is free.
pub(super) fn price_words(price: i32) -> String {
    if price == 0 { String::new() } else { figure_words(price.into()) }
}

/// How a listed man stands.
fn why(state: &State, side: Side, man: ManId) -> String {
    match state.man(side, man) {
        Some((now, _)) if now.dead => state.end_of(side, man).lost_word().into(),
        Some(_) if state.is_fit(side, man) => "fit".into(),
        Some((now, _)) => match now.wound.and_then(|back| state.campaign.position_id(back)) {
            Some(id) => format!("in hospital until {id}"),
            None => "out for good".into(),
        },
        None => "unknown".into(),
    }
}

fn question(
    state: &State,
    side: Side,
    places: &[Explained],
    place: &Explained,
    known: &Outcomes,
    nth: usize,
) -> Field {
    let choice = |fill: &Fill| {
        let at = place.options.iter().position(|option| option == fill).unwrap_or(0);
        let whole = known.with(nth, at).map_or_else(String::new, |outcome| {
            outcome.told(state, side, places, &known.first, place.listed)
        });
        let (label, note) = words(state, side, place, *fill, &whole);
        let choice = Choice::new(json!(fill), label).note(note);
        match fill {
            Fill::Use(man) | Fill::Revive(man) | Fill::Exchange([man, _]) => choice.takes(man.to_string()),
            Fill::Replace | Fill::Green => choice.takes(place.listed.to_string()),
            Fill::Transfer | Fill::Vacant => choice,
        }
    };
    let kind = FieldKind::One { choices: place.options.iter().map(choice).collect(), chosen: Some(0) };
    let listed = crate::rules::name(state, side, place.listed);
    let label = match place.kind {
        PlaceKind::Plain => format!("In place of {listed}"),
        kind => format!("{} for {listed}", capital(kind.prose())),
    };
    Field { key: key(Table::Fill, place.listed), label, hint: why(state, side, place.listed), kind }
}

/// A fill in words, with the man's values then, the clause, and what the whole force comes to with it.
fn words(state: &State, side: Side, place: &Explained, fill: Fill, whole: &str) -> (Text, Text) {
    let price = points(price(state, side, place.listed, fill));
    let (label, (note, rule)) = clause(state, side, place, fill);
    let worth = worth(state, side, place.listed, fill);
    let worth = if worth.is_empty() { worth } else { format!("{worth}; ") };
    (Text::new(label), Text::new(format!("{worth}{price}; {note}")).rule(RuleId(rule)).say(whole))
}

/// An amount of points in words.
pub(super) fn points(n: i32) -> String {
    match n {
        0 => "no points".to_owned(),
        1 | -1 => format!("{} point", figure_words(n.into())),
        n => format!("{} points", figure_words(n.into())),
    }
}

/// What the man is worth who would stand in the place; nothing of one who is drawn or of nobody.
fn worth(state: &State, side: Side, listed: ManId, fill: Fill) -> String {
    let green = |man: &Man, card: &Card| {
        values(&s42_41_replacement::green(&state.campaign, state.deck(side), card, *man), card)
    };
    let of = |man: ManId, words: &dyn Fn(&Man, &Card) -> String| {
        state.man(side, man).map_or_else(String::new, |(now, card)| words(now, card))
    };
    match fill {
        Fill::Use(man) | Fill::Exchange([man, _]) => of(man, &values),
        Fill::Replace | Fill::Green => of(listed, &green),
        Fill::Revive(man) => of(man, &green),
        Fill::Transfer | Fill::Vacant => String::new(),
    }
}

/// What a man is worth, in the roster's order: "CPL · KIA 7 / 8 · Morale 4 · Panic 3 · 2 Elan".
pub(super) fn values(man: &Man, card: &Card) -> String {
    let (rank, kia, pinned) = (man.rank(card), man.kia, pinned_kia(man.kia));
    format!("{rank} · KIA {kia} / {pinned} · Morale {} · Panic {} · {} Elan", man.morale, man.panic, man.elan)
}

/// A fill by name, with the clause that allows it and its rule.
pub(super) fn clause(
    state: &State,
    side: Side,
    place: &Explained,
    fill: Fill,
) -> (String, (&'static str, &'static str)) {
    let name = |man: ManId| crate::rules::name(state, side, man);
    let family = |man: ManId| state.deck(side).card(man).map(|card| card.family);
    match fill {
        Fill::Use(man) if place.kind != PlaceKind::Plain && place.kind != PlaceKind::Comm => {
            (name(man), ("qualified to lead", "UF-42.2-1"))
        }
        Fill::Use(man) if man == place.listed => (name(man), ("he himself", "UF-42.1-4")),
        Fill::Use(man) if family(man) == family(place.listed) => (name(man), ("like-armed", "UF-42.1-5")),
        Fill::Use(man) => (name(man), ("with the other weapon", "UF-42.1-10")),
        Fill::Replace => {
            (format!("Replace {}", name(place.listed)), ("PVT with the lower KIA value", "UF-42.41-3"))
        }
        Fill::Green => {
            (format!("{} comes back green", name(place.listed)), ("his columns are erased", "UF-R17"))
        }
        Fill::Revive(man) => (format!("Revive {}", name(man)), ("PVT with the lower KIA value", "UF-R17")),
        Fill::Exchange([man, other]) => (
            format!("{} with the weapon of {}", name(man), name(other)),
            ("they exchange for this scenario", "UF-42.2-10"),
        ),
        Fill::Transfer => (
            "Draw a transfer".into(),
            ("a leader's card with its printed values; the engine draws it", "UF-42.5-1"),
        ),
        Fill::Vacant if place.kind == PlaceKind::Asl => {
            ("Nobody".into(), ("an assistant may be gone without", "UF-42.5-6"))
        }
        Fill::Vacant => ("Nobody".into(), ("the place stays empty", "UF-R17")),
    }
}

/// Whether the owner is asked about his personal man. [UF-42.9-6]
pub(super) fn asks_for_personal(state: &State, side: Side) -> bool {
    s42_9_personal::standing(state, side) == Some(Standing::WoundedChoice)
}

/// The personal man, when there is a choice. [UF-42.9-6]
fn personal(state: &State, side: Side, form: Form) -> Form {
    match s42_9_personal::standing(state, side) {
        Some(Standing::WoundedChoice) => {
            let price = s42_41_replacement::price(state, side, ManId::PERSONAL, How::Extra);
            let back = Choice::new(json!(PersonalFill::Return), "He comes back green")
                .note(format!("{}; his wounded identity is gone", points(price)));
            let away =
                Choice::new(json!(PersonalFill::Absent), "He stays away").note("for all three scenarios");
            let kind = FieldKind::One { choices: vec![away, back], chosen: Some(0) };
            let hint = "He is wounded; this is asked once.".into();
            form.ask(Field { key: "personal", label: "Your personal man".into(), hint, kind })
        }
        _ => form,
    }
}
