//! Who may come in: persons and the chairs they hold, their sessions and accounts, invitations, and tokens.
//!
//! Everything here can be changed and erased, and lies in a file of its own. The campaign log never holds a
//! name, a session or an invitation; it names seats only. So a person can be forgotten without touching it.
//!
//! A person is whoever came in by an invitation. Chairs and last visits belong to the person, sessions are its devices.
//! Without an account a person is one browser and ends with it; an account is a name and a password by which the same
//! person comes in on another device.
//!
//! Secrets are random, shown once and kept as their SHA-256 only; passwords are kept as Argon2id hashes. Times are
//! milliseconds since 1970 and come from the caller: there is no clock in this crate.
//!
//! Read in this order: [`secret`], [`invitation`], [`session`], [`holder`], [`account`], [`device`], [`token`],
//! [`last_seen`], [`mail`], [`draft`], [`known`], [`erase`].

pub mod account;
mod care;
pub mod chair;
pub mod device;
pub mod draft;
pub mod erase;
pub mod fault;
pub mod holder;
pub mod invitation;
pub mod known;
pub mod last_seen;
pub mod mail;
pub mod name;
mod password;
pub mod secret;
pub mod session;
mod sql;
mod store;
pub mod token;

pub use account::{Before, Checked, Making, SignIn};
pub use chair::Chair;
pub use device::Device;
pub use draft::{Begun, Draft, DraftCard, MOST_BEGUN_A_DAY, MOST_DRAFT_BYTES, MOST_DRAFTS, Unkept};
pub use erase::Swept;
pub use fault::Fault;
pub use holder::Holder;
pub use invitation::{Invitation, InvitationState, Invited, Kind, MAX_LABEL_CHARS};
pub use known::KnownHead;
pub use last_seen::{LastSeen, LeftOff};
pub use mail::letters::Letter;
pub use mail::{Asking, MailTo, Wants};
pub use name::{MAX_NAME_CHARS, MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS, Name, Password, Unfit, name_key};
pub use secret::{Handle, RecoveryCode, Secret};
pub use session::{Closed, DAY_MS, Entry, SESSION_LIFETIME_MS, Session};
pub use store::People;
pub use token::{MadeBy, Maker, NewToken, SeatToken, TOKEN_MARK, TOKEN_MOST_DAYS};
