//! Dice that anybody can check afterwards.
//!
//! A campaign has one secret of 32 bytes. Its commitment is published before the first roll, then
//! every seat may contribute a text of its own, and from then on each die is a function of the
//! secret, the contributions and the question asked. When the secret is shown at the end, every face
//! can be computed again. Nothing here reads a clock, a file or a random source.
//!
//! # The format, for another implementation
//!
//! **Encoding.** Everything hashed is built from two kinds of field, one after the other:
//!
//! - `text(x)` and `bytes(x)`: the length of `x` in bytes as 8 bytes big endian, then `x` itself
//!   (texts in UTF-8);
//! - `number(n)`: `n` as 8 bytes big endian.
//!
//! Every message begins with a `text` that names its purpose, and lists begin with their count as a
//! `number`, so that two different inputs never give the same bytes.
//!
//! **Commitment.** `SHA-256("adjutant-secret-v1\n" followed by the 32 bytes of the secret)`, without
//! length prefixes, so that it can be checked with `printf` and `sha256sum`.
//!
//! **Key.** `key = HMAC-SHA-256(secret, text("adjutant-key-v2") text(campaign id) bytes(set-up commitment) number(how
//! many contributions)` and for each contribution, sorted by seat and otherwise in their recorded order, `text(seat)
//! text(text))`. The set-up commitment is the 32 bytes of `setup_digest` in the manifest.
//!
//! **Question.** `rule/occasion/side/nth/subject`: which rule asks, when on the rules' own calendar, for which side (`-`
//! for none), which time it is asked there, counted in facts, and about what. No name of an act, number of a roll, branch
//! or time stands in it. `q = SHA-256(text("adjutant-question-v2") text(campaign id) text(stream) text(question))`.
//!
//! **Words.** Block `b` of a question counts from 0 and is `HMAC-SHA-256(key, text("adjutant-die-v2") bytes(q)
//! number(b))`. Each block of 32 bytes is four words of 8 bytes, big endian; the words of block 0, then of block 1 and so
//! on are used in order, each once.
//!
//! **Lots.** A draw by lot gives each name the word `HMAC-SHA-256(key, text("adjutant-lot-v2") bytes(q) text(name))`, 32
//! bytes long; the lowest is drawn, and its place in the list, from 1, is the face.
//!
//! **Before.** Campaigns of earlier builds bound a face to an act's name and to a number, up to the entry at which they
//! went over: `key = HMAC-SHA-256(secret, text("adjutant-key-v1") text(campaign id) number(how many contributions)` and
//! the contributions in their recorded order`)`, block `b` = `HMAC-SHA-256(key, text("adjutant-die-v1") text(campaign id)
//! text(stream) number(roll number) text(question) number(b))`.
//!
//! **Faces.** For a die of `n` sides take the next word `w`. If `w < floor(2^64 / n) * n` the face is
//! `1 + (w mod n)`; otherwise the word is thrown away and the next one is tried. Several dice of one
//! question take their faces in order from the same words. A die of no sides takes no word and
//! shows 0. An opposed roll draws pairs until the two faces differ; all pairs are recorded.
//!
//! **Seal.** A sealed choice is `SHA-256(text("adjutant-seal-v1") text(campaign id) text(slot)
//! text(side) text(payload) bytes(nonce))`.
//!
//! **Words of a side.** A device draws 32 random bytes `s` and keeps them. Its words are
//! `w = SHA-256(text("adjutant-words-bytes-v1") bytes(s))`. Chain `n` of 34 begins at
//! `SHA-256(text("adjutant-words-chain-v1") bytes(s) number(n))`, and step `i` of it, from 0, makes of `x`
//! `SHA-256(text("adjutant-words-step-v1") number(n) number(i) bytes(x))`. Each chain ends after 255 steps. The digest
//! `SHA-256(text("adjutant-words-v3") bytes(genesis) text(seat) bytes(w)` and the 34 ends, each as `bytes`, `)` is given
//! first, with the 32 bytes of `genesis`, the plain digest of the manifest. When the digests of all sides stand, `w` is
//! opened with a signature of `m = SHA-256(text("adjutant-words-set-v1") bytes(genesis) bytes(head) number(how many sides)`,
//! where `head` is the hash of the public link with the last of these digests, and for each side in order `text(seat) bytes(digest))`: the 34 chains after as many steps as the 32 bytes of `m` say and then
//! the two bytes, big endian, of the sum of 255 less each of them. Whoever checks walks each chain to its end. Opened bytes
//! are contributions: their text is `w` in lower-case hexadecimal digits, and at the opening of the dice they follow in the
//! order of the seats. Other programs may make `w` and the beginnings of the chains in their own way, as long as nobody else
//! can.
//!
//! Earlier builds opened the 32 random bytes themselves without a signature, and gave `SHA-256(text("adjutant-words-v2")
//! bytes(genesis) text(seat) bytes(32 random bytes))`, or before that `SHA-256(text("adjutant-words-v1") text(campaign id)
//! text(seat) bytes(32 random bytes))`.
//!
//! `vectors.json` beside this crate holds worked values of all of these, and `tools/verify.py`
//! is a second implementation that is tested against the same file.

mod digest;
mod encode;
mod key;
mod question;
mod reduce;
mod seal;
mod secret;
mod words;

pub use digest::{Digest, NotHex};
pub use encode::Encoding;
pub use key::{Contribution, DiceKey, FaceStream};
pub use question::QuestionKey;
pub use reduce::face_of;
pub use seal::seal_digest;
pub use secret::{Commitment, Secret};
pub use words::{
    NotASignature, OpenedWords, Signature, WordsForm, WordsSeed, words_digest_v1, words_digest_v2, words_set,
};
