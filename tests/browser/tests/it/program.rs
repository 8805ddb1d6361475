//! Which program is the browser: the headless shell where there is one, which takes a third of the processor's time of a
//! whole Chromium and draws with the same engine.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The variable that names another browser by its path.
const NAMED: &str = "ADJUTANT_TEST_BROWSER";

/// Where distributions keep the headless shell, the program itself before the script that starts it.
const SHELLS: [&str; 3] =
    ["/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chrome-headless-shell"];

/// What the driver is told to start with this profile; `None` leaves it to the driver, which looks for a whole browser.
pub fn for_profile(profile: &Path) -> Option<PathBuf> {
    static SHELL: OnceLock<Option<String>> = OnceLock::new();
    if let Some(named) = std::env::var_os(NAMED).filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let shell = SHELL.get_or_init(find_shell).as_ref()?;
    // The driver waits for a page, and the shell opens none unless it is given an address.
    let starter = profile.join("browser");
    std::fs::write(&starter, format!("#!/bin/sh\nexec {shell} \"$@\" about:blank\n")).unwrap();
    std::fs::set_permissions(&starter, std::fs::Permissions::from_mode(0o755)).unwrap();
    Some(starter)
}

/// The first shell of the driver's own version: a driver refuses any other.
fn find_shell() -> Option<String> {
    let wanted = major_version("chromedriver")?;
    SHELLS.into_iter().find(|shell| major_version(shell).as_ref() == Some(&wanted)).map(str::to_owned)
}

/// The first number of what a program says of its version, such as 131 of `Chromium 131.0.6778.85`.
fn major_version(program: &str) -> Option<String> {
    let said = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8(said.stdout).ok()?;
    let number =
        said.split_whitespace().find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))?;
    number.split('.').next().map(str::to_owned)
}
