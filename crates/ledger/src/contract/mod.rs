//! What every store has to do, as a list of tests that a store runs against itself.
//!
//! ```ignore
//! ledger::contract_tests!(MyHarness::new());
//! ```

// Test code: a failed expectation is a failed test.
#![allow(clippy::unwrap_used)]

mod appending;
mod campaigns;
mod keys;
mod reading;
pub mod sample;

use std::sync::Arc;

use async_trait::async_trait;

pub use appending::*;
pub use campaigns::*;
pub use keys::*;
pub use reading::*;

use crate::Store;

/// A place of its own for one test, with a store in it.
#[async_trait]
pub trait Harness: Send + Sync {
    /// Opens the store of this place; opened again, it has what was written before.
    async fn open(&self) -> Arc<dyn Store>;
}

/// One test for each fact of the contract; the expression makes a fresh [`Harness`].
#[macro_export]
macro_rules! contract_tests {
    ($harness:expr) => {
        $crate::contract_tests!(@each $harness;
            a_campaign_comes_back_as_it_was_created,
            an_unknown_campaign_is_not_found,
            a_campaign_is_created_once,
            a_campaign_that_contradicts_itself_is_refused,
            campaigns_are_listed_by_id,
            an_import_is_whole_or_not_at_all,
            entries_are_numbered_and_chained,
            an_entry_for_another_number_is_a_conflict,
            a_conflict_in_a_batch_fails_alone,
            bad_entries_fail_alone,
            one_batch_carries_many_campaigns,
            what_is_written_together_is_whole_or_not_at_all,
            equal_bodies_have_different_commitments,
            bodies_are_kept_byte_for_byte,
            of_sixteen_writers_exactly_one_wins_each_number,
            entries_are_read_in_pages,
            a_stream_is_read_alone,
            heads_are_where_the_entries_end,
            everything_is_there_after_opening_again,
            snapshots_are_kept_by_build,
            dropping_snapshots_changes_nothing,
        );
    };
    (@each $harness:expr; $($fact:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $fact() {
                $crate::contract::$fact(&$harness).await;
            }
        )*
    };
}
