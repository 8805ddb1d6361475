//! A set-up while it is being written: the page follows the file.

use std::sync::{Arc, Mutex};

use adjutant_web::viewer::{Draft, Shown, viewer};
use kernel::{Rulebook, Seat};

use crate::driver::{Browser, left_out};

/// What a file says after it was saved; with faults, the page keeps what it showed before.
fn saved(before: Option<&Draft>, text: &str) -> Draft {
    let rulebook = rules_central_front::RULEBOOK;
    let (faults, shown) = match rulebook.open("mine.toml", text) {
        Err(faults) => (faults, before.and_then(|draft| draft.shown.clone())),
        Ok(game) => {
            let shown = Shown {
                title: game.title(),
                sides: game.sides(),
                view: game.view(Seat::Umpire),
                rules: rulebook.rules(),
                warnings: game.warnings().to_vec(),
            };
            (Vec::new(), Some(Arc::new(shown)))
        }
    };
    let stamp = format!("{}", before.map_or(0, |draft| draft.stamp.parse::<u32>().unwrap() + 1));
    Draft { file: "mine.toml".into(), stamp, faults, shown }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_warnings_is_given_a_fault_and_mended_while_it_is_shown() {
    if left_out() {
        return;
    }
    let odd = rules_central_front::GAP.replacen("smoke = true", "nuclear = true", 1);
    let wrong = odd.replacen("turns = ", "turn = ", 1);
    let file = Arc::new(Mutex::new(saved(None, &odd)));
    let read = Arc::clone(&file);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = viewer(move || read.lock().unwrap().clone());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let save = |text: &str| {
        let mut draft = file.lock().unwrap();
        *draft = saved(Some(&draft), text);
    };

    for width in [1280, 360] {
        save(&odd);
        let browser = Browser::open(width).await;
        browser.go(&address).await;
        browser.reads("#h-warnings", "1 warning").await;
        let born = browser.born().await;
        for _ in 0..3 {
            save(&wrong);
            browser.sees("#h-faults").await;
            browser.reads("#draft", "when it last had no fault").await;
            assert!(!browser.has("#h-warnings").await);
            browser.looks_right("viewer-faults").await;
            save(&odd);
            browser.sees("#h-warnings").await;
            browser.reads("#draft", "Nothing is played here").await;
            browser.looks_right("viewer-warnings").await;
        }
        assert_eq!(browser.born().await, born, "the page was never loaded anew");
        browser.close().await;
    }
}
