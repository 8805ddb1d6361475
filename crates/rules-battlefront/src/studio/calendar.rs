//! Days and what they bring; the purchase points of each kind of slot.

use tabular::{CellKind, SetupTable};

use super::column::{Columned, column, head, whole};
use super::known::Known;
use crate::words::SlotKind;

const SECTION: &str = "Calendar";

pub(super) fn tables(known: &Known) -> Vec<SetupTable> {
    let mut tables = vec![days(known)];
    tables.extend(SlotKind::ALL.iter().map(|kind| purchase_points(*kind)));
    tables.push(weather());
    tables
}

fn days(known: &Known) -> SetupTable {
    let mut columns = vec![
        column("date", "Date", CellKind::Date).needed().aka(&["Day"]),
        column("slots", "Slots", CellKind::List)
            .needed()
            .aka(&["Scenarios", "Battles"])
            .help("full; am; am, pm; am, night; am, pm, night; or full, night."),
    ];
    for (id, name) in &known.sides {
        let none = vec![("none".to_owned(), "no points".to_owned())];
        columns.push(
            column(format!("drm.{id}"), format!("{name} modifier"), CellKind::NumberOr(none))
                .needed()
                .help("On the roll for points; none for no points at all. Several slots: one each, parted by a stroke, 0 / 1."),
        );
    }
    for (id, name) in &known.sides {
        columns.push(
            column(format!("fpp.{id}"), format!("{name} grant of FPP"), whole(0, 1000))
                .help("Fortification points at the day's opening; none where it is empty."),
        );
    }
    let help = "The days in order, with the historical modifiers of each side.";
    head("days", SECTION, "Days", "BF-2.S-7", help).rows(columns)
}

fn purchase_points(kind: SlotKind) -> SetupTable {
    let title = format!("Purchase points, {}", kind.prose());
    let help = "BF-T1: what the modified die brings. Bands leave no gap and do not overlap; the outer ones are open. \
                Days of one slot use the printed chart where this is empty; other days need a chart for each slot.";
    head(format!("tables.cpp.{kind}.rows"), SECTION, title, "BF-T1", help).rows(vec![
        column("min", "From", whole(-1000, 1000))
            .aka(&["Min", "Least", "Roll from"])
            .help("Open where it is empty."),
        column("max", "To", whole(-1000, 1000))
            .aka(&["Max", "Most", "Roll to"])
            .help("Open where it is empty."),
        column("gain", "Points", whole(0, 1000)).needed().aka(&["CPP", "Gain", "Purchase points"]),
    ])
}

fn weather() -> SetupTable {
    let help = "One die of ten each morning. Without rows there is no weather.";
    head("tables.weather", SECTION, "Weather", "BF-2.S-8", help).rows(vec![
        column("min", "From", whole(-1000, 1000)).aka(&["Min", "Roll from"]),
        column("max", "To", whole(-1000, 1000)).aka(&["Max", "Roll to"]),
        column("text", "Weather", CellKind::Text).needed().aka(&["Text", "Description"]),
        column("effects", "Effects", CellKind::List).help("no-air, spotting-half, or nothing."),
    ])
}
