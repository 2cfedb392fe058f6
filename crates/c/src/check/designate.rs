//! Designators: `.member`, `[index]` and `[first ... last]` in braced initialisers.

use raceproof_ir::Span;

use super::Checker;
use super::initialise::{Level, Target};
use super::types::ERROR;
use crate::ast::{self, DesignatorKind};
use crate::hir::{Type, TypeId};

/// More copies than this of one value in a range designator are refused.
const MAX_COPIES: u64 = 1 << 24;

impl Checker<'_> {
    /// Follows designators from the list's own aggregate.
    pub(super) fn designate(&mut self, target: &mut Target, designators: &[ast::Designator]) -> bool {
        for (index, designator) in designators.iter().enumerate() {
            if index > 0 {
                let Some(part) = target.stack.last().and_then(|level| self.part(level)) else {
                    return false;
                };
                target.stack.push(Level {
                    ty: part.ty,
                    offset: part.offset,
                    next: 0,
                });
            }
            let Some(level) = target.stack.last() else {
                return false;
            };
            let ty = level.ty;
            match &designator.kind {
                DesignatorKind::Field(name) => {
                    if !self.designate_field(target, ty, *name) {
                        return false;
                    }
                }
                DesignatorKind::Index(expr) => {
                    let Some(at) = self.designated_index(ty, expr, designator.span) else {
                        return false;
                    };
                    if let Some(level) = target.stack.last_mut() {
                        level.next = at;
                    }
                }
                DesignatorKind::Range(first, last) => {
                    let (Some(low), Some(high)) = (
                        self.designated_index(ty, first, designator.span),
                        self.designated_index(ty, last, designator.span),
                    ) else {
                        return false;
                    };
                    if !self.designate_range(target, low, high, designator.span) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Ends at the last element of a range and keeps the distances back to the others.
    fn designate_range(&mut self, target: &mut Target, low: u64, high: u64, span: Span) -> bool {
        let Some(level) = target.stack.last_mut() else {
            return false;
        };
        let element = self.types.element(level.ty).and_then(|e| self.types.size(e));
        let (Some(size), true) = (element, low <= high) else {
            self.error(span, "the range of this designator is empty");
            return false;
        };
        let copies = (high - low).saturating_add(1);
        if copies.saturating_mul(target.distances.len() as u64) > MAX_COPIES {
            self.error(span, "the range of this designator is too large");
            return false;
        }
        level.next = low;
        let mut distances = Vec::new();
        for base in &target.distances {
            distances.extend((0..copies).map(|i| base + i * size));
        }
        target.distances = distances;
        true
    }

    fn designate_field(&mut self, target: &mut Target, ty: TypeId, name: ast::Ident) -> bool {
        let spelling = self.name(name.symbol).to_owned();
        let path = match self.types.as_record(ty) {
            Some(record) => self.types.find_member(record, &spelling),
            None => None,
        };
        let Some(path) = path else {
            let of = self.types.type_name(ty);
            if ty != ERROR {
                self.error(name.span, format!("`{of}` has no member `{spelling}`"));
            }
            return false;
        };
        for (depth, (_, field)) in path.iter().enumerate() {
            if depth > 0 {
                let Some(part) = target.stack.last().and_then(|level| self.part(level)) else {
                    return false;
                };
                target.stack.push(Level {
                    ty: part.ty,
                    offset: part.offset,
                    next: 0,
                });
            }
            if let Some(level) = target.stack.last_mut() {
                level.next = u64::from(*field);
            }
        }
        true
    }

    fn designated_index(&mut self, ty: TypeId, expr: &ast::Expr, span: Span) -> Option<u64> {
        let Type::Array { length, .. } = *self.types.get(ty) else {
            if ty != ERROR {
                let of = self.types.type_name(ty);
                self.error(span, format!("`{of}` is not an array"));
            }
            return None;
        };
        let (value, _) = self.integer_constant(expr, "the index of a designator")?;
        match u64::try_from(value) {
            Ok(index) if length.is_none_or(|length| index < length) => Some(index),
            _ => {
                self.error(span, format!("the index {value} is outside of the array"));
                None
            }
        }
    }

    /// After a range was filled, the walk goes on behind its last element.
    pub(super) fn skip_range(&self, target: &mut Target) {
        let Some(&last) = target.distances.last() else {
            return;
        };
        if last == 0 {
            return;
        }
        let mut rest = last;
        for level in &mut target.stack {
            // Levels inside the range move with it; the ranged array's own index is what moves them.
            if let Some(size) = self.types.element(level.ty).and_then(|e| self.types.size(e))
                && size > 0
                && rest > 0
                && rest.is_multiple_of(size)
            {
                level.next = level.next.saturating_add(rest / size);
                rest = 0;
            } else if rest == 0 {
                level.offset = level.offset.saturating_add(last);
            }
        }
    }
}
