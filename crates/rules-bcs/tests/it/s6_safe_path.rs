//! BCS-SAFE: Safe Paths.

use rules_bcs::charts::s6_safe_path::{Class, Purpose, class};

#[test]
fn a_safe_path_is_looked_for_by_the_class_of_its_purpose() {
    for current in Class::ALL {
        let classes: Vec<_> = Purpose::ALL.iter().map(|purpose| class(*purpose, *current)).collect();
        assert_eq!(classes, [*current, Class::Truck, Class::Tac, Class::Tac, Class::Tac, Class::Leg]);
    }
}
