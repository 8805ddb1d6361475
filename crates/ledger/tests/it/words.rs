//! Words of the sides for the dice, and what is said of dice typed in: both verifiers on the same files.

use ledger::{Bundle, Export, Stream, verify};
use serde_json::{Value, json};

use crate::campaign::{Bodies, exported, script};
use crate::python::agree;

/// A file of a campaign in which nobody has typed words for the dice.
async fn wordless(script: &[Bodies], kind: Export) -> Bundle {
    let mut bundle = exported(script, kind).await;
    bundle.contributions = Vec::new();
    bundle
}

fn laid_out(terms: Value) -> Bodies {
    vec![(Stream::Public, json!({"kind": "laid-out", "seat": "clock", "by": "clock", "terms": terms}))]
}

/// What is said of dice thrown at a table, and what stands there of throws typed in after it.
#[tokio::test]
async fn both_say_where_throws_were_typed_in_without_consent() {
    let folder = tempfile::tempdir().unwrap();
    let public = |body: Value| vec![(Stream::Public, body)];
    let word = |seat: &str, word: &str| {
        public(json!({"kind": "table-dice", "seat": seat, "by": seat, "table_dice": word}))
    };
    let missing = || public(json!({"kind": "dice-missing", "seat": "clock", "by": "clock"}));
    let thrown =
        json!([{"number": null, "question": "thrown", "dice": [10], "faces": [10], "origin": "table"}]);
    let fault = "is typed in, and not all sides had agreed to that";
    let weaker = "weaker: 1 throws were typed in without the consent of all sides, since the campaign went on without \
                  the secret of its dice";
    let agreed = || vec![word("side-0", "ask"), word("side-1", "agree")];
    let withdrawn = || [agreed(), vec![word("side-0", "withdraw")]].concat();
    let cases = [
        ("agreed", vec![], [Some(fault); 2]),
        ("free", vec![], [None; 2]),
        ("agreed", vec![word("side-0", "ask")], [Some(fault); 2]),
        ("agreed", vec![word("umpire", "ask")], [Some(fault); 2]),
        ("agreed", agreed(), [None; 2]),
        // A side's file does not tell when the throw was typed in.
        ("agreed", withdrawn(), [Some(fault), None]),
        ("agreed", vec![missing()], [Some(weaker); 2]),
        ("free", vec![missing()], [None; 2]),
        ("agreed", [agreed(), vec![missing()]].concat(), [None; 2]),
        ("agreed", [withdrawn(), vec![missing()]].concat(), [Some(weaker), None]),
    ];
    for (table, said, told) in cases {
        let mut script = vec![laid_out(json!({"words": "nobody", "table": table}))];
        script.extend(said.clone());
        script.push(vec![(
            Stream::Side(0),
            json!({"kind": "command", "seat": "side-0", "by": "side-0", "rolls": thrown}),
        )]);
        for (kind, told) in [Export::Umpire, Export::Side(0)].into_iter().zip(told) {
            let text = wordless(&script, kind).await.to_text();
            let report = verify(&text, None);
            let found = report.faults.iter().map(|fault| fault.sentence.clone());
            let found: Vec<_> =
                found.chain(report.facts.iter().filter(|fact| fact.starts_with("weaker")).cloned()).collect();
            assert_eq!(found, told.into_iter().collect::<Vec<_>>(), "{table}, {said:?}");
            agree(folder.path(), &text, None);
        }
    }
}

/// A throw that was begun while all agreed is finished, and a correction types again what was typed.
#[tokio::test]
async fn both_take_a_throw_that_is_finished_after_consent_was_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let public = |body: Value| vec![(Stream::Public, body)];
    let word = |seat: &str, word: &str| {
        public(json!({"kind": "table-dice", "seat": seat, "by": seat, "table_dice": word}))
    };
    let thrown = json!([{"question": "thrown", "dice": [10], "faces": [10], "origin": "table"}]);
    let words = [("side-0", "ask"), ("side-1", "agree"), ("side-0", "withdraw")];
    for (kind, n_words, n_faults) in [
        ("answered", 3, 0),
        ("corrected", 3, 0),
        ("opened", 3, 1),
        ("command", 3, 1),
        ("command", 2, 0),
        ("answered", 1, 1),
        ("corrected", 0, 1),
    ] {
        let mut script = vec![laid_out(json!({"words": "nobody", "table": "agreed"}))];
        script.extend(words[..n_words].iter().map(|(seat, said)| word(seat, said)));
        let rolls = json!({"kind": kind, "seat": "side-0", "by": "side-0", "rolls": thrown});
        script.push(vec![(Stream::Side(0), rolls)]);
        let text = wordless(&script, Export::Umpire).await.to_text();
        assert_eq!(verify(&text, None).faults.len(), n_faults, "{kind} after {n_words} words");
        agree(folder.path(), &text, None);
    }
}

/// The public stream of a side's file tells its own order.
#[tokio::test]
async fn both_hold_consent_in_the_public_stream_of_a_sides_file() {
    let folder = tempfile::tempdir().unwrap();
    let thrown = json!([{"question": "thrown", "dice": [10], "faces": [10], "origin": "table"}]);
    let words = [("side-0", "ask"), ("side-1", "agree"), ("side-0", "withdraw")];
    for (stream, missing, n_faults, n_weaker) in [
        (Stream::Public, false, 1, 0),
        (Stream::Side(0), false, 0, 0),
        (Stream::Public, true, 0, 1),
        (Stream::Side(0), true, 0, 0),
    ] {
        let mut script = vec![laid_out(json!({"words": "nobody", "table": "agreed"}))];
        for (seat, word) in words {
            let body = json!({"kind": "table-dice", "seat": seat, "by": seat, "table_dice": word});
            script.push(vec![(Stream::Public, body)]);
        }
        if missing {
            script.push(vec![(
                Stream::Public,
                json!({"kind": "dice-missing", "seat": "clock", "by": "clock"}),
            )]);
        }
        script.push(vec![(stream, json!({"kind": "command", "rolls": thrown}))]);
        let text = wordless(&script, Export::Side(0)).await.to_text();
        let report = verify(&text, None);
        let weaker = report.facts.iter().filter(|fact| fact.starts_with("weaker")).count();
        assert_eq!((report.faults.len(), weaker), (n_faults, n_weaker), "{stream} {missing}");
        agree(folder.path(), &text, None);
    }
}

/// What no program writes about typed dice.
#[tokio::test]
async fn both_find_untrue_words_about_typed_dice() {
    let folder = tempfile::tempdir().unwrap();
    let unread = "its word on typed dice cannot be read";
    let anothers = "says for another seat whether dice may be typed in";
    let terms = "its terms of the dice cannot be read";
    let here = "says that the secret is missing, and it is here";
    let word = |seat: &str, by: &str, word: Value| json!({"kind": "table-dice", "seat": seat, "by": by, "table_dice": word});
    let laid = |terms: Value| laid_out(terms).remove(0).1;
    let missing = json!({"kind": "dice-missing", "seat": "clock", "by": "clock"});
    let cases = [
        (word("side-0", "side-0", json!("ask")), None),
        (word("side-0", "umpire", json!("agree")), Some(anothers)),
        (word("side-0", "side-1", json!("withdraw")), Some(anothers)),
        (word("umpire", "umpire", json!("agree")), Some(unread)),
        (word("side-7", "side-7", json!("agree")), Some(unread)),
        (word("side-0", "side-0", json!("always")), Some(unread)),
        (word("side-0", "side-0", json!("")), Some(unread)),
        (word("side-0", "side-0", json!(["agree"])), Some(unread)),
        (word("side-0", "side-0", json!(0)), Some(unread)),
        (laid(json!({"words": "nobody", "table": "free"})), None),
        (laid(json!({"words": "nobody", "table": "freely"})), Some(terms)),
        (laid(json!({"words": "anybody", "table": "agreed"})), Some(terms)),
        (laid(json!({"table": "agreed"})), Some(terms)),
        (laid(json!("agreed")), Some(terms)),
        (missing, Some(here)),
    ];
    for (body, told) in cases {
        let began = json!({"kind": "began", "seat": "clock", "by": "clock"});
        let mut script = vec![vec![(Stream::Public, began)], vec![(Stream::Public, body.clone())]];
        if body["kind"] == json!("laid-out") {
            script.remove(0);
        }
        for kind in [Export::Final, Export::Umpire] {
            let told = told.filter(|told| *told != here || kind == Export::Final);
            let text = wordless(&script, kind).await.to_text();
            let found: Vec<String> =
                verify(&text, None).faults.into_iter().map(|fault| fault.sentence).collect();
            assert_eq!(found, told.into_iter().collect::<Vec<_>>(), "{body}");
            agree(folder.path(), &text, None);
        }
    }
}

/// What the words that were opened last add to the dice.
fn opened(script: &[Bodies]) -> Vec<dice::Contribution> {
    let bodies = script.iter().flatten().map(|(_, body)| body);
    let mut given = Vec::new();
    for body in bodies {
        match body["kind"].as_str() {
            Some("renewed") => given.clear(),
            _ => given.extend(body["words"]["bytes"].as_str().map(|bytes| dice::Contribution {
                seat: body["seat"].as_str().unwrap().to_owned(),
                text: bytes.to_owned(),
            })),
        }
    }
    given.sort_by(|one, other| one.seat.cmp(&other.seat));
    given
}

/// The file with the words of all sides signed as devices sign them, by whichever of these seeds they are.
fn signed(bundle: Bundle, seeds: impl Iterator<Item = u8>) -> Bundle {
    let seeds: Vec<_> = seeds.map(|byte| dice::WordsSeed::new([byte; 32])).collect();
    bundle.signed_by(&seeds)
}

/// Whoever sees the words of a side and holds another's back can look at several keys of the dice.
#[tokio::test]
async fn both_say_where_words_were_held_back() {
    let folder = tempfile::tempdir().unwrap();
    let public = |body: Value| vec![(Stream::Public, body)];
    let genesis = exported(&script(), Export::Final).await.genesis;
    let seed = |side: usize, n: u8| dice::WordsSeed::new([10 * n + u8::try_from(side).unwrap(); 32]);
    let digest = |side: usize, n: u8| seed(side, n).digest(&genesis, &format!("side-{side}"));
    let pledge = |side: usize, n: u8| {
        let name = format!("side-{side}");
        public(json!({"seat": name, "by": name, "pledge": {"digest": digest(side, n), "hand": "device"}}))
    };
    let open = |side: usize, n: u8| {
        let name = format!("side-{side}");
        let words = json!({"bytes": seed(side, n).bytes(), "hand": "device"});
        public(json!({"seat": name, "by": name, "words": words}))
    };
    let renew = || public(json!({"kind": "renewed", "seat": "umpire", "by": "umpire", "reason": "Anew."}));
    let dice = || public(json!({"kind": "dice-opened", "seat": "clock", "by": "clock"}));
    let round = |n: u8| vec![pledge(0, n), pledge(1, n)];
    let anew = |rounds: usize| {
        format!("weaker: whoever knew the secret could choose one of {rounds} rounds of words")
    };
    let without = "weaker: whoever knew the secret could choose that the dice opened without all words";
    let laid = |words: &str| laid_out(json!({"words": words, "table": "agreed"}));
    let whole = |n: u8| [round(n), vec![open(0, n), open(1, n), dice()]].concat();
    let cases = [
        (whole(1), vec![]),
        // Nobody's words stand in the log, but somebody may have kept them out of it.
        ([round(1), vec![renew()], whole(2)].concat(), vec![anew(2)]),
        ([round(1), vec![open(1, 1), renew()], whole(2)].concat(), vec![anew(2)]),
        (
            [round(1), vec![open(1, 1), renew()], round(2), vec![open(0, 2), renew()], whole(3)].concat(),
            vec![anew(3)],
        ),
        ([round(1), vec![open(1, 1), dice()]].concat(), vec![without.to_owned()]),
        ([round(1), vec![dice()]].concat(), vec![without.to_owned()]),
        (vec![dice()], vec![without.to_owned()]),
        (
            [round(1), vec![open(1, 1), renew()], round(2), vec![open(1, 2), dice()]].concat(),
            vec![anew(2), without.to_owned()],
        ),
    ];
    for (said, told) in cases {
        let said = [vec![laid("devices")], said].concat();
        let mut bundle = signed(exported(&said, Export::Spectator).await, 10..=31);
        bundle.contributions = opened(&said);
        let text = bundle.to_text();
        let report = verify(&text, None);
        let found: Vec<_> = report.facts.iter().filter(|fact| fact.starts_with("weaker")).cloned().collect();
        assert_eq!((found, report.faults), (told, vec![]));
        assert!(report.facts.contains(&"typed dice: where all sides agree".to_owned()));
        agree(folder.path(), &text, None);
    }
    // A public body that is withheld may have told of a round that was begun anew.
    let said = [vec![laid("devices")], round(1), vec![renew()], whole(2)].concat();
    let mut withheld = signed(exported(&said, Export::Spectator).await, 10..=31);
    withheld.contributions = opened(&said);
    withheld.withhold(Stream::Public, 4).unwrap();
    let report = verify(&withheld.to_text(), None);
    let found: Vec<&str> =
        report.facts.iter().map(String::as_str).filter(|fact| fact.starts_with("weaker")).collect();
    assert_eq!(
        (found, report.faults.len()),
        (vec!["weaker: a public body is withheld, and may have told of the dice"], 0)
    );
    agree(folder.path(), &withheld.to_text(), None);
    // Where nobody was to give words, their lack is the set-up's.
    let bundle = wordless(&[laid("nobody"), dice()], Export::Spectator).await;
    let report = verify(&bundle.to_text(), None);
    assert!(!report.facts.iter().any(|fact| fact.starts_with("weaker")), "{:?}", report.facts);
    agree(folder.path(), &bundle.to_text(), None);
}

/// A campaign begins once and on terms that stand, its dice open before they are thrown, and nobody adds to them what the
/// terms do not know.
#[tokio::test]
async fn both_find_what_the_beginning_does_not_allow() {
    let folder = tempfile::tempdir().unwrap();
    let public = |body: Value| vec![(Stream::Public, body)];
    let genesis = exported(&script(), Export::Final).await.genesis;
    let seed = |side: usize| dice::WordsSeed::new([u8::try_from(side).unwrap() + 1; 32]);
    let digest = |side: usize| seed(side).digest(&genesis, &format!("side-{side}"));
    let pledge = |side: usize| {
        let (name, digest) = (format!("side-{side}"), digest(side));
        public(
            json!({"kind": "pledged", "seat": name, "by": name, "pledge": {"digest": digest, "hand": "device"}}),
        )
    };
    let open = |side: usize| {
        let name = format!("side-{side}");
        let words = json!({"bytes": seed(side).bytes(), "hand": "device"});
        public(json!({"kind": "revealed", "seat": name, "by": name, "words": words}))
    };
    let laid = |words: &str| laid_out(json!({"words": words, "table": "agreed"}));
    let plain = |kind: &str| public(json!({"kind": kind, "seat": "clock", "by": "clock"}));
    let dice = || plain("dice-opened");
    let asked =
        json!({"rule": "BF-1", "occasion": "d1", "side": null, "nth": 1, "subject": "a", "die": {"d": 6}});
    let record =
        json!({"asked": asked, "faces": [3], "modifiers": [], "total": 3, "origin": "server", "chart": null});
    let thrown = |stream: Stream| {
        let roll = json!({"number": 1, "question": "BF-1/d1/-/1/a", "dice": [6], "faces": [3], "origin": "server",
            "record": record});
        vec![(stream, json!({"kind": "command", "seat": "side-0", "by": "side-0", "rolls": [roll]}))]
    };
    let typed = public(json!({"kind": "contributed", "seat": "side-0", "by": "side-0",
        "contribution": {"seat": "side-0", "text": "chosen"}}));
    let twice = "begins a campaign that had begun";
    let unbegun = "does not begin the campaign";
    let empty = "has no entry that begins the campaign";
    let early = "is thrown before the dice were open";
    let nobody = "gives words, and by its terms nobody does";
    let added = "types in words, and its terms know none";
    let renewed = "renews the dice of a campaign that has not begun";
    let cases = [
        (vec![dice(), laid("devices")], vec![unbegun, twice]),
        (vec![laid("nobody"), dice(), laid("devices")], vec![twice]),
        (vec![laid("nobody"), plain("began"), dice()], vec![twice]),
        (vec![plain("began"), laid("nobody"), dice()], vec![twice]),
        (vec![laid("devices"), thrown(Stream::Public)], vec![early]),
        (vec![laid("nobody"), thrown(Stream::Public)], vec![early]),
        (vec![laid("nobody"), thrown(Stream::Side(0))], vec![early]),
        (vec![laid("nobody"), thrown(Stream::Public), dice()], vec![early]),
        (vec![laid("nobody"), dice(), thrown(Stream::Public)], vec![]),
        (vec![laid("nobody"), dice(), thrown(Stream::Side(0))], vec![]),
        (vec![laid("nobody"), pledge(0), pledge(1), open(0), open(1), dice()], vec![nobody; 4]),
        (vec![laid("devices"), pledge(0), pledge(1), open(0), open(1), dice()], vec![]),
        (vec![laid("devices"), pledge(0), pledge(1), open(0), open(1), typed.clone(), dice()], vec![added]),
        (vec![laid("nobody"), dice(), typed.clone()], vec![added]),
        (vec![plain("began"), typed.clone()], vec![]),
        (vec![plain("dice-renewed"), thrown(Stream::Public)], vec![unbegun, renewed]),
        (vec![public(json!({"kind": "command", "seat": "side-0", "by": "side-0"}))], vec![unbegun]),
        (vec![vec![(Stream::Umpire, json!({}))]], vec![empty]),
        (vec![vec![(Stream::Side(0), json!({}))]], vec![empty]),
        (vec![plain("began"), plain("dice-renewed"), thrown(Stream::Public)], vec![]),
    ];
    for (said, told) in cases {
        for kind in [Export::Umpire, Export::Side(0)] {
            let mut bundle = signed(exported(&said, kind).await, 1..=9);
            let typed = said.iter().flatten().filter_map(|(_, body)| body.get("contribution"));
            let typed = typed.map(|_| dice::Contribution { seat: "side-0".into(), text: "chosen".into() });
            bundle.contributions = typed.collect();
            let words = opened(&said);
            let at = if said.last() == Some(&dice()) { bundle.contributions.len() } else { 0 };
            bundle.contributions.splice(at..at, words);
            let text = bundle.to_text();
            let found: Vec<String> =
                verify(&text, None).faults.into_iter().map(|fault| fault.sentence).collect();
            assert_eq!(found, told, "{said:?}");
            agree(folder.path(), &text, None);
        }
    }
}

/// In which form words are fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fixed {
    Signed,
    ByManifest,
    ByCampaign,
}

/// Both sides' words in one form, opened; and what a host makes of it who knows the first side's words, all hashes computed
/// anew: with another secret, with other words of his own side, on other terms, and without the round before.
async fn words_fixed(form: Fixed) -> [Bundle; 5] {
    let honest = exported(&script(), Export::Final).await;
    let (campaign, genesis) = (honest.manifest.campaign.as_str(), honest.genesis);
    let round = |seeds: [u8; 2], opens: bool| {
        let mut said = Vec::new();
        let mut say = |side: usize, key: &str, value: Value| {
            let name = format!("side-{side}");
            said.push(vec![(Stream::Public, json!({"seat": name, "by": name, key: value}))]);
        };
        for (side, seed) in seeds.into_iter().enumerate() {
            let (name, raw) = (format!("side-{side}"), [seed; 32]);
            let digest = match form {
                Fixed::Signed => dice::WordsSeed::new(raw).digest(&genesis, &name),
                Fixed::ByManifest => dice::words_digest_v2(&genesis, &name, &raw),
                Fixed::ByCampaign => dice::words_digest_v1(campaign, &name, &raw),
            };
            say(side, "pledge", json!({"digest": digest, "hand": "device"}));
        }
        for (side, seed) in seeds.into_iter().enumerate().filter(|_| opens) {
            let seed = dice::WordsSeed::new([seed; 32]);
            let bytes = if form == Fixed::Signed { seed.bytes() } else { seed.reveal() };
            say(side, "words", json!({"bytes": bytes, "hand": "device", "signature": null}));
        }
        said
    };
    let renewed = vec![vec![(Stream::Public, json!({"kind": "renewed", "seat": "clock", "by": "clock"}))]];
    let open = vec![vec![(Stream::Public, json!({"kind": "dice-opened", "seat": "clock", "by": "clock"}))]];
    let laid = |table: &str| vec![laid_out(json!({"words": "devices", "table": table}))];
    let file = async |said: Vec<Vec<Bodies>>| {
        let said = said.concat();
        let mut bundle = exported(&said, Export::Final).await;
        bundle.contributions = opened(&said);
        if form == Fixed::Signed { signed(bundle, 1..=9) } else { bundle }
    };
    // What the first side's device signed, beside what the host wrote anew and signed for his own side.
    let with = |of: &Bundle, mut anew: Bundle| {
        let words = |bundle: &Bundle| {
            let parts = bundle.streams[0].parts.iter();
            let mut bodies = parts.map(|part| part.body.as_deref().unwrap_or_default());
            bodies.rposition(|body| body.contains("\"words\":{\"bytes\"") && body.contains("side-0")).unwrap()
        };
        let (from, to) = (words(of), words(&anew));
        anew.streams[0].parts[to].body.clone_from(&of.streams[0].parts[from].body);
        anew.linked()
    };
    let told = file(vec![laid("agreed"), round([1, 2], true), open.clone()]).await;
    let mut swapped = told.clone();
    let other = dice::Secret::new([0xee; 32]);
    swapped.manifest.dice_commitment = other.commitment();
    swapped.dice_secret = Some(other);
    let twice = vec![laid("agreed"), round([4, 5], false), renewed, round([1, 2], true), open.clone()];
    let twice = file(twice).await;
    let words = file(vec![laid("agreed"), round([1, 3], true), open.clone()]).await;
    let terms = file(vec![laid("free"), round([1, 2], true), open.clone()]).await;
    [told.clone(), swapped.linked(), with(&told, words), with(&told, terms), with(&twice, told)]
}

/// A side's digest names what the log begins from, and its opening everything public up to the last digest: a host who knows
/// all words cannot begin the log anew beside them in any other way. Digests of earlier builds named less, and both verifiers
/// say so.
#[tokio::test]
async fn both_find_what_was_written_anew_beside_the_same_words() {
    let folder = tempfile::tempdir().unwrap();
    let unfixed = "opens words that its digest did not fix";
    for (form, weaker, n_faults) in [
        (Fixed::Signed, None, [0, 2, 1, 1, 1]),
        (Fixed::ByManifest, Some("weaker: side-0's words are not signed, and whoever"), [0, 2, 0, 0, 0]),
        (Fixed::ByCampaign, Some("weaker: the digest of side-0's words names no secret,"), [0; 5]),
    ] {
        for (file, n_faults) in words_fixed(form).await.into_iter().zip(n_faults) {
            let text = file.to_text();
            let report = verify(&text, None);
            let sentences: Vec<_> = report.faults.iter().map(|fault| fault.sentence.as_str()).collect();
            assert_eq!(sentences, vec![unfixed; n_faults], "{form:?}");
            let found = report.facts.iter().filter(|fact| fact.starts_with("weaker")).collect::<Vec<_>>();
            let expected = weaker.filter(|_| n_faults == 0);
            assert_eq!(found.len(), 2 * usize::from(expected.is_some()), "{form:?}: {found:?}");
            assert!(expected.is_none_or(|begins| found[0].starts_with(begins)), "{form:?}: {found:?}");
            agree(folder.path(), &text, None);
        }
    }
}

/// Words that are open are not opened again: a file full of them would take hours to check.
#[tokio::test]
async fn both_find_words_opened_twice() {
    let folder = tempfile::tempdir().unwrap();
    let [mut file, ..] = words_fixed(Fixed::Signed).await;
    let again = file.streams[0].parts[3].clone();
    file.streams[0].parts.insert(4, again);
    let master = file.master.as_mut().unwrap();
    let mut link = master[3].clone();
    link.lineage = "9".repeat(32).parse().unwrap();
    master.insert(4, link);
    let text = file.linked().to_text();
    let faults: Vec<_> = verify(&text, None).faults.into_iter().map(|fault| fault.sentence).collect();
    assert!(faults.contains(&"opens words that were open".to_owned()), "{faults:?}");
    agree(folder.path(), &text, None);
}

/// A signature that is none, and one beside words whose digest knows none.
#[tokio::test]
async fn both_read_a_signature_alike() {
    let folder = tempfile::tempdir().unwrap();
    let [signed, ..] = words_fixed(Fixed::Signed).await;
    let [unsigned, ..] = words_fixed(Fixed::ByManifest).await;
    let any = "0".repeat(2176);
    let cases = [
        (&signed, json!(null), "opens words that its digest did not fix"),
        (&signed, json!(any), "opens words that its digest did not fix"),
        (&signed, json!("00"), "is not written as words"),
        (&signed, json!(any.replace('0', "A")), "is not written as words"),
        (&signed, json!([any]), "is not written as words"),
        (&unsigned, json!(any), "opens words that its digest did not fix"),
    ];
    for (file, signature, told) in cases {
        let mut file = file.clone();
        let part = &mut file.streams[0].parts[3];
        let mut body: Value = serde_json::from_str(part.body.as_ref().unwrap()).unwrap();
        assert!(body["words"]["bytes"].is_string(), "{body}");
        body["words"]["signature"] = signature.clone();
        part.body = Some(body.to_string());
        let text = file.linked().to_text();
        let faults = verify(&text, None).faults;
        assert!(faults.iter().any(|fault| fault.sentence == told), "{signature}: {faults:?}");
        agree(folder.path(), &text, None);
    }
}
