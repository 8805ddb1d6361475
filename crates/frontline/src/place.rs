//! Places on the table, and the two sides.

/// A place in whole units of measure, from the lower left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// From the left side.
    pub x: i32,
    /// From South's home edge.
    pub y: i32,
}

impl Point {
    /// A place.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The square of the distance to another place.
    pub fn distance_squared(self, other: Self) -> i64 {
        let (dx, dy) = (i64::from(self.x) - i64::from(other.x), i64::from(self.y) - i64::from(other.y));
        dx * dx + dy * dy
    }
}

/// The two sides, by their home edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// At home at `y = 0`.
    South,
    /// At home at `y = height`.
    North,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The other side.
    pub const fn enemy(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// Its place in arrays of two.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The table as a side sees it: `y` is the distance from its own home edge. Turning twice gives the same again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    side: Side,
    height: i32,
}

impl Frame {
    pub(crate) const fn new(side: Side, height: i32) -> Self {
        Self { side, height }
    }

    pub(crate) const fn turn(self, point: Point) -> Point {
        match self.side {
            Side::South => point,
            Side::North => Point { x: point.x, y: self.height - point.y },
        }
    }
}
