//! Literals: their types, and string literals as objects.

use raceproof_ir::Span;

use super::foreign::Foreign;
use super::types::{
    self, DOUBLE, FLOAT, INT, INT128, LDOUBLE, LLONG, LONG, QualType, Quals, UCHAR, UINT, ULLONG, ULONG,
    USHORT,
};
use super::{Checker, Value};
use crate::ast::{self, Encoding, FloatSuffix, StringUnits};
use crate::hir::{Expr, ExprKind, GlobalId, TypeId};

impl Checker<'_> {
    pub(crate) fn integer_literal(&mut self, literal: ast::IntegerLiteral, span: Span) -> Expr {
        let signed: &[TypeId] = match literal.longs {
            0 => &[INT, LONG, LLONG, INT128],
            1 => &[LONG, LLONG, INT128],
            _ => &[LLONG, INT128],
        };
        let unsigned: &[TypeId] = match literal.longs {
            0 => &[UINT, ULONG, ULLONG],
            1 => &[ULONG, ULLONG],
            _ => &[ULLONG],
        };
        let both: &[TypeId] = match literal.longs {
            0 => &[INT, UINT, LONG, ULONG, LLONG, ULLONG],
            1 => &[LONG, ULONG, LLONG, ULLONG],
            _ => &[LLONG, ULLONG],
        };
        let candidates = if literal.is_unsigned {
            unsigned
        } else if literal.is_decimal {
            signed
        } else {
            both
        };
        let value = literal.value as i128;
        let ty = candidates
            .iter()
            .copied()
            .find(|ty| value >= 0 && self.types.fits(value, *ty));
        match ty {
            Some(ty) => self.int(value, ty, span),
            None => {
                self.error(span, "this integer constant is too large");
                self.poison(span)
            }
        }
    }

    pub(crate) fn floating_literal(&mut self, literal: ast::FloatingLiteral, span: Span) -> Expr {
        let ty = match literal.suffix {
            FloatSuffix::None | FloatSuffix::F64 | FloatSuffix::F32x => DOUBLE,
            FloatSuffix::F | FloatSuffix::F32 => FLOAT,
            FloatSuffix::L | FloatSuffix::F128 | FloatSuffix::F64x => LDOUBLE,
            FloatSuffix::F16 | FloatSuffix::Decimal(_) => DOUBLE,
        };
        let value = if ty == FLOAT {
            f64::from(literal.value as f32)
        } else {
            literal.value
        };
        let number = Expr {
            kind: ExprKind::Float(value),
            ty,
            span,
        };
        let foreign = match literal.suffix {
            FloatSuffix::F16 => Foreign::Half,
            FloatSuffix::Decimal(bits) => Foreign::Decimal(bits),
            _ => return number,
        };
        let ty = self.types.foreign(foreign);
        self.convert_foreign(number, ty)
            .unwrap_or_else(|| self.poison(span))
    }

    pub(crate) fn char_literal(&mut self, literal: ast::CharLiteral, span: Span) -> Expr {
        let ty = match literal.encoding {
            Encoding::Plain => INT,
            Encoding::Utf8 => UCHAR,
            Encoding::Utf16 => USHORT,
            Encoding::Utf32 => UINT,
            Encoding::Wide => self.types.wchar_t(),
        };
        self.int(i128::from(literal.value), ty, span)
    }

    /// The size of an element of a string literal.
    pub(crate) fn unit_size(&self, literal: &ast::StringLiteral) -> u64 {
        match literal.units {
            StringUnits::Bytes(_) => 1,
            StringUnits::Units16(_) => 2,
            StringUnits::Units32(_) => 4,
        }
    }

    /// The bytes of a string literal with the final zero.
    pub(crate) fn string_bytes(&self, literal: &ast::StringLiteral) -> Vec<u8> {
        match &literal.units {
            StringUnits::Bytes(bytes) => {
                let mut bytes = bytes.clone();
                bytes.push(0);
                bytes
            }
            StringUnits::Units16(units) => {
                let units = units.iter().copied().chain([0]);
                units.flat_map(u16::to_le_bytes).collect()
            }
            StringUnits::Units32(units) => {
                let units = units.iter().copied().chain([0]);
                units.flat_map(u32::to_le_bytes).collect()
            }
        }
    }

    pub(crate) fn string_literal(&mut self, literal: &ast::StringLiteral, span: Span) -> Value {
        let element = match literal.encoding {
            Encoding::Plain | Encoding::Utf8 => types::CHAR,
            Encoding::Utf16 => USHORT,
            Encoding::Utf32 => UINT,
            Encoding::Wide => self.types.wchar_t(),
        };
        let bytes = self.string_bytes(literal);
        let id = self.string_object(element, bytes, literal.span);
        let ty = self.globals[id.0 as usize].ty;
        Value::plain(Expr {
            kind: ExprKind::Global(id),
            ty,
            span,
        })
    }

    /// The object of a string literal; equal literals are one object.
    pub(crate) fn string_object(&mut self, element: TypeId, bytes: Vec<u8>, span: Span) -> GlobalId {
        if let Some(id) = self.strings.get(&(element, bytes.clone())) {
            return *id;
        }
        let size = self.types.size(element).unwrap_or(1).max(1);
        let ty = self.types.array(element, Some(bytes.len() as u64 / size));
        let shown = shown(&bytes, size as usize);
        let id = self.add_global(
            shown,
            QualType::qualified(
                ty,
                Quals {
                    constant: true,
                    volatile: false,
                },
            ),
            span,
        );
        self.set_global_type(id, QualType::plain(ty));
        self.globals[id.0 as usize].bytes.clone_from(&bytes);
        self.set_defined(id);
        self.strings.insert((element, bytes), id);
        id
    }

    /// `__func__` of the function being checked.
    pub(crate) fn function_name(&mut self, span: Span) -> Option<Value> {
        let function = self.function.as_ref()?;
        let known = function.name_global;
        let id = match known {
            Some(id) => id,
            None => {
                let mut bytes = function.name.clone().into_bytes();
                bytes.push(0);
                let length = bytes.len() as u64;
                let name = format!("{}.__func__", function.name);
                let ty = self.types.array(types::CHAR, Some(length));
                let constant = Quals {
                    constant: true,
                    volatile: false,
                };
                let id = self.add_global(name, QualType::qualified(ty, constant), span);
                self.globals[id.0 as usize].bytes = bytes;
                self.set_defined(id);
                if let Some(function) = &mut self.function {
                    function.name_global = Some(id);
                }
                id
            }
        };
        let ty = self.global_type(id);
        Some(Value {
            expr: Expr {
                kind: ExprKind::Global(id),
                ty: ty.ty,
                span,
            },
            quals: ty.quals,
        })
    }
}

/// A string as the user wrote it, more or less, and not too long.
fn shown(bytes: &[u8], unit: usize) -> String {
    let mut text = String::from("\"");
    for unit in bytes.chunks(unit.max(1)) {
        if text.len() > 40 {
            text.push('…');
            break;
        }
        let code = unit
            .iter()
            .rev()
            .fold(0u32, |code, byte| (code << 8) | u32::from(*byte));
        match char::from_u32(code) {
            Some('\0') => {}
            Some('\n') => text.push_str("\\n"),
            Some('\t') => text.push_str("\\t"),
            Some('"') => text.push_str("\\\""),
            Some('\\') => text.push_str("\\\\"),
            Some(c) if c == ' ' || c.is_ascii_graphic() => text.push(c),
            _ => text.push('?'),
        }
    }
    text.push('"');
    text
}
