//! `serve --metrics`: numbers of the whole process in the text format of Prometheus, on an address of their own.
//!
//! What is counted is named here and nowhere labelled with a campaign, a seat or a page: whoever reads the numbers
//! learns how busy the process is, and nothing of who is. See `docs/threat-model.md`.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use adjutant_web::{listening, own_name_here};
use axum::Router;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::get;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::failure::Failure;
use crate::mail;

/// The bounds of the latency histograms, in seconds: from a page in memory to a database that is lost.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// How often what histograms have gathered is added up, also when nobody asks.
const UPKEEP: Duration = Duration::from_secs(5);

const REQUESTS: &str = "adjutant_http_requests_total";
const REQUEST_SECONDS: &str = "adjutant_http_request_seconds";
const BUILD: &str = "adjutant_build_info";

/// Begins to count, and serves the numbers until `closing` turns to `true`; gives the address they are at.
pub async fn serve(address: SocketAddr, closing: watch::Receiver<bool>) -> Result<SocketAddr, Failure> {
    let listener = TcpListener::bind(address)
        .await
        .map_err(|fault| Failure::new(format!("Cannot serve metrics on {address}: {fault}.")))?;
    let address = listener.local_addr().unwrap_or(address);
    let numbers = count()?;
    let upkeep = numbers.clone();
    tokio::spawn(async move {
        let mut times = tokio::time::interval(UPKEEP);
        loop {
            times.tick().await;
            upkeep.run_upkeep();
        }
    });
    let page = get(async move || ([(CONTENT_TYPE, "text/plain; version=0.0.4")], numbers.render()));
    let router = Router::new().route("/metrics", page).layer(from_fn(own_name_here));
    tokio::spawn(listening::serve(listener, router, closing));
    Ok(address)
}

/// Counts the requests of a router and how long each takes until its answer begins.
pub fn counted(router: Router) -> Router {
    router.layer(from_fn(async |request: Request, next: Next| -> Response {
        let begun = Instant::now();
        let response = next.run(request).await;
        let class = match response.status().as_u16() {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            500.. => "5xx",
        };
        counter!(REQUESTS, "class" => class).increment(1);
        histogram!(REQUEST_SECONDS, "class" => class).record(begun.elapsed());
        response
    }))
}

fn count() -> Result<PrometheusHandle, Failure> {
    let failed = |fault: metrics_exporter_prometheus::BuildError| {
        Failure::new(format!("The program cannot count what it does: {fault}."))
    };
    let builder = PrometheusBuilder::new().set_buckets(&SECONDS).map_err(failed)?;
    let numbers = builder.install_recorder().map_err(failed)?;
    describe_counter!(REQUESTS, "Requests answered, by class of status");
    describe_histogram!(REQUEST_SECONDS, "Time until an answer begins");
    describe_counter!(table::metrics::COMMANDS, "Acts of seats, by outcome");
    describe_gauge!(table::metrics::OPEN, "Campaigns in memory");
    describe_gauge!(adjutant_web::LIVE_STREAMS, "Open streams of live pages and of programs");
    describe_counter!(ledger::metrics::APPENDS, "Entries written");
    describe_counter!(mail::SENT, "Reminders sent by e-mail");
    describe_counter!(mail::FAILED, "Tries to send a reminder that failed and are made again");
    describe_counter!(mail::DROPPED, "Reminders that were given up");
    describe_histogram!(
        ledger::metrics::APPEND_SECONDS,
        "Time a batch of entries takes until it is on the disk"
    );
    describe_counter!(
        ledger::metrics::FAULTS,
        "Statements that the database refused or did not answer, by kind"
    );
    describe_gauge!(BUILD, "1, with the version");
    gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1);
    // What has not happened yet is 0, and not missing.
    counter!(ledger::metrics::APPENDS).absolute(0);
    gauge!(table::metrics::OPEN).set(0);
    gauge!(adjutant_web::LIVE_STREAMS).set(0);
    Ok(numbers)
}
