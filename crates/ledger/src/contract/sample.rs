//! Small campaigns and entries to test with.

use dice::Secret;

use crate::{CampaignId, FORMAT, Lineage, Manifest, NewCampaign, NewEntry, NewPart, Stream, sha256};

/// A campaign of two sides whose secret follows from its name.
pub fn campaign(name: &str) -> NewCampaign {
    let setup = format!("# set-up of {name}\nside = [\"Red\", \"Blue\"]\n");
    let secret = Secret::new(sha256(name.as_bytes()).0);
    let manifest = Manifest {
        campaign: CampaignId::new(name).expect("samples have good names"),
        created_at: 1_790_000_000_000,
        dice_commitment: secret.commitment(),
        format: FORMAT,
        rules_version: "1".to_owned(),
        setup_digest: sha256(setup.as_bytes()),
        sides: vec!["Red".to_owned(), "Blue \"the second\"".to_owned()],
        system: "toy".to_owned(),
        title: format!("Sample: {name}"),
    };
    NewCampaign { manifest, setup, secret: Some(secret) }
}

/// A body that says what every body says first, and a note.
pub fn body(note: &str) -> String {
    said("command", note)
}

/// The first public body: it begins the campaign.
pub fn beginning(note: &str) -> String {
    said("began", note)
}

fn said(kind: &str, note: &str) -> String {
    format!(
        "{{\"at\":0,\"kind\":\"{kind}\",\"seat\":\"umpire\",\"by\":\"umpire\",\"rules\":\"toy/1\",\
         \"note\":\"{note}\"}}"
    )
}

/// An entry with these parts.
pub fn entry(expected: u64, parts: &[(Stream, &str)]) -> NewEntry {
    let part = |(stream, body): &(Stream, &str)| NewPart { stream: *stream, body: (*body).to_owned() };
    let mut lineage = [0; 16];
    lineage[8..].copy_from_slice(&expected.to_be_bytes());
    NewEntry {
        expected,
        after: None,
        lineage: Lineage(lineage),
        branch: 0,
        parts: parts.iter().map(part).collect(),
    }
}
