//! Who sees what: the view of each seat, built from nothing. With [`crate::Event`]'s audience and `imagine` the only place
//! that knows about secrecy.

pub mod board;

use kernel::view::ColumnRole::{Name, Words};
use kernel::view::{Block, Cell, Form, OddsTable, OwedItem, Page, PageHead, Panel, Plan};
use kernel::view::{RowState, Sheet, Text};
use kernel::{RuleId, Seat, Side};

use crate::Pickets;
use crate::command::Command;
use crate::rules::{s1_pay, s4_scouts};
use crate::setup::PostId;
use crate::state::{Phase, Stance, State};

/// Where play stands.
pub fn standing(state: &State) -> String {
    match state.phase {
        Phase::Over => "Played".into(),
        phase => format!("Round {} of {} · {phase}", state.round, state.setup.rounds),
    }
}

/// Who has still to close is public: it is the same whatever a side has done in its night.
pub fn owed(state: &State, seat: Seat) -> Vec<OwedItem> {
    let acts = matches!(state.phase, Phase::Dusk | Phase::Night);
    let open = Side::BOTH.into_iter().filter(|side| acts && !state.sides[*side].closed);
    let text = |side: Side| Text::empty().side(side.number()).say(" has to close.");
    OwedItem::of_sides(seat, open, ("posts", "own", "To your side"), text)
}

/// What a side has out, knows and can do.
pub fn posts(state: &State, seat: Seat, head: PageHead) -> Page {
    let steps = [Phase::Dusk, Phase::Night, Phase::Dawn].map(|phase| (phase.prose(), state.phase == phase));
    let mut main = vec![Block::Owed(owed(state, seat)), Block::sequence(&steps)];
    main.extend(Side::BOTH.into_iter().filter(|side| side.is_known_to(seat)).map(|side| force(state, side)));
    main.extend(Side::of(seat).map(|side| forms(state, side)));
    Page::new(head, &*state.setup.title, standing(state), main).aside(vec![Block::SinceLastHere])
}

/// What a side has and knows; also its sheet for the table.
fn force(state: &State, side: Side) -> Block {
    let force = &state.sides[side];
    let mut sheet = Sheet::new("Posts", &[("Post", Name), ("Picket", Words), ("Seen of the enemy", Words)]);
    for (post, ground) in state.setup.posts.iter().zip(&force.posts) {
        let (row_state, picket) = match ground.picket {
            None => (RowState::Away, "—".into()),
            Some(0) => (RowState::Here, "out".into()),
            Some(works) => (RowState::Here, format!("out, works {works}")),
        };
        let cells = [&*post.name, &picket, ground.sight.prose()].map(Cell::new);
        sheet.row(post.id.as_str(), row_state, cells.to_vec());
    }
    let facts = vec![
        ("Purse".into(), Text::new(force.coins.to_string()).quiet(" coins")),
        ("Stance".into(), Text::new(force.stance.map_or("not sealed", Stance::word))),
    ];
    let (id, name) = (format!("force-{}", side.number()), &state.setup.sides[side].name);
    let panel = Panel::new(id, format!("{name}'s side"), vec![Block::Facts(facts), Block::Sheet(sheet)]);
    panel.secret(side.only()).paper().block()
}

/// What each side has gained.
pub fn points(state: &State, _seat: Seat, head: PageHead) -> Page {
    let gained = Sheet::of_sides("Points", &state.setup.sides, |side| state.sides[side].points.into());
    Page::new(head, "Points", "What each side has held at each dawn so far.", vec![Block::Sheet(gained)])
}

/// Every control stands here all the time, open or closed with its reason.
fn forms(state: &State, side: Side) -> Block {
    let (seat, posts) = (side.seat(), &state.setup.posts);
    let one = |verb, command| Form::of::<Pickets>(state, seat, verb, &command);
    let at_post = |verb, of: fn(PostId) -> Command| {
        let answers = posts.iter().map(|post| (of(post.id), &*post.name));
        Form::pick::<Pickets>(state, seat, verb, ("post", "Post"), answers)
    };
    let odds = OddsTable::of_chart("Pay", &state.setup.pay, &s1_pay::modifiers(state, side));
    let mut scout = at_post("Scout for a coin", |post| Command::Scout { post }).rolling();
    for (at, post) in posts.iter().enumerate() {
        let modifiers = s4_scouts::modifiers(state, side, at);
        scout = scout.with_odds(OddsTable::of_chart(&*post.name, &state.setup.scouting, &modifiers));
    }
    let stances = [(Command::seal(Stance::Hold), "Hold"), (Command::seal(Stance::Raid), "Raid")];
    let sealed = state.sides[side].stance.map(|stance| usize::from(stance == Stance::Raid));
    let stance = Form::pick::<Pickets>(state, seat, "Seal your stance", ("stance", "At dawn"), stances);
    let forms = vec![
        one("Roll for pay", Command::Pay).rolling().with_odds(odds),
        at_post("Put out a picket", |post| Command::Place { post }),
        at_post("Dig for a coin", |post| Command::Dig { post }).rolling().planned(),
        scout,
        stance.picked(sealed),
        one("Close", Command::Close),
    ];
    let dug = Block::Plan(Plan { form: "dig".into(), body: Vec::new() });
    Panel::new("own", "What you can do", vec![Block::Can(forms), dug]).rule(RuleId("TOY-0")).yours().block()
}
