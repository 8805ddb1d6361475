//! Names of what is counted of a log, over all campaigns: nothing here has a label that names one.

use std::time::Instant;

use ::metrics::{counter, histogram};

use crate::Fault;

/// Entries written.
pub const APPENDS: &str = "adjutant_log_appends_total";
/// How long a batch of entries takes until it is on the disk, in seconds.
pub const APPEND_SECONDS: &str = "adjutant_log_append_seconds";
/// Statements that the database refused or did not answer; the label `kind` says how.
pub const FAULTS: &str = "adjutant_log_faults_total";

/// A batch has been written.
pub(crate) fn appended(n_entries: usize, begun: Instant) {
    counter!(APPENDS).increment(n_entries as u64);
    histogram!(APPEND_SECONDS).record(begun.elapsed());
}

/// The database failed.
pub(crate) fn failed(fault: &Fault) {
    let kind = match fault {
        Fault::Disk { .. } => "disk",
        Fault::Busy { .. } => "busy",
        Fault::Away { .. } => "away",
        Fault::NoEntry { .. } => "no_entry",
        Fault::Corrupt { .. } => "corrupt",
        _ => "other",
    };
    counter!(FAULTS, "kind" => kind).increment(1);
}
