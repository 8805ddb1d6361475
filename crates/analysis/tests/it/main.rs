//! Simulation of the toy system.

mod simulate;
