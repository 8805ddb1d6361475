//! A draft is its person's alone: to everybody else it is as if it never was.

use axum::http::StatusCode;
use kernel::Seat;

use crate::house::{Answer, Browser, House};

const MARK: &str = "Wintergewitter";

/// Every address of a draft that is read, and every one that a form is sent to.
fn addresses(draft: &str) -> (Vec<String>, Vec<String>) {
    let of = |ends: &[&str]| ends.iter().map(|end| format!("{draft}{end}")).collect();
    let reads =
        ["", "/check", "/rules", "/text", "/forecast", "/begin", "/file/draft.toml", "/file/tables.xlsx"];
    let more = ["/file/tables.csv", "/t/post", "/t/post/paste"];
    let sends = ["/delete", "/text", "/begin", "/t/post", "/t/post/paste"];
    (of(&[&reads[..], &more[..]].concat()), of(&sends))
}

fn same(one: &Answer, other: &Answer, what: &str) {
    assert_eq!((one.status, &one.body), (other.status, &other.body), "{what}");
}

impl Browser {
    async fn draft_with(&mut self, mark: &str) -> String {
        let draft = self.drafts().await;
        let page = self.get(&format!("{draft}/text")).await;
        let text = format!("# {mark}\n{}", rules_toy::FORD.replace("Pickets at the ford", mark));
        assert_eq!(self.submit(&page, "text", &[("text", &text)]).await.status, StatusCode::SEE_OTHER);
        draft
    }
}

#[tokio::test]
async fn a_draft_of_somebody_else_and_one_that_never_was_are_the_same() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.draft_with(MARK).await;
    let (reads, sends) = addresses(&draft);
    for path in &reads {
        assert_eq!(anna.get(path).await.status, StatusCode::OK, "{path}");
    }
    let mut bert = house.account("Bert").await;
    let mut player = house.seated(Seat::Umpire).await;
    let (never_reads, never_sends) = addresses("/studio/00000000000000ff");
    for other in [&mut bert, &mut player, &mut house.stranger()] {
        for (path, never) in reads.iter().zip(&never_reads) {
            let told = other.get(path).await;
            assert_eq!(told.status, StatusCode::NOT_FOUND, "{path}");
            same(&told, &other.get(never).await, path);
        }
        let home = other.get("/").await.body;
        let csrf = if home.contains("name=\"csrf\"") { other.get("/").await.csrf() } else { String::new() };
        let fields =
            [("csrf", &*csrf), ("version", "2"), ("text", "title = 1"), ("do", "save"), ("cells", "[]")];
        for (path, never) in sends.iter().zip(&never_sends) {
            let told = other.post(path, &fields).await;
            assert!(told.status.is_client_error() && !told.body.contains(MARK), "{path}");
            same(&told, &other.post(never, &fields).await, path);
        }
        let bring = other.brings(&format!("{draft}/t/post/bring"), &fields[..2], b"Id,Name\na,b\n").await;
        let never =
            other.brings("/studio/00000000000000ff/t/post/bring", &fields[..2], b"Id,Name\na,b\n").await;
        same(&bring, &never, "bring");
        for page in ["/", "/studio", "/studio/new", "/account"] {
            assert!(!other.get(page).await.body.contains(MARK), "{page}");
        }
    }
    let file = anna.get(&format!("{draft}/file/draft.toml")).await;
    assert!(file.body.contains(MARK), "nobody has changed it");
}

#[tokio::test]
async fn only_its_own_pages_change_a_draft() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.draft_with(MARK).await;
    let (_, sends) = addresses(&draft);
    for path in sends.iter().map(String::as_str).chain(["/studio/new"]) {
        for csrf in [None, Some("0000")] {
            let mut fields = vec![("version", "2"), ("text", "title = 1"), ("from", "sample:ford")];
            fields.extend(csrf.map(|csrf| ("csrf", csrf)));
            assert_eq!(anna.post(path, &fields).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        let foreign = [("sec-fetch-site", "cross-site")];
        assert_eq!(anna.post_with(path, &[], &foreign).await.status, StatusCode::FORBIDDEN, "{path}");
    }
    let file = anna.get(&format!("{draft}/file/draft.toml")).await;
    assert!(file.body.contains(MARK));
}

#[tokio::test]
async fn a_draft_goes_with_its_account_and_no_campaign_tells_of_it() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.draft_with(MARK).await;
    let mut phone = house.stranger();
    phone.sign_in("Anna", "correct horse battery").await;
    assert_eq!(phone.get(&draft).await.status, StatusCode::OK, "on every device of the account");
    // A campaign that has begun shows its title to its seats; the remarks of the draft are nobody's.
    let page = anna.get(&format!("{draft}/begin")).await;
    let begun = anna.submit(&page, "begin", &[]).await;
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.body);
    let mut blue = house.seated(Seat::Side(0)).await;
    assert!(!blue.get("/").await.body.contains(MARK));
    let page = anna.get("/account").await;
    let gone = anna.submit(&page, "delete", &[("password", "correct horse battery")]).await;
    assert!(gone.body.contains("The account is deleted"), "{}", gone.body);
    assert_eq!(phone.get(&draft).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn who_has_no_account_is_told_how_to_get_one_and_a_house_can_do_without() {
    let house = House::open().await;
    let told = house.stranger().get("/studio").await;
    assert!(told.body.contains("Drafts belong to an account"), "{}", told.body);
    assert_eq!(house.stranger().get("/studio/new").await.status, StatusCode::NOT_FOUND);
    let mut blue = house.seated(Seat::Side(0)).await;
    assert!(blue.get("/").await.body.contains("href=\"/studio\""));
    let mut anna = house.account("Anna").await;
    assert!(anna.get("/").await.body.contains("href=\"/studio\""));

    let house = House::without_studio().await;
    let mut anna = house.account("Anna").await;
    assert!(!anna.get("/").await.body.contains("/studio"));
    for path in ["/studio", "/studio/new", "/studio/00000000000000ff"] {
        assert_eq!(anna.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let csrf = anna.get("/").await.csrf();
    let made = anna.post("/studio/new", &[("csrf", &csrf), ("from", "blank:pickets")]).await;
    assert_eq!(made.status, StatusCode::NOT_FOUND);
}
