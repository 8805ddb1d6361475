//! The ground of a board of hexes: what lies in them, on their sides, and from one to the next.

use hexmap::{Direction, Hex, Numbering};
use serde::Serialize;

use super::text::Text;

/// What never changes during play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ground {
    /// How hexes lie and how they are numbered.
    pub numbering: Numbering,
    /// Printed column and row of the first character of the first row.
    pub first: (i16, i16),
    /// One text per row of hexes, one character per column: the mark of a [`Terrain`]; a blank is no hex.
    pub rows: Vec<String>,
    /// What the marks mean, in the order of the legend.
    pub terrain: Vec<Terrain>,
    /// What lies on hexsides.
    pub sides: Vec<Hexside>,
    /// Roads from hex to hex.
    pub roads: Vec<Road>,
    /// Places with names.
    pub places: Vec<Place>,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Terrain {
    /// Its character in the rows.
    pub mark: char,
    /// Its name: "wooded rough".
    pub name: String,
    /// How it looks, one over the other; none is open ground.
    pub looks: Vec<Look>,
    /// What it does, for the inspector: "4 MP, 2 columns left"; may be empty.
    pub effect: Text,
}

/// How ground is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Crowns of trees.
    Woods,
    /// Hachures.
    Slope,
    /// Chevrons.
    Rough,
    /// Tufts over lines.
    Marsh,
    /// Water.
    Water,
    /// Scattered blocks.
    Town,
    /// A grid of blocks.
    City,
    /// Not to be entered: crossed out.
    Barred,
}

/// Something on a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hexside {
    /// A hex of the side.
    pub hex: Hex,
    /// Which of its sides.
    pub side: Direction,
    /// How it is drawn.
    pub look: SideLook,
}

/// How a hexside is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideLook {
    /// A river along the side.
    River,
    /// A stream along the side.
    Stream,
    /// A bridge across the side.
    Bridge,
    /// A bridge that is down.
    Blown,
    /// A border or a boundary along the side.
    Border,
    /// Cannot be crossed.
    Barred,
}

/// A road or a railway from centre to centre.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Road {
    /// Its name; may be empty.
    pub name: String,
    /// How it is drawn.
    pub class: RoadClass,
    /// Its hexes in order, each beside the one before.
    pub path: Vec<Hex>,
}

/// How a road is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoadClass {
    /// Double.
    Autobahn,
    /// Single.
    Road,
    /// Broken.
    Track,
    /// With ties.
    Rail,
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Where.
    pub hex: Hex,
    /// Its name.
    pub name: String,
    /// What is special about it, for the inspector: "6 points"; may be empty.
    pub note: String,
}

impl Ground {
    /// The kind of ground of a hex, or nothing where there is no hex.
    pub fn terrain(&self, hex: Hex) -> Option<&Terrain> {
        let (column, row) = self.numbering.column_row(hex);
        let row = self.rows.get(usize::try_from(row - self.first.1).ok()?)?;
        let mark = row.chars().nth(usize::try_from(column - self.first.0).ok()?)?;
        self.terrain.iter().find(|terrain| terrain.mark == mark)
    }

    /// Every hex in the order of the rows, with its mark.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, char)> {
        let numbered = |first: i16, n: usize| first.saturating_add(i16::try_from(n).unwrap_or(i16::MAX));
        self.rows.iter().enumerate().flat_map(move |(down, text)| {
            let row = numbered(self.first.1, down);
            let marks = text.chars().enumerate().filter(|(_, mark)| *mark != ' ');
            marks.map(move |(across, mark)| (self.numbering.hex(numbered(self.first.0, across), row), mark))
        })
    }

    /// The place with a name in a hex.
    pub fn place(&self, hex: Hex) -> Option<&Place> {
        self.places.iter().find(|place| place.hex == hex)
    }
}
