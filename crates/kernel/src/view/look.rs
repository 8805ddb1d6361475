//! How ground and points of a board in inches are drawn. Which it is, a system says: its set-ups have words of their own.

use serde::Serialize;

/// How ground is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaLook {
    /// High ground of so many levels.
    Hill {
        /// How many.
        levels: u8,
    },
    /// A cut or a slope.
    Gully,
    /// Trees.
    Woods,
    /// Rough ground.
    Rough,
    /// Houses.
    Built,
    /// Houses of stone.
    Stone,
    /// Water.
    Water,
    /// A railway.
    Railway,
    /// A road.
    Road,
    /// A path.
    Path,
    /// None of these: only its outline is drawn.
    Other,
}

/// How a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointLook {
    /// A place with a name.
    Place,
    /// Where units come in or go out.
    Entry,
    /// A unit or a stand.
    Unit,
    /// A wreck.
    Wreck,
    /// A fortification of no other look.
    Works,
    /// Wire, or another obstacle.
    Obstacle,
    /// Mines.
    Mines,
    /// None of these.
    Other,
}
