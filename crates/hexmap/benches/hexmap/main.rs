//! `cargo bench -p hexmap`: the searches against crate `pathfinding` on the same board in the same
//! run, and repair against recomputation. Prints Markdown; every pair of answers is compared first.

#![allow(clippy::print_stdout)]

mod fields;
mod moving;
mod reach;
mod scene;
mod timing;

fn main() {
    println!("{}", scene::Scene::new(1).describe());
    reach::run();
    fields::run();
    moving::run();
}
