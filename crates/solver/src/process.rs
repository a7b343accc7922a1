//! Solvers that run as processes and speak SMT-LIB through pipes.
//!
//! Assertions are sent once and kept by the process. If it dies or is stopped for lack of time, the
//! answer is `Unknown`, and the next check starts another process and tells it everything again.

use crate::limits::{Answer, Limits, Reason};
use crate::model::Model;
use crate::smtlib::Standardizer;
use crate::solver::{Solver, Statistics};
use maymust_term::{Op, Sort, Standard, Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// Bitwuzla.
    Bitwuzla,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 3] = [Program::Z3, Program::Cvc5, Program::Bitwuzla];

    /// The name of the executable.
    pub fn name(self) -> &'static str {
        match self {
            Program::Z3 => "z3",
            Program::Cvc5 => "cvc5",
            Program::Bitwuzla => "bitwuzla",
        }
    }

    /// The program of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// Where it is installed, by the search path.
    pub fn find(self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|dir| dir.join(self.name())).find(|p| p.is_file())
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Program::Z3 => &["-in", "-smt2"],
            Program::Cvc5 => &["--incremental", "--lang=smt2", "--quiet", "--fp-exp"],
            Program::Bitwuzla => &[],
        }
    }
}

/// What is said to every process first.
const PREAMBLE: &str = "(set-option :print-success false)\n\
    (set-option :produce-models true)\n\
    (set-option :produce-unsat-assumptions true)\n\
    (set-option :global-declarations true)\n\
    (set-logic ALL)\n";

/// A running process.
struct Running {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Running {
    fn start(path: &Path, program: Program) -> std::io::Result<Self> {
        let mut child = Command::new(path)
            .args(program.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || std::io::Error::other("no pipe");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Running { child, stdin, lines })
    }

    fn send(&mut self, text: &str) -> Result<(), Reason> {
        let sent = self.stdin.write_all(text.as_bytes()).and_then(|()| self.stdin.flush());
        sent.map_err(|e| Reason::Failed(format!("the process takes no input: {e}")))
    }

    /// The next expression of the output.
    fn receive(&mut self, deadline: Option<Instant>, limits: &Limits) -> Result<String, Reason> {
        let mut text = String::new();
        loop {
            let line = self.line(deadline, limits)?;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&line);
            if !text.trim().is_empty() && balanced(&text) {
                return Ok(text.trim().to_string());
            }
        }
    }

    fn line(&mut self, deadline: Option<Instant>, limits: &Limits) -> Result<String, Reason> {
        loop {
            if limits.is_interrupted() {
                return Err(Reason::Interrupted);
            }
            let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Err(Reason::Time);
            }
            let slice = Duration::from_millis(if limits.interrupts.is_empty() { 60_000 } else { 20 });
            match self.lines.recv_timeout(left.map_or(slice, |l| l.min(slice))) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Reason::Failed("the process ended".into()));
                }
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Are all parentheses closed?
fn balanced(text: &str) -> bool {
    let (mut depth, mut quote) = (0i64, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '|' | '"') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    depth <= 0 && quote.is_none()
}

/// A solver in a process.
pub struct Process {
    program: Program,
    path: PathBuf,
    running: Option<Running>,
    standard: Standardizer,
    /// Conditions that the translation needs, whatever is asserted.
    conditions: Vec<TermId>,
    frames: Vec<Vec<TermId>>,
    /// Per frame the process has: how many of its assertions it has.
    sent: Vec<usize>,
    declared: FxHashSet<Symbol>,
    /// Operators of ours that the process was told, by array sort.
    defined: FxHashSet<(Op, Sort)>,
    /// Is a frame for the last check open?
    scratch: bool,
    /// What the process does not know, if the last script has such.
    unsupported: Option<&'static str>,
    labels: u64,
    assumed: Vec<(String, TermId)>,
    core: Vec<TermId>,
    has_model: bool,
    symbols: Vec<Symbol>,
    model: Option<Model>,
    statistics: Statistics,
}

impl Process {
    /// The program from the search path, if it is installed.
    pub fn new(program: Program) -> Option<Self> {
        Some(Self::at(program, program.find()?))
    }

    /// The program at a path.
    pub fn at(program: Program, path: PathBuf) -> Self {
        Process {
            program,
            path,
            running: None,
            standard: Standardizer::default(),
            conditions: Vec::new(),
            frames: vec![Vec::new()],
            sent: Vec::new(),
            declared: FxHashSet::default(),
            defined: FxHashSet::default(),
            unsupported: None,
            scratch: false,
            labels: 0,
            assumed: Vec::new(),
            core: Vec::new(),
            has_model: false,
            symbols: Vec::new(),
            model: None,
            statistics: Statistics::default(),
        }
    }

    fn stop(&mut self) {
        self.running = None;
        self.sent.clear();
        self.declared.clear();
        self.defined.clear();
        self.scratch = false;
    }

    /// The text that asserts a term, with declarations.
    fn assertion(&mut self, terms: &mut Terms, t: TermId, guard: Option<&str>, out: &mut String) {
        let t = self.standard.translate(terms, t);
        self.conditions.extend(self.standard.take_conditions());
        if self.program == Program::Bitwuzla && terms.cone(t).iter().any(|u| terms.sort(*u) == Sort::Int) {
            self.unsupported = Some("unbounded integers");
        }
        self.declare(terms, t, out);
        if !Standard::is_standard(terms, t) {
            self.define(terms, t, out);
        }
        let text = terms.print_term(t);
        let _ = match guard {
            Some(g) => writeln!(out, "(assert (=> {g} {text}))"),
            None => writeln!(out, "(assert {text})"),
        };
    }

    fn declare(&mut self, terms: &mut Terms, t: TermId, out: &mut String) {
        for s in terms.support(t) {
            if self.declared.insert(s) {
                let var = terms.var(s);
                let sort = terms.sort_text(terms.sort(var));
                let _ = writeln!(out, "(declare-const {} {sort})", terms.print_term(var));
            }
        }
    }

    /// Says what fills and copies are; only Z3 has arrays given by a formula.
    fn define(&mut self, terms: &Terms, t: TermId, out: &mut String) {
        for u in terms.cone(t) {
            let (op, sort) = (terms.op(u), terms.sort(u));
            if !matches!(op, Op::Fill | Op::Copy) || !self.defined.insert((op, sort)) {
                continue;
            }
            if self.program != Program::Z3 {
                self.unsupported = Some("equalities of arrays with fills or copies");
            }
            let Some((index, element)) = terms.array_parts(sort) else { continue };
            let (a, i, e) = (terms.sort_text(sort), terms.sort_text(index), terms.sort_text(element));
            let _ = match op {
                Op::Fill => writeln!(
                    out,
                    "(define-fun array_fill ((a {a}) (s {i}) (n {i}) (e {e})) {a} \
                     (lambda ((i {i})) (ite (bvult (bvsub i s) n) e (select a i))))"
                ),
                _ => writeln!(
                    out,
                    "(define-fun array_copy ((a {a}) (t {i}) (n {i}) (b {a}) (f {i})) {a} \
                     (lambda ((i {i})) (ite (bvult (bvsub i t) n) \
                     (select b (bvadd f (bvsub i t))) (select a i))))"
                ),
            };
        }
    }

    /// What the process must hear before a check.
    fn script(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> String {
        let mut out = String::new();
        if self.scratch {
            out.push_str("(pop 1)\n");
        }
        for i in 0..self.frames.len() {
            if i >= self.sent.len() {
                if i > 0 {
                    out.push_str("(push 1)\n");
                }
                self.sent.push(0);
            }
            let new: Vec<TermId> = self.frames[i][self.sent[i]..].to_vec();
            for t in new {
                self.assertion(terms, t, None, &mut out);
            }
            self.sent[i] = self.frames[i].len();
        }
        out.push_str("(push 1)\n");
        self.scratch = true;
        self.assumed.clear();
        for &t in assumptions {
            self.labels += 1;
            let label = format!("maymust!{}", self.labels);
            let _ = writeln!(out, "(declare-const {label} Bool)");
            self.assertion(terms, t, Some(&label), &mut out);
            self.assumed.push((label, t));
        }
        for t in self.conditions.clone() {
            self.assertion(terms, t, None, &mut out);
        }
        if self.assumed.is_empty() {
            out.push_str("(check-sat)\n");
        } else {
            let labels: Vec<&str> = self.assumed.iter().map(|a| a.0.as_str()).collect();
            let _ = writeln!(out, "(check-sat-assuming ({}))", labels.join(" "));
        }
        out
    }

    fn start(&mut self) -> Result<(), Reason> {
        if self.running.is_some() {
            return Ok(());
        }
        self.stop();
        self.statistics.instances += 1;
        let mut running = Running::start(&self.path, self.program)
            .map_err(|e| Reason::Failed(format!("{}: {e}", self.path.display())))?;
        running.send(PREAMBLE)?;
        self.running = Some(running);
        Ok(())
    }

    fn decide(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Result<bool, Reason> {
        self.start()?;
        let script = self.script(terms, assumptions);
        if let Some(what) = self.unsupported.take() {
            // It does not know what it should have been told.
            self.stop();
            return Err(Reason::Unsupported(what.into()));
        }
        let deadline = limits.time.map(|t| Instant::now() + t);
        let reply = self.ask(&script, deadline, limits)?;
        match reply.as_str() {
            "sat" => Ok(true),
            "unsat" => Ok(false),
            "unknown" => Err(Reason::Incomplete(format!("{} says unknown", self.program.name()))),
            other => {
                // Later answers could belong to earlier commands.
                self.stop();
                Err(Reason::Failed(format!("{}: {other}", self.program.name())))
            }
        }
    }

    fn ask(&mut self, text: &str, deadline: Option<Instant>, limits: &Limits) -> Result<String, Reason> {
        let Some(running) = self.running.as_mut() else {
            return Err(Reason::Failed("no process".into()));
        };
        let reply = running.send(text).and_then(|()| running.receive(deadline, limits));
        if reply.is_err() {
            self.stop();
        }
        reply
    }

    fn fetch_core(&mut self) -> Result<Vec<TermId>, Reason> {
        if self.assumed.is_empty() {
            return Ok(Vec::new());
        }
        let reply = self.ask("(get-unsat-assumptions)\n", None, &Limits::none())?;
        let words: FxHashSet<&str> = reply.split(|c: char| c.is_whitespace() || "()|".contains(c)).collect();
        let core: Vec<TermId> =
            self.assumed.iter().filter(|a| words.contains(a.0.as_str())).map(|a| a.1).collect();
        // An error message or an odd reply: all of them is always a core.
        if reply.contains("error") {
            return Ok(self.assumed.iter().map(|a| a.1).collect());
        }
        Ok(core)
    }

    /// The values of all symbols that the process knows.
    fn fetch_model(&mut self, terms: &mut Terms) -> Result<Model, Reason> {
        let mut values: FxHashMap<Symbol, Value> = FxHashMap::default();
        for s in self.symbols.clone() {
            let var = terms.var(s);
            let name = terms.print_term(var);
            let question = format!("(get-value ({name}))\n");
            let reply = self.ask(&question, None, &Limits::none())?;
            let value = value_in(terms, &reply)
                .ok_or_else(|| Reason::Failed(format!("a value that cannot be read: {reply}")))?;
            values.insert(s, value);
        }
        Ok(Model::new(values))
    }
}

/// The value in a reply `((name value))`.
fn value_in(terms: &mut Terms, reply: &str) -> Option<Value> {
    let inner = reply.trim().strip_prefix("((")?.strip_suffix("))")?.trim_start();
    // The name may come back with bars or without.
    let text = match inner.strip_prefix('|') {
        Some(quoted) => quoted.split_once('|')?.1,
        None => inner.split_once(char::is_whitespace)?.1,
    };
    let t = terms.parse_term(text.trim(), &mut |_, _| None).ok()?;
    terms.support(t).is_empty().then(|| terms.eval(t, &|_: Symbol| Value::Bool(false)))
}

impl Solver for Process {
    fn name(&self) -> &str {
        self.program.name()
    }

    fn assert(&mut self, _terms: &mut Terms, t: TermId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.push(t);
        }
    }

    fn push(&mut self) {
        self.frames.push(Vec::new());
    }

    fn pop(&mut self, n: usize) {
        let keep = self.frames.len().saturating_sub(n).max(1);
        self.frames.truncate(keep);
        let mut gone = self.sent.len().saturating_sub(keep);
        self.sent.truncate(keep);
        if self.scratch && gone > 0 {
            gone += 1;
            self.scratch = false;
        }
        if let Some(running) = self.running.as_mut().filter(|_| gone > 0)
            && running.send(&format!("(pop {gone})\n")).is_err()
        {
            self.stop();
        }
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Answer {
        let start = Instant::now();
        self.statistics.checks += 1;
        self.statistics.sat_calls += 1;
        (self.has_model, self.model) = (false, None);
        let mut answer = self.decide(terms, assumptions, limits);
        if answer == Ok(false) {
            match self.fetch_core() {
                Ok(core) => self.core = core,
                Err(reason) => answer = Err(reason),
            }
        }
        self.statistics.time += start.elapsed();
        match answer {
            Ok(true) => {
                self.statistics.sat += 1;
                self.has_model = true;
                let all: Vec<TermId> = self.frames.iter().flatten().chain(assumptions).copied().collect();
                self.symbols = terms.support_of(&all);
                Answer::Sat
            }
            Ok(false) => {
                self.statistics.unsat += 1;
                Answer::Unsat
            }
            Err(reason) => {
                self.statistics.unknown += 1;
                Answer::Unknown(reason)
            }
        }
    }

    fn value(&mut self, terms: &mut Terms, t: TermId) -> Option<Value> {
        if !self.has_model {
            return None;
        }
        if self.model.is_none() {
            self.model = self.fetch_model(terms).ok();
        }
        Some(self.model.as_mut()?.eval(terms, t))
    }

    fn core(&mut self, _terms: &mut Terms) -> Vec<TermId> {
        self.core.clone()
    }

    fn statistics(&self) -> Statistics {
        self.statistics.clone()
    }

    fn reset(&mut self) {
        let statistics = self.statistics.clone();
        *self = Process { statistics, ..Self::at(self.program, self.path.clone()) };
    }
}
