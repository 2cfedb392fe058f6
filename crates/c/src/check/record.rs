//! Struct and union specifiers.

use std::collections::HashSet;

use super::Checker;
use super::declarator::Place;
use super::layout::MemberSpec;
use super::scope::Tag;
use super::types::{ERROR, QualType};
use crate::ast::{self, RecordKind};
use crate::hir::{Record, RecordId, Type, TypeId};
use raceproof_source::Diagnostic;

impl Checker<'_> {
    pub(crate) fn record_specifier(&mut self, spec: &ast::RecordSpecifier, standalone: bool) -> TypeId {
        let id = self.record_of_tag(spec, standalone);
        let Some(id) = id else {
            return ERROR;
        };
        if let Some(members) = &spec.members {
            self.complete_record(id, spec, members);
        }
        self.types.intern(Type::Record(id))
    }

    /// The record that a specifier names, new if need be.
    fn record_of_tag(&mut self, spec: &ast::RecordSpecifier, standalone: bool) -> Option<RecordId> {
        let union = spec.kind == RecordKind::Union;
        let Some(tag) = spec.tag else {
            return Some(self.new_record(String::new(), union, spec));
        };
        let defines = spec.members.is_some();
        let known = if defines || standalone {
            self.scopes.find_tag_here(tag.symbol)
        } else {
            self.scopes.find_tag(tag.symbol)
        };
        let name = self.name(tag.symbol).to_owned();
        if let Some(binding) = known.copied() {
            let Tag::Record(id) = binding.what else {
                self.wrong_tag(tag, binding.span);
                return None;
            };
            let record = self.types.record(id);
            if record.union != union {
                self.wrong_tag(tag, binding.span);
                return None;
            }
            if defines && record.complete {
                let previous = record.span;
                self.report(
                    Diagnostic::error(tag.span, format!("`{name}` is defined twice"))
                        .label(previous, "first defined here"),
                );
                // A record of its own keeps the rest of the messages sensible.
                return Some(self.new_record(name, union, spec));
            }
            return Some(id);
        }
        let id = self.new_record(name, union, spec);
        self.scopes.bind_tag(tag.symbol, tag.span, Tag::Record(id));
        Some(id)
    }

    pub(crate) fn wrong_tag(&mut self, tag: ast::Ident, previous: raceproof_ir::Span) {
        let name = self.name(tag.symbol).to_owned();
        self.report(
            Diagnostic::error(tag.span, format!("`{name}` is another kind of tag"))
                .label(previous, "declared here"),
        );
    }

    fn new_record(&mut self, name: String, union: bool, spec: &ast::RecordSpecifier) -> RecordId {
        self.types.add_record(Record {
            name,
            union,
            complete: false,
            size: 0,
            align: 1,
            fields: Vec::new(),
            span: spec.span,
        })
    }

    fn complete_record(&mut self, id: RecordId, spec: &ast::RecordSpecifier, members: &[ast::Member]) {
        let attributes = self.attributes(&[&spec.attributes]);
        let mut specs = Vec::new();
        let mut names = HashSet::new();
        let mut flexible: Option<raceproof_ir::Span> = None;
        for member in members {
            match member {
                ast::Member::Field(field) => {
                    self.field(field, attributes.packed, &mut specs, &mut names, &mut flexible);
                }
                ast::Member::StaticAssert(assertion) => self.static_assert(assertion),
                ast::Member::Pragma(pragma) => {
                    if self.options.verbose {
                        self.warning(pragma.span, "this pragma is ignored");
                    }
                }
            }
        }
        let union = spec.kind == RecordKind::Union;
        let pack = spec.pack.map(u64::from).filter(|pack| *pack != 0);
        let layout = self.types.lay_out(union, &specs, pack, attributes.align);
        let Some(layout) = layout else {
            self.error(spec.span, "this type is too large");
            self.types.table.records[id.0 as usize].complete = true;
            return;
        };
        let quals = layout.origins.iter().map(|i| specs[*i].ty.quals).collect();
        self.types.member_quals[id.0 as usize] = quals;
        self.types.transparent[id.0 as usize] = attributes.transparent_union;
        let record = &mut self.types.table.records[id.0 as usize];
        record.size = layout.size;
        record.align = layout.align;
        record.fields = layout.fields;
        record.complete = true;
        record.span = spec.span;
    }

    fn field(
        &mut self,
        field: &ast::FieldDeclaration,
        packed: bool,
        specs: &mut Vec<MemberSpec>,
        names: &mut HashSet<String>,
        flexible: &mut Option<raceproof_ir::Span>,
    ) {
        if let Some(span) = flexible.take() {
            self.error(span, "a flexible array member must be the last one");
        }
        let specified = self.specifiers(&field.specifiers, field.declarators.is_empty());
        if field.declarators.is_empty() {
            let attributes = self.attributes(&[&field.specifiers.attributes]);
            self.anonymous_member(field, specified.ty, attributes.packed || packed, specs, names);
            return;
        }
        for declarator in &field.declarators {
            let mut ty = self.declarator(specified.ty, &declarator.declarator, Place::Member);
            let attributes =
                self.attributes(&[&field.specifiers.attributes, &declarator.declarator.attributes]);
            if let Some((mode, span)) = attributes.mode {
                ty = self.apply_mode(ty, mode, span);
            }
            let span = declarator.declarator.span;
            let name = match declarator.declarator.name {
                Some(ident) => self.name(ident.symbol).to_owned(),
                None => String::new(),
            };
            if !name.is_empty() && !names.insert(name.clone()) {
                self.error(span, format!("the member `{name}` is declared twice"));
                continue;
            }
            if ty.ty == ERROR {
                // The member exists, whatever its type: no message where it is used.
                specs.push(MemberSpec {
                    name,
                    ty,
                    width: None,
                    packed: false,
                    align: 0,
                });
                continue;
            }
            if self.types.is_vla(ty.ty) {
                ty = self.variable_member(ty, span);
            }
            let width = match &declarator.width {
                None => None,
                Some(width) => match self.bit_field(ty, width, &name) {
                    Some(width) => Some(width),
                    None => continue,
                },
            };
            if width.is_none() && !self.valid_member(ty, &name, span, flexible) {
                continue;
            }
            specs.push(MemberSpec {
                name,
                ty,
                width,
                packed: packed || attributes.packed,
                align: attributes.align.max(specified.align),
            });
        }
    }

    /// A member that is a variable length array (GNU C): getting to the declaration is a gap, so that it does
    /// not matter how long an array stands for it.
    fn variable_member(&mut self, ty: QualType, span: raceproof_ir::Span) -> QualType {
        let size_t = self.types.size_t();
        let length = self.gap_value("a structure with a variable length array", size_t, span);
        let local = self.add_local(String::new(), size_t, 0, span);
        match &mut self.function {
            Some(function) => function.lengths.push((local, length)),
            None => self.error(span, "a variable length array cannot be a member"),
        }
        let (mut element, mut depth) = (ty.ty, 0);
        while let Type::Vla { element: inner, .. } | Type::Array { element: inner, .. } =
            *self.types.get(element)
        {
            (element, depth) = (inner, depth + 1);
        }
        let array = (0..depth).fold(element, |element, _| self.types.array(element, Some(1)));
        QualType { ty: array, ..ty }
    }

    fn anonymous_member(
        &mut self,
        field: &ast::FieldDeclaration,
        ty: QualType,
        packed: bool,
        specs: &mut Vec<MemberSpec>,
        names: &mut HashSet<String>,
    ) {
        let tagged = match &field.specifiers.ty.kind {
            ast::TypeSpecifierKind::Record(record) => record.tag.is_some(),
            _ => true,
        };
        let Some(record) = self.types.as_record(ty.ty).filter(|_| !tagged) else {
            return;
        };
        if !self.types.record(record).complete {
            return;
        }
        for name in self.names_of_members(record, 0) {
            if !names.insert(name.clone()) {
                self.error(field.span, format!("the member `{name}` is declared twice"));
            }
        }
        let align = self.alignas(&field.specifiers.alignas);
        specs.push(MemberSpec {
            name: String::new(),
            ty,
            width: None,
            packed,
            align,
        });
    }

    fn names_of_members(&self, record: RecordId, depth: u32) -> Vec<String> {
        let mut names = Vec::new();
        for field in &self.types.record(record).fields {
            if !field.name.is_empty() {
                names.push(field.name.clone());
            } else if depth < 256
                && let Some(inner) = self.types.as_record(field.ty)
            {
                names.extend(self.names_of_members(inner, depth + 1));
            }
        }
        names
    }

    /// The width of a bit-field; none and a message if it is no valid one.
    fn bit_field(&mut self, ty: QualType, width: &ast::Expr, name: &str) -> Option<u32> {
        let (value, _) = self.integer_constant(width, "the width of a bit-field")?;
        let inner = self.types.unatomic(ty.ty);
        let limit = match self.types.get(inner) {
            Type::Bool => 1,
            Type::Int { bits, .. } => u32::from(*bits),
            _ => {
                let of = self.types.type_name(ty.ty);
                self.error(width.span, format!("a bit-field cannot have the type `{of}`"));
                return None;
            }
        };
        if inner != ty.ty {
            self.error(width.span, "an atomic bit-field is not supported");
            return None;
        }
        if limit > 64 {
            self.error(width.span, "a bit-field of more than 64 bits is not supported");
            return None;
        }
        match u32::try_from(value) {
            Ok(0) if !name.is_empty() => {
                self.error(width.span, format!("the bit-field `{name}` has no bits"));
                None
            }
            Ok(width) if width <= limit => Some(width),
            Ok(_) => {
                let of = self.types.type_name(ty.ty);
                self.error(width.span, format!("{value} bits are more than `{of}` has"));
                None
            }
            Err(_) => {
                self.error(width.span, "the width of a bit-field is negative");
                None
            }
        }
    }

    fn valid_member(
        &mut self,
        ty: QualType,
        name: &str,
        span: raceproof_ir::Span,
        flexible: &mut Option<raceproof_ir::Span>,
    ) -> bool {
        let of = self.types.type_name(ty.ty);
        match self.types.get(ty.ty) {
            Type::Array { length: None, .. } => {
                *flexible = Some(span);
                true
            }
            Type::Function { .. } => {
                self.error(span, format!("the member `{name}` cannot be a function: `{of}`"));
                false
            }
            _ if !self.types.is_complete(ty.ty) => {
                self.error(
                    span,
                    format!("the member `{name}` has the incomplete type `{of}`"),
                );
                false
            }
            _ if self.types.size(ty.ty).is_none() => {
                self.error(span, "this member is too large");
                false
            }
            _ => true,
        }
    }
}
