//! The worked values shared with other implementations.
//!
//! `ADJ_WRITE_VECTORS=1 cargo test -p dice` writes the file anew; a released campaign depends on
//! these values, so a change of them is a new format and not a refresh.

use dice::{
    Contribution, DiceKey, Digest, Encoding, OpenedWords, QuestionKey, Secret, Signature, WordsForm,
    WordsSeed, face_of, seal_digest, words_digest_v1, words_digest_v2, words_set,
};
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors.json");

fn secrets() -> [[u8; 32]; 3] {
    let counting = std::array::from_fn(|n| u8::try_from(n).unwrap());
    [[0; 32], counting, [0xff; 32]]
}

fn keys() -> Vec<([u8; 32], &'static str, Vec<Contribution>)> {
    let given = |seat: &str, text: &str| Contribution { seat: seat.into(), text: text.into() };
    let [zero, counting, ones] = secrets();
    vec![
        (zero, "c", vec![]),
        (counting, "sample-1", vec![given("Red", "horse battery"), given("Blue", "")]),
        (counting, "sample-1", vec![given("Blue", ""), given("Red", "horse battery")]),
        (ones, "Осень-42", vec![given("Жёлтые 🎲", "line one\nline two \"quoted\"")]),
    ]
}

fn reductions() -> Vec<Value> {
    let words = [0, 1, 9, 10, 4_294_967_296, u64::MAX - 6, u64::MAX - 5, u64::MAX - 1, u64::MAX];
    let sides = [1, 2, 3, 6, 8, 10, 20, 100, 65_535];
    let cross = words.iter().flat_map(|word| sides.iter().map(move |sides| (*word, *sides)));
    cross
        .map(|(word, sides)| {
            json!({"word": format!("{word:016x}"), "sides": sides, "face": face_of(word, sides)})
        })
        .collect()
}

fn faces(key: &DiceKey) -> Vec<Value> {
    let asked: [(&str, u64, &str, &[u16]); 6] = [
        ("public", 1, "", &[10]),
        ("public", 2, "BF-2.1.1.1 income", &[10, 10]),
        ("side-0", 1, "BF-2.1.1.2 tank 4", &[6; 9]),
        ("side-255", 18_446_744_073_709_551_615, "Frage – Würfel?", &[3, 100, 20, 65_535, 1, 2]),
        ("umpire", 7, "many", &[65_535; 40]),
        ("umpire", 8, "a die of no sides", &[10, 0, 10]),
    ];
    asked
        .iter()
        .map(|(stream, number, question, dice)| {
            json!({
                "stream": stream, "number": number, "question": question, "dice": dice,
                "faces": key.faces(stream, *number, question, dice),
            })
        })
        .collect()
}

fn opposed(key: &DiceKey) -> Vec<Value> {
    (1..=12)
        .map(|number| {
            let sides = if number % 2 == 0 { [3, 3] } else { [2, 2] };
            let faces: Vec<u16> =
                key.opposed("public", number, "roll-off", sides).into_iter().flatten().collect();
            json!({"stream": "public", "number": number, "question": "roll-off", "dice": sides,
                "faces": faces})
        })
        .collect()
}

fn answers(key: &QuestionKey) -> Value {
    let questions = ["BF-2.1.1.1-1/1.2.S2a/0/1/", "BF-2.1.1.2-6/2.1.S2b/1/1/G-11-2", "q/é/-/65535/a/b"];
    let dice: [&[u16]; 3] = [&[10], &[6, 6, 100], &[65_535; 9]];
    let lots: [&[&str]; 3] = [&["7", "12", "31", "P"], &["12", "7"], &["é", "b", "c", "d", "e"]];
    let faces = |(question, dice): (&&str, &&[u16])| json!({"stream": "side-1", "question": question, "dice": dice, "faces": key.faces("side-1", question, dice)});
    let drawn = |(question, lots): (&&str, &&[&str])| json!({"stream": "public", "question": question, "lots": lots, "face": key.lot("public", question, lots).unwrap()});
    let pairs = (1..=6).map(|nth| {
        let question = format!("BF-2.1.P-5/1.{nth}.S3a/-/1/");
        let faces: Vec<u16> = key.opposed("public", &question, [2, 2]).into_iter().flatten().collect();
        json!({"stream": "public", "question": question, "dice": [2, 2], "faces": faces})
    });
    json!({
        "faces": questions.iter().zip(&dice).map(faces).collect::<Vec<_>>(),
        "lots": questions.iter().zip(&lots).map(drawn).collect::<Vec<_>>(),
        "opposed": pairs.collect::<Vec<_>>(),
    })
}

fn seals() -> Vec<Value> {
    let nonces: [&[u8]; 2] = [&[], &[0x5a; 32]];
    let mut seals = Vec::new();
    for (payload, nonce) in [("", nonces[0]), ("{\"posture\":\"attack\"}", nonces[1]), ("ö", nonces[1])] {
        let digest = seal_digest("sample-1", "day-1 posture", "side-0", payload, nonce);
        seals.push(json!({
            "campaign": "sample-1", "slot": "day-1 posture", "side": "side-0",
            "payload": payload, "nonce": hex::encode(nonce), "digest": digest,
        }));
    }
    seals
}

fn words() -> Vec<Value> {
    let fixed = |(genesis, seat, seed): ([u8; 32], &str, [u8; 32])| {
        let (genesis, device) = (Digest(genesis), WordsSeed::new(seed));
        let digest = device.digest(&genesis, seat);
        let set = [("side-0", Digest([0xab; 32])), (seat, digest), ("side-255", Digest([0; 32]))];
        let stood: Vec<_> = set.iter().map(|(seat, digest)| json!([seat, digest])).collect();
        json!({
            "genesis": genesis, "campaign": "sample-1", "seat": seat, "seed": hex::encode(seed),
            "bytes": device.bytes(), "digest": digest, "stood": stood,
            "head": Digest([0xcd; 32]),
            "signature": device.sign(&words_set(&genesis, &Digest([0xcd; 32]), set)),
            "unsigned": words_digest_v2(&genesis, seat, &device.bytes().0),
            "before": words_digest_v1("sample-1", seat, &device.bytes().0),
        })
    };
    let (one, other) = ([0x11; 32], [0x12; 32]);
    [
        (one, "side-0", [7; 32]),
        (other, "side-0", [7; 32]),
        (one, "side-1", [7; 32]),
        (one, "side-10", [0xff; 32]),
    ]
    .map(fixed)
    .into()
}

/// A signature holds for the one set that it was given for, and no other digest, seat, words or campaign fits it.
#[test]
fn words_are_signed_for_one_set_alone() {
    let (genesis, device) = (Digest([1; 32]), WordsSeed::new([2; 32]));
    let pledged = device.digest(&genesis, "side-0");
    let stood = |head: u8, other: u8| {
        words_set(&genesis, &Digest([head; 32]), [("side-0", pledged), ("side-1", Digest([other; 32]))])
    };
    let set = |other: u8| stood(6, other);
    let (bytes, signature) = (device.bytes(), device.sign(&set(3)));
    let opened = OpenedWords { seat: "side-0", bytes: &bytes, signature: Some(&signature) };
    let form = |opened: &OpenedWords<'_>, genesis, set| opened.form(&genesis, "sample-1", &set, pledged);
    assert_eq!(form(&opened, genesis, set(3)), Some(WordsForm::Signed));
    assert_eq!(form(&opened, genesis, set(4)), None);
    assert_eq!(form(&opened, genesis, stood(7, 3)), None, "after another beginning");
    assert_eq!(form(&opened, Digest([9; 32]), set(3)), None);
    assert_eq!(form(&OpenedWords { seat: "side-1", ..opened }, genesis, set(3)), None);
    assert_eq!(form(&OpenedWords { bytes: &Digest([5; 32]), ..opened }, genesis, set(3)), None);
    assert_eq!(form(&OpenedWords { signature: None, ..opened }, genesis, set(3)), None);
    // Every digit of a signature counts.
    let text = signature.to_string();
    for place in (0..text.len()).step_by(61) {
        let mut changed = text.clone().into_bytes();
        changed[place] = if changed[place] == b'0' { b'1' } else { b'0' };
        let changed = String::from_utf8(changed).unwrap().parse().unwrap();
        let opened = OpenedWords { signature: Some(&changed), ..opened };
        assert_eq!(form(&opened, genesis, set(3)), None, "digit {place}");
    }
    assert!(text.to_uppercase().parse::<Signature>().is_err());
    assert!(text[2..].parse::<Signature>().is_err());
}

fn document() -> Value {
    let keys: Vec<Value> = keys()
        .iter()
        .map(|(secret, campaign, contributions)| {
            let secret = Secret::new(*secret);
            let key = DiceKey::new(&secret, campaign, contributions);
            let setup = Digest([0x5e; 32]);
            let asked = QuestionKey::new(&secret, campaign, setup, contributions);
            json!({
                "secret": hex::encode(secret.reveal()),
                "commitment": secret.commitment(),
                "campaign": campaign,
                "contributions": contributions,
                "key": hex::encode(key.reveal()),
                "faces": faces(&key),
                "opposed": opposed(&key),
                "setup": setup,
                "question_key": hex::encode(asked.reveal()),
                "answers": answers(&asked),
            })
        })
        .collect();
    let encoding = Encoding::new("tag").text("é").bytes(&[0, 255]).number(258);
    json!({
        "format": "adjutant-dice-vectors",
        "version": 1,
        "encoding": {
            "tag": "tag", "text": "é", "bytes": "00ff", "number": 258,
            "encoded": hex::encode(encoding.as_bytes()),
        },
        "reductions": reductions(),
        "keys": keys,
        "seals": seals(),
        "words": words(),
    })
}

#[test]
fn the_committed_vectors_are_what_this_crate_computes() {
    let text = format!("{:#}\n", document());
    if std::env::var_os("ADJ_WRITE_VECTORS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let committed = std::fs::read_to_string(FILE).expect("crates/dice/vectors.json is committed");
    assert_eq!(committed, text, "computed values differ from the committed vectors");
}

#[test]
fn the_encoding_is_what_the_documentation_says() {
    let encoded = hex::encode(Encoding::new("tag").text("é").bytes(&[0, 255]).number(258).as_bytes());
    let expected = concat!(
        "0000000000000003",
        "746167",
        "0000000000000002",
        "c3a9",
        "0000000000000002",
        "00ff",
        "0000000000000102"
    );
    assert_eq!(encoded, expected);
}
