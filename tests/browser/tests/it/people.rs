//! The same person on another device: signs in, is told what has happened since, is signed out from afar.

use kernel::Seat;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::house::House;

const WORD: &str = "correct horse battery";

impl Browser {
    async fn signs_in(&self, house: &House, word: &str) {
        self.go(&format!("{}/sign-in", house.address)).await;
        self.type_in("#name", "anna").await;
        self.type_in("#password", word).await;
        self.press("#f-sign-in button").await;
    }

    /// Makes an account from the list of campaigns, as the page leads to it.
    async fn makes_an_account(&self, house: &House) {
        self.go(&house.address).await;
        self.press("#b-account").await;
        self.reads("h1", "Make an account").await;
        self.looks_right("account-make").await;
        self.is_accessible("making an account").await;
        self.type_in("#name", "Anna").await;
        self.type_in("#new", WORD).await;
        self.press("#f-make button").await;
        self.reads("h1", "Your account is made").await;
        assert_eq!(self.ask("document.querySelectorAll('.codes li').length").await, json!(8));
        self.looks_right("account-codes").await;
        self.is_accessible("recovery codes").await;
        self.press("#b-kept").await;
        self.reads(".lede", "You are signed in as Anna").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_signs_in_on_a_second_device_and_is_told_what_has_happened_since() {
    if left_out() {
        return;
    }
    for (first, second) in [(1280, 360), (360, 1280)] {
        let house = House::rostov().await;
        let desk = house.seated(Seat::Side(0), first).await.with_axe().await;
        desk.makes_an_account(&house).await;
        desk.go(&house.page(Seat::Side(0), "overview")).await;
        desk.sees("#since").await;

        // A day later the German side has chosen its posture.
        house.later(24 * 60);
        house.act(Seat::Side(1), json!({"do": "choose-posture", "posture": "attack"})).await;
        let phone = Browser::open(second).await.with_axe().await;
        phone.signs_in(&house, "correct horse batterie").await;
        phone.reads("#r-sign-in", "do not match").await;
        assert!(phone.complaints().await.iter().all(|line| line.contains("422")));
        phone.looks_right("sign-in-refused").await;
        phone.is_accessible("a refused sign-in").await;
        phone.signs_in(&house, WORD).await;
        phone.reads("h1", "Your campaigns").await;
        phone.reads("main .panel", "One thing has happened since you were last here").await;
        phone.reads("main .panel", "One thing waits for you").await;
        phone.looks_right("my-campaigns").await;
        phone.is_accessible("my campaigns").await;
        phone.press("main .panel a.btn").await;
        phone.reads("#since h2", "Since you were last here").await;
        phone.reads("#since", "German").await;
        let told = phone.ask("document.querySelectorAll('#since .log > li:not(.day)').length").await;
        assert_eq!(told, json!(1), "only what is new");
        phone.looks_right("second-device").await;

        // Back at the desk it is the same visit; the devices are listed there, and the other is signed out.
        desk.go(&house.page(Seat::Side(0), "overview")).await;
        desk.reads("#since h2", "Since you were last here").await;
        desk.go(&format!("{}/account", house.address)).await;
        desk.reads("#h-devices + .note", "Signed in on 2").await;
        desk.looks_right("account").await;
        desk.is_accessible("the account").await;
        desk.press("form[action='/account/sign-out'] button").await;
        desk.reads("#h-devices + .note", "Signed in on one").await;
        // The open page there hears of it with the next word of its stream, or of the pulse.
        house.act(Seat::Side(1), json!({"do": "choose-posture", "posture": "defend"})).await;
        house.act(Seat::Side(0), json!({"do": "choose-posture", "posture": "defend"})).await;
        phone.reads("h1", "This browser no longer holds the seat").await;
        assert!(phone.complaints().await.iter().all(|line| line.contains("404")));
        phone.looks_right("gone").await;

        // The account is deleted: nothing opens any more, and nobody can sign in to it.
        desk.press("#h-delete").await;
        desk.type_in("#delete-password", WORD).await;
        desk.looks_right("account-delete").await;
        desk.press("#f-delete button").await;
        desk.reads("h1", "The account is deleted").await;
        phone.signs_in(&house, WORD).await;
        phone.reads("#r-sign-in", "do not match").await;
        desk.go(&house.address).await;
        desk.reads("h1", "A table for campaigns").await;
        for browser in [desk, phone] {
            browser.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_replaced_by_a_code() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let phone = house.seated(Seat::Side(0), 360).await.with_axe().await;
    phone.go(&format!("{}/account", house.address)).await;
    phone.type_in("#name", "Anna").await;
    phone.type_in("#new", WORD).await;
    phone.press("#f-make button").await;
    phone.sees(".codes").await;
    let code = phone.text(".codes li").await;
    let other = Browser::open(1280).await.with_axe().await;
    other.go(&format!("{}/sign-in", house.address)).await;
    other.looks_right("sign-in").await;
    other.press("main a[href='/recover']").await;
    other.reads("h1", "Choose a new password").await;
    other.type_in("#name", "Anna").await;
    other.type_in("#code", &code).await;
    other.type_in("#new", "quite another one").await;
    other.looks_right("recover").await;
    other.press("#f-recover button").await;
    other.reads(".lede", "You are signed in as Anna").await;
    phone.go(&house.page(Seat::Side(0), "overview")).await;
    phone.reads("h1", "There is no such page here").await;
    for browser in [phone, other] {
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_behind_time_is_told_so_and_sees_what_was() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for width in [1280, 360] {
        let umpire = house.seated(Seat::Umpire, width).await.with_axe().await;
        umpire.go(&house.page(Seat::Umpire, "seats")).await;
        umpire.ask("document.querySelector('#minutes').value = ''").await;
        umpire.type_in("#minutes", if width == 360 { "45" } else { "30" }).await;
        umpire.press("#b-delay").await;
        umpire.reads("#h-delay + .note", "minutes behind").await;
        umpire.looks_right("seats-people").await;
        umpire.is_accessible("the page of seats").await;
        let spectator = house.seated(Seat::Spectator, width).await;
        spectator.reads("#behind", "minutes behind").await;
        spectator.looks_right("spectator-behind").await;
        for browser in [umpire, spectator] {
            browser.close().await;
        }
    }
}

/// What is refused is said where it was typed, and nothing has to be typed again.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_not_taken_is_told_at_its_field() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for width in [1280, 360] {
        let anna = house.seated(Seat::Side(0), width).await.with_axe().await;
        anna.go(&format!("{}/account", house.address)).await;
        anna.type_in("#name", &format!("Anna {width}")).await;
        anna.type_in("#new", WORD).await;
        anna.press("#f-make button").await;
        anna.press("#b-kept").await;
        anna.go(&format!("{}/account", house.address)).await;
        anna.type_in("#mail-address", "anna.@example.org").await;
        anna.press("#f-mail button").await;
        anna.reads("#f-mail #r-mail", "That is no e-mail address").await;
        assert!(anna.complaints().await.iter().all(|line| line.contains("422")));
        let at_field = "[document.activeElement.id, document.activeElement.value,
            document.querySelector('#r-mail').getBoundingClientRect().top >= 0,
            document.querySelector('#mail-address').getBoundingClientRect().bottom <= innerHeight]";
        assert_eq!(anna.ask(at_field).await, json!(["mail-address", "anna.@example.org", true, true]));
        anna.looks_right("account-address-refused").await;
        anna.is_accessible("a refused address").await;

        // Once it is right, a code is asked for; a wrong one is told at its own field.
        anna.ask("(document.querySelector('#mail-address').value = '')").await;
        anna.type_in("#mail-address", "anna@example.org").await;
        anna.press("#f-mail button").await;
        anna.type_in("#mail-code", "000 000 1").await;
        anna.press("#f-mail-code button").await;
        anna.reads("#f-mail-code #r-mail-code", "That is not the code").await;
        assert!(anna.complaints().await.iter().all(|line| line.contains("422")));
        assert_eq!(anna.ask("document.activeElement.value").await, json!("000 000 1"));
        anna.looks_right("account-code-refused").await;
        anna.is_accessible("a refused code").await;
        anna.close().await;
    }
}
