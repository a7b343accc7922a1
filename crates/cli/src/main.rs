//! The `maymust` command: arguments, printing, exit codes. Everything else lives in the other crates.

mod args;
mod bench;
mod boolean;
mod check;
mod exit;
mod front;
mod limits;
mod run;
mod show;
mod solve;

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;

/// The front end makes millions of small objects: measured, this allocator saves a fifth of its time. (Its version 3 takes
/// 76 MB where version 2 takes 44 MB, and the kernel's clearing of pages is dear.)
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    install_panic_message();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            std::process::exit(if error.use_stderr() { exit::USAGE } else { 0 });
        }
    };
    front::choose_color(cli.color);
    // Deeply nested sources need a deep stack; untouched pages cost nothing.
    let work = std::thread::Builder::new().stack_size(1 << 30).spawn(move || dispatch(cli));
    let status = match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(status))) => status,
        Ok(Ok(Err(exit))) => exit.report(),
        Ok(Err(_)) => exit::BUG,
        Err(error) => Exit::input(format!("cannot start a thread: {error}")).report(),
    };
    std::process::exit(status);
}

fn dispatch(cli: Cli) -> Result<i32, Exit> {
    match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::check(&args).inspect_err(|exit| {
            if args.format == args::Format::Json {
                let (status, message) = exit.parts();
                print!("{}", maymust_report::json::render_error(status, message));
            }
        }),
        Command::Show(args) => show::show(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Solve(args) => Ok(solve::run(&args)),
        Command::Completions { shell } => {
            args::print_completions(shell);
            Ok(0)
        }
    }
}

/// A panic is a bug of ours: say so, with what is needed to report it. A closed pipe is not an error: `print!` knows no
/// other way to say so, and who reads only the first lines (`| head`) wants no message.
fn install_panic_message() {
    std::panic::set_hook(Box::new(|info| {
        if let Some(said) = info.payload_as_str().and_then(|s| s.strip_prefix("failed printing to stdout: "))
        {
            if !said.starts_with("Broken pipe") {
                eprintln!("maymust: cannot write the output: {said}");
            }
            std::process::exit(exit::OUTPUT);
        }
        eprintln!("maymust: internal error: {info}");
        eprintln!("This is a bug in maymust, not in your program. What it was working on is not answered.");
    }));
}
