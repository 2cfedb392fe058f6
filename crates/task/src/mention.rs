//! Walks over the tree: which names a block mentions.

use crate::ast::{Block, Expr, Place, Printed, Statement, Value, What};

/// Calls `f` for every place that is read or written, with whether it is written.
pub fn places<'a>(block: &'a Block, f: &mut dyn FnMut(&'a Place, bool)) {
    for statement in &block.statements {
        statement_places(statement, f);
    }
}

fn statement_places<'a>(statement: &'a Statement, f: &mut dyn FnMut(&'a Place, bool)) {
    match &statement.what {
        What::Local(_, _, init) => init.iter().for_each(|e| expression_places(e, f)),
        What::Assign(place, value) => {
            expression_places(value, f);
            place.indices.iter().for_each(|e| expression_places(e, f));
            f(place, true);
        }
        What::Call(e) | What::Assume(e) | What::Assert(e) => expression_places(e, f),
        What::Return(e) => e.iter().for_each(|e| expression_places(e, f)),
        What::Skip | What::Next(_) => {}
        What::If(e, a, b) => {
            expression_places(e, f);
            places(a, f);
            places(b, f);
        }
        What::While(e, body) => {
            expression_places(e, f);
            places(body, f);
        }
        What::For(head, body) => {
            expression_places(&head.from, f);
            expression_places(&head.to, f);
            places(body, f);
        }
        What::Post(post) => {
            let regions = std::iter::once(&post.region).chain(&post.pass);
            regions
                .flat_map(|r| &r.indices)
                .chain(&post.args)
                .for_each(|e| expression_places(e, f));
            if let Some(handler) = &post.handler {
                places(&handler.body, f);
            }
        }
        What::Await(region) | What::Ewait(region) => {
            region.indices.iter().for_each(|e| expression_places(e, f));
        }
        What::Isolated(objects, b) => {
            let indices = objects.iter().flat_map(|o| &o.indices);
            indices.for_each(|e| expression_places(e, f));
            places(b, f);
        }
        What::Finish(b) | What::Async(_, b) | What::Phased(_, b) | What::Block(b) => places(b, f),
        What::Choose(blocks) => blocks.iter().for_each(|b| places(b, f)),
        What::Print(list) => list.iter().for_each(|p| {
            if let Printed::Value(e) = p {
                expression_places(e, f);
            }
        }),
    }
}

fn expression_places<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Place, bool)) {
    match &e.what {
        Value::Int(_) | Value::Real(_) | Value::Bool(_) | Value::Star => {}
        Value::Choose(a, b) | Value::Binary(_, a, b) => {
            expression_places(a, f);
            expression_places(b, f);
        }
        Value::Place(place) => {
            place.indices.iter().for_each(|e| expression_places(e, f));
            f(place, false);
        }
        Value::Call(_, args) => args.iter().for_each(|e| expression_places(e, f)),
        Value::Unary(_, a) | Value::Get(a) => expression_places(a, f),
        Value::Async(b) => places(b, f),
    }
}

/// Calls `f` for every statement, with the end of the innermost body (of a procedure, a task or a loop of
/// tasks) that it is in.
pub fn statements<'a>(block: &'a Block, body: &'a Block, f: &mut dyn FnMut(&'a Statement, &'a Block)) {
    for statement in &block.statements {
        f(statement, body);
        match &statement.what {
            What::If(_, a, b) => {
                statements(a, body, f);
                statements(b, body, f);
            }
            What::For(head, inner) => {
                let own = match head.kind {
                    crate::ast::Loop::Sequential => body,
                    _ => inner,
                };
                statements(inner, own, f);
            }
            What::While(_, inner)
            | What::Isolated(_, inner)
            | What::Finish(inner)
            | What::Phased(_, inner)
            | What::Block(inner) => statements(inner, body, f),
            What::Async(_, inner) => statements(inner, inner, f),
            What::Choose(blocks) => blocks.iter().for_each(|b| statements(b, body, f)),
            What::Post(post) => {
                if let Some(handler) = &post.handler {
                    statements(&handler.body, body, f);
                }
            }
            _ => {}
        }
        expressions(statement, &mut |e| {
            if let Value::Async(inner) = &e.what {
                statements(inner, inner, f);
            }
        });
    }
}

/// Calls `f` for every expression of a statement itself, not of the statements in it.
pub fn expressions<'a>(statement: &'a Statement, f: &mut dyn FnMut(&'a Expr)) {
    let mut all = |list: &mut dyn Iterator<Item = &'a Expr>| list.for_each(|e| inner_expressions(e, f));
    match &statement.what {
        What::Local(_, _, init) => all(&mut init.iter()),
        What::Assign(place, value) => all(&mut place.indices.iter().chain([value])),
        What::Call(e) | What::Assume(e) | What::Assert(e) | What::If(e, ..) | What::While(e, _) => {
            all(&mut std::iter::once(e));
        }
        What::Return(e) => all(&mut e.iter()),
        What::For(head, _) => all(&mut [&head.from, &head.to].into_iter()),
        What::Post(post) => {
            let regions = std::iter::once(&post.region).chain(&post.pass);
            all(&mut regions.flat_map(|r| &r.indices).chain(&post.args));
        }
        What::Await(region) | What::Ewait(region) => all(&mut region.indices.iter()),
        What::Isolated(objects, _) => all(&mut objects.iter().flat_map(|o| &o.indices)),
        What::Print(list) => all(&mut list.iter().filter_map(|p| match p {
            Printed::Value(e) => Some(e),
            Printed::Text(_) => None,
        })),
        What::Skip
        | What::Finish(_)
        | What::Async(..)
        | What::Phased(..)
        | What::Next(_)
        | What::Choose(_)
        | What::Block(_) => {}
    }
}

fn inner_expressions<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(e);
    match &e.what {
        Value::Choose(a, b) | Value::Binary(_, a, b) => {
            inner_expressions(a, f);
            inner_expressions(b, f);
        }
        Value::Place(place) => place.indices.iter().for_each(|e| inner_expressions(e, f)),
        Value::Call(_, args) => args.iter().for_each(|e| inner_expressions(e, f)),
        Value::Unary(_, a) | Value::Get(a) => inner_expressions(a, f),
        Value::Int(_) | Value::Real(_) | Value::Bool(_) | Value::Star | Value::Async(_) => {}
    }
}
