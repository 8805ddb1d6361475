//! One random play after another on the same buffers, so that a move allocates nothing of its own.

use kernel::{Acting, Seat, System, Transcript, answers::Thrown, judge};

use crate::choices::Choices;

/// How a play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The system says that play is over.
    Over,
    /// Nobody had an offer before the end: a fault of the system.
    Stuck,
    /// The limit of moves was reached.
    Cut,
}

/// What one play came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// Commands judged.
    pub moves: u32,
    /// Templates that were open, summed over the moves: divided by the moves, the mean branching.
    pub offers: u64,
}

/// Plays one table after another, reusing its memory.
pub struct Player<S: System> {
    templates: Vec<S::Template>,
    ready: Vec<(Seat, usize, usize)>,
    transcript: Transcript<S>,
    n_sides: u8,
}

impl<S: System> Player<S> {
    /// A player for tables of this set-up.
    pub fn new(setup: &S::Setup) -> Self {
        let n_sides = u8::try_from(S::sides(setup).len()).unwrap_or(u8::MAX);
        Self { templates: Vec::new(), ready: Vec::new(), transcript: Transcript::new(), n_sides }
    }

    /// Plays `state` on by sampled commands, at most `max_moves` of them. The clock goes first; the umpire acts in
    /// one move of eight when a side could act too.
    pub fn play(&mut self, state: &mut S::State, max_moves: u32, choices: &mut Choices) -> Played {
        let mut played = Played { end: End::Cut, moves: 0, offers: 0 };
        while played.moves < max_moves {
            if S::is_over(state) {
                played.end = End::Over;
                return played;
            }
            let Some((seat, template)) = self.choose(state, choices) else {
                played.end = End::Stuck;
                return played;
            };
            let mut pick = |n| choices.pick(n);
            let command = S::sample(state, seat, &self.templates[template], &mut pick);
            let mut thrown = Thrown::new(&mut pick);
            let judged = judge::<S>(state, Acting::own(seat), &command, &mut thrown, &mut self.transcript);
            debug_assert!(judged.is_ok(), "a sampled command is accepted");
            played.moves += 1;
            played.offers += self.templates.len() as u64;
        }
        if S::is_over(state) {
            played.end = End::Over;
        }
        played
    }

    /// The events of the last move.
    pub fn events(&self) -> &[S::Event] {
        &self.transcript.events
    }

    /// Enumerates the offers of every seat and chooses a seat and one of its templates.
    fn choose(&mut self, state: &S::State, choices: &mut Choices) -> Option<(Seat, usize)> {
        self.templates.clear();
        self.ready.clear();
        for seat in [Seat::Clock].into_iter().chain((0..self.n_sides).map(Seat::Side)).chain([Seat::Umpire]) {
            let from = self.templates.len();
            S::offers(state, seat, &mut self.templates);
            if self.templates.len() > from {
                self.ready.push((seat, from, self.templates.len()));
            }
            if seat == Seat::Clock && !self.ready.is_empty() {
                break;
            }
        }
        let umpire = self.ready.last().is_some_and(|(seat, ..)| *seat == Seat::Umpire);
        let n_sides = self.ready.len() - usize::from(umpire);
        let at = if n_sides == 0 || (umpire && choices.pick(8) == 0) {
            self.ready.len().checked_sub(1)?
        } else {
            choices.pick(n_sides as u64) as usize
        };
        let (seat, from, to) = self.ready[at];
        Some((seat, from + choices.pick((to - from) as u64) as usize))
    }
}
