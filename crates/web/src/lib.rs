//! The pages of Adjutant: server-rendered, the same HTML for phone, keyboard, screen reader, print and no script.
//!
//! Nothing here names a system of rules. What a seat may see comes as a [`kernel::view::View`]; what it may do comes
//! as forms in that view and goes back as commands; who sits where is `people`'s, what happened is `table`'s.
//!
//! Read in this order: [`render`] (from views to HTML), [`assets`], [`state`], `seated` (a visitor at a seat),
//! `command` (from a form to a command), `routes`, `error`; then [`api`], the same for programs.

pub mod api;
pub mod assets;
mod command;
mod crowd;
mod error;
mod guard;
mod limit;
pub mod listening;
pub mod paper;
mod posted;
mod presence;
pub mod render;
mod routes;
mod seated;
pub mod settings;
pub mod state;
pub mod viewer;
mod visitor;

pub use crowd::Room;
pub use guard::{Reached, own_name_here};
pub use presence::Presence;
pub use routes::events::LIVE_STREAMS;
pub use routes::{HOUSE_PAGES, router};
pub use settings::{AidFile, Client, Limits, PlayAid, Sample, Settings, Studio, Systems};
pub use state::{Unswept, WebState};
