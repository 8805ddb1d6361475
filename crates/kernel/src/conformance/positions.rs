//! The position of a state opens as that state.

use std::sync::Arc;

use super::play::Play;
use super::report::{Kept, Law, broken, must};
use crate::system::System;

impl<S: System> Play<'_, S> {
    pub fn position_opens_as_the_state(&self) -> Kept {
        self.reopens(&self.state)
    }

    /// Through JSON and through TOML, as snapshots and example files do.
    pub fn reopens(&self, state: &S::State) -> Kept {
        let law = Law::PositionRoundTrips;
        let position = S::position(state);
        let json =
            serde_json::to_string(&position).or_else(|error| broken(law, format!("to JSON: {error}")))?;
        let read = serde_json::from_str(&json)
            .or_else(|error| broken(law, format!("from JSON: {error}: {json}")))?;
        self.opens_as(state, read, &json)?;
        let toml =
            toml::to_string(&position).or_else(|error| broken(law, format!("to TOML: {error}: {json}")))?;
        let read =
            toml::from_str(&toml).or_else(|error| broken(law, format!("from TOML: {error}: {toml}")))?;
        self.opens_as(state, read, &toml)
    }

    fn opens_as(&self, state: &S::State, position: S::Position, text: &str) -> Kept {
        match S::open_position(Arc::clone(self.setup), position) {
            Ok(opened) => must(Law::PositionRoundTrips, opened == *state, || {
                let parting = super::report::parting(&format!("{state:?}"), &format!("{opened:?}"));
                format!("the state taken and the state opened differ; {parting}")
            }),
            Err(faults) => {
                let faults = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
                broken(Law::PositionRoundTrips, format!("it does not open: {faults}: {text}"))
            }
        }
    }
}
