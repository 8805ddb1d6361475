//! The studio without scripts: every step is a link or a form of the page before it.

use axum::http::StatusCode;

use crate::house::{Answer, Browser, House};

/// A link of a page, by the end of its address.
fn link(page: &Answer, end: &str) -> String {
    let links = page.body.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let mut found = links.filter(|link| link.ends_with(end));
    found.next().unwrap_or_else(|| panic!("no link ends with {end}: {}", page.body)).to_owned()
}

impl Browser {
    async fn follows(&mut self, page: &Answer, end: &str) -> Answer {
        let answer = self.get(&link(page, end)).await;
        assert_eq!(answer.status, StatusCode::OK, "{end}: {}", answer.body);
        answer
    }

    /// Sends a form and goes where it leads.
    async fn sends(&mut self, page: &Answer, form: &str, fields: &[(&str, &str)]) -> Answer {
        let answer = self.submit(page, form, fields).await;
        if answer.status != StatusCode::SEE_OTHER {
            return answer;
        }
        let to = answer.header("location").to_owned();
        self.get(&to).await
    }
}

#[tokio::test]
async fn a_campaign_is_set_up_and_begun_by_links_and_forms_alone() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let home = anna.get("/").await;
    let studio = anna.follows(&home, "/studio").await;
    let new = anna.follows(&studio, "/studio/new").await;
    let draft = anna.sends(&new, "new", &[("from", "sample:ford")]).await;
    assert!(draft.body.contains("Where it stands"), "{}", draft.body);
    // The state comes before the tables, and leads to them.
    let stands = draft.body.find("id=\"h-stands\"").unwrap();
    assert!(stands < draft.body.find("id=\"tables\"").unwrap() && draft.body.contains("href=\"#tables\""));

    let table = anna.follows(&draft, "/t/post").await;
    let cells = super::cells(&table);
    let mut fields: Vec<(&str, &str)> = cells.iter().map(|(name, value)| (&**name, &**value)).collect();
    fields.retain(|(name, _)| *name != "c0-1");
    fields.extend([("c0-1", "the shallow ford"), ("do", "save")]);
    let saved = anna.sends(&table, "rows", &fields).await;
    assert!(saved.body.contains("Saved.") && saved.body.contains("the shallow ford"), "{}", saved.body);

    let paste = anna.follows(&saved, "/t/post/paste").await;
    let text = [("text", "Id\tName\tWorth\nbarn\tthe barn\t1\n"), ("placing", "after"), ("do", "read")];
    let columns = anna.sends(&paste, "paste", &text).await;
    let cells = "[[\"Id\",\"Name\",\"Worth\"],[\"barn\",\"the barn\",\"1\"]]";
    let sent =
        [("m0", "0"), ("m1", "1"), ("m2", "2"), ("placing", "after"), ("cells", cells), ("above", "0")];
    let asked = |word| [&sent[..], &[("do", word)]].concat();
    let check = anna.sends(&columns, "columns", &asked("check")).await;
    assert!(check.body.contains("The row is right"), "{}", check.body);
    let put = anna.sends(&check, "check", &asked("put")).await;
    assert!(put.body.contains("The rows are put in.") && put.body.contains("the barn"), "{}", put.body);

    let begin = anna.follows(&put, "/begin").await;
    let seats = anna.sends(&begin, "begin", &[]).await;
    assert!(seats.status == StatusCode::OK && seats.body.contains("Seats"), "{}", seats.body);
}
