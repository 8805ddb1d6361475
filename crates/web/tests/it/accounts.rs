//! Coming back on another device: accounts, devices, passwords, and what has happened since.

use axum::http::StatusCode;
use kernel::Seat;

use crate::house::{Answer, Browser, House};

const WORD: &str = "correct horse battery";

impl Browser {
    /// Makes an account for the seat this browser holds; gives the page with the codes.
    pub async fn make_account(&mut self, name: &str) -> Answer {
        let page = self.get("/account").await;
        self.submit(&page, "make", &[("name", name), ("new", WORD)]).await
    }

    pub async fn sign_in(&mut self, name: &str, word: &str) -> Answer {
        let page = self.get("/sign-in").await;
        self.submit(&page, "sign-in", &[("name", name), ("password", word)]).await
    }
}

impl House {
    /// Somebody on Blue's side who has an account.
    async fn anna(&self) -> Browser {
        let mut anna = self.seated(Seat::Side(0)).await;
        let made = anna.make_account("Anna").await;
        assert_eq!(made.status, StatusCode::OK, "{}", made.body);
        anna
    }
}

fn codes(page: &Answer) -> Vec<String> {
    let items = page.body.split("<li class=\"code\">").skip(1);
    items.map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_account_is_offered_to_who_holds_a_seat_and_opens_it_elsewhere() {
    let house = House::open().await;
    let mut stranger = house.stranger();
    assert_eq!(stranger.get("/account").await.header("location"), "/sign-in");
    let mut blue = house.seated(Seat::Side(0)).await;
    assert!(blue.get("/").await.body.contains("Make an account"));
    let old = blue.cookies.clone();
    let made = blue.make_account("Anna").await;
    assert_eq!((made.status, codes(&made).len()), (StatusCode::OK, 8), "{}", made.body);
    assert_ne!(blue.cookies, old, "the session has a new secret");
    assert!(!blue.get("/account").await.body.contains(&codes(&made)[0]), "shown only once");

    let entered = stranger.sign_in("anna", WORD).await;
    assert_eq!((entered.status, entered.header("location")), (StatusCode::SEE_OTHER, "/"));
    let home = stranger.get("/").await;
    assert!(home.body.contains("You are signed in as <strong>Anna</strong>"), "{}", home.body);
    assert!(home.body.contains(&format!("/c/{}/side-0", house.campaign)));
    stranger.base.clone_from(&blue.base);
    assert_eq!(stranger.page("posts").await.status, StatusCode::OK);
    assert_eq!(stranger.get("/sign-in").await.header("location"), "/account");
}

#[tokio::test]
async fn what_is_no_name_and_no_password_is_said_and_nothing_is_made() {
    let house = House::open().await;
    house.anna().await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let page = grey.get("/account").await;
    for (name, word, said) in [
        ("x", WORD, "A name has 2 to 40"),
        ("Berta", "short", "A password has 10 to 200"),
        ("Berta Berta", "berta berta", "The password is the name itself"),
        ("ANNA", WORD, "This name is in use here"),
    ] {
        let answer = grey.submit(&page, "make", &[("name", name), ("new", word)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        assert!(answer.body.contains(said) && answer.body.contains(&format!("value=\"{name}\"")), "{said}");
        assert!(!answer.body.contains(word), "a password is on no page");
    }
    assert!(grey.get("/").await.body.contains("The seats that this browser holds"));
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_bytes() {
    let house = House::open().await;
    house.anna().await;
    let mut stranger = house.stranger();
    let wrong = stranger.sign_in("Anna", "something else entirely").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.body.contains("do not match") && wrong.header("set-cookie").is_empty());
    let unknown = stranger.sign_in("Otto", WORD).await;
    assert_eq!(unknown.status, wrong.status);
    assert_eq!(unknown.body.replace("Otto", "Anna"), wrong.body);
    let mut recover = async |name: &str| {
        let page = stranger.get("/recover").await;
        let fields = [("name", name), ("code", "aaaaa-aaaaa-aaaaa-aaaaa"), ("new", "quite another one")];
        stranger.submit(&page, "recover", &fields).await
    };
    let (known, unknown) = (recover("Anna").await, recover("Otto").await);
    assert_eq!((known.status, unknown.status), (StatusCode::UNPROCESSABLE_ENTITY, known.status));
    assert_eq!(unknown.body.replace("Otto", "Anna"), known.body);
}

#[tokio::test]
async fn too_many_tries_by_one_name_are_slowed_down_whether_anybody_has_it_or_not() {
    let limits = adjutant_web::Limits { names: std::num::NonZeroU32::new(2), ..adjutant_web::Limits::NONE };
    let house = House::open_with(limits).await;
    house.anna().await;
    for name in ["Anna", "Otto"] {
        let mut stranger = house.stranger();
        for spelling in [name, &name.to_uppercase()] {
            let answer = stranger.sign_in(spelling, "something else entirely").await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        assert_eq!(stranger.sign_in(name, WORD).await.status, StatusCode::TOO_MANY_REQUESTS, "{name}");
    }
    let one = std::num::NonZeroU32::new(1);
    let house = House::open_with(adjutant_web::Limits { sign_ins: one, ..adjutant_web::Limits::NONE }).await;
    let mut stranger = house.stranger();
    assert_eq!(stranger.sign_in("Anna", WORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(stranger.sign_in("Otto", WORD).await.status, StatusCode::TOO_MANY_REQUESTS, "one address");
}

#[tokio::test]
async fn a_sign_in_changes_the_session_and_takes_seats_along_only_when_asked() {
    let house = House::open().await;
    house.anna().await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let planted = grey.clone();
    let page = grey.get("/sign-in").await;
    assert!(page.body.contains("Take the seat of this browser along"));
    let fields = [("name", "Anna"), ("password", WORD), ("along", "yes")];
    assert_eq!(grey.post("/sign-in", &fields).await.status, StatusCode::FORBIDDEN, "not from its own page");
    assert_eq!(grey.submit(&page, "sign-in", &fields).await.status, StatusCode::SEE_OTHER);
    assert_eq!(planted.clone().page("posts").await.status, StatusCode::NOT_FOUND, "the old session is over");
    assert_eq!(grey.page("posts").await.status, StatusCode::OK);
    let mut umpire = house.seated(Seat::Umpire).await;
    let entered = umpire.sign_in("Anna", WORD).await;
    assert_eq!(entered.status, StatusCode::SEE_OTHER);
    assert_eq!(umpire.page("seats").await.status, StatusCode::NOT_FOUND, "given up");
}

#[tokio::test]
async fn a_device_is_signed_out_from_another_at_once() {
    let house = House::open().await;
    let mut anna = house.anna().await;
    let mut phone = house.stranger();
    phone.sign_in("Anna", WORD).await;
    phone.base.clone_from(&anna.base);
    let page = anna.get("/account").await;
    assert!(page.body.contains("Signed in on 2"), "{}", page.body);
    let field = |name: &str| {
        let after = format!("name=\"{name}\" value=\"");
        page.body.split(&after).nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let (csrf, device) = (field("csrf"), field("device"));
    let mut berta = house.seated(Seat::Side(1)).await;
    berta.make_account("Berta").await;
    let own = berta.get("/account").await.form("codes").1[0].1.clone();
    berta.post("/account/sign-out", &[("csrf", &own), ("device", &device)]).await;
    assert_eq!(phone.page("posts").await.status, StatusCode::OK, "nobody signs another's devices out");
    let stranger = anna.post("/account/sign-out", &[("csrf", &own), ("device", &device)]).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);

    let done = anna.post("/account/sign-out", &[("csrf", &csrf), ("device", &device)]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER);
    assert_eq!(phone.page("posts").await.status, StatusCode::NOT_FOUND);
    assert_eq!(anna.page("posts").await.status, StatusCode::OK);
    // All others at once.
    for other in [&mut phone, &mut berta] {
        other.cookies.clear();
        other.sign_in("Anna", WORD).await;
        other.base.clone_from(&anna.base);
    }
    anna.post("/account/sign-out", &[("csrf", &csrf)]).await;
    for other in [&mut phone, &mut berta] {
        assert_eq!(other.page("posts").await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(anna.page("posts").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_new_password_and_a_recovery_code_sign_the_other_devices_out() {
    let house = House::open().await;
    let mut anna = house.seated(Seat::Side(0)).await;
    let codes = codes(&anna.make_account("Anna").await);
    let mut phone = house.stranger();
    phone.base.clone_from(&anna.base);
    phone.sign_in("Anna", WORD).await;
    let page = anna.get("/account").await;
    for (word, new, said) in
        [("wrong", "quite another one", "not the password"), (WORD, "short", "A password has 10")]
    {
        let answer = anna.submit(&page, "change", &[("password", word), ("new", new)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        let told = answer.body.find(said).expect("the answer says why");
        assert!(told < answer.body.find("h-devices").unwrap(), "what a small screen shows first says why");
        assert!(answer.body.contains("<details open>"), "the form stands open");
        let again = anna.get("/account/password").await;
        assert_eq!((again.status, again.header("location")), (StatusCode::SEE_OTHER, "/account"));
    }
    assert_eq!(phone.page("posts").await.status, StatusCode::OK);
    let fields = [("password", WORD), ("new", "quite another one")];
    assert_eq!(anna.submit(&page, "change", &fields).await.status, StatusCode::OK);
    assert_eq!(phone.page("posts").await.status, StatusCode::NOT_FOUND);
    assert_eq!(anna.page("posts").await.status, StatusCode::OK);

    phone.cookies.clear();
    let page = phone.get("/recover").await;
    let fields = [("name", "anna"), ("code", &*codes[2]), ("new", "a third and last one")];
    assert_eq!(phone.submit(&page, "recover", &fields).await.status, StatusCode::SEE_OTHER);
    assert_eq!(phone.page("posts").await.status, StatusCode::OK);
    assert_eq!(anna.page("posts").await.status, StatusCode::NOT_FOUND);
    let mut other = house.stranger();
    let page = other.get("/recover").await;
    assert_eq!(other.submit(&page, "recover", &fields).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = phone.get("/account").await;
    assert!(page.body.contains("7 are unused"), "{}", page.body);
    let made = phone.submit(&page, "codes", &[("password", "a third and last one")]).await;
    assert!(made.body.contains("New recovery codes"));
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_the_log_stays() {
    let house = House::open().await;
    let mut anna = house.anna().await;
    anna.pay_and_close().await;
    let mut phone = house.stranger();
    phone.base.clone_from(&anna.base);
    phone.sign_in("Anna", WORD).await;
    let log = anna.page("log").await.body.matches("<li id=\"e").count();
    let page = anna.get("/account").await;
    let wrong = anna.submit(&page, "delete", &[("password", "wrong")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let done = anna.submit(&page, "delete", &[("password", WORD)]).await;
    assert!(done.body.contains("The account is deleted"), "{}", done.body);
    assert!(anna.cookies.is_empty());
    assert_eq!(phone.page("posts").await.status, StatusCode::NOT_FOUND);
    assert_eq!(house.stranger().sign_in("Anna", WORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let mut again = house.seated(Seat::Side(0)).await;
    assert_eq!(again.page("log").await.body.matches("<li id=\"e").count(), log);
    assert!(!again.page("log").await.body.contains("Anna"));
}

#[tokio::test]
async fn what_happened_since_is_told_on_the_second_device_and_by_no_redraw() {
    let house = House::open().await;
    let mut anna = house.anna().await;
    let mut grey = house.seated(Seat::Side(1)).await;
    anna.page("posts").await;
    house.pass(40);
    grey.pay_and_close().await;
    // The open page at home draws itself anew; nobody sits before it.
    let mut left_open = anna.clone();
    left_open.script = true;
    left_open.page("posts").await;

    let mut phone = house.stranger();
    phone.base.clone_from(&anna.base);
    phone.sign_in("Anna", WORD).await;
    let home = phone.get("/").await;
    assert!(home.body.contains("One thing has happened since you were last here"), "{}", home.body);
    let page = phone.page("posts").await;
    let since = page.body.split("Since you were last here").nth(1).expect("a new visit");
    let since = since.split("</section>").next().unwrap();
    assert!(since.contains("Grey") && !since.contains("The campaign began"), "{since}");
    // The visit is the person's: back at the first device it goes on.
    house.pass(5);
    let page = anna.page("posts").await;
    let same = page.body.split("Since you were last here").nth(1).expect("the same visit");
    assert!(same.split("</section>").next().unwrap().contains("Grey"));
    house.pass(40);
    assert!(anna.get("/").await.body.contains("Nothing has happened since you were last here"));
}

#[tokio::test]
async fn campaigns_where_something_waits_stand_first_and_say_for_whom_play_waits() {
    let house = House::open().await;
    let mut anna = house.anna().await;
    let home = anna.get("/").await;
    assert!(home.body.contains("waits for you") || home.body.contains("wait for you"), "{}", home.body);
    assert!(home.body.contains("btn go"), "{}", home.body);
    anna.pay_and_close().await;
    let home = anna.get("/").await;
    assert!(home.body.contains("Nothing waits for you."), "{}", home.body);
    assert!(home.body.contains("Play waits for"), "{}", home.body);
}

#[tokio::test]
async fn an_account_gives_single_seats_up() {
    let house = House::open().await;
    let mut anna = house.anna().await;
    let csrf = anna.get("/account").await.form("codes").1[0].1.clone();
    let fields = [("csrf", &*csrf), ("campaign", &*house.campaign), ("seat", "side-0")];
    assert_eq!(anna.post("/account/give-up", &fields).await.status, StatusCode::SEE_OTHER);
    assert_eq!(anna.page("posts").await.status, StatusCode::NOT_FOUND);
    assert!(anna.get("/").await.body.contains("Your account holds no seat now"));
    assert!(anna.get("/account").await.body.contains("The account holds no seat now"));
}

#[tokio::test]
async fn an_invitation_taken_while_signed_in_is_the_accounts() {
    let house = House::open().await;
    let mut anna = house.anna().await;
    let secret = house.invitation(Seat::Umpire).await;
    assert_eq!(anna.post("/join", &[("secret", &secret)]).await.status, StatusCode::SEE_OTHER);
    let mut phone = house.stranger();
    phone.sign_in("Anna", WORD).await;
    phone.base = format!("/c/{}/umpire", house.campaign);
    let seats = phone.page("seats").await;
    assert_eq!(seats.status, StatusCode::OK);
    assert!(seats.body.contains("With an account, on 2 devices"), "{}", seats.body);
    assert!(!seats.body.contains("Anna"), "the name is nobody's but its owner's");
    // Several persons hold one seat, each of them listed.
    house.seated(Seat::Side(0)).await;
    let seats = phone.page("seats").await;
    assert!(seats.body.contains("3 persons") && seats.body.contains("Without an account, in one browser"));
}

/// The list of people knows no log, so it holds the letters that nobody sees for itself.
#[test]
fn no_account_has_a_letter_in_its_name_that_is_taken_out_of_what_people_write() {
    for letter in ('\u{20}'..=char::MAX).filter(|letter| ledger::is_unseen(*letter)) {
        let refused = Err(people::Unfit::Unseen(letter));
        assert_eq!(people::Name::read(&format!("An{letter}na")), refused, "{letter:?}");
    }
}
