//! What can go wrong with a log, in sentences that tell the way out.

use crate::{CampaignId, Finding, KeyId};

/// Why the ledger could not do what was asked. Cloned to everybody who waited for the same batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Somebody else took the number.
    #[error(
        "entry {expected} of campaign {campaign} was not written, because the next number is {next}; \
         load the newer entries and judge the command again"
    )]
    Conflict {
        /// The campaign.
        campaign: CampaignId,
        /// The number the entry was judged for.
        expected: u64,
        /// The number the next entry has to have.
        next: u64,
    },
    /// The entry can never be written.
    #[error("an entry of campaign {campaign} was not written: {reason}")]
    BadEntry {
        /// The campaign.
        campaign: CampaignId,
        /// What is wrong with it.
        reason: String,
    },
    /// Disk full, read-only, unreadable or gone.
    #[error(
        "the disk refused to {action}: {detail}; nothing was written. Make room or restore access to the \
         data folder or the database, then try again"
    )]
    Disk {
        /// What was being done, as a verb.
        action: &'static str,
        /// The system's own words.
        detail: String,
    },
    /// The database's file is not at its path any more, or another is.
    #[error(
        "could not {action}, because the file of the database was moved, deleted or replaced while it was open; \
         nothing was written. Put it back, or start this program again to go on with the file that is there"
    )]
    Moved {
        /// What was being done, as a verb.
        action: &'static str,
    },
    /// Another process holds the database.
    #[error(
        "could not {action}, because another program keeps the database locked: {detail}; nothing was \
         written. Stop the other program, then try again"
    )]
    Busy {
        /// What was being done, as a verb.
        action: &'static str,
        /// The system's own words.
        detail: String,
    },
    /// The database is somewhere else and does not answer, or a connection to it was cut.
    #[error(
        "the database could not be reached to {action}: {detail}; nothing was acknowledged. When it answers again, \
         try again: what is in the log already is not done twice"
    )]
    Away {
        /// What was being done, as a verb.
        action: &'static str,
        /// The system's own words.
        detail: String,
    },
    /// The database does not let this program in, or is none that it can use.
    #[error(
        "the database cannot be used: {detail}. Look at the URL given with --database, and at the rights of its user"
    )]
    NoEntry {
        /// The system's own words, without the password.
        detail: String,
    },
    /// Stored data cannot be what was written.
    #[error(
        "the data at {place} are damaged: {detail}. Restore the data folder from a backup, or import the \
         newest campaign file"
    )]
    Corrupt {
        /// Where.
        place: String,
        /// What is wrong there.
        detail: String,
    },
    /// A stored hash does not follow from the data before it.
    #[error(
        "the chain of campaign {campaign} is broken at {chain} {number}: somebody or something changed the \
         record. Restore the data folder from a backup, or import the newest campaign file"
    )]
    BrokenChain {
        /// The campaign.
        campaign: CampaignId,
        /// The stream's name, or `master`.
        chain: String,
        /// The number in that chain.
        number: u64,
    },
    /// What is kept here is encrypted, and no key was given.
    #[error(
        "the campaigns here are encrypted{}, and no key file was given. Name it with --key-file PATH; without it \
         nobody can read them",
        .needed.map(|id| format!(" with the key {id}")).unwrap_or_default()
    )]
    NoKey {
        /// The key, where it is known.
        needed: Option<KeyId>,
    },
    /// What is kept here is encrypted with another key.
    #[error(
        "the campaigns here are encrypted with the key {needed}, and the key file holds the key {given}; nothing was \
         changed. Name the file of {needed} with --key-file PATH"
    )]
    OtherKey {
        /// The key in use.
        needed: KeyId,
        /// The key that was given.
        given: KeyId,
    },
    /// A key was given, and nothing here is encrypted.
    #[error(
        "the campaigns here are not encrypted, and a key file was given; nothing was changed. `adjutant key apply` \
         encrypts them with it; without --key-file they open as they are"
    )]
    NotEncrypted,
    /// A ciphertext does not open although the key is the one in use.
    #[error(
        "what is encrypted at {place} cannot be read: {detail}. Restore the data folder from a backup, or import the \
         newest campaign file"
    )]
    Unreadable {
        /// Where.
        place: String,
        /// Why.
        detail: String,
    },
    /// Another key came into use while the log was open.
    #[error(
        "could not {action}, because the campaigns were encrypted with another key meanwhile; nothing was written. \
         Start this program again with --key-file and the new key"
    )]
    KeyChanged {
        /// What was being done, as a verb.
        action: &'static str,
    },
    /// Everything was encrypted with the new key, and older copies may be left in the database's files.
    #[error(
        "everything is encrypted with the new key; use that one from now on. What was there before may still be found \
         in the database's files, because they could not be written anew: {detail}. Stop other programs, make room on the \
         disk if it is full, and give `adjutant key apply` with the new key: it clears them"
    )]
    NotCleared {
        /// The system's own words.
        detail: String,
    },
    /// Made by an older program, and opened to read only.
    #[error(
        "{what} was made by an older program; open it once with this one, for example with `adjutant show`"
    )]
    TooOld {
        /// What was read.
        what: String,
    },
    /// No such thing here.
    #[error("there is no {what}")]
    NotFound {
        /// What was looked for, with its name.
        what: String,
    },
    /// The campaign exists already.
    #[error("a campaign {campaign} is here already and stays as it is; import into another data folder")]
    AlreadyExists {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Written by a newer program.
    #[error("{what} has format {found}, this program knows formats up to {known}; use a newer program")]
    TooNew {
        /// What was read.
        what: String,
        /// Its format.
        found: i64,
        /// The newest format known here.
        known: i64,
    },
    /// A campaign to be created contradicts itself.
    #[error("campaign {campaign} was not created: {reason}")]
    BadCampaign {
        /// The campaign.
        campaign: CampaignId,
        /// What is wrong with it.
        reason: String,
    },
    /// A campaign file is not what it should be.
    #[error("the campaign file is not usable: {}; nothing was imported", list(.faults))]
    BadBundle {
        /// All that is wrong, with places.
        faults: Vec<Finding>,
    },
    /// The operating system gave no random bytes.
    #[error("the system gave no random bytes: {detail}; nothing was written")]
    NoRandomness {
        /// The system's own words.
        detail: String,
    },
    /// The committer has been shut down.
    #[error(
        "the program is stopping and has not acknowledged the entry; look at the log when it is up again"
    )]
    Stopped,
}

fn list(faults: &[Finding]) -> String {
    let shown: Vec<String> = faults.iter().take(5).map(ToString::to_string).collect();
    match faults.len().saturating_sub(shown.len()) {
        0 => shown.join("; "),
        more => format!("{}; and {more} more", shown.join("; ")),
    }
}
