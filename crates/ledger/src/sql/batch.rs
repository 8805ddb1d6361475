//! Many entries in one transaction, and what writers hand on to each other.

use tokio::sync::MutexGuard;

use super::append::{Tips, append, chain, insert_all};
use super::engine::Engine;
use super::rows::failed;
use super::{SqlStore, WRITE};
use crate::{CampaignId, Entry, Fault, NewEntry};

/// Where campaigns stand, as the writer before left it. It is handed on only after a commit: whatever else ends a transaction
/// leaves nothing behind.
pub(super) fn handed_on(turn: &mut Option<MutexGuard<'_, Tips>>) -> Tips {
    turn.as_deref_mut().map(std::mem::take).unwrap_or_default()
}

pub(super) fn hand_on<E: Engine>(turn: &mut Option<MutexGuard<'_, Tips>>, tips: Tips) {
    if let Some(turn) = turn.as_deref_mut().filter(|_| !E::SHARED) {
        *turn = tips.kept();
    }
}

/// A batch by campaign: two programs that write to the same campaigns then never wait for each other in a ring.
fn by_campaign(batch: &[(CampaignId, NewEntry)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..batch.len()).collect();
    order.sort_by_key(|at| &batch[*at].0);
    order
}

impl<E: Engine> SqlStore<E> {
    /// Writes a batch in as few statements as there may be; nothing where a number in it was taken meanwhile.
    pub(super) async fn append_at_once(
        &self,
        batch: &[(CampaignId, NewEntry)],
    ) -> Result<Option<Vec<Result<Entry, Fault>>>, Fault> {
        let (mut turn, mut transaction) = self.write().await?;
        let mut tips = handed_on(&mut turn);
        let mut results: Vec<Option<Result<Entry, Fault>>> = batch.iter().map(|_| None).collect();
        let order = by_campaign(batch);
        for &at in &order {
            let (campaign, new) = &batch[at];
            let chained =
                chain::<E>(&mut transaction, &mut tips, campaign, new, self.nonces.as_ref()).await?;
            results[at] = Some(chained);
        }
        let entries: Vec<(&CampaignId, &Entry)> = order
            .iter()
            .filter_map(|at| Some((&batch[*at].0, results[*at].as_ref()?.as_ref().ok()?)))
            .collect();
        if !insert_all::<E>(&mut transaction, &entries, self.key.as_ref()).await? {
            transaction.rollback().await.map_err(failed::<E>(WRITE))?;
            return Ok(None);
        }
        let mut told: Option<&CampaignId> = None;
        for (campaign, _) in entries {
            if told != Some(campaign) {
                E::tell(&mut transaction, campaign).await.map_err(failed::<E>(WRITE))?;
                told = Some(campaign);
            }
        }
        transaction.commit().await.map_err(failed::<E>(WRITE))?;
        // What did not fit is looked up anew the next time.
        for (at, result) in results.iter().enumerate() {
            if matches!(result, Some(Err(_))) {
                tips.forget(&batch[at].0);
            }
        }
        hand_on::<E>(&mut turn, tips);
        Ok(Some(results.into_iter().flatten().collect()))
    }

    /// Writes a batch entry by entry, so that each whose number was taken is told by itself.
    pub(super) async fn append_one_by_one(
        &self,
        batch: &[(CampaignId, NewEntry)],
    ) -> Result<Vec<Result<Entry, Fault>>, Fault> {
        let (_turn, mut transaction) = self.write().await?;
        let mut tips = Tips::default();
        let mut results: Vec<Option<Result<Entry, Fault>>> = batch.iter().map(|_| None).collect();
        let mut told: Option<&CampaignId> = None;
        for at in by_campaign(batch) {
            let (campaign, new) = &batch[at];
            let (nonces, key) = (self.nonces.as_ref(), self.key.as_ref());
            let result = append::<E>(&mut transaction, &mut tips, campaign, new, nonces, key).await?;
            if result.is_ok() && told != Some(campaign) {
                E::tell(&mut transaction, campaign).await.map_err(failed::<E>(WRITE))?;
                told = Some(campaign);
            }
            results[at] = Some(result);
        }
        transaction.commit().await.map_err(failed::<E>(WRITE))?;
        Ok(results.into_iter().flatten().collect())
    }
}
