//! How ground and fortifications are drawn, from the set-up's own words: it names ground as it is spoken of at the table.

use kernel::view::{AreaLook, PointLook};

use crate::setup::WorkKind;

/// How a kind of ground is drawn. Words that are not known here are outlined.
pub(super) fn area_look(kind: &str) -> AreaLook {
    let kind = kind.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    let built =
        any(&["built", "village", "town", "farm", "building", "houses", "city", "station", "factory"]);
    if built {
        if any(&["stone", "brick", "concrete", "city", "station", "factory"]) {
            AreaLook::Stone
        } else {
            AreaLook::Built
        }
    } else if any(&["rail"]) {
        AreaLook::Railway
    } else if any(&["road", "street", "highway"]) {
        AreaLook::Road
    } else if any(&["path", "trail", "track"]) {
        AreaLook::Path
    } else if any(&["river", "stream", "brook", "canal", "water", "lake", "pond"]) {
        AreaLook::Water
    } else if any(&["gully", "balka", "ravine", "ditch", "slope"]) {
        AreaLook::Gully
    } else if any(&["hill", "height", "ridge", "rise", "knoll"]) {
        AreaLook::Hill { levels: if any(&["two", "2"]) { 2 } else { 1 } }
    } else if any(&["wood", "forest", "orchard", "grove", "copse"]) {
        AreaLook::Woods
    } else if any(&["rough", "rock", "marsh", "swamp", "scrub"]) {
        AreaLook::Rough
    } else {
        AreaLook::Other
    }
}

/// How a fortification is drawn; one of no chart has only its place.
pub fn work_look(kind: Option<WorkKind>) -> PointLook {
    match kind {
        Some(WorkKind::Wire | WorkKind::Roadblock) => PointLook::Obstacle,
        Some(WorkKind::Minefield) => PointLook::Mines,
        Some(WorkKind::Other) | None => PointLook::Works,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_set_ups_find_their_ground() {
        assert_eq!(area_look("hill, two levels"), AreaLook::Hill { levels: 2 });
        assert_eq!(area_look("Railway embankment"), AreaLook::Railway);
        assert_eq!(area_look("railway station, stone"), AreaLook::Stone);
        assert_eq!(area_look("balka (gully)"), AreaLook::Gully);
        assert_eq!(area_look("built-up area, wood"), AreaLook::Built);
        assert_eq!(area_look("built-up area, stone"), AreaLook::Stone);
        assert_eq!(area_look("something new"), AreaLook::Other);
    }

    #[test]
    fn fortifications_are_drawn_as_what_they_are() {
        assert_eq!(work_look(Some(WorkKind::Roadblock)), PointLook::Obstacle);
        assert_eq!(work_look(Some(WorkKind::Minefield)), PointLook::Mines);
        assert_eq!(work_look(Some(WorkKind::Other)), PointLook::Works);
        assert_eq!(work_look(None), PointLook::Works);
    }
}
