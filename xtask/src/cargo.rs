//! Cargo, as the one that started this program.

use std::path::Path;
use std::process::Command;

/// Cargo in the folder of the workspace.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}
