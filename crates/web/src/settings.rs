//! What whoever runs the server decides about its pages.

use std::fmt;
use std::num::NonZeroU32;

use tabular::Fillable;

use crate::crowd::Room;

/// Settings of the pages.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address people use, such as `https://campaign.example`; without it the address of each request counts.
    /// With `https` cookies are marked as secure.
    pub public_address: Option<String>,
    /// Whose address counts for the rate limits.
    pub client: Client,
    /// The rate limits.
    pub limits: Limits,
    /// How much there is room for at a time.
    pub room: Room,
    /// Whether letters can be sent, so that people may ask for reminders.
    pub mail: bool,
    /// Who may set up and begin campaigns in the browser.
    pub studio: Studio,
    /// The systems whose set-ups the studio writes.
    pub systems: Systems,
    /// Set-ups that come with the program, to begin a draft from.
    pub samples: Vec<Sample>,
    /// Play aids beside physical games, for everybody.
    pub aids: Vec<PlayAid>,
}

/// A play aid as files that are served side by side; the first one is its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayAid {
    /// What people call the game.
    pub title: &'static str,
    /// Its files.
    pub files: Vec<AidFile>,
}

/// A file of a play aid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AidFile {
    /// Its name in addresses.
    pub name: String,
    /// What it is.
    pub content_type: &'static str,
    /// What it holds.
    pub text: String,
}

/// Who may use the campaign studio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Studio {
    /// Everybody with an account.
    Accounts,
    /// Nobody: its pages are not there.
    Nobody,
}

/// Systems whose set-ups can be filled in as tables.
#[derive(Clone, Copy, Default)]
pub struct Systems(pub &'static [&'static dyn Fillable]);

impl fmt::Debug for Systems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|system| system.name())).finish()
    }
}

/// A set-up that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its name in forms.
    pub name: &'static str,
    /// The system's name in files.
    pub system: &'static str,
    /// The set-up.
    pub setup: &'static str,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            public_address: None,
            client: Client::Peer,
            limits: Limits::default(),
            room: Room::default(),
            mail: false,
            studio: Studio::Accounts,
            systems: Systems::default(),
            samples: Vec::new(),
            aids: Vec::new(),
        }
    }
}

impl Settings {
    /// Whether people come over TLS.
    pub fn is_secure(&self) -> bool {
        self.public_address.as_ref().is_some_and(|address| address.starts_with("https://"))
    }
}

/// Whose address counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// The other end of the connection.
    Peer,
    /// The last address in `X-Forwarded-For`, which the proxy before this server writes. Only behind such a proxy.
    Forwarded,
}

/// How many requests one address may make, or are taken for one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tries to come in with an invitation, a minute.
    pub joins: Option<NonZeroU32>,
    /// Passwords and recovery codes, a minute.
    pub sign_ins: Option<NonZeroU32>,
    /// Tries to sign in by one name, from all addresses together, a minute, besides the few that each address has of its
    /// own.
    pub names: Option<NonZeroU32>,
    /// Acts, a minute.
    pub acts: Option<NonZeroU32>,
    /// Pages and streams, a minute.
    pub pages: Option<NonZeroU32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            joins: NonZeroU32::new(20),
            sign_ins: NonZeroU32::new(10),
            names: NonZeroU32::new(20),
            acts: NonZeroU32::new(600),
            pages: NonZeroU32::new(3000),
        }
    }
}

impl Limits {
    /// No limits, for measurements and for a server that only its own machine reaches.
    pub const NONE: Self = Self { joins: None, sign_ins: None, names: None, acts: None, pages: None };
}
