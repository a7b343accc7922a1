//! Execution: a state goes on until its run ends, several things may happen next, or it is worth remembering.

use std::rc::Rc;
use std::time::Instant;

use maymust_engine::{Reason, Role, Task};
use maymust_program::threads::{self, Visible};
use maymust_program::{CheckId, CheckKind, Input, ObjectState, ProcId, VarId};
use maymust_source::Span;
use maymust_term::{Op, Sort, TermId};

use crate::code::{Act, CodeEdge, Compiler, Home, Homes, ProcCode};
use crate::eval::{Access, Eval, value_part};
use crate::heap::{Body, Heap, Object, Part};
use crate::paths::Paths;
use crate::state::{Frame, State, Thread};
use crate::value::Val;

/// More activations than this end the search: without summaries it would not.
const MAX_FRAMES: usize = 10_000;
/// Larger objects are not represented.
const MAX_OBJECT: u64 = 1 << 24;
/// Edges that a repeated run takes at most.
const SCRIPTED: u64 = 20_000_000;

/// Why a state does not just go on.
#[derive(Debug)]
pub enum Point {
    /// It stands at the head of a loop.
    Head,
    /// Several things may happen: choices with the states that they lead to.
    Fork(Vec<(u64, State)>),
    /// A thread has to be chosen.
    Schedule,
    /// It stands before a call, and whoever asked wants to know.
    Call,
    /// The outermost activation has returned, with this value.
    Returned(Option<Val>),
    /// The run is over.
    End,
    /// The run cannot be followed further.
    Cut(Reason),
    /// The check of the script's end fails.
    Hit,
}

/// An input that a scripted run used.
#[derive(Clone, Debug)]
pub enum Event {
    /// A value that was asked for.
    Value(Input, Sort, Val),
    /// A byte of standard input, or its end.
    Stdin(Val),
}

/// Makes a run repeat what a search has seen.
#[derive(Debug, Default)]
pub struct Script {
    /// The choices, last first.
    pub choices: Vec<u64>,
    /// The check that fails at its end.
    pub target: Option<CheckId>,
    /// What was used.
    pub events: Vec<Event>,
    /// Whose turn it was, from when a second thread was started.
    pub turns: Vec<u32>,
    /// The edges that were taken before it.
    pub start: u64,
}

/// Executes states.
pub struct Exec<'t> {
    /// What is asked.
    pub task: &'t Task<'t>,
    /// Where variables live.
    pub(crate) homes: Homes,
    roles: Vec<Role>,
    code: Vec<Option<Rc<ProcCode>>>,
    /// Which edges threads can tell apart; none if only one is ever there.
    pub(crate) visible: Option<Visible>,
    /// Evaluation.
    pub eval: Eval,
    /// Conditions on inputs.
    pub paths: Paths,
    /// Checks that were seen to fail since someone last looked.
    pub failed: Vec<CheckId>,
    /// The run that is repeated.
    pub script: Option<Script>,
    /// Does a call end [`Exec::run`]?
    pub stop_at_calls: bool,
    /// Is anybody interested in lost objects?
    pub leaks_matter: bool,
    /// Was it asked whether objects are lost?
    pub looked_for_leaks: bool,
    /// Edges taken.
    pub steps: u64,
    /// When to stop.
    pub deadline: Instant,
    /// Runs that start more threads than this end, and [`Exec::too_many_threads`] says so.
    pub max_threads: usize,
    /// Did a run end because it would have started too many?
    pub too_many_threads: bool,
}

/// What came of one edge.
pub(crate) enum Next {
    Go,
    Stop(Point),
}

impl<'t> Exec<'t> {
    /// Of a task.
    pub fn new(task: &'t Task<'t>, deadline: Instant) -> Result<Exec<'t>, Reason> {
        let homes = Homes::new(task.program);
        let solver = task.options.new_solver().map_err(|e| Reason::NoSolver(e.to_string()))?;
        Ok(Exec {
            homes,
            roles: task.roles(),
            code: vec![None; task.program.procs.len()],
            visible: threads::starts_threads(task.program).then(|| Visible::new(task.program)),
            eval: Eval::new(task.program.terms.clone()),
            paths: Paths::new(solver),
            failed: Vec::new(),
            script: None,
            stop_at_calls: false,
            leaks_matter: task.checks.iter().any(|c| task.program.checks[c.index()].kind == CheckKind::Leak),
            looked_for_leaks: false,
            steps: 0,
            deadline,
            max_threads: usize::MAX,
            too_many_threads: false,
            task,
        })
    }

    /// The state at the program's entry.
    pub fn start(&mut self) -> Option<State> {
        let program = self.task.program;
        let entry = program.entry?;
        let mut heap = Heap::new(program.layout);
        for object in &program.statics {
            let body = object.state.is_live().then(|| Rc::new(Body::new(object.size, false)));
            let (size, state) = (object.size, object.state);
            heap.push(Object { size, state, shared: true, body })?;
        }
        heap.start_run();
        let zero = |v: &VarId| Val::zero(&program.terms, program.terms.symbol_sort(*v));
        let globals = self.homes.globals.iter().map(zero).collect();
        let own = self.homes.own.iter().map(zero).collect();
        let mut state = State {
            globals,
            heap,
            threads: vec![Thread { own, ..Thread::default() }],
            running: 0,
            permit: false,
            path: Rc::default(),
            inputs: Rc::default(),
        };
        self.push_frame(&mut state, entry, Vec::new());
        Some(state)
    }

    /// Makes ready for another search.
    pub fn forget(&mut self) {
        self.failed.clear();
        self.eval.looked.clear();
        self.looked_for_leaks = false;
        (self.eval.made_inputs, self.eval.observed) = (0, false);
    }

    /// The code of a procedure.
    pub fn proc(&mut self, proc: u32) -> Rc<ProcCode> {
        if let Some(code) = &self.code[proc as usize] {
            return code.clone();
        }
        let Exec { homes, roles, visible, .. } = self;
        let compiler = Compiler { program: self.task.program, homes, roles, visible: visible.as_ref() };
        let code = compiler.proc(ProcId(proc));
        self.code[proc as usize] = Some(code.clone());
        code
    }

    /// Enters a procedure.
    pub fn push_frame(&mut self, state: &mut State, proc: ProcId, args: Vec<Val>) {
        let code = self.proc(proc.0);
        let mut vals = code.zeros.clone();
        for (slot, value) in code.params.iter().zip(args) {
            vals[*slot as usize] = value;
        }
        let running = state.running;
        state.threads[running].frames.push(Frame { proc: proc.0, loc: code.entry, edge: 0, vals });
    }

    /// Goes on until there is something to say.
    pub fn run(&mut self, state: &mut State) -> Point {
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(1024)
                && let Some(why) = self.must_stop().or_else(|| self.goes_astray())
            {
                return Point::Cut(why);
            }
            let Some(frame) = state.top() else { return self.thread_ended(state) };
            let (proc, loc) = (frame.proc, frame.loc);
            let code = self.proc(proc);
            if state.threads.len() > 1 && code.visible[loc as usize] && !self.goes_on(state, &code, loc) {
                if self.script.is_none() {
                    return Point::Schedule;
                }
                if let Some(point) = self.scripted_turn(state) {
                    return point;
                }
                continue;
            }
            let next = if loc == code.exit {
                self.leave(state, &code)
            } else {
                let edges = &code.edges[code.out[loc as usize] as usize..code.out[loc as usize + 1] as usize];
                match edges {
                    [] => Next::Stop(Point::End),
                    [edge] if !matches!(edge.act, Act::Assume) => self.edge(state, edge),
                    edges => self.branch(state, edges),
                }
            };
            if let Next::Stop(point) = next {
                return point;
            }
            let is_head = state.top().is_some_and(|f| f.proc == proc && code.heads[f.loc as usize]);
            if is_head && self.script.is_none() {
                return Point::Head;
            }
        }
    }

    /// A run that is repeated takes more steps than one that was found: it is not the same.
    fn goes_astray(&self) -> Option<Reason> {
        let script = self.script.as_ref()?;
        (self.steps - script.start > SCRIPTED).then_some(Reason::NoProgress)
    }

    /// Is it time to end?
    fn must_stop(&self) -> Option<Reason> {
        if self.task.is_cancelled() {
            return Some(Reason::Cancelled);
        }
        if self.task.memory_low() {
            return Some(Reason::Memory);
        }
        (Instant::now() >= self.deadline).then_some(Reason::TIME)
    }

    pub(crate) fn cut(&self, what: &str, span: Span) -> Next {
        Next::Stop(Point::Cut(self.unsupported(what, span)))
    }

    /// Why a run cannot be followed, and where.
    pub(crate) fn unsupported(&self, what: &str, span: Span) -> Reason {
        let what = match (self.task.place)(span) {
            Some(place) => format!("{what} ({place})"),
            None => what.to_owned(),
        };
        Reason::Unsupported { what, function: None }
    }

    /// What could not be evaluated.
    pub(crate) fn problem(&self, span: Span) -> Next {
        self.cut(self.eval.problem, span)
    }

    /// Leaves the innermost activation.
    fn leave(&mut self, state: &mut State, code: &ProcCode) -> Next {
        let running = state.running;
        let Some(frame) = state.threads[running].frames.pop() else { return Next::Stop(Point::End) };
        let result = code.result.map(|slot| frame.vals[slot as usize].clone());
        if state.top().is_none() {
            return match state.running {
                0 => Next::Stop(Point::Returned(result)),
                _ => Next::Go,
            };
        }
        self.give(state, result);
        Next::Go
    }

    /// Ends the innermost activation, which returns this.
    pub fn give_back(&mut self, state: &mut State, result: Option<Val>) {
        let running = state.running;
        state.threads[running].frames.pop();
        self.give(state, result);
    }

    /// Gives the result of a call to the caller, which is the innermost activation now.
    fn give(&mut self, state: &mut State, result: Option<Val>) {
        let Some(caller) = state.top() else { return };
        let (proc, edge) = (caller.proc, caller.edge);
        let caller = self.proc(proc);
        if let Act::Call(_, Some(home)) | Act::CallPointer(_, _, Some(home)) = caller.edges[edge as usize].act
            && let Some(result) = result
        {
            self.assign(state, home, result);
        }
    }

    /// Gives a variable a value.
    pub fn assign(&mut self, state: &mut State, home: Home, value: Val) {
        match home {
            Home::Local(slot) => {
                if let Some(frame) = state.top_mut() {
                    frame.vals[slot as usize] = value;
                }
            }
            Home::Global(index) => {
                self.eval.note(Access::Global(index), true);
                self.share(state, &value);
                state.globals[index as usize] = value;
            }
            Home::Own(index) => state.threads[state.running].own[index as usize] = value,
            Home::Bytes | Home::Size | Home::State | Home::Next | Home::Unknown => {}
        }
    }

    /// Several assumptions, or one.
    fn branch(&mut self, state: &mut State, edges: &[CodeEdge]) -> Next {
        let mut open: Vec<(usize, TermId)> = Vec::new();
        for (i, edge) in edges.iter().enumerate() {
            self.eval.run(state, &edge.code);
            match self.eval.result(&edge.code, 0) {
                Val::Int(0) => {}
                Val::Int(_) => return self.go(state, edge),
                Val::Sym(condition) => open.push((i, condition)),
                _ => return self.problem(edge.span),
            }
        }
        open.retain(|(_, condition)| self.paths.may_hold(&mut self.eval.terms, &state.path, *condition));
        match (open.as_slice(), self.script.is_some()) {
            ([], _) => Next::Stop(Point::End),
            (&[(i, condition)], _) => self.take(state, &edges[i], condition),
            (_, true) => {
                let Some(choice) = self.scripted() else { return self.unscripted() };
                match open.iter().find(|(i, _)| *i as u64 == choice) {
                    Some(&(i, condition)) => self.take(state, &edges[i], condition),
                    None => Next::Stop(Point::End),
                }
            }
            (_, false) => {
                let mut ways = Vec::new();
                for &(i, condition) in &open {
                    let mut way = state.clone();
                    self.take(&mut way, &edges[i], condition);
                    ways.push((i as u64, way));
                }
                Next::Stop(Point::Fork(ways))
            }
        }
    }

    /// The next choice of the script.
    pub(crate) fn scripted(&mut self) -> Option<u64> {
        self.script.as_mut()?.choices.pop()
    }

    pub(crate) fn take(&mut self, state: &mut State, edge: &CodeEdge, condition: TermId) -> Next {
        self.learn(state, condition);
        self.go(state, edge)
    }

    /// A condition on inputs holds from here on. An input that has only one value left gets it.
    pub fn learn(&mut self, state: &mut State, condition: TermId) {
        let more = self.eval.terms.conjuncts(condition);
        let path = Rc::make_mut(&mut state.path);
        path.extend(more);
        path.sort_unstable();
        path.dedup();
        for symbol in self.eval.terms.support(condition) {
            if let Some(value) = self.paths.only_value(&mut self.eval.terms, &state.path, symbol) {
                crate::tokens::replace(&mut self.eval.terms, state, symbol, value);
            }
        }
    }

    pub(crate) fn go(&mut self, state: &mut State, edge: &CodeEdge) -> Next {
        if let Some(frame) = state.top_mut() {
            frame.loc = edge.to;
        }
        Next::Go
    }

    /// An edge that is no assumption.
    fn edge(&mut self, state: &mut State, edge: &CodeEdge) -> Next {
        self.eval.run(state, &edge.code);
        match &edge.act {
            Act::Assume | Act::Skip => {}
            Act::Assign(home) => match self.eval.result(&edge.code, 0) {
                Val::Bad => return self.problem(edge.span),
                value => self.assign(state, *home, value),
            },
            Act::Store(bytes) => {
                for (i, bytes) in bytes.iter().enumerate() {
                    let address = self.eval.result(&edge.code, 2 * i);
                    let value = self.eval.result(&edge.code, 2 * i + 1);
                    if value == Val::Bad {
                        return self.problem(edge.span);
                    }
                    let parts = [value_part(value, *bytes)];
                    if let Err(why) = self.write(state, &address, *bytes, &parts) {
                        return self.cut(why, edge.span);
                    }
                }
            }
            Act::Havoc(home, input, sort, is_bool) => {
                return self.havoc(state, edge, *home, input, *sort, *is_bool);
            }
            Act::Check(check, role) => return self.check(state, edge, *check, *role),
            Act::Leak(check) => {
                self.looked_for_leaks = true;
                if crate::canon::loses_objects(state) {
                    return self.fails(*check, Role::Asked);
                }
            }
            Act::Call(proc, _) => return self.call(state, edge, *proc, 0),
            Act::CallPointer(check, role, _) => {
                let Some(pointer) = self.eval.result(&edge.code, 0).word() else {
                    return self.problem(edge.span);
                };
                return match self.callee(pointer, edge) {
                    Some(proc) => self.call(state, edge, proc, 1),
                    None if *role == Role::Ignored => {
                        self.cut("a call through an invalid pointer", edge.span)
                    }
                    None => self.fails(*check, *role),
                };
            }
            Act::Allocate(home, kind, zeroed) => {
                let Val::Int(size) = self.eval.result(&edge.code, 0) else {
                    return self.cut("an object whose size depends on an input", edge.span);
                };
                if size > MAX_OBJECT {
                    return self.cut("an object of more than 16 MiB", edge.span);
                }
                let body = Some(Rc::new(Body::new(size as u32, !zeroed)));
                let object = Object { size: size as u32, state: *kind, shared: false, body };
                let Some(number) = state.heap.push(object) else {
                    return self.cut("more objects than there are numbers", edge.span);
                };
                let pointer = Val::Ptr(state.heap.layout().join(number, 0));
                self.eval.note(Access::Meta(number), true);
                self.assign(state, *home, pointer);
            }
            Act::Free(kind) => match self.eval.result(&edge.code, 0) {
                value @ (Val::Int(_) | Val::Ptr(_)) => self.free(state, &value, *kind),
                _ => return self.cut("a pointer depends on an input", edge.span),
            },
            Act::Copy | Act::Fill | Act::Bytes(_) => {
                if let Err(why) = self.block(state, edge) {
                    return self.cut(why, edge.span);
                }
            }
            Act::Spawn(proc, result) => return self.spawn(state, edge, *proc, *result),
            Act::Block(..) if state.threads.len() == 1 => return self.block_alone(state, edge),
            Act::Block(..) => match self.eval.result(&edge.code, 0) {
                Val::Int(0) => return Next::Stop(Point::End),
                Val::Int(_) => {}
                Val::Sym(condition) => return self.take(state, edge, condition),
                _ => return self.problem(edge.span),
            },
            Act::Atomic(begins) => {
                let thread = &mut state.threads[state.running];
                thread.atomic = if *begins { thread.atomic + 1 } else { thread.atomic.saturating_sub(1) };
            }
            Act::EndThread => {
                let thread = &mut state.threads[state.running];
                thread.frames.clear();
                thread.atomic = 0;
                return Next::Go;
            }
            Act::Halt => return Next::Stop(Point::End),
            Act::Unsupported(what) => return self.cut(what, edge.span),
        }
        self.go(state, edge)
    }

    fn free(&mut self, state: &mut State, pointer: &Val, kind: ObjectState) {
        let (number, _) = state.heap.layout().split(pointer.word().unwrap_or(0));
        self.eval.note(Access::Meta(number), true);
        if self.visible.is_some() {
            self.eval.note(Access::Bytes(number, 0, state.heap.size(number)), true);
        }
        if let Some(object) = state.heap.get_mut(number).filter(|_| number != 0) {
            object.state = kind;
            object.body = None;
        }
    }

    /// Copies, fills and constant bytes.
    fn block(&mut self, state: &mut State, edge: &CodeEdge) -> Result<(), &'static str> {
        let to = self.eval.result(&edge.code, 0);
        if let Act::Bytes(data) = &edge.act {
            return self.write(state, &to, data.len() as u32, &[Part::Bytes(data.to_vec())]);
        }
        let Val::Int(length) = self.eval.result(&edge.code, 2) else {
            return Err("a length depends on an input");
        };
        let (length, from) = (length as u32, self.eval.result(&edge.code, 1));
        if length == 0 {
            return Ok(());
        }
        let parts = match (&edge.act, from) {
            (Act::Fill, Val::Int(byte)) => vec![Part::Bytes(vec![byte as u8; length as usize])],
            (Act::Fill, value @ Val::Sym(_)) if length <= 256 => {
                (0..length).map(|_| value_part(value.clone(), 1)).collect()
            }
            (Act::Copy, from @ (Val::Int(_) | Val::Ptr(_))) => {
                let range = state.heap.range(from.word().unwrap_or(0), length);
                let (number, offset) = range.ok_or("memory is read where no object is")?;
                self.eval.note(Access::Bytes(number, offset, length), false);
                let body = state.heap.get(number).and_then(|o| o.body.clone());
                let parts = body.ok_or("memory is read where no object is")?.parts(offset, offset + length);
                parts.into_iter().map(|p| self.eval.whole_part(p)).collect()
            }
            _ => return Err("memory that depends on an input"),
        };
        self.write(state, &to, length, &parts)
    }

    /// Writes parts at an address.
    fn write(
        &mut self,
        state: &mut State,
        to: &Val,
        length: u32,
        parts: &[Part],
    ) -> Result<(), &'static str> {
        if length == 0 {
            return Ok(());
        }
        let address = match to {
            Val::Int(address) | Val::Ptr(address) => *address,
            Val::Bad => return Err(self.eval.problem),
            _ => return Err("an address depends on an input"),
        };
        let Some((number, offset)) = state.heap.range(address, length) else {
            return Err("memory is written where no object is");
        };
        if matches!(to, Val::Int(_)) && number >= state.heap.first_dynamic() {
            self.eval.observed = true;
        }
        self.eval.note(Access::Bytes(number, offset, length), true);
        if self.visible.is_some() && state.heap.get(number).is_some_and(|o| o.shared) {
            for part in parts {
                if let Part::Cell { value, .. } = part {
                    self.share(state, value);
                }
            }
        }
        let Some(body) = state.heap.body_mut(number) else {
            return Err("memory is written where no object is");
        };
        let cut = body.clear(offset, offset + length);
        for (at, part) in cut {
            let part = self.eval.whole_part(part);
            if let Some(body) = state.heap.body_mut(number) {
                body.put(at, &part);
            }
        }
        let Some(body) = state.heap.body_mut(number) else { return Ok(()) };
        let mut at = offset;
        for part in parts {
            body.put(at, part);
            at += part.len();
        }
        Ok(())
    }

    fn havoc(
        &mut self,
        state: &mut State,
        edge: &CodeEdge,
        home: Home,
        input: &Input,
        sort: Sort,
        is_bool: bool,
    ) -> Next {
        if sort.is_array() {
            return self.cut("arbitrary contents of an array", edge.span);
        }
        if is_bool && *input != Input::Stdin {
            return self.choose_bit(state, edge, home, input, sort);
        }
        if matches!(home, Home::Local(slot) if self.is_dead(state, edge, slot)) && *input != Input::Stdin {
            let zero = Val::zero(&self.eval.terms, sort);
            if let Some(script) = &mut self.script {
                script.events.push(Event::Value(input.clone(), sort, zero));
            }
            return self.go(state, edge);
        }
        let term = self.eval.fresh(state, sort);
        if let Some(script) = &mut self.script {
            script.events.push(match input {
                Input::Stdin => Event::Stdin(Val::Sym(term)),
                _ => Event::Value(input.clone(), sort, Val::Sym(term)),
            });
        }
        if *input == Input::Stdin {
            let width = sort.width().unwrap_or(32);
            let terms = &mut self.eval.terms;
            let (end, bound) = (terms.bv_i64(width, -1), terms.bv(width, 256));
            let (is_end, is_byte) = (terms.eq(term, end), terms.ult(term, bound));
            let one = terms.or2(is_end, is_byte);
            self.learn(state, one);
        }
        self.assign(state, home, Val::Sym(term));
        self.go(state, edge)
    }

    /// Is a variable assigned before it is read, after an edge?
    fn is_dead(&mut self, state: &State, edge: &CodeEdge, slot: u32) -> bool {
        let Some(proc) = state.top().map(|f| f.proc) else { return false };
        self.proc(proc).live[edge.to as usize].binary_search(&slot).is_err()
    }

    /// An input of which one bit matters is chosen at once.
    fn choose_bit(
        &mut self,
        state: &mut State,
        edge: &CodeEdge,
        home: Home,
        input: &Input,
        sort: Sort,
    ) -> Next {
        if self.script.is_some() {
            let Some(bit) = self.scripted() else { return self.unscripted() };
            if let Some(script) = &mut self.script {
                script.events.push(Event::Value(input.clone(), sort, Val::Int(bit)));
            }
            self.assign(state, home, Val::Int(bit));
            return self.go(state, edge);
        }
        let ways = [0, 1].into_iter().map(|bit| {
            let mut way = state.clone();
            self.assign(&mut way, home, Val::Int(bit));
            self.go(&mut way, edge);
            (bit, way)
        });
        Next::Stop(Point::Fork(ways.collect()))
    }

    /// A check fails on this run, or the run has no meaning from here on.
    pub(crate) fn fails(&mut self, check: CheckId, role: Role) -> Next {
        if role == Role::Asked {
            if self.script.as_ref().is_some_and(|s| s.target == Some(check) && s.choices.is_empty()) {
                return Next::Stop(Point::Hit);
            }
            self.failed.push(check);
        }
        Next::Stop(Point::End)
    }

    fn check(&mut self, state: &mut State, edge: &CodeEdge, check: CheckId, role: Role) -> Next {
        let condition = match self.eval.result(&edge.code, 0) {
            Val::Int(0) => return self.fails(check, role),
            Val::Int(_) => return self.go(state, edge),
            Val::Sym(condition) => condition,
            _ => return self.problem(edge.span),
        };
        let not = self.eval.terms.app(Op::Not, &[condition]);
        if !self.paths.may_hold(&mut self.eval.terms, &state.path, not) {
            return self.go(state, edge);
        }
        if let Next::Stop(Point::Hit) = self.fails(check, role) {
            self.learn(state, not);
            return Next::Stop(Point::Hit);
        }
        if !self.paths.may_hold(&mut self.eval.terms, &state.path, condition) {
            return Next::Stop(Point::End);
        }
        self.take(state, edge, condition)
    }

    /// The function that a pointer points to, if the call fits it.
    fn callee(&self, pointer: u64, edge: &CodeEdge) -> Option<ProcId> {
        let program = self.task.program;
        let (number, offset) = program.layout.split(pointer);
        let object = program.statics.get((number as usize).checked_sub(1)?)?;
        let proc = object.proc.filter(|_| object.state == ObjectState::Code && offset == 0)?;
        let data = program.proc(proc);
        let terms = &program.terms;
        let sort = |i: usize| edge.code.nodes[edge.code.roots[i + 1] as usize].sort;
        let same_args = (data.params.len() + 1 == edge.code.roots.len() || data.any_arguments)
            && data.params.iter().enumerate().all(|(i, param)| terms.symbol_sort(*param) == sort(i));
        (same_args && self.result_fits(data, edge)).then_some(proc)
    }

    fn result_fits(&self, callee: &maymust_program::Proc, edge: &CodeEdge) -> bool {
        let terms = &self.task.program.terms;
        // The sort of the variable that gets the result is that of the lowered operation.
        let wanted = match &edge.act {
            Act::CallPointer(_, _, Some(_)) => edge.result_sort,
            _ => return true,
        };
        callee.result.is_some_and(|r| Some(terms.symbol_sort(r)) == wanted)
    }

    fn call(&mut self, state: &mut State, edge: &CodeEdge, proc: ProcId, skip: usize) -> Next {
        let args: Vec<Val> = (skip..edge.code.roots.len()).map(|i| self.eval.result(&edge.code, i)).collect();
        if args.contains(&Val::Bad) {
            return self.problem(edge.span);
        }
        let data = self.task.program.proc(proc);
        if !data.has_body {
            return self.call_unknown(state, edge, proc);
        }
        if state.threads[state.running].frames.len() >= MAX_FRAMES {
            return Next::Stop(Point::Cut(Reason::DeepRecursion));
        }
        if let Some(frame) = state.top_mut() {
            (frame.loc, frame.edge) = (edge.to, edge.edge);
        }
        self.push_frame(state, proc, args);
        if self.stop_at_calls && !data.is_library() { Next::Stop(Point::Call) } else { Next::Go }
    }

    /// A function without body gives any value.
    fn call_unknown(&mut self, state: &mut State, edge: &CodeEdge, proc: ProcId) -> Next {
        let (Act::Call(_, Some(home)) | Act::CallPointer(_, _, Some(home))) = edge.act else {
            return self.go(state, edge);
        };
        let Some(sort) = edge.result_sort else { return self.go(state, edge) };
        let input = Input::External(self.task.program.proc(proc).name.as_str().into());
        self.havoc(state, edge, home, &input, sort, false)
    }
}
