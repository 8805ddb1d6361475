//! Two worlds that differ only in what the German side does in secret look the same to everyone else.

#![allow(clippy::unwrap_used)]

mod corrections;
mod fought;
mod ordered;
mod papers;
mod people;
mod pictures;
mod program;
mod rested_on;
mod roads;
mod sealed;
mod two_doors;
mod war_below;
mod war_below_engine;
mod war_engine;
mod war_of_three;
mod war_steps;
mod world;
mod worlds;
