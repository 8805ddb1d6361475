//! Journeys in a real browser; see `tests/it`.
