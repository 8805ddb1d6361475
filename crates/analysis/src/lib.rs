//! The rules played a million times: simulation over any system.
