//! What ground looks like, read from the set-up's own words.

/// What ground looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
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
    /// Words nobody knows.
    Other,
}

impl Look {
    /// What a kind of ground looks like.
    pub fn of(kind: &str) -> Self {
        let kind = kind.to_lowercase();
        let any = |words: &[&str]| words.iter().any(|word| kind.contains(word));
        let built =
            any(&["built", "village", "town", "farm", "building", "houses", "city", "station", "factory"]);
        if built {
            if any(&["stone", "brick", "concrete", "city", "station", "factory"]) {
                Self::Stone
            } else {
                Self::Built
            }
        } else if any(&["rail"]) {
            Self::Railway
        } else if any(&["road", "street", "highway"]) {
            Self::Road
        } else if any(&["path", "trail", "track"]) {
            Self::Path
        } else if any(&["river", "stream", "brook", "canal", "water", "lake", "pond"]) {
            Self::Water
        } else if any(&["gully", "balka", "ravine", "ditch", "slope"]) {
            Self::Gully
        } else if any(&["hill", "height", "ridge", "rise", "knoll"]) {
            Self::Hill { levels: if any(&["two", "2"]) { 2 } else { 1 } }
        } else if any(&["wood", "forest", "orchard", "grove", "copse"]) {
            Self::Woods
        } else if any(&["rough", "rock", "marsh", "swamp", "scrub"]) {
            Self::Rough
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_set_ups_find_their_ground() {
        assert_eq!(Look::of("hill, two levels"), Look::Hill { levels: 2 });
        assert_eq!(Look::of("Railway embankment"), Look::Railway);
        assert_eq!(Look::of("railway station, stone"), Look::Stone);
        assert_eq!(Look::of("balka (gully)"), Look::Gully);
        assert_eq!(Look::of("built-up area, wood"), Look::Built);
        assert_eq!(Look::of("built-up area, stone"), Look::Stone);
        assert_eq!(Look::of("something new"), Look::Other);
    }
}
