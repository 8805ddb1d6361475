//! Short runs of the drills.

#![allow(clippy::unwrap_used)]

use std::process::Command;

fn drill(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_drill")).args(arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn killed_under_load_no_acknowledged_entry_is_lost() {
    let said = drill(&["kill", "--rounds", "3"]);
    assert!(said.contains("none lost, none half applied"), "{said}");
}

#[test]
fn of_two_nodes_one_is_killed_and_no_acknowledged_entry_is_lost() {
    let said = drill(&["kill", "--nodes", "--rounds", "3"]);
    assert!(said.contains("none lost, none half applied, none twice"), "{said}");
}

#[test]
fn of_two_nodes_one_is_lost_and_the_other_goes_on() {
    let said = drill(&["lost-node", "--rounds", "3"]);
    assert!(said.contains("none acknowledged was lost"), "{said}");
}

#[test]
fn a_wrecked_log_is_restored_from_a_backup_made_during_play() {
    let said = drill(&["restore", "--rounds", "2"]);
    assert!(said.contains("is there, hash by hash"), "{said}");
}

#[test]
fn commands_are_accepted_exactly_when_proved_whatever_they_hold() {
    let said = drill(&["commands", "--rounds", "3000"]);
    assert!(said.contains("and no panic"), "{said}");
    let said = drill(&["commands", "--http", "--rounds", "300"]);
    assert!(said.contains("accepted exactly when tried"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn room_on_the_disk_is_enough_for_the_next_act() {
    let said = drill(&["full-disk", "--rounds", "3"]);
    assert!(said.contains("the next act was taken without a new start"), "{said}");
}

#[test]
fn one_that_takes_all_the_room_shuts_nobody_out() {
    let said = drill(&["crowd", "--rounds", "2"]);
    assert_eq!(said.matches("a side played on").count(), 4, "{said}");
}

#[test]
fn every_tampering_is_found() {
    let said = drill(&["tamper", "--rounds", "100"]);
    assert!(said.contains("all found"), "{said}");
}

#[test]
fn no_face_of_a_question_is_chosen() {
    let said = drill(&["grind", "--rounds", "1500"]);
    assert_eq!(said.matches("no face of a question changed").count(), 14, "{said}");
    assert_eq!(said.matches("on two nodes with deadlines").count(), 7, "{said}");
}

#[test]
fn every_forgery_with_right_hashes_is_found_or_is_of_a_kind_that_no_file_proves() {
    let said = drill(&["forge", "--rounds", "250"]);
    assert!(said.contains("250 forgeries with every hash computed anew"), "{said}");
    assert!(said.contains("none missed that a file can prove"), "{said}");
}
