//! Campaign files: what stands in them, and that they come home unchanged.

use ledger::{
    Bundle, Export, Fault, Finding, Kind, Report, SqliteStore, Store, Stream, export, import, verify,
    verify_bundle,
};
use tempfile::TempDir;

use crate::campaign::{contributions, exported, id, script, written};

async fn empty_store() -> (TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
    (folder, store)
}

fn streams(bundle: &Bundle) -> Vec<(Stream, usize)> {
    bundle.streams.iter().map(|stream| (stream.name, stream.parts.len())).collect()
}

#[tokio::test]
async fn each_kind_holds_what_its_reader_may_see() {
    let (public, red, blue, umpire) =
        ((Stream::Public, 6), (Stream::Side(0), 3), (Stream::Side(1), 2), (Stream::Umpire, 2));
    for (what, kind, expected) in [
        (Export::Spectator, Kind::Seat, vec![public]),
        (Export::Side(1), Kind::Seat, vec![public, blue]),
        (Export::Umpire, Kind::Umpire, vec![public, red, blue, umpire]),
        (Export::Final, Kind::Final, vec![public, red, blue, umpire]),
        (Export::Move, Kind::Move, vec![public, red, blue, umpire]),
    ] {
        let bundle = exported(&script(), what).await;
        assert_eq!((bundle.kind, streams(&bundle)), (kind, expected));
        let text = bundle.to_text();
        let secret = hex::encode(ledger::contract::sample::campaign("toy").secret.unwrap().reveal());
        assert_eq!(text.contains(&secret), matches!(kind, Kind::Final | Kind::Move), "{what:?}");
        assert_eq!(text.contains("\"master\""), kind != Kind::Seat, "{what:?}");
        assert_eq!(text.contains("BF-1 of side-0"), kind != Kind::Seat, "{what:?}");
        assert_eq!(text.contains("PRIVATE"), kind == Kind::Move);
        assert!(!format!("{bundle:?}").contains(&secret));
        let report = verify(&text, None);
        assert_eq!(report.faults, [], "{what:?}");
        assert_eq!(Bundle::parse(&text).unwrap().to_text(), text);
    }
}

#[tokio::test]
async fn a_report_tells_what_was_checked() {
    let lines = verify_bundle(&exported(&script(), Export::Final).await, None).lines();
    assert_eq!(lines[0], "file: final, campaign toy, \"Sample: toy\"");
    assert_eq!(lines[1], "holds: public 6, side-0 3, side-1 2, umpire 2, master 9");
    assert_eq!(lines[2], "withheld: 0 bodies");
    assert_eq!(lines[3], "dice: 9 keyed rolls, 9 of them computed again; 2 rolls from a table, 1 rulings");
    assert_eq!(lines[4], "sealed: 2 seals, 1 openings");
    assert_eq!(lines[5], "words: the dice are not open");
    assert!(lines[6].starts_with("proves: ") && lines[7].starts_with("does not prove: "));
    assert!(lines[8].starts_with("weaker: 9 keyed rolls are bound to names of acts"));
    assert!(lines[9].starts_with("weaker: by its own word it began under version 1 of its rules"));
    assert_eq!(lines[10..], ["result: sound, with weaker proof of its dice"]);
    let lines = verify_bundle(&exported(&script(), Export::Side(0)).await, None).lines();
    assert_eq!(lines[3], "dice: 6 keyed rolls, 0 of them computed again; 2 rolls from a table, 1 rulings");
}

#[tokio::test]
async fn a_moved_campaign_is_hash_equal_and_goes_on() {
    let (_old_folder, old) = written(&script()).await;
    let bundle = export(&old, &id(), Export::Move, &contributions()).await.unwrap();
    let text = bundle.to_text();
    let (_folder, store) = empty_store().await;
    assert_eq!(import(&store, &Bundle::parse(&text).unwrap()).await, Ok(id()));
    assert_eq!(store.heads(&id()).await, old.heads(&id()).await);
    assert_eq!(store.entries(&id(), 1, 100).await, old.entries(&id(), 1, 100).await);
    assert_eq!(store.dice_secret(&id()).await, old.dice_secret(&id()).await);
    let again = export(&store, &id(), Export::Move, &contributions()).await.unwrap();
    assert_eq!(again.to_text(), text);
    let next = ledger::contract::sample::entry(10, &[(Stream::Public, "{}")]);
    assert!(store.append_batch(&[(id(), next)]).await.unwrap()[0].is_ok());
}

#[tokio::test]
async fn an_umpires_file_comes_without_the_secret() {
    let bundle = exported(&script(), Export::Umpire).await;
    let (_folder, store) = empty_store().await;
    import(&store, &bundle).await.unwrap();
    assert_eq!(store.dice_secret(&id()).await, Ok(None));
    let again = export(&store, &id(), Export::Umpire, &contributions()).await.unwrap();
    assert_eq!(again.to_text(), bundle.to_text());
    let fault = export(&store, &id(), Export::Final, &contributions()).await.unwrap_err();
    assert!(matches!(fault, Fault::NotFound { .. }) && fault.to_string().contains("umpire file"), "{fault}");
}

#[tokio::test]
async fn imports_are_refused_whole() {
    let (_folder, store) = empty_store().await;
    for what in [Export::Spectator, Export::Side(0), Export::Final] {
        let fault = import(&store, &exported(&script(), what).await).await.unwrap_err();
        assert!(fault.to_string().contains("only move and umpire files can be imported"), "{fault}");
    }

    let mut withheld = exported(&script(), Export::Umpire).await;
    withheld.withhold(Stream::Side(0), 2).unwrap();
    assert_eq!(verify_bundle(&withheld, None).faults, []);
    let fault = import(&store, &withheld).await.unwrap_err();
    assert!(fault.to_string().contains("side-0 2: its body is withheld"), "{fault}");

    let mut broken = exported(&script(), Export::Move).await;
    broken.streams[1].parts[1].hash = broken.genesis;
    let Err(Fault::BadBundle { faults }) = import(&store, &broken).await else { panic!("imported") };
    let expected = Finding::new("side-0 2", "its hash does not follow from the link before it");
    assert!(faults.contains(&expected), "{faults:?}");
    assert!(store.campaigns().await.unwrap().is_empty());

    let good = exported(&script(), Export::Move).await;
    import(&store, &good).await.unwrap();
    let fault = import(&store, &good).await.unwrap_err();
    assert_eq!(fault, Fault::AlreadyExists { campaign: id() });
}

#[tokio::test]
async fn a_body_is_withheld_now_and_shown_later() {
    let shown = exported(&script(), Export::Side(0)).await;
    let mut withheld = shown.clone();
    withheld.withhold(Stream::Side(0), 1).unwrap();
    let report = verify(&withheld.to_text(), None);
    assert_eq!(report.faults, []);
    assert_eq!(report.facts[2], "withheld: 1 bodies");
    assert!(!withheld.to_text().contains("BF-1 of side-0"));
    // The one shown later belongs to the same links.
    assert_eq!(withheld.streams[1].head, shown.streams[1].head);

    assert!(matches!(withheld.withhold(Stream::Side(1), 1), Err(Fault::NotFound { .. })));
    assert!(matches!(withheld.withhold(Stream::Side(0), 9), Err(Fault::NotFound { .. })));
    let mut complete = exported(&script(), Export::Final).await;
    assert!(matches!(complete.withhold(Stream::Side(0), 1), Err(Fault::NotFound { .. })));
}

#[tokio::test]
async fn a_noted_head_is_found_or_missed() {
    let whole = exported(&script(), Export::Final).await;
    let early = exported(&script()[..5], Export::Final).await;
    let noted = early.master_head.unwrap().to_string();
    let report = verify_bundle(&whole, Some(&format!(" {noted}\n")));
    assert!(report.is_sound());
    assert_eq!(report.facts[10], "noted head: master 5");
    let noted = whole.streams[1].parts[1].hash.to_string();
    assert_eq!(verify_bundle(&whole, Some(&noted)).facts[10], "noted head: side-0 2");
    assert_eq!(verify_bundle(&whole, Some(&whole.genesis.to_string())).facts[10], "noted head: the manifest");

    // A history that was cut off is sound in itself; only the noted head finds it.
    let noted = whole.master_head.unwrap().to_string();
    assert!(verify_bundle(&early, None).is_sound());
    let sentence = "is no link of this file: another history, or one that ends earlier";
    assert_eq!(verify_bundle(&early, Some(&noted)).faults, [Finding::new("noted head", sentence)]);
    // Its first half, as pages and sheets show it.
    let shown = "0123 4567 89ab cdef 0123 4567 89ab cdef";
    assert_eq!(ledger::short_head(&"0123456789abcdef".repeat(4)), shown);
    let short = format!(" {}\n", ledger::short_head(&noted));
    assert_eq!(verify_bundle(&whole, Some(&short)).facts[10], "noted head: master 9");
    assert_eq!(verify_bundle(&early, Some(&short)).faults, [Finding::new("noted head", sentence)]);
    // Both ends of it, as they were shown before: 64 bits, for which somebody could have prepared two histories.
    let ends = |ellipsis| format!(" {} {ellipsis} {}\n", &noted[..12], &noted[60..]);
    for ellipsis in ["…", "..."] {
        let report = verify_bundle(&whole, Some(&ends(ellipsis)));
        let weak = "weaker: the noted head has 16 digits, and a host could prepare two histories that show them: note 32";
        assert_eq!(report.facts[10..], ["noted head: master 9", weak]);
        let last = |report: &Report| report.lines().last().unwrap().clone();
        assert_eq!(last(&report), "result: sound, with weaker proof of its dice and its history");
        let alone = Report { facts: vec![weak.to_owned()], ..report };
        assert_eq!(last(&alone), "result: sound, with weaker proof of its history");
        assert_eq!(
            verify_bundle(&early, Some(&ends(ellipsis))).faults,
            [Finding::new("noted head", sentence)]
        );
    }
    let sentence = "is shortened too much: at least its first 12 and its last 4 digits are needed";
    for less in [format!("{}…{}", &noted[..11], &noted[60..]), format!("{}…", &noted[..12]), "…".to_owned()]
    {
        assert_eq!(
            verify_bundle(&whole, Some(&less)).faults,
            [Finding::new("noted head", sentence)],
            "{less}"
        );
    }
    let sentence = "must be 64 lower-case hexadecimal digits";
    assert_eq!(verify_bundle(&early, Some("abc")).faults, [Finding::new("noted head", sentence)]);
}

#[tokio::test]
async fn an_empty_campaign_has_all_its_empty_streams() {
    let (_folder, store) = written(&[]).await;
    let bundle = export(&store, &id(), Export::Move, &[]).await.unwrap();
    assert_eq!(bundle.streams.len(), 4);
    assert_eq!(bundle.master_head, Some(bundle.genesis));
    let nothing = [Finding::new("public", "has no entry that begins the campaign")];
    assert_eq!(verify_bundle(&bundle, None).faults, nothing);
    let (_folder, other) = empty_store().await;
    assert!(matches!(import(&other, &bundle).await, Err(Fault::BadBundle { faults }) if faults == nothing));
    let fault = export(&store, &id(), Export::Side(2), &[]).await.unwrap_err();
    assert_eq!(fault.to_string(), "there is no side-2 in campaign toy");
}
