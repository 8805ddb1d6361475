//! A real table of the toy system in a temporary folder, with links for every seat: to try the pages by hand.
//! `cargo run -p adjutant-web --example live [PORT]`

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use kernel::Seat;

#[path = "../tests/it/house.rs"]
mod house;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(8098);
    let house = house::House::open().await;
    for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator] {
        println!("{} http://127.0.0.1:{port}/join#{}", seat.name(), house.invitation(seat).await);
    }
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    axum::serve(listener, house.router.clone()).await
}
