//! `maymust run`: the program on the concrete machine.

use std::collections::BTreeSet;
use std::io::IsTerminal as _;
use std::sync::Arc;

use maymust_machine::{
    CheckSet, Env, Inputs, Limits, Machine, Observer, Options, Request, Scheduled, Seeded, Shuffled, Stop,
    Turns, WithStdin, Writers, Zeros, render,
};
use maymust_program::pretty::op_text;
use maymust_program::{CheckKind, EdgeId, Input, ProcId, VarId};
use maymust_source::{Span, excerpt};
use maymust_term::{BvValue, Sort, Terms, Value};

use crate::args::RunArgs;
use crate::exit::{self, Exit};
use crate::front::{self, Arguments, Loaded, color};

/// Exit statuses of a run that does not end by itself.
const ABORT: i32 = 134;
const SEGMENTATION: i32 = 139;

/// Runs the program; gives its exit status.
pub fn run(args: &RunArgs) -> Result<i32, Exit> {
    if args.no_run {
        return front::load(&args.front, Arguments::Given(&args.args)).map(|_| 0);
    }
    let loaded = front::load_program(&args.front, Arguments::Given(&args.args))?;
    if args.partition {
        maymust_program::partition::partition(&mut loaded.program);
    }
    let loaded: &Loaded = loaded;
    let checks = if args.leaks { CheckSet::ALL } else { CheckSet::ALL.without(CheckKind::Leak) };
    let machine = Machine::with_options(&loaded.program, Options { checks, record: false });
    let Some(mut state) = machine.start() else {
        return Err(Exit::input("the program has no start"));
    };
    let stdin: Box<dyn std::io::BufRead> = if std::io::stdin().is_terminal() {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::io::BufReader::new(std::io::stdin()))
    };
    let values = Telling { values: Values::new(args), told: BTreeSet::new(), quiet: args.front.no_warnings };
    let mut inputs = scheduled(WithStdin { values, stdin }, args.schedule.as_deref())?;
    let mut output = Writers {
        stdout: std::io::BufWriter::new(std::io::stdout()),
        stderr: std::io::BufWriter::new(std::io::stderr()),
        error: None,
    };
    let limits = Limits { steps: args.steps.unwrap_or(u64::MAX), ..Limits::default() };
    let mut tracer = Tracer { loaded };
    let stop = {
        let observer: Option<&mut dyn Observer> = if args.trace { Some(&mut tracer) } else { None };
        let env = Env { inputs: inputs.as_mut(), output: &mut output, observer };
        machine.run(&mut state, env, limits)
    };
    drop(output);
    Ok(status(loaded, &machine, &stop))
}

/// The inputs under the schedule that the command line asks for.
fn scheduled<'i>(values: impl Inputs + 'i, schedule: Option<&str>) -> Result<Box<dyn Inputs + 'i>, Exit> {
    let Some(schedule) = schedule else { return Ok(Box::new(values)) };
    if let Ok(seed) = schedule.parse() {
        return Ok(Box::new(Shuffled::new(values, seed)));
    }
    let text = std::fs::read_to_string(schedule).map_err(|e| Exit::no_input(format!("{schedule}: {e}")))?;
    let mut turns = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let number = |w: &str| w.parse::<u32>().ok();
        match words.as_slice() {
            [] => {}
            [thread, count] if number(thread).is_some() && number(count).is_some() => {
                turns
                    .extend(number(thread).zip(number(count)).map(|(thread, count)| Turns { thread, count }));
            }
            _ => {
                return Err(Exit::input(format!(
                    "{schedule}:{}: expected the number of a thread and how many turns it takes, found `{line}`",
                    i + 1
                )));
            }
        }
    }
    Ok(Box::new(Scheduled::new(values, &turns)))
}

/// Where arbitrary values come from: numbers of the command line, cut to the width that is asked for, or a seed;
/// zeros after the last number.
enum Values {
    Numbers(std::vec::IntoIter<i128>),
    Seed(Seeded),
}

impl Values {
    fn new(args: &RunArgs) -> Values {
        match args.seed {
            Some(seed) => Values::Seed(Seeded::new(seed)),
            None => Values::Numbers(args.inputs.clone().into_iter()),
        }
    }
}

impl Inputs for Values {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        match (self, request.sort) {
            (Values::Seed(seeded), _) => seeded.value(terms, request),
            // The list is for what the program asks for: a compiled program given the same list agrees.
            _ if matches!(request.input, Input::Uninitialised(_)) => Zeros.value(terms, request),
            (Values::Numbers(numbers), Sort::BitVec(w)) => {
                let number = numbers.next().unwrap_or(0);
                Some(Value::Bv(BvValue::new(w, number as u128)))
            }
            _ => Zeros.value(terms, request),
        }
    }
}

/// Says which functions without body are called, once for each.
struct Telling {
    values: Values,
    told: BTreeSet<Arc<str>>,
    quiet: bool,
}

impl Inputs for Telling {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        if let Input::External(name) = request.input
            && !self.quiet
            && self.told.insert(name.clone())
        {
            eprintln!(
                "warning: `{name}` has no body and no model: it gives any value (see --inputs and --seed)"
            );
        }
        self.values.value(terms, request)
    }
}

/// Prints edges and assigned values as they happen.
struct Tracer<'a> {
    loaded: &'a Loaded,
}

impl Observer for Tracer<'_> {
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        let program = &self.loaded.program;
        let edge = &program.proc(proc).edges[edge.index()];
        let place = front::place_text(&self.loaded.sources, edge.span);
        eprintln!("{place}: {}: {}", program.proc(proc).name, op_text(program, &edge.op));
    }

    fn assigned(&mut self, var: VarId, value: &Value) {
        eprintln!("    {} = {value}", self.loaded.program.var(var).name);
    }
}

fn status(loaded: &Loaded, machine: &Machine<'_>, stop: &Stop) -> i32 {
    let say = |span: Span, message: &str| {
        eprint!("{}", excerpt(&loaded.sources, span, "stopped", message, color()))
    };
    match stop {
        Stop::Exit(status) => (*status & 0xff) as i32,
        Stop::Returned => 0,
        Stop::Failed(failure) => {
            eprint!("{}", render(machine, failure, &loaded.sources, color()));
            if failure.kind.is_assertion() { ABORT } else { 1 }
        }
        Stop::Unsupported { reason, span } => {
            say(*span, &format!("not supported: {reason}"));
            2
        }
        Stop::StepLimit | Stop::Turn => {
            eprintln!("maymust: stopped after the given number of steps");
            2
        }
        Stop::Blocked { span } => {
            say(*span, "an assumption of the program does not hold for these inputs");
            2
        }
        Stop::StackOverflow { span } => {
            say(*span, "stack overflow: too many calls at a time");
            SEGMENTATION
        }
        Stop::InputsEnded { span } => {
            say(*span, "no more inputs");
            exit::DATA
        }
    }
}
