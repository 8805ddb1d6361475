//! Worked examples as files: set-ups, positions, commands with answers, and what must come of them.
