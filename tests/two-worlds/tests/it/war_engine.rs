//! A battle of the Civil War with the engine as neutral. From one position Stuart may come swiftly, or not. Up to the turn on
//! which that is thrown nobody reads a byte of it: neither side, no onlooker, nobody at the umpire's seat, and nobody who looks
//! into the table's memory. Nobody types it either.

use std::collections::BTreeMap;

use kernel::{Acting, Origin, Scripted, Seat, Side, System, Transcript, judge};
use ledger::{Bundle, Stream};
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::words::{Edge, UnitId};
use rules_civil_war::written::Text;
use rules_civil_war::{CivilWar, State};
use serde_json::{Value, json};
use table::{Answer, Change, Correcting, DiceBy, FileKind, Halted, Submission};

use crate::roads::Reader;
use crate::sealed::{REBEL, UNION};
use crate::world::World;
use crate::worlds::{compare, differ_nowhere};

async fn state(world: &World) -> State {
    let facts = serde_json::from_value(world.desk.position(&world.campaign).await.unwrap()).unwrap();
    CivilWar::open_position(CivilWar::load("set-up", &World::without_a_person()).unwrap(), facts).unwrap()
}

/// What comes of the turn with these draws, by the rules alone.
fn opened(mut known: State, faces: [u16; 2]) -> State {
    let command = serde_json::from_value(json!({"do": "advance-turn", "battle": "aop.1"})).unwrap();
    let mut answers = Scripted::faces(faces.iter().map(std::slice::from_ref), Origin::Server);
    let ended =
        judge(&mut known, Acting::own(UNION), &command, &mut answers, &mut Transcript::<CivilWar>::new());
    assert_eq!(ended, Ok(()));
    known
}

/// A side opens a turn and types its draws: that is refused, and nothing is done.
async fn types(world: &World, faces: [u16; 2]) {
    let command = json!({"do": "advance-turn", "battle": "aop.1"});
    let dice = DiceBy::Table(faces.map(|face| vec![face]).to_vec());
    let token = ledger::Lineage(world.name_of_no_side());
    let (cursor, acting_for, reason) = (None, None, None);
    let submission = Submission { by: UNION, acting_for, reason, command, cursor, token, dice };
    let before = world.desk.position(&world.campaign).await.unwrap();
    let answer = world.desk.submit(&world.campaign, submission).await.unwrap();
    let Answer::Refused(refusals) = answer else { panic!("{answer:?}") };
    let first = refusals.first();
    assert_eq!(first.code, "not-typed");
    assert!(
        first.sentence.contains("What shows of flank marches") && first.sentence.contains("own dice"),
        "{first:?}"
    );
    assert_eq!(world.desk.position(&world.campaign).await.unwrap(), before);
}

/// What somebody reads at the umpire's seat, and whoever looks into the table's memory.
async fn above(world: &World) -> Vec<(String, String)> {
    let look = world.desk.look(&world.campaign, Seat::Umpire).await.unwrap();
    let pages = CivilWar::PAGES.iter().map(|head| (head.id.to_owned(), format!("{:?}", look.page(head.id))));
    let mut roads: Vec<(String, String)> = pages.collect();
    let log = world.desk.log(&world.campaign, Seat::Umpire, None, 10_000).await.unwrap();
    roads.push(("log".into(), format!("{log:?}")));
    roads.push(("memory".into(), world.desk.position(&world.campaign).await.unwrap().to_string()));
    roads
}

/// A battle up to its first day, in which Stuart marches around the left; at which entry that was sealed, and how it could have been
/// sealed otherwise.
async fn to_the_day(world: &mut World) -> (u64, Value) {
    let enter = json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"});
    for command in [json!({"do": "next-step"}), enter] {
        world.done(REBEL, command.clone()).await;
        world.done(UNION, command).await;
    }
    for seat in [UNION, REBEL] {
        world.done(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
    }
    world.done(UNION, json!({"do": "draw-field", "battle": "aop.1"})).await;
    world.done(REBEL, json!({"do": "choose-side", "battle": "aop.1", "edge": "south"})).await;
    for side in Side::BOTH {
        let known = state(world).await;
        let oob = draft(terms(&known.setup, &known.facts.battle[0], side)).unwrap().write();
        world.done(side.seat(), json!({"do": "submit-oob", "battle": "aop.1", "oob": oob})).await;
    }
    let known = state(world).await;
    let oob = known.facts.battle[0].halves[Side::SECOND].oob.as_ref().unwrap();
    let led = oob.divisions.iter().find(|one| one.leader == Some("stuart".parse().unwrap())).unwrap();
    let brigades: Vec<&UnitId> = led.brigades.iter().map(|brigade| &brigade.id).collect();
    let march: Value =
        json!({"do": "seal-flank", "battle": "aop.1", "left": "stuart", "left_brigades": brigades});
    let otherwise =
        json!({"do": "seal-flank", "battle": "aop.1", "right": "stuart", "right_brigades": brigades});
    world.done(REBEL, march).await;
    let sealed = world.desk.cursor(&world.campaign, Seat::Umpire).await.unwrap().0.parse().unwrap();
    world.done(UNION, json!({"do": "seal-flank", "battle": "aop.1"})).await;
    for (side, y) in Side::BOTH.into_iter().zip([40, 4]) {
        let units = state(world).await.facts.battle[0].starters(side);
        let spot = |(at, unit): (usize, &UnitId)| format!("{unit}: {} {y}", 2 + at * 3);
        let spots = units.iter().enumerate().map(spot).collect::<Vec<_>>().join("; ");
        world.done(side.seat(), json!({"do": "sketch", "battle": "aop.1", "spots": spots})).await;
        world.done(side.seat(), json!({"do": "close", "battle": "aop.1"})).await;
    }
    for side in Side::BOTH {
        world.done(side.seat(), json!({"do": "rate", "battle": "aop.1", "side": side})).await;
    }
    (sealed, otherwise)
}

#[tokio::test]
async fn with_the_engine_as_neutral_nobody_at_all_reads_how_a_march_goes_before_it_shows() {
    let mut worlds = [World::summer_without_a_person(None).await, World::summer_without_a_person(None).await];
    let (mut sealed, mut otherwise) = (Vec::new(), Value::Null);
    for world in &mut worlds {
        let (at, other) = to_the_day(world).await;
        sealed.push(at);
        otherwise = other;
    }
    let mut readers = Vec::new();
    for seat in [UNION, REBEL, Seat::Spectator] {
        readers.push((Reader::seated(&worlds[0], seat).await, Reader::seated(&worlds[1], seat).await));
    }
    for turn in 0..=2 {
        if turn > 0 {
            for world in &mut worlds {
                world.done(UNION, json!({"do": "advance-turn", "battle": "aop.1"})).await;
            }
        }
        let when = format!("turn {turn}, before any notice");
        compare(&mut readers, &worlds[0], &worlds[1], &when).await;
        differ_nowhere(&above(&worlds[0]).await, &above(&worlds[1]).await, &when);
    }
    // Only now anything is thrown of it: the first of all answers, and the last.
    let known = state(&worlds[0]).await;
    let notices = |state: &State| state.facts.battle[0].notices.len();
    let [one, other] = [[1, 1], [1, 32]].map(|faces| opened(known.clone(), faces));
    assert_eq!((notices(&one), notices(&other)), (0, 1));
    // Both sides agreed to typed dice, but those of the marches are the campaign's own, whoever asks to type.
    types(&worlds[0], [1, 32]).await;
    let command = json!({"do": "advance-turn", "battle": "aop.1"});
    let token = ledger::Lineage(worlds[1].name_of_no_side());
    let (cursor, acting_for, reason, dice) = (None, None, None, DiceBy::Table(Vec::new()));
    let by_hand = Submission { by: UNION, acting_for, reason, command: command.clone(), cursor, token, dice };
    let answer = worlds[1].desk.submit(&worlds[1].campaign, by_hand).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "no throw waits for a hand: {answer:?}");
    worlds[0].done(UNION, command).await;
    let [one, other] = [state(&worlds[0]).await, state(&worlds[1]).await];
    assert_eq!(one, other, "the same draws, whether dice are typed or not");
    assert_eq!(one.facts.battle[0].turn, 3);
    // Nor does anybody type them in a correction: had another march been sealed, the dice throw anew.
    let world = &worlds[1];
    let correcting = Correcting {
        changes: BTreeMap::from([(sealed[1], Change::Replace(otherwise.clone()))]),
        ..Correcting::default()
    };
    let preview = world.desk.preview(&world.campaign, Seat::Umpire, &correcting).await.unwrap().unwrap();
    assert!(matches!(preview.halted, Some(Halted::Throw { .. })), "nobody is asked to type it: {preview:?}");
    let token = ledger::Lineage(world.name_of_no_side());
    let answer = world
        .desk
        .correct(&world.campaign, Seat::Umpire, &correcting, "He stayed.", None, token)
        .await
        .unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    let shown = state(world).await.facts.battle[0].notices.clone();
    assert!(
        shown.iter().all(|notice| notice.edge == Some(Edge::East)),
        "he marches around the other flank: {shown:?}"
    );
}

/// Whoever owns the log writes into it that the draws of a turn were typed, and computes every hash anew: judged again, the file
/// says that nobody could have.
#[tokio::test]
async fn a_whole_file_in_which_a_draw_of_the_marches_is_typed_is_found() {
    let mut world = World::summer_without_a_person(Some(table::Chance::machine())).await;
    to_the_day(&mut world).await;
    for _ in 1..=3 {
        world.done(UNION, json!({"do": "advance-turn", "battle": "aop.1"})).await;
    }
    let file = world.desk.export(&world.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap();
    let told = |file: &Bundle| {
        let report = ledger::verify_bundle(file, None);
        assert!(report.faults.is_empty(), "its hashes are right: {:?}", report.faults);
        let audit = table::audit(file, &[&rules_civil_war::RULEBOOK]);
        audit.faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(told(&file.clone().rechained()), [""; 0], "as it was played");
    let mut forged = file;
    // The draws of turn 3 are the last throws of the campaign, and stand in the umpire's stream.
    let stream = forged.streams.iter_mut().find(|stream| stream.name == Stream::Umpire).unwrap();
    let part = stream.parts.iter_mut().rfind(|part| part.body.as_ref().unwrap().contains("\"rolls\":[{"));
    let part = part.unwrap();
    let mut body: Value = serde_json::from_str(part.body.as_ref().unwrap()).unwrap();
    let rolls = body["rolls"].as_array_mut().unwrap();
    assert_eq!(rolls.len(), 2, "one for each edge: {rolls:?}");
    for roll in rolls {
        assert_eq!(roll["origin"], "server");
        (roll["number"], roll["origin"]) = (Value::Null, json!("table"));
        roll["record"]["origin"] = json!("table");
    }
    part.body = Some(body.to_string());
    let said = told(&forged.rechained());
    let alone =
        "a throw of CWFF-7B-1 is typed in, and the campaign's dice alone make it, whatever was agreed";
    assert!(said.iter().any(|fault| fault.contains(alone)), "{said:?}");
}
