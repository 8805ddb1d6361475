//! The test command of the README. It does all its own set-up.

use std::path::Path;
use std::time::Instant;

use test_postgres::Cluster;

use crate::cargo::cargo;
use crate::{circles, inventory, tools};

/// The package of the browser journeys, which run apart because they start a browser each.
const BROWSER_TESTS: &str = "browser-tests";

/// Runs everything in the order of what fails fastest, and stops at the first failure.
///
/// # Errors
/// A sentence naming the step that failed.
pub fn run(root: &Path) -> Result<(), String> {
    let begun = Instant::now();
    tools::ensure()?;
    let database = Database::start()?;
    let step = |name, arguments: &[&str]| step(root, &database, name, arguments);
    step("format", &["fmt", "--all", "--check"])?;
    inventory::run(root)?;
    circles::check(root)?;
    step("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    if has_nextest(root) {
        step("tests", &["nextest", "run", "--workspace", "--exclude", BROWSER_TESTS])?;
    } else {
        // Not all targets: benchmarks would run in full.
        let arguments =
            ["test", "--workspace", "--exclude", BROWSER_TESTS, "--lib", "--bins", "--tests", "--examples"];
        step("tests", &arguments)?;
    }
    step("examples in the documentation", &["test", "--workspace", "--doc"])?;
    step("browser journeys", &["test", "--package", BROWSER_TESTS])?;
    step("documentation", &["doc", "--workspace", "--no-deps"])?;
    println!("\nAll passed in {} s.", begun.elapsed().as_secs());
    Ok(())
}

/// The PostgreSQL of this run: one cluster for all tests, gone at its end. A server that the variable names is used as
/// it is.
struct Database {
    own: Option<Cluster>,
}

impl Database {
    fn start() -> Result<Self, String> {
        let named = std::env::var_os(test_postgres::NAMED).is_some_and(|url| !url.is_empty());
        Ok(Self { own: if named { None } else { Some(Cluster::start()?) } })
    }
}

fn step(root: &Path, database: &Database, name: &str, arguments: &[&str]) -> Result<(), String> {
    let begun = Instant::now();
    println!("\n== {name}: cargo {}", arguments.join(" "));
    let mut command = cargo(root);
    command.args(arguments).env("RUSTDOCFLAGS", "-D warnings");
    if let Some(cluster) = &database.own {
        command.env(test_postgres::NAMED, cluster.url());
    }
    let status = command.status().map_err(|fault| format!("cargo cannot be started: {fault}"))?;
    if !status.success() {
        return Err(format!("\nFailed: {name} (cargo {}).", arguments.join(" ")));
    }
    println!("== {name}: passed in {} s", begun.elapsed().as_secs());
    Ok(())
}

fn has_nextest(root: &Path) -> bool {
    cargo(root).args(["nextest", "--version"]).output().is_ok_and(|output| output.status.success())
}
