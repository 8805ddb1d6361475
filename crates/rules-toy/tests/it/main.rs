//! Tests of Pickets: one module per section, the conformance suite.

mod conformance;
mod events_in_files;
mod facilities;
mod odds_oracle;
mod table;

mod s0_turns;
mod s1_pay;
mod s2_pickets;
mod s3_works;
mod s4_scouts;
mod s5_stance;
mod s6_close;
mod s7_dawn;
mod setup;
