//! What the map answers, against slow second ways of reckoning it.

mod board;
mod components;
mod drawing;
mod field;
mod hexes;
mod lines;
mod moving;
mod numbers;
mod oracle;
mod paths;
mod reach;
mod tally;
mod text;
