//! What stands above a board in inches: zoom, the switches of its layers, the ruler. What needs the script is not shown
//! without it.

use kernel::view::FieldMap;
use maud::{Markup, html};

use super::board::ID;
use super::board_layers::Layer;
use super::board_words::inches;
use super::reader::Reader;
use super::symbols::icon;

/// The most characters of a coordinate: `1000.25`.
const COORDINATE: usize = 8;

pub(super) fn tools(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    let layers = Layer::of(map, reader.picture.is_some());
    html! {
        div class="hb-tools ib-tools" {
            div class="row hb-zoom" {
                button class="btn" type="button" data-do="out" aria-label="Zoom out" aria-controls={ (ID) "-pan" } { "−" }
                button class="btn" type="button" data-do="in" aria-label="Zoom in" aria-controls={ (ID) "-pan" } { "+" }
                button class="btn" type="button" data-do="whole" { (icon("whole")) span class="word" { "Whole map" } }
            }
            details class="hb-layers" id={ (ID) "-layers" } {
                summary class="btn" { (icon("layers")) span class="word" { "Layers" } }
                fieldset class="hb-menu hb-switches" {
                    legend class="lab" { "Shown on the map" }
                    @for layer in layers {
                        @let id = format!("{ID}-s{}", layer.number());
                        label for=(id) {
                            input type="checkbox" class={ "ib-s" (layer.number()) } id=(id) checked autocomplete="off";
                            (layer.name(reader))
                        }
                    }
                }
            }
            (ruler(map))
        }
    }
}

/// Two places and how far they are apart.
fn ruler(map: &FieldMap) -> Markup {
    html! {
        details class="hb-layers ib-scripted" id={ (ID) "-ruler" } {
            summary class="btn" { (icon("ruler")) span class="word" { "Ruler" } }
            div class="hb-menu ib-ruler stack-s" hx-morph-skip id={ (ID) "-rule" } {
                @for (end, words) in [("from", "From"), ("to", "To")] {
                    fieldset class="row" {
                        legend class="lab" { (words) }
                        @for (axis, words, most) in [("x", "Left", map.size.x), ("y", "Up", map.size.y)] {
                            @let id = format!("{ID}-{end}-{axis}");
                            label class="hint" for=(id) { (words) }
                            input type="text" inputmode="decimal" id=(id) data-rule={ (end) " " (axis) } maxlength=(COORDINATE)
                                autocomplete="off" aria-label={ (words) ", inches, 0 to " (inches(most)) };
                        }
                    }
                }
                div class="row" {
                    button class="btn small" type="button" data-do="measure" aria-pressed="false" id={ (ID) "-measure" } { "Measure on the map" }
                    button class="btn small" type="button" data-do="clear" { "Clear" }
                    output class="ib-length" id={ (ID) "-length" } for={ (ID) "-from-x " (ID) "-from-y " (ID) "-to-x " (ID) "-to-y" } {}
                }
                p class="hint" { "The ruler is part of the page's address: whoever opens that address on a map of this campaign sees the same two ends." }
            }
        }
    }
}
