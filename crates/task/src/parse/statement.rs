//! Statements.

use super::{Parsed, Parser};
use crate::ast::{
    Block, Counted, Expr, Handler, Loop, Name, Place, Post, Printed, Rights, Statement, Type, Value, What,
};
use crate::lex::Token;

/// More objects of one block make its code long: they are sorted at run time.
const MOST_OBJECTS: usize = 16;

impl Parser {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let span = self.span();
        let what = self.what()?;
        Ok(Statement { what, span })
    }

    fn what(&mut self) -> Parsed<What> {
        let word = match self.peek() {
            Token::Word(w) => w.clone(),
            Token::Mark("{") => return Ok(What::Block(self.block()?)),
            _ => return self.wanted("a statement", "see TASK.md for the statements"),
        };
        let start = self.at;
        self.at += 1;
        let what = match word.as_str() {
            "var" => {
                let name = self.name("a name")?;
                self.mark(":", "write the type, as in `var x: int := 0;`")?;
                let ty = self.ty()?;
                let init = self.initialiser()?;
                What::Local(name, ty, init)
            }
            "future" => {
                let name = self.name("a name")?;
                let init = self.initialiser()?;
                What::Local(name, Type::Future, init)
            }
            "skip" => What::Skip,
            "assume" => What::Assume(self.expression()?),
            "assert" => What::Assert(self.expression()?),
            "return" => What::Return(match self.is_mark(";") {
                true => None,
                false => Some(self.expression()?),
            }),
            "await" => What::Await(self.place()?),
            "ewait" => What::Ewait(self.place()?),
            "post" => What::Post(Box::new(self.post()?)),
            "print" => What::Print(self.printed()?),
            "call" => self.call()?,
            "if" => return self.branch(),
            "while" => {
                let condition = self.expression()?;
                self.take_word("do");
                return Ok(What::While(condition, self.block()?));
            }
            "for" => return self.counted(Loop::Sequential),
            "forasync" => return self.counted(Loop::Tasks),
            "forall" => return self.counted(Loop::AwaitedTasks),
            "isolated" => {
                let objects = self.objects()?;
                return Ok(What::Isolated(objects, self.block()?));
            }
            "finish" => return Ok(What::Finish(self.block()?)),
            "async" => {
                let phasers = self.phased()?;
                return Ok(What::Async(phasers, self.block()?));
            }
            "phased" => {
                let phasers = self.names("the phasers", "a phaser")?;
                return Ok(What::Phased(phasers, self.block()?));
            }
            // Variables have this name too.
            "next" if self.is_mark(";") => What::Next(Vec::new()),
            "next" if matches!(self.peek(), Token::Word(_)) => What::Next(vec![self.name("a phaser")?]),
            "choose" if self.is_mark("{") => {
                let mut blocks = vec![self.block()?];
                while self.take_word("or") {
                    blocks.push(self.block()?);
                }
                return Ok(What::Choose(blocks));
            }
            _ => {
                self.at = start;
                self.assignment()?
            }
        };
        self.semicolon()?;
        Ok(what)
    }

    /// The objects that a block is isolated on; none for all.
    fn objects(&mut self) -> Parsed<Vec<Place>> {
        let mut objects = Vec::new();
        if !self.take_mark("(") {
            return Ok(objects);
        }
        loop {
            if objects.len() == MOST_OBJECTS {
                return self.fail("too many objects", "isolate on all of them: `isolated { }`");
            }
            objects.push(self.place()?);
            if !self.take_mark(",") {
                break;
            }
        }
        self.mark(")", "close the objects, or put `,` between them")?;
        Ok(objects)
    }

    fn initialiser(&mut self) -> Parsed<Option<Expr>> {
        match self.take_mark(":=") {
            true => Ok(Some(self.expression()?)),
            false => Ok(None),
        }
    }

    /// `place := e` or a call.
    fn assignment(&mut self) -> Parsed<What> {
        let left = self.expression()?;
        if self.take_mark(":=") {
            let Value::Place(place) = left.what else {
                return self.fail("this cannot be assigned to", "assign to a variable or an element");
            };
            return Ok(What::Assign(place, self.expression()?));
        }
        match left.what {
            Value::Call(..) | Value::Get(_) => Ok(What::Call(left)),
            _ => self.wanted("`:=`", "write `x := e;` or a call"),
        }
    }

    /// `call p(e)` or, as the paper writes it, `call l := p(e)`, perhaps with what the procedure may use.
    fn call(&mut self) -> Parsed<What> {
        let first = self.expression()?;
        match first.what {
            Value::Call(..) => {
                self.call_rights(&first)?;
                Ok(What::Call(first))
            }
            Value::Place(place) => {
                self.mark(":=", "write `call x := p(e);`")?;
                let value = self.expression()?;
                self.call_rights(&value)?;
                Ok(What::Assign(place, value))
            }
            _ => self.wanted("a call", "write `call p(e);`"),
        }
    }

    fn call_rights(&mut self, call: &Expr) -> Parsed<()> {
        let Value::Call(proc, _) = &call.what else {
            return match self.is_word("reads") || self.is_word("writes") {
                true => self.wanted("`;`", "rights go with a call: `call x := p(e) reads (r);`"),
                false => Ok(()),
            };
        };
        let mut rights = Rights::all("call", proc);
        while self.right(&mut rights)? {}
        self.rights.push(rights);
        Ok(())
    }

    fn branch(&mut self) -> Parsed<What> {
        let condition = self.expression()?;
        self.take_word("then");
        let then = self.block()?;
        let otherwise = match self.take_word("else") {
            true if self.is_word("if") => {
                let inner = self.nested(Parser::statement)?;
                Block {
                    end: inner.span,
                    statements: vec![inner],
                }
            }
            true => self.block()?,
            false => Block {
                end: then.end,
                ..Block::default()
            },
        };
        Ok(What::If(condition, then, otherwise))
    }

    fn counted(&mut self, kind: Loop) -> Parsed<What> {
        let parenthesis = self.take_mark("(");
        let name = self.name("the variable of the loop")?;
        if !self.take_word("in") {
            return self.wanted("`in`", "write `for i in 0..n { }`");
        }
        let from = self.expression()?;
        self.mark("..", "write `for i in 0..n { }`")?;
        let to = self.expression()?;
        if parenthesis {
            self.mark(")", "close the parenthesis")?;
        }
        let phasers = match kind {
            Loop::Sequential => Vec::new(),
            Loop::Tasks | Loop::AwaitedTasks => self.phased()?,
        };
        let head = Counted {
            kind,
            name,
            from,
            to,
            phasers,
        };
        Ok(What::For(Box::new(head), self.block()?))
    }

    fn printed(&mut self) -> Parsed<Vec<Printed>> {
        let mut list = Vec::new();
        loop {
            let text = match self.peek() {
                Token::Text(text) => Some(text.clone()),
                _ => None,
            };
            list.push(match text {
                Some(text) => {
                    self.at += 1;
                    Printed::Text(text)
                }
                None => Printed::Value(self.expression()?),
            });
            if !self.take_mark(",") {
                return Ok(list);
            }
        }
    }

    pub(super) fn place(&mut self) -> Parsed<Place> {
        let name = self.name("a name")?;
        let mut indices = Vec::new();
        while self.take_mark("[") {
            indices.push(self.expression()?);
            while self.take_mark(",") {
                indices.push(self.expression()?);
            }
            self.mark("]", "close the index")?;
        }
        Ok(Place { name, indices })
    }

    fn post(&mut self) -> Parsed<Post> {
        let region = self.place()?;
        self.mark("<-", "write `post r <- p(e);`")?;
        let proc = self.name("the name of a procedure")?;
        self.mark("(", "write the arguments in parentheses")?;
        let args = self.arguments()?;
        let mut post = Post {
            region,
            proc,
            args,
            pass: Vec::new(),
            handler: None,
        };
        let mut rights = Rights::all("post", &post.proc);
        loop {
            while self.right(&mut rights)? {}
            if self.take_word("pass") {
                self.mark("(", "write the regions in parentheses")?;
                while !self.is_mark(")") {
                    post.pass.push(self.place()?);
                    if !self.take_mark(",") {
                        break;
                    }
                }
                self.mark(")", "close the regions")?;
            } else if self.take_word("handler") {
                self.mark("(", "write `handler (v) { … }`")?;
                let param = self.name("the name of the value")?;
                self.mark(")", "write `handler (v) { … }`")?;
                let body = self.block()?;
                post.handler = Some(Handler { param, body });
            } else {
                self.rights.push(rights);
                return Ok(post);
            }
        }
    }

    /// `reads (r, …)` or `writes (r, …)`, if one is there.
    fn right(&mut self, rights: &mut Rights) -> Parsed<bool> {
        let list = if self.take_word("reads") {
            &mut rights.reads
        } else if self.take_word("writes") {
            &mut rights.writes
        } else {
            return Ok(false);
        };
        *list = Some(self.names("the regions", "a region")?);
        Ok(true)
    }

    /// `phased(p, …)`, if it is there.
    fn phased(&mut self) -> Parsed<Vec<Name>> {
        match self.take_word("phased") {
            true => self.names("the phasers", "a phaser"),
            false => Ok(Vec::new()),
        }
    }

    /// Names in parentheses.
    fn names(&mut self, all: &str, one: &str) -> Parsed<Vec<Name>> {
        self.mark("(", &format!("write {all} in parentheses"))?;
        let mut names = Vec::new();
        while !self.is_mark(")") {
            names.push(self.name(one)?);
            if !self.take_mark(",") {
                break;
            }
        }
        self.mark(")", &format!("close {all}"))?;
        Ok(names)
    }
}
