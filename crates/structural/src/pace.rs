//! Processor time of a thread: limits should not depend on what else the machine does.

use std::time::{Duration, Instant};

/// Slower than this by the clock is not believed.
const SLOWEST: f64 = 32.0;
/// Over less than this the system's count says too little.
const ENOUGH: Duration = Duration::from_millis(20);

/// Compares the clock with the processor time of the thread that made it.
#[derive(Debug)]
pub struct Pace {
    clock: Instant,
    used: Option<Duration>,
    busy: f64,
}

impl Pace {
    /// From now on.
    pub fn start() -> Pace {
        Pace { clock: Instant::now(), used: processor_time(), busy: 1.0 }
    }

    /// Processor time since the last lap, or since the start; where the system does not tell, time by the clock.
    pub fn lap(&mut self) -> Duration {
        let elapsed = self.clock.elapsed();
        let now = processor_time();
        let used = match (self.used, now) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => elapsed,
        };
        if used >= ENOUGH {
            self.busy = (elapsed.as_secs_f64() / used.as_secs_f64()).clamp(1.0, SLOWEST);
        }
        self.clock += elapsed;
        self.used = now;
        used
    }

    /// How long so much processor time takes by the clock, as far as the last laps tell.
    pub fn on_the_clock(&self, time: Duration) -> Duration {
        time.mul_f64(self.busy)
    }
}

/// Processor time of this thread, where the system tells.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
