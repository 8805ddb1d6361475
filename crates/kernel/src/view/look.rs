//! What ground looks like, read from the set-up's own words.

/// What ground looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Words nobody knows.
    Other,
}

impl AreaLook {
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
        assert_eq!(AreaLook::of("hill, two levels"), AreaLook::Hill { levels: 2 });
        assert_eq!(AreaLook::of("Railway embankment"), AreaLook::Railway);
        assert_eq!(AreaLook::of("railway station, stone"), AreaLook::Stone);
        assert_eq!(AreaLook::of("balka (gully)"), AreaLook::Gully);
        assert_eq!(AreaLook::of("built-up area, wood"), AreaLook::Built);
        assert_eq!(AreaLook::of("built-up area, stone"), AreaLook::Stone);
        assert_eq!(AreaLook::of("something new"), AreaLook::Other);
    }
}
