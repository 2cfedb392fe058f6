//! What the attributes of a declaration ask for.

use raceproof_ir::Span;

use super::Checker;
use super::types::{self, QualType};
use crate::ast::{self, AttributeKind};

/// The attributes of one declared entity that change something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub packed: bool,
    /// The largest alignment asked for, or 0.
    pub align: u64,
    pub noreturn: bool,
    pub weak: bool,
    pub alias: Option<String>,
    pub constructor: Option<u32>,
    pub destructor: Option<u32>,
    pub transparent_union: bool,
    pub mode: Option<(ast::Symbol, Span)>,
    /// The size of a vector in bytes.
    pub vector: Option<(u64, Span)>,
    pub gnu_inline: bool,
    pub cleanup: Option<ast::Ident>,
    /// The name of a role.
    pub role: Option<(ast::Symbol, Span)>,
}

/// The alignment of `aligned` without a number.
const LARGEST_ALIGN: u64 = 16;

/// Priority of a constructor without one: after all that have one.
const DEFAULT_PRIORITY: u32 = 65535;

impl Checker<'_> {
    /// Reads attributes; lists are taken together.
    pub(crate) fn attributes(&mut self, lists: &[&[ast::Attribute]]) -> Attributes {
        let mut result = Attributes::default();
        for attribute in lists.iter().copied().flatten() {
            self.attribute(attribute, &mut result);
        }
        result
    }

    fn attribute(&mut self, attribute: &ast::Attribute, result: &mut Attributes) {
        let span = attribute.span;
        match &attribute.kind {
            AttributeKind::Packed => result.packed = true,
            AttributeKind::Aligned(None) => result.align = result.align.max(LARGEST_ALIGN),
            AttributeKind::Aligned(Some(expr)) => {
                if let Some((value, _)) = self.integer_constant(expr, "an alignment") {
                    result.align = result.align.max(self.valid_align(value, span));
                }
            }
            AttributeKind::Noreturn => result.noreturn = true,
            AttributeKind::Weak => result.weak = true,
            AttributeKind::Alias(name) => {
                result.alias = Some(String::from_utf8_lossy(name).into_owned());
            }
            AttributeKind::Constructor(priority) => {
                result.constructor = Some(self.priority(priority.as_deref()));
            }
            AttributeKind::Destructor(priority) => {
                result.destructor = Some(self.priority(priority.as_deref()));
            }
            AttributeKind::TransparentUnion => result.transparent_union = true,
            AttributeKind::Mode(mode) => result.mode = Some((*mode, span)),
            AttributeKind::GnuInline => result.gnu_inline = true,
            AttributeKind::VectorSize(size) => {
                let size = self.integer_constant(size, "the size of a vector");
                result.vector = size
                    .and_then(|(size, _)| u64::try_from(size).ok())
                    .map(|size| (size, span));
            }
            AttributeKind::Cleanup(function) => result.cleanup = Some(*function),
            AttributeKind::ScalarStorageOrder(order) => {
                if order != b"little-endian" {
                    self.error(span, "reversed storage order is not supported");
                }
            }
            AttributeKind::Unsupported => {
                let name = self.name(attribute.name).to_owned();
                if !matches!(name.as_str(), "designated_init" | "gcc_struct") {
                    self.error(span, format!("the attribute `{name}` is not supported"));
                }
            }
            AttributeKind::Unused | AttributeKind::Ignored => {}
            AttributeKind::Role if self.origin.is_ours() => result.role = Some((attribute.name, span)),
            AttributeKind::Role | AttributeKind::Unknown => {
                if self.options.verbose {
                    let name = self.name(attribute.name).to_owned();
                    self.warning(span, format!("unknown attribute `{name}` is ignored"));
                }
            }
        }
    }

    fn priority(&mut self, expr: Option<&ast::Expr>) -> u32 {
        expr.and_then(|expr| self.integer_constant(expr, "a priority"))
            .and_then(|(value, _)| u32::try_from(value).ok())
            .unwrap_or(DEFAULT_PRIORITY)
    }

    /// An alignment in bytes; 0 and a message if it is none.
    fn valid_align(&mut self, value: i128, span: Span) -> u64 {
        if value == 0 {
            return 0;
        }
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => align,
            _ => {
                self.error(span, format!("an alignment of {value} is not a power of two"));
                0
            }
        }
    }

    /// The largest alignment that `_Alignas` specifiers ask for, or 0.
    pub(crate) fn alignas(&mut self, list: &[ast::Alignas]) -> u64 {
        let mut align = 0;
        for specifier in list {
            let value = match &specifier.value {
                ast::AlignasValue::Type(name) => {
                    let ty = self.type_name(name);
                    self.types.member_align(ty)
                }
                ast::AlignasValue::Expr(expr) => match self.integer_constant(expr, "an alignment") {
                    Some((value, _)) => self.valid_align(value, specifier.span),
                    None => 0,
                },
            };
            align = align.max(value);
        }
        align
    }

    /// The type that `mode` makes of a type.
    pub(crate) fn apply_mode(&mut self, ty: QualType, mode: ast::Symbol, span: Span) -> QualType {
        let signed = match self.types.integer(ty.ty) {
            Some((_, signed)) => signed,
            None => true,
        };
        let pointer_bits = self.types.model.pointer_size() * 8;
        let bits = match self.name(mode) {
            "QI" | "byte" => 8,
            "HI" => 16,
            "SI" => 32,
            "DI" => 64,
            "TI" => 128,
            "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => pointer_bits,
            "SF" => {
                return QualType {
                    ty: types::FLOAT,
                    ..ty
                };
            }
            "DF" => {
                return QualType {
                    ty: types::DOUBLE,
                    ..ty
                };
            }
            "XF" | "TF" => {
                return QualType {
                    ty: types::LDOUBLE,
                    ..ty
                };
            }
            other => {
                let message = format!("the mode `{other}` is not supported");
                self.error(span, message);
                return QualType {
                    ty: types::ERROR,
                    ..ty
                };
            }
        };
        match self.types.integer_of_bits(bits, signed) {
            Some(new) => QualType { ty: new, ..ty },
            None => ty,
        }
    }
}
