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
    /// The clock, the sides and the umpire, in the order in which they are asked.
    seats: Vec<Asked<S::Template>>,
    /// The places among them of those who have offers.
    ready: Vec<usize>,
    transcript: Transcript<S>,
}

/// What a seat was offered when it was asked last.
struct Asked<T> {
    seat: Seat,
    offers: Vec<T>,
    /// Whether it would be offered the same now. A seat that sees none of the events of a command is: the kernel's
    /// conformance suite holds every system to that.
    holds: bool,
}

impl<S: System> Player<S> {
    /// A player for tables of this set-up.
    pub fn new(setup: &S::Setup) -> Self {
        let n_sides = u8::try_from(S::sides(setup).len()).unwrap_or(u8::MAX);
        let seats = [Seat::Clock].into_iter().chain((0..n_sides).map(Seat::Side)).chain([Seat::Umpire]);
        let seats = seats.map(|seat| Asked { seat, offers: Vec::new(), holds: false }).collect();
        Self { seats, ready: Vec::new(), transcript: Transcript::new() }
    }

    /// Plays `state` on by sampled commands, at most `max_moves` of them. The clock goes first; the umpire acts in
    /// one move of eight when a side could act too.
    pub fn play(&mut self, state: &mut S::State, max_moves: u32, choices: &mut Choices) -> Played {
        let mut played = Played { end: End::Cut, moves: 0, offers: 0 };
        self.seats.iter_mut().for_each(|asked| asked.holds = false);
        while played.moves < max_moves {
            if S::is_over(state) {
                played.end = End::Over;
                return played;
            }
            let Some((at, template)) = self.choose(state, choices) else {
                played.end = End::Stuck;
                return played;
            };
            let Asked { seat, ref offers, .. } = self.seats[at];
            let mut pick = |n| choices.pick(n);
            let command = S::sample(state, seat, &offers[template], &mut pick);
            let mut thrown = Thrown::new(&mut pick);
            let judged = judge::<S>(state, Acting::own(seat), &command, &mut thrown, &mut self.transcript);
            debug_assert!(judged.is_ok(), "a sampled command is accepted");
            played.moves += 1;
            played.offers += self.ready.iter().map(|at| self.seats[*at].offers.len() as u64).sum::<u64>();
            self.forget();
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

    /// After a command: what a seat is offered has to be asked again where it saw something of it, and always of the
    /// clock, which sees nothing.
    fn forget(&mut self) {
        let events = &self.transcript.events;
        for asked in &mut self.seats {
            let unseen = || !events.iter().any(|event| asked.seat.sees(S::audience(event)));
            asked.holds = asked.holds && asked.seat != Seat::Clock && unseen();
        }
    }

    /// Enumerates the offers of every seat and chooses a seat, by its place, and one of its templates.
    fn choose(&mut self, state: &S::State, choices: &mut Choices) -> Option<(usize, usize)> {
        self.ready.clear();
        for (at, asked) in self.seats.iter_mut().enumerate() {
            if !asked.holds {
                asked.offers.clear();
                S::offers(state, asked.seat, &mut asked.offers);
                asked.holds = true;
            }
            if !asked.offers.is_empty() {
                self.ready.push(at);
            }
            if asked.seat == Seat::Clock && !self.ready.is_empty() {
                break;
            }
        }
        let umpire = self.ready.last().is_some_and(|at| self.seats[*at].seat == Seat::Umpire);
        let n_sides = self.ready.len() - usize::from(umpire);
        let at = if n_sides == 0 || (umpire && choices.pick(8) == 0) {
            self.ready.len().checked_sub(1)?
        } else {
            choices.pick(n_sides as u64) as usize
        };
        let at = self.ready[at];
        Some((at, choices.pick(self.seats[at].offers.len() as u64) as usize))
    }
}
