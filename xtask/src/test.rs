//! The test command of the README. It does all its own set-up.

use std::path::Path;
use std::time::Instant;

use crate::cargo::cargo;
use crate::{inventory, tools};

/// The package of the browser journeys, which run apart because they start a browser each.
const BROWSER_TESTS: &str = "browser-tests";

/// Runs everything in the order of what fails fastest, and stops at the first failure.
///
/// # Errors
/// A sentence naming the step that failed.
pub fn run(root: &Path) -> Result<(), String> {
    let begun = Instant::now();
    tools::ensure()?;
    step(root, "format", &["fmt", "--all", "--check"])?;
    inventory::run(root)?;
    step(root, "lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    if has_nextest(root) {
        step(root, "tests", &["nextest", "run", "--workspace", "--exclude", BROWSER_TESTS])?;
    } else {
        // Not all targets: benchmarks would run in full.
        let arguments =
            ["test", "--workspace", "--exclude", BROWSER_TESTS, "--lib", "--bins", "--tests", "--examples"];
        step(root, "tests", &arguments)?;
    }
    step(root, "examples in the documentation", &["test", "--workspace", "--doc"])?;
    step(root, "browser journeys", &["test", "--package", BROWSER_TESTS])?;
    step(root, "documentation", &["doc", "--workspace", "--no-deps"])?;
    println!("\nAll passed in {} s.", begun.elapsed().as_secs());
    Ok(())
}

fn step(root: &Path, name: &str, arguments: &[&str]) -> Result<(), String> {
    let begun = Instant::now();
    println!("\n== {name}: cargo {}", arguments.join(" "));
    let status = cargo(root)
        .args(arguments)
        .env("RUSTDOCFLAGS", "-D warnings")
        .status()
        .map_err(|fault| format!("cargo cannot be started: {fault}"))?;
    if !status.success() {
        return Err(format!("\nFailed: {name} (cargo {}).", arguments.join(" ")));
    }
    println!("== {name}: passed in {} s", begun.elapsed().as_secs());
    Ok(())
}

fn has_nextest(root: &Path) -> bool {
    cargo(root).args(["nextest", "--version"]).output().is_ok_and(|output| output.status.success())
}
