//! A game of the play aid goes over to another phone by codes.

use serde_json::json;

use crate::aid::{Draw, add, script, written};
use crate::driver::{Browser, left_out};
use crate::house::House;

/// The page draws codes as a library does: byte for byte the same under one of the eight masks.
#[tokio::test(flavor = "multi_thread")]
async fn codes_are_those_of_a_library() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::open(360).await;
    browser.go(&written(&folder)).await;
    let mut draw = Draw(7);
    let mut versions = std::collections::BTreeSet::new();
    for length in [0, 1, 17, 18, 32, 53, 78, 106, 134, 154, 192, 230, 231, 271, 321, 367, 425, 458, 520] {
        let text: String = (0..length).map(|_| char::from(b'!' + (draw.next() % 90) as u8)).collect();
        let told = browser
            .page
            .execute("const { all } = codesOf(arguments[0]); return all.map((rows) => rows.map((row) => row.map(Number).join('')).join('\\n'));", vec![json!(text)])
            .await
            .unwrap();
        let all: Vec<String> = told.convert().unwrap();
        assert_eq!(all.len(), 8);
        let size = all[0].lines().count() as i16;
        let version = qrcode::Version::Normal((size - 17) / 4);
        versions.insert((size - 17) / 4);
        let mut bits = qrcode::bits::Bits::new(version);
        bits.push_byte_data(text.as_bytes()).unwrap();
        bits.push_terminator(qrcode::EcLevel::L).unwrap();
        let code = qrcode::QrCode::with_bits(bits, qrcode::EcLevel::L).unwrap();
        let wanted: String = code
            .render::<char>()
            .quiet_zone(false)
            .module_dimensions(1, 1)
            .dark_color('1')
            .light_color('0')
            .build();
        assert!(all.contains(&wanted), "{length} bytes in version {version:?}");
        // No smaller code would have held it.
        let smaller = qrcode::Version::Normal((size - 17) / 4 - 1);
        let mut bits = qrcode::bits::Bits::new(smaller);
        assert!(
            size == 21
                || bits
                    .push_byte_data(text.as_bytes())
                    .and_then(|()| bits.push_terminator(qrcode::EcLevel::L))
                    .is_err(),
            "{length} bytes fit into {smaller:?}"
        );
    }
    assert_eq!(versions.len(), 15, "{versions:?}");
    let long = script(
        &browser,
        "try { codesOf('x'.repeat(521)); return 'drawn'; } catch (fault) { return fault.message; }",
    );
    assert_eq!(long.await, json!("too long for a code"));
    browser.close().await;
}

/// A game goes over to another phone by a series of codes, read in any order, twice or in between with those of another game.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_handed_over_by_codes() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let address = format!("{}/aid/battalion-combat-series", house.address);
    let mut first = Browser::open(360).await.with_axe().await;
    first.go(&address).await;
    for (name, side) in [("7th Armoured", 0), ("11th <Panzer> · Ø", 1)] {
        add(&first, name, side).await;
    }
    let acts = "let word = 1; for (let n = 0; n < 60; n += 1) { word = Math.imul(word, 1103515245) + 12345 | 0; game.acts.push({ turn: 1, card: 1, name: '7th Armoured', text: `SNAFU ${word}` }); } keep(); draw(); return JSON.stringify(game)";
    let game = script(&first, acts).await;
    script(
        &first,
        "document.querySelector('#vt-t').click(); document.querySelector('#hand-over').open = true;",
    )
    .await;
    first.press("#show-codes").await;
    first.reads("#code-n", "Code 1 of ").await;
    let codes: Vec<String> = serde_json::from_value(script(&first, "return codes").await).unwrap();
    assert!(codes.len() > 2, "{}", codes.len());
    assert!(codes.iter().all(|code| code.starts_with(&format!("{address}#aid1.")) && code.len() <= 520));
    for width in [360, 1280] {
        first.widen(width).await;
        first.is_accessible(&format!("codes at {width}")).await;
        first.looks_right("aid-codes").await;
    }
    first.widen(360).await;
    first.press("#code-after").await;
    first.reads("#code-n", "Code 2 of ").await;
    for _ in 0..2 {
        first.press("#code-before").await;
    }
    first.reads("#code-n", &format!("Code {0} of {0}", codes.len())).await;

    let second = Browser::open(360).await;
    second.go(&address).await;
    add(&second, "Own", 0).await;
    let (last, others) = codes.split_last().unwrap();
    for (n, code) in others.iter().rev().chain(&others[..1]).enumerate() {
        second.go("about:blank").await;
        second.go(code).await;
        let here = (n + 1).min(others.len());
        second.reads("#said", &format!("{here} of {} code", codes.len())).await;
        assert_eq!(script(&second, "return location.hash").await, json!(""), "a reload takes nothing twice");
        second.reads("#cards", "Own").await;
    }
    second.reads("#said", &format!("Missing: {}.", codes.len())).await;
    second.looks_right("aid-codes-missing").await;
    second.go("about:blank").await;
    second.go(last).await;
    second.reads("#said", "The game was taken in.").await;
    assert_eq!(script(&second, "return JSON.stringify(game)").await, game);
    second.press("#undo").await;
    second.reads("#cards", "Own").await;

    // As texts, in a file's field; what was changed on the way is no game.
    let folder = tempfile::tempdir().unwrap();
    second.go(&written(&folder)).await;
    let take = "document.querySelector('#paste').value = arguments[0]; document.querySelector('#take-paste').click();";
    second.page.execute(take, vec![json!(codes.join("\n").replace("aid1.", "aid1.0"))]).await.unwrap();
    second.reads("#said", "This is no exported game").await;
    let mut changed = codes.clone();
    let end = changed[0].pop().unwrap();
    changed[0].push(if end == 'A' { 'B' } else { 'A' });
    second.page.execute(take, vec![json!(changed.join("\n"))]).await.unwrap();
    second.reads("#said", "The codes do not make a game").await;
    second.page.execute(take, vec![json!(codes.join("\n"))]).await.unwrap();
    second.reads("#said", "The game was taken in.").await;
    assert_eq!(script(&second, "return JSON.stringify(game)").await, game);
    for browser in [first, second] {
        browser.close().await;
    }
}
