//! What the pages do, asked of the router itself.

mod acting;
mod blocks;
mod contrast;
mod doors;
mod fixture;
mod house;
mod reading;
mod stream;
