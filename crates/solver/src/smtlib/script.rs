//! Execution of scripts, command by command, on a back end.

use super::lexer::Lexer;
use super::print::value_text;
use super::reader::{AnySort, Meaning, Reader, Scope};
use super::sexpr::{NodeId, Store};
use super::{Place, SmtError};
use crate::bitblast::bits_of;
use crate::limits::{Answer, Limits, Reason};
use crate::solver::Solver;
use maymust_term::{Sort, TermId, Terms};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Runs a script; what it prints goes to `out`. Gives the number of errors.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(text: &str, solver: &mut dyn Solver, limits: &Limits, out: &mut dyn Write) -> io::Result<usize> {
    let mut script = Script::new(solver, limits.clone());
    let mut lexer = Lexer::new(text);
    loop {
        let read = Store::read(&mut lexer);
        let (store, root) = match read {
            Ok(Some(read)) => read,
            Ok(None) => return Ok(script.errors),
            Err(e) => {
                // Where the next command starts is anybody's guess.
                script.errors += 1;
                writeln!(out, "{}", error_text(&e))?;
                return Ok(script.errors);
            }
        };
        let reply = script.command(&store, root);
        out.write_all(reply.as_bytes())?;
        if script.exited {
            return Ok(script.errors);
        }
    }
}

fn error_text(e: &SmtError) -> String {
    format!("(error \"{}\")", e.to_string().replace('"', "\"\""))
}

/// More levels are pushed at once by mistake only.
const MOST_LEVELS: u32 = 1 << 20;

/// What the last check was about.
#[derive(Default)]
struct Last {
    answer: Option<Answer>,
    assumptions: Vec<(TermId, String)>,
    names: Vec<(TermId, String)>,
}

/// A frame of the script: what to take back on `pop`.
#[derive(Default)]
struct Level {
    /// Names declared, with what they meant before.
    declared: Vec<(String, Option<Meaning>)>,
    sorts: Vec<(String, Option<Sort>)>,
    /// Symbols to show in a model, with the meaning of their names.
    shown: usize,
    named: usize,
}

/// A script under way.
pub struct Script<'a> {
    /// The arena of its terms.
    pub terms: Terms,
    solver: &'a mut dyn Solver,
    limits: Limits,
    scope: Scope,
    levels: Vec<Level>,
    shown: Vec<(String, Meaning)>,
    /// Named assertions that are assumed at each check, for cores.
    named: Vec<(String, TermId)>,
    last: Last,
    cores: bool,
    minimal_cores: bool,
    print_success: bool,
    /// Was `exit` executed?
    pub exited: bool,
    /// How many commands failed.
    pub errors: usize,
}

type Reply = Result<String, SmtError>;

impl<'a> Script<'a> {
    /// Nothing declared yet.
    pub fn new(solver: &'a mut dyn Solver, limits: Limits) -> Self {
        Script {
            terms: Terms::new(),
            solver,
            limits,
            scope: Scope::default(),
            levels: vec![Level::default()],
            shown: Vec::new(),
            named: Vec::new(),
            last: Last::default(),
            cores: false,
            minimal_cores: false,
            print_success: false,
            exited: false,
            errors: 0,
        }
    }

    /// Executes a command; gives what it prints, with line ends.
    pub fn command(&mut self, store: &Store, root: NodeId) -> String {
        let mut reply = match self.execute(store, root) {
            Ok(reply) if reply.is_empty() && self.print_success => "success".into(),
            Ok(reply) => reply,
            Err(e) => {
                self.errors += 1;
                error_text(&e)
            }
        };
        if !reply.is_empty() {
            reply.push('\n');
        }
        reply
    }

    fn execute(&mut self, store: &Store, root: NodeId) -> Reply {
        let place = store.place(root);
        let fail = |message: &str| Err(SmtError::new(place, message));
        let Some(list) = store.list(root) else { return fail("expected a command") };
        let Some(name) = list.first().and_then(|n| store.word(*n)) else {
            return fail("expected a command");
        };
        let args = &list[1..];
        match (name, args) {
            ("set-logic" | "set-info", _) => Ok(String::new()),
            ("set-option", [key, value]) => Ok(self.set_option(store, *key, *value)),
            ("get-info", [key]) => Ok(self.get_info(store, *key)),
            ("get-option", [_]) => Ok("unsupported".into()),
            ("declare-const", [name, sort]) => self.declare(store, *name, &[], *sort),
            ("declare-fun", [name, args, result]) => {
                let args = store.list(*args).unwrap_or(&[]).to_vec();
                self.declare(store, *name, &args, *result)
            }
            ("define-fun", [name, params, sort, body]) => {
                self.define(store, *name, Some(*params), *sort, *body)
            }
            ("define-const", [name, sort, body]) => self.define(store, *name, None, *sort, *body),
            ("define-sort", [name, params, sort]) => self.define_sort(store, *name, *params, *sort),
            ("assert", [t]) => self.assert(store, *t),
            ("check-sat", []) => Ok(self.check(Vec::new())),
            ("check-sat-assuming", [literals]) => self.check_assuming(store, *literals),
            ("push" | "pop", _) => self.push_or_pop(store, place, name, args),
            ("get-model", []) => self.get_model(place),
            ("get-value", [list]) => self.get_value(store, *list),
            ("get-unsat-core", []) => self.get_core(place),
            ("get-unsat-assumptions", []) => self.get_unsat_assumptions(place),
            ("get-assertions", []) => Ok("unsupported".into()),
            ("echo", [text]) => Ok(store.text(*text)),
            ("reset", []) => {
                self.reset();
                Ok(String::new())
            }
            ("reset-assertions", []) => {
                self.reset_assertions();
                Ok(String::new())
            }
            ("exit", []) => {
                self.exited = true;
                Ok(String::new())
            }
            _ => fail(&format!("unknown command '{name}' or wrong number of arguments")),
        }
    }

    fn set_option(&mut self, store: &Store, key: NodeId, value: NodeId) -> String {
        let on = store.word(value) == Some("true");
        match store.keyword(key) {
            Some(":produce-unsat-cores") => self.cores = on,
            Some(":minimal-unsat-cores") => self.minimal_cores = on,
            Some(":print-success") => self.print_success = on,
            _ => {}
        }
        String::new()
    }

    fn get_info(&self, store: &Store, key: NodeId) -> String {
        match store.keyword(key) {
            Some(":name") => "(:name \"maymust\")".into(),
            Some(":version") => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
            Some(":error-behavior") => "(:error-behavior continued-execution)".into(),
            Some(":reason-unknown") => match &self.last.answer {
                Some(Answer::Unknown(r)) => format!("(:reason-unknown \"{r}\")"),
                _ => "(:reason-unknown \"\")".into(),
            },
            Some(":all-statistics") => {
                let s = self.solver.statistics();
                format!(
                    "(:checks {} :sat-calls {} :lemmas {} :gates {} :clauses {} :time {:.3})",
                    s.checks,
                    s.sat_calls,
                    s.lemmas,
                    s.gates,
                    s.clauses,
                    s.time.as_secs_f64()
                )
            }
            _ => "unsupported".into(),
        }
    }

    fn remember(&mut self, name: &str, meaning: Meaning) {
        let before = self.scope.names.insert(name.into(), meaning);
        if let Some(level) = self.levels.last_mut() {
            level.declared.push((name.into(), before));
        }
    }

    fn new_name(&self, store: &Store, n: NodeId) -> Result<String, SmtError> {
        let Some(name) = store.symbol(n) else {
            return Err(SmtError::new(store.place(n), "expected a name"));
        };
        if self.scope.names.contains_key(name) {
            return Err(SmtError::new(store.place(n), format!("'{name}' is declared already")));
        }
        Ok(name.into())
    }

    fn declare(&mut self, store: &Store, name: NodeId, args: &[NodeId], result: NodeId) -> Reply {
        let text = self.new_name(store, name)?;
        let mut reader = Reader::new(&mut self.terms, store, &self.scope);
        let sorts: Result<Vec<Sort>, SmtError> = args.iter().map(|a| reader.sort(*a)).collect();
        let (sorts, result_sort) = (sorts?, reader.sort(result)?);
        let meaning = if sorts.is_empty() {
            Meaning::Term(self.symbol(&text, result_sort))
        } else {
            let place = store.place(name);
            let index = index_width(&sorts)
                .ok_or_else(|| SmtError::new(place, "unsupported: a function of integers or arrays"))?;
            let sort = self.terms.array_sort(Sort::BitVec(index), result_sort);
            Meaning::Function { args: sorts, array: self.symbol(&text, sort) }
        };
        self.shown.push((text.clone(), meaning.clone()));
        self.remember(&text, meaning);
        Ok(String::new())
    }

    /// A symbol of a name and sort; another name, if it was used at another sort before.
    fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        let known = self.terms.lookup(name).map(|s| self.terms.symbol_sort(s));
        if known.is_some_and(|s| s != sort) {
            let s = self.terms.fresh(name, sort);
            return self.terms.var(s);
        }
        self.terms.declare_var(name, sort)
    }

    fn define(
        &mut self,
        store: &Store,
        name: NodeId,
        params: Option<NodeId>,
        sort: NodeId,
        body: NodeId,
    ) -> Reply {
        let text = self.new_name(store, name)?;
        let mut reader = Reader::new(&mut self.terms, store, &self.scope);
        let want = reader.any_sort(sort, 0)?;
        let mut symbols = Vec::new();
        for &p in params.and_then(|p| store.list(p)).unwrap_or(&[]) {
            let pair = store.list(p).unwrap_or(&[]);
            let (Some(param), Some(&s)) = (pair.first().and_then(|n| store.symbol(*n)), pair.get(1)) else {
                return Err(SmtError::new(store.place(p), "expected a parameter and its sort"));
            };
            let s = reader.sort(s)?;
            let symbol = reader.terms.fresh(param, s);
            let var = reader.terms.var(symbol);
            reader.bind(param, var);
            symbols.push(symbol);
        }
        let meaning = reader.meaning(body)?;
        let fits = match &meaning {
            Meaning::Term(t) => want == AnySort::Sort(reader.terms.sort(*t)),
            _ => want == AnySort::Rounding,
        };
        if !fits {
            return Err(SmtError::new(store.place(body), "the body is of another sort"));
        }
        let meaning = match meaning {
            Meaning::Term(body) => Meaning::Macro { params: symbols, body },
            other => other,
        };
        self.remember(&text, meaning);
        Ok(String::new())
    }

    fn define_sort(&mut self, store: &Store, name: NodeId, params: NodeId, sort: NodeId) -> Reply {
        let Some(text) = store.symbol(name) else {
            return Err(SmtError::new(store.place(name), "expected a name"));
        };
        if store.list(params).is_none_or(|p| !p.is_empty()) {
            return Err(SmtError::new(store.place(params), "unsupported: sorts with parameters"));
        }
        let sort = Reader::new(&mut self.terms, store, &self.scope).sort(sort)?;
        let before = self.scope.sorts.insert(text.into(), sort);
        if let Some(level) = self.levels.last_mut() {
            level.sorts.push((text.into(), before));
        }
        Ok(String::new())
    }

    fn assert(&mut self, store: &Store, n: NodeId) -> Reply {
        let mut reader = Reader::new(&mut self.terms, store, &self.scope);
        let t = reader.formula(n)?;
        let named = std::mem::take(&mut reader.named);
        let top = match store.list(n) {
            Some([head, ..]) => store.word(*head) == Some("!"),
            _ => false,
        };
        // The outermost annotation is read last.
        let label = named.last().filter(|(_, named)| top && *named == t).map(|l| l.0.clone());
        for (name, t) in named {
            if self.scope.names.contains_key(&name) {
                return Err(SmtError::new(store.place(n), format!("'{name}' is declared already")));
            }
            self.remember(&name, Meaning::Term(t));
        }
        match label {
            Some(label) if self.cores => self.named.push((label, t)),
            _ => self.solver.assert(&mut self.terms, t),
        }
        self.last = Last::default();
        Ok(String::new())
    }

    fn check_assuming(&mut self, store: &Store, literals: NodeId) -> Reply {
        let Some(list) = store.list(literals) else {
            return Err(SmtError::new(store.place(literals), "expected a list of literals"));
        };
        let mut assumed = Vec::new();
        for &l in list {
            let t = Reader::new(&mut self.terms, store, &self.scope).formula(l)?;
            assumed.push((t, store.text(l)));
        }
        Ok(self.check(assumed))
    }

    fn check(&mut self, assumptions: Vec<(TermId, String)>) -> String {
        let names: Vec<(TermId, String)> = self.named.iter().map(|(n, t)| (*t, n.clone())).collect();
        let all: Vec<TermId> = names.iter().chain(&assumptions).map(|a| a.0).collect();
        let answer = self.solver.check(&mut self.terms, &all, &self.limits);
        let text = answer.to_string();
        self.last = Last { answer: Some(answer), assumptions, names };
        text
    }

    fn push_or_pop(&mut self, store: &Store, place: Place, name: &str, args: &[NodeId]) -> Reply {
        let n = match args {
            [] => Some(1),
            [n] => store.numeral(*n),
            _ => None,
        };
        let Some(n) = n else { return Err(SmtError::new(place, "expected a number")) };
        self.last = Last::default();
        if name == "push" {
            if n > MOST_LEVELS {
                return Err(SmtError::new(place, format!("more than {MOST_LEVELS} levels at once")));
            }
            for _ in 0..n {
                let (shown, named) = (self.shown.len(), self.named.len());
                self.levels.push(Level { shown, named, ..Level::default() });
                self.solver.push();
            }
            return Ok(String::new());
        }
        if n as usize >= self.levels.len() {
            return Err(SmtError::new(place, "more levels to pop than there are"));
        }
        for _ in 0..n {
            self.pop_level();
        }
        self.solver.pop(n as usize);
        Ok(String::new())
    }

    fn pop_level(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        for (name, before) in level.declared.into_iter().rev() {
            match before {
                Some(meaning) => self.scope.names.insert(name, meaning),
                None => self.scope.names.remove(&name),
            };
        }
        for (name, before) in level.sorts.into_iter().rev() {
            match before {
                Some(sort) => self.scope.sorts.insert(name, sort),
                None => self.scope.sorts.remove(&name),
            };
        }
        self.shown.truncate(level.shown);
        self.named.truncate(level.named);
    }

    fn need(&self, place: Place, want: &Answer, what: &str) -> Result<(), SmtError> {
        if self.last.answer.as_ref() == Some(want) {
            return Ok(());
        }
        Err(SmtError::new(place, format!("{what} only after {want}")))
    }

    fn get_model(&mut self, place: Place) -> Reply {
        self.need(place, &Answer::Sat, "there is a model")?;
        let mut out = String::from("(");
        for (name, meaning) in self.shown.clone() {
            let (t, args) = match meaning {
                Meaning::Term(t) => (t, None),
                Meaning::Function { args, array } => (array, Some(args)),
                _ => continue,
            };
            let Some(value) = self.solver.value(&mut self.terms, t) else { continue };
            let sort = self.terms.sort(t);
            let label = quoted(&name);
            let text = value_text(&mut self.terms, &value, sort);
            match args {
                None => {
                    let sort = self.terms.sort_text(sort);
                    let _ = write!(out, "\n  (define-fun {label} () {sort} {text})");
                }
                Some(args) => out.push_str(&self.function_text(&label, &args, sort, &text)),
            }
        }
        out.push_str("\n)");
        Ok(out)
    }

    /// A function by a read from the array that it is.
    fn function_text(&self, label: &str, args: &[Sort], array: Sort, value: &str) -> String {
        let mut params = String::new();
        let mut bits = Vec::new();
        for (i, sort) in args.iter().enumerate() {
            let _ = write!(params, "(x!{i} {}) ", self.terms.sort_text(*sort));
            bits.push(match sort {
                Sort::Bool => format!("(ite x!{i} #b1 #b0)"),
                Sort::Float(_) => format!("(fp.to_ieee_bv x!{i})"),
                _ => format!("x!{i}"),
            });
        }
        let index = if bits.len() == 1 { bits.remove(0) } else { format!("(concat {})", bits.join(" ")) };
        let result = self.terms.array_parts(array).map_or(Sort::Bool, |p| p.1);
        let result = self.terms.sort_text(result);
        format!("\n  (define-fun {label} ({}) {result} (select {value} {index}))", params.trim_end())
    }

    fn get_value(&mut self, store: &Store, list: NodeId) -> Reply {
        let place = store.place(list);
        self.need(place, &Answer::Sat, "there are values")?;
        let Some(members) = store.list(list) else {
            return Err(SmtError::new(place, "expected a list of terms"));
        };
        let mut out = Vec::new();
        for &m in members {
            let t = Reader::new(&mut self.terms, store, &self.scope).term(m)?;
            let Some(value) = self.solver.value(&mut self.terms, t) else {
                return Err(SmtError::new(store.place(m), "the back end gave no value"));
            };
            let sort = self.terms.sort(t);
            out.push(format!("({} {})", store.text(m), value_text(&mut self.terms, &value, sort)));
        }
        Ok(format!("({})", out.join("\n ")))
    }

    fn core_terms(&mut self) -> Vec<TermId> {
        if self.minimal_cores {
            self.solver.minimal_core(&mut self.terms, &self.limits)
        } else {
            self.solver.core(&mut self.terms)
        }
    }

    fn get_core(&mut self, place: Place) -> Reply {
        self.need(place, &Answer::Unsat, "there is a core")?;
        if !self.cores {
            return Err(SmtError::new(place, "set :produce-unsat-cores to true first"));
        }
        let core = self.core_terms();
        let mut names = self.last.names.iter().filter(|n| core.contains(&n.0));
        let text: Vec<String> = names.by_ref().map(|n| quoted(&n.1)).collect();
        Ok(format!("({})", text.join(" ")))
    }

    fn get_unsat_assumptions(&mut self, place: Place) -> Reply {
        self.need(place, &Answer::Unsat, "there are unsatisfiable assumptions")?;
        let core = self.core_terms();
        let needed = self.last.assumptions.iter().filter(|a| core.contains(&a.0));
        let text: Vec<String> = needed.map(|a| a.1.clone()).collect();
        Ok(format!("({})", text.join(" ")))
    }

    fn reset_assertions(&mut self) {
        while self.levels.len() > 1 {
            self.pop_level();
        }
        self.levels = vec![Level::default()];
        self.scope = Scope::default();
        self.shown.clear();
        self.named.clear();
        self.last = Last::default();
        self.solver.reset();
    }

    fn reset(&mut self) {
        self.reset_assertions();
        self.cores = false;
        self.minimal_cores = false;
        self.print_success = false;
    }

    /// The reason of the last `unknown`, if that was the last answer.
    pub fn unknown(&self) -> Option<&Reason> {
        match &self.last.answer {
            Some(Answer::Unknown(r)) => Some(r),
            _ => None,
        }
    }
}

fn index_width(sorts: &[Sort]) -> Option<u32> {
    let widths: Option<Vec<u32>> = sorts.iter().map(|s| bits_of(*s)).collect();
    Some(widths?.iter().sum())
}

/// A symbol as it must be written.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let first = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if first && name.chars().all(plain) { name.into() } else { format!("|{name}|") }
}
