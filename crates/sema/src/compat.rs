//! Compatible types and composite types.

use crate::Types;
use crate::types::*;

impl Types {
    /// Are two types compatible? Records of the same shape in different units are taken to be.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Qualified(p, x), Type::Qualified(q, y)) => {
                same_qualifiers(*p, *q) && self.compatible(*x, *y)
            }
            (Type::Qualified(p, x), _) => {
                same_qualifiers(*p, Qualifiers::default()) && self.compatible(*x, b)
            }
            (_, Type::Qualified(q, y)) => {
                same_qualifiers(*q, Qualifiers::default()) && self.compatible(a, *y)
            }
            (Type::Pointer(x), Type::Pointer(y)) => self.compatible(*x, *y),
            (Type::Array(x, m), Type::Array(y, n)) => m == n && self.compatible(*x, *y),
            (
                Type::Array(x, _) | Type::IncompleteArray(x) | Type::Vla(x, _),
                Type::Array(y, _) | Type::IncompleteArray(y) | Type::Vla(y, _),
            ) => self.compatible(*x, *y),
            (Type::Function(f), Type::Function(g)) => self.compatible_functions(f, g),
            (Type::Enum(e), Type::Int(int)) | (Type::Int(int), Type::Enum(e)) => {
                self.enum_(*e).compatible.is_none_or(|c| c == *int)
            }
            (Type::Enum(e), Type::Enum(f)) => e == f || self.same_tag_enum(*e, *f),
            (Type::Record(r), Type::Record(s)) => r == s,
            (Type::Vector(x, m), Type::Vector(y, n)) => m == n && self.compatible(*x, *y),
            _ => false,
        }
    }

    fn same_tag_enum(&self, a: EnumId, b: EnumId) -> bool {
        let (a, b) = (self.enum_(a), self.enum_(b));
        a.tag.is_some() && a.tag == b.tag && a.compatible == b.compatible
    }

    fn compatible_functions(&self, f: &FunctionType, g: &FunctionType) -> bool {
        if !self.compatible(f.result, g.result) {
            return false;
        }
        if f.prototype && g.prototype {
            return f.variadic == g.variadic
                && f.params.len() == g.params.len()
                && f.params.iter().zip(&g.params).all(|(&p, &q)| self.compatible_params(p, q));
        }
        let (with, without) = if f.prototype { (f, g) } else { (g, f) };
        if !with.prototype {
            return true;
        }
        // A K&R definition keeps its parameters: they must be what default promotions give.
        if !without.params.is_empty() {
            return !with.variadic && with.params.len() == without.params.len();
        }
        !with.variadic
    }

    fn compatible_params(&self, p: TypeId, q: TypeId) -> bool {
        let (p, q) = (self.unqualified(p), self.unqualified(q));
        self.compatible(p, q) || self.transparent_accepts(p, q) || self.transparent_accepts(q, p)
    }

    fn transparent_accepts(&self, union: TypeId, ty: TypeId) -> bool {
        let Some(record) = self.record_of(union).map(|r| self.record(r)) else { return false };
        record.transparent
            && record.layout.as_ref().is_some_and(|l| l.fields.iter().any(|f| self.compatible(f.ty, ty)))
    }

    /// Do two types describe the same bytes: equal but for records, which only need equal layouts?
    pub fn same_shape(&self, a: TypeId, b: TypeId) -> bool {
        if self.compatible(a, b) {
            return true;
        }
        match (self.bare(a), self.bare(b)) {
            // One level of pointers is enough: what they point to is checked where it is accessed.
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (Type::Record(r), Type::Record(s)) => {
                let (r, s) = (self.record(*r), self.record(*s));
                match (&r.layout, &s.layout) {
                    (Some(l), Some(m)) => l.size == m.size && r.is_union == s.is_union,
                    _ => r.tag == s.tag,
                }
            }
            (Type::Array(x, m), Type::Array(y, n)) => m == n && self.same_shape(*x, *y),
            (Type::Array(x, _) | Type::IncompleteArray(x), Type::Array(y, _) | Type::IncompleteArray(y)) => {
                self.same_shape(*x, *y)
            }
            (Type::Function(f), Type::Function(g)) => {
                self.same_shape(f.result, g.result)
                    && (!f.prototype
                        || !g.prototype
                        || (f.variadic == g.variadic
                            && f.params.len() == g.params.len()
                            && f.params.iter().zip(&g.params).all(|(&p, &q)| self.same_shape(p, q))))
            }
            (Type::Int(_) | Type::Enum(_), Type::Int(_) | Type::Enum(_)) => {
                self.width_of(a) == self.width_of(b) && self.is_signed(a) == self.is_signed(b)
            }
            _ => false,
        }
    }

    /// The composite of two compatible types: array lengths and prototypes from whichever has them.
    pub fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.get(a).clone(), self.get(b).clone()) {
            (Type::IncompleteArray(_) | Type::Vla(..), Type::Array(..)) => b,
            (Type::IncompleteArray(x), Type::IncompleteArray(y)) => {
                let e = self.composite(x, y);
                self.intern(Type::IncompleteArray(e))
            }
            (Type::Array(x, n), Type::Array(y, _)) => {
                let e = self.composite(x, y);
                self.intern(Type::Array(e, n))
            }
            (Type::Pointer(x), Type::Pointer(y)) => {
                let to = self.composite(x, y);
                self.pointer_to(to)
            }
            (Type::Function(f), Type::Function(g)) => {
                if f.prototype && g.prototype && f.params.len() == g.params.len() {
                    let result = self.composite(f.result, g.result);
                    let params =
                        f.params.iter().zip(&g.params).map(|(&p, &q)| self.composite(p, q)).collect();
                    return self.intern(Type::Function(FunctionType { result, params, ..f }));
                }
                if g.prototype { b } else { a }
            }
            _ => a,
        }
    }
}

/// Alignment is no part of compatibility.
fn same_qualifiers(p: Qualifiers, q: Qualifiers) -> bool {
    (p.is_const, p.is_volatile, p.is_atomic) == (q.is_const, q.is_volatile, q.is_atomic)
}
