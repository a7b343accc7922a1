//! How the command ends when it cannot do its job: message and exit status (sysexits).

use maymust_report::Overall;

/// Wrong use of the command line.
pub const USAGE: i32 = 64;
/// Input that is not what it should be.
pub const DATA: i32 = 65;
/// A file that cannot be read.
pub const NO_INPUT: i32 = 66;
/// A bug of ours.
pub const BUG: i32 = 70;
/// Output that cannot be written.
pub const OUTPUT: i32 = 74;

/// Interrupted from the keyboard, as shells say it: 128 and the number of the signal.
pub const INTERRUPTED: i32 = 130;

/// Does something when the run is interrupted; if it is interrupted once more, the process ends.
pub fn on_interrupt(mut act: impl FnMut() + Send + 'static) {
    let mut times = 0;
    let handler = move || {
        times += 1;
        if times > 1 {
            maymust_bench::process::end_children();
            std::process::exit(INTERRUPTED);
        }
        act();
    };
    // Without a handler an interrupt ends the process, which is fine too.
    let _ = ctrlc::set_handler(handler);
}

/// The exit status of a verdict.
pub fn status(verdict: Overall) -> i32 {
    match verdict {
        Overall::Proved => 0,
        Overall::Fails => 1,
        Overall::Unknown => 2,
    }
}

/// An early end.
#[derive(Debug)]
pub struct Exit {
    status: i32,
    /// Printed to standard error; empty if everything was said already.
    message: String,
}

impl Exit {
    /// Bad input; an empty message if diagnostics were printed already.
    pub fn input(message: impl Into<String>) -> Exit {
        Exit { status: DATA, message: message.into() }
    }

    /// A file that cannot be read.
    pub fn no_input(message: impl Into<String>) -> Exit {
        Exit { status: NO_INPUT, message: message.into() }
    }

    /// Output that cannot be written.
    pub fn output(message: impl Into<String>) -> Exit {
        Exit { status: OUTPUT, message: message.into() }
    }

    /// Wrong use.
    pub fn usage(message: impl Into<String>) -> Exit {
        Exit { status: USAGE, message: message.into() }
    }

    /// The status and the message.
    pub fn parts(&self) -> (i32, &str) {
        (self.status, &self.message)
    }

    /// Prints the message; gives the status.
    pub fn report(self) -> i32 {
        if !self.message.is_empty() {
            eprintln!("maymust: {}", self.message);
        }
        self.status
    }
}
