//! Enum specifiers. An enum is its integer type, chosen as gcc does: `unsigned int` if no value is negative,
//! else `int`, or the `long` types if that is too small. A constant is an `int` if its value fits, else of
//! the enum's type.

use super::Checker;
use super::scope::{Entity, Tag};
use super::types::{self, ERROR, INT, LLONG, LONG, UINT, ULLONG, ULONG};
use crate::ast;
use crate::hir::TypeId;
use raceproof_source::Diagnostic;

impl Checker<'_> {
    pub(crate) fn enum_specifier(&mut self, spec: &ast::EnumSpecifier) -> TypeId {
        let fixed = spec.underlying.as_ref().map(|name| {
            let ty = self.type_name(name).ty;
            if ty != ERROR && !self.types.is_integer(ty) {
                self.error(name.span, "the type of an enum must be an integer type");
                return ERROR;
            }
            ty
        });
        let Some(enumerators) = &spec.enumerators else {
            return self.enum_of_tag(spec, fixed);
        };
        if let Some(tag) = spec.tag
            && let Some(binding) = self.scopes.find_tag_here(tag.symbol).copied()
        {
            match binding.what {
                Tag::Enum(Some(_)) if fixed.is_none() => {
                    let name = self.name(tag.symbol).to_owned();
                    self.report(
                        Diagnostic::error(tag.span, format!("`{name}` is defined twice"))
                            .label(binding.span, "first defined here"),
                    );
                }
                Tag::Enum(_) => {}
                Tag::Record(_) => {
                    self.wrong_tag(tag, binding.span);
                    return ERROR;
                }
            }
        }
        let packed = self.attributes(&[&spec.attributes]).packed;
        let ty = self.enumerators(enumerators, fixed, packed);
        if let Some(tag) = spec.tag {
            self.scopes.bind_tag(tag.symbol, tag.span, Tag::Enum(Some(ty)));
        }
        ty
    }

    fn enum_of_tag(&mut self, spec: &ast::EnumSpecifier, fixed: Option<TypeId>) -> TypeId {
        let Some(tag) = spec.tag else {
            return ERROR;
        };
        match self.scopes.find_tag(tag.symbol).copied() {
            Some(binding) => match binding.what {
                // An enum that is not defined yet is most likely an `unsigned int`.
                Tag::Enum(ty) => ty.or(fixed).unwrap_or(UINT),
                Tag::Record(_) => {
                    self.wrong_tag(tag, binding.span);
                    ERROR
                }
            },
            None => {
                self.scopes.bind_tag(tag.symbol, tag.span, Tag::Enum(fixed));
                fixed.unwrap_or(UINT)
            }
        }
    }

    fn enumerators(
        &mut self,
        enumerators: &[ast::Enumerator],
        fixed: Option<TypeId>,
        packed: bool,
    ) -> TypeId {
        let mut next: i128 = 0;
        let mut values = Vec::with_capacity(enumerators.len());
        for enumerator in enumerators {
            let name = enumerator.name;
            if let Some(expr) = &enumerator.value
                && let Some((value, ty)) = self.integer_constant(expr, "the value of an enumerator")
            {
                next = value;
                if self.types.integer(ty) == Some((128, false)) && value < 0 {
                    self.error(expr.span, "the value of an enumerator is too large");
                }
            }
            self.redeclared(name);
            // While the list is read, a constant has the smallest type that its own value needs.
            let ty = fixed.unwrap_or_else(|| self.type_of_values(next.min(0), next.max(0), INT));
            self.scopes
                .bind(name.symbol, name.span, Entity::Constant(next, ty));
            values.push((name, next));
            next = next.wrapping_add(1);
        }
        let low = values.iter().map(|(_, v)| *v).min().unwrap_or(0).min(0);
        let high = values.iter().map(|(_, v)| *v).max().unwrap_or(0).max(0);
        let ty = match fixed {
            Some(ty) => ty,
            None if packed => self.smallest_type(low, high),
            None => self.type_of_values(low, high, if low < 0 { INT } else { UINT }),
        };
        for (name, value) in values {
            let constant = match fixed {
                Some(ty) => ty,
                None if self.types.fits(value, INT) => INT,
                None => ty,
            };
            if let Some(ty) = fixed
                && ty != ERROR
                && !self.types.fits(value, ty)
            {
                let of = self.types.type_name(ty);
                self.error(name.span, format!("the value {value} does not fit in `{of}`"));
            }
            self.scopes
                .bind(name.symbol, name.span, Entity::Constant(value, constant));
        }
        ty
    }

    fn type_of_values(&self, low: i128, high: i128, first: TypeId) -> TypeId {
        let candidates = if low < 0 {
            [first, INT, LONG, LLONG, types::INT128]
        } else if first == INT {
            [INT, UINT, LONG, ULONG, ULLONG]
        } else {
            [first, UINT, ULONG, ULLONG, types::UINT128]
        };
        candidates
            .into_iter()
            .find(|&ty| self.types.fits(low, ty) && self.types.fits(high, ty))
            .unwrap_or(LLONG)
    }

    fn smallest_type(&self, low: i128, high: i128) -> TypeId {
        let candidates = if low < 0 {
            [types::SCHAR, types::SHORT, INT, LLONG]
        } else {
            [types::UCHAR, types::USHORT, UINT, ULLONG]
        };
        candidates
            .into_iter()
            .find(|&ty| self.types.fits(low, ty) && self.types.fits(high, ty))
            .unwrap_or(LLONG)
    }
}
