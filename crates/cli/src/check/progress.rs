//! What goes on, for people who wait: one line on a terminal, nothing elsewhere.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use maymust_engine::{Event, Verdict};

/// A line on standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    checks: AtomicUsize,
    answered: AtomicUsize,
    /// What is worked on, and the last count.
    message: Mutex<(String, String)>,
}

impl Progress {
    /// A line, if standard error is a terminal.
    pub fn new() -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
            if let Ok(style) = ProgressStyle::with_template("{elapsed:>4} {prefix} {wide_msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Progress {
            bar,
            checks: AtomicUsize::new(0),
            answered: AtomicUsize::new(0),
            message: Mutex::default(),
        }
    }

    /// Another entry function with its checks.
    pub fn start(&self, entry: &str, checks: usize) {
        self.checks.store(checks, Ordering::Relaxed);
        self.answered.store(0, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_message(entry.to_owned());
            self.show_count(bar);
        }
    }

    /// Something goes on.
    pub fn event(&self, event: Event<'_>) {
        let Some(bar) = &self.bar else { return };
        match event {
            Event::Working(what) => self.say(bar, |m| m.0 = what.to_owned()),
            Event::Counted(name, count) => self.say(bar, |m| m.1 = format!(", {count} {name}")),
            Event::Answered(answer) if matches!(answer.verdict, Verdict::Unknown(_)) => {}
            Event::Answered(_) => {
                self.answered.fetch_add(1, Ordering::Relaxed);
                self.show_count(bar);
            }
        }
    }

    fn say(&self, bar: &ProgressBar, change: impl FnOnce(&mut (String, String))) {
        let mut message = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut message);
        bar.set_message(format!("{}{}", message.0, message.1));
    }

    fn show_count(&self, bar: &ProgressBar) {
        let (answered, checks) = (self.answered.load(Ordering::Relaxed), self.checks.load(Ordering::Relaxed));
        bar.set_prefix(format!("{answered}/{checks} checks"));
    }

    /// Takes the line away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
