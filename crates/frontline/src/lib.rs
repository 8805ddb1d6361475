//! Front lines between two sides on a table: who is forward, where the line runs, who is linked to whom, who stands
//! behind the enemy's line and with which way back, and how units in contact part.
//!
//! Coordinates are whole numbers (hundredths of an inch for the rules that use this), *South* has its home edge at
//! `y = 0` and *North* at `y = height`. Every decision compares integers or sums of two square roots of integers, by
//! squaring; there is no floating point. Ties go by the ids of units, so the order in which they are given never
//! matters.
//!
//! | Question | Answer |
//! |---|---|
//! | What is wrong with these units? | [`Position::new`] lists every [`Fault`] |
//! | How does each unit stand? | [`Position::outcome`] gives an [`Outcome`] |
//! | Why? | [`Outcome::proof`]: a chain of links, a lane, or the enemies that close every lane |
//! | Where do the lines run? | [`Outcome::line`] |
//! | Who moves back how far? | [`Position::disengage`] |
//!
//! # How lanes are decided
//!
//! A lane is a path that never gains ground toward the enemy and keeps a distance from every enemy: it passes between
//! discs of one size. Over the heights at which two discs both lie abreast of the path, the room between them is
//! smallest where their half-widths add up to most, and that sum is concave: it is largest half-way between their
//! centres, or at the end of the stretch nearest to that. So whether a path can keep the one disc on its left and the
//! other on its right is one comparison, and a path exists exactly when it can be said of every disc on which side it
//! is left so that no two contradict each other and no side of the table is crossed. `lanes` does that slab by
//! slab for all units at once; `witness` does it for one path and keeps the sides as its proof, or the chain of
//! discs that contradicts itself as proof that there is none.

mod arc;
mod clear;
mod disengage;
mod front;
mod lanes;
mod line;
mod links;
mod outcome;
mod peel;
mod place;
mod position;
mod proof;
mod roots;
mod witness;

pub use disengage::{Disengagement, Move, Mover, Unresolved, Why};
pub use front::Front;
pub use line::{Line, PullBack};
pub use outcome::{Outcome, Standing};
pub use place::{Point, Side};
pub use position::{Fault, Measures, Piece, Position, Table};
pub use proof::{Anchor, Block, Broken, End, Goal, Lane, Proof};
