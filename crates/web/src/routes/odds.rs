//! The odds of plans: what a seat can ask about over several commands, with everything that is taken as given set on the
//! page. The address holds the whole question, so that it can be kept, sent and asked again.

use std::time::Duration;

use axum::extract::{Path, RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::foretold::Setting;
use kernel::view::{ShownRefusal, order};
use kernel::{ChanceTable, Foretold, PlanHead, PlanQuestion};
use maud::{Markup, html};
use serde_json::{Map, Value, json};
use tabular::Grid;
use tokio::sync::Semaphore;

use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::render::frame::head;
use crate::render::{Reader, chance, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// As many plans are worked out at once: a seat that asks again and again keeps nobody else waiting.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// How long one may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Letters of a typed order.
const MOST_ORDER: usize = 200;

/// What is asked, as the address says it.
#[derive(Default)]
struct Question {
    plan: Option<String>,
    /// Answers to the plan's questions, in the order of the address.
    given: Vec<(String, String)>,
    /// What is to be reached, by table.
    reach: Vec<(String, i64)>,
    /// Another question that is shown beside this one.
    beside: Option<String>,
}

impl Question {
    fn read(query: &str) -> Self {
        let mut question = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match (&*name, name.split_once('.')) {
                ("plan", _) => question.plan = Some(value.into_owned()),
                ("beside", _) => {
                    question.beside = Some(value.into_owned()).filter(|beside| !beside.is_empty())
                }
                (_, Some(("given", key))) => question.given.push((key.to_owned(), value.into_owned())),
                (_, Some(("reach", table))) => {
                    question.reach.extend(value.parse().ok().map(|reach| (table.to_owned(), reach)));
                }
                _ => {}
            }
        }
        question
    }

    /// The same as an address has it, without what is shown beside it.
    fn written(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(plan) = &self.plan {
            query.append_pair("plan", plan);
        }
        for (key, value) in &self.given {
            query.append_pair(&format!("given.{key}"), value);
        }
        for (table, reach) in &self.reach {
            query.append_pair(&format!("reach.{table}"), &reach.to_string());
        }
        query.finish()
    }

    fn is_asked(&self, plan: &str) -> bool {
        self.plan.as_deref() == Some(plan)
    }

    fn answers<'q>(&'q self, key: &'q str) -> impl Iterator<Item = &'q str> {
        self.given.iter().filter(move |(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// What is given for the questions of a plan; what was not asked keeps its default.
    fn values(&self, seated: &Seated, head: &PlanHead) -> Result<Value, Vec<ShownRefusal>> {
        let mut values = Map::new();
        for question in &head.questions {
            let key = question.key.as_str();
            let Some(first) = self.answers(key).next() else { continue };
            let value = match &question.setting {
                Setting::Number { .. } => {
                    first.trim().parse::<i64>().map_or_else(|_| json!(first), Value::from)
                }
                Setting::Choice(_) => first.into(),
                // An empty one says that the question was asked.
                Setting::Several(_) => self.answers(key).filter(|value| !value.is_empty()).collect(),
                Setting::Command if first.trim().is_empty() => continue,
                Setting::Command => ordered(seated, first).map_err(|sentence| vec![unread(&sentence)])?,
            };
            values.insert(key.to_owned(), value);
        }
        Ok(values.into())
    }

    fn reach(&self, table: &ChanceTable) -> i64 {
        let asked = self.reach.iter().find(|(known, _)| *known == table.id).map(|(_, reach)| *reach);
        asked.unwrap_or_else(|| chance::usual_reach(table))
    }
}

/// A command as it is typed on a map of the seat.
fn ordered(seated: &Seated, text: &str) -> Result<Value, String> {
    if text.chars().count() > MOST_ORDER {
        return Err(format!("An order holds at most {MOST_ORDER} characters."));
    }
    let mut why = "There is no map on which orders are typed.".to_owned();
    for page in seated.look.pages() {
        for board in page.boards() {
            match order::read(board, text) {
                Ok(order) => return Ok(order.command),
                Err(sentence) => why = sentence,
            }
        }
    }
    Err(why)
}

fn unread(sentence: &str) -> ShownRefusal {
    let refusal = kernel::Refusal::new(kernel::rulebook::HOUSE_COMMAND, "command", sentence);
    ShownRefusal::all(&refusal.into()).remove(0)
}

/// A question answered, or why not; nothing where a command is still to be given.
type Told = Option<Result<Foretold, Vec<ShownRefusal>>>;

/// Works out a plan beside everything else, within its time.
async fn told(seated: &Seated, question: &Question, head: &PlanHead) -> Result<Told, Trouble> {
    let given = match question.values(seated, head) {
        Ok(given) => given,
        Err(refusals) => return Ok(Some(Err(refusals))),
    };
    let lacks = |one: &PlanQuestion| matches!(one.setting, Setting::Command) && given.get(&one.key).is_none();
    if head.questions.iter().any(lacks) {
        return Ok(None);
    }
    let (look, plan) = (seated.look.clone(), head.id);
    let worked_out = async {
        let _place = AT_ONCE.acquire().await;
        tokio::task::spawn_blocking(move || look.foretell(plan, &given)).await
    };
    match tokio::time::timeout(PATIENCE, worked_out).await {
        Err(_) => Ok(Some(Err(vec![unread(
            "These odds take too long to be worked out. Ask about fewer things at once.",
        )]))),
        Ok(Err(ended)) => std::panic::resume_unwind(ended.into_panic()),
        Ok(Ok(told)) => Ok(Some(told.map_err(|refusals| ShownRefusal::all(&refusals)))),
    }
}

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
    let answer = match asked {
        Some(head) => told(&seated, &question, head).await?,
        None => None,
    };
    let kept = question.beside.as_deref().map(Question::read);
    let kept_head = kept.as_ref().and_then(|kept| heads.iter().find(|head| kept.is_asked(head.id)));
    let beside = match (&kept, kept_head) {
        (Some(kept), Some(head)) => told(&seated, kept, head).await?,
        _ => None,
    };
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
                    (result(&reader, head, &question, answer.as_ref()))
                }
                @if let (Some(Ok(told)), Some(Ok(kept_told)), Some(kept)) = (&answer, &beside, &kept) {
                    (side_by_side(&reader, told, kept_told, kept))
                }
                @if let (Some(_), Some(Err(refusals))) = (&kept, &beside) {
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
            form method="get" action=(action) class="in stack-s" {
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
                p class="note" id={ (id) "-how" } { "As you would type it below the map." }
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
    answer: Option<&Result<Foretold, Vec<ShownRefusal>>>,
) -> Markup {
    html! {
        section class="panel" id="told" aria-labelledby="h-told" {
            header { h2 id="h-told" { "What it comes to" } }
            @match answer {
                None => p class="empty" { "Say what is to be weighed: the odds stand here." },
                Some(Err(refusals)) => div class="in" { (words::refusal(reader, "odds-why", refusals)) },
                Some(Ok(told)) => {
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
    let Some(Ok(told)) = told(&seated, &question, asked).await? else { return Err(Trouble::NotFound) };
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
