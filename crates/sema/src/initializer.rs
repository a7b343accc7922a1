//! Initialisers: designators, brace elision, strings, flexible members; for static and automatic objects.

use maymust_source::Span;
use maymust_syntax::ast::{self, Designator, ExprKind as Ast, InitEntry, InitList, Initializer};

use crate::check::Checker;
use crate::expr::string_bytes;
use crate::hir::*;
use crate::types::*;

/// One scalar, record or string put at an offset.
pub(crate) struct Part {
    offset: u64,
    size: u64,
    ty: TypeId,
    bits: Option<BitField>,
    value: InitValue,
    span: Span,
}

/// What an initialiser comes to.
#[derive(Default)]
pub(crate) struct Sink {
    parts: Vec<Part>,
    /// One past the last byte initialised.
    end: u64,
    /// Members last designated in unions: offset, record, field.
    unions: Vec<(u64, RecordId, usize)>,
}

impl Sink {
    fn push(&mut self, part: Part) {
        self.end = self.end.max(part.offset + part.size);
        self.parts.push(part);
    }

    /// What is initialised again loses its first value.
    fn purge(&mut self, offset: u64, size: u64) {
        if offset < self.end {
            self.parts.retain(|p| !(p.offset >= offset && p.offset + p.size <= offset + size));
        }
    }

    /// A record that was initialised by one expression loses it, as with gcc, when a part of it is designated.
    fn purge_whole(&mut self, offset: u64, ty: TypeId) {
        if offset < self.end {
            self.parts.retain(|p| (p.offset, p.ty) != (offset, ty) || !matches!(p.value, InitValue::Expr(_)));
        }
    }
}

/// Where in a braced list we are.
struct Cursor<'l> {
    entries: &'l [InitEntry],
    at: usize,
    /// The current entry's value if it was checked already.
    held: Option<Expr>,
    /// Have the current entry's designators been followed already?
    entered: bool,
}

impl<'l> Cursor<'l> {
    fn current(&self) -> Option<&'l InitEntry> {
        self.entries.get(self.at)
    }

    fn advance(&mut self) {
        self.at += 1;
        self.held = None;
        self.entered = false;
    }
}

impl Checker<'_> {
    /// The initial contents of an object of static storage: completed type, contents, size if larger than the type.
    pub(crate) fn static_initializer(
        &mut self,
        ty: TypeId,
        init: &Initializer,
        span: Span,
    ) -> (TypeId, GlobalInit, Option<u64>) {
        let outer = std::mem::replace(&mut self.static_context, true);
        let mut sink = Sink::default();
        let ty = self.initialize(ty, init, span, &mut sink);
        let result = self.finish_static(ty, sink);
        self.static_context = outer;
        result
    }

    /// As [`Checker::static_initializer`] for a compound literal's list.
    pub(crate) fn static_list(
        &mut self,
        ty: TypeId,
        list: &InitList,
        span: Span,
    ) -> (TypeId, GlobalInit, Option<u64>) {
        let outer = std::mem::replace(&mut self.static_context, true);
        let mut sink = Sink::default();
        let ty = self.initialize_list(ty, list, span, &mut sink);
        let result = self.finish_static(ty, sink);
        self.static_context = outer;
        result
    }

    /// The initialiser of an automatic object, with its completed type.
    pub(crate) fn local_initializer(
        &mut self,
        ty: TypeId,
        init: &Initializer,
        span: Span,
    ) -> (TypeId, LocalInit) {
        let outer = std::mem::replace(&mut self.static_context, false);
        let mut sink = Sink::default();
        let ty = self.initialize(ty, init, span, &mut sink);
        self.static_context = outer;
        (ty, self.finish_local(ty, sink))
    }

    /// As [`Checker::local_initializer`] for a compound literal's list.
    pub(crate) fn local_list(&mut self, ty: TypeId, list: &InitList, span: Span) -> (TypeId, LocalInit) {
        let mut sink = Sink::default();
        let ty = self.initialize_list(ty, list, span, &mut sink);
        (ty, self.finish_local(ty, sink))
    }

    fn initialize(&mut self, ty: TypeId, init: &Initializer, span: Span, sink: &mut Sink) -> TypeId {
        if self.types().contains_vla(ty) {
            self.error(span, "variable-sized object may not be initialized");
            return self.types().error;
        }
        match init {
            Initializer::List(list) => self.initialize_list(ty, list, span, sink),
            Initializer::Expr(expr) => self.initialize_expr(ty, expr, sink),
        }
    }

    fn initialize_expr(&mut self, ty: TypeId, expr: &ast::Expr, sink: &mut Sink) -> TypeId {
        if self.types().is_array(ty) {
            if let Some(done) = self.string_initializer(ty, expr, 0, sink) {
                return done;
            }
            if let Some((literal_ty, list)) = self.array_literal(ty, expr) {
                return self.initialize_list(literal_ty, list, expr.span, sink);
            }
            if !self.types().is_error(ty) {
                self.error(expr.span, "invalid initializer");
            }
            return ty;
        }
        if let Some(list) = self.record_literal(ty, expr) {
            return self.initialize_list(ty, list, expr.span, sink);
        }
        let value = self.value(expr);
        self.put_value(ty, 0, None, value, sink);
        ty
    }

    /// In static context a compound literal of the object's own type counts as its list.
    fn record_literal<'e>(&mut self, ty: TypeId, expr: &'e ast::Expr) -> Option<&'e InitList> {
        if !self.static_context {
            return None;
        }
        let Ast::CompoundLiteral(name, list) = &strip(expr).kind else { return None };
        let literal = self.type_name(name);
        self.vla_sizes.clear();
        let types = self.types();
        let same = types.is_record(ty) && types.unqualified(literal) == types.unqualified(ty);
        (same || (types.is_scalar(ty) && types.is_scalar(literal))).then_some(&**list)
    }

    fn array_literal<'e>(&mut self, ty: TypeId, expr: &'e ast::Expr) -> Option<(TypeId, &'e InitList)> {
        let Ast::CompoundLiteral(name, list) = &strip(expr).kind else { return None };
        let literal = self.type_name(name);
        let types = self.types();
        let (a, b) = (types.element(ty)?, types.element(literal)?);
        let same = types.compatible(types.unqualified(a), types.unqualified(b));
        let ty = if self.array_length(ty).is_some() { ty } else { literal };
        same.then_some((ty, &**list))
    }

    /// A braced list for an object of any type; gives the completed type.
    fn initialize_list(&mut self, ty: TypeId, list: &InitList, span: Span, sink: &mut Sink) -> TypeId {
        if self.types().is_error(ty) {
            return ty;
        }
        if !self.types().is_complete(ty) && !self.types().is_array(ty) {
            self.error(span, "initialized object has incomplete type");
            return self.types().error;
        }
        let length = self.braced(ty, 0, list, sink);
        match (self.types().bare(ty), length) {
            (&Type::IncompleteArray(element), Some(n)) => {
                let quals = Qualifiers { is_const: false, ..self.types().qualifiers(ty) };
                let array = self.types_mut().intern(Type::Array(element, n));
                self.types_mut().qualified(quals, array)
            }
            _ => ty,
        }
    }

    /// `{ … }` for a sub-object; gives the number of elements an array needs.
    fn braced(&mut self, ty: TypeId, offset: u64, list: &InitList, sink: &mut Sink) -> Option<u64> {
        let mut cursor = Cursor { entries: &list.entries, at: 0, held: None, entered: false };
        if self.types().is_array(ty)
            && list.entries.len() == 1
            && list.entries[0].designators.is_empty()
            && let Initializer::Expr(expr) = &list.entries[0].value
            && let Some(done) = self.string_initializer(ty, expr, offset, sink)
        {
            return self.array_length(done);
        }
        let length = self.fill(ty, offset, &mut cursor, Some(list.span), &[], sink);
        if cursor.at < list.entries.len() {
            let span = entry_span(&list.entries[cursor.at], list.span);
            self.warning(span, "excess elements in initializer");
            for entry in &list.entries[cursor.at..] {
                self.check_unused(entry);
            }
        }
        length
    }

    fn check_unused(&mut self, entry: &InitEntry) {
        if let Initializer::Expr(expr) = &entry.value {
            self.unevaluated += 1;
            self.value(expr);
            self.unevaluated -= 1;
        }
    }

    /// Initialises (the rest of) an object from the entries at the cursor. `braced`: the object has its own braces.
    /// `path`: designators that lead into it, from the current entry.
    fn fill(
        &mut self,
        ty: TypeId,
        offset: u64,
        cursor: &mut Cursor,
        braced: Option<Span>,
        path: &[Designator],
        sink: &mut Sink,
    ) -> Option<u64> {
        match *self.types().bare(ty) {
            Type::Array(element, n) => self.fill_array(element, Some(n), offset, cursor, braced, path, sink),
            Type::Vector(element, n) => self.fill_array(element, Some(n), offset, cursor, braced, path, sink),
            Type::IncompleteArray(element) => {
                self.fill_array(element, None, offset, cursor, braced, path, sink)
            }
            Type::Record(record) => {
                self.fill_record(record, offset, cursor, braced, path, sink);
                None
            }
            _ => {
                if let Some(Designator::Field(_, span)) = path.first() {
                    self.error(*span, "designator in initializer for scalar type");
                    cursor.advance();
                } else if cursor.current().is_some() {
                    self.element(ty, offset, None, cursor, sink);
                }
                None
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the state of one walk over types and entries together")]
    fn fill_array(
        &mut self,
        element: TypeId,
        length: Option<u64>,
        offset: u64,
        cursor: &mut Cursor,
        braced: Option<Span>,
        path: &[Designator],
        sink: &mut Sink,
    ) -> Option<u64> {
        let size = self.types().size_of(element).unwrap_or(0);
        let mut path = path;
        let (mut next, mut most) = (0u64, 0u64);
        while let Some(entry) = cursor.current() {
            if path.is_empty() && !entry.designators.is_empty() && !cursor.entered {
                if braced.is_none() {
                    break;
                }
                path = &entry.designators;
                cursor.entered = true;
            }
            let (low, high) = match path.first() {
                None => (next, next),
                Some(step) => match self.index_range(step, length) {
                    Some(range) => range,
                    None => {
                        cursor.advance();
                        path = &[];
                        continue;
                    }
                },
            };
            if length.is_some_and(|n| low >= n) {
                break;
            }
            let at = offset + low * size;
            let start = sink.parts.len();
            let rest = path.get(1..).unwrap_or(&[]);
            let designated = !path.is_empty();
            let before = cursor.at;
            path = &[];
            if !rest.is_empty() {
                sink.purge_whole(at, element);
                self.fill(element, at, cursor, None, rest, sink);
            } else {
                if designated {
                    sink.purge(at, (high - low + 1) * size);
                }
                let start = start.min(sink.parts.len());
                self.element(element, at, None, cursor, sink);
                if high > low {
                    self.repeat(start, size, high - low, sink);
                }
            }
            next = high + 1;
            most = most.max(next);
            if cursor.at == before {
                // An element without room (an empty struct) took nothing.
                break;
            }
        }
        Some(most)
    }

    fn index_range(&mut self, step: &Designator, length: Option<u64>) -> Option<(u64, u64)> {
        let (low, high) = match step {
            Designator::Field(_, span) => {
                self.error(*span, "field name not in record or union initializer");
                return None;
            }
            Designator::Index(index) => {
                let (n, _) = self.constant_int(index, "array index in initializer")?;
                (n, n)
            }
            Designator::Range(low, high) => {
                let (a, _) = self.constant_int(low, "array index in initializer")?;
                let (b, _) = self.constant_int(high, "array index in initializer")?;
                (a, b)
            }
        };
        let span = match step {
            Designator::Index(e) | Designator::Range(e, _) => e.span,
            Designator::Field(_, span) => *span,
        };
        let fits = low >= 0 && low <= high && high < 1 << 40 && length.is_none_or(|n| high < i128::from(n));
        if !fits {
            self.error(span, "array index in initializer exceeds array bounds");
            return None;
        }
        Some((low as u64, high as u64))
    }

    /// `[a ... b] = v`: copies the parts of the first element.
    fn repeat(&mut self, start: usize, size: u64, times: u64, sink: &mut Sink) {
        let mut i = start;
        while i < sink.parts.len() {
            if let InitValue::Expr(e) = &sink.parts[i].value
                && !repeatable(e)
            {
                self.share(i, sink);
                i += 1;
            }
            i += 1;
        }
        let end = sink.parts.len();
        for k in 1..=times {
            for i in start..end {
                let p = &sink.parts[i];
                let value = match &p.value {
                    InitValue::Bytes(bytes) => InitValue::Bytes(bytes.clone()),
                    InitValue::Expr(e) if repeatable(e) => InitValue::Expr(copy(e)),
                    InitValue::Expr(_) => continue,
                };
                let part = Part { offset: p.offset + k * size, value, ..*p };
                sink.push(part);
            }
        }
    }

    /// Evaluates a part once into a local of its own, so that it can be copied.
    fn share(&mut self, i: usize, sink: &mut Sink) {
        let InitValue::Expr(e) = &mut sink.parts[i].value else { return };
        let (ty, span) = (e.ty, e.span);
        let nothing = Expr { kind: ExprKind::Unsupported("a range initializer".to_owned()), ty, span };
        let value = std::mem::replace(e, nothing);
        if self.function.is_none() {
            return self.error(span, "initializer element is not constant");
        }
        let (first, again) = self.evaluated_once(value);
        // The first store evaluates; the copies load what it kept.
        let p = &mut sink.parts[i];
        p.value = InitValue::Expr(again);
        let first = Part { value: InitValue::Expr(first), ..*p };
        sink.parts.insert(i, first);
    }

    /// An expression that evaluates the value, and a repeatable one that gives it again.
    fn evaluated_once(&mut self, value: Expr) -> (Expr, Expr) {
        let (ty, span) = (value.ty, value.span);
        if self.types().parts(ty).is_some() {
            let mut before = Vec::new();
            let parts = self.take(value, &mut before);
            let again = Expr { kind: ExprKind::Parts(parts), ty, span };
            let last = Some(Box::new(copy(&again)));
            return (Expr { kind: ExprKind::StmtExpr(before, last), ty, span }, again);
        }
        let is_record = self.types().is_record(ty);
        let (kept, value) = if is_record {
            // The temporary lives as long as the initialiser is evaluated.
            let pointer = self.types_mut().pointer_to(ty);
            let place = Place { kind: PlaceKind::Temporary(Box::new(value)), ty, span };
            (pointer, Expr { kind: ExprKind::AddrOf(Box::new(place)), ty: pointer, span })
        } else {
            (ty, value)
        };
        let local = self.add_local(String::new(), kept, None, span);
        let place = || Box::new(Place { kind: PlaceKind::Local(local), ty: kept, span });
        let assign = Expr { kind: ExprKind::Assign(place(), Box::new(value)), ty: kept, span };
        let again = Expr { kind: ExprKind::Load(place()), ty: kept, span };
        if !is_record {
            return (assign, again);
        }
        let object = Place { kind: PlaceKind::Deref(Box::new(again)), ty, span };
        let again = Expr { kind: ExprKind::Load(Box::new(object)), ty, span };
        let kind = ExprKind::Comma(Box::new(assign), Box::new(copy(&again)));
        (Expr { kind, ty, span }, again)
    }

    fn fill_record(
        &mut self,
        record: RecordId,
        offset: u64,
        cursor: &mut Cursor,
        braced: Option<Span>,
        path: &[Designator],
        sink: &mut Sink,
    ) {
        let is_union = self.types().record(record).is_union;
        let count = self.types().record(record).layout.as_ref().map_or(0, |l| l.fields.len());
        let mut path = path;
        let mut next = 0;
        while let Some(entry) = cursor.current() {
            if path.is_empty() && !entry.designators.is_empty() && !cursor.entered {
                if braced.is_none() {
                    return;
                }
                path = &entry.designators;
                cursor.entered = true;
            }
            let designated = !path.is_empty();
            let mut rest: &[Designator] = &[];
            let index = match path.first() {
                None => next,
                Some(Designator::Field(name, span)) => match self.member_position(record, *name) {
                    Some((i, direct)) => {
                        rest = if direct { &path[1..] } else { path };
                        i
                    }
                    None => {
                        let message = format!("record has no member named '{}'", self.text(*name));
                        self.error(*span, message);
                        cursor.advance();
                        path = &[];
                        continue;
                    }
                },
                Some(Designator::Index(e) | Designator::Range(e, _)) => {
                    self.error(e.span, "array index in non-array initializer");
                    cursor.advance();
                    path = &[];
                    continue;
                }
            };
            path = &[];
            let field =
                self.types().record(record).layout.as_ref().and_then(|l| l.fields.get(index).cloned());
            let Some(field) = field else { return };
            let at = offset + field.offset;
            let before = cursor.at;
            if is_union && designated {
                self.switch_member(record, offset, index, sink);
            }
            if !rest.is_empty() {
                sink.purge_whole(at, field.ty);
                self.fill(field.ty, at, cursor, None, rest, sink);
            } else {
                if designated && field.bits.is_none() {
                    sink.purge(at, self.types().size_of(field.ty).unwrap_or(0));
                }
                self.element(field.ty, at, field.bits, cursor, sink);
            }
            if designated && cursor.at == before {
                cursor.advance();
            }
            next = if is_union { count } else { index + 1 };
            if next >= count && braced.is_none() {
                return;
            }
            if next >= count && cursor.current().is_some_and(|e| e.designators.is_empty()) {
                return;
            }
        }
    }

    /// Another member of a union is initialised: the earlier one is forgotten.
    fn switch_member(&mut self, record: RecordId, offset: u64, index: usize, sink: &mut Sink) {
        let ty = self.types_mut().intern(Type::Record(record));
        let size = self.types().size_of(ty).unwrap_or(0);
        match sink.unions.iter_mut().find(|(o, r, _)| (*o, *r) == (offset, record)) {
            Some((_, _, last)) if *last == index => {}
            Some((_, _, last)) => {
                *last = index;
                sink.purge(offset, size);
            }
            None => {
                sink.unions.push((offset, record, index));
                if index != 0 {
                    sink.purge(offset, size);
                }
            }
        }
    }

    /// The field that has or contains a name, and whether it is itself the named one.
    fn member_position(&self, record: RecordId, name: maymust_syntax::Name) -> Option<(usize, bool)> {
        let layout = self.types().record(record).layout.as_ref()?;
        for (i, field) in layout.fields.iter().enumerate() {
            if field.name == Some(name) {
                return Some((i, true));
            }
            if field.name.is_none()
                && let Some(inner) = self.types().record_of(field.ty)
                && self.find_member(inner, name).is_some()
            {
                return Some((i, false));
            }
        }
        None
    }

    /// Initialises one sub-object from the current entry (and, without braces, perhaps the following ones).
    fn element(
        &mut self,
        ty: TypeId,
        offset: u64,
        bits: Option<BitField>,
        cursor: &mut Cursor,
        sink: &mut Sink,
    ) {
        let Some(entry) = cursor.current() else { return };
        let expr = match &entry.value {
            Initializer::List(list) => {
                cursor.advance();
                if self.types().is_scalar(ty) {
                    return self.braced_scalar(ty, offset, bits, list, sink);
                }
                // Its own braces initialise all of it again.
                sink.purge(offset, self.types().size_of(ty).unwrap_or(0));
                self.braced(ty, offset, list, sink);
                return;
            }
            Initializer::Expr(expr) => expr,
        };
        let types = self.types();
        if types.is_array(ty) && cursor.held.is_none() {
            if self.string_initializer(ty, expr, offset, sink).is_some() {
                return cursor.advance();
            }
            if let Some((_, list)) = self.array_literal(ty, expr) {
                cursor.advance();
                self.braced(ty, offset, list, sink);
                return;
            }
        }
        let types = self.types();
        if types.is_array(ty) {
            if types.size_of(ty) == Some(0) && self.array_length(ty) == Some(0) {
                return cursor.advance();
            }
            self.fill(ty, offset, cursor, None, &[], sink);
            return;
        }
        if types.is_record(ty) {
            if cursor.held.is_none() && !matches!(strip(expr).kind, Ast::Str(..)) {
                if let Some(list) = self.record_literal(ty, expr) {
                    cursor.advance();
                    self.braced(ty, offset, list, sink);
                    return;
                }
                cursor.held = Some(self.value(expr));
            }
            let whole = cursor.held.as_ref().is_some_and(|v| v.ty == self.types().unqualified(ty));
            let empty = self.types().size_of(ty) == Some(0);
            if !whole && empty {
                self.warning(expr.span, "excess elements in initializer");
                return cursor.advance();
            }
            if !whole {
                self.fill(ty, offset, cursor, None, &[], sink);
                return;
            }
        }
        let value = match cursor.held.take() {
            Some(value) => value,
            None => self.value(expr),
        };
        cursor.advance();
        self.put_value(ty, offset, bits, value, sink);
    }

    fn braced_scalar(
        &mut self,
        ty: TypeId,
        offset: u64,
        bits: Option<BitField>,
        list: &InitList,
        sink: &mut Sink,
    ) {
        match list.entries.first().map(|e| &e.value) {
            Some(Initializer::Expr(expr)) => {
                let value = self.value(expr);
                self.put_value(ty, offset, bits, value, sink);
            }
            Some(Initializer::List(inner)) => return self.braced_scalar(ty, offset, bits, inner, sink),
            None => {
                let zero = self.int_expr(0, self.types().int, list.span);
                let zero = self.convert(zero, ty);
                self.put_value(ty, offset, bits, zero, sink);
            }
        }
        if list.entries.len() > 1 {
            self.warning(list.span, "excess elements in scalar initializer");
        }
    }

    fn put_value(&mut self, ty: TypeId, offset: u64, bits: Option<BitField>, value: Expr, sink: &mut Sink) {
        let span = value.span;
        let value = self.assign_convert(value, ty, "initialization");
        if let Some((part, _)) = self.types().parts(ty)
            && let ExprKind::Parts(parts) = value.kind
        {
            let size = self.types().size_of(part).unwrap_or(0);
            for (i, value) in parts.into_iter().enumerate() {
                let offset = offset + i as u64 * size;
                sink.push(Part { offset, size, ty: part, bits, value: InitValue::Expr(value), span });
            }
            return;
        }
        let size = match bits {
            Some(bits) => u64::from(bits.shift + bits.width).div_ceil(8),
            None => self.types().size_of(ty).unwrap_or(0),
        };
        let ty = self.types().unqualified(ty);
        sink.push(Part { offset, size, ty, bits, value: InitValue::Expr(value), span });
    }

    /// A string literal for a character array; gives the completed type.
    fn string_initializer(
        &mut self,
        ty: TypeId,
        expr: &ast::Expr,
        offset: u64,
        sink: &mut Sink,
    ) -> Option<TypeId> {
        let element = self.types().element(ty)?;
        let int = self.types().int_type(element)?;
        let Ast::Str(units, encoding) = &strip(expr).kind else { return None };
        let unit = self.string_element(*encoding);
        let size = self.types().size_of(element)?;
        if self.types().size_of(unit) != Some(size) || int.rank == IntRank::Bool {
            return None;
        }
        let mut bytes = string_bytes(units, size);
        let ty = match self.array_length(ty) {
            Some(n) => {
                if units.len() as u64 > n {
                    self.warning(expr.span, "initializer-string for array is too long");
                }
                bytes.truncate((n * size) as usize);
                ty
            }
            None => self.types_mut().intern(Type::Array(element, units.len() as u64 + 1)),
        };
        let total = self.types().size_of(ty).unwrap_or(bytes.len() as u64);
        sink.purge(offset, total);
        sink.end = sink.end.max(offset + total);
        let value = InitValue::Bytes(bytes);
        sink.push(Part { offset, size: total, ty, bits: None, value, span: expr.span });
        Some(ty)
    }

    fn finish_local(&mut self, ty: TypeId, mut sink: Sink) -> LocalInit {
        let types = self.types();
        let whole = sink.parts.len() == 1 && sink.parts[0].offset == 0 && sink.parts[0].bits.is_none();
        if whole && (types.is_scalar(ty) || sink.parts[0].ty == types.unqualified(ty) || types.is_array(ty)) {
            let part = sink.parts.pop();
            match part.map(|p| (p.value, p.ty)) {
                Some((InitValue::Bytes(bytes), _)) => return LocalInit::Bytes(bytes),
                Some((InitValue::Expr(e), from))
                    if !types.is_array(ty) && (types.is_scalar(ty) || from == types.unqualified(ty)) =>
                {
                    return LocalInit::Expr(e);
                }
                Some((value, _)) => {
                    let zero = types.size_of(ty) != types.size_of_value(&value);
                    return LocalInit::Parts { zero, parts: vec![InitPart { offset: 0, bits: None, value }] };
                }
                None => {}
            }
        }
        if types.is_scalar(ty) && sink.parts.is_empty() {
            let zero = self.int_expr(0, self.types().int, Span::NONE);
            return LocalInit::Expr(self.convert(zero, ty));
        }
        let covered = covers(&sink.parts, types.size_of(ty).unwrap_or(0));
        let parts =
            sink.parts.into_iter().map(|p| InitPart { offset: p.offset, bits: p.bits, value: p.value });
        LocalInit::Parts { zero: !covered, parts: parts.collect() }
    }

    fn finish_static(&mut self, ty: TypeId, mut sink: Sink) -> (TypeId, GlobalInit, Option<u64>) {
        let size = self.types().size_of(ty).unwrap_or(0);
        let larger = (sink.end > size && self.types().is_record(ty)).then_some(sink.end);
        let strings = sink.parts.len() == 1 && sink.parts[0].offset == 0;
        if strings && let InitValue::Bytes(bytes) = &mut sink.parts[0].value {
            return (ty, GlobalInit::Bytes(std::mem::take(bytes)), larger);
        }
        let mut cells = Vec::with_capacity(sink.parts.len());
        for part in sink.parts {
            self.static_part(part, &mut cells);
        }
        let zero = cells.iter().all(|c| matches!(c.value, Constant::Int(0) | Constant::Float(0)));
        if zero {
            return (ty, GlobalInit::Zero, larger);
        }
        let init = self.as_bytes(&cells).map_or(GlobalInit::Cells(cells), GlobalInit::Bytes);
        (ty, init, larger)
    }

    /// A big table of numbers as bytes.
    fn as_bytes(&self, cells: &[InitCell]) -> Option<Vec<u8>> {
        const BIG: usize = 256;
        if cells.len() < BIG {
            return None;
        }
        let mut bytes = Vec::new();
        for cell in cells {
            let size = self.types().size_of(cell.ty)? as usize;
            let value = match cell.value {
                Constant::Int(v) | Constant::Float(v) if cell.bits.is_none() && size <= 16 => v,
                _ => return None,
            };
            let at = usize::try_from(cell.offset).ok()?;
            if bytes.len() < at + size {
                bytes.resize(at + size, 0);
            }
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        Some(bytes)
    }

    fn static_part(&mut self, part: Part, cells: &mut Vec<InitCell>) {
        match part.value {
            InitValue::Bytes(bytes) => {
                let element = self.types().element(part.ty).unwrap_or(self.types().char_);
                let size = self.types().size_of(element).unwrap_or(1).max(1) as usize;
                for (i, unit) in bytes.chunks(size).enumerate() {
                    let value = unit.iter().rev().fold(0u128, |v, &b| v << 8 | u128::from(b));
                    let offset = part.offset + (i * size) as u64;
                    let ty = self.types().unqualified(element);
                    cells.push(InitCell { offset, ty, bits: None, value: Constant::Int(value) });
                }
            }
            InitValue::Expr(e) => self.static_cell(part.offset, part.ty, part.bits, &e, part.span, cells),
        }
    }

    fn static_cell(
        &mut self,
        offset: u64,
        ty: TypeId,
        bits: Option<BitField>,
        e: &Expr,
        span: Span,
        cells: &mut Vec<InitCell>,
    ) {
        if self.types().is_error(e.ty) {
            return;
        }
        if let ExprKind::Unsupported(reason) = &e.kind {
            return self.error(span, format!("initializer element is not constant: {reason}"));
        }
        if let Some(value) = self.evaluate(e) {
            cells.push(InitCell { offset, ty, bits, value });
            return;
        }
        // The value of a constant object that is already initialised.
        if let ExprKind::Load(place) = &e.kind
            && let PlaceKind::Global(g) = place.kind
            && let Some(global) = self.linker.program.globals.get(g.index())
            && (global.name.is_none() || global.is_const)
            && let GlobalInit::Cells(inner) = &global.init
        {
            let moved = inner.iter().map(|c| InitCell { offset: c.offset + offset, ..c.clone() });
            cells.extend(moved);
            return;
        }
        self.error(span, "initializer element is not constant");
    }
}

/// Without parentheses.
fn strip(expr: &ast::Expr) -> &ast::Expr {
    let mut inner = expr;
    while let Ast::Paren(e) = &inner.kind {
        inner = e;
    }
    inner
}

fn entry_span(entry: &InitEntry, list: Span) -> Span {
    match &entry.value {
        Initializer::Expr(e) => e.span,
        Initializer::List(_) => list,
    }
}

/// Do the parts, in order, leave no byte out?
fn covers(parts: &[Part], size: u64) -> bool {
    let mut next = 0;
    for part in parts {
        if part.bits.is_some() || part.offset > next {
            return false;
        }
        if let InitValue::Bytes(bytes) = &part.value
            && (bytes.len() as u64) < part.size
        {
            return false;
        }
        next = next.max(part.offset + part.size);
    }
    next >= size
}

/// Can the expression be evaluated again with the same result and no effect?
pub(crate) fn repeatable(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Constant(_) | ExprKind::LabelAddr(_) => true,
        ExprKind::AddrOf(place) => matches!(place.kind, PlaceKind::Global(_) | PlaceKind::Local(_)),
        ExprKind::Load(place) => match &place.kind {
            PlaceKind::Local(_) => true,
            PlaceKind::Deref(pointer) => repeatable(pointer),
            _ => false,
        },
        ExprKind::Convert(inner) => repeatable(inner),
        ExprKind::Parts(parts) => parts.iter().all(repeatable),
        _ => false,
    }
}

/// A copy of a repeatable expression.
pub(crate) fn copy(e: &Expr) -> Expr {
    let place = |p: &Place| {
        let kind = match p.kind {
            PlaceKind::Global(g) => PlaceKind::Global(g),
            PlaceKind::Local(l) => PlaceKind::Local(l),
            PlaceKind::Deref(ref pointer) => PlaceKind::Deref(Box::new(copy(pointer))),
            _ => return None,
        };
        Some(Box::new(Place { kind, ty: p.ty, span: p.span }))
    };
    let kind = match &e.kind {
        ExprKind::Constant(c) => Some(ExprKind::Constant(c.clone())),
        ExprKind::LabelAddr(label) => Some(ExprKind::LabelAddr(*label)),
        ExprKind::AddrOf(p) => place(p).map(ExprKind::AddrOf),
        ExprKind::Load(p) => place(p).map(ExprKind::Load),
        ExprKind::Convert(inner) => Some(ExprKind::Convert(Box::new(copy(inner)))),
        ExprKind::Parts(parts) => Some(ExprKind::Parts(parts.iter().map(copy).collect())),
        ExprKind::Unsupported(reason) => Some(ExprKind::Unsupported(reason.clone())),
        _ => None,
    };
    let kind = kind.unwrap_or_else(|| ExprKind::Unsupported("range initializer".to_owned()));
    Expr { kind, ty: e.ty, span: e.span }
}

impl crate::Types {
    /// Bytes of a stored value.
    fn size_of_value(&self, value: &InitValue) -> Option<u64> {
        match value {
            InitValue::Expr(e) => self.size_of(e.ty),
            InitValue::Bytes(bytes) => Some(bytes.len() as u64),
        }
    }
}
