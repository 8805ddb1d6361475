//! Tests of the kernel on a system of two commands, and on variants of it that break one law each.

mod broken;
mod chance;
mod envelopes;
mod game;
mod judging;
mod odds;
mod orders;
mod reader;
