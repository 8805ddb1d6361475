//! What a side may know of another level, on every road and to the last byte.

use super::*;

/// The same nonce for everything, so that hashes hang on what is written alone.
struct Constant;

impl Nonces for Constant {
    fn nonce(&self) -> Result<[u8; 32], ledger::Fault> {
        Ok([9; 32])
    }
}

/// Bytes that follow each other, the same in every world.
fn counted() -> Chance {
    let n = AtomicU64::new(0);
    Chance::own(move || ledger::sha256(&n.fetch_add(1, Ordering::Relaxed).to_be_bytes()).0)
}

/// A line whose times, names and nonces are the same in every world.
async fn line() -> Setting {
    counted_line(rules_line::HILLS).await
}

/// The same of another set-up.
pub(super) async fn counted_line(setup: &str) -> Setting {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteStore::open_with(&folder.path().join("log.sqlite3"), Arc::new(Constant)).await.unwrap();
    let store: Arc<dyn Store> = Arc::new(log);
    let desk = Desk::new(store.clone(), Committer::start(store), ticking(), RULEBOOKS).with_chance(counted());
    let identity = Some((CampaignId::new("hills").unwrap(), ::dice::Secret::new([3; 32])));
    let (file, setup) = ("set-up".into(), setup.into());
    let (system, start) = ("line".into(), DiceStart::AtOnce);
    let new = NewCampaign { file, setup, system, position: None, start, table_dice: true, identity };
    let campaign = desk.create(new).await.unwrap();
    Setting { folder, desk, campaign }
}

/// A line in which Blue sends so many coins to the ford; the skirmish fought out and taken in. Times, names and nonces are
/// the same in every world.
pub(super) async fn world(blue: u8) -> (Setting, String) {
    let setting = line().await;
    setting.done(Seat::Umpire, fight("ford", blue, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    (setting, ford)
}

/// The same with two coins of Blue's, one of which it spends on a scout; the entry of the scout.
async fn scouted_world() -> (Setting, String, u64) {
    let setting = line().await;
    let (ford, scout) = setting.scouted("raid").await;
    (setting, ford, scout)
}

/// All that a seat can get out of both tables.
pub(super) async fn roads(setting: &Setting, ford: &str, seat: Seat) -> String {
    let mut roads = String::new();
    for campaign in [setting.campaign.as_str(), ford] {
        let look = setting.desk.look(campaign, seat).await.unwrap();
        let log = setting.desk.log(campaign, seat, None, 1000).await.unwrap();
        let file = setting.desk.export(campaign, seat, FileKind::Seat).await.unwrap().unwrap();
        let neighbours = setting.desk.neighbours(campaign, seat).await.unwrap();
        roads += &format!(
            "{}\n{:?}\n{log:?}\n{neighbours:?}\n{}",
            json!(look.view()),
            look.cursor,
            file.to_text()
        );
    }
    roads
}

/// What Blue sent down is known to Blue and the umpire, before and after it comes home, on every road and to the last byte.
#[tokio::test]
async fn what_a_side_sent_down_is_not_told_to_the_others() {
    let (poor, ford) = world(0).await;
    let (rich, same) = world(2).await;
    assert_eq!(ford, same);
    for taken_in in [false, true] {
        if taken_in {
            for setting in [&poor, &rich] {
                assert!(is_done(&setting.take_in("1/ford").await));
            }
        }
        for seat in [GREY, Seat::Spectator] {
            assert_eq!(
                roads(&poor, &ford, seat).await,
                roads(&rich, &ford, seat).await,
                "{seat:?} {taken_in}"
            );
        }
        for seat in [BLUE, Seat::Umpire] {
            assert_ne!(
                roads(&poor, &ford, seat).await,
                roads(&rich, &ford, seat).await,
                "{seat:?} {taken_in}"
            );
        }
    }
    assert!(rich.page(&ford, BLUE).await.contains('2'));
}

/// A correction of what Blue alone knows is told to Blue and the umpire, at neither table to anybody else: the others' bytes
/// are those of a world in which nobody corrects.
#[tokio::test]
async fn a_correction_of_a_sides_secret_is_told_to_it_alone_at_both_tables() {
    let mut settings = Vec::new();
    for _ in 0..2 {
        let (setting, ford, scout) = scouted_world().await;
        assert!(is_done(&setting.take_in("1/ford").await));
        settings.push((setting, ford, scout));
    }
    let [(plain, ford, _), (corrected, same, scout)] = &settings[..] else { unreachable!() };
    assert_eq!(ford, same);
    assert!(is_done(&corrected.correct_at(ford, &without(*scout), "Nobody scouted.").await));
    for seat in [GREY, Seat::Spectator] {
        assert_eq!(roads(plain, ford, seat).await, roads(corrected, ford, seat).await, "{seat:?}");
    }
    for seat in [BLUE, Seat::Umpire] {
        assert_ne!(roads(plain, ford, seat).await, roads(corrected, ford, seat).await, "{seat:?}");
    }
    let told = corrected.desk.log(&corrected.campaign, BLUE, None, 100).await.unwrap().lines.pop().unwrap();
    assert_eq!(told.reason.as_deref(), Some("Nobody scouted."));
}
