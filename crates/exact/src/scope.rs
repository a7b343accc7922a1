//! What procedures can speak of: their variables, the values that these had at the entry, and how the names of a callee
//! read at a call.
//!
//! The paper asks that predicates at a return point speak of the returned variables or of others, never of both. Here they may
//! speak of both: behind a call the abstraction knows the predicates of the caller before it and those of the callee at its
//! exit, and the solver says which predicates these leave possible. What links them are copies that are passed along: the
//! entry value of everything that a procedure changes has a symbol of its own (`x@entry`).

use maymust_program::calls::CallGraph;
use maymust_program::modref::ModRef;
use maymust_program::{ProcId, Program, VarId, VarKind};
use maymust_term::{Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::CallSite;

/// Whose a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Everybody's.
    Global,
    /// A procedure's.
    Proc(ProcId),
    /// The value of a variable at the entry of whichever procedure speaks of it.
    Entry(VarId),
    /// Nobody's: an input, or a symbol made on the way.
    Nobody,
}

/// Symbols and their owners.
pub struct Scopes {
    /// The procedures that runs can come to.
    pub reachable: Vec<bool>,
    /// The procedures that can call themselves.
    pub recursive: Vec<bool>,
    modref: ModRef,
    /// Parameters that their procedures assign to.
    assigned: FxHashSet<VarId>,
    entry_of: FxHashMap<VarId, Symbol>,
    entry_value: FxHashMap<Symbol, VarId>,
    primed: FxHashMap<VarId, Symbol>,
    n_vars: usize,
}

/// Which end of a callee is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The entry.
    Entry,
    /// The exit.
    Exit,
}

impl Scopes {
    /// The scopes of a program.
    pub fn new(program: &Program) -> Scopes {
        let calls = CallGraph::new(program);
        let modref = ModRef::new(program, &calls);
        let targets = program.procs.iter().flat_map(|p| &p.edges).filter_map(|e| e.op.target());
        let is_param = |v: &VarId| matches!(program.var(*v).kind, VarKind::Param(_));
        let assigned = targets.filter(is_param).collect();
        Scopes {
            reachable: calls.reachable,
            recursive: calls.recursive,
            modref,
            assigned,
            entry_of: FxHashMap::default(),
            entry_value: FxHashMap::default(),
            primed: FxHashMap::default(),
            n_vars: program.vars.len(),
        }
    }

    /// Whose a symbol is.
    pub fn owner(&self, program: &Program, s: Symbol) -> Owner {
        if let Some(v) = self.entry_value.get(&s) {
            return Owner::Entry(*v);
        }
        if s.index() >= self.n_vars {
            return Owner::Nobody;
        }
        match program.var(s).kind {
            VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p) => Owner::Proc(p),
            VarKind::Global | VarKind::ThreadLocal | VarKind::Memory => Owner::Global,
        }
    }

    /// Does a procedure read or write a global?
    pub fn touches(&self, proc: ProcId, var: VarId) -> bool {
        self.modref.may_read(proc, var) || self.modref.may_write(proc, var)
    }

    /// May a variable of a procedure, or a global, be something else at its exit than at its entry?
    pub fn changes(&self, program: &Program, proc: ProcId, var: VarId) -> bool {
        match program.var(var).kind {
            VarKind::Param(_) => self.assigned.contains(&var),
            VarKind::Local(_) | VarKind::Result(_) => true,
            VarKind::Global | VarKind::ThreadLocal | VarKind::Memory => self.modref.may_write(proc, var),
        }
    }

    /// The value that a parameter or global had at the entry of the procedure.
    pub fn at_entry(&mut self, program: &Program, terms: &mut Terms, proc: ProcId, var: VarId) -> TermId {
        if !self.changes(program, proc, var) {
            return terms.var(var);
        }
        let entry_value = &mut self.entry_value;
        let symbol = *self.entry_of.entry(var).or_insert_with(|| {
            let name = format!("{}@entry", terms.symbol_name(var));
            let symbol = terms.fresh(&name, terms.symbol_sort(var));
            entry_value.insert(symbol, var);
            symbol
        });
        terms.var(symbol)
    }

    /// The symbol for a variable after a call.
    fn primed(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        let symbol = *self.primed.entry(var).or_insert_with(|| {
            let name = format!("{}'", terms.symbol_name(var));
            terms.fresh(&name, terms.symbol_sort(var))
        });
        terms.var(symbol)
    }

    /// A term of the callee, at its entry or exit, over the caller's variables before the call and primed symbols.
    pub fn in_caller(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        call: &CallSite,
        end: End,
        t: TermId,
    ) -> TermId {
        let params = &program.proc(call.proc).params;
        let arg = |v: VarId| params.iter().position(|p| *p == v).map(|i| call.args[i]);
        let mut map: FxHashMap<Symbol, TermId> = FxHashMap::default();
        for s in terms.support(t) {
            let value = match self.owner(program, s) {
                Owner::Entry(v) => match arg(v) {
                    Some(arg) => arg,
                    None => terms.var(v),
                },
                Owner::Global if end == End::Exit && self.changes(program, call.proc, s) => {
                    self.primed(terms, s)
                }
                Owner::Global | Owner::Nobody => continue,
                Owner::Proc(_) => match arg(s) {
                    Some(arg) if end == End::Entry || !self.changes(program, call.proc, s) => arg,
                    _ => self.primed(terms, s),
                },
            };
            map.insert(s, value);
        }
        terms.substitute(t, &map)
    }

    /// A term of the caller after a call, over its variables before the call and primed symbols.
    pub fn after_call(&mut self, program: &Program, terms: &mut Terms, call: &CallSite, t: TermId) -> TermId {
        let mut map: FxHashMap<Symbol, TermId> = FxHashMap::default();
        for s in terms.support(t) {
            if call.result == Some(s) {
                let value = match program.proc(call.proc).result {
                    Some(result) => self.primed(terms, result),
                    None => {
                        let any = terms.fresh("any", terms.symbol_sort(s));
                        terms.var(any)
                    }
                };
                map.insert(s, value);
            } else if self.owner(program, s) == Owner::Global && self.changes(program, call.proc, s) {
                map.insert(s, self.primed(terms, s));
            }
        }
        terms.substitute(t, &map)
    }
}
