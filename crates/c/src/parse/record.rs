//! `struct`, `union` and `enum`.

use super::declarator::Naming;
use super::{Failed, Parse, Parser};
use crate::ast::{
    EnumSpecifier, Enumerator, FieldDeclaration, FieldDeclarator, Ident, Member, RecordKind, RecordSpecifier,
    TypeName, TypeSpecifierKind,
};
use crate::lex::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    pub fn record(&mut self) -> Parse<TypeSpecifierKind> {
        let kind = match self.keyword() {
            Some(Keyword::Union) => RecordKind::Union,
            _ => RecordKind::Struct,
        };
        let start = self.bump().span;
        let mut attributes = Vec::new();
        self.maybe_attributes(&mut attributes)?;
        let tag = self.tag();
        // Attributes behind the tag are those of the declaration.
        let span = self.since(start);
        let pack = self.pack.current();
        let members = if self.eat(Punct::LeftBrace) {
            let members = self.members()?;
            self.expect(Punct::RightBrace, "after the members")?;
            self.maybe_gnu_attributes(&mut attributes)?;
            Some(members)
        } else if tag.is_none() {
            return self.unexpected("a tag or `{`");
        } else {
            None
        };
        Ok(TypeSpecifierKind::Record(Box::new(RecordSpecifier {
            span,
            kind,
            tag,
            pack: members.as_ref().and(pack),
            members,
            attributes,
        })))
    }

    fn tag(&mut self) -> Option<Ident> {
        let symbol = self.name_at(0)?;
        let span = self.bump().span;
        Some(Ident { symbol, span })
    }

    fn members(&mut self) -> Parse<Vec<Member>> {
        let mut members = Vec::new();
        while !self.at(Punct::RightBrace) && !self.is_eof() {
            if self.eat(Punct::Semicolon) {
                continue;
            }
            if self.at_openmp() {
                self.error(self.span(), "an OpenMP directive cannot stand among members");
                self.pragma();
                continue;
            }
            if self.token().kind == TokenKind::Pragma {
                members.push(Member::Pragma(self.pragma()));
                continue;
            }
            let from = self.pos;
            match self.member() {
                Ok(member) => members.push(member),
                Err(Failed) => {
                    self.skip_to_next(|_| false);
                    if self.pos == from {
                        self.bump();
                    }
                }
            }
        }
        members.shrink_to_fit();
        Ok(members)
    }

    fn member(&mut self) -> Parse<Member> {
        if self.at_keyword(Keyword::StaticAssert) {
            return Ok(Member::StaticAssert(self.static_assert()?));
        }
        let start = self.span();
        let specifiers = self.specifiers()?;
        if matches!(specifiers.ty.kind, TypeSpecifierKind::Implicit) {
            return self.unexpected("the type of a member");
        }
        let mut declarators = Vec::new();
        if !self.at(Punct::Semicolon) {
            loop {
                declarators.push(self.field_declarator()?);
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        declarators.shrink_to_fit();
        let span = self.since(start);
        // The last member may lack its semicolon, as gcc allows with a warning.
        if !self.at(Punct::RightBrace) {
            self.expect_semicolon("after the member")?;
        }
        Ok(Member::Field(FieldDeclaration {
            span,
            specifiers,
            declarators,
        }))
    }

    fn field_declarator(&mut self) -> Parse<FieldDeclarator> {
        let naming = if self.at(Punct::Colon) {
            Naming::Abstract
        } else {
            Naming::Named
        };
        let mut declarator = self.declarator(naming)?;
        let width = if self.eat(Punct::Colon) {
            Some(self.nested(Self::conditional)?)
        } else {
            None
        };
        self.maybe_gnu_attributes(&mut declarator.attributes)?;
        Ok(FieldDeclarator { declarator, width })
    }

    pub fn enumeration(&mut self) -> Parse<TypeSpecifierKind> {
        let start = self.bump().span;
        let mut attributes = Vec::new();
        self.maybe_attributes(&mut attributes)?;
        let tag = self.tag();
        let span = self.since(start);
        let underlying = if self.at(Punct::Colon) && self.is_type_at(1) {
            self.bump();
            Some(Box::new(self.underlying_type()?))
        } else {
            None
        };
        let enumerators = if self.eat(Punct::LeftBrace) {
            let enumerators = self.enumerators()?;
            self.expect(Punct::RightBrace, "after the enumerators")?;
            self.maybe_gnu_attributes(&mut attributes)?;
            Some(enumerators)
        } else if tag.is_none() {
            return self.unexpected("a tag or `{`");
        } else {
            None
        };
        Ok(TypeSpecifierKind::Enum(Box::new(EnumSpecifier {
            span,
            tag,
            underlying,
            enumerators,
            attributes,
        })))
    }

    /// The type after `enum e :`, which has no declarator: in a bit-field, what follows is a name.
    fn underlying_type(&mut self) -> Parse<TypeName> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        let declarator = crate::ast::Declarator {
            span: self.previous_span(),
            name: None,
            derived: Vec::new(),
            asm_label: None,
            attributes: Vec::new(),
        };
        Ok(TypeName {
            span: self.since(start),
            specifiers,
            declarator,
        })
    }

    fn enumerators(&mut self) -> Parse<Vec<Enumerator>> {
        let mut enumerators = Vec::new();
        loop {
            self.skip_foreign_pragmas();
            if self.at(Punct::RightBrace) {
                return Ok(enumerators);
            }
            let name = self.expect_name("the name of an enumerator")?;
            let mut attributes = Vec::new();
            self.maybe_attributes(&mut attributes)?;
            let value = if self.eat(Punct::Equal) {
                Some(self.nested(Self::conditional)?)
            } else {
                None
            };
            self.names.declare(name.symbol);
            enumerators.push(Enumerator {
                name,
                value,
                attributes,
            });
            if !self.eat(Punct::Comma) {
                self.skip_foreign_pragmas();
                return Ok(enumerators);
            }
        }
    }
}
