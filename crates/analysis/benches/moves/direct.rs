//! Pickets written by hand: the same moves with the same choices as the kernel makes them, without templates,
//! commands, events or refusals. What the rules themselves cost.

use analysis::Choices;
use arrayvec::ArrayVec;
use rules_toy::Setup;
use rules_toy::setup::{Look, MOST_POSTS};

#[derive(Clone, Copy, Default, PartialEq)]
enum Seen {
    #[default]
    Dark,
    Known,
}

#[derive(Clone, Copy, Default)]
struct Spot {
    picket: Option<u8>,
    seen: Seen,
}

#[derive(Clone, Copy, Default)]
struct Side {
    points: u16,
    coins: u8,
    paid: bool,
    closed: bool,
    raids: Option<bool>,
    spots: [Spot; MOST_POSTS],
}

#[derive(Clone, Copy)]
enum Kind {
    Pay,
    Place,
    Dig,
    Close,
    Scout,
    Seal,
}

/// Plays once; the number of moves and the points of both sides.
pub fn play(setup: &Setup, choices: &mut Choices) -> (u32, u16, u16) {
    let mut sides = [Side::default(); 2];
    let (mut round, mut night, mut moves) = (1, false, 0);
    loop {
        moves += 1;
        if sides.iter().all(|side| side.closed) {
            if !night {
                unreachable!("the last to close opens the night");
            }
            // The engine's one template still takes two choices: the seat's and the command's.
            choices.pick(1);
            choices.pick(1);
            choices.pick(1);
            dawn(setup, &mut sides, choices);
            if round == setup.rounds {
                return (moves, sides[0].points, sides[1].points);
            }
            round += 1;
            night = false;
            continue;
        }
        turn(setup, &mut sides, night, choices);
        if !night && sides.iter().all(|side| side.closed) {
            night = true;
            sides.iter_mut().for_each(|side| side.closed = false);
        }
    }
}

fn turn(setup: &Setup, sides: &mut [Side; 2], night: bool, choices: &mut Choices) {
    let ready = if sides[0].closed { 1 } else { usize::from(!sides[1].closed) };
    let both = !sides[0].closed && !sides[1].closed;
    let side = if both { choices.pick(2) as usize } else { choices.pick(1) as usize + ready };
    let n_posts = setup.posts.len();
    let mut kinds = ArrayVec::<Kind, 4>::new();
    let own = &sides[side];
    if night {
        if (0..n_posts).any(|at| open(setup, own, Kind::Scout, at)) {
            kinds.push(Kind::Scout);
        }
        kinds.push(Kind::Seal);
        if own.raids.is_some() {
            kinds.push(Kind::Close);
        }
    } else {
        if !own.paid {
            kinds.push(Kind::Pay);
        }
        for kind in [Kind::Place, Kind::Dig] {
            if (0..n_posts).any(|at| open(setup, own, kind, at)) {
                kinds.push(kind);
            }
        }
        if own.paid {
            kinds.push(Kind::Close);
        }
    }
    let kind = kinds[choices.pick(kinds.len() as u64) as usize];
    let mut spots = ArrayVec::<usize, MOST_POSTS>::new();
    if matches!(kind, Kind::Place | Kind::Dig | Kind::Scout) {
        spots.extend((0..n_posts).filter(|at| open(setup, own, kind, *at)));
    }
    let behind = own.points < sides[1 - side].points;
    let own = &mut sides[side];
    match kind {
        Kind::Pay => {
            choices.pick(1);
            let total = die(setup.pay.die(), choices) + i32::from(behind);
            own.coins += setup.pay.rows()[setup.pay.row_of(total)].result.coins;
            own.paid = true;
        }
        Kind::Place => own.spots[spots[choices.pick(spots.len() as u64) as usize]].picket = Some(0),
        Kind::Dig => {
            let at = spots[choices.pick(spots.len() as u64) as usize];
            own.coins -= 1;
            let hits = (0..2).filter(|_| choices.pick(6) + 1 >= 5).count() as u8;
            own.spots[at].picket = own.spots[at].picket.map(|works| (works + hits).min(3));
        }
        Kind::Scout => {
            let at = spots[choices.pick(spots.len() as u64) as usize];
            own.coins -= 1;
            let modifier = i32::from(own.spots[at].picket.is_some()) - i32::from(setup.posts[at].wooded);
            let total = die(setup.scouting.die(), choices) + modifier;
            if setup.scouting.rows()[setup.scouting.row_of(total)].result.look == Look::Clear {
                own.spots[at].seen = Seen::Known;
            }
        }
        Kind::Seal => own.raids = Some(choices.pick(2) == 1),
        Kind::Close => {
            choices.pick(1);
            own.closed = true;
        }
    }
}

fn open(setup: &Setup, own: &Side, kind: Kind, at: usize) -> bool {
    let spot = &own.spots[at];
    match kind {
        Kind::Place => {
            spot.picket.is_none()
                && own.spots.iter().filter(|spot| spot.picket.is_some()).count() < setup.pickets
        }
        Kind::Dig => own.coins > 0 && spot.picket.is_some_and(|works| works < 3),
        Kind::Scout => own.coins > 0 && spot.seen == Seen::Dark,
        Kind::Pay | Kind::Close | Kind::Seal => false,
    }
}

fn die(die: kernel::Die, choices: &mut Choices) -> i32 {
    let (n, sides) = die.shape();
    (0..n).map(|_| 1 + choices.pick(u64::from(sides)) as i32).sum()
}

fn dawn(setup: &Setup, sides: &mut [Side; 2], choices: &mut Choices) {
    let raids = [0, 1].map(|side: usize| sides[side].raids == Some(true));
    let fight = match raids {
        [false, false] => false,
        [true, true] => choices.pick(2) == 0,
        _ => true,
    };
    for at in 0..setup.posts.len() {
        if let ([Some(_), Some(_)], true) = ([sides[0].spots[at].picket, sides[1].spots[at].picket], fight) {
            let (first, second) = loop {
                let faces = (choices.pick(6), choices.pick(6));
                if faces.0 != faces.1 {
                    break faces;
                }
            };
            let loser = usize::from(first > second);
            let picket = &mut sides[loser].spots[at].picket;
            *picket = picket.and_then(|works| works.checked_sub(1));
        }
    }
    for (at, post) in setup.posts.iter().enumerate() {
        match [0, 1].map(|side: usize| sides[side].spots[at].picket.is_some()) {
            [true, false] => sides[0].points += u16::from(post.worth),
            [false, true] => sides[1].points += u16::from(post.worth),
            _ => {}
        }
    }
    for side in sides {
        *side = Side { points: side.points, coins: side.coins, ..Side::default() };
    }
}
