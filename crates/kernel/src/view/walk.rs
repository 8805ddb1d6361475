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
            Self::Can(_) | Self::Form(_) | Self::Basket(_) | Self::Tally(_) => &[],
            Self::Sheet(_) | Self::Ledger(_) | Self::Odds(_) | Self::Roll(_) | Self::Facts(_) => &[],
            Self::Field(_) | Self::Board(_) | Self::Timeline(_) | Self::SinceLastHere => &[],
            Self::Headline(_) | Self::Forces(_) | Self::Ladder(_) | Self::Results(_) => &[],
            Self::Bars { .. } | Self::Plot(_) => &[],
        }
    }

    /// The forms of this block itself, in reading order.
    pub fn forms(&self) -> Vec<&Form> {
        match self {
            Self::Can(forms) => forms.iter().collect(),
            Self::Form(form) => vec![form],
            Self::Tally(rows) => rows.iter().flat_map(|row| &row.forms).collect(),
            Self::Basket(basket) => basket.rows.iter().flat_map(|row| [&row.less, &row.more]).collect(),
            // What is within a panel or a plan is a block of its own; a board's acts are no forms.
            Self::Panel(_) | Self::Plan(_) | Self::Board(_) => Vec::new(),
            Self::Prose(_) | Self::Note(_) | Self::Empty(_) | Self::Owed(_) | Self::Steps(_) => Vec::new(),
            Self::Sheet(_) | Self::Ledger(_) | Self::Odds(_) | Self::Roll(_) | Self::Facts(_) => Vec::new(),
            Self::Field(_) | Self::Timeline(_) | Self::SinceLastHere => Vec::new(),
            Self::Headline(_) | Self::Forces(_) | Self::Ladder(_) | Self::Results(_) => Vec::new(),
            Self::Bars { .. } | Self::Plot(_) => Vec::new(),
        }
    }

    /// Shows this block, then every block within it, in reading order.
    pub fn walk<'v>(&'v self, show: &mut dyn FnMut(&'v Self)) {
        show(self);
        self.within().iter().for_each(|block| block.walk(show));
    }
}
