//! An act at a table from its campaign's name to its answer: the table is brought up to date, the act is judged, the engine
//! follows, and the seats are told.

use kernel::Seat;

use crate::answer::Answer;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::metrics;

/// Acts on a campaign for a seat: judges, lets the engine follow, and tells the seats. Where another program wrote first,
/// the act is judged again, on what there is by then. A macro, since an asynchronous closure over a borrowed host cannot
/// promise yet that its future may change threads.
///
/// At a table from which what came of it has gone up nothing is done any more, but that it may be ended.
macro_rules! acted {
    ($desk:ident, $campaign:ident, $by:expr, $host:ident => $judged:expr) => {
        $crate::acted::acted!(@ $desk, $campaign, $by, $host, $host.memory.levels.is_handed_up() => $judged)
    };
    (to the end, $desk:ident, $campaign:ident, $by:expr, $host:ident => $judged:expr) => {
        $crate::acted::acted!(@ $desk, $campaign, $by, $host, false => $judged)
    };
    (@ $desk:ident, $campaign:ident, $by:expr, $host:ident, $barred:expr => $judged:expr) => {
        loop {
            let mut $host = $desk.host_to_act($campaign).await?;
            // Spectators may be behind time, and are told no more than that they do not act.
            let answer = if $barred && $by != kernel::Seat::Spectator {
                Ok($crate::house::handed_up().into())
            } else {
                $judged.await
            };
            if let Some(answer) = $desk.settle(&mut $host, $by, answer).await {
                return answer;
            }
        }
    };
}
pub(crate) use acted;

impl Desk {
    /// After an act: lets the engine take its own steps and tells the seats. The act stands even when the engine's
    /// steps cannot be written now; whoever comes next makes up for them. `None` when another program wrote first: then
    /// the act is to be judged again, on what there is by then.
    pub(crate) async fn settle(
        &self,
        host: &mut Host,
        by: Seat,
        answer: Result<Answer, Fault>,
    ) -> Option<Result<Answer, Fault>> {
        let answer = match answer {
            Err(fault) if fault.is_overtaken() && host.is_tried_again() => return None,
            Err(fault) => return Some(Err(fault)),
            Ok(answer) => answer,
        };
        metrics::answered(&answer);
        let Answer::Done { rolls, .. } = answer else {
            host.tell();
            return Some(Ok(answer));
        };
        host.settled = false;
        self.engine(host).await.ok();
        self.keep_snapshot(host).await;
        Some(Ok(Answer::Done { cursor: host.cursor(by), rolls }))
    }
}
