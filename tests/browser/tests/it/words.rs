//! Words for the dice, given by browsers of themselves, and never twice.

use kernel::Seat;
use table::{Answer, Hand};

use crate::driver::{Browser, left_out};
use crate::gate::Gate;
use crate::house::House;

const BLUE: Seat = Seat::Side(0);
const GREY: Seat = Seat::Side(1);

/// What the log knows of a side's words: whether its digest stands, and whether they are open.
async fn given(house: &House, side: usize) -> (bool, bool) {
    let look = house.desk.look(&house.campaign, Seat::Umpire).await.unwrap();
    let side = look.dice.devices.unwrap().sides.remove(side);
    (side.digest.is_some(), side.opened.is_some())
}

/// A browser that takes a seat through a gate.
async fn seated(house: &House, gate: &Gate, seat: Seat, width: u32) -> Browser {
    let browser = Browser::open(width).await;
    browser.go(&house.link(seat).await.replace(&house.address, &gate.address)).await;
    browser.sees(".tabs").await;
    browser
}

/// Waits until the browser keeps the head of every log that its page shows: they are looked at one after the other.
async fn keeps_the_heads(browser: &Browser) {
    browser
        .until(
            "[...document.querySelectorAll('[data-head][data-log]')].every(({ dataset }) => JSON.parse(localStorage.getItem( \
             `head ${location.pathname.split('/').slice(0, 3).join('/')} ${dataset.log}`))?.hash === dataset.head)",
        )
        .await;
}

/// Whoever owns the log could let a browser open its words, put the log back, and choose the other side's words to fit.
/// So a browser opens them for one set of digests alone, and says at once when it is asked for them beside others.
#[tokio::test(flavor = "multi_thread")]
async fn words_are_not_opened_again_when_the_log_is_put_back() {
    if left_out() {
        return;
    }
    let house = House::for_devices().await;
    let gate = Gate::before(&house.address).await;
    let page = format!("{}/c/{}/side-0/dice", gate.address, house.campaign);
    let mut blue = seated(&house, &gate, BLUE, 1280).await;
    blue.go(&page).await;
    blue.reads("#dice-words", "Blue: digest given").await;
    blue.looks_right("words-waiting").await;
    let kept = house.kept();

    // Nobody presses anything: the other side's browser comes, both open, and the dice are open.
    let grey = seated(&house, &gate, GREY, 360).await;
    blue.reads("main", "Words added, 32 bytes of each side").await;
    assert_eq!((given(&house, 0).await, given(&house, 1).await), ((true, true), (true, true)));
    // What the browsers signed holds in both streams' file, without a word of weaker proof.
    let file = house.desk.export(&house.campaign, BLUE, table::FileKind::Seat).await.unwrap().unwrap();
    let report = ledger::verify(&file.to_text(), None).lines().join("\n");
    assert!(report.contains("words: side-0 by its own device, side-1 by its own device"), "{report}");
    assert!(report.ends_with("result: sound"), "{report}");
    grey.close().await;
    keeps_the_heads(&blue).await;

    // No page is open while the log changes, so that no feed breaks off.
    blue.go("about:blank").await;
    let back = House::put_back(kept, &house.campaign).await;
    assert_eq!(given(&back, 0).await, (true, false));
    gate.leads_to(&back.address);
    let token = "5".repeat(32).parse().unwrap();
    let stands_in =
        back.desk.words_for(&back.campaign, Seat::Umpire, GREY, "Grey is away.", token).await.unwrap();
    assert!(matches!(stands_in, Answer::Done { .. }), "{stands_in:?}");
    assert_eq!(given(&back, 1).await, (true, true));

    for width in [1280, 360] {
        blue.widen(width).await;
        blue.go(&page).await;
        blue.reads(".alarm:not([hidden])[data-said=anew]", "does not open the words of Blue anew").await;
        blue.reads(".lost-head[data-of=public]", "this browser has seen it at").await;
        blue.looks_right("words-asked-again").await;
    }
    assert_eq!(given(&back, 0).await, (true, false), "the bytes were not sent again");

    // A browser that is killed loses what it last put beside its seed, but not what was on the disk before the words left.
    blue.ask(
        "Object.keys(localStorage).filter((key) => /^(words opened|head) /.test(key)).map((key) => localStorage.removeItem(key)).length",
    )
    .await;
    blue.go("about:blank").await;
    blue.go(&page).await;
    blue.reads(".alarm:not([hidden])[data-said=anew]", "does not open the words of Blue anew").await;
    assert_eq!(given(&back, 0).await, (true, false), "the set is kept twice");
    blue.close().await;
}

/// The hand that gave a side's words, as the log knows it.
async fn hand(house: &House, side: usize) -> Option<Hand> {
    let look = house.desk.look(&house.campaign, Seat::Umpire).await.unwrap();
    look.dice.devices.unwrap().sides.remove(side).hand
}

/// Two sides' words out of one browser look like two devices and are one. It gives them for one side, and for another at a
/// press alone, which the log tells; and each later browser of a seat learns that another one gave its words.
#[tokio::test(flavor = "multi_thread")]
async fn one_browser_gives_words_for_one_side_unasked() {
    if left_out() {
        return;
    }
    let house = House::for_devices().await;
    let gate = Gate::before(&house.address).await;
    let page = |side: u8| format!("{}/c/{}/side-{side}/dice", gate.address, house.campaign);
    let mut both = seated(&house, &gate, BLUE, 1280).await;
    both.go(&page(0)).await;
    both.reads("#dice-words", "Blue: digest given").await;
    both.go(&house.link(GREY).await.replace(&house.address, &gate.address)).await;
    both.sees(".tabs").await;
    for width in [360, 1280] {
        both.widen(width).await;
        both.go(&page(1)).await;
        both.reads(".alarm:not([hidden])[data-said=shared]", "gives no words for Grey of itself").await;
        both.looks_right("words-of-two-sides").await;
    }
    assert_eq!((given(&house, 0).await, given(&house, 1).await), ((true, false), (false, false)));

    let later = seated(&house, &gate, BLUE, 360).await;
    later.go(&page(0)).await;
    let told = "[data-seat=side-0] [data-said=elsewhere]:not([hidden])";
    later.reads(told, "Another browser gave the words of Blue").await;
    later.looks_right("words-of-another-browser").await;

    both.press("[data-give=side-1]").await;
    both.reads("main", "Words added, 32 bytes of each side").await;
    assert_eq!((hand(&house, 0).await, hand(&house, 1).await), (Some(Hand::Device), Some(Hand::Umpire)));
    later.go(&page(0)).await;
    later.reads(told, "Another browser gave the words of Blue").await;
    later.close().await;
    both.close().await;
}

/// A log that is not the one that a browser has seen gets no words unasked. Who knows why it is another lets them be given.
#[tokio::test(flavor = "multi_thread")]
async fn words_are_given_beside_a_lost_head_at_a_press() {
    if left_out() {
        return;
    }
    let house = House::for_devices().await;
    let gate = Gate::before(&house.address).await;
    let page = format!("{}/c/{}/side-0/dice", gate.address, house.campaign);
    let blue = seated(&house, &gate, BLUE, 360).await;
    blue.go(&page).await;
    blue.reads("#dice-words", "Blue: digest given").await;
    blue.ask(OTHER_HEADS).await;
    let token = "5".repeat(32).parse().unwrap();
    blue.go("about:blank").await;
    house.desk.words_for(&house.campaign, Seat::Umpire, GREY, "Grey is away.", token).await.unwrap();
    blue.go(&page).await;
    blue.reads(".alarm:not([hidden])[data-said=head]", "This browser gives no words for Blue").await;
    blue.looks_right("words-beside-a-lost-head").await;
    assert_eq!(given(&house, 0).await, (true, false));
    blue.press("[data-give=side-0]").await;
    blue.reads("main", "Words added, 32 bytes of each side").await;
    assert_eq!(hand(&house, 0).await, Some(Hand::Device), "it is the side's own device all the same");
    blue.close().await;
}

/// Lets the browser remember other heads than it has seen.
const OTHER_HEADS: &str = "Object.keys(localStorage).filter((key) => key.startsWith('head ')).map((key) => \
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), hash: 'e'.repeat(64) }))).length";

/// A host that knows the secret and holds another side's words back could let a browser open again and again, until the
/// dice please. So where all begin anew after a browser had opened its words, it waits for a press, each time.
#[tokio::test(flavor = "multi_thread")]
async fn words_begun_anew_after_a_browser_had_opened_wait_for_a_press() {
    if left_out() {
        return;
    }
    let house = House::for_devices().await;
    let mut blue = house.seated(BLUE, 1280).await;
    blue.go(&house.page(BLUE, "dice")).await;
    blue.reads("#dice-words", "Blue: digest given").await;
    let grey = async |n: u8| {
        let genesis = house.desk.look(&house.campaign, GREY).await.unwrap().dice.devices.unwrap().genesis;
        let digest = dice::WordsSeed::new([n; 32]).digest(&genesis, &GREY.name());
        let token = house.desk.fresh_token().unwrap();
        let step = table::WordsStep::Pledge(digest);
        let (desk, campaign) = (&house.desk, &house.campaign);
        desk.give_words(campaign, GREY, GREY, step, Hand::Program, None, token).await.unwrap();
    };
    let renew = async || {
        let token = house.desk.fresh_token().unwrap();
        house.desk.renew_words(&house.campaign, Seat::Umpire, "Grey is away.", token).await.unwrap();
    };
    grey(1).await;
    blue.reads("#dice-words", "Blue: words opened").await;
    for round in 2..4 {
        renew().await;
        grey(round).await;
        blue.reads(".alarm:not([hidden])[data-said=renewed]", "This browser opened the words of Blue before")
            .await;
        assert_eq!(given(&house, 0).await, (false, false));
        for width in [360, 1280] {
            blue.widen(width).await;
            blue.looks_right("words-begun-anew").await;
        }
        blue.press("[data-give=side-0]").await;
        blue.reads("#dice-words", "Blue: words opened").await;
    }
    blue.close().await;
}
