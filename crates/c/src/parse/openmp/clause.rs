//! Clauses: their names and the rules they obey among each other.

use super::super::{Failed, Parse, Parser};
use crate::lex::{Punct, TokenKind};
use crate::openmp::{
    Clause, ClauseArgument as Argument, ClauseName as Name, Construct, Directive, DirectiveArgument,
};
use crate::suggest::similar;
use raceproof_source::Diagnostic;

impl Parser<'_> {
    /// The clauses of a directive to the end of its line. `from` is where the tokens of the directive begin.
    pub fn clauses(&mut self, directive: &mut Directive, from: usize) -> Parse<()> {
        let mut are_whole = true;
        loop {
            self.eat(Punct::Comma);
            if self.at_directive_end() {
                break;
            }
            let start = self.pos;
            match self.nested(|parser| parser.clause(directive, from)) {
                Ok(clause) => {
                    self.check_clause(directive, &clause);
                    directive.clauses.push(clause);
                }
                Err(Failed) if self.is_stopped => return Err(Failed),
                Err(Failed) => {
                    are_whole = false;
                    self.pos = start;
                    self.skip_clause();
                }
            }
        }
        if are_whole {
            self.check_clauses(directive);
        }
        Ok(())
    }

    fn skip_clause(&mut self) {
        self.bump();
        let mut depth = 0u32;
        while !self.at_directive_end() {
            match self.token().kind {
                TokenKind::Punct(Punct::LeftParen) => depth += 1,
                TokenKind::Punct(Punct::RightParen) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.bump();
                        return;
                    }
                }
                _ if depth == 0 => return,
                _ => {}
            }
            self.bump();
        }
    }

    fn clause(&mut self, directive: &Directive, from: usize) -> Parse<Clause> {
        let start = self.span();
        let first = self.pos - from;
        let name = self.clause_name(directive)?;
        self.bump();
        self.names.enter();
        let argument = self.clause_argument(name, directive);
        self.names.leave();
        Ok(Clause {
            name,
            argument: argument?,
            span: self.since(start),
            tokens: first..self.pos - from,
        })
    }

    fn clause_name(&mut self, directive: &Directive) -> Parse<Name> {
        let span = self.span();
        let TokenKind::Ident(_) = self.token().kind else {
            return self.unexpected("a clause");
        };
        let word = self.word_at(0);
        let known = Name::ALL.iter().find(|name| name.text() == word);
        if let Some(&name) = known
            && Construct::take(&directive.constructs, name)
        {
            return Ok(name);
        }
        let taken = || {
            Name::ALL
                .iter()
                .filter(|name| Construct::take(&directive.constructs, **name))
        };
        let next = Construct::ALL
            .iter()
            .filter(|construct| Construct::may_follow(&directive.constructs, **construct));
        let on = directive.name();
        let message = if known.is_some() {
            format!("`{word}` is not a clause of `omp {on}`")
        } else if Construct::ALL.iter().any(|construct| construct.text() == word) {
            format!("`{word}` cannot be combined with `omp {on}`")
        } else {
            format!("unknown clause `{word}` of `omp {on}`")
        };
        // Compilers that know no loop transformations pass over them, whatever their clauses are.
        if known.is_none() && matches!(directive.constructs[..], [Construct::Tile | Construct::Unroll]) {
            self.unclear.push(super::Unclear { span, what: message });
            return Err(Failed);
        }
        let mut message = Diagnostic::error(span, message);
        let candidates = taken()
            .map(|name| name.text())
            .chain(next.map(|construct| construct.text()));
        if let Some(similar) = similar(word, candidates) {
            message = message.help(format!("did you mean `{similar}`?"));
        } else if known.is_some() && taken().next().is_some() {
            let names: Vec<&str> = taken().map(|name| name.text()).collect();
            message = message.help(format!("it takes `{}`", names.join("`, `")));
        } else if taken().next().is_none() {
            message = message.help(format!("`omp {on}` takes no clauses"));
        }
        self.report(message);
        Err(Failed)
    }

    /// The rules between this clause and those before it.
    fn check_clause(&mut self, directive: &Directive, clause: &Clause) {
        let name = clause.name.text();
        let same = |other: &&Clause| {
            let is_same_if = match (&other.argument, &clause.argument) {
                (Argument::If { construct: one, .. }, Argument::If { construct: two, .. }) => {
                    one == two || one.is_none() || two.is_none()
                }
                _ => false,
            };
            other.name == clause.name && (!clause.name.may_repeat() || is_same_if)
        };
        if let Some(before) = directive.clauses.iter().find(same) {
            let message = format!("`{name}` may stand only once on `omp {}`", directive.name());
            self.report(Diagnostic::error(clause.span, message).label(before.span, "the first one"));
        }
        let excluded = directive
            .clauses
            .iter()
            .find(|before| before.name.excludes(clause.name));
        if let Some(before) = excluded {
            let message = format!("`{name}` and `{}` exclude each other", before.name.text());
            self.report(Diagnostic::error(clause.span, message).label(before.span, "the other one"));
        }
        if let Argument::If {
            construct: Some(of), ..
        } = clause.argument
            && !(directive.is(of) && of.clauses().contains(&Name::If))
        {
            let message = format!("`{}` takes no `if` on `omp {}`", of.text(), directive.name());
            self.error(clause.span, message);
        }
    }

    fn check_clauses(&mut self, directive: &Directive) {
        let name = directive.name();
        for construct in &directive.constructs {
            let required = construct.required_clauses();
            if !required.is_empty() && !required.iter().any(|name| directive.has(*name)) {
                let names: Vec<&str> = required.iter().map(|name| name.text()).collect();
                let one_of = if names.len() > 1 { "one of " } else { "" };
                let names = names.join("`, `");
                self.error(directive.span, format!("`omp {name}` needs {one_of}`{names}`"));
            }
        }
        if let (DirectiveArgument::Items(_), Some(order)) = (&directive.argument, directive.clauses.first()) {
            self.error(order.span, "`omp flush` takes a list or a memory order, not both");
        }
        if directive.is(Construct::Ordered) {
            for clause in directive.clauses(Name::Depend) {
                if !matches!(clause.argument, Argument::Doacross(_)) {
                    self.error(clause.span, "`depend` of `omp ordered` is `source` or `sink`");
                }
            }
        } else {
            for clause in &directive.clauses {
                if matches!(clause.argument, Argument::Doacross(_)) {
                    self.error(
                        clause.span,
                        format!("`source` and `sink` do not belong on `omp {name}`"),
                    );
                }
            }
        }
    }
}
