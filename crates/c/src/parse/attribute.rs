//! `__attribute__((…))` and `[[…]]`.

use raceproof_ir::Span;

use super::{Parse, Parser};
use crate::ast::{Attribute, AttributeKind, Expr};
use crate::lex::{Keyword, Punct, TokenKind};
use crate::symbol::Symbol;
use raceproof_source::Diagnostic;

/// Attributes that do not change what a program computes, or that leave a function to unknown code (`ifunc`:
/// nothing defines it) or to assembler (`naked`). Sorted.
static IGNORED: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume",
    "assume_aligned",
    "availability",
    "btf_type_tag",
    "cdecl",
    "cold",
    "common",
    "const",
    "copy",
    "counted_by",
    "deprecated",
    "designated_init",
    "diagnose_if",
    "enable_if",
    "enum_extensibility",
    "error",
    "expected_throw",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flag_enum",
    "flatten",
    "format",
    "format_arg",
    "gcc_struct",
    "hot",
    "ifunc",
    "leaf",
    "likely",
    "malloc",
    "may_alias",
    "ms_abi",
    "musttail",
    "naked",
    "no_address_safety_analysis",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_memory",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_limit",
    "no_stack_protector",
    "no_thread_safety_analysis",
    "noclone",
    "nocommon",
    "nodiscard",
    "noduplicate",
    "noinit",
    "noinline",
    "noipa",
    "nonnull",
    "nonnull_if_nonzero",
    "nonstring",
    "noplt",
    "nothrow",
    "null_terminated_string_arg",
    "objc_boxable",
    "optimize",
    "optnone",
    "overloadable",
    "patchable_function_entry",
    "persistent",
    "pure",
    "regparm",
    "reproducible",
    "require_constant_initialization",
    "retain",
    "returns_nonnull",
    "returns_twice",
    "section",
    "sentinel",
    "simd",
    "stack_protect",
    "stdcall",
    "strict_flex_array",
    "symver",
    "sysv_abi",
    "target",
    "target_clones",
    "tls_model",
    "type_visibility",
    "unavailable",
    "uninitialized",
    "unlikely",
    "unsequenced",
    "used",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
    "warning",
    "zero_call_used_regs",
];

/// Attributes that change layout or meaning in ways that are not supported.
static UNSUPPORTED: &[&str] = &[
    "address_space",
    "ext_vector_type",
    "hardbool",
    "matrix_type",
    "ms_struct",
    "vector_type",
    "weakref",
];

impl Parser<'_> {
    /// `[[` opens attributes; two brackets can follow each other nowhere else in C.
    pub fn at_c23_attribute(&self) -> bool {
        self.at_c23_attribute_ahead(0)
    }

    pub fn at_c23_attribute_ahead(&self, ahead: usize) -> bool {
        self.at_ahead(ahead, Punct::LeftBracket) && self.at_ahead(ahead + 1, Punct::LeftBracket)
    }

    /// Attributes of both syntaxes, if any.
    pub fn maybe_attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            if self.at_c23_attribute() {
                self.c23_attributes(attributes)?;
            } else if self.at_keyword(Keyword::Attribute) {
                self.gnu_attributes(attributes)?;
            } else {
                return Ok(());
            }
        }
    }

    pub fn maybe_gnu_attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parse<()> {
        while self.at_keyword(Keyword::Attribute) {
            self.gnu_attributes(attributes)?;
        }
        Ok(())
    }

    /// One `__attribute__((a, b(…)))`.
    pub fn gnu_attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parse<()> {
        self.bump();
        self.expect(Punct::LeftParen, "after `__attribute__`")?;
        self.expect(Punct::LeftParen, "after `__attribute__(`")?;
        while !self.at(Punct::RightParen) {
            if self.eat(Punct::Comma) {
                continue;
            }
            let attribute = self.attribute(None)?;
            attributes.push(attribute);
        }
        self.expect(Punct::RightParen, "after the attributes")?;
        self.expect(Punct::RightParen, "after the attributes")?;
        Ok(())
    }

    /// One `[[a, gnu::b(…)]]`.
    pub fn c23_attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parse<()> {
        self.bump();
        self.bump();
        while !self.at(Punct::RightBracket) {
            if self.eat(Punct::Comma) {
                continue;
            }
            let mut namespace = None;
            if self.at_ahead(1, Punct::Colon) && self.at_ahead(2, Punct::Colon) {
                if let TokenKind::Ident(symbol) = self.token().kind {
                    namespace = Some(symbol);
                }
                self.pos += 3;
            }
            let attribute = self.attribute(namespace)?;
            attributes.push(attribute);
        }
        self.expect(Punct::RightBracket, "after the attributes")?;
        self.expect(Punct::RightBracket, "after the attributes")?;
        Ok(())
    }

    fn attribute(&mut self, namespace: Option<Symbol>) -> Parse<Attribute> {
        let TokenKind::Ident(symbol) = self.token().kind else {
            return self.unexpected("the name of an attribute");
        };
        let start = self.bump().span;
        let name = self.plain_name(symbol);
        let is_role = namespace.is_some_and(|space| self.interner.name(space) == "raceproof");
        let is_omp = namespace.is_some_and(|space| matches!(self.interner.name(space), "omp" | "ompx"));
        if is_omp {
            self.report(
                Diagnostic::error(start, "OpenMP directives as attributes are not supported")
                    .help("write the directive as a `#pragma omp`"),
            );
        }
        let kind = match is_role {
            true => AttributeKind::Role,
            false => self.attribute_kind(name, start)?,
        };
        if matches!(kind, AttributeKind::Unknown) {
            let message = format!(
                "the attribute `{}` is not known and has no effect",
                self.interner.name(name)
            );
            self.report(Diagnostic::warning(start, message));
        }
        Ok(Attribute {
            span: self.since(start),
            name,
            kind,
        })
    }

    /// The name without underscores around it.
    fn plain_name(&mut self, symbol: Symbol) -> Symbol {
        let name = self.interner.name(symbol);
        match name.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")) {
            Some(plain) if !plain.is_empty() => {
                let plain = plain.to_owned();
                self.interner.intern(&plain)
            }
            _ => symbol,
        }
    }

    fn attribute_kind(&mut self, symbol: Symbol, start: Span) -> Parse<AttributeKind> {
        let name = self.interner.name(symbol).to_owned();
        let kind = match name.as_str() {
            "packed" => AttributeKind::Packed,
            "noreturn" | "_Noreturn" => AttributeKind::Noreturn,
            "unused" | "maybe_unused" => AttributeKind::Unused,
            "weak" => AttributeKind::Weak,
            "transparent_union" => AttributeKind::TransparentUnion,
            "gnu_inline" => AttributeKind::GnuInline,
            "aligned" => return Ok(AttributeKind::Aligned(self.optional_argument()?)),
            "constructor" => return Ok(AttributeKind::Constructor(self.optional_argument()?)),
            "destructor" => return Ok(AttributeKind::Destructor(self.optional_argument()?)),
            "vector_size" => {
                return match self.optional_argument()? {
                    Some(size) => Ok(AttributeKind::VectorSize(size)),
                    None => self.fail(start, "`vector_size` needs a size"),
                };
            }
            "alias" | "scalar_storage_order" => {
                self.expect(Punct::LeftParen, "after the attribute")?;
                let text = self.byte_string()?;
                self.expect(Punct::RightParen, "after the argument")?;
                return Ok(if name == "alias" {
                    AttributeKind::Alias(text)
                } else {
                    AttributeKind::ScalarStorageOrder(text)
                });
            }
            "mode" | "cleanup" => {
                self.expect(Punct::LeftParen, "after the attribute")?;
                let argument = self.expect_name("a name")?;
                self.expect(Punct::RightParen, "after the argument")?;
                return Ok(if name == "mode" {
                    AttributeKind::Mode(self.plain_name(argument.symbol))
                } else {
                    self.mentioned.push(argument.symbol);
                    AttributeKind::Cleanup(argument)
                });
            }
            name if IGNORED.binary_search(&name).is_ok() => AttributeKind::Ignored,
            name if UNSUPPORTED.contains(&name) => AttributeKind::Unsupported,
            _ => AttributeKind::Unknown,
        };
        if self.at(Punct::LeftParen) {
            self.skip_balanced();
        }
        Ok(kind)
    }

    fn optional_argument(&mut self) -> Parse<Option<Box<Expr>>> {
        if !self.eat(Punct::LeftParen) {
            return Ok(None);
        }
        if self.eat(Punct::RightParen) {
            return Ok(None);
        }
        let argument = self.nested(Self::conditional)?;
        self.expect(Punct::RightParen, "after the argument")?;
        Ok(Some(Box::new(argument)))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ignored_attributes_are_sorted() {
        assert!(super::IGNORED.is_sorted());
    }
}
