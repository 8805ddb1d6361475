//! Where a hex is, for whoever has to choose between hexes: its name, or its ground and the place that it lies near.

use std::cmp::Ordering;

use hexmap::{Grain, centre};

use super::Board;
use crate::words::Place;

/// How far a place is from a hex that is told by it.
const NEAR: u32 = 4;

/// Thousandths of the tangent between a wind and the one halfway to the next.
const HALF_WIND: i32 = 414;

impl Board {
    /// A hex by its name where it has one, `1713 Sarn West`; else by its ground and the nearest place,
    /// `1413 (woods), east of Sarn`.
    pub fn told(&self, place: Place) -> String {
        if self.names.contains_key(&place) {
            return self.called(place);
        }
        let ground = self.ground(place).map_or("", |ground| self.ground_words(ground));
        let ground = if ground.is_empty() { String::new() } else { format!(" ({ground})") };
        let far = |near: &Place| self.distance(*near, place);
        let near = self.names.keys().filter(|near| far(near) <= NEAR).min_by_key(|near| (far(near), **near));
        let near =
            near.and_then(|near| Some(format!(", {} of {}", self.wind(*near, place), self.names.get(near)?)));
        format!("{place}{ground}{}", near.unwrap_or_default())
    }

    /// The wind by which one hex lies from another, of eight.
    fn wind(&self, from: Place, to: Place) -> &'static str {
        let grain = self.grid().numbering().grain;
        let [from, to] = [from, to].map(|place| centre(grain, self.hex(place)));
        // The two measures of a hex differ by the root of three.
        let (x, y) = match grain {
            Grain::FlatTop => ((to.x - from.x) * 1000, (to.y - from.y) * 1732),
            Grain::PointyTop => ((to.x - from.x) * 1732, (to.y - from.y) * 1000),
        };
        let flat = y.abs() * 1000 < x.abs() * HALF_WIND;
        let steep = x.abs() * 1000 < y.abs() * HALF_WIND;
        match (x.cmp(&0), y.cmp(&0)) {
            (Ordering::Greater, _) if flat => "east",
            (_, _) if flat => "west",
            (_, Ordering::Greater) if steep => "south",
            (_, _) if steep => "north",
            (Ordering::Greater, Ordering::Greater) => "southeast",
            (Ordering::Greater, _) => "northeast",
            (_, Ordering::Greater) => "southwest",
            _ => "northwest",
        }
    }
}
