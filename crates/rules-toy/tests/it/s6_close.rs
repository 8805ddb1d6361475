use rules_toy::state::Stance;
use rules_toy::{Command, Phase};

use crate::table::{BLUE, done, refused, seal, table};

#[test]
fn dusk_closes_when_pay_is_rolled() {
    let mut state = table(Phase::Dusk, |blue, _| blue.paid = false);
    assert_eq!(refused(&state, BLUE, Command::Close), "TOY-6 incomplete");
    done(&mut state, BLUE, Command::Pay, &[&[1]]);
    done(&mut state, BLUE, Command::Close, &[]);
}

#[test]
fn night_closes_when_a_stance_is_sealed() {
    let mut state = table(Phase::Night, |_, _| {});
    assert_eq!(refused(&state, BLUE, Command::Close), "TOY-6 incomplete");
    done(&mut state, BLUE, seal(Stance::Hold), &[]);
    done(&mut state, BLUE, Command::Close, &[]);
}
