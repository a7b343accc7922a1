//! Limits of time and memory, and who watches over them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use maymust_engine::Reason;

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Time by the clock.
    pub time: Duration,
    /// Processor time.
    pub processor: Option<Duration>,
    /// Bytes.
    pub memory: Option<u64>,
}

impl Budget {
    /// What the next of `n` entries may use of the time that is left, by the clock. Processor time is shared too; on a busy
    /// machine it takes longer.
    pub fn share(&self, start: Instant, n: usize) -> Duration {
        let elapsed = start.elapsed();
        let left = self.time.saturating_sub(elapsed);
        let n_left = n.max(1) as u32;
        let Some((limit, used)) = self.processor.zip(processor_time()) else { return left / n_left };
        let busy = elapsed.as_secs_f64() / used.as_secs_f64().max(0.01);
        let processor = limit.saturating_sub(used).mul_f64(busy.clamp(1.0, 16.0));
        // The last one is stopped when the time is really used up; this is only what it can plan with.
        let margin = if n_left > 1 { 1 } else { 2 };
        left.min(processor * margin) / n_left
    }
}

/// Bytes of memory that this process uses, where the system tells.
fn resident() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split_whitespace().nth(1)?.parse::<u64>().ok().map(|pages| pages * PAGE)
}

/// Processor time that this process has used, where the system tells.
fn processor_time() -> Option<Duration> {
    // Linux counts in hundredths of a second here. The name before the `)` may hold anything.
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields = &text[text.rfind(')')? + 1..];
    let ticks: u32 = fields.split_whitespace().skip(11).take(2).filter_map(|f| f.parse::<u32>().ok()).sum();
    Some(TICK * ticks)
}

/// Which limit was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Of time, by the clock or of the processor.
    Time,
    /// Of memory.
    Memory,
}

impl Limit {
    /// As the reason of an unknown answer.
    pub fn reason(self) -> Reason {
        match self {
            Limit::Time => Reason::TIME,
            Limit::Memory => Reason::Memory,
        }
    }
}

/// How long work may go on after it was told to stop: what is left for it and for the report is a twentieth of the time, or two tenths
/// of a second.
fn grace(time: Duration) -> Duration {
    (time / 40).clamp(Duration::from_millis(100), Duration::from_secs(3))
}

/// More time than any run takes.
const FOREVER: Duration = Duration::from_secs(1 << 30);

/// A thread that looks after time and memory.
pub struct Watch {
    /// Set when a limit is met.
    pub cancel: Arc<AtomicBool>,
    /// Set while most of the memory is in use.
    pub memory_low: Arc<AtomicBool>,
    met: Arc<AtomicU8>,
    done: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    /// Starts to watch. `give_up` is called (once, on another thread) if the work does not stop when told.
    pub fn start(start: Instant, budget: Budget, give_up: impl FnOnce(Limit) + Send + 'static) -> Watch {
        let Budget { time, processor, memory } = budget;
        let deadline = start.checked_add(time).unwrap_or(start + FOREVER);
        let (cancel, met, done): (Arc<AtomicBool>, Arc<AtomicU8>, Arc<AtomicBool>) = Default::default();
        let memory_low: Arc<AtomicBool> = Arc::default();
        let (to_cancel, to_meet, is_done, short) =
            (cancel.clone(), met.clone(), done.clone(), memory_low.clone());
        let thread = std::thread::spawn(move || {
            let Some(limit) = wait(deadline, processor, memory, &short, &is_done) else { return };
            to_meet.store(1 + limit as u8, Ordering::SeqCst);
            to_cancel.store(true, Ordering::SeqCst);
            // Twice the memory allowed is too much to be patient with.
            let hard = memory.map(|m| m.saturating_mul(2));
            if wait(Instant::now() + grace(time), None, hard, &short, &is_done).is_some() {
                give_up(limit);
            }
        });
        Watch { cancel, memory_low, met, done, thread: Some(thread) }
    }

    /// The limit that was met.
    pub fn met(&self) -> Option<Limit> {
        match self.met.load(Ordering::SeqCst) {
            0 => None,
            1 => Some(Limit::Time),
            _ => Some(Limit::Memory),
        }
    }

    /// Ends the watch: after this, `give_up` is not called any more.
    pub fn stop(&mut self) {
        self.done.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It only watches: nothing is lost with it.
            let _ = thread.join();
        }
    }
}

/// Waits until the work is done (none) or a limit is met. Says meanwhile whether memory is short.
fn wait(
    deadline: Instant,
    processor: Option<Duration>,
    memory: Option<u64>,
    memory_low: &AtomicBool,
    done: &AtomicBool,
) -> Option<Limit> {
    loop {
        if done.load(Ordering::SeqCst) {
            return None;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Some(Limit::Time);
        }
        if let (Some(most), Some(used)) = (processor, processor_time())
            && used >= most
        {
            return Some(Limit::Time);
        }
        if let (Some(most), Some(used)) = (memory, resident()) {
            memory_low.store(used > most / 4 * 3, Ordering::SeqCst);
            if used > most {
                return Some(Limit::Memory);
            }
        }
        let closely = memory.is_some() || processor.is_some();
        let slice = if closely { Duration::from_millis(20) } else { Duration::from_millis(500) };
        std::thread::park_timeout(left.min(slice));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_grows() {
        let Some(before) = processor_time() else { return };
        let start = Instant::now();
        let mut x = 1u64;
        while processor_time().is_some_and(|t| t <= before) && start.elapsed() < Duration::from_secs(60) {
            x = std::hint::black_box(x.wrapping_mul(7));
        }
        assert!(processor_time().is_some_and(|t| t > before));
    }
}
