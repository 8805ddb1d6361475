//! A board in inches: ground, front lines, points.

use serde::Serialize;

use super::board::Symbol;
use super::look::{AreaLook, PointLook, StandMark};
use super::tray::{LineEdit, Tray};

/// A point on a board in inches, in hundredths of an inch from the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Hundredths of an inch from the left edge.
    pub x: i32,
    /// Hundredths of an inch from the lower edge.
    pub y: i32,
}

/// A board in inches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// What it shows, in one sentence for those who do not see it.
    pub description: String,
    /// Size in hundredths of an inch.
    pub size: Point,
    /// Ground.
    pub areas: Vec<Area>,
    /// Front lines.
    pub lines: Vec<MapLine>,
    /// Places, wrecks, works.
    pub points: Vec<MapPoint>,
    /// What the reader lays out on it by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tray: Option<Tray>,
}

/// A stretch of ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    /// Its name; may be empty.
    pub name: String,
    /// What it is, in the set-up's words: "hill, two levels".
    pub kind: String,
    /// How it is drawn.
    pub look: AreaLook,
    /// Whether the outline is closed (an area) or open (a road, a railway).
    pub closed: bool,
    /// The outline.
    pub outline: Vec<Point>,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineStyle {
    /// A front line, in the side's hue and pattern.
    Front,
    /// The outline of a pocket.
    Pocket,
    /// A way that units went or could go.
    Way,
    /// A way that a unit has gone, from where to where: an arrow says where to, and its inches stand beside it.
    Moved,
}

/// A line of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapLine {
    /// Whose.
    pub side: u8,
    /// How it is drawn.
    pub style: LineStyle,
    /// Its points.
    pub points: Vec<Point>,
    /// How its points are drawn elsewhere, where the reader may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<LineEdit>,
}

/// Something at a point.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapPoint {
    /// Its name.
    pub name: String,
    /// What it is: "location", "wreck", "wire".
    pub kind: String,
    /// How it is drawn.
    pub look: PointLook,
    /// Whose, if anyone's.
    pub side: Option<u8>,
    /// Where.
    pub at: Point,
    /// One line about it; may be empty.
    pub note: String,
    /// The id under which forms name it, when it is a piece that could be put elsewhere; else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub piece: String,
    /// What its counter shows, when it is a stand of a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand: Option<StandFace>,
}

/// The counter of a stand on a board in inches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandFace {
    /// What it is.
    pub symbol: Symbol,
    /// Its short name below the symbol, of at most five characters.
    pub short: String,
    /// How it stands, the most important first. Two find room.
    pub marks: Vec<StandMark>,
}
