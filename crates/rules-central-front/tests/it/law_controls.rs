//! Whatever a seat is offered it can give from its page: each command that can be listed or drawn by chance is made by a
//! form, or by pointing at the board.

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::conformance::makes;
use kernel::view::FieldKind;
use kernel::{Acting, Seat, System, prove};
use rules_central_front::offers::Template;
use rules_central_front::words::{Attack, Side};
use rules_central_front::{CentralFront, Command, Scenario, State};
use serde_json::json;

use crate::games::{play, source};
use crate::{LARGE, SMALL};

/// The most listed commands of a template that are tried in one position.
const MOST: usize = 300;

/// Tries every position of a game that comes at a stride; gives how many commands were tried.
fn tries(scenario: &Arc<Scenario>, seed: u64, stride: u32) -> u32 {
    let (mut met, mut tried) = (0, 0);
    let ended = play(scenario, &mut *source(seed), &mut |state: &State, pick| {
        met += 1;
        if met % stride != 0 {
            return;
        }
        for seat in Side::BOTH.map(Side::seat) {
            let (view, mut templates) = (CentralFront::view(state, seat), Vec::new());
            CentralFront::offers(state, seat, &mut templates);
            for template in templates {
                let mut commands = Vec::new();
                CentralFront::each(state, seat, &template, &mut |command| {
                    commands.push(command);
                    if commands.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                commands.extend((0..3).map(|_| CentralFront::sample(state, seat, &template, pick)));
                for command in commands {
                    assert!(makes(&view, &command), "{seat:?} cannot give {command:?} from its pages");
                    tried += 1;
                }
            }
        }
    });
    assert!(ended.is_ok(), "game {seed}: {ended:?}");
    tried
}

#[test]
fn every_offered_command_can_be_given_from_the_page_of_its_seat() {
    let tried: u32 = (0..12).map(|seed| tries(&SMALL, seed, 7)).sum();
    assert!(tried > 5000, "{tried} commands were tried");
}

#[test]
fn every_offered_command_of_the_sample_can_be_given_from_a_page() {
    let tried = tries(&LARGE, 7, 60);
    assert!(tried > 1000, "{tried} commands were tried");
}

/// Whoever can attack at once or Prepared and not Hasty reads why beside the control, in the words of the rules.
#[test]
fn who_may_not_attack_hastily_is_told_why_beside_the_closed_control() {
    let mut met = 0;
    let mut look = |state: &State, seat: Seat| {
        let mut templates = Vec::new();
        CentralFront::offers(state, seat, &mut templates);
        let view = CentralFront::view(state, seat);
        let forms = view.forms();
        for template in &templates {
            let (Template::March(target) | Template::Designate(target, Attack::Prepared, false)) = *template
            else {
                continue;
            };
            let form = forms.iter().find(|form| form.id == format!("designate-{target}-Hasty"));
            let hasty = templates.contains(&Template::Designate(target, Attack::Hasty, false));
            let Some(form) = form else { panic!("{seat:?} finds no Hasty attack on {target}") };
            assert_eq!(form.closed.is_none(), hasty, "{target}");
            let FieldKind::One { choices, .. } = &form.fields[0].kind else { panic!("one of several") };
            for choice in choices {
                let mut command = form.command.clone();
                command.insert("units".into(), choice.value.clone());
                let command: Command = serde_json::from_value(command.into()).expect("a command");
                let said = prove::<CentralFront>(state, Acting::own(seat), &command).err();
                assert_eq!(choice.closed, said.as_ref().map(Into::into), "{command:?}");
                met += usize::from(choice.closed.is_some());
            }
        }
    };
    for seed in 0..24 {
        let ended = play(&SMALL, &mut *source(seed), &mut |state: &State, _| {
            Side::BOTH.into_iter().for_each(|side| look(state, side.seat()));
        });
        assert!(ended.is_ok(), "game {seed}: {ended:?}");
    }
    assert!(met > 20, "{met} closed answers were met");
}

#[test]
fn two_of_a_stack_of_three_can_move_together() {
    let mut table = crate::Table::small("nato-move-1", |facts| crate::put(facts, "us-ca", "0404"));
    let stack = json!(["us-t1", "us-m1", "us-ca"]);
    table.does(crate::NATO, json!({"do": "activate", "units": stack}), &[]);
    let view = CentralFront::view(&table.state, crate::NATO);
    for units in [stack, json!(["us-t1", "us-m1"]), json!(["us-m1", "us-ca"])] {
        let command =
            serde_json::from_value::<Command>(json!({"do": "move", "units": units, "path": ["0304"]}));
        assert!(makes(&view, &command.expect("a command")), "{units}");
    }
}
