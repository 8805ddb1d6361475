//! Front lines against the worked examples, against a slow implementation written for itself, and against the laws
//! that hold for every position.

mod disengaging;
mod faults;
mod laws;
mod lines;
mod oracle;
mod proofs;
mod pulled_back;
mod scenes;
mod standings;
mod worked;
