//! What a face depends on, and what it does not.

use dice::{Contribution, DiceKey, Digest, QuestionKey, Secret, seal_digest};

fn given(seat: &str, text: &str) -> Contribution {
    Contribution { seat: seat.to_owned(), text: text.to_owned() }
}

fn key(contributions: &[Contribution]) -> DiceKey {
    DiceKey::new(&Secret::new([7; 32]), "campaign", contributions)
}

#[test]
fn every_part_of_a_question_changes_the_faces() {
    let key = key(&[]);
    let dice = [u16::MAX; 8];
    let base = key.faces("side-0", 1, "BF-2.1.1.2 tank 4", &dice);
    assert_eq!(base, key.faces("side-0", 1, "BF-2.1.1.2 tank 4", &dice));
    assert_ne!(base, key.faces("side-1", 1, "BF-2.1.1.2 tank 4", &dice));
    assert_ne!(base, key.faces("side-0", 2, "BF-2.1.1.2 tank 4", &dice));
    assert_ne!(base, key.faces("side-0", 1, "BF-2.1.1.2 tank 5", &dice));
    // A piece moved from one text to the next is another input.
    assert_ne!(key.faces("side-0", 1, "1", &dice), key.faces("side-", 1, "01", &dice));
}

#[test]
fn secret_campaign_and_contributions_change_the_key() {
    let of = |secret: u8, campaign: &str, given: &[Contribution]| {
        *DiceKey::new(&Secret::new([secret; 32]), campaign, given).reveal()
    };
    let two = [given("red", "a"), given("blue", "b")];
    let keys = [
        of(1, "c", &[]),
        of(2, "c", &[]),
        of(1, "d", &[]),
        of(1, "c", &two),
        of(1, "c", &[two[1].clone(), two[0].clone()]),
        of(1, "c", &[given("reda", ""), given("blue", "b")]),
        of(1, "c", &[given("", "")]),
    ];
    for (n, one) in keys.iter().enumerate() {
        assert!(!keys[..n].contains(one), "key {n} repeats an earlier one");
    }
}

#[test]
fn one_at_a_time_gives_the_same_faces_as_all_at_once() {
    let key = key(&[]);
    let dice = [10, 6, 6, 100, 20, 3, 10, 10, 2];
    let mut one_by_one = key.stream("public", 9, "q");
    let faces: Vec<u16> = dice.iter().map(|sides| one_by_one.next(*sides)).collect();
    assert_eq!(faces, key.faces("public", 9, "q", &dice));
}

#[test]
fn an_opposed_roll_ends_with_its_first_unequal_pair() {
    let key = key(&[]);
    let mut with_ties = 0;
    for number in 1..=200 {
        let pairs = key.opposed("public", number, "roll-off", [6, 6]);
        let flat: Vec<u16> = pairs.iter().flatten().copied().collect();
        assert_eq!(flat, key.faces("public", number, "roll-off", &vec![6; flat.len()]));
        let (last, ties) = pairs.split_last().unwrap();
        assert_ne!(last[0], last[1]);
        assert!(ties.iter().all(|pair| pair[0] == pair[1]));
        with_ties += usize::from(!ties.is_empty());
    }
    // One in six expected: 33 of 200, give or take.
    assert!((15..=55).contains(&with_ties), "{with_ties} of 200 roll-offs began with a tie");
}

#[test]
fn dice_that_cannot_differ_do_not_roll_for_ever() {
    assert_eq!(key(&[]).opposed("public", 1, "q", [1, 1]), vec![[1, 1]]);
    assert_eq!(key(&[]).opposed("public", 1, "q", [0, 0]), vec![[0, 0]]);
}

#[test]
fn a_die_without_sides_shows_nothing_and_uses_no_word() {
    let key = key(&[]);
    let with = key.faces("public", 1, "q", &[10, 0, 10]);
    let without = key.faces("public", 1, "q", &[10, 10]);
    assert_eq!(with, vec![without[0], 0, without[1]]);
}

#[test]
fn a_secret_does_not_print_itself() {
    let secret = Secret::new([0xab; 32]);
    let key = DiceKey::new(&secret, "campaign", &[]);
    assert_eq!(format!("{secret:?}"), "Secret(withheld)");
    assert!(!format!("{key:?}").contains(&hex::encode(key.reveal())));
}

#[test]
fn every_part_of_a_seal_changes_its_digest() {
    let base = seal_digest("c", "posture", "side-0", "attack", &[1; 16]);
    assert_eq!(base, seal_digest("c", "posture", "side-0", "attack", &[1; 16]));
    assert_ne!(base, seal_digest("d", "posture", "side-0", "attack", &[1; 16]));
    assert_ne!(base, seal_digest("c", "posture2", "side-0", "attack", &[1; 16]));
    assert_ne!(base, seal_digest("c", "posture", "side-1", "attack", &[1; 16]));
    assert_ne!(base, seal_digest("c", "posture", "side-0", "defend", &[1; 16]));
    assert_ne!(base, seal_digest("c", "posture", "side-0", "attack", &[2; 16]));
}

fn question_key(contributions: &[Contribution]) -> QuestionKey {
    QuestionKey::new(&Secret::new([7; 32]), "campaign", Digest([1; 32]), contributions)
}

#[test]
fn a_question_is_stream_and_text_and_nothing_else() {
    let key = question_key(&[]);
    let dice = [u16::MAX; 8];
    let base = key.faces("side-0", "BF-2.1.1.2-6/1.2.S2b/0/1/tank 4", &dice);
    assert_eq!(base, key.faces("side-0", "BF-2.1.1.2-6/1.2.S2b/0/1/tank 4", &dice));
    assert_ne!(base, key.faces("side-1", "BF-2.1.1.2-6/1.2.S2b/0/1/tank 4", &dice));
    assert_ne!(base, key.faces("side-0", "BF-2.1.1.2-6/1.2.S2b/0/2/tank 4", &dice));
    // The shape of the dice is no part of it: a smaller die reads the same words.
    assert_eq!(base[0], key.faces("side-0", "BF-2.1.1.2-6/1.2.S2b/0/1/tank 4", &[u16::MAX])[0]);
}

#[test]
fn the_order_in_which_seats_gave_their_words_is_no_matter() {
    let two = [given("red", "a"), given("blue", "b")];
    let turned = [two[1].clone(), two[0].clone()];
    assert_eq!(question_key(&two).reveal(), question_key(&turned).reveal());
    assert_ne!(question_key(&two).reveal(), question_key(&two[..1]).reveal());
    let other = QuestionKey::new(&Secret::new([7; 32]), "campaign", Digest([2; 32]), &two);
    assert_ne!(question_key(&two).reveal(), other.reveal(), "another set-up");
}

#[test]
fn who_else_is_in_a_draw_moves_nobody() {
    let key = question_key(&[]);
    let names: Vec<String> = (1..=30).map(|n| n.to_string()).collect();
    let mut first = 0;
    for leg in 1..=60 {
        let question = format!("UF-R49/{leg}/0/1/SL");
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        let drawn = all[usize::from(key.lot("public", &question, &all).unwrap()) - 1];
        // Without any one of the others, in any order, the same man is drawn.
        for out in all.iter().filter(|name| **name != drawn) {
            let mut fewer: Vec<&str> = all.iter().copied().filter(|name| name != out).collect();
            fewer.reverse();
            assert_eq!(fewer[usize::from(key.lot("public", &question, &fewer).unwrap()) - 1], drawn);
        }
        first += u32::from(drawn.parse::<u32>().unwrap() <= 15);
    }
    // Thirty expected.
    assert!((12..=48).contains(&first), "{first} of 60 draws fell on the first half");
    assert_eq!(key.lot("public", "nobody", &[]), Some(0));
    // More names than a face can show: no place beyond is told as another one.
    let many: Vec<String> = (0..70_000).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let places = (0..40).map(|n| key.lot("public", &n.to_string(), &many));
    assert!(places.filter(Option::is_none).count() > 0);
}
