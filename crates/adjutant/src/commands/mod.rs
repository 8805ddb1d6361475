//! One file per command.

pub mod act;
pub mod aftermath;
pub mod care;
pub mod check;
pub mod correct;
pub mod export;
pub mod import;
pub mod invite;
pub mod key;
pub mod log;
pub mod map;
pub mod nation;
pub mod new;
pub mod odds;
pub mod openapi;
pub mod people;
pub mod print;
pub mod rule;
pub mod run;
pub mod serve;
pub mod sheet;
pub mod show;
pub mod token;
pub mod verify;
pub mod view;
