//! The campaign studio: drafts by form, by spreadsheet and as a file; nobody's but their own person's.

mod begins;
mod pastes;
mod plain;
mod secret;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use kernel::Seat;

use crate::house::{Answer, Browser, House};

impl House {
    /// Somebody with an account.
    async fn account(&self, name: &str) -> Browser {
        let mut browser = self.seated(Seat::Spectator).await;
        let made = browser.make_account(name).await;
        assert_eq!(made.status, StatusCode::OK, "{}", made.body);
        browser
    }
}

impl Browser {
    /// A draft from the sample; gives its address.
    async fn drafts(&mut self) -> String {
        self.begins_with("sample:ford").await
    }

    async fn begins_with(&mut self, from: &str) -> String {
        let page = self.get("/studio/new").await;
        let made = self.submit(&page, "new", &[("from", from)]).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
        made.header("location").to_owned()
    }

    /// Sends a form with a file.
    async fn brings(&mut self, path: &str, fields: &[(&str, &str)], file: &[u8]) -> Answer {
        let mut body = Vec::new();
        for (name, value) in fields {
            let part =
                format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        let head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a file\"\r\n\r\n";
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let headers =
            [("sec-fetch-site", "same-origin"), ("content-type", "multipart/form-data; boundary=edge")];
        self.send(Method::POST, path, Body::from(body), &headers).await
    }

    async fn brings_draft(&mut self, file: &[u8]) -> Answer {
        let csrf = self.get("/studio/new").await.csrf();
        self.brings("/studio/bring", &[("system", ""), ("csrf", &csrf)], file).await
    }

    /// Saves the form of a table with some of its cells changed.
    async fn saves(&mut self, page: &Answer, changed: &[(&str, &str)]) -> Answer {
        let mut fields = cells(page);
        for (name, value) in changed {
            match fields.iter_mut().find(|(known, _)| known == name) {
                Some(field) => (*value).clone_into(&mut field.1),
                None => fields.push(((*name).into(), (*value).into())),
            }
        }
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        self.submit(page, "rows", &fields).await
    }
}

/// The cells of a form as a browser would send them.
fn cells(page: &Answer) -> Vec<(String, String)> {
    let attribute = |tag: &str, name: &str| {
        let rest = tag.split(&format!(" {name}=\"")).nth(1)?;
        Some(rest.split('"').next().unwrap().to_owned())
    };
    let mut fields = Vec::new();
    for tag in page.body.split("<input type=\"text\"").skip(1) {
        let tag = tag.split('>').next().unwrap();
        fields.push((attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap()));
    }
    for select in page.body.split("<select").skip(1) {
        let select = select.split("</select>").next().unwrap();
        let chosen = select.split("<option").skip(1).find(|option| option.contains(" selected"));
        let value = chosen.and_then(|option| attribute(option, "value")).unwrap_or_default();
        fields.push((attribute(select, "name").unwrap(), value));
    }
    fields.retain(|(name, _)| name.starts_with('c') && name.contains('-'));
    fields
}

#[tokio::test]
async fn a_table_is_filled_in_and_saved_when_every_cell_is_right() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.begins_with("blank:pickets").await;
    let page = anna.get(&draft).await;
    assert!(page.body.contains("to be mended") && page.body.contains("Posts"), "{}", page.body);
    let form = anna.get(&format!("{draft}/t/post")).await;
    let added = anna.saves(&form, &[("do", "add")]).await;
    assert_eq!(added.status, StatusCode::OK);
    assert!(added.body.contains("id=\"c0-0\"") && added.body.contains("autofocus"), "{}", added.body);
    let row = [("c0-0", "ford"), ("c0-1", "the <ford>"), ("c0-2", "many")];
    let refused = anna.saves(&added, &row).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("href=\"#c0-2\"") && refused.body.contains("aria-invalid=\"true\""));
    assert!(refused.body.contains("the &lt;ford&gt;"), "what was entered is there: {}", refused.body);
    assert!(
        !anna.get(&format!("{draft}/file/draft.toml")).await.body.contains("[[post]]"),
        "nothing is saved"
    );
    let saved = anna.saves(&refused, &[("c0-0", "ford"), ("c0-1", "the <ford>"), ("c0-2", "3")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.body);
    let form = anna.get(saved.header("location")).await;
    assert!(form.body.contains("Saved.") && form.body.contains("1 row"), "{}", form.body);
    let file = anna.get(&format!("{draft}/file/draft.toml")).await;
    assert!(file.body.contains("name = \"the <ford>\"") && file.body.contains("worth = 3"), "{}", file.body);
    assert!(anna.get(&draft).await.body.contains("A campaign can begin"));

    // A row is taken out where it stands, and nothing is saved by that.
    let dropped = anna.saves(&form, &[("do", "drop-0")]).await;
    assert!(dropped.body.contains("No row yet"), "{}", dropped.body);
    assert!(anna.get(&format!("{draft}/file/draft.toml")).await.body.contains("worth = 3"));
}

#[tokio::test]
async fn a_fault_and_an_oddity_are_told_at_their_cells_and_in_the_list_of_all() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let form = anna.get(&format!("{draft}/t/post")).await;
    let twice = anna.saves(&form, &[("c1-0", "ford")]).await;
    assert_eq!(twice.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(twice.body.contains("stands already in row 1;"), "{}", twice.body);
    let odd = anna.saves(&form, &[("c0-2", "0")]).await;
    assert_eq!(odd.status, StatusCode::SEE_OTHER, "{}", odd.body);
    let form = anna.get(&format!("{draft}/t/post")).await;
    let told = form.body.find("Nobody gains anything").expect("told at its row");
    assert!(form.body.find("id=\"r0\"").unwrap() < told && told < form.body.find("id=\"r1\"").unwrap());
    assert!(anna.get(&draft).await.body.contains("1 worth a look"));
    let all = anna.get(&format!("{draft}/check")).await;
    assert!(all.body.contains(&format!("href=\"{draft}/t/post#c0-2\"")), "{}", all.body);
}

#[tokio::test]
async fn a_stale_form_saves_nothing_and_loses_nothing() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let old = anna.get(&format!("{draft}/t/side")).await;
    let newer = anna.saves(&old, &[("c0-1", "Red")]).await;
    assert_eq!(newer.status, StatusCode::SEE_OTHER);
    let stale = anna.saves(&old, &[("c1-1", "Green")]).await;
    assert_eq!(stale.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(stale.body.contains("changed in another window") && stale.body.contains("value=\"Green\""));
    let file = anna.get(&format!("{draft}/file/draft.toml")).await;
    assert!(file.body.contains("Red") && !file.body.contains("Green"), "{}", file.body);
    let again = anna.saves(&stale, &[]).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER, "sent again it is put over the newer state");
    assert!(anna.get(&format!("{draft}/file/draft.toml")).await.body.contains("Green"));
}

#[tokio::test]
async fn a_file_with_ten_faults_becomes_a_draft_and_tells_ten() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let posts: String =
        (0..8).map(|n| format!("[[post]]\nid = \"p{n}\"\nname = \"p\"\nworth = 1{n}\n")).collect();
    let faulty = format!(
        "title = \"Mine\"\nrounds = 99\npickets = 2\n[[side]]\nid = \"a\"\nname = \"A\"\n[[side]]\nid = \"b\"\nname = \"B\"\n{posts}"
    );
    let made = anna.brings_draft(faulty.as_bytes()).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
    let all = anna.get(made.header("location")).await;
    assert!(all.body.contains("10 faults"), "{}", all.body);
    assert!(all.body.contains("/text?line=2\""), "what stands in no table leads to its line: {}", all.body);
    let draft = made.header("location").trim_end_matches("/check").to_owned();
    let text = anna.get(&format!("{draft}/text?line=2")).await;
    assert!(text.body.contains("rounds = 99") && text.body.contains("class=\"meant\""));
}

#[tokio::test]
async fn what_is_no_set_up_makes_no_draft_and_says_why() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let png = b"\x89PNG\r\n\x1a\n\xff\xfe";
    for (file, said) in [
        (&b"title = \"open\nrounds = ["[..], "Line 1"),
        (&png[..], "not text in UTF-8"),
        (b"", "The file is empty"),
        (&vec![b'#'; people::MOST_DRAFT_BYTES + 1][..], "larger than 1 MiB"),
    ] {
        let answer = anna.brings_draft(file).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
        assert!(answer.body.contains(said), "{said}: {}", answer.body);
    }
    let huge = anna.brings_draft(&vec![b'#'; 9 << 20]).await;
    assert_eq!(huge.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(anna.get("/studio").await.body.contains("None yet"));
}

#[tokio::test]
async fn the_whole_file_is_written_with_faults_but_not_when_it_is_no_toml() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let page = anna.get(&format!("{draft}/text")).await;
    let torn = anna.submit(&page, "text", &[("text", "title = \"a\n")]).await;
    assert_eq!(torn.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(torn.body.contains("cannot be read") && torn.body.contains("title = &quot;a"), "{}", torn.body);
    let faulty = anna.submit(&page, "text", &[("text", "# mine\r\ntitle = \"Mine\"\r\n")]).await;
    assert_eq!(faulty.status, StatusCode::SEE_OTHER);
    let file = anna.get(&format!("{draft}/file/draft.toml")).await;
    assert_eq!(file.body, "# mine\ntitle = \"Mine\"\n");
    let empty = anna.submit(&page, "text", &[("text", " \r\n")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.body.contains("The text is empty"), "{}", empty.body);
    let long = anna.submit(&page, "text", &[("text", &"#".repeat(5 << 20))]).await;
    assert_eq!(long.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn tables_come_as_a_spreadsheet_and_a_draft_is_thrown_away() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let csv = anna.get(&format!("{draft}/file/tables.csv")).await;
    assert!(csv.body.contains("[Posts]") && csv.body.contains("mill,the mill,2"), "{}", csv.body);
    let xlsx = anna.get(&format!("{draft}/file/tables.xlsx")).await;
    assert!(xlsx.status == StatusCode::OK && xlsx.body.starts_with("PK"));
    assert_eq!(anna.get(&format!("{draft}/file/other.toml")).await.status, StatusCode::NOT_FOUND);
    let page = anna.get(&draft).await;
    assert_eq!(anna.submit(&page, "delete", &[]).await.header("location"), "/studio");
    assert_eq!(anna.get(&draft).await.status, StatusCode::NOT_FOUND);
}
