//! What of the kernel and of `tabular` the model of a further system uses, each shown by what it does, and how long the model is.

use rules_toy::rules::s2_pickets::Placed;
use rules_toy::rules::s6_close::Closed;
use rules_toy::rules::s7_dawn::Revealed;
use std::collections::BTreeSet;

use kernel::view::{Block, FieldKind, Page, Paper};
use kernel::{Acting, Die, Odds, Question, Scripted, Sealed, Seat, System, Transcript, judge};
use rules_toy::{Command, Event, FORD, Phase, Pickets, RIVER, Setup, State};
use tabular::SetupFiles;

use crate::conformance::source;
use crate::table::{BLUE, GREY, ford, id, seal, table};

/// The longest that the model may be, as the formatter leaves it: whoever writes a further system reads it whole.
const MOST_LINES: usize = 1_200;

/// Everything that a system can use. A new facility is added here, and Pickets uses it. Parts of set-ups with files of their
/// own and a form for results are for systems whose players fill in long tables, and Pickets has none: Up Front is the model. The model of
/// a system that opens tables below it is the line, `rules-line`.
const FACILITIES: [&str; 33] = [
    "absence",
    "board of hexes with acts",
    "chart of the set-up over the printed one",
    "check with reasons",
    "closed control with its reason",
    "day that is reported of by itself",
    "draw over a chart",
    "forecast",
    "form that rolls",
    "hits on several dice",
    "imagined world",
    "modifier with its rule",
    "odds of a command",
    "odds table",
    "offer, walked and sampled",
    "opposed roll",
    "owed decision",
    "page built alone",
    "paper",
    "plan",
    "position that opens again",
    "rule texts",
    "ruling of the umpire",
    "sample that comes with it",
    "sealed choice, closed and opened",
    "secret event",
    "sequence of steps",
    "sheet with typed columns",
    "side that is told apart",
    "studio tables",
    "undo of an own act",
    "warning of a set-up",
    "what goes to a table above",
];

#[test]
fn the_model_uses_everything_that_there_is() {
    let mut used = BTreeSet::new();
    from_files(&mut used);
    from_pages(&mut used);
    from_play(&mut used);
    let missing: Vec<_> = FACILITIES.iter().filter(|facility| !used.contains(*facility)).collect();
    assert!(missing.is_empty(), "nobody who copies Pickets learns of: {missing:?}");
    assert_eq!(used.len(), FACILITIES.len(), "{used:?}");
}

#[test]
fn the_model_is_read_at_one_sitting() {
    fn lines(folder: &std::path::Path) -> usize {
        let entries = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
        entries.map(|path| if path.is_dir() { lines(&path) } else { lines_of(&path) }).sum()
    }
    fn lines_of(file: &std::path::Path) -> usize {
        std::fs::read_to_string(file).expect("a source").lines().count()
    }
    let lines = lines(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(
        lines <= MOST_LINES,
        "the model has {lines} lines; move what every system repeats into the kernel"
    );
}

type Used = BTreeSet<&'static str>;

fn note(used: &mut Used, facility: &'static str, holds: bool) {
    if holds {
        used.insert(facility);
    }
}

fn from_files(used: &mut Used) {
    let river = Setup::load("river.toml", RIVER).expect("a shipped set-up");
    note(used, "chart of the set-up over the printed one", river.pay.id() != ford().pay.id());
    let poor = Setup::load("ford.toml", &FORD.replace("worth = 3", "worth = 0")).expect("an odd set-up");
    note(used, "warning of a set-up", !Pickets::warnings(&poor).is_empty());
    note(used, "studio tables", !Pickets::tables(FORD).is_empty() && Pickets::blank().is_some());
    let samples = Pickets::samples();
    let opens = samples.iter().all(|sample| Setup::load(sample.file, sample.setup).is_ok());
    note(used, "sample that comes with it", opens && !samples.is_empty());
    note(used, "forecast", !Pickets::forecast(&ford()).is_empty());
    note(used, "rule texts", !Pickets::rules().is_empty());
}

fn from_pages(used: &mut Used) {
    let state = table(Phase::Dusk, |blue, _| blue.coins = 2);
    let view = Pickets::view(&state, BLUE);
    let alone = Pickets::page(&state, BLUE, "points");
    note(used, "page built alone", alone.is_some() && alone.as_ref() == view.pages.last());
    let blocks = |of: fn(&Block) -> bool| view.pages.iter().any(|page| any(page, of));
    let over = table(Phase::Over, |blue, grey| (blue.coins, grey.points) = (2, 3));
    let handed = serde_json::json!({"coins": [2, 0], "points": [0, 3]});
    let up = [Pickets::hands_up(&state), Pickets::hands_up(&over)] == [None, Some(handed)];
    note(used, "what goes to a table above", up);
    note(used, "owed decision", blocks(|block| matches!(block, Block::Owed(items) if !items.is_empty())));
    note(used, "sequence of steps", blocks(|block| matches!(block, Block::Steps(_))));
    note(used, "sheet with typed columns", blocks(|block| matches!(block, Block::Sheet(_))));
    let acts = |block: &Block| matches!(block, Block::Board(board) if !board.acts.is_empty());
    note(used, "board of hexes with acts", blocks(acts));
    let forms = view.forms();
    let planned = forms.iter().find(|form| form.planned).expect("a planned form");
    let drawn = |block: &Block| matches!(block, Block::Plan(plan) if plan.form == "dig");
    let place = serde_json::json!({"do": "dig", "post": "mill"});
    let dig: Command = serde_json::from_value(place).expect("a command");
    let dug = table(Phase::Dusk, |blue, _| {
        (blue.coins, blue.posts) = (1, [crate::table::picket("mill", 0)].into_iter().collect());
    });
    let comes_to = Pickets::plan(&dug, BLUE, &dig, &serde_json::Value::Null);
    note(used, "plan", planned.id == "dig" && blocks(drawn) && !comes_to.is_empty());
    note(used, "closed control with its reason", forms.iter().any(|form| form.closed.is_some()));
    note(used, "form that rolls", forms.iter().any(|form| form.rolls));
    note(used, "odds table", forms.iter().any(|form| !form.odds.is_empty()));
    let reason = |form: &&&kernel::view::Form| {
        form.fields.iter().any(|field| {
            matches!(&field.kind, FieldKind::One { choices, .. } if choices.iter().any(|one| one.closed.is_some()))
        })
    };
    note(used, "check with reasons", forms.iter().find(reason).is_some());
    let papers: Vec<Paper> = Pickets::papers(&state, BLUE);
    note(used, "paper", !papers.is_empty());
    let apart = Pickets::view(&state, GREY) != view && Pickets::view(&state, Seat::Spectator) != view;
    note(used, "side that is told apart", apart);
    note(
        used,
        "absence",
        Pickets::in_absence(&state, BLUE).is_some() && !Pickets::in_absence_words().is_empty(),
    );
    note(used, "undo of an own act", {
        let placed = Event::Placed(Placed { side: kernel::Side::FIRST, post: id("mill") });
        BLUE.sees(placed.audience()) && !GREY.sees(placed.audience())
    });
    let fresh = State::open(ford());
    let odds = Odds::of::<Pickets>(&fresh, Acting::own(BLUE), &Command::Pay);
    note(used, "odds of a command", odds.is_ok_and(|odds| odds.mean().is_some()));
    let mut templates = Vec::new();
    Pickets::offers(&state, BLUE, &mut templates);
    let sampled = templates.iter().all(|one| {
        let command = Pickets::sample(&state, BLUE, one, &mut |_| 0);
        let mut walked = Vec::new();
        Pickets::each(&state, BLUE, one, &mut |command| {
            walked.push(command);
            std::ops::ControlFlow::Continue(())
        });
        walked.contains(&command)
    });
    note(used, "offer, walked and sampled", sampled && !templates.is_empty());
    note(used, "position that opens again", {
        Pickets::open_position(ford(), Pickets::position(&state)).is_ok_and(|again| again == state)
    });
    let mut pick = source(7);
    let world = Pickets::imagine(&dug, GREY, &mut *pick);
    note(used, "imagined world", world != dug);
}

fn any(page: &Page, of: fn(&Block) -> bool) -> bool {
    fn within(block: &Block, of: fn(&Block) -> bool) -> bool {
        let inside = |panel: &kernel::view::Panel| panel.body.iter().any(|block| within(block, of));
        of(block) || matches!(block, Block::Panel(panel) if inside(panel))
    }
    page.main.iter().chain(&page.aside).any(|block| within(block, of))
}

/// Two sides that both raid, over the whole of a round.
fn from_play(used: &mut Used) {
    let mut state = State::open(ford());
    let (place, dig, scout) = (
        Command::Place { post: id("mill") },
        Command::Dig { post: id("mill") },
        Command::Scout { post: id("wood") },
    );
    let raid = seal(rules_toy::state::Stance::Raid);
    let night = [scout, raid, Command::Close];
    let mut acts = Vec::new();
    for seat in [BLUE, GREY] {
        acts.extend([Command::Pay, place, dig, Command::Close].map(|command| (seat, command)));
    }
    for seat in [BLUE, GREY] {
        acts.extend(night.map(|command| (seat, command)));
    }
    acts.push((Seat::Clock, Command::Dawn));
    for (seat, command) in acts {
        let (events, asked) = done(&mut state, seat, &command);
        for event in &events {
            note(used, "secret event", event.audience() != kernel::Audience::Public);
            let begins = Pickets::begins_stretch(event) && Pickets::ends_stretch(event);
            note(used, "day that is reported of by itself", begins);
        }
        for question in asked {
            note(used, "ruling of the umpire", !question.choices.is_empty());
            note(used, "opposed roll", matches!(question.die, Some(Die::HighRoll { .. })));
            note(used, "hits on several dice", matches!(question.die, Some(Die::Hits { .. })));
        }
    }
    let setup = ford();
    let digest = Some(crate::table::hex("d"));
    let closed = Event::Closed(Closed { side: kernel::Side::FIRST, round: 1, phase: Phase::Night, digest });
    let nonce = Some(crate::table::hex("a"));
    let stance = rules_toy::state::Stance::Raid;
    let opened = Event::Revealed(Revealed { side: kernel::Side::FIRST, round: 1, stance, nonce });
    let seals = [closed, opened].map(|event| Pickets::seals(&setup, &event));
    let both =
        matches!(&seals[0][..], [Sealed::Closed { .. }]) && matches!(&seals[1][..], [Sealed::Opened { .. }]);
    note(used, "sealed choice, closed and opened", both);
    let mut pay = State::open(ford());
    pay.sides[kernel::Side::SECOND].points = 3;
    let rolls = crate::table::done(&mut pay, BLUE, Command::Pay, &[&[3]]).1;
    note(used, "draw over a chart", rolls[0].chart.is_some());
    note(used, "modifier with its rule", rolls[0].modifiers.iter().any(|one| one.rule == "TOY-1"));
}

/// Gives a command, and whatever it asks for: sixes, or the first choice.
fn done(state: &mut State, seat: Seat, command: &Command) -> (Vec<Event>, Vec<Question>) {
    let (mut answers, mut asked) = (Vec::new(), Vec::new());
    loop {
        let (mut copy, mut transcript) = (state.clone(), Transcript::<Pickets>::new());
        let mut scripted = Scripted::answers(answers.clone());
        match judge::<Pickets>(&mut copy, Acting::own(seat), command, &mut scripted, &mut transcript) {
            Ok(()) => {
                *state = copy;
                return (transcript.events, asked);
            }
            Err(kernel::Halt::Awaiting(question)) => {
                answers.push(crate::table::answer(&question));
                asked.push(*question);
            }
            Err(other) => panic!("{command:?}: {other:?}"),
        }
    }
}
