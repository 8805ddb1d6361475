//! Key files: made outside the data folder, and read where nobody else can.

use std::io::Write;
use std::path::Path;

use ledger::Key;

use crate::caller;
use crate::failure::Failure;
use crate::folder::{self, Files};

/// Bytes of the largest file that can hold a key.
const MOST_BYTES: u64 = 1 << 20;

/// Makes a key file that nobody else on this machine can read, and writes over nothing.
pub fn make(path: &Path, data: &Files) -> Result<Key, Failure> {
    let failed = |fault: std::io::Error| match fault.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::new(format!(
            "{} is there already, and a key is never written over: what it encrypts could not be read any more. Name \
             another file.",
            path.display()
        )),
        _ => Failure::file(path, &fault),
    };
    keep_apart(path, data)?;
    let (key, text) = Key::fresh()?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
    Ok(key)
}

/// Reads a key file.
pub fn read(path: &Path, data: &Files) -> Result<Key, Failure> {
    let bytes = caller::read_whole(path, MOST_BYTES).map_err(|fault| {
        Failure::new(format!(
            "The key file {} cannot be read: {fault}. Name it with --key-file PATH. If it is lost, take the copy that is \
             kept elsewhere; the campaigns are as they were.",
            path.display()
        ))
    })?;
    keep_apart(path, data)?;
    is_ours_alone(path)?;
    let key = str::from_utf8(&bytes).ok().map_or(Err(ledger::BadKey::OtherFile), Key::read);
    key.map_err(|fault| {
        Failure::new(format!(
            "{}: {fault}. Take the copy of it that is kept elsewhere; the campaigns are as they were.",
            path.display()
        ))
    })
}

/// A key beside what it encrypts is copied and stolen together with it.
fn keep_apart(path: &Path, data: &Files) -> Result<(), Failure> {
    match folder::lies_in(path, data.path()) {
        false => Ok(()),
        true => Err(Failure::new(format!(
            "{} lies in the data folder, where every backup would carry it along with what it encrypts. Keep the key \
             file somewhere else.",
            path.display()
        ))),
    }
}

#[cfg(unix)]
fn is_ours_alone(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;
    let about = path.metadata().map_err(|fault| Failure::file(path, &fault))?;
    match about.permissions().mode() & 0o077 {
        0 => Ok(()),
        _ => Err(Failure::new(format!(
            "Others on this machine may use the key file {0}. Close it to them first: chmod 600 {0}",
            path.display()
        ))),
    }
}

#[cfg(not(unix))]
fn is_ours_alone(_: &Path) -> Result<(), Failure> {
    Ok(())
}
