//! What stands within a block, so that whoever looks for something on a page need not know every block.

use super::block::Block;
use super::form::Form;

impl Block {
    /// The blocks within this one.
    pub fn within(&self) -> &[Self] {
        match self {
            Self::Panel(panel) => &panel.body,
            Self::Plan(plan) => &plan.body,
            Self::Prose(_) | Self::Note(_) | Self::Empty(_) | Self::Owed(_) | Self::Steps(_) => &[],
            Self::Can(_) | Self::Form(_) | Self::Basket(_) | Self::Tally(_) | Self::Rolls(_) => &[],
            Self::Sheet(_) | Self::Ledger(_) | Self::Odds(_) | Self::Roll(_) | Self::Facts(_) => &[],
            Self::Field(_) | Self::Board(_) | Self::Timeline(_) | Self::SinceLastHere => &[],
            Self::Headline(_) | Self::Forces(_) | Self::Ladder(_) | Self::Results(_) => &[],
            Self::Bars { .. } | Self::Plot(_) | Self::Arrangement(_) => &[],
        }
    }

    /// The forms of this block itself, in reading order; `None` of a block that is there to be read.
    pub fn controls(&self) -> Option<Vec<&Form>> {
        Some(match self {
            Self::Can(forms) => forms.iter().collect(),
            Self::Form(form) => vec![form],
            Self::Rolls(table) => table.forms(),
            Self::Tally(rows) => rows.iter().flat_map(|row| &row.forms).collect(),
            Self::Basket(basket) => basket.rows.iter().flat_map(|row| [&row.less, &row.more]).collect(),
            // What is within a panel or a plan is a block of its own; a board's acts are no forms.
            Self::Panel(_) | Self::Plan(_) | Self::Board(_) => return None,
            Self::Prose(_) | Self::Note(_) | Self::Empty(_) | Self::Owed(_) | Self::Steps(_) => return None,
            Self::Sheet(_) | Self::Ledger(_) | Self::Odds(_) | Self::Roll(_) | Self::Facts(_) => return None,
            Self::Field(_) | Self::Timeline(_) | Self::SinceLastHere => return None,
            Self::Headline(_) | Self::Forces(_) | Self::Ladder(_) | Self::Results(_) => return None,
            // Its buttons change nothing but a text that is not sent yet.
            Self::Bars { .. } | Self::Plot(_) | Self::Arrangement(_) => return None,
        })
    }

    /// The forms of this block itself, in reading order.
    pub fn forms(&self) -> Vec<&Form> {
        self.controls().unwrap_or_default()
    }

    /// Shows this block, then every block within it, in reading order.
    pub fn walk<'v>(&'v self, show: &mut dyn FnMut(&'v Self)) {
        show(self);
        self.within().iter().for_each(|block| block.walk(show));
    }
}
