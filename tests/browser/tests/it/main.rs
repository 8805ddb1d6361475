//! Journeys in a real browser.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod driver;
mod house;
mod smoke;
