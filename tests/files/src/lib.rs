//! What the systems say as files, written and read back; see `tests/it`.
