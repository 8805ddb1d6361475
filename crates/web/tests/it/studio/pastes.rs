//! Rows from a spreadsheet: guessed, checked, corrected in place, put in.

use axum::http::StatusCode;

use super::cells;
use crate::house::{Answer, Browser, House};

const ROWS: &str =
    "Key\tCalled\tPts\tTrees\nford\tthe ford\t3\t\nmill\tthe mill\tl\tyse\nmill\tthe wood\t1\tyes\n";

impl Browser {
    /// Pastes rows into a table and goes on to the check.
    async fn pastes(&mut self, table: &str, rows: &str) -> Answer {
        let page = self.get(&format!("{table}/paste")).await;
        let columns = self.submit(&page, "paste", &[("text", rows), ("do", "read")]).await;
        assert_eq!(columns.status, StatusCode::OK, "{}", columns.body);
        self.maps(&columns, "columns", &[("do", "check")]).await
    }

    /// Sends a form with its columns as they are chosen.
    async fn maps(&mut self, page: &Answer, form: &str, more: &[(&str, &str)]) -> Answer {
        let mut fields = chosen(page);
        fields.extend(cells(page));
        for (name, value) in more {
            fields.retain(|(known, _)| known != name);
            fields.push(((*name).into(), (*value).into()));
        }
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        self.submit(page, form, &fields).await
    }
}

/// The columns that are chosen on a page.
fn chosen(page: &Answer) -> Vec<(String, String)> {
    let selects = page.body.split("<select id=\"m").skip(1);
    let one = |select: &str| {
        let select = select.split("</select>").next().unwrap();
        let at = select.split('"').next().unwrap();
        let option = select.split("<option value=\"").skip(1).find(|option| option.contains("\" selected"));
        (format!("m{at}"), option.unwrap().split('"').next().unwrap().to_owned())
    };
    selects.map(one).collect()
}

#[tokio::test]
async fn faulty_cells_are_corrected_by_suggestion_and_by_hand_and_then_put_in() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let table = format!("{draft}/t/post");
    let before = anna.get(&format!("{draft}/file/draft.toml")).await.body;
    let check = anna.pastes(&table, ROWS).await;
    assert_eq!(check.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(check.body.contains("There are 3 faulty cells in 3 rows"), "{}", check.body);
    for part in ["href=\"#c2-2\"", "C3: ", "Use 1<", "Use yes<", "A4: ", "stands already in row 3"] {
        assert!(check.body.contains(part), "{part}: {}", check.body);
    }
    // One suggestion is taken, what is typed in another cell at the same time counts.
    let check = anna.maps(&check, "check", &[("do", "use-2-3"), ("c3-0", "wood")]).await;
    assert!(check.body.contains("There is 1 faulty cell in 3 rows"), "{}", check.body);
    let put = anna.maps(&check, "check", &[("do", "put")]).await;
    assert_eq!(put.status, StatusCode::UNPROCESSABLE_ENTITY, "nothing is put in with a fault");
    assert_eq!(anna.get(&format!("{draft}/file/draft.toml")).await.body, before);
    let check = anna.maps(&put, "check", &[("do", "use-all")]).await;
    assert_eq!(check.status, StatusCode::OK, "{}", check.body);
    assert!(check.body.contains("All 3 rows are right"), "{}", check.body);
    assert_eq!(anna.get(&format!("{draft}/file/draft.toml")).await.body, before);
    let put = anna.maps(&check, "check", &[("do", "put")]).await;
    assert_eq!(put.status, StatusCode::SEE_OTHER, "{}", put.body);
    let after = anna.get(&format!("{draft}/file/draft.toml")).await.body;
    assert!(
        after.contains("the wood") && after.contains("hex = \"0502\""),
        "a column that was not pasted stays: {after}"
    );
    // The same form again finds a newer draft.
    let stale = anna.maps(&check, "check", &[("do", "put")]).await;
    assert_eq!(stale.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(stale.body.contains("changed in another window"), "{}", stale.body);
}

#[tokio::test]
async fn rows_come_after_those_that_are_there_and_columns_are_chosen() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let table = format!("{draft}/t/post");
    let page = anna.get(&format!("{table}/paste")).await;
    let fields = [("text", "farm,the farm,2\n"), ("untitled", "yes"), ("placing", "after"), ("do", "read")];
    let columns = anna.submit(&page, "paste", &fields).await;
    assert!(columns.body.contains("every row needs it: Id, Name, Worth"), "{}", columns.body);
    let told = anna.maps(&columns, "columns", &[("do", "check"), ("placing", "after")]).await;
    assert_eq!(told.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(told.body.contains("No column is assigned yet"), "{}", told.body);
    let told = anna.maps(&told, "columns", &[("do", "check"), ("placing", "after"), ("m0", "0")]).await;
    assert!(told.body.contains("There are 2 faults in 1 row"), "{}", told.body);
    let map = [("m0", "0"), ("m1", "1"), ("m2", "2"), ("do", "put"), ("placing", "after")];
    let put = anna.maps(&told, "check", &map).await;
    assert_eq!(put.status, StatusCode::SEE_OTHER, "{}", put.body);
    let form = anna.get(&table).await;
    assert!(form.body.contains("4 rows") && form.body.contains("value=\"the farm\""), "{}", form.body);
}

#[tokio::test]
async fn a_spreadsheet_is_brought_and_what_is_none_is_told() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let table = format!("{draft}/t/post");
    let page = anna.get(&format!("{table}/paste")).await;
    let csrf = page.csrf();
    let fields = [("csrf", &*csrf), ("version", "1")];
    let bring = format!("{table}/bring");
    let xlsx = {
        let side = tabular::Grid::new("Sides", ["Id", "Name"]);
        let mut post = tabular::Grid::new("Posts", ["Id", "Name", "Worth"]);
        post.rows.push(vec!["farm".into(), "the farm".into(), 2.into()]);
        sheets::xlsx::write(&[side, post]).unwrap()
    };
    let columns = anna.brings(&bring, &fields, &xlsx).await;
    assert_eq!(columns.status, StatusCode::OK, "{}", columns.body);
    assert!(columns.body.contains("“Posts” is used"), "{}", columns.body);
    let put = anna.maps(&columns, "columns", &[("do", "put")]).await;
    assert_eq!(put.status, StatusCode::SEE_OTHER, "{}", put.body);
    assert!(anna.get(&table).await.body.contains("1 row"));

    let png = b"\x89PNG\r\n\x1a\n\xff\xfe\0\0";
    for (file, said) in [
        (&png[..], "This is a picture, no spreadsheet"),
        (b"Id,Name\na,\"b\n", "The quote that begins in line 2 is never closed"),
    ] {
        let answer = anna.brings(&bring, &fields, file).await;
        assert!(answer.body.contains(said), "{}", answer.body);
    }
    let untitled = [("text", "a,\"b\n"), ("untitled", "yes"), ("do", "read")];
    let page = anna.get(&format!("{table}/paste")).await;
    let told = anna.submit(&page, "paste", &untitled).await;
    assert!(told.body.contains("begins in line 1 is never closed"), "{}", told.body);
    let cut = &xlsx[..xlsx.len() / 2];
    let many = format!("Id,Name\n{}", "a,b\n".repeat(1001));
    for junk in [&png[..], cut, b"", b"Id,Name,Worth\n", many.as_bytes(), b"\xd0\xcf\x11\xe0 old"] {
        let answer = anna.brings(&bring, &fields, junk).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{junk:?}");
        assert!(answer.body.contains("No rows are taken"), "{}", answer.body);
    }
    let forged = anna.brings(&bring, &[("csrf", "00"), ("version", "1")], b"Id,Name\na,b\n").await;
    assert_eq!(forged.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_form_that_was_tampered_with_breaks_nothing() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let csrf = anna.get(&draft).await.csrf();
    let path = format!("{draft}/t/post/paste");
    for (cells, more) in [
        ("no json", ("m0", "0")),
        ("[]", ("m0", "0")),
        ("[[\"Id\"],[\"a\"]]", ("above", "2000000")),
        ("[[\"Id\"],[\"a\"]]", ("m0", "77")),
        ("[[\"Id\"],[\"a\"]]", ("c1-59", "far out")),
        ("[[\"Id\"],[\"a\"]]", ("c99-0", "far down")),
        ("[[\"Id\"],[\"a\"]]", ("do", "use-9-9")),
    ] {
        let fields = [("csrf", &*csrf), ("version", "1"), ("cells", cells), more];
        let answer = anna.post(&path, &fields).await;
        assert!(answer.status.is_client_error(), "{cells} {more:?}: {}", answer.status);
    }
    let far = [("csrf", &*csrf), ("version", "1"), ("c999999-0", "a"), ("c0-99", "b"), ("do", "drop-7")];
    assert_eq!(anna.post(&format!("{draft}/t/post"), &far).await.status, StatusCode::OK);
    assert_eq!(anna.get(&format!("{draft}/t/nothing")).await.status, StatusCode::NOT_FOUND);
}

/// A workbook of these sheets, each with a title, an empty row, and two posts below their titles.
fn workbook(names: &[&str]) -> Vec<u8> {
    let sheet = |name: &&str| {
        let mut grid = tabular::Grid::new(*name, ["Posts of 1942"]);
        grid.rows.push(Vec::new());
        grid.rows.push(vec!["Id".into(), "Name".into(), "Worth".into()]);
        grid.rows.push(vec!["one".into(), format!("one of {name}").into(), 2.into()]);
        grid.rows.push(vec!["two".into(), format!("two of {name}").into(), "l".into()]);
        grid
    };
    sheets::xlsx::write(&names.iter().map(sheet).collect::<Vec<_>>()).unwrap()
}

#[tokio::test]
async fn the_sheet_with_the_tables_name_is_taken_and_another_can_be_chosen() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let table = format!("{draft}/t/post");
    let csrf = anna.get(&format!("{table}/paste")).await.csrf();
    let fields = [("csrf", &*csrf), ("version", "1")];
    let columns = anna.brings(&format!("{table}/bring"), &fields, &workbook(&["Red", "Posts", "Blue"])).await;
    assert_eq!(columns.status, StatusCode::OK, "{}", columns.body);
    assert!(columns.body.contains("“Posts” is used: it has the name of this table"), "{}", columns.body);
    assert!(columns.body.contains("3 of 3 known by their titles, 2 rows"), "{}", columns.body);
    let form = columns.body.split("id=\"f-sheet\"").nth(1).unwrap();
    let sheets = form.split("name=\"sheets\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let sheets = sheets.replace("&quot;", "\"");
    let chosen = [("sheet", "2"), ("sheets", &*sheets), ("do", "sheet"), ("placing", "instead")];
    let columns = anna.submit(&columns, "sheet", &chosen).await;
    assert!(columns.body.contains("“Blue” is used"), "{}", columns.body);
    let check = anna.maps(&columns, "columns", &[("do", "check")]).await;
    assert!(check.body.contains("C5: "), "rows count as in the file: {}", check.body);
    let check = anna.maps(&check, "check", &[("do", "drop-2")]).await;
    assert_eq!(check.status, StatusCode::OK, "{}", check.body);
    assert!(check.body.contains("The row is right") && check.body.contains("one of Blue"), "{}", check.body);
    assert!(check.body.contains("Of the 3 rows that are there now, 3 go out."), "{}", check.body);
    let forged = [("sheet", "7"), ("sheets", "[]"), ("do", "sheet")];
    assert!(anna.submit(&columns, "sheet", &forged).await.status.is_client_error());
}

#[tokio::test]
async fn a_refused_file_leaves_what_was_chosen_and_no_row_left_is_told() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let table = format!("{draft}/t/post");
    let csrf = anna.get(&format!("{table}/paste")).await.csrf();
    let fields = [("csrf", &*csrf), ("version", "1"), ("placing", "after")];
    let refused = anna.brings(&format!("{table}/bring"), &fields, b"\xd0\xcf\x11\xe0 old").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("3 rows there now"), "{}", refused.body);
    assert!(refused.body.contains("value=\"after\" checked"), "{}", refused.body);
    let check = anna.pastes(&table, "Id\tName\tWorth\nfarm\tthe farm\tl\n").await;
    // Every cell of a faulty row can be corrected, and what was pasted comes back to be pasted again.
    assert!(
        check.body.contains("id=\"c1-1\"") && check.body.contains("value=\"the farm\""),
        "{}",
        check.body
    );
    let again = anna.maps(&check, "check", &[("do", "again"), ("c1-1", "the\tbarn \"B\"")]).await;
    assert!(
        again.body.contains("farm\t&quot;the\tbarn &quot;&quot;B&quot;&quot;&quot;\tl"),
        "{}",
        again.body
    );
    let none = anna.maps(&check, "check", &[("do", "drop-1")]).await;
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(none.body.contains("No row is left"), "{}", none.body);
}
