//! An Up Front campaign: two players at two screens, one of them a phone, and a third person when they disagree.

mod campaign;
mod leaving;
mod looks;
mod paper;
mod retold;
mod taps;
mod thumb;

use kernel::Seat;
use serde_json::{Value, json};

use crate::driver::Browser;
use crate::house::House;

pub const AMERICAN: Seat = Seat::Side(0);
pub const GERMAN: Seat = Seat::Side(1);

impl House {
    /// Both sides take their forces as they are offered.
    pub async fn both_select(&self) {
        for seat in [AMERICAN, GERMAN] {
            self.act(seat, json!({"do": "select", "rest": "as_offered"})).await;
        }
    }

    /// A scenario without a browser: these Americans end as told, everybody else unhurt, and nobody trades Elan.
    pub async fn settle(&self, winner: &str, american: Value) {
        self.both_select().await;
        let command =
            json!({"do": "report", "winner": winner, "fill": "as_noted", "side_1": {"men": american}});
        self.act(AMERICAN, command).await;
        self.act(GERMAN, json!({"do": "confirm"})).await;
        for seat in [AMERICAN, GERMAN] {
            let look = self.desk.look(&self.campaign, seat).await.unwrap();
            if look.view().forms().iter().any(|form| form.id == "decide") {
                self.act(seat, json!({"do": "decide"})).await;
            }
        }
    }
}

impl Browser {
    /// The selector of a key by the word on it, among the answers to a question of a form.
    pub async fn key(&self, form: &str, question: &str, word: &str) -> String {
        let found = format!(
            "[...document.querySelectorAll({})].find((one) =>
               one.closest('.key').textContent.split(',')[0].trim() === {})?.id",
            json!(format!("[id='f-{form}'] [name='f.{question}']")),
            json!(word)
        );
        self.until(&found).await;
        let id = self.ask(&found).await;
        let id = id.as_str().unwrap();
        format!("label[for='{id}'], button[id='{id}']")
    }

    /// The numbers of the men in a report form, in its order.
    pub async fn men(&self, form: &str, side: u8) -> Vec<u64> {
        let found = format!(
            "[...new Set([...document.querySelectorAll({})].map((one) => one.name.match(/^f\\.side_{side}\\.men\\.(\\d+)$/)?.[1]).filter(Boolean))].map(Number)",
            json!(format!("[id='f-{form}'] input"))
        );
        serde_json::from_value(self.ask(&found).await).unwrap()
    }
}
