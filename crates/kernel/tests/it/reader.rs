//! Reading a file field by field.

use kernel::Reader;

#[test]
fn all_fields_are_read() {
    let reader = Reader::new(
        "f.toml",
        "name = \"n\"\nsize = 3\nbig = true\n[[part]]\nid = \"a\"\n[inner]\nwords = [\"x\"]\n",
    );
    let root = reader.root();
    assert_eq!(root.text("name").as_deref(), Some("n"));
    assert_eq!((root.number("size", 0..=9), root.maybe_flag("big")), (Some(3), Some(true)));
    let parts: Vec<String> =
        root.tables("part").iter().filter_map(|part| part.id("id")).map(|id| id.to_string()).collect();
    assert_eq!(parts, ["a"]);
    assert_eq!(root.maybe_table("inner").unwrap().texts("words"), ["x"]);
    root.close();
    assert_eq!(reader.finish(Some(7)), Ok(7));
}

#[test]
fn every_fault_stands_in_its_place_in_the_order_of_the_file() {
    let reader = Reader::new("f.toml", "size = 30\nnaem = \"n\"\n[[part]]\nid = \"\"\n[[part]]\n");
    let root = reader.root();
    assert_eq!((root.text("name"), root.number("size", 0..=9)), (None, None));
    for part in root.tables("part") {
        assert_eq!(part.id("id"), None);
        part.close();
    }
    root.close();
    let faults = reader.finish(Some(())).expect_err("there are faults");
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "f.toml:1:1: name: The field \"name\" is missing. [HOUSE-FILE]",
            "f.toml:1:8: size: The field \"size\" must be a whole number from 0 to 9. [HOUSE-FILE]",
            "f.toml:2:1: naem: There is no field \"naem\" here; there are: name, part, size. [HOUSE-FILE]",
            "f.toml:4:6: part[0].id: \"\" is no id: an id has 1 to 24 bytes and no control characters. [HOUSE-FILE]",
            "f.toml:5:1: part[1].id: The field \"id\" is missing. [HOUSE-FILE]",
        ]
    );
}

#[test]
fn warnings_stand_apart_from_faults_and_in_the_order_of_the_file() {
    let reader = Reader::new("f.toml", "a = 1\nb = 2\nc = [\"x\", 7, \"z\"]\n");
    let root = reader.root();
    root.warn("b", "R-2", "Two.");
    root.warn("a", "R-1", "One.");
    assert_eq!(root.n_faults(), 0);
    let told: Vec<String> = reader.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["f.toml:1:5: a: One. [R-1]", "f.toml:2:5: b: Two. [R-2]"]);
    assert_eq!(root.texts_in_place("c"), [Some("x".into()), None, Some("z".into())]);
    assert_eq!(root.n_faults(), 1);
    assert_eq!(reader.finish(Some(7)).expect_err("a fault")[0].path, "c[1]");
}

#[test]
fn a_torn_text_is_told_where_it_is_torn_and_the_rest_is_judged() {
    let reader = Reader::new("f.toml", "name = \"n\nsize = yes\nworth = 30\n");
    let root = reader.root();
    assert_eq!(
        (root.number("size", 0..=9), root.number("worth", 0..=9), root.text("title")),
        (None, None, None)
    );
    let faults = reader.finish(Some(())).expect_err("there are faults");
    let places: Vec<(usize, bool)> = faults
        .iter()
        .map(|fault| (fault.place.as_ref().map_or(0, |place| place.line), fault.path.is_empty()))
        .collect();
    assert_eq!(places, [(1, true), (2, true), (3, false)], "{faults:?}");
}

/// A file of 600 kilobytes with tens of thousands of faults: each costs a look for its line, so that without a bound the
/// time grows with the square of the file.
#[test]
fn a_file_full_of_faults_is_told_in_part_and_soon() {
    use kernel::reader::MOST_FAULTS;
    let unknown: String = (0..60_000).map(|n| format!("k{n} = 1\n")).collect();
    let no_toml = "=\n".repeat(200_000);
    let empty = "[[place]]\n".repeat(40_000);
    for text in [unknown, no_toml, empty] {
        let begun = std::time::Instant::now();
        let reader = Reader::new("f", &text);
        let root = reader.root();
        for place in root.tables("place") {
            place.text("name");
            place.close();
        }
        root.close();
        let n_found = root.n_faults();
        drop(root);
        let faults = reader.finish(Some(())).unwrap_err();
        assert!(n_found > 39_000, "{n_found}");
        assert_eq!(faults.len(), MOST_FAULTS + 1);
        let last = faults.last().unwrap().to_string();
        let left = n_found - MOST_FAULTS;
        assert!(last.contains(&format!("Further faults, not listed here: {left}.")), "{last}");
        assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    }
}
