//! The battles, step by step: what is owed, what can be done, what this turn asks, and what everybody may know.

use kernel::grammar::{counted, listed};
use kernel::view::ColumnRole::{Name, Words};
use kernel::view::{Block, Cell, ItemState, Page, PageHead, Panel, Plan, RowState, Sheet, StepRow, Text};
use kernel::{RuleId, Seat, Side};

use super::on::On;
use super::{acts, field, odds, owed, papers, reckoning, seconded};
use crate::battle::{Battle, Report, report};
use crate::charts::s11_army_leader::{radius, rerolls};
use crate::rules::s7_ratings::unrated;
use crate::rules::s11_rerolls::inside_without;
use crate::state::State;
use crate::words::{Crossing, Edge, Stage, Step};

/// The page.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Page {
    let owed = owed(state, seat);
    // By day the turn, its hour and the notice come before everything else.
    let mut main: Vec<Block> = seconded::for_the_umpire(state, seat).into_iter().collect();
    main.extend(seconded::waiting(state, seat, true));
    main.extend(On::each(state, seat).flat_map(due));
    main.extend((!owed.is_empty()).then_some(Block::Owed(owed)));
    let mut aside = Vec::new();
    for on in On::each(state, seat) {
        if on.battle.step == Step::Away {
            main.extend(away(on));
            continue;
        }
        main.extend(now(on));
        main.extend(acts::leaving(on));
        // Below what a turn asks: on a phone thirty turns fill the screen.
        main.extend(field::hours(on));
        main.push(public(on));
        main.extend(odds::reckoning(on));
        main.extend(papers::game_day(on));
        main.extend(on.known().filter_map(|side| papers::result_form(on, side)));
        aside.push(steps(on));
        aside.extend(leaders(on));
    }
    let closed = state.facts.battle.iter().filter(|battle| battle.step == Step::Closed);
    for battle in closed {
        let on = On { state, battle, seat };
        main.extend(acts::won_on_board(on));
        main.extend(goes_up(on));
        main.extend(reckoning::fought(on));
    }
    if main.is_empty() {
        let words = if state.setup.options.no_person() {
            "No battle is open. One side proposes one on the page of the book when an army enters a hex, the other confirms it."
        } else {
            "No battle is open. The neutral opens one on the page of the book when an army enters a hex."
        };
        main.push(Block::Empty(Text::new(words).say(" ").link("book", "", "To the book.")));
    }
    aside.extend(seconded::if_wrong(state, seat));
    aside.extend(seconded::no_person(state));
    aside.push(Block::SinceLastHere);
    Page::new(head, "Battles", "What is to be done now, and what everybody may know.", main).aside(aside)
}

/// What the present step asks for, with its forms.
fn now(on: On<'_>) -> Option<Block> {
    let forms = acts::of(on);
    let mut body = Vec::new();
    let (page, words) = match on.battle.step {
        Step::Orders => ("orders", "Orders of battle are written on their own page."),
        Step::Flanks => ("flanks", "Flank marches are decided on their own page."),
        Step::Sketch | Step::Night => ("field", "Sketches and night moves are laid out on the field."),
        Step::Placing => ("ratings", "Ratings are rolled on their own page."),
        Step::Day if on.neutral_for().any(|side| !unrated(on.battle, side).is_empty()) => {
            ("ratings", "Who came to the table is rated on the page of ratings.")
        }
        _ => ("", ""),
    };
    if !words.is_empty() && !matches!(on.seat, Seat::Spectator | Seat::Clock) {
        body.push(Block::Note(Text::new(words).say(" ").link(page, "", "Go there.")));
    }
    if on.battle.step == Step::Night {
        let words = "Stands that ran away are back with their brigades; all other losses stay. What has not come to the table by \
                     now never comes.";
        body.push(Block::Note(Text::new(words).rule(RuleId("CWFF-8A-2"))));
    }
    let report =
        forms.iter().any(|block| matches!(block, Block::Can(forms) if forms.iter().any(|form| form.planned)));
    body.extend(forms);
    if let Some(side) = on.own().filter(|_| report) {
        let now = on.half(side).report.clone().unwrap_or_default();
        body.push(Block::Plan(Plan { form: on.at("report"), body: weighed(on, side, &now) }));
    }
    if body.is_empty() {
        return None;
    }
    let title = format!("Battle {}: {}", on.battle.id, on.battle.step.prose());
    Some(Panel::new(on.at("now"), title, body).yours().block())
}

/// A battle at a table of its own, and what the neutral can enter of it here.
fn away(on: On<'_>) -> Vec<Block> {
    let words = if on.setup().options.no_person() {
        "It has a table of its own. The page “Other tables” says how it stands there and leads there. When the battle is over, \
         each of you says there that what came of it is taken in. The book goes on meanwhile."
    } else {
        "It has a table of its own. The page “Other tables” says how it stands there and leads there; what comes of it is taken \
         in there by the neutral. The book goes on meanwhile."
    };
    let title = format!("Battle {}: at a table of its own", on.battle.id);
    let mut all = vec![Panel::new(on.at("now"), title, vec![Block::Note(Text::new(words))]).block()];
    all.extend(acts::by_hand(on).map(|form| {
        let words = "Only when that table was broken off. Otherwise what comes of it is taken in on the page “Other tables”.";
        let body = vec![Block::Note(Text::new(words)), form];
        Panel::new(on.at("by-hand"), "If it was broken off", body).rule(RuleId("CWFF-1-1")).folded().block()
    }));
    all.push(public(on));
    all
}

/// At a table of one battle: what is over here is not in the book yet.
fn goes_up(on: On<'_>) -> Option<Block> {
    let words = if on.setup().options.no_person() {
        "It is over here. Each of you now says at the table above that what came of it is taken in: the page “Other tables” leads \
         there. When both have said so, nothing is done here any more."
    } else {
        "It is over here. The neutral takes in what came of it at the table above: the page “Other tables” leads there. From then \
         on nothing is done here any more."
    };
    let body = || vec![Block::Note(Text::new(words))];
    let alone = on.state.facts.book.stage == Stage::Battle;
    alone.then(|| Panel::new(on.at("goes-up"), "What comes next", body()).rule(RuleId("CWFF-9A-1")).block())
}

/// What a report comes to for the side that writes it.
pub(super) fn plan(state: &State, side: Side, battle: &Battle, report: &Report) -> Vec<Block> {
    let report = &battle.report_meant(side, report);
    let wrong = kernel::grammar::all_against(|why| report::check(battle, side, report, why));
    let say = |one: &kernel::Refusal| {
        Block::Note(Text::empty().strong("In the way: ").say(one.sentence.clone()).rule(one.rule))
    };
    let mut all: Vec<Block> = wrong.iter().flat_map(|wrong| wrong.all()).map(say).collect();
    all.extend(weighed(On { state, battle, seat: side.seat() }, side, report));
    all
}

fn weighed(on: On<'_>, side: Side, report: &Report) -> Vec<Block> {
    let mut battle = on.battle.clone();
    battle.halves[side].report = Some(report.clone());
    reckoning::losses(On { battle: &battle, ..on }, side)
}

/// What is due this turn, and nothing that is not: notices, arrivals, ratings. [CWFF-8-1]
fn due(on: On<'_>) -> Vec<Block> {
    if on.battle.step != Step::Day {
        return Vec::new();
    }
    let day = on.battle.game_day();
    let turn = on.battle.turn;
    let mut rows = Vec::new();
    let mut row = |key: &str, title: String, state: ItemState, rule: &'static str| {
        rows.push(StepRow {
            key: key.into(),
            title,
            state,
            now: state != ItemState::Done,
            note: Text::empty().rule(RuleId(rule)),
        });
    };
    if turn == 0 {
        row("dawn", format!("The day opens at {}.", day.clock(1)), ItemState::Waiting, "CWFF-8-1");
    }
    for notice in on.battle.notices.iter().filter(|_| on.battle.day == 1) {
        let edge = notice.edge.map_or("", Edge::prose);
        let whose = notice.side.map_or("a force".to_owned(), |side| format!("a {} force", on.named(side)));
        // Its own side and the neutral read more of it on the turn on which it enters.
        let knows = notice.side.is_some_and(|side| on.known().any(|known| known == side));
        if notice.turn == turn {
            let words = format!("Notice: {whose} enters at the {edge} edge on turn {}.", turn + 1);
            row("notice", words, ItemState::Waiting, "CWFF-7B-3");
        } else if notice.turn + 1 == turn && !knows {
            let whose = kernel::grammar::capital(&whose);
            let (words, state) = if has_come(on, notice) {
                (format!("{whose} entered at the {edge} edge this turn."), ItemState::Done)
            } else {
                (format!("{whose} enters at the {edge} edge this turn."), ItemState::Waiting)
            };
            row("arrive", words, state, "CWFF-7B-3");
        }
    }
    for side in on.known().filter(|side| on.own() == Some(*side) || on.seat == Seat::Umpire) {
        for due in &on.half(side).due {
            let Some(flank) = due.flank else { continue };
            let edge = on.battle.flank_edge(side, flank).map_or("", Edge::prose);
            let state = if on.own() == Some(side) { ItemState::Yours } else { ItemState::Waiting };
            let name = on.named(side);
            row(
                "arrive",
                format!("{name}: the force on the {flank} enters at the {edge} edge."),
                state,
                "CWFF-7B-3",
            );
        }
        let left = unrated(on.battle, side).len();
        if left > 0 && on.neutral_for().any(|of| of == side) {
            let words = format!("{}: {} to roll.", on.named(side), counted(left, "rating"));
            row("rate", words, ItemState::Waiting, "CWFF-7B-11");
        }
    }
    if rows.is_empty() {
        let words = "Nothing but what the table does itself: move, fire, fight.".to_owned();
        rows.push(StepRow {
            key: "play".into(),
            title: words,
            state: ItemState::Waiting,
            now: true,
            note: Text::empty(),
        });
    }
    let title = if turn == 0 {
        "Before the first turn".to_owned()
    } else {
        format!("Turn {turn}, {}", day.clock(turn))
    };
    let left = day.turns.saturating_sub(turn);
    let mut body = vec![Block::Steps(rows)];
    let owes = |side: Side| on.half(side).rates;
    if on.setup().options.no_person() && on.own().is_some() && !Side::BOTH.into_iter().any(owes) {
        let opens = if left == 0 { "lets night fall" } else { "opens the next turn" };
        let words = format!("Either side {opens} when both are done, and a force that is due has entered.");
        body.push(Block::Note(Text::new(words).rule(RuleId("CWFF-8-1"))));
    }
    let words = match left {
        0 => format!("Dusk falls at {}; this is the last turn of the day.", day.clock(day.turns)),
        left => format!("Dusk falls at {}; {} after this one.", day.clock(day.turns), counted(left, "turn")),
    };
    vec![on.panel("turn", title, body).remark(Text::new(words)).rule(RuleId("CWFF-8-1")).block()]
}

/// Whether a force that was told of has entered: as many as were told of at that edge by then. Which one that is need not be
/// told.
fn has_come(on: On<'_>, notice: &crate::battle::Notice) -> bool {
    let battle = on.battle;
    let alike = |one: &&crate::battle::Notice| (one.side, one.edge) == (notice.side, notice.edge);
    let told = battle.notices.iter().filter(alike).filter(|one| one.turn <= notice.turn).count();
    let sides = Side::BOTH.into_iter().filter(|side| notice.side.is_none_or(|whose| whose == *side));
    let there = |side: Side, flank| notice.edge.is_none() || battle.flank_edge(side, flank) == notice.edge;
    let entered =
        sides.map(|side| battle.halves[side].entered.iter().filter(|flank| there(side, **flank)).count());
    entered.sum::<usize>() >= told
}

/// What everybody may know.
fn public(on: On<'_>) -> Block {
    let battle = on.battle;
    let day = battle.game_day();
    let clock = match battle.step {
        Step::Day if battle.turn > 0 => {
            format!("day {}, turn {} of {}, {}", battle.day, battle.turn, day.turns, day.clock(battle.turn))
        }
        step => step.prose().into(),
    };
    let leads = |side: Side| {
        let leader = battle.halves[side].leads.and_then(|id| battle.muster(side).leader(id));
        match (leader, inside_without(battle, side, &on.setup().options)) {
            (Some(leader), None) => format!("{}, radius {}", leader.name, radius(leader.army_command)),
            (Some(leader), Some(_)) => format!("{}, gone", leader.name),
            (None, _) if battle.step < Step::Placing => "not known yet".into(),
            (None, _) => "none".into(),
        }
    };
    let shown = |side: Side| {
        let shown = &battle.halves[side].shown;
        if shown.is_empty() {
            "none".into()
        } else {
            shown.iter().map(|unit| on.setup().called(*unit)).collect::<Vec<_>>().join(", ")
        }
    };
    let edge =
        |side: Side| battle.edge_of(side).map_or(String::new(), |edge| format!(", at the {edge} edge"));
    let attacker = battle.input.attacker;
    let agreed = |side: Side| match battle.halves[side].agrees {
        Some(ratio) => {
            format!("{ratio} for a strength point")
        }
        None => "not yet".into(),
    };
    let mut facts = vec![
        ("Attacker".to_owned(), format!("{}{}", on.army(attacker), edge(attacker))),
        ("Defender".to_owned(), format!("{}{}", on.army(attacker.enemy()), edge(attacker.enemy()))),
        (
            "Where".to_owned(),
            match battle.input.crossing {
                Crossing::Open => format!("{}, {}", battle.input.hex, battle.input.terrain),
                over => format!("{}, {}, over {}", battle.input.hex, battle.input.terrain, over.prose()),
            },
        ),
        ("Column".to_owned(), format!("{}, {}", battle.input.column, battle.input.size)),
        ("Field".to_owned(), battle.field.clone().unwrap_or("not known yet".into())),
        ("Now".to_owned(), clock),
    ];
    // Of what is played at another table nothing is known here.
    let here = battle.step != Step::Away;
    if !here {
        facts.truncate(4);
    }
    for side in Side::BOTH.into_iter().filter(|_| here) {
        let name = on.named(side);
        if battle.step == Step::Agreement {
            facts.push((format!("{name} agrees"), agreed(side)));
        }
        facts.push((format!("{name} army leader"), leads(side)));
        facts.push((format!("{name} units seen"), shown(side)));
        if let Some(points) = battle.halves[side].points {
            facts.push((format!("{name} victory points"), points.to_string()));
        }
    }
    let facts = facts.into_iter().map(|(name, words)| (name, Text::new(words))).collect();
    let title = format!("Battle {}", battle.id);
    Panel::new(on.at("battle"), title, vec![Block::Facts(facts)]).rule(RuleId("CWFF-1-1")).block()
}

/// The steps B1 to B12.
fn steps(on: On<'_>) -> Block {
    let names = [
        (Step::Agreement, "the agreement"),
        (Step::Field, "the battlefield"),
        (Step::Edge, "the side of the field"),
        (Step::Orders, "orders of battle"),
        (Step::Flanks, "flank marches"),
        (Step::Sketch, "sketches and breastworks"),
        (Step::Placing, "placing and ratings"),
        (Step::Marches, "marches and meetings"),
        (Step::Day, "the day"),
        (Step::Night, "the night"),
        (Step::After, "the reckoning"),
    ];
    // A step that a battle passes without coming to it.
    let passed = |step: Step| match step {
        Step::Night if on.battle.step > Step::Night && !on.battle.night_fell => "There was none.",
        Step::Marches if on.setup().options.no_person() => "They are thrown on the turns on which they show.",
        _ => "",
    };
    let row = |(at, (step, title)): (usize, &(Step, &str))| StepRow {
        key: format!("B{}", at + 1),
        title: kernel::grammar::capital(title),
        state: match step.cmp(&on.battle.step) {
            _ if !passed(*step).is_empty() => ItemState::Closed,
            std::cmp::Ordering::Less => ItemState::Done,
            std::cmp::Ordering::Equal => ItemState::Waiting,
            std::cmp::Ordering::Greater => ItemState::Later,
        },
        now: *step == on.battle.step,
        note: Text::new(passed(*step)),
    };
    let rows = names.iter().enumerate().map(row).collect();
    Panel::new(on.at("steps"), format!("Steps of {}", on.battle.id), vec![Block::Steps(rows)]).block()
}

/// Army leaders with their radius and rolls, both public. [CWFF-11D-1] [CWFF-11D-3]
fn leaders(on: On<'_>) -> Option<Block> {
    let columns = [("Side", Name), ("Army leader", Words), ("Radius", Words), ("Rolled again", Words)];
    let mut sheet = Sheet::new("Army leaders", &columns);
    for side in Side::BOTH {
        let half = on.half(side);
        let without = inside_without(on.battle, side, &on.setup().options);
        if let Some(inside) = without.filter(|_| on.battle.step >= Step::Placing && on.battle.ratio.is_some())
        {
            let who = if half.leader_gone { "gone" } else { "none" };
            let corps = if inside { "corps leaders act as usual" } else { "corps leaders count as outside" };
            let cells = [on.named(side), who, corps, "—"];
            sheet.row(format!("leads-{}", side.number()), RowState::Here, cells.map(Cell::new).to_vec());
            continue;
        }
        let Some(leader) = half.leads.and_then(|id| on.battle.muster(side).leader(id)) else { continue };
        let again = match rerolls(leader.army_command) {
            (0, _) => "—".to_owned(),
            (n, against) => {
                let whose = if against { "of the enemy’s choice" } else { "of his choice" };
                format!("{} of {n} this turn, {whose}", half.rerolls())
            }
        };
        let cells = [on.named(side), &leader.name, &radius(leader.army_command).to_string(), &again];
        sheet.row(format!("leads-{}", side.number()), RowState::Here, cells.map(Cell::new).to_vec());
    }
    if sheet.rows.is_empty() {
        return None;
    }
    let words = "A corps leader farther away than that is outside: his modifiers count 1 less, never below 0. The page Odds takes the \
         inches that you measure, and says whether one of yours is.";
    let body = vec![Block::Sheet(sheet), Block::Note(Text::new(words).rule(RuleId("CWFF-11A-2")))];
    Some(on.panel("leaders", "Army leaders’ radius", body).rule(RuleId("CWFF-11D-1")).block())
}

/// Names in a row.
pub(super) fn names<T: ToString>(of: &[T]) -> String {
    if of.is_empty() { "none".into() } else { listed(of.iter().map(ToString::to_string)) }
}
