//! Pieces that stand in places and can be put elsewhere by hand: an army in its corps and divisions. What stands there is the
//! text of a form, which can be written as well; the two are kept in step.
//!
//! Pressing something is a question to [`crate::System::plan`], in the answers that are supposed: [`PRESS`] holds what
//! [`Press::does`] says. The plan that comes back holds the arrangement as it is then, with its text. So nothing is done before
//! the form is sent, and a page without script presses the same buttons.

use serde::Serialize;

use super::text::Text;

/// The key under which what was pressed is supposed.
pub const PRESS: &str = "press";

/// Pieces in their places, and the text that says the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arrangement {
    /// The form whose question the text answers.
    pub form: String,
    /// The key of that question.
    pub key: &'static str,
    /// The text of what stands here.
    pub says: String,
    /// What a press did, or what is in hand and what to do with it.
    pub told: Text,
    /// Puts back what is in hand, where something is.
    pub back: Option<Press>,
    /// The outermost places.
    pub places: Vec<Place>,
    /// What can be added.
    pub more: Vec<Press>,
}

/// Somewhere pieces stand, and places within.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Place {
    /// Stable address within the arrangement.
    pub id: String,
    /// Its name: "Corps ii".
    pub title: String,
    /// What it is besides: who leads it where no piece does, its batteries.
    pub note: Text,
    /// How much it holds, where that has bounds.
    pub span: Option<Span>,
    /// Takes it into the hand with all that it holds, where it can stand elsewhere.
    pub take: Option<Press>,
    /// Whether it is in hand.
    pub held: bool,
    /// What is wrong here, each with its rule.
    pub wrong: Vec<Text>,
    /// The pieces that stand here.
    pub pieces: Vec<Piece>,
    /// The places within it.
    pub places: Vec<Self>,
    /// Puts down here what is in hand, in words that say what that comes to.
    pub here: Option<Press>,
    /// What else can be done with it.
    pub more: Vec<Press>,
}

/// How much a place holds between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// How much.
    pub is: u32,
    /// The least that it may.
    pub least: u32,
    /// The most that it may.
    pub most: u32,
}

impl Span {
    /// Whether it is within its bounds.
    pub const fn holds(self) -> bool {
        self.least <= self.is && self.is <= self.most
    }
}

/// Something that can be put elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Stable address within the arrangement.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it is.
    pub note: Text,
    /// How much of the place it makes up; nothing for a leader.
    pub size: u32,
    /// A short code at its end, such as a label; may be empty.
    pub code: String,
    /// Takes it into the hand.
    pub take: Option<Press>,
    /// Whether it is in hand.
    pub held: bool,
    /// What is wrong with it, each with its rule.
    pub wrong: Vec<Text>,
    /// What else can be done with it while it is in hand.
    pub more: Vec<Press>,
}

/// A button that changes what stands there, or what is in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Press {
    /// What is supposed when it is pressed.
    pub does: String,
    /// The words on it.
    pub words: String,
    /// What it is about, where the words alone do not say so: heard and not seen.
    pub about: String,
}

impl Press {
    /// A button whose words say all.
    pub fn new(does: impl Into<String>, words: impl Into<String>) -> Self {
        Self { does: does.into(), words: words.into(), about: String::new() }
    }

    /// With what it is about.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = about.into();
        self
    }
}
