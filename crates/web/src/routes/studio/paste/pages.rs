//! The pages of the steps.

use maud::{Markup, html};
use studio::{Finding, Placing, Tally};
use tabular::SetupTable;

use super::super::engine::Tried;
use super::super::{Writing, refusal};
use super::{Chosen, Pasted, Place, carried};
use crate::render::frame::head;
use crate::render::studio::check::Check;
use crate::render::studio::{Remark, counted, findings, rule};
use crate::render::symbols::icon;

/// The steps and which of them is now.
fn track(now: usize) -> Markup {
    let steps = ["Paste", "Columns", "Check", "Put in"];
    html! {
        ol class="track" aria-label="Steps" {
            @for (at, step) in steps.into_iter().enumerate() {
                @let (class, symbol) = match at.cmp(&now) {
                    std::cmp::Ordering::Less => ("done", "done"),
                    std::cmp::Ordering::Equal => ("now", "you"),
                    std::cmp::Ordering::Greater => ("", "later"),
                };
                li class=(class) aria-current=[(at == now).then_some("step")] { (icon(symbol)) (step) }
            }
        }
    }
}

fn framed(writing: &Writing, table: &SetupTable, now: usize, words: &str, main: &Markup) -> Markup {
    framed_as(writing, table, &format!("{}: from a spreadsheet", table.title), now, words, main)
}

/// A step with another title in the browser's own bar.
fn framed_as(
    writing: &Writing,
    table: &SetupTable,
    title: &str,
    now: usize,
    words: &str,
    main: &Markup,
) -> Markup {
    let lede = html! { p class="lede" { "Step " (now + 1) " of 4. " (words) } };
    let main = html! {
        (head(&table.title, lede, html! {}))
        (track(now))
        (main)
    };
    writing.page(title, None, "", main)
}

/// Whether rows come instead of the present ones or after them.
fn placings(placing: Placing) -> Markup {
    html! {
        fieldset {
            legend class="lab" { "The rows that are there now" }
            label class="pick" for="instead" {
                input type="radio" id="instead" name="placing" value="instead" checked[placing == Placing::Instead];
                span { "are replaced" small { "Rows with the same id keep what the spreadsheet has no column for." } }
            }
            label class="pick" for="after" {
                input type="radio" id="after" name="placing" value="after" checked[placing == Placing::After];
                span { "stay, and the new ones come after them" }
            }
        }
    }
}

/// The first step: words to be pasted, or a file.
pub(super) fn paste(
    writing: &Writing,
    Place { table, n_present, .. }: &Place,
    placing: Placing,
    text: &str,
    why: &[String],
) -> Markup {
    let n_present = *n_present;
    let address = findings::table(&writing.base, &table.path);
    let titles = table.columns.iter().map(|column| column.title.as_str()).collect::<Vec<_>>().join(", ");
    let main = html! {
        div class="narrow stack-l" {
            @if !why.is_empty() {
                div class="errsum" role="group" aria-labelledby="h-errsum" tabindex="-1" autofocus {
                    h2 id="h-errsum" { "No rows are taken" }
                    ul { @for why in why { li { span class="err" { (why) } } } }
                }
            }
            section class="panel" aria-labelledby="h-paste" {
                header { h2 id="h-paste" { "Paste rows" } @if n_present > 0 { span class="note" { (counted(n_present, "row")) " there now" } } }
                form class="in stack" id="f-paste" method="post" action={ (address) "/paste" } {
                    div class="field" {
                        label class="lab" for="text" { "Rows with their titles" }
                        span class="hint" id="text-h" { "Select them in your spreadsheet, titles and all, copy, and paste here. Columns known here: " (titles) "." }
                        textarea class="wide code" id="text" name="text" rows="10" required spellcheck="false" aria-describedby="text-h" { "\n" (text) }
                    }
                    label class="pick" for="untitled" {
                        input type="checkbox" id="untitled" name="untitled" value="yes";
                        span { "The first row is a row already" small { "You say on the next page which column is which." } }
                    }
                    @if n_present > 0 { (placings(placing)) }
                    div class="row" {
                        button class="btn go" type="submit" name="do" value="read" { "Go on to the columns" }
                        a class="btn" href=(address) { "Back to the table" }
                    }
                    (writing.carried())
                }
            }
            section class="panel" aria-labelledby="h-file" {
                header { h2 id="h-file" { "Or bring a file" } span class="note" { "XLSX or CSV, at most 4 MiB" } }
                form class="in stack" id="f-file" method="post" action={ (address) "/bring" } enctype="multipart/form-data" {
                    div class="field" {
                        label class="lab" for="file" { "The spreadsheet" }
                        input type="file" id="file" name="file" required accept=".xlsx,.csv,.tsv,.txt";
                    }
                    div class="row" { button class="btn" type="submit" { "Bring it" } }
                    (writing.carried())
                }
            }
        }
    };
    framed(writing, table, 0, "Nothing is saved to the draft until every cell is right.", &main)
}

/// The selects that say which column is which.
fn mapping(table: &SetupTable, pasted: &Pasted, chosen: &Chosen, with_cells: bool) -> Markup {
    html! {
        div class="maps" {
            @for at in 0..pasted.width() {
                @let title = pasted.cells.first().and_then(|titles| titles.get(at)).map_or("", String::as_str);
                @let column = chosen.columns.get(at).copied().flatten();
                div class="field" {
                    label for={ "m" (at) } {
                        @if title.is_empty() { "Column " (at + 1) } @else { (title) }
                        @if with_cells {
                            @let first: Vec<&str> = pasted.cells.iter().skip(1).filter_map(|row| row.get(at)).map(String::as_str).filter(|cell| !cell.is_empty()).take(3).collect();
                            small { @if first.is_empty() { "holds nothing" } @else { (first.join(" · ")) } }
                        }
                    }
                    select id={ "m" (at) } name={ "m" (at) } {
                        @for (n, known) in table.columns.iter().enumerate() {
                            option value=(n) selected[column == Some(n)] { (known.title) }
                        }
                        option value="" selected[column.is_none()] { "leave out" }
                    }
                }
            }
        }
    }
}

/// Which sheet of a workbook is meant.
fn sheets(writing: &Writing, address: &str, pasted: &Pasted, chosen: &Chosen) -> Markup {
    let all = serde_json::to_string(&pasted.sheets).unwrap_or_default();
    html! {
        section class="panel" aria-labelledby="h-sheet" {
            header { h2 id="h-sheet" { "Sheet" } }
            form class="in stack" id="f-sheet" method="post" action={ (address) "/paste" } {
                p { (pasted.remark) }
                div class="field" {
                    label class="lab" for="sheet" { "Or take another one" }
                    select id="sheet" name="sheet" {
                        @for (at, sheet) in pasted.sheets.iter().enumerate() {
                            option value=(at) selected[at == pasted.sheet] { (sheet.name) }
                        }
                    }
                }
                div class="row" { button class="btn" type="submit" name="do" value="sheet" { "Take this sheet" } }
                input type="hidden" name="placing" value=(match chosen.placing { Placing::After => "after", _ => "instead" });
                input type="hidden" name="csrf" value=(writing.session.csrf);
                input type="hidden" name="version" value=(chosen.version);
                input type="hidden" name="sheets" value=(all);
            }
        }
    }
}

/// The second step: which column is which.
pub(super) fn columns(
    writing: &Writing,
    table: &SetupTable,
    pasted: &Pasted,
    chosen: &Chosen,
    why: Option<&str>,
) -> Markup {
    let address = findings::table(&writing.base, &table.path);
    let n_known = chosen.columns.iter().flatten().count();
    let missing: Vec<&str> = table
        .columns
        .iter()
        .enumerate()
        .filter(|(at, column)| column.needed && !chosen.columns.contains(&Some(*at)))
        .map(|(_, column)| column.title.as_str())
        .collect();
    let main = html! {
        div class="narrow stack-l" {
            (refusal(why))
            @if pasted.sheets.is_empty() { @if !pasted.remark.is_empty() { p class="refusal" { (pasted.remark) } } }
            @else { (sheets(writing, &address, pasted, chosen)) }
            section class="panel" aria-labelledby="h-columns" {
                header {
                    h2 id="h-columns" { "Columns" }
                    span class="note" { (n_known) " of " (pasted.width()) " known by their titles, " (counted(pasted.n_rows(), "row")) }
                }
                form class="in stack" id="f-columns" method="post" action={ (address) "/paste" } {
                    (mapping(table, pasted, chosen, true))
                    @if !missing.is_empty() { p class="refusal" { "Not found yet, and every row needs it: " (missing.join(", ")) "." } }
                    (placings(chosen.placing))
                    div class="row" {
                        button class="btn go" type="submit" name="do" value="check" { "Check the cells" }
                        button class="btn" type="submit" name="do" value="again" { "Paste again" }
                    }
                    (carried(writing, pasted, chosen))
                }
            }
        }
    };
    framed(
        writing,
        table,
        1,
        "Say which column is which; those whose titles are known are set already.",
        &main,
    )
}

/// The third step: what is wrong, to be corrected in place; and the fourth, where nothing is.
pub(super) fn check(
    writing: &Writing,
    table: &SetupTable,
    pasted: &Pasted,
    chosen: &Chosen,
    found: &Tried,
    why: Option<&str>,
) -> Markup {
    let faults: &[Remark] = &found.faults;
    let address = findings::table(&writing.base, &table.path);
    let rows = Check {
        base: &writing.base,
        table,
        cells: &pasted.cells,
        above: pasted.above,
        columns: &chosen.columns,
        remarks: faults,
    };
    let n_rows = counted(pasted.n_rows(), "row");
    let n_meant = faults.iter().filter(|fault| fault.suggestion.is_some() && fault.column.is_some()).count();
    let right = faults.is_empty();
    let main = html! {
        form id="f-check" method="post" action={ (address) "/paste" } {
            div class="stack-l" {
                (refusal(why))
                (rows.summary(&heading(faults, &n_rows)))
                section class="panel" aria-labelledby="h-pasted" {
                    header class="bar" {
                        h2 id="h-pasted" { @if right { @if pasted.n_rows() == 1 { "The row is right" } @else { "All " (n_rows) " are right" } } @else { "What you pasted" } }
                        div class="row" {
                            @if right { button class="btn go" type="submit" name="do" value="put" { "Put the rows in" } }
                            @else {
                                button class="btn go" type="submit" name="do" value="check" { "Check again" }
                                @if n_meant > 1 { button class="btn" type="submit" name="do" value="use-all" { "Take the " (n_meant) " suggestions" } }
                            }
                            button class="btn" type="submit" name="do" value="again" { "Paste again" }
                        }
                    }
                    (rows.draw())
                    div class="in row" {
                        @if right {
                            button class="btn go" type="submit" name="do" value="put" { "Put the rows in" }
                            p class="note" { @match chosen.placing { Placing::Instead | Placing::Edited => "They replace those that are there.", Placing::After => "They come after those that are there." } }
                            @if found.tally.gone > 0 { p class="refusal" { (goes(found.tally)) } }
                        } @else {
                            button class="btn go" type="submit" name="do" value="check" { "Check again" }
                            p class="note" { "Nothing is saved to the draft until every cell is right." }
                        }
                    }
                }
                (breaks(writing, &found.elsewhere))
                (worth_a_look(writing, &found.odd))
                section class="panel" aria-labelledby="h-columns" {
                    header { h2 id="h-columns" { "Columns" } span class="note" { "Check again after a change" } }
                    div class="in stack" {
                        (mapping(table, pasted, chosen, false))
                        (placings(chosen.placing))
                    }
                }
            }
            (carried(writing, pasted, chosen))
        }
    };
    let words = if right {
        "Every cell is right. Look the rows over, then put them in."
    } else {
        "Nothing is saved to the draft until every cell is right."
    };
    let title = match faults.len() {
        0 => format!("{}: from a spreadsheet", table.title),
        n => format!("{}: {}", counted(n, "fault"), table.title),
    };
    framed_as(writing, table, &title, if right { 3 } else { 2 }, words, &main)
}

/// "There are 6 faulty cells in 10 rows".
fn heading(faults: &[Remark], n_rows: &str) -> String {
    let cells = faults.iter().all(|fault| fault.row.is_some() && fault.column.is_some());
    let what = counted(faults.len(), if cells { "faulty cell" } else { "fault" });
    let verb = if faults.len() == 1 { "is" } else { "are" };
    format!("There {verb} {what} in {n_rows}")
}

/// "8 of the 9 rows that are there now go out."
fn goes(tally: Tally) -> String {
    let n_old = tally.gone + tally.kept + tally.changed;
    let verb = if tally.gone == 1 { "goes" } else { "go" };
    let staying = [(tally.kept, "as they are"), (tally.changed, "with other cells")];
    let staying: Vec<String> = staying
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, how)| format!("{n} {} {how}", if *n == 1 { "stays" } else { "stay" }))
        .collect();
    let staying = if staying.is_empty() { String::new() } else { format!(": {}", staying.join(", ")) };
    format!("Of the {} that are there now, {} {verb} out{staying}.", counted(n_old, "row"), tally.gone)
}

/// What the rows make wrong in other tables.
fn breaks(writing: &Writing, elsewhere: &[Finding]) -> Markup {
    html! {
        @if !elsewhere.is_empty() {
            section class="panel" aria-labelledby="h-elsewhere" {
                header { h2 id="h-elsewhere" { (counted(elsewhere.len(), "fault")) " elsewhere" } span class="note" { "once the rows are in" } }
                div class="in stack-s" {
                    @for one in elsewhere.iter().take(12) { p class="refusal" { (one.diagnostic.sentence) (rule(&writing.base, &one.diagnostic.rule)) } }
                    p class="note" { "They can be mended afterwards. Until then no campaign can begin from the draft." }
                }
            }
        }
    }
}

fn worth_a_look(writing: &Writing, odd: &[Finding]) -> Markup {
    html! {
        @if !odd.is_empty() {
            section class="panel" aria-labelledby="h-odd" {
                header { h2 id="h-odd" { "Worth a look" } span class="note" { "once the rows are in" } }
                div class="in stack-s" {
                    @for one in odd { p class="refusal" { (one.diagnostic.sentence) (rule(&writing.base, &one.diagnostic.rule)) } }
                    p class="note" { "These are only warnings." }
                }
            }
        }
    }
}
