//! Declarators, flattened from the name outward, and parameters.

use super::{Parse, Parser};
use crate::ast::{
    ArraySize, Attribute, AttributeKind, Declarator, Derived, Ident, MAX_NESTING, Parameter, Params,
    Qualifiers, TypeSpecifierKind,
};
use crate::lex::{Keyword, Punct};

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// It must.
    Named,
    /// It must not.
    Abstract,
    /// It may: parameters.
    Either,
}

impl Parser<'_> {
    pub fn declarator(&mut self, naming: Naming) -> Parse<Declarator> {
        let start = self.span();
        let from = self.pos;
        let mut declarator = Declarator {
            span: start,
            name: None,
            derived: Vec::new(),
            asm_label: None,
            attributes: Vec::new(),
        };
        self.declarator_into(naming, &mut declarator)?;
        if self.pos > from {
            declarator.span = self.since(start);
        }
        if declarator.derived.len() > MAX_NESTING as usize {
            return self.too_deep();
        }
        declarator.derived.shrink_to_fit();
        Ok(declarator)
    }

    fn declarator_into(&mut self, naming: Naming, declarator: &mut Declarator) -> Parse<()> {
        let mut pointers = Vec::new();
        self.maybe_gnu_attributes(&mut declarator.attributes)?;
        if self.at(Punct::Caret) {
            return self.fail(
                self.span(),
                "blocks are an extension of clang that is not supported",
            );
        }
        while self.at(Punct::Star) {
            let span = self.bump().span;
            let mut qualifiers = Qualifiers::default();
            let mut attributes: Vec<Attribute> = Vec::new();
            loop {
                if self.at_keyword(Keyword::Attribute) {
                    self.gnu_attributes(&mut attributes)?;
                } else if self.at_c23_attribute() {
                    self.c23_attributes(&mut attributes)?;
                } else if !self.qualifier(&mut qualifiers) {
                    break;
                }
            }
            // This one is never of a type, wherever it stands.
            let is_cleanup = |attribute: &mut Attribute| matches!(attribute.kind, AttributeKind::Cleanup(_));
            declarator
                .attributes
                .extend(attributes.extract_if(.., is_cleanup));
            pointers.push(Derived::Pointer {
                span,
                qualifiers,
                attributes,
            });
        }
        self.direct_declarator(naming, declarator)?;
        declarator.derived.extend(pointers.into_iter().rev());
        Ok(())
    }

    fn direct_declarator(&mut self, naming: Naming, declarator: &mut Declarator) -> Parse<()> {
        if let Some(symbol) = self.name_at(0)
            && naming != Naming::Abstract
        {
            let span = self.bump().span;
            declarator.name = Some(Ident { symbol, span });
            if self.at_c23_attribute() {
                self.c23_attributes(&mut declarator.attributes)?;
            }
        } else if self.at(Punct::LeftParen) && self.is_grouping(naming) {
            self.bump();
            self.nested(|parser| parser.declarator_into(naming, declarator))?;
            self.expect(Punct::RightParen, "after the declarator")?;
        } else if naming == Naming::Named {
            return self.unexpected("a name");
        }
        loop {
            if self.at(Punct::LeftBracket) && !self.at_c23_attribute() {
                let array = self.array_suffix()?;
                declarator.derived.push(array);
            } else if self.at(Punct::LeftParen) {
                let function = self.nested(Self::function_suffix)?;
                declarator.derived.push(function);
            } else {
                return Ok(());
            }
            if declarator.derived.len() > MAX_NESTING as usize {
                return self.too_deep();
            }
            if self.at_c23_attribute() {
                self.c23_attributes(&mut declarator.attributes)?;
            }
        }
    }

    /// Whether `(` opens a declarator in parentheses, not parameters.
    fn is_grouping(&self, naming: Naming) -> bool {
        match naming {
            Naming::Named => true,
            _ if self.at_ahead(1, Punct::RightParen) || self.at_ahead(1, Punct::Ellipsis) => false,
            // An attribute may begin either; a declarator is what real headers have.
            _ if self.keyword_at(1) == Some(Keyword::Attribute) => true,
            _ => {
                !self.is_type_at(1)
                    && !self.at_c23_attribute_ahead(1)
                    && (naming == Naming::Either || self.name_at(1).is_none())
            }
        }
    }

    fn array_suffix(&mut self) -> Parse<Derived> {
        let start = self.bump().span;
        let mut qualifiers = Qualifiers::default();
        let mut is_static = false;
        loop {
            if self.eat_keyword(Keyword::Static) {
                is_static = true;
            } else if !self.qualifier(&mut qualifiers) {
                break;
            }
        }
        let size = if self.at(Punct::RightBracket) {
            ArraySize::Unspecified
        } else if self.at(Punct::Star) && self.at_ahead(1, Punct::RightBracket) {
            self.bump();
            ArraySize::Star
        } else {
            ArraySize::Expr(Box::new(self.nested(Self::assignment)?))
        };
        self.expect(Punct::RightBracket, "after the size of the array")?;
        Ok(Derived::Array {
            span: self.since(start),
            size,
            qualifiers,
            is_static,
        })
    }

    fn function_suffix(&mut self) -> Parse<Derived> {
        let start = self.bump().span;
        self.names.enter();
        let params = self.params();
        self.names.leave();
        let params = params?;
        self.expect(Punct::RightParen, "after the parameters")?;
        Ok(Derived::Function {
            span: self.since(start),
            params,
        })
    }

    fn params(&mut self) -> Parse<Params> {
        if self.at(Punct::RightParen) {
            return Ok(if self.dialect.c23 {
                Params::Prototype {
                    params: Vec::new(),
                    variadic: false,
                }
            } else {
                Params::Unspecified
            });
        }
        let is_old_style = self.name_at(0).is_some()
            && !self.is_typedef_at(0)
            && (self.at_ahead(1, Punct::Comma) || self.at_ahead(1, Punct::RightParen));
        if is_old_style {
            return self.old_style_names();
        }
        let mut params = Vec::new();
        let mut variadic = false;
        loop {
            self.skip_foreign_pragmas();
            if self.eat(Punct::Ellipsis) {
                variadic = true;
                break;
            }
            params.push(self.parameter()?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        if let [only] = params.as_slice()
            && !variadic
            && is_void(only)
        {
            params.clear();
        }
        params.shrink_to_fit();
        Ok(Params::Prototype { params, variadic })
    }

    fn old_style_names(&mut self) -> Parse<Params> {
        let mut names = Vec::new();
        loop {
            let name = self.expect_name("the name of a parameter")?;
            if self.names.is_typedef(name.symbol) {
                self.report_unknown_type(names.first().map_or(name.symbol, |n: &Ident| n.symbol), name.span);
            }
            names.push(name);
            if !self.eat(Punct::Comma) {
                return Ok(Params::OldStyle(names));
            }
        }
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        if matches!(specifiers.ty.kind, TypeSpecifierKind::Implicit) && specifiers.storage.is_none() {
            return self.unexpected("the type of a parameter");
        }
        let mut declarator = self.declarator(Naming::Either)?;
        self.maybe_gnu_attributes(&mut declarator.attributes)?;
        if let Some(name) = declarator.name {
            self.names.declare(name.symbol);
        }
        Ok(Parameter {
            span: self.since(start),
            specifiers,
            declarator,
        })
    }
}

/// `(void)`.
fn is_void(param: &Parameter) -> bool {
    matches!(param.specifiers.ty.kind, TypeSpecifierKind::Void)
        && param.specifiers.qualifiers == Qualifiers::default()
        && param.specifiers.storage.is_none()
        && param.declarator.name.is_none()
        && param.declarator.derived.is_empty()
}
