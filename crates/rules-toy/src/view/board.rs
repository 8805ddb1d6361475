//! The posts on a small board of hexes, for a set-up that says where they lie: the same acts as the forms, pointed at.

use hexmap::Hex;
use kernel::view::board::{Board, Counter, Ground, Look, Place, Terrain};

use super::*;
use crate::setup::{NUMBERING, Post, Setup};
use crate::state::Sight;

/// Hexes beyond the outermost post.
const MARGIN: i16 = 2;

/// The page, where it is there.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Option<Page> {
    let description = format!("The posts of {}.", state.setup.title);
    let mut board = Board::new(head.id, description, ground(&state.setup)?);
    for side in Side::BOTH.into_iter().filter(|side| side.is_known_to(seat)) {
        counters(state, side, seat == side.seat(), &mut board);
    }
    if let Some(side) = Side::of(seat) {
        acts(state, side, &mut board);
    }
    let lede = "Pickets that are out, and what your scouts have seen.";
    Some(Page::new(head, "The field", lede, vec![Block::Board(board)]))
}

pub(crate) fn ground(setup: &Setup) -> Option<Ground> {
    let place = |post: &Post| {
        Some(Place { hex: post.hex?, name: post.name.clone(), note: format!("worth {}", post.worth) })
    };
    let places = setup.posts.iter().map(place).collect::<Option<_>>()?;
    let terrain = vec![
        Terrain::new('.', "clear", &[], ""),
        Terrain::new('w', "wood", &[Look::Woods], "scouts see less"),
    ];
    let wooded = |hex| setup.posts.iter().any(|post| post.hex == Some(hex) && post.wooded);
    Ground::around(NUMBERING, MARGIN, places, terrain, |hex| if wooded(hex) { 'w' } else { '.' })
}

/// The pickets of a side that are out and, for itself, what its scouts saw and what waits beside the board.
fn counters(state: &State, side: Side, own: bool, board: &mut Board) {
    let force = &state.sides[side];
    for (post, ground) in state.setup.posts.iter().zip(&force.posts) {
        if let Some(works) = ground.picket {
            let key = format!("picket-{}-{}", side.number(), post.id);
            board.counters.push(picket(key, format!("Picket at {}", post.name), side, post.hex, Some(works)));
        }
        if own && ground.sight == Sight::Picket {
            let (key, name) = (format!("seen-{}", post.id), format!("Enemy picket seen at {}", post.name));
            board.counters.push(picket(key, name, side.enemy(), post.hex, None));
        }
    }
    for n in (force.n_pickets()..state.setup.pickets).filter(|_| own) {
        board.counters.push(picket(format!("hand-{n}"), format!("Picket {}", n + 1), side, None, Some(0)));
    }
}

/// A picket as the board shows it; the works of one that is only seen are not known.
fn picket(key: String, name: String, side: Side, hex: Option<Hex>, works: Option<u8>) -> Counter {
    let state = match works {
        Some(0) => Vec::new(),
        Some(works) => vec![format!("works {works}")],
        None => vec!["works unknown".into()],
    };
    let (factors, strength) = works.map_or(("?".into(), (0, 0)), |n| (n.to_string(), (0, n.into())));
    Counter { factors, strength, state, ..Counter::new(key, name, side, hex) }
}

/// What the rules take from this side now: the reasons against the rest stand beside the forms.
fn acts(state: &State, side: Side, board: &mut Board) {
    let coins = ("coins", state.sides[side].coins.to_string());
    let own: Vec<Counter> = board.counters.iter().filter(|one| one.side == side.number()).cloned().collect();
    for counter in &own {
        for post in &state.setup.posts {
            let (Some(hex), out) = (post.hex, counter.hex.is_some()) else { continue };
            let offers = [
                (!out).then_some(("place", "Put it out", "", Command::Place { post: post.id })),
                (counter.hex == post.hex).then_some(("dig", "Dig", "1", Command::Dig { post: post.id })),
                out.then_some(("scout", "Scout", "1", Command::Scout { post: post.id })),
            ];
            for (word, verb, cost, command) in offers.into_iter().flatten() {
                let (seen, at) = ((state, side.seat()), (counter, hex));
                board.offer::<Pickets>(seen, at, (word, verb), (cost, coins.clone()), &command);
            }
        }
    }
}
