//! Many plays on all cores, summed up the same way whatever the number of threads.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::System;
use rayon::prelude::*;
use serde::Serialize;

use crate::choices::Choices;
use crate::player::{End, Played, Player};

/// Plays per chunk. Part of the meaning of a seed: changing it changes results.
pub const CHUNK: u64 = 64;

/// What many plays came to. All figures are exact sums.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Plays made.
    pub plays: u64,
    /// Plays that reached their end.
    pub ended: u64,
    /// Plays in which nobody had an offer before the end: a fault of the system.
    pub stuck: u64,
    /// Plays cut off at the limit.
    pub cut: u64,
    /// Commands judged.
    pub moves: u64,
    /// Templates open, summed over the moves.
    pub offers: u64,
    /// Plays by the number of their moves.
    pub lengths: BTreeMap<u32, u64>,
}

impl Summary {
    /// Mean number of open templates per move, in hundredths, rounded down; 0 when nothing was played.
    pub fn mean_branching(&self) -> u64 {
        (self.offers * 100).checked_div(self.moves).unwrap_or(0)
    }

    /// Mean number of moves per play, in hundredths, rounded down; 0 when nothing was played.
    pub fn mean_length(&self) -> u64 {
        (self.moves * 100).checked_div(self.plays).unwrap_or(0)
    }

    fn count(&mut self, played: Played) {
        self.plays += 1;
        match played.end {
            End::Over => self.ended += 1,
            End::Stuck => self.stuck += 1,
            End::Cut => self.cut += 1,
        }
        self.moves += u64::from(played.moves);
        self.offers += played.offers;
        *self.lengths.entry(played.moves).or_default() += 1;
    }

    fn add(mut self, other: Self) -> Self {
        self.plays += other.plays;
        self.ended += other.ended;
        self.stuck += other.stuck;
        self.cut += other.cut;
        self.moves += other.moves;
        self.offers += other.offers;
        for (moves, n) in other.lengths {
            *self.lengths.entry(moves).or_default() += n;
        }
        self
    }
}

/// Makes `plays` random plays of a set-up, each at most `max_moves` long.
pub fn simulate<S: System>(setup: &Arc<S::Setup>, plays: u64, seed: u64, max_moves: u32) -> Summary {
    let chunks: Vec<Summary> = (0..plays.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let (mut player, mut summary) = (Player::<S>::new(setup), Summary::default());
            let mut choices = Choices::new(seed, chunk);
            for _ in 0..CHUNK.min(plays - chunk * CHUNK) {
                let mut state = S::open(Arc::clone(setup));
                summary.count(player.play(&mut state, max_moves, &mut choices));
            }
            summary
        })
        .collect();
    chunks.into_iter().fold(Summary::default(), Summary::add)
}
