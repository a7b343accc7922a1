//! Types in C notation, for messages and dumps.

use maymust_syntax::Names;

use crate::Types;
use crate::types::*;

impl Types {
    /// The type in C notation.
    pub fn display(&self, id: TypeId, names: &Names) -> String {
        self.display_with(id, String::new(), names)
    }

    /// A declaration of `inner` with this type.
    fn display_with(&self, id: TypeId, inner: String, names: &Names) -> String {
        match self.get(id) {
            Type::Pointer(to) => {
                let star = format!("*{inner}");
                let star =
                    if self.is_array(*to) || self.is_function(*to) { format!("({star})") } else { star };
                self.display_with(*to, star, names)
            }
            Type::Array(e, n) => self.display_with(*e, format!("{inner}[{n}]"), names),
            Type::IncompleteArray(e) => self.display_with(*e, format!("{inner}[]"), names),
            Type::Vla(e, _) => self.display_with(*e, format!("{inner}[*]"), names),
            Type::Function(f) => {
                let mut params: Vec<String> = f.params.iter().map(|&p| self.display(p, names)).collect();
                if f.variadic {
                    params.push("...".to_owned());
                } else if f.prototype && params.is_empty() {
                    params.push("void".to_owned());
                }
                self.display_with(f.result, format!("{inner}({})", params.join(", ")), names)
            }
            Type::Qualified(quals, base) => self.display_qualified(*quals, *base, inner, names),
            _ => {
                let base = self.base_name(id, names);
                if inner.is_empty() { base } else { format!("{base} {inner}") }
            }
        }
    }

    fn display_qualified(&self, quals: Qualifiers, base: TypeId, inner: String, names: &Names) -> String {
        let mut words = Vec::new();
        if quals.is_const {
            words.push("const");
        }
        if quals.is_volatile {
            words.push("volatile");
        }
        if quals.is_atomic {
            words.push("_Atomic");
        }
        let words = words.join(" ");
        if words.is_empty() {
            return self.display_with(base, inner, names);
        }
        if self.is_pointer(base) {
            let space = if inner.is_empty() { "" } else { " " };
            return self.display_with(base, format!(" {words}{space}{inner}"), names).replace("* ", "*");
        }
        format!("{words} {}", self.display_with(base, inner, names))
    }

    fn base_name(&self, id: TypeId, names: &Names) -> String {
        match self.get(id) {
            Type::Void => "void".to_owned(),
            Type::Int(int) => int_name(*int).to_owned(),
            Type::Float(kind) => float_name(*kind).to_owned(),
            Type::Complex(part) => format!("_Complex {}", self.base_name(*part, names)),
            Type::Record(r) => {
                let record = self.record(*r);
                let word = if record.is_union { "union" } else { "struct" };
                tagged(word, record.tag, names)
            }
            Type::Enum(e) => tagged("enum", self.enum_(*e).tag, names),
            Type::Vector(e, n) => format!("{} __attribute__((vector({n})))", self.display(*e, names)),
            _ => "<error>".to_owned(),
        }
    }
}

fn tagged(word: &str, tag: Option<maymust_syntax::Name>, names: &Names) -> String {
    match tag {
        Some(tag) => format!("{word} {}", names.text(tag)),
        None => format!("{word} <anonymous>"),
    }
}

fn int_name(int: IntType) -> &'static str {
    match (int.rank, int.signed) {
        (IntRank::Bool, _) => "_Bool",
        (IntRank::Char, _) => "char",
        (IntRank::SChar, true) => "signed char",
        (IntRank::SChar, false) => "unsigned char",
        (IntRank::Short, true) => "short",
        (IntRank::Short, false) => "unsigned short",
        (IntRank::Int, true) => "int",
        (IntRank::Int, false) => "unsigned int",
        (IntRank::Long, true) => "long",
        (IntRank::Long, false) => "unsigned long",
        (IntRank::LongLong, true) => "long long",
        (IntRank::LongLong, false) => "unsigned long long",
        (IntRank::Int128, true) => "__int128",
        (IntRank::Int128, false) => "unsigned __int128",
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::F128 => "_Float128",
    }
}
