//! The test command of the README. It does all its own set-up.

use std::path::Path;
use std::thread::available_parallelism;
use std::time::Instant;

use test_postgres::Cluster;

use crate::cargo::cargo;
use crate::driver::{self, Driver};
use crate::{circles, inventory, tools};

/// Runs everything in the order of what fails fastest, and stops at the first failure.
///
/// All steps ask for the same features, so that a dependency is compiled once to run and once to be checked: tests and
/// journeys are one call of the whole workspace, and the documentation asks for examples as well, because only then cargo
/// counts what tests need.
///
/// # Errors
/// A sentence naming the step that failed.
pub fn all(root: &Path) -> Result<(), String> {
    let begun = Instant::now();
    tools::ensure()?;
    let run = Run::prepare(root)?;
    run.step("format", &["fmt", "--all", "--check"])?;
    inventory::run(root)?;
    circles::check(root)?;
    run.step("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    if has_nextest(root) {
        // One that fails shall not hide the next. `.config/nextest.toml` says why one more runs than there are cores.
        let threads = (available_parallelism().map_or(1, usize::from) + 1).to_string();
        let tests = ["nextest", "run", "--workspace", "--max-fail", "20", "--test-threads", threads.as_str()];
        run.step("tests and browser journeys", &tests)?;
    } else {
        // Not all targets: benchmarks would run in full.
        run.step(
            "tests and browser journeys",
            &["test", "--workspace", "--lib", "--bins", "--tests", "--examples"],
        )?;
    }
    run.step("examples in the documentation", &["test", "--workspace", "--doc"])?;
    run.step("documentation", &["doc", "--workspace", "--no-deps", "--lib", "--bins", "--examples"])?;
    println!("\nAll passed in {} s.", begun.elapsed().as_secs());
    Ok(())
}

/// Runs the tests of some packages alone.
///
/// # Errors
/// A sentence naming the step that failed.
pub fn some(root: &Path, packages: &[String]) -> Result<(), String> {
    let begun = Instant::now();
    let named: Vec<&str> = packages.iter().flat_map(|package| ["--package", package]).collect();
    tools::ensure()?;
    let run = Run::prepare(root)?;
    run.step("format", &["fmt", "--all", "--check"])?;
    let tests: &[&str] = if has_nextest(root) { &["nextest", "run"] } else { &["test"] };
    run.step("tests", &[tests, named.as_slice(), &["--lib", "--bins", "--tests"]].concat())?;
    println!("\nPassed in {} s.", begun.elapsed().as_secs());
    Ok(())
}

/// What all steps of a run share: one PostgreSQL and one driver of browsers, gone at its end. A server that the variable
/// names is used as it is.
struct Run<'a> {
    root: &'a Path,
    own: Option<Cluster>,
    driver: Driver,
}

impl<'a> Run<'a> {
    fn prepare(root: &'a Path) -> Result<Self, String> {
        let named = std::env::var_os(test_postgres::NAMED).is_some_and(|url| !url.is_empty());
        let own = if named { None } else { Some(Cluster::start()?) };
        Ok(Self { root, own, driver: Driver::start()? })
    }

    fn step(&self, name: &str, arguments: &[&str]) -> Result<(), String> {
        let begun = Instant::now();
        println!("\n== {name}: cargo {}", arguments.join(" "));
        let mut command = cargo(self.root);
        command.args(arguments).env("RUSTDOCFLAGS", "-D warnings").env(driver::NAMED, &self.driver.address);
        if let Some(cluster) = &self.own {
            command.env(test_postgres::NAMED, cluster.url());
        }
        // What is compiled once and thrown away gains nothing from being kept in parts.
        if std::env::var_os("CI").is_some() {
            command.env("CARGO_INCREMENTAL", "0");
        }
        let status = command.status().map_err(|fault| format!("cargo cannot be started: {fault}"))?;
        if !status.success() {
            return Err(format!("\nFailed: {name} (cargo {}).", arguments.join(" ")));
        }
        println!("== {name}: passed in {} s", begun.elapsed().as_secs());
        Ok(())
    }
}

fn has_nextest(root: &Path) -> bool {
    cargo(root).args(["nextest", "--version"]).output().is_ok_and(|output| output.status.success())
}
