//! How much one question may cost: steps that are taken and rows that are kept. Rules and algebra know no clock; whoever
//! asks hands in a bound, and is asked from time to time whether to go on.

use std::cell::Cell;
use std::fmt;

use super::TooMuch;

/// As many steps are taken without asking whether to go on: about a millisecond.
const ASKED_EVERY: u64 = 1 << 20;

/// What one command costs that is judged on one branch of the dice, in steps.
pub const JUDGED: u64 = 1 << 14;

/// The bound on what one question costs. A step is about one multiplication of 64 bits; a row is one outcome with its weight
/// and its words.
pub struct Work<'a> {
    done: Cell<u64>,
    /// From here on somebody is asked again.
    ask_at: Cell<u64>,
    most: u64,
    kept: Cell<usize>,
    most_rows: usize,
    go_on: &'a dyn Fn(u64) -> bool,
}

impl fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("done", &self.done).field("kept", &self.kept).finish_non_exhaustive()
    }
}

impl<'a> Work<'a> {
    /// The most steps of one question: some ten seconds.
    pub const MOST: u64 = 1 << 34;
    /// The most rows of one answer.
    pub const MOST_ROWS: usize = 1_000_000;

    /// At most so many steps and rows. `go_on` is told the steps so far, about every millisecond, and says whether to go on.
    pub fn new(most: u64, most_rows: usize, go_on: &'a dyn Fn(u64) -> bool) -> Self {
        Self { done: Cell::new(0), ask_at: Cell::new(0), most, kept: Cell::new(0), most_rows, go_on }
    }

    /// The usual bounds, with nobody who stops it.
    pub fn usual() -> Self {
        Self::new(Self::MOST, Self::MOST_ROWS, &|_| true)
    }

    /// Takes so many steps.
    ///
    /// # Errors
    /// [`TooMuch::Long`] beyond the bound, [`TooMuch::Stopped`] where somebody said so.
    pub fn spend(&self, steps: u64) -> Result<(), TooMuch> {
        let done = self.done.get().saturating_add(steps);
        self.done.set(done);
        if done < self.ask_at.get() { Ok(()) } else { self.ask(done) }
    }

    #[cold]
    fn ask(&self, done: u64) -> Result<(), TooMuch> {
        if done > self.most {
            return Err(TooMuch::Long);
        }
        if !(self.go_on)(done) {
            return Err(TooMuch::Stopped);
        }
        self.ask_at.set(done.saturating_add(ASKED_EVERY).min(self.most.saturating_add(1)));
        Ok(())
    }

    /// Keeps so many more rows.
    ///
    /// # Errors
    /// [`TooMuch::Many`] beyond the bound.
    pub fn keep(&self, rows: usize) -> Result<(), TooMuch> {
        let kept = self.kept.get().saturating_add(rows);
        self.kept.set(kept);
        if kept <= self.most_rows { Ok(()) } else { Err(TooMuch::Many) }
    }

    /// The steps so far.
    pub fn done(&self) -> u64 {
        self.done.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_rows_end_at_their_bounds() {
        let work = Work::new(100, 3, &|_| true);
        assert_eq!((work.spend(60), work.spend(40), work.spend(1)), (Ok(()), Ok(()), Err(TooMuch::Long)));
        assert_eq!((work.keep(3), work.keep(1)), (Ok(()), Err(TooMuch::Many)));
        assert_eq!(work.done(), 101);
    }

    #[test]
    fn whoever_is_asked_may_stop_it_and_is_asked_now_and_then_alone() {
        let asked = Cell::new(0);
        let go_on = |done: u64| {
            asked.set(asked.get() + 1);
            done < 10 * ASKED_EVERY
        };
        let work = Work::new(Work::MOST, 1, &go_on);
        let ended = (0..).find(|_| work.spend(64) == Err(TooMuch::Stopped));
        assert_eq!(ended.map(|n: u64| (n + 1) * 64 / ASKED_EVERY), Some(10));
        assert!((10..=12).contains(&asked.get()), "{}", asked.get());
    }
}
