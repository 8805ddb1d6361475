//! What a spectator behind time can find out of the present by trying: nothing.

use axum::http::StatusCode;
use kernel::Seat;
use serde_json::{Value, json};

use super::Program;
use crate::house::House;

/// Every operation below a campaign that takes a body, on a page with this cursor.
fn tries(cursor: &str) -> Vec<(&'static str, Value)> {
    let correcting = json!({"changes": {"3": "remove"}});
    let corrected = json!({"correcting": correcting, "reason": "A test", "cursor": cursor});
    let ruled =
        json!({"rule": "HOUSE-SEAT", "decision": "So", "reason": "A test", "to": "umpire", "cursor": cursor});
    let waiting = "0".repeat(32);
    vec![
        ("/try", json!({"command": {"do": "pay"}, "cursor": cursor})),
        ("/commands", json!({"command": {"do": "pay"}, "cursor": cursor})),
        (
            "/commands",
            json!({"command": {"do": "pay"}, "cursor": cursor, "for": "side-0", "reason": "A test"}),
        ),
        ("/undo", json!({"cursor": cursor})),
        ("/answers", json!({"waiting": waiting, "faces": [1]})),
        ("/dice/words", json!({"words": "luck"})),
        ("/dice/open", json!({})),
        ("/dice/device", json!({"digest": "0".repeat(64)})),
        ("/dice/lacking", json!({"reason": "A test"})),
        ("/dice/table", json!({"word": "ask"})),
        ("/end", json!({"reason": "A test"})),
        ("/corrections/acts/3", json!({})),
        ("/corrections/preview", correcting),
        ("/corrections", corrected.clone()),
        ("/corrections/proposal", corrected),
        ("/corrections/proposal/word", json!({"agrees": true, "digest": "x"})),
        ("/rulings", ruled),
        ("/messages", json!({"words": "Psst", "to": "spectator"})),
        ("/spectators", json!({"minutes": 1})),
        ("/deadlines", json!({"what": "pause"})),
        ("/deadlines/kept", json!({"orders": [{"command": {"do": "pay"}}], "cursor": cursor})),
        ("/odds", json!({"command": {"do": "pay"}})),
        ("/odds", json!({"command": {"do": "pay"}, "measures": ["luck"]})),
        ("/odds/plan", json!({"plan": "income"})),
        ("/plan", json!({"command": {"do": "pay"}})),
        ("/orders", json!({"text": "pay"})),
        ("/invitations", json!({"seat": "side-0"})),
    ]
}

async fn answers(spectator: &Program) -> Vec<(&'static str, u16, String)> {
    let mut told = Vec::new();
    for cursor in 1..=20 {
        for (path, body) in tries(&cursor.to_string()) {
            let answer = spectator.post(path, body).await;
            told.push((path, answer.status.as_u16(), answer.text));
        }
    }
    told
}

#[tokio::test]
async fn no_post_of_a_spectator_tells_how_far_the_campaign_is() {
    let house = House::open().await;
    let (umpire, spectator) =
        (Program::at(&house, Seat::Umpire).await, Program::at(&house, Seat::Spectator).await);
    assert_eq!(umpire.post("/spectators", json!({"minutes": 600})).await.status, StatusCode::OK);
    let before = answers(&spectator).await;
    for side in [0, 1] {
        let program = Program::at(&house, Seat::Side(side)).await;
        for command in [json!({"do": "pay"}), json!({"do": "close"})] {
            assert_eq!(program.command(command).await.status, StatusCode::OK);
        }
    }
    for (before, after) in before.iter().zip(&answers(&spectator).await) {
        assert_eq!(before, after);
    }
    // The seat is refused whatever the cursor.
    assert!(before.iter().all(|(path, status, _)| *path != "/corrections" || *status == 403));
}
