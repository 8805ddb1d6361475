//! Who sees what: the pages of each seat, built from nothing.

pub mod charts;

use kernel::grammar::{counted, counted_of};
use kernel::view::ColumnRole::{Name, Words};
use kernel::view::{Block, Cell, OwedItem, Page, PageHead, Panel, RowState, Sheet, Text};
use kernel::{Seat, Side};

use crate::battle::Battle;
use crate::charts::s11_army_leader::radius;
use crate::oob::label::Label;
use crate::rules::s5_flanks::starts_worn;
use crate::rules::s6_sketch;
use crate::rules::s8_disclosure::words;
use crate::setup::Sp;
use crate::sight::could_be_seen;
use crate::state::State;
use crate::words::{Flank, Stage, Step};

/// Where play stands.
pub fn standing(state: &State) -> String {
    let book = &state.facts.book;
    match book.stage {
        Stage::Over => "Played".into(),
        stage => {
            format!("Turn {}, {} {} · {}", book.turn.number, book.turn.season, book.turn.year, stage.prose())
        }
    }
}

/// What a side still has to do in its battles, from what it knows itself.
pub fn owed(state: &State, seat: Seat) -> Vec<OwedItem> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    let mut all = Vec::new();
    for battle in state.open_battles() {
        let half = &battle.halves[side];
        let words = match battle.step {
            Step::Agreement if half.agrees.is_none() => "agree to a ratio, or let it be fought on the board",
            Step::Edge if battle.input.attacker != side => "choose your side of the field",
            Step::Orders if half.oob.is_none() => "hand in your order of battle",
            Step::Flanks if half.flanks.is_none() => "decide on flank marches",
            Step::Sketch if !half.closed => "sketch your deployment, and close it",
            Step::Day if !half.due.is_empty() => "bring the force to the table that is due",
            Step::Night if !half.closed => "close the night",
            Step::After if half.report.is_none() => "report your losses",
            _ => continue,
        };
        let text = Text::empty().side(side.number()).say(format!(" ({}): {words}.", battle.id));
        all.extend(OwedItem::of_sides(
            seat,
            std::iter::once(side),
            ("battles", "own", "To the battles"),
            |_| text.clone(),
        ));
    }
    all
}

fn is_known(side: Side, seat: Seat) -> bool {
    side.is_known_to(seat)
}

/// The book: armies, leaders, promotions.
pub fn book(state: &State, seat: Seat, head: PageHead) -> Page {
    let (setup, book) = (&state.setup, &state.facts.book);
    let mut armies = Sheet::new(
        "Armies",
        &[("Army", Name), ("Strength points", Words), ("Leaders", Words), ("State", Words)],
    );
    for (army, start) in book.army.iter().zip(&setup.armies) {
        // What a strength point is, and what is carried, its side alone knows.
        let own = is_known(start.side, seat);
        let sp = |sp: &Sp| if own { format!("{} ({})", sp.id, sp.class) } else { sp.id.to_string() };
        let mut points = army.sp.iter().map(sp).collect::<Vec<_>>().join(", ");
        if own {
            points.push_str(&format!("; carried: crack {}, other {}", army.carried[0], army.carried[1]));
        }
        let leaders = army.leaders.iter().map(|id| setup.named(*id)).collect::<Vec<_>>().join(", ");
        let cells = [&*start.name, &points, &leaders, if army.demoralized { "demoralized" } else { "—" }]
            .map(Cell::new);
        armies.row(army.id.as_str(), RowState::Here, cells.to_vec());
    }
    let mut leaders =
        Sheet::new("Leaders", &[("Leader", Name), ("Stars", Words), ("Ratings", Words), ("State", Words)]);
    for person in &book.leader {
        let Some(leader) = book.in_play(setup, person.id) else { continue };
        let ratings = format!(
            "initiative {}, tactical {}, army {}",
            leader.initiative, leader.tactical, leader.army_command
        );
        let cells = [&*leader.name, &leader.stars.to_string(), &ratings, person.fate.prose()].map(Cell::new);
        leaders.row(person.id.as_str(), RowState::Here, cells.to_vec());
    }
    let track =
        book.track.iter().map(|one| format!("{} (turn {})", one.counter, one.turn)).collect::<Vec<_>>();
    let pool = book.pool.iter().map(ToString::to_string).collect::<Vec<_>>();
    let facts = vec![
        (
            "Promotions on the track".into(),
            Text::new(if track.is_empty() { "none".into() } else { track.join(", ") }),
        ),
        ("Promotion pool".into(), Text::new(if pool.is_empty() { "none".into() } else { pool.join(", ") })),
    ];
    let blocks = vec![Block::Sheet(armies), Block::Sheet(leaders), Block::Facts(facts)];
    Page::new(head, &*setup.title, standing(state), blocks)
}

/// The battles, each as far as the seat may know.
pub fn battles(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut blocks = vec![Block::Owed(owed(state, seat))];
    for battle in &state.facts.battle {
        blocks.push(public(state, battle));
        let open = battle.is_disclosed();
        for side in Side::BOTH.into_iter().filter(|side| open || is_known(*side, seat)) {
            blocks.push(own(state, battle, side));
        }
        if open || seat == Seat::Umpire {
            blocks.push(sealed(battle));
        }
        if seat == Seat::Umpire && battle.step == Step::Placing {
            blocks.push(proposed(state, battle));
        }
    }
    Page::new(head, "Battles", "Each battle that the book has opened.", blocks)
}

fn public(state: &State, battle: &Battle) -> Block {
    let day = battle.game_day();
    let clock = match battle.step {
        Step::Day if battle.turn > 0 => {
            format!("day {}, turn {} of {}, {}", battle.day, battle.turn, day.turns, day.clock(battle.turn))
        }
        step => step.prose().into(),
    };
    let leads = |side: Side| {
        let leader = battle.halves[side].leads.and_then(|id| battle.muster(side).leader(id));
        leader.map_or("nobody yet".into(), |leader| {
            format!("{}, radius {}", leader.name, radius(leader.army_command))
        })
    };
    let shown =
        |side: Side| battle.halves[side].shown.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let name = |side: Side| state.setup.army_named(battle.muster(side).army).to_owned();
    let facts = vec![
        ("Attacker".into(), Text::new(name(battle.input.attacker))),
        ("Defender".into(), Text::new(name(battle.input.attacker.enemy()))),
        (
            "Where".into(),
            Text::new(format!(
                "{}, {}, over {}",
                battle.input.hex,
                battle.input.terrain,
                battle.input.crossing.prose()
            )),
        ),
        ("Field".into(), Text::new(battle.field.clone().unwrap_or("not known yet".into()))),
        ("Now".into(), Text::new(clock)),
        ("Union army leader".into(), Text::new(leads(Side::FIRST))),
        ("Confederate army leader".into(), Text::new(leads(Side::SECOND))),
        ("Union units seen".into(), Text::new(shown(Side::FIRST))),
        ("Confederate units seen".into(), Text::new(shown(Side::SECOND))),
    ];
    let id = format!("battle-{}", battle.id);
    Panel::new(id, format!("Battle {}", battle.id), vec![Block::Facts(facts)]).block()
}

fn own(state: &State, battle: &Battle, side: Side) -> Block {
    let half = &battle.halves[side];
    let columns =
        [("Brigade", Name), ("Stands", Words), ("Class", Words), ("Label", Words), ("On the day", Words)];
    let mut sheet = Sheet::new("Brigades", &columns);
    let worn = starts_worn(&state.setup, battle, side);
    for (_, brigade) in half.oob.iter().flat_map(|oob| oob.brigades()) {
        let class = brigade.class(battle.muster(side)).unwrap_or_default();
        let label = Label::of(&state.setup.effectiveness, class, brigade.stands(), worn).to_string();
        let rating = half
            .rated
            .iter()
            .find(|rated| rated.of == brigade.id)
            .map_or("—", |rated| rated.rating.prose());
        let stands = brigade.stands().to_string();
        let cells = [brigade.id.as_str(), &stands, class.word(), &label, rating].map(Cell::new);
        sheet.row(brigade.id.as_str(), RowState::Here, cells.to_vec());
    }
    let flanks = half.flanks.as_ref().map_or("not sealed".into(), |flanks| {
        let words: Vec<&str> = flanks.each().map(|(flank, _)| flank.word()).collect();
        if words.is_empty() { "none".into() } else { words.join(" and ") }
    });
    let mut facts = vec![("Flank marches".into(), Text::new(flanks))];
    for flank in Flank::ALL.iter().filter(|flank| half.entered.contains(flank)) {
        let train = battle.train(side, *flank).unwrap_or_default();
        let words = format!(
            "{} and {} came",
            counted(train.stands, "stand"),
            counted_of(train.batteries.total(), "battery", "batteries")
        );
        facts.push((format!("Force on the {flank}"), Text::new(words)));
    }
    let id = format!("own-{}-{}", battle.id, side.number());
    let title = format!("Order of battle: {}", state.setup.sides[side].name);
    let panel = Panel::new(id, title, vec![Block::Facts(facts), Block::Sheet(sheet)]);
    if battle.is_disclosed() { panel.block() } else { panel.secret(side.only()).block() }
}

/// Which units the enemy could see from his deployment zone: a proposal for the neutral. [CWFF-R11]
fn proposed(state: &State, battle: &Battle) -> Block {
    let field = battle.field.as_ref().and_then(|name| state.setup.field(name));
    let seen = |side: Side| {
        let zone = s6_sketch::zone(&state.setup, battle, side.enemy());
        let (Some(field), Some(zone)) = (field, zone) else { return "—".into() };
        let spots = battle.halves[side].sketch.iter();
        let seen = spots.filter(|spot| could_be_seen(field, zone, (spot.x, spot.y)));
        let names: Vec<String> = seen.map(|spot| spot.unit.to_string()).collect();
        if names.is_empty() { "none".into() } else { names.join(", ") }
    };
    let facts = Side::BOTH.map(|side| (state.setup.sides[side].name.clone(), Text::new(seen(side)))).to_vec();
    let panel = Panel::new(format!("seen-{}", battle.id), "Could be seen", vec![Block::Facts(facts)]);
    panel.secret(kernel::Audience::Umpire).block()
}

fn sealed(battle: &Battle) -> Block {
    let facts = vec![("Marches".into(), Text::new(words(&battle.sealed)))];
    let id = format!("sealed-{}", battle.id);
    let panel = Panel::new(id, "Sealed", vec![Block::Facts(facts)]);
    if battle.is_disclosed() { panel.block() } else { panel.secret(crate::rules::SEALED).block() }
}
