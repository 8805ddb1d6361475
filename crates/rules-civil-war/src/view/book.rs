//! The book: the turn, armies, leaders and promotions, with what the neutral enters from the board.

use kernel::grammar::signed;
use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{
    Block, Cell, Choice, Field, FieldKind, Form, Page, PageHead, Panel, RowState, Sheet, ShownRefusal, Text,
};
use kernel::{Acting, RuleId, Seat, Side, is_lawful};
use serde_json::{Value, json};

use super::on::{can, choice, neutral, one, pick};
use super::{is_known, odds, seconded};
use crate::CivilWar;
use crate::command::Command;
use crate::rules::s10_promotions::waiting;
use crate::setup::{ArmyStart, Sp};
use crate::state::State;
use crate::words::{Arm, Class, Fate, Size, Stage};

/// The page.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main: Vec<Block> = seconded::for_the_umpire(state, seat).into_iter().collect();
    main.extend(seconded::waiting(state, seat, false));
    main.extend(now(state, seat));
    main.push(Block::Sheet(armies(state, seat)));
    main.extend(experience(state, seat));
    main.push(Block::Sheet(leaders(state)));
    main.extend(entries(state, seat));
    let (if_wrong, no_person) = (seconded::if_wrong(state, seat), seconded::no_person(state));
    let aside = [Some(turn(state)), odds::promotions(state), if_wrong, no_person, Some(Block::SinceLastHere)];
    let lede = "Both armies, their leaders, and what the book holds of them.";
    Page::new(head, &*state.setup.title, lede, main).aside(aside.into_iter().flatten().collect())
}

fn takes(state: &State, seat: Seat, command: &Command) -> bool {
    is_lawful::<CivilWar>(state, Acting::own(seat), command)
}

/// What goes on now: promotions, pulses, battles.
fn now(state: &State, seat: Seat) -> Option<Block> {
    let (setup, book) = (&state.setup, &state.facts.book);
    let mut forms: Vec<Option<Form>> = Vec::new();
    if neutral(state, seat) && !matches!(book.stage, Stage::Over | Stage::Battle) {
        let rolls = waiting(state).map(|one| Command::PromotionRoll { counter: one.counter });
        let named = rolls.map(|command| {
            let Command::PromotionRoll { counter } = &command else { return (command, String::new()) };
            let leader = setup.counter(*counter).map_or("", |counter| setup.named(counter.leader));
            let laid = book.track.iter().find(|one| one.counter == *counter).map_or(0, |one| one.turn);
            let waited = u32::from(book.turn.number.saturating_sub(laid));
            let words = format!("{leader}, {counter}: waited {}", kernel::grammar::counted(waited, "turn"));
            (command, words)
        });
        let roll = pick("promotion-roll", "Roll for a promotion on the track", ("counter", "Whose"), named);
        forms.push(roll.map(Form::rolling));
        let verb = match book.stage {
            Stage::Reinforcement => "Begin the pulses",
            _ if book.turn.number >= setup.last => "End the campaign",
            _ => "Begin the next turn",
        };
        let next = Form::of::<CivilWar>(state, seat, verb, &Command::NextStep { battle: None });
        // It stands where the pulses were begun: a second press must not pass them over.
        let next = match book.stage {
            Stage::Reinforcement => next,
            _ => {
                let words = "No pulse and no battle of it is entered any more. Battles that are open go on.";
                next.asking(format!("Turn {} is over then. {words}", book.turn.number))
            }
        };
        let entered = [Some(next), initiative(state, seat), opening(state, seat)];
        forms.extend(entered.map(|form| form.map(|form| seconded::by_both(state, form))));
    }
    match seat {
        Seat::Side(_) if book.initiative.is_some() => {
            let form = |verb, command| Some(Form::of::<CivilWar>(state, seat, verb, &command));
            forms.push(form("Use the free reinforcement on the board", Command::UseFreeReinforcement));
            let draw = form("Draw a promotion with it", Command::TakePromotion { counter: None });
            forms.push(draw.map(Form::rolling));
        }
        _ => {}
    }
    let body = can(forms)?;
    Some(Panel::new("now", "What is to be done", vec![body]).rule(RuleId("CWFF-10E-2")).yours().block())
}

fn initiative(state: &State, seat: Seat) -> Option<Form> {
    let die = |key, label: &str| Field::new(key, label, FieldKind::Number { min: 1, max: 6, value: 1 });
    // Dice that wait for the other side's word close no others.
    let dice = (1..=36).map(|n: u8| Command::Initiative { union: n.div_ceil(6), confederate: 1 + n % 6 });
    let waits = |command: &Command| state.facts.proposal.iter().any(|proposal| proposal.says == *command);
    let fresh = dice.into_iter().find(|command| !waits(command));
    let fresh = fresh.unwrap_or(Command::Initiative { union: 1, confederate: 1 });
    let reason = ShownRefusal::of::<CivilWar>(state, seat, &fresh);
    let form = Form::new("initiative", json!({"do": "initiative"}), "Enter the initiative dice of a pulse")
        .ask(die("union", "The Union threw"))
        .ask(die("confederate", "The Confederacy threw"));
    Some(form.closed(reason))
}

fn opening(state: &State, seat: Seat) -> Option<Form> {
    let setup = &state.setup;
    if !neutral(state, seat) || state.facts.book.stage != Stage::Pulses {
        return None;
    }
    let army = |army: &ArmyStart| choice(army.id, army.name.clone());
    let armies = || setup.armies.iter().map(army).collect::<Vec<Choice>>();
    let hexes = setup.hexes.iter().map(|hex| choice(hex.id, format!("{}, {}", hex.id, hex.terrain)));
    let mut edges: Vec<(crate::words::Edge, Vec<String>)> = Vec::new();
    for hex in &setup.hexes {
        for (edge, crossing) in &hex.sides {
            let words = format!("{} there: {}", hex.id, crossing.prose());
            match edges.iter_mut().find(|(known, _)| known == edge) {
                Some((_, all)) => all.push(words),
                None => edges.push((*edge, vec![words])),
            }
        }
    }
    let open = std::iter::once(choice(Value::Null, "open ground"));
    let sides = edges
        .into_iter()
        .map(|(edge, words)| choice(edge, format!("the {edge} side")).note(words.join("; ")));
    let columns: Vec<&str> = setup.crt.iter().map(|row| &*row.column).collect();
    let mut known: Vec<&str> = Vec::new();
    columns.into_iter().for_each(|column| {
        if !known.contains(&column) {
            known.push(column)
        }
    });
    let hint = if known.is_empty() {
        String::new()
    } else {
        let listed = known.join(", ");
        if setup.options.no_person() {
            format!("The campaign’s table has {listed}.")
        } else {
            format!(
                "The campaign’s table has {listed}. With any other, you enter the chance of demoralization after the battle."
            )
        }
    };
    let sizes = Size::ALL.iter().map(|size| choice(size, size.prose())).collect();
    let form = Form::new("enter-battle", json!({"do": "enter-battle"}), "Open a battle")
        .ask(one("attacker", "The army that enters the hex", armies(), None))
        .ask(one("defender", "The army that is there", armies(), None))
        .ask(one("hex", "The hex", hexes.collect(), None))
        .ask(one("hexside", "Over which side of the hex", open.chain(sides).collect(), Some(0)))
        .ask(
            Field::new(
                "column",
                "Column of the combat results table",
                FieldKind::Words { most: 12, value: "1:1".into() },
            )
            .hint(hint),
        )
        .ask(one("size", "Size of the battle", sizes, Some(1)));
    Some(form)
}

/// What the neutral notes from the board.
fn entries(state: &State, seat: Seat) -> Option<Block> {
    let (setup, book) = (&state.setup, &state.facts.book);
    if !neutral(state, seat) || matches!(book.stage, Stage::Over | Stage::Battle) {
        return None;
    }
    let army = |army: &ArmyStart| choice(army.id, army.name.clone());
    let armies = || setup.armies.iter().map(army).collect::<Vec<Choice>>();
    let arms = Arm::ALL.iter().map(|arm| choice(arm, arm.prose())).collect();
    let raise = Form::new("raise", json!({"do": "raise"}), "Enter a new strength point")
        .ask(one("army", "Of which army", armies(), None))
        .ask(Field::new("sp", "Its name", FieldKind::words(24)))
        .ask(one("arm", "Meant to be", arms, Some(0)));
    let points = book.army.iter().flat_map(|army| {
        army.sp.iter().map(move |sp| choice(sp.id, format!("{} of the {}", sp.id, setup.army_named(army.id))))
    });
    let move_sp =
        Form::new("move-sp", json!({"do": "move-sp"}), "Enter that a strength point joined another army")
            .ask(one("sp", "Which", points.collect(), None))
            .ask(one("army", "Which army", armies(), None));
    let lives = |id| book.person(id).is_none_or(|person| !person.fate.is_out_for_good());
    let people = setup.leaders.iter().filter(|card| lives(card.leader.id));
    let people = people.map(|card| choice(card.leader.id, card.leader.name.clone()));
    let move_leader =
        Form::new("move-leader", json!({"do": "move-leader"}), "Enter that a leader joined another army")
            .ask(one("leader", "Who", people.collect(), None))
            .ask(one("army", "Which army", armies(), None));
    let back = setup
        .leaders
        .iter()
        .map(|card| (Command::Recover { leader: card.leader.id }, card.leader.name.clone()));
    let recover = pick(
        "recover",
        "Enter that a wounded leader is back",
        ("leader", "Who"),
        back.filter(|(command, _)| takes(state, seat, command)),
    );
    let rallies = setup.armies.iter().map(|army| (Command::Rally { army: army.id }, army.name.clone()));
    let rally = pick(
        "rally",
        "Enter that an army rallied",
        ("army", "Which"),
        rallies.filter(|(command, _)| takes(state, seat, command)),
    );
    let forms = [Some(raise), Some(move_sp), Some(move_leader), recover, rally];
    let mut body: Vec<Block> =
        can(forms.map(|form| form.map(|form| seconded::by_both(state, form)))).into_iter().collect();
    body.extend(put_right(state, seat));
    Some(Panel::new("entries", "What happened on the board", body).rule(RuleId("CWFF-4F-1")).folded().block())
}

/// What a person who is the neutral puts right where the battle of a wrong report cannot be corrected any more. [CWFF-9A-1]
fn put_right(state: &State, seat: Seat) -> Vec<Block> {
    let (setup, book) = (&state.setup, &state.facts.book);
    if seat != Seat::Umpire || setup.options.no_person() {
        return Vec::new();
    }
    let army = |army: &ArmyStart| choice(army.id, army.name.clone());
    let armies = || setup.armies.iter().map(army).collect::<Vec<Choice>>();
    let held = book.army.iter().flat_map(|army| army.sp.iter().map(move |sp| (army.id, sp.id)));
    let held =
        held.map(|(army, sp)| (Command::Strike { sp }, format!("{sp} of the {}", setup.army_named(army))));
    let strike = pick(
        "strike",
        "Strike out a strength point that was lost after all",
        ("sp", "Which"),
        held.filter(|(command, _)| takes(state, seat, command)),
    );
    let classes = Class::ALL.iter().map(|class| choice(class, class.word())).collect();
    let arms = Arm::ALL.iter().map(|arm| choice(arm, arm.prose())).collect();
    let restore =
        Form::new("restore", json!({"do": "restore"}), "Enter that a strength point was not lost after all")
            .ask(one("army", "Of which army", armies(), None))
            .ask(Field::new("sp", "Its name", FieldKind::words(24)))
            .ask(one("class", "Its experience", classes, Some(1)))
            .ask(one("arm", "Meant to be", arms, Some(0)));
    let part = |key, label: &str| Field::new(key, label, FieldKind::Words { most: 12, value: "0".into() });
    let carry = Form::new("carry", json!({"do": "carry"}), "Put right what an army carries")
        .ask(one("army", "Which army", armies(), None))
        .ask(part("crack", "Of crack strength points").hint("As 3/20, three of twenty stands."))
        .ask(part("other", "Of the others"));
    let words = "A wrong report is corrected at its battle, and what followed is judged anew. Where a later battle began from it and \
                 was taken in, that battle stays as it was fought, and the book is put right here.";
    let mut body = vec![Block::Note(Text::new(words).rule(RuleId("CWFF-9A-1")))];
    body.extend(can([strike, Some(restore), Some(carry)]));
    body
}

fn armies(state: &State, seat: Seat) -> Sheet {
    let (setup, book) = (&state.setup, &state.facts.book);
    let columns = [("Army", Name), ("Strength points", Words), ("Leaders", Words), ("State", Words)];
    let mut armies = Sheet::new("Armies", &columns);
    for (army, start) in book.army.iter().zip(&setup.armies) {
        // What a strength point is, and what is carried, its side alone knows.
        let own = is_known(start.side, seat);
        let arm = |sp: &Sp| if sp.arm == Arm::Cavalry { ", meant to be cavalry" } else { "" };
        let sp = |sp: &Sp| {
            if own { format!("{} ({}{})", sp.id, sp.class, arm(sp)) } else { sp.id.to_string() }
        };
        let mut points = army.sp.iter().map(sp).collect::<Vec<_>>().join(", ");
        if own {
            points.push_str(&format!("; carried: crack {}, other {}", army.carried[0], army.carried[1]));
        }
        let leaders = army.leaders.iter().filter_map(|id| {
            let fate = book.person(*id).map_or(Fate::Active, |person| person.fate);
            let name = setup.named(*id);
            match fate {
                Fate::Active => Some(name.to_owned()),
                Fate::Wounded => Some(format!("{name} (wounded)")),
                Fate::Killed | Fate::Captured => None,
            }
        });
        let leaders = leaders.collect::<Vec<_>>().join(", ");
        let fights = state.battle_of(army.id).map(|battle| format!("in battle {}", battle.id));
        let state = match (army.demoralized, fights) {
            (false, None) => "—".into(),
            (true, None) => "demoralized".into(),
            (false, Some(fights)) => fights,
            (true, Some(fights)) => format!("demoralized, {fights}"),
        };
        let cells = [&*start.name, &points, &leaders, &state].map(Cell::new);
        armies.row(army.id.as_str(), RowState::Here, cells.to_vec());
    }
    armies
}

/// Strength points by experience with what is carried, of the armies whose side the seat is. [CWFF-9A-3]
fn experience(state: &State, seat: Seat) -> Option<Block> {
    let columns = [
        ("Army", Name),
        ("Green", Figure),
        ("Veteran", Figure),
        ("Crack", Figure),
        ("Carried, crack", Code),
        ("Carried, other", Code),
    ];
    let mut sheet = Sheet::new("Strength points by experience", &columns);
    for (army, start) in state.facts.book.army.iter().zip(&state.setup.armies) {
        if !is_known(start.side, seat) {
            continue;
        }
        let of = |class: Class| {
            let n = army.sp.iter().filter(|sp| sp.class == class).count();
            Cell::figure(i64::try_from(n).unwrap_or(0))
        };
        let cells = vec![
            Cell::new(&*start.name),
            of(Class::Green),
            of(Class::Veteran),
            of(Class::Crack),
            Cell::new(army.carried[0].to_string()),
            Cell::new(army.carried[1].to_string()),
        ];
        sheet.row(format!("of-{}", army.id), RowState::Here, cells);
    }
    if sheet.rows.is_empty() {
        return None;
    }
    let panel = Panel::new("experience", "Experience", vec![Block::Sheet(sheet)]).rule(RuleId("CWFF-4F-1"));
    Some(match Side::of(seat) {
        Some(side) => panel.secret(side.only()).block(),
        None => panel.secret(kernel::Audience::Umpire).block(),
    })
}

fn leaders(state: &State) -> Sheet {
    let (setup, book) = (&state.setup, &state.facts.book);
    let columns = [("Leader", Name), ("Stars", Words), ("Ratings", Words), ("State", Words)];
    let mut leaders = Sheet::new("Leaders", &columns);
    for person in &book.leader {
        let Some(leader) = book.in_play(setup, person.id) else { continue };
        let ratings = format!(
            "initiative {}, tactical {}, army {}{}",
            leader.initiative,
            signed(leader.tactical),
            signed(leader.army_command),
            if leader.cavalry { "; leads cavalry" } else { "" }
        );
        let cells =
            [&*leader.name, &"★".repeat(leader.stars.into()), &ratings, person.fate.prose()].map(Cell::new);
        let row = match person.fate {
            Fate::Active => RowState::Here,
            Fate::Wounded => RowState::Away,
            Fate::Killed | Fate::Captured => RowState::Gone,
        };
        leaders.row(person.id.as_str(), row, cells.to_vec());
    }
    leaders
}

/// The turn, the pulse, the track and the pool.
fn turn(state: &State) -> Block {
    let (setup, book) = (&state.setup, &state.facts.book);
    let named = |id| setup.counter(id).map_or("", |counter| setup.named(counter.leader));
    let track: Vec<String> = book
        .track
        .iter()
        .map(|one| format!("{}: {} (turn {})", named(one.counter), one.counter, one.turn))
        .collect();
    let pool: Vec<String> = book.pool.iter().map(|one| format!("{}: {one}", named(*one))).collect();
    let words = |of: Vec<String>| Text::new(if of.is_empty() { "none".into() } else { of.join(", ") });
    let mut facts = vec![
        (
            "Turn".to_owned(),
            Text::new(format!(
                "{} of {}, {} {}",
                book.turn.number, setup.last, book.turn.season, book.turn.year
            )),
        ),
        ("Promotions on the track".to_owned(), words(track)),
        ("Promotion pool".to_owned(), words(pool)),
    ];
    if let Some(initiative) = book.initiative {
        let dice =
            format!("Union {}, Confederate {}", initiative.dice[Side::FIRST], initiative.dice[Side::SECOND]);
        facts.push((format!("Dice of pulse {}", book.pulse), Text::new(dice)));
        let won = initiative.winner().map_or("nobody".to_owned(), |(side, _)| setup.sides[side].name.clone());
        let used = if initiative.free_used { ", free reinforcement used" } else { "" };
        facts.push(("Won by".to_owned(), Text::new(format!("{won}{used}"))));
    }
    Panel::new("turn", "The turn", vec![Block::Facts(facts)]).rule(RuleId("CWFF-10A-1")).block()
}
