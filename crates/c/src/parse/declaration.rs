//! Declarations, function definitions and the translation unit.

use raceproof_ir::Span;

use super::declarator::Naming;
use super::scope::Meaning;
use super::{Failed, Parse, Parser};
use crate::ast::{
    DeclSpecifiers, Declaration, Declarator, Derived, ExternalDecl, FunctionDef, InitDeclarator, Params,
    StaticAssert, StorageClass, TranslationUnit, TypeSpecifierKind,
};
use crate::lex::{Keyword, Punct, TokenKind};

/// Words that begin a declaration at file scope when they begin a line.
fn begins_external(keyword: Keyword) -> bool {
    use Keyword as K;
    matches!(
        keyword,
        K::Typedef
            | K::Extern
            | K::Static
            | K::Inline
            | K::Void
            | K::Int
            | K::Char
            | K::Struct
            | K::Union
            | K::Enum
            | K::Unsigned
            | K::Double
            | K::Float
            | K::Long
            | K::Const
    )
}

impl Parser<'_> {
    pub fn translation_unit(mut self) -> TranslationUnit {
        let mut unit = TranslationUnit::default();
        while !self.is_eof() {
            let from = self.pos;
            self.mentioned.clear();
            let item = self.external();
            self.refuse_unclear();
            self.mentioned.sort_unstable();
            self.mentioned.dedup();
            match item {
                Ok(Some(mut item)) => {
                    match &mut item {
                        ExternalDecl::Function(function) => function.mentions = self.mentioned.clone(),
                        _ => unit.mentions.append(&mut self.mentioned),
                    }
                    let (variant, item) = self.as_variant(item, unit.items.len());
                    unit.items.extend(variant);
                    unit.items.push(item);
                }
                Ok(None) => {}
                Err(Failed) => {
                    self.skip_to_next(begins_external);
                    // A brace here closes what the error was in.
                    if self.pos == from || self.at(Punct::RightBrace) {
                        self.bump();
                    }
                }
            }
        }
        if let Some((_, span)) = self.variants.last() {
            self.error(*span, "this `begin declare variant` has no `end declare variant`");
        }
        unit
    }

    fn external(&mut self) -> Parse<Option<ExternalDecl>> {
        let start = self.span();
        if self.eat(Punct::Semicolon) {
            return Ok(None);
        }
        if self.at(Punct::RightBrace) {
            self.bump();
            self.error(start, "this `}` closes nothing");
            return Ok(None);
        }
        if self.at_openmp() {
            return self.external_directive();
        }
        if self.token().kind == TokenKind::Pragma {
            return Ok(Some(ExternalDecl::Pragma(self.pragma())));
        }
        while self.at_keyword(Keyword::Extension) {
            self.bump();
        }
        match self.keyword() {
            Some(Keyword::StaticAssert) => {
                let assertion = self.static_assert()?;
                return Ok(Some(ExternalDecl::StaticAssert(Box::new(assertion))));
            }
            Some(Keyword::Asm) => {
                let asm = self.asm_statement()?;
                return Ok(Some(ExternalDecl::Asm(Box::new(asm))));
            }
            _ => {}
        }
        let specifiers = self.declaration_specifiers()?;
        if self.eat(Punct::Semicolon) {
            return Ok(Some(self.empty_declaration(start, specifiers)));
        }
        self.check_first_declarator(&specifiers)?;
        let declarator = self.declarator(Naming::Named)?;
        if self.begins_body(&declarator) {
            let function = self.function(start, specifiers, declarator)?;
            return Ok(Some(ExternalDecl::Function(Box::new(function))));
        }
        let declaration = self.declaration_rest(start, specifiers, declarator)?;
        Ok(Some(ExternalDecl::Declaration(Box::new(declaration))))
    }

    fn empty_declaration(&mut self, start: Span, specifiers: DeclSpecifiers) -> ExternalDecl {
        ExternalDecl::Declaration(Box::new(Declaration {
            span: self.since(start),
            specifiers,
            declarators: Vec::new(),
        }))
    }

    /// A better message than "expected a name" for what is no declaration at all.
    fn check_first_declarator(&mut self, specifiers: &DeclSpecifiers) -> Parse<()> {
        let is_bare = matches!(specifiers.ty.kind, TypeSpecifierKind::Implicit)
            && specifiers.storage.is_none()
            && specifiers.inline.is_none();
        if is_bare && self.name_at(0).is_none() && !self.at(Punct::Star) && !self.at(Punct::LeftParen) {
            return self.unexpected("a declaration");
        }
        Ok(())
    }

    /// Whether the body of a function follows its declarator, perhaps after old-style parameters.
    fn begins_body(&self, declarator: &Declarator) -> bool {
        let Some(Derived::Function { params, .. }) = declarator.derived.first() else {
            return false;
        };
        if self.at(Punct::LeftBrace) {
            return true;
        }
        match params {
            Params::OldStyle(_) => self.is_declaration() && !self.at_keyword(Keyword::Attribute),
            _ => {
                self.at_keyword(Keyword::Attribute) && {
                    // `int f(void) __attribute__((…)) { … }`.
                    let mut ahead = 1;
                    let mut depth = 0u32;
                    loop {
                        match self.token_at(ahead).kind {
                            TokenKind::Punct(Punct::LeftParen) => depth += 1,
                            TokenKind::Punct(Punct::RightParen) => depth = depth.saturating_sub(1),
                            TokenKind::Eof => break false,
                            _ if depth > 0 => {}
                            TokenKind::Punct(Punct::LeftBrace) => break true,
                            _ if self.keyword_at(ahead) == Some(Keyword::Attribute) => {}
                            _ => break false,
                        }
                        ahead += 1;
                    }
                }
            }
        }
    }

    fn function(
        &mut self,
        start: Span,
        specifiers: DeclSpecifiers,
        mut declarator: Declarator,
    ) -> Parse<FunctionDef> {
        let span = self.since(start);
        self.maybe_gnu_attributes(&mut declarator.attributes)?;
        if let Some(name) = declarator.name {
            self.names.declare(name.symbol);
        }
        if let Some((StorageClass::Typedef, span)) = specifiers.storage {
            self.error(span, "a function definition cannot be a typedef");
        }
        let spawns = self.spawns;
        self.names.enter();
        let parts = self.function_parts(&declarator);
        self.names.leave();
        let (old_style_params, body) = parts?;
        Ok(FunctionDef {
            span,
            specifiers,
            declarator,
            old_style_params,
            body,
            mentions: Vec::new(),
            spawns: self.spawns > spawns,
        })
    }

    fn function_parts(&mut self, declarator: &Declarator) -> Parse<(Vec<Declaration>, crate::ast::Block)> {
        let mut old_style = Vec::new();
        match declarator.derived.first() {
            Some(Derived::Function {
                params: Params::Prototype { params, .. },
                ..
            }) => {
                for name in params.iter().filter_map(|param| param.declarator.name) {
                    self.names.declare(name.symbol);
                }
            }
            Some(Derived::Function {
                params: Params::OldStyle(names),
                ..
            }) => {
                for name in names {
                    self.names.declare(name.symbol);
                }
                while !self.at(Punct::LeftBrace) && self.is_declaration() {
                    old_style.push(self.declaration()?);
                }
            }
            _ => {}
        }
        let body = self.block()?;
        Ok((old_style, body))
    }

    /// A declaration in a block, a `for`, or among old-style parameters.
    pub fn declaration(&mut self) -> Parse<Declaration> {
        let start = self.span();
        let specifiers = self.declaration_specifiers()?;
        if self.eat(Punct::Semicolon) {
            return Ok(Declaration {
                span: self.since(start),
                specifiers,
                declarators: Vec::new(),
            });
        }
        let declarator = self.declarator(Naming::Named)?;
        if self.at(Punct::LeftBrace) && matches!(declarator.derived.first(), Some(Derived::Function { .. })) {
            if let Some(name) = declarator.name {
                self.names.declare(name.symbol);
            }
            self.skip_balanced();
            let nested = InitDeclarator {
                declarator,
                initialiser: None,
                is_nested: true,
            };
            return Ok(Declaration {
                span: self.since(start),
                specifiers,
                declarators: vec![nested],
            });
        }
        self.declaration_rest(start, specifiers, declarator)
    }

    /// What follows the first declarator, to the semicolon.
    fn declaration_rest(
        &mut self,
        start: Span,
        specifiers: DeclSpecifiers,
        first: Declarator,
    ) -> Parse<Declaration> {
        let storage = specifiers.storage.map(|(storage, _)| storage);
        let mut declarators = vec![self.init_declarator(first, storage)?];
        while self.eat(Punct::Comma) {
            let declarator = self.declarator(Naming::Named)?;
            declarators.push(self.init_declarator(declarator, storage)?);
        }
        let span = self.since(start);
        self.expect_semicolon("after the declaration")?;
        Ok(Declaration {
            span,
            specifiers,
            declarators,
        })
    }

    fn init_declarator(
        &mut self,
        mut declarator: Declarator,
        storage: Option<StorageClass>,
    ) -> Parse<InitDeclarator> {
        loop {
            if self.at_keyword(Keyword::Asm) {
                declarator.asm_label = Some(self.asm_label()?);
            } else if self.at_keyword(Keyword::Attribute) {
                self.gnu_attributes(&mut declarator.attributes)?;
            } else {
                break;
            }
        }
        if let Some(name) = declarator.name {
            let is_function = matches!(declarator.derived.first(), Some(Derived::Function { .. }));
            match storage {
                Some(StorageClass::Typedef) => self.names.declare_as(name.symbol, Meaning::Typedef),
                Some(StorageClass::Extern) => self.names.declare_as(name.symbol, Meaning::Outer),
                _ if is_function => self.names.declare_as(name.symbol, Meaning::Outer),
                _ => self.names.declare(name.symbol),
            }
        }
        let initialiser = if self.eat(Punct::Equal) {
            Some(self.nested(Self::initialiser)?)
        } else {
            None
        };
        Ok(InitDeclarator {
            is_nested: false,
            declarator,
            initialiser,
        })
    }

    pub fn static_assert(&mut self) -> Parse<StaticAssert> {
        let start = self.bump().span;
        self.expect(Punct::LeftParen, "after `_Static_assert`")?;
        let condition = self.nested(Self::conditional)?;
        let message = if self.eat(Punct::Comma) {
            Some(self.string_literal()?)
        } else {
            None
        };
        self.expect(Punct::RightParen, "after the assertion")?;
        let span = self.since(start);
        self.expect_semicolon("after the assertion")?;
        Ok(StaticAssert {
            span,
            condition,
            message,
        })
    }
}
