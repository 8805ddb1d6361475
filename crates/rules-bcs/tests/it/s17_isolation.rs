//! BCS-ISO: the isolation table.

use rules_bcs::charts::s17_isolation;
use rules_bcs::sheet::Field;

use crate::sure;

#[test]
fn every_cell_of_isolation() {
    let cells = [
        ((true, true, false), 0),
        ((true, true, true), 0),
        ((true, false, false), 1),
        ((true, false, true), 2),
        ((false, true, false), 1),
        ((false, true, true), 2),
        ((false, false, false), 2),
        ((false, false, true), 3),
    ];
    for ((path, command, blocked), steps) in cells {
        assert_eq!(sure(&s17_isolation::resolve(path, command, blocked), Field::Steps), steps);
    }
}
