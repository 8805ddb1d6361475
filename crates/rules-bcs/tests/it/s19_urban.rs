//! BCS-URB: the stand-in for the chart of urban control.

use rules_bcs::charts::s19_urban;
use rules_bcs::sheet::Field;

use crate::sure;

#[test]
fn an_urban_hex_is_whoevers_stand_in_it_alone_or_stood_there_last() {
    for (stands, last) in (0..3).flat_map(|stands| (0..3).map(move |last| (stands, last))) {
        let by = if stands > 0 { stands } else { last };
        assert_eq!(sure(&s19_urban::resolve(stands, last), Field::Holder), by as i8);
    }
}
