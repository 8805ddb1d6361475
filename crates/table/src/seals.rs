//! Commands that seal a choice: nonce and digest, put in and taken out.

use kernel::rulebook::HOUSE_COMMAND;
use kernel::{Game, Refusal, Seat};
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
    put(command, "nonce", hex::encode(nonce));
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
    put(command, "digest", digest.to_string());
}

/// Adds a field to a command. What is no object has no fields; the rules refuse it.
pub(crate) fn put(command: &mut Value, field: &str, text: String) {
    if let Some(fields) = command.as_object_mut() {
        fields.insert(field.to_owned(), text.into());
    }
}

/// Why a command does not hold what seals its choice: a nonce and the digest that follows from it, or neither where nothing
/// is sealed.
pub(crate) fn ill_sealed(
    game: &dyn Game,
    campaign: &str,
    seat: Seat,
    command: &Value,
) -> Option<&'static str> {
    let text = |field: &str| command.get(field).filter(|value| !value.is_null());
    if game.sealing(seat, command).is_none() {
        let seals = SEAL.iter().any(|field| text(field).is_some());
        return seals.then_some("its command holds a nonce or a digest, and nothing is sealed");
    }
    let nonce = text("nonce").and_then(Value::as_str).and_then(|nonce| hex::decode(nonce).ok());
    if nonce.is_none_or(|nonce| nonce.len() != 32) {
        return Some("its command seals a choice, and its nonce is missing");
    }
    let mut sealed = command.clone();
    reseal(game, campaign, seat, &mut sealed);
    (sealed != *command).then_some("the digest in its command is not that of the choice and its nonce")
}

/// To whoever sends half of a nonce with a command that seals nothing.
pub(crate) fn seals_nothing() -> Refusal {
    let sentence = "This command seals nothing, so it has no field \"nonce\". Nothing was done.";
    not_sealed_so(sentence)
}

/// To whoever sends as half of a nonce what cannot be one.
pub(crate) fn no_half() -> Refusal {
    let sentence = "The field \"nonce\" is your half of the nonce: 32 hexadecimal digits. Nothing was done.";
    not_sealed_so(sentence)
}

/// To whoever sends a digest.
pub(crate) fn own_digest() -> Refusal {
    not_sealed_so(
        "The table works out the digest of a sealed choice. Leave \"digest\" out. Nothing was done.",
    )
}

/// Whether an order to be kept holds what seals a choice. It is sealed when it is given.
pub(crate) fn is_sealed(command: &Value) -> bool {
    SEAL.iter().any(|field| command.get(field).is_some_and(|value| !value.is_null()))
}

/// To whoever keeps such an order.
pub(crate) fn sealed_when_given() -> Refusal {
    let sentence =
        "A kept order is sealed when it is given. Leave \"nonce\" and \"digest\" out. Nothing was done.";
    not_sealed_so(sentence)
}

/// A command that does not hold what seals its choice.
pub(crate) fn not_sealed_so(sentence: &str) -> Refusal {
    Refusal::new(HOUSE_COMMAND, "command", sentence)
}

/// What a command that seals a choice holds besides the choice.
const SEAL: [&str; 2] = ["nonce", "digest"];

/// A command that seals a choice, as the seat gave it.
pub(crate) fn unseal(game: &dyn Game, seat: Seat, command: &mut Value) {
    if game.sealing(seat, command).is_some()
        && let Some(fields) = command.as_object_mut()
    {
        SEAL.iter().for_each(|field| drop(fields.shift_remove(*field)));
    }
}
