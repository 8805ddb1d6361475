//! Examples of the toy system, as files and as texts.

mod faults;
mod playing;
