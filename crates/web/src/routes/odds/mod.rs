//! The odds of plans: what a seat can ask about over several commands, with everything that is taken as given set on the
//! page. The address holds the whole question, so that it can be kept, sent and asked again.

pub(super) mod aside;
mod question;

use axum::extract::{Path, RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::foretold::Setting;
use kernel::{ChanceTable, Foretold, PlanHead, PlanQuestion};
use maud::{Markup, html};
use tabular::Grid;

use self::aside::{Answer, Answers};
use self::question::Question;
use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::render::frame::head;
use crate::render::{Reader, chance, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// Letters of a typed order, as below a map.
const MOST_ORDER: usize = crate::render::hexes::MOST_ORDER;
/// Letters of several, one a line.
const MOST_ORDERS: usize = 8 * MOST_ORDER;

/// The page.
pub(crate) async fn odds(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let mut question = Question::read(query.as_deref().unwrap_or_default());
    let heads = seated.look.plans();
    // A plan without a command is told as it opens.
    let opens = |head: &&PlanHead| !head.questions.iter().any(|one| matches!(one.setting, Setting::Command));
    if question.plan.is_none() {
        question.plan = heads.iter().find(opens).or(heads.first()).map(|head| head.id.to_owned());
    }
    let asked = heads.iter().find(|head| question.is_asked(head.id));
    let kept = question.beside.as_deref().map(Question::read);
    let kept_head = kept.as_ref().and_then(|kept| heads.iter().find(|head| kept.is_asked(head.id)));
    let pair = kept.as_ref().zip(kept_head).filter(|_| asked.is_some());
    let Answers { answer, beside } = aside::answers(&state, &seated, &question, asked, pair).await?;
    let reader = seated.reader("odds");
    let lede = html! { p class="lede" { "Exact odds over several commands, from what your seat knows. Nothing is rolled here, and nothing is ordered." } };
    let main = html! {
        (head("Odds", lede, html! {}))
        div class="stack-l" {
            @if heads.is_empty() { p class="prose" { "There is nothing to ask about now. Odds of single rolls stand beside them." } }
            @if question.plan.is_some() && asked.is_none() && !heads.is_empty() {
                p class="refusal" { "Your seat cannot ask about this now. What it can ask about is below." }
            }
            @if heads.len() > 1 { (choice(&reader, &heads, &question)) }
            @if let Some(head) = asked {
                div class="odds-page" {
                    (form(&reader, head, &question))
                    (result(&reader, head, &question, &answer, &aside::Around::of(&seated, state.now())))
                }
                @if let (Answer::Told(told), Answer::Told(kept_told), Some(kept)) = (&answer, &beside, &kept) {
                    (side_by_side(&reader, told, kept_told, kept))
                }
                @if let (Some(_), Answer::Refused(refusals)) = (&kept, &beside) {
                    (words::refusal(&reader, "kept-why", refusals))
                }
            }
        }
    };
    Ok(framed(
        &seated,
        Framed { title: "Odds", page: "odds", main, newest: None, status: String::new(), at: None },
    ))
}

/// What can be asked about.
fn choice(reader: &Reader<'_>, heads: &[PlanHead], question: &Question) -> Markup {
    html! {
        nav class="row plans" aria-label="What is asked about" {
            @for head in heads {
                a class="btn" href=(address(reader, "/odds", &format!("plan={}", head.id))) aria-current=[question.is_asked(head.id).then_some("true")] { (head.title) }
            }
        }
    }
}

/// An address of the seat that carries whose eyes read along.
fn address(reader: &Reader<'_>, page: &str, query: &str) -> String {
    let link = reader.link(page);
    let sign = if link.contains('?') { '&' } else { '?' };
    format!("{link}{sign}{query}")
}

/// The plan's questions as a form that asks by address.
fn form(reader: &Reader<'_>, head: &PlanHead, question: &Question) -> Markup {
    let link = reader.link("/odds");
    let (action, carried) = link.split_once('?').unwrap_or((&link, ""));
    html! {
        section class="panel" aria-labelledby="h-given" {
            header { h2 id="h-given" { (head.title) } }
            form method="get" action={ (action) "#told" } class="in stack-s" {
                p class="note" { (head.about) }
                @for (name, value) in form_urlencoded::parse(carried.as_bytes()) { input type="hidden" name=(name) value=(value); }
                input type="hidden" name="plan" value=(head.id);
                @if let Some(beside) = &question.beside { input type="hidden" name="beside" value=(beside); }
                @for (table, reach) in &question.reach { input type="hidden" name={ "reach." (table) } value=(reach); }
                @for one in &head.questions { (field(one, question)) }
                div class="row" { button class="btn go" type="submit" { "Tell the odds" } }
            }
        }
    }
}

fn field(one: &PlanQuestion, question: &Question) -> Markup {
    let (id, name) = (format!("g-{}", one.key), format!("given.{}", one.key));
    let given = question.answers(&one.key).next();
    let default = one.default.as_str().map_or_else(|| one.default.to_string(), str::to_owned);
    match &one.setting {
        Setting::Number { least, most } => html! {
            div class="field" {
                label for=(id) { (one.label) }
                input type="number" inputmode="numeric" id=(id) name=(name) min=(least) max=(most) value=(given.unwrap_or(&default)) required;
            }
        },
        Setting::Choice(choices) => html! {
            div class="field" {
                label for=(id) { (one.label) }
                select id=(id) name=(name) {
                    @for (key, words) in choices { option value=(key) selected[given.unwrap_or(&default) == key] { (words) } }
                }
            }
        },
        Setting::Several(choices) => html! {
            details class="unfold" open[choices.len() <= 6] {
                summary { (one.label) ": " (n_picked(one, choices, question)) " of " (choices.len()) }
                fieldset class="odds-picks" {
                    legend class="sr" { (one.label) }
                    input type="hidden" name=(name) value="";
                    @for (n, (key, words)) in choices.iter().enumerate() {
                        label class="pick" for={ (id) "-" (n) } {
                            input type="checkbox" id={ (id) "-" (n) } name=(name) value=(key) checked[is_picked(one, key, question)];
                            span { (words) }
                        }
                    }
                }
            }
        },
        Setting::Command => html! {
            div class="field" {
                label for=(id) { (one.label) }
                input type="text" id=(id) name=(name) value=(given.unwrap_or_default()) maxlength=(MOST_ORDER) autocomplete="off" aria-describedby={ (id) "-how" };
                p class="note" id={ (id) "-how" } { "As you would type it below the map, now or in a phase to come." }
            }
        },
        Setting::Commands => html! {
            div class="field" {
                label for=(id) { (one.label) }
                textarea id=(id) name=(name) rows="3" maxlength=(MOST_ORDERS) autocomplete="off" spellcheck="false" aria-describedby={ (id) "-how" } { (given.unwrap_or_default()) }
                p class="note" id={ (id) "-how" } { "One order a line, in the order in which they are given." }
            }
        },
    }
}

/// Whether one of several is asked about: all of them where nothing is said.
fn is_picked(one: &PlanQuestion, key: &str, question: &Question) -> bool {
    match question.answers(&one.key).next() {
        Some(_) => question.answers(&one.key).any(|known| known == key),
        None => one.default.as_array().is_some_and(|all| all.iter().any(|known| known == key)),
    }
}

fn n_picked(one: &PlanQuestion, choices: &[(String, String)], question: &Question) -> usize {
    choices.iter().filter(|(key, _)| is_picked(one, key, question)).count()
}

/// What the plan comes to.
fn result(
    reader: &Reader<'_>,
    head: &PlanHead,
    question: &Question,
    answer: &Answer,
    around: &aside::Around<'_>,
) -> Markup {
    html! {
        section class="panel" id="told" aria-labelledby="h-told" {
            header { h2 id="h-told" { "What it comes to" } }
            (aside::status(answer))
            @match answer {
                Answer::Lacking => p class="empty" { "Say what is to be weighed: the odds stand here." },
                Answer::Refused(refusals) => div class="in stack-s" {
                    (words::refusal(reader, "odds-why", refusals))
                    @if question.ask.is_some() { p { a class="btn" href=(address(reader, "/odds", &question.whole())) { "Ask again" } } }
                },
                Answer::OnItsWay(weighing) => (aside::on_its_way(reader, question, weighing, around)),
                Answer::Told(told) => {
                    @if told.tables.is_empty() { p class="empty" { "Nothing is left to chance in it." } }
                    (chance::lead(told, |table| question.reach(table)))
                    (chance::steps(told))
                    (chance::assumptions(told))
                    @for table in &told.tables { (one_table(reader, head, question, table)) }
                    p class="in row" {
                        a class="btn" href=(address(reader, "/odds", &format!("{}&beside={}", question.written(), encoded(&question.written())))) { "Keep this to compare" }
                        @if question.beside.is_some() { a href=(address(reader, "/odds", &question.written())) { "Stop comparing" } }
                    }
                }
            }
        }
    }
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn one_table(reader: &Reader<'_>, head: &PlanHead, question: &Question, table: &ChanceTable) -> Markup {
    let names: Vec<&str> = table.figures.iter().map(|figure| figure.name.as_str()).collect();
    let file = format!("/odds/{}-{}.csv", head.id, table.id);
    let reach = question.reach(table);
    html! {
        section class="in chance" aria-labelledby={ "t-" (table.id) } {
            header class="row between" {
                h3 id={ "t-" (table.id) } { (names.join(", ")) }
                a class="quiet" href=(address(reader, &file, &question.written())) download { "As CSV" span class="sr" { ": " (names.join(", ")) } }
            }
            (chance::table(table, reach))
            @if chance::is_drawn(table) { (reach_form(reader, head, question, table, reach)) }
        }
    }
}

/// What is to be reached, asked by address.
fn reach_form(
    reader: &Reader<'_>,
    head: &PlanHead,
    question: &Question,
    table: &ChanceTable,
    reach: i64,
) -> Markup {
    let link = reader.link("/odds");
    let (action, carried) = link.split_once('?').unwrap_or((&link, ""));
    let id = format!("reach-{}", table.id);
    html! {
        form method="get" action={ (action) "#t-" (table.id) } class="row reach" {
            @for (name, value) in form_urlencoded::parse(carried.as_bytes()) { input type="hidden" name=(name) value=(value); }
            input type="hidden" name="plan" value=(head.id);
            @if let Some(beside) = &question.beside { input type="hidden" name="beside" value=(beside); }
            @for (key, value) in &question.given { input type="hidden" name={ "given." (key) } value=(value); }
            @for (other, reach) in question.reach.iter().filter(|(other, _)| *other != table.id) { input type="hidden" name={ "reach." (other) } value=(reach); }
            label for=(id) { "To be reached" }
            input type="number" inputmode="numeric" id=(id) name=(id.replacen('-', ".", 1)) value=(reach);
            button class="btn" type="submit" { "Show" }
        }
    }
}

/// The plan beside the one that was kept.
fn side_by_side(reader: &Reader<'_>, told: &Foretold, kept: &Foretold, question: &Question) -> Markup {
    let pairs = told.tables.iter().filter_map(|table| chance::compared(table, kept.table(&table.id)?));
    let pairs: Vec<Markup> = pairs.collect();
    html! {
        section class="panel" id="beside" aria-labelledby="h-beside" {
            header { h2 id="h-beside" { "Beside the plan that you kept" } a href=(address(reader, "/odds", &question.written())) { "Open the kept plan" } }
            div class="in stack-s" {
                p class="prose" { strong { "This plan. " } (told.sentence) }
                p class="prose" { strong { "Kept plan. " } (kept.sentence) }
                @if pairs.is_empty() { p class="note" { "They tell of different things, so no figures stand side by side." } }
                div class="pairs" { @for pair in pairs { (pair) } }
                details class="unfold" {
                    summary { "What the kept plan takes as given" }
                    ul { @for one in &kept.assumptions { li { (one.words) } } }
                }
            }
        }
    }
}

/// A table of a plan as a file: `PLAN-TABLE.csv`.
pub(crate) async fn csv(
    State(state): State<WebState>,
    Path((campaign, seat, file)): Path<(String, String, String)>,
    RawQuery(query): RawQuery,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let question = Question::read(query.as_deref().unwrap_or_default());
    let heads = seated.look.plans();
    let asked = heads.iter().find(|head| question.is_asked(head.id)).ok_or(Trouble::NotFound)?;
    let told = aside::told(&state, &seated, &question, asked).await?.ok_or(Trouble::NotFound)?;
    let named = |table: &&ChanceTable| file == format!("{}-{}.csv", asked.id, table.id);
    let table = told.tables.iter().find(named).ok_or(Trouble::NotFound)?;
    let heads = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
    ];
    Ok((heads, sheets::csv::write(&[grid(table)])).into_response())
}

/// The rows of a table with their weights, whole.
fn grid(table: &ChanceTable) -> Grid {
    let more = table.figures.len() == 1;
    let names = table.figures.iter().map(|figure| figure.name.as_str());
    let columns = ["Weight", "Of", "Share"].into_iter().chain(more.then_some("Share of this and more"));
    let mut grid = Grid::new(table.id.as_str(), names.chain(columns));
    for row in &table.rows {
        let figures = table.figures.iter().zip(&row.values).zip(&row.words);
        let figures = figures.map(|((figure, value), words)| match figure.values.is_empty() {
            true => tabular::Value::Whole(*value),
            false => tabular::Value::Text(words.clone()),
        });
        let weights = [row.weight.to_string(), table.of.to_string(), row.share.clone()];
        let shares = weights.into_iter().chain(row.or_more_share.clone()).map(tabular::Value::Text);
        grid.rows.push(figures.chain(shares).collect());
    }
    grid
}
