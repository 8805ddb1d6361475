//! Who may come in: invitations, sessions, tokens and the chairs they hold.
//!
//! Everything here can be changed and erased, and lies in a file of its own. The campaign log never holds a
//! name, a session or an invitation; it names seats only. So a person can be forgotten without touching it.
//!
//! Secrets are 32 random bytes, shown once and kept as their SHA-256 only. Times are milliseconds since 1970
//! and come from the caller: there is no clock in this crate.
//!
//! Read in this order: [`secret`], [`invitation`], [`session`], [`token`], [`last_seen`], [`erase`].

mod care;
pub mod chair;
pub mod erase;
pub mod fault;
pub mod invitation;
pub mod last_seen;
pub mod secret;
pub mod session;
mod store;
pub mod token;

pub use chair::Chair;
pub use erase::Swept;
pub use fault::Fault;
pub use invitation::{Invitation, InvitationState, Invited, Kind, MAX_LABEL_CHARS};
pub use last_seen::LastSeen;
pub use secret::{Handle, Secret};
pub use session::{Closed, DAY_MS, Entry, Holder, SESSION_LIFETIME_MS, Session};
pub use store::People;
pub use token::{NewToken, SeatToken, TOKEN_MARK, TOKEN_MOST_DAYS};
