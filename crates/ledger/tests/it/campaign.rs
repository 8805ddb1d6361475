//! A small campaign with everything in it that a verifier looks at.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dice::{Contribution, DiceKey, seal_digest};
use ledger::contract::sample;
use ledger::{
    Bundle, CampaignId, Export, Fault, Lineage, NewEntry, NewPart, Nonces, SqliteStore, Store, Stream,
    export, sha256,
};
use serde_json::{Value, json};
use tempfile::TempDir;

pub const NAME: &str = "toy";

/// The bodies of one entry.
pub type Bodies = Vec<(Stream, Value)>;

/// Nonces that are the same in every run.
#[derive(Default)]
pub struct CountedNonces(AtomicU64);

impl Nonces for CountedNonces {
    fn nonce(&self) -> Result<[u8; 32], Fault> {
        Ok(sha256(&self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes()).0)
    }
}

pub fn id() -> CampaignId {
    CampaignId::new(NAME).unwrap()
}

pub fn contributions() -> Vec<Contribution> {
    let given = |seat: &str, text: &str| Contribution { seat: seat.into(), text: text.into() };
    vec![given("Red", "horse \"battery\" staple"), given("Blue", "Würfel\n🎲")]
}

pub fn key() -> DiceKey {
    DiceKey::new(sample::campaign(NAME).secret.as_ref().unwrap(), NAME, &contributions())
}

/// A keyed roll as the table writes it.
pub fn keyed(stream: Stream, number: u64, dice: &[u16]) -> Value {
    let question = format!("BF-{number} of {stream}");
    let faces = key().faces(&stream.to_string(), number, &question, dice);
    json!({"number": number, "question": question, "dice": dice, "opposed": false, "faces": faces,
        "origin": "server", "record": explained(dice, &faces)})
}

/// The record that explains a roll to pages; nothing where its dice are not of one kind.
pub fn explained(dice: &[u16], faces: &[u16]) -> Value {
    let sides = dice[0];
    if dice.iter().any(|other| *other != sides) {
        return Value::Null;
    }
    let die = if dice.len() == 1 {
        json!({ "d": sides })
    } else {
        json!({"sum": {"n": dice.len(), "sides": sides}})
    };
    let total = i64::from(faces.iter().sum::<u16>()) - 2;
    let chart = json!({"id": "BF-T1", "title": "A chart", "hit": 1, "bands": [
        {"band": "-2 or less", "result": "nothing"},
        {"band": format!("-1–{total}"), "result": "this"},
        {"band": format!("{} or more", total + 1), "result": "more"},
    ]});
    let modifiers = json!([{"amount": 1, "label": "dug in", "rule": "BF-1"}, {"amount": -3, "label": "rain", "rule": "BF-2"}]);
    json!({"asked": {"die": die, "text": "a question"}, "faces": faces, "origin": "server", "modifiers": modifiers,
        "total": total, "chart": chart})
}

/// A keyed roll-off: pairs until one is higher.
pub fn opposed(stream: Stream, number: u64, sides: u16) -> Value {
    let pairs = key().opposed(&stream.to_string(), number, "roll-off", [sides, sides]);
    json!({"number": number, "question": "roll-off", "dice": [sides, sides], "opposed": true,
        "faces": pairs.concat(), "origin": "server"})
}

fn sealed(payload: &str) -> (Value, Value) {
    let nonce = sha256(payload.as_bytes()).0;
    let digest = seal_digest(NAME, "posture of day 1", "side-0", payload, &nonce);
    let (slot, side) = ("posture of day 1", "side-0");
    let seal = json!({"slot": slot, "side": side, "digest": digest});
    (seal, json!({"slot": slot, "side": side, "payload": payload, "nonce": hex::encode(nonce)}))
}

/// Nine entries over all four streams.
pub fn script() -> Vec<Bodies> {
    let (public, red, blue, umpire) = (Stream::Public, Stream::Side(0), Stream::Side(1), Stream::Umpire);
    let [first, second] = &contributions()[..] else { panic!("two contributions") };
    let (early_seal, _) = sealed("{\"posture\":\"defend\"}");
    let (seal, opening) = sealed("{\"posture\":\"attack\"}");
    vec![
        vec![(public, json!({"at": 1, "by": "side-0", "kind": "began", "contribution": first}))],
        vec![(public, json!({"at": 2, "by": "side-1", "contribution": second, "rolls": null}))],
        vec![
            (
                red,
                json!({"at": 3, "by": "side-0", "rolls": [keyed(red, 1, &[10]), keyed(red, 2, &[6, 6, 100])]}),
            ),
            (umpire, json!({"at": 3, "by": "side-0", "order": [1, 2]})),
        ],
        vec![
            (public, json!({"at": 4, "by": "side-0", "seals": [early_seal, seal]})),
            (blue, json!({"at": 4, "by": "side-1", "rolls": [keyed(blue, 1, &[10, 10])]})),
        ],
        vec![(
            red,
            json!({"at": 5, "by": "side-0", "rolls": [
                {"number": null, "question": "thrown", "dice": [10], "opposed": false, "faces": [10],
                    "origin": "table"},
                {"number": null, "question": "thrown off", "dice": [6, 6], "opposed": true,
                    "faces": [2, 2, 5, 1], "origin": "table"},
                {"question": "umpire chose", "dice": [], "faces": [2], "origin": "ruling"},
                keyed(red, 3, &[20]),
            ]}),
        )],
        vec![(
            public,
            json!({"at": 6, "by": "umpire", "rolls": [opposed(public, 1, 2), opposed(public, 2, 2)]}),
        )],
        vec![(
            public,
            json!({"at": 7, "by": "umpire", "openings": [opening], "rolls": [opposed(public, 3, 3)]}),
        )],
        vec![
            (red, json!({"at": 8})),
            (blue, json!({"at": 8, "rolls": [keyed(blue, 2, &[6])]})),
            (public, json!({})),
        ],
        vec![(umpire, json!({"at": 9, "rolls": [keyed(umpire, 1, &[10; 5])]}))],
    ]
}

/// The bodies of an entry with what every body says first, where they do not say it otherwise.
fn whole(bodies: &Bodies, version: &mut u64) -> Bodies {
    let system = sample::campaign(NAME).manifest.system;
    let mut whole = |body: &Value| {
        let mut body = body.clone();
        let told = body["rules"].as_str().and_then(|rules| rules.rsplit_once('/')?.1.parse().ok());
        *version = told.unwrap_or(0).max(*version);
        if let Some(fields) = body.as_object_mut() {
            for (key, value) in [
                ("at", json!(0)),
                ("kind", json!("command")),
                ("seat", json!("umpire")),
                ("by", json!("umpire")),
                ("rules", json!(format!("{system}/{version}"))),
            ] {
                if fields.get(key).is_none_or(Value::is_null) {
                    fields.insert(key.into(), value);
                }
            }
        }
        body
    };
    bodies.iter().map(|(stream, body)| (*stream, whole(body))).collect()
}

/// A store with one campaign in which this script was written.
pub async fn written(script: &[Bodies]) -> (TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let nonces = Arc::new(CountedNonces::default());
    let store = SqliteStore::open_with(&folder.path().join("log.db"), nonces).await.unwrap();
    store.create_campaign(&sample::campaign(NAME)).await.unwrap();
    let mut version = sample::campaign(NAME).manifest.rules_version.parse().unwrap();
    let script: Vec<Bodies> = script.iter().map(|bodies| whole(bodies, &mut version)).collect();
    let part = |(stream, body): &(Stream, Value)| NewPart { stream: *stream, body: body.to_string() };
    let entry = |(bodies, expected): (&Bodies, u64)| NewEntry {
        after: None,
        expected,
        lineage: Lineage(sha256(&expected.to_be_bytes()).0[..16].try_into().unwrap()),
        branch: 0,
        parts: bodies.iter().map(part).collect(),
    };
    let batch: Vec<_> = script.iter().zip(1..).map(|numbered| (id(), entry(numbered))).collect();
    for result in store.append_batch(&batch).await.unwrap() {
        result.unwrap();
    }
    (folder, store)
}

/// A file of a campaign in which this script was written.
pub async fn exported(script: &[Bodies], what: Export) -> Bundle {
    let (_folder, store) = written(script).await;
    export(&store, &id(), what, &contributions()).await.unwrap()
}
