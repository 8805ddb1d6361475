//! Journeys in a real browser.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod driver;
mod gate;
mod hand;
mod house;
mod keyboard;

mod absence;
mod accessible;
mod aftermath;
mod aid;
mod aid_turn;
mod away;
mod battalions;
mod battalions_by_keyboard;
mod battalions_to_the_end;
mod board_window;
mod campaign;
mod central_front;
mod civil_war;
mod corrections;
mod heads;
mod hexes;
mod inches;
mod laying;
mod live;
mod night;
mod no_script;
mod odds;
mod odds_large;
mod painted;
mod people;
mod program;
mod refit_by_keyboard;
mod refit_by_mouse;
mod smoke;
mod strangers;
mod studio;
mod table_dice;
mod umpire;
mod unsent;
mod up_front;
mod viewer;
mod widths;
mod words;
