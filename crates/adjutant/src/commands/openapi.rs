//! `adjutant openapi`.

use crate::caller::say;
use crate::failure::Failure;

/// Prints the description of the API.
pub fn run() -> Result<(), Failure> {
    let text = adjutant_web::api::document().to_pretty_json();
    say!("{}", text.map_err(|fault| Failure::new(format!("The description is no JSON: {fault}.")))?);
    Ok(())
}
