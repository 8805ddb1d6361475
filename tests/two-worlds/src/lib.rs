//! Secrecy over every road out of a table; see `tests/it`.
