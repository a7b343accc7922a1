//! Types of the library functions that gcc knows without a declaration.

use maymust_source::Span;
use maymust_syntax::Name;

use crate::check::Checker;
use crate::types::*;

/// Signatures: result, then parameters. v void, i int, u unsigned, l long, L long long, z size_t, d double, f float,
/// D long double, p void *, P const void *, s char *, S const char *, x pointer to int, y pointer to double,
/// j intmax_t, V va_list, '.' the rest varies.
const SIGNATURES: &[(&str, &str)] = &[
    ("abort", "v"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("_Exit", "vi"),
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "LL"),
    ("imaxabs", "jj"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("free", "vp"),
    ("aligned_alloc", "pzz"),
    ("memcpy", "ppPz"),
    ("memmove", "ppPz"),
    ("mempcpy", "ppPz"),
    ("memset", "ppiz"),
    ("memcmp", "iPPz"),
    ("memchr", "pPiz"),
    ("bcmp", "iPPz"),
    ("bcopy", "vPpz"),
    ("bzero", "vpz"),
    ("strlen", "zS"),
    ("strnlen", "zSz"),
    ("strcpy", "ssS"),
    ("stpcpy", "ssS"),
    ("stpncpy", "ssSz"),
    ("strncpy", "ssSz"),
    ("strcat", "ssS"),
    ("strncat", "ssSz"),
    ("strcmp", "iSS"),
    ("strncmp", "iSSz"),
    ("strcasecmp", "iSS"),
    ("strncasecmp", "iSSz"),
    ("strchr", "sSi"),
    ("strrchr", "sSi"),
    ("index", "sSi"),
    ("rindex", "sSi"),
    ("strstr", "sSS"),
    ("strpbrk", "sSS"),
    ("strspn", "zSS"),
    ("strcspn", "zSS"),
    ("strdup", "sS"),
    ("strndup", "sSz"),
    ("printf", "iS."),
    ("fprintf", "ipS."),
    ("sprintf", "isS."),
    ("snprintf", "iszS."),
    ("vprintf", "iSV"),
    ("vfprintf", "ipSV"),
    ("vsprintf", "isSV"),
    ("vsnprintf", "iszSV"),
    ("scanf", "iS."),
    ("fscanf", "ipS."),
    ("sscanf", "iSS."),
    ("puts", "iS"),
    ("putchar", "ii"),
    ("fputs", "iSp"),
    ("fputc", "iip"),
    ("putc", "iip"),
    ("fwrite", "zPzzp"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isblank", "ii"),
    ("iscntrl", "ii"),
    ("isdigit", "ii"),
    ("isgraph", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("isascii", "ii"),
    ("toascii", "ii"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "iL"),
    ("__maymust_alloc", "pzi"),
    ("__maymust_free", "vp"),
    ("__maymust_object_size", "zP"),
    ("__maymust_valid", "iPz"),
    ("__maymust_copy", "vpPz"),
    ("__maymust_fill", "vpiz"),
    ("__maymust_output", "vii"),
    ("__maymust_input", "i"),
    ("__maymust_destructors", "v"),
    ("__maymust_exit", "vi"),
    ("__maymust_abort", "v"),
    ("__maymust_check", "viS"),
    ("__maymust_assume", "vi"),
    ("__maymust_unsupported", "vS"),
];

/// Functions of one floating argument; also with suffixes `f` and `l`.
const UNARY_MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "gamma",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "exp10",
    "significand",
];

/// Functions of two floating arguments.
const BINARY_MATH: &[&str] = &[
    "atan2",
    "copysign",
    "drem",
    "fdim",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "nextafter",
    "pow",
    "remainder",
    "scalb",
];

/// Others with floats: T stands for the type.
const MIXED_MATH: &[(&str, &str)] = &[
    ("fma", "TTTT"),
    ("frexp", "TTx"),
    ("ldexp", "TTi"),
    ("scalbn", "TTi"),
    ("scalbln", "TTl"),
    ("modf", "TTY"),
    ("ilogb", "iT"),
    ("lrint", "lT"),
    ("llrint", "LT"),
    ("lround", "lT"),
    ("llround", "LT"),
    ("remquo", "TTTx"),
    ("nan", "TS"),
    ("nexttoward", "TTD"),
];

impl Checker<'_> {
    /// The type gcc gives a library function that is used without a declaration.
    pub(crate) fn library_type(&mut self, name: &str) -> Option<TypeId> {
        let signature = match SIGNATURES.iter().find(|(n, _)| *n == name) {
            Some((_, signature)) => (*signature).to_owned(),
            None => math_signature(name)?,
        };
        Some(self.signature_type(&signature))
    }

    fn signature_type(&mut self, signature: &str) -> TypeId {
        let mut params = Vec::new();
        let mut variadic = false;
        for code in signature.chars() {
            if code == '.' {
                variadic = true;
            } else {
                params.push(self.code_type(code));
            }
        }
        let result = params.remove(0);
        self.types_mut().intern(Type::Function(FunctionType { result, params, variadic, prototype: true }))
    }

    fn code_type(&mut self, code: char) -> TypeId {
        let types = self.types();
        let to = match code {
            'v' => return types.void,
            'i' => return types.int,
            'u' => return types.uint,
            'l' => return types.long,
            'L' => return types.longlong,
            'j' => {
                return if types.data_model() == DataModel::Lp64 { types.long } else { types.longlong };
            }
            'z' => return types.size_t,
            'd' => return types.double,
            'f' => return types.float,
            'D' => return types.longdouble,
            'p' => return types.void_ptr,
            'P' => return types.const_void_ptr,
            's' => return types.char_ptr,
            'S' => return types.const_char_ptr,
            'V' => {
                let list = types.va_list();
                return self.adjust_param(list);
            }
            'x' => types.int,
            'y' => types.double,
            'g' => types.float,
            'G' => types.longdouble,
            _ => types.error,
        };
        self.types_mut().pointer_to(to)
    }

    /// Declares `__builtin_f` as `f` where `f` is a library function; also the tool's own functions.
    pub(crate) fn declare_library(&mut self, name: Name, span: Span) -> Option<u32> {
        let text = self.text(name);
        if text.starts_with("__maymust_") {
            let ty = self.library_type(&text)?;
            return Some(self.declare_undeclared(name, ty, span));
        }
        let plain = text.strip_prefix("__builtin_")?;
        let ty = self.library_type(plain)?;
        let plain = self.names.intern(plain);
        let decl = self.declare_undeclared(plain, ty, span);
        self.functions[decl as usize].implicit = false;
        Some(decl)
    }
}

fn math_signature(name: &str) -> Option<String> {
    if let Some(signature) = math_in(name, 'd') {
        return Some(signature);
    }
    let (stem, code) = match name.strip_suffix('f') {
        Some(stem) => (stem, 'f'),
        None => (name.strip_suffix('l')?, 'D'),
    };
    math_in(stem, code)
}

fn math_in(stem: &str, code: char) -> Option<String> {
    if UNARY_MATH.contains(&stem) {
        return Some([code, code].iter().collect());
    }
    if BINARY_MATH.contains(&stem) {
        return Some([code; 3].iter().collect());
    }
    let (_, signature) = MIXED_MATH.iter().find(|(n, _)| *n == stem)?;
    let pointer = match code {
        'f' => 'g',
        'D' => 'G',
        _ => 'y',
    };
    Some(
        signature
            .chars()
            .map(|c| {
                if c == 'T' {
                    code
                } else if c == 'Y' {
                    pointer
                } else {
                    c
                }
            })
            .collect(),
    )
}
