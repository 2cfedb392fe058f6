//! From tokens to the syntax tree, by recursive descent. `TASK.md` has the grammar.

mod expression;
mod statement;

use crate::Error;
use crate::ast::{Block, Expr, Item, Name, Proc, Rights, Type, Variable};
use crate::lex::Token;
use raceproof_ir::Span;

/// How deeply statements and expressions may nest.
const DEPTH: u32 = 200;

/// Words that name nothing.
pub const KEYWORDS: &[&str] = &[
    "assert", "assume", "async", "await", "bool", "call", "choose", "const", "else", "ewait", "false",
    "finish", "for", "forall", "forasync", "future", "handler", "if", "in", "int", "isolated", "or", "pass",
    "phased", "phaser", "post", "print", "proc", "reads", "real", "region", "return", "skip", "true", "var",
    "while", "writes",
];

type Parsed<T> = Result<T, Error>;

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    rights: Vec<Rights>,
}

/// The declarations of a program, and the rights that posts and calls give.
pub fn parse(tokens: Vec<(Token, Span)>) -> Parsed<(Vec<Item>, Vec<Rights>)> {
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
        rights: Vec::new(),
    };
    let mut items = Vec::new();
    while *parser.peek() != Token::End {
        items.push(parser.item()?);
    }
    Ok((items, parser.rights))
}

impl Parser {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |t| &t.0)
    }

    fn span(&self) -> Span {
        let at = self.at.min(self.tokens.len().saturating_sub(1));
        self.tokens.get(at).map_or(Span::NONE, |t| t.1)
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    fn fail<T>(&self, message: impl Into<String>, remedy: impl Into<String>) -> Parsed<T> {
        Err(Error::new(self.span(), message, remedy))
    }

    fn found(&self) -> String {
        match self.peek() {
            Token::Word(w) => format!("`{w}`"),
            Token::Int(n) => format!("`{n}`"),
            Token::Real(n) => format!("`{n}`"),
            Token::Text(_) => "a text".to_owned(),
            Token::Mark(m) => format!("`{m}`"),
            Token::End => "the end of the file".to_owned(),
        }
    }

    fn wanted<T>(&self, what: &str, remedy: &str) -> Parsed<T> {
        self.fail(format!("expected {what}, found {}", self.found()), remedy)
    }

    fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(m) if *m == mark)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn take_mark(&mut self, mark: &str) -> bool {
        let is = self.is_mark(mark);
        self.at += usize::from(is);
        is
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        self.at += usize::from(is);
        is
    }

    fn mark(&mut self, mark: &str, remedy: &str) -> Parsed<()> {
        match self.take_mark(mark) {
            true => Ok(()),
            false => self.wanted(&format!("`{mark}`"), remedy),
        }
    }

    fn semicolon(&mut self) -> Parsed<()> {
        self.mark(";", "end the statement with `;`")
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        match self.peek() {
            Token::Word(w) if !KEYWORDS.contains(&w.as_str()) => {
                let text = w.clone();
                self.at += 1;
                Ok(Name { text, span })
            }
            Token::Word(_) => self.wanted(what, "this word has a meaning of its own: choose another name"),
            _ => self.wanted(what, "write a name"),
        }
    }

    fn ty(&mut self) -> Parsed<Type> {
        for ty in [Type::Int, Type::Bool, Type::Real, Type::Future] {
            if self.take_word(ty.word()) {
                return Ok(ty);
            }
        }
        self.wanted("a type", "the types are int, bool, real and future")
    }

    /// Goes one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEPTH {
            return self.fail("this nests too deeply", "divide it into procedures or variables");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn item(&mut self) -> Parsed<Item> {
        if self.take_word("const") {
            let name = self.name("the name of the constant")?;
            if !self.take_mark("=") && !self.take_mark(":=") {
                return self.wanted("`:=`", "write `const N := 5;`");
            }
            let value = self.expression()?;
            self.semicolon()?;
            return Ok(Item::Const(name, value));
        }
        if self.is_word("region") || self.is_word("var") {
            let is_region = self.is_word("region");
            self.at += 1;
            return Ok(Item::Variable(self.variable(is_region)?));
        }
        if self.take_word("phaser") {
            let name = self.name("the name of the phaser")?;
            self.semicolon()?;
            return Ok(Item::Phaser(name));
        }
        if self.take_word("proc") {
            return Ok(Item::Proc(self.proc()?));
        }
        self.wanted(
            "a declaration",
            "declarations begin with const, region, var, phaser or proc",
        )
    }

    fn variable(&mut self, is_region: bool) -> Parsed<Variable> {
        let name = self.name("a name")?;
        let mut regions = None;
        if is_region && self.take_mark("[") {
            regions = Some(self.expression()?);
            self.mark("]", "close the number of regions")?;
        }
        let mut lengths = Vec::new();
        let mut ty = Type::Int;
        if self.take_mark(":") {
            ty = self.ty()?;
            while self.take_mark("[") {
                lengths.push(self.expression()?);
                self.mark("]", "close the length of the array")?;
            }
        } else if !is_region {
            return self.wanted("`:`", "write the type, as in `var x: int;`");
        }
        let init = match self.take_mark(":=") {
            true => Some(self.expression()?),
            false => None,
        };
        self.semicolon()?;
        Ok(Variable {
            name,
            is_region,
            regions,
            ty,
            lengths,
            init,
        })
    }

    fn proc(&mut self) -> Parsed<Proc> {
        let name = self.name("the name of the procedure")?;
        self.mark("(", "write the parameters in parentheses")?;
        let mut params = Vec::new();
        while !self.is_mark(")") {
            // The paper's figures write `var` before a parameter.
            self.take_word("var");
            let name = self.name("a parameter")?;
            self.mark(":", "write the type, as in `n: int`")?;
            params.push((name, self.ty()?));
            if !self.take_mark(",") {
                break;
            }
        }
        self.mark(")", "close the parameters, or put `,` between them")?;
        let result = match self.take_mark("->") {
            true => Some(self.ty()?),
            false => None,
        };
        let body = self.block()?;
        Ok(Proc {
            name,
            params,
            result,
            body,
        })
    }

    fn block(&mut self) -> Parsed<Block> {
        self.mark("{", "statements go in braces")?;
        self.nested(|p| {
            let mut statements = Vec::new();
            while !p.is_mark("}") {
                if *p.peek() == Token::End {
                    return p.wanted("`}`", "close the block");
                }
                statements.push(p.statement()?);
            }
            let end = p.span();
            p.at += 1;
            Ok(Block { statements, end })
        })
    }

    /// Expressions up to a closing parenthesis, after the opening one.
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut args = Vec::new();
        while !self.is_mark(")") {
            args.push(self.expression()?);
            if !self.take_mark(",") {
                break;
            }
        }
        self.mark(")", "close the arguments, or put `,` between them")?;
        Ok(args)
    }
}
