//! The posts on a small board of hexes, for a set-up that says where they lie: the same acts as the forms, pointed at.

use std::sync::Arc;

use kernel::Seat;
use kernel::view::board::{Act, Board, Counter, Ground, Look, Place, Sends, Size, Symbol, Target, Terrain};
use kernel::view::{Block, Page, PageHead, Text};
use serde_json::{Value, json};

use super::refusal;
use crate::command::Command;
use crate::setup::{NUMBERING, Post, Setup};
use crate::state::{Sight, State};

/// The page of the board.
pub(super) const HEAD: PageHead = PageHead::new("field", "Field");

/// Hexes beyond the outermost post.
const MARGIN: i16 = 2;

/// Whether every post has a hex, so that there is a board.
pub(super) fn is_laid_out(setup: &Setup) -> bool {
    !setup.posts.is_empty() && setup.posts.iter().all(|post| post.hex.is_some())
}

/// The page of the board, where every post has a hex.
pub(super) fn page(state: &State, seat: Seat) -> Option<Page> {
    let ground = ground(&state.setup)?;
    let mut board = Board {
        id: "field".into(),
        description: format!("The posts of {}.", state.setup.title),
        ground: Arc::new(ground),
        held: Vec::new(),
        counters: Vec::new(),
        overlays: Vec::new(),
        attacks: Vec::new(),
        reports: Vec::new(),
        reaches: Vec::new(),
        acts: Vec::new(),
    };
    match seat {
        Seat::Side(side @ 0..=1) => {
            own(state, side, &mut board);
            seen(state, side, &mut board);
            waiting(state, side, &mut board);
            acts(state, side, &mut board);
        }
        Seat::Umpire => [0, 1].into_iter().for_each(|side| own(state, side, &mut board)),
        _ => {}
    }
    let lede = Text::new("Pickets that are out, and what your scouts have seen.");
    Some(Page { main: vec![Block::Board(board)], ..HEAD.page("The field", lede) })
}

fn ground(setup: &Setup) -> Option<Ground> {
    let hexes: Vec<_> = setup.posts.iter().map(|post| post.hex).collect::<Option<_>>()?;
    let places = || hexes.iter().map(|hex| NUMBERING.column_row(*hex));
    let (columns, rows) = (places().map(|place| place.0).max()?, places().map(|place| place.1).max()?);
    let mark = |column: i16, row: i16| {
        let hex = NUMBERING.hex(column, row);
        match setup.posts.iter().find(|post| post.hex == Some(hex)) {
            Some(post) if post.wooded => 'w',
            _ => '.',
        }
    };
    let row = |row: i16| (1..=columns + MARGIN).map(|column| mark(column, row)).collect();
    let terrain = |mark: char, name: &str, looks: &[Look], effect: &str| Terrain {
        mark,
        name: name.into(),
        looks: looks.to_vec(),
        effect: effect.into(),
    };
    let place = |post: &Post| {
        Some(Place { hex: post.hex?, name: post.name.clone(), note: format!("worth {}", post.worth) })
    };
    Some(Ground {
        numbering: NUMBERING,
        first: (1, 1),
        rows: (1..=rows + MARGIN).map(row).collect(),
        terrain: vec![
            terrain('.', "clear", &[], ""),
            terrain('w', "wood", &[Look::Woods], "scouts see less"),
        ],
        sides: Vec::new(),
        roads: Vec::new(),
        places: setup.posts.iter().filter_map(place).collect(),
    })
}

/// A picket as the board shows it; the works of one that is only seen are not known.
fn picket(key: String, name: String, side: u8, post: Option<&Post>, works: Option<u8>) -> Counter {
    Counter {
        key,
        name,
        code: String::new(),
        side,
        hex: post.and_then(|post| post.hex),
        formation: String::new(),
        size: Size::Company,
        symbol: Symbol::Infantry,
        factors: works.map_or_else(|| "?".into(), |works| works.to_string()),
        printed: None,
        steps: (1, 1),
        disc: None,
        sign: String::new(),
        struck: false,
        spent: false,
        state: match works {
            Some(0) => Vec::new(),
            Some(works) => vec![format!("works {works}")],
            None => vec!["works unknown".into()],
        },
    }
}

fn own(state: &State, side: u8, board: &mut Board) {
    for (post, ground) in state.setup.posts.iter().zip(&state.force(side).posts) {
        if let Some(works) = ground.picket {
            let (key, name) = (format!("picket-{side}-{}", post.id), format!("Picket at {}", post.name));
            board.counters.push(picket(key, name, side, Some(post), Some(works)));
        }
    }
}

fn seen(state: &State, side: u8, board: &mut Board) {
    for (post, ground) in state.setup.posts.iter().zip(&state.force(side).posts) {
        if ground.sight == Sight::Picket {
            let (key, name) = (format!("seen-{}", post.id), format!("Enemy picket seen at {}", post.name));
            board.counters.push(picket(key, name, 1 - side, Some(post), None));
        }
    }
}

/// Pickets that are not out yet wait beside the board.
fn waiting(state: &State, side: u8, board: &mut Board) {
    for n in state.force(side).n_pickets()..state.setup.pickets {
        board.counters.push(picket(format!("hand-{n}"), format!("Picket {}", n + 1), side, None, Some(0)));
    }
}

/// What the rules take from this side now: the reasons against the rest stand beside the forms.
fn acts(state: &State, side: u8, board: &mut Board) {
    let coins = ("coins", state.force(side).coins.to_string());
    for counter in board.counters.clone().iter().filter(|counter| counter.side == side) {
        for post in &state.setup.posts {
            let Some(hex) = post.hex else { continue };
            let own = counter.hex == Some(hex);
            let place = ("place", "Put it out", Command::Place { post: post.id }, "", counter.hex.is_none());
            let dig = ("dig", "Dig", Command::Dig { post: post.id }, "1", own);
            let scout = ("scout", "Scout", Command::Scout { post: post.id }, "1", counter.hex.is_some());
            for (word, verb, command, cost, fits) in [place, dig, scout] {
                if !fits || refusal(state, side, command).is_some() {
                    continue;
                }
                let Value::Object(command) = json!({"do": word, "post": post.id}) else { continue };
                board.acts.push(Act {
                    word,
                    verb: verb.into(),
                    counters: vec![counter.key.clone()],
                    from: counter.hex,
                    budget: if cost.is_empty() { ("", String::new()) } else { coins.clone() },
                    reach: board.reaches.len(),
                    command,
                    sends: Sends::Nothing,
                    panel: None,
                    rolls: word != "place",
                });
                board.reaches.push(vec![Target::new(hex, cost, None)]);
            }
        }
    }
}
