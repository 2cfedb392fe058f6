//! Reductions: identifiers, declarations, initializers.

use super::super::{Parse, Parser};
use crate::ast::{ExprKind, Ident};
use crate::lex::{Punct, TokenKind};
use crate::openmp::{
    ClauseArgument, ClauseName, DeclareReduction, ReductionInitializer, ReductionOperator, Word,
};
use raceproof_source::Diagnostic;

impl Parser<'_> {
    /// The argument of `reduction`, `task_reduction` and `in_reduction`.
    pub fn reduction(&mut self, name: ClauseName) -> Parse<ClauseArgument> {
        let is_modified = self.at_ahead(1, Punct::Comma) && self.is_colon_ahead(0);
        let modifier = if is_modified && name == ClauseName::Reduction {
            let modifier = self.meaning(name.text())?;
            self.bump();
            Some(modifier)
        } else {
            None
        };
        let operator = self.reduction_operator()?;
        self.expect(Punct::Colon, &format!("after the operator of `{}`", name.text()))?;
        Ok(ClauseArgument::Reduction {
            modifier,
            operator,
            items: self.items()?,
        })
    }

    fn reduction_operator(&mut self) -> Parse<ReductionOperator> {
        use ReductionOperator as R;
        let operator = match self.token().kind {
            TokenKind::Punct(Punct::Plus) => R::Add,
            TokenKind::Punct(Punct::Minus) => R::Subtract,
            TokenKind::Punct(Punct::Star) => R::Multiply,
            TokenKind::Punct(Punct::Ampersand) => R::BitAnd,
            TokenKind::Punct(Punct::Pipe) => R::BitOr,
            TokenKind::Punct(Punct::Caret) => R::BitXor,
            TokenKind::Punct(Punct::AmpAmp) => R::And,
            TokenKind::Punct(Punct::PipePipe) => R::Or,
            TokenKind::Ident(symbol) if self.name_at(0).is_some() => match self.word_at(0) {
                "min" => R::Min,
                "max" => R::Max,
                _ => R::Named(Ident {
                    symbol,
                    span: self.span(),
                }),
            },
            _ => {
                let found = self.describe(self.token());
                self.report(
                    Diagnostic::error(self.span(), format!("{found} is not the operator of a reduction"))
                        .help("it is one of `+`, `-`, `*`, `&`, `|`, `^`, `&&`, `||`, `min`, `max`, or a declared name"),
                );
                return Err(super::Failed);
            }
        };
        self.bump();
        Ok(operator)
    }

    pub fn declare_reduction(&mut self) -> Parse<DeclareReduction> {
        let operator_span = self.span();
        let operator = self.reduction_operator()?;
        self.expect(Punct::Colon, "after the name of the reduction")?;
        let mut types = Vec::new();
        loop {
            if !self.is_type_at(0) {
                return self.unexpected("a type");
            }
            types.push(self.nested(Self::type_name)?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Colon, "after the types of the reduction")?;
        let combiner = self.nested(Self::expression)?;
        Ok(DeclareReduction {
            operator,
            operator_span,
            types,
            combiner,
        })
    }

    /// `omp_priv = value`, or a call.
    pub fn reduction_initializer(&mut self) -> Parse<ReductionInitializer> {
        if self.is_word_at(0, "omp_priv") && self.at_ahead(1, Punct::Equal) {
            self.bump();
            self.bump();
            let value = self.nested(Self::initialiser)?;
            return Ok(ReductionInitializer::Value(Box::new(value)));
        }
        let call = self.nested(Self::assignment)?;
        if !matches!(call.kind, ExprKind::Call { .. }) {
            return self.fail(call.span, "expected `omp_priv = …` or a call");
        }
        Ok(ReductionInitializer::Call(Box::new(call)))
    }

    /// Words before a `:`, each of which must be a modifier.
    pub fn modifiers<W: Word>(&mut self, of: ClauseName) -> Parse<Vec<W>> {
        let mut modifiers = Vec::new();
        loop {
            modifiers.push(self.meaning(of.text())?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Colon, "after the modifiers")?;
        Ok(modifiers)
    }
}
