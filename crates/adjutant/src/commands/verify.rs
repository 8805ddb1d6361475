//! `adjutant verify`.

use crate::arguments::Verify;
use crate::caller::say;
use crate::failure::Failure;
use crate::setup;

/// Checks a campaign file and says what it can prove.
pub fn run(verify: &Verify) -> Result<(), Failure> {
    let report = ledger::verify(&setup::read(&verify.file)?, verify.head.as_deref());
    for line in report.lines() {
        say!("{line}");
    }
    match report.faults.len() {
        0 => Ok(()),
        n => Err(Failure::new(format!("{}: not sound, {n} found.", verify.file.display()))),
    }
}
