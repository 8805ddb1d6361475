//! What is laid out by hand on a board in inches: pieces that get places, where they may be, and the form that takes
//! them. And lines whose points are drawn elsewhere.
//!
//! A page draws where a piece may be and says why not elsewhere while it is dragged, and the form takes one text for
//! all of them: `G-11-2: 12 24 345; wire: 30 8`, inches from the left and the lower edge, then the degrees where it
//! faces. The rules judge that text again.

mod list;

use serde::Serialize;

use super::field::{Point, StandFace};
use super::look::{PointLook, StandMark};
use crate::words::RuleId;

/// Pieces that are laid out on a board in inches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tray {
    /// What it is called: "Your tray".
    pub title: String,
    /// What several of its pieces are called: "stands".
    pub plural: &'static str,
    /// The side whose pieces they are.
    pub side: u8,
    /// The form on the same page that takes their places.
    pub form: String,
    /// Its question for them, one in words.
    pub key: &'static str,
    /// Whether the form asks for the places of all pieces at once, so that what it says already stays in it.
    pub whole: bool,
    /// Where a piece faces that nobody has turned, in degrees clockwise from the upper edge.
    pub facing: u16,
    /// The pieces by formation.
    pub groups: Vec<TrayGroup>,
    /// Where pieces may be.
    pub zones: Vec<Zone>,
    /// What is drawn behind the pieces while they are laid out.
    pub bands: Vec<NamedBand>,
    /// Places of the board by their names: a list may say "State Farm" for inches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(String, Point)>,
    /// What the form takes by these names though no piece of it lies in the tray: leaders, batteries. The rules judge it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// What can be told of a piece beside its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<TrayMark>,
}

/// Something that is told of pieces beside their places: "Bogged".
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrayMark {
    /// The question of the tray's form that takes the names of those of which it is so, in words: `G-11-2, G-11-3`.
    pub key: &'static str,
    /// What it is called.
    pub words: String,
    /// How it stands on a counter.
    pub sign: StandMark,
    /// Whether it is how a piece ended: only one such thing can be so of a piece, and nothing else beside it.
    pub ends: bool,
}

/// Pieces that are laid out together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrayGroup {
    /// Its name.
    pub name: String,
    /// What it holds: "Command, 6 × rifle squad".
    pub note: String,
    /// Its pieces in the order in which they are laid along a line.
    pub pieces: Vec<TrayPiece>,
    /// Whether a line or an arc makes sense of them.
    pub in_line: bool,
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrayPiece {
    /// What the list calls it. Pieces that are alike bear the same name.
    pub name: String,
    /// What it is: "Rifle squad".
    pub kind: String,
    /// How it is drawn where it is no stand.
    pub look: PointLook,
    /// Its counter, when it is a stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand: Option<StandFace>,
    /// Where it is now; nothing while it is off the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Where it began, when it may have come from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    /// Where it faces, in degrees clockwise from the upper edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<u16>,
    /// Whether it faces anywhere.
    pub turns: bool,
    /// Where it may be: the index into [`Tray::zones`].
    pub zone: usize,
    /// What can be told of it beside its place: indices into [`Tray::marks`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<usize>,
}

/// Where pieces may be, and the words for why not elsewhere. A place within [`Zone::not`] is none; else one within
/// [`Zone::also`] is; else one within [`Zone::bounds`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Zone {
    /// A polygon, its outline included; empty where every place of the board will do.
    pub bounds: Vec<Point>,
    /// Ground beyond it that will do.
    pub also: Vec<Band>,
    /// Ground that will not.
    pub not: Vec<Band>,
    /// How a place beyond the bounds is spoken of, after how far: "beyond your front line".
    pub beyond: String,
    /// How a place within [`Zone::not`] is spoken of: "in a pocket".
    pub within_not: String,
    /// Whose rule it is.
    pub rule: RuleId,
}

/// Every place within a distance of a segment, the distance included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Band {
    /// Where the segment begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// The distance in hundredths of an inch.
    pub within: i32,
}

/// Every place within a distance of a line, with a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedBand {
    /// What it is: "Seen by the enemy in the open, 12 inches".
    pub name: String,
    /// Whose hue it has.
    pub side: u8,
    /// The line.
    pub points: Vec<Point>,
    /// The distance in hundredths of an inch.
    pub within: i32,
}

/// A line whose points can be drawn elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineEdit {
    /// The form on the same page that takes the points.
    pub form: String,
    /// Its question for them, in words: `0, 14; 30, 16.5`.
    pub key: &'static str,
    /// The points as they stand.
    pub points: Vec<Point>,
    /// The points as they were proposed.
    pub proposal: Vec<Point>,
    /// What the distance of the line is told from.
    pub from: Vec<(String, Point)>,
    /// Below this distance, in hundredths of an inch, the line passes too near; it can be drawn all the same.
    pub near: i32,
}
