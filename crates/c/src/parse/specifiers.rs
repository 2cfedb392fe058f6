//! Declaration specifiers and type names.

use raceproof_ir::Span;

use super::scope::Meaning;
use super::{Failed, Parse, Parser};
use crate::ast::{
    Alignas, AlignasValue, DeclSpecifiers, Qualifiers, Reducer, StorageClass, TypeName, TypeSpecifier,
    TypeSpecifierKind,
};
use crate::lex::{Keyword, Punct, TokenKind};
use crate::symbol::Symbol;
use raceproof_source::Diagnostic;

/// The words of a type seen so far. The order of words does not matter in C.
#[derive(Default)]
struct Words {
    void: u8,
    bool: u8,
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    signed: u8,
    unsigned: u8,
    float: u8,
    double: u8,
    int128: u8,
    complex: u8,
    /// A type that stands alone, or nearly: struct, enum, typedef name, `_FloatN` …
    other: Option<TypeSpecifierKind>,
    /// More than one of those.
    is_conflict: bool,
    span: Option<Span>,
}

impl Words {
    fn is_empty(&self) -> bool {
        self.span.is_none()
    }

    fn set_other(&mut self, kind: TypeSpecifierKind) {
        self.is_conflict |= self.other.is_some();
        self.other = Some(kind);
    }

    fn combine(self) -> Option<TypeSpecifierKind> {
        use TypeSpecifierKind as Kind;
        if self.is_conflict {
            return None;
        }
        let sign = self.signed + self.unsigned;
        if sign > 1 {
            return None;
        }
        let is_unsigned = self.unsigned == 1;
        let pick = |signed, unsigned| Some(if is_unsigned { unsigned } else { signed });
        let words = [
            self.void,
            self.bool,
            self.char,
            self.short,
            self.int,
            self.long,
            self.float,
            self.double,
            self.int128,
        ];
        let kind = if let Some(other) = self.other {
            match other {
                Kind::BitInt { width, .. } if words == [0; 9] => Some(Kind::BitInt {
                    unsigned: is_unsigned,
                    width,
                }),
                other if words == [0; 9] && sign == 0 => Some(other),
                _ => None,
            }
        } else {
            match words {
                [1, 0, 0, 0, 0, 0, 0, 0, 0] if sign == 0 => Some(Kind::Void),
                [0, 1, 0, 0, 0, 0, 0, 0, 0] if sign == 0 => Some(Kind::Bool),
                [0, 0, 1, 0, 0, 0, 0, 0, 0] if sign == 0 => Some(Kind::Char),
                [0, 0, 1, 0, 0, 0, 0, 0, 0] => pick(Kind::SignedChar, Kind::UnsignedChar),
                [0, 0, 0, 1, 0 | 1, 0, 0, 0, 0] => pick(Kind::Short, Kind::UnsignedShort),
                [0, 0, 0, 0, 1, 0, 0, 0, 0] => pick(Kind::Int, Kind::UnsignedInt),
                [0, 0, 0, 0, 0, 0, 0, 0, 0] if sign == 1 => pick(Kind::Int, Kind::UnsignedInt),
                [0, 0, 0, 0, 0, 0, 0, 0, 0] if self.complex == 1 => Some(Kind::Double),
                [0, 0, 0, 0, 0 | 1, 1, 0, 0, 0] => pick(Kind::Long, Kind::UnsignedLong),
                [0, 0, 0, 0, 0 | 1, 2, 0, 0, 0] => pick(Kind::LongLong, Kind::UnsignedLongLong),
                [0, 0, 0, 0, 0, 0, 1, 0, 0] if sign == 0 => Some(Kind::Float),
                [0, 0, 0, 0, 0, 0, 0, 1, 0] if sign == 0 => Some(Kind::Double),
                [0, 0, 0, 0, 0, 1, 0, 1, 0] if sign == 0 => Some(Kind::LongDouble),
                [0, 0, 0, 0, 0, 0, 0, 0, 1] => pick(Kind::Int128, Kind::UnsignedInt128),
                _ => None,
            }
        }?;
        match self.complex {
            0 => Some(kind),
            1 => Some(Kind::Complex(Box::new(kind))),
            _ => None,
        }
    }
}

impl Parser<'_> {
    /// Whether a type name, a parameter or a member may begin here.
    pub fn is_type_at(&self, ahead: usize) -> bool {
        use Keyword as K;
        match self.keyword_at(ahead) {
            Some(keyword) => {
                matches!(
                    keyword,
                    K::Void
                        | K::Bool
                        | K::Char
                        | K::Short
                        | K::Int
                        | K::Long
                        | K::Signed
                        | K::Unsigned
                        | K::Float
                        | K::Double
                        | K::Complex
                        | K::Struct
                        | K::Union
                        | K::Enum
                        | K::Const
                        | K::Volatile
                        | K::Restrict
                        | K::Atomic
                        | K::Typeof
                        | K::TypeofUnqual
                        | K::AutoType
                        | K::Int128
                        | K::Int128T
                        | K::UnsignedInt128T
                        | K::Float16
                        | K::Float32
                        | K::Float64
                        | K::Float128
                        | K::Float32x
                        | K::Float64x
                        | K::Decimal32
                        | K::Decimal64
                        | K::Decimal128
                        | K::BitInt
                        | K::VaList
                        | K::Attribute
                        | K::Alignas
                        | K::Hyperobject
                        | K::Imaginary
                ) || (keyword == K::Extension && self.is_type_at(ahead + 1))
                    || self.is_storage_at(ahead)
            }
            None => self.is_typedef_at(ahead),
        }
    }

    fn is_storage_at(&self, ahead: usize) -> bool {
        use Keyword as K;
        matches!(
            self.keyword_at(ahead),
            Some(
                K::Typedef
                    | K::Extern
                    | K::Static
                    | K::Auto
                    | K::Register
                    | K::ThreadLocal
                    | K::Inline
                    | K::Noreturn
                    | K::Constexpr
            )
        )
    }

    /// Whether a declaration begins here, in a block.
    pub fn is_declaration(&self) -> bool {
        match self.keyword() {
            Some(Keyword::StaticAssert) => true,
            Some(Keyword::Extension) => {
                let mut ahead = 1;
                while self.keyword_at(ahead) == Some(Keyword::Extension) {
                    ahead += 1;
                }
                self.is_type_at(ahead) || self.keyword_at(ahead) == Some(Keyword::StaticAssert)
            }
            Some(_) => self.is_type_at(0),
            None => {
                (self.is_typedef_at(0) && !self.at_ahead(1, Punct::Colon))
                    // `unknown x`: a declaration with a type that is not known.
                    || (self.name_at(0).is_some() && self.name_at(1).is_some())
            }
        }
    }

    /// Specifiers of what cannot be a reducer.
    pub fn specifiers(&mut self) -> Parse<DeclSpecifiers> {
        let specifiers = self.declaration_specifiers()?;
        if let Some(reducer) = &specifiers.reducer {
            self.error(reducer.span, "only variables can be reducers");
        }
        Ok(specifiers)
    }

    /// Specifiers, perhaps none at all: then the type is [`TypeSpecifierKind::Implicit`].
    pub fn declaration_specifiers(&mut self) -> Parse<DeclSpecifiers> {
        let start = self.span();
        let mut specifiers = DeclSpecifiers {
            span: start,
            storage: None,
            thread_local: None,
            inline: None,
            noreturn: None,
            constexpr: None,
            alignas: Vec::new(),
            qualifiers: Qualifiers::default(),
            reducer: None,
            ty: TypeSpecifier {
                span: start,
                kind: TypeSpecifierKind::Implicit,
            },
            attributes: Vec::new(),
        };
        let mut words = Words::default();
        let first = self.pos;
        while self.specifier(&mut specifiers, &mut words)? {}
        if words.is_empty() && self.is_unknown_type() {
            let TokenKind::Ident(symbol) = self.token().kind else {
                return Err(Failed);
            };
            self.report_unknown_type(symbol, self.span());
            self.names.declare_as(symbol, Meaning::Typedef);
            while self.specifier(&mut specifiers, &mut words)? {}
        }
        if self.pos > first {
            specifiers.span = self.since(start);
        }
        if let Some(span) = words.span {
            specifiers.ty.span = span;
            specifiers.ty.kind = match words.combine() {
                Some(kind) => kind,
                None => {
                    self.error(span, "these words together name no type");
                    TypeSpecifierKind::Int
                }
            };
        } else if let Some((StorageClass::Auto, span)) = specifiers.storage
            && self.dialect.c23
        {
            specifiers.storage = None;
            specifiers.ty = TypeSpecifier {
                span,
                kind: TypeSpecifierKind::Auto,
            };
        }
        Ok(specifiers)
    }

    /// A name stands where only a type makes sense.
    fn is_unknown_type(&self) -> bool {
        let mut ahead = 1;
        if self.name_at(0).is_none() {
            return false;
        }
        while self.at_ahead(ahead, Punct::Star)
            || matches!(
                self.keyword_at(ahead),
                Some(Keyword::Const | Keyword::Volatile | Keyword::Restrict)
            )
        {
            ahead += 1;
        }
        self.name_at(ahead).is_some()
            || (ahead > 1 && (self.at_ahead(ahead, Punct::Comma) || self.at_ahead(ahead, Punct::RightParen)))
    }

    pub fn report_unknown_type(&mut self, symbol: Symbol, span: Span) {
        let name = self.interner.name(symbol).to_owned();
        let header = match name.as_str() {
            "size_t" | "ptrdiff_t" | "wchar_t" | "max_align_t" => "stddef.h",
            "bool" => "stdbool.h",
            "FILE" => "stdio.h",
            "va_list" => "stdarg.h",
            "jmp_buf" => "setjmp.h",
            "sem_t" => "semaphore.h",
            "time_t" | "clock_t" => "time.h",
            "ssize_t" | "pid_t" | "off_t" => "sys/types.h",
            "atomic_int" | "atomic_bool" | "atomic_flag" | "memory_order" => "stdatomic.h",
            "thrd_t" | "mtx_t" | "cnd_t" => "threads.h",
            "omp_lock_t" | "omp_nest_lock_t" => "omp.h",
            name if name.starts_with("pthread_") => "pthread.h",
            name if name.ends_with("_t") && name.contains("int") => "stdint.h",
            _ => "",
        };
        let mut error = Diagnostic::error(span, format!("unknown type name `{name}`"));
        if !header.is_empty() {
            error = error.help(format!("`{name}` is declared in <{header}>"));
        }
        self.report(error);
    }

    /// One specifier; false if the next token is none.
    fn specifier(&mut self, specifiers: &mut DeclSpecifiers, words: &mut Words) -> Parse<bool> {
        use Keyword as K;
        use TypeSpecifierKind as Kind;
        let span = self.span();
        let Some(keyword) = self.keyword() else {
            if self.at_c23_attribute() {
                self.c23_attributes(&mut specifiers.attributes)?;
                return Ok(true);
            }
            if let Some(name) = self.name_at(0)
                && words.is_empty()
                && self.names.is_typedef(name)
            {
                self.bump();
                words.set_other(Kind::Typedef(name));
                words.span = Some(span);
                return Ok(true);
            }
            return Ok(false);
        };
        let count = match keyword {
            K::Void => &mut words.void,
            K::Bool => &mut words.bool,
            K::Char => &mut words.char,
            K::Short => &mut words.short,
            K::Int => &mut words.int,
            K::Long => &mut words.long,
            K::Signed => &mut words.signed,
            K::Unsigned => &mut words.unsigned,
            K::Float => &mut words.float,
            K::Double => &mut words.double,
            K::Complex => &mut words.complex,
            K::Int128 => &mut words.int128,
            K::Imaginary => return self.fail(span, "imaginary types are not supported"),
            _ => {
                if self.qualifier(&mut specifiers.qualifiers)
                    || self.reducer(specifiers)?
                    || self.storage(specifiers)?
                    || self.other_type(specifiers, words)?
                {
                    return Ok(true);
                }
                return Ok(false);
            }
        };
        *count = count.saturating_add(1);
        self.bump();
        words.span = Some(words.span.map_or(span, |first| self.since(first)));
        Ok(true)
    }

    /// A type qualifier. `_Atomic(` is none.
    pub fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.keyword() {
            Some(Keyword::Const) => qualifiers.is_const = true,
            Some(Keyword::Volatile) => qualifiers.is_volatile = true,
            Some(Keyword::Restrict) => qualifiers.is_restrict = true,
            Some(Keyword::Atomic) if !self.at_ahead(1, Punct::LeftParen) => {
                qualifiers.is_atomic = true;
            }
            _ => return false,
        }
        self.bump();
        true
    }

    /// `cilk_reducer(identity, reduce)`.
    fn reducer(&mut self, specifiers: &mut DeclSpecifiers) -> Parse<bool> {
        if self.keyword() != Some(Keyword::Hyperobject) {
            return Ok(false);
        }
        let start = self.bump().span;
        let mut functions = None;
        if self.eat(Punct::LeftParen) {
            let identity = self.nested(Self::assignment)?;
            self.expect(Punct::Comma, "after the identity of a reducer")?;
            let reduce = self.nested(Self::assignment)?;
            self.expect(Punct::RightParen, "after the functions of a reducer")?;
            functions = Some((identity, reduce));
        }
        let span = self.since(start);
        specifiers.reducer = Some(Box::new(Reducer { span, functions }));
        Ok(true)
    }

    fn storage(&mut self, specifiers: &mut DeclSpecifiers) -> Parse<bool> {
        use Keyword as K;
        let span = self.span();
        let class = match self.keyword() {
            Some(K::Typedef) => StorageClass::Typedef,
            Some(K::Extern) => StorageClass::Extern,
            Some(K::Static) => StorageClass::Static,
            Some(K::Auto) => StorageClass::Auto,
            Some(K::Register) => StorageClass::Register,
            other => {
                match other {
                    Some(K::ThreadLocal) => specifiers.thread_local = Some(span),
                    Some(K::Inline) => specifiers.inline = Some(span),
                    Some(K::Noreturn) => specifiers.noreturn = Some(span),
                    Some(K::Constexpr) => specifiers.constexpr = Some(span),
                    Some(K::Extension) => {}
                    Some(K::Attribute) => {
                        self.gnu_attributes(&mut specifiers.attributes)?;
                        return Ok(true);
                    }
                    Some(K::Alignas) => {
                        let alignas = self.alignas()?;
                        specifiers.alignas.push(alignas);
                        return Ok(true);
                    }
                    _ => return Ok(false),
                }
                self.bump();
                return Ok(true);
            }
        };
        self.bump();
        match specifiers.storage {
            Some((before, first)) if before != class => self.report(
                Diagnostic::error(span, "a declaration has at most one storage class")
                    .label(first, "the first is here"),
            ),
            _ => specifiers.storage = Some((class, span)),
        }
        Ok(true)
    }

    fn other_type(&mut self, specifiers: &mut DeclSpecifiers, words: &mut Words) -> Parse<bool> {
        use Keyword as K;
        use TypeSpecifierKind as Kind;
        let span = self.span();
        let simple = match self.keyword() {
            Some(K::Int128T) => Kind::Int128,
            Some(K::UnsignedInt128T) => Kind::UnsignedInt128,
            Some(K::Float16) => Kind::Float16,
            Some(K::Float32) => Kind::Float32,
            Some(K::Float64) => Kind::Float64,
            Some(K::Float128) => Kind::Float128,
            Some(K::Float32x) => Kind::Float32x,
            Some(K::Float64x) => Kind::Float64x,
            Some(K::Decimal32) => Kind::Decimal(32),
            Some(K::Decimal64) => Kind::Decimal(64),
            Some(K::Decimal128) => Kind::Decimal(128),
            Some(K::VaList) => Kind::VaList,
            Some(K::AutoType) => Kind::Auto,
            other => {
                let kind = match other {
                    Some(K::Struct | K::Union) => self.nested(Self::record)?,
                    Some(K::Enum) => self.nested(Self::enumeration)?,
                    Some(K::Typeof) => self.typeof_specifier(false)?,
                    Some(K::TypeofUnqual) => self.typeof_specifier(true)?,
                    Some(K::Atomic) => {
                        self.bump();
                        self.expect(Punct::LeftParen, "after `_Atomic`")?;
                        let ty = self.nested(Self::type_name)?;
                        self.expect(Punct::RightParen, "after the type")?;
                        Kind::Atomic(Box::new(ty))
                    }
                    Some(K::BitInt) => {
                        self.bump();
                        self.expect(Punct::LeftParen, "after `_BitInt`")?;
                        let width = Box::new(self.nested(Self::conditional)?);
                        self.expect(Punct::RightParen, "after the width")?;
                        Kind::BitInt {
                            unsigned: false,
                            width,
                        }
                    }
                    _ => return Ok(false),
                };
                words.set_other(kind);
                words.span = Some(self.since(words.span.unwrap_or(span)));
                // `struct s { … } __attribute__((packed))` was taken with the struct; what follows
                // belongs to the declaration.
                self.maybe_gnu_attributes(&mut specifiers.attributes)?;
                return Ok(true);
            }
        };
        self.bump();
        words.set_other(simple);
        words.span = Some(self.since(words.span.unwrap_or(span)));
        Ok(true)
    }

    fn typeof_specifier(&mut self, unqualified: bool) -> Parse<TypeSpecifierKind> {
        self.bump();
        self.expect(Punct::LeftParen, "after `typeof`")?;
        let kind = if self.is_type_at(0) {
            let operand = Box::new(self.nested(Self::type_name)?);
            TypeSpecifierKind::TypeofType { operand, unqualified }
        } else {
            let operand = Box::new(self.nested(Self::expression)?);
            TypeSpecifierKind::TypeofExpr { operand, unqualified }
        };
        self.expect(Punct::RightParen, "after the operand of `typeof`")?;
        Ok(kind)
    }

    fn alignas(&mut self) -> Parse<Alignas> {
        let start = self.bump().span;
        self.expect(Punct::LeftParen, "after `_Alignas`")?;
        let value = if self.is_type_at(0) {
            AlignasValue::Type(Box::new(self.nested(Self::type_name)?))
        } else {
            AlignasValue::Expr(Box::new(self.nested(Self::conditional)?))
        };
        self.expect(Punct::RightParen, "after the operand of `_Alignas`")?;
        Ok(Alignas {
            span: self.since(start),
            value,
        })
    }

    /// A type without a name to declare.
    pub fn type_name(&mut self) -> Parse<TypeName> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        // `const *` is a pointer to a constant `int` in old code.
        let is_bare = specifiers.qualifiers == Qualifiers::default();
        if matches!(specifiers.ty.kind, TypeSpecifierKind::Implicit) && is_bare {
            return self.unexpected("a type");
        }
        let declarator = self.declarator(super::declarator::Naming::Abstract)?;
        Ok(TypeName {
            span: self.since(start),
            specifiers,
            declarator,
        })
    }
}
