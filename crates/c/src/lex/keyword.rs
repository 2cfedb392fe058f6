//! The keywords, in all their spellings.

use crate::symbol::Symbol;

/// Which words are keywords depends on the dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// C23: `bool`, `true`, `nullptr`, `constexpr` …
    pub c23: bool,
    /// GNU: `asm` and `typeof` without underscores.
    pub gnu: bool,
    /// OpenCilk: `cilk_spawn`, `cilk_sync`, `cilk_for`, `cilk_scope`. The spellings with `_Cilk` are
    /// keywords always; our `cilk/cilk.h` uses them.
    pub cilk: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect {
            c23: false,
            gnu: true,
            cilk: false,
        }
    }
}

impl Dialect {
    /// The dialect that `-std=` names; none if there is no such standard.
    pub fn from_std(std: &str) -> Option<Dialect> {
        let (gnu, year) = if let Some(year) = std.strip_prefix("gnu") {
            (true, year)
        } else if let Some(year) = std.strip_prefix('c') {
            (false, year)
        } else {
            (false, std.strip_prefix("iso9899:")?)
        };
        let known = [
            "89", "90", "99", "9x", "11", "1x", "17", "18", "23", "2x", "1990", "199409", "1999", "2011",
            "2017", "2018", "2024",
        ];
        known.contains(&year).then_some(Dialect {
            c23: matches!(year, "23" | "2x" | "2024"),
            gnu,
            cilk: false,
        })
    }
}

/// When a spelling is a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// In every dialect.
    Always,
    /// In C23.
    C23,
    /// In GNU dialects and in C23 for those it took over; `asm` and `typeof`.
    Gnu,
    /// If OpenCilk is enabled.
    Cilk,
}

macro_rules! keywords {
    ($($keyword:ident: $($spelling:literal $when:ident),+;)*) => {
        /// A keyword, whatever its spelling.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Keyword { $(#[doc = keywords!(@first $($spelling),+)] $keyword),* }

        /// Every spelling of every keyword. Interned first, so the index is the symbol.
        pub static KEYWORDS: &[(&str, Keyword, When)] =
            &[$($(($spelling, Keyword::$keyword, When::$when)),+),*];
    };
    (@first $first:literal $(, $rest:literal)*) => { concat!("`", $first, "`") };
}

keywords! {
    Auto: "auto" Always;
    Break: "break" Always;
    Case: "case" Always;
    Char: "char" Always;
    Const: "const" Always, "__const" Always, "__const__" Always;
    Continue: "continue" Always;
    Default: "default" Always;
    Do: "do" Always;
    Double: "double" Always;
    Else: "else" Always;
    Enum: "enum" Always;
    Extern: "extern" Always;
    Float: "float" Always;
    For: "for" Always;
    Goto: "goto" Always;
    If: "if" Always;
    Inline: "inline" Always, "__inline" Always, "__inline__" Always;
    Int: "int" Always;
    Long: "long" Always;
    Register: "register" Always;
    Restrict: "restrict" Always, "__restrict" Always, "__restrict__" Always;
    Return: "return" Always;
    Short: "short" Always;
    Signed: "signed" Always, "__signed" Always, "__signed__" Always;
    Sizeof: "sizeof" Always;
    Static: "static" Always;
    Struct: "struct" Always;
    Switch: "switch" Always;
    Typedef: "typedef" Always;
    Union: "union" Always;
    Unsigned: "unsigned" Always;
    Void: "void" Always;
    Volatile: "volatile" Always, "__volatile" Always, "__volatile__" Always;
    While: "while" Always;
    Alignas: "_Alignas" Always, "alignas" C23;
    Alignof: "_Alignof" Always, "__alignof" Always, "__alignof__" Always, "alignof" C23;
    Atomic: "_Atomic" Always;
    Bool: "_Bool" Always, "bool" C23;
    Complex: "_Complex" Always, "__complex" Always, "__complex__" Always;
    Generic: "_Generic" Always;
    Imaginary: "_Imaginary" Always;
    Noreturn: "_Noreturn" Always;
    StaticAssert: "_Static_assert" Always, "static_assert" C23;
    ThreadLocal: "_Thread_local" Always, "__thread" Always, "thread_local" C23;
    True: "true" C23;
    False: "false" C23;
    Nullptr: "nullptr" C23;
    Constexpr: "constexpr" C23;
    Typeof: "__typeof" Always, "__typeof__" Always, "typeof" Gnu;
    TypeofUnqual: "__typeof_unqual" Always, "__typeof_unqual__" Always, "typeof_unqual" C23;
    AutoType: "__auto_type" Always;
    Asm: "__asm" Always, "__asm__" Always, "asm" Gnu;
    Attribute: "__attribute" Always, "__attribute__" Always;
    Extension: "__extension__" Always;
    Label: "__label__" Always;
    Real: "__real" Always, "__real__" Always;
    Imag: "__imag" Always, "__imag__" Always;
    Int128: "__int128" Always;
    Int128T: "__int128_t" Always;
    UnsignedInt128T: "__uint128_t" Always;
    Float16: "_Float16" Always, "__fp16" Always, "__bf16" Always;
    Float32: "_Float32" Always;
    Float64: "_Float64" Always;
    Float128: "_Float128" Always, "__float128" Always;
    Float32x: "_Float32x" Always;
    Float64x: "_Float64x" Always, "__float80" Always;
    Decimal32: "_Decimal32" Always;
    Decimal64: "_Decimal64" Always;
    Decimal128: "_Decimal128" Always;
    BitInt: "_BitInt" Always;
    VaList: "__builtin_va_list" Always;
    VaArg: "__builtin_va_arg" Always;
    ConvertVector: "__builtin_convertvector" Always;
    Offsetof: "__builtin_offsetof" Always;
    TypesCompatible: "__builtin_types_compatible_p" Always;
    ChooseExpr: "__builtin_choose_expr" Always;
    PragmaOperator: "_Pragma" Always;
    CilkSpawn: "cilk_spawn" Cilk, "_Cilk_spawn" Always;
    CilkSync: "cilk_sync" Cilk, "_Cilk_sync" Always;
    CilkFor: "cilk_for" Cilk, "_Cilk_for" Always;
    CilkScope: "cilk_scope" Cilk, "_Cilk_scope" Always;
    Hyperobject: "cilk_reducer" Cilk, "_Hyperobject" Always;
}

impl Keyword {
    /// The keyword that a spelling is in a dialect.
    pub fn of(symbol: Symbol, dialect: Dialect) -> Option<Keyword> {
        let &(_, keyword, when) = KEYWORDS.get(symbol.0 as usize)?;
        let applies = match when {
            When::Always => true,
            When::C23 => dialect.c23,
            When::Gnu => dialect.gnu || (dialect.c23 && keyword == Keyword::Typeof),
            When::Cilk => dialect.cilk,
        };
        applies.then_some(keyword)
    }
}
