//! Conformance: the laws every system keeps.
