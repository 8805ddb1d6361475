//! Pages that stand in one list, whether they are told or built.

/// Within `impl System`: the pages in the order of their tabs, each with its id, the word on its tab, what builds it
/// (from state, seat and head) and, where there may be none, whether it is there; then where play stands, what is owed and,
/// where a page shows a board in inches, its size, and where a turn has phases, which.
#[macro_export]
macro_rules! pages {
    ($($id:literal, $tab:literal => $build:path $(, if $is_there:expr)?;)+ standing $standing:path, owed $owed:path $(, inches $inches:path)? $(, phases $phases:path)?;) => {
        const PAGES: &'static [$crate::view::PageHead] = &[$($crate::view::PageHead::new($id, $tab)),+];

        fn contents(state: &Self::State, seat: $crate::Seat) -> $crate::view::Contents {
            let is_there = |head: &$crate::view::PageHead| match head.id {
                $($($id => ($is_there)(state),)?)+
                _ => true,
            };
            let pages = Self::PAGES.iter().copied().filter(is_there).collect();
            let inches = None$(.or_else(|| $inches(state, seat)))?;
            let phases = None$(.or_else(|| Some($phases(state))))?.unwrap_or_default();
            $crate::view::Contents { standing: $standing(state), phases, pages, owed: $owed(state, seat), inches }
        }

        fn page(state: &Self::State, seat: $crate::Seat, id: &str) -> Option<$crate::view::Page> {
            let head = *Self::PAGES.iter().find(|head| head.id == id)?;
            match id {
                $($id => $build(state, seat, head).into(),)+
                _ => None,
            }
        }
    };
}
