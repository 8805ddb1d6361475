//! Who sees what: the view of each seat, built from nothing.

use kernel::view::ColumnRole::{Figure, Name, Words};
use kernel::view::{
    Block, Cell, Choice, Field, FieldKind, Form, OwedItem, Page, PageHead, Panel, RowState, Sheet,
};
use kernel::{Seat, Side};
use serde_json::{Value, json};

use crate::Line;
use crate::command::{Command, MOST_COINS};
use crate::setup::Post;
use crate::state::{State, fight_at};

/// Where play stands.
pub fn standing(state: &State) -> String {
    if state.over { "Played".into() } else { format!("Turn {} of {}", state.turn, state.setup.turns) }
}

/// Nobody is waited for but the umpire, who ends a turn when it pleases.
pub const fn owed(_: &State, _: Seat) -> Vec<OwedItem> {
    Vec::new()
}

/// What a side has, where skirmishes are fought, what has been gained.
pub fn line(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main: Vec<Block> =
        Side::BOTH.into_iter().filter(|side| side.is_known_to(seat)).map(|side| force(state, side)).collect();
    main.push(posts(state));
    main.push(Block::Sheet(Sheet::of_sides("Points", &state.setup.sides, |side| {
        state.sides[side].points.into()
    })));
    let forms = match seat {
        Seat::Side(_) => vec![Form::of::<Line>(state, seat, "Hire men", &Command::Hire).rolling()],
        Seat::Umpire => umpires(state),
        Seat::Spectator | Seat::Clock => Vec::new(),
    };
    if !forms.is_empty() {
        main.push(Panel::new("own", "What you can do", vec![Block::Can(forms)]).yours().block());
    }
    Page::new(head, &*state.setup.title, standing(state), main).aside(vec![Block::SinceLastHere])
}

fn force(state: &State, side: Side) -> Block {
    let name = &state.setup.sides[side].name;
    let mut sheet = Sheet::new("Coins", &[("Where", Name), ("Coins", Figure)]);
    let mut row = |id: &str, place: &str, coins: u8| {
        sheet.row(id, RowState::Here, vec![Cell::new(place), Cell::figure(coins.into())]);
    };
    row("purse", "In the purse", state.sides[side].coins);
    for post in &state.setup.posts {
        if let Some(fight) = fight_at(state, post.id) {
            row(post.id.as_str(), &format!("With the men at {}", post.name), fight[side]);
        }
    }
    let (id, heading) = (format!("force-{}", side.number()), format!("{name}'s side"));
    Panel::new(id, heading, vec![Block::Sheet(sheet)]).secret(side.only()).block()
}

fn posts(state: &State) -> Block {
    let mut sheet = Sheet::new("Posts", &[("Post", Name), ("Worth", Figure), ("Now", Words)]);
    for (post, place) in state.setup.posts.iter().zip(&state.places) {
        let now = if place.fight.is_some() { "A skirmish is fought" } else { "Quiet" };
        let cells = vec![Cell::new(&*post.name), Cell::figure(post.worth.into()), Cell::new(now)];
        sheet.row(post.id.as_str(), RowState::Here, cells);
    }
    Block::Sheet(sheet)
}

/// What the umpire can do: one form for each post, to have a skirmish fought or to take one in by hand.
fn umpires(state: &State) -> Vec<Form> {
    let forms = state.setup.posts.iter().map(|post| match fight_at(state, post.id) {
        Some(fight) => taking_in(state, post, [fight[Side::FIRST], fight[Side::SECOND]]),
        None => {
            let nobody = Command::Fight { post: post.id, first: 0, second: 0 };
            let closed = Form::of::<Line>(state, Seat::Umpire, "", &nobody).closed;
            let verb = format!("Have a skirmish fought for {}", post.name);
            let form = Form::new(format!("fight-{}", post.id), json!({"do": "fight", "post": post.id}), verb);
            coins(state, form, [MOST_COINS; 2]).closed(closed)
        }
    });
    let next = Form::of::<Line>(state, Seat::Umpire, "End the turn", &Command::NextTurn);
    forms.chain([next]).collect()
}

/// For a skirmish that was broken off.
fn taking_in(state: &State, post: &Post, went: [u8; 2]) -> Form {
    let verb = format!("Enter what came of the skirmish for {}", post.name);
    let form = Form::new(format!("take-in-{}", post.id), json!({"do": "take-in", "post": post.id}), verb);
    let mut choices = vec![Choice::new(Value::Null, "Neither side, or both")];
    let side = |side: Side| Choice::new(side.number(), &*state.setup.sides[side].name);
    choices.extend(Side::BOTH.map(side));
    let held = Field::new("held", "Who holds it alone", FieldKind::One { choices, chosen: Some(0) });
    coins(state, form, went).ask(held)
}

fn coins(state: &State, form: Form, most: [u8; 2]) -> Form {
    let field = |key, side: Side, most: u8| {
        let label = format!("Coins of {}", state.setup.sides[side].name);
        Field::new(key, label, FieldKind::Number { min: 0, max: most.into(), value: 0 })
    };
    form.ask(field("first", Side::FIRST, most[0])).ask(field("second", Side::SECOND, most[1]))
}
