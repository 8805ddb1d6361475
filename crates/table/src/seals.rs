//! Commands that seal a choice: nonce and digest, put in and taken out.

use kernel::{Game, Seat};
use serde_json::Value;

use crate::chance::Chance;
use crate::fault::Fault;

/// Adds nonce and digest to a command that seals a choice: half of the nonce from the seat, if it sent one.
pub(crate) fn seal(
    game: &dyn Game,
    campaign: &str,
    seat: Seat,
    command: &mut Value,
    chance: &Chance,
    half: Option<[u8; 16]>,
) -> Result<(), Fault> {
    if game.sealing(seat, command).is_none() {
        return Ok(());
    }
    let mut nonce = chance.bytes()?;
    if let Some(half) = half {
        nonce[..16].copy_from_slice(&half);
    }
    command["nonce"] = hex::encode(nonce).into();
    reseal(game, campaign, seat, command);
    Ok(())
}

/// The digest of a choice that has its nonce, for where it stands now: a digest names its slot, and a corrected course
/// may have come to another one.
pub(crate) fn reseal(game: &dyn Game, campaign: &str, seat: Seat, command: &mut Value) {
    let nonce = command.get("nonce").and_then(Value::as_str).and_then(|nonce| hex::decode(nonce).ok());
    let Some(nonce) = nonce else { return };
    let Some(sealing) = game.sealing(seat, command) else { return };
    let side = sealing.side.to_string();
    let digest = ::dice::seal_digest(campaign, &sealing.slot, &side, &sealing.payload, &nonce);
    command["digest"] = digest.to_string().into();
}

/// A command that seals a choice, as the seat gave it.
pub(crate) fn unseal(game: &dyn Game, seat: Seat, command: &mut Value) {
    if game.sealing(seat, command).is_some()
        && let Some(fields) = command.as_object_mut()
    {
        fields.shift_remove("nonce");
        fields.shift_remove("digest");
    }
}
