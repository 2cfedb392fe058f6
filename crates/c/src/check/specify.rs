//! Declaration specifiers: the type that they name.

use raceproof_ir::DataModel;

use super::Checker;
use super::foreign::{Foreign, MAX_BITS};
use super::scope::Entity;
use super::types::{self, ERROR, QualType, Quals};
use crate::ast::{self, TypeSpecifierKind};
use crate::hir::Type;
use raceproof_source::Diagnostic;

/// What the specifiers of a declaration say.
pub(crate) struct Specified {
    pub ty: QualType,
    /// `__auto_type`: the type comes from the initialiser.
    pub deduced: bool,
    /// From `_Alignas`, or 0.
    pub align: u64,
}

impl Checker<'_> {
    /// The type of specifiers. `standalone` if no declarators follow, so that `struct s;` declares a new tag.
    pub(crate) fn specifiers(&mut self, specs: &ast::DeclSpecifiers, standalone: bool) -> Specified {
        let deduced = matches!(specs.ty.kind, TypeSpecifierKind::Auto);
        let mut ty = self.type_specifier(&specs.ty, standalone);
        ty.quals = ty.quals.with(Quals {
            constant: specs.qualifiers.is_const || specs.constexpr.is_some(),
            volatile: specs.qualifiers.is_volatile,
        });
        if specs.qualifiers.is_atomic {
            ty = self.make_atomic(ty, specs.ty.span);
        }
        let align = self.alignas(&specs.alignas);
        Specified { ty, deduced, align }
    }

    /// The `_Atomic` version of a type, or a message.
    pub(crate) fn make_atomic(&mut self, ty: QualType, span: raceproof_ir::Span) -> QualType {
        if matches!(
            self.types.get(ty.ty),
            Type::Array { .. } | Type::Vla { .. } | Type::Function { .. } | Type::VaList
        ) {
            let name = self.types.type_name(ty.ty);
            self.error(span, format!("`_Atomic` does not apply to `{name}`"));
            return QualType { ty: ERROR, ..ty };
        }
        QualType {
            ty: self.types.atomic(ty.ty),
            ..ty
        }
    }

    fn type_specifier(&mut self, spec: &ast::TypeSpecifier, standalone: bool) -> QualType {
        let ty = match &spec.kind {
            TypeSpecifierKind::Void => types::VOID,
            TypeSpecifierKind::Bool => types::BOOL,
            TypeSpecifierKind::Char => types::CHAR,
            TypeSpecifierKind::SignedChar => types::SCHAR,
            TypeSpecifierKind::UnsignedChar => types::UCHAR,
            TypeSpecifierKind::Short => types::SHORT,
            TypeSpecifierKind::UnsignedShort => types::USHORT,
            TypeSpecifierKind::Int => types::INT,
            TypeSpecifierKind::UnsignedInt => types::UINT,
            TypeSpecifierKind::Long => types::LONG,
            TypeSpecifierKind::UnsignedLong => types::ULONG,
            TypeSpecifierKind::LongLong => types::LLONG,
            TypeSpecifierKind::UnsignedLongLong => types::ULLONG,
            TypeSpecifierKind::Int128 | TypeSpecifierKind::UnsignedInt128 => {
                if self.types.model == DataModel::Ilp32 {
                    self.error(spec.span, "`__int128` does not exist in the data model ilp32");
                }
                if matches!(spec.kind, TypeSpecifierKind::Int128) {
                    types::INT128
                } else {
                    types::UINT128
                }
            }
            TypeSpecifierKind::Float | TypeSpecifierKind::Float32 => types::FLOAT,
            TypeSpecifierKind::Double | TypeSpecifierKind::Float64 | TypeSpecifierKind::Float32x => {
                types::DOUBLE
            }
            TypeSpecifierKind::LongDouble | TypeSpecifierKind::Float128 | TypeSpecifierKind::Float64x => {
                types::LDOUBLE
            }
            TypeSpecifierKind::Float16 => self.types.foreign(Foreign::Half),
            TypeSpecifierKind::Complex(of) => {
                let of = ast::TypeSpecifier {
                    kind: (**of).clone(),
                    span: spec.span,
                };
                let element = self.type_specifier(&of, standalone).ty;
                if element == ERROR {
                    return QualType::plain(ERROR);
                }
                self.complex_type(element)
            }
            TypeSpecifierKind::Decimal(bits) => self.types.foreign(Foreign::Decimal(*bits)),
            TypeSpecifierKind::BitInt { unsigned, width } => {
                return self.bit_int(*unsigned, width);
            }
            TypeSpecifierKind::VaList => types::VA_LIST,
            TypeSpecifierKind::Record(record) => self.record_specifier(record, standalone),
            TypeSpecifierKind::Enum(specifier) => self.enum_specifier(specifier),
            TypeSpecifierKind::Typedef(symbol) => return self.typedef(*symbol, spec),
            TypeSpecifierKind::TypeofExpr { operand, unqualified } => {
                let value = self.expr(operand);
                let ty = value.qual_type();
                return self.typeof_type(ty, *unqualified);
            }
            TypeSpecifierKind::TypeofType { operand, unqualified } => {
                let ty = self.type_name(operand);
                return self.typeof_type(ty, *unqualified);
            }
            TypeSpecifierKind::Atomic(name) => {
                let ty = self.type_name(name);
                return self.make_atomic(ty, spec.span);
            }
            TypeSpecifierKind::Auto => types::INT,
            TypeSpecifierKind::Implicit => {
                if !standalone {
                    self.report(
                        Diagnostic::warning(spec.span, "no type is given: `int` is assumed")
                            .help("write `int`"),
                    );
                }
                types::INT
            }
        };
        QualType::plain(ty)
    }

    fn bit_int(&mut self, unsigned: bool, width: &ast::Expr) -> QualType {
        let Some((bits, _)) = self.integer_constant(width, "the width of a `_BitInt`") else {
            return QualType::plain(ERROR);
        };
        let signed = !unsigned;
        let least = if signed { 2 } else { 1 };
        match u16::try_from(bits) {
            Ok(bits) if bits >= least && bits <= MAX_BITS => {
                QualType::plain(self.types.foreign(Foreign::Bits { bits, signed }))
            }
            _ => {
                let message = format!("a `_BitInt` has {least} to {MAX_BITS} bits");
                self.error(width.span, message);
                QualType::plain(ERROR)
            }
        }
    }

    fn typedef(&mut self, symbol: ast::Symbol, spec: &ast::TypeSpecifier) -> QualType {
        match self.scopes.find(symbol).map(|binding| binding.what) {
            Some(Entity::Typedef(ty)) => ty,
            Some(Entity::Error) => QualType::plain(ERROR),
            _ => {
                let name = self.name(symbol).to_owned();
                self.error(spec.span, format!("`{name}` is not a type here"));
                QualType::plain(ERROR)
            }
        }
    }

    fn typeof_type(&mut self, ty: QualType, unqualified: bool) -> QualType {
        if unqualified {
            QualType::plain(self.types.unatomic(ty.ty))
        } else {
            ty
        }
    }
}
