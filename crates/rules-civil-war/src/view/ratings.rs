//! What leaders and brigades are on the day: each side's own, and the neutral's who rolls them.

use kernel::grammar::signed;
use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{
    Block, Cell, Chance, Form, Page, PageHead, Panel, RollRow, RollState, RollTable, RowState, Sheet, Text,
    Way,
};
use kernel::{Die, RuleId, Seat, Side};

use super::odds;
use super::on::On;
use crate::command::Command;
use crate::oob::label::Label;
use crate::rules::s5_flanks::starts_worn;
use crate::rules::s7_ratings::{Chance as Rolled, chance, unrated};
use crate::state::State;
use crate::words::{LeaderId, Rating, Step, UnitId};

/// The page.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main = Vec::new();
    for on in On::each_here(state, seat) {
        if matches!(on.battle.step, Step::Placing | Step::Day) {
            main.extend(on.neutral_for().filter_map(|side| rolls(on, side)));
        }
        main.extend(on.known().filter_map(|side| rated(on, side)));
    }
    if main.is_empty() {
        main.push(Block::Empty(Text::new("Nobody of yours is rated before he is on the table.")));
    }
    main.push(odds::ratings(state));
    Page::new(head, "Ratings", "The enemy never learns of yours before the battle is over.", main)
}

/// The rolls that are due.
fn rolls(on: On<'_>, side: Side) -> Option<Block> {
    let due = unrated(on.battle, side);
    if due.is_empty() {
        return None;
    }
    let battle = on.battle.id;
    let all = Command::Rate { battle, side, of: None };
    let number = side.number();
    let all: Form = on.act(&format!("rate-{number}"), "Roll all of them", &all).rolling().leading();
    let rows = due.into_iter().map(|of| row(on, side, of)).collect();
    let table = RollTable {
        caption: "Ratings that are due".into(),
        head: "Leader or brigade".into(),
        lead: Text::new("Everybody on the table is rated once, before anything else."),
        all: None,
        rows,
    };
    let body = vec![Block::Can(vec![all]), Block::Rolls(Box::new(table))];
    let title = on.titled(format!("Ratings to roll: {}", on.named(side)));
    let panel =
        Panel::new(format!("{}-{number}", on.at("to-rate")), title, body).rule(RuleId("CWFF-7A-1")).yours();
    Some(panel.secret(side.only()).block())
}

fn row(on: On<'_>, side: Side, of: UnitId) -> RollRow {
    let leader = on.battle.muster(side).leader(LeaderId::from(kernel::Id::from(of)));
    let (title, note, chances, die, state, why) = match leader {
        Some(leader) => {
            let note = format!("tactical {}", signed(leader.tactical));
            match chance(leader.tactical) {
                Rolled::Sure(rating) => {
                    let sure = told(rating, 1, 1);
                    (leader.name.clone(), note, vec![sure], Die::D(10), RollState::Open, "sure by his rating")
                }
                Rolled::Even(rating) => {
                    let even = told(rating, 5, 10);
                    (
                        leader.name.clone(),
                        note,
                        vec![even],
                        Die::D(10),
                        RollState::Open,
                        "on an even chance, else Average",
                    )
                }
            }
        }
        None => {
            let chart = &on.setup().brigade;
            let weights = chart.weights(0);
            let of_all: u64 = weights.iter().sum();
            let weight =
                chart.rows().iter().zip(&weights).filter(|(row, _)| row.result.yes).map(|(_, n)| *n).sum();
            let note = "brigade".to_owned();
            let chances = vec![told(Rating::Excellent, weight, of_all)];
            (of.to_string(), note, chances, Die::D(10), RollState::Open, "else Average")
        }
    };
    let command = Command::Rate { battle: on.battle.id, side, of: Some(of) };
    let what =
        format!("rate-{}-{}", side.number(), crate::questions::mark_of(on.setup(), on.battle, side, of));
    RollRow {
        key: of.to_string(),
        title: Text::new(title),
        note: Text::new(note),
        chances,
        why: Text::new(why),
        die,
        state,
        result: Text::empty(),
        one: Some(on.act(&what, "Roll", &command).rolling()),
        pointed: None,
    }
}

fn told(rating: Rating, weight: u64, of: u64) -> Chance {
    let way = match rating {
        Rating::Excellent => Way::Better,
        Rating::Average => Way::Same,
        Rating::Poltroon => Way::Worse,
    };
    Chance { way, words: rating.prose().into(), weight, of }
}

/// What a side's brigades and leaders are.
pub(super) fn rated(on: On<'_>, side: Side) -> Option<Block> {
    let half = on.half(side);
    let oob = half.oob.as_ref()?;
    let rating = |of: &str| {
        half.rated.iter().find(|rated| rated.of.as_str() == of).map_or("—", |rated| rated.rating.prose())
    };
    let columns =
        [("Brigade", Name), ("Stands", Figure), ("Class", Words), ("Label", Code), ("On the day", Words)];
    let mut brigades = Sheet::new("Brigades", &columns);
    let worn = starts_worn(on.setup(), on.battle, side);
    for (_, brigade) in oob.brigades() {
        let class = brigade.class(on.battle.muster(side)).unwrap_or_default();
        let label = Label::of(&on.setup().effectiveness, class, brigade.stands(), worn).to_string();
        let stands = brigade.stands().to_string();
        let cells = [brigade.id.as_str(), &stands, class.word(), &label, rating(brigade.id.as_str())];
        brigades.row(brigade.id.as_str(), RowState::Here, cells.map(Cell::new).to_vec());
    }
    let columns = [("Leader", Name), ("Commands", Words), ("Tactical", Figure), ("On the day", Words)];
    let mut leaders = Sheet::new("Leaders", &columns);
    for (id, rank) in oob.counters() {
        let Some(leader) = on.battle.muster(side).leader(id) else { continue };
        let rank = rank.map_or("nobody".to_owned(), |rank| {
            format!("{} {rank}", if rank == crate::words::Rank::Army { "the" } else { "a" })
        });
        let cells = vec![
            Cell::new(&*leader.name),
            Cell::new(rank),
            Cell::new(signed(leader.tactical)),
            Cell::new(rating(id.as_str())),
        ];
        leaders.row(format!("leader-{id}"), RowState::Here, cells);
    }
    let title = format!("Ratings: {}", on.army(side));
    let mut body = vec![Block::Sheet(brigades), Block::Sheet(leaders)];
    if half.flanks.iter().any(|flanks| flanks.each().next().is_some()) {
        let words = "A stroke stands for whoever is not on the table yet: he is rated when he comes.";
        body.push(Block::Note(Text::new(words).rule(RuleId("CWFF-7B-11"))));
    }
    let panel =
        Panel::new(format!("{}-{}", on.at("rated"), side.number()), title, body).rule(RuleId("CWFF-7A-1"));
    Some(on.of_side(side, panel.remark(on.place()).paper()))
}
