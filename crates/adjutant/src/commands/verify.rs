//! `adjutant verify`.

use ledger::{Bundle, Joined};
use table::Audit;

use crate::arguments::Verify;
use crate::caller::say;
use crate::failure::Failure;
use crate::rulebooks::RULEBOOKS;
use crate::setup;

/// The exit code when nothing is wrong and yet not every entry could be judged again.
const UNPROVED: u8 = 3;

/// The exit code when there is no file to judge: it cannot be read, or is no text. The second verifier has the same.
const UNREADABLE: u8 = 2;

/// Checks a campaign file, judges it again, and says what it can prove.
pub fn run(verify: &Verify) -> Result<(), Failure> {
    let text = setup::read(&verify.file).map_err(|failure| failure.with_code(UNREADABLE))?;
    if Joined::is_one(&text) {
        return run_joined(verify, &text);
    }
    let mut report = ledger::verify(&text, verify.head.as_deref());
    let whole = Bundle::parse(&text).ok().filter(|_| report.is_sound());
    let audit = whole.map(|bundle| table::audit(&bundle, RULEBOOKS)).unwrap_or_default();
    for line in report.lines().iter().take(report.facts.len() + report.faults.len()) {
        say!("{line}");
    }
    // What follows is this program's alone: the second verifier knows no rules.
    for line in audit.lines() {
        say!("{line}");
    }
    let Audit { n_unproved, faults, .. } = audit;
    report.faults.extend(faults);
    let verdict = report.lines().pop().unwrap_or_default();
    match n_unproved {
        0 => say!("{verdict}"),
        1 => say!("{verdict}, 1 entry unproved"),
        n => say!("{verdict}, {n} entries unproved"),
    }
    match (report.faults.len(), n_unproved) {
        (0, 0) => Ok(()),
        (0, n) => {
            let sentence =
                format!("{}: sound, and {n} of its entries are not proved.", verify.file.display());
            Err(Failure::new(sentence).with_code(UNPROVED))
        }
        (n, _) => Err(Failure::new(format!("{}: not sound, {n} found.", verify.file.display()))),
    }
}

/// The same for campaigns in one file. A noted head is found in the file of its own campaign.
fn run_joined(verify: &Verify, text: &str) -> Result<(), Failure> {
    let file = verify.file.display();
    if verify.head.is_some() {
        let sentence = format!("{file} holds several campaigns: verify a noted head in the file of its own.");
        return Err(Failure::new(sentence).with_code(UNREADABLE));
    }
    let joined = match Joined::parse(text) {
        Ok(joined) => joined,
        Err(faults) => {
            faults.iter().for_each(|fault| say!("fault: {}", ledger::printable(&fault.to_string())));
            return Err(Failure::new(format!("{file}: not sound, {} found.", faults.len())));
        }
    };
    let report = ledger::verify_joined(&joined);
    let mut lines = report.lines();
    // The verdict comes last: the rules judge before it.
    let verdict = lines.pop().unwrap_or_default();
    lines.iter().for_each(|line| say!("{line}"));
    let audits = if report.is_sound() { table::audit_joined(&joined, RULEBOOKS) } else { Vec::new() };
    for (bundle, audit) in joined.files.iter().zip(&audits) {
        audit.lines().iter().for_each(|line| say!("campaign {}: {line}", bundle.manifest.campaign));
    }
    let n_faults = report.all_faults().len() + audits.iter().map(|audit| audit.faults.len()).sum::<usize>();
    let n_unproved: usize = audits.iter().map(|audit| audit.n_unproved).sum();
    match (report.is_sound(), n_faults, n_unproved) {
        (true, 1, _) => say!("result of all: 1 fault"),
        (true, 2.., _) => say!("result of all: {n_faults} faults"),
        (true, 0, 1..) => say!("{verdict}, {n_unproved} entries not proved"),
        _ => say!("{verdict}"),
    }
    match (n_faults, n_unproved) {
        (0, 0) => Ok(()),
        (0, n) => {
            let sentence = format!("{file}: sound, and {n} of its entries are not proved.");
            Err(Failure::new(sentence).with_code(UNPROVED))
        }
        (n, _) => Err(Failure::new(format!("{file}: not sound, {n} found."))),
    }
}
