//! Opening a campaign that nobody has looked at, and acting in it, early and late in its life.

use std::path::Path;
use std::time::Instant;

use kernel::Seat;

use crate::setting::{Outcome, act, campaign, desk, percentile};

const TRIES: usize = 15;

pub async fn table(folder: &Path) -> Outcome {
    let folder = tempfile::tempdir_in(folder)?;
    let mut figures = Vec::new();
    for n_entries in [50, 5000] {
        let laid = desk(folder.path()).await?;
        let id = campaign(&laid).await?;
        for turn in 0..n_entries {
            act(&laid, &id, turn).await?;
        }
        drop(laid);
        let (mut opening, mut acting) = (Vec::new(), Vec::new());
        for turn in 0..TRIES {
            let fresh = desk(folder.path()).await?;
            let start = Instant::now();
            std::hint::black_box(fresh.look(&id, Seat::Side(0)).await?);
            opening.push(start.elapsed().as_secs_f64() * 1000.0);
            let start = Instant::now();
            act(&fresh, &id, turn).await?;
            acting.push(start.elapsed().as_secs_f64() * 1000.0);
            // The next try must not run beside this one's check of the log.
            fresh.caught_up().await;
        }
        opening.sort_by(f64::total_cmp);
        acting.sort_by(f64::total_cmp);
        figures.push((percentile(&opening, 0.5), percentile(&acting, 0.5)));
    }
    let [(early, early_act), (late, late_act)] = figures[..] else {
        return Err("two lives are measured".into());
    };
    println!("| Opening a campaign at entry 50 | {early:.2} ms | — |");
    println!("| Opening a campaign at entry 5,000 | {late:.2} ms | {:.2} × entry 50 |", late / early);
    println!("| Acting at entry 5,000 | {late_act:.2} ms | {:.2} × entry 50 |", late_act / early_act);
    Ok(())
}
