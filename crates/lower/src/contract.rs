//! Contracts at calls: what a function requires is checked before, what it ensures is checked after if it has a body, and assumed if it
//! has none. Where a function is an entry, what it requires is assumed.

use maymust_program::{CheckData, CheckId, CheckKind, LocId, Op, ProcBuilder, VarId, VarKind};
use maymust_sema::hir::{Contract, ContractKind, FunctionId};
use maymust_source::Span;
use maymust_term::TermId;

use crate::Lower;

/// What is done with a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Check,
    Assume,
}

/// Who calls: the builder of the procedure, and the place.
pub(crate) struct Caller<'b> {
    pub b: &'b mut ProcBuilder,
    pub span: Span,
    /// Is it the start of a run? Then preconditions hold.
    pub is_start: bool,
}

/// A call under a contract.
pub(crate) struct Call {
    callee: FunctionId,
    /// The arguments, without the address of a result and variadic ones.
    args: Vec<TermId>,
    /// What `old(…)` is, clause by clause.
    olds: Vec<Vec<TermId>>,
}

impl Lower<'_> {
    /// Has a function anything to say about its calls?
    pub fn has_contract(&self, callee: FunctionId) -> bool {
        let f = &self.hir.functions[callee.index()];
        let is_believed = !f.is_system && !f.is_library && (f.nonnull != 0 || f.returns_nonnull);
        !f.contracts.is_empty() || is_believed
    }

    /// What comes before a call: preconditions, and the values that postconditions remember.
    pub fn before_call(
        &mut self,
        caller: &mut Caller<'_>,
        mut at: LocId,
        callee: FunctionId,
        all_args: &[TermId],
    ) -> (LocId, Call) {
        let function = &self.hir.functions[callee.index()];
        let ty = self.types.function(function.ty).cloned();
        let n_params = match &function.body {
            Some(body) => body.params.len(),
            None => ty.as_ref().map_or(0, |t| t.params.len()),
        };
        let is_scalar = |t: maymust_sema::TypeId| crate::scalar::Scalar::of(self.types, t).is_some();
        let hides_result = ty.as_ref().is_some_and(|t| !self.types.is_void(t.result) && !is_scalar(t.result));
        let first = usize::from(hides_result);
        let args: Vec<TermId> = all_args.iter().skip(first).take(n_params).copied().collect();
        let how = if caller.is_start { Use::Assume } else { Use::Check };
        let pointers: Vec<bool> =
            ty.iter().flat_map(|t| &t.params).map(|&p| self.types.pointee(p).is_some()).collect();
        for (i, &arg) in args.iter().enumerate() {
            let is_nonnull = i < 64 && function.nonnull >> i & 1 == 1 && pointers.get(i) == Some(&true);
            if is_nonnull && !function.is_system && !function.is_library {
                let zero = self.p.terms.bv(64, 0);
                let condition = self.p.terms.ne(arg, zero);
                let text = format!("argument {} of `{}` is declared nonnull", i + 1, function.name);
                at = self.use_condition(caller, at, how, condition, &text, caller.span);
            }
        }
        let mut olds = Vec::new();
        for contract in &function.contracts {
            if contract.kind.is_before() {
                let condition;
                (at, condition) = self.truth(caller, at, contract, args.clone());
                let text = text(contract, &function.name);
                at = self.use_condition(caller, at, how, condition, &text, caller.span);
            }
            let mut values = Vec::new();
            for &old in &contract.olds {
                let value;
                (at, value) = self.value_of(caller, at, old, args.clone());
                values.push(value);
            }
            olds.push(values);
        }
        (at, Call { callee, args, olds })
    }

    /// What comes after a call.
    pub fn after_call(
        &mut self,
        caller: &mut Caller<'_>,
        mut at: LocId,
        call: &Call,
        result: Option<TermId>,
    ) -> LocId {
        let function = &self.hir.functions[call.callee.index()];
        let how = if function.body.is_some() { Use::Check } else { Use::Assume };
        let span = if caller.is_start { None } else { Some(caller.span) };
        if function.returns_nonnull
            && !function.is_system
            && !function.is_library
            && let Some(result) = result
            && self.p.terms.width(result) == 64
        {
            let zero = self.p.terms.bv(64, 0);
            let condition = self.p.terms.ne(result, zero);
            let text = format!("the result of `{}` is declared nonnull", function.name);
            at = self.use_condition(caller, at, how, condition, &text, span.unwrap_or(function.span));
        }
        for (contract, olds) in function.contracts.iter().zip(&call.olds) {
            if contract.kind.is_before() {
                continue;
            }
            let mut args = call.args.clone();
            if contract.kind == ContractKind::Ensures {
                args.extend(result);
                args.extend(olds.iter().copied());
            }
            let condition;
            (at, condition) = self.truth(caller, at, contract, args);
            let text = text(contract, &function.name);
            at = self.use_condition(caller, at, how, condition, &text, span.unwrap_or(contract.span));
        }
        at
    }

    /// The truth of a clause.
    fn truth(
        &mut self,
        caller: &mut Caller<'_>,
        at: LocId,
        contract: &Contract,
        args: Vec<TermId>,
    ) -> (LocId, TermId) {
        let (at, value) = self.value_of(caller, at, contract.condition, args);
        let zero = self.p.terms.bv(self.p.terms.width(value), 0);
        (at, self.p.terms.ne(value, zero))
    }

    /// Calls a function of a clause.
    fn value_of(
        &mut self,
        caller: &mut Caller<'_>,
        at: LocId,
        function: FunctionId,
        mut args: Vec<TermId>,
    ) -> (LocId, TermId) {
        let hir = &self.hir.functions[function.index()];
        let result = self.types.function(hir.ty).map(|t| t.result);
        let bits = result.and_then(|r| crate::scalar::Scalar::of(self.types, r)).map_or(32, |s| s.bits());
        let n = hir.body.as_ref().map_or(args.len(), |b| b.params.len());
        args.truncate(n);
        let name = format!("{}::$clause", caller.b.name);
        let kind = VarKind::Local(caller.b.id);
        let var: VarId = self.new_var(name, bits, kind, false, caller.span);
        caller.b.locals.push(var);
        let op = Op::Call { proc: self.procs[function.index()], args, result: Some(var) };
        let at = caller.b.step(at, op, caller.span);
        (at, self.p.terms.var(var))
    }

    fn use_condition(
        &mut self,
        caller: &mut Caller<'_>,
        at: LocId,
        how: Use,
        condition: TermId,
        text: &str,
        span: Span,
    ) -> LocId {
        match how {
            Use::Assume => caller.b.step(at, Op::Assume(condition), caller.span),
            Use::Check => {
                let message = self.message(text);
                let (kind, proc) = (CheckKind::Contract, caller.b.id);
                self.p.checks.push(CheckData { kind, message, proc, span, access: None });
                let check = CheckId(self.p.checks.len() as u32 - 1);
                caller.b.step(at, Op::Check(check, condition), span)
            }
        }
    }
}

fn text(contract: &Contract, function: &str) -> String {
    format!("{} of `{function}`: `{}`", contract.kind.name(), contract.text)
}
