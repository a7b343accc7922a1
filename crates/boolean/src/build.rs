//! From the syntax tree to a model over bits: globals first, then parameters and locals, then the values that are returned.

use maymust_exact::belnap::{Must, Relation};
use maymust_exact::model::{Call, Edge, Model, Place, Proc, Step};
use maymust_exact::space::{At, Space};
use maymust_solver::Reason;
use maymust_solver::bdd::Bdd;
use maymust_source::{Diagnostics, Span};
use rustc_hash::FxHashMap;

use crate::ast::{self, Binary, Expr, Name, Stmt, StmtKind};
use crate::parser::count;

/// Something that can fail.
#[derive(Clone, Debug)]
pub struct Check {
    /// "assertion", or the label.
    pub what: String,
    /// Where.
    pub span: Span,
    /// The location that is reached when it fails.
    pub place: Place,
}

/// A program ready to be asked about.
pub struct Built {
    /// Where its sets live.
    pub space: Space,
    /// The model.
    pub model: Model,
    /// What can fail.
    pub checks: Vec<Check>,
    /// By procedure: its name, the names of its bits (globals first), and where each edge comes from.
    pub procs: Vec<ProcNames>,
}

/// Names of a procedure.
pub struct ProcNames {
    /// The procedure's.
    pub name: String,
    /// Its bits', as far as they are variables.
    pub bits: Vec<String>,
    /// By edge: the statement.
    pub spans: Vec<Span>,
}

/// An error in the program has been said, or there is no room.
enum Stop {
    Said,
    Space(Reason),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Stop {
        Stop::Space(reason)
    }
}

type Result<T> = std::result::Result<T, Stop>;

/// Builds the model; reaching `error_label` fails. `None` if the diagnostics have errors.
///
/// # Errors
/// If the model takes more than `most_nodes` nodes.
pub fn build(
    program: &ast::Program,
    error_label: &str,
    most_nodes: usize,
    diagnostics: &mut Diagnostics,
) -> std::result::Result<Option<Built>, Reason> {
    match Builder::new(program, error_label, most_nodes, diagnostics).run() {
        Ok(built) if diagnostics.error_count() == 0 => Ok(Some(built)),
        Ok(_) | Err(Stop::Said) => Ok(None),
        Err(Stop::Space(reason)) => Err(reason),
    }
}

struct Builder<'a> {
    program: &'a ast::Program,
    error_label: &'a str,
    diagnostics: &'a mut Diagnostics,
    space: Space,
    globals: FxHashMap<&'a str, usize>,
    procs: FxHashMap<&'a str, usize>,
    /// By procedure: how many values it returns.
    returns: Vec<usize>,
    checks: Vec<Check>,
}

/// A procedure being built.
struct Body<'a> {
    id: usize,
    ast: &'a ast::Proc,
    vars: FxHashMap<&'a str, usize>,
    n_bits: usize,
    /// The first of the bits for returned values.
    first_return: usize,
    enforce: Bdd,
    n_locs: usize,
    edges: Vec<Edge>,
    spans: Vec<Span>,
    labels: FxHashMap<&'a str, usize>,
}

const EXIT: usize = 1;

impl Body<'_> {
    fn loc(&mut self) -> usize {
        self.n_locs += 1;
        self.n_locs - 1
    }
}

/// What a value can be.
struct Can {
    be_true: Bdd,
    be_false: Bdd,
}

impl<'a> Builder<'a> {
    fn new(
        program: &'a ast::Program,
        error_label: &'a str,
        most_nodes: usize,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Builder {
            program,
            error_label,
            diagnostics,
            space: Space::new(most_nodes),
            globals: FxHashMap::default(),
            procs: FxHashMap::default(),
            returns: Vec::new(),
            checks: Vec::new(),
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.error(span, message);
    }

    fn run(mut self) -> Result<Built> {
        for (i, name) in self.program.globals.iter().enumerate() {
            if self.globals.insert(&name.text, i).is_some() {
                self.error(name.span, format!("the variable `{}` is declared twice", name.text));
            }
        }
        for (i, proc) in self.program.procs.iter().enumerate() {
            if self.procs.insert(&proc.name.text, i).is_some() {
                let message = format!("the procedure `{}` is defined twice", proc.name.text);
                self.error(proc.name.span, message);
            }
            let n = self.n_returns(proc);
            self.returns.push(n);
        }
        let Some(&main) = self.procs.get("main") else {
            let span = self.program.procs.first().map_or(Span::NONE, |p| p.name.span);
            self.error(span, "there is no procedure `main` to start from");
            return Err(Stop::Said);
        };
        let n_bits = |p: &ast::Proc, returns: usize| {
            self.program.globals.len() + p.params.len() + p.locals.len() + returns
        };
        let most = self.program.procs.iter().zip(&self.returns).map(|(p, r)| n_bits(p, *r)).max();
        self.space.reserve(most.unwrap_or(0))?;
        let mut procs = Vec::new();
        let mut names = Vec::new();
        for (id, proc) in self.program.procs.iter().enumerate() {
            let (built, name) = self.proc(id, proc)?;
            procs.push(built);
            names.push(name);
        }
        let returned = procs[main].exit_bits.iter().skip(self.program.globals.len());
        let start =
            self.space.state(At::Here, returned.map(|b| (*b, false)).collect::<Vec<_>>().into_iter())?;
        let model = Model { procs, main, start: Relation { may: start, must: Must::Same } };
        Ok(Built { space: self.space, model, checks: self.checks, procs: names })
    }

    /// As declared, or as the first `return` has it.
    fn n_returns(&self, proc: &ast::Proc) -> usize {
        fn first(body: &[Stmt]) -> Option<usize> {
            body.iter().find_map(|s| match &s.kind {
                StmtKind::Return(values) => Some(values.len()),
                StmtKind::If { arms, otherwise } => {
                    arms.iter().find_map(|(_, b)| first(b)).or_else(|| first(otherwise))
                }
                StmtKind::While(_, body) => first(body),
                _ => None,
            })
        }
        proc.returns.or_else(|| first(&proc.body)).unwrap_or(0)
    }

    fn proc(&mut self, id: usize, ast: &'a ast::Proc) -> Result<(Proc, ProcNames)> {
        let mut vars = self.globals.clone();
        let mut bits: Vec<String> = self.program.globals.iter().map(|g| g.text.clone()).collect();
        let mut own: Vec<&str> = Vec::new();
        for name in ast.params.iter().chain(&ast.locals) {
            if own.contains(&name.text.as_str()) {
                self.error(name.span, format!("the variable `{}` is declared twice", name.text));
            }
            own.push(&name.text);
            vars.insert(&name.text, bits.len());
            bits.push(name.text.clone());
        }
        let first_return = bits.len();
        let n_bits = first_return + self.returns[id];
        let enforce = self.space.tru();
        let labels = FxHashMap::default();
        let (edges, spans) = (Vec::new(), Vec::new());
        let mut body = Body { id, ast, vars, n_bits, first_return, enforce, n_locs: 2, edges, spans, labels };
        if let Some(e) = &ast.enforce {
            body.enforce = self.expr(&body, e)?.be_true;
        }
        self.declare_labels(&mut body, &ast.body);
        let end = self.stmts(&mut body, &ast.body, 0)?;
        if let Some(end) = end {
            // Behind the last statement: what is returned is any value.
            let values = vec![Expr::Any; self.returns[id]];
            self.returned(&mut body, &values, end, ast.name.span)?;
        }
        let exit_bits = (0..self.globals.len()).chain(first_return..n_bits).collect();
        let Body { n_locs, edges, spans, .. } = body;
        Ok((
            Proc { n_locs, entry: 0, exit: EXIT, exit_bits, edges },
            ProcNames { name: ast.name.text.clone(), bits, spans },
        ))
    }

    fn declare_labels(&mut self, body: &mut Body<'a>, stmts: &'a [Stmt]) {
        for stmt in stmts {
            for label in &stmt.labels {
                let loc = body.loc();
                if body.labels.insert(&label.text, loc).is_some() {
                    self.error(label.span, format!("the label `{}` stands here twice", label.text));
                }
            }
            match &stmt.kind {
                StmtKind::If { arms, otherwise } => {
                    arms.iter().for_each(|(_, b)| self.declare_labels(body, b));
                    self.declare_labels(body, otherwise);
                }
                StmtKind::While(_, inner) => self.declare_labels(body, inner),
                _ => {}
            }
        }
    }

    /// Statements from a location on; where they end, if they do.
    fn stmts(&mut self, body: &mut Body<'a>, stmts: &'a [Stmt], from: usize) -> Result<Option<usize>> {
        let mut at = Some(from);
        for stmt in stmts {
            for label in &stmt.labels {
                let loc = body.labels[label.text.as_str()];
                if let Some(at) = at {
                    self.skip(body, at, loc, label.span)?;
                }
                at = Some(loc);
                if label.text == self.error_label {
                    self.failure(body, loc, format!("label `{}`", label.text), label.span, None)?;
                }
            }
            // What cannot be reached is built all the same, from a location of its own: it may have labels and errors.
            let from = match at {
                Some(at) => at,
                None => body.loc(),
            };
            at = self.stmt(body, stmt, from)?;
        }
        Ok(at)
    }

    fn stmt(&mut self, body: &mut Body<'a>, stmt: &'a Stmt, from: usize) -> Result<Option<usize>> {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Skip => {
                let to = body.loc();
                self.skip(body, from, to, span)?;
                Ok(Some(to))
            }
            StmtKind::Assign { targets, values, constrain } => {
                let to = body.loc();
                self.assign(body, targets, values, constrain.as_ref(), (from, to), span)?;
                Ok(Some(to))
            }
            StmtKind::Call { targets, proc, args } => {
                let to = body.loc();
                self.call(body, targets, proc, args, (from, to), span)?;
                Ok(Some(to))
            }
            StmtKind::Assume(e) => {
                let to = body.loc();
                let can = self.expr(body, e)?;
                self.guard(body, from, to, &can.be_true, span)?;
                Ok(Some(to))
            }
            StmtKind::Assert(e) => {
                let to = body.loc();
                let can = self.expr(body, e)?;
                self.guard(body, from, to, &can.be_true, span)?;
                self.failure(body, from, "assertion".to_owned(), span, Some(&can.be_false))?;
                Ok(Some(to))
            }
            StmtKind::Goto(labels) => {
                for label in labels {
                    match body.labels.get(label.text.as_str()).copied() {
                        Some(to) => self.skip(body, from, to, span)?,
                        None => {
                            let proc = &body.ast.name.text;
                            self.error(label.span, format!("`{proc}` has no label `{}`", label.text));
                        }
                    }
                }
                Ok(None)
            }
            StmtKind::If { arms, otherwise } => self.branch(body, arms, otherwise, from, span),
            StmtKind::While(condition, inner) => {
                let head = body.loc();
                self.skip(body, from, head, span)?;
                let can = self.expr(body, condition)?;
                let (start, to) = (body.loc(), body.loc());
                self.guard(body, head, start, &can.be_true, span)?;
                self.guard(body, head, to, &can.be_false, span)?;
                if let Some(end) = self.stmts(body, inner, start)? {
                    self.skip(body, end, head, span)?;
                }
                Ok(Some(to))
            }
            StmtKind::Return(values) => {
                let n = self.returns[body.id];
                if values.len() != n {
                    let name = &body.ast.name.text;
                    let message = format!("`{name}` returns {}, not {}", count(n, "value"), values.len());
                    self.error(span, message);
                    return Ok(None);
                }
                self.returned(body, values, from, span)?;
                Ok(None)
            }
        }
    }

    fn branch(
        &mut self,
        body: &mut Body<'a>,
        arms: &'a [(Expr, Vec<Stmt>)],
        otherwise: &'a [Stmt],
        from: usize,
        span: Span,
    ) -> Result<Option<usize>> {
        let mut at = from;
        let mut ends = Vec::new();
        for (condition, inner) in arms {
            let can = self.expr(body, condition)?;
            let (yes, no) = (body.loc(), body.loc());
            self.guard(body, at, yes, &can.be_true, span)?;
            self.guard(body, at, no, &can.be_false, span)?;
            ends.extend(self.stmts(body, inner, yes)?);
            at = no;
        }
        ends.extend(self.stmts(body, otherwise, at)?);
        if ends.len() < 2 {
            return Ok(ends.pop());
        }
        let to = body.loc();
        for end in ends {
            self.skip(body, end, to, span)?;
        }
        Ok(Some(to))
    }

    fn local(&mut self, body: &mut Body<'a>, from: usize, to: usize, may: Bdd, span: Span) -> Result<()> {
        let may = may.and(&body.enforce)?;
        body.edges.push(Edge { from, to, step: Step::Local(Relation { may, must: Must::Same }) });
        body.spans.push(span);
        Ok(())
    }

    fn skip(&mut self, body: &mut Body<'a>, from: usize, to: usize, span: Span) -> Result<()> {
        let may = self.space.same(At::Here, At::Next, 0..body.n_bits)?;
        self.local(body, from, to, may, span)
    }

    fn guard(&mut self, body: &mut Body<'a>, from: usize, to: usize, guard: &Bdd, span: Span) -> Result<()> {
        let may = self.space.same(At::Here, At::Next, 0..body.n_bits)?.and(guard)?;
        self.local(body, from, to, may, span)
    }

    /// A location of its own that is reached when something fails.
    fn failure(
        &mut self,
        body: &mut Body<'a>,
        from: usize,
        what: String,
        span: Span,
        condition: Option<&Bdd>,
    ) -> Result<()> {
        let loc = body.loc();
        self.checks.push(Check { what, span, place: Place { proc: body.id, loc } });
        match condition {
            Some(condition) => self.guard(body, from, loc, condition, span),
            None => self.skip(body, from, loc, span),
        }
    }

    /// `x' = e`, where `e` may have several values.
    fn becomes(&mut self, at: At, bit: usize, can: &Can) -> Result<Bdd> {
        let new = self.space.bit(at, bit)?;
        Ok(new.ite(&can.be_true, &can.be_false)?)
    }

    fn assign(
        &mut self,
        body: &mut Body<'a>,
        targets: &[Name],
        values: &[Expr],
        constrain: Option<&Expr>,
        (from, to): (usize, usize),
        span: Span,
    ) -> Result<()> {
        let mut changed = Vec::new();
        let mut may = self.space.tru();
        for (target, value) in targets.iter().zip(values) {
            let can = self.expr(body, value)?;
            let Some(bit) = self.target(body, target, &changed) else { continue };
            changed.push(bit);
            may = may.and(&self.becomes(At::Next, bit, &can)?)?;
        }
        let others: Vec<usize> = (0..body.n_bits).filter(|b| !changed.contains(b)).collect();
        may = may.and(&self.space.same(At::Here, At::Next, others.into_iter())?)?;
        if let Some(constrain) = constrain {
            may = may.and(&self.expr(body, constrain)?.be_true)?;
        }
        self.local(body, from, to, may, span)
    }

    /// The bit of a variable that is assigned to.
    fn target(&mut self, body: &Body<'a>, name: &Name, before: &[usize]) -> Option<usize> {
        let bit = self.variable(body, name)?;
        if before.contains(&bit) {
            self.error(name.span, format!("`{}` gets two values at once", name.text));
            return None;
        }
        Some(bit)
    }

    fn variable(&mut self, body: &Body<'a>, name: &Name) -> Option<usize> {
        let bit = body.vars.get(name.text.as_str()).copied();
        if bit.is_none() {
            let message = format!("no variable `{}` is declared here", name.text);
            self.error(name.span, message);
        }
        bit
    }

    /// To the exit: there are globals and returned values; other bits are false.
    fn returned(&mut self, body: &mut Body<'a>, values: &[Expr], from: usize, span: Span) -> Result<()> {
        let n_globals = self.globals.len();
        let mut may = self.space.same(At::Here, At::Next, 0..n_globals)?;
        let none = (n_globals..body.first_return).map(|b| (b, false));
        may = may.and(&self.space.state(At::Next, none)?)?;
        for (i, value) in values.iter().enumerate() {
            let can = self.expr(body, value)?;
            may = may.and(&self.becomes(At::Next, body.first_return + i, &can)?)?;
        }
        self.local(body, from, EXIT, may, span)
    }

    fn call(
        &mut self,
        body: &mut Body<'a>,
        targets: &[Name],
        name: &Name,
        args: &[Expr],
        (from, to): (usize, usize),
        span: Span,
    ) -> Result<()> {
        let Some(&proc) = self.procs.get(name.text.as_str()) else {
            self.error(name.span, format!("no procedure `{}` is defined", name.text));
            return Ok(());
        };
        let callee = &self.program.procs[proc];
        let n_returns = self.returns[proc];
        if args.len() != callee.params.len() {
            let message = format!(
                "`{}` takes {}, not {}",
                name.text,
                count(callee.params.len(), "argument"),
                args.len()
            );
            self.error(name.span, message);
        }
        if !targets.is_empty() && targets.len() != n_returns {
            let message =
                format!("`{}` returns {}, not {}", name.text, count(n_returns, "value"), targets.len());
            self.error(name.span, message);
        }
        let n_globals = self.globals.len();
        let first_return = n_globals + callee.params.len() + callee.locals.len();
        let mut enter = self.space.same(At::Here, At::CalleeEntry, 0..n_globals)?.and(&body.enforce)?;
        for (i, arg) in args.iter().take(callee.params.len()).enumerate() {
            let can = self.expr(body, arg)?;
            enter = enter.and(&self.becomes(At::CalleeEntry, n_globals + i, &can)?)?;
        }
        let none = (first_return..first_return + n_returns).map(|b| (b, false));
        enter = enter.and(&self.space.state(At::CalleeEntry, none)?)?;
        let mut leave = self.space.tru();
        let mut changed = Vec::new();
        for (i, target) in targets.iter().take(n_returns).enumerate() {
            let Some(bit) = self.target(body, target, &changed) else { continue };
            changed.push(bit);
            let value = self.space.bit(At::CalleeExit, first_return + i)?;
            leave = leave.and(&self.space.bit(At::Next, bit)?.iff(&value)?)?;
        }
        let rest = |range: std::ops::Range<usize>| {
            range.filter(|b| !changed.contains(b)).collect::<Vec<usize>>().into_iter()
        };
        leave = leave.and(&self.space.same(At::CalleeExit, At::Next, rest(0..n_globals))?)?;
        leave = leave.and(&self.space.same(At::Here, At::Next, rest(n_globals..body.n_bits))?)?;
        let relation = |may| Relation { may, must: Must::Same };
        let call = Call { proc, enter: relation(enter), leave: relation(leave) };
        body.edges.push(Edge { from, to, step: Step::Call(call) });
        body.spans.push(span);
        Ok(())
    }

    /// What an expression can be; each `*` is a choice of its own. One level of recursion per level of the text, which the parser
    /// limits.
    fn expr(&mut self, body: &Body<'a>, e: &Expr) -> Result<Can> {
        let known = |bdd: Bdd| -> Result<Can> { Ok(Can { be_false: bdd.not()?, be_true: bdd }) };
        match e {
            Expr::Const(value) => known(if *value { self.space.tru() } else { self.space.fls() }),
            Expr::Var(name) | Expr::New(name) => {
                let at = if let Expr::New(_) = e { At::Next } else { At::Here };
                match self.variable(body, name) {
                    Some(bit) => known(self.space.bit(at, bit)?),
                    None => known(self.space.fls()),
                }
            }
            Expr::Any => Ok(Can { be_true: self.space.tru(), be_false: self.space.tru() }),
            Expr::Not(inner) => {
                let can = self.expr(body, inner)?;
                Ok(Can { be_true: can.be_false, be_false: can.be_true })
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expr(body, a)?, self.expr(body, b)?);
                binary(*op, &a, &b)
            }
            Expr::If(condition, then, other) => {
                let c = self.expr(body, condition)?;
                let (a, b) = (self.expr(body, then)?, self.expr(body, other)?);
                Ok(Can {
                    be_true: c.be_true.and(&a.be_true)?.or(&c.be_false.and(&b.be_true)?)?,
                    be_false: c.be_true.and(&a.be_false)?.or(&c.be_false.and(&b.be_false)?)?,
                })
            }
            Expr::Choose(yes, no) => {
                let (yes, no) = (self.expr(body, yes)?, self.expr(body, no)?);
                Ok(Can { be_true: yes.be_true.or(&yes.be_false.and(&no.be_false)?)?, be_false: yes.be_false })
            }
        }
    }
}

fn binary(op: Binary, a: &Can, b: &Can) -> Result<Can> {
    let both = |x: &Bdd, y: &Bdd| x.and(y);
    Ok(match op {
        Binary::And => Can { be_true: both(&a.be_true, &b.be_true)?, be_false: a.be_false.or(&b.be_false)? },
        Binary::Or => Can { be_true: a.be_true.or(&b.be_true)?, be_false: both(&a.be_false, &b.be_false)? },
        Binary::Implies => {
            Can { be_true: a.be_false.or(&b.be_true)?, be_false: both(&a.be_true, &b.be_false)? }
        }
        Binary::Xor | Binary::Iff => {
            let same = both(&a.be_true, &b.be_true)?.or(&both(&a.be_false, &b.be_false)?)?;
            let other = both(&a.be_true, &b.be_false)?.or(&both(&a.be_false, &b.be_true)?)?;
            match op {
                Binary::Iff => Can { be_true: same, be_false: other },
                _ => Can { be_true: other, be_false: same },
            }
        }
    })
}
