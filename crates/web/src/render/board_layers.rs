//! Layers of a board in inches, each with a switch. The style sheet knows each by its number, so that the switches work
//! without a script.

use kernel::view::{FieldMap, LineStyle, MapPoint, PointLook};

use super::reader::Reader;

/// What can be hidden by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// Ground with its names.
    Ground,
    /// Front lines and pockets.
    Lines,
    /// Ways that were or could be gone.
    Ways,
    /// Fortifications.
    Works,
    /// Wrecks.
    Wrecks,
    /// Places, entries and whatever else is marked.
    Marks,
    /// The pieces of a side.
    Pieces(u8),
    /// The picture under everything.
    Picture,
}

impl Layer {
    /// Sides whose pieces have a layer of their own.
    const SIDES: u8 = 4;

    pub(super) fn of_line(style: LineStyle) -> Self {
        match style {
            LineStyle::Front | LineStyle::Pocket => Self::Lines,
            LineStyle::Way | LineStyle::Moved => Self::Ways,
        }
    }

    pub(super) fn of_point(point: &MapPoint) -> Self {
        match point.look {
            PointLook::Wreck => Self::Wrecks,
            PointLook::Unit => {
                point.side.filter(|side| *side < Self::SIDES).map_or(Self::Marks, Self::Pieces)
            }
            PointLook::Works | PointLook::Obstacle | PointLook::Mines => Self::Works,
            PointLook::Place | PointLook::Entry | PointLook::Other => Self::Marks,
        }
    }

    /// The class of what lies in it, and the end of the class of its switch.
    pub(super) fn class(self) -> String {
        format!("ib-l{}", self.number())
    }

    pub(super) fn number(self) -> u8 {
        match self {
            Self::Ground => 0,
            Self::Lines => 1,
            Self::Ways => 2,
            Self::Works => 3,
            Self::Wrecks => 4,
            Self::Marks => 5,
            Self::Pieces(side) => 6 + side,
            Self::Picture => 10,
        }
    }

    /// The words beside its switch.
    pub(super) fn name(self, reader: &Reader<'_>) -> String {
        match self {
            Self::Ground => "Ground".into(),
            Self::Lines => "Lines".into(),
            Self::Ways => "Ways".into(),
            Self::Works => "Fortifications".into(),
            Self::Wrecks => "Wrecks".into(),
            Self::Marks => "Places".into(),
            Self::Picture => "Picture".into(),
            Self::Pieces(side) => format!("{} units", reader.side_name(side)),
        }
    }

    /// The layers in which something lies, in their order.
    pub(super) fn of(map: &FieldMap, pictured: bool) -> Vec<Self> {
        let mut layers: Vec<Self> = map
            .lines
            .iter()
            .map(|line| Self::of_line(line.style))
            .chain(map.points.iter().map(Self::of_point))
            .chain((!map.areas.is_empty()).then_some(Self::Ground))
            .chain(pictured.then_some(Self::Picture))
            .collect();
        layers.sort_unstable();
        layers.dedup();
        layers
    }
}
