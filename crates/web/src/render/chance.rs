//! Exact odds as people read them, those of a single roll and those of whole plans: the main figures large, a plot with the figures beside it, every row, and a sentence for
//! those who do not look at a plot.

use kernel::chance::Natural;
use kernel::foretold::{ChanceRow, percent};
use kernel::view::OddsTable;
use kernel::view::block::{figure_words, grouped};
use kernel::{ChanceTable, Foretold};
use maud::{Markup, html};

/// A plot's frame, in its own units. Narrow pages have one of their own: letters would be too small to read in the other.
struct Frame {
    class: &'static str,
    width: u64,
    right: u64,
    /// As many labels stand along the foot without touching.
    most_labels: u64,
    /// Whether what is reached is said at the foot. Where there is no room it is said below.
    says: bool,
}

const FRAMES: [Frame; 2] = [
    Frame { class: "wide", width: 700, right: 690, most_labels: 12, says: true },
    Frame { class: "narrow", width: 300, right: 296, most_labels: 6, says: false },
];
const HEIGHT: u64 = 236;
const LEFT: u64 = 44;
const TOP: u64 = 14;
const FOOT: u64 = 190;
/// A wider plot has bars that nobody can tell apart: its rows alone are shown.
const MOST_BARS: u64 = 200;
/// Rows that are shown without being unfolded.
const MOST_ROWS: usize = 12;
/// Parts of a whole in which heights are worked out.
const FINE: u64 = 1_000_000;

/// Whether a table is drawn: one figure that is a number, with more than one value.
pub fn is_drawn(table: &ChanceTable) -> bool {
    let span = span(table);
    is_number(table) && table.rows.len() > 1 && span.is_some_and(|(low, high)| high.abs_diff(low) < MOST_BARS)
}

fn is_number(table: &ChanceTable) -> bool {
    matches!(&table.figures[..], [figure] if figure.values.is_empty())
}

fn span(table: &ChanceTable) -> Option<(i64, i64)> {
    Some((*table.rows.first()?.values.first()?, *table.rows.last()?.values.first()?))
}

/// The value that about half of the cases reach.
pub fn usual_reach(table: &ChanceTable) -> i64 {
    let far = |row: &&ChanceRow| {
        let more = row.or_more.as_ref().map_or(0, |more| more.share(&table.of, FINE));
        more.abs_diff(u128::from(FINE) / 2)
    };
    table.rows.iter().min_by_key(far).map_or(0, |row| row.values[0])
}

/// The weight of all cases that reach a value.
pub fn reaching(table: &ChanceTable, reach: i64) -> Natural {
    let row = table.rows.iter().find(|row| row.values[0] >= reach);
    row.and_then(|row| row.or_more.clone()).unwrap_or(Natural::ZERO)
}

/// The share of the cases that reach a value, in words: "55.7 % for 68 or more".
fn reached(table: &ChanceTable, reach: i64) -> (String, String) {
    (percent(&reaching(table, reach), &table.of), format!("for {} or more", figure_words(reach)))
}

/// Two or three large figures of a plan: what its first tables say.
pub fn lead(told: &Foretold, reach: impl Fn(&ChanceTable) -> i64) -> Markup {
    let mut figures: Vec<(String, String)> = Vec::new();
    for table in &told.tables {
        let [figure] = &table.figures[..] else { continue };
        match table.rows.last() {
            Some(row) if !figure.values.is_empty() => {
                let words = format!("{}: {}", figure.name, row.words[0]);
                figures.push((percent(&row.weight, &table.of), words));
            }
            Some(_) => {
                let (share, words) = reached(table, reach(table));
                figures.push((share, format!("{} {words}", figure.name)));
            }
            None => {}
        }
    }
    html! {
        div class="lead-figures" {
            @for (share, words) in figures.iter().take(3) { p { b { (share) } " " (words) } }
        }
    }
}

/// One table: its plot where it has one, the figures beside it, every row below.
pub fn table(table: &ChanceTable, reach: i64) -> Markup {
    html! {
        p class="prose" { (table.sentence) }
        @if is_drawn(table) {
            div class="fv" {
                div { @for frame in &FRAMES { (plot(table, reach, frame)) } }
                (at_least(table))
            }
        }
        (rows(table))
    }
}

/// The common step of a table's values: where only even sums come, two.
fn stride(table: &ChanceTable) -> u64 {
    let values = table.rows.iter().filter_map(|row| row.values.first());
    let first = table.rows.first().and_then(|row| row.values.first()).copied().unwrap_or(0);
    let of_both = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    values.map(|value| value.abs_diff(first)).fold(0, of_both).max(1)
}

/// How many bars stand before the first one that reaches a figure.
fn bars_before(low: i64, reach: i64, stride: u64) -> u64 {
    u64::try_from(reach.saturating_sub(low)).unwrap_or(0).div_ceil(stride)
}

/// Bars over the values, filled where the value is reached and hatched where it is not.
fn plot(table: &ChanceTable, reach: i64, frame: &Frame) -> Markup {
    let Some((low, high)) = span(table) else { return html! {} };
    let Frame { class, width, right, most_labels, says } = *frame;
    let stride = stride(table);
    let n = high.abs_diff(low) / stride + 1;
    let tallest = table.rows.iter().map(|row| row.weight.share(&table.of, FINE)).max().unwrap_or(1).max(1);
    let step = (right - LEFT) * 100 / n;
    let x = |value: i64| LEFT * 100 + 200 + value.abs_diff(low) * step / stride;
    let height = |row: &ChanceRow| {
        let of_tallest = row.weight.share(&table.of, FINE) * u128::from(FOOT - TOP) * 10 / tallest;
        u64::try_from(of_tallest).unwrap_or(0).max(5)
    };
    let hundredths = |n: u64| format!("{}.{:02}", n / 100, n % 100);
    let every = n.div_ceil(most_labels).max(1) * stride;
    let gap = if step > 800 { (step / 4).min(1200) } else { 0 };
    let (share, words) = reached(table, reach);
    let short = table.of.minus(&reaching(table, reach)).unwrap_or(Natural::ZERO);
    // The line of what is to be reached stands before the bar of the first value that does.
    let line = (LEFT * 100 + 200 + bars_before(low, reach, stride).min(n) * step).saturating_sub(gap / 2);
    let turns = line > (LEFT + right) * 50;
    let short_words = format!("short of it {}", percent(&short, &table.of));
    let hatch = format!("hatch-{}-{class}", table.id);
    html! {
        div class={ "chances " (class) } {
            svg viewBox={ "0 0 " (width) " " (HEIGHT) } role="img" aria-label=(table.sentence) {
                defs {
                    pattern id=(hatch) width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" { path d="M0 0V5" {} }
                }
                @for part in [1_u128, 2] {
                    @let at = u64::try_from(u128::from(FOOT) - u128::from(FOOT - TOP) * part / 2).unwrap_or(TOP);
                    path class="grid" d={ "M" (LEFT) " " (at) "H" (right) } {}
                    text class="end" x=(LEFT - 6) y=(at + 4) { (tenths(tallest * part / 2)) }
                }
                @for row in &table.rows {
                    @let value = row.values[0];
                    @let tall = height(row);
                    @let fill = (value < reach).then(|| format!("url(#{hatch})"));
                    rect class=(if value < reach { "short" } else { "met" }) fill=[fill] x=(hundredths(x(value)))
                        y=(hundredths(FOOT * 100 - tall * 10)) width=(hundredths(step - gap)) height=(hundredths(tall * 10)) {}
                }
                @for value in (low..=high).filter(|value| value.abs_diff(low).is_multiple_of(every)) {
                    text class="mid" x=(hundredths(x(value) + (step - gap) / 2)) y=(FOOT + 17) { (figure_words(value)) }
                }
                path class="foot" d={ "M" (LEFT) " " (FOOT) "H" (right) } {}
                path class="goal" d={ "M" (hundredths(line)) " 6V" (FOOT + 22) } {}
                @if says && turns {
                    text class="end" x=(hundredths(line.saturating_sub(500))) y=(HEIGHT - 6) { (short_words) ", " tspan class="strong" { (share) " " (words) } }
                } @else if says {
                    text x=(hundredths(line + 500)) y=(HEIGHT - 6) { tspan class="strong" { (share) " " (words) } ", " (short_words) }
                }
            }
            p class="note" {
                @if !says { strong { (share) " " (words) } ", " (short_words) ". " }
                "Percent of all cases, each as likely as it is. Black reaches " (figure_words(reach)) ", hatched does not."
            }
        }
    }
}

fn tenths(of_fine: u128) -> String {
    let tenths = (of_fine * 1000 + u128::from(FINE) / 2) / u128::from(FINE);
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

/// The shares, in percent, for which the figures beside a plot tell what is reached.
const MARKS: [u64; 6] = [99, 90, 75, 50, 25, 10];

/// The rows whose values are reached in about so many cases; all where there are few.
fn marked(table: &ChanceTable) -> Vec<&ChanceRow> {
    if table.rows.len() <= MARKS.len() {
        return table.rows.iter().collect();
    }
    let reached = |row: &ChanceRow| row.or_more.as_ref().map_or(0, |more| more.share(&table.of, FINE));
    let nearest = |mark: u64| {
        let far = |n: &usize| reached(&table.rows[*n]).abs_diff(u128::from(mark * FINE / 100));
        (0..table.rows.len()).min_by_key(far).unwrap_or(0)
    };
    let rows: std::collections::BTreeSet<usize> = MARKS.into_iter().map(nearest).collect();
    rows.into_iter().map(|n| &table.rows[n]).collect()
}

/// A few values with the share of the cases that reach them.
fn at_least(table: &ChanceTable) -> Markup {
    html! {
        table class="tbl flat" {
            caption { "At least" }
            tbody {
                @for row in marked(table) {
                    tr {
                        th scope="row" { (row.words[0]) " or more" }
                        td class="fig" { (row.or_more.as_ref().map_or_else(String::new, |more| percent(more, &table.of))) }
                    }
                }
            }
        }
    }
}

/// Every row with its weight, folded where there are many.
fn rows(table: &ChanceTable) -> Markup {
    let label = table.figures.iter().map(|figure| figure.name.as_str()).collect::<Vec<_>>().join(", ");
    let all = html! {
        div class="joint" tabindex="0" role="group" aria-label={ "Every case: " (label) } { table class="tbl flat" {
            caption class="sr" { "Every case" }
            thead {
                tr {
                    @for figure in &table.figures { th scope="col" { (figure.name) } }
                    th scope="col" class="fig" { "Exactly" }
                    @if is_number(table) { th scope="col" class="fig" { "Or more" } }
                }
            }
            tbody {
                @for row in &table.rows {
                    tr {
                        @for (at, words) in row.words.iter().enumerate() {
                            @if at == 0 { th scope="row" { (words) } } @else { td { (words) } }
                        }
                        td class="fig" { (percent(&row.weight, &table.of)) }
                        @if is_number(table) { td class="fig" { (row.or_more.as_ref().map_or_else(String::new, |more| percent(more, &table.of))) } }
                    }
                }
            }
        } }
        p class="note" { "Of " (of_words(&table.of)) "." }
    };
    html! {
        @if table.rows.len() <= MOST_ROWS && !is_drawn(table) { (all) }
        @else {
            details class="unfold" { summary { "Every case: " (table.rows.len()) " of them" } (all) }
        }
    }
}

/// How many cases there are, as far as people read such numbers.
fn of_words(of: &Natural) -> String {
    let digits = of.to_string();
    let cases = "equally likely cases";
    if digits.len() <= 15 {
        let grouped = grouped(of.to_u128().unwrap_or_default());
        return format!("{grouped} {cases}");
    }
    format!("a number of {cases} with {} digits; files hold it whole", digits.len())
}

/// The steps of a plan with their two quantities.
pub fn steps(told: &Foretold) -> Markup {
    let [step, first, second] = told.step_heads;
    let noted = told.steps.iter().any(|step| !step.note.is_empty());
    html! {
        @if !told.steps.is_empty() {
            div class="in" { table class="tbl flat" {
                caption class="sr" { "Step by step" }
                thead {
                    tr {
                        th scope="col" { (step) }
                        @if noted { th scope="col" { span class="sr" { "How it is thrown" } } }
                        th scope="col" class="fig" { (first) }
                        th scope="col" class="fig" { (second) }
                    }
                }
                tbody {
                    @for step in &told.steps {
                        tr {
                            th scope="row" { (step.label) }
                            @if noted { td { (step.note) } }
                            td class="fig" { (step.alone.shown) }
                            td class="fig" { (step.so_far.shown) }
                        }
                    }
                }
            } }
        }
    }
}

/// What is taken as given, in sentences.
pub fn assumptions(told: &Foretold) -> Markup {
    html! {
        div class="asm" {
            h3 { "What is taken as given" }
            ul { @for one in &told.assumptions { li { (one.words) } } }
        }
    }
}

/// Two plans side by side: each value with the share of the cases that reach it in either.
pub fn compared(ours: &ChanceTable, kept: &ChanceTable) -> Option<Markup> {
    if !is_number(ours) || !is_number(kept) {
        return None;
    }
    let (low, high) = span(ours).zip(span(kept)).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)))?;
    let every = i64::try_from(high.abs_diff(low).div_ceil(12).max(1)).unwrap_or(i64::MAX);
    let values: Vec<i64> = (0..).map(|n| low + n * every).take_while(|value| *value <= high).collect();
    Some(html! {
        table class="tbl flat" {
            caption { (ours.figures[0].name) }
            thead { tr { th scope="col" { "At least" } th scope="col" class="fig" { "This plan" } th scope="col" class="fig" { "Kept plan" } } }
            tbody {
                @for value in values {
                    tr {
                        th scope="row" { (figure_words(value)) " or more" }
                        td class="fig" { (percent(&reaching(ours, value), &ours.of)) }
                        td class="fig" { (percent(&reaching(kept, value), &kept.of)) }
                    }
                }
            }
        }
    })
}

/// Alternatives side by side on one scale.
pub fn single(tables: &[OddsTable]) -> Markup {
    let shares = |table: &OddsTable| table.rows.iter().map(|(_, n)| share(*n, table.of, 10_000)).max();
    let tallest = tables.iter().filter_map(shares).max();
    html! {
        div class=(if tables.len() > 1 { "alternatives two" } else { "alternatives" }) {
            @for table in tables { (odds_table(table, tallest.unwrap_or(1).max(1))) }
        }
    }
}

fn odds_table(table: &OddsTable, tallest: u64) -> Markup {
    html! {
        div {
            table class="odds" {
                caption class="lab" { (table.caption) }
                thead {
                    tr {
                        th scope="col" { (table.head) }
                        th scope="col" { span class="sr" { "Share" } }
                        th scope="col" class="fig" { "Of " (grouped(table.of.into())) }
                        th scope="col" class="fig" { "Chance" }
                    }
                }
                tbody {
                    @for (outcome, n) in &table.rows {
                        tr {
                            th scope="row" { (outcome) }
                            (bar(share(*n, table.of, 10_000) * 95 / tallest, table.other))
                            (cases(*n))
                            td class="fig" { (in_percent(*n, table.of)) }
                        }
                    }
                }
            }
            @if !table.note.is_empty() { p class="note" { (table.note) } }
        }
    }
}

/// The bar of a share: so many hundredths of its column, hatched for what is not picked beforehand or not aimed at.
pub fn bar(hundredths: u64, other: bool) -> Markup {
    html! { td class="bar" { i class={ @if other { "alt " } "w" (hundredths.min(100)) } {} } }
}

/// In how many cases.
pub fn cases(weight: u64) -> Markup {
    html! { td class="fig" { (grouped(weight.into())) } }
}

/// A chance in words: "3 of 20".
pub fn of_all(weight: u64, of: u64) -> String {
    format!("{} of {}", grouped(weight.into()), grouped(of.into()))
}

/// `n` of `of` in the same proportion of `whole`, rounded to the nearest.
fn share(n: u64, of: u64, whole: u64) -> u64 {
    let of = u128::from(of.max(1));
    u64::try_from((u128::from(n) * u128::from(whole) * 2 + of) / (of * 2)).unwrap_or(whole)
}

/// A chance as a percentage with one decimal where it is not whole: `30 %`, `4.5 %`, `<0.1 %`.
pub fn in_percent(n: u64, of: u64) -> String {
    let tenths = share(n, of, 1000);
    match (n, tenths) {
        (0, _) => "0 %".to_owned(),
        (_, 0) => "<0.1 %".to_owned(),
        (n, 1000) if n < of => ">99.9 %".to_owned(),
        (_, tenths) if tenths % 10 == 0 => format!("{} %", tenths / 10),
        (_, tenths) => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// A chance in whole percents, rounded to the nearest, where it stands beside its exact cases.
pub fn whole_percent(n: u64, of: u64) -> u64 {
    share(n, of, 100)
}

#[cfg(test)]
mod tests {
    use kernel::chance::Chance;

    use super::*;

    #[test]
    fn bars_stand_where_values_can_come() {
        let of = |values: &[i64]| {
            let each = values.iter().map(|value| (Chance::sure(*value), Natural::ONE));
            let chance = Chance::<()>::mixed(each, &Natural::from(values.len() as u64)).unwrap();
            ChanceTable::of_one("sums", kernel::Figure::new("Sum"), &chance)
        };
        assert_eq!(
            [of(&[42, 44, 48]), of(&[3, 4, 6]), of(&[-6, 0, 9]), of(&[7])].map(|table| stride(&table)),
            [2, 1, 3, 1]
        );
        // 59 is reached from 60 on, whose bar is the tenth from 42 on by twos.
        assert_eq!([41, 42, 43, 59, 60, 61].map(|reach| bars_before(42, reach, 2)), [0, 0, 1, 9, 9, 10]);
    }

    #[test]
    fn the_figures_beside_a_plot_are_those_that_say_something() {
        let two: [i64; 2] = [0, 1];
        let coin = kernel::chance::Draw::new(1, two.map(|side| (vec![side], 1_u64))).unwrap();
        let heads = |n| {
            let sums = kernel::chance::Sums::of_draws(1, &[(coin.clone(), n)]).unwrap();
            ChanceTable::of_one("heads", kernel::Figure::new("Heads"), &sums.marginal(0))
        };
        let told = |n| marked(&heads(n)).iter().map(|row| row.values[0]).collect::<Vec<_>>();
        assert_eq!(told(4), [0, 1, 2, 3, 4]);
        // 31 heads and more of 72 come in 90.5 % of the cases, 42 and more in 9.6 %.
        assert_eq!(told(72), [27, 31, 34, 36, 39, 42]);
    }

    #[test]
    fn chances_are_told_alike_everywhere() {
        assert_eq!(in_percent(3, 10), "30 %");
        assert_eq!(in_percent(1, 3), "33.3 %");
        assert_eq!(in_percent(1, 1_000_000), "<0.1 %");
        assert_eq!(in_percent(0, 10), "0 %");
        assert_eq!(in_percent(999_999, 1_000_000), ">99.9 %");
        assert_eq!(in_percent(10, 10), "100 %");
        assert_eq!([(15, 36), (21, 36), (1, 2), (0, 0)].map(|(n, of)| whole_percent(n, of)), [42, 58, 50, 0]);
        assert_eq!(of_all(3, 20), "3 of 20");
    }
}
