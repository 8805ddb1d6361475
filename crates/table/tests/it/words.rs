use ::dice::{Digest, WordsSeed, words_digest_v1, words_digest_v2, words_set};
use kernel::Seat;
use serde_json::json;
use table::{Answer, Hand, Opening, WordsState, WordsStep};

use crate::{BLUE, DiceStart, GREY, Setting, code, open_at, ticking};

const BYTES: [[u8; 32]; 2] = [[7; 32], [9; 32]];

fn bytes_of(seat: Seat) -> Digest {
    Digest(BYTES[usize::from(seat == GREY)])
}

/// What the devices of both sides keep.
pub(crate) fn seeds() -> [WordsSeed; 2] {
    BYTES.map(WordsSeed::new)
}

fn words_of(bytes: Digest) -> String {
    WordsSeed::new(bytes.0).bytes().to_string()
}

/// What a device of an earlier build opens.
fn unsigned(bytes: Digest) -> WordsStep {
    WordsStep::Open(Opening { bytes, signature: None })
}

impl Setting {
    /// A campaign whose dice wait for the words of the sides' devices.
    async fn for_devices() -> Self {
        Self::laid_out(DiceStart::Words).await
    }

    async fn digest(&self, seat: Seat, bytes: &Digest) -> Digest {
        let file = self.desk.export(&self.campaign, seat, table::FileKind::Seat).await.unwrap().unwrap();
        WordsSeed::new(bytes.0).digest(&file.genesis, &seat.name())
    }

    /// What a device opens that drew these bytes, for the digests that stand.
    async fn signed(&self, bytes: Digest) -> WordsStep {
        let seed = WordsSeed::new(bytes.0);
        let Some(state) = self.desk.look(&self.campaign, BLUE).await.unwrap().dice.devices else {
            return unsigned(bytes);
        };
        let stood: Vec<_> =
            state.sides.iter().filter_map(|side| Some((side.seat.name(), side.digest?))).collect();
        let link = state.link.unwrap_or(state.genesis);
        let set =
            words_set(&state.genesis, &link, stood.iter().map(|(seat, digest)| (seat.as_str(), *digest)));
        WordsStep::Open(Opening { bytes: seed.bytes(), signature: Some(Box::new(seed.sign(&set))) })
    }

    async fn give(&self, by: Seat, side: Seat, step: WordsStep, hand: Hand) -> Answer {
        let (token, reason) = (self.desk.fresh_token().unwrap(), Some("Grey has no device."));
        self.desk.give_words(&self.campaign, by, side, step, hand, reason, token).await.unwrap()
    }

    pub(crate) async fn pledge(&self, side: Seat) -> Answer {
        let digest = self.digest(side, &bytes_of(side)).await;
        self.give(side, side, WordsStep::Pledge(digest), Hand::Device).await
    }

    pub(crate) async fn reveal(&self, side: Seat) -> Answer {
        self.give(side, side, self.signed(bytes_of(side)).await, Hand::Device).await
    }

    async fn words(&self) -> WordsState {
        self.desk.look(&self.campaign, BLUE).await.unwrap().dice.devices.unwrap()
    }

    async fn is_open(&self) -> bool {
        self.desk.look(&self.campaign, BLUE).await.unwrap().dice.open
    }

    /// The words that the key of the dice is made of.
    pub(crate) async fn key_words(&self) -> Vec<(String, String)> {
        self.desk.look(&self.campaign, BLUE).await.unwrap().dice.words
    }

    /// The last line of the public log, its names left as numbers.
    async fn last_said(&self) -> String {
        let sides = self.desk.sides(&self.campaign).await.unwrap();
        let log = self.desk.log(&self.campaign, Seat::Spectator, None, 1).await.unwrap();
        log.lines[0].lines[0].1.plain(&sides)
    }

    async fn verified(&self, kind: table::FileKind) -> String {
        let file = self.desk.export(&self.campaign, Seat::Umpire, kind).await.unwrap().unwrap();
        let report = ledger::verify(&file.to_text(), None);
        report.lines().join("\n")
    }
}

pub(crate) fn done(answer: &Answer) {
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

#[tokio::test]
async fn words_of_both_devices_open_the_dice_by_themselves_in_any_order() {
    for (first, second) in [(BLUE, GREY), (GREY, BLUE)] {
        let setting = Setting::for_devices().await;
        assert_eq!(code(&setting.act(BLUE, json!({"do": "pay"})).await), "dice");
        done(&setting.pledge(first).await);
        assert!(!setting.words().await.opening);
        done(&setting.pledge(second).await);
        assert!(setting.words().await.opening);
        assert!(!setting.is_open().await);
        done(&setting.reveal(second).await);
        assert!(!setting.is_open().await);
        done(&setting.reveal(first).await);
        assert!(setting.is_open().await, "no press was needed");
        let expected = [BLUE, GREY].map(|side| (side.name(), words_of(bytes_of(side))));
        assert_eq!(setting.key_words().await, expected, "in the order of the seats, whoever came first");
        setting.done(BLUE, json!({"do": "pay"})).await;
        let report = setting.verified(table::FileKind::Move).await;
        assert!(report.contains("words: side-0 by its own device, side-1 by its own device"), "{report}");
        assert!(report.ends_with("result: sound"), "{report}");
    }
}

#[tokio::test]
async fn the_words_are_in_every_face() {
    let mut faces = Vec::new();
    for bytes in [Digest([1; 32]), Digest([2; 32])] {
        let folder = tempfile::tempdir().unwrap();
        let desk = open_at(&folder, crate::RULEBOOKS, ticking()).await;
        let identity = Some((ledger::CampaignId::new("words").unwrap(), ::dice::Secret::new([3; 32])));
        let campaign = desk.create(crate::new_campaign(DiceStart::Words, false, identity)).await.unwrap();
        let setting = Setting { folder, desk, campaign };
        for side in [BLUE, GREY] {
            let digest = setting.digest(side, &bytes).await;
            done(&setting.give(side, side, WordsStep::Pledge(digest), Hand::Device).await);
        }
        for side in [BLUE, GREY] {
            done(&setting.give(side, side, setting.signed(bytes).await, Hand::Device).await);
        }
        setting.round("raid", "hold").await;
        let log = setting.desk.log(&setting.campaign, Seat::Umpire, None, 1000).await.unwrap();
        let rolls = log.lines.iter().flat_map(|line| &line.rolls);
        faces.push(rolls.flat_map(|roll| roll.line.faces.clone()).collect::<Vec<_>>());
    }
    assert!(faces[0].len() > 3);
    assert_ne!(faces[0], faces[1]);
}

#[tokio::test]
async fn nobody_opens_before_all_digests_stand_and_nobody_changes_one_after() {
    let setting = Setting::for_devices().await;
    done(&setting.pledge(BLUE).await);
    assert_eq!(code(&setting.reveal(BLUE).await), "digest", "Grey could still choose");
    let other = setting.digest(BLUE, &Digest([8; 32])).await;
    done(&setting.give(BLUE, BLUE, WordsStep::Pledge(other), Hand::Program).await);
    done(&setting.pledge(BLUE).await);
    done(&setting.pledge(GREY).await);
    let late = setting.give(BLUE, BLUE, WordsStep::Pledge(other), Hand::Device).await;
    assert_eq!(code(&late), "digest");
    // The same again is no act and no fault: two windows of one device say the same.
    let n_lines = setting.desk.log(&setting.campaign, BLUE, None, 0).await.unwrap().n_lines;
    done(&setting.pledge(BLUE).await);
    assert_eq!(setting.desk.log(&setting.campaign, BLUE, None, 0).await.unwrap().n_lines, n_lines);
}

#[tokio::test]
async fn bytes_that_do_not_fit_their_digest_are_refused() {
    let setting = Setting::for_devices().await;
    done(&setting.pledge(BLUE).await);
    // Whoever repeats another's digest cannot open it: a digest is bound to its seat.
    let digest = setting.digest(BLUE, &bytes_of(BLUE)).await;
    done(&setting.give(GREY, GREY, WordsStep::Pledge(digest), Hand::Device).await);
    done(&setting.reveal(BLUE).await);
    let copied = setting.give(GREY, GREY, setting.signed(bytes_of(BLUE)).await, Hand::Device).await;
    assert_eq!(code(&copied), "bytes");
    assert_eq!(code(&setting.reveal(GREY).await), "bytes");
    assert!(!setting.is_open().await);
}

#[tokio::test]
async fn who_does_not_open_is_named_and_all_begin_anew() {
    let setting = Setting::for_devices().await;
    let renew = async |why: &str| {
        let token = setting.desk.fresh_token().unwrap();
        setting.desk.renew_words(&setting.campaign, Seat::Umpire, why, token).await.unwrap()
    };
    done(&setting.pledge(BLUE).await);
    let early = renew("Grey is away.").await;
    assert_eq!(code(&early), "digest", "a digest is simply given again");
    let Answer::Refused(refusals) = &early else { unreachable!() };
    assert!(
        refusals.first().sentence.starts_with("All begin again when a side does not open"),
        "{refusals:?}"
    );
    done(&setting.pledge(GREY).await);
    done(&setting.reveal(BLUE).await);
    assert_eq!(code(&renew("").await), "reason");
    done(&renew("Grey is away.").await);
    assert!(
        setting.last_said().await.contains("Words were not opened by Grey"),
        "{}",
        setting.last_said().await
    );
    let words = setting.words().await;
    assert_eq!((words.round, words.missing.clone(), words.opening), (1, vec![GREY], false));
    // What was opened then counts for nothing: it was known before Grey gave its new digest.
    done(&setting.pledge(GREY).await);
    let fresh = Digest([5; 32]);
    let digest = setting.digest(BLUE, &fresh).await;
    done(&setting.give(BLUE, BLUE, WordsStep::Pledge(digest), Hand::Device).await);
    assert_eq!(code(&setting.reveal(BLUE).await), "bytes");
    done(&setting.give(BLUE, BLUE, setting.signed(fresh).await, Hand::Device).await);
    done(&setting.reveal(GREY).await);
    let expected = [(BLUE.name(), words_of(fresh)), (GREY.name(), words_of(bytes_of(GREY)))];
    assert_eq!(setting.key_words().await, expected);
    for kind in [table::FileKind::Seat, table::FileKind::Move] {
        let report = setting.verified(kind).await;
        assert!(
            report.contains("words begun anew: 1, by the umpire, before the time to open was over\n"),
            "{report}"
        );
        // Whoever knew the secret saw what Blue's first words gave with Grey's, and could hold Grey's back.
        assert!(report.contains("\nweaker: whoever knew the secret could choose one of 2 rounds of words"));
        assert!(report.ends_with("result: sound, with weaker proof of its dice"), "{report}");
    }
}

#[tokio::test]
async fn the_dice_wait_for_a_side_until_it_has_opened_its_words() {
    let setting = Setting::for_devices().await;
    let waits = async || setting.desk.look(&setting.campaign, BLUE).await.unwrap().dice.open_for;
    done(&setting.pledge(BLUE).await);
    done(&setting.pledge(GREY).await);
    assert_eq!(waits().await, [0, 1]);
    done(&setting.reveal(GREY).await);
    assert_eq!(waits().await, [0]);
    done(&setting.reveal(BLUE).await);
    assert!(waits().await.is_empty());
}

#[tokio::test]
async fn a_program_is_told_apart_from_a_device() {
    let setting = Setting::for_devices().await;
    let digest = setting.digest(GREY, &bytes_of(GREY)).await;
    done(&setting.pledge(BLUE).await);
    done(&setting.give(GREY, GREY, WordsStep::Pledge(digest), Hand::Program).await);
    assert_eq!(setting.last_said().await, "Grey gave the digest of its words for the dice from a program.");
    for side in [BLUE, GREY] {
        done(&setting.reveal(side).await);
    }
    let report = setting.verified(table::FileKind::Seat).await;
    assert!(report.contains("words: side-0 by its own device, side-1 by a program"), "{report}");
}

#[tokio::test]
async fn nobodys_own_bytes_stand_in_for_a_sides_device() {
    let setting = Setting::for_devices().await;
    let digest = setting.digest(GREY, &bytes_of(GREY)).await;
    for hand in [Hand::Program, Hand::Host] {
        let chosen = setting.give(Seat::Umpire, GREY, WordsStep::Pledge(digest), hand).await;
        assert_eq!(code(&chosen), "stand-in");
    }
    assert_eq!(setting.words().await.sides[1].digest, None);
    // What a side has fixed itself the umpire may send for it.
    done(&setting.pledge(BLUE).await);
    done(&setting.pledge(GREY).await);
    done(&setting.reveal(BLUE).await);
    done(&setting.give(Seat::Umpire, GREY, setting.signed(bytes_of(GREY)).await, Hand::Device).await);
    let report = setting.verified(table::FileKind::Seat).await;
    assert!(report.contains("side-1 by another seat's device"), "{report}");
}

#[tokio::test]
async fn after_three_days_they_begin_anew_without_anybodys_word() {
    let (setting, time) = Setting::at_a_time().await;
    let campaign = setting.desk.create(crate::new_campaign(DiceStart::Words, false, None)).await.unwrap();
    let setting = Setting { campaign, ..setting };
    done(&setting.pledge(BLUE).await);
    time.fetch_add(10 * table::pledges::TIME_TO_OPEN, std::sync::atomic::Ordering::Relaxed);
    setting.desk.keep_time().await;
    assert_eq!(setting.words().await.round, 0, "who has not come yet is waited for");
    done(&setting.pledge(GREY).await);
    done(&setting.reveal(GREY).await);
    time.fetch_add(table::pledges::TIME_TO_OPEN - 1, std::sync::atomic::Ordering::Relaxed);
    setting.desk.keep_time().await;
    assert_eq!(setting.words().await.round, 0);
    time.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    setting.desk.keep_time().await;
    let words = setting.words().await;
    assert_eq!((words.round, words.missing), (1, vec![BLUE]));
    let report = setting.verified(table::FileKind::Seat).await;
    assert!(report.contains("words begun anew: 1, by the table, not opened by side-0\n"), "{report}");
    assert!(report.contains("\nweaker: whoever knew the secret could choose one of 2 rounds of words"));
    assert!(setting.last_said().await.starts_with("The time to open the words for the dice is over."));
}

#[tokio::test]
async fn words_begun_anew_before_the_log_has_any_give_weaker_proof_too() {
    let setting = Setting::for_devices().await;
    for side in [BLUE, GREY] {
        done(&setting.pledge(side).await);
    }
    let token = setting.desk.fresh_token().unwrap();
    done(&setting.desk.renew_words(&setting.campaign, Seat::Umpire, "Anew.", token).await.unwrap());
    for side in [BLUE, GREY] {
        done(&setting.pledge(side).await);
    }
    for side in [BLUE, GREY] {
        done(&setting.reveal(side).await);
    }
    let report = setting.verified(table::FileKind::Move).await;
    // A host could have kept out of the log what a device had sent already.
    assert!(
        report.contains("\nweaker: whoever knew the secret could choose one of 2 rounds of words"),
        "{report}"
    );
}

#[tokio::test]
async fn dice_opened_without_a_side_after_another_had_opened_give_weaker_proof() {
    let setting = Setting::for_devices().await;
    for side in [BLUE, GREY] {
        done(&setting.pledge(side).await);
    }
    done(&setting.reveal(BLUE).await);
    done(&setting.desk.open_dice(&setting.campaign, Seat::Umpire, Some("Grey is away.")).await.unwrap());
    let report = setting.verified(table::FileKind::Move).await;
    assert!(report.contains("words: side-0 by its own device, without side-1"), "{report}");
    assert!(
        report.contains("\nweaker: whoever knew the secret could choose that the dice opened without"),
        "{report}"
    );
    assert!(report.ends_with("result: sound, with weaker proof of its dice"), "{report}");
}

#[tokio::test]
async fn dice_opened_without_a_side_are_marked_in_the_log_and_in_every_file() {
    let setting = Setting::for_devices().await;
    let open = async |reason| setting.desk.open_dice(&setting.campaign, Seat::Umpire, reason).await.unwrap();
    assert_eq!(code(&open(None).await), "reason");
    assert_eq!(code(&open(Some(" ")).await), "reason");
    done(&setting.pledge(BLUE).await);
    done(&open(Some("Grey plays by letter.")).await);
    assert_eq!(
        setting.last_said().await,
        "The umpire opened the dice without words of Blue and Grey. They are fixed for the whole campaign."
    );
    for kind in [table::FileKind::Seat, table::FileKind::Move] {
        let report = setting.verified(kind).await;
        assert!(report.contains("words: without side-0, without side-1"), "{report}");
        assert!(
            report.contains("\nweaker: whoever knew the secret could choose that the dice opened"),
            "{report}"
        );
    }
    // The same of a campaign whose dice are open from the start.
    let at_once = Setting::new().await;
    let report = at_once.verified(table::FileKind::Seat).await;
    assert!(report.contains("words: without side-0, without side-1"), "{report}");
    assert_eq!(code(&at_once.pledge(BLUE).await), "dice");
}

#[tokio::test]
async fn words_by_another_hand_are_marked_and_the_other_sides_still_count() {
    let setting = Setting::for_devices().await;
    let for_grey = async |by, reason: &str| {
        let token = setting.desk.fresh_token().unwrap();
        setting.desk.words_for(&setting.campaign, by, GREY, reason, token).await.unwrap()
    };
    assert_eq!(code(&for_grey(BLUE, "Grey is slow.").await), "actor");
    assert_eq!(code(&for_grey(Seat::Umpire, "").await), "reason");
    done(&for_grey(Seat::Umpire, "Grey plays by letter.").await);
    let log = setting.desk.log(&setting.campaign, Seat::Spectator, None, 1).await.unwrap();
    assert_eq!(log.lines[0].reason.as_deref(), Some("Grey plays by letter."));
    done(&setting.pledge(BLUE).await);
    assert_eq!(setting.words().await.sides[1].opened, Some(setting.words().await.sides[1].opened.unwrap()));
    done(&setting.reveal(BLUE).await);
    assert!(setting.is_open().await);
    assert_eq!(setting.key_words().await[0].1, words_of(bytes_of(BLUE)));
    let report = setting.verified(table::FileKind::Move).await;
    assert!(report.contains("words: side-0 by its own device, side-1 by the host"), "{report}");
    assert!(
        report.contains("\nweaker: the words of side-1 were given by another hand than its own\nresult: sound, with weaker proof of its dice"),
        "{report}"
    );
    setting.is_sound().await;
}

#[tokio::test]
async fn two_seats_on_one_device_give_words_for_both() {
    let setting = Setting::for_devices().await;
    // One device may even draw once: the digests differ by the seat.
    let bytes = Digest([4; 32]);
    for side in [BLUE, GREY] {
        let digest = setting.digest(side, &bytes).await;
        done(&setting.give(side, side, WordsStep::Pledge(digest), Hand::Umpire).await);
    }
    for side in [BLUE, GREY] {
        done(&setting.give(side, side, setting.signed(bytes).await, Hand::Umpire).await);
    }
    assert!(setting.is_open().await);
    let report = setting.verified(table::FileKind::Move).await;
    assert!(
        report.contains("words: side-0 by another seat's device, side-1 by another seat's device"),
        "{report}"
    );
}

#[tokio::test]
async fn a_seat_gives_words_for_itself_alone() {
    let setting = Setting::for_devices().await;
    let digest = setting.digest(GREY, &bytes_of(GREY)).await;
    let told = [
        (BLUE, GREY, "A side gives words only for itself. Nothing was changed."),
        (Seat::Umpire, Seat::Umpire, "Only sides give words for the dice:"),
        (Seat::Spectator, GREY, "A spectator looks on and does not act here."),
    ];
    for (by, side, wanted) in told {
        let answer = setting.give(by, side, WordsStep::Pledge(digest), Hand::Device).await;
        assert_eq!(code(&answer), "actor");
        let Answer::Refused(refusals) = &answer else { unreachable!() };
        assert!(refusals.first().sentence.starts_with(wanted), "{refusals:?}");
    }
    let token = setting.desk.fresh_token().unwrap();
    let typed = setting.desk.contribute(&setting.campaign, BLUE, Some("alea".into()), token).await.unwrap();
    assert_eq!(code(&typed), "dice", "nothing is typed where devices give words");
}

#[tokio::test]
async fn a_restart_in_the_middle_loses_nothing() {
    let mut setting = Setting::for_devices().await;
    for step in 0..4 {
        let side = [BLUE, GREY][step % 2];
        done(&if step < 2 { setting.pledge(side).await } else { setting.reveal(side).await });
        setting = setting.again().await;
    }
    assert!(setting.is_open().await);
    setting.done(BLUE, json!({"do": "pay"})).await;
    assert!(setting.verified(table::FileKind::Move).await.ends_with("result: sound"));
}

#[tokio::test]
async fn a_campaign_begun_before_goes_on_by_its_own_rule() {
    let setting = Setting::laid_out(DiceStart::Before).await;
    let entries = setting.desk.log(&setting.campaign, Seat::Umpire, None, 10).await.unwrap().n_lines;
    assert_eq!(entries, 1);
    assert!(setting.desk.look(&setting.campaign, BLUE).await.unwrap().dice.devices.is_none());
    assert_eq!(code(&setting.pledge(BLUE).await), "dice");
    for (side, words) in [(GREY, Some("vale".to_owned())), (BLUE, None)] {
        let token = setting.desk.fresh_token().unwrap();
        done(&setting.desk.contribute(&setting.campaign, side, words, token).await.unwrap());
    }
    assert!(setting.is_open().await);
    setting.done(BLUE, json!({"do": "pay"})).await;
    let report = setting.verified(table::FileKind::Move).await;
    assert!(report.contains("words: without side-0, side-1 typed"), "{report}");
    // Its word that it is old is all that anybody has for it, so the verdict itself says what that means.
    assert!(
        report.contains(
            "\nweaker: by its own word it began under version 2 of its rules and an earlier program;"
        ),
        "{report}"
    );
    assert!(report.ends_with("\nresult: sound, with weaker proof of its dice"), "{report}");
    setting.is_sound().await;
}

/// A digest of earlier builds names the campaign or its manifest alone. A round in which it was given goes on, and every file
/// says so.
#[tokio::test]
async fn a_digest_of_earlier_builds_is_opened_and_gives_weaker_proof() {
    type Before = fn(&WordsState, &str, &[u8; 32]) -> Digest;
    let forms: [(Before, &str); 2] = [
        (
            |_, campaign, bytes| words_digest_v1(campaign, "side-0", bytes),
            "\nweaker: the digest of side-0's words names no secret, and whoever knew them could choose it\n",
        ),
        (
            |state, _, bytes| words_digest_v2(&state.genesis, "side-0", bytes),
            "\nweaker: side-0's words are not signed, and whoever knew them could choose those beside them\n",
        ),
    ];
    for (digest, weaker) in forms {
        let setting = Setting::for_devices().await;
        let digest = digest(&setting.words().await, &setting.campaign, &bytes_of(BLUE).0);
        done(&setting.give(BLUE, BLUE, WordsStep::Pledge(digest), Hand::Device).await);
        done(&setting.pledge(GREY).await);
        assert_eq!(code(&setting.reveal(BLUE).await), "bytes", "that device signs nothing");
        done(&setting.give(BLUE, BLUE, unsigned(bytes_of(BLUE)), Hand::Device).await);
        done(&setting.reveal(GREY).await);
        assert!(setting.is_open().await);
        for kind in [table::FileKind::Seat, table::FileKind::Move] {
            let report = setting.verified(kind).await;
            assert!(report.contains(weaker) && report.matches("weaker:").count() == 1, "{report}");
        }
        setting.is_sound().await;
    }
}

/// Words that are signed are opened beside the digests that stood when they were signed, and beside no other.
#[tokio::test]
async fn signed_words_are_opened_beside_no_other_digest() {
    let setting = Setting::for_devices().await;
    done(&setting.pledge(BLUE).await);
    done(&setting.pledge(GREY).await);
    let opens = setting.signed(bytes_of(BLUE)).await;
    done(&setting.give(BLUE, BLUE, opens.clone(), Hand::Device).await);
    // A host that knows Blue's words now begins the log anew, with the same digest and other words of Grey's.
    let again = Setting::for_devices().await;
    let digest = setting.words().await.sides[0].digest.unwrap();
    done(&again.give(BLUE, BLUE, WordsStep::Pledge(digest), Hand::Device).await);
    done(&again.give(GREY, GREY, WordsStep::Pledge(Digest([3; 32])), Hand::Device).await);
    assert_eq!(code(&again.give(BLUE, BLUE, opens, Hand::Device).await), "bytes");
    let WordsStep::Open(opening) = setting.signed(bytes_of(BLUE)).await else { unreachable!() };
    let bare = WordsStep::Open(Opening { signature: None, ..opening });
    assert_eq!(code(&setting.give(BLUE, BLUE, bare, Hand::Device).await), "bytes");
}

/// A device that opens its words under the name with which it gave their digest would read "done" and wait for ever.
#[tokio::test]
async fn an_old_name_with_another_step_of_the_words_is_told_apart() {
    let mut setting = Setting::for_devices().await;
    let names: Vec<_> = (0..3).map(|_| setting.desk.fresh_token().unwrap()).collect();
    let (mine, other) = (Digest([7; 32]), Digest([8; 32]));
    let pledged =
        async |setting: &Setting, bytes: &Digest| WordsStep::Pledge(setting.digest(BLUE, bytes).await);
    let give = async |setting: &Setting, step: WordsStep, name| {
        setting.desk.give_words(&setting.campaign, BLUE, BLUE, step, Hand::Device, None, name).await.unwrap()
    };
    done(&give(&setting, pledged(&setting, &mine).await, names[0]).await);
    for _ in 0..2 {
        done(&give(&setting, pledged(&setting, &mine).await, names[0]).await);
        assert_eq!(code(&give(&setting, pledged(&setting, &other).await, names[0]).await), "name");
        assert_eq!(code(&give(&setting, setting.signed(mine).await, names[0]).await), "name");
        setting = setting.again().await;
    }
    done(&setting.pledge(GREY).await);
    done(&give(&setting, setting.signed(mine).await, names[1]).await);
    let renew = async |reason: &str, name| {
        setting.desk.renew_words(&setting.campaign, Seat::Umpire, reason, name).await.unwrap()
    };
    done(&renew("Grey is away.", names[2]).await);
    done(&renew("Grey is away.", names[2]).await);
    assert_eq!(code(&renew("Blue is away.", names[2]).await), "name");
    let taken = setting.submission(Seat::Umpire, json!(null));
    let taken = setting.send(table::Submission { token: names[2], ..taken }).await;
    assert_eq!(code(&taken), "name", "a form that is gone was a command");
}
