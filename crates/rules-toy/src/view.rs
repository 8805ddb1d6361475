//! Who sees what: the view of each seat, built from nothing. With `event::audience` and `imagine` the only place
//! that knows about secrecy.

mod board;

use kernel::view::{
    Block, Cell, Choice, ColumnRole, Contents, Field, FieldKind, Form, ItemState, OddsTable, OwedItem, Page,
    PageHead, Panel, RowState, Sheet, ShownRefusal, StepRow, Text,
};
use kernel::{Acting, Audience, ChartResult, Modifiers, RuleId, Seat, prove};
use serde_json::json;

use crate::Pickets;
use crate::command::Command;
use crate::rules::{s1_pay, s4_scouts};
use crate::state::{Phase, Sight, Stance, State};

/// The pages, in the order of their tabs.
pub const PAGES: &[PageHead] = &[POSTS, board::HEAD, POINTS];
const POSTS: PageHead = PageHead::new("posts", "Posts");
const POINTS: PageHead = PageHead::new("points", "Points");

/// What stands around every page of `seat`.
pub fn contents(state: &State, seat: Seat) -> Contents {
    let has = |head: &PageHead| *head != board::HEAD || board::is_laid_out(&state.setup);
    let pages = PAGES.iter().copied().filter(has).collect();
    Contents { standing: standing(state), pages, owed: owed(state, seat), inches: None }
}

/// One page of `seat`.
pub fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
    match id {
        id if id == POSTS.id => Some(posts(state, seat)),
        id if id == POINTS.id => {
            let main = vec![points(state)];
            Some(Page { main, ..POINTS.page("Points", "What each side has held at dawn so far.") })
        }
        id if id == board::HEAD.id => board::page(state, seat),
        _ => None,
    }
}

fn posts(state: &State, seat: Seat) -> Page {
    let own = match seat {
        Seat::Side(side @ 0..=1) => vec![side],
        Seat::Umpire => vec![0, 1],
        _ => Vec::new(),
    };
    let mut main = vec![Block::Owed(owed(state, seat)), steps(state)];
    main.extend(own.iter().map(|side| force(state, *side)));
    if let Seat::Side(side @ 0..=1) = seat {
        main.push(forms(state, side));
    }
    let aside = vec![Block::SinceLastHere];
    Page { main, aside, ..POSTS.page(state.setup.title.clone(), standing(state)) }
}

fn standing(state: &State) -> String {
    let of = format!("Round {} of {}", state.round, state.setup.rounds);
    match state.phase {
        Phase::Dusk => format!("{of} · dusk"),
        Phase::Night => format!("{of} · night"),
        Phase::Dawn => format!("{of} · dawn"),
        Phase::Over => "Played".into(),
    }
}

/// Who has still to close is public: it is the same whatever a side has done in its night.
fn owed(state: &State, seat: Seat) -> Vec<OwedItem> {
    let item = |side: u8| {
        let who = Seat::Side(side);
        let own = seat == who;
        let text = Text::empty().side(side).say(" has to close.");
        let link = own.then(|| ("posts", "own".into(), "To your side".into()));
        OwedItem { who, state: if own { ItemState::Yours } else { ItemState::Waiting }, text, link }
    };
    let mut order = vec![0, 1];
    order.sort_by_key(|side| seat != Seat::Side(*side));
    let open = order
        .into_iter()
        .filter(|side| matches!(state.phase, Phase::Dusk | Phase::Night) && !state.force(*side).closed);
    open.map(item).collect()
}

fn steps(state: &State) -> Block {
    let step = |key: &str, title: &str, phase| StepRow {
        key: key.into(),
        title: title.into(),
        state: if state.phase == phase { ItemState::Waiting } else { ItemState::Later },
        now: state.phase == phase,
        note: Text::empty(),
    };
    Block::Steps(vec![
        step("1", "Dusk", Phase::Dusk),
        step("2", "Night", Phase::Night),
        step("3", "Dawn", Phase::Dawn),
    ])
}

fn force(state: &State, side: u8) -> Block {
    let force = state.force(side);
    let columns =
        [("Post", ColumnRole::Name), ("Picket", ColumnRole::Words), ("Seen of the enemy", ColumnRole::Words)];
    let mut sheet = Sheet::new("Posts", &columns);
    for (post, ground) in state.setup.posts.iter().zip(&force.posts) {
        let picket = match ground.picket {
            None => "—".into(),
            Some(0) => "out".into(),
            Some(works) => format!("out, works {works}"),
        };
        let sight = match ground.sight {
            Sight::Dark => "—",
            Sight::Bare => "no picket",
            Sight::Picket => "a picket",
        };
        let row_state = if ground.picket.is_some() { RowState::Here } else { RowState::Away };
        sheet.row(
            post.id.as_str(),
            row_state,
            vec![Cell::new(post.name.clone()), Cell::new(picket), Cell::new(sight)],
        );
    }
    let stance = force.stance.map_or("not sealed", |sealed| sealed.stance.name());
    let facts = vec![
        ("Purse".into(), Text::new(force.coins.to_string()).quiet(" coins")),
        ("Stance".into(), Text::new(stance)),
    ];
    let heading = format!("{}'s side", state.setup.sides[usize::from(side)].name);
    let body = vec![Block::Facts(facts), Block::Sheet(sheet)];
    Panel::new(format!("force-{side}"), heading, body).secret(Audience::Side(side)).block()
}

fn points(state: &State) -> Block {
    let mut sheet = Sheet::new("Points", &[("Side", ColumnRole::Name), ("Points", ColumnRole::Figure)]);
    for (info, force) in state.setup.sides.iter().zip(&state.sides) {
        sheet.row(
            info.id.as_str(),
            RowState::Here,
            vec![Cell::new(info.name.clone()), Cell::figure(force.points.into())],
        );
    }
    Block::Sheet(sheet)
}

/// Every control stands here all the time, open or closed with its reason.
fn forms(state: &State, side: u8) -> Block {
    let mut forms = vec![
        Form::new("pay", json!({"do": "pay"}), "Roll for pay")
            .rolling()
            .closed(refusal(state, side, Command::Pay))
            .with_odds(odds("Pay", &state.setup.pay, &s1_pay::modifiers(state, side))),
        at_post(state, side, "place", "Put out a picket", |post| Command::Place { post }),
        at_post(state, side, "dig", "Dig for a coin", |post| Command::Dig { post }).rolling(),
        scouting(state, side),
        stance(state, side),
    ];
    forms.push(Form::new("close", json!({"do": "close"}), "Close").closed(refusal(
        state,
        side,
        Command::Close,
    )));
    Panel::new("own", "What you can do", vec![Block::Can(forms)]).rule(RuleId("TOY-0")).yours().block()
}

fn scouting(state: &State, side: u8) -> Form {
    let mut form =
        at_post(state, side, "scout", "Scout for a coin", |post| Command::Scout { post }).rolling();
    for (at, post) in state.setup.posts.iter().enumerate() {
        let modifiers = s4_scouts::modifiers(state, side, at);
        form = form.with_odds(odds(&post.name, &state.setup.scouting, &modifiers));
    }
    form
}

fn stance(state: &State, side: u8) -> Form {
    let choice = |stance, words: &str| {
        let command = Command::Seal { stance, nonce: None, digest: None };
        Choice::new(json!(stance), words).closed(refusal(state, side, command))
    };
    let choices = vec![choice(Stance::Hold, "Hold"), choice(Stance::Raid, "Raid")];
    let sealed = state.force(side).stance.map(|sealed| usize::from(sealed.stance == Stance::Raid));
    one(Form::new("seal", json!({"do": "seal"}), "Seal your stance"), "stance", "At dawn", choices, sealed)
}

fn at_post(
    state: &State,
    side: u8,
    verb: &'static str,
    words: &str,
    command: impl Fn(kernel::Id) -> Command,
) -> Form {
    let choice = |post: &crate::setup::Post| {
        Choice::new(post.id.as_str(), post.name.clone()).closed(refusal(state, side, command(post.id)))
    };
    let choices: Vec<Choice> = state.setup.posts.iter().map(choice).collect();
    one(Form::new(verb, json!({"do": verb}), words), "post", "Post", choices, None)
}

/// A form with one question; closed for the first choice's reason when every choice is closed.
fn one(form: Form, key: &'static str, label: &str, choices: Vec<Choice>, chosen: Option<usize>) -> Form {
    let closed = if choices.iter().all(|choice| choice.closed.is_some()) {
        choices.first().and_then(|choice| choice.closed.clone())
    } else {
        None
    };
    let kind = FieldKind::One { choices, chosen };
    form.ask(Field { key, label: label.into(), hint: String::new(), kind }).closed(closed)
}

fn refusal(state: &State, side: u8, command: Command) -> Option<ShownRefusal> {
    let refused = prove::<Pickets>(state, Acting::own(Seat::Side(side)), &command);
    refused.err().map(|refusals| ShownRefusal::from(&refusals))
}

fn odds<R: ChartResult>(caption: &str, chart: &kernel::Chart<R>, modifiers: &Modifiers) -> OddsTable {
    let weights = chart.weights(modifiers.total());
    let of = weights.iter().sum();
    let rows = chart.rows().iter().zip(weights).map(|(row, weight)| (row.result.words(), weight)).collect();
    OddsTable {
        caption: caption.into(),
        head: chart.title().into(),
        rows,
        of,
        note: modifiers.iter().filter(|m| m.amount != 0).map(|m| m.label).collect::<Vec<_>>().join(", "),
        other: false,
    }
}
