//! Writes the abstraction of a program as a Boolean program: what may happen in it, and nothing else.
//!
//! Variables are called what they stand for, in quotes: `{x <= 0}`. A call saves the caller's bits that are needed behind it, guesses the
//! callee's bits at its entry, and says what is known of the caller's bits afterwards.

use std::fmt::Write as _;

use maymust_exact::describe::{Abstracted, Described};
use maymust_exact::model::{Call, Step};
use maymust_exact::space::{At, Space};
use maymust_solver::Reason;
use maymust_solver::bdd::Bdd;

/// Relations of more cubes are not written.
const CUBES: usize = 2000;

/// The text of a Boolean program.
///
/// # Errors
/// If a relation is too large to be written.
pub fn write(abstracted: &Abstracted) -> Result<String, Reason> {
    let mut writer = Writer { abstracted, out: String::new() };
    writer.program()?;
    Ok(writer.out)
}

struct Writer<'a> {
    abstracted: &'a Abstracted,
    out: String,
}

/// How the bits of a place are called.
type Name<'n> = &'n dyn Fn(At, usize) -> String;

impl Writer<'_> {
    fn program(&mut self) -> Result<(), Reason> {
        let mut globals: Vec<String> = Vec::new();
        for proc in &self.abstracted.procs {
            for p in proc.predicates.iter().filter(|p| p.is_global) {
                let name = quoted(&p.text);
                if !globals.contains(&name) {
                    globals.push(name);
                }
            }
        }
        self.declare("", &globals);
        for i in 0..self.abstracted.procs.len() {
            if !self.abstracted.procs[i].at.is_empty() {
                self.proc(i)?;
            }
        }
        Ok(())
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn declare(&mut self, indent: &str, names: &[String]) {
        if !names.is_empty() {
            self.line(&format!("{indent}decl {};", names.join(", ")));
        }
    }

    /// The name of a procedure: the one that runs start in is `main`.
    fn name(&self, proc: usize) -> String {
        let name = &self.abstracted.procs[proc].name;
        if proc == self.abstracted.model.main {
            "main".to_owned()
        } else if name == "main" {
            "{main of C}".to_owned()
        } else {
            format!("{{{name}}}")
        }
    }

    /// The bits of a procedure's own predicates at a location.
    fn own(&self, proc: usize, loc: usize) -> Vec<usize> {
        let described = &self.abstracted.procs[proc];
        described.at[loc].iter().copied().filter(|b| !is_global(described, *b)).collect()
    }

    fn proc(&mut self, i: usize) -> Result<(), Reason> {
        let (described, proc) = (&self.abstracted.procs[i], &self.abstracted.model.procs[i]);
        let params = self.own(i, proc.entry);
        let returned = self.own(i, proc.exit);
        let is_main = i == self.abstracted.model.main;
        let type_text = match returned.len() {
            0 => "void".to_owned(),
            n => format!("bool<{n}>"),
        };
        let names = |bits: &[usize]| bits.iter().map(|b| bit_name(described, *b)).collect::<Vec<_>>();
        // Nobody calls the procedure that runs start in.
        let params = if is_main { Vec::new() } else { params };
        self.line("");
        let head = format!("{type_text} {}({}) begin", self.name(i), names(&params).join(", "));
        self.line(&head);
        let locals: Vec<usize> = described.predicates.iter().map(|p| p.bit).collect();
        let locals: Vec<usize> =
            locals.into_iter().filter(|b| !is_global(described, *b) && !params.contains(b)).collect();
        self.declare("  ", &names(&locals));
        for (at, edge) in proc.edges.iter().enumerate() {
            if let Step::Call(call) = &edge.step {
                self.declare("  ", &self.scratch(i, at, edge.from, call));
            }
        }
        if is_main {
            let name = |_: At, bit: usize| bit_name(described, bit);
            let start = expression(&self.abstracted.space, &self.abstracted.model.start.may, &name)?;
            self.line(&format!("  assume({start});"));
        }
        self.line(&format!("  goto L{};", proc.entry));
        for loc in 0..proc.n_locs {
            self.location(i, loc, &names(&returned))?;
        }
        self.line("end");
        Ok(())
    }

    fn location(&mut self, i: usize, loc: usize, returned: &[String]) -> Result<(), Reason> {
        let (described, proc) = (&self.abstracted.procs[i], &self.abstracted.model.procs[i]);
        if let Some(what) = &described.fails[loc] {
            let what = what.replace(['\n', '\r'], " ");
            self.line(&format!("  L{loc}: assert(F); // {what}"));
            self.line("  assume(F);");
            return Ok(());
        }
        if loc == proc.exit {
            self.line(&format!("  L{loc}: return {};", returned.join(", ")).replace(" ;", ";"));
            return Ok(());
        }
        let edges: Vec<usize> = (0..proc.edges.len()).filter(|e| proc.edges[*e].from == loc).collect();
        if edges.is_empty() {
            self.line(&format!("  L{loc}: assume(F);"));
            return Ok(());
        }
        let labels: Vec<String> = edges.iter().map(|e| format!("E{e}")).collect();
        self.line(&format!("  L{loc}: goto {};", labels.join(", ")));
        for at in edges {
            let edge = &proc.edges[at];
            self.line(&format!("  E{at}: skip;"));
            match &edge.step {
                Step::Local(relation) => {
                    let name = |place: At, bit: usize| match place {
                        At::Next => format!("'{}", bit_name(described, bit)),
                        _ => bit_name(described, bit),
                    };
                    let bits = described.at[edge.to].clone();
                    self.becomes(described, &bits, &relation.may, &name)?;
                }
                Step::Call(call) => self.call(i, at, call)?,
            }
            self.line(&format!("  goto L{};", edge.to));
        }
        Ok(())
    }

    /// Assigns bits any values that a relation allows.
    fn becomes(
        &mut self,
        described: &Described,
        bits: &[usize],
        relation: &Bdd,
        name: Name<'_>,
    ) -> Result<(), Reason> {
        let text = expression(&self.abstracted.space, relation, name)?;
        if bits.is_empty() {
            self.line(&format!("  assume({text});"));
            return Ok(());
        }
        let names: Vec<String> = bits.iter().map(|b| bit_name(described, *b)).collect();
        let any = vec!["*"; bits.len()].join(", ");
        self.line(&format!("  {} := {any} constrain ({text});", names.join(", ")));
        Ok(())
    }

    /// Variables that a call needs for itself.
    fn scratch(&self, i: usize, at: usize, from: usize, call: &Call) -> Vec<String> {
        let described = &self.abstracted.procs[i];
        let callee = &self.abstracted.model.procs[call.proc];
        let saved = described.at[from].iter().filter(|b| is_global(described, **b));
        let mut names: Vec<String> = saved.map(|b| scratch_name(at, At::Here, *b)).collect();
        let entry = self.own(call.proc, callee.entry);
        names.extend(entry.iter().map(|b| scratch_name(at, At::CalleeEntry, *b)));
        let exit = self.own(call.proc, callee.exit);
        names.extend(exit.iter().map(|b| scratch_name(at, At::CalleeExit, *b)));
        names
    }

    fn call(&mut self, i: usize, at: usize, call: &Call) -> Result<(), Reason> {
        let described = &self.abstracted.procs[i];
        let target = &self.abstracted.procs[call.proc];
        let callee = &self.abstracted.model.procs[call.proc];
        let edge = &self.abstracted.model.procs[i].edges[at];
        for bit in described.at[edge.from].iter().filter(|b| is_global(described, **b)) {
            let save = format!("  {} := {};", scratch_name(at, At::Here, *bit), bit_name(described, *bit));
            self.line(&save);
        }
        let entry = self.own(call.proc, callee.entry);
        let args: Vec<String> = entry.iter().map(|b| scratch_name(at, At::CalleeEntry, *b)).collect();
        let name = |place: At, bit: usize| match place {
            At::CalleeEntry if is_global(target, bit) => bit_name(target, bit),
            At::CalleeEntry => format!("'{}", scratch_name(at, At::CalleeEntry, bit)),
            _ => bit_name(described, bit),
        };
        let text = expression(&self.abstracted.space, &call.enter.may, &name)?;
        if args.is_empty() {
            self.line(&format!("  assume({text});"));
        } else {
            let any = vec!["*"; args.len()].join(", ");
            self.line(&format!("  {} := {any} constrain ({text});", args.join(", ")));
        }
        let exit = self.own(call.proc, callee.exit);
        let results: Vec<String> = exit.iter().map(|b| scratch_name(at, At::CalleeExit, *b)).collect();
        let to = if results.is_empty() { String::new() } else { format!("{} := ", results.join(", ")) };
        self.line(&format!("  {to}{}({});", self.name(call.proc), args.join(", ")));
        let name = |place: At, bit: usize| match place {
            At::Next => format!("'{}", bit_name(described, bit)),
            At::Here if is_global(described, bit) => scratch_name(at, At::Here, bit),
            At::CalleeExit if is_global(target, bit) => bit_name(target, bit),
            At::CalleeExit => scratch_name(at, At::CalleeExit, bit),
            _ => bit_name(described, bit),
        };
        let bits = described.at[edge.to].clone();
        self.becomes(described, &bits, &call.leave.may, &name)
    }
}

fn is_global(described: &Described, bit: usize) -> bool {
    described.predicates.iter().any(|p| p.bit == bit && p.is_global)
}

fn bit_name(described: &Described, bit: usize) -> String {
    let predicate = described.predicates.iter().find(|p| p.bit == bit);
    predicate.map_or_else(|| format!("bit{bit}"), |p| quoted(&p.text))
}

fn scratch_name(edge: usize, at: At, bit: usize) -> String {
    let what = match at {
        At::CalleeEntry => "arg",
        At::CalleeExit => "result",
        At::Here | At::Next | At::Exit => "old",
    };
    format!("{what}{edge}_{bit}")
}

fn quoted(text: &str) -> String {
    let mut out = String::from("{");
    for c in text.chars() {
        let _ = match c {
            '{' | '}' | '\n' | '\r' => out.write_char(' '),
            c => out.write_char(c),
        };
    }
    out + "}"
}

/// A set as a disjunction of conjunctions.
fn expression(space: &Space, set: &Bdd, name: Name<'_>) -> Result<String, Reason> {
    let mut left = set.clone();
    let mut cubes: Vec<String> = Vec::new();
    while let Some(cube) = space.cube(&left) {
        if cubes.len() >= CUBES {
            return Err(Reason::Space);
        }
        let mut this = space.tru();
        let mut literals = Vec::new();
        for (at, bit, value) in cube {
            this = this.and(&space.literal(at, bit, value)?)?;
            literals.push(format!("{}{}", if value { "" } else { "!" }, name(at, bit)));
        }
        left = left.and(&this.not()?)?;
        cubes.push(if literals.is_empty() { "T".to_owned() } else { literals.join(" & ") });
    }
    Ok(if cubes.is_empty() { "F".to_owned() } else { cubes.join(" | ") })
}
