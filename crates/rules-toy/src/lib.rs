//! Pickets: a small secret system of two sides, the model for a new rules crate and the measure of the kernel.
