//! How the reader wants pages shown, kept in cookies; the way for browsers without script.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};

use crate::error::Trouble;
use crate::posted::Posted;
use crate::state::WebState;
use crate::visitor::cookie;

const YEAR: i64 = 365 * 24 * 60 * 60;

/// Keeps the choice and goes back to the page it was made on.
pub(crate) async fn keep(
    State(state): State<WebState>,
    headers: HeaderMap,
    posted: Posted,
) -> Result<Response, Trouble> {
    let theme = posted.get("theme").filter(|theme| matches!(*theme, "light" | "dark")).unwrap_or("");
    let keys = posted.get("keys").filter(|keys| *keys == "off").unwrap_or("");
    let back =
        headers.get(header::REFERER).and_then(|from| from.to_str().ok()).and_then(path_of).unwrap_or("/");
    let kept = AppendHeaders([
        (header::SET_COOKIE, cookie(&state, "theme", theme, YEAR, "")),
        (header::SET_COOKIE, cookie(&state, "keys", keys, YEAR, "")),
    ]);
    Ok((kept, Redirect::to(back)).into_response())
}

/// The path of an address, so that nobody is sent to another site.
fn path_of(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let path = &rest[rest.find('/')?..];
    (!path.starts_with("//") && !path.contains('\\')).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_path_of_this_site_is_gone_back_to() {
        assert_eq!(path_of("http://host:8080/c/x/umpire/log?before=3"), Some("/c/x/umpire/log?before=3"));
        assert_eq!(path_of("http://host//evil.example/"), None);
        assert_eq!(path_of("nonsense"), None);
    }
}
