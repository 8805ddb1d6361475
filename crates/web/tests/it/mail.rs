//! Reminders by e-mail on the page of the account, and the link that stops them.

use axum::http::StatusCode;
use kernel::Seat;
use people::Wants;

use crate::house::{Browser, House};

impl House {
    /// The text of the letter that waits, which is then under way.
    async fn letter(&self) -> people::Letter {
        let now = self.now.load(std::sync::atomic::Ordering::Relaxed);
        let letter = self.people.claim_letter(now).await.unwrap().expect("a letter waits");
        self.people.letter_done(letter.number).await.unwrap();
        letter
    }

    /// The code in the letter that waits.
    async fn code(&self) -> String {
        let body = self.letter().await.body;
        body.lines().find(|line| line.starts_with("    ")).unwrap().trim().to_owned()
    }

    /// A side whose account has a confirmed address.
    async fn reminded(&self) -> Browser {
        let mut anna = self.seated(Seat::Side(0)).await;
        anna.make_account("Anna").await;
        let page = anna.get("/account").await;
        let given = anna.submit(&page, "mail", &[("address", " anna@example.org ")]).await;
        assert_eq!((given.status, given.header("location")), (StatusCode::SEE_OTHER, "/account#mail"));
        let code = self.code().await;
        let page = anna.get("/account").await;
        let done = anna.submit(&page, "mail-code", &[("code", &code)]).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.body);
        anna
    }
}

#[tokio::test]
async fn an_address_is_given_confirmed_chosen_for_and_removed() {
    let house = House::open().await;
    let mut anna = house.reminded().await;
    let page = anna.get("/account").await;
    assert!(page.body.contains("They go to") && page.body.contains("anna@example.org"), "{}", page.body);
    assert_eq!(house.people.mail_readers().await.unwrap()[0].wants, Wants::Turn);
    let chosen = anna.submit(&page, "mail-wants", &[("wants", "deadline")]).await;
    assert_eq!(chosen.status, StatusCode::SEE_OTHER);
    assert_eq!(house.people.mail_readers().await.unwrap()[0].wants, Wants::Deadline);
    let page = anna.get("/account").await;
    assert_eq!(anna.submit(&page, "mail-forget", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(!anna.get("/account").await.body.contains("anna@example.org"));
}

#[tokio::test]
async fn what_is_no_address_and_a_wrong_code_are_said() {
    let house = House::open().await;
    let mut anna = house.seated(Seat::Side(0)).await;
    anna.make_account("Anna").await;
    let page = anna.get("/account").await;
    let unfit = anna.submit(&page, "mail", &[("address", "nonsense")]).await;
    assert_eq!(unfit.status, StatusCode::UNPROCESSABLE_ENTITY);
    let at_field = |body: &str, why: &str, typed: &str| {
        let form = body.split("id=\"f-mail\"").nth(1).unwrap().split("</form>").next().unwrap();
        form.contains(why) && form.contains(&format!("value=\"{typed}\"")) && form.contains("autofocus")
    };
    assert!(at_field(&unfit.body, "That is no e-mail address", "nonsense"), "{}", unfit.body);
    assert_eq!(unfit.body.matches("class=\"refusal\"").count(), 1, "said once: {}", unfit.body);
    anna.submit(&page, "mail", &[("address", "anna@example.org")]).await;
    let soon = anna.submit(&page, "mail", &[("address", "otto@example.org")]).await;
    assert!(at_field(&soon.body, "A code was sent a moment ago", "otto@example.org"), "{}", soon.body);
    let folded = soon.body.split("No letter came").next().unwrap().rsplit("<details").next().unwrap();
    assert!(folded.contains(" open"), "what is said is not folded away: {folded}");
    let page = anna.get("/account").await;
    let wrong = anna.submit(&page, "mail-code", &[("code", "0")]).await;
    let form = wrong.body.split("id=\"f-mail-code\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(form.contains("That is not the code") && form.contains("value=\"0\""), "{}", wrong.body);
    assert!(house.people.mail_readers().await.unwrap().is_empty());
    // Nothing of another's form is taken.
    let mut grey = house.seated(Seat::Side(1)).await;
    let posted = grey.post("/account/mail", &[("address", "x@example.org"), ("csrf", "0")]).await;
    assert_eq!(posted.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn nobody_else_reads_an_address() {
    let house = House::open().await;
    house.reminded().await;
    for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator] {
        let mut other = house.seated(seat).await;
        other.make_account(&format!("Other {}", seat.name())).await;
        let mut pages = vec![other.get("/account").await, other.get("/").await];
        for page in ["posts", "log", "handover", "deadlines", "seats"] {
            pages.push(other.page(page).await);
        }
        assert!(pages.iter().all(|page| !page.body.contains("anna@")), "{seat:?}");
    }
}

/// A link that is only looked at stops nothing; a press does, without a session, and so does a mail program's own post.
#[tokio::test]
async fn the_link_in_a_letter_stops_reminders_by_one_press() {
    for by_program in [false, true] {
        let house = House::open().await;
        house.reminded().await;
        let stop = house.people.mail_readers().await.unwrap()[0].stop.clone();
        let mut stranger = house.stranger();
        let path = format!("/stop-mail/{stop}");
        let page = stranger.get(&path).await;
        assert!(page.status.is_success() && !house.people.mail_readers().await.unwrap().is_empty());
        let stopped = if by_program {
            stranger.post_with(&path, &[("List-Unsubscribe", "One-Click")], &[]).await
        } else {
            stranger.submit(&page, "stop", &[]).await
        };
        assert_eq!(stopped.status, StatusCode::OK);
        assert!(house.people.mail_readers().await.unwrap().is_empty());
        // Whether anybody has a name is told to nobody.
        let other = stranger.post("/stop-mail/0123", &[]).await;
        assert_eq!((other.status, other.body), (stopped.status, stopped.body));
    }
}
