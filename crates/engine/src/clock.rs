//! How long something takes: the time that passes, and the time that the process works.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// Runs since it was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    started: Instant,
    worked: Duration,
}

impl Stopwatch {
    pub fn new() -> Stopwatch {
        Stopwatch {
            started: Instant::now(),
            worked: processor_time(),
        }
    }

    pub fn started(&self) -> Instant {
        self.started
    }

    /// How long the process has worked since then. What several processors do at the same time counts once:
    /// it is never more than the time that passed.
    pub fn worked(&self) -> Duration {
        let worked = processor_time().saturating_sub(self.worked);
        worked.min(self.started.elapsed())
    }
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or_default(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}
