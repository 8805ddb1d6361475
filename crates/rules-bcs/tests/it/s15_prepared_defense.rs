//! BCS-PD: the check list of Prepared Defense.

use kernel::grammar::{holds, why_not};
use rules_bcs::charts::s15_prepared_defense::{ENTRY, Entry, is_eligible, may_create};

#[test]
fn prepared_defense_needs_all_of_its_check_list() {
    let good = Entry { arty_points: 1, blocked: 0, initial: true };
    assert!(holds(|why| may_create(&good, why)));
    for (at, bad) in
        [Entry { arty_points: 0, ..good }, Entry { blocked: 1, ..good }, Entry { initial: false, ..good }]
            .into_iter()
            .enumerate()
    {
        let no = why_not(|why| may_create(&bad, why)).unwrap();
        assert_eq!((no.sentence.as_str(), no.rule.0), (ENTRY.lines[at].2, ENTRY.lines[at].1));
    }
    assert!(is_eligible(true, true, true));
    assert!(
        ![(false, true, true), (true, false, true), (true, true, false)]
            .into_iter()
            .any(|(a, b, c)| is_eligible(a, b, c))
    );
}
