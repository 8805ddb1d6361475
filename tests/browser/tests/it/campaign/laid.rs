//! A set-up of the diary, laid out on the map: by mouse where there is room, by a list on a phone.

use kernel::Seat;
use serde_json::json;

use super::diary::Laid;
use super::{Table, place};

impl Table {
    /// Gives all of these their places and sends them together.
    pub(super) async fn lays(&mut self, seat: Seat, pieces: &[Laid], place_of: &str) {
        let at = place(seat);
        self.turns_to(at, "refit").await;
        if at == 1 {
            for piece in pieces {
                self.lays_by_mouse(at, piece, place_of).await;
            }
            let browser = &self.browsers[at];
            let drop = browser.text("#inch-lay-drop").await;
            assert!(!drop.contains("keep"), "{place_of}: {drop}: {}", browser.text("#inch-lay-words").await);
            browser.act("#inch-lay-drop").await;
            let refused =
                browser.ask("document.querySelector('main .refusal[id^=\"r-\"]')?.textContent ?? null").await;
            assert!(refused.is_null(), "{place_of}: {refused}");
            self.counts(at, "lay-out", 1);
        } else {
            let list = |piece: &Laid| json!({ "units": piece.names, "x": piece.at.0, "y": piece.at.1 });
            let list: Vec<_> = pieces.iter().map(list).collect();
            let command = json!({ "do": "lay-out", "places": list });
            assert!(self.acts(seat, &command, false, place_of).await, "{place_of}: no list");
        }
    }

    /// A formation is picked in the tray and put down together with one press on the map; so is each single piece.
    async fn lays_by_mouse(&mut self, at: usize, piece: &Laid, place_of: &str) {
        for name in &piece.names {
            let browser = &self.browsers[at];
            browser.sees("#inch-tray").await;
            let found = browser
                .ask(&format!(
                    "(() => {{
                       const name = {name};
                       const tray = JSON.parse(document.getElementById('inch-tray').dataset.tray);
                       const rows = [...document.querySelectorAll('.ib-group')];
                       const row = rows.find((one) => one.textContent.includes(`(${{name}})`));
                       if (row) return [`#${{row.id}}`, null];
                       for (const [n, group] of tray.groups.entries()) {{
                         // Where all are of one kind it is no matter which of them lies where.
                         if (!group.in_line && group.pieces.every((one) => one.name === name)) return [`#inch-g${{n}}`, null];
                         const like = group.pieces.map((one, nth) => nth).filter((nth) => group.pieces[nth].name === name);
                         const free = like.filter((nth) => !group.pieces[nth].at);
                         const held = [...document.querySelectorAll('[data-laid]')].filter((one) => one.dataset.laid.startsWith(`${{name}}#`)).length;
                         if (like.length) return [`#inch-p${{n}}-${{free[held] ?? like[0]}}`, `#inch-p${{n}}`];
                       }}
                       return null;
                     }})()",
                    name = json!(name)
                ))
                .await;
            let row = found[0].as_str().unwrap_or_else(|| panic!("{place_of}: {name} is not in the tray"));
            let mut presses = 1;
            if let Some(fold) = found[1].as_str()
                && !browser.has(&format!("{fold}[open]")).await
            {
                browser.press(&format!("{fold} > summary")).await;
                presses += 1;
            }
            // What the tray hands over by itself is not picked.
            if !browser.has(&format!("{row}[aria-pressed='true']")).await {
                browser.press(row).await;
                presses += 1;
            }
            let asks = browser.ask("!document.getElementById('inch-lay-hows').hidden").await == json!(true);
            if asks && !browser.has("#inch-lay-stack:checked").await {
                browser.press("label:has(> #inch-lay-stack)").await;
                presses += 1;
            }
            browser.puts_down(piece.at).await;
            self.counts(at, "lay-out", presses);
        }
    }

    /// So many presses more, for this act.
    pub(super) fn counts(&mut self, at: usize, act: &str, presses: u64) {
        self.presses[at] += presses;
        self.by_act.entry(act.to_owned()).or_default()[at] += presses;
    }
}
